from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items
from support.trf import engine_pairs

from random_tournaments.plan import Acceleration, EventPlan, Rates
from random_tournaments.random_plans import draw_plan
from random_tournaments.simulation import compute_ranks, play
from reference_engines.frame.results import NoLegalPairingError, PairingError, RoundPairing
from standings.codes import parse_list
from tournaments.model import ABSENT, Colour, Event, Result, ScoringSystem

if TYPE_CHECKING:
    from collections.abc import Callable

    Player = Callable[[EventPlan, int], Event]


def results(event: Event) -> list[Result]:
    """Return the results of all players in all rounds."""
    return [entry.result for player in event.players for entry in player.rounds]


@pytest.fixture
def events(played: Player) -> list[Event]:
    """A mixed batch."""
    return [played(draw_plan(random.Random(seed)), seed) for seed in range(60)]


def test_the_same_seed_plays_the_same_event(played: Player) -> None:
    """Nothing but the generator that is passed in decides."""
    plan = draw_plan(random.Random(12))
    assert played(plan, 5) == played(plan, 5)
    assert played(plan, 5) != played(plan, 6)


def test_every_round_is_recorded_from_both_sides(events: list[Event]) -> None:
    """Opponents name each other with opposite colours; a player without one has a bye."""
    for event in require_items(events):
        entries = {player.tpn: player.rounds for player in event.players}
        for tpn, rounds in require_items(entries.items()):
            assert len(rounds) == event.rounds_recorded
            for number, entry in enumerate(rounds):
                if entry.opponent is None:
                    assert entry.result.is_bye
                    assert entry.colour is None
                else:
                    mirrored = entries[entry.opponent][number]
                    assert mirrored.opponent == tpn
                    assert {entry.colour, mirrored.colour} == {Colour.WHITE, Colour.BLACK}


def test_at_most_one_bye_of_a_round_is_allocated_by_the_pairing(events: list[Event]) -> None:
    """And only when the number of those present is odd."""
    for event in require_items(events):
        for number in require_items(range(event.rounds_recorded)):
            entries = [player.rounds[number] for player in event.players]
            allocated = sum(entry.result is Result.PAIRING_ALLOCATED_BYE for entry in entries)
            assert allocated == sum(entry.was_paired for entry in entries) % 2


def test_points_and_ranks_follow_from_the_results(events: list[Event]) -> None:
    """Ranks descend by points; who is equal in points and tie-breaks shares the better one."""
    for event in require_items(events):
        for player in event.players:
            assert player.points == sum(event.scoring.points(entry) for entry in player.rounds)
        standings = sorted(event.players, key=lambda player: player.rank or 0)
        assert all((player.rank or 0) <= place for place, player in enumerate(standings, start=1))
        assert all(two.rank in (one.rank, place) for place, (one, two) in enumerate(pairwise(standings), start=2))
        assert all((better.points or 0) >= (worse.points or 0) for better, worse in pairwise(standings))


def test_players_are_numbered_by_rating(events: list[Event]) -> None:
    """TPN 1 is the highest rated player."""
    for event in require_items(events):
        ratings = [player.rating or 0 for player in event.players]
        assert ratings == sorted(ratings, reverse=True)
        assert [player.tpn for player in event.players] == list(range(1, len(ratings) + 1))


def test_an_event_says_what_was_planned(played: Player) -> None:
    """The frame of the plan stands in the event."""
    scoring = ScoringSystem(pairing_allocated_bye=5)
    plan = EventPlan(
        players=7,
        rounds=3,
        initial_colour=Colour.BLACK,
        scoring=scoring,
        forbidden_groups=(2, 3),
        system_code="FIDE_DUTCH_2017",
        name="Open",
    )
    event = played(plan, 1)
    assert (event.rounds_declared, event.initial_colour, event.scoring) == (3, Colour.BLACK, scoring)
    assert (event.system.code, event.name, event.virtual_points) == ("FIDE_DUTCH_2017", "Open", ())
    assert [len(group.players) for group in event.forbidden] == [2, 3]


def test_baku_acceleration_is_declared_and_not_listed(played: Player) -> None:
    """It follows from field 192."""
    event = played(EventPlan(players=8, rounds=3, acceleration=Acceleration.BAKU), 1)
    assert event.system.code == "FIDE_DUTCH_2026_BAKU"
    assert event.virtual_points == ()


def test_listed_virtual_points_never_overlap(played: Player) -> None:
    """Each player has one value in each round, so the order of the list does not matter."""
    for seed in range(40):
        event = played(EventPlan(players=9, rounds=6, acceleration=Acceleration.LISTED), seed)
        cells = [
            (number, tpn)
            for entry in event.virtual_points
            for number in range(entry.first_round, entry.last_round + 1)
            for tpn in entry.players
        ]
        assert cells
        assert len(cells) == len(set(cells))
        assert {number for number, _ in cells} <= set(range(1, 6))


@pytest.mark.parametrize(
    ("rates", "result"),
    [
        (Rates(half_point_bye=0.1), Result.HALF_POINT_BYE),
        (Rates(full_point_bye=0.1), Result.FULL_POINT_BYE),
        (Rates(zero_point_bye=0.1), Result.ZERO_POINT_BYE),
    ],
)
def test_rates_of_byes_are_respected(played: Player, rates: Rates, result: Result) -> None:
    """One in ten players of a round, within four standard deviations; no other bye is requested."""
    event = played(EventPlan(players=100, rounds=9, rates=rates), 17)
    assert event.rounds_recorded == 9
    requested = [found for found in results(event) if found.is_requested_bye]
    assert set(requested) == {result}
    assert len(requested) == pytest.approx(90, abs=4 * (900 * 0.1 * 0.9) ** 0.5)


def test_a_withdrawn_player_does_not_return(played: Player) -> None:
    """Absence lasts to the end, and the share of players who stay fits the rate over eight rounds."""
    event = played(EventPlan(players=200, rounds=9, rates=Rates(withdrawal=0.05)), 4)
    stayed = 0
    for player in event.players:
        assert player.rounds[0] != ABSENT
        away = [entry == ABSENT for entry in player.rounds]
        assert away == sorted(away)
        stayed += not any(away)
    assert stayed / 200 == pytest.approx(0.95**8, abs=0.14)


def test_late_entries_are_absent_until_they_arrive(played: Player) -> None:
    """They arrive in one of the rounds 2 to 4, and stay."""
    event = played(EventPlan(players=200, rounds=6, rates=Rates(late_entry=0.3)), 4)
    late = 0
    for player in event.players:
        away = [entry == ABSENT for entry in player.rounds]
        assert away == sorted(away, reverse=True)
        assert sum(away) <= 3
        late += away[0]
    assert late / 200 == pytest.approx(0.3, abs=4 * (0.3 * 0.7 / 200) ** 0.5)


def test_without_rates_all_play_every_round(played: Player) -> None:
    """Rates left out are zero."""
    event = played(EventPlan(players=20, rounds=7), 2)
    assert set(results(event)) == {Result.WIN, Result.DRAW, Result.LOSS}


def test_the_pairer_sees_the_byes_of_the_round_and_the_rounds_before_it() -> None:
    """The pairer gets an event in progress."""
    seen = []

    def watch(event: Event, number: int) -> RoundPairing:
        seen.append((number, event.rounds_recorded, [bye.round_number for bye in event.requested_byes]))
        raise NoLegalPairingError("enough")

    event = play(EventPlan(players=30, rounds=3, rates=Rates(half_point_bye=0.5)), watch, random.Random(1))
    assert seen == [(1, 0, [1] * len(event.requested_byes))]
    assert 0 < len(event.requested_byes) < 30


def test_an_event_ends_early_when_no_opponents_are_left(played: Player) -> None:
    """Four players can meet three times; the round that could not be paired is announced and not recorded."""
    event = played(EventPlan(players=4, rounds=9), 1)
    assert event.rounds_declared == 9
    assert 1 <= event.rounds_recorded <= 3


def test_an_event_ends_early_when_fewer_than_two_players_are_there(played: Player) -> None:
    """Nobody is asked to pair a round without a game."""
    event = played(EventPlan(players=6, rounds=9, rates=Rates(zero_point_bye=1.0)), 1)
    assert event.rounds_recorded == 0
    assert len(event.requested_byes) == 6


def test_other_failures_of_the_pairer_are_passed_on() -> None:
    """A pairer that breaks does not end an event quietly."""

    def broken(_event: Event, _number: int) -> RoundPairing:
        raise PairingError("out of order")

    with pytest.raises(PairingError, match="out of order"):
        play(EventPlan(players=6, rounds=9), broken, random.Random(1))


def test_a_list_with_points_in_it_is_record_212() -> None:
    """Points do not come first there, and the ranks follow."""
    plan = EventPlan(players=8, rounds=3, tie_breaks=parse_list("WIN,PTS,BH"))
    event = play(plan, engine_pairs, random.Random(1))

    assert dict(event.headers)["212"] == "WIN,PTS,BH"
    assert "202" not in dict(event.headers)
    assert {player.tpn: player.rank for player in event.players} == compute_ranks(event, plan.tie_breaks)
