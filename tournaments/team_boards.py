"""
On which board a game of a match was, and which team had White.

A team has the colour of its player on the first board (C.04.6:1.6.1). Boards follow from line-ups (300); without one
the players who are there sit in the order of their team's list (310, 013). Where the first board has no colours, they
follow from the next one and the colours of the boards (352; WBWB... if it is missing).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.model import Colour
from tournaments.problems import ProblemCode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.places import Places
    from tournaments.problems import Findings
    from tournaments.team_meetings import TeamRound


@dataclass(frozen=True, slots=True, kw_only=True)
class Boards:
    """How the boards of all matches of an event are set."""

    count: int
    declared: tuple[Colour, ...] = ()
    """Of the team with White, board by board; empty if the event does not say."""

    def colour(self, board: int) -> Colour:
        """Return the colour, on a board from 1, of the team that has White on the first one."""
        if board > len(self.declared):
            return Colour.WHITE if board % 2 else Colour.BLACK
        return self.declared[board - 1] if self.declared[0] is Colour.WHITE else self.declared[board - 1].opposite


def seats(played: TeamRound, team: int, opponent: int, count: int) -> tuple[dict[int, int], bool]:
    """
    Return the board of every player of a team in a match, by TPN, and whether it is sure.

    In the order of the list, boards left empty cannot be told unless the team is complete. A line-up that names nobody
    who is there is passed over.
    """
    present = played.on_boards(team, opponent)
    line_up = played.line_ups.get(team)
    listed = {tpn: board for board, tpn in enumerate(line_up.players, start=1) if tpn in present} if line_up else {}
    if listed:
        return {tpn: listed[tpn] for tpn in present if tpn in listed}, True
    return {tpn: board for board, tpn in enumerate(present, start=1)}, len(present) >= count


def first_boards(
    played: TeamRound, teams: tuple[int, int], boards: Boards, *, places: Places, findings: Findings
) -> Colour | None:
    """Return the colour of the first team on its first board; None if no game of the match tells."""
    said = _colours_said(played, teams, boards)
    if not said:
        return None
    first = min(said)
    contradicting = [board for board in sorted(said) if said[board] is not said[first]]
    if contradicting and boards.declared:
        team = teams[0] if said[first] is Colour.WHITE else teams[1]
        findings.add(
            ProblemCode.MATCH_COLOURS_CONTRADICT,
            f"round {played.number}: team {team} has White by board {first} of its match with team "
            f"{sum(teams) - team}, but not by board {contradicting[0]}",
            "correct the colours, the order of the boards, or record 352",
            at=places.of_team(team),
            found="".join(colour.value.upper() for colour in boards.declared),
        )
    return said[first]


def _colours_said(played: TeamRound, teams: tuple[int, int], boards: Boards) -> Mapping[int, Colour]:
    """Return, by board, the colour of the first team on the first board that a game there implies."""
    own, own_sure = seats(played, teams[0], teams[1], boards.count)
    their, their_sure = seats(played, teams[1], teams[0], boards.count)
    found: dict[int, Colour] = {}
    for tpn, seat in own.items():
        entry = played.entries[tpn]
        if entry.colour is None or entry.opponent is None:
            continue
        other_seat = their.get(entry.opponent, seat)
        board = seat if own_sure else other_seat if their_sure else max(seat, other_seat)
        implied = entry.colour if boards.colour(board) is Colour.WHITE else entry.colour.opposite
        found.setdefault(board, implied)
    return found
