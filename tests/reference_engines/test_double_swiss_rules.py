"""The articles of the Double-Swiss System, each by a round that turns on it and a neighbour that does not."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from support.double_swiss import double_field, format_pairing, paired

from reference_engines.double_swiss.rules import DOUBLE_SWISS_2026
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from reference_engines.upfloating.edition import FollowingReading
from reference_engines.upfloating.rules import assess
from reference_engines.upfloating.search import BY_MATCHING, pair_field, sets_in_order

# --- the examples of the text -----------------------------------------------------------------------------------------


def test_the_nine_sets_of_the_text_are_in_its_order() -> None:
    """3.5.4: 2, 6, 8 have 3 points and 1, 3, 5 have 2.5; two of the former and one of the latter are needed."""
    field = double_field({9: 4, 2: 3, 6: 3, 8: 3, 1: 2.5, 3: 2.5, 5: 2.5})
    lower = [at for at, score in enumerate(field.scores) if score < 40]
    chosen = tuple(field.numbers.index(tpn) for tpn in (2, 6, 1))
    sets = [tuple(field.numbers[at] for at in one) for one in sets_in_order(field, lower, chosen)]
    assert sets == [(2, 6, 1), (2, 6, 3), (2, 6, 5), (2, 8, 1), (2, 8, 3), (2, 8, 5), (6, 8, 1), (6, 8, 3), (6, 8, 5)]


NINE = {10: 4, 11: 4, 12: 4, 2: 3, 6: 3, 8: 3, 1: 2.5, 3: 2.5, 5: 2.5, 20: 0, 21: 0, 22: 0}
"""The three of 4 points have all met, and each of them those of 3 and 2.5 points whom a case does not free."""


@pytest.mark.parametrize(
    "upfloaters",
    [(2, 6, 1), (2, 6, 3), (2, 6, 5), (2, 8, 1), (2, 8, 3), (2, 8, 5), (6, 8, 1), (6, 8, 3), (6, 8, 5)],
)
def test_each_of_the_nine_sets_is_taken_where_those_before_it_cannot_be(upfloaters: tuple[int, ...]) -> None:
    """3.5.4, 3.5.5: the first set that leaves a legal pairing; one opponent at the top is free for each of the set."""
    free = dict(zip((10, 11, 12), upfloaters, strict=True))
    met = [f"{one}-{other}" for one, other in combinations((10, 11, 12), 2)]
    met += [f"{top}-{other}" for top in free for other in (2, 6, 8, 1, 3, 5, 20, 21, 22) if other != free[top]]
    pairs = paired(double_field(NINE, met=" ".join(met))).split()
    assert {f"{min(pair)}-{max(pair)}" for pair in free.items()} <= set(pairs)


def test_a_pairing_is_identified_as_the_text_has_it() -> None:
    """3.6.2: 11-24, 16-6, 10-9, 8-4 is 4 6 9 11 8 16 10 24."""
    field = double_field(dict.fromkeys((4, 6, 8, 9, 10, 11, 16, 24), 1))
    pairing = RoundPairing(pairs=(Pair(11, 24), Pair(16, 6), Pair(10, 9), Pair(8, 4)), bye=None)
    _, bracket = assess(field, DOUBLE_SWISS_2026, pairing)
    assert bracket.generation.sequence == (4, 6, 9, 11, 8, 16, 10, 24)


@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        ("", "1-4 2-5 3-6"),
        ("3-6", "1-4 2-6 3-5"),  # the same tops, and the first of their opponents in order
        ("1-4", "1-5 2-4 3-6"),
        ("3-4 3-5 3-6", "1-3 2-5 4-6"),  # 1 2 4 is the next sequence of tops
    ],
)
def test_the_first_identifier_is_taken(met: str, pairs: str) -> None:
    """3.6.3, 3.6.4."""
    assert paired(double_field("1 1 1 1 1 1", met=met)) == pairs


# --- what no pairing may break ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("met", "pairs"), [("", "1-3 2-4"), ("1-3", "1-4 2-3"), ("1-3 1-4", "1-2 3-4")])
def test_two_players_do_not_meet_twice(met: str, pairs: str) -> None:
    """[C1]."""
    assert paired(double_field("1 1 1 1", met=met)) == pairs


@pytest.mark.parametrize(("barred", "pairs"), [("", "1-3 2-4 5"), ("5", "1-3 2-5 4"), ("3 4 5", "1-4 3-5 2")])
def test_a_barred_player_does_not_get_the_bye(barred: str, pairs: str) -> None:
    """[C2]."""
    assert paired(double_field("1 1 1 1 1", barred=barred)) == pairs


def test_an_unpairable_round_is_reported() -> None:
    """3.3.3: all players have met, or no player may have the bye."""
    for field in (double_field("1 1", met="1-2"), double_field("1 1 1", barred="1 2 3")):
        with pytest.raises(NoLegalPairingError):
            paired(field)


# --- the pairing-allocated bye, 3.4 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "met", "idle", "bye"),
    [
        ("1 1 1", "", "", "3"),
        ("1 1 1", "1-2", "", "2"),  # 3.4.1: the others can be paired
        ("1 0.5 1", "", "", "2"),  # 3.4.2: the lowest score
        ("1 1 1", "", "3", "2"),  # 3.4.3: the most matches
        ("1 1 1", "", "2 3", "1"),
        ("1 1 0.5", "", "3", "3"),
        ("1 1 1", "", "1 2 3", "3"),  # 3.4.4: the largest TPN
    ],
)
def test_the_bye(scores: str, met: str, idle: str, bye: str) -> None:
    """3.4.1 to 3.4.4, each decided and just not decided."""
    assert paired(double_field(scores, met=met, idle=idle)).split()[-1] == bye


# --- upfloaters, 3.5 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "met", "pairs"),
    [
        ("2 1 1 0", "", "1-2 3-4"),
        ("2 2 1 1", "", "1-2 3-4"),  # [C4]: nobody, if nobody is needed
        ("2 2 1 1", "1-2", "1-3 2-4"),
        ("2 1 1 0", "1-2", "1-3 2-4"),  # the first set that is legal
        ("2 1 1 0", "1-2 1-3", "1-4 2-3"),  # [C5]: the highest score that is legal
    ],
)
def test_the_fewest_upfloaters_with_the_highest_scores(scores: str, met: str, pairs: str) -> None:
    """[C4], [C5], 3.5.5."""
    assert paired(double_field(scores, met=met)) == pairs


@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        ("3-4", "1-3 2-4 5-6"),
        ("", "1-2 3-4 5-6"),
        ("3-4 2-4", "1-4 2-3 5-6"),  # [C6]: the group of 1 point can be paired without 4
    ],
)
def test_the_following_scoregroup_is_looked_at(met: str, pairs: str) -> None:
    """[C6]: one of 2, 3, 4 rises to 1; the two others are to be paired with each other."""
    assert paired(double_field("2 1 1 1 0 0", met=met)) == pairs


@pytest.mark.parametrize(("floated", "pairs"), [("", "1-2 3-4"), ("2", "1-3 2-4"), ("2 3", "1-2 3-4")])
def test_a_former_floater_does_not_rise_again(floated: str, pairs: str) -> None:
    """[C7]."""
    assert paired(double_field("2 1 1 0", floated=floated)) == pairs


@pytest.mark.parametrize(
    ("floated", "pairs"), [("", "1-3 2-4"), ("2", "1-4 2-3"), ("1", "1-3 2-4"), ("2 3", "1-4 2-3")]
)
def test_a_former_floater_does_not_meet_an_upfloater(floated: str, pairs: str) -> None:
    """[C8]: of 1, 2, 3 one meets 4, who rises; by 3.6 it is 2, unless 2 floated."""
    found = paired(double_field("2 2 2 1", floated=floated))
    assert found == pairs


_GRADED = "3 2 2 2 2 2 1 1 1 1"


@pytest.mark.parametrize(
    ("read", "scores", "met", "taken", "otherwise"),
    [
        (FollowingReading.UNGRADED, _GRADED, "3-4 3-5 3-6 4-5 4-6 5-6", "1-3 2-6 4-7 5-8 9-10", "1-2 3-7 4-8 5-9 6-10"),
        (FollowingReading.UNGRADED, _GRADED, "3-4 3-5 3-6", "1-3 2-5 4-6 7-9 8-10", "1-3 2-5 4-6 7-9 8-10"),
        (FollowingReading.LEFT, "5 4 3 2 2 2 1 1", "1-2 5-6", "1-3 2-4 5-7 6-8", "1-3 2-5 4-6 7-8"),
        (FollowingReading.LEFT, "5 4 3 2 2 2 1 1", "1-2", "1-3 2-4 5-6 7-8", "1-3 2-4 5-6 7-8"),
    ],
)
def test_the_following_scoregroup_read_otherwise(
    read: FollowingReading, scores: str, met: str, taken: str, otherwise: str
) -> None:
    """DOUBLE-FOLLOWING and DOUBLE-FOLLOWING-GRADED, as in the team system."""
    field = double_field(scores, met=met)
    assert paired(field) == taken
    rules = replace(DOUBLE_SWISS_2026, following=frozenset({read}))
    assert format_pairing(field, *pair_field(field, rules, BY_MATCHING)) == otherwise
