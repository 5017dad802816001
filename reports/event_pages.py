"""The served pages of an event: its rounds, one round, the crosstable, and the file's declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.html import environment
from reports.question_forms import what_if_verbs
from reports.view import crosstable_columns, crosstable_rows, event_outcome, view_round
from reports.words import describe_dates, describe_event, describe_readings
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.readings import chosen_readings
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checker.findings import EventFinding, EventHeader
    from reports.links import EventLinks
    from reports.question_forms import AskedFields

_TABS = (
    ("Rounds", ""),
    ("Players", "players"),
    ("Crosstable", "crosstable"),
    ("Standings", "standings"),
    ("File", "file"),
)


class EventPage(FrozenStruct, frozen=True, kw_only=True):
    """The frame of every page of an event: its title, the tabs, and the search."""

    event: EventFinding
    links: EventLinks
    siblings: int = 1
    """How many files were checked together."""
    tab: str = ""
    searched: str = ""

    @property
    def header(self) -> EventHeader:
        """The event as it is known before its first round."""
        return self.event.header

    @property
    def title(self) -> str:
        """The name of the event, else of its file."""
        return escape_field(self.header.name) or self.header.event

    @property
    def noun(self) -> str:
        """``player`` or ``team``."""
        return "team" if self.header.scores else "player"

    @property
    def tabs(self) -> Sequence[tuple[str, str]]:
        """Words and name of each tab that the event has."""
        if not self.header.participants:
            return tuple(tab for tab in _TABS if tab[1] in ("", "file"))
        return tuple((words.replace("Players", f"{self.noun.capitalize()}s"), name) for words, name in _TABS)

    @property
    def imprint(self) -> str:
        """Place and dates."""
        dates = describe_dates(self.header.start, self.header.end)
        return " · ".join(part for part in (escape_field(self.header.place), dates, self.header.source) if part)

    @property
    def names(self) -> Mapping[int, str]:
        """The names of the participants, by number."""
        return {one.tpn: one.name for one in self.header.participants}

    def name_player(self, text: str) -> str:
        """Return name and number of the participant with a number; any other text as it is."""
        found = [one for one in self.header.participants if str(one.tpn) == text]
        return f"{found[0].name} ({found[0].tpn})" if found else text

    @property
    def readings(self) -> tuple[str, ...]:
        """A sentence for each reading that the pages follow."""
        return tuple(describe_readings(chosen_readings()))

    def render(self, template: str, **values: object) -> str:
        """Return a page of the event."""
        return (
            environment()
            .get_template(template)
            .render(
                page=self,
                header=self.header,
                links=self.links,
                home=self.links.home,
                verbs=what_if_verbs(is_of_teams=bool(self.header.scores)),
                version=__version__,
                **values,
            )
        )


def render_rounds(page: EventPage) -> str:
    """Return the first page of an event: the verdict, and every round in a line."""
    return page.render(
        "event_page.html.j2",
        event=page.event,
        outcome=event_outcome(page.event),
        conclusion=describe_event(page.event),
    )


def render_round(page: EventPage, round_number: int, fields: AskedFields) -> str:
    """Return the page of a judged round, with forms for questions about it."""
    numbers = [found.round_number for found in page.event.rounds]
    finding = page.event.rounds[numbers.index(round_number)]
    return page.render(
        "round_page.html.j2",
        asked=fields,
        shown=view_round(page.event, finding, f"round-{round_number}"),
        before=max((number for number in numbers if number < round_number), default=None),
        after=min((number for number in numbers if number > round_number), default=None),
    )


def render_crosstable(page: EventPage) -> str:
    """Return the crosstable."""
    return page.render(
        "crosstable_page.html.j2", crosstable=crosstable_rows(page.event), columns=crosstable_columns(page.event)
    )


def render_file(page: EventPage, systems: Sequence[tuple[str, str]], system: str) -> str:
    """Return the page with the file's declarations and the remarks on it; ``systems`` are keys and titles."""
    return page.render("file_page.html.j2", event=page.event, systems=systems, asked_for=system)
