"""Readings by name: `--reading ID=KEY` pairs and judges by a side of the register, and the other excuses nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.loops import require_items

import pairproof
from checker.campaigns.configuration import Configuration, Direction
from checker.check import CheckOptions, check_event
from checker.findings import VerificationStatus, gather
from checker.reduction.situation import as_paired
from checker.suite.questions import comparable_answer, load_suite, with_chosen_readings
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import ExitStatus, Verdict
from pairproof.chosen_readings import READINGS, choosable_keys, parse_reading
from pairproof.cli.main import _parser, main
from pairproof.question_requests import BadValueError
from reference_engines.definitions.player_states import RoundStart
from reference_engines.definitions.players import Parity
from reference_engines.frame.systems import engine_for, named_sides
from reference_engines.readings import REGISTER
from reference_engines.team.event import OtherSide
from standings.rules import EDITIONS, READING_FIELDS, determine_rules
from tournaments.model import Event, Player
from tournaments.readings import ChosenReading, Treatment, chosen_readings, follow_readings
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

C13 = "DUTCH-C13-ABSOLUTE=absolute-too"
TOPSCORERS = "DUTCH-TOPSCORER-MAXIMUM=without-virtual-points"
DUTCH_SIDES = [(C13, "strong-or-absolute-preference"), (TOPSCORERS, "topscorers-without-virtual-points")]
WRONG = (Verdict.WORSE, Verdict.LATER_IN_ORDER, Verdict.ILLEGAL)
FACTS = {
    "ROUNDS-UNDECLARED",
    "INITIAL-UNDECLARED",
    "BURSTEIN-ROUNDS",
    "DUBOV-ROUNDS",
    "TEAM-BYE-VALUE",
    "TEAM-FORFEIT-VALUE",
}
"""Entries about facts that a file can declare."""
UNRECORDED = {"TEAM-BYE-UNRECORDED", "TEAM-COLOURS-UNRECORDED"}
"""Likewise, facts that the rows of a file leave out."""
EXAMPLE = str(Path(__file__).parents[2] / "examples" / "harbour_open.trf")


def reading(text: str) -> ChosenReading:
    """Return the chosen reading of a text."""
    identifier, _, key = text.partition("=")
    return ChosenReading(identifier, key)


# --- The register ----------------------------------------------------------------------------------------------------


def test_every_side_that_is_followed_can_be_chosen() -> None:
    """Only facts of an event cannot: its file can declare them."""
    followed = [entry for entry in REGISTER.entries if entry.treatment is Treatment.FOLLOWED]
    for entry in require_items(followed):
        keys = {side.key for side in entry.sides}
        is_fact = entry.identifier in FACTS | UNRECORDED
        assert set(choosable_keys(entry)) == ({entry.default} if is_fact else keys), entry.identifier


@pytest.mark.parametrize(
    ("system", "text", "place", "value"),
    [
        ("dutch-2026", "SPP-2026-08=printed", "parity", Parity.AS_PRINTED),
        ("dutch-2017", "SPP-2026-08=with-granted-byes", "parity", Parity.WITH_GRANTED_BYES),
        ("burstein-2026", "SPP-2026-08=printed", "seeding.parity", Parity.AS_PRINTED),
        ("dubov-1997", "DUBOV97-ALONE=met-all", "readings.alone_by_games", True),
        ("dubov-1997", "DUBOV97-ALONE=met-all", "readings.alone_join_columns", False),
        ("dubov-1997", "DUBOV97-ALONE=joins-columns", "readings.alone_join_columns", True),
        ("dutch-2013", "DUTCH-2013-UPFLOATS=heterogeneous-only", "readings.upfloats.name", "NOT_IF_HOMOGENEOUS"),
        ("team-2026", "TEAM-PARITY=printed", "other_sides", frozenset({OtherSide.PRINTED_NUMBERS})),
        ("team-2026", "TEAM-ROUNDS=one-to-come", "other_sides", frozenset({OtherSide.ONE_ROUND_TO_COME})),
        ("clock-2012", "CLOCK-RESTART=goes-on", "readings.search_restarts", False),
        ("lim-2026", "LIM-DUE=round-parity", "readings.due_by_round", True),
        ("simple-2018", "SIMPLE-COLOURLESS=by-place", "options.colourless_by_place", True),
    ],
)
def test_a_side_changes_the_rules(system: str, text: str, place: str, value: Any) -> None:
    """The rules of a system are those of the chosen side, and the default ones again afterwards."""

    def rule_value() -> Any:
        rules: Any = engine_for(system)
        for name in place.split("."):
            rules = getattr(rules, name)
        return rules

    before = rule_value()
    with follow_readings([reading(text)]):
        assert chosen_readings() == (reading(text),)
        assert rule_value() == value
    assert rule_value() == before
    assert text.startswith("DUBOV97-ALONE=met-all") or before != value


def test_two_entries_of_one_rule_are_followed_together() -> None:
    """The series of the index is that of one entry, and forfeits continue it by the other one."""
    with follow_readings([reading("BURSTEIN-ABSENT=until-latest-round"), reading("BURSTEIN-ABSENT-FORFEIT=continues")]):
        index = engine_for("burstein-2026").index  # type: ignore[attr-defined]  # of the system
    assert (index.series.name, index.forfeits_in_series) == ("UP_TO_THE_LAST_ROUND", True)


@pytest.mark.parametrize("engine", ["", "/literal"])
@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017"])
@pytest.mark.parametrize(("side", "misreading"), DUTCH_SIDES)
def test_sides_of_the_dutch_system_pair_as_misreadings_that_say_the_same(
    side: str, misreading: str, system: str, engine: str
) -> None:
    """The other side pairs the suite's events otherwise, and so does the literal engine."""
    whole = load_suite(system)
    suite = replace(whole, questions=tuple(one for one in whole.questions if misreading in one.shown))
    with follow_readings([reading(side)]):
        asked = {one.identifier: one.pairing for one in with_chosen_readings(suite).questions}
        for question in require_items(suite.questions):
            expected = engine_for(system + engine).open(suite.event(question)).round(question.round_number).expected()
            other = question.answer_of(misreading)
            assert comparable_answer(expected) == comparable_answer(other) != comparable_answer(question.pairing)
            assert comparable_answer(asked[question.identifier]) == comparable_answer(expected)


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017"])
@pytest.mark.parametrize(("side", "misreading"), DUTCH_SIDES)
def test_the_verifier_follows_sides_of_the_dutch_system(side: str, misreading: str, system: str) -> None:
    """What is right by the default is wrong by the other side, and the verifier confirms both accusations."""
    suite = load_suite(system)
    question = next(one for one in suite.questions if misreading in one.shown)
    other = question.answer_of(misreading)
    assert other is not None
    for posted, chosen in ((other, ()), (question.pairing, (reading(side),))):
        event = as_paired(suite.event(question), posted)
        options = CheckOptions(system=system, as_declared=True, verify=True)
        with follow_readings(chosen):
            (found,) = gather(check_event(event, options=options))
        last = found.rounds[-1]
        assert last.verdict in WRONG
        assert last.verification is not None
        assert last.verification.status is VerificationStatus.CONFIRMED


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017"])
@pytest.mark.parametrize(("points", "by_default", "by_points"), [(10, False, False), (11, True, True)])
def test_virtual_points_make_topscorers_by_the_default_side_alone(
    system: str, points: int, by_default: bool, by_points: bool
) -> None:
    """Half of the maximum is not enough, with virtual points by the default side, and without them by the other."""
    rules: Any = engine_for(system)
    with follow_readings([reading(TOPSCORERS)]):
        other: Any = engine_for(system)
    for virtual in (0, 1):
        is_topscorer = [_is_topscorer(one, points=points, virtual=virtual) for one in (rules, other)]
        assert is_topscorer == [by_default or virtual > 0, by_points]


def _is_topscorer(rules: Any, *, points: int, virtual: int) -> bool:
    """Whether a player is a topscorer of the third and last round, by points and virtual points in tenths."""
    event = Event(name="", players=(Player(tpn=1, name="A"),), rounds_recorded=2, rounds_declared=3)
    history = SimpleNamespace(scoring=event.scoring, score=np.array([[0], [0], [points]]))
    start = RoundStart(event=event, history=history, round_number=3, score=np.array([points + virtual]))  # type: ignore[arg-type]
    return bool(rules.definitions.topscorers(start)[0])


@pytest.mark.parametrize("identifier", READING_FIELDS)
def test_readings_of_tie_breaks_are_followed(identifier: str) -> None:
    """The field of the rules has the value of the other side."""
    event = Event(name="", players=(), rounds_recorded=0)
    entry = next(one for one in READINGS if one.identifier == identifier)
    values = []
    for side in (entry.taken, *entry.others):
        with follow_readings([ChosenReading(identifier, side.key)]):
            values.append(getattr(determine_rules(event, edition=EDITIONS[-1]), READING_FIELDS[identifier]))
    assert values == [values[0], not values[0]]


# --- The command line ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("DUTCH-C13-ABSOLUT=absolute-too", "did you mean DUTCH-C13-ABSOLUTE?"),
        ("DUTCH-C13-ABSOLUTE=absolutetoo", "did you mean absolute-too?"),
        ("DUTCH-C13-ABSOLUTE", "write DUTCH-C13-ABSOLUTE=strong-only or DUTCH-C13-ABSOLUTE=absolute-too"),
        ("DUTCH-2017-R9=bars", "DUTCH-2017-R9=bars cannot be followed. It is the text of 2026"),
        ("ROUNDS-UNDECLARED=another-number", "cannot be followed. It is a fact of the event"),
    ],
)
def test_what_cannot_be_chosen_is_wrong_usage(text: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown identifier or key suggests the nearest."""
    with pytest.raises(SystemExit) as ended:
        main(["check", EXAMPLE, "--reading", text])
    assert ended.value.code == ExitStatus.USAGE
    assert words in capsys.readouterr().err
    with pytest.raises(BadValueError):
        parse_reading(text)


@pytest.fixture
def late(tmp_path: Path) -> str:
    """Return a file in which odd and even are those of the printed numbers: player 1 comes late."""
    rows = [f"001 {number:>4}      Player {number}".ljust(80) + f" 0.0 {number:>4}" for number in range(1, 8)]
    entries = ["0000 - Z", "   5 b 1", "   6 w 1", "   7 b 1", "   2 w 0", "   3 b 0", "   4 w 0"]
    file = tmp_path / "late.trf"
    lines = [f"{row:<91}{entry}" for row, entry in zip(rows, entries, strict=True)]
    file.write_text("\n".join(["012 Late", "XXR 5", "XXC white1", "192 FIDE_DUTCH_2026", *lines, ""]), "utf-8")
    return str(file)


def test_the_other_side_is_no_excuse_any_more(late: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By default the round is excused; by the chosen side it is right, or wrong."""
    assert main(["check", late]) == ExitStatus.CONSISTENT
    assert "[ambiguous-rule] Round 1" in capsys.readouterr().out
    assert main(["check", late, "--reading", "SPP-2026-08=printed"]) == ExitStatus.CONSISTENT
    shown = capsys.readouterr().out
    assert shown.startswith("Reading chosen: SPP-2026-08=printed. Which numbers count for odd and even")
    assert "1 of 1 round agrees" in shown
    assert main(["check", late, "--reading", "SPP-2026-08=arrived-players"]) == ExitStatus.DISCREPANCIES
    assert "[colours] Round 1" in capsys.readouterr().out


def test_the_project_chooses_a_reading(
    late: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`[tool.pairproof]` has the option; the command line prevails."""
    folder = Path(late).parent
    (folder / "pairproof.toml").write_text('reading = "SPP-2026-08=arrived-players"\n', "utf-8")
    monkeypatch.chdir(folder)
    assert main(["check", late]) == ExitStatus.DISCREPANCIES
    assert main(["check", late, "--reading", "SPP-2026-08=printed"]) == ExitStatus.CONSISTENT
    capsys.readouterr()


def test_every_report_says_which_readings_were_chosen(late: str, tmp_path: Path) -> None:
    """Record, page, sheet, JUnit, SARIF and Markdown."""
    names = ["run.jsonl", "page.html", "junit.xml", "run.sarif", "summary.md"]
    outputs = [word for name in names for word in ("-o", str(tmp_path / name))]
    chosen = ["--reading", "SPP-2026-08=printed", "--sheet", str(tmp_path / "sheet.html")]
    assert main(["check", late, *chosen, *outputs]) == ExitStatus.CONSISTENT
    header = json.loads((tmp_path / "run.jsonl").read_text("utf-8").splitlines()[0])
    assert header["readings"] == [{"identifier": "SPP-2026-08", "key": "printed"}]
    for name in ("page.html", "sheet.html", "junit.xml", "summary.md"):
        assert "SPP-2026-08=printed" in (tmp_path / name).read_text("utf-8"), name
    assert f"pairproof check {late} --reading=SPP-2026-08=printed" in (tmp_path / "sheet.html").read_text("utf-8")
    again = tmp_path / "again.html"
    assert main(["report", str(tmp_path / "run.jsonl"), "-o", str(again)]) == ExitStatus.CONSISTENT
    assert "Reading chosen: SPP-2026-08=printed" in again.read_text("utf-8")


def test_a_chosen_reading_is_not_the_verifiers(late: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A finding by a side that the verifier does not know is not verified, and is not a fault of ours."""
    assert main(["check", late, "--verify", "--reading", "SPP-2026-08=with-granted-byes"]) == ExitStatus.DISCREPANCIES
    shown = capsys.readouterr().out
    assert "Not verified independently: the verifier does not follow the reading SPP-2026-08=with-granted-byes" in shown
    assert main(["check", late, "--verify", "--reading", "SPP-2026-08=arrived-players"]) == ExitStatus.DISCREPANCIES
    assert "Verified independently: the pairs are equal, and" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "-r", "1", "2"],
        ["why-not", "-r", "1", "2", "3"],
        ["what-if", "-r", "1", "--absent", "3"],
        ["causes"],
        ["standings"],
    ],
)
def test_answers_say_which_reading_they_follow(
    command: list[str], late: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the top of the text, or among the notes of a rank order."""
    name, *words = command
    main([name, late, "--reading", "SPP-2026-08=printed", *words])
    assert "Reading chosen: SPP-2026-08=printed" in capsys.readouterr().out


def test_a_round_is_paired_by_the_reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The list of pairs is all that standard output gets; the note goes to standard error."""
    suite = load_suite("dutch-2026")
    question = next(one for one in suite.questions if "strong-or-absolute-preference" in one.shown)
    file = tmp_path / "event.trf"
    file.write_text(write_trf26(suite.event(question)), "utf-8")
    assert main(["pair", str(file), "--system", "dutch-2026"]) == ExitStatus.CONSISTENT
    default = capsys.readouterr()
    assert main(["pair", str(file), "--system", "dutch-2026", "--reading", C13]) == ExitStatus.CONSISTENT
    other = capsys.readouterr()
    assert other.out != default.out
    assert other.out[0].isdigit()
    assert f"pairproof: Reading chosen: {C13}" in other.err
    file.write_text(write_trf26(as_paired(suite.event(question), question.pairing)), "utf-8")
    assert main(["readings", "--matter", str(file)]) == ExitStatus.CONSISTENT
    assert (
        "DUTCH-C13-ABSOLUTE matters. By 'absolute-too' 3 games are paired differently from the default 'strong-only'."
        in " ".join(capsys.readouterr().out.split())
    )


def test_the_rounds_in_which_a_reading_matters_are_listed(late: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With the side that the posted pairing follows; other entries can be left out."""
    assert main(["readings", "--matter", late]) == ExitStatus.CONSISTENT
    shown = " ".join(capsys.readouterr().out.split())
    assert "Round 1: SPP-2026-08 matters. By 'printed' 3 games are paired differently" in shown
    assert "The posted pairing follows 'printed'." in shown
    assert main(["readings", "DUTCH-C13-ABSOLUTE", "--matter", late]) == ExitStatus.CONSISTENT
    assert capsys.readouterr().out.startswith("No other reading")


NEITHER_PAIRS_NOR_JUDGES = {
    "accelerate": "adds virtual points to a file",
    "anonymise": "changes the names of a file",
    "campaign class": "marks classes of findings",
    "campaign compare": "compares two stores, each with its own readings",
    "campaign event": "makes an event again by the readings of the store",
    "campaign merge": "joins stores with the same readings",
    "campaign report": "reads a store, by the readings of the store",
    "campaign resume": "continues a campaign by the readings of the store",
    "campaign show": "shows a finding by the readings of the store",
    "endorse": "packs a store, by the readings of the store",
    "lint": "looks at the form of files",
    "program": "shows how a program is run, and puts one question to it without judging the answer",
    "readings": "shows the register, and compares all sides of its entries",
    "report": "renders a record, by the readings of the record",
    "systems": "lists editions and articles",
}
"""The commands without the option, and the reason."""


def parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the name and the parser of each command, and of each action of a command."""
    commands = _parser((), has_all=True).actions[0].choices
    for name, command in commands.items():
        actions = command.actions[0].choices if command.actions else {}
        yield from ((f"{name} {action}", parser) for action, parser in actions.items())
        if not actions:
            yield name, command


def test_every_command_that_pairs_or_judges_follows_readings() -> None:
    """A new command has the option, or stands in the list with its reason; nothing in the list has it."""
    found = {name: "--reading" in command.all_options for name, command in parsers()}
    reasons = {
        name: NEITHER_PAIRS_NOR_JUDGES.get(name, NEITHER_PAIRS_NOR_JUDGES.get(name.split()[0])) for name in found
    }
    assert {name for name, has_option in found.items() if not has_option} == {name for name in found if reasons[name]}
    assert {name.split()[0] for name in found} | set(found) >= set(NEITHER_PAIRS_NOR_JUDGES)


@pytest.mark.parametrize(
    "name", ["check", "check_event", "pair", "explain", "why_not", "what_if", "causes", "assert_pairs"]
)
def test_every_function_that_pairs_or_judges_follows_readings(name: str) -> None:
    """The parameter has one name everywhere, and takes the texts of the command line."""
    assert signature(getattr(pairproof, name)).parameters["readings"].default == ()


def test_functions_follow_named_readings(late: str) -> None:
    """The record names them; the rules are the default ones again afterwards."""
    event = pairproof.read_event(Path(late)).event
    assert event is not None
    before = cut_before_round(event, 1, 1)
    printed, arrived = ["SPP-2026-08=printed"], ["SPP-2026-08=arrived-players"]
    assert [pairproof.check(late, readings=one).exit_status for one in ([], printed, arrived)] == [0, 0, 1]
    assert pairproof.check(late, readings=printed).header.readings == (reading(printed[0]),)
    assert [pairproof.check_event(event, readings=one).rounds[0].verdict for one in (printed, arrived)] == [
        Verdict.AGREE,
        Verdict.COLOURS,
    ]
    games = [pairproof.pair(before, readings=one).pairs for one in (printed, [], arrived)]
    assert games[0] != games[1] == games[2]
    explained = [pairproof.explain(event, 1, 2, readings=one).game for one in (printed, arrived)]
    assert explained[0] != explained[1]
    chosen = [pairproof.why_not(event, 1, 2, 3, readings=one).chosen.pairs for one in (printed, arrived)]
    assert chosen[0] != chosen[1]
    assert [pairproof.causes(event, changes=0, readings=one).discrepant for one in (printed, arrived)] == [0, 1]
    absent = pairproof.Supposition(absent=(7,))
    supposed = [pairproof.what_if(event, 1, absent, readings=one) for one in (printed, arrived)]
    assert supposed[0] != supposed[1]
    assert chosen_readings() == ()
    with pytest.raises(ValueError, match="did you mean printed"):
        pairproof.pair(before, readings=["SPP-2026-08=print"])


def test_a_batch_is_paired_by_the_reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Worker processes follow it, too, and the manifest names it."""
    due, texts = "LIM-DUE=round-parity", {}
    batch = [
        "-n",
        "5",
        "--seed",
        "3",
        "--system",
        "lim-2026",
        "--players",
        "9..12",
        "--rounds",
        "7",
        "--profile",
        "mixed",
    ]
    for name, options in (("default", []), ("one", ["-j", "1"]), ("many", ["-j", "2"])):
        chosen = ["--reading", due, *options] if options else []
        assert main(["generate", *batch, "-o", str(tmp_path / name), *chosen]) == ExitStatus.CONSISTENT
        assert (f"Reading chosen: {due}" in capsys.readouterr().err) is bool(chosen)
        texts[name] = [file.read_text("utf-8") for file in sorted((tmp_path / name).glob("*.trf"))]
        manifest = json.loads((tmp_path / name / "manifest.jsonl").read_text("utf-8").splitlines()[0])
        assert manifest.get("readings", []) == ([due] if chosen else [])
    assert texts["one"] == texts["many"] != texts["default"]


def test_an_event_is_reduced_by_the_reading(late: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the reading that the posted pairing follows, nothing is wrong."""
    words = ["reduce", late, "-r", "1", "--questions", "5", "-o", str(tmp_path / "reduced.jsonl")]
    assert main([*words, "--reading", "SPP-2026-08=printed"]) == ExitStatus.CONSISTENT
    assert "Reading chosen" not in capsys.readouterr().out
    assert main([*words, "--reading", "SPP-2026-08=arrived-players"]) == ExitStatus.DISCREPANCIES
    assert "Reading chosen: SPP-2026-08=arrived-players" in capsys.readouterr().out
    header = json.loads((tmp_path / "reduced.jsonl").read_text("utf-8").splitlines()[0])
    assert header["readings"] == ["SPP-2026-08=arrived-players"]


def test_a_campaign_keeps_its_readings() -> None:
    """They are part of its configuration; that of an earlier version has none."""
    plain = Configuration(direction=Direction.PAIR, programs=("a",), seed=1)
    chosen = Configuration(direction=Direction.PAIR, programs=("a",), seed=1, readings=(C13,))
    assert "readings" not in plain.as_json()
    assert [Configuration.from_json(one.as_json()) for one in (plain, chosen)] == [plain, chosen]
    assert chosen.chosen_readings == (reading(C13),)


def test_named_sides_are_those_of_the_register() -> None:
    """Each change has the key of a side that is not the default."""
    for text in require_items(named_sides(engine_for("dubov-1997"))):
        entry = REGISTER.find(text.identifier)
        assert text.key in {side.key for side in entry.others}
