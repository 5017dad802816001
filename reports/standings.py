"""Rank orders and tie-breaks as a page, with what somebody's values are made of. Decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.html import environment
from tournaments import __version__
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.links import Links


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRow:
    """A player, or a team, in rank order."""

    rank: int
    tpn: int
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownValue:
    """A value of somebody, and what it is made of."""

    heading: str
    """Code, value, title and article."""
    parts: tuple[tuple[str, str, str, str, str], ...]
    """Round, result, what counts, what it adds, why it is cut."""
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownArgument:
    """Somebody's values, explained."""

    who: str
    values: tuple[ShownValue, ...]
    """None where there is nobody of that number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankOrder:
    """What is said of one event."""

    title: str
    source: str
    size: str
    """How many took part in how many rounds."""
    refusal: str = ""
    """Why there is no rank order; empty if there is."""
    rules: str = ""
    """Edition and tie-breaks, and where they are from."""
    notes: tuple[str, ...] = ()
    noun: str = "player"
    codes: tuple[str, ...] = ()
    rows: tuple[RankedRow, ...] = ()
    arguments: tuple[ShownArgument, ...] = ()
    wrong: tuple[str, ...] = ()
    """Recorded values that are wrong, a sentence each."""


def render_standings(orders: Sequence[RankOrder], links: Links | None = None) -> str:
    """Return the page; with links where it is served."""
    template = environment().get_template("standings_page.html.j2")
    return template.render(orders=orders, links=links, version=__version__)
