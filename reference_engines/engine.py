"""
What every system answers: the one contract between the regulations and the rest of the house.

*Rules* are an edition as a value. They lay an event out once as a *course* (what is derived for all rounds) and each
of its stages as a *field* (those to be paired, by position), pair it, judge any pairing of it, and argue its colours.
A *stage* is what is paired at once: a round of the file, or several (`Edition.rounds_per_stage`). A *change* is another
reading of the rules, or another value of what the file leaves open. `reference_engines.session.Session` is an event at
work under rules, the same for every system.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from reference_engines.features import FAR

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator

    from reference_engines.edition import Edition
    from reference_engines.features import Feature, Nearness
    from reference_engines.results import (
        Assessment,
        GenerationStep,
        Parting,
        ReadingNote,
        RoundPairing,
        Violation,
    )
    from reference_engines.session import Session
    from tournaments.model import Event
    from tournaments.team_event import TeamEvent


class Field(Protocol):
    """Those to be paired in a stage. A *position* is a participant's place in the field, from 0."""

    @property
    def round_number(self) -> int:
        """The stage, from 1."""
        ...

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths; virtual points are in it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRound:
    """What an event records for a stage, before any system looks at it."""

    pairing: RoundPairing
    """Games with their colours, forfeited ones included, and the bye."""
    colourless: tuple[tuple[int, int], ...] = ()
    """TPNs of two who met without colours, as some files have forfeited games."""


class Course(Protocol):
    """An event under rules: what is derived from it once for all stages."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event to pair it, one sentence each (the initial colour, say)."""
        ...

    def recorded(self, stage: int) -> RecordedRound:
        """Return what the event records for the stage."""
        ...


CourseT = TypeVar("CourseT", bound=Course)
FieldT = TypeVar("FieldT", bound=Field)
WayT = TypeVar("WayT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Made(Generic[WayT]):
    """The pairing of a field, by position."""

    games: tuple[tuple[int, int], ...]
    """(White, Black), in board order."""
    bye: int | None
    way: WayT
    """How the procedure came to it, in the system's own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourDecision:
    """Who has White of two, and why. Players are positions."""

    white: int
    black: int
    article: str
    """``5.2.1`` (2026), ``E.1`` (2017)."""
    why: str
    """What the article says of this pair, without the players' names."""
    rule: str = ""
    """Name of the rule, where an article holds several; empty: the article's number."""
    rests_on: tuple[ReadingNote, ...] = ()
    """Readings of the register without which the text gives the pair no colours, or might give it others."""

    @property
    def name(self) -> str:
        """By which the rule is counted."""
        return self.rule or self.article


@dataclass(frozen=True, kw_only=True)
class Change:
    """One thing read otherwise: a rule that the text leaves open, or what the file does not say."""

    note: ReadingNote
    """The entry of the register."""
    rules: Callable[[Any], AnyRules] | None = None
    """None: the rules stay."""
    event: Callable[[Event], Event] | None = None
    """None: the event stays."""
    colours_are_told: bool = False
    """Whether `Rules.colours` names the reading itself, so that a pairing with other colours only says no more."""
    settles: bool = False
    """
    Whether the entry has no other side than this one: a round that rests on it is right by this side, or is not excused
    by the entry at all. Otherwise a step, or colours, that rest on the entry are held against nobody.
    """

    @property
    def key(self) -> Hashable:
        """What the change is known by, in whatever round it is met with."""
        return self.note.identifier, _known_by(self.rules), _known_by(self.event)


def _known_by(function: Callable[..., Any] | None) -> Hashable:
    """Return what two partial functions have in common that do the same."""
    if isinstance(function, partial):
        return function.func, function.args, tuple(sorted(function.keywords.items(), key=lambda item: item[0]))
    return function


class Rules(ABC, Generic[CourseT, FieldT, WayT]):
    """An edition as a value; implementations are frozen dataclasses."""

    edition: Edition

    # --- laying out and pairing ---------------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, event: Any, like: CourseT | None = None) -> CourseT:
        """
        Lay an `Event` out (or a `TeamEvent`, see `open`); raise UnsupportedEventError if it is beyond these rules.

        ``like`` is the course of the same event, or of one that differs in what it declares alone, under other rules
        of this system: what does not depend on the difference may be taken from it.
        """

    @abstractmethod
    def lay(self, course: CourseT, stage: int) -> FieldT:
        """
        Lay out a stage, from 1 to the number of recorded ones plus one.

        In a recorded stage the participants are those whom the record shows as paired (or with the pairing-allocated
        bye); in the next one everybody without a requested bye.
        """

    @abstractmethod
    def pair(self, course: CourseT, field: FieldT) -> Made[WayT]:
        """Pair a field; raise NoLegalPairingError or UnsupportedEventError."""

    # --- judging and arguing ------------------------------------------------------------------------------------------

    @abstractmethod
    def judge(self, course: CourseT, field: FieldT, pairing: RoundPairing, made: Made[WayT] | None) -> Assessment:
        """
        Judge any pairing: what it violates, and, where the system knows criteria, their values bracket by bracket.

        Two assessments of a stage can be laid side by side: as long as all brackets above are equal, the brackets of
        the same number pose the same problem. ``made`` is the rules' own pairing; None if there is none.
        """

    def violations(self, course: CourseT, field: FieldT, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the rules that a pairing breaks, without any search and without the rules' own pairing."""
        return self.judge(course, field, pairing, None).violations

    @abstractmethod
    def colours(
        self, course: CourseT, field: FieldT, pair: tuple[int, int], made: Made[WayT] | None
    ) -> ColourDecision | None:
        """Give two positions their colours; None if the rules say nothing of the two."""

    def parting(
        self, course: CourseT, field: FieldT, pairing: RoundPairing, others: tuple[Otherwise[FieldT], ...]
    ) -> Parting | None:
        """
        Return where a complete and legal pairing leaves the procedure; None if pairings are told apart by brackets.

        ``others`` are the same stage by other readings.
        """
        del course, field, pairing, others
        return None

    def order_article(self, step: GenerationStep) -> str:
        """Return the number of the article that orders a step of generation; empty if none does."""
        del step
        return ""

    # --- what is measured ---------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def features(self) -> tuple[Feature, ...]:
        """What a stage can exercise of these rules, in the order of their articles."""

    @property
    def not_measured(self) -> tuple[str, ...]:
        """What of the regulation is not among the features, one sentence each."""
        return ()

    @abstractmethod
    def exercised(
        self, course: CourseT, field: FieldT, made: Made[WayT], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return those of the wanted features that the stage exercises, but for those that any system has."""

    def near(self, course: CourseT, field: FieldT, made: Made[WayT], feature: Feature) -> Nearness:
        """Tell how near a stage comes to exercising a feature, and whom that depends on."""
        del course, field, made, feature
        return FAR

    # --- what is open -------------------------------------------------------------------------------------------------

    def changes(self, course: CourseT, field: FieldT) -> Iterator[Change]:
        """Yield what can be read otherwise and may matter for the stage, each by itself."""
        del course, field
        return iter(())

    # --- at work ------------------------------------------------------------------------------------------------------

    def open(self, event: Event | TeamEvent) -> Session:
        """
        Put the rules to work on an event; raise UnsupportedEventError if it is beyond them.

        Rules that pair teams also take an event of teams as it is, without a file's rows of players.
        """
        from reference_engines.session import Session  # noqa: PLC0415 - a session knows rules, not the reverse

        return Session(self, event)

    def of_stage(self, course: CourseT, stage: int) -> AnyRules:
        """Return the rules that a stage follows: these, unless the system lays down others for some stages."""
        del course, stage
        return self


AnyRules = Rules[Any, Any, Any]
"""Rules of whatever system: their course and field fit each other, and nobody else looks into them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise(Generic[FieldT]):
    """A stage as it is laid out by another reading."""

    note: ReadingNote
    rules: AnyRules
    field: FieldT
