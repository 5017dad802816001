"""An event may have a time limit; rounds not reached in it are named, and the event does not pass."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, NoReturn

import pytest
from support.loops import require_items
from support.toy import Resolved, ToyEngine, ToyEvent, paired_properly
from support.trf import played, trf_of

from checker.check import CheckOptions, check_event, check_file
from checker.findings import EventHeader, RoundFinding, tally
from checker.time_limit import TimeLimit, TimeLimitReachedError
from checker.verdicts.consequence import judge_run
from checker.verdicts.verdict import ExitStatus, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from checker.findings import Entry
    from reference_engines.frame.results import Assessment, RoundPairing
    from tournaments.model import Event

BRIEF = 0.05


def loop_forever() -> NoReturn:
    """Loop forever and ignore every exception."""
    while True:
        try:
            sum(range(1000))
        except Exception:  # noqa: BLE001, S112 - as careless code does
            continue


class Endless(ToyEvent):
    """Never finishes the second round."""

    def pair(self, round_number: int) -> RoundPairing:
        """Pair the first and the third."""
        return loop_forever() if round_number == 2 else super().pair(round_number)


class EndlessBefore(ToyEvent):
    """Never finishes looking at the first round."""

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Assess the others."""
        return loop_forever() if round_number == 1 else super().assess(round_number, pairing)


def checked(
    prepared: Callable[[Event], ToyEvent], *, seconds: float | None = BRIEF, rounds: tuple[int, int] | None = None
) -> list[Entry]:
    """Check three rounds with a miniature engine."""
    options = CheckOptions(
        rounds=rounds,
        resolve=lambda _event, _key="auto": Resolved(ToyEngine(prepared)),
        time_limit=seconds,
    )
    return list(check_event(paired_properly(3), options=options))


def verdicts_of(entries: list[Entry]) -> list[tuple[int, Verdict]]:
    """List the verdicts by round."""
    return [(entry.round_number, entry.verdict) for entry in entries if isinstance(entry, RoundFinding)]


def test_the_round_at_hand_and_all_that_follow_end_in_timeout() -> None:
    """Earlier verdicts stay, and the event does not pass."""
    entries = checked(Endless)
    assert verdicts_of(entries) == [(1, Verdict.AGREE), (2, Verdict.TIMEOUT), (3, Verdict.TIMEOUT)]
    last = entries[-1]
    assert isinstance(last, RoundFinding)
    assert last.sentence == (
        "Round 3: not checked, because the time limit was reached. 0.05 seconds for one event were allowed."
    )
    result = tally(entries)
    assert (result.not_checked, judge_run(result).status) == (2, ExitStatus.NOT_CHECKED)


def test_an_event_that_ends_in_time_is_judged_as_without_a_limit() -> None:
    """Entry by entry."""
    assert checked(ToyEvent, seconds=600) == checked(ToyEvent, seconds=None)


def test_the_rounds_before_those_asked_for_count_too() -> None:
    """Looking at their legality takes of the same time."""
    assert verdicts_of(checked(EndlessBefore, rounds=(2, 3))) == [(2, Verdict.TIMEOUT), (3, Verdict.TIMEOUT)]


def test_an_engine_that_does_not_open_in_time_is_a_timeout_of_the_event() -> None:
    """Nothing is known of its rounds."""
    (header,) = checked(lambda _event: loop_forever())
    assert isinstance(header, EventHeader)
    assert header.verdict is Verdict.TIMEOUT
    assert header.refusal.startswith("The time limit was reached before the first round: ")


def test_a_file_that_is_not_read_in_time_is_a_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading counts."""
    monkeypatch.setattr("tournaments.trf.reading.parse_event", lambda *_, **__: loop_forever())
    (tmp_path / "open.trf").write_text(trf_of(played(rounds=1)), "utf-8")
    (header,) = check_file(tmp_path / "open.trf", CheckOptions(time_limit=BRIEF))
    assert isinstance(header, EventHeader)
    assert (header.verdict, len(header.sha256)) == (Verdict.TIMEOUT, 64)
    assert header.refusal.startswith("The time limit was reached while the file was read: ")


def test_a_literal_engine_that_would_run_for_minutes_on_a_small_file_is_ended(tmp_path: Path) -> None:
    """Forty players, five kilobytes: every candidate of large brackets would be walked."""
    (tmp_path / "open.trf").write_text(trf_of(played(players=40, rounds=5)), "utf-8")
    entries = list(check_file(tmp_path / "open.trf", CheckOptions(system="dutch-2026/literal", time_limit=1.0)))
    verdicts = [verdict for _, verdict in verdicts_of(entries)]
    assert verdicts[-1] is Verdict.TIMEOUT
    assert set(verdicts) <= {Verdict.AGREE, Verdict.TIMEOUT}


def test_the_time_that_others_take_between_two_rounds_is_not_counted() -> None:
    """No timer runs while an entry is used, and the earlier signal handler is back."""
    entries = check_event(
        paired_properly(3),
        options=CheckOptions(resolve=lambda _event, _key="auto": Resolved(ToyEngine(ToyEvent)), time_limit=60),
    )
    before = signal.getsignal(signal.SIGALRM)
    for _ in require_items(entries):
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        assert signal.getsignal(signal.SIGALRM) is before


def test_in_another_thread_the_clock_is_looked_at_between_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The current round is finished, and later rounds are not begun."""
    clock = iter([0.0, 100.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    limit = TimeLimit(60)
    done: list[str] = []

    def work() -> None:
        done.append(limit.within(lambda: "first"))
        with pytest.raises(TimeLimitReachedError):
            limit.within(lambda: done.append("second"))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["first"]


def test_a_foreign_timer_is_left_alone() -> None:
    """Then, too, the clock is looked at between rounds only."""
    signal.setitimer(signal.ITIMER_REAL, 600)
    try:
        assert TimeLimit(60).within(lambda: signal.getitimer(signal.ITIMER_REAL)[0]) > 60
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def test_a_module_that_is_being_loaded_is_loaded_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a module would fail every event after this one."""
    lines = [
        "import time",
        "began = time.monotonic()",
        "while time.monotonic() < began + 0.2:",
        "    pass",
        "whole = True",
    ]
    (tmp_path / "slowly_loaded_module.py").write_text("\n".join(lines), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    loaded = []

    def load() -> NoReturn:
        import slowly_loaded_module  # type: ignore[import-not-found]  # noqa: PLC0415 - made here

        loaded.append(slowly_loaded_module.whole)
        loop_forever()

    with pytest.raises(TimeLimitReachedError):
        TimeLimit(BRIEF).within(load)
    assert loaded == [True]
