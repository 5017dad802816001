"""Properties of all team events, drawn at random, with every kind of unplayed round and board."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items
from support.team_standings import LISTS, VALUES, team_events
from support.tie_breaks import standings_of, values

from random_tournaments.settings import TEAMS
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from standings.codes import parse_list
from standings.methods import TEAM_METHODS
from standings.ranking import rank
from standings.rules import EDITION_2026, EDITIONS, TieBreakRules
from tournaments.model import Result
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from tournaments.model import Event

RULES = TieBreakRules(edition=EDITION_2026)
CODES = (*VALUES, "SSSC", "SSSC/F", "FB", "FB:GP/C1", "AOB/F", "TBR", "BBE")
INDICES = range(12)


@cache
def drawn(index: int) -> Event:
    """Play an event full of byes and forfeits."""
    return team_events(3).play(index).event


@cache
def played_out(index: int) -> Event:
    """Play an event without an unplayed round or a missed game."""
    axes = TEAMS.with_settings(TEAM_PROFILES["plain"], {"teams": "8", "rounds": "4", "boards": "2..4"})
    return TeamBatch(seed=3, axes=axes).play(index).event


@pytest.mark.parametrize("index", INDICES)
def test_the_order_of_codes_never_changes_a_value(index: int) -> None:
    """A code gives the same wherever it stands."""
    forwards = standings_of(drawn(index), ",".join(CODES))
    backwards = standings_of(drawn(index), ",".join(reversed(CODES)))

    assert forwards.obstacle is None
    assert forwards.columns == tuple(reversed(backwards.columns))


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("base", ["BH:MP", "BH:GP", "EMMSB", "EMGSB", "EGMSB", "EGGSB"])
def test_a_sum_is_the_sum_after_the_cut_and_what_was_cut(base: str, index: int) -> None:
    """As the parts of the value tell it."""
    plain, once = standings_of(drawn(index), base), standings_of(drawn(index), f"{base}/C1")
    for team in require_items(drawn(index).teams):
        explanation = once.explain(0, team.number)
        cut = sum(part.amount for part in explanation.contributions if part.cut is not None)
        assert round(float(plain.value(0, team.number)) - float(explanation.value), 2) == cut / explanation.scale


def test_a_sum_is_the_sum_of_its_parts() -> None:
    """Of every code that is one."""
    tables = [standings_of(drawn(index), ",".join(CODES)) for index in INDICES]
    cells = [(table, place, number) for table in tables for place in range(len(table.codes)) for number in table.ranks]
    explained = [table.explain(place, number) for table, place, number in cells]
    for told in require_items(told for told in explained if told.is_sum and told.contributions):
        amounts = sum(part.amount for part in told.contributions if part.cut is None)
        assert round(amounts / told.scale, 2) == float(told.value), told


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("listed", LISTS[:12])
def test_permuted_numbers_leave_values_and_ranks_alone(index: int, listed: str) -> None:
    """Whichever team has which number."""
    event = drawn(index)
    numbers = [team.number for team in event.teams]
    shuffled = dict(zip(numbers, random.Random(index).sample(numbers, len(numbers)), strict=True))
    before, after = standings_of(event, listed), standings_of(renumbered(event, shuffled), listed)

    for number in require_items(numbers):
        assert before.ranks[number] == after.ranks[shuffled[number]]
        for place in range(len(before.columns)):
            assert before.value(place, number) == after.value(place, shuffled[number])


def renumbered(event: Event, numbers: dict[int, int]) -> Event:
    """Give the teams other numbers, in all records."""
    byes = event.team_allocated_byes
    return replace(
        event,
        teams=tuple(replace(team, number=numbers[team.number]) for team in reversed(event.teams)),
        line_ups=tuple(
            replace(line_up, team=numbers[line_up.team], opponent=numbers[line_up.opponent or 0])
            for line_up in event.line_ups
        ),
        forfeited_matches=tuple(
            replace(match, white=numbers[match.white], black=numbers[match.black]) for match in event.forfeited_matches
        ),
        team_allocated_byes=byes and replace(byes, teams=tuple(team and numbers[team] for team in byes.teams)),
        team_byes=tuple(replace(bye, tpn=numbers[bye.tpn]) for bye in event.team_byes),
    )


@pytest.mark.parametrize("index", range(4))
def test_editions_agree_without_unplayed_rounds(index: int) -> None:
    """All that they changed concerns unplayed rounds."""
    for code in CODES:
        assert (
            len({tuple(values(played_out(index), code, TieBreakRules(edition=edition))) for edition in EDITIONS}) == 1
        )


@pytest.mark.parametrize("index", INDICES)
@pytest.mark.parametrize("listed", LISTS)
def test_groups_are_separated_in_the_order_of_the_list(index: int, listed: str) -> None:
    """Two neighbours are equal by all codes before the code that separates them."""
    ranked = rank(drawn(index), parse_list(listed), RULES)
    numbers = [team.number for team in drawn(index).teams]
    for one in require_items(numbers):
        for other in require_items(numbers):
            parting = ranked.first_difference(one, other)
            assert (parting is None) == (ranked.ranks[one] == ranked.ranks[other])
            for place in range(parting or 0):
                if not ranked.columns[place].ascending:  # places in a group, and board counts of unequal game points
                    assert ranked.value(place, one) == ranked.value(place, other)


def test_points_on_boards_add_up_to_the_game_points_of_matches() -> None:
    """Only played matches count; a bye gives standard wins on the boards, whatever its own worth (12)."""
    entries = []
    for event in map(drawn, INDICES):
        teams = standings_of(event, "PTS").competition.require_teams()
        for board_points, team in zip(teams.board_points, team_event(event).teams, strict=True):
            entries += zip(board_points, team.rounds, strict=True)
    for points, entry in require_items(found for found in entries if found[1].result is MatchResult.PLAYED):
        assert sum(points) == entry.game_points


def test_the_events_drawn_here_have_rounds_and_boards_of_every_kind() -> None:
    """Otherwise the tests above would show little."""
    rounds = {entry.result for index in INDICES for team in team_event(drawn(index)).teams for entry in team.rounds}
    games = {entry.result for index in INDICES for player in drawn(index).players for entry in player.rounds}

    assert rounds == set(MatchResult) - {MatchResult.PENDING}
    assert {Result.FORFEIT_WIN, Result.FORFEIT_LOSS, Result.DRAW} <= games
    assert {base.value for base in TEAM_METHODS} <= {code.partition("/")[0] for code in CODES}
