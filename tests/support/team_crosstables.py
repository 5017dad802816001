"""Team events written down by hand: one string per team, one word per round."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from support.team_building import RESERVES, event_of_teams
from support.team_sheets import MatchSheet

from tournaments.model import Colour, DeclaredSystem, Result
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring, MatchTeam, TeamEvent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.model import Event

_BYES = {
    "U": MatchResult.PAIRING_ALLOCATED_BYE,
    "F": MatchResult.FULL_POINT_BYE,
    "H": MatchResult.HALF_POINT_BYE,
    "Z": MatchResult.ZERO_POINT_BYE,
}
_FORFEITS = {"+": MatchResult.FORFEIT_WIN, "-": MatchResult.FORFEIT_LOSS, "~": MatchResult.DOUBLE_FORFEIT}


def crosstable(
    rows: Sequence[str],
    *,
    boards: int = 4,
    code: str = "FIDE_TEAM_MP_GP",
    scoring: MatchScoring | None = None,
    games: Mapping[tuple[int, int], str] | None = None,
    seed: int = 0,
) -> Event:
    """
    Make an event of teams 1, 2, 3... with one row each.

    Words: ``8w2.5`` (White on the first board against 8, 2.5 game points), ``6w+``, ``6w-``, ``6w~`` (won, lost, lost
    by both by forfeit), ``U``, ``F``, ``H``, ``Z``. Who played which game is made up, but for the ``games`` given by
    round and White's team: its results on the boards, as ``1=-+``.
    """
    worth = scoring or MatchScoring(pairing_allocated_bye_games=5 * boards)
    table = [row.split() for row in rows]
    teams = tuple(
        MatchTeam(
            number=number,
            name=f"Team {number}",
            rounds=tuple(_entry(word, boards, worth) for word in words),
        )
        for number, words in enumerate(table, start=1)
    )
    event = TeamEvent(
        teams=teams,
        rounds_recorded=len(table[0]),
        rounds_declared=len(table[0]),
        boards=boards,
        system=DeclaredSystem(code=code),
        initial_colour=Colour.WHITE,
        scoring=worth,
    )
    sheets = {
        (number, team): _sheet(boards, team, int(table[team - 1][number - 1].partition("w")[0]), results)
        for (number, team), results in (games or {}).items()
    }
    return event_of_teams(event, random.Random(seed), sheets=sheets)


_ANSWERS = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


def _sheet(boards: int, white: int, black: int, results: str) -> MatchSheet:
    """Return a match of the first players of both teams, by the results of White's team on the boards."""
    size = boards + RESERVES
    return MatchSheet(
        white=tuple(range((white - 1) * size + 1, (white - 1) * size + 1 + boards)),
        black=tuple(range((black - 1) * size + 1, (black - 1) * size + 1 + boards)),
        results=tuple((Result(letter), Result(_ANSWERS[letter])) for letter in results),
    )


def _entry(word: str, boards: int, worth: MatchScoring) -> MatchEntry:
    if word in _BYES:
        return _bye(_BYES[word], boards, worth)
    letter = next(letter for letter in word if letter in "wb")
    opponent, _, points = word.partition(letter)
    result = _FORFEITS.get(points, MatchResult.PLAYED)
    game_points = {"+": 10 * boards, "-": 0, "~": 0}.get(points)
    if game_points is None:
        game_points = round(10 * float(points))
    half = 5 * boards
    match_points = worth.win if game_points > half else worth.draw if game_points == half else worth.loss
    return MatchEntry(
        result=result,
        opponent=int(opponent),
        colour=Colour(letter),
        match_points=match_points,
        game_points=game_points,
    )


def _bye(result: MatchResult, boards: int, worth: MatchScoring) -> MatchEntry:
    points = {
        MatchResult.PAIRING_ALLOCATED_BYE: (worth.pairing_allocated_bye, 5 * boards),
        MatchResult.FULL_POINT_BYE: (worth.win, 10 * boards),
        MatchResult.HALF_POINT_BYE: (worth.draw, 5 * boards),
        MatchResult.ZERO_POINT_BYE: (0, 0),
    }[result]
    return MatchEntry(result=result, match_points=points[0], game_points=points[1])
