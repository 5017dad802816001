"""Match sheets made up to fit the points of a match."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.loops import require_items
from support.team_sheets import MatchSheet, draw_sheet

from tournaments.model import Result
from tournaments.teams.event import MatchResult

WORTH = {"1": 10, "W": 10, "+": 10, "=": 5, "D": 5}
SQUADS = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
BOARDS = (1, 2, 3, 4)
SEEDS = range(12)
P = MatchResult.PLAYED


def sheet(
    points: tuple[int, int], boards: int, seed: int, result: MatchResult = P, squads: tuple[range, ...] | None = None
) -> MatchSheet:
    """Make up a match of teams with five players each."""
    return draw_sheet(result, points, squads or SQUADS, boards, chance=random.Random(seed))  # type: ignore[arg-type]  # two of them


def points_of(sheet: MatchSheet) -> tuple[int, int]:
    """Return the game points of both teams; an empty board gets none."""
    white = sum(worth(tpn, won) for tpn, (won, _) in zip(sheet.white, sheet.results, strict=True))
    black = sum(worth(tpn, lost) for tpn, (_, lost) in zip(sheet.black, sheet.results, strict=True))
    return white, black


def worth(tpn: int | None, result: Result) -> int:
    """Return the points of a board, 0 if it is empty."""
    return 0 if tpn is None else WORTH.get(result.value, 0)


def letters(sheet: MatchSheet) -> list[str]:
    """Return the results of the boards, as two letters each."""
    return [won.value + lost.value for won, lost in sheet.results]


@pytest.mark.parametrize("boards", BOARDS)
def test_a_match_that_was_played_has_its_points(boards: int) -> None:
    """All that games with a point to share can give, boards that both forfeit included."""
    for own in require_items(range(0, 10 * boards + 1, 5)):
        for their in require_items(range(own % 10, 10 * boards - own + 1, 10)):
            for seed in SEEDS:
                found = sheet((own, their), boards, seed)
                assert points_of(found) == (own, their), (own, their, seed)
                assert len(found.results) == boards


@pytest.mark.parametrize("boards", BOARDS)
def test_one_game_of_a_match_that_was_played_is_over_the_board(boards: int) -> None:
    """Even if all points could be forfeit wins, or no points were won; both players of that game are there."""
    for own in require_items(range(0, 10 * boards + 1, 10)):
        for seed in SEEDS:
            for points in ((own, 0), (0, own)):
                found = sheet(points, boards, seed)
                over_the_board = [
                    (one, other)
                    for one, other, (won, _) in zip(found.white, found.black, found.results, strict=True)
                    if won.is_game
                ]
                assert over_the_board
                assert all(one and other for one, other in over_the_board)


@pytest.mark.parametrize("boards", BOARDS)
def test_a_forfeited_match_has_its_points_and_no_game(boards: int) -> None:
    """Won on some boards, or on none; by both on as many each."""
    for won in require_items(range(boards + 1)):
        for seed in SEEDS:
            for result, points in (
                (MatchResult.FORFEIT_WIN, (10 * won, 0)),
                (MatchResult.FORFEIT_LOSS, (0, 10 * won)),
            ):
                found = sheet(points, boards, seed, result)
                assert points_of(found) == points
                assert set(letters(found)) <= {"+-", "-+", "--"}
            both = sheet((10 * won, 10 * won), boards, seed, MatchResult.DOUBLE_FORFEIT)
            assert points_of(both) == (10 * min(won, boards // 2),) * 2
            assert set(letters(both)) <= {"+-", "-+", "--"}


@pytest.mark.parametrize(
    ("points", "result", "expected"),
    [
        ((40, 40), P, (20, 0)),
        ((-10, 25), P, (0, 20)),
        ((15, 0), P, (10, 0)),
        ((15, 20), MatchResult.FORFEIT_WIN, (10, 0)),
        ((20, 15), MatchResult.FORFEIT_LOSS, (0, 10)),
        ((20, 10), MatchResult.DOUBLE_FORFEIT, (10, 10)),
    ],
)
def test_points_that_no_games_give_are_approached(
    points: tuple[int, int], result: MatchResult, expected: tuple[int, int]
) -> None:
    """On two boards: too many, negative ones, half a point against none, points of who forfeited."""
    assert {points_of(sheet(points, 2, seed, result)) for seed in SEEDS} == {expected}


def test_boards_without_a_winner_are_empty_or_lost_by_both() -> None:
    """The game over the board is lost by both; the other boards are empty."""
    for seed in SEEDS:
        found = sheet((0, 0), 3, seed)
        assert sorted(letters(found)) == ["--", "--", "00"]
        empty = [board for board, game in enumerate(letters(found)) if game == "--"]
        assert all(found.white[board] is None and found.black[board] is None for board in empty)


def test_a_match_without_results_is_pending_on_all_boards() -> None:
    """All players are there."""
    found = sheet((10, 10), 2, 0, MatchResult.PENDING)
    assert letters(found) == ["**", "**"]
    assert None not in found.white + found.black


def test_a_forfeit_loser_may_be_named_or_not() -> None:
    """Half of them each, on either side; the winner always sits there."""
    absent: Counter[bool] = Counter()
    for seed in range(200):
        found = sheet((20, 20), 4, seed)
        for one, other, game in zip(found.white, found.black, letters(found), strict=True):
            if game == "+-":
                assert one
                absent[other is None] += 1
            elif game == "-+":
                assert other
                absent[one is None] += 1
    assert 0.35 < absent[True] / absent.total() < 0.65


def test_some_games_are_won_by_forfeit_and_some_teams_sit_down_in_another_order() -> None:
    """At about the rates stated, 15% and 30%; without reserves all players sit in the order of the list."""
    games: Counter[str] = Counter()
    reordered = 0
    for seed in range(300):
        found = sheet((20, 10), 3, seed)
        games.update(letters(found))
        seated = [tpn for tpn in found.white if tpn]
        reordered += seated != [tpn for tpn in SQUADS[0][:3] if tpn in seated]
    decided = sum(games[game] for game in ("10", "01", "WL", "LW", "+-", "-+"))
    assert 0.08 < (games["+-"] + games["-+"]) / decided < 0.22
    assert 0.2 < reordered / 300 < 0.4
    for seed in range(60):
        small = sheet((20, 10), 3, seed, squads=(range(1, 4), range(4, 7)))
        assert [tpn for tpn in small.white if tpn] == [
            tpn for tpn, at in zip((1, 2, 3), small.white, strict=True) if at
        ]


def test_points_of_both_sides_are_on_their_side() -> None:
    """White's first."""
    assert {Result.WIN, Result.UNRATED_WIN, Result.FORFEIT_WIN} >= {
        game[0] for seed in SEEDS for game in sheet((30, 0), 3, seed).results
    }
