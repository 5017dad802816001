"""Ranks of a generated event, by its tie-breaks or else by points and starting numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.frame.systems import as_ranked
from standings.codes import POINTS, parse_code, parse_list
from standings.editions import EDITIONS, TooEarlyError
from standings.ranking import rank
from standings.rules import determine_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standings.codes import TieBreakCode
    from standings.rules import TieBreakRules
    from tournaments.model import Event

_PLAYER_TIE_BREAK = parse_code("TPN")
_TEAM_TIE_BREAKS = parse_list("MPVGP,TPN")


def compute_ranks(event: Event, tie_breaks: Sequence[TieBreakCode]) -> dict[int, int]:
    """
    Return the ranks of players by TPN, or of teams by number; participants equal in all tie-breaks share a rank.

    Points come first unless the list has them elsewhere. Without tie-breaks the lower number comes first, for teams
    after the secondary score, so that ranks are unique.
    """
    codes = _with_points(tie_breaks or (_TEAM_TIE_BREAKS if event.is_team_event else (_PLAYER_TIE_BREAK,)))
    return rank(as_ranked(event), codes, _rules(event)).ranks


def _with_points(tie_breaks: Sequence[TieBreakCode]) -> tuple[TieBreakCode, ...]:
    return tuple(tie_breaks) if POINTS in tie_breaks else (POINTS, *tie_breaks)


def tie_break_headers(tie_breaks: Sequence[TieBreakCode]) -> tuple[tuple[str, str], ...]:
    """Return the header of a list of tie-breaks: 212 if the list contains the points, or else 202."""
    if not tie_breaks:
        return ()
    text = ",".join(tie_break.text for tie_break in tie_breaks)
    return (("212" if POINTS in tie_breaks else "202", text),)


def _rules(event: Event) -> TieBreakRules:
    """Return the rules in force; for an event before the first known edition, the first edition."""
    try:
        return determine_rules(event)
    except TooEarlyError:
        return determine_rules(event, edition=EDITIONS[0])
