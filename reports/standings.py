"""Rank orders and tie-breaks as a page, with the parts of a player's values. Decides nothing."""

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
    """A value of a player, and its parts."""

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
    """None where no player has that number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankOrder:
    """The standings of one event."""

    title: str
    source: str
    size: str
    """The number of participants and of rounds."""
    refusal: str = ""
    """The reason why there is no rank order; empty if there is one."""
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
