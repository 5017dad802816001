"""
Objections to a pair or a bye: an absolute rule, or else the price of the best round that contains it.

`why_not` answers why two players do not meet.
"""

from __future__ import annotations

from checker.findings import EvidenceRow
from checker.questions import explanation
from checker.questions.answers import Objection, Standing, WhyNot
from checker.questions.question import NotAskableError, Question, Wish, find_best_round
from checker.verdicts.first_difference import Balance, PairingDifference, compare_assessments, find_deciding_order
from checker.verdicts.phrases import append_citation, capitalise, cite_rule
from checker.verdicts.posted_pairing import PairingComparison, describe_broken_rules, evidence_row
from checker.verdicts.reasons import Contrast, explain_criterion, explain_divergence, explain_order
from checker.verdicts.round_case import ReasonContext
from reference_engines.frame.results import Divergence, DivergenceKind, Pair, RoundPairing, Violation

_STANDING_BY_BALANCE = {Balance.WORSE: Standing.WORSE, Balance.LATER: Standing.LATER}
_STANDING_BY_DIVERGENCE = {
    DivergenceKind.WORSE: Standing.WORSE,
    DivergenceKind.LATER: Standing.LATER,
    DivergenceKind.OPEN: Standing.OPEN,
}


def find_objection(question: Question, wish: Wish) -> Objection:
    """Return the objection to a wish; raise like `Round.expected` if the round itself has no pairing."""
    if wish.is_met(question.chosen):
        right = "the right opponent" if len(wish.unit) > 1 else "has the bye"
        return Objection(standing=Standing.CHOSEN, sentence="", short=right)
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
        sentence=append_citation(
            describe_broken_rules(question, violations), cite_rule(violations[0].label, violations[0].article)
        ),
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
            short=explanation.describe_no_round(question),
        )
    return object_to_pairing(question, pairing, unit=wish.unit)


def object_to_pairing(
    question: Question,
    pairing: RoundPairing,
    context: ReasonContext = ReasonContext.SUPPOSED,
    unit: tuple[int, ...] = (),
) -> Objection:
    """Compare any complete pairing with the right one; ``unit`` is the pair for which it was made."""
    if set(pairing.pairs) == set(question.chosen.pairs) and pairing.bye == question.chosen.bye:
        return Objection(standing=Standing.CHOSEN, sentence="", short="right", pairing=pairing)
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
    divergence = question.prepared_round.divergence(pairing)
    if divergence is not None:
        return _object_by_divergence(question, pairing, divergence, unit)
    comparison = PairingComparison(players=question, recorded=pairing, expected=question.chosen, context=context)
    difference = compare_assessments(assessed, question.assessed, comparison.bye_scores)
    return _object_by_difference(comparison, question, difference)


def _games(pairing: RoundPairing) -> tuple[frozenset[frozenset[int]], int | None]:
    return frozenset(pair.players for pair in pairing.pairs), pairing.bye


def _object_by_divergence(
    question: Question, pairing: RoundPairing, divergence: Divergence, unit: tuple[int, ...]
) -> Objection:
    return Objection(
        standing=_STANDING_BY_DIVERGENCE.get(divergence.kind, Standing.UNDECIDED),
        sentence=append_citation(explain_divergence(divergence, question.roster), cite_rule("", divergence.article)),
        short=explanation.shorten_divergence(divergence, question.roster, unit),
        article=divergence.article,
        pairing=pairing,
        parting=divergence,
    )


def _object_by_difference(
    comparison: PairingComparison, question: Question, difference: PairingDifference
) -> Objection:
    standing = _STANDING_BY_BALANCE.get(difference.balance, Standing.UNDECIDED)
    pairing, criterion = comparison.recorded, difference.criterion
    ours, theirs = difference.expected, difference.recorded
    if standing is Standing.UNDECIDED or ours is None or theirs is None:
        return Objection(
            standing=Standing.UNDECIDED, sentence=explanation.UNDECIDED, short=difference.balance.value, pairing=pairing
        )
    contrast = Contrast(
        players=question,
        expected=comparison.expected,
        other=pairing,
        expected_bracket=ours,
        other_bracket=theirs,
        context=comparison.context,
    )
    order = None
    if criterion is not None:
        label, article = criterion.label, criterion.article
        reason = explain_criterion(contrast, criterion)
        short = explanation.shorten_criterion(question, criterion, ours)
    else:
        name = question.roster.name_player
        order = find_deciding_order(ours.generation, theirs.generation, name, question.prepared_round.order_article)
        label, article = "", order.article
        reason, short = explain_order(contrast, order), explanation.shorten_order(order)
    return Objection(
        standing=standing,
        sentence=append_citation(reason, cite_rule(label, article)),
        short=short,
        label=label,
        article=article,
        pairing=pairing,
        bracket=ours,
        other_bracket=theirs,
        criterion=criterion,
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
        raise NotAskableError(f"a {question.participant} cannot meet itself; name two {question.participant}s")
    objection = find_objection(question, Wish(unit=(first, second)))
    answer, reason = _answer(question, first, second, objection)
    return WhyNot(
        round_number=question.stage,
        one=first,
        other=second,
        sentence=f"Round {question.stage}: {answer} {reason}".rstrip(),
        answer=answer,
        reason=reason,
        objection=objection,
        chosen=question.chosen,
        evidence=_list_rivals(question, first, second),
    )


def _list_rivals(question: Question, first: int, second: int) -> tuple[EvidenceRow, ...]:
    """List two participants and their right opponents, each with the right game."""
    both = (first, second)
    opponents = (question.chosen.opponent_of(tpn) for tpn in both)
    others = [tpn for tpn in opponents if tpn is not None and tpn not in both]
    return tuple(
        evidence_row(question, tpn, explanation.describe_right_opponent(question, tpn)) for tpn in (*both, *others)
    )


def _answer(question: Question, first: int, second: int, objection: Objection) -> tuple[str, str]:
    """Return the answer and the reason."""
    name = question.roster.name_player
    both = f"{name(first)} and {name(second)}"
    if objection.standing is Standing.CHOSEN:
        posted = (
            explanation.describe_posted_game(question, first) if explanation.is_posted_wrong(question, first) else ""
        )
        posted = posted.replace("The posted opponent", f" The posted opponent of {name(first)}")
        found = object_by_best_round(question, Wish(apart=(frozenset((first, second)),)))
        is_impossible = found.standing is Standing.IMPOSSIBLE
        otherwise = f" {explanation.describe_no_round(question)}." if is_impossible else f": {found.sentence}"
        return f"{both} should play each other.{posted}", f"Without this {question.meeting}{otherwise}"
    if objection.standing is Standing.ILLEGAL:
        may_not = f"{both} may not play each other"
        return f"{may_not}.", capitalise(objection.sentence.removeprefix(f"{may_not}: "))
    games = (f"{name(tpn)} {explanation.describe_right_opponent(question, tpn)}" for tpn in (first, second))
    right = " and ".join(dict.fromkeys(games))
    verb = "cannot" if objection.standing is Standing.IMPOSSIBLE else "should not"
    return f"{both} {verb} play each other: {right}.", objection.sentence
