"""
The first difference of two legal pairings of a round: its bracket, and the rule that decides there.

If every criterion is equal, the order of generation decides (C.04.3:4, 2026; section D, 2017). The engines give every
candidate its place in the sequence as a comparable key; `find_deciding_order` names the step in which two candidates
first differ. BSNs are counted from 1 in the homogeneous bracket or remainder, S1 before S2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from checker.findings import DecidingCriterion, DecidingOrder
from checker.verdicts.phrases import join_first
from reference_engines.frame import results
from tournaments.frozen import FrozenStruct

DescribePlayer = Callable[[int], str]
"""Names the player with a TPN."""


class Balance(Enum):
    """The recorded pairing in comparison with the expected one."""

    WORSE = "a criterion is met less well"
    LATER = "every criterion is equal, and it is generated later"
    BETTER = "a criterion is met better"
    EARLIER = "every criterion is equal, and it is generated earlier"
    INDISTINGUISHABLE = "neither criteria nor order tell them apart"
    INCOMPARABLE = "the two were not assessed by the same criteria"


class PairingDifference(FrozenStruct, frozen=True, kw_only=True):
    """The first difference of two pairings: the bracket and the criterion."""

    balance: Balance
    recorded: results.BracketAssessment | None = None
    """The first bracket in which the pairings differ, as the recorded pairing fills it; None if no bracket differs."""
    expected: results.BracketAssessment | None = None
    criterion: DecidingCriterion | None = None
    """None where no criterion differs."""


def compare_assessments(
    recorded: results.Assessment, expected: results.Assessment, bye_scores: tuple[int, int] | None = None
) -> PairingDifference:
    """
    Compare two legal pairings of one round from the top bracket down (C.04.3:3.8.1, 2026; B.8, 2017).

    ``bye_scores`` are the scores of the players with the bye, recorded and expected. Where the edition has a criterion
    of the lowest score ([C5], 2026), a bye at another score makes every bracket wrong, so the bye decides before them.
    """
    first = next(
        (
            (theirs, ours)
            for ours, theirs in zip(expected.brackets, recorded.brackets, strict=False)
            if _content(ours) != _content(theirs)
        ),
        None,
    )
    if first is None:
        return PairingDifference(balance=Balance.INDISTINGUISHABLE)
    return _compare_bye_scores(*first, bye_scores) or _compare_brackets(recorded=first[0], expected=first[1])


LOWEST_BYE_SCORE = "bye_score"
"""Name of the criterion by which the bye goes to the lowest score."""


def _compare_bye_scores(
    recorded: results.BracketAssessment, expected: results.BracketAssessment, bye_scores: tuple[int, int] | None
) -> PairingDifference | None:
    """Compare the scores of the players with the bye, if a criterion of every bracket does; None if they are equal."""
    criterion = next((value for value in expected.values if value.name == LOWEST_BYE_SCORE), None)
    if criterion is None or expected.kind.is_step or bye_scores is None or bye_scores[0] == bye_scores[1]:
        return None
    return PairingDifference(
        balance=Balance.WORSE if bye_scores[0] > bye_scores[1] else Balance.BETTER,
        recorded=recorded,
        expected=expected,
        criterion=_decide(criterion, (bye_scores[0],), (bye_scores[1],)),
    )


def _content(bracket: results.BracketAssessment) -> tuple[frozenset[frozenset[int]], frozenset[int], frozenset[int]]:
    pairs = frozenset(frozenset(pair) for pair in bracket.pairs)
    return pairs, frozenset(bracket.upfloaters), frozenset(bracket.downfloaters)


def _compare_brackets(*, recorded: results.BracketAssessment, expected: results.BracketAssessment) -> PairingDifference:
    criterion, balance = _compare_values(recorded.values, expected.values)
    if balance is None:
        balance = _compare_order(recorded, expected)
    return PairingDifference(balance=balance, recorded=recorded, expected=expected, criterion=criterion)


def _compare_values(
    recorded: tuple[results.CriterionValue, ...], expected: tuple[results.CriterionValue, ...]
) -> tuple[DecidingCriterion | None, Balance | None]:
    if [value.label for value in recorded] != [value.label for value in expected]:
        return None, Balance.INCOMPARABLE
    for theirs, ours in zip(recorded, expected, strict=True):
        if theirs.value != ours.value:
            return _decide(
                ours, theirs.value, ours.value
            ), Balance.WORSE if theirs.value > ours.value else Balance.BETTER
    return None, None


def _decide(
    criterion: results.CriterionValue, recorded: tuple[int, ...], expected: tuple[int, ...]
) -> DecidingCriterion:
    return DecidingCriterion(
        label=criterion.label,
        article=criterion.article,
        name=criterion.name,
        sentence=criterion.sentence,
        recorded=recorded,
        expected=expected,
    )


def _compare_order(recorded: results.BracketAssessment, expected: results.BracketAssessment) -> Balance:
    if recorded.generation.key == expected.generation.key:
        return Balance.INDISTINGUISHABLE
    return Balance.LATER if recorded.generation.key > expected.generation.key else Balance.EARLIER


_MAX_NAMED_PLAYERS = 4
"""Players of an exchange that are named; further players are counted."""


def find_deciding_order(
    earlier: results.Generation,
    later: results.Generation,
    describe: DescribePlayer,
    article: Callable[[results.GenerationStep], str],
) -> DecidingOrder:
    """Return the step in which two candidates of one bracket first differ, and why ``earlier`` comes first."""
    if earlier.choices:
        step, sentence = _find_choice_step(earlier, later, describe)
    else:
        step, sentence = (
            _find_sequence_step(earlier, later, describe) if earlier.sequence else _find_step(earlier, later, describe)
        )
    return DecidingOrder(step=step, article=article(step), sentence=sentence)


def find_first_opponent_difference(
    earlier: results.Generation, later: results.Generation
) -> tuple[int, int, int, int] | None:
    """
    Return the first player of the upper half whose opponents differ: place from 0, number, and both opponents.

    None if the candidates differ by a set of MDPs or an exchange.
    """
    if earlier.choices or earlier.paired_mdps != later.paired_mdps:
        return None
    players, both = earlier.paired_mdps, (earlier.mdp_opponents, later.mdp_opponents)
    if both[0] == both[1]:
        if _exchange(earlier) != _exchange(later):
            return None
        players, both = s1_after_exchange(earlier), (earlier.opponents, later.opponents)
    for place, (player, first, second) in enumerate(zip(players, *both, strict=False)):
        if first != second:
            return place, player, first, second
    return None


def _find_choice_step(
    earlier: results.Generation, later: results.Generation, describe: DescribePlayer
) -> tuple[results.GenerationStep, str]:
    """Find the step for a system that makes several choices in turn for one bracket (C.04.4.1)."""
    both = zip(earlier.choices, later.choices, strict=True)
    first, second = next((one, two) for one, two in both if one.numbers != two.numbers)
    if first.step is results.GenerationStep.TRANSPOSITION:
        return first.step, _describe_opponents(first.s1, first.players, second.players, describe)
    is_number = first.step is results.GenerationStep.SHIFTERS and len(first.players) != len(second.players)
    step = results.GenerationStep.NUMBER_OF_SHIFTERS if is_number else first.step
    return step, _describe_sets(first, second, describe)


_SETS = {results.GenerationStep.UPFLOATERS: "upfloaters", results.GenerationStep.SHIFTERS: "shifters"}


def _describe_sets(earlier: results.Choice, later: results.Choice, describe: DescribePlayer) -> str:
    """Compare the sizes of two sets, or name the lowest sequence number that is in exactly one of them."""
    kind = _SETS[earlier.step]
    if len(earlier.players) != len(later.players):
        return f"As few {kind} as possible are taken: {len(earlier.players)}, not {len(later.players)}."
    number, player = _first_outside(earlier, later)
    other_number, second = _first_outside(later, earlier)
    return (
        f"In the order of possible {kind}, {describe(player)} (number {number}) comes before {describe(second)} "
        f"(number {other_number})."
    )


def _first_outside(choice: results.Choice, second: results.Choice) -> tuple[int, int]:
    """Return the lowest sequence number that the other set, of the same size, does not have, with its player."""
    numbered = sorted(zip(choice.numbers, choice.players, strict=True))
    return next(one for one in numbered if one[1] not in second.players)


def _find_sequence_step(
    earlier: results.Generation, later: results.Generation, describe: DescribePlayer
) -> tuple[results.GenerationStep, str]:
    """Find the step for a system that orders candidates by sequences of TPNs (C.04.6)."""
    step = earlier.step or results.GenerationStep.IDENTIFIER
    difference = _first_difference(earlier.sequence, later.sequence)
    if difference is None:
        return step, "The sequences of TPNs differ."
    first, second = difference
    if step is results.GenerationStep.BYE:
        return step, f"Of equal candidates the largest number has the bye: {describe(first)} before {describe(second)}."
    if step is results.GenerationStep.OPPONENTS:
        return step, _describe_opponents_by_bsn(earlier, later, describe)
    if step is results.GenerationStep.UPFLOATERS:
        return step, f"In the order of possible upfloaters, {describe(first)} comes before {describe(second)}."
    return step, _describe_identifiers(earlier.sequence, later.sequence, describe)


def _describe_opponents_by_bsn(earlier: results.Generation, later: results.Generation, describe: DescribePlayer) -> str:
    """Name the first player with different opponents: a lower ranked opponent comes first, and floating last."""
    sequences = zip(earlier.sequence, later.sequence, strict=True)
    place = next(at for at, (one, second) in enumerate(sequences) if one != second)
    player = earlier.s1[place]

    first, second = (
        "a float" if opponent == player else describe(opponent)
        for opponent in (earlier.sequence[place], later.sequence[place])
    )
    number = earlier.s1.index(player) + 1
    return (
        f"In rank order, each player gets the lowest ranked opponent possible: {describe(player)}, number {number} of "
        f"the group, gets {first} before {second}."
    )


def _describe_identifiers(earlier: tuple[int, ...], later: tuple[int, ...], describe: DescribePlayer) -> str:
    """Name the first place in which two identifiers differ: the smaller TPNs of all pairs, then their opponents."""
    place = next(at for at, (one, second) in enumerate(zip(earlier, later, strict=False)) if one != second)
    first, second, pairs = earlier[place], later[place], len(earlier) // 2
    if place >= pairs:
        return f"As opponent of {describe(earlier[place - pairs])}, {describe(first)} comes before {describe(second)}."
    return (
        f"In the list of the smaller numbers of all pairs, {describe(first)} comes before {describe(second)} in place "
        f"{place + 1}."
    )


def _find_step(
    earlier: results.Generation, later: results.Generation, describe: DescribePlayer
) -> tuple[results.GenerationStep, str]:
    if earlier.paired_mdps != later.paired_mdps:
        return results.GenerationStep.MDP_SET, _describe_mdp_sets(earlier, later, describe)
    if earlier.mdp_opponents != later.mdp_opponents:
        return (
            results.GenerationStep.MDP_TRANSPOSITION,
            _describe_opponents(earlier.paired_mdps, earlier.mdp_opponents, later.mdp_opponents, describe),
        )
    if _exchange(earlier) != _exchange(later):
        return results.GenerationStep.EXCHANGE, _describe_exchanges(earlier, later, describe)
    return (
        results.GenerationStep.TRANSPOSITION,
        _describe_opponents(s1_after_exchange(earlier), earlier.opponents, later.opponents, describe),
    )


def _exchange(generation: results.Generation) -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(generation.moved_to_s2), frozenset(generation.moved_to_s1)


def s1_after_exchange(generation: results.Generation) -> tuple[int, ...]:
    """Return S1 as it is when players have changed sides, in order of rank."""
    rank = {tpn: place for place, tpn in enumerate(generation.s1 + generation.s2)}
    players = (set(generation.s1) - set(generation.moved_to_s2)) | set(generation.moved_to_s1)
    return tuple(sorted(players, key=rank.__getitem__))


def _describe_mdp_sets(earlier: results.Generation, later: results.Generation, describe: DescribePlayer) -> str:
    preferred = _first_difference(earlier.paired_mdps, later.paired_mdps)
    if preferred is None:
        return "The sets of MDPs to be paired differ."
    first, second = preferred
    return f"The set of MDPs with {describe(first)} in it comes before the one with {describe(second)} in that place."


def _describe_opponents(
    s1: tuple[int, ...], earlier: tuple[int, ...], later: tuple[int, ...], describe: DescribePlayer
) -> str:
    for player, first, second in zip(s1, earlier, later, strict=False):
        if first != second:
            return (
                f"In the order of transpositions, for {describe(player)}, {describe(first)} comes before "
                f"{describe(second)}."
            )
    return "The transposition with the lower BSNs comes first."


def _first_difference(first: Sequence[int], second: Sequence[int]) -> tuple[int, int] | None:
    return next(((left, right) for left, right in zip(first, second, strict=False) if left != right), None)


def _describe_exchanges(earlier: results.Generation, later: results.Generation, describe: DescribePlayer) -> str:
    fewer, more = len(earlier.moved_to_s2), len(later.moved_to_s2)
    if fewer == 0:
        exchanged = later.moved_to_s2 + later.moved_to_s1
        moved = join_first([describe(tpn) for tpn in exchanged], _MAX_NAMED_PLAYERS)
        return f"No exchange between the halves is needed; the other pairing exchanges {moved}."
    if fewer != more:
        return f"Exchanges of fewer players come first: {fewer} before {more}."
    return _describe_equal_exchanges(earlier, later, describe)


def _describe_equal_exchanges(earlier: results.Generation, later: results.Generation, describe: DescribePlayer) -> str:
    bsn = {tpn: number for number, tpn in enumerate(earlier.s1 + earlier.s2, start=1)}
    smaller, larger = _difference_of_sums(earlier, bsn), _difference_of_sums(later, bsn)
    if smaller != larger:
        return f"The smaller difference of the sums of exchanged BSNs comes first: {smaller} before {larger}."
    for words, is_down, moved in (
        ("larger BSN moved from S1 to S2", True, (earlier.moved_to_s2, later.moved_to_s2)),
        ("smaller BSN moved from S2 to S1", False, (earlier.moved_to_s1, later.moved_to_s1)),
    ):
        difference = _first_difference(*(sorted(tpns, key=bsn.__getitem__, reverse=is_down) for tpns in moved))
        if difference is not None:
            first, second = (f"{describe(tpn)} (BSN {bsn[tpn]})" for tpn in difference)
            return f"The {words} comes first: {first} before {second}."
    return "The exchanges differ."


def _difference_of_sums(generation: results.Generation, bsn: dict[int, int]) -> int:
    return sum(bsn[tpn] for tpn in generation.moved_to_s1) - sum(bsn[tpn] for tpn in generation.moved_to_s2)
