"""
A campaign summed up: the results of each program, its findings by cause and kind, and the agreement of programs.

Counts are of events, rounds and pairs.

The bar of an endorsement is decided here, of campaigns and of evidence alike. At most ten discrepancies are collected
in one direction (C.04.A:7.2; TEC Manual 3.9.4.4). A request is not admissible if there is more than one difference in
500 test events (FE-1, auto-test report): that compares the two numbers of a test, however large it is, so one in 499 is
too many. Nothing found in fewer than 500 events says nothing. No failure is a pass.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import field, replace
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.exercising import Tested, coverage_of_store
from checker.campaigns.outcomes import NOT_JUDGED, REFUSED, EventOutcome, FindingClass, Score
from checker.findings import Counts, Tally
from checker.verdicts.verdict import Verdict
from tournaments.frozen import FrozenStruct, JsonStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pandas import DataFrame

    from checker.campaigns.outcomes import KeptEventAnswer, ProgramFinding
    from checker.campaigns.store import KnownProgram, Store
    from checker.causes.causes_finding import CauseGroup, CausesFinding
    from checker.known_findings.entries import KnownFinding, KnownInRun

MOST_DISCREPANCIES = 10
"""In one direction."""
EVENTS_PER_DISCREPANCY = 500
"""Of FE-1."""


class Met(Enum):
    """The result of comparing a program with a bar."""

    MET = "met"
    NOT_MET = "not met"
    TOO_FEW = "too few events"
    NOT_TOLD = "undecided"
    """Something was not checked, or what is counted is not known."""


def are_few(discrepancies: int) -> bool:
    """Whether no more discrepancies were collected than an endorsement permits."""
    return discrepancies <= MOST_DISCREPANCIES


def rate_of(discrepancies: int, events: int) -> Met:
    """Say whether there is at most one discrepancy in five hundred events."""
    if discrepancies * EVENTS_PER_DISCREPANCY > events:
        return Met.NOT_MET
    return Met.MET if events >= EVENTS_PER_DISCREPANCY else Met.TOO_FEW


TABLE_COLUMNS = (
    *("kind", "program", "version", "event", "players", "round", "score", "verdict", "article", "criterion", "shape"),
    *("pairs", "answer", "sentence", "signature", "class", "note", "link"),
)
"""The columns of the table of a campaign."""
_OF_CHECKERS = (Score.FALSE_ALARM, Score.MISSED)
"""Scores of findings that have no verdict on a round, but the word for a planted error."""


class Bar(Enum):
    """The bar that a program must meet for an endorsement (C.04.A; TEC Manual 3.9.4)."""

    MET = "met"
    NOT_MET = "not met"
    TOO_FEW = "too few events to tell"
    """Nothing was found in fewer events than one discrepancy is allowed for."""
    NOT_CHECKED = "undecided, as rounds were not checked"
    """A round that could not be checked might be discrepant."""
    CHOSEN = "undecided for events that were chosen"
    """A rate is one of events that are drawn."""


class Group(FrozenStruct, frozen=True, kw_only=True):
    """Findings of one kind: a program's findings with one signature."""

    program: int
    signature: str
    """Program, system, score, verdict, article or criterion, shape of the bracket."""
    findings: tuple[ProgramFinding, ...]
    answered: int
    """Number of events for which the program answered."""
    classed: FindingClass | None = None
    note: str = ""
    link: str = ""

    @property
    def example(self) -> ProgramFinding:
        """The finding in the event with the fewest participants."""
        return min(self.findings, key=lambda finding: finding.size)

    @property
    def all_events(self) -> tuple[int, ...]:
        """Numbers of the events that have such a finding."""
        return tuple(sorted({finding.event_number for finding in self.findings}))

    @property
    def events(self) -> int:
        """Number of events that have such a finding."""
        return len(self.all_events)

    @property
    def rounds(self) -> int:
        """Number of rounds; a rank order is not a round."""
        return sum(bool(finding.round_number) for finding in self.findings)

    @property
    def pairs(self) -> int:
        """Number of pairs that differ."""
        return sum(finding.discrepant_pairs for finding in self.findings)

    @property
    def rate(self) -> float:
        """Share of the program's events that have such a finding."""
        return self.events / max(1, self.answered)

    @property
    def unexplained(self) -> int:
        """Number of findings that no cause explains; all findings, if no cause was searched for."""
        return sum(not finding.causes for finding in self.findings)

    @property
    def known(self) -> KnownFinding | None:
        """The entry of a list that covers all findings of the kind; None if a finding is not covered."""
        return known_by(self.findings)


class CauseRow(FrozenStruct, frozen=True, kw_only=True):
    """A cause, or several with the same effect, with the findings that it explains."""

    program: int
    cause: CauseGroup
    findings: tuple[ProgramFinding, ...]

    @property
    def events(self) -> int:
        """Number of events of which the cause explains a round."""
        return len({finding.event_number for finding in self.findings})

    @property
    def alike(self) -> tuple[tuple[str, int], ...]:
        """The features of its findings (`ProgramFinding.alike`), with the number of rounds, most frequent first."""
        return tuple(Counter(finding.alike for finding in self.findings).most_common())

    @property
    def is_against(self) -> bool:
        """Whether the cause explains a finding that counts against the program."""
        return any(finding.is_against for finding in self.findings)

    @property
    def known(self) -> KnownFinding | None:
        """The entry of a list of known findings that covers every discrepant round of the cause."""
        return known_by(finding for finding in self.findings if finding.is_against)


def known_by(findings: Iterable[ProgramFinding]) -> KnownFinding | None:
    """Return the entry that covers the first of some findings, if every finding is covered."""
    entries = [finding.known for finding in findings]
    return entries[0] if entries and all(entries) else None


class ExamRow(JsonStruct, frozen=True, kw_only=True):
    """The answers of a program's checker about one kind of event."""

    planted: str
    events: int
    right: int
    missed: int
    """Errors that it did not object to at all."""
    false_alarms: int
    """Clean events, or rounds beside the wrong one, that it objected to."""
    wrong_round: int
    """Events in which it objected to other rounds only."""


class ProgramSummary(FrozenStruct, frozen=True, kw_only=True):
    """The results of one program."""

    program: KnownProgram
    tally: Tally
    """Of the events that it answered for, at least in part; a fault of Pairproof is not one of its discrepancies."""
    failures: tuple[tuple[str, int], ...] = ()
    """Kinds of failure with the number of questions that ended so, most frequent first."""
    failed_events: int = 0
    unmade: int = 0
    """Of the failed ones, seeds from which its generator made no event: they count for nothing in the bar."""
    exam: tuple[ExamRow, ...] = ()
    of_chosen: bool = False
    """Whether the events were chosen, not drawn."""

    @property
    def bar(self) -> Bar:
        """The bar: enough was asked, nothing failed, and little was discrepant."""
        if self.of_chosen:
            return Bar.CHOSEN
        discrepant = self.tally.discrepancies.events
        rate = rate_of(discrepant, self.tally.checked.events)
        if self.failed_events > self.unmade or not are_few(discrepant) or rate is Met.NOT_MET:
            return Bar.NOT_MET
        if self.tally.not_checked:
            return Bar.NOT_CHECKED
        return Bar.TOO_FEW if rate is Met.TOO_FEW else Bar.MET


class Agreement(FrozenStruct, frozen=True, kw_only=True):
    """The number of equal answers of two programs; ``None`` stands for Pairproof."""

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
    outcomes: tuple[EventOutcome, ...]
    """The judged events, in their order; their findings have signatures and causes."""
    programs: tuple[ProgramSummary, ...]
    groups: tuple[Group, ...]
    """Gravest first: our own faults, then what occurs in most events."""
    causes: tuple[CauseRow, ...] = ()
    """Program by program, best first."""
    searches: tuple[tuple[int, CausesFinding], ...] = ()
    """By number of the program: what was found of the causes of its findings, where there is anything to explain."""
    unsearched: tuple[int, ...] = ()
    """Numbers of the programs whose findings have not been searched for causes."""
    agreements: tuple[Agreement, ...] = field(default=())
    tested: Tested | None = None
    """The coverage of its events, if it was counted."""
    known: KnownInRun | None = None
    """The occurrences of a list of known findings, if there is a list."""
    again: tuple[KeptEventAnswer, ...] = ()
    """The answers about kept events, about which the programs were asked first; counted nowhere else."""

    def again_of(self, program: int) -> tuple[KeptEventAnswer, ...]:
        """Return the answers of a program about kept events."""
        return tuple(one for one in self.again if one.program == program)

    @property
    def findings(self) -> tuple[ProgramFinding, ...]:
        """The findings of all programs, in the order of the events."""
        return tuple(finding for outcome in self.outcomes for finding in outcome.findings)

    @property
    def judged(self) -> int:
        """Number of judged events."""
        return len(self.outcomes)

    @property
    def rounds(self) -> int:
        """Number of rounds in the judged events."""
        return sum(outcome.rounds for outcome in self.outcomes)

    @property
    def pairs(self) -> int:
        """Number of pairs in the judged events."""
        return sum(outcome.pairs for outcome in self.outcomes)

    @property
    def without_rounds(self) -> int:
        """Number of judged events in which no round can be paired: no program is asked about them."""
        return sum(not outcome.rounds and not outcome.failures for outcome in self.outcomes)

    @property
    def is_complete(self) -> bool:
        """Whether every planned event was judged."""
        return self.judged == self.planned

    def to_frame(self) -> DataFrame:
        """Return a row for each finding and each unanswered question, as in the CSV of a campaign."""
        import pandas as pd  # noqa: PLC0415 - slow to load

        groups = {group.signature: group for group in self.groups}
        rows = [row for outcome in self.outcomes for row in _table_rows(self, outcome, groups)]
        return pd.DataFrame(rows, columns=list(TABLE_COLUMNS), dtype=object)


def summarise(store: Store, searches: Mapping[int, CausesFinding] | None = None) -> CampaignSummary:
    """Sum a store up; ``searches`` holds, by number of the program, the causes of its findings."""
    programs, settings = store.programs, store.configuration
    searches = {number: search for number, search in (searches or {}).items() if search.discrepant}
    outcomes = tuple(_explained_outcomes(store, searches))
    findings = [finding for outcome in outcomes for finding in outcome.findings]
    is_pairing = settings.direction is Direction.PAIR
    return CampaignSummary(
        configuration=settings,
        planned=store.planned,
        outcomes=outcomes,
        programs=tuple(program_summary(known, outcomes, settings) for known in programs),
        groups=_groups(store, outcomes),
        causes=tuple(_cause_rows(findings, searches)),
        searches=tuple(searches.items()),
        agreements=_agreements(len(programs), outcomes) if is_pairing else (),
        tested=coverage_of_store(store),
        again=store.again(),
    )


def with_findings(summary: CampaignSummary, change: Callable[[ProgramFinding], ProgramFinding]) -> CampaignSummary:
    """Return a summary in which every finding is changed."""
    return replace(
        summary,
        outcomes=tuple(replace(one, findings=tuple(map(change, one.findings))) for one in summary.outcomes),
        groups=tuple(replace(group, findings=tuple(map(change, group.findings))) for group in summary.groups),
        causes=tuple(replace(row, findings=tuple(map(change, row.findings))) for row in summary.causes),
    )


def _explained_outcomes(store: Store, searches: Mapping[int, CausesFinding]) -> Iterator[EventOutcome]:
    """Yield the events of a store; their findings have numbers of events, signatures and causes."""
    names, system = [program.name for program in store.programs], store.configuration.system
    causes: dict[tuple[int, str, int], list[CauseGroup]] = defaultdict(list)
    for number, search in searches.items():
        for group in search.groups:
            for explained in group.explained:
                causes[number, explained.event, explained.round_number].append(group)
    for outcome in store.outcomes():
        findings = (
            replace(
                finding,
                event=str(outcome.index),
                players=outcome.players,
                signature=signature_of(finding, names[finding.program], system),
                causes=tuple(causes.get((finding.program, str(outcome.index), finding.round_number), ())),
            )
            for finding in outcome.findings
        )
        yield replace(outcome, findings=tuple(findings))


def signature_of(finding: ProgramFinding, program: str, system: str) -> str:
    """Return the common part of findings alike, in a form that can be read and typed."""
    return " | ".join(part for part in (program, system, finding.score.value, finding.alike) if part)


def _cause_rows(findings: Sequence[ProgramFinding], searches: Mapping[int, CausesFinding]) -> Iterator[CauseRow]:
    for number, search in searches.items():
        mine = [finding for finding in findings if finding.program == number and finding.causes]
        for group in search.groups:
            explained = tuple(finding for finding in mine if group in finding.causes)
            yield CauseRow(program=number, cause=group, findings=explained)


def _groups(store: Store, outcomes: Sequence[EventOutcome]) -> tuple[Group, ...]:
    """Group the findings by their signatures, our own faults first and accepted rounds last, most frequent first."""
    alike: dict[tuple[int, str], list[ProgramFinding]] = defaultdict(list)
    for finding in (finding for outcome in outcomes for finding in outcome.findings):
        alike[finding.program, finding.signature].append(finding)
    classes = store.classes()
    answered = [sum(_answered(outcome, program.number) for outcome in outcomes) for program in store.programs]
    groups = []
    for (program, signature), members in alike.items():
        kind, note, link = classes.get(signature, ("", "", ""))
        groups.append(
            Group(
                program=program,
                signature=signature,
                findings=tuple(members),
                answered=answered[program],
                classed=FindingClass(kind) if kind else None,
                note=note,
                link=link,
            )
        )
    return tuple(sorted(groups, key=_rank))


def _rank(group: Group) -> tuple[bool, bool, int, str]:
    score = group.example.score
    return score is not Score.OUR_FAULT, score is Score.BOARD_ORDER, -group.events, group.signature


def _answered(outcome: EventOutcome, number: int) -> bool:
    """Whether a program answered for an event, at least in part."""
    failed = sum(failure.program == number for failure in outcome.failures)
    whole = any(failure.program == number and failure.round_number == 0 for failure in outcome.failures)
    asked = outcome.asked[number] if number < len(outcome.asked) else 0
    return not whole and asked > failed


def program_summary(known: KnownProgram, outcomes: Sequence[EventOutcome], settings: Configuration) -> ProgramSummary:
    """Sum up the results of one program in a campaign."""
    number = known.number
    failures = [[failure for failure in outcome.failures if failure.program == number] for outcome in outcomes]
    kinds = Counter(failure.kind for failed in failures for failure in failed)
    exam = settings.direction in (Direction.EXAM, Direction.JUDGE)
    makes = settings.direction is Direction.GENERATE
    return ProgramSummary(
        program=known,
        tally=_program_tally(number, outcomes),
        failures=tuple(kinds.most_common()),
        failed_events=sum(any(failure.kind != NOT_JUDGED for failure in failed) for failed in failures),
        unmade=sum(is_unmade(outcome, number) for outcome in outcomes) if makes else 0,
        exam=_exam(number, [outcome for outcome in outcomes if _answered(outcome, number)]) if exam else (),
        of_chosen=bool(settings.chosen),
    )


def _program_tally(number: int, outcomes: Sequence[EventOutcome]) -> Tally:
    """Count the events and rounds that a program answered for, and the findings in them."""
    answered = [outcome for outcome in outcomes if _answered(outcome, number)]
    failures = [failure for outcome in outcomes for failure in outcome.failures if failure.program == number]
    lost = sum(failure.program == number and failure.round_number > 0 for one in answered for failure in one.failures)
    mine = [[finding for finding in outcome.findings if finding.program == number] for outcome in outcomes]
    findings = [finding for found in mine for finding in found]
    against = [finding for finding in findings if finding.is_against]
    unchecked = sum(finding.score is Score.UNCHECKED for finding in findings)
    judged = (finding for finding in findings if finding.round_number and finding.score not in _OF_CHECKERS)
    verdicts = Counter(finding.verdict for finding in judged)
    return Tally(
        checked=Counts(events=len(answered), rounds=sum(outcome.asked[number] for outcome in answered) - lost),
        discrepancies=Counts(
            events=sum(any(finding.is_against for finding in found) for found in mine),
            rounds=sum(finding.round_number > 0 for finding in against),
            pairs=sum(finding.discrepant_pairs for finding in against),
        ),
        not_checked=unchecked + sum(failure.kind == NOT_JUDGED for failure in failures),
        verdicts=tuple((verdict, verdicts[verdict]) for verdict in Verdict if verdicts[verdict]),
    )


def is_unmade(outcome: EventOutcome, number: int) -> bool:
    """Whether a program's generator made no event from a seed, not even an event that was refused."""
    return any(
        failure.program == number and failure.kind not in (NOT_JUDGED, REFUSED) and not failure.round_number
        for failure in outcome.failures
    )


def _exam(number: int, answered: Sequence[EventOutcome]) -> tuple[ExamRow, ...]:
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


def _table_rows(
    summary: CampaignSummary, outcome: EventOutcome, groups: Mapping[str, Group]
) -> Iterator[dict[str, object]]:
    """Yield the rows of an event in the table of a campaign."""
    for finding in outcome.findings:
        group = groups[finding.signature]
        yield _describe_question(summary, outcome, finding.program) | {
            "kind": "finding",
            "round": finding.round_number,
            "score": finding.score.value,
            "verdict": finding.word,
            "pairs": finding.discrepant_pairs,
            "answer": finding.answer_digest,
            **{name: getattr(finding, name) for name in ("article", "criterion", "shape", "sentence", "signature")},
            "class": group.classed.value if group.classed else "",
            "note": group.note,
            "link": group.link,
        }
    for failure in outcome.failures:
        yield _describe_question(summary, outcome, failure.program) | {
            "kind": "failure",
            "round": failure.round_number,
            "verdict": failure.kind,
            "sentence": failure.detail,
        }


def _describe_question(summary: CampaignSummary, outcome: EventOutcome, program: int) -> dict[str, object]:
    known = summary.programs[program].program
    return {
        "program": known.name,
        "version": known.version,
        "event": outcome.index,
        "players": outcome.players,
    }


def _agreements(programs: int, outcomes: Sequence[EventOutcome]) -> tuple[Agreement, ...]:
    """Count the rounds that two programs, or a program and Pairproof, paired alike."""
    rounds: Counter[tuple[int | None, int]] = Counter()
    alike: Counter[tuple[int | None, int]] = Counter()
    for outcome in outcomes:
        failed = {failure.program for failure in outcome.failures}
        there = [number for number in range(programs) if number not in failed]
        answers = {
            number: {
                finding.round_number: finding.answer_digest or f"none of {number}"
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
