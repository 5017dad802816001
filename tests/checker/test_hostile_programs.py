"""Programs that mean harm, or might as well: what they say and leave costs a question, and nothing else."""

from __future__ import annotations

import math
import os
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.campaigns import configuration, store_of

from checker.campaigns.outcomes import NOT_JUDGED, Score
from checker.campaigns.store import open_store
from checker.campaigns.work import run_campaign
from checker.planting import recorded_pairing
from checker.programs.command import CommandProgram, ResidentProgram
from checker.programs.description import Description, Input, PairCommand, Source
from checker.programs.process_run import Limits
from checker.programs.program import CheckerAnswer, FailureKind, Identity, ProgramError
from checker.programs.safe_text import UnsoundError, escape_line, harmless, parsed
from checker.programs.smoke import Trial, event_of, same
from checker.programs.specs import FilesProgram, open_program
from checker.verdicts.team_events import cut_before_round
from tournaments.model import Dialect
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from tournaments.model import Event

PROGRAMS = Path(__file__).parents[1] / "support" / "programs"
PAGE = (PROGRAMS / "README.md").read_text("utf-8")
CAST = PROGRAMS / "cast.py"
HOSTILE = f"resident:{sys.executable} -S -E {PROGRAMS / 'resident_hostile.py'}"
LIMITS = Limits(seconds=20.0, output_bytes=3_000_000)
ODD = {"\x00", "\x1b", "\r", "\n", "\u202e", "\u2028"}


@pytest.fixture(scope="module")
def event() -> Event:
    """Return a plain event of five rounds."""
    return event_of(Trial.PLAIN, "dutch-2026", 4)


def actor(vice: str, *also: str, limits: Limits = LIMITS) -> CommandProgram:
    """Return a member of the cast as a program."""
    command = (sys.executable, str(CAST), vice, "{input}", "{output}", *also)
    pair = PairCommand(command=command)
    return CommandProgram(Description(name=vice, input=Input(dialect=Dialect.TRF26), pair=pair, limits=limits))


def failure_of(program: CommandProgram | ResidentProgram, event: Event, number: int = 2) -> ProgramError:
    """Ask for a pairing that fails; return how."""
    with pytest.raises(ProgramError) as caught:
        program.pair(cut_before_round(event, number), number)
    return caught.value


# --- files that are none ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vice", "kind", "detail"),
    [
        ("answers-by-pipe", FailureKind.GARBLED, "output is a named pipe, not a regular file"),
        ("answers-by-endless-link", FailureKind.GARBLED, "output is a link, not a regular file"),
        ("answers-by-link", FailureKind.GARBLED, "output is a link, not a regular file"),
        ("answers-by-socket", FailureKind.GARBLED, "output is a socket, not a regular file"),
        ("answers-by-directory", FailureKind.GARBLED, "output is a directory, not a regular file"),
    ],
)
def test_only_a_regular_file_is_an_answer(event: Event, vice: str, kind: FailureKind, detail: str) -> None:
    """Nothing else is opened, waited for or read; the failure says what was there."""
    failure = failure_of(actor(vice), event)
    assert (failure.kind, failure.detail) == (kind, detail)


def test_a_folder_that_was_exchanged_for_a_link_is_not_followed(event: Event, tmp_path: Path) -> None:
    """The answer behind the link is not the program's; what lies there is left alone."""
    other = tmp_path / "other"
    failure = failure_of(actor("exchanges-its-folder", str(other)), event)
    assert failure.kind is FailureKind.SILENT
    assert (other / "output").is_file()


def test_a_file_that_grows_is_not_read_without_end(event: Event) -> None:
    """No more is read than a file may hold, even if more is written meanwhile, and the writer is ended."""
    limits = replace(LIMITS, output_bytes=50_000)
    failure = failure_of(actor("grows", limits=limits), event)
    assert failure.kind is FailureKind.FLOODED


@pytest.mark.parametrize("vice", ["digs", "locks-up"])
def test_whatever_a_program_leaves_is_removed(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, vice: str
) -> None:
    """A thousand nested folders, locked ones, names that are not text; the answer counts."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert same(actor(vice).pair(cut_before_round(event, 2), 2), recorded_pairing(event, 2))
    assert list(tmp_path.iterdir()) == []


def test_a_program_that_digs_for_a_while_is_still_measured(event: Event) -> None:
    """Its files count at whatever depth, and measuring them takes no depth of ours."""
    script = (
        "import os, time\nfor _ in range(1100): os.mkdir('d'); os.chdir('d')\n"
        "for name in 'abc': open(name, 'wb').write(bytes(90_000))\ntime.sleep(60)"
    )
    pair = PairCommand(command=(sys.executable, "-c", script))
    limits = replace(LIMITS, output_bytes=100_000)
    failure = failure_of(CommandProgram(Description(name="digs", pair=pair, limits=limits)), event)
    assert (failure.kind, failure.detail) == (FailureKind.FLOODED, "more than 100000 bytes in its files")


def test_a_programs_last_output_is_shown_escaped_and_shortened(event: Event) -> None:
    """A terminal obeys nothing of it."""
    failure = failure_of(actor("speaks-in-escapes"), event)
    assert failure.kind is FailureKind.CRASHED
    assert len(failure.detail) <= 300
    assert not ODD & set(failure.detail)


def test_a_version_is_one_short_harmless_line() -> None:
    """Wherever it comes from."""
    words = (sys.executable, "-c", "print('\\x1b]0;title\\x07' + 'v' * 10**6)")
    program = CommandProgram(Description(name="loud\x1b", version=words))
    assert program.identity.version.startswith("\\x1b]0;title\\x07vvv")
    assert len(program.identity.version) <= 80
    assert Identity(name="a\x00b" * 1000, version="\ud800").version == "\\ud800"
    assert (
        CheckerAnswer(wrong_rounds=frozenset(), excerpt="round 1\nis \x1b[1mwrong").excerpt
        == "round 1\nis \\x1b[1mwrong"
    )


def test_files_of_a_folder_are_regular_or_a_failure_each(event: Event, tmp_path: Path) -> None:
    """Each keeps its number: a link, a named pipe, a name that is not text, and a regular file."""
    outside = tmp_path / "outside.trf"
    outside.write_text(write_trf26(event), "utf-8")
    folder = tmp_path / "events"
    folder.mkdir()
    (folder / "a.trf").symlink_to(outside)
    os.mkfifo(folder / "b.trf")
    (folder / "c.trf").symlink_to("/dev/zero")
    Path(os.fsdecode(os.fsencode(folder) + b"/d\xff.trf")).write_text("nonsense")
    (folder / "e.trf").write_text(write_trf26(event), "utf-8")
    program = FilesProgram(str(folder))
    assert len(program) == 5
    for number, said in enumerate(("a link", "a named pipe", "a link", "\\udcff.trf")):
        with pytest.raises(ProgramError) as caught:
            program.generate(number)
        assert said in caught.value.detail
        assert caught.value.kind is FailureKind.GARBLED
    assert program.generate(4).rounds_recorded == event.rounds_recorded


# --- words that are none ----------------------------------------------------------------------------------------------

SAID = {
    "half-a-character": "a text holds half a character (\\ud800)",
    "half-a-character-in-a-key": "a text holds half a character (\\udfff)",
    "half-a-character-deep": "a text holds half a character (\\ud800)",
    "half-a-character-in-its-reason": "a text holds half a character (\\ud800)",
    "half-a-character-in-its-error": "a text holds half a character (\\ud800)",
    "beyond-64-bits": "a number does not fit into 64 bits",
    "beyond-64-bits-below-nought": "a number does not fit into 64 bits",
    "number-without-end": "not JSON: Exceeds the limit",
    "not-a-number": "NaN is not a finite number",
    "infinite": "-Infinity is not a finite number",
    "larger-than-a-float": "a number beyond all bounds is not a finite number",
    "fraction": "[1.0, 2.0] is not two numbers",
    "fraction-for-a-round": "round 1.0 is not a number",
    "truth": "[True, 2] is not two numbers",
    "truth-for-a-bye": "bye True is not a number",
    "text": "['1', '2'] is not two numbers",
    "nested": "lists or objects are nested more than 32 deep",
    "nested-without-end": "lists or objects are nested more than 32 deep",
    "ten-thousand-pairs": "10000 pairs, and no event has more than 9999",
    "huge-text": "x" * 80,
    "control-characters": "\\x00\\x1b[2J\\u202e",
    "raw-bytes": "is not UTF-8",
}


@pytest.mark.parametrize("vice", SAID)
def test_a_hostile_answer_costs_its_questions_and_the_campaign_goes_on(tmp_path: Path, vice: str) -> None:
    """Each with a clear reason; the others are judged, the store holds it, and nothing remains to be done."""
    path = tmp_path / "s.sqlite"
    settings = configuration(f"{HOSTILE} {vice} 1")
    with store_of(path, settings, (0, 2)) as store:
        list(run_campaign(store, workers=0))
    with open_store(path) as store:
        outcomes = list(store.outcomes())
        assert (store.remaining(), len(outcomes)) == ([], 2)
        (known,) = store.programs
    for outcome in outcomes:
        (failure,) = outcome.failures
        assert failure.round_number == 1
        assert failure.kind in (FailureKind.GARBLED.value, FailureKind.UNSUPPORTED.value)
        assert SAID[vice] in failure.detail
        assert len(failure.detail) <= 300
        assert not ODD & set(failure.detail)
        assert {finding.score for finding in outcome.findings} == {Score.DISCREPANT}
    assert known.name.startswith("\\x1b[31mHostile\\x00!!!")
    assert (len(known.name), known.version) == (80, "\\u202e1 2")


@pytest.mark.parametrize(
    "answer",
    ['{"wrong_rounds": [true]}', '{"wrong_rounds": [1.0]}', '{"wrong_rounds": [0]}', '{"wrong_rounds": [1000]}'],
)
def test_a_checker_objects_to_rounds_that_can_be(event: Event, answer: str) -> None:
    """Any other answer is garbled."""
    script = (
        "import json, sys\nfor line in sys.stdin:\n asked = json.loads(line)\n"
        f" print(json.dumps({{'id': asked['id'], **json.loads('{answer}')}}), flush=True)"
    )
    program = ResidentProgram([sys.executable, "-S", "-E", "-c", script], LIMITS)
    with closing(program), pytest.raises(ProgramError, match="numbers from 1 to 999"):
        program.check(event)


@pytest.mark.parametrize("output", ["\ufeff", "\u3000\n\u2003", "\ufeff\x1c"])
def test_a_list_of_nothing_is_silence(event: Event, output: str) -> None:
    """Also if it is made of characters that look like nothing."""
    script = f"import sys; sys.stdout.buffer.write({output.encode()!r})"
    pair = PairCommand(command=(sys.executable, "-c", script), read=Source.STDOUT)
    assert failure_of(CommandProgram(Description(name="nothing", pair=pair)), event).kind is FailureKind.SILENT


def test_a_program_whose_path_is_not_text_can_be_run_and_resumed(tmp_path: Path) -> None:
    """A folder of events whose name is not UTF-8."""
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/events\xff"))
    folder.mkdir()
    (folder / "a.trf").write_text("nonsense")
    path = tmp_path / "s.sqlite"
    store_of(path, configuration(f"files:{folder}"), (0, 1)).close()
    with open_store(path) as store:
        (known,) = store.programs
        assert len(open_program(known.spec)) == 1  # type: ignore[arg-type]  # of files there is a number
        assert known.transport.endswith("events\\udcff")


# --- the door itself --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'\xef\xbb\xbf{"a": [1, -9223372036854775807, 2.5, null, true]}', {"a": [1, 1 - 2**63, 2.5, None, True]}),
        ('"Müller \\ud83d\\ude00 \u200d"'.encode(), "Müller 😀 \u200d"),
        (b"[" * 31 + b"0" + b"]" * 31, None),
    ],
)
def test_usable_json_is_accepted(text: bytes, value: object) -> None:
    """Also a pair of surrogates, which is one character, and lists of great depth."""
    found = parsed(text)
    assert found == value or (value is None and len(found) == 1)


@pytest.mark.parametrize(
    "text", [b"[" * 32 + b"0" + b"]" * 32, b"9223372036854775808", b'"\\ude00\\ud83d"', b"", b"[1,]"]
)
def test_unsound_json_is_refused(text: bytes) -> None:
    """One level or one number more, the halves of a character the wrong way round, no JSON."""
    with pytest.raises(UnsoundError):
        parsed(text)


def test_texts_are_cut_where_they_are_too_long_and_not_before() -> None:
    """The cut is visible, and counts."""
    assert escape_line("x" * 10, 10) == "x" * 10
    assert escape_line("x" * 11, 10) == "x" * 9 + "…"
    assert escape_line(" a \t\n b ", 10) == "a b"
    assert harmless("a\r\nb\tc\rd", 20) == "a\nb\tc\nd"
    assert escape_line("न\u200dक \u200f", 20) == "न\u200dक \\u200f"
    assert math.isclose(len(escape_line("\x00" * 1000, 100)), 100)


# --- the page ---------------------------------------------------------------------------------------------------------


def test_every_member_of_the_cast_has_its_promise_on_the_page() -> None:
    """Every behaviour tried here is promised there."""
    import runpy  # noqa: PLC0415 - this test only

    vices = set(runpy.run_path(str(CAST))["VICES"]) - {"speaks-in-escapes"} | {"speaks-in-escapes", *SAID}
    assert not [vice for vice in sorted(vices) if f"`{vice}`" not in PAGE]


def test_an_error_of_ours_is_not_called_the_programs() -> None:
    """The kinds differ."""
    assert NOT_JUDGED not in {kind.value for kind in FailureKind}
