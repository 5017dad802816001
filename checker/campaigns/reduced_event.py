"""The reduced event of a subject of a campaign, as the store keeps it."""

from __future__ import annotations

from reference_engines.frame.systems import engine_for
from tournaments.frozen import JsonStruct


class ReducedEvent(JsonStruct, frozen=True, kw_only=True):
    """The smallest event found that shows what a subject shows."""

    text: str
    """As TRF26, with the round in question as the program paired it; without it where it gave no pairing."""
    event: int
    """The one that was reduced."""
    round_number: int
    system: str
    players: int
    """Teams, where teams are paired."""
    mark: str
    """``worse (C14)``."""
    sentence: str
    keeps_cause: bool
    """Whether the cause stayed; else the verdict and what decides."""
    asked: bool
    """Whether the program was asked each time; else only whole pairs of its answer could go."""
    is_fresh: bool
    """Whether it is not a part of the event, but a separate event in which the program makes the same error."""
    questions: int
    is_finished: bool
    matters: tuple[str, ...] = ()
    """The details of the event that matter, a sentence each."""

    @property
    def noun(self) -> str:
        """``player`` or ``team``: who is paired."""
        return engine_for(self.system).edition.participant
