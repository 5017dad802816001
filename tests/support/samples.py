"""How many examples a test draws: some each time, and more where new examples are looked for (`make test-all`)."""

from __future__ import annotations

from hypothesis import settings


def sample(usual: int, *, exploring: int) -> int:
    """Return the number of examples by the profile of Hypothesis."""
    return exploring if settings.get_current_profile_name() == "exploring" else usual
