"""M0, MaxPairs and M1 of a bracket (C.04.3:3.1; B.1): what they can be, to be tried from the top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.points import points_text

if TYPE_CHECKING:
    from reference_engines.downfloating.bracket import Bracket


def pairs_descending(bracket: Bracket) -> range:
    """Return every number of pairs, the most first: MaxPairs is the first with which a candidate complies (3.1.2)."""
    m0, residents = bracket.mdp_count, bracket.resident_count
    return range(min((m0 + residents) // 2, residents), -1, -1)


def m1_range(bracket: Bracket, pairs: int) -> range:
    """Return every number of MDPs that can be among so many pairs, the most first (3.1.3; B.1.c)."""
    most = min(bracket.mdp_count, pairs)
    least = max(0, 2 * pairs - bracket.resident_count)
    return range(most, least - 1, -1)


def name_of(bracket: Bracket) -> str:
    """Name a bracket in a message."""
    return f"the bracket of {points_text(bracket.resident_score)} points with {bracket.size} players"
