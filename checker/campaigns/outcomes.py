"""The outcome of one event of a campaign, as plain values that can be sent between processes and stored."""

from __future__ import annotations

import hashlib
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from checker.findings import RoundFinding
from checker.programs.safe_text import harmless
from checker.standings.findings import STANDINGS_WORDS, StandingsFinding, StandingsVerdict
from checker.verdicts.phrases import as_an_answer
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.systems import engine_for
from tournaments.frozen import FrozenStruct, JsonStruct, dataclass

if TYPE_CHECKING:
    from checker.causes.causes_finding import CauseGroup
    from checker.known_findings.entries import KnownFinding
    from checker.programs.program import ProgramExchange
    from reference_engines.frame.results import RoundPairing

CLEAN = "clean"
"""The word for an event without a planted error."""
NOT_JUDGED = "could not be judged"
"""Kind of a failure that is ours: an error of Pairproof, or of the process that judged, and no program's."""

REFUSED = "not checked"
"""Kind of a failure at an event that a program made: our checker refused it."""


class FindingClass(Enum):
    """The class of a finding: whose error it is, as committees class errors (C.04.A:7; TEC Manual 3.9.4)."""

    CANDIDATE = "candidate"
    """The program's own."""
    OTHER = "other"
    """The generator's, or another engine's: ours, if need be."""
    UNCLEAR = "unclear"
    """The rule can be read in two ways."""


class Score(Enum):
    """The meaning of a finding for a program."""

    DISCREPANT = "discrepant"
    """It paired otherwise than the regulation asks."""
    OPEN = "open"
    """Otherwise than we, by another reading of the regulation, or by its own declaration."""
    BOARD_ORDER = "board order"
    """The same games on other boards: reported, but not counted as a discrepancy (C.04.2:3.6)."""
    UNCHECKED = "unchecked"
    """The round could not be judged."""
    OUR_FAULT = "our fault"
    """Its pairing is better than ours."""
    FALSE_ALARM = "false alarm"
    """Its checker objects to a round that is right."""
    MISSED = "missed"
    """Its checker does not object to a planted error."""


AGAINST_THE_PROGRAM = frozenset({Score.DISCREPANT, Score.FALSE_ALARM, Score.MISSED})
"""Scores that count as a discrepancy."""


class ProgramFinding(RoundFinding, frozen=True, kw_only=True):
    """
    A finding of a campaign: in a round of an event, against a program, against Pairproof or against neither.

    The store keeps what a finding comes down to; the argument is made again when it is asked for. What depends on other
    findings or on a search is added by the summary of a campaign. Round 0 is the rank order, which is of the whole
    event.
    """

    program: int
    """Its number in the configuration, from 0."""
    event: str = ""
    """The number of the event, in a summary."""
    score: Score
    subject: str = ""
    """
    Where no pairing is judged, what is instead: the verdict on a rank order, or of an event whose check is judged, the
    kind of error that was planted, or ``clean``. The verdict is `Verdict.NOTHING_TO_JUDGE`.
    """
    answer_digest: str = ""
    """Digest of the pairing that the program gave, to see who gave the same one."""
    parted: tuple[int, ...] = ()
    """TPNs of the players in the pairs that differ, as far as they are known."""
    players: int = 0
    """In a summary: the number of participants of the event."""
    signature: str = ""
    """In a summary: the name that findings alike have in common."""
    causes: tuple[CauseGroup, ...] = ()
    """In a summary: everything that explains the finding, the best cause first."""

    @property
    def event_number(self) -> int:
        """The number of the event, in a summary."""
        return int(self.event or 0)

    @property
    def word(self) -> str:
        """The verdict in stores and signatures: the verdict on the pairing, or the subject."""
        return self.subject or self.verdict.value

    @property
    def where(self) -> str:
        """``round 4``, or ``rank order``."""
        return f"round {self.round_number}" if self.round_number else "rank order"

    @property
    def alike(self) -> str:
        """The common part of findings alike, without program and system: ``worse | C14 | bracket``."""
        return " | ".join(part for part in (self.word, self.decided, self.shape) if part)

    @property
    def is_against(self) -> bool:
        """Whether the finding counts as a discrepancy of the program."""
        return self.score in AGAINST_THE_PROGRAM

    @property
    def cause(self) -> CauseGroup | None:
        """The best cause that explains the finding, if one does."""
        return self.causes[0] if self.causes else None

    @property
    def key(self) -> str:
        """The cause, or else the signature: the name of a reduced event in the store."""
        return self.cause.first.identifier if self.cause else self.signature

    @property
    def size(self) -> tuple[int, int, int, int]:
        """The order of examples: the fewest participants, then the earliest round, the first event and program."""
        return self.players, self.round_number, self.event_number, self.program


class KeptEventAnswer(FrozenStruct, frozen=True, kw_only=True):
    """A kept event, and a program's present answer."""

    program: int
    """Its number in the campaign."""
    file: str
    command: str
    """Asks the same again."""
    findings: tuple[ProgramFinding, ...] = ()
    """Against the program."""
    causes: tuple[tuple[str, ...], ...] = ()
    """Identifiers of what explains each finding, in their order; empty where causes were not looked for."""
    failure: str = ""
    """The failure of the program, if it gave no answer."""
    known: KnownFinding | None = None
    """The entry of a list that covers all of it."""

    @property
    def is_right(self) -> bool:
        """Whether the program's present answers are all right."""
        return not self.findings and not self.failure

    @property
    def name(self) -> str:
        """The file without its folder."""
        return self.file.replace("\\", "/").rpartition("/")[2]


class Failure(JsonStruct, frozen=True, kw_only=True):
    """A question that a program did not answer."""

    program: int
    round_number: int = msgspec.field(name="round")
    """0 for a question about the whole event."""
    kind: str
    detail: str


class Exchanged(FrozenStruct, frozen=True, kw_only=True):
    """The input and the answer of a program in a question with a finding."""

    program: int
    round_number: int
    """0 for a question about the whole event."""
    exchange: ProgramExchange


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOutcome:
    """The outcome of a judged event."""

    index: int
    players: int = 0
    rounds: int = 0
    pairs: int = 0
    asked: tuple[int, ...] = ()
    """How many rounds each program was asked about, or answered for."""
    planted: str = ""
    """In an exam: the kind of error in the event, or ``clean``."""
    findings: tuple[ProgramFinding, ...] = ()
    failures: tuple[Failure, ...] = ()
    files: tuple[tuple[int, str], ...] = field(default=())
    """(program, text) of events that seed and index alone do not bring back, kept where there is a finding."""
    exchanges: tuple[Exchanged, ...] = field(default=(), repr=False)
    """Of the questions in which something was found."""
    exercised: tuple[tuple[str, int], ...] | None = None
    """Names of the features that the rounds of the event exercise, with the number of rounds; None: not counted."""


def digest_of(pairing: RoundPairing) -> str:
    """Return a short name of a pairing, made from its games, colours and bye, without boards."""
    games = sorted((pair.white, pair.black) for pair in pairing.pairs)
    return hashlib.sha256(f"{games} {pairing.bye}".encode()).hexdigest()[:16]


class ReducedEvent(JsonStruct, frozen=True, kw_only=True):
    """The smallest event found that shows the same finding."""

    text: str
    """As TRF26, with the round in question as the program paired it; without it where it gave no pairing."""
    event: int
    """The one that was reduced."""
    round_number: int
    system: str
    players: int
    """Teams, where teams are paired."""
    mark: str
    """``worse (C14)``."""
    sentence: str
    keeps_cause: bool
    """Whether the cause stayed; else the verdict and what decides."""
    asked: bool
    """Whether the program was asked each time; else only whole pairs of its answer could go."""
    is_fresh: bool
    """Whether it is not a part of the event, but a separate event in which the program makes the same error."""
    questions: int
    is_finished: bool
    matters: tuple[str, ...] = ()
    """The details of the event that matter, a sentence each."""

    @property
    def noun(self) -> str:
        """``player`` or ``team``: who is paired."""
        return engine_for(self.system).edition.participant


_SCORES = {
    Outcome.DISCREPANT: Score.DISCREPANT,
    Outcome.CONDITIONAL: Score.UNCHECKED,
    Outcome.ACCEPTED: Score.OPEN,
    Outcome.UNCHECKED: Score.UNCHECKED,
}
_SENTENCE = 600


def finding_of(finding: RoundFinding, number: int, answer: str = "") -> ProgramFinding | None:
    """Turn a verdict on a round into a finding; None for a verdict without an objection."""
    if finding.verdict.outcome is Outcome.CONSISTENT:
        return None
    return ProgramFinding(
        program=number,
        round_number=finding.round_number,
        score=_score_of(finding.verdict),
        verdict=finding.verdict,
        article=finding.article,
        criterion=finding.criterion,
        shape=finding.shape,
        discrepant_pairs=finding.discrepant_pairs,
        sentence=harmless(as_an_answer(finding.sentence), _SENTENCE),
        answer_digest=answer,
    )


def no_pairing_found(number: int, round_number: int, reason: str) -> ProgramFinding:
    """Return the finding that a program reports no legal pairing although a pairing is legal."""
    return ProgramFinding(
        program=number,
        round_number=round_number,
        score=Score.DISCREPANT,
        verdict=Verdict.ILLEGAL,
        shape="no pairing given",
        sentence=f"Round {round_number}: it says that no legal pairing exists ({reason}), and there is one.",
    )


def _score_of(verdict: Verdict) -> Score:
    """Return the meaning of a verdict for the program; the verdict is not that a round agrees."""
    alone = {Verdict.REFERENCE_FAULT: Score.OUR_FAULT, Verdict.BOARD_ORDER: Score.BOARD_ORDER}
    return alone.get(verdict) or _SCORES[verdict.outcome]


def finding_of_standings(finding: StandingsFinding | None, number: int) -> ProgramFinding | None:
    """Turn the verdict on a rank order into a finding; None for a verdict without an objection."""
    if finding is None or finding.verdict is StandingsVerdict.CONSISTENT:
        return None
    first = finding.misplaced[0] if finding.misplaced else None
    return ProgramFinding(
        program=number,
        round_number=0,
        score=_SCORES[finding.verdict.outcome],
        verdict=Verdict.NOTHING_TO_JUDGE,
        subject=STANDINGS_WORDS[finding.verdict],
        article=first.article if first else "",
        criterion=first.code if first else "",
        shape=finding.causes[0] if finding.causes else "",
        sentence=harmless(finding.sentence, _SENTENCE),
    )
