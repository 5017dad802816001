"""The rules of the Dubov System, and a round paired and judged by them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines.definitions.hard_rules import same_absolute_preference
from reference_engines.definitions.players_event import parity_readings
from reference_engines.dubov.edition import DubovText
from reference_engines.dubov.event import DubovEvent, prepare_dubov_event
from reference_engines.dubov.open_points import OTHER_READINGS, variants
from reference_engines.dubov.participants import DubovPlayers
from reference_engines.dubov.round import DubovTrace, assess, pair_round
from reference_engines.dutch.players_round import PlayersRound
from reference_engines.frame.results import FloatDirection, SelectionRule
from reference_engines.frame.rules import Rules
from reference_engines.readings import follow_other_side
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.hard_rules import RoundFacts
    from reference_engines.definitions.players import Players
    from reference_engines.frame.results import Assessment, PastFloat, RoundPairing
    from reference_engines.frame.round import ExpectedPairing
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class DubovRules(DubovText, Rules):
    """One edition of C.04.4.1 at work."""

    system: ClassVar[str] = "dubov"

    def prepare(self, event: Event, reuse_from: DubovEvent | None = None) -> DubovEvent:
        """Prepare an event."""
        return prepare_dubov_event(event, self, reuse_from)

    def bind(self, event: DubovEvent, number: int) -> DubovRound:
        """Return a round of a prepared event."""
        return DubovRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from parity_readings()
        for identifier, rules in OTHER_READINGS:
            yield follow_other_side(identifier, rules=rules)


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
    def facts(self) -> RoundFacts:
        """The facts of the round to which the absolute rules refer; C3 excepts no topscorers."""
        numbers, absolute = self.participants.numbers, self.players.absolute.tolist()
        why_not_colour = partial(self.event.why_not_colour, before=self.number)
        clash = same_absolute_preference(self.rules.absolute(2), numbers, absolute, why_not_colour)
        return replace(self.event.facts(self.number, numbers), pair_rule=clash, suspects=iter)

    @property
    def bye_rule(self) -> SelectionRule:
        """The choice of the bye (3.1; B.0)."""
        return self.rules.bye_rule

    @property
    def floater_rule(self) -> SelectionRule:
        """The criteria on upfloaters."""
        first = self.rules.criteria[0]
        return SelectionRule(
            label=first.label,
            article=first.article,
            sentence="as few players as possible float up, from scores as near as possible; of several who could, "
            "colours and earlier upfloats decide in this order, and last the order of the list",
        )

    def float_direction(self, _first: int, _second: int) -> FloatDirection:
        """Return up: a scoregroup is completed from below."""
        return FloatDirection.UP

    def past_floats(self, number: int) -> tuple[PastFloat, ...]:
        """Return all earlier upfloats, which are counted."""
        floats = self.event.past_floats(number, self.number)
        return tuple(found for found in floats if found.direction is FloatDirection.UP)

    def variants(self) -> Iterator[Variant]:
        """Yield the other readings that can matter for the round."""
        return variants(self)
