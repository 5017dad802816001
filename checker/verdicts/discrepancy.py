"""
A round in which the recorded pairing and ours differ: the rule that decides, and the sentences that say so.

The recorded pairing is first checked for the absolute rules, which need no search. Then both pairings are assessed with
the same criteria from the top bracket down, and the first criterion that differs in the first bracket that differs
decides. Where none differs, the order in which the regulation generates candidates decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from checker.findings import (
    Argument,
    ColourRuling,
    DecidingOrder,
    Differences,
    EvidenceRow,
    RoundFinding,
    compare_pairings,
)
from checker.verdicts import posted_pairing
from checker.verdicts.first_difference import Balance, PairingDifference, compare_assessments, find_deciding_order
from checker.verdicts.interpretations import describe_notes, merge_notes, note_identifiers
from checker.verdicts.paired_by_hand import find_manual_declaration
from checker.verdicts.phrases import capitalise, cite_rule, describe_bracket, describe_violations, join_phrases
from checker.verdicts.reasons import Contrast, explain_criterion, explain_divergence, explain_order
from checker.verdicts.round_case import VERDICT_SENTENCES, ReasonContext, RoundCase, RoundPlayers
from checker.verdicts.verdict import Verdict
from reference_engines.articles import article
from reference_engines.frame import results
from tournaments.readings import chosen_side

_ILLEGAL_BY_HAND = (
    "The file declares that the round was paired by hand; that excuses a pairing that is not the best, but not one "
    "that breaks an absolute rule."
)
_OPEN_SENTENCE = "the pairing differs from ours where the text of the regulation is open."


def judge_ambiguous(
    default_finding: RoundFinding, notes: tuple[results.ReadingNote, ...], players: RoundPlayers, context: ReasonContext
) -> RoundFinding:
    """Return the finding on a round that is right by readings that are not taken."""
    if default_finding.recorded is None or default_finding.expected is None or default_finding.differences is None:
        named = f"By the reading taken no legal pairing exists{posted_pairing.describe_impossibility(players)}."
    else:
        comparison = posted_pairing.PairingComparison(
            players=players, recorded=default_finding.recorded, expected=default_finding.expected, context=context
        )
        colours = default_finding.differences.colours
        by_reading = comparison.answer() or posted_pairing.answer_colours(players, colours)
        named = f"By the reading taken: {by_reading}"
    words = VERDICT_SENTENCES[Verdict.AMBIGUOUS_RULE]
    sentence = f"Round {default_finding.round_number}: {words} {describe_notes(notes)} {named}".rstrip()
    finding = default_finding.restate(Verdict.AMBIGUOUS_RULE, sentence)
    return replace(finding, readings=notes, rests_on=note_identifiers(notes))


def _compare(case: RoundCase, expected: results.RoundPairing) -> posted_pairing.PairingComparison:
    """Compare the recorded pairing with the right one."""
    return posted_pairing.PairingComparison(
        players=case.players, recorded=case.recorded, expected=expected, context=case.context.reason_context
    )


def judge_illegal(
    case: RoundCase, assessment: results.Assessment, expected: results.RoundPairing | None, remark: str = ""
) -> RoundFinding:
    """Judge a pairing that breaks an absolute rule; ``expected`` is the right pairing, if there is one."""
    violations, players = assessment.violations, case.players
    if not case.has_reasons:
        argument = Argument(violations=violations)
        return replace(case.finding(Verdict.ILLEGAL), argument=argument, readings=assessment.readings)
    answer = posted_pairing.describe_broken_rules(players, violations)
    if expected is not None:
        answer = (
            f"{answer} {posted_pairing.describe_right_games(players, violations, expected, case.recorded.bye)}".rstrip()
        )
    reason = " ".join(filter(None, (_basic_rule(case, violations), f"{remark}." if remark else "")))
    cited = "; ".join(dict.fromkeys(_cited(violation.label, violation.article) for violation in violations))
    concerned = tuple(dict.fromkeys(tpn for violation in violations for tpn in violation.players))
    return replace(
        case.finding(Verdict.ILLEGAL, answer, reason, cited=f" ({cited})" if cited else ""),
        argument=Argument(
            violations=violations, evidence=posted_pairing.list_evidence(players, concerned, (case.recorded, expected))
        ),
        readings=assessment.readings,
    )


def _basic_rule(case: RoundCase, violations: tuple[results.Violation, ...]) -> str:
    """Return the sentence of the first absolute rule that is broken."""
    first = violations[0]
    found = article(case.prepared.rules.edition.key, first.article or first.label)
    if found is None:
        return ""
    is_about_bye = _BYE_WORD in first.sentence
    sentences = [
        sentence for sentence in _SENTENCE_END.split(found.text.strip()) if (_BYE_WORD in sentence) is is_about_bye
    ]
    text = sentences[0] if sentences else found.text.strip()
    return text if text.startswith(_BASIC_RULE) else f"{_BASIC_RULE}: {text[:1].lower()}{text[1:]}"


_BASIC_RULE, _BYE_WORD = "Basic rule", "bye"
_SENTENCE_END = re.compile(r"(?<=\.)\s+")


def _cited(label: str, number: str) -> str:
    return cite_rule(label, number).strip(" ()")


def judge_difference(case: RoundCase, expected: results.RoundPairing, differences: Differences) -> RoundFinding:
    """Judge a pairing that differs from ours."""
    assessment = case.prepared_round.assess(case.recorded)
    if assessment.violations:
        return judge_illegal(case, assessment, expected)
    if not (differences.recorded_only or differences.expected_only or differences.bye_differs):
        return _judge_arrangement(case, expected, differences)
    return _judge_quality(case, assessment, expected)


def _judge_arrangement(case: RoundCase, expected: results.RoundPairing, differences: Differences) -> RoundFinding:
    """Judge a round with the right opponents: colours, then the order of the boards."""
    if not differences.colours:
        return case.finding(Verdict.BOARD_ORDER, "")
    players = {pair.players for pair in differences.colours}
    rules = _colour_rules(case, (pair for pair in expected.pairs if pair.players in players))
    is_open = len(rules) == len(differences.colours) and all(rule.is_open for _, rule in rules)
    notes = merge_notes(note for _, rule in rules for note in rule.readings) if is_open else ()
    is_open = is_open and not _are_settled(notes)
    verdict = Verdict.AMBIGUOUS_RULE if is_open else Verdict.COLOURS
    if not case.has_reasons:
        return replace(case.finding(verdict), readings=notes, rests_on=note_identifiers(notes))
    rulings = _list_rulings(rules)
    where = "" if case.context.reason_context is ReasonContext.POSTED else f"{case.context.reason_context.value}, "
    beginning = capitalise(f"{where}the pairs are right, the colours are not.")
    answer = f"{beginning} {posted_pairing.answer_colours(case.players, differences.colours)}"
    reason = posted_pairing.explain_colours(case.players, differences.colours, rulings)
    if is_open:
        reason = f"{describe_notes(notes)} {reason}"
    finding = case.finding(
        verdict,
        answer,
        reason,
        cited=_cite_rulings(rulings),
        beginning=_OPEN_SENTENCE if is_open else "",
    )
    return replace(
        finding,
        argument=Argument(colour_rulings=rulings, evidence=_list_coloured_players(case, expected, differences.colours)),
        readings=notes,
        rests_on=note_identifiers(notes),
    )


def _colour_rules(
    case: RoundCase, pairs: Iterable[results.Pair]
) -> tuple[tuple[results.Pair, results.ColourRule], ...]:
    """Return pairs with the colours that they should have, each with the rule of its colours."""
    rules = ((pair, case.prepared_round.colour_rule(pair)) for pair in pairs)
    return tuple((pair, rule) for pair, rule in rules if rule is not None)


def _list_rulings(rules: Iterable[tuple[results.Pair, results.ColourRule]]) -> tuple[ColourRuling, ...]:
    return tuple(ColourRuling(pair=pair, article=rule.article, sentence=rule.sentence) for pair, rule in rules)


def _cite_rulings(rulings: Iterable[ColourRuling]) -> str:
    return cite_rule("", join_phrases(tuple(dict.fromkeys(ruling.article for ruling in rulings))))


def _list_coloured_players(
    case: RoundCase, expected: results.RoundPairing, wrong: Iterable[results.Pair]
) -> tuple[EvidenceRow, ...]:
    """List the players of games with wrong colours."""
    players = tuple(tpn for pair in wrong for tpn in (pair.black, pair.white))
    return posted_pairing.list_evidence(case.players, players, (case.recorded, expected))


def _judge_quality(case: RoundCase, recorded: results.Assessment, expected: results.RoundPairing) -> RoundFinding:
    ours = case.prepared_round.assess(expected)
    if ours.violations:
        broken = describe_violations(ours.violations, case.players.roster)
        return case.finding(Verdict.REFERENCE_FAULT, f"Its own pairing is illegal. {broken}")
    comparison = _compare(case, expected)
    divergence = case.prepared_round.divergence(case.recorded)
    if divergence is not None:
        return _judge_by_procedure(case, divergence, comparison)
    difference = compare_assessments(recorded, ours, comparison.bye_scores)
    finding = _judge_by_difference(case, difference, comparison)
    return replace(finding, readings=merge_notes((*recorded.readings, *ours.readings)))


def _are_settled(notes: tuple[results.ReadingNote, ...]) -> bool:
    """Whether the user has chosen a side of every entry that leaves a step open."""
    return bool(notes) and all(chosen_side(note.identifier) is not None for note in notes)


_VERDICT_OF_DIVERGENCE = {
    results.DivergenceKind.WORSE: Verdict.WORSE,
    results.DivergenceKind.LATER: Verdict.LATER_IN_ORDER,
    results.DivergenceKind.OPEN: Verdict.AMBIGUOUS_RULE,
    results.DivergenceKind.BETTER: Verdict.REFERENCE_FAULT,
}


def _judge_by_procedure(
    case: RoundCase, divergence: results.Divergence, comparison: posted_pairing.PairingComparison
) -> RoundFinding:
    is_open = divergence.kind is results.DivergenceKind.OPEN and not _are_settled(divergence.readings)
    verdict = _VERDICT_OF_DIVERGENCE[divergence.kind]
    if verdict is Verdict.AMBIGUOUS_RULE and not is_open:
        verdict = Verdict.LATER_IN_ORDER
    rests_on = note_identifiers(divergence.readings) if is_open else ()
    miscoloured = _find_miscoloured_games(case) if is_open else ()
    if miscoloured:
        return _judge_colours_of_open_pairs(case, divergence, miscoloured)
    if not case.has_reasons:
        argument = Argument(parting=divergence)
        return replace(case.finding(verdict), argument=argument, readings=divergence.readings, rests_on=rests_on)
    where = f" ({', '.join(rests_on)})" if rests_on else ""
    finding = case.finding(
        verdict,
        "" if verdict is Verdict.REFERENCE_FAULT else comparison.answer(),
        explain_divergence(divergence, case.players.roster),
        beginning=f"{_OPEN_SENTENCE.removesuffix('.')}{where}." if is_open else "",
        cited=cite_rule("", divergence.article),
    )
    evidence = posted_pairing.list_evidence(case.players, comparison.concerned(), (case.recorded, comparison.expected))
    argument = Argument(parting=divergence, evidence=evidence)
    return replace(finding, argument=argument, readings=divergence.readings, rests_on=rests_on)


def _find_miscoloured_games(case: RoundCase) -> tuple[tuple[results.Pair, results.ColourRule], ...]:
    """Return the recorded games to which a rule that is not open gives other colours, with these colours."""
    rules = case.prepared_round.find_wrong_colours(case.recorded)
    return tuple((pair, rule) for pair, rule in rules if not rule.is_open)


def _judge_colours_of_open_pairs(
    case: RoundCase, divergence: results.Divergence, rules: tuple[tuple[results.Pair, results.ColourRule], ...]
) -> RoundFinding:
    """Judge a round whose pairs are open, while the rules give some of its games other colours."""
    right = {pair.players: pair for pair, _ in rules}
    pairs = tuple(right.get(pair.players, pair) for pair in case.recorded.pairs)
    expected = replace(case.recorded, pairs=pairs)
    differences, rests_on = compare_pairings(case.recorded, expected), note_identifiers(divergence.readings)
    finding = case.finding(Verdict.COLOURS)
    argument = Argument(parting=divergence)
    if case.has_reasons:
        rulings, named = _list_rulings(rules), join_phrases(rests_on)
        colours = posted_pairing.answer_colours(case.players, differences.colours)
        finding = case.finding(
            Verdict.COLOURS,
            f"The text of the regulation leaves the pairs open ({named}), but not the colours. {colours}",
            posted_pairing.explain_colours(case.players, differences.colours, rulings),
            cited=_cite_rulings(rulings),
        )
        argument = Argument(
            parting=divergence,
            colour_rulings=rulings,
            evidence=_list_coloured_players(case, expected, differences.colours),
        )
    return replace(
        finding,
        argument=argument,
        expected=expected,
        differences=differences,
        readings=divergence.readings,
        rests_on=rests_on,
    )


_VERDICTS = {
    Balance.WORSE: Verdict.WORSE,
    Balance.LATER: Verdict.LATER_IN_ORDER,
}


def _judge_by_difference(
    case: RoundCase, difference: PairingDifference, comparison: posted_pairing.PairingComparison
) -> RoundFinding:
    """Return the finding on two legal pairings that differ in a bracket."""
    verdict = _VERDICTS.get(difference.balance, Verdict.REFERENCE_FAULT)
    bracket, criterion = difference.expected, difference.criterion
    if bracket is None or difference.recorded is None:
        return case.finding(verdict, "The two pairings differ, but are equal in everything that it assesses.")
    argument = Argument(
        deciding_bracket=bracket.number,
        deciding_criterion=criterion,
        recorded_bracket=difference.recorded,
        expected_bracket=bracket,
    )
    if not case.has_reasons:
        return replace(case.finding(verdict), argument=argument)
    if verdict is Verdict.REFERENCE_FAULT:
        answer, order = _explain_own_fault(case, difference, bracket, difference.recorded)
        return replace(case.finding(verdict, answer), argument=replace(argument, deciding_order=order))
    contrast = Contrast(
        players=case.players,
        expected=comparison.expected,
        other=comparison.recorded,
        expected_bracket=bracket,
        other_bracket=difference.recorded,
        context=comparison.context,
    )
    concerned, order = comparison.concerned(contrast), None
    answer = comparison.answer(contrast)
    contrast = replace(contrast, players=case.players.with_short_names(concerned))  # the answer named them in full
    if criterion is not None:
        reason, cited = explain_criterion(contrast, criterion), cite_rule(criterion.label, criterion.article)
    else:
        order = find_deciding_order(
            bracket.generation,
            difference.recorded.generation,
            contrast.roster.name_player,
            case.prepared_round.order_article,
        )
        reason, cited = explain_order(contrast, order), cite_rule("", order.article)
    finding = case.finding(verdict, answer, reason, cited=cited)
    evidence = posted_pairing.list_evidence(case.players, concerned, (case.recorded, comparison.expected))
    return replace(finding, argument=replace(argument, deciding_order=order, evidence=evidence))


def _explain_own_fault(
    case: RoundCase, difference: PairingDifference, ours: results.BracketAssessment, theirs: results.BracketAssessment
) -> tuple[str, DecidingOrder | None]:
    """Explain why our own pairing is worse."""
    where = f"In {describe_bracket(ours)}"
    if difference.criterion is not None:
        return posted_pairing.describe_own_criterion(difference.criterion, where), None
    if difference.balance is not Balance.EARLIER:
        return f"{where}: {difference.balance.value}.", None
    order = find_deciding_order(
        theirs.generation, ours.generation, case.players.roster.name_player, case.prepared_round.order_article
    )
    return f"{where}: {difference.balance.value}. {order.sentence}", order


def heed_declaration(case: RoundCase, finding: RoundFinding) -> RoundFinding:
    """
    Accept a deviation in quality that the file declares.

    A declaration excuses neither a pairing that breaks an absolute rule nor a fault of our own engine.
    """
    declaration = find_manual_declaration(case.round_number, case.context.declarations)
    if declaration is None:
        return finding
    if finding.argument.violations:
        return replace(finding, sentence=f"{finding.sentence} {_ILLEGAL_BY_HAND}", declaration=declaration)
    otherwise = finding.sentence.removeprefix(f"Round {case.round_number}: ")
    declared = case.finding(Verdict.DECLARED, f'It says: "{declaration.strip()}". Without that: {otherwise}')
    return replace(
        finding,
        verdict=Verdict.DECLARED,
        sentence=declared.sentence,
        declaration=declaration,
        judged_without_declaration=finding.verdict,
    )
