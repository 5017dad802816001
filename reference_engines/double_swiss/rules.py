"""The rules of the Double-Swiss System at work: what is its own beside the procedure that it shares."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines.double_swiss.colours import decide
from reference_engines.double_swiss.event import DoubleEvent, prepare_matches
from reference_engines.double_swiss.field import DoubleField
from reference_engines.double_swiss.open_points import open_variants
from reference_engines.double_swiss.text import DoubleText
from reference_engines.upfloating.rules import UpfloatingRound, UpfloatingRules
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.hard_rules import RoundFacts
    from reference_engines.frame.pairings import ColourDecision
    from reference_engines.frame.rules import Variant
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class DoubleRules(DoubleText, UpfloatingRules):
    """C.04.5 at work."""

    system: ClassVar[str] = "double_swiss"

    def prepare(self, event: Event, reuse_from: DoubleEvent | None = None) -> DoubleEvent:
        """Prepare an event, two rounds of its file as one match."""
        return prepare_matches(event, self, reuse_from)

    def bind(self, event: DoubleEvent, number: int) -> DoubleRound:
        """Return a round of matches."""
        return DoubleRound(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class DoubleRound(UpfloatingRound[DoubleRules, DoubleEvent, DoubleField]):
    """One round of matches, two rounds of the file."""

    @cached_property
    def participants(self) -> DoubleField:
        """The players to be paired."""
        players = self.event.players_of_round(self.number)
        if self.rules.floats_count(self.number, self.event.event.rounds_declared):
            return players
        return replace(players, floated=np.zeros(players.size, dtype=np.bool_))

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Follow 4.3."""
        return decide(self, pair)

    @property
    def apart(self) -> set[frozenset[int]]:
        """The pairs of numbers that the organiser keeps apart in the round."""
        found = set()
        for group in self.event.definitions.forbidden_groups(self.event.event):
            if group.first_round <= self.number <= (group.last_round or self.number):
                members = sorted(group.players)
                found |= {frozenset((one, other)) for one in members for other in members if one < other}
        return found

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round for which the hard rules ask."""
        return self.event.facts(self.number, self.participants.numbers)

    def variants(self) -> Iterator[Variant]:
        """Yield what can be read otherwise and may matter for the round, and what the file does not declare."""
        return open_variants(self)
