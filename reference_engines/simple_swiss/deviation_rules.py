"""The simple Swiss with scoregroups paired by the smallest deviation: an option of its own, by the essay of 1993."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines import simple_swiss
from reference_engines.simple_swiss.deviation import pair_by_deviation, with_ratings
from reference_engines.simple_swiss.deviation_divergence import EVENNESS
from reference_engines.simple_swiss.divergence import find_divergence
from reference_engines.simple_swiss.edition import BASIC, DUTCH, OLYMPIAD, OPEN_POINTS_OF_DEVIATION
from reference_engines.simple_swiss.participants import participants_of_round
from reference_engines.simple_swiss.rules import SimpleRound, SimpleRules, variants_of_options
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.players_event import PlayersEvent
    from reference_engines.frame.results import Divergence, RoundPairing
    from reference_engines.frame.variants import Variant
    from reference_engines.sequential import Pairs
    from reference_engines.simple_swiss.edition import SimpleOptions
    from reference_engines.simple_swiss.participants import SimpleParticipants
    from reference_engines.simple_swiss.rules import Procedure


def _pair_most_alike(participants: SimpleParticipants, options: SimpleOptions) -> tuple[Pairs, int | None]:
    groups, bye = pair_by_deviation(participants, options)
    return tuple(pair for group in groups for pair in group.pairs), bye


@dataclass(frozen=True, kw_only=True)
class DeviationRules(SimpleRules):
    """The simple Swiss with the way to pair a group by which the differences of rating vary least."""

    procedure: Procedure = _pair_most_alike

    def bind(self, event: PlayersEvent, number: int) -> DeviationRound:
        """Return a round of a prepared event."""
        return DeviationRound(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class DeviationRound(SimpleRound):
    """One round whose scoregroups are paired by the smallest deviation."""

    @cached_property
    def participants(self) -> SimpleParticipants:
        """The players of the round with their ratings."""
        participants = participants_of_round(self.event, self.number)
        ratings = {player.tpn: player.rating for player in self.event.event.players}
        return with_ratings(participants, [ratings[number] for number in participants.numbers], self.rules.options)

    def divergence(self, pairing: RoundPairing) -> Divergence:
        """Return the first group that a complete and legal pairing pairs otherwise."""
        return find_divergence(self.participants, self.rules.options, pairing, EVENNESS)

    def variants(self) -> Iterator[Variant]:
        """Yield the open points whose other side can be followed, the points of deviations last."""
        yield from SimpleRound.variants(self)
        yield from variants_of_options(OPEN_POINTS_OF_DEVIATION)


DEVIATION_SIMPLE = DeviationRules(edition=simple_swiss.DEVIATION)
DEVIATION_OLYMPIAD_SIMPLE = DeviationRules(edition=simple_swiss.DEVIATION_OLYMPIAD, options=OLYMPIAD)
"""Lifts both limits of colours at once."""
DEVIATION_DUTCH_SIMPLE = DeviationRules(edition=simple_swiss.DEVIATION_DUTCH, options=DUTCH)
"""Lifts the limits of colours for topscorers and their opponents alone."""
DEVIATION_BASIC_SIMPLE = DeviationRules(edition=simple_swiss.DEVIATION_BASIC, options=BASIC)
"""Never lifts them."""
