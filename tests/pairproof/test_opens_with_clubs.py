"""Opens that list clubs, and team events that do not say that they are any: who is judged, players or teams."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pairproof.cli.main import main
from random_tournaments.axes import Axes, Span
from random_tournaments.event_batch import Batch
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from tournaments import ProblemCode, parse_event
from tournaments.model import DeclaredSystem
from tournaments.teams.records import Team
from tournaments.trf.writing import write_trf16

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.model import Event

SEEDS = range(12)
OPENS = Batch(seed=5, axes=Axes(players=Span(12, 40), rounds=Span(4, 7)))
OF_TEAMS = TeamBatch(seed=5, axes=replace(TEAM_PROFILES["plain"], teams=Span(4, 12), boards=Span(3, 6)))


def silent(event: Event, declared: str = "Swiss") -> str:
    """Write an event with 013 records, and in 092 what does not tell who is paired."""
    word = "Team" if event.is_team_event else "Individual"
    return write_trf16(replace(event, system=DeclaredSystem(text=word))).replace(f"092 {word}", f"092 {declared}")


def open_with_clubs(seed: int) -> Event:
    """Play an open in which every player belongs to a random club."""
    event = OPENS.play(seed).event
    chance = random.Random(seed)
    numbers = [player.tpn for player in event.players]
    chance.shuffle(numbers)
    count = chance.randint(2, len(numbers) // 2)
    clubs = tuple(
        Team(number=at + 1, name=f"Club {at + 1}", players=tuple(sorted(numbers[at::count]))) for at in range(count)
    )
    return replace(event, teams=clubs)


def with_exchanged_players(event: Event, seed: int) -> Event:
    """List two players in each other's teams."""
    chance = random.Random(seed)
    one, other = chance.sample(event.teams, 2)
    first, second = chance.choice(one.players), chance.choice(other.players)
    swap = {first: second, second: first}
    return replace(
        event,
        teams=tuple(replace(team, players=tuple(swap.get(tpn, tpn) for tpn in team.players)) for team in event.teams),
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_opens_with_clubs_are_of_players(seed: int) -> None:
    """From two clubs to clubs of two."""
    event = parse_event(silent(open_with_clubs(seed))).event
    assert event is not None
    assert not event.is_team_event


@pytest.mark.parametrize("seed", SEEDS)
def test_events_of_teams_remain_such(seed: int) -> None:
    """Forfeits, byes and empty boards included; with two players exchanged, the file is never taken for an open."""
    played = OF_TEAMS.play(seed).event
    event = parse_event(silent(played)).event
    assert event is not None
    assert event.is_team_event
    damaged = parse_event(silent(with_exchanged_players(played, seed)))
    assert damaged.event is None or damaged.event.is_team_event
    assert ProblemCode.TEAMS_NOT_PAIRED not in [problem.code for problem in damaged.problems]


def test_an_open_with_clubs_is_judged_and_the_reason_given(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the declared system, and by a given one."""
    (here / "open.trf").write_text(silent(open_with_clubs(1)), "utf-8")
    note = "The file lists teams, but the games are not those of team against team: individual players are judged."
    assert main(["check", "open.trf"]) == 0
    assert note in capsys.readouterr().out
    assert main(["lint", "open.trf"]) == 1
    assert "warning[teams-not-paired]" in capsys.readouterr().out
    (here / "team.trf").write_text(silent(open_with_clubs(1), "Team Swiss"), "utf-8")
    assert main(["check", "team.trf"]) == 2
    assert "error[game-within-team]" in capsys.readouterr().out
    assert main(["check", "team.trf", "--system", "dutch-2026"]) == 0
    assert note in capsys.readouterr().out
    assert main(["pair", "team.trf", "--system", "dutch-2026"]) == 0
    assert main(["check", "team.trf", "--system", "dutch-2026", "--compare-editions"]) == 0
    assert "cannot be compared" not in capsys.readouterr().out


def test_a_system_for_players_is_refused_for_games_of_teams(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every round would be found wrong."""
    (here / "event.trf").write_text(silent(OF_TEAMS.play(1).event), "utf-8")
    assert main(["check", "event.trf", "--system", "dutch-2026"]) == 2
    assert "dutch-2026 pairs individual players, and this is a team event" in capsys.readouterr().out
    assert main(["check", "event.trf", "--compare-editions"]) in (0, 1)
    told = capsys.readouterr().out
    assert "cannot be compared: it is a team event, and only editions for individual players are compared" in told
    assert "taken as the FIDE Swiss Team Pairing System" in told
