"""Pairings by position: what a round records, what the rules expect, and who has White."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.results import ReadingNote, RoundPairing

TraceT = TypeVar("TraceT")


class Participants(Protocol):
    """The players or teams to be paired in a round; a *position* is the place of a participant, from 0."""

    @property
    def round_number(self) -> int:
        """The number of the pairing, from 1."""
        ...

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths; virtual points included."""
        ...


class HasEdition(Protocol):
    """Rules, as far as a round asks for them in every system."""

    @property
    def edition(self) -> Edition:
        """The edition that the rules follow."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRound:
    """The pairing that an event records for a round, before any system looks at it."""

    pairing: RoundPairing
    """Games with their colours, forfeited games included, and the bye."""
    colourless: tuple[tuple[int, int], ...] = ()
    """TPNs of pairs without colours, as some files record forfeited games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedPairing(Generic[TraceT]):
    """The pairing of a round by the rules, by position."""

    games: tuple[tuple[int, int], ...]
    """(White, Black), in board order."""
    bye: int | None
    trace: TraceT
    """How the procedure came to the pairing, in the terms of the system."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourDecision:
    """The colours of a pair by the rules, and why. Participants are positions."""

    white: int
    black: int
    article: str
    """``5.2.1`` (2026), ``E.1`` (2017)."""
    why: str
    """The reason by the article, without the players' names."""
    rule: str = ""
    """Name of the rule, where an article holds several; empty: the article's number."""
    rests_on: tuple[ReadingNote, ...] = ()
    """Readings of the register without which the text gives the pair no colours, or might give it others."""
    is_open: bool = False
    """Whether no text gives the pair its colours, so that other colours are not a discrepancy."""

    @property
    def name(self) -> str:
        """The name by which the rule is counted."""
        return self.rule or self.article
