"""The exercises of the FIDE Technical Commission for teams, value by value."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support import tie_break_exercises as exercises
from support.team_crosstables import crosstable
from support.tie_breaks import ranks, standings_of, values

from standings.rules import EDITION_2023, EDITION_2026, TieBreakRules

if TYPE_CHECKING:
    from tournaments.model import Event

RULES_2023 = TieBreakRules(edition=EDITION_2023)
RULES_2026 = TieBreakRules(edition=EDITION_2026)


@pytest.fixture(scope="module")
def teams() -> Event:
    """Return the fourteen teams, with the boards of the match that the exercises print."""
    return crosstable(exercises.TEAMS, games=exercises.GAMES)


def alike(values: list[str], printed: str) -> bool:
    """Whether values are those that are printed, where one is."""
    return all(
        known == "?" or float(value) == float(known) for value, known in zip(values, printed.split(), strict=False)
    )


@pytest.mark.parametrize("code", exercises.TEAMS_2023)
def test_every_printed_value_comes_out(code: str, teams: Event) -> None:
    """Exercises 34 to 44 and 49."""
    assert alike(values(teams, code, RULES_2023), exercises.TEAMS_2023[code])


@pytest.mark.parametrize("code", exercises.TEAMS_2026)
def test_every_value_of_2026_comes_out(code: str) -> None:
    """Where dummies are capped: that of a bye at draws in all rounds (16.4.2)."""
    rows = [row.replace("6w+", "F").replace("1b-", "Z") for row in exercises.TEAMS]

    assert alike(values(crosstable(rows), code, RULES_2026), exercises.TEAMS_2026[code])


@pytest.mark.parametrize("code", exercises.TEAMS_2026_BY_FORFEIT)
def test_a_forfeited_match_is_capped_by_the_opponents_score(code: str, teams: Event) -> None:
    """16.4.1, since 2026."""
    assert alike(values(teams, code, RULES_2026), exercises.TEAMS_2026_BY_FORFEIT[code])


@pytest.mark.parametrize("tied", exercises.TEAMS_BY_ENCOUNTER)
def test_extended_direct_encounter_ranks_as_printed(tied: tuple[int, ...], teams: Event) -> None:
    """Exercise 45."""
    found = standings_of(teams, "PTS,EDE", RULES_2023).ranks

    assert tuple(sorted(tied, key=found.__getitem__)) == exercises.TEAMS_BY_ENCOUNTER[tied]
    assert len({found[team] for team in tied}) == len(tied)


@pytest.mark.parametrize("tied", exercises.TEAMS_LEFT_TIED)
def test_extended_direct_encounter_leaves_tied_who_are_printed_as_tied(tied: tuple[int, ...], teams: Event) -> None:
    """As the same exercise has it."""
    found = standings_of(teams, "PTS,EDE", RULES_2023).ranks

    assert len({found[team] for team in tied}) == 1


def test_extended_direct_encounter_starts_again_at_once_by_the_other_reading(teams: Event) -> None:
    """C07-EDE-RESTART: the letter of 13.3.3."""
    other = replace(RULES_2023, encounter_restarts_at_once=True)
    found = standings_of(teams, "PTS,EDE", other).ranks

    assert sorted(range(1, 6), key=found.__getitem__) == [4, 1, 2, 3, 5]


@pytest.mark.parametrize("code", ["EDEBT", "EDET", "EDEB", "EDEBB"])
def test_the_boards_of_their_own_match_separate_two_teams(code: str, teams: Event) -> None:
    """Exercises 46 to 48: 11 before 14."""
    found = ranks(teams, f"PTS,{code}", RULES_2023)

    assert (found[10], found[13]) == (12, 13)
