"""Other people's programs: described, run within limits, understood, and never trusted."""

from __future__ import annotations

import random
import re
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from checker.errors import RequestError
from checker.planting import PlantedError, plant, recorded_pairing
from checker.programs.command import CommandProgram, file_for
from checker.programs.description import CheckCommand, Description, Input, PairCommand, Source, read_description
from checker.programs.process_run import Limits
from checker.programs.program import AnswerForm, FailureKind, ProgramError
from checker.programs.smoke import same, smoke
from checker.programs.specs import CallableProgram, FilesProgram, described, names_of_descriptions, open_program
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import PLAIN, Frequency, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.model import Dialect, Event
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

CAST = Path(__file__).parent.parent / "support" / "programs" / "cast.py"
QUICK = Limits(seconds=20.0)
HASTY = Limits(seconds=0.3)


NINE = replace(PLAIN, players=Span(9, 9), rounds=Span(6, 6))


@pytest.fixture(scope="module")
def event() -> Event:
    """Return an event of nine players with a bye in every round, whose last round the editions pair differently."""
    return Batch(seed=5, axes=NINE).play(1).event


def actor(vice: str, limits: Limits = QUICK, note: Path | None = None) -> CommandProgram:
    """Return a member of the cast as a program."""
    command = (sys.executable, str(CAST), vice, "{input}", "{output}", *([str(note)] if note else []))
    pair = PairCommand(command=command, no_legal_pairing_status=(17,))
    return CommandProgram(Description(name=vice, input=Input(dialect=Dialect.TRF26), pair=pair, limits=limits))


@pytest.mark.parametrize(
    ("vice", "verdicts"),
    [
        ("honest", {Verdict.AGREE}),
        ("leaves-a-child", {Verdict.AGREE}),
        ("swaps-colours", {Verdict.COLOURS}),
        ("second-bye", {Verdict.ILLEGAL}),
        ("repeats-games", {Verdict.ILLEGAL}),
        ("always-natural", {Verdict.ILLEGAL, Verdict.WORSE, Verdict.LATER_IN_ORDER}),
        ("edition-behind", {Verdict.ILLEGAL, Verdict.WORSE, Verdict.LATER_IN_ORDER}),
    ],
)
def test_every_pairing_of_a_program_gets_a_verdict(event: Event, vice: str, verdicts: set[Verdict]) -> None:
    """Judged as if it were recorded."""
    number = event.rounds_recorded
    asked = cut_before_round(event, number)
    answer = actor(vice).pair(asked, number)
    prepared = engine_for("dutch-2026").open(asked)
    assert judge_pairing(prepared, number, answer, RoundContext(event="asked")).verdict in verdicts


def test_a_program_that_pairs_the_absent_is_found_out() -> None:
    """They asked for a bye."""
    away = replace(NINE, zero_point_byes=Frequency(number=Span(2, 2)))
    asked = cut_before_round(Batch(seed=5, axes=away).play(0).event, 2)
    answer = actor("pairs-the-absent").pair(asked, 2)
    finding = judge_pairing(engine_for("dutch-2026").open(asked), 2, answer, RoundContext(event="asked"))
    assert finding.verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(
    ("vice", "kind", "detail"),
    [
        ("crashes", FailureKind.CRASHED, "signal 6"),
        ("fails-after-all", FailureKind.CRASHED, "exit status 3"),
        ("hangs", FailureKind.TIMED_OUT, "0.3 seconds"),
        ("floods", FailureKind.FLOODED, "more than 1000000 bytes on a stream"),
        ("floods-a-file", FailureKind.FLOODED, ""),
        ("eats-memory", FailureKind.OUT_OF_MEMORY, "MemoryError"),
        ("silent", FailureKind.SILENT, "no answer, exit status 0"),
        ("empty", FailureKind.SILENT, "no answer, exit status 0"),
        ("garbage", FailureKind.GARBLED, "not UTF-8"),
        ("half-a-file", FailureKind.GARBLED, "3 lines are announced, 2 are there"),
        ("two-byes", FailureKind.GARBLED, "2 players have the bye: 1, 2"),
        ("unheard-of", FailureKind.CRASHED, "KeyError"),
    ],
)
def test_a_failing_program_ends_in_a_clear_error(event: Event, vice: str, kind: FailureKind, detail: str) -> None:
    """Its kind and a line of evidence; the next question is asked all the same."""
    memory = 5 * 10**8 if vice == "eats-memory" else 4 * 10**9
    limits = HASTY if vice == "hangs" else Limits(seconds=20.0, output_bytes=10**6, memory_bytes=memory)
    program = actor(vice, limits)
    for _ in range(2):
        with pytest.raises(ProgramError) as caught:
            program.pair(cut_before_round(event, 2), 2)
        assert caught.value.kind is kind
        assert detail in caught.value.detail


def test_no_legal_pairing_is_an_answer(event: Event) -> None:
    """By the exit status that the description names."""
    with pytest.raises(NoLegalPairingError):
        actor("no-legal-pairing").pair(cut_before_round(event, 2), 2)


def is_alive(process: int) -> bool:
    """Whether a process runs; one that is dead and waits to be buried has no command line."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except OSError:
        return False


def vanishes(note: Path) -> bool:
    """Whether the process of that number ends; a signal takes its time."""
    process = int(note.read_text())
    for _ in range(500):
        if not is_alive(process):
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("vice", ["leaves-a-child", "leaves-a-daemon"])
def test_a_child_that_is_left_behind_is_ended(event: Event, tmp_path: Path, vice: str) -> None:
    """In the group of the program or in a prepared of its own; what was answered is judged."""
    note = tmp_path / "note"
    answer = actor(vice, note=note).pair(cut_before_round(event, 2), 2)
    assert same(answer, recorded_pairing(event, 2))
    assert vanishes(note)


@pytest.mark.parametrize("vice", ["hangs-with-a-child", "hangs-with-a-daemon"])
def test_a_program_that_hangs_is_ended_with_its_children(event: Event, tmp_path: Path, vice: str) -> None:
    """When its time is over, that of all has come."""
    note = tmp_path / "note"
    with pytest.raises(ProgramError) as caught:
        actor(vice, Limits(seconds=0.8), note).pair(cut_before_round(event, 2), 2)
    assert caught.value.kind is FailureKind.TIMED_OUT
    assert vanishes(note)


CROWD = """
import os, sys, time
for child in range(5):
    if os.fork() == 0:
        hoard = b"x" * 80_000_000
        time.sleep(3600)
time.sleep(3600)
"""
HEAP = """
import time
for number in range(20):
    open(f"file{number}", "wb").write(bytes(90_000))
time.sleep(3600)
"""


@pytest.mark.parametrize(
    ("script", "limits", "kind"),
    [
        (CROWD, Limits(seconds=20.0, memory_bytes=250_000_000), FailureKind.OUT_OF_MEMORY),
        (HEAP, Limits(seconds=20.0, output_bytes=1_000_000), FailureKind.FLOODED),
        ("import os; os.close(1); os.close(2);" + HEAP, Limits(seconds=20.0, output_bytes=10**6), FailureKind.FLOODED),
    ],
    ids=["processes", "files", "files-in-silence"],
)
def test_many_small_ones_add_up(event: Event, script: str, limits: Limits, kind: FailureKind) -> None:
    """Each process and each file is within the limits; all of them together are not."""
    pair = PairCommand(command=(sys.executable, "-c", script))
    with pytest.raises(ProgramError) as caught:
        CommandProgram(Description(name="crowd", pair=pair, limits=limits)).pair(cut_before_round(event, 2), 2)
    assert caught.value.kind is kind


def test_a_program_that_answers_with_the_event_as_it_was_answers_for_the_wrong_round(event: Event) -> None:
    """The round that it adds is missing."""
    copies = "import shutil, sys; shutil.copy(*sys.argv[1:])"
    pair = PairCommand(command=(sys.executable, "-c", copies, "{input}", "{output}"), answer=AnswerForm.TRF)
    with pytest.raises(ProgramError, match="1 rounds are recorded, round 2 was asked for") as caught:
        CommandProgram(Description(name="copies", pair=pair)).pair(cut_before_round(event, 2), 2)
    assert caught.value.kind is FailureKind.WRONG_ROUND


def test_a_missing_program_is_reported_at_once() -> None:
    """Before any event is asked about."""
    with pytest.raises(ProgramError, match="there is no /nowhere; write its path, as in NAME=PATH"):
        open_program("bbp6=/nowhere")


# --- checkers ---------------------------------------------------------------------------------------------------------


def checker(script: str, limits: Limits = QUICK) -> CommandProgram:
    """Return a checker that prints what a line of Python prints."""
    command = (sys.executable, "-c", script, "{input}")
    check = CheckCommand(command=command, round=r"Round #(\d+)", wrong="differs", failed="cannot read")
    return CommandProgram(Description(name="checker", check=check, limits=limits))


def test_a_checkers_verdict_is_read_from_its_words(event: Event) -> None:
    """The exit status does not matter."""
    rounds = range(1, event.rounds_recorded + 1)
    said = "".join(f"print('Round #{number}{' differs' if number == 3 else ''}');" for number in rounds)
    assert checker(said).check(event).wrong_rounds == {3}
    assert checker(said + "raise SystemExit(9)").check(event).wrong_rounds == {3}
    assert "differs" in checker(said).check(event).excerpt


@pytest.mark.parametrize(("script", "wrong"), [("print('Rank order: 3 and 4')", True), ("pass", False)])
def test_a_checkers_verdict_on_the_rank_order_is_read_from_its_words(event: Event, script: str, wrong: bool) -> None:
    """If the description has words for it, and then the program claims to judge rank orders."""
    rounds = "".join(f"print('Round #{number}');" for number in range(1, event.rounds_recorded + 1))
    description = checker(rounds + script)._description  # noqa: SLF001 - of a program that the test made
    assert description.check is not None
    check = replace(description.check, wrong_standings="Rank order")
    judging = CommandProgram(replace(description, check=check))

    assert judging.check(event).wrong_standings is wrong
    assert judging.claims.standings
    assert checker(rounds + script).check(event).wrong_standings is None
    assert not checker(rounds).claims.standings


def test_rounds_may_be_reported_on_both_streams(event: Event) -> None:
    """Some checkers warn of what differs on standard error, and tell what matches on standard output."""
    script = (
        "import sys\nfor number in range(1, 10): print('round', number, file=sys.stderr if number == 3 else sys.stdout)"
    )
    said = Description(
        name="two-tongued",
        check=CheckCommand(
            command=(sys.executable, "-c", script), read=Source.BOTH, round=r"round (\d+)", wrong="round 3"
        ),
    )
    assert CommandProgram(said).check(event).wrong_rounds == {3}


def test_the_description_of_ainalrami_reads_its_words() -> None:
    """As its version 0.10 prints them: what matches, what differs in pairs, in colours, or has no pairing."""
    asked = described("ainalrami").check
    assert asked is not None
    assert asked.read is Source.BOTH
    lines = {
        "    round 1: matches": False,
        "    round 2: matches (same pairing, different colours)": True,
        "warning: round 3: DIFFERS": True,
        "warning: round 4: this engine finds no legal pairing at all — none": True,
    }
    for number, (line, is_wrong) in enumerate(lines.items(), start=1):
        found = re.search(asked.round, line)
        assert found is not None
        assert found[1] == str(number)
        assert bool(re.search(asked.wrong, line)) == is_wrong
    assert re.search(asked.round, "==> 3/4 round(s) match this engine's own pairing — 1 differ") is None


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("pass", FailureKind.SILENT),
        ("print('Round #1')", FailureKind.SILENT),
        ("print('cannot read')", FailureKind.CRASHED),
        ("raise SystemExit(4)", FailureKind.CRASHED),
    ],
)
def test_a_checker_that_says_nothing_of_a_round_has_not_checked_it(
    event: Event, script: str, kind: FailureKind
) -> None:
    """Silence is not a verdict."""
    with pytest.raises(ProgramError) as caught:
        checker(script).check(event)
    assert caught.value.kind is kind


def test_a_checker_that_misses_errors_is_refused() -> None:
    """The smoke test shows it clean events and errors; one that approves of everything cannot be used."""
    approves = checker("print(*(f'Round #{number}' for number in range(1, 20)), sep='\\n')")
    report = smoke(approves, ("dutch-2026",))
    assert report.has_checker
    assert not report.can_check
    assert {check.error for check in report.checks if not check.is_right} == set(PlantedError)


# --- other transports -------------------------------------------------------------------------------------------------


def answers_rightly(event: Event, round_number: int) -> RoundPairing:
    """Pair with the engine."""
    return engine_for("dutch-2026").open(event).round(round_number).expected()


def answers_nonsense(_event: Event, round_number: int) -> object:
    """Fail, or answer with a number."""
    return 1 // (round_number - 1)


def test_a_python_function_is_a_program(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named by module and function; its exceptions are crashes."""
    monkeypatch.setitem(sys.modules, "functions", sys.modules[__name__])
    program = CallableProgram("functions:answers_rightly")
    assert same(program.pair(cut_before_round(event, 3), 3), recorded_pairing(event, 3))
    nonsense = CallableProgram("functions:answers_nonsense")
    for number, kind in ((1, FailureKind.CRASHED), (2, FailureKind.GARBLED)):
        with pytest.raises(ProgramError) as caught:
            nonsense.pair(cut_before_round(event, number), number)
        assert caught.value.kind is kind
    with pytest.raises(ProgramError, match="nobody"):
        CallableProgram("functions:nobody")


def test_a_folder_of_events_is_a_program(event: Event, tmp_path: Path) -> None:
    """The events that a program has written are read file by file."""
    for name in ("a.trf", "b.trf"):
        (tmp_path / name).write_text(write_trf26(event), "utf-8")
    (tmp_path / "c.trf").write_text("nonsense", "utf-8")
    program = FilesProgram(str(tmp_path))
    assert len(program) == 3
    assert program.generate(1).rounds_recorded == event.rounds_recorded
    for seed, kind in ((2, FailureKind.GARBLED), (3, FailureKind.SILENT)):
        with pytest.raises(ProgramError) as caught:
            program.generate(seed)
        assert caught.value.kind is kind


# --- descriptions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names_of_descriptions())
def test_the_descriptions_of_the_product_can_be_read(name: str) -> None:
    """Each names its systems and says how to pair."""
    description = described(name)
    assert description.systems
    assert description.pair is not None


def test_py4swiss_works_out_of_the_box() -> None:
    """A real engine: every round of small events as the regulation of 2017 asks."""
    program = open_program(f"py4swiss={Path(sys.executable).parent / 'py4swiss'}")
    event = Batch(seed=2, axes=PLAIN, system="dutch-2017").play(1).event
    assert same(program.pair(cut_before_round(event, 2), 2), recorded_pairing(event, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "name: every program has one"),
        ("name = ", "not valid TOML: line 1"),
        ('name = "x"\nplay = 1', "play is unknown; permitted are name, program"),
        ('name = "x"\n[pair]\ncomand = []', "pair.comand is unknown; permitted are command"),
        ('name = "x"\n[pair]\nanswer = "pairs"', "[pair]: missing 1 required keyword-only argument: 'command'"),
        ('name = "x"\npair = 3', "pair: a table [pair] is expected"),
        ('name = "x"\n[pair]\ncommand = "run"', "pair.command: 'run' is not a list of texts"),
        ('name = "x"\n[pair]\ncommand = ["{inptu}"]', "{inptu} is unknown; placeholders are program, runner, folder"),
        ('name = "x"\n[pair]\ncommand = ["a"]\nanswer = "xml"', "pair.answer: 'xml' is none of pairs, trf, json"),
        ('name = "x"\n[input]\nline_end = "nl"', "input.line_end: 'nl' is none of lf, crlf, cr"),
        ('name = "x"\n[limits]\nseconds = -1', "limits.seconds: -1 is below 0"),
        ('name = "x"\n[limits]\nseconds = "long"', "limits.seconds: 'long' is not a valid float"),
        ('name = "x"\nboards = 1', "boards: 1 is not a valid bool"),
        ('name = "x"\nboards = true\n[pair]\ncommand = ["a"]\nanswer = "trf"', "boards: an event with the round added"),
        ('name = "x"\n[check]\ncommand = ["a"]\nround = "("\nwrong = "b"', "check.round: no regular expression"),
    ],
)
def test_a_faulty_description_is_refused(text: str, message: str) -> None:
    """The message names the key, what was found, and what is permitted."""
    with pytest.raises(RequestError) as caught:
        read_description(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("answer", ["pairs", "json"])
def test_a_description_may_say_that_the_order_of_the_boards_counts(answer: str) -> None:
    """The order counts only if the description says so, and then the program claims it."""
    text = f'name = "x"\n[pair]\ncommand = ["a"]\nanswer = "{answer}"'
    for written, boards in ((text, False), (f"boards = true\n{text}", True)):
        assert CommandProgram(read_description(written), sys.executable).claims.boards is boards


def test_a_program_gets_files_in_its_own_form(event: Event) -> None:
    """Code, text, records left out, encoding; points follow from the rows."""
    form = Input(dialect=Dialect.TRF26, system_code="", system_text="Swiss", without=("152",), encoding="latin-1")
    text = file_for(cut_before_round(event, 3), form).decode("latin-1")
    assert "\n192" not in text
    assert "\n092 Swiss\n" in text
    assert "\n152" not in text
    read = parse_event(text.encode(), source="given").event
    assert read is not None
    assert read.rounds_recorded == 2
    with pytest.raises(ProgramError, match="encoding ascii"):
        file_for(Event(players=event.players, rounds_recorded=0, name="Ł"), Input(encoding="ascii"))


def test_an_error_without_a_place_is_not_planted(event: Event) -> None:
    """No round, no error."""
    assert plant(cut_before_round(event, 1), PlantedError.REPEATED_GAME, random.Random(1)) is None
