"""The rules of the Dubov System at work: how an edition pairs and judges a round."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines.dubov.assessment import assess
from reference_engines.dubov.edition import DubovText
from reference_engines.dubov.event import DubovEvent, prepare_dubov_event
from reference_engines.dubov.open_points import variants
from reference_engines.dubov.participants import DubovPlayers
from reference_engines.dubov.round import DubovTrace, pair_round
from reference_engines.dutch.players_round import PlayersRound
from reference_engines.frame.rules import Rules
from reference_engines.hard_rules import same_absolute_preference
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.pairings import ExpectedPairing
    from reference_engines.frame.rules import Variant
    from reference_engines.hard_rules import Facts
    from reference_engines.players import Players
    from reference_engines.results import Assessment, RoundPairing
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class DubovRules(DubovText, Rules):
    """One edition of C.04.4.1 at work."""

    system: ClassVar[str] = "dubov"

    def prepare(self, event: Event, like: DubovEvent | None = None) -> DubovEvent:
        """Prepare an event."""
        return prepare_dubov_event(event, self, like)

    def bind(self, event: DubovEvent, number: int) -> DubovRound:
        """Return a round of a prepared event."""
        return DubovRound(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class DubovRound(PlayersRound[DubovRules, DubovEvent, DubovPlayers, DubovTrace]):
    """One round under an edition of C.04.4.1."""

    @cached_property
    def participants(self) -> DubovPlayers:
        """The players to be paired, in order."""
        return self.event.measured_players(self.number)

    @property
    def players(self) -> Players:
        """The participants as players of the Dutch system."""
        return self.participants.players

    def pair(self) -> ExpectedPairing[DubovTrace]:
        """Pair the round, boards in the order of publication (C.04.2:3.6)."""
        trace = pair_round(self.rules, self.participants)
        pairs = [pair for paired in trace.brackets for pair in paired.pairs]
        return self.publish(np.array(pairs, dtype=np.int64).reshape(-1, 2), trace)

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Judge a pairing by the absolute rules, then by the choice of the bye and each bracket."""
        return assess(self.rules, self.facts, self.participants, pairing)

    @property
    def facts(self) -> Facts:
        """The facts of the round for which the absolute rules ask; topscorers are not excepted from C3."""
        numbers, absolute = self.participants.numbers, self.players.absolute.tolist()
        clash = same_absolute_preference(self.rules.absolute(2), numbers, absolute)
        return replace(self.event.facts(self.number, numbers), pair_rule=clash, suspects=iter)

    def variants(self) -> Iterator[Variant]:
        """Yield the open points of which another reading can be followed."""
        return variants(self)
