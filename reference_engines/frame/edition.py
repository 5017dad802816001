"""
Systems and their editions as plain data, which load without any of the rules.

A *system* is a folder here; its ``__init__.py`` lists the names by which files declare it, and its editions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    import datetime as dt


class Edition(FrozenStruct, frozen=True, kw_only=True):
    """A regulation as it stood in a period."""

    key: str
    """As named on the command line: ``dutch-2026``."""
    title: str
    source: str
    """Where the text stands (handbook chapter)."""
    in_force_from: dt.date
    in_force_until: dt.date | None
    """Last day in force; None while it is in force."""
    pairs_teams: bool = False
    """Whether it pairs teams; others pair individual players."""
    file_rounds_per_round: int = 1
    """Rounds of the file that are paired at once: two where every match has two games."""
    rules: str = ""
    """The place of the rules, module and name: ``reference_engines.clock.rules:CLOCK``."""
    code: str = ""
    """The code of field 192, with the year; empty if events declare the edition by its key in field 092."""
    max_participants: int = 1500
    """The largest number of participants that the rules pair: beyond it, time and memory would have no bound."""
    follows: str = ""
    """Key of the edition whose text this one walks literally; empty if it is not a literal twin."""

    @property
    def participant(self) -> str:
        """The word for a participant in a sentence."""
        return "team" if self.pairs_teams else "player"

    @property
    def meeting(self) -> str:
        """The word for the encounter of two participants in a sentence: several games are a match."""
        return "match" if self.pairs_teams or self.file_rounds_per_round > 1 else "game"

    @property
    def round_note(self) -> str:
        """A sentence about a round that is several rounds of the file; else empty."""
        games = self.file_rounds_per_round
        return f"A round is a match of {games} games, {games} rounds of the file." if games > 1 else ""

    def literal(self, words: str, rules: str) -> Edition:
        """Return the literal twin, which walks the same text step by step and is used only on request."""
        return replace(self.option("literal", words, rules), follows=self.key)

    def option(self, name: str, words: str, rules: str) -> Edition:
        """Return the edition with an option that its text leaves to the event; it is used only on request."""
        return replace(self, key=f"{self.key}/{name}", title=f"{self.title}, {words}", rules=rules)

    def rows(self, round_number: int) -> range:
        """Return the rows of a player's rounds, from 0, that are paired together as this round."""
        return range(self.file_rounds_per_round * (round_number - 1), self.file_rounds_per_round * round_number)

    def round_of_row(self, row: int) -> int:
        """Return the number of the round to which a row belongs."""
        return row // self.file_rounds_per_round + 1

    def place(self, row: int) -> str:
        """Describe the round, and the game of it, to which a row belongs."""
        game = f"game {row % self.file_rounds_per_round + 1} of " if self.file_rounds_per_round > 1 else ""
        return f"{game}round {self.round_of_row(row)}"

    def was_in_force(self, date: dt.date) -> bool:
        """Whether it was in force on a day."""
        return self.in_force_from <= date and (self.in_force_until is None or date <= self.in_force_until)

    def days_from(self, date: dt.date) -> int:
        """Return the number of days between a day and the time in force; 0 within it."""
        if date < self.in_force_from:
            return (self.in_force_from - date).days
        return 0 if self.in_force_until is None else max((date - self.in_force_until).days, 0)


class EventSettings(FrozenStruct, frozen=True, kw_only=True):
    """Settings that a system leaves to the regulations of an event, as a code of field 192 declares them."""

    code: str
    """``FIDE_TEAM_TYPEB_MP_GP``."""
    condition: str
    """The settings as the end of a sentence: ``if colour preferences are those of Type B``."""
    short: str
    """The settings, to be read after "all rounds agree": ``with colour preferences of Type B``."""


class System(FrozenStruct, frozen=True, kw_only=True):
    """A pairing system, and how files declare it."""

    name: str
    """The name in the output."""
    editions: tuple[Edition, ...]
    """Newest first."""
    never_in_force: tuple[Edition, ...] = ()
    """Drafts, used only on request."""
    variants: tuple[Edition, ...] = ()
    code: str = ""
    """The code of field 192, without the year of an edition; empty if there is none."""
    aliases: tuple[tuple[int, int], ...] = ()
    """Years by which files name an edition, and the year that the edition has in its key."""
    words: tuple[str, ...] = ()
    """Names of the system in field 092, in small letters without accents; blanks stand for the ends of words."""
    words_refusal: str = ""
    """Why words in field 092 choose none of its editions, with ``{text}`` for the words; empty if they may choose."""
    settings: tuple[EventSettings, ...] = ()
    """Other settings by which an event that declares no code may have been paired."""
    whatever_the_date: bool = False
    """Whether its only edition is used for an event of any date."""

    @property
    def pairs_teams(self) -> bool:
        """Whether it pairs teams."""
        return self.editions[0].pairs_teams

    @property
    def all_editions(self) -> tuple[Edition, ...]:
        """Every edition except variants."""
        return (*self.editions, *self.never_in_force)

    @property
    def all_named(self) -> tuple[Edition, ...]:
        """Every edition and variant that can be chosen by its key."""
        return (*self.all_editions, *self.variants)

    def edition_named(self, year: int) -> Edition | None:
        """Return the edition that a year names."""
        key_year = dict(self.aliases).get(year, year)
        return next((edition for edition in self.editions if edition.key.endswith(f"-{key_year}")), None)

    def nearest(self, date: dt.date | None) -> Edition:
        """Return the edition that was in force nearest to a day; the newest if no day is given."""
        if date is None:
            return self.editions[0]
        return min(self.editions, key=lambda edition: edition.days_from(date))

    def edition_on(self, date: dt.date) -> Edition | None:
        """Return the edition that was in force on a day."""
        return next((edition for edition in self.editions if edition.was_in_force(date)), None)
