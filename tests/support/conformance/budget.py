"""The time that making a suite may take."""

from __future__ import annotations

import time

from tournaments.frozen import dataclass


@dataclass(frozen=True)
class Budget:
    """Time until which is worked, by the clock that only goes forward, in seconds; without limit if None."""

    until: float | None = None

    @classmethod
    def of(cls, minutes: float | None) -> Budget:
        """Return a budget of minutes that starts now."""
        return cls(None if minutes is None else time.monotonic() + minutes * 60)

    @property
    def is_spent(self) -> bool:
        """Whether time is up."""
        return self.until is not None and time.monotonic() >= self.until


NO_LIMIT = Budget()
