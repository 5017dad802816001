"""The engine of 2013 at work on one event."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.session import DutchSession
from reference_engines.dutch_2013.procedure import Round2013, pair_round
from reference_engines.history import read_history

if TYPE_CHECKING:
    from reference_engines.dutch.edition import DutchEdition
    from reference_engines.dutch_2013.procedure import Paired
    from reference_engines.dutch_2013.steps import Step
    from reference_engines.engine import Edition
    from reference_engines.history import History
    from reference_engines.results import Assessment, RoundPairing
    from tournaments.model import Event


@dataclass(frozen=True, slots=True)
class DutchEngine2013:
    """The Dutch system by the text of 2013."""

    rules: DutchEdition

    @property
    def edition(self) -> Edition:
        """The regulation that this engine follows."""
        return self.rules.edition

    def open(self, event: Event) -> DutchSession2013:
        """Start a session; raise UnsupportedEventError if the event is beyond the engine."""
        return DutchSession2013(self, event, read_history(event))


class DutchSession2013(DutchSession):
    """One event under the text of 2013; see `reference_engines.engine.Session`."""

    def __init__(self, engine: DutchEngine2013, event: Event, history: History) -> None:
        """Take up an event whose rows have been read."""
        super().__init__(engine, event, history)  # type: ignore[arg-type]  # nothing but its rules is asked for
        self._engine = engine
        self._done: dict[int, Round2013] = {}

    def pair(self, round_number: int) -> RoundPairing:
        """Return the pairing that the procedure ends with; BracketTooLargeError where it cannot be followed."""
        pairs = [pair for paired in self.paired(round_number) for pair in paired.pairing.pairs]
        return self._with_colours(self.field(round_number), np.array(pairs, dtype=np.int64).reshape(-1, 2))

    def paired(self, round_number: int) -> tuple[Paired, ...]:
        """Return the brackets of the round, joined ones as one, each with its pairing."""
        return self._round(round_number).brackets

    def way(self, round_number: int) -> tuple[Step, ...]:
        """Return the steps by which the procedure came to its pairing of the round."""
        return self._round(round_number).steps

    def _round(self, round_number: int) -> Round2013:
        if round_number not in self._done:
            self._done[round_number] = pair_round(self.field(round_number))
        return self._done[round_number]

    def _of_rounds(self, rounds: int) -> DutchSession2013:
        return DutchSession2013(self._engine, replace(self.event, rounds_declared=rounds), self.history)

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Judge a pairing of the round; see `reference_engines.engine.Session.assess`."""
        from reference_engines.dutch_2013.assessment import assess  # noqa: PLC0415 -- assessment knows sessions

        return assess(self, round_number, pairing)
