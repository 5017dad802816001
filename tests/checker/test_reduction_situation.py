"""Players and rounds taken out of an event: what is left fits together."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest
from support.events import event
from support.loops import require_items
from support.reduction import events

from checker.planting import recorded_pairing
from checker.reduction.passes import Mending, without_players
from checker.reduction.situation import Situation, as_paired, reduced_to, situation_of, without_rounds
from reference_engines.frame.results import Pair, RoundPairing
from tournaments.games import settle_games
from tournaments.model import AbnormalPoints, Colour, ForbiddenGroup, RequestedBye, Result, VirtualPoints


def faults_of(situation: Situation) -> list[str]:
    """Return the faults: numbers, contradictory rows, repeated games, points, byes of even numbers."""
    before = situation.before
    found = []
    if [player.tpn for player in before.players] != list(range(1, len(before.players) + 1)):
        found.append("numbers")
    if settle_games(before) is not before:
        found.append("rows")
    for player in before.players:
        met = [entry.opponent for entry in player.rounds if entry.was_played]
        if len(met) != len(set(met)):
            found.append(f"{player.tpn} plays an opponent twice")
        if player.points != sum(map(before.scoring.points, player.rounds)):
            found.append(f"points of {player.tpn}")
    for index in range(before.rounds_recorded):
        entries = [player.rounds[index] for player in before.players]
        byes = [entry for entry in entries if entry.result is Result.PAIRING_ALLOCATED_BYE]
        if len(byes) > sum(1 for entry in entries if entry.was_paired) % 2:
            found.append(f"bye of round {index + 1}")
    return found


@pytest.mark.parametrize("mending", list(Mending))
def test_any_players_can_be_taken_out(mending: Mending) -> None:
    """After any removal the remaining rounds fit together."""
    chance = random.Random(1)
    for played in require_items(islice(events(players=11), 6)):
        situation = situation_of(played, 5, asks=True)
        for _ in range(12):
            gone = chance.sample(range(1, 12), chance.randint(1, 8))
            assert faults_of(without_players(situation, gone, mending)) == []


def test_players_who_lost_their_opponents_play_each_other() -> None:
    """With the colours and results that they had, if they fit."""
    situation = Situation(before=event(("5w1", "6b0", "4w=", "3b=", "1b0", "2w1")))
    rows = without_players(situation, (5, 6), Mending.PLAY_IF_ALIKE).before.players
    assert (rows[0].rounds[0].opponent, rows[0].rounds[0].colour, rows[0].rounds[0].result) == (
        2,
        Colour.WHITE,
        Result.WIN,
    )


@pytest.mark.parametrize(
    ("mending", "results"),
    [(Mending.PLAY_IF_ALIKE, "FF"), (Mending.REST, "FF"), (Mending.PLAY, "10")],
)
def test_players_who_cannot_keep_their_results_rest_if_they_may(mending: Mending, results: str) -> None:
    """Both had won: one has to lose for them to play each other."""
    situation = Situation(before=event(("5w1", "6b1", "4w=", "3b=", "1b0", "2w0")))
    rows = without_players(situation, (5, 6), mending).before.players
    assert "".join(row.rounds[0].result.value for row in rows[:2]) == results


def test_two_who_have_met_do_not_meet_again() -> None:
    """Left alone together in a round, they rest."""
    situation = Situation(before=event(("2w1 3b1", "1b0 4w0", "4w= 1w0", "3b= 2b1")))
    rows = without_players(situation, (3, 4), Mending.PLAY).before.players
    assert rows[0].rounds[0].opponent == 2
    assert rows[0].rounds[1].opponent is None


def test_records_follow_the_numbers() -> None:
    """Byes, virtual points and forbidden pairs are of the same players under their new numbers."""
    before = event(
        ("", "", "", ""),
        requested_byes=(RequestedBye(round_number=1, tpn=4, result=Result.HALF_POINT_BYE),),
        virtual_points=(VirtualPoints(points=10, first_round=1, last_round=1, players=frozenset((1, 3))),),
        forbidden=(ForbiddenGroup(players=frozenset((1, 2))), ForbiddenGroup(players=frozenset((3, 4)))),
    )
    fewer = without_players(Situation(before=before), (1,), Mending.PLAY).before
    assert [bye.tpn for bye in fewer.requested_byes] == [3]
    assert [group.players for group in fewer.virtual_points] == [frozenset((2,))]
    assert [group.players for group in fewer.forbidden] == [frozenset((2, 3))]


def test_only_whole_recorded_pairs_go() -> None:
    """With a recorded pairing the two players of a pair are one unit; an unpaired player is a unit alone."""
    situation = Situation(before=event(("", "", "", "")), recorded=RoundPairing(pairs=(Pair(1, 3),), bye=2))
    assert set(situation.units) == {frozenset((1, 3)), frozenset((2,)), frozenset((4,))}
    fewer = without_players(situation, (2,), Mending.PLAY)
    assert fewer.recorded == RoundPairing(pairs=(Pair(1, 2),), bye=None)


def test_rounds_go_with_what_is_said_of_them() -> None:
    """Without round 2, what held to round 3 holds to round 2; what was for round 2 alone is gone."""
    before = event(
        ("2w1 3b1 4w1", "1b0 4w0 3b=", "4w= 1w0 2w=", "3b= 2b1 1b0"),
        rounds_declared=7,
        requested_byes=(RequestedBye(round_number=4, tpn=4, result=Result.HALF_POINT_BYE),),
        virtual_points=(
            VirtualPoints(points=10, first_round=1, last_round=3, players=frozenset((1,))),
            VirtualPoints(points=5, first_round=2, last_round=2, players=frozenset((2,))),
        ),
        forbidden=(ForbiddenGroup(players=frozenset((1, 2)), first_round=3),),
    )
    fewer = without_rounds(Situation(before=before), (2,)).before
    assert (fewer.rounds_recorded, fewer.rounds_declared) == (2, 6)
    assert fewer.requested_byes[0].round_number == 3
    assert [(one.first_round, one.last_round) for one in fewer.virtual_points] == [(1, 2)]
    assert fewer.forbidden[0].first_round == 2
    assert [player.points for player in fewer.players] == [20, 5, 10, 5]


def points_assigned(tenths: int, number: int | None, *players: int) -> AbnormalPoints:
    """Return a record 299 that adds points."""
    return AbnormalPoints(kind="", match_points=None, points=tenths, round_number=number, numbers=frozenset(players))


def test_assigned_points_follow_the_players_and_rounds_that_stay() -> None:
    """A penalty goes with its only player or its round; what concerns all players in all rounds stays (TRF 299)."""
    before = event(
        ("2w1 3b1 4w1", "1b0 4w0 3b=", "4w= 1w0 2w=", "3b= 2b1 1b0"),
        abnormal_points=(points_assigned(-5, 3, 1, 2), points_assigned(20, 2, 3), points_assigned(5, None)),
    )
    fewer = without_rounds(Situation(before=before), (2,)).before
    assert fewer.abnormal_points == (points_assigned(-5, 2, 1, 2), points_assigned(5, None))
    assert [player.points for player in fewer.players] == [20, 5, 15, 10]
    rows = {3: before.players[2].rounds, 2: before.players[1].rounds, 4: before.players[3].rounds}
    rows = {tpn: tuple(entry for entry in row if entry.opponent != 1) for tpn, row in rows.items()}
    fewer = reduced_to(Situation(before=replace(before, rounds_recorded=2)), rows).before
    assert fewer.abnormal_points == (
        points_assigned(-5, 3, 1),
        points_assigned(20, 2, 2),
        points_assigned(5, None),
    )
    assert [player.points for player in fewer.players] == [10, 35, 20]


def test_a_round_is_recorded_as_it_was_paired() -> None:
    """The new round has the given pairs and bye, and the byes requested for it."""
    played = next(events(players=9))
    situation = situation_of(played, 3, asks=False)
    assert situation.recorded is not None
    again = as_paired(situation.before, situation.recorded)
    assert recorded_pairing(again, 3) == recorded_pairing(played, 3)
    away = {player.tpn for player in played.players if not player.rounds[2].was_paired}
    assert {player.tpn for player in again.players if not player.rounds[2].was_paired} == away


def test_an_earlier_round_is_not_taken_for_the_last() -> None:
    """Where no number of rounds is declared, there are at least those that are recorded."""
    played = replace(next(events(players=8)), rounds_declared=None)
    assert situation_of(played, 3, asks=True).before.rounds_declared == 6
    assert situation_of(played, 6, asks=True).before.rounds_declared is None
