"""
One round judged: the recorded pairing compared with the pairing that the regulation asks for.

The recorded pairing is first checked for the absolute rules, which need no search; then both are assessed with the
same criteria from the top bracket down, and the first criterion that differs in the first bracket in which they part
decides; where none differs, the order in which the regulation generates candidates decides.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING

from checker import sentences
from checker.findings import ColourRuling, Differences, RoundFinding
from checker.generation_order import deciding_order
from checker.paired_by_hand import declared_by_hand
from checker.sentences import Roster
from checker.verdicts import Outcome, Verdict
from checker.weighing import Balance, weigh
from reference_engines.results import (
    ColourRule,
    GenerationStep,
    NoLegalPairingError,
    Pair,
    PartingKind,
    ReadingNote,
    RoundPairing,
    UnsupportedEventError,
)
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.findings import DecidingOrder
    from checker.weighing import Weighing
    from reference_engines.engine import Session
    from reference_engines.results import Assessment, Parting


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundContext:
    """What is known around a round that is to be judged."""

    event: str
    """Stem of the file's name."""
    roster: Roster = field(default_factory=lambda: Roster({}))
    declarations: tuple[str, ...] = ()
    """Texts of the ``###`` lines."""
    history_marked: bool = False
    """Whether a round before is illegal."""
    board_order: bool = False
    """Whether the source lists its pairs in board order, so that the order can be judged too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """The round at hand."""

    session: Session
    context: RoundContext
    round_number: int
    recorded: RoundPairing

    def finding(self, verdict: Verdict, sentence: str, words: str = "") -> RoundFinding:
        """Return a finding; ``words`` stand for those of the verdict."""
        return RoundFinding(
            event=self.context.event,
            round_number=self.round_number,
            verdict=verdict,
            sentence=f"Round {self.round_number}: {words or _VERDICT_IN_WORDS[verdict]} {sentence}".rstrip(),
            recorded=self.recorded,
            history_marked=self.context.history_marked,
        )


_VERDICT_IN_WORDS = {
    Verdict.AGREE: "the recorded pairing is the one that the regulation asks for.",
    Verdict.ILLEGAL: "the recorded pairing is illegal.",
    Verdict.WORSE: "the recorded pairing is worse than the one that the regulation asks for.",
    Verdict.LATER_IN_ORDER: "the recorded pairing comes later in the order of candidates.",
    Verdict.COLOURS: "the pairs are right, the colours are not.",
    Verdict.BOARD_ORDER: (
        "pairs and colours are right, in another order of boards; C.04.2:3.6 recommends one, so it is not counted as "
        "a discrepancy."
    ),
    Verdict.REFERENCE_FAULT: "our own engine is at fault, not the recorded pairing; please report this event.",
    Verdict.AMBIGUOUS_RULE: "the recorded pairing is right by another reading of the regulation.",
    Verdict.DECLARED: "the file declares that this round was not paired by the system.",
    Verdict.NOTHING_TO_JUDGE: "nothing to judge: the round has no pair.",
    Verdict.UNSUPPORTED: "not checked, because the event asks for something that is not supported.",
    Verdict.CRASH: "not checked, because our engine failed; please report this event.",
    Verdict.TIMEOUT: "not checked, because the time limit was reached.",
}
_HELD_AGAINST_OURS = (Verdict.WORSE, Verdict.LATER_IN_ORDER)
"""Verdicts that are right only if our own pairing is."""
_OPEN_IN_WORDS = "the recorded pairing differs from ours where the text of the regulation is open."


def judge_round(session: Session, round_number: int, context: RoundContext) -> RoundFinding:
    """Judge one recorded round. Whatever the engine raises ends in a verdict, not in an exception."""
    try:
        recorded = session.recorded(round_number)
    except Exception as error:  # noqa: BLE001 - a failing engine is a finding, and the run goes on
        blank = _Case(session=session, context=context, round_number=round_number, recorded=RoundPairing(pairs=()))
        return replace(_failure(blank, error), recorded=None)
    return judge_pairing(session, round_number, recorded, context)


def failed(finding: RoundFinding, error: Exception) -> RoundFinding:
    """Return the finding on a round on which the engine failed after all."""
    return RoundFinding(
        event=finding.event,
        round_number=finding.round_number,
        verdict=Verdict.CRASH,
        sentence=(f"Round {finding.round_number}: {_VERDICT_IN_WORDS[Verdict.CRASH]} {type(error).__name__}: {error}"),
        recorded=finding.recorded,
        history_marked=finding.history_marked,
    )


def not_judged_in_time(round_number: int, context: RoundContext, limit: str) -> RoundFinding:
    """Return the finding on a round for which no time was left; ``limit`` says how much there was."""
    return RoundFinding(
        event=context.event,
        round_number=round_number,
        verdict=Verdict.TIMEOUT,
        sentence=f"Round {round_number}: {_VERDICT_IN_WORDS[Verdict.TIMEOUT]} {limit}",
        history_marked=context.history_marked,
    )


def judge_pairing(session: Session, round_number: int, pairing: RoundPairing, context: RoundContext) -> RoundFinding:
    """Judge any pairing of a round as if it were recorded."""
    case = _Case(session=session, context=context, round_number=round_number, recorded=pairing)
    try:
        finding = _upheld(case, _judge(case))
    except Exception as error:  # noqa: BLE001 - likewise
        return _failure(case, error)
    if finding.verdict is Verdict.REFERENCE_FAULT:
        return replace(finding, sentence=f"{finding.sentence.rstrip()} {_diagnosed(case)}")
    return _heed_declaration(case, finding)


def _upheld(case: _Case, finding: RoundFinding) -> RoundFinding:
    """Hold a pairing against ours only if what ours takes to be impossible is proven to be."""
    if finding.verdict not in _HELD_AGAINST_OURS or case.session.refuted(case.round_number, case.recorded) is None:
        return finding
    at_fault = case.finding(Verdict.REFERENCE_FAULT, "Its own pairing rests on something that does not hold.")
    return replace(at_fault, expected=finding.expected, differences=finding.differences)


def _diagnosed(case: _Case) -> str:
    """Say which part of the engine failed. It is at fault already, so nothing that it raises can end the check."""
    try:
        return str(case.session.diagnose(case.round_number, case.recorded))
    except Exception as error:  # noqa: BLE001 - the verdict stands, whatever the faulty engine does now
        return f"Which of its parts failed could not be found out ({type(error).__name__}: {error})."


def _failure(case: _Case, error: Exception) -> RoundFinding:
    if isinstance(error, UnsupportedEventError):
        return case.finding(Verdict.UNSUPPORTED, str(error))
    if isinstance(error, TimeoutError):
        return case.finding(Verdict.TIMEOUT, str(error))
    return case.finding(Verdict.CRASH, f"{type(error).__name__}: {error}")


def _judge(case: _Case) -> RoundFinding:
    try:
        expected = case.session.pair(case.round_number)
    except NoLegalPairingError as error:
        return _without_expected(case, error)
    differences = compare(case.recorded, expected, board_order=case.context.board_order)
    if differences == Differences():
        return case.finding(Verdict.AGREE, "") if case.recorded.pairs else _judge_no_pair(case)
    finding = _judge_difference(case, expected, differences)
    return replace(finding, expected=expected, differences=differences)


def _judge_no_pair(case: _Case) -> RoundFinding:
    """A round without a pair, as we would have it: at most who has the bye can be wrong."""
    assessment = case.session.assess(case.round_number, case.recorded)
    if assessment.violations:
        return _illegal(case, assessment, "")
    return case.finding(Verdict.NOTHING_TO_JUDGE, "")


def compare(recorded: RoundPairing, expected: RoundPairing, *, board_order: bool = False) -> Differences:
    """Tell the kinds of difference between two pairings of a round apart."""
    expected_games = {pair.players: pair for pair in expected.pairs}
    games_differ = set(recorded.pairs) != set(expected.pairs)
    return Differences(
        recorded_only=_beyond(recorded.pairs, expected.pairs),
        expected_only=_beyond(expected.pairs, recorded.pairs),
        colours=tuple(pair for pair in recorded.pairs if expected_games.get(pair.players, pair) != pair),
        bye_differs=recorded.bye != expected.bye,
        boards_differ=board_order and not games_differ and recorded.pairs != expected.pairs,
    )


def _beyond(pairs: tuple[Pair, ...], others: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """Return the pairs that are not among the others, whatever the colours; nor may one be told twice for theirs."""
    left = Counter(pair.players for pair in others)
    beyond = []
    for pair in pairs:
        if left[pair.players]:
            left[pair.players] -= 1
        else:
            beyond.append(pair)
    return tuple(beyond)


def _without_expected(case: _Case, error: NoLegalPairingError) -> RoundFinding:
    """No legal pairing was found: the record must then break a rule, or else it disproves the engine."""
    reading = _other_reading(case)
    if reading is not None:
        return _ambiguous(case, reading, f"By the reading taken no legal pairing exists ({error}).")
    assessment = case.session.assess(case.round_number, case.recorded)
    if assessment.violations:
        return _illegal(case, assessment, f"No legal pairing of this round exists ({error}).")
    return case.finding(
        Verdict.REFERENCE_FAULT,
        f"It finds no legal pairing ({error}), yet the recorded one breaks no absolute rule.",
    )


def _illegal(case: _Case, assessment: Assessment, remark: str) -> RoundFinding:
    violations = sentences.about_violations(assessment.violations, case.context.roster)
    finding = case.finding(Verdict.ILLEGAL, f"{violations} {remark}")
    return replace(finding, violations=assessment.violations, readings=assessment.readings)


def _ambiguous(case: _Case, reading: ReadingNote, named: str) -> RoundFinding:
    finding = case.finding(Verdict.AMBIGUOUS_RULE, f"{reading.identifier}: {reading.sentence} {named}")
    return replace(finding, readings=(reading,))


def _judge_difference(case: _Case, expected: RoundPairing, differences: Differences) -> RoundFinding:
    named = sentences.about_differences(differences, case.recorded, expected, case.context.roster)
    reading = _other_reading(case)
    if reading is not None:
        return _ambiguous(case, reading, named)
    assessment = case.session.assess(case.round_number, case.recorded)
    if assessment.violations:
        return _illegal(case, assessment, named)
    if not (differences.recorded_only or differences.expected_only or differences.bye_differs):
        return _judge_arrangement(case, expected, differences)
    return _judge_quality(case, assessment, expected, named)


def _judge_arrangement(case: _Case, expected: RoundPairing, differences: Differences) -> RoundFinding:
    """The right opponents: colours, then the order of the boards."""
    if not differences.colours:
        return case.finding(Verdict.BOARD_ORDER, "")
    rules = _colour_rules(case, expected, differences.colours)
    rulings = tuple(ColourRuling(pair=pair, article=rule.article, sentence=rule.sentence) for pair, rule in rules)
    named = sentences.about_colours(differences.colours, rulings, case.context.roster)
    if len(rules) < len(differences.colours) or not all(rule.readings for _, rule in rules):
        return replace(case.finding(Verdict.COLOURS, named), colour_rulings=rulings)
    notes = _merged((), tuple(note for _, rule in rules for note in rule.readings))
    rests_on = " ".join(f"{note.identifier}: {note.sentence}" for note in notes)
    finding = case.finding(Verdict.AMBIGUOUS_RULE, f"{rests_on} {named}", _OPEN_IN_WORDS)
    return replace(finding, colour_rulings=rulings, readings=notes)


def _colour_rules(case: _Case, expected: RoundPairing, wrong: tuple[Pair, ...]) -> tuple[tuple[Pair, ColourRule], ...]:
    """Return the pairs that should have other colours than recorded, each with what gives it them."""
    players = {pair.players for pair in wrong}
    found = []
    for pair in expected.pairs:
        rule = case.session.colour_rule(case.round_number, pair) if pair.players in players else None
        if rule is not None:
            found.append((pair, rule))
    return tuple(found)


def _other_reading(case: _Case) -> ReadingNote | None:
    """Return the reading by which the recorded pairing is right, if the engine can tell and there is one."""
    others = case.session.other_pairings(case.round_number)
    return next((note for note, pairing in others if compare(case.recorded, pairing) == Differences()), None)


def _judge_quality(case: _Case, recorded: Assessment, expected: RoundPairing, named: str) -> RoundFinding:
    ours = case.session.assess(case.round_number, expected)
    if ours.violations:
        broken = sentences.about_violations(ours.violations, case.context.roster)
        return case.finding(Verdict.REFERENCE_FAULT, f"Its own pairing is illegal. {broken} {named}")
    parting = case.session.parting(case.round_number, case.recorded)
    if parting is not None:
        return _by_procedure(case, parting, named)
    weighing = weigh(recorded, ours)
    verdict, why, order = _argue(case, weighing)
    return replace(
        case.finding(verdict, f"{why} {named}"),
        deciding_bracket=weighing.expected.number if weighing.expected else None,
        deciding_criterion=weighing.criterion,
        deciding_order=order,
        recorded_bracket=weighing.recorded,
        expected_bracket=weighing.expected,
        readings=_merged(recorded.readings, ours.readings),
    )


_VERDICT_OF_PARTING = {
    PartingKind.WORSE: Verdict.WORSE,
    PartingKind.LATER: Verdict.LATER_IN_ORDER,
    PartingKind.OPEN: Verdict.AMBIGUOUS_RULE,
    PartingKind.BETTER: Verdict.REFERENCE_FAULT,
}


def _by_procedure(case: _Case, parting: Parting, named: str) -> RoundFinding:
    why = sentences.about_parting(parting, case.context.roster)
    words = _OPEN_IN_WORDS if parting.kind is PartingKind.OPEN else ""
    finding = case.finding(_VERDICT_OF_PARTING[parting.kind], f"{why} {named}", words)
    return replace(finding, parting=parting, readings=parting.readings)


_VERDICTS = {
    Balance.WORSE: Verdict.WORSE,
    Balance.LATER: Verdict.LATER_IN_ORDER,
}


def _argue(case: _Case, weighing: Weighing) -> tuple[Verdict, str, DecidingOrder | None]:
    """Turn what the scales show into a verdict, its reason, and the step of generation that decides (if one does)."""
    verdict = _VERDICTS.get(weighing.balance, Verdict.REFERENCE_FAULT)
    bracket = weighing.expected
    if bracket is None or weighing.recorded is None:
        return verdict, "The two pairings differ, and nothing that it assesses tells them apart.", None
    if weighing.criterion is not None:
        return verdict, sentences.about_criterion(weighing.criterion, bracket), None
    if weighing.balance in (Balance.LATER, Balance.EARLIER):
        first, second = bracket.generation, weighing.recorded.generation
        if weighing.balance is Balance.EARLIER:
            first, second = second, first
        order = deciding_order(first, second, case.context.roster.who, _order_article(case))
        return verdict, sentences.about_order(order, bracket), order
    return verdict, f"In {sentences.bracket_in_words(bracket)}: {weighing.balance.value}.", None


def _order_article(case: _Case) -> Callable[[GenerationStep], str]:
    return partial(case.session.order_article, case.round_number)


def _merged(first: tuple[ReadingNote, ...], second: tuple[ReadingNote, ...]) -> tuple[ReadingNote, ...]:
    return tuple({note.identifier: note for note in first + second}.values())


def _heed_declaration(case: _Case, finding: RoundFinding) -> RoundFinding:
    """A deviation that the file declares is not counted as a discrepancy; a fault of ours is never covered by one."""
    if finding.verdict.outcome is not Outcome.DISCREPANT or finding.verdict is Verdict.REFERENCE_FAULT:
        return finding
    declaration = declared_by_hand(case.round_number, case.context.declarations)
    if declaration is None:
        return finding
    otherwise = finding.sentence.removeprefix(f"Round {case.round_number}: ")
    declared = case.finding(Verdict.DECLARED, f'It says: "{declaration.strip()}". Without that, {otherwise}')
    return replace(
        finding,
        verdict=Verdict.DECLARED,
        sentence=declared.sentence,
        declaration=declaration,
        judged_without_declaration=finding.verdict,
    )
