"""
Misreadings by which an order of candidates ranks above criteria.

A program that chooses the downfloater of an odd bracket before it looks at colours lets the order of the players decide
what criteria should. A program that looks for one opponent after the other grants the highest ranked player what costs
several others the same. And the number of exchanges of a remainder may decide before a criterion: each MDP-pairing is
then looked at by itself, and the best of their candidates is taken.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE, FOLLOWING_BRACKET, Bracket
from reference_engines.downfloating.completion import anonymous_targets
from reference_engines.dutch.criteria import BYE_SCORE
from reference_engines.dutch.generation import describe_generation
from reference_engines.dutch.optimiser import best_candidate
from reference_engines.dutch.rounds import Round2026
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.completion import pair_brackets_by
from reference_engines.misreadings.dutch.grammar import amounts_of, counted_criteria, move_criterion
from reference_engines.misreadings.dutch.making import both, misreading
from reference_engines.misreadings.dutch.walks import EXCHANGED_PLAYERS, insert_criteria
from tournaments.frozen import cached_property

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import BracketCriterion, Candidate, NumberedBracketCriterion
    from reference_engines.downfloating.completion import Completion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.optimiser import Objective
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

    Places = Callable[[Bracket], int]
    """The number of players of a bracket who are looked at one by one."""


def _higher_ranked(bracket: Bracket) -> IntArray:
    """Return by place how many players of the bracket rank below; so the lowest ranked player floats first."""
    return np.arange(bracket.size, dtype=np.int64)[::-1]


def _lower_ranked(bracket: Bracket) -> IntArray:
    return np.arange(bracket.size, dtype=np.int64)


def _off_the_middle(bracket: Bracket) -> IntArray:
    """Return the distance from the first player of S2; so a player of the middle floats first."""
    return np.abs(np.arange(bracket.size, dtype=np.int64) - bracket.size // 2)


def _number(bracket: Bracket) -> IntArray:
    tpn = bracket.take(bracket.players.tpn)
    return np.asarray((-tpn).argsort().argsort(), dtype=np.int64)


_RANKS: tuple[tuple[str, str, Callable[[Bracket], IntArray]], ...] = (
    ("lowest", "the lowest ranked player of {} who can float", _higher_ranked),
    ("highest", "the highest ranked player of {} who can float", _lower_ranked),
    ("middle", "the player nearest to the middle of {} who can float", _off_the_middle),
    ("largest-number", "the player of {} with the largest number, whatever the score,", _number),
)
_SCOPES: tuple[tuple[str, str, Callable[[Bracket], bool]], ...] = (
    ("", "a bracket", lambda _: True),
    ("-homogeneous", "a bracket without moved-down players", lambda bracket: bracket.is_homogeneous),
    ("-residents", "a bracket with moved-down players", lambda bracket: not bracket.is_homogeneous),
)


def _floater_by_rank(
    rank: Callable[[Bracket], IntArray], is_meant: Callable[[Bracket], bool]
) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        if not is_meant(bracket):
            return None
        places = rank(bracket)
        return Contribution(floats=places, bound=int(places.sum()) or 1)

    return contribution


def orders_first(text: DutchText) -> Iterator[Misreading]:
    """Yield floaters by rank before the criteria on colours, those on floats and others."""
    for before in _places(text):
        place, words = before.label.lower().replace(".", ""), f"{before.label} and all later criteria"
        for name, who, rank in _RANKS:
            for suffix, where, is_meant in _SCOPES:
                criterion: BracketCriterion = Criterion(
                    f"floater_by_rank_{name}{suffix}",
                    f"floaters other than {who.format(where)}",
                    _floater_by_rank(rank, is_meant),
                )
                yield misreading(
                    f"floater-{name}{suffix}-before-{place}",
                    f"{who.format(where)} floated, before {words} were looked at",
                    before.article,
                    _put_before(criterion, before),
                )


def late_look_ahead(text: DutchText) -> Iterator[Misreading]:
    """Yield the criterion on the following bracket ranked below later criteria, or above earlier ones."""
    listed = [one for one in text.criteria if one.criterion is not BYE_SCORE]
    at = next((at for at, one in enumerate(listed) if one.criterion is FOLLOWING_BRACKET), None)
    if at is None:
        return
    ahead = listed[at]
    for others, where, is_below in ((listed[at + 2 :], "below", True), (listed[: max(at - 1, 0)], "above", False)):
        for other in others:
            yield misreading(
                f"following-bracket-moved-{where}-{other.criterion.name}".replace("_", "-"),
                f"{ahead.label} ranked {where} {other.label}",
                ahead.article,
                move_criterion(FOLLOWING_BRACKET, other.criterion, is_below=is_below),
            )


def _places(text: DutchText) -> Iterator[NumberedBracketCriterion]:
    """Yield criteria before which an order may count, the last one first, since it leaves most to the criteria."""
    counted = [one for one in text.criteria if one.criterion is not BYE_SCORE]
    ahead = next((at for at, one in enumerate(counted) if one.criterion is FOLLOWING_BRACKET), None)
    after = [] if ahead is None else counted[ahead : ahead + 2][::-1]
    of_floats = [one for one in counted if "float_again" in one.criterion.name]
    of_colours = [one for one in counted if "colour" in one.criterion.name]
    preferences = [one for one in counted if one.criterion is COLOUR_PREFERENCE]
    yield from dict.fromkeys((*of_floats[:1], *preferences, *of_colours[:1], *after))


def _put_before(criterion: BracketCriterion, before: NumberedBracketCriterion) -> ChangeRules:
    def change(rules: Any) -> Any:
        at = next((at for at, one in enumerate(rules.criteria) if one.criterion is before.criterion), None)
        if at is None:
            return rules
        added = NumberedCriterion(f"before {before.label}", before.article, criterion)
        return replace(rules, criteria=(*rules.criteria[:at], added, *rules.criteria[at:]))

    return change


_MOST_PLAYERS = 16
"""Players of a bracket who are paired one by one; those after them are paired together."""


def _of_s1(bracket: Bracket) -> int:
    return bracket.mdp_count or bracket.size // 2


def _of_everybody(bracket: Bracket) -> int:
    return bracket.size


def _of_mdps(bracket: Bracket) -> int:
    return bracket.mdp_count


def _of_homogeneous(bracket: Bracket) -> int:
    return 0 if bracket.mdps else bracket.size


_SCOPES_OF_TURNS: tuple[tuple[str, str, Places], ...] = (
    ("", "each player in turn, the highest ranked first,", _of_everybody),
    ("-mdps", "each moved-down player in turn, the highest ranked first,", _of_mdps),
    ("-homogeneous", "each player of a homogeneous bracket in turn, the highest ranked first,", _of_homogeneous),
)


def players_in_turn(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria applied to one player after the other, with the opponents settled at once or not."""
    for (name, words, family), (scope, who, places), is_settled in product(
        list(_families(text)), _SCOPES_OF_TURNS, (False, True)
    ):
        sentence = (
            f"{who} were given the first of the opponents who are best by {words}, whatever is left for the others"
            if is_settled
            else f"{words} were applied to {who} and not to all together"
        )
        for article in dict.fromkeys(one.article for one in family):
            yield misreading(
                f"one-by-one-{name}{scope}{'-settled' * is_settled}".replace("_", "-"),
                sentence,
                article,
                _put_first(family, places, is_settled=is_settled),
            )


def _families(text: DutchText) -> Iterator[tuple[str, str, Sequence[NumberedBracketCriterion]]]:
    """Yield name, words, and criteria of pairs: each on colour preferences, both, and these with those on upfloats."""
    counted = counted_criteria(text)
    preferences = [one for one in counted if "colour_preference" in one.criterion.name]
    upfloats = [
        one for one in counted if "upfloat_again" in one.criterion.name and one.criterion.name[:-2].endswith("again")
    ]
    for one in preferences:
        yield one.criterion.name, one.label, [one]
    yield "preferences", "the criteria on colour preferences", preferences
    yield "preferences-and-upfloats", "the criteria on colour preferences and upfloats", [*preferences, *upfloats]


def _put_first(family: Sequence[NumberedBracketCriterion], places: Places, *, is_settled: bool) -> ChangeRules:
    """Put what the criteria count for one player after the other in front of the first of them."""
    added: list[NumberedBracketCriterion] = []
    for player in range(_MOST_PLAYERS):
        for one in family:
            criterion: BracketCriterion = Criterion(
                f"{one.criterion.name}_of_{player}",
                one.criterion.sentence,
                partial(_count_player, one.criterion, player, places),
            )
            added.append(NumberedCriterion(f"{one.label} of {player}", one.article, criterion))
        if is_settled:
            opponent: BracketCriterion = Criterion(
                f"opponent_of_{player}", "opponent of a player", partial(_count_opponent, player, places)
            )
            added.append(NumberedCriterion(f"opponent of {player}", family[0].article, opponent))

    def change(rules: Any) -> Any:
        if not {*family} <= {*rules.criteria}:
            return rules
        at = rules.criteria.index(family[0])
        return replace(rules, criteria=(*rules.criteria[:at], *added, *rules.criteria[at:]))

    return change


def _count_player(criterion: BracketCriterion, player: int, places: Places, bracket: Bracket) -> Contribution | None:
    """Count the pairs of a player with lower ranked opponents."""
    if player >= places(bracket):
        return None
    counted = amounts_of(criterion.contribution(bracket))
    if counted is None or counted.pairs is None:
        return None
    pairs = np.zeros((bracket.size, bracket.size), dtype=np.int64)
    pairs[player, player + 1 :] = counted.pairs[player, player + 1 :]
    greatest = int(pairs.max(initial=0))
    return Contribution(pairs=pairs + pairs.T, bound=greatest) if greatest else None


def _count_opponent(player: int, places: Places, bracket: Bracket) -> Contribution | None:
    """Count the place of the opponent: those of S2 in order, then the lower ranked ones of S1, and none comes last."""
    if player >= min(places(bracket), _of_s1(bracket)):
        return None
    border = _of_s1(bracket)
    pairs = np.zeros((bracket.size, bracket.size), dtype=np.int64)
    pairs[player, border:] = np.arange(bracket.size - border)
    pairs[player, player + 1 : border] = bracket.size - border + np.arange(border - player - 1)
    floats = np.where(np.arange(bracket.size) == player, bracket.size, 0)
    return Contribution(pairs=pairs + pairs.T, floats=floats, bound=bracket.size)


_MOST_PAIRINGS = 60
"""MDP-pairings that are compared; with more of them, the exchanges of the remainder do not count early."""


class _WholeBracket(Bracket, frozen=True, kw_only=True, dict=True):
    """A bracket of which some pairs are settled."""

    settled: tuple[tuple[int, int], ...]

    @cached_property
    def allowed(self) -> BoolArray:
        """(places, places) whether two players may be paired: settled ones with each other only."""
        allowed = self.plain.allowed.copy()
        for pair in self.settled:
            is_possible = allowed[pair]
            for place in pair:
                allowed[place] = allowed[:, place] = False
            allowed[pair] = allowed[pair[::-1]] = is_possible
        return allowed

    @property
    def plain(self) -> Bracket:
        """The bracket without settled pairs."""
        return Bracket(
            players=self.players,
            kind=self.kind,
            mdps=self.mdps,
            first=self.first,
            last=self.last,
            next_last=self.next_last,
            bye_goes_here=self.bye_goes_here,
        )


def _settle(bracket: Bracket, pairs: tuple[tuple[int, int], ...]) -> _WholeBracket:
    return _WholeBracket(
        players=bracket.players,
        kind=bracket.kind,
        mdps=bracket.mdps,
        first=bracket.first,
        last=bracket.last,
        next_last=bracket.next_last,
        bye_goes_here=bracket.bye_goes_here,
        settled=pairs,
    )


def _settle_remainders(
    printed: Round2026, bracket: Bracket, completion: Completion, *, above: BracketCriterion
) -> tuple[Bracket, Candidate]:
    """Rank the number of exchanges of a remainder above a criterion."""
    posed, own = printed.pair_bracket(bracket, completion)
    opponent = {mdp: mate for mdp, mate in own.pairs if mdp < posed.mdp_count}
    choices = [np.flatnonzero(posed.allowed[mdp]).tolist() for mdp in opponent]
    if not opponent or prod(map(len, choices)) > _MOST_PAIRINGS:
        return posed, own
    may_float = _may_float(printed, posed, own, completion)
    targets = anonymous_targets(len(own.downfloaters), posed.size, may_float)
    found: list[tuple[Any, Candidate]] = []
    for opponents in product(*choices):
        if len(set(opponents)) == len(opponents):
            pairs = tuple(zip(opponent, opponents, strict=True))
            exchanged = _exchanged_in_remainder(posed, opponents, len(own.pairs) - len(pairs))
            objective = _insert_above(printed.objective, exchanged, above)
            candidate = best_candidate(_settle(posed, pairs), targets, objective)
            if candidate is not None:
                values = [posed.value(rule, candidate) for rule in (*objective.before, *objective.after)]
                found.append(((values, describe_generation(posed, candidate, objective.order).key), candidate))
    return posed, min(found, key=lambda one: one[0])[1] if found else own


def _may_float(printed: Round2026, bracket: Bracket, own: Candidate, completion: Completion) -> BoolArray:
    """Return by place whether a player may float: the only downfloater may be any player who is as good before."""
    places = np.zeros(bracket.size, dtype=np.bool_)
    places[list(own.downfloaters)] = True
    if bracket.is_last or len(own.downfloaters) != 1:
        return places
    (floater,) = own.downfloaters
    value = printed.following_bracket(bracket, bracket.downfloater_positions(own))
    for place in range(bracket.mdp_count, bracket.size):
        position = [int(bracket.positions[place])]
        if bracket.score[place] == bracket.score[floater] and completion.can_complete(position, bracket.last):
            places[place] = printed.following_bracket(bracket, position) == value
    return places


def _exchanged_in_remainder(bracket: Bracket, opponents: Sequence[int], pairs: int) -> BracketCriterion:
    remainder = [place for place in range(bracket.mdp_count, bracket.size) if place not in opponents]
    s2 = np.isin(np.arange(bracket.size), remainder[pairs:])
    return Criterion("exchanged_in_remainder", "number of players exchanged in a remainder", partial(_exchanged, s2=s2))


def _insert_above(objective: Objective, criterion: BracketCriterion, above: BracketCriterion) -> Objective:
    place = objective.after.index(above)
    return replace(objective, after=(*objective.after[:place], criterion, *objective.after[place:]))


def _exchanged(bracket: Bracket, *, s2: BoolArray) -> Contribution:
    return Contribution(pairs=np.logical_and.outer(s2, s2), bound=bracket.size // 2)


def remainder_exchanges(text: DutchText) -> Iterator[Misreading]:
    """Yield exchanges of a remainder, with or without those of homogeneous brackets, above criteria, the last first."""
    article = text.generation[GenerationStep.EXCHANGE]
    for one in counted_criteria(text)[::-1] if text.procedure is Round2026 else ():
        if one.criterion not in text.objective.after:
            continue
        settled = pair_brackets_by(partial(_settle_remainders, above=one.criterion))
        everywhere: ChangeRules = both(insert_criteria((EXCHANGED_PLAYERS,), one, article), settled)
        name = one.criterion.name.replace("_", "-")
        for scope, words, change in (
            ("remainder", "of a remainder", settled),
            ("all", "of a homogeneous bracket or remainder", everywhere),
        ):
            yield misreading(
                f"exchanges-{scope}-before-{name}",
                f"the number of exchanged players {words} ranked above {one.label}",
                article,
                change,
            )
