"""Events are checked round by round, and nothing is passed over in silence."""

from __future__ import annotations

import datetime as dt
import gc
import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.events import event as recorded_event
from support.toy import Resolved, ToyEngine, ToyEvent, event_of, games, paired_properly
from support.toy_cast import Clumsy, Dizzy, Talkative, fall_over, refuse

from checker.check import CheckOptions, check_event, check_file, check_files
from checker.findings import EventHeader, RoundFinding
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Span
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.rules import PreparedEvent
from tournaments.model import Colour, DeclaredSystem, ForbiddenGroup, ScoringSystem
from tournaments.teams.records import Team

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


def checked(
    event: Event, prepared: Callable[[Event], ToyEvent] | None = ToyEvent, rounds: tuple[int, int] | None = None
) -> tuple[EventHeader, tuple[RoundFinding, ...]]:
    """Check an event with a miniature engine (None: no engine applies)."""
    engine = ToyEngine(prepared) if prepared else None
    options = CheckOptions(rounds=rounds, resolve=lambda _event, _key="auto": Resolved(engine))
    header, *findings = check_event(event, options=options)
    assert isinstance(header, EventHeader)
    return header, tuple(finding for finding in findings if isinstance(finding, RoundFinding))


ILLEGAL_SECOND = (games((1, 4), (2, 5), (3, 6)), games((4, 1), (6, 2), (5, 3)))


def test_every_recorded_round_is_judged_in_order() -> None:
    """A header, then one finding for each round."""
    header, findings = checked(paired_properly(3))
    assert header.edition is not None
    assert (header.edition.key, header.reason) == ("toy-1900", "The test says so.")
    assert header.notes == ("The initial colour is always White.",)
    assert [(finding.round_number, finding.verdict) for finding in findings] == [
        (number, Verdict.AGREE) for number in (1, 2, 3)
    ]


def test_a_checked_event_is_not_kept_in_memory() -> None:
    """Its rounds refer to it and it to them, so that without a release it would stay until the next collection."""

    def count_prepared_events() -> int:
        return sum(isinstance(value, PreparedEvent) for value in gc.get_objects())

    played = recorded_event(["3w1 2b1", "4b1 1w0", "1b0 4w=", "2w0 3b="])
    gc.collect()
    gc.disable()
    try:
        before = count_prepared_events()
        assert len(list(check_event(played, options=CheckOptions(system="dutch-2026")))) == 3
        assert count_prepared_events() == before
    finally:
        gc.enable()


def test_only_the_rounds_asked_for_are_judged() -> None:
    """The selection has both ends in it."""
    _, findings = checked(paired_properly(4, players=8), rounds=(2, 3))
    assert [finding.round_number for finding in findings] == [2, 3]


def test_a_crash_does_not_stop_the_run() -> None:
    """The rounds after a failing one are judged all the same."""
    _, findings = checked(paired_properly(3), Clumsy)
    assert [finding.verdict for finding in findings] == [Verdict.AGREE, Verdict.CRASH, Verdict.AGREE]


def test_rounds_after_an_illegal_one_are_marked() -> None:
    """They are judged on the recorded history, and marked as resting on a doubtful one."""
    expected_third = ToyEvent(event_of(ILLEGAL_SECOND)).pair(3)
    _, findings = checked(event_of([*ILLEGAL_SECOND, expected_third]))
    assert [(finding.verdict, finding.history_marked) for finding in findings] == [
        (Verdict.AGREE, False),
        (Verdict.ILLEGAL, False),
        (Verdict.AGREE, True),
    ]


LEFT_OUT = games((1, 4), (2, 5))


@pytest.mark.parametrize(
    ("recorded", "rounds", "marked"),
    [
        (ILLEGAL_SECOND, (1, 1), [False]),
        (ILLEGAL_SECOND, (2, 2), [False]),
        (ILLEGAL_SECOND, (1, 3), [False, False, True]),
        (ILLEGAL_SECOND, (3, 3), [True]),
        ((LEFT_OUT,), (2, 2), [True]),
        ((LEFT_OUT,), (1, 2), [False, True]),
    ],
)
def test_the_mark_does_not_depend_on_the_selection(
    recorded: tuple[RoundPairing, ...], rounds: tuple[int, int], marked: list[bool]
) -> None:
    """All rounds before the selection are looked at for their legality, none after it."""
    expected_next = ToyEvent(event_of(recorded)).pair(len(recorded) + 1)
    _, findings = checked(event_of([*recorded, expected_next]), rounds=rounds)
    assert [finding.history_marked for finding in findings] == marked


def test_a_round_that_cannot_be_assessed_marks_no_other() -> None:
    """It was not asked for; what is not known to be illegal is not called so."""
    _, findings = checked(paired_properly(2), Dizzy, rounds=(2, 2))
    assert [(finding.verdict, finding.history_marked) for finding in findings] == [(Verdict.AGREE, False)]


@pytest.mark.parametrize(
    ("event", "rounds", "phrase"),
    [
        (event_of([]), None, "the file records no round"),
        (event_of([]), (1, 2), "the file records no round"),
        (paired_properly(2), (5, 9), "rounds 5 to 9 were asked for, and the file records 2"),
    ],
)
def test_a_missing_round_is_reported(event: Event, rounds: tuple[int, int] | None, phrase: str) -> None:
    """Without a round to judge there is a refusal, without a verdict."""
    header, findings = checked(event, rounds=rounds)
    assert phrase in header.refusal
    assert header.verdict is None
    assert findings == ()


def test_an_event_without_an_engine_is_unsupported() -> None:
    """The refusal gives the reason."""
    header, findings = checked(paired_properly(1), None)
    assert (header.verdict, header.refusal, findings) == (Verdict.UNSUPPORTED, "The test says so.", ())
    assert header.edition is None


@pytest.mark.parametrize("key", ["dutch-2026", "clock-2012", "dutch-2026/literal"])
def test_a_team_event_is_not_checked_by_a_system_for_players(key: str) -> None:
    """The refusal names the system asked for and the record that declares a team event."""
    event = paired_properly(1, teams=(Team(number=1, name="A", players=(1, 2)),))
    (header,) = check_event(event, options=CheckOptions(system=key))
    assert isinstance(header, EventHeader)
    assert header.verdict is Verdict.UNSUPPORTED
    assert header.refusal.startswith(f"{key} pairs individual players, and this is a team event")


def test_an_event_of_players_is_not_checked_by_a_team_system() -> None:
    """Nor is the reverse."""
    (header,) = check_event(paired_properly(1), options=CheckOptions(system="team-2026"))
    assert isinstance(header, EventHeader)
    assert header.verdict is Verdict.UNSUPPORTED
    assert header.refusal == "team-2026 pairs teams, and this is an event of individual players."


def test_an_engine_may_refuse_an_event_as_a_whole() -> None:
    """The engine's reason becomes the refusal."""
    header, findings = checked(paired_properly(1), refuse)
    assert (header.verdict, header.refusal) == (Verdict.UNSUPPORTED, "Toy Open is beyond this engine")
    assert findings == ()


def test_an_engine_may_fail_before_the_first_round() -> None:
    """That is a crash of the event."""
    header, findings = checked(paired_properly(1), fall_over)
    assert header.verdict is Verdict.CRASH
    assert "RuntimeError: no room for Toy Open" in header.refusal
    assert findings == ()


def test_the_declarations_of_the_file_are_listed_with_absences() -> None:
    """System, rounds and initial colour always; scoring, acceleration and forbidden pairs where there are any."""
    bare = {fact.subject: fact.text for fact in checked(paired_properly(1))[0].declared}
    assert bare == {
        "File format": "TRF16",
        "Pairing system": "",
        "Type of tournament": "",
        "Number of rounds": "",
        "Initial-colour": "",
    }
    event = paired_properly(
        1,
        rounds_declared=5,
        system=DeclaredSystem(code="TOY_1900", text="Toy"),
        initial_colour=Colour.BLACK,
        scoring=ScoringSystem(white_win=30, black_win=30),
        forbidden=(ForbiddenGroup(players=frozenset({5, 2})),),
        start=dt.date(2026, 5, 1),
    )
    header, _ = checked(event)
    full = {fact.subject: fact.text for fact in header.declared}
    assert full["Pairing system"] == "TOY_1900"
    assert full["Number of rounds"] == "5"
    assert full["Initial-colour"] == "Black"
    assert full["Scoring"] == "white win 3.0, black win 3.0"
    assert full["Must not meet"] == "2 - 5"
    assert header.start == dt.date(2026, 5, 1)


def test_points_are_those_of_the_recorded_results() -> None:
    """The crosstable adds up what the rounds give."""
    header, _ = checked(paired_properly(2, players=5))
    totals = {player.tpn: player.points for player in header.participants}
    assert sum(totals.values()) == 2 * (4 * 5 + 10)


def test_names_reach_the_verdict() -> None:
    """Players are named in the sentences of an event's findings."""
    _, (finding,) = checked(event_of([games((4, 1), (2, 5), (3, 6))]), Talkative)
    assert "Alpha should have White against Delta" in finding.sentence


@pytest.mark.parametrize(
    ("text", "ending"),
    [("", "1 error in it."), ("001 nonsense\n", "1 error in it."), ("001 nonsense\n" * 2, "2 errors in it.")],
)
def test_a_file_that_is_not_an_event_is_unreadable_and_its_errors_are_listed(
    tmp_path: Path, text: str, ending: str
) -> None:
    """The header has the file's name and the fingerprint of its bytes."""
    path = tmp_path / "open.trf"
    path.write_text(text, "utf-8")
    (header,) = check_file(path)
    assert isinstance(header, EventHeader)
    assert (header.verdict, header.event, header.source) == (Verdict.UNREADABLE, "open", str(path))
    assert header.refusal.endswith(ending)
    assert header.sha256 == hashlib.sha256(text.encode()).hexdigest()
    assert header.problems


def test_a_reader_that_fails_costs_its_file_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a crash of ours, told with its file."""

    def fail(*_: object, **__: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("tournaments.trf.reading.parse_event", fail)
    (tmp_path / "open.trf").write_text("001\n", "utf-8")
    (header,) = check_file(tmp_path / "open.trf")
    assert isinstance(header, EventHeader)
    assert header.verdict is Verdict.CRASH
    assert header.refusal == "Our reader failed: RecursionError: too deep"


def test_a_doubt_of_teams_that_cannot_be_resolved_is_a_crash_of_its_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds after it are judged all the same."""

    def fail(finding: RoundFinding, *_: object) -> RoundFinding:
        if finding.round_number == 1:
            raise KeyError(finding.round_number)
        return finding

    monkeypatch.setattr("checker.verdicts.team_doubts.allow_for_unrecorded", fail)
    event = TeamBatch(seed=1, axes=replace(TEAM_PROFILES["plain"], teams=Span(6, 6), rounds=Span(2, 2))).play(0).event
    _, first, second = check_event(event)
    assert isinstance(first, RoundFinding)
    assert isinstance(second, RoundFinding)
    assert (first.verdict, second.verdict) == (Verdict.CRASH, Verdict.AGREE)
    assert first.sentence.endswith("KeyError: 1")


def test_a_file_that_is_not_there_does_not_stop_the_next(tmp_path: Path) -> None:
    """It is unreadable, and the other one is looked at."""
    there = tmp_path / "there.trf"
    there.write_text("001 nonsense\n", "utf-8")
    gone, other = check_files([tmp_path / "gone.trf", there])
    assert isinstance(gone, EventHeader)
    assert isinstance(other, EventHeader)
    assert (gone.verdict, other.verdict) == (Verdict.UNREADABLE, Verdict.UNREADABLE)
    assert gone.refusal.endswith("cannot be read: No such file or directory")
    assert other.problems
