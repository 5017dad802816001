"""Events of players whose colours are laid down, for rules that look at nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.model import ABSENT, Colour, Event, Player, RequestedBye, Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Sequence


def after(*colours: str) -> Event:
    """
    Make an event in which players 1, 2, 3... had these colours and drew, against passers-by who are not met again.

    A history has a letter for each round, ``W``, ``B``, or ``-`` for a half-point bye, so that all have one score. The
    passers-by are away in the next round, which is not the last one.
    """
    rounds = len(colours[0])
    rows: dict[int, list[RoundEntry]] = {tpn: [] for tpn in range(1, len(colours) + 1)}
    for tpn, history in enumerate(colours, start=1):
        for number, letter in enumerate(history):
            if letter == "-":
                rows[tpn].append(RoundEntry(None, None, Result.HALF_POINT_BYE))
                continue
            passer_by, colour = len(rows) + 1, Colour(letter.lower())
            rows[tpn].append(RoundEntry(passer_by, colour, Result.DRAW))
            met = RoundEntry(tpn, colour.opposite, Result.DRAW)
            rows[passer_by] = [met if at == number else ABSENT for at in range(rounds)]
    gone = (tpn for tpn in rows if tpn > len(colours))
    return Event(
        players=tuple(Player(tpn=tpn, rounds=tuple(row)) for tpn, row in rows.items()),
        rounds_recorded=rounds,
        rounds_declared=rounds + 2,
        requested_byes=tuple(RequestedBye(round_number=rounds + 1, tpn=tpn, result=ABSENT.result) for tpn in gone),
    )


def with_next_round(played: Event, pairs: Sequence[tuple[int, int]]) -> Event:
    """Record one more round, of drawn games, White first; all other players are away."""
    row = {white: RoundEntry(black, Colour.WHITE, Result.DRAW) for white, black in pairs}
    row |= {black: RoundEntry(white, Colour.BLACK, Result.DRAW) for white, black in pairs}
    players = tuple(
        Player(tpn=player.tpn, rounds=(*player.rounds, row.get(player.tpn, ABSENT))) for player in played.players
    )
    return Event(
        players=players, rounds_recorded=played.rounds_recorded + 1, rounds_declared=played.rounds_recorded + 2
    )
