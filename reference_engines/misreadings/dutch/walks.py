"""
Rarer misreadings of the walk through the candidates: it settles an order before some criteria, or ends early (3.8.1).

By the text all candidates are compared by all criteria, and the order decides between equal ones only. A program that
walks may stop trying exchanges, sets of moved-down players or their opponents before it has looked at every criterion.
Brackets have thousands of candidates, of which it may try only so many, and take the best that it has found. It may
look for exchanges among the few last players of S1 and the few first players of S2 only. And it may give the odd player
of a bracket to S1, so that the last player of S1 floats down unless a criterion asks for another one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from math import comb, perm
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion
from reference_engines.downfloating.bracket import FOLLOWING_BRACKET, Candidate
from reference_engines.dutch.rounds import Round2026
from reference_engines.frame.results import GenerationStep
from reference_engines.literal.dutch.search import measure_of
from reference_engines.literal.dutch.sequence import heterogeneous_candidates, m1_range, mdp_sets
from reference_engines.misreadings.dutch.completion import pair_brackets_by
from reference_engines.misreadings.dutch.families import split_criteria
from reference_engines.misreadings.dutch.grammar import counted_criteria
from reference_engines.misreadings.dutch.making import both, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, NumberedBracketCriterion
    from reference_engines.downfloating.completion import Completion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.optimiser import Objective
    from reference_engines.frame.variants import Misreading
    from reference_engines.literal.dutch.sequence import Pairs
    from reference_engines.misreadings.dutch.making import ChangeRules

    Values = tuple[tuple[int, ...], ...]


def _number_of_exchanged(bracket: Bracket) -> Contribution | None:
    """Count pairs within S2 of a homogeneous bracket, each of which takes a player into S1."""
    if bracket.mdps:
        return None
    is_in_s2 = np.arange(bracket.size) >= bracket.size // 2
    return Contribution(pairs=np.logical_and.outer(is_in_s2, is_in_s2), bound=bracket.size // 2)


def _difference_of_exchanged(bracket: Bracket) -> Contribution | None:
    """Add up how far exchanged players are from the border between S1 and S2."""
    if bracket.mdps:
        return None
    border, place = bracket.size // 2, np.arange(bracket.size)
    distance = np.where(place >= border, place - border, border - place)
    is_in_s1 = place < border
    pairs = np.where(np.equal.outer(is_in_s1, is_in_s1), np.minimum.outer(distance, distance), 0)
    return Contribution(pairs=pairs, floats=np.where(is_in_s1, distance, 0), bound=bracket.size * (bracket.size + 1))


def _limbo(bracket: Bracket) -> Contribution | None:
    """List the moved-down players who float on, the highest ranked first."""
    if not bracket.mdps:
        return None
    ranks = np.maximum(bracket.mdp_count - np.arange(bracket.size), 0)
    return Contribution(floats=ranks, bound=bracket.size, levels=tuple(range(1, bracket.mdp_count + 1)))


_MOST_MDPS = 10
"""Moved-down players whose opponents are settled one by one; more are rare."""


def _opponent_of(mdp: int, bracket: Bracket) -> Contribution | None:
    """Count the rank of the opponent of a moved-down player; none comes last."""
    if bracket.mdp_count <= mdp:
        return None
    pairs = np.zeros((bracket.size, bracket.size), dtype=np.int64)
    pairs[mdp, bracket.mdp_count :] = pairs[bracket.mdp_count :, mdp] = np.arange(bracket.resident_count)
    floats = np.where(np.arange(bracket.size) == mdp, bracket.resident_count, 0)
    return Contribution(pairs=pairs, floats=floats, bound=bracket.size)


EXCHANGED_PLAYERS: BracketCriterion = Criterion(
    "exchanged_players", "number of players exchanged in a homogeneous bracket", _number_of_exchanged
)
_DIFFERENCE: BracketCriterion = Criterion(
    "difference_of_exchanged", "difference of the exchanged BSNs in a homogeneous bracket", _difference_of_exchanged
)
_LIMBO: BracketCriterion = Criterion("mdp_set", "moved-down players who float on", _limbo)
_OPPONENTS: tuple[BracketCriterion, ...] = tuple(
    Criterion(f"opponent_of_mdp_{mdp}", "opponent of a moved-down player", partial(_opponent_of, mdp))
    for mdp in range(_MOST_MDPS)
)

_ORDERS: tuple[tuple[str, str, GenerationStep, tuple[BracketCriterion, ...]], ...] = (
    (
        "exchanges-before",
        "in a homogeneous bracket the number of exchanged players ranked above {}",
        GenerationStep.EXCHANGE,
        (EXCHANGED_PLAYERS,),
    ),
    (
        "exchange-differences-before",
        "in a homogeneous bracket the number of exchanged players, and then their difference, ranked above {}",
        GenerationStep.EXCHANGE,
        (EXCHANGED_PLAYERS, _DIFFERENCE),
    ),
    (
        "mdp-set-before",
        "the order of sets of moved-down players ranked above {}",
        GenerationStep.MDP_SET,
        (_LIMBO,),
    ),
    (
        "mdp-opponents-before",
        "the order of sets of moved-down players, and of their opponents, ranked above {}",
        GenerationStep.MDP_TRANSPOSITION,
        (_LIMBO, *_OPPONENTS),
    ),
)


def early_orders(text: DutchText) -> Iterator[Misreading]:
    """Yield orders of candidates that rank above a criterion, by its article or that of the order."""
    for name, sentence, step, order in _ORDERS:
        for one in counted_criteria(text):
            for article in (text.generation[step], one.article):
                yield misreading(
                    f"{name}-{one.criterion.name}".replace("_", "-"),
                    sentence.format(one.label),
                    article,
                    insert_criteria(order, one, text.generation[step]),
                )


def insert_criteria(order: tuple[BracketCriterion, ...], above: NumberedBracketCriterion, article: str) -> ChangeRules:
    """Put an order above a criterion."""
    inserted = tuple(NumberedCriterion(criterion.name, article, criterion) for criterion in order)

    def change(rules: Any) -> Any:
        criteria = rules.criteria
        if above not in criteria:
            return rules
        place = criteria.index(above)
        return replace(rules, criteria=(*criteria[:place], *inserted, *criteria[place:]))

    return change


_OPPONENTS_LOOKED_AT: tuple[tuple[str, str, Callable[[Bracket], int]], ...] = (
    ("as-many", "as many as they are", lambda bracket: bracket.mdp_count),
    ("twice-as-many", "twice as many as they are", lambda bracket: 2 * bracket.mdp_count),
    ("half", "half of all", lambda bracket: (bracket.resident_count + 1) // 2),
)
"""Name, words, and the number of highest ranked residents whom moved-down players may meet."""


def few_opponents(text: DutchText) -> Iterator[Misreading]:
    """Yield opponents of moved-down players who are looked for among the highest ranked residents."""
    for name, words, number in _OPPONENTS_LOOKED_AT:
        criterion: BracketCriterion = Criterion(
            f"far_opponents_{name}",
            f"opponents of moved-down players beyond the highest ranked residents, {words}",
            partial(_far_opponents, number),
        )
        for one in counted_criteria(text):
            for article in (text.generation[GenerationStep.MDP_TRANSPOSITION], one.article):
                yield misreading(
                    f"mdp-opponents-among-{name}-before-{one.criterion.name}".replace("_", "-"),
                    f"moved-down players met the highest ranked residents, {words}, before {one.label} was looked at",
                    article,
                    insert_criteria((criterion,), one, text.generation[GenerationStep.MDP_TRANSPOSITION]),
                )


def _far_opponents(number: Callable[[Bracket], int], bracket: Bracket) -> Contribution | None:
    if not bracket.mdps:
        return None
    place = np.arange(bracket.size)
    is_far = place >= bracket.mdp_count + number(bracket)
    pairs = np.logical_and.outer(place < bracket.mdp_count, is_far)
    return Contribution(pairs=pairs | pairs.T, bound=bracket.size)


def _is_homogeneous(bracket: Bracket) -> bool:
    return not bracket.mdps


_MANY = 8
"""Players with whom a bracket is not small: smaller ones may be walked through wholly."""


def _is_homogeneous_and_large(bracket: Bracket) -> bool:
    return not bracket.mdps and bracket.size >= _MANY


def _is_any(bracket: Bracket) -> bool:
    del bracket
    return True


_FARTHEST = (1, 2, 3)
_LIMITED: tuple[tuple[str, str, Callable[[Bracket], bool]], ...] = (
    ("homogeneous", "in a homogeneous bracket", _is_homogeneous),
    ("large", f"in a homogeneous bracket of {_MANY} players or more", _is_homogeneous_and_large),
    ("everywhere", "in a homogeneous bracket or against a moved-down player", _is_any),
)
"""Name, words, and the brackets in which opponents are limited."""


def near_opponents(text: DutchText) -> Iterator[Misreading]:
    """Yield transpositions of which those are tried first that move no opponent farther than some places."""
    for farthest, (where, words, is_limited) in product(_FARTHEST, _LIMITED):
        places = f"{farthest} place{'s' * (farthest > 1)}"
        criterion: BracketCriterion = Criterion(
            f"opponents_beyond_{farthest}_{where}",
            f"opponents more than {places} from the first opponent, {words}",
            partial(_moved_opponents, farthest, is_limited),
        )
        for one in counted_criteria(text):
            for article in (text.generation[GenerationStep.TRANSPOSITION], one.article):
                yield misreading(
                    f"opponents-within-{farthest}-{where}-before-{one.criterion.name}".replace("_", "-"),
                    f"{words} as few opponents as possible stood more than {places} from the first one, before "
                    f"{one.label} was looked at",
                    article,
                    insert_criteria((criterion,), one, text.generation[GenerationStep.TRANSPOSITION]),
                )


def _moved_opponents(farthest: int, is_limited: Callable[[Bracket], bool], bracket: Bracket) -> Contribution | None:
    """Count pairs too far from those that are tried first, be it by transposition or exchange."""
    if not is_limited(bracket):
        return None
    first_opponent = np.arange(bracket.size) + (bracket.mdp_count or bracket.size // 2)
    is_far = np.abs(np.subtract.outer(first_opponent, np.arange(bracket.size))) > farthest
    pairs = np.triu(is_far, 1)
    if bracket.mdps:
        pairs[bracket.mdp_count :] = False  # the places of the remainder depend on the pairs of moved-down players
    return Contribution(pairs=pairs | pairs.T, bound=bracket.size // 2)


# --- S1 and S2 of homogeneous brackets -------------------------------------------------------------------------------


def _exchanged_beyond(bracket: Bracket, *, number: int) -> Contribution | None:
    """Count exchanged players of a homogeneous bracket who are farther from the border between S1 and S2."""
    if bracket.mdps:
        return None
    border, place = bracket.size // 2, np.arange(bracket.size)
    is_far_in_s1 = place < border - number
    is_far_in_s2 = place >= border + number
    # Of two players of S1 the lower ranked one was exchanged, of two of S2 the higher ranked one: the nearer ones.
    pairs = np.logical_and.outer(is_far_in_s1, is_far_in_s1) | np.logical_and.outer(is_far_in_s2, is_far_in_s2)
    return Contribution(pairs=pairs, floats=is_far_in_s1.astype(np.int64), bound=bracket.size)


_WITHIN = (
    (1, "only the last player of S1 and the first of S2"),
    (2, "only the two last players of S1 and the two first of S2"),
    (3, "only the three last players of S1 and the three first of S2"),
)


def near_exchanges(text: DutchText) -> Iterator[Misreading]:
    """Yield exchanges of the players next to the border between S1 and S2 alone, before a criterion is looked at."""
    article = text.generation[GenerationStep.EXCHANGE]
    for (number, words), (at, one) in product(_WITHIN, enumerate(counted_criteria(text))):
        criterion: BracketCriterion = Criterion(
            f"exchanges_beyond_{number}",
            "number of exchanged players far from the border between S1 and S2",
            partial(_exchanged_beyond, number=number),
        )
        before = f", before {one.label} was looked at" if at else ""
        yield misreading(
            f"exchanges-within-{number}-before-{one.criterion.name}".replace("_", "-"),
            f"{words} were exchanged{before}",
            article,
            insert_criteria((criterion,), one, article),
        )


def _other_floater(bracket: Bracket) -> Contribution | None:
    """Count a downfloater of an odd homogeneous bracket who is not in the middle of it."""
    if bracket.mdps or bracket.size % 2 == 0:
        return None
    return Contribution(floats=(np.arange(bracket.size) != bracket.size // 2).astype(np.int64), bound=bracket.size)


_OTHER_FLOATER: BracketCriterion = Criterion(
    "floater_beside_the_middle", "downfloaters of an odd bracket other than the player in the middle", _other_floater
)
ARTICLES = {"4.2.2": "3.2.2", "D.1": "B.2"}
"""The article on S1 and S2 by that on transpositions, in each edition."""


def larger_s1(text: DutchText) -> Iterator[Misreading]:
    """Yield that the odd player of a homogeneous bracket belongs to S1, and floats down unless a criterion decides."""
    article = ARTICLES[text.generation[GenerationStep.TRANSPOSITION]]
    yield misreading(
        "s1-has-the-odd-player",
        "in a homogeneous bracket with an odd number of players S1 had one player more than S2, who then floats down",
        article,
        _append(NumberedCriterion(_OTHER_FLOATER.name, article, _OTHER_FLOATER)),
    )


def _append(numbered: Any) -> ChangeRules:
    return lambda rules: replace(rules, criteria=(*rules.criteria, numbered))


# --- pairs of moved-down players, and the end of the walk -------------------------------------------------------------


def mdp_pairings_first(text: DutchText) -> Iterator[Misreading]:
    """Yield that pairs of moved-down players are settled, order included, before the remainder is looked at."""
    listed = [one.criterion for one in text.criteria]
    ahead = listed.index(FOLLOWING_BRACKET) if FOLLOWING_BRACKET in listed else 0
    counted = [one for one in counted_criteria(text) if text.criteria.index(one) > ahead]
    article = text.generation[GenerationStep.MDP_TRANSPOSITION]
    for at, first in enumerate(counted):
        family = counted[at:]
        words = f"by the criteria from {first.label} on"
        for one in (article, first.article):
            yield misreading(
                f"mdp-pairings-first-from-{first.criterion.name}".replace("_", "-"),
                f"moved-down players were paired first, {words} of their own pairs, and the remainder afterwards",
                one,
                both(
                    partial(split_criteria, family=tuple(numbered.criterion for numbered in family)),
                    _insert_before_remainder(article),
                ),
            )


def _insert_before_remainder(article: str) -> ChangeRules:
    inserted = tuple(NumberedCriterion(criterion.name, article, criterion) for criterion in (_LIMBO, *_OPPONENTS))

    def change(rules: Any) -> Any:
        criteria = rules.criteria
        place = next(at for at, one in enumerate(criteria) if one.criterion.name.endswith("_remainder"))
        return replace(rules, criteria=(*criteria[:place], *inserted, *criteria[place:]))

    return change


_FARTHEST_PLACE = 3000
"""Candidates, legal or not, that are tried at most; beyond them the rules are followed."""

_FARTHEST_OF_ALL = 7_000
"""Candidates, legal or not, that are tried at most where all are tried."""


def _first_of_few(
    printed: Round2026, bracket: Bracket, completion: Completion, *, most: int, counts_legal_only: bool
) -> tuple[Bracket, Candidate]:
    """Take the best of the first candidates; that of the text if none of them complies, or all are too many to try."""
    posed, own = printed.pair_bracket(bracket, completion)
    best: tuple[Values, Candidate] | None = None
    allowed, legal = posed.allowed.tolist(), 0
    measures = _measures(printed, posed)
    goal = tuple(measure(own) for measure in measures)
    for number, pairs in enumerate(_candidates(posed, own, printed.objective)):
        if (legal if counts_legal_only else number) >= most and best is not None:
            break
        if number >= _FARTHEST_PLACE:
            return posed, own
        if not all(allowed[one][other] for one, other in pairs):
            continue
        legal += 1
        candidate = _candidate_of(pairs, posed.size)
        if not _complies(posed, candidate, completion):
            continue
        values = tuple(measure(candidate) for measure in measures)
        if best is None or values < best[0]:
            best = values, candidate
        if values == goal:
            return posed, candidate
    return posed, best[1] if best else own


def _last_of_equals(
    printed: Round2026, bracket: Bracket, completion: Completion, *, accepts_perfect: bool
) -> tuple[Bracket, Candidate]:
    """Take the last of equally good candidates, unless a perfect one is accepted, or they are too many to be tried."""
    posed, own = printed.pair_bracket(bracket, completion)
    if _count_candidates(posed, len(own.pairs)) > _FARTHEST_OF_ALL:
        return posed, own
    measures, allowed = _measures(printed, posed), posed.allowed.tolist()
    goals = [measure(own) for measure in measures]
    if accepts_perfect and not any(any(posed.value(rule, own)) for rule in printed.objective.after):
        return posed, own
    last = own
    for pairs in _candidates(posed, own, printed.objective):
        if all(allowed[one][other] for one, other in pairs):
            candidate = _candidate_of(pairs, posed.size)
            is_equal = all(measure(candidate) == goal for measure, goal in zip(measures, goals, strict=True))
            if is_equal and _complies(posed, candidate, completion):
                last = candidate
    return posed, last


def _candidates(bracket: Bracket, own: Candidate, objective: Objective) -> Iterator[Pairs]:
    """Yield the candidates with as many pairs in their order, legal or not."""
    pairs, mdps = len(own.pairs), range(bracket.mdp_count)
    sets: Sequence[tuple[int, ...]] = mdp_sets(mdps, m1_range(bracket, pairs), objective.order.mdp_sets)
    return heterogeneous_candidates(sets, range(bracket.mdp_count, bracket.size), pairs, objective.order)


def _complies(bracket: Bracket, candidate: Candidate, completion: Completion) -> bool:
    downfloaters = bracket.downfloater_positions(candidate)
    if bracket.is_last:
        return all(bool(completion.may_have_bye[one]) for one in downfloaters)
    return completion.can_complete(list(downfloaters), bracket.last)


def _measures(printed: Round2026, bracket: Bracket) -> list[Callable[[Candidate], tuple[int, ...]]]:
    """Return what gives the values of candidates of a bracket, in the order of the criteria."""
    objective = printed.objective
    before, after = (
        [measure_of(rule, bracket).value for rule in rules] for rules in (objective.before, objective.after)
    )
    known: dict[tuple[int, ...], tuple[int, ...]] = {}

    def look_ahead(candidate: Candidate) -> tuple[int, ...]:
        downfloaters = bracket.downfloater_positions(candidate)
        if downfloaters not in known:
            known[downfloaters] = printed.following_bracket(bracket, downfloaters)
        return known[downfloaters]

    ahead = [look_ahead] if objective.looks_ahead else []
    return [*before, *ahead, *after]


def _candidate_of(pairs: Pairs, size: int) -> Candidate:
    ordered = tuple(sorted((min(pair), max(pair)) for pair in pairs))
    paired = {place for pair in ordered for place in pair}
    return Candidate(pairs=ordered, downfloaters=tuple(place for place in range(size) if place not in paired))


def _count_candidates(bracket: Bracket, pairs: int) -> int:
    """Return about how many candidates a bracket has."""
    mdps = min(bracket.mdp_count, pairs)
    rest, s1 = bracket.resident_count - mdps, pairs - mdps
    return perm(bracket.resident_count, mdps) * perm(max(0, rest - s1), s1) * comb(max(0, rest), s1)


_LIMITS = (1, 10, 20, 24, 30, 50, 64, 100, 120, 200, 256, 500, 720, 1000)
_COUNTED = (("tried", "candidates", False), ("legal", "candidates that break no absolute criterion", True))


def limited_walks(text: DutchText) -> Iterator[Misreading]:
    """Yield limits of the number of candidates that are tried in a bracket."""
    if text.procedure is not Round2026:
        return
    for most, (name, words, counts_legal_only) in product(_LIMITS, _COUNTED):
        if most > 1 or counts_legal_only:
            number = f"no more than {most} {words}" if most > 1 else f"only the first of the {words}"
            yield misreading(
                f"walk-ends-after-{most}-{name}",
                f"{number} were tried in a bracket",
                "3.8",
                pair_brackets_by(partial(_first_of_few, most=most, counts_legal_only=counts_legal_only)),
            )


def last_of_equals(text: DutchText) -> Iterator[Misreading]:
    """Yield that a candidate replaces an earlier one that is as good."""
    if text.procedure is not Round2026:
        return
    for suffix, words, accepts_perfect in (
        ("", ", unless a perfect candidate is accepted", True),
        ("-even-if-perfect", ", though they be perfect", False),
    ):
        yield misreading(
            f"last-of-equal-candidates{suffix}",
            f"of equally good candidates the one that is generated last were taken{words}",
            "3.8",
            pair_brackets_by(partial(_last_of_equals, accepts_perfect=accepts_perfect)),
        )


LIMITED_WALKS = (limited_walks, last_of_equals)
