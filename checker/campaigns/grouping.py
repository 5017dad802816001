"""
A campaign summed up: what each program did, its findings by cause and alike, and who agrees with whom.

Counts are of events, rounds and pairs. The endorsement bar is that of `checker.campaigns.bar`, and here no failure is a
pass.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import field, replace
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING

from checker.campaigns.bar import Met, are_few, rate_of
from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.exercising import Tested, coverage_of_store
from checker.campaigns.outcomes import NOT_JUDGED, REFUSED, EventOutcome, Finding, FindingClass, Score
from tournaments.frozen import JsonStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from checker.campaigns.again import KeptEventAnswer
    from checker.campaigns.store import KnownProgram, Store
    from checker.causes.causes_finding import CauseGroup, CausesFinding
    from checker.known_findings.entries import KnownFinding, KnownInRun

AGAINST_THE_PROGRAM = frozenset({Score.DISCREPANT, Score.FALSE_ALARM, Score.MISSED})
"""Scores that count as a discrepancy."""


class Bar(Enum):
    """Whether an endorsement would go on (C.04.A; TEC Manual 3.9.4)."""

    MET = "met"
    NOT_MET = "not met"
    TOO_FEW = "too few events to tell"
    """Nothing was found in fewer events than one discrepancy is allowed for."""
    NOT_CHECKED = "not to be told, as rounds were not checked"
    """A round that could not be checked might be discrepant."""
    CHOSEN = "not to be told of events that were chosen"
    """A rate is one of events that are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Findings alike: those with one signature."""

    program: int
    signature: str
    """Program, system, score, verdict, article and criterion, shape of the bracket."""
    score: Score
    verdict: str
    article: str
    criterion: str
    shape: str
    events: int
    rounds: int
    pairs: int
    rate: float
    """Share of the program's events that have such a finding."""
    smallest: int
    """Number of the event with the fewest players that shows it."""
    smallest_players: int
    example: Finding
    """In that event."""
    all_events: tuple[int, ...]
    unexplained: int = 0
    """Of its rounds, how many no cause explains; all, where causes were not looked for."""
    classed: FindingClass | None = None
    note: str = ""
    link: str = ""
    known: KnownFinding | None = None
    """The entry of the list of known findings that covers them, if one covers every round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseRow:
    """A cause, or several with the same effect, with the findings that it explains."""

    program: int
    cause: CauseGroup
    events: int
    alike: tuple[tuple[str, int], ...]
    """The signatures of the rounds (verdict, criterion or article, shape of the bracket), with the number of rounds."""
    known: KnownFinding | None = None
    """The entry of the list of known findings that covers every discrepant round of it."""
    is_against: bool = True
    """Whether it explains a round that counts against the program."""


class ExamRow(JsonStruct, frozen=True, kw_only=True):
    """How a program's checker did on one kind of event."""

    planted: str
    events: int
    right: int
    missed: int
    """Errors that it did not object to at all."""
    false_alarms: int
    """Clean events, or rounds beside the wrong one, that it objected to."""
    wrong_round: int
    """Events in which it objected to other rounds only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramSummary:
    """The results of one program."""

    program: KnownProgram
    events: int
    """That it answered for, at least in part."""
    rounds: int
    discrepant_events: int
    discrepant_rounds: int
    discrepant_pairs: int
    open_rounds: int
    board_orders: int
    """Rounds with the right games in another order of boards, which is not a discrepancy."""
    our_faults: int
    unchecked: int
    """Rounds or questions that could not be judged, also for an error of Pairproof."""
    failures: tuple[tuple[str, int], ...]
    """Kinds of failure with the number of questions that ended so, most frequent first."""
    failed_events: int
    unmade: int = 0
    """Of the failed ones, seeds from which its generator made no event: they count for nothing in the bar."""
    exam: tuple[ExamRow, ...] = ()
    of_chosen: bool = False
    """Whether the events were chosen, not drawn."""
    known_events: int = 0
    """Of the discrepant ones, those in which everything is known."""

    @property
    def new_events(self) -> int:
        """Discrepant events with something that no list of known findings covers."""
        return self.discrepant_events - self.known_events

    @property
    def bar(self) -> Bar:
        """Whether enough was asked, nothing failed, and little was discrepant."""
        if self.of_chosen:
            return Bar.CHOSEN
        rate = rate_of(self.discrepant_events, self.events)
        if self.failed_events > self.unmade or not are_few(self.discrepant_events) or rate is Met.NOT_MET:
            return Bar.NOT_MET
        if self.unchecked:
            return Bar.NOT_CHECKED
        return Bar.TOO_FEW if rate is Met.TOO_FEW else Bar.MET


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How often two answered alike; ``None`` stands for us."""

    one: int | None
    other: int
    rounds: int
    """In events in which both answered for every round."""
    alike: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignSummary:
    """A campaign, ready to be reported."""

    configuration: Configuration
    planned: int
    judged: int
    rounds: int
    pairs: int
    programs: tuple[ProgramSummary, ...]
    groups: tuple[Group, ...]
    """Gravest first: our own faults, then what occurs in most events."""
    causes: tuple[CauseRow, ...] = ()
    """Program by program, best first."""
    searches: tuple[tuple[int, CausesFinding], ...] = ()
    """By number of the program: what was found of the causes of its findings, where there is anything to explain."""
    agreements: tuple[Agreement, ...] = field(default=())
    tested: Tested | None = None
    """The coverage of its events, if it was counted."""
    without_rounds: int = 0
    """Judged events in which no round can be paired: no program is asked about them."""
    known: KnownInRun | None = None
    """The occurrences of a list of known findings, if there is a list."""
    again: tuple[KeptEventAnswer, ...] = ()
    """The answers about kept events, about which the programs were asked first; counted nowhere else."""

    def again_of(self, program: int) -> tuple[KeptEventAnswer, ...]:
        """Return the answers of a program about kept events."""
        return tuple(one for one in self.again if one.program == program)

    @property
    def is_complete(self) -> bool:
        """Whether every planned event was judged."""
        return self.judged == self.planned


def summarise(store: Store, searches: Mapping[int, CausesFinding] | None = None) -> CampaignSummary:
    """Sum a store up; ``searches`` holds, by number of the program, what was found of the causes of its findings."""
    outcomes = list(store.outcomes())
    programs = store.programs
    found = {number: search for number, search in (searches or {}).items() if search.discrepant}
    explained = {
        (number, one.event, one.round_number)
        for number, search in found.items()
        for group in search.groups
        for one in group.explained
    }
    groups = _groups(store, outcomes, explained)
    is_pairing = store.configuration.direction is Direction.PAIR
    return CampaignSummary(
        configuration=store.configuration,
        planned=store.planned,
        judged=len(outcomes),
        rounds=sum(outcome.rounds for outcome in outcomes),
        pairs=sum(outcome.pairs for outcome in outcomes),
        programs=tuple(program_summary(known, outcomes, store.configuration) for known in programs),
        groups=groups,
        causes=tuple(_cause_rows(outcomes, found)),
        searches=tuple(found.items()),
        agreements=_agreements(len(programs), outcomes) if is_pairing else (),
        without_rounds=sum(_is_empty(outcome) for outcome in outcomes),
        tested=coverage_of_store(store),
        again=store.again(),
    )


def _is_empty(outcome: EventOutcome) -> bool:
    """Whether there was nothing to ask: an event that could be made, and in which no round could be paired."""
    return not outcome.rounds and not outcome.failures


def signature_of(finding: Finding, program: str, system: str) -> str:
    """Return the common part of findings of one cause, in a form that can be read and typed."""
    decided = finding.criterion or finding.article
    parts = (program, system, finding.score.value, finding.verdict, decided, finding.shape)
    return " | ".join(part for part in parts if part)


def alike_of(finding: Finding) -> str:
    """Return the signature of a round without its program."""
    return " | ".join(part for part in (finding.verdict, finding.criterion or finding.article, finding.shape) if part)


def _cause_rows(outcomes: list[EventOutcome], searches: Mapping[int, CausesFinding]) -> Iterator[CauseRow]:
    found = {
        (finding.program, str(outcome.index), finding.round_number): finding
        for outcome in outcomes
        for finding in outcome.findings
    }
    for number, search in searches.items():
        for group in search.groups:
            keys = [(number, one.event, one.round_number) for one in group.explained]
            explained = [found[key] for key in keys if key in found]
            yield CauseRow(
                program=number,
                cause=group,
                events=len({one.event for one in group.explained}),
                alike=tuple(Counter(map(alike_of, explained)).most_common()),
                is_against=any(finding.score in AGAINST_THE_PROGRAM for finding in explained),
            )


def _groups(
    store: Store, outcomes: list[EventOutcome], explained: Collection[tuple[int, str, int]]
) -> tuple[Group, ...]:
    names = {known.number: known.name for known in store.programs}
    found: dict[tuple[int, str], list[tuple[EventOutcome, Finding]]] = defaultdict(list)
    answered: Counter[int] = Counter()
    for outcome in outcomes:
        answered.update(number for number in range(len(names)) if _answered(outcome, number))
        for finding in outcome.findings:
            signature = signature_of(finding, names[finding.program], store.configuration.system)
            found[finding.program, signature].append((outcome, finding))
    classes = store.classes()
    groups = []
    for (program, signature), members in found.items():
        rounds = [(program, str(outcome.index), finding.round_number) for outcome, finding in members]
        group = _group(signature, members, answered[program], classes.get(signature))
        groups.append(replace(group, unexplained=sum(one not in explained for one in rounds)))
    return tuple(sorted(groups, key=_rank))


def _rank(group: Group) -> tuple[bool, bool, int, str]:
    """Our own faults first and accepted rounds last; in between, the most frequent first."""
    return group.score is not Score.OUR_FAULT, group.score is Score.BOARD_ORDER, -group.events, group.signature


def _group(
    signature: str,
    members: list[tuple[EventOutcome, Finding]],
    answered: int,
    classed: tuple[str, str, str] | None,
) -> Group:
    smallest, example = min(members, key=lambda member: (member[0].players, member[1].round_number, member[0].index))
    events = tuple(sorted({outcome.index for outcome, _ in members}))
    kind, note, link = classed or ("", "", "")
    return Group(
        program=example.program,
        signature=signature,
        score=example.score,
        verdict=example.verdict,
        article=example.article,
        criterion=example.criterion,
        shape=example.shape,
        events=len(events),
        rounds=sum(bool(finding.round_number) for _, finding in members),
        pairs=sum(finding.pairs for _, finding in members),
        rate=len(events) / max(1, answered),
        smallest=smallest.index,
        smallest_players=smallest.players,
        example=example,
        all_events=events,
        classed=FindingClass(kind) if kind else None,
        note=note,
        link=link,
    )


def _answered(outcome: EventOutcome, number: int) -> bool:
    """Whether a program answered for an event, at least in part."""
    failed = sum(failure.program == number for failure in outcome.failures)
    whole = any(failure.program == number and failure.round_number == 0 for failure in outcome.failures)
    asked = outcome.asked[number] if number < len(outcome.asked) else 0
    return not whole and asked > failed


def program_summary(known: KnownProgram, outcomes: list[EventOutcome], settings: Configuration) -> ProgramSummary:
    """Sum up what one program did in a campaign."""
    number = known.number
    mine = [[finding for finding in outcome.findings if finding.program == number] for outcome in outcomes]
    failures = Counter(
        failure.kind for outcome in outcomes for failure in outcome.failures if failure.program == number
    )
    against = [[finding for finding in found if finding.score in AGAINST_THE_PROGRAM] for found in mine]
    flat = [finding for found in mine for finding in found]
    answered = [outcome for outcome in outcomes if _answered(outcome, number)]
    lost = sum(
        1 for outcome in answered for failure in outcome.failures if failure.program == number and failure.round_number
    )
    exam = settings.direction in (Direction.EXAM, Direction.JUDGE)
    makes = settings.direction is Direction.GENERATE
    ours = sum(
        failure.program == number and failure.kind == NOT_JUDGED for outcome in outcomes for failure in outcome.failures
    )
    return ProgramSummary(
        program=known,
        events=len(answered),
        rounds=sum(outcome.asked[number] for outcome in answered) - lost,
        discrepant_events=sum(bool(found) for found in against),
        discrepant_rounds=sum(bool(finding.round_number) for found in against for finding in found),
        discrepant_pairs=sum(finding.pairs for found in against for finding in found),
        open_rounds=sum(finding.score is Score.OPEN and bool(finding.round_number) for finding in flat),
        board_orders=sum(finding.score is Score.BOARD_ORDER for finding in flat),
        our_faults=sum(finding.score is Score.OUR_FAULT for finding in flat),
        unchecked=sum(finding.score is Score.UNCHECKED for finding in flat) + ours,
        failures=tuple(failures.most_common()),
        failed_events=sum(
            any(failure.program == number and failure.kind != NOT_JUDGED for failure in outcome.failures)
            for outcome in outcomes
        ),
        unmade=sum(is_unmade(outcome, number) for outcome in outcomes) if makes else 0,
        exam=_exam(number, answered) if exam else (),
        of_chosen=bool(settings.chosen),
    )


def is_unmade(outcome: EventOutcome, number: int) -> bool:
    """Whether a program's generator made no event from a seed; one that was made and refused is not meant."""
    return any(
        failure.program == number and failure.kind not in (NOT_JUDGED, REFUSED) and not failure.round_number
        for failure in outcome.failures
    )


def _exam(number: int, answered: list[EventOutcome]) -> tuple[ExamRow, ...]:
    rows = []
    for planted in sorted({outcome.planted for outcome in answered}):
        events = [outcome for outcome in answered if outcome.planted == planted]
        scores = [{finding.score for finding in outcome.findings if finding.program == number} for outcome in events]
        rows.append(
            ExamRow(
                planted=planted,
                events=len(events),
                right=sum(not score for score in scores),
                missed=sum(score == {Score.MISSED} for score in scores),
                false_alarms=sum(score == {Score.FALSE_ALARM} for score in scores),
                wrong_round=sum({Score.MISSED, Score.FALSE_ALARM} <= score for score in scores),
            )
        )
    return tuple(rows)


def _agreements(programs: int, outcomes: list[EventOutcome]) -> tuple[Agreement, ...]:
    """Count for us and every program, and for every two programs, the rounds that both paired alike."""
    rounds: Counter[tuple[int | None, int]] = Counter()
    alike: Counter[tuple[int | None, int]] = Counter()
    for outcome in outcomes:
        failed = {failure.program for failure in outcome.failures}
        there = [number for number in range(programs) if number not in failed]
        answers = {
            number: {
                finding.round_number: finding.answer or f"none of {number}"
                for finding in outcome.findings
                if finding.program == number and finding.score is not Score.BOARD_ORDER
            }
            for number in there
        }
        for number in there:
            rounds[None, number] += outcome.rounds
            alike[None, number] += outcome.rounds - len(answers[number])
        for one, other in combinations(there, 2):
            differing = sum(
                answers[one].get(at) != answers[other].get(at) for at in answers[one].keys() | answers[other].keys()
            )
            rounds[one, other] += outcome.rounds
            alike[one, other] += outcome.rounds - differing
    return tuple(
        Agreement(one=pair[0], other=pair[1], rounds=rounds[pair], alike=alike[pair])
        for pair in sorted(rounds, key=lambda pair: (-1 if pair[0] is None else pair[0], pair[1]))
    )
