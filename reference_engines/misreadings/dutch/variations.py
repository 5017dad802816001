"""
Rarer misreadings of a rule, tried where a likelier misreading of it explains some rounds, but not all.

`grammar` changes each part of the rules in the ways that are likely. Here the same parts are varied further: criteria
of one kind are added up wherever they stand, rank below others, or weigh what they count; a rule on colours compares
other figures; the score of one place is another. The conformance suite shows none of these.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.colours import ColourStep, alternation
from reference_engines.definitions.criteria import Contribution, index_levels
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import (
    AS_WRITTEN,
    ColourHistory,
    Strength,
    colour_history,
    float_before,
)
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE
from reference_engines.dutch.criteria import (
    MDP_DOWNFLOAT_AGAIN_SCORES,
    MDP_OPPONENT_UPFLOAT_AGAIN,
    MDP_OPPONENT_UPFLOAT_AGAIN_SCORES,
    RESIDENT_DOWNFLOAT_AGAIN,
    STRONG_COLOUR_PREFERENCE,
    TOPSCORER_CRITERIA,
)
from reference_engines.misreadings.dutch.choices import KINDS as CHOICES
from reference_engines.misreadings.dutch.colour_conditions import clash_scores, colour_counts, conditional_colour_rules
from reference_engines.misreadings.dutch.criteria_orders import (
    cut_ends,
    downfloat_differences,
    missing_parts,
    moved_blocks,
    sorted_floats,
)
from reference_engines.misreadings.dutch.families import played_or, varied_families
from reference_engines.misreadings.dutch.float_directions import float_directions
from reference_engines.misreadings.dutch.grammar import (
    count_instead,
    counted_criteria,
    limit_to_pairs,
    merge_criteria,
    merged_contribution,
    move_criterion,
    rank_by,
)
from reference_engines.misreadings.dutch.kept_fields import kept_colours, kept_floats
from reference_engines.misreadings.dutch.making import both, definitions, listed, misreading, step_instead
from reference_engines.misreadings.dutch.making import floats as float_rule
from reference_engines.misreadings.dutch.memory import KINDS as LIMITS_OF_MEMORY
from reference_engines.misreadings.dutch.orders_first import late_look_ahead, orders_first
from reference_engines.misreadings.dutch.preference_branches import preference_branches
from reference_engines.misreadings.dutch.unplayed import unplayed
from reference_engines.misreadings.dutch.walks import early_orders, few_opponents, mdp_pairings_first, near_opponents
from reference_engines.misreadings.rounds import double_forfeit

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from reference_engines.definitions.colours import Meetings
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import Definitions, PlayerStates, RoundStart
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from tournaments.model import Event


def varied_misreadings(text: DutchText, articles: Container[str] | None) -> Iterator[Misreading]:
    """Yield the rarer misreadings of some articles, or of all, and of the definitions that every article reads."""
    own: object = text
    for make in (
        merged_kinds,
        repeated_floats,
        topscorers,
        preferences_of_both,
        moved_below,
        scopes,
        weights,
        unplayed_games,
        bye_keys,
        colour_claims,
        alternations,
        rank_wishes,
        numbers,
        conditional_colour_rules,
        colour_counts,
        clash_scores,
        varied_families,
        float_directions,
        missing_parts,
        downfloat_differences,
        moved_blocks,
        sorted_floats,
        early_orders,
        mdp_pairings_first,
        few_opponents,
        near_opponents,
        cut_ends,
        orders_first,
        late_look_ahead,
        *CHOICES,
    ):
        meant = (one for one in make(text) if articles is None or one.article in articles)
        yield from (one for one in meant if one.rules(text) != own)
    for make in (
        ranks,
        rounded_scores,
        floats,
        kept_floats,
        histories,
        kept_colours,
        preference_branches,
        unplayed,
        *LIMITS_OF_MEMORY,
    ):
        yield from (one for one in make(text) if one.rules(text) != own)


# --- criteria --------------------------------------------------------------------------------------------------------

_KINDS = ("downfloat_again", "upfloat_again", "colour", "topscorer")
"""Parts of the names of criteria that count alike."""


def merged_kinds(text: DutchText) -> Iterator[Misreading]:
    """Yield two criteria of one kind that are added up, though others stand between them, by either article."""
    counted = counted_criteria(text)
    for kind in _KINDS:
        alike = [one for one in counted if kind in one.criterion.name]
        for upper, lower in combinations(alike, 2):
            if counted.index(lower) == counted.index(upper) + 1:
                continue  # neighbours are likelier
            criterion = replace(
                upper.criterion,
                name=f"{upper.criterion.name}_and_{lower.criterion.name}",
                contribution=merged_contribution(upper.criterion, lower.criterion),
            )
            for article in (upper.article, lower.article):
                yield misreading(
                    f"{criterion.name}-merged".replace("_", "-"),
                    f"{upper.label} and {lower.label} were added up",
                    article,
                    merge_criteria(upper.criterion, lower.criterion, criterion),
                )


def moved_below(text: DutchText) -> Iterator[Misreading]:
    """Yield every criterion moved below another that is not its neighbour."""
    counted = counted_criteria(text)
    for at, upper in enumerate(counted):
        for lower in counted[at + 2 :]:
            yield misreading(
                f"{upper.criterion.name}-moved-below-{lower.criterion.name}".replace("_", "-"),
                f"{upper.label} ranked below {lower.label}",
                upper.article,
                move_criterion(upper.criterion, lower.criterion, is_below=True),
            )


def _weigh_by_strength(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return np.minimum.outer(strength, strength)


def _weigh_by_stronger(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return np.maximum.outer(strength, strength)


def _weigh_by_difference(bracket: Bracket, strength: IntArray) -> IntArray:
    del strength
    width = np.abs(bracket.take(bracket.players.colour_difference))
    return np.minimum.outer(width, width)


def _either_strong(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return (np.maximum.outer(strength, strength) >= Strength.STRONG).astype(np.int64)


def _neither_absolute(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return (np.maximum.outer(strength, strength) < Strength.ABSOLUTE).astype(np.int64)


def _either_absolute(bracket: Bracket, strength: IntArray) -> IntArray:
    del bracket
    return (np.maximum.outer(strength, strength) == Strength.ABSOLUTE).astype(np.int64)


def _pair_has_one_score(bracket: Bracket, strength: IntArray) -> IntArray:
    del strength
    return np.equal.outer(bracket.score, bracket.score).astype(np.int64)


def _pair_has_two_scores(bracket: Bracket, strength: IntArray) -> IntArray:
    return 1 - _pair_has_one_score(bracket, strength)


_WEIGHTS: tuple[tuple[str, str, Callable[[Bracket, IntArray], IntArray]], ...] = (
    ("by_strength", "weighed a missed preference by its strength", _weigh_by_strength),
    ("by_stronger", "weighed a missed preference by the stronger one of the pair", _weigh_by_stronger),
    ("by_difference", "weighed a missed preference by the colour difference", _weigh_by_difference),
    ("either_strong", "counted pairs of which a player prefers the colour at least strongly", _either_strong),
    ("neither_absolute", "left pairs out of which a player has an absolute preference", _neither_absolute),
    ("either_absolute", "counted only pairs of which a player has an absolute preference", _either_absolute),
    ("of_one_score", "counted only pairs of one score", _pair_has_one_score),
    ("of_other_scores", "counted only pairs of different scores", _pair_has_two_scores),
)


def weights(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria on colours that weigh the pairs that they count, or count some of them."""
    for one in counted_criteria(text):
        if one.criterion in (COLOUR_PREFERENCE, STRONG_COLOUR_PREFERENCE):
            for name, sentence, weigh in _WEIGHTS:
                yield count_instead(one, name, sentence, _weighed(weigh))
            for colour, words in ((1, "White"), (-1, "Black")):
                prefer = _pairs_if(one.criterion, partial(_both_prefer, colour=colour))
                yield count_instead(one, f"of_{words.lower()}", f"counted preferences for {words} only", prefer)


def scopes(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria that, in brackets with moved-down players, count pairs of these alone."""
    for one in counted_criteria(text):
        yield count_instead(
            one,
            "pairs_mdps_if_any",
            "counted, in brackets with moved-down players, pairs of these only",
            _pairs_of_mdps_if_any(one.criterion),
        )


def _pairs_of_mdps_if_any(criterion: BracketCriterion) -> Callable[[Bracket], Contribution | None]:
    of_mdps = limit_to_pairs(criterion, are_mdps=True)
    return lambda bracket: of_mdps(bracket) if bracket.mdps else criterion.contribution(bracket)


def _weighed(weigh: Callable[[Bracket, IntArray], IntArray]) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        preference, strength = (bracket.take(one) for one in (bracket.players.preference, bracket.players.strength))
        alike = np.equal.outer(preference, preference) & (preference != 0)
        pairs = np.where(alike, weigh(bracket, strength), 0)
        return Contribution(pairs=pairs, bound=(bracket.size // 2) * max(1, int(pairs.max(initial=0))))

    return contribution


# --- repeated floats -------------------------------------------------------------------------------------------------

_FLOAT_FAMILIES = (
    (RESIDENT_DOWNFLOAT_AGAIN, True, False),
    (MDP_OPPONENT_UPFLOAT_AGAIN, False, False),
    (MDP_DOWNFLOAT_AGAIN_SCORES, True, True),
    (MDP_OPPONENT_UPFLOAT_AGAIN_SCORES, False, True),
)
"""Criteria by the rounds back; whether floaters add to them, not pairs; and whether they compare score differences."""
_DIRECTIONS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("downfloat", "a downfloat", (1,)),
    ("upfloat", "an upfloat", (-1,)),
    ("any_float", "a float, down or up,", (1, -1)),
)
_FLOATERS: tuple[tuple[str, str, bool, bool], ...] = (
    ("residents", "residents", True, False),
    ("mdps", "moved-down players", False, True),
    ("players", "players", True, True),
)
"""Name, words, and whether residents and moved-down players are meant that leave the bracket."""
_PAIRED: tuple[tuple[str, str, bool, bool], ...] = (
    ("opponents", "opponents of moved-down players", False, True),
    ("mdps", "moved-down players with an opponent", True, False),
    ("both", "moved-down players with an opponent, and these opponents,", True, True),
)
"""Name, words, and whether the moved-down player and the opponent of a pair are meant."""
_WHEN = {1: "in the previous round", 2: "two rounds before"}


def repeated_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria on repeated floats with other floats of other players, each alone and with its sibling."""
    for family, is_of_floaters, has_scores in _FLOAT_FAMILIES:
        numbered = {back: listed(text, one) for back, one in family.items()}
        for role in _FLOATERS if is_of_floaters else _PAIRED:
            for direction in _DIRECTIONS:
                count = partial(_repeated, (is_of_floaters, has_scores), role[2:], direction[2])
                yield from _float_misreadings(numbered, role[:2], direction[:2], count)


def _float_misreadings(
    numbered: dict[int, NumberedBracketCriterion | None],
    role: tuple[str, str],
    direction: tuple[str, str],
    count: Callable[[int], Callable[[Bracket], Contribution | None]],
) -> Iterator[Misreading]:
    name, words = f"{direction[0]}_{role[0]}", f"counted {role[1]} who received {direction[1]}"
    changes: list[tuple[NumberedBracketCriterion, Misreading]] = []
    for back, one in numbered.items():
        if one is None:
            return
        for looked_at, when in _WHEN.items():
            misread = count_instead(one, f"{name}_{looked_at}", f"{words} {when}", count(looked_at))
            yield misread
            if looked_at == back:
                changes.append((one, misread))
    (upper, above), (lower, below) = changes
    for article in (upper.article, lower.article):
        yield misreading(
            f"{upper.criterion.name}-and-sibling-{name}".replace("_", "-"),
            f"{upper.label} and {lower.label} {words} before",
            article,
            both(above.rules, below.rules),
        )


def _repeated(
    kind: tuple[bool, bool], roles: tuple[bool, bool], floats: tuple[int, ...], back: int
) -> Callable[[Bracket], Contribution | None]:
    """Return a contribution of floaters or pairs with floats, as numbers or as differences of scores."""
    is_of_floaters, has_scores = kind

    def contribution(bracket: Bracket) -> Contribution | None:
        again = np.isin(bracket.take(bracket.players.floated[back - 1]), floats)
        mdp = np.arange(bracket.size) < bracket.mdp_count
        if is_of_floaters:
            is_meant = again & ((~mdp & roles[0]) | (mdp & roles[1]))
            return _counted(is_meant, bracket.score - bracket.resident_score, bracket, has_scores=has_scores)
        if not bracket.mdps:
            return None
        of_pair = (again[:, None] & roles[0]) | (again[None, :] & roles[1])
        is_meant = mdp[:, None] & ~mdp[None, :] & of_pair
        differences = np.abs(np.subtract.outer(bracket.score, bracket.score))
        return _counted(is_meant | is_meant.T, differences, bracket, has_scores=has_scores)

    return contribution


def _counted(is_meant: BoolArray, amounts: IntArray, bracket: Bracket, *, has_scores: bool) -> Contribution | None:
    values: IntArray = is_meant.astype(np.int64)
    levels: tuple[int, ...] | None = None
    if has_scores:
        values, levels = index_levels(np.where(is_meant, amounts, 0))
    if not values.any():
        return None
    is_of_pairs = is_meant.ndim > 1
    return Contribution(
        pairs=values if is_of_pairs else None,
        floats=None if is_of_pairs else values,
        bound=bracket.size,
        levels=levels,
    )


# --- topscorers, and the bye -----------------------------------------------------------------------------------------


def topscorers(text: DutchText) -> Iterator[Misreading]:
    """Yield criteria on topscorers that count a pair by the player who misses the preference, or by either alone."""
    for one in text.criteria:
        if one.criterion in TOPSCORER_CRITERIA:
            for name, sentence, is_meant in (
                ("of_misser", "counted topscorers alone, and not their opponents", _misses_as_topscorer),
                ("of_either", "counted pairs of which one player alone is a topscorer", _has_one_topscorer),
            ):
                yield count_instead(one, name, sentence, _pairs_if(one.criterion, is_meant))


def _misses_as_topscorer(bracket: Bracket) -> BoolArray:
    """Whether the player with the narrower colour difference is a topscorer; of equal ones, both."""
    difference, topscorer = bracket.take(bracket.players.colour_difference), _is_topscorer(bracket)
    less = np.less.outer(np.abs(difference), np.abs(difference))
    both_are = np.logical_and.outer(topscorer, topscorer)
    return np.asarray(np.where(less, topscorer[:, None], np.where(less.T, topscorer[None, :], both_are)))


def _both_prefer(bracket: Bracket, *, colour: int) -> BoolArray:
    prefers = bracket.take(bracket.players.preference) == colour
    return np.asarray(np.logical_and.outer(prefers, prefers))


def _has_one_topscorer(bracket: Bracket) -> BoolArray:
    topscorer = _is_topscorer(bracket)
    return np.asarray(np.not_equal.outer(topscorer, topscorer))


def _is_topscorer(bracket: Bracket) -> BoolArray:
    return np.asarray(bracket.players.topscorer[bracket.positions])


def _pairs_if(
    criterion: BracketCriterion, is_meant: Callable[[Bracket], BoolArray]
) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        counted = criterion.contribution(bracket)
        if counted is None or counted.pairs is None:
            return counted
        return counted._replace(pairs=np.where(is_meant(bracket), counted.pairs, 0))

    return contribution


def _but(is_unplayed: Callable[[History], BoolArray]) -> Callable[[History], BoolArray]:
    return lambda history: ~is_unplayed(history)


_UNPLAYED: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("byes", "pairing-allocated byes", lambda history: history.bye),
    ("granted-byes", "byes on request with points", lambda history: history.granted_bye),
    ("absences", "absences, with points or without", lambda history: ~history.paired),
    ("forfeits", "forfeited games", lambda history: (history.opponent != NOBODY) & ~history.played),
    (
        "with-points",
        "rounds without a game that score",
        lambda history: ~history.played & (history.points > history.scoring.loss),
    ),
    (
        "without-points",
        "rounds without a game or points",
        lambda history: ~history.played & (history.points <= history.scoring.loss),
    ),
    ("wins", "rounds with the points of a win without a game", lambda history: ~history.played & _wins(history)),
)


def _before_entry(history: History) -> BoolArray:
    """Return the rounds before a player was first to be paired."""
    return ~np.logical_or.accumulate(history.paired, axis=0)


def _scores(history: History) -> BoolArray:
    return history.points > history.scoring.loss


_GAMES: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("before-entry", "rounds before a late entry", _before_entry),
    (
        "before-entry-without-points",
        "rounds without points before a late entry",
        lambda history: _before_entry(history) & ~_scores(history),
    ),
    (
        "later-absences",
        "absences of a player who had entered the event",
        lambda history: ~history.paired & ~_before_entry(history),
    ),
    ("absences-with-points", "byes on request with points", lambda history: ~history.paired & _scores(history)),
    ("absences-without-points", "absences without points", lambda history: ~history.paired & ~_scores(history)),
    (
        "later-absences-without-points",
        "absences without points of a player who had entered the event",
        lambda history: ~history.paired & ~_scores(history) & ~_before_entry(history),
    ),
    ("forfeit-wins", "games won by forfeit", lambda history: history.forfeit_win),
    (
        "forfeit-losses",
        "games lost by forfeit",
        lambda history: (history.opponent != NOBODY) & ~history.played & ~history.forfeit_win,
    ),
    ("double-forfeits", "games that both players forfeited", double_forfeit),
    ("rounds-with-points", "rounds without a game that score", _scores),
    ("rounds-without-points", "rounds without a game or points", lambda history: ~_scores(history)),
)
"""Name, words, and rounds without a game that may be no unplayed games."""


def _wins(history: History) -> BoolArray:
    return history.points >= history.scoring.win


def _count_unplayed(bracket: Bracket, *, is_meant: Callable[[Bracket], bool]) -> Contribution | None:
    if not is_meant(bracket):
        return None
    unplayed = bracket.take(bracket.players.unplayed)
    return Contribution(floats=unplayed, bound=int(unplayed.max(initial=0)))


_COUNTED_FLOATERS: tuple[tuple[str, str, Callable[[Bracket], bool]], ...] = (
    ("of_all_floaters", "counted the unplayed games of all downfloaters, with a bye or without", lambda _: True),
    (
        "of_lone_floaters",
        "counted the unplayed games of the downfloater of every bracket with an odd number of players",
        lambda bracket: bracket.size % 2 == 1,
    ),
    (
        "of_all_floaters_with_bye",
        "counted the unplayed games of all downfloaters in a round with a bye",
        lambda bracket: bracket.players.size % 2 == 1,
    ),
)
"""Name, words, and brackets whose downfloaters' unplayed games count, whoever receives the bye."""


def unplayed_games(text: DutchText) -> Iterator[Misreading]:
    """Yield other unplayed games of the player who has the bye ([C9]), or of other downfloaters."""
    for one in text.criteria:
        if one.criterion.name == "bye_unplayed_games":
            yield from (
                count_instead(one, name, words, partial(_count_unplayed, is_meant=is_in))
                for name, words, is_in in _COUNTED_FLOATERS
            )
            for name, words, is_unplayed in _UNPLAYED:
                yield misreading(
                    f"unplayed-{name}-alone",
                    f"of unplayed games {one.label} counted {words} alone",
                    one.article,
                    definitions(games=_but(is_unplayed)),
                )
            for name, words, is_meant in _GAMES:
                yield misreading(
                    f"unplayed-without-{name}",
                    f"{words} were not unplayed games in {one.label}",
                    one.article,
                    definitions(games=partial(played_or, is_meant)),
                )


def _place_of(values: Callable[[Players], IntArray]) -> Callable[[Bracket], IntArray]:
    def places(bracket: Bracket) -> IntArray:
        taken = bracket.take(values(bracket.players))
        return np.unique(taken, return_inverse=True)[1].reshape(taken.shape)

    return places


_BYE_KEYS: tuple[tuple[str, str, Callable[[Players], IntArray]], ...] = (
    ("largest-number", "the largest number", lambda players: -players.tpn),
    ("smallest-number", "the smallest number", lambda players: players.tpn),
    ("most-whites", "the most Whites, less Blacks", lambda players: -players.colour_difference),
    ("most-blacks", "the most Blacks, less Whites", lambda players: players.colour_difference),
    ("narrowest-difference", "the narrowest colour difference", lambda players: np.abs(players.colour_difference)),
    ("weakest-preference", "the weakest colour preference", lambda players: players.strength),
    ("no-downfloat", "no downfloat in the previous round", lambda players: (players.floated[0] > 0).astype(np.int64)),
    ("upfloat", "an upfloat in the previous round", lambda players: (players.floated[0] >= 0).astype(np.int64)),
)
"""Name, what the player has who receives the bye, and the key of which the smallest comes first."""


def bye_keys(text: DutchText) -> Iterator[Misreading]:
    """Yield other players who receive the bye in place of those with the fewest unplayed games, or among these."""
    for one in text.criteria:
        if one.criterion.name == "bye_unplayed_games":
            for name, words, key in _BYE_KEYS:
                places = _place_of(key)
                for suffix, sentence, count in (
                    ("instead", f"gave the bye to a player with {words}", partial(_count_bye, places=places)),
                    (
                        "then",
                        f"gave the bye to a player with {words}, of those with the fewest unplayed games",
                        partial(_count_bye, places=places, first=one.criterion),
                    ),
                ):
                    yield count_instead(one, f"{name}_{suffix}", sentence, count)


def _count_bye(
    bracket: Bracket, *, places: Callable[[Bracket], IntArray], first: BracketCriterion | None = None
) -> Contribution | None:
    if not bracket.bye_goes_here:
        return None
    floats = places(bracket)
    counted = None if first is None else first.contribution(bracket)
    if counted is not None and counted.floats is not None:
        floats = floats + counted.floats.astype(np.int64) * (int(floats.max(initial=0)) + 1)
    return Contribution(floats=floats, bound=int(floats.max(initial=0)) or 1)


# --- colours ---------------------------------------------------------------------------------------------------------


def _steps(
    text: DutchText, name: str, decisions: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...]
) -> Iterator[Misreading]:
    articles = text.colour_articles
    article = dict(zip((step.name for step in articles.steps), articles.numbers, strict=True)).get(name)
    for identifier, sentence, decide in decisions if article else ():
        step = ColourStep(name, decide, sentence)
        yield misreading(
            f"colour-rule-{name}-{identifier}".replace("_", "-"),
            f"by {article} {sentence}",
            article or "",
            step_instead(name, step),
        )


def _grant_greater(claim_of: Callable[[Meetings], IntArray]) -> Callable[[Meetings], IntArray]:
    def decide(pairs: Meetings) -> IntArray:
        claim = claim_of(pairs)
        higher, lower = claim[pairs.higher], claim[pairs.lower]
        return pairs.grant(higher > lower, lower > higher)

    return decide


def _width(pairs: Meetings) -> IntArray:
    return np.abs(pairs.players.colour_difference)


def _signed_claim(pairs: Meetings, *, sign: int) -> IntArray:
    """Return the strength, and of absolute preferences the surplus of one colour."""
    players = pairs.players
    return players.strength * 1000 + np.where(players.absolute != 0, sign * players.colour_difference, 0)


_CLAIMS: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...] = (
    (
        "narrower",
        "of two absolute preferences that of the narrower colour difference were granted",
        _grant_greater(
            lambda pairs: (
                pairs.players.strength * 1000 - np.where(pairs.players.strength == Strength.ABSOLUTE, _width(pairs), 0)
            )
        ),
    ),
    (
        "absolute-as-strong",
        "an absolute preference were no stronger than a strong one",
        _grant_greater(lambda pairs: np.minimum(pairs.players.strength, Strength.STRONG)),
    ),
    (
        "strong-alone",
        "strong preferences came before absolute and mild ones",
        _grant_greater(lambda pairs: (pairs.players.strength == Strength.STRONG).astype(np.int64)),
    ),
    (
        "weaker",
        "the weaker preference were granted",
        _grant_greater(lambda pairs: -pairs.players.strength),
    ),
    *(
        (
            f"largest-{colour.lower()}-surplus",
            f"of two absolute preferences that of more games with {colour} than with {other} were granted",
            _grant_greater(partial(_signed_claim, sign=sign)),
        )
        for colour, other, sign in (("White", "Black", 1), ("Black", "White", -1))
    ),
    (
        "then-width",
        "of two preferences of any one strength that of the wider colour difference were granted",
        _grant_greater(lambda pairs: pairs.players.strength * 1000 + _width(pairs)),
    ),
    (
        "width-alone",
        "the wider colour difference were granted, and strengths did not count",
        _grant_greater(_width),
    ),
    (
        "then-repeated",
        "of two absolute preferences that of the player who had one colour twice in a row were granted",
        _grant_greater(lambda pairs: pairs.players.strength * 1000 + (pairs.players.repeated != 0)),
    ),
)


def colour_claims(text: DutchText) -> Iterator[Misreading]:
    """Yield other comparisons of two preferences for one colour."""
    return _steps(text, "stronger", _CLAIMS)


_MOST_GAMES = 5


def _latest_games(number: int) -> Callable[[Meetings], IntArray]:
    def decide(pairs: Meetings) -> IntArray:
        latest = np.cumsum(pairs.coloured[: pairs.players.round_number - 1][::-1], axis=0)[::-1] <= number
        coloured = pairs.coloured.copy()
        coloured[: pairs.players.round_number - 1] &= latest
        return alternation(replace(pairs, coloured=coloured))

    return decide


def _latest_rounds(number: int) -> Callable[[Meetings], IntArray]:
    def decide(pairs: Meetings) -> IntArray:
        coloured = pairs.coloured.copy()
        coloured[: max(0, pairs.players.round_number - 1 - number)] = False
        return alternation(replace(pairs, coloured=coloured))

    return decide


def _latest_colour(pairs: Meetings) -> IntArray:
    """Return the colour of each player's latest game, 0 if there is none, by position."""
    colour = np.zeros(pairs.players.size, dtype=np.int64)
    for row in range(pairs.players.round_number - 1):
        had = pairs.coloured[row][pairs.players.column]
        colour = np.where(had, pairs.history.colour[row][pairs.players.column], colour)
    return colour


_ALTERNATIONS: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...] = (
    *(
        (f"latest-{number}-games", f"no games but the latest {number} of each player were looked at", decide)
        for number, decide in ((number, _latest_games(number)) for number in range(2, _MOST_GAMES))
    ),
    *(
        (f"latest-{number}-rounds", f"no rounds but the latest {number} were looked at", decide)
        for number, decide in ((number, _latest_rounds(number)) for number in range(1, _MOST_GAMES))
    ),
    (
        "of-higher-ranked",
        "the higher ranked player had the other colour than in the latest game",
        lambda pairs: -_latest_colour(pairs)[pairs.higher],
    ),
    (
        "of-lower-ranked",
        "the lower ranked player had the other colour than in the latest game",
        lambda pairs: _latest_colour(pairs)[pairs.lower],
    ),
)


def alternations(text: DutchText) -> Iterator[Misreading]:
    """Yield other games after which colours alternate."""
    return _steps(text, "alternate", _ALTERNATIONS)


def _fewer_games(pairs: Meetings) -> IntArray:
    return pairs.players.unplayed


def _floated_down(pairs: Meetings) -> IntArray:
    return pairs.players.floated[0]


_WISHES: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...] = (
    ("of-fewer-games", "the preference of the player with fewer games were granted", _grant_greater(_fewer_games)),
    (
        "of-wider-difference",
        "the preference of the player with the wider colour difference were granted",
        _grant_greater(_width),
    ),
    (
        "of-downfloater",
        "the preference of the player who floated down in the previous round were granted",
        _grant_greater(_floated_down),
    ),
    (
        "of-larger-number",
        "the preference of the player with the larger number were granted",
        _grant_greater(lambda pairs: pairs.players.tpn),
    ),
)


def rank_wishes(text: DutchText) -> Iterator[Misreading]:
    """Yield other players whose preference is granted where histories are equal."""
    return _steps(text, "higher_ranked", _WISHES)


def _initial_if(is_odd: Callable[[Meetings], BoolArray]) -> Callable[[Meetings], IntArray]:
    return lambda pairs: np.where(is_odd(pairs), pairs.initial, -pairs.initial)


_NUMBERS: tuple[tuple[str, str, Callable[[Meetings], IntArray]], ...] = (
    (
        "by-rank",
        "the place in the order of the players to be paired decided, not the number",
        _initial_if(lambda pairs: pairs.higher % 2 == 0),
    ),
    (
        "by-printed-number",
        "the number of the list decided, players who have not arrived included",
        _initial_if(lambda pairs: pairs.players.tpn[pairs.higher] % 2 == 1),
    ),
    (
        "by-board",
        "the initial colour went to the higher ranked player of every other board",
        _initial_if(lambda pairs: np.arange(pairs.higher.size) % 2 == 0),
    ),
    (
        "by-round",
        "the initial colour went to the higher ranked player in odd rounds",
        lambda pairs: np.full(pairs.higher.size, pairs.initial if pairs.players.round_number % 2 else -pairs.initial),
    ),
    (
        "to-other",
        "the higher ranked player never had the initial colour",
        lambda pairs: 0 * pairs.higher - pairs.initial,
    ),
)


def numbers(text: DutchText) -> Iterator[Misreading]:
    """Yield other numbers that give the initial colour."""
    return _steps(text, "initial", _NUMBERS)


def _where_both_prefer(decide: Callable[[Meetings], IntArray]) -> Callable[[Meetings], IntArray]:
    def decide_if_both(pairs: Meetings) -> IntArray:
        preference = pairs.players.preference
        both_prefer = (preference[pairs.higher] != 0) & (preference[pairs.lower] != 0)
        return np.where(both_prefer, decide(pairs), 0)

    return decide_if_both


def preferences_of_both(text: DutchText) -> Iterator[Misreading]:
    """Yield that no preference is granted against a player without one, so that the number decides."""

    def change(rules: Any) -> Any:
        articles = rules.colour_articles
        steps = tuple(replace(one, decide=_where_both_prefer(one.decide)) for one in articles.steps[:-1])
        return replace(rules, colour_articles=replace(articles, steps=(*steps, articles.steps[-1])))

    numbers_of_steps = text.colour_articles.numbers
    sentence = f"no preference were granted against a player without one, so that {numbers_of_steps[-1]} decides"
    for article in numbers_of_steps:
        yield misreading("preferences-of-both-only", sentence, article, change)


# --- definitions -----------------------------------------------------------------------------------------------------


def _colours(before: RoundStart) -> IntArray:
    history, row = before.history, before.round_number - 1
    return np.asarray(np.where(history.played[:row], history.colour[:row], 0).sum(axis=0), dtype=np.int64)


def _latest(values: Callable[[History], IntArray | BoolArray]) -> Callable[[RoundStart], IntArray]:
    def of_previous_round(before: RoundStart) -> IntArray:
        row = before.round_number - 1
        return values(before.history)[row - 1].astype(np.int64) if row else 0 * before.score

    return of_previous_round


def _unplayed_rounds(before: RoundStart) -> IntArray:
    return np.asarray((~before.history.played)[: before.round_number - 1].sum(axis=0), dtype=np.int64)


def _byes(before: RoundStart) -> IntArray:
    return np.asarray(before.history.bye[: before.round_number - 1].sum(axis=0), dtype=np.int64)


_RANK_KEYS: tuple[tuple[str, str, Callable[[RoundStart], IntArray]], ...] = (
    ("whites", "the difference of games with White and Black", _colours),
    ("width", "the width of the colour difference", lambda before: np.abs(_colours(before))),
    ("latest-colour", "the colour of the previous round, Black first", _latest(lambda history: history.colour)),
    ("idle", "a previous round without a game", _latest(lambda history: ~history.played)),
    ("absent", "an absence in the previous round", _latest(lambda history: ~history.paired)),
    ("unplayed", "the number of rounds without a game", _unplayed_rounds),
    ("byes", "the number of byes", _byes),
    ("latest-opponent", "the number of the latest opponent", _latest(lambda history: history.opponent)),
)


def ranks(text: DutchText) -> Iterator[Misreading]:
    """Yield further orders of the players of one score, in both directions, the number last."""
    for name, words, key in _RANK_KEYS:
        for suffix, direction, sign in (("", "ascending", 1), ("-descending", "descending", -1)):
            yield misreading(
                f"ranked-by-{name}{suffix}",
                f"players of one score were ranked by {words}, {direction}, before the number",
                text.definition_articles.order,
                definitions(rank=rank_by(key, sign)),
            )


def _round_scores(history: History, *, up: bool, own: Callable[[History], IntArray]) -> IntArray:
    scores, unit = own(history), history.scoring.win
    return np.asarray(-(-scores // unit) * unit if up else scores // unit * unit, dtype=np.int64)


def _round_in_brackets(event: Event, history: History, rounds: int, *, up: bool, own: Definitions) -> IntArray:
    """Return virtual points with which a score is rounded."""
    points = own.virtual_points(event, history, rounds)
    return np.asarray(points + _round_scores(history, up=up, own=own.score) - own.score(history), dtype=np.int64)


def rounded_scores(text: DutchText) -> Iterator[Misreading]:
    """Yield scores that are rounded to wins, everywhere or in brackets alone."""
    article, own = text.definition_articles.score, AS_WRITTEN
    for name, up in (("down", False), ("up", True)):
        yield misreading(
            f"scores-rounded-{name}",
            f"scores were rounded {name} to whole points",
            article,
            definitions(score=partial(_round_scores, up=up, own=own.score)),
        )
        yield misreading(
            f"scores-rounded-{name}-in-brackets",
            f"scores were rounded {name} to whole points in brackets, but not for floats",
            article,
            both(
                definitions(virtual_points=partial(_round_in_brackets, up=up, own=own)),
                float_rule(compared=attrgetter("points")),
            ),
        )


def _since_gap(colour: IntArray) -> ColourHistory:
    """Forget the games before the latest round without a game that a game follows."""
    rows = []
    for row in range(len(colour) + 1):
        played, number = colour[:row] != 0, np.arange(row)[:, None]
        last = np.where(played, number, -1).max(axis=0, initial=-1)
        gap = np.where(~played & (number < last), number, -1).max(axis=0, initial=-1)
        rows.append(colour_history(np.where(number > gap, colour[:row], 0)))
    return ColourHistory(
        difference=np.stack([one.difference[-1] for one in rows]),
        latest=np.stack([one.latest[-1] for one in rows]),
        repeated=np.stack([one.repeated[-1] for one in rows]),
    )


def histories(text: DutchText) -> Iterator[Misreading]:
    """Yield colour histories that begin anew after a round without a game."""
    return history_misreadings(text.definition_articles.squeezed_colours)


def history_misreadings(article: str) -> Iterator[Misreading]:
    """Yield colour histories that begin anew after a round without a game, by the article on unplayed rounds."""
    yield misreading(
        "colours-since-return",
        "no colour before a player's latest round without a game counted, once the player had a game again",
        article,
        definitions(colour_history=_since_gap),
    )


def _ever(history: History, state: PlayerStates, row: int, back: int, *, only: int | None) -> IntArray:
    """Look for the latest float in all earlier rounds."""
    if only not in (None, back):
        return float_before(history, state, row, back)
    found = np.zeros(state.score.shape[1], dtype=np.int64)
    for earlier in range(row - back + 1):
        found = np.where(state.float_[earlier] != 0, state.float_[earlier], found)
    return found


def _limit_to_margin(is_float: Callable[[IntArray, int], BoolArray], only: int | None) -> Any:
    """Take floats only of games of which the difference of scores is as meant."""

    def found(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
        received = float_before(history, state, row, back)
        if row < back or only not in (None, back):
            return received
        opponent = np.maximum(history.opponent[row - back], 0)
        score = state.score[row - back]
        margin = np.abs(score - score[opponent])
        is_meant = is_float(margin, history.scoring.win)
        return np.where(history.played[row - back] & ~is_meant, 0, received)

    return found


def floats(text: DutchText) -> Iterator[Misreading]:
    """Yield floats that are found in any earlier round, or by scores further apart."""
    article = text.definition_articles.played_float
    for only, suffix, when in ((None, "", ""), (1, "-1", " of the previous round"), (2, "-2", " of two rounds before")):
        yield misreading(
            f"floats-of-any-round{suffix}",
            f"for the float{when} the latest float of any earlier round counted",
            article,
            definitions(float_before=_ever_only(only)),
        )
        for name, words, is_float in (
            ("half-a-point", "half a point", lambda margin, win: 2 * margin > win),
            ("a-point", "a point", lambda margin, win: margin > win),
        ):
            yield misreading(
                f"floats-beyond-{name}{suffix}",
                f"for the float{when} scores {words} apart gave no float",
                article,
                definitions(float_before=_limit_to_margin(is_float, only)),
            )


def _ever_only(only: int | None) -> Any:
    def found(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
        return _ever(history, state, row, back, only=only)

    return found
