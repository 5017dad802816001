"""The rules of the text of 2013 at work: how it pairs and judges a round."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines.dutch.event import DutchEvent, prepare_players
from reference_engines.dutch.players_round import PlayersRound
from reference_engines.dutch_2013.assessment import assess
from reference_engines.dutch_2013.diagnosis import diagnosed, turned_back_in_vain
from reference_engines.dutch_2013.open_points import OTHERS
from reference_engines.dutch_2013.procedure import Trace2013, pair_round
from reference_engines.dutch_2013.steps import StepKind
from reference_engines.dutch_2013.text import Text2013
from reference_engines.field import Field
from reference_engines.frame.rules import Rules
from reference_engines.open_points import follow_other_side, toggle_rules
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.pairings import ExpectedPairing
    from reference_engines.frame.rules import Variant
    from reference_engines.results import Assessment, Diagnosis, RoundPairing
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class Rules2013(Text2013, Rules):
    """The Dutch system by the text of 2013."""

    system: ClassVar[str] = "dutch_2013"

    def prepare(self, event: Event, like: DutchEvent | None = None) -> DutchEvent:
        """Prepare an event under the definitions of the text."""
        return prepare_players(event, self, like)

    def bind(self, event: DutchEvent, number: int) -> Round2013:
        """Return a round of a prepared event."""
        return Round2013(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class Round2013(PlayersRound[Rules2013, DutchEvent, Field, Trace2013]):
    """One round under the text of 2013."""

    @cached_property
    def participants(self) -> Field:
        """The players to be paired, in order."""
        return self.event.players_of_round(self.number)

    @property
    def players(self) -> Field:
        """The participants."""
        return self.participants

    def pair(self) -> ExpectedPairing[Trace2013]:
        """Pair the round by the procedure; raise BracketTooLargeError where it cannot be followed."""
        trace = pair_round(self.participants, self.rules.readings)
        pairs = [pair for paired in trace.brackets for pair in paired.pairing.pairs]
        return self.publish(np.array(pairs, dtype=np.int64).reshape(-1, 2), trace)

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Judge a pairing by the absolute rules, and bracket by bracket by the criteria."""
        expected = self.expected_if_any
        return assess(self.rules, self.facts, self.participants, pairing, expected.trace.brackets if expected else ())

    def failed_part(self, pairing: RoundPairing) -> Diagnosis:
        """Compare the packed costs and what was asked of the brackets with both pairings."""
        return diagnosed(self.rules, self.participants, pairing, self.expected_by_position.trace.brackets)

    def disprove_impossibility(self, pairing: RoundPairing) -> Diagnosis | None:
        """Where the procedure turned back (C.12, C.13), find whether the other pairing shows that it need not have."""
        turns = (StepKind.BACKTRACKED, StepKind.JOINED)
        turned_back = any(step.kind in turns for step in self.expected_by_position.trace.steps)
        return turned_back_in_vain(self.rules, self.participants, pairing) if turned_back else None

    def variants(self) -> Iterator[Variant]:
        """Yield the open points, odd and even as printed, and other numbers of rounds where none is declared."""
        for identifier, readings in OTHERS:
            if readings.bye_is_no_opponent and not self.participants.is_odd:
                continue  # DUTCH-2013-C1-LAST: nobody has the bye
            yield follow_other_side(identifier, rules=toggle_rules(readings))
        yield from self.variants_of_dutch_event()
