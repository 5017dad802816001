"""Misread rankings and criteria of the Burstein System in pairs: where they differ from the text, and where not."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from support.events import event
from support.varied import varied

from reference_engines.burstein.rules import BURSTEIN_2018, BURSTEIN_2026
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.misreadings import misreadings_of

ROWS = ["3w1 2b1 4w= 6b1", "4w1 1w0 3b= -", "1b0 6w1 2w= 5b1", "2b0 5w1 1b= U", "6w= 4b0 U 3w0", "5b= 3b0 - 1w0"]


@cache
def _misread(identifier: str, rules: Any = BURSTEIN_2026) -> Any:
    return varied(identifier, rules.edition.key).rules(rules)


def _ranking(identifier: str = "", number: int = 5) -> list[int]:
    """Return the TPNs by rank before a round."""
    rules = _misread(identifier) if identifier else BURSTEIN_2026
    players = rules.open(event(ROWS, rounds_declared=6)).ranked_players(number)
    return [players.players.numbers[at] for at in np.argsort(players.rank)]


def _index(number: int = 5) -> dict[int, tuple[float, float]]:
    players = BURSTEIN_2026.open(event(ROWS, rounds_declared=6)).ranked_players(number)
    values = zip(players.players.numbers, players.buchholz, players.sonneborn_berger, strict=True)
    return {tpn: (float(buchholz) / 10, float(berger) / 100) for tpn, buchholz, berger in values}


def test_the_ranking_of_the_text() -> None:
    """By Buchholz, then by Sonneborn-Berger, then by TPN."""
    found = _index()
    assert _ranking() == sorted(found, key=lambda tpn: (-found[tpn][0], -found[tpn][1], tpn))


@pytest.mark.parametrize(
    ("identifier", "key"),
    [
        ("ranked-by-value-wins-alone", {1: 3, 2: 1, 3: 2, 4: 2, 5: 1, 6: 0}),
        ("ranked-by-value-won-games-alone", {1: 3, 2: 1, 3: 2, 4: 1, 5: 0, 6: 0}),
        ("ranked-by-value-black-wins-alone", {1: 2, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0}),
        ("ranked-by-value-blacks-alone", {1: 2, 2: 1, 3: 2, 4: 2, 5: 1, 6: 2}),
        ("ranked-by-value-games-alone", {1: 4, 2: 3, 3: 4, 4: 3, 5: 3, 6: 3}),
        ("ranked-by-value-progressive-alone", {1: 9, 2: 5, 3: 5, 4: 5, 5: 4, 6: 2}),
    ],
)
def test_players_are_ranked_by_another_value(identifier: str, key: dict[int, float]) -> None:
    """And those with the same value by TPN."""
    assert _ranking(identifier) == sorted(key, key=lambda tpn: (-key[tpn], tpn)) != _ranking()


def test_another_value_breaks_ties_of_the_index_alone() -> None:
    """Last, it changes nothing where no two players have the same Index; after Buchholz it stands for the other one."""
    found = _index()
    assert len({*found.values()}) == len(found)
    assert _ranking("ranked-by-value-wins-last") == _ranking()
    wins = {1: 3, 2: 1, 3: 2, 4: 2, 5: 1, 6: 0}
    expected = sorted(found, key=lambda tpn: (-found[tpn][0], -wins[tpn], tpn))
    assert _ranking("ranked-by-value-wins-after-buchholz") == expected


def test_fractions_of_the_index_do_not_count() -> None:
    """Of whole points of both, or of one."""
    found = _index()
    expected = sorted(found, key=lambda tpn: (-(found[tpn][0] // 1), -found[tpn][1], tpn))
    assert _ranking("ranked-by-value-whole-buchholz") == expected
    expected = sorted(found, key=lambda tpn: (-found[tpn][0], -(found[tpn][1] // 1), tpn))
    assert _ranking("ranked-by-value-whole-sonneborn-berger") == expected


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("down-to-100", [0, 0, 100, 200]),
        ("up-to-100", [0, 100, 200, 200]),
        ("down-to-50", [0, 50, 150, 200]),
        ("up-to-50", [0, 100, 150, 200]),
    ],
)
def test_products_of_sonneborn_berger_are_rounded(name: str, counted: list[int]) -> None:
    """Draws with scores of half a point and a half, and of a point and a half; a win counts the whole score."""
    products = np.array([0, 75, 150, 200])
    assert _misread(f"sonneborn-berger-rounded-{name}").index.product(products).tolist() == counted
    assert BURSTEIN_2026.index.product(products).tolist() == products.tolist()


def test_the_upper_half_of_a_bracket_meets_the_lower_half() -> None:
    """The first of six meets the fourth, then the third or the fifth; the text gives it the last one."""
    order = _misread("order-halves-first").order
    assert order.opponents(0, 6) == [3, 2, 4, 1, 5, None]
    assert order.opponents(4, 6)[0] == 1
    assert _misread("order-halves-downwards").order.opponents(0, 6) == [3, 4, 5, 1, 2, None]
    assert BURSTEIN_2026.order.opponents(0, 6) == [5, 4, 3, 2, 1, None]


def test_the_index_is_that_of_an_earlier_round() -> None:
    """Of six rounds three are seeding rounds, so that before round 4 nothing differs."""
    late, once = _misread("index-a-round-late").index, _misread("index-after-seeding").index
    assert [late.round_of_index(number, 3) for number in (4, 5, 6)] == [3, 4, 5]
    assert [once.round_of_index(number, 3) for number in (4, 5, 6)] == [4, 4, 4]
    assert [BURSTEIN_2026.index.round_of_index(number, 3) for number in (4, 5, 6)] == [4, 5, 6]
    assert _ranking("index-after-seeding", 4) == _ranking("", 4)
    after_seeding = _ranking("index-after-seeding")
    assert [tpn for tpn in after_seeding if tpn in _ranking("", 4)] == _ranking("", 4)  # 2 is away in round 4
    assert after_seeding != _ranking()


def _buchholz(identifier: str) -> dict[int, float]:
    players = _misread(identifier).open(event(ROWS, rounds_declared=6)).ranked_players(5)
    return {tpn: float(value) / 10 for tpn, value in zip(players.players.numbers, players.buchholz, strict=True)}


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("buchholz-opponents-only-beaten", {1: 2.5 + 1.5 + 0.5, 2: 2.5 + 1.5, 4: 1.5 + 2.5}),
        ("buchholz-opponents-without-drawn-with", {1: 2.5 + 1.5 + 0.5, 2: 2.5 + 3.5 + 1.5, 4: 1.5 + 1.5 + 2.5}),
        ("buchholz-opponents-only-met-with-black", {1: 1.5 + 0.5, 2: 2.5 + 1.5, 4: 1.5 + 3.5 + 2.5}),
        ("buchholz-opponents-draws-for-allocated-byes", {1: 2.5 + 1.5 + 2 + 0.5, 2: 2 + 3.5 + 2.5 + 1.5}),
    ],
)
def test_some_opponents_alone_count_in_buchholz(identifier: str, expected: dict[int, float]) -> None:
    """1 beat 3, 2 and 6 and drew with 4; 4 had a bye, and 2 was away in round 4: these add the player's own score."""
    found = _buchholz(identifier)
    assert {tpn: found[tpn] for tpn in expected} == expected
    text = {tpn: values[0] for tpn, values in _index().items()}
    assert text[1] == 2.5 + 1.5 + 2.5 + 0.5
    assert text[2] == 2.5 + 3.5 + 2.5 + 1.5


def test_rounds_count_more_or_less_than_once() -> None:
    """Of three rounds of two players; the text adds them up."""
    scores = np.array([[10, 20], [30, 0], [20, 10]])
    totals = {
        "latest-twice": [80, 40],
        "later-more": [10 + 60 + 60, 20 + 30],
        "earlier-more": [30 + 60 + 20, 60 + 10],
        "highest-alone": [30, 20],
    }
    found = {name: _misread(f"buchholz-{name}").index.total(scores).tolist() for name in totals}
    assert found == totals
    assert BURSTEIN_2026.index.total(scores).tolist() == [60, 30]


@pytest.mark.parametrize(
    ("identifier", "added"),
    [
        ("buchholz-unplayed-half-a-win", 0.5),
        ("buchholz-unplayed-a-win", 1),
        ("buchholz-unplayed-average-of-all", 2),
    ],
)
def test_rounds_without_a_game_add_something_else(identifier: str, added: float) -> None:
    """4 had a bye, and 1 a game in every round."""
    found, text = _buchholz(identifier), {tpn: values[0] for tpn, values in _index().items()}
    assert found[1] == text[1]
    assert found[4] == text[4] - 2.5 + added


def test_the_opponents_of_forfeited_games_count() -> None:
    """Of a win by forfeit alone; the loser of that game has the own score, as in the text."""
    rows = ["3w+ 4b1 2w1", "4w1 3b1 1b0", "1b- 2w0 4w1", "2b0 1w0 3b0"]
    played, rules = event(rows, rounds_declared=4), _misread("buchholz-with-forfeit-wins")
    own, misread = (one.open(played).ranked_players(4) for one in (BURSTEIN_2026, rules))
    values = [dict(zip(one.players.numbers, one.buchholz.tolist(), strict=True)) for one in (own, misread)]
    assert values[0] == {1: 30 + 0 + 20, 2: 0 + 10 + 30, 3: 10 + 20 + 0, 4: 20 + 30 + 10}
    assert values[1] == {**values[0], 1: 10 + 0 + 20}


@pytest.mark.parametrize(
    ("identifier", "higher"),
    [
        ("colours-by-number", {(1, 6): 1, (2, 3): 2, (3, 4): 3}),
        ("colours-by-score-and-number", {(1, 6): 1, (2, 3): 3, (3, 4): 3}),
        ("colours-by-lower", {}),
    ],
)
def test_colours_rank_players_otherwise(identifier: str, higher: dict[tuple[int, int], int]) -> None:
    """The order in which pairs are made stays."""
    rules = _misread(identifier)
    players = rules.open(event(ROWS, rounds_declared=6)).ranked_players(5)
    rank = dict(zip(players.players.numbers, rules.colour_rank(players).tolist(), strict=True))
    own = dict(zip(players.players.numbers, players.rank.tolist(), strict=True))
    if not higher:
        assert sorted(rank, key=rank.__getitem__) == sorted(own, key=own.__getitem__)[::-1]
    assert {pair: min(pair, key=rank.__getitem__) for pair in higher} == higher
    assert _ranking(identifier) == _ranking()


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("one-more", [3, 4, 5, 5]),
        ("one-less", [1, 2, 3, 3]),
        ("half-plus-one", [3, 4, 4, 4]),
        ("half-of-others", [1, 3, 4, 4]),
        ("at-most-3", [2, 3, 3, 3]),
        ("at-most-5", [2, 3, 4, 5]),
        ("a-third", [1, 2, 3, 3]),
        ("at-least-four", [4, 4, 4, 5]),
    ],
)
def test_other_numbers_of_rounds_are_seeding_rounds(name: str, numbers: list[int]) -> None:
    """Of four, seven, nine and eleven rounds the text seeds two, three, four and four."""
    rounds = (4, 7, 9, 11)
    misread = _misread(f"seeding-{name}")
    assert [misread.seeding_rounds(number) for number in rounds] == numbers
    assert [misread.seeding.seeding_rounds(number) for number in rounds] == numbers
    assert [BURSTEIN_2026.seeding_rounds(number) for number in rounds] == [2, 3, 4, 4]


# --- criteria --------------------------------------------------------------------------------------------------------


def test_an_order_that_is_not_followed_in_seeding_rounds_permits_several_pairings() -> None:
    """Like in the Dutch System; any other misreading of seeding rounds makes a single one."""
    several = {one.identifier for one in misreadings_of(BURSTEIN_2026) if not one.predicts}
    assert several == {f"dutch-{one.identifier}" for one in misreadings_of(DUTCH_2026) if not one.predicts}
    assert "dutch-candidates-in-no-order" in several


def test_the_following_bracket_is_judged_by_one_criterion() -> None:
    """The bracket itself is judged by both."""
    for label, place in (("c5", 0), ("c6", 1)):
        objective = _misread(f"look-ahead-by-{label}-alone").objective
        assert objective.before == BURSTEIN_2026.objective.before
        assert objective.ahead == (BURSTEIN_2026.objective.before[place],)
        assert objective.following_objective.before == objective.ahead
    assert BURSTEIN_2026.objective.ahead == BURSTEIN_2026.objective.before


@pytest.mark.parametrize("rules", [BURSTEIN_2026, BURSTEIN_2018])
def test_a_criterion_counts_in_some_brackets(rules: Any) -> None:
    """All parts of C6 together, as 2018 has two; a criterion that counts everywhere has the same value."""
    prepared = rules.open(event(ROWS, rounds_declared=6))
    groups = [*prepared.ranked_players(5).scoregroups()]
    first, last = groups[0], groups[-1]
    name = next(one.criterion.name for one in rules.criteria if one.label == "C6").replace("_", "-")
    misread = _misread(f"{name}-last", rules)
    of_c6 = [
        (own.criterion, other.criterion)
        for own, other in zip(rules.criteria, misread.criteria, strict=True)
        if own.label == "C6"
    ]
    assert len(of_c6) == (1 if rules is BURSTEIN_2026 else 2)
    for own, other in of_c6:
        assert other.contribution(first) is None
        counted, by_text = other.contribution(last), own.contribution(last)
        assert (counted is None) is (by_text is None)
        assert counted is None or (counted.floats == by_text.floats).all()
