"""Programs that are asked about matches of two games: what they are given, and what their answers are."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.double_swiss import KEY
from support.events import cut
from support.matches_of_two_games import played

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.work import close_programs, judge_events
from checker.planting import recorded_pairing
from checker.programs.answers import read_answer
from checker.programs.program import AnswerForm, FailureKind, ProgramError
from checker.programs.smoke import same, try_checker
from checker.programs.specs import open_program
from checker.verdicts.team_events import cut_before_round
from pairproof.cli.main import main
from reference_engines.frame.systems import engine_for
from tournaments.trf.writing import write_trf26

pytestmark = pytest.mark.usefixtures("judging_here")
CHECKING = Path(__file__).parents[1] / "support" / "programs" / "checking.py"
PRINTS = "import sys; sys.exit(' '.join(sys.argv[1:]))"


def checker(manner: str) -> str:
    """Name a resident program that checks."""
    return f"resident:{shlex.join([sys.executable, str(CHECKING), manner])}"


def exam(manner: str) -> Configuration:
    """Return an exam of a checker on small events of matches."""
    return Configuration(
        direction=Direction.EXAM,
        programs=(checker(manner),),
        seed=3,
        system=KEY,
        axes=(("players", "6..9"), ("rounds", "3..4")),
    )


def test_a_checker_is_tried_on_errors_in_whole_matches() -> None:
    """An error in the second game alone would be no pairing at all."""
    program = open_program(checker("honest"))
    try:
        trials = try_checker(program, KEY)
    finally:
        program.close()
    assert [trial for trial in trials if not trial.is_right] == []
    assert len([trial for trial in trials if trial.error is not None]) == 5


@pytest.mark.parametrize(("manner", "sees"), [("honest", True), ("blind", False)])
def test_an_exam_counts_matches(manner: str, sees: bool) -> None:
    """The round that is missed is the match, not a round of the file."""
    try:
        outcomes = judge_events(exam(manner).as_json(), range(8))
    finally:
        close_programs()
    planted = [outcome for outcome in outcomes if outcome.planted != "clean"]
    assert len(planted) == 4
    assert all(outcome.failures == () for outcome in outcomes)
    missed = [finding for outcome in planted for finding in outcome.findings]
    assert (missed == []) is sees
    assert all(finding.round_number <= 4 for finding in missed)


def test_an_event_with_the_match_added_is_an_answer() -> None:
    """Both of its games are there; one game more is not a match."""
    event = played()
    answer = write_trf26(cut(event, 4)).encode()
    assert same(read_answer(answer, AnswerForm.TRF, 2, games=2), engine_for(KEY).open(event).round(2).posted)
    said = "3 rounds are recorded, round 2 was asked for, round 4 of the file"
    with pytest.raises(ProgramError, match=said) as caught:
        read_answer(write_trf26(cut(event, 3)).encode(), AnswerForm.TRF, 2, games=2)
    assert caught.value.kind is FailureKind.WRONG_ROUND


def test_a_program_that_writes_events_is_asked_for_matches(tmp_path: Path) -> None:
    """Its answer has two rounds more than what it was given."""
    event = played()
    whole = tmp_path / "whole.trf"
    whole.write_text(write_trf26(cut(event, 4)), "utf-8")
    command = json.dumps([sys.executable, "-c", f"print(open({str(whole)!r}).read())"])
    program = open_program("command:", settings=[f"pair.command={command}", "pair.read=stdout", "pair.answer=trf"])
    answer = program.with_system(KEY).pair(cut_before_round(event, 2, 2), 2)
    assert same(answer, recorded_pairing(event, 3))


def test_a_checker_speaks_of_matches() -> None:
    """One part for each of four, not for each of eight rounds of the file."""
    said = "\n".join(f"Round {number} {'bad' if number == 3 else 'good'}" for number in range(1, 5))
    settings = [f"check.command={json.dumps([sys.executable, '-c', f'print({said!r})'])}"]
    settings += ["check.round='Round (\\d+)'", "check.wrong=bad"]
    program = open_program("command:", settings=settings)
    assert program.with_system(KEY).check(played()).wrong_rounds == {3}
    with pytest.raises(ProgramError, match=r"rounds \[1, 2, 3, 4\] of 8"):
        program.with_system("dutch-2026").check(played())


@pytest.mark.parametrize(
    ("system", "name", "claims"),
    [
        ("dubov-2026", "dubov", ("dubov-2026", "dutch-2017")),
        ("dubov-2026/literal", "dubov", ("dubov-2026", "dutch-2017")),
        ("dutch-2017", "dutch", ("dutch-2017",)),
        ("lim-2026", "dutch", ("dutch-2017",)),
        ("auto", "dutch", ("dutch-2017",)),
    ],
)
def test_a_program_is_asked_by_the_system_if_it_has_a_name_for_it(
    system: str, name: str, claims: tuple[str, ...]
) -> None:
    """Otherwise by its own; that system stands first among its claims."""
    words = json.dumps([sys.executable, "-c", PRINTS, "{system}"])
    settings = [f"pair.command={words}", "systems=dutch-2017", "system_names.dutch-2017=dutch"]
    program = open_program("command:", settings=[*settings, "system_names.dubov-2026=dubov"]).with_system(system)
    assert program.claims.systems == claims
    with pytest.raises(ProgramError, match=rf"exit status 1: {name}$"):
        program.pair(replace(played(), rounds_recorded=0), 1)


def test_a_program_without_a_system_gets_the_key() -> None:
    """`command:./mine {system}`."""
    words = json.dumps([sys.executable, "-c", PRINTS, "{system}"])
    program = open_program("command:", settings=[f"pair.command={words}"])
    with pytest.raises(ProgramError, match=r"exit status 1: lim-2026$"):
        program.with_system("lim-2026").pair(replace(played(), rounds_recorded=0), 1)


REVERSING = """
import sys
from dataclasses import replace
from checker.reduction.situation import as_paired
from reference_engines.frame.systems import engine_for
from tournaments.trf.reading import read_event
from tournaments.trf.writing import write_trf26

event = read_event(sys.argv[1]).event
made = engine_for("double-swiss-2026").open(event).round(event.rounds_recorded // 2 + 1).expected()
turned = replace(made, pairs=tuple(replace(one, white=one.black, black=one.white) for one in made.pairs))
open(sys.argv[2], "w").write(write_trf26(as_paired(event, turned, 2)))
"""


def test_a_finding_of_a_program_that_writes_events_has_its_dossier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer that is kept is read as it was in the campaign: of a match, with both of its games."""
    monkeypatch.chdir(tmp_path)
    command = json.dumps([sys.executable, "-c", REVERSING, "{input}", "{output}"])
    Path("mine.toml").write_text(
        f'name = "mine"\nsystems = ["{KEY}"]\n[pair]\ncommand = {command}\nanswer = "trf"\n', "utf-8"
    )
    axes = ["--axis", "players=4", "--axis", "rounds=2", "--seed", "1", "--workers", "1", "--no-kept"]
    assert main(["campaign", "run", "mine.toml", "-n", "1", *axes, "--store", "c.sqlite"]) == 1
    assert main(["campaign", "show", "c.sqlite", "0", "--round", "2", "--no-reduce", "-o", "dossier"]) == 0
    program, ours = (
        read_answer(Path("dossier", f"{name}.txt").read_bytes(), AnswerForm.PAIRS, 2, 1)
        for name in ("program", "regulation")
    )
    assert {(pair.white, pair.black) for pair in program.pairs} == {(pair.black, pair.white) for pair in ours.pairs}
