"""Players who are absent in one round alone are named where it matters: beside a wrong pairing, and beside a bye."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.trf import engine_pairs, with_exchanged_opponents

from checker.check import check_event
from checker.findings import EventHeader, RoundFinding
from checker.verdicts.verdict import Verdict
from random_tournaments.plan import EventPlan
from random_tournaments.simulation import play
from tournaments.model import ABSENT, Colour, RequestedBye, Result, RoundEntry

if TYPE_CHECKING:
    from tournaments.model import Event

ROUNDS = 4
MISTAKE = "if that is a mistake in the file, another pairing is right."


def played_without(absences: dict[int, tuple[int, ...]], result: Result = Result.ZERO_POINT_BYE) -> Event:
    """Play an event of ten players in which some are not paired, by round."""
    rng = random.Random(4)
    event = play(EventPlan(players=10, rounds=1, name="Club evening"), engine_pairs, rng)
    event = replace(event, rounds_recorded=0, rounds_declared=ROUNDS)
    event = replace(event, players=tuple(replace(player, rounds=()) for player in event.players))
    for number in range(1, ROUNDS + 1):
        byes = tuple(RequestedBye(round_number=number, tpn=tpn, result=result) for tpn in absences.get(number, ()))
        event = next_round(replace(event, requested_byes=byes), number, rng)
    return replace(event, requested_byes=())


def next_round(event: Event, number: int, rng: random.Random) -> Event:
    """Pair and play a round."""
    pairing = engine_pairs(event, number)
    entries: dict[int, RoundEntry] = {bye.tpn: replace(ABSENT, result=bye.result) for bye in event.requested_byes}
    for pair in pairing.pairs:
        results = rng.choice([(Result.WIN, Result.LOSS), (Result.DRAW, Result.DRAW), (Result.LOSS, Result.WIN)])
        for tpn, opponent, colour, result in zip(
            (pair.white, pair.black), (pair.black, pair.white), Colour, results, strict=True
        ):
            entries[tpn] = RoundEntry(opponent, colour, result)
    if pairing.bye is not None:
        entries[pairing.bye] = replace(ABSENT, result=Result.PAIRING_ALLOCATED_BYE)
    players = tuple(replace(one, rounds=(*one.rounds, entries[one.tpn]), points=None) for one in event.players)
    return replace(event, players=players, rounds_recorded=number)


def checked(event: Event) -> tuple[EventHeader, list[RoundFinding]]:
    """Check an event."""
    header, *findings = check_event(event)
    assert isinstance(header, EventHeader)
    return header, [one for one in findings if isinstance(one, RoundFinding)]


def notes_of(event: Event) -> list[str]:
    """Return the notes on byes."""
    return [note for note in checked(event)[0].notes if "in this round alone" in note]


def test_a_bye_that_depends_on_an_absence_gets_a_note() -> None:
    """The round is right as the file has it, and stays right."""
    header, findings = checked(played_without({3: (7,)}))
    assert {finding.verdict for finding in findings} == {Verdict.AGREE}
    (note,) = [note for note in header.notes if "alone" in note]
    assert note.startswith("Round 3: ")
    assert note.endswith("(7) is absent in this round alone. With one more player the round would have had no bye.")


@pytest.mark.parametrize(
    ("absences", "result"),
    [
        ({}, Result.ZERO_POINT_BYE),
        ({2: (7,), 3: (7,)}, Result.ZERO_POINT_BYE),
        ({3: (7, 8)}, Result.ZERO_POINT_BYE),
        ({3: (7,)}, Result.HALF_POINT_BYE),
    ],
    ids=["nobody", "two rounds", "two players, and no bye", "a bye that was asked for"],
)
def test_other_absences_get_none(absences: dict[int, tuple[int, ...]], result: Result) -> None:
    """Absent in several rounds, or in a round without a bye, or with half a point."""
    assert notes_of(played_without(absences, result)) == []


@pytest.mark.parametrize("players", [(7,), (7, 8)])
def test_a_wrong_round_names_who_is_absent_in_it_alone(players: tuple[int, ...]) -> None:
    """It stays wrong: a doubt is not an excuse."""
    event = with_exchanged_opponents(played_without({ROUNDS: players}))
    finding = checked(event)[1][-1]
    assert finding.verdict in (Verdict.WORSE, Verdict.LATER_IN_ORDER, Verdict.ILLEGAL)
    assert finding.hint.endswith(MISTAKE)
    assert all(f"({tpn})" in finding.hint.rpartition("alone")[2] for tpn in players)


def test_a_wrong_round_without_such_a_player_names_no_player() -> None:
    """The absence was in another round."""
    event = with_exchanged_opponents(played_without({2: (7,)}))
    finding = checked(event)[1][-1]
    assert finding.verdict in (Verdict.WORSE, Verdict.LATER_IN_ORDER, Verdict.ILLEGAL)
    assert "alone" not in finding.hint
