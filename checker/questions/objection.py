"""
Objections to a pair or a bye: an absolute rule, or else the price of the best round that contains it.

`why_not` answers why two players do not meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions import explanation
from checker.questions.answers import Objection, Standing, WhyNot
from checker.questions.best_round import Wish, find_best_round
from checker.questions.question import NotAskableError
from checker.verdicts.explanation import (
    describe_criterion,
    describe_divergence,
    describe_forbidding_rules,
    describe_order,
)
from checker.verdicts.first_difference import Balance, compare_assessments, find_deciding_order
from reference_engines.frame.results import DivergenceKind, Pair, RoundPairing

if TYPE_CHECKING:
    from checker.questions.question import Question
    from checker.verdicts.first_difference import PairingDifference
    from reference_engines.frame.results import Divergence, Violation


_STANDING_BY_BALANCE = {Balance.WORSE: Standing.WORSE, Balance.LATER: Standing.LATER}
_STANDING_BY_DIVERGENCE = {
    DivergenceKind.WORSE: Standing.WORSE,
    DivergenceKind.LATER: Standing.LATER,
    DivergenceKind.OPEN: Standing.OPEN,
}


def find_objection(question: Question, wish: Wish) -> Objection:
    """Return the objection to a wish; raise like `Round.expected` if the round itself has no pairing."""
    if wish.is_met(question.chosen):
        return Objection(standing=Standing.CHOSEN, sentence="", short="chosen")
    return find_forbidding_rule(question, wish) or object_by_best_round(question, wish)


def find_forbidding_rule(question: Question, wish: Wish) -> Objection | None:
    """Return the objection by an absolute rule to a game with any colours, or to a bye; None if no rule forbids it."""
    found = [_breaches(question, pairing) for pairing in _rounds_of_wish(wish)]
    if not found or not all(found):
        return None
    return _object_by_violations(question, found[0], wish.unit)


def _object_by_violations(question: Question, violations: tuple[Violation, ...], unit: tuple[int, ...]) -> Objection:
    return Objection(
        standing=Standing.ILLEGAL,
        sentence=describe_forbidding_rules(violations, question.roster),
        short=explanation.shorten_violation(violations[0], unit),
        label=violations[0].label,
        article=violations[0].article,
        violations=violations,
    )


def _rounds_of_wish(wish: Wish) -> tuple[RoundPairing, ...]:
    """Return the rounds that consist of the wish alone."""
    if len(wish.unit) > 1:
        first, second = wish.unit
        return RoundPairing(pairs=(Pair(first, second),)), RoundPairing(pairs=(Pair(second, first),))
    return tuple(RoundPairing(pairs=(), bye=tpn) for tpn in wish.unit)


def _breaches(question: Question, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return the violations of a part of a round, except that it is only a part."""
    return tuple(
        violation
        for violation in question.prepared_round.assess(pairing).violations
        if violation not in question.missing
    )


def object_by_best_round(question: Question, wish: Wish) -> Objection:
    """Compare the best round that meets a wish with the right one."""
    pairing = find_best_round(question, wish)
    if pairing is None:
        return Objection(
            standing=Standing.IMPOSSIBLE,
            sentence=explanation.describe_impossible_round(question, wish),
            short=explanation.NO_ROUND,
        )
    return object_to_pairing(question, pairing)


def object_to_pairing(question: Question, pairing: RoundPairing) -> Objection:
    """Compare any complete pairing with the right one."""
    if set(pairing.pairs) == set(question.chosen.pairs) and pairing.bye == question.chosen.bye:
        return Objection(standing=Standing.CHOSEN, sentence="", short="chosen", pairing=pairing)
    assessed = question.prepared_round.assess(pairing)
    if assessed.violations:
        return _object_by_violations(question, assessed.violations, ())
    if _games(pairing) == _games(question.chosen):
        return Objection(
            standing=Standing.LATER,
            sentence=explanation.OTHER_COLOURS,
            short=explanation.OTHER_COLOURS,
            pairing=pairing,
        )
    parting = question.prepared_round.divergence(pairing)
    if parting is not None:
        return _object_by_divergence(question, pairing, parting)
    return _object_by_difference(question, pairing, compare_assessments(assessed, question.assessed))


def _games(pairing: RoundPairing) -> tuple[frozenset[frozenset[int]], int | None]:
    return frozenset(pair.players for pair in pairing.pairs), pairing.bye


def _object_by_divergence(question: Question, pairing: RoundPairing, parting: Divergence) -> Objection:
    return Objection(
        standing=_STANDING_BY_DIVERGENCE.get(parting.kind, Standing.UNDECIDED),
        sentence=describe_divergence(parting, question.roster),
        short=explanation.shorten_divergence(parting, question.roster),
        article=parting.article,
        pairing=pairing,
        parting=parting,
    )


def _object_by_difference(question: Question, pairing: RoundPairing, difference: PairingDifference) -> Objection:
    standing = _STANDING_BY_BALANCE.get(difference.balance, Standing.UNDECIDED)
    ours, theirs, criterion = difference.expected, difference.recorded, difference.criterion
    if standing is Standing.UNDECIDED or ours is None or theirs is None:
        return Objection(
            standing=Standing.UNDECIDED, sentence=explanation.UNDECIDED, short=difference.balance.value, pairing=pairing
        )
    if criterion is not None:
        return Objection(
            standing=standing,
            sentence=describe_criterion(question, criterion, (ours, theirs), (question.chosen, pairing)),
            short=explanation.shorten_criterion(criterion, ours, question.stage),
            label=criterion.label,
            article=criterion.article,
            pairing=pairing,
            bracket=ours,
            other_bracket=theirs,
            criterion=criterion,
        )
    article = question.prepared_round.order_article
    order = find_deciding_order(ours.generation, theirs.generation, question.roster.describe_player, article)
    return Objection(
        standing=standing,
        sentence=describe_order(order, (ours, theirs), question.roster),
        short=explanation.shorten_order(order),
        article=order.article,
        pairing=pairing,
        bracket=ours,
        other_bracket=theirs,
        order=order,
    )


def why_not(question: Question, first: int, second: int) -> WhyNot:
    """
    Explain why two participants do not meet in the round, or that they should.

    Raise NotAskableError if one of them is not to be paired, and like `Round.expected` if no right round exists.
    """
    for tpn in (first, second):
        question.require_participant(tpn)
    if first == second:
        raise NotAskableError("nobody plays against themselves; name two")
    found = find_objection(question, Wish(unit=(first, second)))
    return WhyNot(
        round_number=question.stage,
        one=first,
        other=second,
        sentence=_sentence(question, first, second, found.standing, found.sentence),
        objection=found,
        chosen=question.chosen,
    )


def _sentence(question: Question, first: int, second: int, standing: Standing, why: str) -> str:
    describe, beginning = question.roster.describe_player, f"Round {question.stage}:"
    if standing is Standing.CHOSEN:
        otherwise = object_by_best_round(question, Wish(apart=(frozenset((first, second)),))).sentence
        posted = explanation.describe_posted_difference(question, first)
        missing = explanation.describe_missing_game(otherwise)
        return f"{beginning} {describe(first)} and {describe(second)} should meet{posted}. {missing}"
    if standing is Standing.ILLEGAL:
        both = f"{describe(first)} and {describe(second)}"
        return f"{beginning} {both} may not meet{explanation.shorten_names(both, why)}"
    right = " and ".join(explanation.describe_right_game(question, tpn) for tpn in (first, second))
    verb = "may not meet" if standing is Standing.IMPOSSIBLE else "should not meet"
    return f"{beginning} {describe(first)} and {describe(second)} {verb}; {right}. {why}"
