"""Where what a report names leads to while the report is served; a report in a file has no such links."""

from __future__ import annotations

from urllib.parse import urlencode

from tournaments.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Askable:
    """The questions that can be asked about an event."""

    noun: str
    """``player`` or ``team``."""
    participants: tuple[tuple[int, str], ...]
    """Number and name, in order of the numbers."""
    rounds: int
    """Rounds that are recorded; one more can be asked about."""
    system: str
    """Key of the rules that were applied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionForms:
    """The forms that ask about an event, with what is filled in."""

    event: str
    """The address of the event, up to its last stroke."""
    about: Askable
    outcomes: tuple[str, ...]
    """How a game may be supposed to have ended."""
    editions: tuple[tuple[str, str], ...]
    """Keys and names of the rules by which the event may be supposed to be paired."""
    filled: tuple[tuple[str, str], ...] = ()
    """Names and values of fields, as they were asked before."""

    def chosen(self, *names: str, place: int = 0) -> str:
        """Return the value of the first name that has one; one name may have several values."""
        found = ([value for name, value in self.filled if name == wanted] for wanted in names)
        return next((values[place] for values in found if len(values) > place), "")

    @property
    def round_number(self) -> str:
        """The round that was asked about, else the last one."""
        return self.chosen("round") or str(self.about.rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The links of a page that is served."""

    tools: tuple[tuple[str, str], ...]
    """Above the page: words, and an address."""
    events: str = ""
    """The address of an event, up to its number from 1; empty where nothing can be asked."""
    row: str = ""
    """The address that a row of the table leads to, up to the number of its player; empty where it leads nowhere."""
    again: str = ""
    """Where the same files are sent to be checked by another system; empty where that cannot be."""
    systems: tuple[tuple[str, str], ...] = ()
    """Key and name of the systems by which."""
    dossiers: str = ""
    """The address of dossiers of a campaign, up to its question mark; empty where there are none."""
    asking: QuestionForms | None = None
    """Forms below the page."""

    def of_event(self, number: int) -> tuple[tuple[str, str], ...]:
        """Return the actions for an event: words, and an address."""
        return (
            ("Crosstable", f"#event-{number}-crosstable"),
            ("Ask about a pairing", f"{self.events}{number}/ask"),
            ("Standings", f"{self.events}{number}/standings"),
        )

    def dossier(self, program: int, subject: str) -> str:
        """Return the address of the dossier of a cause, of findings alike, or of an event."""
        return f"{self.dossiers}?{urlencode({'program': program, 'subject': subject})}"

    def explain(self, number: int, round_number: int, tpn: int) -> str:
        """Return the address that explains the pairing of a player in a round."""
        return f"{self.events}{number}/explain?{urlencode({'round': round_number, 'player': tpn})}"
