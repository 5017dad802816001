"""Each pass alone: what it takes away, how many candidates it makes, and that they are the same every time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import event
from support.loops import require_items
from support.reduction import beginning_of, rules

from checker.reduction import features
from checker.reduction.passes import LARGE, with_scores
from checker.reduction.search import PASSES
from checker.reduction.situation import Situation, simplicity_of, without_rounds
from tournaments.games import settle_games
from tournaments.model import (
    DeclaredSystem,
    ForbiddenGroup,
    RequestedBye,
    Result,
    ScoringSystem,
    VirtualPoints,
)

TWO_ROUNDS = ("2w= 3b=", "1b= 4w=", "4w= 1w=", "3b= 2b=")
FROM_1_TO_2 = VirtualPoints(points=10, first_round=1, last_round=2, players=frozenset((1,)))
IN_ROUND_3 = VirtualPoints(points=5, first_round=3, last_round=3, players=frozenset((2,)))


@pytest.mark.parametrize("reduction_pass", PASSES, ids=lambda made: made.name)
def test_a_pass_makes_sound_candidates_the_same_every_time(reduction_pass) -> None:  # noqa: ANN001 - a pass
    """Rows fit together, there are not too many of them, and asked again it makes the same ones."""
    shown = beginning_of("pair_without_c14").shown
    candidates = list(reduction_pass.candidates(shown, rules()))
    assert candidates == list(reduction_pass.candidates(shown, rules()))
    assert len(candidates) <= 700
    for candidate in candidates:
        assert settle_games(candidate.before) is candidate.before
        assert all(len(player.rounds) == candidate.before.rounds_recorded for player in candidate.before.players)


@pytest.mark.parametrize(
    "reduction_pass",
    [made for made in LARGE if made.name in ("rounds", "leaps", "players")],
    ids=lambda made: made.name,
)
def test_a_large_pass_takes_players_or_rounds_away(reduction_pass) -> None:  # noqa: ANN001 - a pass
    """Every candidate is simpler than its origin."""
    shown = beginning_of("pair_without_c14").shown
    candidates = list(reduction_pass.candidates(shown, rules()))
    assert candidates
    assert all(simplicity_of(one.before) < simplicity_of(shown.situation.before) for one in candidates)


def _situations(feature: str, rows: tuple[str, ...] = TWO_ROUNDS, **declared: object) -> dict[str, Situation]:
    """Return the situations that the pass of a feature makes of an event, by their descriptions."""
    situation = Situation(before=event(rows, **declared))
    return {one.when: one.situation for one in features.FEATURES[feature](situation)}


@pytest.mark.parametrize("feature", list(features.FEATURES))
def test_there_is_nothing_to_take_from_a_plain_event(feature: str) -> None:
    """An event without the feature has no candidates of it."""
    assert _situations(feature) == {}


def test_byes_become_games() -> None:
    """Two who were away play each other; one who was alone has the bye; who asked for one is there."""
    requested = (RequestedBye(round_number=2, tpn=1, result=Result.ZERO_POINT_BYE),)
    told = _situations("byes", ("Z", "H", "4w=", "3b="), requested_byes=requested)
    assert told["when all players are there in the round"].before.requested_byes == ()
    played = told["when 1 and 2 play each other in round 1"].before.players
    assert [player.rounds[0].opponent for player in played] == [2, 1, 4, 3]
    alone = told["when 1 has the pairing-allocated bye in round 1"].before.players
    assert alone[0].rounds[0].result is Result.PAIRING_ALLOCATED_BYE


def test_no_player_is_called_back_into_a_recorded_pairing() -> None:
    """A player who is not in the recorded pairing cannot be paired in it."""
    requested = (RequestedBye(round_number=1, tpn=1, result=Result.ZERO_POINT_BYE),)
    situation = Situation(before=event(("", "", ""), requested_byes=requested))
    assert len(list(features.byes(situation))) == 2
    recorded = beginning_of("pair_without_c14").shown.event
    from checker.planting import recorded_pairing  # noqa: PLC0415 - for this test only

    carried = replace(situation, recorded=recorded_pairing(recorded, recorded.rounds_recorded))
    assert list(features.byes(carried)) == []


@pytest.mark.parametrize(("was", "becomes"), [("+-", "10"), ("-+", "01"), ("--", "=="), ("WL", "10"), ("DD", "==")])
def test_forfeits_become_games(was: str, becomes: str) -> None:
    """With the same winner; drawn where there was none."""
    told = _situations("forfeits", (f"2w{was[0]}", f"1b{was[1]}"))
    for situation in require_items(told.values()):
        assert "".join(player.rounds[0].result.value for player in situation.before.players) == becomes


def test_acceleration_goes_as_a_whole_or_by_entries() -> None:
    """The Baku acceleration, all virtual points, each entry."""
    assert list(_situations("acceleration", system=DeclaredSystem(code="FIDE_DUTCH_2026_BAKU"))) == [
        "without the Baku acceleration"
    ]
    told = _situations("acceleration", virtual_points=(FROM_1_TO_2, IN_ROUND_3))
    assert [len(situation.before.virtual_points) for situation in told.values()] == [0, 1, 1]


def test_prohibited_pairs_go_as_a_whole_by_groups_and_by_players() -> None:
    """All; a group; a player of a group of three, but not of one of two."""
    groups = (ForbiddenGroup(players=frozenset((1, 2, 3))), ForbiddenGroup(players=frozenset((3, 4))))
    told = _situations("prohibited pairs", forbidden=groups)
    assert list(told) == [
        "when no players are kept apart",
        "when 1, 2, 3 may meet",
        "when 1 may meet the others of 1, 2, 3",
        "when 2 may meet the others of 1, 2, 3",
        "when 3 may meet the others of 1, 2, 3",
        "when 3, 4 may meet",
    ]


def test_scoring_becomes_usual_as_a_whole_or_in_parts_and_points_follow() -> None:
    """A single odd value is changed by itself; several are changed together first."""
    told = _situations("scoring", ("U", "3w=", "2b="), scoring=ScoringSystem(pairing_allocated_bye=0))
    assert list(told) == ["when the pairing-allocated bye is worth 1.0"]
    assert [player.points for player in next(iter(told.values())).before.players] == [10, 5, 5]
    several = _situations("scoring", scoring=ScoringSystem(pairing_allocated_bye=0, half_point_bye=0))
    assert len(several) == 3


def test_games_become_drawn_all_together_by_rounds_and_one_by_one() -> None:
    """The largest change comes first."""
    told = _situations("results", ("2w1", "1b0", "4w0", "3b1"))
    assert list(told) == [
        "when every game is drawn",
        "when every game of round 1 is drawn",
        "when 1 and 2 draw in round 1",
        "when 4 and 3 draw in round 1",
    ]


@pytest.mark.parametrize("dropped", [(1,), (2,), (1, 2)])
def test_results_are_chosen_so_that_scores_keep_their_differences(dropped: tuple[int, ...]) -> None:
    """After fewer rounds the players stand no farther from their old differences than by dropping rounds only."""
    before = event(("2w1 3b1 4w1", "1b0 4w1 3b1", "4w0 1w0 2w0", "3b1 2b0 1b0"))
    shorter = without_rounds(Situation(before=before), dropped)
    scores = {player.tpn: player.points or 0 for player in Situation(before=before).before.players}
    scores = {player.tpn: sum(map(before.scoring.points, player.rounds)) for player in before.players}

    def apart(situation: Situation) -> int:
        points = {player.tpn: player.points or 0 for player in situation.before.players}
        differences = [points[tpn] - scores[tpn] for tpn in scores]
        return max(differences) - min(differences)

    chosen = list(with_scores(shorter, scores))
    assert min(map(apart, chosen)) <= apart(shorter)
    assert all(settle_games(one.before) is one.before for one in chosen)
