"""
Match sheets: who sat on the boards of a match of teams, and what each of its games gave.

Sheets can be made up to fit the game points of a match: `made_up`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.model import Result
from tournaments.teams.event import MatchResult

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    Game = tuple[Result, Result]

_WIN, _DRAW = 10, 5
_WON: tuple[Game, ...] = ((Result.WIN, Result.LOSS), (Result.UNRATED_WIN, Result.UNRATED_LOSS))
_DRAWN: tuple[Game, ...] = ((Result.DRAW, Result.DRAW), (Result.UNRATED_DRAW, Result.UNRATED_DRAW))
_WON_BY_FORFEIT: Game = (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
_LOST_BY_BOTH: Game = (Result.LOSS, Result.LOSS)
_FORFEITED_BY_BOTH: Game = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)
_PENDING: Game = (Result.PENDING, Result.PENDING)
_OUT_OF_ORDER = 0.3
"""Chance that a team does not play with its first players."""
_FORFEITED_BOARD = 0.15
"""Chance that a game won was won by forfeit."""
_NO_OPPONENT = 0.5
"""Chance that a game won by forfeit was won for want of an opponent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    """A match board by board, the team with White on the first board first."""

    white: tuple[int | None, ...]
    """TPN of its player on every board; None for an empty board."""
    black: tuple[int | None, ...]
    results: tuple[Game, ...]
    """On every board, White's team first; of a board that is empty on one side only the other result counts."""


def draw_sheet(
    result: MatchResult,
    points: tuple[int, int],
    squads: tuple[Sequence[int], Sequence[int]],
    boards: int,
    *,
    chance: random.Random,
) -> MatchSheet:
    """
    Make up a match with these game points, those of White's team first, in tenths.

    ``result`` is that of White's team. Points that no games give are approached: what is missing has to be assigned
    (TRF 299). A match that was played has one game over the board at least.
    """
    games = _games(result, points, boards, chance)
    seats: list[list[int | None]] = [_seats(squad, boards, chance) for squad in squads]
    for board, game in enumerate(games):
        if game == _FORFEITED_BY_BOTH:
            for side in seats:
                side[board] = None
        elif game in (_WON_BY_FORFEIT, _WON_BY_FORFEIT[::-1]) and chance.random() < _NO_OPPONENT:
            seats[0 if game[0] is Result.FORFEIT_LOSS else 1][board] = None
    return MatchSheet(white=tuple(seats[0]), black=tuple(seats[1]), results=tuple(games))


def _seats(squad: Sequence[int], boards: int, chance: random.Random) -> list[int | None]:
    if len(squad) > boards and chance.random() < _OUT_OF_ORDER:
        return list(chance.sample(list(squad), boards))
    return list(squad[:boards])


def _games(result: MatchResult, points: tuple[int, int], boards: int, chance: random.Random) -> list[Game]:
    if result is MatchResult.PENDING:
        return [_PENDING] * boards
    won, lost, drawn = _counts(
        _fitting(result, points, boards), boards, has_draws=result is MatchResult.PLAYED, chance=chance
    )
    games = [_won(chance) for _ in range(won)] + [_won(chance)[::-1] for _ in range(lost)]
    games += [chance.choice(_DRAWN) for _ in range(drawn)] + [_FORFEITED_BY_BOTH] * (boards - won - lost - drawn)
    if result is not MatchResult.PLAYED:
        games = [_forfeit(game) for game in games]
    elif all(one.is_forfeit for one, _ in games):
        games[0] = _over_the_board(games[0])
    chance.shuffle(games)
    return games


def _fitting(result: MatchResult, points: tuple[int, int], boards: int) -> tuple[int, int]:
    """Return the points without those that a match with this result cannot give."""
    if result is MatchResult.FORFEIT_WIN:
        return points[0], 0
    if result is MatchResult.FORFEIT_LOSS:
        return 0, points[1]
    if result is MatchResult.DOUBLE_FORFEIT:
        most = min(*points, boards // 2 * _WIN)
        return most, most
    return points


def _counts(points: tuple[int, int], boards: int, *, has_draws: bool, chance: random.Random) -> tuple[int, int, int]:
    """Return games won, lost and drawn that give the points, or come near."""
    halves = [max(0, value) // _DRAW for value in points]
    most_drawn = min(*halves, boards) if has_draws and sum(halves) <= 2 * boards else 0
    fitting = [drawn for drawn in range(most_drawn + 1) if not any((half - drawn) % 2 for half in halves)]
    drawn = chance.choice(fitting) if fitting else 0
    won = min(boards - drawn, (halves[0] - drawn) // 2)
    return won, min(boards - drawn - won, (halves[1] - drawn) // 2), drawn


def _won(chance: random.Random) -> Game:
    return _WON_BY_FORFEIT if chance.random() < _FORFEITED_BOARD else chance.choice(_WON)


def _forfeit(game: Game) -> Game:
    if game == _FORFEITED_BY_BOTH:
        return game
    return _WON_BY_FORFEIT if game in (*_WON, _WON_BY_FORFEIT) else _WON_BY_FORFEIT[::-1]


def _over_the_board(game: Game) -> Game:
    if game == _FORFEITED_BY_BOTH:
        return _LOST_BY_BOTH
    return _WON[0] if game == _WON_BY_FORFEIT else _WON[0][::-1]
