"""The rules of the Dubov system of 1997: how a round is paired, judged, and given its colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import ClassVar

from reference_engines import dubov_1997
from reference_engines.definitions.hard_rules import HardRules, RuleReference
from reference_engines.definitions.player_states import ByeRule
from reference_engines.definitions.players_event import past_float, undeclared_final_round, undeclared_initial_colour
from reference_engines.dubov_1997.colours import beyond_limits, decide_colours, first_round_colours
from reference_engines.dubov_1997.edition import (
    DEFAULT_READINGS,
    FIRST_ROUND,
    OPEN_POINTS,
    OTHER_READINGS,
    Dubov1997Article,
    Dubov1997Readings,
)
from reference_engines.dubov_1997.entries import find_divergence
from reference_engines.dubov_1997.participants import (
    Dubov1997Event,
    Dubov1997Participants,
    Dubov1997StepKind,
    find_transfers,
)
from reference_engines.dubov_1997.walk import follow_procedure
from reference_engines.frame import results
from reference_engines.frame.edition import Edition
from reference_engines.frame.rules import ColourDecision, ExpectedPairing, Rules
from reference_engines.frame.variants import Variant
from reference_engines.sequential import Pairs, SequentialRound, find_open_points, make_variants, prepare_players
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event

Procedure = Callable[[Dubov1997Participants, Dubov1997Readings], tuple[Pairs, int | None]]


def pair_by_steps(participants: Dubov1997Participants, readings: Dubov1997Readings) -> tuple[Pairs, int | None]:
    """Go through the steps of the procedure; raise NoLegalPairingError if no complete pairing exists."""
    pairs, bye = [], None
    for step in follow_procedure(participants, readings):
        if step.kind is Dubov1997StepKind.BYE:
            bye = step.taken[0]
        elif step.pair is not None:
            pairs.append(step.pair)
    return tuple(pairs), bye


@dataclass(frozen=True, slots=True, kw_only=True)
class Dubov1997Rules(Rules):
    """The Dubov system of 1997."""

    system: ClassVar[str] = "dubov_1997"
    work_of_pairing: ClassVar[float] = 1.3
    edition: Edition
    procedure: Procedure = pair_by_steps
    """Makes the pairs of positions, in order, and names the position with the bye."""
    readings: Dubov1997Readings = DEFAULT_READINGS

    def prepare(self, event: Event, reuse_from: Dubov1997Event | None = None) -> Dubov1997Event:
        """Prepare an event; a point without playing is that of a win (DUBOV97-BYE-POINT)."""
        any_point = self.readings.any_point_bars_bye
        byes = ByeRule.ANY_POINTS_WITHOUT_PLAYING if any_point else ByeRule.WIN_WITHOUT_PLAYING
        return prepare_players(Dubov1997Event, self, event, reuse_from, byes)

    def bind(self, event: Dubov1997Event, number: int) -> Dubov1997Round:
        """Return a round of a prepared event."""
        return Dubov1997Round(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from make_variants(OTHER_READINGS)


@dataclass(frozen=True, kw_only=True)
class Dubov1997Round(SequentialRound[Dubov1997Rules, Dubov1997Event, Dubov1997Participants]):
    """One round under the Dubov system of 1997."""

    hard: ClassVar[HardRules] = HardRules(
        once=RuleReference(),
        bye_for_odd=RuleReference(article=Dubov1997Article.BYE.value),
        meeting=RuleReference(article=Dubov1997Article.MEETING.value),
        forbidden=RuleReference(),
        bye_again=RuleReference(article=Dubov1997Article.BYE_TWICE.value),
        forbidding="DUBOV97-FORBIDDEN",
    )

    @cached_property
    def participants(self) -> Dubov1997Participants:
        """The players of the round with R, ARO and due colour."""
        return self.event.participants(self.number)

    def pair(self) -> ExpectedPairing[Pairs]:
        """Pair the round, boards in the order in which the procedure makes the pairs (DUBOV97-BOARDS)."""
        pairs, bye = self.rules.procedure(self.participants, self.rules.readings)
        return self.publish([self._decide(pair, place) for place, pair in enumerate(pairs, start=1)], bye, pairs)

    def _decide(self, pair: tuple[int, int], place: int) -> ColourDecision:
        """Give colours to the pair that is made in a place, from 1."""
        if self.number == 1:
            return first_round_colours(pair, place, 1 if self.event.initial_colour is Colour.WHITE else -1)
        numbers = self.participants.numbers
        first, second = (self.event.colour_history(numbers[position], self.number) for position in pair)
        return decide_colours(self.participants, (first, second), *pair)

    def colours(self, pair: tuple[int, int]) -> ColourDecision | None:
        """Give two positions their colours (3); in the first round by the place in which the pair is made (5)."""
        place, placed = self.place_of_pair(pair)
        return None if self.number == 1 and not place else self._decide(placed, place)

    def colours_before_pairing(self, pair: tuple[int, int]) -> ColourDecision | None:
        """Give two positions their colours (3); None in the first round."""
        return None if self.number == 1 else self._decide(pair, 0)

    def violations(self, pairing: results.RoundPairing) -> tuple[results.Violation, ...]:
        """Return the limitations that a pairing breaks."""
        return (*super().violations(pairing), *beyond_limits(self.event, self.participants, pairing))

    @property
    def bye_rule(self) -> results.SelectionRule:
        """The lowest rating of the lowest score group (4); the last of the list in the first round (5)."""
        if self.number == 1:
            last = "the bye goes to the last player of the list"
            return results.SelectionRule(article=Dubov1997Article.FIRST_ROUND.value, sentence=last)
        return results.SelectionRule(
            article=Dubov1997Article.BYE.value,
            sentence="the bye goes to the player with the lowest rating of the lowest score group who may have it and "
            "without whom all others can be paired",
        )

    @property
    def floater_rule(self) -> results.SelectionRule:
        """The completion of an odd score group from below (7.2)."""
        return results.SelectionRule(
            article=Dubov1997Article.ODD_GROUP.value,
            sentence="an odd score group gets a player from the next lower one: if possible due the colour that "
            "fewer of the group are due, then with the highest rating, then with the lowest ARO; no player is moved up "
            "in two rounds running (2.5)",
        )

    def float_direction(self, _first: int, _second: int) -> results.FloatDirection:
        """Return up: a scoregroup is completed from below."""
        return results.FloatDirection.UP

    def past_floats(self, number: int) -> tuple[results.PastFloat, ...]:
        """Return the transfers to higher score groups, which are limited (2.5)."""
        rows = find_transfers(self.event, self.event.column(number), self.number - 1)
        return tuple(past_float(row + 1, -1, "") for row in reversed(rows))

    def divergence(self, pairing: results.RoundPairing) -> results.Divergence:
        """Return the first step at which a complete and legal pairing leaves the procedure."""
        otherwise = (prepared.round(self.number) for _, prepared in self.event.apply_each_variant(self.number))
        others = ((other.participants, other.rules.readings) for other in otherwise)
        return find_divergence(self.participants, self.rules.readings, pairing, others)

    def open_points(self) -> Iterator[tuple[str, Dubov1997Readings]]:
        """Yield the entries whose other side may pair the round differently, each with that side."""
        is_first = self.number == 1
        return find_open_points(self, (point for point in OPEN_POINTS if (point[0] == FIRST_ROUND) == is_first))

    def variants(self) -> Iterator[Variant]:
        """Yield the open points that can matter for the round, and facts that the file does not declare."""
        yield from make_variants(self.open_points())
        if self.number == 1:
            yield from undeclared_initial_colour(self.event)
        yield from undeclared_final_round(self.event, self.number)


DUBOV = Dubov1997Rules(edition=dubov_1997.DUBOV_1997)
