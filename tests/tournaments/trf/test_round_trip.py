"""Writing and reading again: nothing is lost but what a dialect cannot hold."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.strategies import events, team_events, teams

from tournaments import LineEnd, parse_event, write_trf16, write_trf26, write_trfx
from tournaments.model import DeclaredSystem, Dialect, Event, ScoringSystem

WRITERS = (write_trf16, write_trfx, write_trf26)
examples = settings(max_examples=40)


def read(text: str) -> Event:
    """Read what must be readable, whatever its dialect."""
    reading = parse_event(text)
    assert reading.event is not None, [str(problem) for problem in reading.problems]
    return replace(reading.event, dialect=Dialect.TRF16)


@examples
@given(events())
def test_an_event_written_as_trf26_is_read_again_as_it_was(event: Event) -> None:
    """TRF26 holds everything."""
    assert read(write_trf26(event)) == event


@examples
@given(events())
def test_an_event_written_for_engines_is_read_again_as_it_was(event: Event) -> None:
    """TRF(x) loses the code of a system that bbpPairings 6 does not know, and points of unknown results."""
    known = event.system.code in ("FIDE_DUTCH", "FIDE_DUTCH_2025", "FIDE_BURSTEIN")
    expected = replace(
        event,
        system=event.system if known else DeclaredSystem(text=event.system.text or event.system.code),
        scoring=replace(event.scoring, pending=event.scoring.white_draw),
    )
    assert read(write_trfx(event)) == expected


@examples
@given(events())
def test_an_event_written_as_trf16_is_read_again_except_for_what_trf16_has_no_record_for(event: Event) -> None:
    """Players, their rounds, the byes of the next round, headers of 2016 and comments remain."""
    next_round = event.rounds_recorded + 1
    byes = tuple(bye for bye in event.requested_byes if bye.round_number == next_round)
    expected = Event(
        players=tuple(sorted(event.players, key=lambda player: player.tpn)),
        rounds_recorded=event.rounds_recorded,
        name=event.name,
        city=event.city,
        federation=event.federation,
        start=event.start,
        end=event.end,
        arbiter=event.arbiter,
        headers=tuple(header for header in event.headers if header[0] <= "132"),
        system=DeclaredSystem(text=event.system.text or event.system.code),
        requested_byes=byes if len(byes) < len(event.players) else (),
        declarations=event.declarations,
        unknown_records=event.unknown_records,
    )
    assert read(write_trf16(event)) == expected


@examples
@given(events(), st.sampled_from(WRITERS), st.sampled_from(LineEnd))
def test_writing_what_was_read_from_what_was_written_changes_nothing(event: Event, write, line_end: LineEnd) -> None:  # noqa: ANN001 - one of three functions
    """Write, read, write is a fixpoint, with every line end."""
    text = write(event, line_end=line_end)
    assert write(read(text), line_end=line_end) == text


@examples
@given(events(), st.data())
def test_teams_are_kept_by_trf26(event: Event, data: st.DataObject) -> None:
    """All of what the model says of teams, in an event of individuals."""
    listed = data.draw(teams(tuple(sorted(player.tpn for player in event.players))))
    with_teams = replace(event, teams=listed, system=DeclaredSystem(code="FIDE_DUTCH"))
    assert read(write_trf26(with_teams)) == with_teams


@examples
@given(team_events(), st.sampled_from((write_trf26, write_trfx)))
def test_records_of_teams_are_kept_by_trf26_and_for_engines(event: Event, write) -> None:  # noqa: ANN001 - one of two functions
    """Line-ups, byes, forfeited matches, points and colours of matches, virtual points and prohibitions of teams."""
    assert read(write(event)) == event


@examples
@given(events(), st.data())
def test_trf16_keeps_names_and_players_of_teams(event: Event, data: st.DataObject) -> None:
    """Points, ranks and nicknames of teams have no place in record 013."""
    listed = data.draw(teams(tuple(sorted(player.tpn for player in event.players))))
    text = write_trf16(replace(event, teams=listed, system=DeclaredSystem(text="Individual: Swiss")))
    assert [(team.name, team.players) for team in read(text).teams] == [(team.name, team.players) for team in listed]


@pytest.mark.parametrize("write", WRITERS)
def test_blank_points_and_ranks_are_filled_in(write) -> None:  # noqa: ANN001 - one of three functions
    """Values missing in the model are computed for the file: points, then the ranking by points."""
    rows = [
        f"{'001    1      Arends':<89}     2 w 0  0000 - U",
        f"{'001    2      Bakker':<89}     1 b 1  0000 - H",
    ]
    event = read("\n".join(rows))
    assert [(player.points, player.rank) for player in event.players] == [(None, None), (None, None)]
    players = read(write(event)).players
    assert [(player.points, player.rank) for player in players] == [(10, 2), (15, 1)]


def test_the_standard_scoring_is_not_written() -> None:
    """Record 162 stands only where values differ from the standard."""
    text = write_trf26(Event(players=(), rounds_recorded=0, scoring=ScoringSystem()))
    assert "\n162" not in text
