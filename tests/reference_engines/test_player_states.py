"""The shared definitions: colours, floats, the bye, in pairs just before and just after each boundary."""

from __future__ import annotations

import numpy as np
import pytest
from support.events import event

from reference_engines.definitions.history import read_history
from reference_engines.definitions.player_states import ByeRule, FloatRule, PlayerStates, Strength, derive_player_states
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import engine_for
from tournaments.model import AbnormalPoints, ScoringSystem, VirtualPoints
from tournaments.teams.records import Team


def state(rows: list[str], floats: FloatRule = FloatRule.SCORING_WITHOUT_PLAYING, **declared: object) -> PlayerStates:
    """Derive the standing under the rules of 2026 unless told otherwise."""
    byes = ByeRule.WIN_WITHOUT_PLAYING if floats is FloatRule.SCORING_WITHOUT_PLAYING else ByeRule.BYE_OR_FORFEIT_WIN
    played = event(rows, **declared)
    return derive_player_states(played, read_history(played), floats, byes)


def colours_of(colours: str) -> list[str]:
    """Return rows in which player 1 has these colours against 2, 3, ... (``u``: a forfeited game)."""
    opponents = len(colours)
    rows = [" ".join(f"{n + 2}{c}=" if c in "wb" else f"{n + 2}w+" for n, c in enumerate(colours))]
    for n, colour in enumerate(colours):
        mine = {"w": "1b=", "b": "1w=", "u": "1b-"}[colour]
        rows.append(" ".join(mine if k == n else "-" for k in range(opponents)))
    return rows


@pytest.mark.parametrize(
    ("colours", "preference", "strength"),
    [
        ("w", -1, Strength.STRONG),
        ("wb", 1, Strength.MILD),
        ("bw", -1, Strength.MILD),
        ("ww", -1, Strength.ABSOLUTE),
        ("wbw", -1, Strength.STRONG),
        ("bwww", -1, Strength.ABSOLUTE),
        ("wwb", -1, Strength.STRONG),
        ("wwbb", 1, Strength.ABSOLUTE),
        ("wwbwb", -1, Strength.STRONG),
        ("wwwb", -1, Strength.ABSOLUTE),
        ("bb", 1, Strength.ABSOLUTE),
        ("uuw", -1, Strength.STRONG),
        ("wuw", -1, Strength.ABSOLUTE),
        ("wub", 1, Strength.MILD),
        ("uu", 0, Strength.NONE),
    ],
)
def test_preference_follows_from_difference_and_latest_colours(
    colours: str, preference: int, strength: Strength
) -> None:
    """C.04.3:1.7: absolute beyond one or after two equal colours, strong at one, mild at zero, none without games."""
    before_next = state(colours_of(colours))
    assert before_next.preference[-1, 0] == preference
    assert before_next.strength[-1, 0] == strength


def test_wider_difference_outranks_latest_colours() -> None:
    """DUTCH-COLOUR-CONFLICT: after WWWWBB the difference of two asks for Black, whatever came last."""
    assert state(colours_of("wwwwbb")).preference[-1, 0] == -1


@pytest.mark.parametrize(
    ("word", "float_2026", "float_2017"),
    [("U", 1, 1), ("F", 1, 1), ("H", 1, 1), ("-", 0, 1), ("2w+", 1, 1), ("2w-", 0, 1)],
)
def test_unplayed_rounds_float_by_edition(word: str, float_2026: int, float_2017: int) -> None:
    """1.4.3 (2026) wants points without playing, A.4.b (2017) any reason not to play."""
    other = {"2w+": "1b-", "2w-": "1b+"}.get(word, "-")
    assert state([word, other]).float_[0, 0] == float_2026
    assert state([word, other], FloatRule.ANY_ROUND_NOT_PLAYED).float_[0, 0] == float_2017


def test_played_games_float_by_the_scores_before_the_round() -> None:
    """1.4.2: the higher scored player floats down, the lower up, equals not at all."""
    floats = state(["2w1 3b1 4w=", "1b0 4w= 3b=", "4b1 1w0 2w=", "3w0 2b= 1b="]).float_
    assert floats[0].tolist() == [0, 0, 0, 0]
    assert floats[1].tolist() == [0, 0, 0, 0]
    assert floats[2].tolist() == [1, -1, 1, -1]


@pytest.mark.parametrize(
    ("word", "allowed_2026", "allowed_2017"),
    [("U", False, False), ("2w+", False, False), ("F", False, True), ("H", True, True), ("2w-", True, True)],
)
def test_who_may_have_the_bye_by_edition(word: str, allowed_2026: bool, allowed_2017: bool) -> None:
    """A full-point bye bars since 2026 (C.04.1:4); a half-point bye never does."""
    other = {"2w+": "1b-", "2w-": "1b+"}.get(word, "-")
    assert state([word, other]).bye_allowed[1, 0] == allowed_2026
    assert state([word, other], FloatRule.ANY_ROUND_NOT_PLAYED).bye_allowed[1, 0] == allowed_2017


@pytest.mark.parametrize(
    ("word", "allowed"),
    [("U", False), ("2w+", False), ("F", False), ("H", False), ("Z", True), ("-", True), ("2w-", True), ("2w1", True)],
)
def test_who_may_have_the_bye_in_2013(word: str, allowed: bool) -> None:
    """C.04.3.1:B.1.b: a player who scored anything without playing may not, even half a point."""
    played = event([word, {"2w+": "1b-", "2w-": "1b+", "2w1": "1b0"}.get(word, "-")])
    history = read_history(played)
    rule = ByeRule.ANY_POINTS_WITHOUT_PLAYING
    after = derive_player_states(played, history, FloatRule.ANY_ROUND_NOT_PLAYED, rule).bye_allowed
    assert after[:, 0].tolist() == [True, allowed]


@pytest.mark.parametrize(("worth", "allowed"), [(0, True), (1, False)])
def test_anything_scored_without_playing_bars_the_bye_in_2013(worth: int, allowed: bool) -> None:
    """A tenth of a point, for a bye that is usually worth nothing."""
    played = event(["Z", "Z"], scoring=ScoringSystem(zero_point_bye=worth))
    rule = ByeRule.ANY_POINTS_WITHOUT_PLAYING
    before = derive_player_states(played, read_history(played), FloatRule.ANY_ROUND_NOT_PLAYED, rule)
    assert before.bye_allowed[1].tolist() == [allowed, allowed]


@pytest.mark.parametrize(("worth", "allowed"), [(29, True), (30, False), (31, False)])
def test_the_bye_is_barred_by_as_many_points_as_a_win_has(worth: int, allowed: bool) -> None:
    """C.04.1:4: scored without playing, by a forfeit as by a requested bye."""
    for word, scoring in (
        ("2w+", ScoringSystem(white_win=30, black_win=30, forfeit_win=worth)),
        ("F", ScoringSystem(white_win=30, black_win=30, full_point_bye=worth)),
    ):
        answer = "1b-" if word == "2w+" else "-"
        assert state([word, answer], scoring=scoring).bye_allowed[1, 0] == allowed
    won = ScoringSystem(white_win=30, black_win=30, forfeit_win=worth)
    assert state(["2w1", "1b0"], scoring=won).bye_allowed[1, 0]


@pytest.mark.parametrize(("worth", "float_"), [(9, 0), (10, 0), (11, 1)])
def test_an_unplayed_round_floats_by_more_points_than_a_loss_has(worth: int, float_: int) -> None:
    """1.4.3, where a loss is worth something."""
    scoring = ScoringSystem(white_win=30, black_win=30, white_loss=10, black_loss=10, half_point_bye=worth)
    assert state(["H", "-"], scoring=scoring).float_[0, 0] == float_


def test_virtual_points_are_added_for_their_rounds_and_gone_after_them() -> None:
    """C.04.7: they count for the pairing of these rounds and are in no score afterwards, but in the floats of these."""
    listed = VirtualPoints(points=10, first_round=1, last_round=2, players=frozenset({1}))
    before = state(["2w= 3b=", "1b= U", "U 1w="], virtual_points=(listed,))
    assert before.score.tolist() == [[10, 0, 0], [15, 5, 10], [10, 15, 15]]
    assert before.float_.tolist() == [[1, -1, 1], [1, 1, -1]]


def test_an_arrival_is_permanent() -> None:
    """Player by player, from the first round in which each was to be paired."""
    assert state(["- 2w= -", "3w= 1b= -", "2b= - H", "- - U"]).arrived.tolist() == [
        [False, True, True, False],
        [True, True, True, False],
        [True, True, True, True],
    ]


def test_forfeited_game_counts_neither_as_met_nor_for_colours() -> None:
    """C.04.2:3.4 and 3.5."""
    played = event(["2w+", "1b-"])
    history = read_history(played)
    assert not history.played.any()
    assert history.paired.all()
    assert state(["2w+", "1b-"]).colour_difference[1].tolist() == [0, 0]


def test_an_event_without_rounds_has_a_standing_before_round_1() -> None:
    """Everybody starts from nothing."""
    players = event(["", ""])
    before = derive_player_states(
        players, read_history(players), FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.WIN_WITHOUT_PLAYING
    )
    assert before.score.tolist() == [[0, 0]]
    assert np.all(before.bye_allowed)


def test_events_of_teams_are_refused() -> None:
    """Their rows are games of the matches that are paired."""
    with pytest.raises(UnsupportedEventError, match="team event"):
        read_history(event(["", ""], teams=(Team(number=1, name="One", players=(1, 2)),)))


def points_assigned(kind: str, tenths: int) -> AbnormalPoints:
    """Return a record 299 for the first round of player 1."""
    return AbnormalPoints(kind=kind, match_points=None, points=tenths, round_number=1, numbers=frozenset({1}))


@pytest.mark.parametrize(
    ("word", "points", "floats", "may_have_bye"),
    [
        ("H", (), 1, True),
        ("H", points_assigned("H", 0), 0, True),
        ("H", points_assigned("H", 10), 1, False),
        ("F", (), 1, False),
        ("F", points_assigned("F", 5), 1, True),
        ("Z", points_assigned("Z", 5), 1, True),
        ("Z", points_assigned("", 10), 0, True),
        ("H", points_assigned("", -5), 1, True),
    ],
)
def test_assigned_points_of_an_unplayed_round_are_scored_in_it(
    word: str, points: AbnormalPoints | tuple[()], floats: int, may_have_bye: bool
) -> None:
    """1.4.3 and C.04.1:4 ask for the points of the round; a bonus or a penalty is not scored in a round (TRF 299)."""
    before = state([word, "-"], abnormal_points=(points,) if points else ())
    assert before.float_[0, 0] == floats
    assert before.bye_allowed[1, 0] == may_have_bye


def test_a_standing_is_derived_once_for_all_readings_of_a_round() -> None:
    """Every round is paired by other readings, too; only those that change its definitions have another standing."""
    played = event(["2w1 3b1", "1b0 5w=", "4w1 1w0", "3b0 U", "U 2b="])
    prepared = engine_for("dubov-1997").open(played)
    standings = {change.note.identifier: other.player_states for change, other in prepared.apply_each_variant(2)}
    assert standings["DUBOV97-EXCHANGE"] is prepared.player_states
    assert standings["DUBOV97-BYE-POINT"] is not prepared.player_states
