"""
A limit on the time that is spent on one event, however it is spent: reading, laying out, pairing, judging.

Where the platform has interval timers, and in the main thread of a process, a timer interrupts the work. Elsewhere
the clock is looked at between rounds only, so that one long round is finished first.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

Result = TypeVar("Result")


class ProcessorSeconds(float):
    """Seconds of this process's own time as a limit, which a busy machine does not make shorter."""

    __slots__ = ()


STANDARD_LIMIT = ProcessorSeconds(8)
"""For one event, where a command is not given another limit; reading the largest events takes a tenth of it."""
_AGAIN = 0.2
"""Seconds after which the timer strikes once more: a strike inside a destructor is lost."""
_SOON = 0.01
_LEAST = 0.001
_IMPORTING = "<frozen importlib"


class TimeLimitReachedError(BaseException):
    """
    The time for the event is over.

    No `Exception`, so that no code between the work and the limit takes it for a failure of its own.
    """


class TimeLimit:
    """The time for one event; it passes only during the work, not while its entries are used."""

    def __init__(self, seconds: float | None) -> None:
        """Allow a number of seconds; None for as long as it takes."""
        self.seconds = seconds
        self._left = seconds or 0.0

    @property
    def sentence(self) -> str:
        """The message when it is reached."""
        if isinstance(self.seconds, ProcessorSeconds):
            return f"{self.seconds:g} seconds of processor time for one event are allowed; --time-limit sets another."
        return f"{self.seconds:g} second{'' if self.seconds == 1 else 's'} for one event were allowed."

    def within(self, work: Callable[[], Result]) -> Result:
        """Do some of the work on the event; raise TimeLimitReachedError if the time is over before it is done."""
        if self.seconds is None:
            return work()
        if self._left <= 0:
            raise TimeLimitReachedError
        is_processor_time = isinstance(self.seconds, ProcessorSeconds)
        clock = time.process_time if is_processor_time else time.monotonic
        started = clock()
        try:
            timer = _find_timer(is_processor_time=is_processor_time)
            return work() if timer is None else _interrupted_after(self._left, work, *timer)
        finally:
            self._left -= clock() - started


def _find_timer(*, is_processor_time: bool) -> tuple[int, int] | None:
    """Return the timer that can be set here, and its signal; None if there is none, or it is set already."""
    import signal  # noqa: PLC0415 - start-up time; most runs have no limit

    if not hasattr(signal, "setitimer") or not _is_main_thread():
        return None
    timer, alarm = (signal.ITIMER_PROF, signal.SIGPROF) if is_processor_time else (signal.ITIMER_REAL, signal.SIGALRM)
    return (timer, alarm) if signal.getitimer(timer)[0] == 0 else None


def _is_main_thread() -> bool:
    threading = sys.modules.get("threading")  # only a process that has loaded it has other threads
    return threading is None or threading.current_thread() is threading.main_thread()


def _interrupted_after(seconds: float, work: Callable[[], Result], timer: int, alarm: int) -> Result:
    import signal  # noqa: PLC0415 - likewise

    before = signal.getsignal(alarm)

    def strike(_number: int, frame: FrameType | None) -> None:
        """Interrupt the work, but not while a module is being loaded: half of NumPy cannot be loaded again."""
        if _is_importing(frame):
            signal.setitimer(timer, _SOON, _AGAIN)
            return
        raise TimeLimitReachedError

    def take_back() -> None:
        signal.setitimer(timer, 0)
        signal.signal(alarm, before)

    try:
        try:
            signal.signal(alarm, strike)
            signal.setitimer(timer, max(seconds, _LEAST), _AGAIN)
            return work()
        finally:
            take_back()
    except TimeLimitReachedError:
        take_back()  # it may have struck while it was being taken back
        raise


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_IMPORTING):
            return True
        frame = frame.f_back
    return False
