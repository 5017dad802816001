"""The articles of the team system, each by a round that turns on it and a neighbour that does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.team_fields import paired, team_field

from reference_engines.frame.results import BracketKind, NoLegalPairingError, Pair, RoundPairing
from reference_engines.team.rules import TEAM_2024, TEAM_2026, TEAM_DRAFT
from reference_engines.upfloating.rules import assess
from reference_engines.upfloating.search import BY_MATCHING, pair_field

if TYPE_CHECKING:
    from reference_engines.team.rules import TeamRules

EDITIONS = (TEAM_2026, TEAM_2024, TEAM_DRAFT)
by_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition.key)


# --- what no pairing may break ---------------------------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize(("met", "pairs"), [("", "1-3 2-4"), ("1-3", "1-4 2-3"), ("1-3 1-4", "1-2 3-4")])
def test_two_teams_do_not_meet_twice(met: str, pairs: str, rules: TeamRules) -> None:
    """[C1]."""
    assert paired(team_field("1 1 1 1", met=met), rules) == pairs


@by_edition
@pytest.mark.parametrize(("barred", "pairs"), [("", "1-3 2-4 5"), ("5", "1-3 2-5 4"), ("3 4 5", "1-4 3-5 2")])
def test_a_barred_player_does_not_get_the_bye(barred: str, pairs: str, rules: TeamRules) -> None:
    """[C2]."""
    assert paired(team_field("1 1 1 1 1", barred=barred), rules) == pairs


@by_edition
def test_an_unpairable_round_is_reported(rules: TeamRules) -> None:
    """1.9.3 (3.3.3 of 2026): all teams have met, or no team may have the bye."""
    for field in (team_field("1 1", met="1-2"), team_field("1 1 1", barred="1 2 3")):
        with pytest.raises(NoLegalPairingError):
            paired(field, rules)


# --- the pairing-allocated bye, 2.1 (3.4 of 2026) --------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize(
    ("situation", "bye"),
    [
        ({"scores": "1 1 1"}, 3),
        ({"scores": "1 1 1", "met": "1-2"}, 2),
        ({"scores": "1 1 1", "met": "1-2 1-3"}, 1),
    ],
)
def test_the_bye_leaves_a_legal_pairing(situation: dict[str, str], bye: int, rules: TeamRules) -> None:
    """2.1.1 (3.4.1)."""
    assert paired(team_field(**situation), rules).endswith(f" {bye}")


@by_edition
@pytest.mark.parametrize(
    ("situation", "bye"),
    [
        ({"scores": "1 2 2 2 2"}, 1),  # the lowest score, 2.1.2 (3.4.2)
        ({"scores": "1 2 2 2 2", "barred": "1"}, 5),
        ({"scores": "2 2 2 2 2", "idle": "4 5"}, 3),  # the most matches, 2.1.3 (3.4.3)
        ({"scores": "2 1 2 1 2", "idle": "4"}, 2),
        ({"scores": "2 1 2 1 2"}, 4),  # the largest TPN, 2.1.4 (3.4.4)
        ({"scores": "2 1 2 1 2", "idle": "2 4"}, 4),
    ],
)
def test_the_bye_goes_by_score_then_matches_then_number(situation: dict[str, str], bye: int, rules: TeamRules) -> None:
    """2.1.2 to 2.1.4 (3.4.2 to 3.4.4)."""
    assert paired(team_field(**situation), rules).endswith(f" {bye}")


# --- sets of upfloaters, 2.2 (3.5 of 2026) ---------------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize(("met", "pairs"), [("", "1-2 3-4"), ("3-4", "1-3 2-4")])
def test_upfloaters_leave_the_others_a_pairing(met: str, pairs: str, rules: TeamRules) -> None:
    """[C3]."""
    assert paired(team_field("2 1 1 1", met=met), rules) == pairs


@by_edition
@pytest.mark.parametrize(("met", "pairs"), [("", "1-2 3-4"), ("1-2", "1-3 2-4")])
def test_as_few_teams_rise_as_possible(met: str, pairs: str, rules: TeamRules) -> None:
    """[C4]: no team rises if the top scoregroup and the rest can be paired within themselves."""
    assert paired(team_field("2 2 1 1", met=met), rules) == pairs


@by_edition
@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        ("", "1-2 3-4"),
        ("1-2", "1-3 2-4"),
        ("1-2 1-3", "1-4 2-3"),  # only the lowest team is left for team 1
    ],
)
def test_upfloaters_come_from_as_high_as_possible(met: str, pairs: str, rules: TeamRules) -> None:
    """[C5]."""
    assert paired(team_field("3 2 1 0", met=met), rules) == pairs


@by_edition
@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        ("1-3 2-3 3-4 3-5 4-5 4-7 4-8", "1-2 3-7 4-6 5-8"),  # rather than teams 4, 5 and 6
        ("1-3 2-3 3-5 4-5 4-7 4-8", "1-2 3-4 5-6 7-8"),
    ],
)
def test_one_upfloater_from_below_is_better_than_three_from_above(met: str, pairs: str, rules: TeamRules) -> None:
    """[C4] before [C5]."""
    assert paired(team_field("3 3 3 2 2 2 1 1", met=met), rules) == pairs


@by_edition
@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        ("1-2", "1-3 2-4 5-6"),
        ("1-2 1-3 2-3", "1-4 2-5 3-6"),  # with team 3, nobody of the next scoregroup but it, nothing is won
        ("1-2 1-3", "1-4 2-3 5-6"),  # scores 2 and 1 are better than 1 and 1
    ],
)
def test_the_lowest_of_several_upfloaters_counts_first(met: str, pairs: str, rules: TeamRules) -> None:
    """[C5], of two upfloaters."""
    assert paired(team_field("3 3 2 1 1 1", met=met), rules) == pairs


@by_edition
@pytest.mark.parametrize(("met", "pairs"), [("", "1-2 3-4 5-6"), ("3-4", "1-3 2-4 5-6")])
def test_the_following_scoregroup_is_looked_at(met: str, pairs: str, rules: TeamRules) -> None:
    """[C6]: with team 2 gone up, teams 3 and 4 would have to float, too."""
    assert paired(team_field("3 2 2 2 1 1", met=met), rules) == pairs


@by_edition
@pytest.mark.parametrize(("met", "pairs"), [("", "1-2 3-4 5-6"), ("3-4", "1-2 3-5 4-6")])
def test_only_the_following_scoregroup_is_looked_at(met: str, pairs: str, rules: TeamRules) -> None:
    """[C6]: whether teams of one score lower can be paired does not matter."""
    assert paired(team_field("3 2 1 1 0 0", met=met), rules) == pairs


@by_edition
@pytest.mark.parametrize(
    ("met", "pairs"),
    [
        ("5-6", "1-2 3-5 4-6 7-8"),  # 3 takes 5, so that 4 and 6 have each other
        ("1-2 5-6", "1-3 2-4 5-7 6-8"),  # 3 is gone when 2 takes 4: nobody is left of the scoregroup that follows
        ("1-2", "1-3 2-4 5-6 7-8"),
    ],
)
def test_the_following_scoregroup_is_that_of_the_standing(met: str, pairs: str, rules: TeamRules) -> None:
    """[C6]: nothing is asked where all its teams are upfloaters already (TEAM-FOLLOWING)."""
    assert paired(team_field("5 4 3 2 2 2 1 1", met=met), rules) == pairs


@pytest.mark.parametrize(
    ("floated", "pairs"), [("", "1-2 3-4"), ("2", "1-3 2-4"), ("2 3", "1-4 2-3"), ("2 3 4", "1-2 3-4")]
)
def test_a_floater_of_the_last_round_rises_last(floated: str, pairs: str) -> None:
    """[C7] of 2026."""
    assert paired(team_field("2 1 1 1", floated=floated), TEAM_2026) == pairs


@pytest.mark.parametrize("rules", [TEAM_2024, TEAM_DRAFT], ids=["2024", "draft"])
@pytest.mark.parametrize("floated", ["", "2", "2 3"])
def test_before_2026_floats_do_not_choose_upfloaters(floated: str, rules: TeamRules) -> None:
    """[C9] of 2024 is one of the bracket, which is paired when the set is there."""
    assert paired(team_field("2 1 1 1", floated=floated), rules) == "1-2 3-4"


@pytest.mark.parametrize(("floated", "pairs"), [("1", "1-4 2-3 5-6"), ("1 4", "1-3 2-5 4-6")])
def test_the_upfloaters_opponent_does_not_choose_it(floated: str, pairs: str) -> None:
    """[C7] counts upfloaters alone: 4 rises to meet 1, its only possible opponent, though 1 floated; not if 4 did."""
    assert paired(team_field("2 2 2 1 1 1", floated=floated, met="2-4 3-4"), TEAM_2026) == pairs


def test_the_following_scoregroup_comes_before_floats() -> None:
    """[C6] before [C7]: team 3 rises, though it floated and team 2 did not."""
    assert paired(team_field("3 2 2 2 1 1", floated="3", met="3-4 2-3"), TEAM_2026) == "1-3 2-4 5-6"


BARRED_SETS = [
    ("2 6 1", ""),
    ("2 6 3", "9-1"),
    ("2 6 5", "9-1 9-3"),
    ("2 8 1", "10-6 11-6"),
    ("2 8 3", "10-6 11-6 9-1"),
    ("2 8 5", "10-6 11-6 9-1 9-3"),
    ("6 8 1", "10-2 11-2"),
    ("6 8 3", "10-2 11-2 9-1"),
    ("6 8 5", "10-2 11-2 9-1 9-3"),
]


@by_edition
@pytest.mark.parametrize(("chosen", "met"), BARRED_SETS)
def test_sets_are_taken_in_their_order(chosen: str, met: str, rules: TeamRules) -> None:
    """2.2.4 (3.5.4), whose example lists them: two of 2, 6, 8 and one of 1, 3, 5."""
    scores = {9: 5, 10: 5, 11: 5, 2: 4, 6: 4, 8: 4, 1: 3, 3: 3, 5: 3, 7: 1}
    apart = "9-10 9-11 10-11 9-2 9-6 9-8"  # the three of the top-scoregroup; one of them must go lower
    field = team_field(scores, met=f"{apart} {met}")
    pairs = {frozenset(map(int, pair.split("-"))) for pair in paired(field, rules).split()}
    risen = frozenset().union(*(pair for pair in pairs if pair & {9, 10, 11})) - {9, 10, 11}
    assert risen == set(map(int, chosen.split()))


# --- the pairing of a bracket, 2.3 (3.6 of 2026) ---------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize(
    ("wants", "pairs"),
    [
        ("wwbb", "1-3 2-4"),
        ("w.w.", "1-4 2-3"),
        ("wwww", "1-3 2-4"),  # nothing is to be gained
        ("wbwb", "1-4 2-3"),
        ("w..w", "1-3 2-4"),
        (".w.b", "1-3 2-4"),  # two without a preference miss nothing
    ],
)
def test_colour_preferences_are_fulfilled(wants: str, pairs: str, rules: TeamRules) -> None:
    """[C8] of 2026, [C7] before."""
    assert paired(team_field("1 1 1 1", wants=wants), rules) == pairs


@by_edition
@pytest.mark.parametrize(
    ("strong", "pairs"), [("1", "1-3 2-4"), ("1 3", "1-4 2-3"), ("1 2 3", "1-3 2-4"), ("2 4", "1-4 2-3")]
)
def test_strong_preferences_are_fulfilled_before_mild_ones(strong: str, pairs: str, rules: TeamRules) -> None:
    """[C9] of 2026, [C8] before (Type B): two of four that want the same colour miss it in any case."""
    assert paired(team_field("1 1 1 1", wants="wwww", strong=strong), rules) == pairs


@by_edition
@pytest.mark.parametrize(
    ("floated", "pairs"), [("", "1-3 2-4"), ("2", "1-4 2-3"), ("1 2", "1-2 3-4"), ("1 2 3", "1-3 2-4")]
)
def test_a_floater_of_the_last_round_does_not_meet_the_upfloater(floated: str, pairs: str, rules: TeamRules) -> None:
    """[C10] of 2026, [C9] before: teams 1 to 3 are of the top-scoregroup, and team 4 rises."""
    assert paired(team_field("2 2 2 1", floated=floated), rules) == pairs


@by_edition
def test_colours_come_before_floats(rules: TeamRules) -> None:
    """[C8] before [C10]; in 2024 [C7] before [C9]."""
    assert paired(team_field("2 2 2 1", floated="2 3", wants="w..w"), rules) == "1-3 2-4"
    assert paired(team_field("2 2 2 1", floated="2 3", wants="...."), rules) == "1-4 2-3"


@by_edition
@pytest.mark.parametrize(
    ("strong", "met", "pairs"),
    [
        ("1 2", "1-5 1-6 2-5 2-6", "1-2 3-5 4-6"),  # one preference missed, a strong one, rather than two mild ones
        ("1 2", "1-2 1-5 1-6 2-5 2-6", "1-3 2-4 5-6"),
    ],
)
def test_all_preferences_come_before_strong_ones(strong: str, met: str, pairs: str, rules: TeamRules) -> None:
    """[C8] before [C9]; in 2024 [C7] before [C8]."""
    assert paired(team_field("1 1 1 1 1 1", wants="wwww..", strong=strong, met=met), rules) == pairs


@by_edition
@pytest.mark.parametrize(("strong", "pairs"), [("1 3", "1-4 2-3"), ("1", "1-3 2-4")])
def test_strong_preferences_come_before_floats(strong: str, pairs: str, rules: TeamRules) -> None:
    """[C9] before [C10]; in 2024 [C8] before [C9]: only team 2 has not floated, and would meet the upfloater."""
    assert paired(team_field("2 2 2 1", wants="wwww", strong=strong, floated="1 3"), rules) == pairs


@by_edition
@pytest.mark.parametrize(("floated", "pairs"), [("1 4", "1-3 2-4"), ("1 2 4", "1-3 2-4")])
def test_teams_that_float_again_are_counted_not_pairs(floated: str, pairs: str, rules: TeamRules) -> None:
    """[C9] of 2024: the same teams float again in any pairing, so nothing is gained if two of them meet."""
    assert paired(team_field("2 2 1 1", met="1-2", floated=floated), rules) == pairs


@by_edition
def test_upfloaters_are_chosen_before_colours(rules: TeamRules) -> None:
    """The first set is taken, although the colours of its pairs are wrong."""
    assert paired(team_field("2 1 1 1", wants="wwb."), rules) == "1-2 3-4"


@by_edition
def test_a_bracket_is_ordered_by_number_not_by_score(rules: TeamRules) -> None:
    """2.3.1 (3.6.1): an upfloater with a smaller TPN is the top member."""
    field = team_field({1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: 1}, met="2-6")
    assert paired(field, rules) == "1-6 2-4 3-5"


@by_edition
def test_identifiers_are_those_of_the_example(rules: TeamRules) -> None:
    """2.3.2 (3.6.2): 11-24 16-6 10-9 8-4 is identified by 4 6 9 11 8 16 10 24."""
    field = team_field(dict.fromkeys((4, 6, 8, 9, 10, 11, 16, 24), 1))
    pairing = RoundPairing(pairs=(Pair(11, 24), Pair(16, 6), Pair(10, 9), Pair(8, 4)))
    steps = assess(field, rules, pairing)
    assert steps[-1].generation.sequence == (4, 6, 9, 11, 8, 16, 10, 24)


@pytest.mark.parametrize(("rules", "again"), [(TEAM_2026, [("C7", (1,))]), (TEAM_2024, []), (TEAM_DRAFT, [])])
def test_a_set_of_upfloaters_is_valued_as_it_is_chosen(rules: TeamRules, again: list[tuple[str, object]]) -> None:
    """[C4] to [C6], in 2026 [C7], too: the widest difference first; 3 and 4 rise, and 5 and 6 have met."""
    field = team_field("3 3 2 1 1 1 0 0", met="1-2 5-6", floated="1 4 5")
    pairing = RoundPairing(pairs=(Pair(1, 3), Pair(2, 4), Pair(5, 7), Pair(6, 8)))
    selections = [step for step in assess(field, rules, pairing) if step.kind is BracketKind.UPFLOATERS]
    values = [[(value.label, value.value) for value in step.values] for step in selections]
    assert values[0] == [("C4", (2,)), ("C5", (20, 10)), ("C6", (0,)), *again]
    field = team_field("3 2 2 2 1 1", met="3-4")
    values_of_second = [
        value.value
        for value in assess(field, rules, RoundPairing(pairs=(Pair(1, 2), Pair(3, 5), Pair(4, 6))))[0].values
    ]
    assert values_of_second[:3] == [(1,), (10,), (2,)]


@by_edition
def test_the_bottom_scoregroup_may_rise_as_a_whole(rules: TeamRules) -> None:
    """Nobody is left for [C6] to look at, and the round ends with the bracket."""
    assert paired(team_field("2 2 1 1", met="1-2 3-4"), rules) == "1-3 2-4"


@by_edition
def test_a_round_of_many_is_paired_at_once(rules: TeamRules) -> None:
    """The first candidate needs no search: 250 teams without a history."""
    field = team_field(dict.fromkeys(range(1, 251), 0))
    pairs, bye = pair_field(field, rules, BY_MATCHING)
    assert bye is None
    assert set(pairs) == {(at, at + 125) for at in range(125)}
