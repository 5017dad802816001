"""The plan of an endorsement, and the facts about a program as plain values, which make the pages of a bundle."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum
from math import sqrt
from typing import TYPE_CHECKING

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.grouping import CampaignSummary, ExamRow, Met, are_few, rate_of, with_findings
from checker.suite.marks import ArticleMarks
from tournaments.frozen import FrozenStruct, JsonStruct

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.campaigns.store import KnownProgram


class State(Enum):
    """The progress of a part."""

    DONE = "done"
    UNFINISHED = "not finished"
    NOT_DONE = "not done"


class Unit(Enum):
    """The unit in which discrepancies are counted: no regulation names one, so all three are counted."""

    EVENTS = "events"
    ROUNDS = "rounds"
    PAIRS = "pairs"


class DirectionCounts(JsonStruct, frozen=True, kw_only=True):
    """The results of one direction."""

    planned: int
    judged: int
    """Events that are in the record."""
    events: int
    """Events of the record for which the program answered."""
    rounds: int
    pairs: int
    discrepant_events: int
    discrepant_rounds: int
    discrepant_pairs: int | None
    """None where a checker objects, which does not say to how many."""
    wrong_orders: int = 0
    """Events with a wrong rank order, or a right one that is objected to; among the discrepant events."""
    open_rounds: int = 0
    """Right by another reading of the regulation."""
    unchecked: int = 0
    failed_events: int = 0
    unmade: int = 0
    """Seeds from which the program's generator made no event: they count for nothing, not as failed events either."""
    our_faults: int = 0

    def answered(self, unit: Unit) -> int:
        """Return the number of units for which the program answered."""
        return {Unit.EVENTS: self.events, Unit.ROUNDS: self.rounds, Unit.PAIRS: self.pairs}[unit]

    def discrepancies(self, unit: Unit) -> int | None:
        """Return the number of discrepancies, counted in a unit."""
        return {
            Unit.EVENTS: self.discrepant_events,
            Unit.ROUNDS: self.discrepant_rounds + self.wrong_orders,
            Unit.PAIRS: self.discrepant_pairs,
        }[unit]

    def bar(self, unit: Unit, required: int) -> Met:
        """Say whether there are at most ten discrepancies in as many events as the procedure asks for."""
        found = self.discrepancies(unit)
        if self.failed_events or (found is not None and not are_few(found)):
            return Met.NOT_MET
        if found is None or self.unchecked or self.our_faults:
            return Met.NOT_TOLD
        return Met.MET if self.events >= required and self.judged == self.planned else Met.TOO_FEW

    def rate(self, unit: Unit) -> Met:
        """Say whether there is at most one discrepancy in five hundred events (FE-1)."""
        found = self.discrepancies(unit)
        return Met.NOT_TOLD if found is None else rate_of(found, self.events)


class DecidedFacts(JsonStruct, frozen=True, kw_only=True):
    """In how many of the rounds looked at an article, a criterion or a step decided."""

    name: str
    meaning: str
    rounds: int


class Kind(FrozenStruct, frozen=True, kw_only=True):
    """Findings alike: their signature, whose error they are, and where they were reported."""

    part: EvidencePart
    signature: str
    score: str
    events: int
    rounds: int
    pairs: int
    smallest: int
    """Number of the event with the fewest players that shows it."""
    sentence: str
    against: bool = True
    """Whether it is a discrepancy; otherwise it is open, or could not be checked."""
    classed: str = ""
    note: str = ""
    link: str = ""


class NotAnswered(JsonStruct, frozen=True, kw_only=True):
    """Questions that were not answered, or not judged, in one way."""

    part: EvidencePart
    kind: str
    questions: int
    events: int
    smallest: int
    """Number of the event with the fewest players in which it happened."""
    detail: str
    """The message."""


class Unmade(JsonStruct, frozen=True, kw_only=True):
    """Seeds from which a program's generator made no event, and ended in one way."""

    how: str
    """``exit status 1``, ``signal 11``, ``exceeded its time``..."""
    seeds: int
    first: int
    """The number of the first one in the record."""
    detail: str
    """The message."""


class Discrepancy(JsonStruct, frozen=True, kw_only=True):
    """One round of one event that is discrepant."""

    part: EvidencePart
    event: int
    players: int
    round_number: int
    """0 for a rank order."""
    verdict: str
    decided: str
    """The criterion or the article."""
    sentence: str
    signature: str
    cause: str = ""
    """The change that would make the round right, and the article that it breaks; empty if no change tried does."""
    dossier: str = ""
    """The folder of its dossier; empty if there is none."""
    no_dossier: str = ""
    """Why there is none."""


class PartFacts(JsonStruct, frozen=True, kw_only=True):
    """One part: its progress and its results."""

    part: EvidencePart
    state: State
    why: str = ""
    """Why it was not done."""
    counts: DirectionCounts | None = None
    exam: tuple[ExamRow, ...] = ()
    suite: tuple[ArticleMarks, ...] = ()
    unmade: tuple[Unmade, ...] = ()
    """How its generator ended where it made no event, most frequent first."""
    seconds: int = 0
    """How long was worked on it."""
    record: str = ""
    """Name of its record in the bundle."""
    store_sha256: str = ""

    @property
    def right(self) -> int:
        """Answers of exam or suite that are right."""
        return sum(row.right for row in self.exam) + sum(row.right for row in self.suite)

    @property
    def wrong(self) -> int:
        """Answers of exam or suite that are wrong."""
        return sum(row.events - row.right for row in self.exam) + sum(row.wrong for row in self.suite)

    @property
    def unanswered(self) -> int:
        """Questions of exam or suite without an answer."""
        failed = self.counts.failed_events if self.counts and self.part is EvidencePart.EXAM else 0
        return failed + sum(row.unanswered for row in self.suite)


class Hashed(JsonStruct, frozen=True, kw_only=True):
    """A file, or a name for several, and its SHA-256."""

    name: str
    sha256: str


class ProgramFacts(JsonStruct, frozen=True, kw_only=True):
    """The program and its commands, without the folders of its files."""

    name: str
    version: str
    pairs: str
    """The command; empty if it does not pair, as its description says."""
    checks: str
    generates: str
    standings: bool
    systems: tuple[str, ...]
    files: tuple[Hashed, ...]


class MachineFacts(JsonStruct, frozen=True, kw_only=True):
    """The machine of the work, without a name of the machine or its owner."""

    kind: str
    processor: str
    cores: int
    system: str
    python: str


class EditionFacts(JsonStruct, frozen=True, kw_only=True):
    """The edition of the regulation by which the program was judged."""

    key: str
    title: str
    source: str
    in_force: str


class Range(JsonStruct, frozen=True, kw_only=True):
    """The range of one quantity of the events drawn."""

    name: str
    least: int
    median: int
    most: int


class Drawn(JsonStruct, frozen=True, kw_only=True):
    """The events that were drawn."""

    ranges: tuple[Range, ...]
    looked_at: int
    """Events that were looked at for what decides in them."""
    decided: tuple[DecidedFacts, ...]
    sample: tuple[SampledEvent, ...]

    @property
    def never(self) -> tuple[str, ...]:
        """Features that decided nothing."""
        return tuple(one.name for one in self.decided if not one.rounds)


class SampledEvent(JsonStruct, frozen=True, kw_only=True):
    """An event of ours, made again for its hash."""

    event: int
    sha256: str


class Facts(JsonStruct, frozen=True, kw_only=True):
    """The facts of a whole bundle."""

    format: str
    format_version: int
    pairproof: str
    product_sha256: str
    plan: Plan
    program: ProgramFacts
    edition: EditionFacts
    machine: MachineFacts
    parts: tuple[PartFacts, ...]
    drawn: Drawn
    kinds: tuple[Kind, ...] = ()
    discrepancies: tuple[Discrepancy, ...] = ()
    failures: tuple[NotAnswered, ...] = ()
    probe: GeneratorProbe | None = None
    vendor: tuple[tuple[str, str], ...] = ()
    """The answers of the vendor, by the number of the question."""
    is_anonymous: bool = False
    """Whether what names people in events of the program's generator was replaced."""

    def part(self, part: EvidencePart) -> PartFacts:
        """Return the facts of a part."""
        return next(one for one in self.parts if one.part is part)

    @property
    def barred(self) -> tuple[PartFacts, ...]:
        """The parts that the bar is about."""
        return tuple(self.part(part) for part in BARRED)


class Band(JsonStruct, frozen=True, kw_only=True):
    """Games between players whose ratings differ by so much; scores are in thousandths."""

    least: int
    most: int
    games: int
    expected: int
    """The score of the higher rated players by FIDE's table (B.02:8.1.2)."""
    scored: int
    """The score that they had."""

    @property
    def is_likely(self) -> bool:
        """Whether chance alone may account for the difference: three standard errors, and half a thousandth."""
        share = self.expected / 1000
        return abs(self.scored - self.expected) <= 3000 * sqrt(share * (1 - share) / self.games) + 0.5


class GeneratorProbe(JsonStruct, frozen=True, kw_only=True):
    """A few events of its generator, looked at more closely."""

    events: int
    different: int
    """How many different events were made with as many seeds."""
    ranges: tuple[Range, ...] = ()
    features: tuple[tuple[str, int], ...] = ()
    """In how many of these events each feature occurs, by name."""
    bands: tuple[Band, ...] = ()
    """The scores of higher rated players in these events."""


ENDORSEMENT = "endorsement"
"""The profile from which events are drawn, where a system has it."""
EXAM_EVENTS = 500
"""Events of the exam at most; half of them have a planted error."""


class EndorsementProcedure(Enum):
    """A procedure of endorsement; the value is its name."""

    NEW = "TEC Manual 3.9.4"
    OLD = "C.04.A"

    @property
    def events(self) -> int:
        """The number of events in each direction."""
        return 50_000 if self is EndorsementProcedure.NEW else 5_000


class EvidencePart(Enum):
    """A part of the evidence, in the order of the form; the value names its files."""

    EXAM = "exam"
    """Our events, some with a planted error, through its checker (Q21)."""
    GENERATE = "generate"
    """Its generator's events through our checker (Q31, Q33)."""
    PAIR = "pair"
    """Our events, paired by it round by round (Q33)."""
    JUDGE = "judge"
    """Our events through its checker (Q33)."""
    SUITE = "suite"
    """The conformance suite of the edition; the form does not ask for it."""

    @property
    def direction(self) -> Direction | None:
        """The direction of the part's campaign; None for the suite."""
        return None if self is EvidencePart.SUITE else Direction(self.value)

    @property
    def has_bar(self) -> bool:
        """Whether the discrepancies of the part count for the bar."""
        return self in BARRED


BARRED = (EvidencePart.PAIR, EvidencePart.JUDGE, EvidencePart.GENERATE)
"""The parts that the bar is about, in the order of the pages."""


class Plan(JsonStruct, frozen=True, kw_only=True):
    """The plan of an endorsement: enough to continue the work, and to repeat it elsewhere."""

    spec: str
    """The program, as `checker.programs.specs.open_program` reads it."""
    system: str
    procedure: EndorsementProcedure
    events: int
    """In each direction."""
    seed: int
    profile: str
    axes: tuple[tuple[str, str], ...] = ()
    """Axes that differ from the profile, in words."""
    time_limit: int = 0
    """Seconds for each question; 0: what its description says."""

    @property
    def is_large_enough(self) -> bool:
        """Whether as many events are planned as the procedure asks for."""
        return self.events >= self.procedure.events

    def events_of(self, part: EvidencePart) -> int:
        """Return the number of events of a part; none for the suite."""
        if part is EvidencePart.SUITE:
            return 0
        return min(self.events, EXAM_EVENTS) if part is EvidencePart.EXAM else self.events

    def configuration(self, direction: Direction) -> Configuration:
        """Return the campaign that asks one direction: the same seed, so that pairings and checks are of one event."""
        return Configuration(
            direction=direction,
            programs=(self.spec,),
            seed=self.seed,
            system=self.system,
            profile=self.profile,
            axes=self.axes,
            time_limit=self.time_limit or None,
        )


_FOLDER = re.compile(r"(?<![\w.~/}])(?:~|\.{1,2})?/(?:[^\s/'\"]+/)*(?=[^\s/])")
"""Where a path begins, up to its last part; what stands between numbers or words (1/2, and/or) is none."""


def strip_folders(text: str) -> str:
    """Return a text in which files are called by their names alone."""
    return _FOLDER.sub("", text)


def strip_people(summary: CampaignSummary) -> CampaignSummary:
    """Return a summary without the sentences, which name people."""
    bare = with_findings(summary, lambda one: replace(one, sentence=f"{one.where.capitalize()}: {one.word}."))
    return _with_details(bare, lambda _: "")


def summary_without_folders(summary: CampaignSummary) -> CampaignSummary:
    """Return a summary without folders, which words of programs and their checkers may name."""
    configuration = replace(summary.configuration, programs=tuple(map(strip_folders, summary.configuration.programs)))
    programs = tuple(replace(one, program=_program_without_folders(one.program)) for one in summary.programs)
    summary = with_findings(summary, lambda one: replace(one, sentence=strip_folders(one.sentence)))
    return replace(_with_details(summary, strip_folders), configuration=configuration, programs=programs)


def _program_without_folders(program: KnownProgram) -> KnownProgram:
    """Return a program whose command names no folder."""
    return replace(program, spec=strip_folders(program.spec), transport=strip_folders(program.transport))


def _with_details(summary: CampaignSummary, change: Callable[[str], str]) -> CampaignSummary:
    """Return a summary in which the details of every failure are changed."""
    outcomes = (
        replace(one, failures=tuple(replace(failure, detail=change(failure.detail)) for failure in one.failures))
        for one in summary.outcomes
    )
    return replace(summary, outcomes=tuple(outcomes))
