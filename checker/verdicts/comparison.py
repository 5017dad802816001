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

from checker.findings import ColourRuling, Differences, RoundFinding
from checker.verdicts.explanation import Setting
from checker.verdicts.first_difference import Balance, deciding_order, weigh
from checker.verdicts.interpretations import (
    TAKEN,
    Sides,
    identifiers,
    in_words,
    is_right,
    merged,
    mildest,
    notes_of,
    resting_on,
)
from checker.verdicts.paired_by_hand import declared_by_hand
from checker.verdicts.phrases import Roster, about_violations, bracket_in_words
from checker.verdicts.posted_pairing import Posted, about_colours, about_criterion_of_ours, about_illegal, why_none
from checker.verdicts.round_players import People
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
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.findings import DecidingOrder
    from checker.verdicts.first_difference import Weighing
    from checker.verdicts.interpretations import Side
    from reference_engines.frame.results import Assessment, BracketAssessment, Divergence, ReadingNote
    from reference_engines.frame.round import AnyRound
    from reference_engines.frame.rules import PreparedEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundContext:
    """What is known around a round that is to be judged."""

    event: str
    """Stem of the file's name."""
    roster: Roster = field(default_factory=lambda: Roster({}))
    """By which names players go; without any, by those of the event."""
    declarations: tuple[str, ...] = ()
    """Texts of the ``###`` lines."""
    history_marked: bool = False
    """Whether a round before is illegal."""
    board_order: bool = False
    """Whether the source lists its pairs in board order, so that the order can be judged too."""
    setting: Setting = Setting.POSTED
    """Whether somebody posted the round, or a program answered with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """The round at hand."""

    prepared: PreparedEvent
    context: RoundContext
    round_number: int
    recorded: RoundPairing

    @property
    def judged_round(self) -> AnyRound:
        """The round under the rules."""
        return self.prepared.round(self.round_number)

    @property
    def people(self) -> People:
        """Those of the round."""
        return people_of(self.prepared, self.round_number, self.context)

    def beside(self, expected: RoundPairing) -> Posted:
        """Put it beside the right round."""
        return Posted(people=self.people, recorded=self.recorded, expected=expected, setting=self.context.setting)

    def finding(self, verdict: Verdict, sentence: str, words: str = "") -> RoundFinding:
        """Return a finding; ``words`` stand for those of the verdict."""
        said = " ".join(part for part in (words or _VERDICT_IN_WORDS.get(verdict, ""), sentence) if part)
        return RoundFinding(
            event=self.context.event,
            round_number=self.round_number,
            verdict=verdict,
            sentence=f"Round {self.round_number}: {said}".rstrip(),
            recorded=self.recorded,
            history_marked=self.context.history_marked,
        )


def people_of(prepared: PreparedEvent, round_number: int, context: RoundContext) -> People:
    """Return those of a round, by the names by which they go in its context."""
    return People(prepared=prepared, stage=round_number, named=context.roster if context.roster.names else None)


_VERDICT_IN_WORDS = {
    Verdict.AGREE: "the pairing is the one that the rules ask for.",
    Verdict.COLOURS: "the pairs are right, the colours are not.",
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
_HELD_AGAINST_OURS = (Verdict.WORSE, Verdict.LATER_IN_ORDER)
"""Verdicts that are right only if our own pairing is."""
_ILLEGAL_BY_HAND = (
    "The file declares that the round was paired by hand; that excuses a pairing that is not the best, but not one "
    "that breaks an absolute rule."
)
_OPEN_IN_WORDS = "the pairing differs from ours where the text of the regulation is open."


def judge_round(prepared: PreparedEvent, round_number: int, context: RoundContext) -> RoundFinding:
    """
    Judge one recorded round by itself, as mildly as the file allows.

    Whatever the engine raises ends in a verdict, not in an exception.
    """
    return judge_by_itself(Sides(prepared, partial(judge_plainly, context=context)), round_number, context)


def judge_plainly(prepared: PreparedEvent, round_number: int, context: RoundContext) -> RoundFinding:
    """Judge one recorded round on the side that a prepared event takes; nothing is raised either."""
    try:
        recorded = prepared.round(round_number).posted
    except Exception as error:  # noqa: BLE001 - a failing engine is a finding, and the run goes on
        blank = _Case(prepared=prepared, context=context, round_number=round_number, recorded=RoundPairing(pairs=()))
        return replace(_failure(blank, error), recorded=None)
    return _plainly(prepared, round_number, recorded, context)


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


def judge_pairing(
    prepared: PreparedEvent, round_number: int, pairing: RoundPairing, context: RoundContext
) -> RoundFinding:
    """Judge any pairing of a round as if it were recorded, as mildly as the file allows."""
    sides = Sides(prepared, partial(_plainly, recorded=pairing, context=context))
    return judge_by_itself(sides, round_number, context)


def judge_by_itself(sides: Sides, round_number: int, context: RoundContext) -> RoundFinding:
    """Judge a round on whatever side it is seen mildest, without regard to other rounds."""
    try:
        return on_side(sides, mildest(sides, round_number), round_number, context)
    except Exception as error:  # noqa: BLE001 - likewise
        return failed(sides.finding(TAKEN, round_number), error)


def on_side(sides: Sides, side: Side, round_number: int, context: RoundContext) -> RoundFinding:
    """Return what is said of a round that is seen mildest on a side."""
    taken, found = sides.finding(TAKEN, round_number), sides.finding(side, round_number)
    if side == TAKEN:
        return taken
    if not is_right(found):
        return resting_on(found, side, taken)
    return _ambiguous(taken, notes_of(side), people_of(sides.taken, round_number, context), context.setting)


def _ambiguous(taken: RoundFinding, notes: tuple[ReadingNote, ...], people: People, setting: Setting) -> RoundFinding:
    """Return the finding on a round that is right by readings that are not taken."""
    if taken.recorded is None or taken.expected is None or taken.differences is None:
        named = f"By the reading taken no legal pairing exists{why_none(people)}."
    else:
        beside = Posted(people=people, recorded=taken.recorded, expected=taken.expected, setting=setting)
        by_colours = about_colours(people, taken.differences.colours, taken.colour_rulings, setting)
        named = f"By the reading taken, {beside.answer() or by_colours.removesuffix('.')}."
    words = _VERDICT_IN_WORDS[Verdict.AMBIGUOUS_RULE]
    return RoundFinding(
        event=taken.event,
        round_number=taken.round_number,
        verdict=Verdict.AMBIGUOUS_RULE,
        sentence=f"Round {taken.round_number}: {words} {in_words(notes)} {named}".rstrip(),
        recorded=taken.recorded,
        expected=taken.expected,
        differences=taken.differences,
        readings=notes,
        rests_on=identifiers(notes),
        history_marked=taken.history_marked,
    )


def _plainly(prepared: PreparedEvent, round_number: int, recorded: RoundPairing, context: RoundContext) -> RoundFinding:
    case = _Case(prepared=prepared, context=context, round_number=round_number, recorded=recorded)
    try:
        finding = _upheld(case, _judge(case))
    except Exception as error:  # noqa: BLE001 - likewise
        return _failure(case, error)
    if finding.verdict is Verdict.REFERENCE_FAULT:
        return replace(finding, sentence=f"{finding.sentence.rstrip()} {_diagnosed(case)}")
    return _heed_declaration(case, finding)


def _upheld(case: _Case, finding: RoundFinding) -> RoundFinding:
    """Hold a pairing against ours only if what ours takes to be impossible is proven to be."""
    if finding.verdict not in _HELD_AGAINST_OURS or case.judged_round.disprove_impossibility(case.recorded) is None:
        return finding
    at_fault = case.finding(Verdict.REFERENCE_FAULT, "Its own pairing rests on something that does not hold.")
    return replace(at_fault, expected=finding.expected, differences=finding.differences)


def _diagnosed(case: _Case) -> str:
    """Say which part of the engine failed. It is at fault already, so nothing that it raises can end the check."""
    try:
        return str(case.judged_round.diagnose(case.recorded))
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
        expected = case.judged_round.expected()
    except NoLegalPairingError as error:
        return _without_expected(case, error)
    differences = compare(case.recorded, expected, board_order=case.context.board_order)
    if differences == Differences():
        return _judge_agreeing(case) if case.recorded.pairs else _judge_no_pair(case)
    finding = _judge_difference(case, expected, differences)
    return replace(finding, expected=expected, differences=differences)


def _judge_agreeing(case: _Case) -> RoundFinding:
    """Our own pairing, too, must keep the hard rules: that two agree does not make them right."""
    violations = case.judged_round.violations(case.recorded)
    if not violations:
        return case.finding(Verdict.AGREE, "")
    broken = about_violations(violations, case.people.roster)
    finding = case.finding(Verdict.REFERENCE_FAULT, f"It pairs as recorded, and that is illegal. {broken}")
    return replace(finding, violations=violations)


def _judge_no_pair(case: _Case) -> RoundFinding:
    """A round without a pair, as we would have it: at most who has the bye can be wrong."""
    assessment = case.judged_round.assess(case.recorded)
    if assessment.violations:
        return _illegal(case, assessment, None)
    return case.finding(Verdict.NOTHING_TO_JUDGE, "")


def compare(recorded: RoundPairing, expected: RoundPairing, *, board_order: bool = False) -> Differences:
    """Tell the kinds of difference between two pairings of a round apart."""
    if _games(recorded) == _games(expected):
        boards_differ = board_order and recorded.pairs != expected.pairs
        return Differences(bye_differs=recorded.bye != expected.bye, boards_differ=boards_differ)
    expected_games = {pair.players: pair for pair in expected.pairs}
    return Differences(
        recorded_only=_beyond(recorded.pairs, expected.pairs),
        expected_only=_beyond(expected.pairs, recorded.pairs),
        colours=tuple(pair for pair in recorded.pairs if expected_games.get(pair.players, pair) != pair),
        bye_differs=recorded.bye != expected.bye,
    )


def _games(pairing: RoundPairing) -> list[tuple[int, int]]:
    return sorted([(pair.white, pair.black) for pair in pairing.pairs])


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
    assessment = case.judged_round.assess(case.recorded)
    if assessment.violations:
        return _illegal(case, assessment, None, f"no legal pairing of this round exists ({error})")
    return case.finding(
        Verdict.REFERENCE_FAULT,
        f"It finds no legal pairing ({error}), yet the recorded one breaks no absolute rule.",
    )


def _illegal(case: _Case, assessment: Assessment, expected: RoundPairing | None, remark: str = "") -> RoundFinding:
    finding = case.finding(Verdict.ILLEGAL, about_illegal(case.people, assessment.violations, expected, remark))
    return replace(finding, violations=assessment.violations, readings=assessment.readings)


def _judge_difference(case: _Case, expected: RoundPairing, differences: Differences) -> RoundFinding:
    assessment = case.judged_round.assess(case.recorded)
    if assessment.violations:
        return _illegal(case, assessment, expected)
    if not (differences.recorded_only or differences.expected_only or differences.bye_differs):
        return _judge_arrangement(case, expected, differences)
    return _judge_quality(case, assessment, expected)


def _judge_arrangement(case: _Case, expected: RoundPairing, differences: Differences) -> RoundFinding:
    """The right opponents: colours, then the order of the boards."""
    if not differences.colours:
        return case.finding(Verdict.BOARD_ORDER, "")
    rules = _colour_rules(case, expected, differences.colours)
    rulings = tuple(ColourRuling(pair=pair, article=rule.article, sentence=rule.sentence) for pair, rule in rules)
    named = about_colours(case.people, differences.colours, rulings, case.context.setting)
    if len(rules) < len(differences.colours) or not all(rule.is_open for _, rule in rules):
        return replace(case.finding(Verdict.COLOURS, named), colour_rulings=rulings)
    notes = merged(note for _, rule in rules for note in rule.readings)
    finding = case.finding(Verdict.AMBIGUOUS_RULE, f"{in_words(notes)} {named}", _OPEN_IN_WORDS)
    return replace(finding, colour_rulings=rulings, readings=notes, rests_on=identifiers(notes))


def _colour_rules(case: _Case, expected: RoundPairing, wrong: tuple[Pair, ...]) -> tuple[tuple[Pair, ColourRule], ...]:
    """Return the pairs that should have other colours than recorded, each with what gives it them."""
    players = {pair.players for pair in wrong}
    found = []
    for pair in expected.pairs:
        rule = case.judged_round.colour_rule(pair) if pair.players in players else None
        if rule is not None:
            found.append((pair, rule))
    return tuple(found)


def _judge_quality(case: _Case, recorded: Assessment, expected: RoundPairing) -> RoundFinding:
    ours = case.judged_round.assess(expected)
    if ours.violations:
        broken = about_violations(ours.violations, case.people.roster)
        return case.finding(Verdict.REFERENCE_FAULT, f"Its own pairing is illegal. {broken}")
    beside = case.beside(expected)
    parting = case.judged_round.divergence(case.recorded)
    if parting is not None:
        return _by_procedure(case, parting, beside)
    weighing = weigh(recorded, ours)
    verdict, why, order = _argue(case, weighing, beside, ours)
    return replace(
        case.finding(verdict, why),
        deciding_bracket=weighing.expected.number if weighing.expected else None,
        deciding_criterion=weighing.criterion,
        deciding_order=order,
        recorded_bracket=weighing.recorded,
        expected_bracket=weighing.expected,
        readings=merged((*recorded.readings, *ours.readings)),
    )


_VERDICT_OF_PARTING = {
    DivergenceKind.WORSE: Verdict.WORSE,
    DivergenceKind.LATER: Verdict.LATER_IN_ORDER,
    DivergenceKind.OPEN: Verdict.AMBIGUOUS_RULE,
    DivergenceKind.BETTER: Verdict.REFERENCE_FAULT,
}


def _by_procedure(case: _Case, parting: Divergence, beside: Posted) -> RoundFinding:
    is_open = parting.kind is DivergenceKind.OPEN
    verdict = _VERDICT_OF_PARTING[parting.kind]
    told = beside.by_parting(parting, with_answer=verdict is not Verdict.REFERENCE_FAULT)
    rests_on = identifiers(parting.readings) if is_open else ()
    where = f" ({', '.join(rests_on)})" if rests_on else ""
    words = f"{_OPEN_IN_WORDS.removesuffix('.')}{where}:" if is_open else ""
    finding = case.finding(verdict, told, words)
    return replace(finding, parting=parting, readings=parting.readings, rests_on=rests_on)


_VERDICTS = {
    Balance.WORSE: Verdict.WORSE,
    Balance.LATER: Verdict.LATER_IN_ORDER,
}


def _argue(
    case: _Case, weighing: Weighing, beside: Posted, ours: Assessment
) -> tuple[Verdict, str, DecidingOrder | None]:
    """Turn what the scales show into a verdict, its reason, and the step of generation that decides (if one does)."""
    verdict = _VERDICTS.get(weighing.balance, Verdict.REFERENCE_FAULT)
    bracket = weighing.expected
    if bracket is None or weighing.recorded is None:
        return verdict, "The two pairings differ, and nothing that it assesses tells them apart.", None
    if verdict is Verdict.REFERENCE_FAULT:
        return verdict, *_at_fault(case, weighing, bracket, weighing.recorded)
    if weighing.criterion is not None:
        return verdict, beside.by_criterion(weighing.criterion, (bracket, weighing.recorded), ours), None
    generations = bracket.generation, weighing.recorded.generation
    order = deciding_order(*generations, beside.people.roster.who, _order_article(case))
    return verdict, beside.by_order(order, (bracket, weighing.recorded), ours), order


def _at_fault(
    case: _Case, weighing: Weighing, ours: BracketAssessment, theirs: BracketAssessment
) -> tuple[str, DecidingOrder | None]:
    """Say by what our own pairing is the lesser one."""
    where = f"In {bracket_in_words(ours)}"
    if weighing.criterion is not None:
        return about_criterion_of_ours(weighing.criterion, where), None
    if weighing.balance is not Balance.EARLIER:
        return f"{where}: {weighing.balance.value}.", None
    order = deciding_order(theirs.generation, ours.generation, case.people.roster.who, _order_article(case))
    return f"{where}: {weighing.balance.value}. {order.sentence}", order


def _order_article(case: _Case) -> Callable[[GenerationStep], str]:
    return case.judged_round.order_article


def _heed_declaration(case: _Case, finding: RoundFinding) -> RoundFinding:
    """
    Accept a deviation in quality that the file declares.

    A declaration excuses neither a pairing that breaks an absolute rule nor a fault of our own engine.
    """
    if finding.verdict.outcome is not Outcome.DISCREPANT or finding.verdict is Verdict.REFERENCE_FAULT:
        return finding
    declaration = declared_by_hand(case.round_number, case.context.declarations)
    if declaration is None:
        return finding
    if finding.violations:
        return replace(finding, sentence=f"{finding.sentence} {_ILLEGAL_BY_HAND}", declaration=declaration)
    otherwise = finding.sentence.removeprefix(f"Round {case.round_number}: ")
    declared = case.finding(Verdict.DECLARED, f'It says: "{declaration.strip()}". Without that, {otherwise}')
    return replace(
        finding,
        verdict=Verdict.DECLARED,
        sentence=declared.sentence,
        declaration=declaration,
        judged_without_declaration=finding.verdict,
    )
