"""Which articles of Dubov 1997 a round exercises: each where it makes a difference, and not where it makes none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.dubov_1997 import person, table

from reference_engines.coverage.dubov_1997 import COLOURS, STEPS, find_covered_articles
from reference_engines.dubov_1997.colours import Dubov1997ColourRule
from reference_engines.dubov_1997.edition import DEFAULT_READINGS, Dubov1997Article
from reference_engines.dubov_1997.walk import follow_procedure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.dubov_1997.participants import Dubov1997Player

W, B = 1, -1


def names(people: Sequence[Dubov1997Player], met: Sequence[tuple[int, int]] = (), round_number: int = 5) -> set[str]:
    """Return the names of what the procedure exercises."""
    seated = table(people, met, round_number)
    return find_covered_articles(seated, tuple(follow_procedure(seated, DEFAULT_READINGS)))


def group(dues: Sequence[int], *, score: int = 0, first: int = 1) -> list[Dubov1997Player]:
    """Return players of one score group, the lowest ARO and the highest R first."""
    return [person(tpn, due=due, score=score, aro=2000 + tpn, rating=2500 - tpn) for tpn, due in enumerate(dues, first)]


def changed(people: list[Dubov1997Player], tpn: int, **sides: object) -> list[Dubov1997Player]:
    """Return the players, one of them changed."""
    return [replace(one, **sides) if one.tpn == tpn else one for one in people]  # type: ignore[arg-type]  # whatever field a test gives


def test_every_name_is_an_article_with_a_meaning() -> None:
    """The table shows names and meanings; those of colours are the rules that the engine names."""
    assert set(COLOURS) == {rule.value for rule in Dubov1997ColourRule}
    articles = {name.partition(" ")[0] for name in (*STEPS, *COLOURS)} - {"completion", "2.6", "8.1"}
    assert articles <= {article.value for article in Dubov1997Article}


@pytest.mark.parametrize(
    ("dues", "exercised"),
    [((W, W, B, B), {"6.2"}), ((W, W, W, B), {"6.2", "7.3"}), ((W, B, B, B), {"6.2", "7.4"})],
)
def test_columns_are_made_equal_where_they_are_not(dues: tuple[int, ...], exercised: set[str]) -> None:
    """7.3 for two more "whites", 7.4 for two more "blacks"."""
    assert names(group(dues)) == exercised


def test_the_limit_of_transfers_between_columns_shows_where_it_bars_the_first_choice() -> None:
    """2.6: player 1 has the lowest ARO of the "whites" and is the first choice for the black column."""
    people = group((W, W, W, B))
    assert "2.6" in names(changed(people, 1, may_black=False))
    assert "2.6" not in names(changed(people, 2, may_black=False))


@pytest.mark.parametrize(
    ("met", "exercised"),
    [
        ([], {"6.2"}),
        ([(1, 3)], {"6.2", "6.3"}),
        ([(2, 4)], {"6.2", "6.3", "6.3 (row above)"}),
        ([(1, 3), (1, 4)], {"6.3 (one column)"}),
    ],
)
def test_rows_are_improved_where_they_cannot_stand(met: list[tuple[int, int]], exercised: set[str]) -> None:
    """6.3: white 1 takes a lower black; row 1 is changed for row 2; white 1 takes white 2."""
    assert names(group((W, W, B, B)), met) == exercised


def test_the_bye_and_what_bars_from_it() -> None:
    """4, and 2.2 where the lowest R has had a point without playing; not for another player, nor in the first round."""
    people = group((W, B, W))
    assert "4" in names(people)
    assert "2.2" not in names(changed(people, 2, bye_allowed=False))
    assert {"2.2", "4"} <= names(changed(people, 3, bye_allowed=False))
    assert names([replace(one, due=0) for one in people], round_number=1) == set()


def test_a_first_choice_that_leaves_others_unpaired_is_completion() -> None:
    """Players 1 and 2 have met, so that the bye cannot go to 3, who has the lowest R."""
    people = group((W, B, W))
    assert "completion" in names(people, [(1, 2)])
    assert "completion" not in names(people, [(1, 3)])


def test_a_player_alone_gets_an_opponent_from_below_or_goes_down() -> None:
    """7.1; 2.5 where the first choice may not go up again; 8.2 in the group below."""
    people = [*group((W,), score=10), *group((B, W, B), first=2)]
    assert {"7.1"} == names(people) - {"6.2"}
    assert {"7.1", "2.5"} == names(changed(people, 2, transferable=False)) - {"6.2"}
    barred = [replace(one, transferable=False) for one in people]
    assert {"7.1 (none)", "2.5", "8.2"} <= names(barred)


def test_an_odd_group_gets_a_player_from_below_or_lets_one_go_down() -> None:
    """7.2, and 6.4 where no player may go up."""
    people = [*group((W, B, W), score=10), *group((B, W, B), first=4)]
    assert "7.2" in names(people)
    assert not {"6.4", "8.2", "2.5"} & names(people)
    barred = [replace(one, transferable=False) for one in people]
    assert {"6.4", "8.2"} <= names(barred)
    assert "7.2" not in names(barred)


def test_floaters_take_turns_if_they_are_of_both_colours() -> None:
    """8.1: two who have met and go down together."""
    for dues, turns in (((W, B), True), ((W, W), False)):
        people = [*group(dues, score=10), *group((B, W, B, W), first=3)]
        found = names([replace(one, transferable=False) for one in people], [(1, 2)])
        assert "8.2" in found
        assert ("8.1" in found) is turns


def test_a_floater_without_an_opponent_floats_on() -> None:
    """8.2: player 1 has met both of the next group."""
    people = [*group((W,), score=20), *group((B, W), score=10, first=2), *group((B,), first=4)]
    people = [replace(one, transferable=False) for one in people]
    assert "8.2 (none)" in names(people, [(1, 2), (1, 3)])
    assert "8.2 (none)" not in names(people, [(1, 2)])


@pytest.mark.parametrize(("met", "exercised"), [([], set()), ([(1, 3)], {"5 (kept apart)"})])
def test_the_first_round_is_as_the_halves_stand_unless_two_are_kept_apart(
    met: list[tuple[int, int]], exercised: set[str]
) -> None:
    """5: players 1 and 3 are the first pair."""
    assert names(group((0, 0, 0, 0)), met, round_number=1) == exercised
