"""The rules of the simple Swiss: how a round is paired, judged, and given its colours."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from reference_engines import simple_swiss
from reference_engines.definitions.hard_rules import HardRules, RoundFacts, RuleReference
from reference_engines.definitions.player_states import ByeRule
from reference_engines.definitions.players_event import PlayersEvent, undeclared_final_round
from reference_engines.frame.results import Divergence, RoundPairing, SelectionRule, Violation
from reference_engines.frame.rules import Rules
from reference_engines.readings import follow_other_side
from reference_engines.sequential import Pairs, SequentialRound, prepare_players
from reference_engines.simple_swiss.colours import decide_colours, first_round_colours
from reference_engines.simple_swiss.divergence import ASKING, find_divergence
from reference_engines.simple_swiss.edition import (
    ALTERNATING,
    ALTERNATING_BASIC,
    ALTERNATING_DUTCH,
    ALTERNATING_OLYMPIAD,
    BASIC,
    DEFAULT_READINGS,
    DUTCH,
    OLYMPIAD,
    OPEN_POINTS,
    LimitBound,
    Section,
    SimpleOptions,
    read_other_side,
)
from reference_engines.simple_swiss.participants import (
    SimpleParticipants,
    beyond_bound,
    participants_of_round,
    running_by_rounds,
)
from reference_engines.simple_swiss.walk import take_turns
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.definitions.history import BoolArray
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.round import ColourDecision, ExpectedPairing
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event

    Procedure = Callable[[SimpleParticipants, SimpleOptions], tuple[Pairs, int | None]]

_BEYOND = RuleReference(article=Section.LIMITS.value)
_ONE_GROUP = 2
"""Where the first group begins, and where it ends."""


def _pair_by_asking(participants: SimpleParticipants, options: SimpleOptions) -> tuple[Pairs, int | None]:
    turns, bye = take_turns(participants, options)
    return tuple((turn.player, turn.taken) for turn in turns if turn.taken is not None), bye


def with_other_side(rules: SimpleRules, identifier: str) -> SimpleRules:
    """Return the rules with the other side of an open point."""
    return replace(rules, options=read_other_side(rules.options, identifier))


@dataclass(frozen=True, slots=True, kw_only=True)
class SimpleRules(Rules):
    """The simple Swiss with its options."""

    system: ClassVar[str] = "simple_swiss"
    edition: Edition
    options: SimpleOptions = DEFAULT_READINGS
    procedure: Procedure = _pair_by_asking
    """Makes the pairs of positions, in the order of asking, and names the position with the bye."""

    def prepare(self, event: Event, reuse_from: PlayersEvent | None = None) -> PlayersEvent:
        """Prepare an event; points without playing bar from the bye (SIMPLE-BYE)."""
        return prepare_players(PlayersEvent, self, event, reuse_from, ByeRule.ANY_POINTS_WITHOUT_PLAYING)

    def bind(self, event: PlayersEvent, number: int) -> SimpleRound:
        """Return a round of a prepared event."""
        return SimpleRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from variants_of_options(OPEN_POINTS)


@dataclass(frozen=True, kw_only=True)
class SimpleRound(SequentialRound[SimpleRules, PlayersEvent, SimpleParticipants]):
    """One round under the simple Swiss."""

    hard: ClassVar[HardRules] = HardRules(
        once=RuleReference(),
        bye_for_odd=RuleReference(article=Section.BYE.value),
        meeting=RuleReference(article=Section.MEETING.value),
        forbidden=RuleReference(article=Section.MEETING.value),
        bye_again=RuleReference(article=Section.BYE.value),
    )

    @cached_property
    def participants(self) -> SimpleParticipants:
        """The players of the round, and the pairs that may meet."""
        return participants_of_round(self.event, self.number)

    def pair(self) -> ExpectedPairing[Pairs]:
        """Pair the round, boards in the order of asking."""
        pairs, bye = self.rules.procedure(self.participants, self.rules.options)
        return self.publish([self._decide(pair, place) for place, pair in enumerate(pairs, start=1)], bye, pairs)

    def _decide(self, pair: tuple[int, int], place: int) -> ColourDecision:
        """Give colours to the pair that is made in a place, from 1."""
        higher, lower = sorted(pair)
        players, options = self.participants.players, self.rules.options
        colourless = not players.preference[[higher, lower]].any()
        if self.number == 1 or (place and colourless and options.colourless_by_place):
            return first_round_colours((higher, lower), place, players.size // 2)
        return decide_colours(self, higher, lower)

    def colours(self, pair: tuple[int, int]) -> ColourDecision | None:
        """Give two positions their colours; in the first round by the place in which the pair is made."""
        place, _ = self.place_of_pair(pair)
        return None if self.number == 1 and not place else self._decide(pair, place)

    def colours_before_pairing(self, pair: tuple[int, int]) -> ColourDecision | None:
        """Give two positions their colours; None in the first round, and where the place in which they meet counts."""
        if self.number == 1 or self.rules.options.colourless_by_place:
            return None
        return self._decide(pair, 0)

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round; limits of colours that bind pairs are absolute rules."""
        facts = super().facts
        if self.rules.options.bound is LimitBound.NO_PAIRS:
            return facts
        return replace(facts, pair_rule=self._beyond_limits, suspects=iter)

    @property
    def bye_rule(self) -> SelectionRule:
        """The last player in order (SIMPLE-BYE)."""
        return SelectionRule(
            article=Section.BYE.value,
            sentence="the essays do not say who has the bye; taken is the last player in the order who may have it and "
            "without whom all others can be paired",
        )

    @property
    def floater_rule(self) -> SelectionRule:
        """The asking in turn."""
        return SelectionRule(
            article=Section.ASKING.value,
            sentence="the players of a scoregroup ask in their order, and a player who finds no opponent goes down",
        )

    def _beyond_limits(self, first: int, second: int) -> Violation | None:
        """Return the violation if two players, by TPN, meet beyond the limits that bind them."""
        if not self._beyond_bound[self.position[first], self.position[second]]:
            return None
        return _BEYOND.violation(
            (first, second),
            f"Players {first} and {second} cannot both keep within the limits of colours.",
        )

    @cached_property
    def _beyond_bound(self) -> BoolArray:
        return beyond_bound(self.participants, self.rules.options.bound)

    def divergence(self, pairing: RoundPairing) -> Divergence:
        """Return the first turn at which a complete and legal pairing leaves the procedure."""
        return find_divergence(self.participants, self.rules.options, pairing, ASKING)

    # --- what is open -------------------------------------------------------------------------------------------------

    def variants(self) -> Iterator[Variant]:
        """Yield the open points of which the other side can be followed."""
        can_matter = self._open_points_that_can_matter()
        yield from variants_of_options(identifier for identifier in OPEN_POINTS if can_matter.get(identifier, True))
        if self.rules.options.bound is LimitBound.NON_TOPSCORERS:
            yield from undeclared_final_round(self.event, self.number)

    def _open_points_that_can_matter(self) -> dict[str, bool]:
        """Return for some open points whether their other side can matter for the round, without pairing it."""
        players = self.participants.players
        later = self.number > 1
        rests = bool(players.unplayed.any())
        ended = bool((running_by_rounds(players, self.event.history) != players.repeated).any())
        return {
            "SIMPLE-BYE": players.is_odd,
            "SIMPLE-STAGES": later and self.rules.options.bound is LimitBound.NO_PAIRS,
            "SIMPLE-FLOATERS": len(players.groups) > _ONE_GROUP,
            "SIMPLE-RUNNING": ended,
            "SIMPLE-TWICE": ended,
            "SIMPLE-ALTERNATION": rests,
            "SIMPLE-DIFFERENCE": later,
            "SIMPLE-COLOURLESS": later and int((players.preference == 0).sum()) > 1,
        }


def variants_of_options(identifiers: Iterable[str]) -> Iterator[Variant]:
    """Yield a variant for each entry of the register: the options with its other side."""
    for identifier in identifiers:
        other, named = partial(with_other_side, identifier=identifier), identifier == "SIMPLE-DIFFERENCE"
        yield follow_other_side(identifier, rules=other, colours_are_named=named)


SIMPLE = SimpleRules(edition=simple_swiss.SIMPLE_2018)
ALTERNATING_SIMPLE = SimpleRules(edition=simple_swiss.ALTERNATING, options=ALTERNATING)
"""Asks outwards from the middle."""
OLYMPIAD_SIMPLE = SimpleRules(edition=simple_swiss.OLYMPIAD, options=OLYMPIAD)
"""Lifts both limits of colours at once."""
DUTCH_SIMPLE = SimpleRules(edition=simple_swiss.DUTCH, options=DUTCH)
"""Lifts the limits of colours for topscorers and their opponents alone."""
BASIC_SIMPLE = SimpleRules(edition=simple_swiss.BASIC, options=BASIC)
"""Never lifts them."""
ALTERNATING_OLYMPIAD_SIMPLE = SimpleRules(edition=simple_swiss.ALTERNATING_OLYMPIAD, options=ALTERNATING_OLYMPIAD)
ALTERNATING_DUTCH_SIMPLE = SimpleRules(edition=simple_swiss.ALTERNATING_DUTCH, options=ALTERNATING_DUTCH)
ALTERNATING_BASIC_SIMPLE = SimpleRules(edition=simple_swiss.ALTERNATING_BASIC, options=ALTERNATING_BASIC)
