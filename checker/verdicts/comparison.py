"""
One round case: the recorded pairing compared with the pairing that the regulation asks for.

The recorded pairing is first checked for the absolute rules, which need no search; then both are assessed with the same
criteria from the top bracket down, and the first criterion that differs in the first bracket that differs decides;
where none differs, the order in which the regulation generates candidates decides.
"""

from __future__ import annotations

import re
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING

from checker.findings import Argument, ColourRuling, Differences, RoundFinding, compare_pairings
from checker.verdicts.first_difference import Balance, compare_assessments, find_deciding_order
from checker.verdicts.interpretations import (
    DEFAULT,
    Interpretations,
    collect_notes,
    describe_notes,
    is_right,
    merge_notes,
    most_favourable,
    note_identifiers,
    with_interpretation,
)
from checker.verdicts.paired_by_hand import find_manual_declaration
from checker.verdicts.phrases import (
    Roster,
    append_citation,
    capitalise,
    cite_rule,
    describe_bracket,
    describe_violations,
    join_phrases,
)
from checker.verdicts.posted_pairing import (
    PairingComparison,
    answer_colours,
    describe_broken_rules,
    describe_impossibility,
    describe_own_criterion,
    describe_right_games,
    explain_colours,
    list_evidence,
)
from checker.verdicts.reasons import (
    Contrast,
    ReasonContext,
    explain_criterion,
    explain_divergence,
    explain_order,
)
from checker.verdicts.round_players import RoundPlayers
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import (
    ColourRule,
    DivergenceKind,
    GenerationStep,
    NoLegalPairingError,
    Pair,
    RoundPairing,
    UnsupportedEventError,
)
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.readings import chosen_side

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.findings import DecidingOrder
    from checker.verdicts.first_difference import PairingDifference
    from checker.verdicts.interpretations import Interpretation
    from reference_engines.frame.results import Assessment, BracketAssessment, Divergence, ReadingNote, Violation
    from reference_engines.frame.rules import AnyRound, PreparedEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundContext:
    """The circumstances in which a round is judged."""

    event: str
    """Stem of the file's name."""
    roster: Roster = field(default_factory=lambda: Roster({}))
    """Names of the players; empty: the names in the event."""
    declarations: tuple[str, ...] = ()
    """Texts of the ``###`` lines."""
    history_marked: bool = False
    """Whether a round before is illegal."""
    board_order: bool = False
    """Whether the source lists its pairs in board order, so that the order can be judged, too."""
    reason_context: ReasonContext = ReasonContext.POSTED
    """Whether the round was posted, or is a program's answer."""


class _RoundCase(FrozenStruct, frozen=True, kw_only=True):
    """A recorded pairing in its prepared event and context."""

    prepared: PreparedEvent
    context: RoundContext
    round_number: int
    recorded: RoundPairing
    has_reasons: bool = True
    """Whether the finding is explained; findings under interpretations that are only compared are not."""

    @property
    def prepared_round(self) -> AnyRound:
        """The round under the rules."""
        return self.prepared.round(self.round_number)

    @property
    def players(self) -> RoundPlayers:
        """The players of the round."""
        return players_of_round(self.prepared, self.round_number, self.context)

    def compare_with(self, expected: RoundPairing) -> PairingComparison:
        """Compare it with the right round."""
        return PairingComparison(
            players=self.players, recorded=self.recorded, expected=expected, context=self.context.reason_context
        )

    def finding(
        self, verdict: Verdict, answer: str = "", reason: str = "", *, beginning: str = "", cited: str = ""
    ) -> RoundFinding:
        """
        Return a finding.

        ``beginning`` replaces the usual sentence of the verdict; ``cited`` are label and article in brackets.
        """
        sentences = [beginning or _VERDICT_SENTENCES.get(verdict, ""), answer, reason]
        text = " ".join(sentence for sentence in sentences if sentence)
        return RoundFinding(
            event=self.context.event,
            round_number=self.round_number,
            verdict=verdict,
            sentence=f"Round {self.round_number}: {append_citation(text, cited)}".rstrip(),
            answer=answer,
            reason=reason,
            recorded=self.recorded,
            history_marked=self.context.history_marked,
        )


def players_of_round(prepared: PreparedEvent, round_number: int, context: RoundContext) -> RoundPlayers:
    """Return the players of a round, by their names in its context."""
    return RoundPlayers(prepared=prepared, stage=round_number, names=context.roster if context.roster.names else None)


_VERDICT_SENTENCES = {
    Verdict.AGREE: "the pairing is the one that the rules ask for.",
    Verdict.BOARD_ORDER: (
        "pairs and colours are right, in another order of boards; C.04.2:3.6 recommends one, so it is not counted as "
        "a discrepancy."
    ),
    Verdict.REFERENCE_FAULT: "our own engine is at fault, not this pairing; please report this event.",
    Verdict.AMBIGUOUS_RULE: "the pairing is right by another reading of the regulation.",
    Verdict.DECLARED: "the file declares that this round was not paired by the system.",
    Verdict.NOTHING_TO_JUDGE: "nothing to judge: the round has no pair.",
    Verdict.UNSUPPORTED: "not checked, because the event asks for something that is not supported.",
    Verdict.CRASH: "not checked, because our engine failed; please report this event.",
    Verdict.TIMEOUT: "not checked, because the time limit was reached.",
}
_RESTING_ON_OURS = (Verdict.WORSE, Verdict.LATER_IN_ORDER)
"""Verdicts that are right only if our own pairing is right."""
_ILLEGAL_BY_HAND = (
    "The file declares that the round was paired by hand; that excuses a pairing that is not the best, but not one "
    "that breaks an absolute rule."
)
_OPEN_SENTENCE = "the pairing differs from ours where the text of the regulation is open."


def judge_round(prepared: PreparedEvent, round_number: int, context: RoundContext) -> RoundFinding:
    """
    Judge one recorded round by itself, under the most favourable interpretation.

    Whatever the engine raises ends in a verdict, not in an exception.
    """
    return judge_by_itself(Interpretations(prepared, partial(judge_plainly, context=context)), round_number, context)


def judge_plainly(
    prepared: PreparedEvent, round_number: int, context: RoundContext, *, has_reasons: bool = True
) -> RoundFinding:
    """Judge one recorded round under the interpretation of a prepared event; nothing is raised either."""
    try:
        recorded = prepared.round(round_number).posted
    except Exception as error:  # noqa: BLE001 - a failing engine is a finding, and the run goes on
        blank = _RoundCase(
            prepared=prepared, context=context, round_number=round_number, recorded=RoundPairing(pairs=())
        )
        return replace(_failure(blank, error), recorded=None)
    return _judge_plainly(prepared, round_number, recorded, context, has_reasons=has_reasons)


def finding_of_failure(finding: RoundFinding, error: Exception) -> RoundFinding:
    """Return the finding on a round on which the engine failed after all."""
    return RoundFinding(
        event=finding.event,
        round_number=finding.round_number,
        verdict=Verdict.CRASH,
        sentence=(f"Round {finding.round_number}: {_VERDICT_SENTENCES[Verdict.CRASH]} {type(error).__name__}: {error}"),
        recorded=finding.recorded,
        history_marked=finding.history_marked,
    )


def finding_of_timeout(round_number: int, context: RoundContext, limit: str) -> RoundFinding:
    """Return the finding on a round for which no time was left; ``limit`` says how much there was."""
    return RoundFinding(
        event=context.event,
        round_number=round_number,
        verdict=Verdict.TIMEOUT,
        sentence=f"Round {round_number}: {_VERDICT_SENTENCES[Verdict.TIMEOUT]} {limit}",
        history_marked=context.history_marked,
    )


def judge_pairing(
    prepared: PreparedEvent, round_number: int, pairing: RoundPairing, context: RoundContext
) -> RoundFinding:
    """Judge any pairing of a round as if it were recorded, under the most favourable interpretation."""
    interpretations = Interpretations(prepared, partial(_judge_plainly, recorded=pairing, context=context))
    return judge_by_itself(interpretations, round_number, context)


def judge_by_itself(interpretations: Interpretations, round_number: int, context: RoundContext) -> RoundFinding:
    """
    Judge a round under its most favourable interpretation, without regard to other rounds.

    A round that readings alone make no better than wrong by the same verdict is described under the default ones.
    """
    try:
        interpretation = most_favourable(interpretations, round_number)
        finding, default_finding = (interpretations.outline(found, round_number) for found in (interpretation, DEFAULT))
        if finding.verdict is default_finding.verdict and not any(variant.event for variant in interpretation):
            return default_finding
        return finding_under(interpretations, interpretation, round_number, context)
    except Exception as error:  # noqa: BLE001 - likewise
        return finding_of_failure(interpretations.finding(DEFAULT, round_number), error)


def finding_under(
    interpretations: Interpretations, interpretation: Interpretation, round_number: int, context: RoundContext
) -> RoundFinding:
    """Return the finding on a round whose most favourable interpretation is known."""
    default_finding, finding = (
        interpretations.finding(DEFAULT, round_number),
        interpretations.finding(interpretation, round_number),
    )
    if interpretation == DEFAULT:
        return default_finding
    if not is_right(finding):
        return with_interpretation(finding, interpretation, default_finding)
    return _ambiguous(
        default_finding,
        collect_notes(interpretation),
        players_of_round(interpretations.default_event, round_number, context),
        context.reason_context,
    )


def _ambiguous(
    default_finding: RoundFinding, notes: tuple[ReadingNote, ...], players: RoundPlayers, context: ReasonContext
) -> RoundFinding:
    """Return the finding on a round that is right by readings that are not taken."""
    if default_finding.recorded is None or default_finding.expected is None or default_finding.differences is None:
        named = f"By the reading taken no legal pairing exists{describe_impossibility(players)}."
    else:
        comparison = PairingComparison(
            players=players, recorded=default_finding.recorded, expected=default_finding.expected, context=context
        )
        colours = default_finding.differences.colours
        by_reading = comparison.answer() or answer_colours(players, colours)
        named = f"By the reading taken: {by_reading}"
    words = _VERDICT_SENTENCES[Verdict.AMBIGUOUS_RULE]
    return RoundFinding(
        event=default_finding.event,
        round_number=default_finding.round_number,
        verdict=Verdict.AMBIGUOUS_RULE,
        sentence=f"Round {default_finding.round_number}: {words} {describe_notes(notes)} {named}".rstrip(),
        recorded=default_finding.recorded,
        expected=default_finding.expected,
        differences=default_finding.differences,
        readings=notes,
        rests_on=note_identifiers(notes),
        history_marked=default_finding.history_marked,
    )


def _judge_plainly(
    prepared: PreparedEvent,
    round_number: int,
    recorded: RoundPairing,
    context: RoundContext,
    *,
    has_reasons: bool = True,
) -> RoundFinding:
    case = _RoundCase(
        prepared=prepared, context=context, round_number=round_number, recorded=recorded, has_reasons=has_reasons
    )
    try:
        finding = _uphold(case, _judge(case))
    except Exception as error:  # noqa: BLE001 - likewise
        return _failure(case, error)
    if finding.verdict is Verdict.REFERENCE_FAULT and has_reasons:
        return replace(finding, sentence=f"{finding.sentence.rstrip()} {_diagnose(case)}")
    return _heed_declaration(case, finding)


def _uphold(case: _RoundCase, finding: RoundFinding) -> RoundFinding:
    """Uphold a finding that rests on our pairing, unless an impossibility that ours relies on is disproved."""
    if finding.verdict not in _RESTING_ON_OURS or case.prepared_round.disprove_impossibility(case.recorded) is None:
        return finding
    at_fault = case.finding(Verdict.REFERENCE_FAULT, "Its own pairing rests on something that does not hold.")
    return replace(at_fault, expected=finding.expected, differences=finding.differences)


def _diagnose(case: _RoundCase) -> str:
    """Name the part of the engine that failed. The engine is at fault already, so its errors cannot end the check."""
    try:
        return str(case.prepared_round.diagnose(case.recorded))
    except Exception as error:  # noqa: BLE001 - the verdict stands, whatever the faulty engine does now
        return f"Which of its parts failed could not be found out ({type(error).__name__}: {error})."


def _failure(case: _RoundCase, error: Exception) -> RoundFinding:
    if isinstance(error, UnsupportedEventError):
        return case.finding(Verdict.UNSUPPORTED, str(error))
    if isinstance(error, TimeoutError):
        return case.finding(Verdict.TIMEOUT, str(error))
    return case.finding(Verdict.CRASH, f"{type(error).__name__}: {error}")


def _judge(case: _RoundCase) -> RoundFinding:
    try:
        expected = case.prepared_round.expected()
    except NoLegalPairingError as error:
        return _judge_without_expected(case, error)
    differences = compare_pairings(case.recorded, expected, board_order=case.context.board_order)
    if differences == Differences():
        return _judge_agreeing(case) if case.recorded.pairs else _judge_no_pair(case)
    finding = _judge_difference(case, expected, differences)
    return replace(finding, expected=expected, differences=differences)


def _judge_agreeing(case: _RoundCase) -> RoundFinding:
    """Judge a pairing equal to ours: ours, too, must keep the hard rules."""
    violations = case.prepared_round.violations(case.recorded)
    if not violations:
        return case.finding(Verdict.AGREE, "")
    broken = describe_violations(violations, case.players.roster)
    finding = case.finding(Verdict.REFERENCE_FAULT, f"It pairs as recorded, and that is illegal. {broken}")
    return replace(finding, argument=Argument(violations=violations))


def _judge_no_pair(case: _RoundCase) -> RoundFinding:
    """Judge a round that has no pair, as the rules ask: only its bye can be wrong."""
    assessment = case.prepared_round.assess(case.recorded)
    if assessment.violations:
        return _illegal(case, assessment, None)
    return case.finding(Verdict.NOTHING_TO_JUDGE, "")


def _judge_without_expected(case: _RoundCase, error: NoLegalPairingError) -> RoundFinding:
    """Judge a round for which the engine found no legal pairing: the record breaks a rule or disproves the engine."""
    assessment = case.prepared_round.assess(case.recorded)
    if assessment.violations:
        return _illegal(case, assessment, None, f"No legal pairing of this round exists ({error})")
    return case.finding(
        Verdict.REFERENCE_FAULT,
        f"It finds no legal pairing ({error}), yet the recorded one breaks no absolute rule.",
    )


def _illegal(case: _RoundCase, assessment: Assessment, expected: RoundPairing | None, remark: str = "") -> RoundFinding:
    violations, players = assessment.violations, case.players
    if not case.has_reasons:
        argument = Argument(violations=violations)
        return replace(case.finding(Verdict.ILLEGAL), argument=argument, readings=assessment.readings)
    answer = describe_broken_rules(players, violations)
    if expected is not None:
        answer = f"{answer} {describe_right_games(players, violations, expected, case.recorded.bye)}".rstrip()
    reason = " ".join(filter(None, (_basic_rule(case, violations), f"{remark}." if remark else "")))
    cited = "; ".join(dict.fromkeys(_cited(violation.label, violation.article) for violation in violations))
    concerned = tuple(dict.fromkeys(tpn for violation in violations for tpn in violation.players))
    return replace(
        case.finding(Verdict.ILLEGAL, answer, reason, cited=f" ({cited})" if cited else ""),
        argument=Argument(violations=violations, evidence=list_evidence(players, concerned, (case.recorded, expected))),
        readings=assessment.readings,
    )


def _basic_rule(case: _RoundCase, violations: tuple[Violation, ...]) -> str:
    """Return the sentence of the first absolute rule that is broken."""
    from reference_engines.articles import article  # noqa: PLC0415 - start-up time; few rounds are illegal

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


def _judge_difference(case: _RoundCase, expected: RoundPairing, differences: Differences) -> RoundFinding:
    assessment = case.prepared_round.assess(case.recorded)
    if assessment.violations:
        return _illegal(case, assessment, expected)
    if not (differences.recorded_only or differences.expected_only or differences.bye_differs):
        return _judge_arrangement(case, expected, differences)
    return _judge_quality(case, assessment, expected)


def _judge_arrangement(case: _RoundCase, expected: RoundPairing, differences: Differences) -> RoundFinding:
    """Judge a round with the right opponents: colours, then the order of the boards."""
    if not differences.colours:
        return case.finding(Verdict.BOARD_ORDER, "")
    rules = _colour_rules(case, expected, differences.colours)
    is_open = len(rules) == len(differences.colours) and all(rule.is_open for _, rule in rules)
    notes = merge_notes(note for _, rule in rules for note in rule.readings) if is_open else ()
    is_open = is_open and not _are_settled(notes)
    verdict = Verdict.AMBIGUOUS_RULE if is_open else Verdict.COLOURS
    if not case.has_reasons:
        return replace(case.finding(verdict), readings=notes, rests_on=note_identifiers(notes))
    rulings = tuple(ColourRuling(pair=pair, article=rule.article, sentence=rule.sentence) for pair, rule in rules)
    where = "" if case.context.reason_context is ReasonContext.POSTED else f"{case.context.reason_context.value}, "
    beginning = capitalise(f"{where}the pairs are right, the colours are not.")
    answer = f"{beginning} {answer_colours(case.players, differences.colours)}"
    reason = explain_colours(case.players, differences.colours, rulings)
    cited = cite_rule("", join_phrases(tuple(dict.fromkeys(ruling.article for ruling in rulings))))
    if is_open:
        reason = f"{describe_notes(notes)} {reason}"
    finding = case.finding(
        verdict,
        answer,
        reason,
        cited=cited,
        beginning=_OPEN_SENTENCE if is_open else "",
    )
    players = tuple(tpn for pair in differences.colours for tpn in (pair.black, pair.white))
    return replace(
        finding,
        argument=Argument(
            colour_rulings=rulings, evidence=list_evidence(case.players, players, (case.recorded, expected))
        ),
        readings=notes,
        rests_on=note_identifiers(notes),
    )


def _colour_rules(
    case: _RoundCase, expected: RoundPairing, wrong: tuple[Pair, ...]
) -> tuple[tuple[Pair, ColourRule], ...]:
    """Return the pairs that should have other colours than recorded, each with the rule of its colours."""
    players = {pair.players for pair in wrong}
    rules = []
    for pair in expected.pairs:
        rule = case.prepared_round.colour_rule(pair) if pair.players in players else None
        if rule is not None:
            rules.append((pair, rule))
    return tuple(rules)


def _judge_quality(case: _RoundCase, recorded: Assessment, expected: RoundPairing) -> RoundFinding:
    ours = case.prepared_round.assess(expected)
    if ours.violations:
        broken = describe_violations(ours.violations, case.players.roster)
        return case.finding(Verdict.REFERENCE_FAULT, f"Its own pairing is illegal. {broken}")
    comparison = case.compare_with(expected)
    divergence = case.prepared_round.divergence(case.recorded)
    if divergence is not None:
        return _judge_by_procedure(case, divergence, comparison)
    difference = compare_assessments(recorded, ours, comparison.bye_scores)
    finding = _judge_by_difference(case, difference, comparison)
    return replace(finding, readings=merge_notes((*recorded.readings, *ours.readings)))


def _are_settled(notes: tuple[ReadingNote, ...]) -> bool:
    """Whether the user has chosen a side of every entry that leaves a step open."""
    return bool(notes) and all(chosen_side(note.identifier) is not None for note in notes)


_VERDICT_OF_DIVERGENCE = {
    DivergenceKind.WORSE: Verdict.WORSE,
    DivergenceKind.LATER: Verdict.LATER_IN_ORDER,
    DivergenceKind.OPEN: Verdict.AMBIGUOUS_RULE,
    DivergenceKind.BETTER: Verdict.REFERENCE_FAULT,
}


def _judge_by_procedure(case: _RoundCase, divergence: Divergence, comparison: PairingComparison) -> RoundFinding:
    is_open = divergence.kind is DivergenceKind.OPEN and not _are_settled(divergence.readings)
    verdict = _VERDICT_OF_DIVERGENCE[divergence.kind]
    if verdict is Verdict.AMBIGUOUS_RULE and not is_open:
        verdict = Verdict.LATER_IN_ORDER
    rests_on = note_identifiers(divergence.readings) if is_open else ()
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
    evidence = list_evidence(case.players, comparison.concerned(), (case.recorded, comparison.expected))
    argument = Argument(parting=divergence, evidence=evidence)
    return replace(finding, argument=argument, readings=divergence.readings, rests_on=rests_on)


_VERDICTS = {
    Balance.WORSE: Verdict.WORSE,
    Balance.LATER: Verdict.LATER_IN_ORDER,
}


def _judge_by_difference(
    case: _RoundCase, difference: PairingDifference, comparison: PairingComparison
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
    contrast = replace(contrast, players=case.players.named_among(concerned))  # the answer named them in full
    if criterion is not None:
        reason, cited = explain_criterion(contrast, criterion), cite_rule(criterion.label, criterion.article)
    else:
        order = find_deciding_order(
            bracket.generation, difference.recorded.generation, contrast.roster.name_player, _order_article(case)
        )
        reason, cited = explain_order(contrast, order), cite_rule("", order.article)
    finding = case.finding(verdict, answer, reason, cited=cited)
    evidence = list_evidence(case.players, concerned, (case.recorded, comparison.expected))
    return replace(finding, argument=replace(argument, deciding_order=order, evidence=evidence))


def _explain_own_fault(
    case: _RoundCase, difference: PairingDifference, ours: BracketAssessment, theirs: BracketAssessment
) -> tuple[str, DecidingOrder | None]:
    """Explain why our own pairing is worse."""
    where = f"In {describe_bracket(ours)}"
    if difference.criterion is not None:
        return describe_own_criterion(difference.criterion, where), None
    if difference.balance is not Balance.EARLIER:
        return f"{where}: {difference.balance.value}.", None
    order = find_deciding_order(
        theirs.generation, ours.generation, case.players.roster.name_player, _order_article(case)
    )
    return f"{where}: {difference.balance.value}. {order.sentence}", order


def _order_article(case: _RoundCase) -> Callable[[GenerationStep], str]:
    return case.prepared_round.order_article


def _heed_declaration(case: _RoundCase, finding: RoundFinding) -> RoundFinding:
    """
    Accept a deviation in quality that the file declares.

    A declaration excuses neither a pairing that breaks an absolute rule nor a fault of our own engine.
    """
    if finding.verdict.outcome is not Outcome.DISCREPANT or finding.verdict is Verdict.REFERENCE_FAULT:
        return finding
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
