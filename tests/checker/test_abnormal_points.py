"""Points of record 299 count in the score by which players are paired, from the round to which they belong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import event

from random_tournaments.axes import PLAIN, Span
from random_tournaments.event_batch import Batch
from reference_engines.definitions.history import read_history
from reference_engines.frame.systems import engine_for
from tournaments.model import AbnormalPoints, Event, Result, RoundEntry
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

SYSTEMS = (
    *("dutch-2026", "dutch-2017", "dutch-2013", "dubov-2026", "dubov-1997", "burstein-2018", "lim-2026", "clock-2012"),
    "simple-2018",
)


def assigned(kind: str, tenths: int, number: int | None, *players: int) -> AbnormalPoints:
    """Return a record 299 of players."""
    return AbnormalPoints(kind=kind, match_points=None, points=tenths, round_number=number, numbers=frozenset(players))


def played(system: str) -> Event:
    """Play five rounds of 15 players."""
    axes = replace(PLAIN, players=Span(15, 15), rounds=Span(5, 5))
    return Batch(seed=8, axes=axes, system=system).play(0).event


def with_result(event: Event, tpn: int, number: int, result: Result) -> Event:
    """Return the event with another result of one player in one round."""

    def changed(rounds: tuple[RoundEntry, ...]) -> tuple[RoundEntry, ...]:
        return (*rounds[: number - 1], replace(rounds[number - 1], result=result), *rounds[number:])

    return replace(
        event,
        players=tuple(replace(one, rounds=changed(one.rounds)) if one.tpn == tpn else one for one in event.players),
    )


def winner_of_round(event: Event, number: int) -> int:
    """Return the first player who won a game in a round."""
    return next(one.tpn for one in event.players if one.rounds[number - 1].result is Result.WIN)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("kind", ["", "W"])
def test_an_event_is_paired_by_assigned_points(system: str, kind: str) -> None:
    """A win that is worth half a point, by a penalty or by another value, is paired as a draw is; else it is not."""
    event = played(system)
    winner = winner_of_round(event, 2)
    drawn = engine_for(system).open(with_result(event, winner, 2, Result.DRAW))
    fined = engine_for(system).open(replace(event, abnormal_points=(assigned(kind, -5 if not kind else 5, 2, winner),)))
    won = engine_for(system).open(event)
    for number in (3, 4, 5):
        assert fined.round(number).expected() == drawn.round(number).expected()
    assert any(fined.round(number).expected() != won.round(number).expected() for number in (3, 4, 5))
    assert fined.round(2).expected() == won.round(2).expected()


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (assigned("", -5, 2, 1), [0, 10, 15, 15]),
        (assigned("", -5, None, 1), [0, 5, 15, 15]),
        (assigned("", -5, 2), [0, 10, 15, 15]),
        (assigned("", -5, 4, 1), [0, 10, 20, 20]),
        (assigned("", -25, 1, 1), [0, -15, -5, -5]),
        (assigned("W", 5, None, 1), [0, 5, 10, 10]),
        (assigned("W", 5, 1, 1), [0, 5, 15, 15]),
        (assigned("L", 5, None, 1), [0, 10, 20, 25]),
        (assigned("W", 5, None, 2), [0, 10, 20, 20]),
    ],
)
def test_the_score_changes_from_the_round_of_the_record_on(points: AbnormalPoints, expected: list[int]) -> None:
    """Player 1 won twice, and lost the third game."""
    fined = four_players(points)
    assert read_history(fined).score[:, 0].tolist() == expected
    again = parse_event(write_trf26(fined).encode(), source="test").event
    assert again is not None
    assert again.abnormal_points == (points,)
    assert read_history(again).score[:, 0].tolist() == expected


def four_players(*points: AbnormalPoints) -> Event:
    """Return an event of four players and three rounds, with records 299."""
    return event(
        ["2w1 3b1 4w0", "1b0 4w1 3b1", "4w1 1w0 2w0", "3b0 2b0 1b1"], abnormal_points=points, rounds_declared=5
    )


def test_the_last_of_two_records_for_a_result_prevails() -> None:
    """Both give a win another value."""
    both = (assigned("W", 5, None), assigned("W", 20, 1, 1))
    assert read_history(four_players(*both)).score[-1].tolist() == [25, 10, 5, 5]
    assert read_history(four_players(*reversed(both))).score[-1].tolist() == [10, 10, 5, 5]
