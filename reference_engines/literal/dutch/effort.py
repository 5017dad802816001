"""How far a literal walk goes before it gives up, and the refusal when it does."""

from __future__ import annotations

from dataclasses import dataclass

from reference_engines.frame.results import UnsupportedEventError

MOST_STEPS = 400_000
"""Candidates of one bracket, or steps of one search for a completion: some seconds."""


class TooLongWalkError(UnsupportedEventError):
    """A bracket or a search takes more steps than the literal engine walks; the ordinary engine pairs the round."""

    def __init__(self, what: str, most: int) -> None:
        """Say what was too much, and how much would have been walked."""
        super().__init__(
            f"{what} takes more than {most} steps, which is as far as a literal engine walks; "
            "the ordinary engine of the edition pairs such rounds"
        )
        self.what = what
        self.most = most


@dataclass(slots=True)
class Effort:
    """A number of steps that may be taken for one purpose."""

    what: str
    most: int = MOST_STEPS
    taken: int = 0

    def step(self) -> None:
        """Count a step; raise TooLongWalkError if it is one too many."""
        self.taken += 1
        if self.taken > self.most:
            raise TooLongWalkError(self.what, self.most)
