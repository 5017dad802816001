"""
Misreadings generated from the parts of an edition: its criteria, its definitions, its order, its rules on colours.

A criterion is looked at for some pairs, floaters or brackets only, adds its amounts up in another way, is merged with
its neighbour, or moves up. Two keys of the order of exchanges change at once. A rule on colours moves, or decides the
other way. No list of known misreadings has to foresee these.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import colour_history, float_before
from reference_engines.downfloating.bracket import DOWNFLOATER_SCORES, DOWNFLOATERS, FOLLOWING_BRACKET
from reference_engines.dutch.criteria import (
    BYE_SCORE,
    BYE_UNPLAYED_GAMES,
    DOWNFLOAT_AGAIN,
    DOWNFLOAT_AGAIN_DIFFERENCES,
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    PAIRING_SCORE_DIFFERENCE,
    RESIDENT_DOWNFLOAT_AGAIN,
    UPFLOAT_AGAIN,
    UPFLOAT_AGAIN_DIFFERENCES,
)
from reference_engines.dutch.generation import DIFFERENCE, ENTERING_S1, LEAVING_S1, NUMBER
from reference_engines.frame.results import GenerationStep
from reference_engines.misreadings.dutch.making import definitions, instead, misreading, order, step_instead
from reference_engines.misreadings.dutch.orders import EXCHANGES, LARGEST_ENTERS, SMALLEST_LEAVES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.definitions.colours import ColourStep
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import ColourHistory, PlayerStates, RoundStart
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.generation import ExchangeKey
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

_SETTLED = (BYE_SCORE, DOWNFLOATERS, FOLLOWING_BRACKET)
"""Criteria that the procedure follows by itself, or without which it has no meaning."""


def generated_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield the misreadings that the parts of the edition suggest, the closest to the text first."""
    own: object = text
    for make in (
        scopes,
        aggregates,
        float_rounds,
        squeezed_floats,
        merged_neighbours,
        ranks,
        mdp_ranks,
        recent_colours,
        colour_rules,
        exchanges,
        moves,
    ):
        yield from (one for one in make(text) if one.rules(text) != own)


def counted_criteria(text: DutchText) -> list[NumberedBracketCriterion]:
    """Return the criteria that count something by themselves."""
    return [one for one in text.criteria if one.criterion not in _SETTLED]


def count_instead(
    numbered: NumberedBracketCriterion, name: str, sentence: str, contribution: Callable[[Bracket], Contribution | None]
) -> Misreading:
    """Return the misreading of a criterion that counts otherwise."""
    criterion = replace(numbered.criterion, name=f"{numbered.criterion.name}_{name}", contribution=contribution)
    return misreading(
        f"{numbered.criterion.name}-{name}".replace("_", "-"),
        f"{numbered.label} {sentence}",
        numbered.article,
        instead(numbered.criterion, criterion),
    )


# --- scopes ----------------------------------------------------------------------------------------------------------


def _is_in_first(bracket: Bracket) -> bool:
    return bracket.first == 0


BRACKETS: tuple[tuple[str, str, Callable[[Bracket], bool]], ...] = (
    ("homogeneous", "counted in brackets without moved-down players only", lambda bracket: bracket.is_homogeneous),
    ("heterogeneous", "counted in brackets with moved-down players only", lambda bracket: not bracket.is_homogeneous),
    ("last", "counted in the last bracket only", lambda bracket: bracket.is_last),
    ("not_last", "did not count in the last bracket", lambda bracket: not bracket.is_last),
    ("first", "counted in the first bracket only", _is_in_first),
    ("not_first", "did not count in the first bracket", lambda bracket: not _is_in_first(bracket)),
    ("even", "counted in brackets of an even number of players only", lambda bracket: bracket.size % 2 == 0),
    ("odd", "counted in brackets of an odd number of players only", lambda bracket: bracket.size % 2 == 1),
)
_OF_FLOATERS = (
    BYE_UNPLAYED_GAMES,
    DOWNFLOATER_SCORES,
    *RESIDENT_DOWNFLOAT_AGAIN.values(),
    *MDP_DOWNFLOAT_AGAIN_SCORES.values(),
    *DOWNFLOAT_AGAIN.values(),
    *DOWNFLOAT_AGAIN_DIFFERENCES.values(),
)
"""The criteria to which floaters add; to the last four, pairs add, too."""
_OF_AMOUNTS = (
    DOWNFLOATER_SCORES,
    PAIRING_SCORE_DIFFERENCE,
    *MDP_DOWNFLOAT_AGAIN_SCORES.values(),
    *MDP_OPPONENT_UPFLOAT_AGAIN_SCORES.values(),
    *DOWNFLOAT_AGAIN_DIFFERENCES.values(),
    *UPFLOAT_AGAIN_DIFFERENCES.values(),
)
"""The criteria that compare amounts."""
_PLAYERS: tuple[tuple[str, str, bool], ...] = (
    ("residents", "residents only", False),
    ("mdps", "moved-down players only", True),
)
"""Name, words, and whether moved-down players are meant."""


def scopes(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion in some brackets only, or for some pairs or floaters only."""
    for one in counted_criteria(text):
        for name, words, are_mdps in _PLAYERS:
            if one.criterion in _OF_FLOATERS:
                yield count_instead(
                    one, f"floats_{name}", f"counted {words}", _limit_to_floaters(one.criterion, are_mdps)
                )
            if one.criterion not in _OF_FLOATERS[:-4]:
                yield count_instead(
                    one, f"pairs_{name}", f"counted pairs of {words}", limit_to_pairs(one.criterion, are_mdps=are_mdps)
                )
        for name, sentence, is_meant in BRACKETS:
            yield count_instead(one, name, sentence, limit_to_brackets(one.criterion, is_meant))


def limit_to_brackets(
    criterion: BracketCriterion, is_meant: Callable[[Bracket], bool]
) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution in some brackets alone."""
    return lambda bracket: criterion.contribution(bracket) if is_meant(bracket) else None


def _is_mdp(bracket: Bracket) -> BoolArray:
    return np.arange(bracket.size) < bracket.mdp_count


def limit_to_pairs(criterion: BracketCriterion, *, are_mdps: bool) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution of pairs with a moved-down player, or of the other pairs, alone."""

    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.pairs is None:
            return counted
        with_mdp = np.logical_or.outer(_is_mdp(bracket), _is_mdp(bracket))
        return counted._replace(pairs=np.where(with_mdp == are_mdps, counted.pairs, 0))

    return contribution


def _limit_to_floaters(criterion: BracketCriterion, are_mdps: bool) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.floats is None:
            return counted
        return counted._replace(floats=np.where(_is_mdp(bracket) == are_mdps, counted.floats, 0))

    return contribution


# --- aggregates ------------------------------------------------------------------------------------------------------


def _number(values: IntArray, levels: tuple[int, ...]) -> tuple[IntArray, tuple[int, ...] | None]:
    del levels
    return (values > 0).astype(np.int64), None


def _sum(values: IntArray, levels: tuple[int, ...]) -> tuple[IntArray, tuple[int, ...] | None]:
    return np.array([0, *levels])[values], None


def _highest(values: IntArray, levels: tuple[int, ...]) -> tuple[IntArray, tuple[int, ...] | None]:
    return (values == len(levels)).astype(np.int64), None


def _lowest(values: IntArray, levels: tuple[int, ...]) -> tuple[IntArray, tuple[int, ...] | None]:
    return np.where(values > 0, len(levels) + 1 - values, 0), tuple(-level for level in reversed(levels))


AGGREGATES = (
    ("number", "counted players, whatever their scores", _number),
    ("sum", "added the amounts up", _sum),
    ("highest", "looked at the highest amount alone", _highest),
    ("lowest", "compared the lowest amounts first", _lowest),
)


def aggregates(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion that compares amounts with another way to compare them."""
    for one in (one for one in counted_criteria(text) if one.criterion in _OF_AMOUNTS):
        for name, sentence, aggregate in AGGREGATES:
            yield count_instead(one, name, sentence, aggregate_amounts(one.criterion, aggregate))


def aggregate_amounts(
    criterion: BracketCriterion,
    aggregate: Callable[[IntArray, tuple[int, ...]], tuple[IntArray, tuple[int, ...] | None]],
) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution that compares amounts in another way."""

    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.levels is None:
            return counted
        pairs = floats = None
        levels: tuple[int, ...] | None = counted.levels
        greatest = 1
        if counted.pairs is not None:
            pairs, levels = aggregate(counted.pairs.astype(np.int64), counted.levels)
            greatest = max(greatest, int(pairs.max(initial=0)))
        if counted.floats is not None:
            floats, levels = aggregate(counted.floats.astype(np.int64), counted.levels)
            greatest = max(greatest, int(floats.max(initial=0)))
        bound = counted.bound if levels is not None else bracket.size * greatest
        return Contribution(pairs=pairs, floats=floats, bound=bound, levels=levels)

    return contribution


# --- neighbours, and rounds ------------------------------------------------------------------------------------------


def merged_neighbours(text: DutchText) -> Iterator[Misreading]:
    """Yield two neighbours whose counts are added up."""
    for upper, lower in pairwise(counted_criteria(text)):
        criterion = replace(
            upper.criterion,
            name=f"{upper.criterion.name}_and_{lower.criterion.name}",
            contribution=merged_contribution(upper.criterion, lower.criterion),
        )
        yield misreading(
            f"{criterion.name}-merged".replace("_", "-"),
            f"{upper.label} and {lower.label} were added up",
            upper.article,
            merge_criteria(upper.criterion, lower.criterion, criterion),
        )


def merge_criteria(upper: BracketCriterion, lower: BracketCriterion, merged: BracketCriterion) -> ChangeRules:
    """Replace two criteria by a criterion in the place of the upper one."""

    def change(rules: Any) -> Any:
        replaced = instead(upper, merged)(rules)
        return replace(replaced, criteria=tuple(one for one in replaced.criteria if one.criterion is not lower))

    return change


def merged_contribution(upper: BracketCriterion, lower: BracketCriterion) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution that adds up what two criteria count."""

    def contribution(bracket: Bracket) -> Contribution | None:
        first, second = (amounts_of(one.contribution(bracket)) for one in (upper, lower))
        if first is None or second is None:
            return first or second
        return Contribution(
            pairs=_added(first.pairs, second.pairs),
            floats=_added(first.floats, second.floats),
            bound=first.bound + second.bound,
        )

    return contribution


def amounts_of(counted: Contribution | None) -> Contribution | None:
    """Return a contribution in amounts that can be added up."""
    if counted is None or counted.levels is None:
        return counted
    amounts = np.array([0, *counted.levels])
    pairs = None if counted.pairs is None else amounts[counted.pairs.astype(np.int64)]
    floats = None if counted.floats is None else amounts[counted.floats.astype(np.int64)]
    return Contribution(pairs=pairs, floats=floats, bound=counted.bound * int(amounts.max()))


def _added(first: Any, second: Any) -> Any:
    if first is None or second is None:
        return second if first is None else first
    return first.astype(np.int64) + second


_FLOATS = (
    RESIDENT_DOWNFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    DOWNFLOAT_AGAIN,
    UPFLOAT_AGAIN,
)
_ROUND = {1: "of the previous round", 2: "of two rounds before"}


def float_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion on repeated floats with the floats of the other round, or of either round."""
    for one in counted_criteria(text):
        for family in _FLOATS:
            for back, criterion in family.items():
                if criterion is one.criterion:
                    other = family[3 - back].contribution
                    yield count_instead(one, "other_round", f"looked at floats {_ROUND[3 - back]}", other)
                    either = merged_contribution(family[1], family[2])
                    yield count_instead(
                        one, "either_round", "looked at floats of either of the two rounds before", either
                    )


# --- definitions -----------------------------------------------------------------------------------------------------


def _had_opponent(history: History) -> BoolArray:
    return history.opponent != NOBODY


_SQUEEZED: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("games", "a game", attrgetter("played")),
    ("opponents", "an opponent", _had_opponent),
)
"""Name, words, and the rounds of which a float is taken."""
_BACKS = (("", "floats", (1, 2)), ("-1", "the float of the previous round", (1,)), ("-2", "the earlier float", (2,)))


def squeezed_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield floats that are taken of the latest rounds with a game or an opponent."""
    for kind, words, is_meant in _SQUEEZED:
        for name, of_floats, backs in _BACKS:
            yield misreading(
                f"floats-of-{kind}{name}",
                f"rounds without {words} were squeezed out of {of_floats}",
                text.definition_articles.played_float,
                definitions(float_before=_squeezed(is_meant, backs)),
            )


def _squeezed(
    is_meant: Callable[[History], BoolArray], backs: tuple[int, ...]
) -> Callable[[History, PlayerStates, int, int], IntArray]:
    def latest_float(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
        if back not in backs:
            return float_before(history, state, row, back)
        counted = is_meant(history)[:row][::-1]
        of_round = counted & (np.cumsum(counted, axis=0) == back)
        return np.asarray(np.where(of_round, state.float_[:row][::-1], 0).sum(axis=0), dtype=np.int64)

    return latest_float


_RECENT_ROUNDS = (2, 3, 4)


def recent_colours(text: DutchText) -> Iterator[Misreading]:
    """Yield colour differences of the latest rounds or games alone."""
    return recent_colour_misreadings(text.definition_articles.absolute_preference)


def recent_colour_misreadings(article: str) -> Iterator[Misreading]:
    """Yield colour differences of the latest rounds or games alone, by the article on colour preferences."""
    for number in _RECENT_ROUNDS:
        for noun, limited in (("rounds", _recent_rounds), ("games", _recent_games)):
            yield misreading(
                f"colours-of-{number}-{noun}",
                f"the colour difference were that of the latest {number} {noun}",
                article,
                definitions(colour_history=limited(number)),
            )


def _recent_rounds(number: int) -> Callable[[IntArray], ColourHistory]:
    def history_of(colour: IntArray) -> ColourHistory:
        found = colour_history(colour)
        difference = found.difference.copy()
        difference[number:] -= found.difference[:-number]
        return replace(found, difference=difference)

    return history_of


def _recent_games(number: int) -> Callable[[IntArray], ColourHistory]:
    def history_of(colour: IntArray) -> ColourHistory:
        found = colour_history(colour)
        difference = found.difference.copy()
        for row in range(1, len(difference)):
            latest = colour[:row][::-1]
            games = np.cumsum(latest != 0, axis=0)
            difference[row] = np.where(games <= number, latest, 0).sum(axis=0)
        return replace(found, difference=difference)

    return history_of


def moves(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion moved above another that is not its neighbour."""
    counted = counted_criteria(text)
    for at, lower in enumerate(counted):
        for upper in reversed(counted[: max(at - 1, 0)]):
            yield misreading(
                f"{lower.criterion.name}-moved-above-{upper.criterion.name}".replace("_", "-"),
                f"{lower.label} ranked above {upper.label}",
                lower.article,
                move_criterion(lower.criterion, upper.criterion),
            )


def move_criterion(criterion: BracketCriterion, other: BracketCriterion, *, is_below: bool = False) -> ChangeRules:
    """Return the rules with a criterion ranked just above another criterion, or just below it."""

    def change(rules: Any) -> Any:
        moved = next((one for one in rules.criteria if one.criterion is criterion), None)
        kept = [one for one in rules.criteria if one.criterion is not criterion]
        place = next((at for at, one in enumerate(kept, start=is_below) if one.criterion is other), None)
        if moved is None or place is None:
            return rules
        return replace(rules, criteria=(*kept[:place], moved, *kept[place:]))

    return change


# --- the order of candidates -----------------------------------------------------------------------------------------


def _round_of_entry(before: RoundStart) -> IntArray:
    """Return the row in which each player was first to be paired; that of the round for players who come now."""
    paired = before.history.paired[: before.round_number - 1]
    return np.where(paired.any(axis=0), paired.argmax(axis=0), len(paired)) if len(paired) else 0 * before.score


def _is_late(before: RoundStart) -> IntArray:
    return (_round_of_entry(before) > 0).astype(np.int64)


def _rating(before: RoundStart) -> IntArray:
    return np.array([player.rating or 0 for player in before.event.players], dtype=np.int64)


def _place(texts: list[str]) -> IntArray:
    return np.array(sorted(range(len(texts)), key=texts.__getitem__), dtype=np.int64).argsort()


def _alphabet(before: RoundStart) -> IntArray:
    return _place([player.name.casefold() for player in before.event.players])


def _number_as_text(before: RoundStart) -> IntArray:
    return _place([str(player.tpn) for player in before.event.players])


def _count(is_meant: Callable[[History], BoolArray | IntArray]) -> Callable[[RoundStart], IntArray]:
    def count(before: RoundStart) -> IntArray:
        return np.asarray(is_meant(before.history)[: before.round_number - 1].sum(axis=0), dtype=np.int64)

    return count


def _won_games(history: History) -> BoolArray:
    return history.played & (history.points >= history.scoring.win)


def _won_rounds(history: History) -> BoolArray:
    return history.points >= history.scoring.win


def _blacks(history: History) -> BoolArray:
    return history.played & (history.colour < 0)


def _opponents_points(before: RoundStart) -> IntArray:
    """Return the sum of the points that the opponents have."""
    history, row = before.history, before.round_number - 1
    opponent = history.opponent[:row]
    points = np.where(opponent == NOBODY, 0, before.points[np.maximum(opponent, 0)])
    return np.asarray(points.sum(axis=0), dtype=np.int64)


def _cumulated_points(before: RoundStart) -> IntArray:
    return np.asarray(before.history.score[: before.round_number].sum(axis=0), dtype=np.int64)


_RANK_KEYS: tuple[tuple[str, str, Callable[[RoundStart], IntArray], int], ...] = (
    ("late-entries-last", "players who entered the event in round 1", _is_late, 1),
    ("late-entries-first", "players who entered the event after round 1", _is_late, -1),
    ("earliest-entry-first", "the earliest entry", _round_of_entry, 1),
    ("highest-rating-first", "the highest rating", _rating, -1),
    ("lowest-rating-first", "the lowest rating", _rating, 1),
    ("by-alphabet", "the first name of the alphabet", _alphabet, 1),
    ("number-as-text", "the smallest number as a text, 10 before 2,", _number_as_text, 1),
    ("most-wins-first", "most won games", _count(_won_games), -1),
    ("fewest-wins-first", "fewest won games", _count(_won_games), 1),
    ("most-won-rounds-first", "most rounds with the points of a win", _count(_won_rounds), -1),
    ("most-games-first", "most games", _count(attrgetter("played")), -1),
    ("fewest-games-first", "fewest games", _count(attrgetter("played")), 1),
    ("most-blacks-first", "most games with Black", _count(_blacks), -1),
    ("fewest-blacks-first", "fewest games with Black", _count(_blacks), 1),
    ("strongest-opponents-first", "the highest sum of the opponents' points", _opponents_points, -1),
    ("weakest-opponents-first", "the lowest sum of the opponents' points", _opponents_points, 1),
    ("progressive-score-first", "the highest progressive score", _cumulated_points, -1),
)
"""Name, the first of the players of one score, the key, and whether the smallest (1) or largest (-1) comes first."""


def ranks(text: DutchText) -> Iterator[Misreading]:
    """Yield other orders of the players of one score, the number last."""
    for name, words, key, direction in _RANK_KEYS:
        yield misreading(
            f"ranked-{name}",
            f"among players of one score {words} came first",
            text.definition_articles.order,
            definitions(rank=rank_by(key, direction)),
        )


def rank_by(key: Callable[[RoundStart], IntArray], direction: int) -> Callable[[RoundStart], IntArray]:
    """Return the order of players by a key, ascending (1) or descending (-1), and then by number."""

    def rank(before: RoundStart) -> IntArray:
        return np.lexsort((np.arange(before.score.size), direction * key(before))).argsort()

    return rank


def _sort_by_number(players: Players, mdps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(mdps, key=lambda position: players.numbers[position]))


def _lowest_scores_first(players: Players, mdps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(mdps, key=lambda position: (players.scores[position], players.numbers[position])))


def _largest_numbers_first(players: Players, mdps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(mdps, key=lambda position: (-players.scores[position], -players.numbers[position])))


def mdp_ranks(text: DutchText) -> Iterator[Misreading]:
    """Yield other ranks of moved-down players in their bracket."""
    article = text.definition_articles.order
    for identifier, sentence, ranks in (
        ("mdps-by-number", "by number alone, whatever their scores", _sort_by_number),
        ("mdps-lowest-first", "from the lowest score up", _lowest_scores_first),
        ("mdps-largest-first", "from the largest number down if they have the same score", _largest_numbers_first),
    ):
        yield misreading(identifier, f"moved-down players were ranked {sentence}", article, order(mdp_ranks=ranks))


_KEYS = (NUMBER, DIFFERENCE, LEAVING_S1, ENTERING_S1)
_KEY_NAMES: dict[ExchangeKey, tuple[str, str]] = {
    NUMBER: ("number", "their number"),
    DIFFERENCE: ("difference", "the difference of the BSNs"),
    LEAVING_S1: ("leaving", "the largest BSN that leaves S1"),
    ENTERING_S1: ("entering", "the smallest BSN that enters S1"),
    SMALLEST_LEAVES: ("smallest-leaving", "the smallest BSN that leaves S1"),
    LARGEST_ENTERS: ("largest-entering", "the largest BSN that enters S1"),
}


def exchanges(text: DutchText) -> Iterator[Misreading]:
    """Yield orders of exchanges that two changes of the keys lead to, but for those that are listed."""
    article = text.generation[GenerationStep.EXCHANGE]
    known = {_KEYS, *(keys for *_, keys in EXCHANGES)}
    for keys in dict.fromkeys(twice for one in _edited(_KEYS) for twice in _edited(one)):
        if keys not in known:
            names = [_KEY_NAMES[key] for key in keys]
            words = ", then ".join(words for _, words in names)
            identifier = "-".join(["exchanges-by", *(name for name, _ in names)])
            yield misreading(identifier, f"exchanges were compared by {words}", article, order(exchanges=keys))


def _edited(keys: tuple[ExchangeKey, ...]) -> Iterator[tuple[ExchangeKey, ...]]:
    """Yield the keys with two neighbours exchanged, a cost left out, or a direction reversed."""
    for at in range(len(keys) - 1):
        yield (*keys[:at], keys[at + 1], keys[at], *keys[at + 2 :])
    for at, key in enumerate(keys):
        if key in (NUMBER, DIFFERENCE):
            yield (*keys[:at], *keys[at + 1 :])
    reversed_keys = {LEAVING_S1: SMALLEST_LEAVES, ENTERING_S1: LARGEST_ENTERS}
    for at, key in enumerate(keys):
        if key in reversed_keys:
            yield (*keys[:at], reversed_keys[key], *keys[at + 1 :])


# --- colours ---------------------------------------------------------------------------------------------------------


def colour_rules(text: DutchText) -> Iterator[Misreading]:
    """Yield rules on colours that decide the other way, or that are applied before an earlier one."""
    articles = text.colour_articles
    steps = list(zip(articles.steps, articles.numbers, strict=True))
    for step, article in steps[:-1]:
        name = step.name.replace("_", "-")
        change = step_instead(step.name, _reversed(step))
        yield misreading(f"colour-rule-{name}-reversed", f"{article} gave the opposite colours", article, change)
    for at, (step, article) in enumerate(steps):
        for upper, above in steps[: max(at - (at < len(steps) - 1), 0)]:
            identifier = f"colour-rule-{step.name}-moved-before-{upper.name}".replace("_", "-")
            yield misreading(identifier, f"{article} were applied before {above}", article, _step_moved(step, upper))


def _reversed(step: ColourStep) -> ColourStep:
    return replace(step, decide=lambda pairs: -step.decide(pairs))


def _step_moved(step: ColourStep, upper: ColourStep) -> ChangeRules:
    def change(rules: Any) -> Any:
        articles = rules.colour_articles
        kept = [one for one in articles.steps if one.name != step.name]
        place = next(at for at, one in enumerate(kept) if one.name == upper.name)
        return replace(rules, colour_articles=replace(articles, steps=(*kept[:place], step, *kept[place:])))

    return change
