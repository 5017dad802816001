"""
Objections to a pair or a bye: an absolute rule, or else the price of the best round that contains it.

`why_not` answers why two players do not meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions import explanation
from checker.questions.answers import Objection, Standing, WhyNot
from checker.questions.best_round import Wish, best_round
from checker.questions.question import NotAskableError
from checker.verdicts.explanation import about_criterion, about_order, about_parting, about_violations
from checker.verdicts.first_difference import Balance, deciding_order, weigh
from reference_engines.frame.results import DivergenceKind, Pair, RoundPairing

if TYPE_CHECKING:
    from checker.questions.question import Question
    from checker.verdicts.first_difference import Weighing
    from reference_engines.frame.results import Divergence, Violation


_BY_BALANCE = {Balance.WORSE: Standing.WORSE, Balance.LATER: Standing.LATER}
_BY_PARTING = {
    DivergenceKind.WORSE: Standing.WORSE,
    DivergenceKind.LATER: Standing.LATER,
    DivergenceKind.OPEN: Standing.OPEN,
}


def objection_to(question: Question, wish: Wish) -> Objection:
    """Say what speaks against a wish; raise like `Round.expected` if the round itself has no pairing."""
    if wish.is_met(question.chosen):
        return Objection(standing=Standing.CHOSEN, sentence="", short="chosen")
    return forbidden(question, wish) or by_best_round(question, wish)


def forbidden(question: Question, wish: Wish) -> Objection | None:
    """Say which absolute rule forbids two to meet, with whatever colours, or somebody the bye; None if none does."""
    found = [_breaches(question, pairing) for pairing in _alone(wish)]
    if not found or not all(found):
        return None
    return _by_violations(question, found[0], wish.unit)


def _by_violations(question: Question, violations: tuple[Violation, ...], unit: tuple[int, ...]) -> Objection:
    return Objection(
        standing=Standing.ILLEGAL,
        sentence=about_violations(violations, question.roster),
        short=explanation.violation_in_short(violations[0], unit),
        label=violations[0].label,
        article=violations[0].article,
        violations=violations,
    )


def _alone(wish: Wish) -> tuple[RoundPairing, ...]:
    """Return the rounds that consist of the wish alone."""
    if len(wish.unit) > 1:
        one, other = wish.unit
        return RoundPairing(pairs=(Pair(one, other),)), RoundPairing(pairs=(Pair(other, one),))
    return tuple(RoundPairing(pairs=(), bye=tpn) for tpn in wish.unit)


def _breaches(question: Question, pairing: RoundPairing) -> tuple[Violation, ...]:
    """Return what a part of a round violates, but for being a part only."""
    return tuple(
        violation for violation in question.judged_round.assess(pairing).violations if violation not in question.missing
    )


def by_best_round(question: Question, wish: Wish) -> Objection:
    """Hold the best round that meets a wish against the right one."""
    pairing = best_round(question, wish)
    if pairing is None:
        return Objection(
            standing=Standing.IMPOSSIBLE,
            sentence=explanation.about_no_round(question, wish),
            short=explanation.NO_ROUND,
        )
    return against(question, pairing)


def against(question: Question, pairing: RoundPairing) -> Objection:
    """Hold a complete pairing, whatever it is, against the right one."""
    if set(pairing.pairs) == set(question.chosen.pairs) and pairing.bye == question.chosen.bye:
        return Objection(standing=Standing.CHOSEN, sentence="", short="chosen", pairing=pairing)
    assessed = question.judged_round.assess(pairing)
    if assessed.violations:
        return _by_violations(question, assessed.violations, ())
    if _games(pairing) == _games(question.chosen):
        return Objection(
            standing=Standing.LATER,
            sentence=explanation.OTHER_COLOURS,
            short=explanation.OTHER_COLOURS,
            pairing=pairing,
        )
    parting = question.judged_round.divergence(pairing)
    if parting is not None:
        return _by_parting(question, pairing, parting)
    return _by_weighing(question, pairing, weigh(assessed, question.assessed))


def _games(pairing: RoundPairing) -> tuple[frozenset[frozenset[int]], int | None]:
    return frozenset(pair.players for pair in pairing.pairs), pairing.bye


def _by_parting(question: Question, pairing: RoundPairing, parting: Divergence) -> Objection:
    return Objection(
        standing=_BY_PARTING.get(parting.kind, Standing.UNDECIDED),
        sentence=about_parting(parting, question.roster),
        short=explanation.parting_in_short(parting, question.roster),
        article=parting.article,
        pairing=pairing,
        parting=parting,
    )


def _by_weighing(question: Question, pairing: RoundPairing, weighing: Weighing) -> Objection:
    standing = _BY_BALANCE.get(weighing.balance, Standing.UNDECIDED)
    ours, theirs, criterion = weighing.expected, weighing.recorded, weighing.criterion
    if standing is Standing.UNDECIDED or ours is None or theirs is None:
        return Objection(
            standing=Standing.UNDECIDED, sentence=explanation.UNDECIDED, short=weighing.balance.value, pairing=pairing
        )
    if criterion is not None:
        return Objection(
            standing=standing,
            sentence=about_criterion(question, criterion, (ours, theirs), (question.chosen, pairing)),
            short=explanation.criterion_in_short(criterion, ours, question.stage),
            label=criterion.label,
            article=criterion.article,
            pairing=pairing,
            bracket=ours,
            other_bracket=theirs,
            criterion=criterion,
        )
    article = question.judged_round.order_article
    order = deciding_order(ours.generation, theirs.generation, question.roster.who, article)
    return Objection(
        standing=standing,
        sentence=about_order(order, (ours, theirs), question.roster),
        short=explanation.order_in_short(order),
        article=order.article,
        pairing=pairing,
        bracket=ours,
        other_bracket=theirs,
        order=order,
    )


def why_not(question: Question, one: int, other: int) -> WhyNot:
    """
    Say why two, by number, do not meet in the round, or that they should.

    Raise NotAskableError if one of them is not to be paired, and like `Round.expected` if there is no right round.
    """
    for tpn in (one, other):
        question.require(tpn)
    if one == other:
        raise NotAskableError("nobody plays against themselves; name two")
    found = objection_to(question, Wish(unit=(one, other)))
    return WhyNot(
        round_number=question.stage,
        one=one,
        other=other,
        sentence=_sentence(question, one, other, found.standing, found.sentence),
        objection=found,
        chosen=question.chosen,
    )


def _sentence(question: Question, one: int, other: int, standing: Standing, why: str) -> str:
    who, beginning = question.roster.who, f"Round {question.stage}:"
    if standing is Standing.CHOSEN:
        otherwise = by_best_round(question, Wish(apart=(frozenset((one, other)),))).sentence
        posted = explanation.posted_otherwise(question, one)
        return f"{beginning} {who(one)} and {who(other)} should meet{posted}. {explanation.without_game(otherwise)}"
    if standing is Standing.ILLEGAL:
        both = f"{who(one)} and {who(other)}"
        return f"{beginning} {both} may not meet{explanation.of_them(both, why)}"
    right = " and ".join(explanation.right_game(question, tpn) for tpn in (one, other))
    verb = "may not meet" if standing is Standing.IMPOSSIBLE else "should not meet"
    return f"{beginning} {who(one)} and {who(other)} {verb}; {right}. {why}"
