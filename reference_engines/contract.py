"""
The words in which rules and the rest of the code speak of an event: what is laid out, recorded, paired and coloured.

`reference_engines.engine` says who answers in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.results import ReadingNote, RoundPairing

WayT = TypeVar("WayT")


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
