"""Events without their people: whatever pairings and standings rest on is the same."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from support.drawn_events import drawn
from support.events import event
from support.strategies import events as any_events

from checker.anonymisation import anonymised
from checker.check import CheckOptions, check_event
from checker.findings import EventHeader
from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from reference_engines.frame.systems import engine_for
from standings.codes import parse_list
from standings.ranking import rank
from standings.rules import EDITION_2026, TieBreakRules
from tournaments.teams.records import Team
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from tournaments.model import Event

RULES = TieBreakRules(edition=EDITION_2026)
CODES = parse_list("PTS,BH:C1,SB,DE,ARO,TPR,WIN,BPG")
PEOPLE = ("Ödön Zseni", "Anna Aal", "ibn Battuta", "Émile", "")


def _with_names(played: Event, seed: int) -> Event:
    """Give the players names in an order of their own, some of them equal, and whatever else names people."""
    chance = random.Random(seed)
    players = tuple(
        replace(
            player,
            name=f"{chance.choice(PEOPLE)}{chance.randint(1, 9)}",
            federation=chance.choice(("HUN", "NED", "")),
            fide_id=str(chance.randint(10**6, 10**7)),
            birth="1972/03/17",
        )
        for player in played.players
    )
    return replace(
        played,
        players=players,
        name="Open of Szeged",
        city="Szeged",
        federation="HUN",
        arbiter="Vera Menchik",
        headers=(*played.headers, ("112", "Deputy Vera")),
        declarations=("Round 2 was paired manually by Vera Menchik", "Thanks to Vera"),
        unknown_records=("XYZ Vera",),
    )


def _check_without_names(played: Event, system: str) -> list[object]:
    """Return the verdicts and pairings of a check, without names."""
    facts: list[object] = []
    for entry in check_event(played, options=CheckOptions(system=system)):
        if isinstance(entry, EventHeader):
            facts.append((entry.refusal, entry.verdict, entry.standings and entry.standings.verdict))
        else:
            facts.append(
                (entry.round_number, entry.verdict, entry.expected, entry.recorded, entry.argument.deciding_bracket)
            )
    return facts


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017", "dubov-1997", "clock-2012", "simple-2018"])
def test_verdicts_are_the_same(system: str) -> None:
    """Of events that are right and, judged by another system, of many that are not; by the alphabet, too."""
    plan = EventPlan(players=11, rounds=5, rates=Rates(half_point_bye=0.1, forfeit=0.1))
    for seed in range(2):
        right = play(
            plan, lambda event, number: engine_for(system).open(event).round(number).expected(), random.Random(seed)
        )
        for one in (right, drawn(seed)):
            played = _with_names(one, seed)
            assert _check_without_names(anonymised(played), system) == _check_without_names(played, system)


@pytest.mark.parametrize("seed", range(12))
def test_standings_are_the_same(seed: int) -> None:
    """Every rank, by points, games of one's own, opponents and ratings."""
    played = _with_names(drawn(seed), seed)
    ranks = [rank(one, CODES, RULES).ranks for one in (played, anonymised(played))]
    assert ranks[0] == ranks[1]


@settings(max_examples=15)
@given(any_events())
def test_an_event_survives_writing_and_reading(played: Event) -> None:
    """An anonymous event can be written; rows, declarations and numbers are those of the event."""
    assume(parse_event(write_trf26(played).encode(), source="x").event is not None)  # results may contradict
    hidden = anonymised(played)
    again = parse_event(write_trf26(hidden).encode(), source="x").event
    assert again is not None
    for one, other in zip(hidden.players, played.players, strict=True):
        assert replace(one, name="", federation="", fide_id="", birth="") == replace(
            other, name="", federation="", fide_id="", birth=""
        )
    assert [(one.name > other.name) for one in hidden.players for other in hidden.players] == [
        (one.name > other.name) for one in played.players for other in played.players
    ]
    assert (hidden.system, hidden.scoring, hidden.start, hidden.end) == (
        played.system,
        played.scoring,
        played.start,
        played.end,
    )


def test_no_person_is_named() -> None:
    """Neither people nor places, not even in comments; that a round was paired by hand is still said."""
    played = replace(_with_names(drawn(3), 3), teams=(Team(number=1, name="Vera's", players=(1, 2), nickname="Vera"),))
    text = write_trf26(anonymised(played))
    for word in ("Vera", "Zseni", "Aal", "Battuta", "Szeged", "HUN", "NED", "1972"):
        assert word not in text
    if played.rounds_recorded > 1:
        assert "### Round 2 was paired by hand" in text


def test_a_player_without_a_name_gets_none() -> None:
    """A blank stays a blank, so that an unnamed player does not seem to have a name."""
    nameless = event(("2w1", "1b0"))
    blank = replace(nameless, players=tuple(replace(player, name="") for player in nameless.players))
    assert [player.name for player in anonymised(blank).players] == ["", ""]


def test_players_of_one_federation_are_still_of_one() -> None:
    """The reason for keeping them apart stays visible."""
    played = _with_names(drawn(4), 4)
    hidden = {player.tpn: player.federation for player in anonymised(played).players}
    given_ = {player.tpn: player.federation for player in played.players}
    assert all((hidden[a] == hidden[b]) == (given_[a] == given_[b]) for a in given_ for b in given_)
