"""
What there is: systems and their editions as plain data, which load without any of the rules.

A *system* is a folder here; it says in its ``about`` module by which names files declare it and which editions it has.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import datetime as dt


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A regulation as it stood in a period."""

    key: str
    """As named on the command line: ``dutch-2026``."""
    title: str
    source: str
    """Where the text stands (handbook chapter)."""
    in_force_from: dt.date
    in_force_until: dt.date | None
    """Last day in force; None while it is."""
    pairs_teams: bool = False
    """Whether it pairs teams; others pair individual players."""
    rounds_per_stage: int = 1
    """Rounds of the file that are paired at once: two where every match has two games."""
    rules: str = ""
    """Where the rules stand: module and name, ``reference_engines.clock.rules:CLOCK``."""
    code: str = ""
    """Of field 192, with the year; empty if events declare the edition by its key in field 092."""
    max_participants: int = 1500
    """Participants of a round up to which the rules pair it: beyond, time and memory would have no bound."""
    follows: str = ""
    """Key of the edition whose text this one walks literally; empty if it is not a literal twin."""

    @property
    def participant(self) -> str:
        """What the paired are called in a sentence."""
        return "team" if self.pairs_teams else "player"

    @property
    def meeting(self) -> str:
        """What two who are paired have, in a sentence: several games are a match."""
        return "match" if self.pairs_teams or self.rounds_per_stage > 1 else "game"

    @property
    def what_a_round_is(self) -> str:
        """One sentence where a round that is judged is not a round of the file; else empty."""
        games = self.rounds_per_stage
        return f"A round is a match of {games} games, {games} rounds of the file." if games > 1 else ""

    def literal(self, words: str, rules: str) -> Edition:
        """Return the literal twin: the same text walked through step by step, taken only when it is asked for."""
        return replace(self.option("literal", words, rules), follows=self.key)

    def option(self, name: str, words: str, rules: str) -> Edition:
        """Return the edition with something that its text lets an event choose, taken only when it is asked for."""
        return replace(self, key=f"{self.key}/{name}", title=f"{self.title}, {words}", rules=rules)

    def rows(self, stage: int) -> range:
        """Return the rows of a player's rounds, from 0, that are paired at once as this stage."""
        return range(self.rounds_per_stage * (stage - 1), self.rounds_per_stage * stage)

    def stage_of(self, row: int) -> int:
        """Return the stage to which a row belongs."""
        return row // self.rounds_per_stage + 1

    def place(self, row: int) -> str:
        """Return in words which round, and which game of it, a row is."""
        game = f"game {row % self.rounds_per_stage + 1} of " if self.rounds_per_stage > 1 else ""
        return f"{game}round {self.stage_of(row)}"

    def was_in_force(self, date: dt.date) -> bool:
        """Whether it was in force on a day."""
        return self.in_force_from <= date and (self.in_force_until is None or date <= self.in_force_until)

    def days_from(self, date: dt.date) -> int:
        """Return how far a day is from the time in force; 0 within it."""
        if date < self.in_force_from:
            return (self.in_force_from - date).days
        return 0 if self.in_force_until is None else max((date - self.in_force_until).days, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSettings:
    """Settings that a system leaves to the regulations of an event, as a code of field 192 declares them."""

    code: str
    """``FIDE_TEAM_TYPEB_MP_GP``."""
    condition: str
    """The settings as the end of a sentence: ``if colour preferences are those of Type B``."""
    short: str
    """The same, to be read after "all rounds agree": ``with colour preferences of Type B``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A pairing system, and how files declare it."""

    name: str
    """As the output calls it."""
    editions: tuple[Edition, ...]
    """Newest first."""
    never_in_force: tuple[Edition, ...] = ()
    """Drafts, taken only when they are asked for."""
    variants: tuple[Edition, ...] = ()
    code: str = ""
    """Of field 192, without the year of an edition; empty if it has none."""
    aliases: tuple[tuple[int, int], ...] = ()
    """Years by which files name an edition, and the year that the edition has in its key."""
    words: tuple[str, ...] = ()
    """By which field 092 names it, in small letters without accents; blanks stand for the ends of words."""
    by_words_refused: str = ""
    """Why words in field 092 choose none of its editions, with ``{text}`` for them; empty if they may choose one."""
    settings: tuple[EventSettings, ...] = ()
    """What an event that declares no code may have been paired by, besides what is taken then."""
    whatever_the_date: bool = False
    """Whether its one edition is taken for an event of any date."""

    @property
    def pairs_teams(self) -> bool:
        """Whether it pairs teams."""
        return self.editions[0].pairs_teams

    @property
    def all_editions(self) -> tuple[Edition, ...]:
        """Every edition that can be asked for, except variants."""
        return (*self.editions, *self.never_in_force)

    def of_year(self, year: int) -> Edition | None:
        """Return the edition that a year names."""
        meant = dict(self.aliases).get(year, year)
        return next((edition for edition in self.editions if edition.key.endswith(f"-{meant}")), None)

    def nearest(self, date: dt.date | None) -> Edition:
        """Return the edition that was in force nearest to a day; the newest if no day is given."""
        if date is None:
            return self.editions[0]
        return min(self.editions, key=lambda edition: edition.days_from(date))

    def in_force(self, date: dt.date) -> Edition | None:
        """Return the edition that was in force on a day."""
        return next((edition for edition in self.editions if edition.was_in_force(date)), None)
