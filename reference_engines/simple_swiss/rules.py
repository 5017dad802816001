"""
The rules of the simple Swiss: how a round is paired, judged, and given its colours.

Scoregroups paired by the smallest deviation are an option of its own. By the essay of 1993 ("The algorithm in a
scoregroup") a group is paired most fairly if the differences of rating in its pairs vary least. Of equal ways the
smaller mean comes first, then the way that asking reaches first. The essay does not say which players go down, within
which limits of colours a group is paired, and which player has the bye: there the simple system is followed
(SIMPLE-DEVIATION-FLOATERS).

With sum S and sum of squares Q of the differences in n pairs, n times n times the variance is n Q - S S. That is not a
sum over pairs. But it is concave in (S, Q), so its least value lies in a corner of the hull of all (S, Q), and every
corner is the best matching with costs q d d - p d of a pair, for some p and q. So a few matchings find the least value,
each between two known corners, and none where no corner can be better any more.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from reference_engines import simple_swiss
from reference_engines.definitions.hard_rules import HardRules, RoundFacts, RuleReference
from reference_engines.definitions.player_states import ByeRule
from reference_engines.definitions.players_event import PlayersEvent, undeclared_final_round
from reference_engines.frame.results import (
    ColourRule,
    Divergence,
    DivergenceKind,
    Pair,
    RoundPairing,
    SelectionRule,
    Violation,
)
from reference_engines.frame.rules import Rules
from reference_engines.matching import first_best
from reference_engines.readings import follow_other_side
from reference_engines.sequential import Pairs, SequentialRound, prepare_players
from reference_engines.simple_swiss.colours import decide_colours, first_round_colours
from reference_engines.simple_swiss.divergence import ASKING, ProcedureSteps, find_divergence
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
    OPEN_POINTS_OF_DEVIATION,
    LimitBound,
    LimitStage,
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
from reference_engines.simple_swiss.walk import (
    Turn,
    ask_in_turn,
    choose_bye,
    opponents_order,
    pair_in_turn,
    turns_by_group,
)
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.points import describe_group

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from reference_engines.definitions.history import BoolArray
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.rules import ColourDecision, ExpectedPairing
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event

    Procedure = Callable[[SimpleParticipants, SimpleOptions], Iterable[tuple[int, ...]]]
    Costs = NDArray[np.int64]
    "(levels, players, players), negative on level 0 where two do not meet."

_BEYOND = RuleReference(article=Section.LIMITS.value)
_ONE_GROUP = 2
"""Where the first group begins, and where it ends."""


def with_other_side(rules: SimpleRules, identifier: str) -> SimpleRules:
    """Return the rules with the other side of an open point."""
    return replace(rules, options=read_other_side(rules.options, identifier))


@dataclass(frozen=True, slots=True, kw_only=True)
class SimpleRules(Rules):
    """The simple Swiss with its options."""

    system: ClassVar[str] = "simple_swiss"
    work_of_pairing: ClassVar[float] = 2.0
    edition: Edition
    options: SimpleOptions = DEFAULT_READINGS
    procedure: Procedure = ask_in_turn
    """Makes the pairs of positions, in the order of asking, and names the position with the bye by itself."""

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

    stops_early: ClassVar[bool] = True
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
        made = tuple(self.rules.procedure(self.participants, self.rules.options))
        pairs = tuple((part[0], part[1]) for part in made if len(part) > 1)
        bye = next((part[0] for part in made if len(part) == 1), None)
        return self.publish([self._decide(pair, place) for place, pair in enumerate(pairs, start=1)], bye, pairs)

    def would_pair_as(self, pairing: RoundPairing, doubted: Container[int] = ()) -> bool:
        """Whether the procedure makes this pairing; stop at the first pair that differs if no place gives colours."""
        if self.is_attempted or self._has_colours_by_place:
            return super().would_pair_as(pairing, doubted)
        return self.is_paired_in_steps(pairing, self._steps, self.participants.meet, doubted)

    def _steps(self, _opponents: Mapping[int, int], _first: int) -> Iterator[tuple[tuple[int, ...]]]:
        return ((part,) for part in self.rules.procedure(self.participants, self.rules.options))

    @property
    def _has_colours_by_place(self) -> bool:
        """Whether colours may depend on the place in which a pair is made."""
        return self.number == 1 or self.rules.options.colourless_by_place

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
        if not self._has_colours_by_place:
            return self._decide(pair, 0)
        place, _ = self.place_of_pair(pair)
        return None if self.number == 1 and not place else self._decide(pair, place)

    def colours_before_pairing(self, pair: tuple[int, int]) -> ColourDecision | None:
        """Give two positions their colours; None in the first round, and where the place in which they meet counts."""
        return None if self._has_colours_by_place else self._decide(pair, 0)

    def find_wrong_colours(self, pairing: RoundPairing) -> tuple[tuple[Pair, ColourRule], ...]:
        """Return the games to which the rules give other colours; in the first round by the places, given the bye."""
        if self.number > 1:
            return super().find_wrong_colours(pairing)
        games = {frozenset(game): game for game in self.positions_of(pairing)}
        orders = [pairs for pairs in self._list_orders(pairing) if set(map(frozenset, pairs)) == set(games)]
        wrong = [self._find_wrong_places(pairs, games) for pairs in orders]
        first = wrong[0] if wrong else {}
        return self.list_colour_rules(first[players] for players in first if all(players in other for other in wrong))

    def _list_orders(self, pairing: RoundPairing) -> Iterator[Pairs]:
        """Yield the pairs as they are made where the bye of a pairing is chosen beforehand, then where it is left."""
        if pairing.bye is None:
            return
        participants, options = self.participants, self.rules.options
        only = np.zeros_like(participants.players.bye_allowed)
        only[self.position[pairing.bye]] = 1
        chosen = replace(participants, players=replace(participants.players, bye_allowed=only))
        for seated, is_left in ((chosen, False), (participants, True)):
            made = self.rules.procedure(seated, replace(options, bye_left_over=is_left))
            yield tuple((part[0], part[1]) for part in made if len(part) > 1)

    def _find_wrong_places(
        self, pairs: Pairs, games: Mapping[frozenset[int], tuple[int, int]]
    ) -> dict[frozenset[int], ColourDecision]:
        """Return the decisions on pairs, made in this order, of which the games have other colours."""
        decisions = {frozenset(pair): self._decide(pair, place) for place, pair in enumerate(pairs, start=1)}
        return {players: decision for players, decision in decisions.items() if decision.white != games[players][0]}

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


_NO_EDGE = -1


class Evenness(NamedTuple):
    """The values by which two ways to pair a group are compared, in order; exact, so that equal ways are equal."""

    breaches: tuple[int, ...]
    """The numbers of pairs beyond limits of colours, by limit."""
    variance: Fraction
    mean: Fraction
    """Negative where the greater mean comes first (SIMPLE-DEVIATION-MEAN)."""

    @property
    def deviation(self) -> float:
        """The standard deviation of the differences, in points of rating."""
        return math.sqrt(self.variance)


class PairedGroup(FrozenStruct, frozen=True, kw_only=True):
    """A scoregroup with its pairs and leavers."""

    players: tuple[int, ...]
    """Positions; players who have come down are the first."""
    stage: LimitStage
    pairs: tuple[tuple[int, int], ...]
    """Pairs in the order of their first players."""
    leavers: tuple[int, ...]
    """The players who go down to the next group."""


class _Corner(NamedTuple):
    """A sum of differences and a sum of their squares that some way has, with the aims of its matching."""

    total: int
    squares: int
    aims: tuple[tuple[int, int], ...]
    """(q, p) of the costs q d d - p d, level by level."""

    def scaled_variance(self, pairs: int) -> int:
        """Return the variance, multiplied by the square of the number of pairs."""
        return pairs * self.squares - self.total**2

    def cost(self, aim: tuple[int, int]) -> int:
        """Return the cost of the way for an aim."""
        return aim[0] * self.squares - aim[1] * self.total


_FEWEST, _MOST, _NARROWEST = (0, -1), (0, 1), (1, 0)
"""Aims: the least and the greatest sum of differences, and the least sum of their squares."""


def pair_by_deviation(
    participants: SimpleParticipants, options: SimpleOptions
) -> tuple[tuple[PairedGroup, ...], int | None]:
    """Return every group of a round, from the top, and the position of the player with the bye."""
    chosen = choose_bye(participants)
    if chosen is None or not options.bye_left_over:
        return pair_groups(participants, options, chosen), chosen
    groups = pair_groups(participants, options, None)
    paired = frozenset(chain.from_iterable(pair for group in groups for pair in group.pairs))
    (left,) = (player for player in range(participants.players.size) if player not in paired)
    return groups, left


def pair_groups(participants: SimpleParticipants, options: SimpleOptions, bye: int | None) -> tuple[PairedGroup, ...]:
    """Return every group of a round; the player left over has the bye if none is given."""
    return tuple(_pair_group(participants, options, turns) for turns in turns_by_group(participants, options, bye))


def measure_evenness(
    participants: SimpleParticipants, options: SimpleOptions, pairs: Sequence[tuple[int, int]]
) -> Evenness:
    """Return the evenness of some pairs of a group; the smaller the better."""
    counted = find_counted_breaches(participants, options)
    differences = [abs(participants.ratings[first] - participants.ratings[second]) for first, second in pairs]
    number, total = len(pairs) or 1, sum(differences)
    variance = Fraction(number * sum(difference**2 for difference in differences) - total**2, number**2)
    return Evenness(
        breaches=tuple(sum(bool(beyond[pair]) for pair in pairs) for beyond in counted),
        variance=variance,
        mean=Fraction(-total if options.greatest_mean else total, number),
    )


def find_counted_breaches(participants: SimpleParticipants, options: SimpleOptions) -> tuple[BoolArray, ...]:
    """Return the pairs that count as breaches where limits are lifted for single pairs (SIMPLE-STAGES)."""
    return tuple(~participants.within(limit) for limit in options.counted) if options.limits_by_pair else ()


def find_permitted(participants: SimpleParticipants, options: SimpleOptions, stage: LimitStage) -> BoolArray:
    """Return (players, players) the pairs that may be made in a group that is paired in a stage."""
    return participants.within(LimitStage.NONE if options.limits_by_pair else stage)


def _pair_group(participants: SimpleParticipants, options: SimpleOptions, turns: tuple[Turn, ...]) -> PairedGroup:
    """Pair the players of a group anew who found an opponent when they asked."""
    first = turns[0]
    leavers = tuple(turn.player for turn in turns if turn.taken is None)
    staying = [player for player in first.group if player not in leavers]
    came_down = frozenset(first.group[: first.from_above])
    group = _GroupMatchings(participants, options, first.stage)
    pairs = group.first_way(staying, came_down, group.best_aims(staying)) if staying else ()
    return PairedGroup(players=first.group, stage=first.stage, pairs=pairs, leavers=leavers)


class _GroupMatchings:
    """The matchings of the players who stay in a group."""

    def __init__(self, participants: SimpleParticipants, options: SimpleOptions, stage: LimitStage) -> None:
        self._options = options
        self._permitted = find_permitted(participants, options, stage)
        self._counted = find_counted_breaches(participants, options)
        ratings = np.array(participants.ratings, dtype=np.int64)
        self._difference = np.abs(ratings[:, np.newaxis] - ratings)

    def best_aims(self, staying: list[int]) -> tuple[tuple[int, int], ...]:
        """Return the aims of the matching of staying players with the smallest deviation, then the right mean."""
        number, sign = len(staying) // 2, -1 if self._options.greatest_mean else 1
        best: _Corner | None = None
        for corner in self._corners(staying):
            if best is None or (corner.scaled_variance(number), sign * corner.total) < (
                best.scaled_variance(number),
                sign * best.total,
            ):
                best = corner
        if best is None:
            raise ValueError("a group has no corner")
        return best.aims

    def _corners(self, staying: list[int]) -> Iterator[_Corner]:
        """Yield every corner that may have the smallest deviation."""
        number = len(staying) // 2
        lowest = self._corner(staying, (_FEWEST, _NARROWEST))
        narrowest = self._corner(staying, (_NARROWEST, _FEWEST))
        highest = self._corner(staying, (_MOST, _NARROWEST))
        yield from (lowest, narrowest, highest)
        least = min(corner.scaled_variance(number) for corner in (lowest, narrowest, highest))
        between = [(lowest, _FEWEST, narrowest, _NARROWEST), (narrowest, _NARROWEST, highest, _MOST)]
        while between:
            first, first_aim, second, second_aim = between.pop()
            if first.total == second.total or _lower_bound(first, first_aim, second, second_aim, number) > least:
                continue
            aim = _common_aim(first, second)
            middle = self._corner(staying, (aim, _FEWEST))
            if middle.cost(aim) < first.cost(aim):
                least = min(least, middle.scaled_variance(number))
                between += [(first, first_aim, middle, aim), (middle, aim, second, second_aim)]
                yield middle

    def _corner(self, staying: list[int], aims: tuple[tuple[int, int], ...]) -> _Corner:
        mates = first_best(self._costs(staying, aims))
        if mates is None:
            raise ValueError("a group loses a pair that asking finds")
        pairs = [(staying[place], staying[mate]) for place, mate in enumerate(mates.tolist()) if place < mate]
        differences = [int(self._difference[pair]) for pair in pairs]
        return _Corner(sum(differences), sum(difference**2 for difference in differences), aims)

    def first_way(
        self, staying: list[int], came_down: frozenset[int], aims: tuple[tuple[int, int], ...]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of the first way, in the order of asking, that is best for some aims."""
        looking, pairs = list(staying), []
        while looking:
            from_above = sum(player in came_down for player in looking)
            order = [looking[0], *opponents_order(looking, self._options, from_above)]
            mates = first_best(self._costs(order, aims), settled=range(1))
            if mates is None:
                raise ValueError("a group loses a pair that asking finds")
            pair = order[0], order[int(mates[0])]
            pairs.append(pair)
            looking = [player for player in looking if player not in pair]
        return tuple(pairs)

    def _costs(self, players: list[int], aims: tuple[tuple[int, int], ...]) -> Costs:
        """Return the costs of pairs: limits that are counted, then the aims, none of them negative."""
        here = np.ix_(players, players)
        difference = self._difference[here]
        levels = [np.zeros_like(difference), *(beyond[here].astype(np.int64) for beyond in self._counted)]
        for squares, total in aims:
            level = squares * difference**2 - total * difference
            levels.append(level - level.min())
        possible = self._permitted[here] & ~np.eye(len(players), dtype=np.bool_)
        return np.where(possible, np.stack(levels), _NO_EDGE)


def _common_aim(first: _Corner, second: _Corner) -> tuple[int, int]:
    """Return the aim for which two corners are equally good."""
    total, squares = second.total - first.total, second.squares - first.squares
    common = math.gcd(total, squares) * (1 if total > 0 else -1)
    return total // common, squares // common


def _lower_bound(
    first: _Corner, first_aim: tuple[int, int], second: _Corner, second_aim: tuple[int, int], number: int
) -> Fraction:
    """
    Return a scaled variance that no way between two corners is below, each the best for an aim of its own.

    No way lies beyond the lines of the two aims through the corners. Between them, a concave function is least in one
    of the corners or where the lines meet.
    """
    corners = Fraction(min(first.scaled_variance(number), second.scaled_variance(number)))
    across = first_aim[0] * second_aim[1] - first_aim[1] * second_aim[0]
    if not across:
        return corners
    first_cost, second_cost = first.cost(first_aim), second.cost(second_aim)
    total = Fraction(first_aim[0] * second_cost - second_aim[0] * first_cost, -across)
    squares = Fraction(first_aim[1] * second_cost - second_aim[1] * first_cost, -across)
    return min(number * squares - total**2, corners)


def with_ratings(
    participants: SimpleParticipants, ratings: Sequence[int | None], options: SimpleOptions
) -> SimpleParticipants:
    """Return the participants with ratings by position; for unrated players see SIMPLE-DEVIATION-UNRATED."""
    rated = [rating for rating in ratings if rating]
    lowest = min(rated, default=0) if options.unrated_as_lowest else 0
    return replace(participants, ratings=tuple(rating or lowest for rating in ratings))


_MAX_LISTED_GAMES = 2


def _find_first_difference(
    participants: SimpleParticipants,
    options: SimpleOptions,
    groups: tuple[PairedGroup, ...],
    partner: dict[int, int],
) -> Divergence | None:
    """Return the divergence in the first group with other recorded pairs; None if there is none."""
    for group in groups:
        members = frozenset(group.players)
        theirs = tuple(
            (player, partner[player])
            for place, player in enumerate(group.players)
            if partner.get(player) in members and group.players.index(partner[player]) > place
        )
        if {frozenset(pair) for pair in theirs} != {frozenset(pair) for pair in group.pairs}:
            return _describe_group(participants, options, group, theirs)
    return None


def _describe_group(
    participants: SimpleParticipants, options: SimpleOptions, group: PairedGroup, theirs: Pairs
) -> Divergence:
    name = describe_group(int(participants.players.score[group.players[-1]]))
    kind, sentence = _compare_groups(participants, options, group, theirs, name)
    return Divergence(kind=kind, article=Section.ASKING.value, step=f"the games of the {name}", sentence=f"{sentence}.")


def _compare_groups(
    participants: SimpleParticipants, options: SimpleOptions, group: PairedGroup, theirs: Pairs, name: str
) -> tuple[DivergenceKind, str]:
    """Compare the leavers, the limits of colours, the evenness, then the order of asking."""
    leaving = len(group.players) - 2 * len(theirs)
    stay = {player for pair in theirs for player in pair}
    down = sorted(set(group.players) - stay, key=group.players.index)
    if leaving != len(group.leavers):
        kind = DivergenceKind.WORSE if leaving > len(group.leavers) else DivergenceKind.BETTER
        needed = f"{len(group.leavers) or 'no'} player{'s' * (len(group.leavers) > 1)}"
        rule = f"The {name} can be paired so that {needed} must go down"
        return kind, f"{rule}. Instead, {_join_names(participants, down) if down else 'no player'} must"
    within = find_permitted(participants, options, group.stage)
    if not all(within[pair] for pair in theirs):
        beyond = next(pair for pair in theirs if not within[pair])
        rule = f"The {name} can be paired within the limits of colours"
        return DivergenceKind.WORSE, f"{rule}. Instead, {_join_names(participants, list(beyond))} meet beyond them"
    if stay & set(group.leavers):
        verb = "goes down" if len(down) == 1 else "go down"
        rule = f"From the {name} {_join_names(participants, list(group.leavers))} {verb}"
        return DivergenceKind.WORSE, f"{rule}. Instead, {_join_names(participants, down)} {verb}"
    return _compare_evenness(participants, options, group, theirs, name)


def _compare_evenness(
    participants: SimpleParticipants, options: SimpleOptions, group: PairedGroup, theirs: Pairs, name: str
) -> tuple[DivergenceKind, str]:
    """Compare two ways to pair the staying players; of equal ways, asking reaches ours first."""
    own, recorded = (measure_evenness(participants, options, pairs) for pairs in (group.pairs, theirs))
    kind = DivergenceKind.WORSE if recorded > own else DivergenceKind.BETTER
    if recorded.breaches != own.breaches:
        rule = f"The {name} can be paired with {sum(own.breaches)} games beyond the limits of colours"
        return kind, f"{rule}. Instead, there are {sum(recorded.breaches)}"
    expected, posted = (
        _describe_new_games(participants, pairs, without)
        for pairs, without in ((group.pairs, theirs), (theirs, group.pairs))
    )
    rule = f"The rating differences of the games in the {name} should vary least: {expected}"
    if recorded == own:
        return DivergenceKind.LATER, f"{rule}. Instead, {posted}, which is as even but asked for later"
    if recorded.variance == own.variance:
        return kind, f"{rule}. Instead, {posted}, which is as even, with another mean"
    return kind, f"{rule}. Instead, {posted}, which is {'less' if recorded > own else 'more'} even"


def _join_names(participants: SimpleParticipants, players: list[int]) -> str:
    numbers = [str(participants.numbers[player]) for player in players]
    return f"players {', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else f"player {numbers[0]}"


def _describe_new_games(participants: SimpleParticipants, pairs: Pairs, other: Pairs) -> str:
    """``players 1 and 4 (30) and players 2 and 5 (20)``: games that the other pairs do not have, with differences."""
    known = {frozenset(pair) for pair in other}
    games = [
        f"players {participants.numbers[first]} and {participants.numbers[second]} "
        f"({abs(participants.ratings[first] - participants.ratings[second])})"
        for first, second in pairs
        if frozenset((first, second)) not in known
    ]
    return " and ".join(games[:_MAX_LISTED_GAMES])


EVENNESS: ProcedureSteps[PairedGroup] = ProcedureSteps(
    taken=pair_by_deviation, with_bye=pair_groups, first_difference=_find_first_difference
)
"""The steps of the smallest deviation: group by group."""


def _pair_most_alike(participants: SimpleParticipants, options: SimpleOptions) -> Iterator[tuple[int, ...]]:
    return pair_in_turn(participants, options, _make_pairs)


def _make_pairs(participants: SimpleParticipants, options: SimpleOptions, bye: int | None) -> Iterator[tuple[int, int]]:
    groups = turns_by_group(participants, options, bye)
    return chain.from_iterable(_pair_group(participants, options, turns).pairs for turns in groups)


@dataclass(frozen=True, kw_only=True)
class DeviationRules(SimpleRules):
    """The simple Swiss with the way to pair a group by which the differences of rating vary least."""

    procedure: Procedure = _pair_most_alike

    def bind(self, event: PlayersEvent, number: int) -> DeviationRound:
        """Return a round of a prepared event."""
        return DeviationRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from SimpleRules.alternative_readings(self)
        yield from variants_of_options(OPEN_POINTS_OF_DEVIATION)


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
