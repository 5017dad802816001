"""What was found out about a program, as plain values: everything that the pages of a bundle say is made of them."""

from __future__ import annotations

from enum import Enum
from math import sqrt

from checker.campaigns.bar import Met, are_few, rate_of
from checker.campaigns.grouping import ExamRow  # noqa: TC001 - what facts are read back with
from checker.evidence.plan import BARRED, EvidencePart, Plan
from checker.suite.marks import ArticleMarks  # noqa: TC001 - what facts are read back with
from tournaments.frozen import dataclass


class State(Enum):
    """How far a part has come."""

    DONE = "done"
    UNFINISHED = "not finished"
    NOT_DONE = "not done"


class Unit(Enum):
    """What a discrepancy is: no regulation says, so all three are counted."""

    EVENTS = "events"
    ROUNDS = "rounds"
    PAIRS = "pairs"


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectionCounts:
    """What one direction came to."""

    planned: int
    judged: int
    """Events that are in the record."""
    events: int
    """Of those, what the program answered for."""
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

    def discrepancies(self, unit: Unit) -> int | None:
        """Return how many there are, counted in a unit."""
        return {
            Unit.EVENTS: self.discrepant_events,
            Unit.ROUNDS: self.discrepant_rounds + self.wrong_orders,
            Unit.PAIRS: self.discrepant_pairs,
        }[unit]

    def bar(self, unit: Unit, wanted: int) -> Met:
        """Say whether there are at most ten discrepancies in as many events as the procedure asks for."""
        found = self.discrepancies(unit)
        if self.failed_events or (found is not None and not are_few(found)):
            return Met.NOT_MET
        if found is None or self.unchecked or self.our_faults:
            return Met.NOT_TOLD
        return Met.MET if self.events >= wanted and self.judged == self.planned else Met.TOO_FEW

    def rate(self, unit: Unit) -> Met:
        """Say whether there is at most one discrepancy in five hundred events (FE-1)."""
        found = self.discrepancies(unit)
        return Met.NOT_TOLD if found is None else rate_of(found, self.events)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedFacts:
    """In how many of the rounds looked at an article, a criterion or a step decided."""

    name: str
    meaning: str
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Findings alike: what is said of them, whose error they are, and where they were reported."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAnswered:
    """Questions that were not answered, or not judged, in one way."""

    part: EvidencePart
    kind: str
    questions: int
    events: int
    smallest: int
    """Number of the event with the fewest players in which it happened."""
    detail: str
    """What was said there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmade:
    """Seeds from which a program's generator made no event, and ended in one way."""

    how: str
    """``exit status 1``, ``signal 11``, ``exceeded its time``..."""
    seeds: int
    first: int
    """The number of the first one in the record."""
    detail: str
    """What was said there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discrepancy:
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
    """What would make it right, and the article that this breaks; empty if nothing that was tried does."""
    dossier: str = ""
    """The folder of its dossier; empty if there is none."""
    no_dossier: str = ""
    """Why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartFacts:
    """One part: how far it has come, and what it came to."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Hashed:
    """A file, or what stands for several, and its SHA-256."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramFacts:
    """Who was asked, and how; commands without the folders in which things lie."""

    name: str
    version: str
    pairs: str
    """The command; empty if it does not pair, as its description says."""
    checks: str
    generates: str
    standings: bool
    systems: tuple[str, ...]
    files: tuple[Hashed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineFacts:
    """On what it was done; nothing that names the machine or its owner."""

    kind: str
    processor: str
    cores: int
    system: str
    python: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionFacts:
    """By which text it was judged."""

    key: str
    title: str
    source: str
    in_force: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """What was drawn of one quantity."""

    name: str
    least: int
    median: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What the events were."""

    ranges: tuple[Range, ...]
    looked_at: int
    """Events that were looked at for what decides in them."""
    decided: tuple[DecidedFacts, ...]
    sample: tuple[SampledEvent, ...]

    @property
    def never(self) -> tuple[str, ...]:
        """What decided nothing."""
        return tuple(one.name for one in self.decided if not one.rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class SampledEvent:
    """An event of ours, made again for its hash."""

    event: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A whole bundle."""

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
    is_anonymous: bool = False
    """Whether what names people in events of the program's generator was replaced."""

    def part(self, part: EvidencePart) -> PartFacts:
        """Return what there is of a part."""
        return next(one for one in self.parts if one.part is part)

    @property
    def barred(self) -> tuple[PartFacts, ...]:
        """The parts that the bar is about."""
        return tuple(self.part(part) for part in BARRED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Games between players whose ratings differ by so much; scores are in thousandths."""

    least: int
    most: int
    games: int
    expected: int
    """What the higher rated score by FIDE's table (B.02:8.1.2)."""
    scored: int
    """What they scored."""

    @property
    def is_likely(self) -> bool:
        """Whether chance alone may account for the difference: three standard errors, and half a thousandth."""
        share = self.expected / 1000
        return abs(self.scored - self.expected) <= 3000 * sqrt(share * (1 - share) / self.games) + 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorProbe:
    """A few events of its generator, looked at more closely."""

    events: int
    different: int
    """How many different events were made with as many seeds."""
    bands: tuple[Band, ...] = ()
    """What higher rated players scored in them."""
