"""Byes and colours of teams that a file does not record, and what else they may have been."""

from __future__ import annotations

import pytest
from support.teams import event_of

from tournaments.model import Colour, DeclaredSystem, Event, RequestedBye, Result
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import (
    DoubtfulMatch,
    find_doubtful_byes,
    find_doubtful_matches,
    team_event,
    with_other_byes,
    with_reversed_colours,
)
from tournaments.teams.records import TeamAllocatedByes

THREE = ((1, 2), (3, 4), (5, 6))
PAB, ABSENT, FULL = (
    MatchResult.PAIRING_ALLOCATED_BYE,
    MatchResult.ZERO_POINT_BYE,
    MatchResult.FULL_POINT_BYE,
)


def played(letter: str, **records: object) -> Event:
    """Play two rounds: 1 meets 2 while 3 rests, 1 meets 3 while 2 rests."""
    rows = ("3w1 5b1", "4b= 6w=", f"1b0 {letter}", f"2w= {letter}", f"{letter} 1w0", f"{letter} 2b=")
    return event_of(THREE, rows, system=DeclaredSystem(text="Team"), **records)


def results_of_idle_team(event: Event) -> list[MatchResult]:
    """Return the results of the team without a match in both rounds."""
    teams = team_event(event).teams
    return [teams[2].rounds[0].result, teams[1].rounds[1].result]


@pytest.mark.parametrize(("letter", "otherwise"), [("Z", ABSENT), ("+", FULL)])
def test_a_bye_that_is_not_written_may_have_been_another(letter: str, otherwise: MatchResult) -> None:
    """Every one by itself, or all of them; those that are kept do not change with the others."""
    event = played(letter)
    first, second = find_doubtful_byes(event)
    assert (first.round_number, first.tpn, second.round_number, second.tpn) == (1, 3, 2, 2)
    assert results_of_idle_team(event) == [PAB, PAB]
    assert results_of_idle_team(with_other_byes(event, (first,))) == [otherwise, PAB]
    assert results_of_idle_team(with_other_byes(event, (second,))) == [PAB, otherwise]
    assert results_of_idle_team(with_other_byes(event, (first, second))) == [otherwise, otherwise]
    assert results_of_idle_team(with_other_byes(event, ())) == [PAB, PAB]


@pytest.mark.parametrize("letter", ["U", "H", "F"])
def test_a_bye_that_is_written_is_not_doubtful(letter: str) -> None:
    """A letter of 2016 says what it is."""
    assert find_doubtful_byes(played(letter)) == ()


def test_a_bye_on_record_is_not_doubtful() -> None:
    """320 for the allocated bye, 240 for another."""
    assert find_doubtful_byes(played("Z", team_allocated_byes=TeamAllocatedByes(teams=(3, 2)))) == ()
    recorded = RequestedBye(round_number=1, tpn=3, result=Result.HALF_POINT_BYE)
    assert find_doubtful_byes(played("Z", team_byes=(recorded,))) == ()


@pytest.mark.parametrize(
    ("rows", "is_doubtful"),
    [
        (("4w1", "3b1", "2w0", "1b0"), True),  # 1-4 is on the first board of one list, 2-3 on that of the other
        (("3w1", "4b1", "1b0", "2w0"), False),
        (("4w1", "3w1", "2b0", "1b0"), False),  # which it is does not matter
    ],
)
def test_colours_are_doubtful_where_the_lists_differ(rows: tuple[str, ...], is_doubtful: bool) -> None:
    """On the first board, with other colours; reversed, both teams have the other colour."""
    event = team_event(event_of(((1, 2), (3, 4)), rows))
    match = DoubtfulMatch(round_number=1, white=1, black=2)
    assert find_doubtful_matches(event) == ((match,) if is_doubtful else ())
    entries = [team.rounds[0] for team in with_reversed_colours(event, (match,)).teams]
    assert [entry.colour for entry in entries] == [Colour.BLACK, Colour.WHITE]
    assert with_reversed_colours(event, ()) == event
