"""
The verdict on a round: the recorded pairing compared with the pairing that the regulation asks for.

A round in which they differ is judged by `discrepancy`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from checker.findings import Argument, Differences, RoundFinding, compare_pairings
from checker.verdicts.interpretations import (
    DEFAULT,
    Interpretations,
    collect_notes,
    is_right,
    most_favourable,
    with_interpretation,
)
from checker.verdicts.phrases import describe_violations
from checker.verdicts.round_case import VERDICT_SENTENCES, RoundCase, RoundContext, players_of_round
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import NoLegalPairingError, RoundPairing, UnsupportedEventError

if TYPE_CHECKING:
    from checker.verdicts.interpretations import Interpretation
    from reference_engines.frame.rules import PreparedEvent


_RESTING_ON_OURS = (Verdict.WORSE, Verdict.LATER_IN_ORDER)
"""Verdicts that are right only if our own pairing is right."""


def judge_round(prepared: PreparedEvent, round_number: int, context: RoundContext) -> RoundFinding:
    """
    Judge one recorded round by itself, under the most favourable interpretation.

    Whatever the engine raises ends in a verdict, not in an exception.
    """
    return judge_by_itself(Interpretations(prepared, partial(judge_plainly, context=context)), round_number, context)


def judge_plainly(
    prepared: PreparedEvent,
    round_number: int,
    context: RoundContext,
    recorded: RoundPairing | None = None,
    *,
    has_reasons: bool = True,
) -> RoundFinding:
    """
    Judge a round under the interpretation of a prepared event; nothing is raised either.

    ``recorded`` is the pairing that is judged as if it were recorded; None for the recorded one.
    """
    case = RoundCase(
        prepared=prepared,
        context=context,
        round_number=round_number,
        recorded=recorded or RoundPairing(pairs=()),
        has_reasons=has_reasons,
    )
    if recorded is None:
        try:
            case = replace(case, recorded=case.prepared_round.posted)
        except Exception as error:  # noqa: BLE001 - a failing engine is a finding, and the run goes on
            return replace(_failure(case, error), recorded=None)
    try:
        finding = _uphold(case, _judge(case))
    except Exception as error:  # noqa: BLE001 - likewise
        return _failure(case, error)
    if finding.verdict is Verdict.REFERENCE_FAULT and has_reasons:
        return replace(finding, sentence=f"{finding.sentence.rstrip()} {_diagnose(case)}")
    if finding.verdict.outcome is not Outcome.DISCREPANT or finding.verdict is Verdict.REFERENCE_FAULT:
        return finding
    from checker.verdicts.discrepancy import heed_declaration  # noqa: PLC0415 - start-up time; most rounds agree

    return heed_declaration(case, finding)


def finding_of_failure(finding: RoundFinding, error: Exception) -> RoundFinding:
    """Return the finding on a round on which the engine failed after all."""
    sentence = f"Round {finding.round_number}: {VERDICT_SENTENCES[Verdict.CRASH]} {type(error).__name__}: {error}"
    return replace(finding.restate(Verdict.CRASH, sentence), expected=None, differences=None)


def finding_of_timeout(round_number: int, context: RoundContext, limit: str) -> RoundFinding:
    """Return the finding on a round for which no time was left; ``limit`` says how much there was."""
    return RoundFinding(
        event=context.event,
        round_number=round_number,
        verdict=Verdict.TIMEOUT,
        sentence=f"Round {round_number}: {VERDICT_SENTENCES[Verdict.TIMEOUT]} {limit}",
        history_marked=context.history_marked,
    )


def judge_pairing(
    prepared: PreparedEvent, round_number: int, pairing: RoundPairing, context: RoundContext
) -> RoundFinding:
    """Judge any pairing of a round as if it were recorded, under the most favourable interpretation."""
    interpretations = Interpretations(prepared, partial(judge_plainly, recorded=pairing, context=context))
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
    from checker.verdicts.discrepancy import judge_ambiguous  # noqa: PLC0415 - start-up time; most rounds agree

    return judge_ambiguous(
        default_finding,
        collect_notes(interpretation),
        players_of_round(interpretations.default_event, round_number, context),
        context.reason_context,
    )


def _uphold(case: RoundCase, finding: RoundFinding) -> RoundFinding:
    """Uphold a finding that rests on our pairing, unless an impossibility that ours relies on is disproved."""
    if finding.verdict not in _RESTING_ON_OURS or case.prepared_round.disprove_impossibility(case.recorded) is None:
        return finding
    at_fault = case.finding(Verdict.REFERENCE_FAULT, "Its own pairing rests on something that does not hold.")
    return replace(at_fault, expected=finding.expected, differences=finding.differences)


def _diagnose(case: RoundCase) -> str:
    """Name the part of the engine that failed. The engine is at fault already, so its errors cannot end the check."""
    try:
        return str(case.prepared_round.diagnose(case.recorded))
    except Exception as error:  # noqa: BLE001 - the verdict stands, whatever the faulty engine does now
        return f"Which of its parts failed could not be found out ({type(error).__name__}: {error})."


def _failure(case: RoundCase, error: Exception) -> RoundFinding:
    if isinstance(error, UnsupportedEventError):
        return case.finding(Verdict.UNSUPPORTED, str(error))
    if isinstance(error, TimeoutError):
        return case.finding(Verdict.TIMEOUT, str(error))
    return case.finding(Verdict.CRASH, f"{type(error).__name__}: {error}")


def _judge(case: RoundCase) -> RoundFinding:
    try:
        expected = case.prepared_round.expected()
    except NoLegalPairingError as error:
        return _judge_without_expected(case, error)
    differences = compare_pairings(case.recorded, expected, board_order=case.context.board_order)
    if differences == Differences():
        return _judge_agreeing(case) if case.recorded.pairs else _judge_no_pair(case)
    from checker.verdicts.discrepancy import judge_difference  # noqa: PLC0415 - start-up time; most rounds agree

    finding = judge_difference(case, expected, differences)
    if finding.expected is not None:  # where the text leaves other pairs open, the right colours of these
        return finding
    return replace(finding, expected=expected, differences=differences)


def _judge_agreeing(case: RoundCase) -> RoundFinding:
    """Judge a pairing equal to ours: ours, too, must keep the hard rules."""
    violations = case.prepared_round.violations(case.recorded)
    if not violations:
        return case.finding(Verdict.AGREE, "")
    broken = describe_violations(violations, case.players.roster)
    answer = f"It pairs as recorded, and that is illegal. {broken}"
    return replace(case.finding(Verdict.REFERENCE_FAULT, answer), argument=Argument(violations=violations))


def _judge_no_pair(case: RoundCase) -> RoundFinding:
    """Judge a round that has no pair, as the rules ask: only its bye can be wrong."""
    assessment = case.prepared_round.assess(case.recorded)
    if assessment.violations:
        from checker.verdicts.discrepancy import judge_illegal  # noqa: PLC0415 - likewise

        return judge_illegal(case, assessment, None)
    return case.finding(Verdict.NOTHING_TO_JUDGE, "")


def _judge_without_expected(case: RoundCase, error: NoLegalPairingError) -> RoundFinding:
    """Judge a round for which the engine found no legal pairing: the record breaks a rule or disproves the engine."""
    assessment = case.prepared_round.assess(case.recorded)
    if assessment.violations:
        from checker.verdicts.discrepancy import judge_illegal  # noqa: PLC0415 - likewise

        return judge_illegal(case, assessment, None, f"No legal pairing of this round exists ({error})")
    return case.finding(
        Verdict.REFERENCE_FAULT,
        f"It finds no legal pairing ({error}), yet the recorded one breaks no absolute rule.",
    )
