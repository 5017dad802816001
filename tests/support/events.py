"""Events written down by hand: one string per player, one word per round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.model import ABSENT, Colour, Event, Player, Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Sequence


def entry(word: str) -> RoundEntry:
    """Read ``3w1`` (White against 3, won), ``U``, ``H``, ``F``, or ``-`` (absent)."""
    if word == "-":
        return ABSENT
    if len(word) == 1:
        return RoundEntry(None, None, Result(word))
    return RoundEntry(int(word[:-2]), Colour(word[-2]), Result(word[-1]))


def event(rows: Sequence[str], **declared: object) -> Event:
    """Make an event of players 1, 2, 3... with one row each."""
    players = tuple(
        Player(tpn=tpn, name=f"Player {tpn}", rounds=tuple(entry(word) for word in row.split()))
        for tpn, row in enumerate(rows, start=1)
    )
    return Event(players=players, rounds_recorded=len(players[0].rounds), **declared)  # type: ignore[arg-type]  # whatever a test declares


def drawn_first_round(players: int) -> Event:
    """Return an event after a round in which the halves met and drew."""
    half = players // 2
    top = [f"{tpn + half}{'wb'[(tpn + 1) % 2]}=" for tpn in range(1, half + 1)]
    bottom = [f"{tpn}{'bw'[(tpn + 1) % 2]}=" for tpn in range(1, half + 1)]
    return event(top + bottom, initial_colour=Colour.WHITE, rounds_declared=7)


def cut(event: Event, rounds: int) -> Event:
    """Return the event after a number of file rounds, without ranks."""
    players = tuple(
        replace(one, rank=None, rounds=one.rounds[:rounds], points=sum(map(event.scoring.points, one.rounds[:rounds])))
        for one in event.players
    )
    return replace(event, players=players, rounds_recorded=rounds)
