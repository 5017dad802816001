"""The points of teams on every board."""

from __future__ import annotations

from dataclasses import replace

from support.teams import event_of

from tournaments.model import Colour
from tournaments.teams.boards import compute_board_points
from tournaments.teams.matches import team_event
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp

WBW = (Colour.WHITE, Colour.BLACK, Colour.WHITE)
TWO = [[1, 2, 3], [4, 5, 6]]
"""Two teams of two boards and a reserve."""


def points(rows: list[str], **declared: object) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return every team's points on the boards, round by round."""
    event = event_of(TWO, rows, **declared)
    return dict(compute_board_points(event, team_event(event)).points_by_team)


def test_present_players_sit_in_the_order_of_the_list() -> None:
    """The reserve on the last board."""
    assert points(["4w1", "-", "5b=", "1b0", "3w=", "-"]) == {1: ((10, 5),), 2: ((0, 5),)}


def test_a_line_up_goes_before_the_list() -> None:
    """Both games are on other boards than by the lists."""
    line_ups = tuple(
        LineUp(round_number=1, team=team, opponent=3 - team, players=players)
        for team, players in ((1, (3, 1)), (2, (5, 4)))
    )

    assert points(["4w1", "-", "5b=", "1b0", "3w=", "-"], line_ups=line_ups) == {1: ((5, 10),), 2: ((5, 0),)}


def test_where_a_player_is_missing_the_full_list_of_the_other_team_tells_the_board() -> None:
    """1 did not come: 2 sits on the second board, against 5."""
    assert points(["-", "5b1", "-", "+", "2w0", "-"]) == {1: ((0, 10),), 2: ((10, 0),)}


def test_a_match_of_which_only_a_record_tells_is_won_on_all_boards() -> None:
    """Record 330."""
    forfeited = ForfeitedMatch(outcome=ForfeitOutcome.BLACK_WINS, round_number=2, white=1, black=2)
    rows = ["4w1 -", "5b1 -", "- -", "1b0 -", "2w0 -", "- -"]

    assert points(rows, forfeited_matches=(forfeited,)) == {1: ((10, 10), (0, 0)), 2: ((0, 0), (10, 10))}


def test_games_won_by_forfeit_count_as_standard_wins() -> None:
    """The event's own value of a forfeit win does not count here."""
    event = event_of(TWO, ["4w+", "5b0", "-", "1b-", "2w1", "-"])
    event = replace(event, scoring=replace(event.scoring, forfeit_win=8))

    assert compute_board_points(event, team_event(event)).points_by_team == {1: ((10, 0),), 2: ((0, 10),)}


def test_boards_are_doubtful_where_both_teams_left_some_empty_and_have_no_line_ups() -> None:
    """A game won without an opponent may have been on either board."""
    rows = ["4w1", "-", "+", "1b0", "-", "-"]
    event = event_of(TWO, rows)
    full = event_of(TWO, ["4w1", "-", "+", "1b0", "-", "+"])
    line_up = LineUp(round_number=1, team=2, opponent=1, players=(4, None))
    three = event_of([[1, 2, 3, 7], [4, 5, 6, 8]], ["4w1", "-", "-", "1b0", "-", "-", "+", "-"], board_colours=WBW)

    assert compute_board_points(event, team_event(event)).doubtful == ()
    assert compute_board_points(full, team_event(full)).doubtful == ()
    assert compute_board_points(three, team_event(three)).doubtful == (1,)
    told = replace(three, line_ups=(replace(line_up, players=(4, None, None)),))
    assert compute_board_points(told, team_event(told)).doubtful == ()
