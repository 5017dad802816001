"""
On which board a game of a match was, and which team had White.

A team has the colour of its player on the first board (C.04.6:1.6.1). Boards follow from line-ups (300); without one
the players who are there sit in the order of their team's list (310, 013). Where the first board has no colours, they
follow from the next one and the colours of the boards (352; WBWB... if it is missing).
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import Colour
from tournaments.problems import ProblemCode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.places import Places
    from tournaments.problems import Findings
    from tournaments.teams.meetings import TeamRound


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


class Certainty(IntEnum):
    """How sure it is who sat on which board."""

    LIST_WITH_GAPS = 0
    """The order of the list, and boards were empty, nobody knows which."""
    LIST = 1
    """The order of the list, and somebody on every board."""
    LINE_UP = 2


def seats(played: TeamRound, team: int, opponent: int, count: int) -> tuple[dict[int, int], Certainty]:
    """
    Return the board of every player of a team in a match, by TPN, and how sure that is.

    A line-up that names nobody who is there is passed over.
    """
    present = played.on_boards(team, opponent)
    line_up = played.line_ups.get(team)
    listed = {tpn: board for board, tpn in enumerate(line_up.players, start=1) if tpn in present} if line_up else {}
    if listed:
        return {tpn: listed[tpn] for tpn in present if tpn in listed}, Certainty.LINE_UP
    certainty = Certainty.LIST if len(present) >= count else Certainty.LIST_WITH_GAPS
    return {tpn: board for board, tpn in enumerate(present, start=1)}, certainty


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstBoard:
    """Finds out which team of a match had White."""

    played: TeamRound
    teams: tuple[int, int]
    boards: Boards
    places: Places
    findings: Findings

    def colour(self) -> Colour | None:
        """Return the colour of the first team on its first board; None if no game of the match tells."""
        said = self._colours_said()
        if not said:
            return None
        first = min(said)
        contradicting = [board for board in sorted(said) if said[board] is not said[first]]
        if contradicting and self.boards.declared:
            self._report_contradiction(said[first], first, contradicting[0])
        elif self.is_disputed:
            self._report_dispute(said[first])
        return said[first]

    def _colours_said(self) -> Mapping[int, Colour]:
        """Return, by board, the colour of the first team on the first board that a game there implies."""
        (own, own_certainty), (their, their_certainty) = self._seats(0), self._seats(1)
        found: dict[int, Colour] = {}
        for tpn, seat in own.items():
            entry = self.played.entries[tpn]
            if entry.colour is None or entry.opponent is None:
                continue
            other_seat = their.get(entry.opponent, seat)
            board = seat if own_certainty >= their_certainty else other_seat
            if own_certainty is their_certainty is Certainty.LIST_WITH_GAPS:
                board = max(seat, other_seat)
            implied = entry.colour if self.boards.colour(board) is Colour.WHITE else entry.colour.opposite
            found.setdefault(board, implied)
        return found

    def _seats(self, side: int) -> tuple[dict[int, int], Certainty]:
        return seats(self.played, self.teams[side], self.teams[1 - side], self.boards.count)

    @property
    def is_disputed(self) -> bool:
        """Whether each list has another game on the first board, with other colours, and no line-up tells."""
        colours = []
        for side in (0, 1):
            seated, certainty = self._seats(side)
            if certainty is not Certainty.LIST:
                return False
            first = min(seated, key=lambda tpn: seated[tpn])
            colours.append(self.played.entries[first].colour)
        return colours[0] is colours[1] is not None

    def _report_contradiction(self, colour: Colour, first: int, other: int) -> None:
        white, black = self._by_colour(colour)
        self.findings.add(
            ProblemCode.MATCH_COLOURS_CONTRADICT,
            f"round {self.played.number}: team {white} has White by board {first} of its match with team {black}, but "
            f"not by board {other}",
            "correct the colours, the order of the boards, or record 352",
            at=self.places.of_team(white),
            found="".join(declared.value.upper() for declared in self.boards.declared),
        )

    def _report_dispute(self, colour: Colour) -> None:
        white, black = self._by_colour(colour)
        self.findings.add(
            ProblemCode.MATCH_COLOURS_UNKNOWN,
            f"round {self.played.number}: by the lists of teams {white} and {black} different games, with different "
            f"colours, were on the first board; team {white} was taken to have White",
            "write the line-ups (300), or list the players in the order of the boards",
            at=self.places.of_team(white),
        )

    def _by_colour(self, colour: Colour) -> tuple[int, int]:
        """Return the team with White, and the other one."""
        return self.teams if colour is Colour.WHITE else (self.teams[1], self.teams[0])
