"""When a campaign stops before its end: a time is up, or enough has been found."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from checker.campaigns.grouping import AGAINST_THE_PROGRAM, alike_of
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.campaigns.outcomes import EventOutcome


class Stopping:
    """Watches the events of a campaign as they are judged."""

    def __init__(
        self,
        seconds: float | None,
        causes: int | None,
        count_causes: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin the time; ``count_causes`` counts the new causes of everything judged so far, and takes its time."""
        self._clock, self._end = clock, None if seconds is None else clock() + seconds
        self._seconds, self._wanted, self._count_causes = seconds, causes, count_causes
        self._kinds: set[tuple[int, str]] = set()
        self._events = 0

    def reason(self, outcome: EventOutcome) -> str:
        """Take one more event; say why to stop after it, or nothing."""
        if self._end is not None and self._clock() >= self._end:
            return f"the time of {self._seconds:g} seconds is up"
        kinds = {(one.program, alike_of(one)) for one in outcome.findings if one.score in AGAINST_THE_PROGRAM}
        if self._wanted is None or not kinds:
            return ""
        self._events += 1
        is_doubled = self._events & (self._events - 1) == 0
        if kinds <= self._kinds and not is_doubled:  # hardly a new cause, and looking for them takes seconds
            return ""
        self._kinds |= kinds
        found = self._count_causes()
        return f"{counted_noun(found, 'new cause')} found" if found >= self._wanted else ""
