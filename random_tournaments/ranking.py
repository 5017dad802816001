"""Ranks of a generated event: by the tie-breaks it names, or else by points and starting numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from standings.codes import POINTS, parse
from standings.editions import EDITIONS, TooEarlyError
from standings.ranking import rank
from standings.rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from standings.codes import TieBreakCode
    from standings.rules import Rules
    from tournaments.model import Event

_NUMBERS = parse("TPN")


def ranks(event: Event, tie_breaks: Sequence[TieBreakCode]) -> dict[int, int]:
    """
    Return each player's rank, by TPN: by points, then by the tie-breaks; who is equal in all shares a rank.

    Without tie-breaks the lower TPN comes first, so that every rank is given once.
    """
    return rank(event, (POINTS, *(tie_breaks or (_NUMBERS,))), _rules(event)).ranks


def _rules(event: Event) -> Rules:
    """Return the rules in force; for an event before the first edition known here, that edition."""
    try:
        return rules_of(event)
    except TooEarlyError:
        return rules_of(event, edition=EDITIONS[0])
