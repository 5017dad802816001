"""Verdicts on the rank order that a file records, as plain frozen values."""

from __future__ import annotations

from enum import Enum

from checker.known_findings.entries import KnownFinding
from checker.verdicts.verdict import AnyVerdict, Outcome
from tournaments.frozen import JsonStruct


class StandingsVerdict(AnyVerdict):
    """The verdict on a recorded rank order; the value is the word used in records and reports."""

    CONSISTENT = "consistent", Outcome.CONSISTENT
    """The order is that of the listed tie-breaks."""
    ACCEPTED = "accepted", Outcome.ACCEPTED
    """It is so by another reading of C.07, or by something that the file leaves open."""
    WRONG = "wrong", Outcome.DISCREPANT
    NOT_JUDGED = "not-judged", Outcome.UNCHECKED
    """The rank order could not be judged; never a pass."""


STANDINGS_WORDS = {verdict: f"standings {verdict.value}" for verdict in StandingsVerdict}
"""The verdict on a rank order where it stands among those on rounds."""


class CauseKind(Enum):
    """The subject of a change that explains a wrong order."""

    EDITION = "edition"
    READING = "reading"
    FACT = "fact"
    """Of the event: another system, another primary score, the round before."""
    LIST = "list"
    """Of the tie-breaks: another order, one left out, another modifier, none at all."""
    NUMBERS = "numbers"
    """The rank column holds something else."""


class Fault(Enum):
    """The error in a player's rank."""

    ORDER = "order"
    """The list has the two neighbours the other way round."""
    SHARED = "shared"
    """A rank is shared by two whom the list parts."""
    SCORE = "score"
    """The points are not those of the results."""


class ValueContribution(JsonStruct, frozen=True, kw_only=True):
    """The contribution of one round to a value, described."""

    round_number: int | None
    """None for what belongs to no round."""
    what: str
    """``won against 3``."""
    counts: str = ""
    """The opponent's figure, or the dummy's and why."""
    amount: str = ""
    cut: str = ""
    """Why it does not count; empty if it does."""


class ExplainedValue(JsonStruct, frozen=True, kw_only=True):
    """A player's value by the code that decides, with the rounds it is made of."""

    tpn: int
    value: str
    note: str = ""
    parts: tuple[ValueContribution, ...] = ()


class Misplaced(JsonStruct, frozen=True, kw_only=True):
    """A player who is out of place, and the neighbour whose place shows it."""

    tpn: int
    rank: int
    fault: Fault
    sentence: str
    """With names and values; can be read aloud."""
    neighbour: int | None = None
    """TPN; None where the fault is the player's own score."""
    neighbour_rank: int | None = None
    code: str = ""
    """The code of the list that decides between the two."""
    article: str = ""
    own: ExplainedValue | None = None
    others: ExplainedValue | None = None
    """The neighbour's."""


class StandingsFinding(JsonStruct, frozen=True, kw_only=True):
    """The verdict on the recorded rank order of an event."""

    verdict: StandingsVerdict
    sentence: str
    edition: str = ""
    """Key of the edition of C.07; empty if none applies."""
    tie_breaks: str = ""
    """The list, points included, as record 212 has it."""
    record: str = ""
    """The record that names it: ``202`` or ``212``."""
    after_round: int = 0
    """The round after which the order is that of the file."""
    players: int = 0
    """How many players' ranks were judged."""
    applied: int = 0
    """How many codes of the list were applied."""
    misplaced: tuple[Misplaced, ...] = ()
    """The fewest players without whom the order would be right."""
    rests_on: tuple[str, ...] = ()
    """Readings, and what was taken for what the file leaves open, that the verdict rests on."""
    causes: tuple[str, ...] = ()
    """Changes that would explain a wrong order: another edition, order of codes..."""
    cause_kinds: tuple[CauseKind, ...] = ()
    """The subject of each cause, in the same order."""
    tried: int = 0
    """How many simple changes were tried for it."""
    notes: tuple[str, ...] = ()
    """Parts that were not judged, and remarks for an arbiter."""
    known: KnownFinding | None = None
    """The entry of a list of known findings that covers a wrong order."""


class StandingsCounts(JsonStruct, frozen=True, kw_only=True):
    """Recorded rank orders in numbers; they are counted apart from rounds and pairs."""

    judged: int
    wrong: int
    accepted: int
    """Rank orders that are right by another reading, or by what the file leaves open."""
    not_judged: int
    known: int = 0
    """Of the wrong rank orders, those that a list of known findings covers."""


NO_STANDINGS = StandingsCounts(judged=0, wrong=0, accepted=0, not_judged=0)
