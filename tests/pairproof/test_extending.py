"""The public interface for other programs: its types, own tie-breaks, own systems, and functions as programs."""

from __future__ import annotations

import builtins
import datetime as dt
import inspect
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.trf import played, with_exchanged_opponents

import pairproof
from checker.programs.program import ProgramError
from checker.programs.specs import open_program
from pairproof import Edition, System
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.frame import registry
from standings import methods
from standings.codes import parse_list
from standings.ranking import rank
from standings.rules import determine_rules

if TYPE_CHECKING:
    from pairproof import Event, RoundPairing
    from standings.ranking import Standings

ROOT = Path(__file__).parents[2]
PROGRAM = """
from pathlib import Path

import pairproof
from pairproof import Event, RoundPairing, RunRecord


def pair(event: Event, round_number: int) -> list[tuple[int, int]]:
    pairing: RoundPairing = pairproof.pair(event)
    return [(game.white, game.black) for game in pairing.pairs]


def rounds_won(event: Event) -> dict[int, int]:
    return {player.tpn: len(player.rounds) for player in event.players}


run: RunRecord = pairproof.check(Path("events"), "open.trf", time_limit=5)
print(run.exit_status, [finding.sentence for event in run.events for finding in event.rounds])
pairproof.register_tie_break("OTHER_ROUNDS", rounds_won)
pairproof.assert_pairs(pair, "dutch-2026", events=5, profile="tiny", axes={"players": "8..12"})
"""
WRONG = """
import pairproof

pairproof.chekc("open.trf")
pairproof.check(12)
"""
COMMON = {"Any", "False", "Callable", "Iterable", "Mapping", "None", "Path", "Sequence", "Fraction"}
CLUB = Edition(
    key="club-2026",
    title="The club's Swiss",
    source="A sheet of paper",
    in_force_from=dt.date(2026, 1, 1),
    in_force_until=None,
    rules=f"{__name__}:CLUB_RULES",
)
CLUB_RULES = replace(DUTCH_2026, edition=CLUB)


def test_every_type_of_a_public_function_is_exported() -> None:
    """Its arguments, its result, and the errors that its description names."""
    functions = [getattr(pairproof, name) for name in pairproof.__all__ if inspect.isfunction(getattr(pairproof, name))]
    assert len(functions) > 15
    told = "\n".join(f"{inspect.signature(function)}\n{inspect.getdoc(function)}" for function in functions)
    signatures = " ".join(re.findall(r"^\(.*$", told, re.MULTILINE))
    types = set(re.findall(r"\b[A-Z]\w+", signatures)) - COMMON
    errors = set(re.findall(r"\b[A-Z]\w+Error\b", told)) - set(dir(builtins))
    assert types | errors <= set(pairproof.__all__)
    assert types >= {"Event", "RunRecord", "Edition", "Explanation", "Pairer"}


def test_names_for_type_checkers_are_those_that_are_loaded() -> None:
    """The imports that a type checker reads, `__all__` and the modules name the same."""
    text = (ROOT / "pairproof" / "__init__.py").read_text("utf-8")
    checked = text.partition("if TYPE_CHECKING:\n")[2].partition("else:")[0]
    pattern = r"from (\S+) import (?:\(([^)]*)\)|(.*))"
    imported = {
        (module, name.strip())
        for module, several, line in re.findall(pattern, checked)
        for name in (several or line).split(",")
        if name.strip()
    }
    modules = pairproof._MODULES  # noqa: SLF001 - the table under test
    assert imported == {(module, name) for module, names in modules.items() for name in names}
    assert sorted(name for _, name in imported) == sorted(pairproof.__all__)


def test_programs_of_users_are_checked_by_their_types(tmp_path: Path) -> None:
    """Strict checks find nothing in a right program, and a misspelt name and a wrong argument in another one."""
    pytest.importorskip("mypy")
    (tmp_path / "right.py").write_text(PROGRAM)
    (tmp_path / "wrong.py").write_text(WRONG)
    # As `make style` does, strictness included: with other settings or in another folder, mypy would read the whole
    # project anew, and again the next time that the style is checked.
    done = subprocess.run(  # noqa: S603 - mypy, on programs of ours
        [sys.executable, "-m", "mypy", str(tmp_path / "right.py"), str(tmp_path / "wrong.py")],
        cwd=ROOT,
        env={"PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, ""), done.stdout
    *errors, summary = done.stdout.splitlines()
    assert summary == "Found 2 errors in 1 file (checked 2 source files)"
    assert all("wrong.py:" in error for error in errors)
    assert 'has no attribute "chekc"' in errors[0]
    assert 'incompatible type "int"' in errors[-1]


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_takes_files_folders_and_events(clean: str, here: Path) -> None:
    """In one run, in their order."""
    (here / "folder").mkdir()
    for name in ("a.trf", "b.trf"):
        (here / "folder" / name).write_bytes((here / clean).read_bytes())
    run = pairproof.check(clean, Path("folder"), with_exchanged_opponents(played()))
    assert [event.header.event for event in run.events][:3] == ["clean", "a", "b"]
    assert [len(event.discrepant_rounds) for event in run.events] == [0, 0, 0, 1]
    assert run.exit_status == 1


# --- own tie-breaks and systems ---------------------------------------------------------------------------------------


def test_an_own_tie_break_ranks_after_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its values, exact fractions; a participant without a value is last."""
    monkeypatch.setattr(methods, "_OWN_TIE_BREAKS", {})
    event = played()
    codes = parse_list("PTS OTHER_LUCK")
    assert rank(event, codes, determine_rules(event)).obstacle is not None
    pairproof.register_tie_break(
        "OTHER_LUCK", lambda event: {one.tpn: Fraction(one.tpn, 2) for one in event.players if one.tpn != 1}
    )
    standings = rank(event, codes, determine_rules(event))
    assert standings.obstacle is None
    assert (standings.value(1, 1), standings.value(1, 3)) == ("-", "1.50")
    assert standings.explain(1, 3).contributions == ()
    for group in standings.groups:
        assert len(group) == 1
    ties = [tpns for tpns in _tied_by_points(standings) if len(tpns) > 1]
    assert ties
    assert all(tpns == sorted(tpns, key=lambda tpn: -tpn if tpn > 1 else 0) for tpns in ties)
    with pytest.raises(ValueError, match="OTHER_LUCK' is registered already"):
        pairproof.register_tie_break("other_luck", lambda _: {})
    with pytest.raises(ValueError, match="'BH' is not the code of a self-defined tie-break"):
        pairproof.register_tie_break("BH", lambda _: {})


def _tied_by_points(standings: Standings) -> list[list[int]]:
    """Return the players of each score in rank order."""
    order = [tpn for group in standings.groups for tpn in group]
    scores = {standings.value(0, tpn) for tpn in order}
    return [[tpn for tpn in order if standings.value(0, tpn) == score] for score in scores]


def test_an_own_system_checks_and_pairs() -> None:
    """Under its key, and where field 092 names it; a key that is there already is refused."""
    try:
        pairproof.register_system(System(name="the club's Swiss", editions=(CLUB,), words=("club swiss",)))
        run = pairproof.check(played(), system="club-2026")
        assert run.exit_status == 0
        edition = run.events[0].header.edition
        assert edition is not None
        assert edition.key == "club-2026"
        assert "club-2026" in [edition.key for edition in pairproof.systems()]
        with pytest.raises(ValueError, match="there is an edition 'club-2026' already"):
            pairproof.register_system(System(name="again", editions=(CLUB,)))
        with pytest.raises(ValueError, match="edition 'bare-2026' has no rules"):
            pairproof.register_system(System(name="bare", editions=(replace(CLUB, key="bare-2026", rules=""),)))
    finally:
        registry.REGISTERED.clear()


# --- functions as programs --------------------------------------------------------------------------------------------


def pairing_of_rules(event: Event) -> RoundPairing:
    """Return the right pairing of the next round."""
    return pairproof.pair(event, "dutch-2026")


def answer_in_pairs(event: Event, _round_number: int) -> list[tuple[int, int]]:
    """Answer by pairs of numbers."""
    pairing = pairing_of_rules(event)
    bye = [] if pairing.bye is None else [(pairing.bye, 0)]
    return [*((pair.white, pair.black) for pair in pairing.pairs), *bye]


def test_a_function_can_answer_by_pairs_of_numbers(unfinished: str) -> None:
    """A bye is a pair with 0."""
    event = pairproof.read_event(unfinished).event
    assert event is not None
    program = open_program(f"callable:{__name__}:answer_in_pairs")
    assert program.pair(event, 5) == pairing_of_rules(event)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (12, "int instead of a RoundPairing or of pairs of numbers"),
        ("1-2", "str instead of a RoundPairing"),
        ([(1, 2, 3)], "is not two numbers"),
        ([("a", "b")], "is not two numbers"),
        ([(1, 0), (2, 0)], "2 byes in one round"),
    ],
)
def test_an_answer_of_another_kind_is_garbled(answer: object, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the message says what was expected."""
    monkeypatch.setattr(sys.modules[__name__], "answer_in_pairs", lambda *_: answer)
    with pytest.raises(ProgramError, match=why):
        open_program(f"callable:{__name__}:answer_in_pairs").pair(played(), 5)


def test_a_function_is_imported_from_the_working_directory(here: Path) -> None:
    """Also from a process of the command line, whose path does not begin there."""
    (here / "engine_of_mine.py").write_text(
        "import pairproof\n\n\ndef pair(event, number):\n    return pairproof.pair(event, 'dutch-2026')\n"
    )
    code = "import sys; sys.path.remove(''); from pairproof.cli.main import main; sys.exit(main(sys.argv[1:]))"
    words = ["program", "info", "callable:engine_of_mine:pair"]
    done = subprocess.run(  # noqa: S603 - this interpreter, with words of ours
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "says that it pairs" in done.stdout


def test_profile_and_axes_say_what_is_drawn() -> None:
    """As those of the command line; files are not drawn."""
    pairproof.assert_pairs(answer_in_pairs, "dutch-2026", events=1, profile="tiny", axes={"rounds": "2"}, kept=None)
    with pytest.raises(ValueError, match=r"is none of .*did you mean tiny"):
        pairproof.assert_pairs(answer_in_pairs, "dutch-2026", events=1, profile="tinny")
    with pytest.raises(ValueError, match="player is not an axis; did you mean players"):
        pairproof.assert_pairs(answer_in_pairs, "dutch-2026", events=1, axes={"player": "8"})
    with pytest.raises(ValueError, match="profile and axes describe events that are drawn"):
        pairproof.assert_pairs(answer_in_pairs, "dutch-2026", events=["open.trf"], axes={"players": "8"})
