"""Values and ranks of events written down by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.events import event

from standings.codes import parse_list
from standings.ranking import Standings, rank
from standings.rules import EDITION_2026, TieBreakRules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standings.values import ValueExplanation
    from tournaments.model import Event


def standings_of(rows: Sequence[str] | Event, codes: str, rules: TieBreakRules | None = None) -> Standings:
    """Rank an event, or the players with these rows, by a list as record 212 has it."""
    played = event(rows) if isinstance(rows, list | tuple) else rows
    return rank(played, parse_list(codes), rules or TieBreakRules(edition=EDITION_2026))


def values(rows: Sequence[str] | Event, code: str, rules: TieBreakRules | None = None) -> list[str]:
    """Return all players' values, in the order of the numbers."""
    ranked = standings_of(rows, code, rules)
    assert ranked.obstacle is None
    return [ranked.columns[0].text(place) for place in range(len(ranked.table.tpns))]


def explained(rows: Sequence[str] | Event, code: str, tpn: int, rules: TieBreakRules | None = None) -> ValueExplanation:
    """Return the explanation of a value."""
    return standings_of(rows, code, rules).explain(0, tpn)


def ranks(rows: Sequence[str] | Event, codes: str, rules: TieBreakRules | None = None) -> list[int]:
    """Return all players' ranks, in the order of the numbers."""
    return list(standings_of(rows, codes, rules).ranks.values())
