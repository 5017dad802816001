"""The Dubov System where its text is open, and where programs depart from it: events whose last round tells."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from support.agreement import assert_misreading_pairs_otherwise
from support.dubov import either_two, seekers, single_bracket
from support.findings import assert_other_side_is_open, round_findings

from checker.planting import with_last_round
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.event_batch import Batch
from reference_engines.coverage import features_of, nearness
from reference_engines.definitions.player_states import colour_history
from reference_engines.dubov.participants import Shifts
from reference_engines.dubov.round import pair_round
from reference_engines.dubov.rules import DUBOV_2018, DUBOV_2026, OTHER_READINGS, DubovRules
from reference_engines.literal.dubov import try_all
from reference_engines.misreadings import misreadings_of
from reference_engines.readings import REGISTER
from tournaments import read_event

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

CASES = Path(__file__).parents[2] / "data" / "cases" / "dubov"
TRIED = try_all(max_steps=5_000_000)
ALTERED = {
    "aro_with_forfeits": (
        "aro-with-forfeits bye-fewest-games bye-without-ranking bye-without-score c6-last c6-left-out c7-left-out "
        "colours-without-stronger g2-largest-tpn s1-by-tpn s1-highest-aro-first shifters-by-tpn shifters-from-the-top "
        "upfloaters-largest-tpn"
    ),
    "bye_without_unplayed_games": "bye-without-unplayed-games c1-left-out c2-left-out c3-left-out c4-left-out",
    "max_t_rounded_up": "max-t-exceeded max-t-rounded-up",
    "colours_without_initial": "beginners-without-preference colours-without-initial",
    "c9_turned_round": "c9-left-out c9-turned-round",
    "max_t_of_two": "max-t-of-two",
    "c10": "c10-left-out",
    "aro_rounded_down": "aro-not-rounded aro-rounded-down",
    "colours_without_alternate": "c6-highest-first colours-without-alternate",
    "c2_any_points": "c2-any-points",
    "c3_topscorers": "c3-topscorers",
    "last_round_like_others": "last-round-like-others",
    "c5": "c5-left-out",
}
"""Events whose last round shows a misreading."""
BUILT = {"c8-left-out", "preference-by-difference"}
"""Shown below, by fields and colours."""
SHOWN = {
    "DUBOV-UPFLOAT-FORFEIT": "c10",
    "DUBOV-GAMES": "bye_without_unplayed_games",
    "DUBOV-FULL-POINT-BYE": "max_t_of_two",
    "DUBOV-BEGINNERS": "colours_without_initial",
    "DUBOV-UNRATED": "unrated",
    "DUBOV-ACCELERATION": "max_t_rounded_up",
    "DUBOV-BYE-SCORE": "bye_by_points",
    "DUBOV-HIGHER-RANKED": "ranked_by_points",
}
"""Events in whose last round the sides of an entry part."""
IN_FIELDS = {"DUBOV-TIMES", "DUBOV-SHIFT-POOL"}
"""Shown by fields, and the other side of DUBOV-TIMES by which [C9] says what [C8] does by an event, too."""


def case(name: str) -> Event:
    """Read an event."""
    return read_event(CASES / f"{name}.trf").event


def finding(played: Event) -> RoundFinding:
    """Return the finding of the last round."""
    return round_findings(played, "dubov-2026")[-1]


# --- misreadings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "identifier"), [(n, i) for n, those in ALTERED.items() for i in those.split()])
def test_a_rule_left_out_or_turned_round_pairs_otherwise(name: str, identifier: str) -> None:
    """The recorded round is right; under the misreading it would be another one, by enumeration, too."""
    assert_misreading_pairs_otherwise(identifier, DUBOV_2026, replace(DUBOV_2026, search=TRIED), case(name))


def test_every_misreading_is_shown() -> None:
    """Each has a sentence and an article of its own edition; both editions have the same."""
    shown = {identifier for those in ALTERED.values() for identifier in those.split()}
    assert {one.identifier for one in misreadings_of(DUBOV_2026)} == shown | BUILT
    for rules in (DUBOV_2026, DUBOV_2018):
        assert len({one.identifier for one in misreadings_of(rules)}) == len(misreadings_of(rules))
        assert len({one.sentence for one in misreadings_of(rules)}) == len(misreadings_of(rules))
    by_2018 = {one.identifier: one.article for one in misreadings_of(DUBOV_2018)}
    assert by_2018.keys() == {one.identifier for one in misreadings_of(DUBOV_2026)}
    assert all(article[0].isalpha() for article in by_2018.values())


def upfloaters(rules: DubovRules, times: tuple[int, int, int, int]) -> tuple[int, ...]:
    """Return the upfloaters of a scoregroup that needs positions 2 and 3, or 4 and 5, confirmed by enumeration."""
    found = [pair_round(replace(rules, search=search), either_two(times)) for search in (rules.search, TRIED)]
    assert found[0].brackets[0].bracket.upfloaters == found[1].brackets[0].bracket.upfloaters
    return found[0].brackets[0].bracket.upfloaters


@pytest.mark.parametrize(("times", "upfloaters_by_c9"), [((0, 4, 2, 2), (2, 3)), ((0, 5, 2, 2), (4, 5))])
def test_c8_decides_where_one_has_been_upfloated_more_than_two_together(
    times: tuple[int, int, int, int], upfloaters_by_c9: tuple[int, int]
) -> None:
    """One maximum upfloater before two; C9 alone adds up their times."""
    (left_out,) = (one for one in misreadings_of(DUBOV_2026) if one.identifier == "c8-left-out")
    altered = left_out.rules(DUBOV_2026)
    assert isinstance(altered, DubovRules)
    assert (upfloaters(DUBOV_2026, times), upfloaters(altered, times)) == ((2, 3), upfloaters_by_c9)


def test_times_are_added_up_or_the_most_comes_first() -> None:
    """DUBOV-TIMES: 3 and 6 are fewer than 5 and 5 together, and 6 is more than 5; two and two never part."""
    others = [rules(DUBOV_2026) for name, rules in OTHER_READINGS if name == "DUBOV-TIMES"]
    times = (5, 5, 3, 6)
    sides = [upfloaters(rules, times) for rules in (DUBOV_2026, *others) if isinstance(rules, DubovRules)]
    assert sides == [(4, 5), (2, 3), (2, 3)]
    assert {upfloaters(DUBOV_2026, (5, 5, 4, 6)), upfloaters(DUBOV_2026, (4, 6, 5, 5))} == {(2, 3)}


def test_shifted_players_may_be_numbered_with_those_to_be_shifted_back() -> None:
    """DUBOV-SHIFT-POOL: the middle of 3, 4 and 5 is 4, and that of 1, 3, 4 and 5 is 3, where 1 has been shifted."""
    apart = [(white, black) for white in (0, 1) for black in (3, 4, 5)]
    bracket = single_bracket(seekers(3, [2100, 2050, 2000, 0, 0, 0], apart))
    other = dict(OTHER_READINGS)["DUBOV-SHIFT-POOL"](DUBOV_2026)
    assert isinstance(other, DubovRules)
    for rules, second in ((DUBOV_2026, (4,)), (other, (3,))):
        for search in (rules.search, TRIED):
            assert search.shifts(rules, bracket) == Shifts(first=(1,), second=second)


def test_two_games_of_one_colour_tell_the_side_before_the_difference() -> None:
    """1.6.1: after WWBWWBB White is preferred, absolutely; by the misreading Black."""
    colours = colour_history(np.array([1, 1, -1, 1, 1, -1, -1])[:, None])
    (altered,) = (one for one in misreadings_of(DUBOV_2026) if one.identifier == "preference-by-difference")
    wanted = [rules.definitions.preferences(colours) for rules in (DUBOV_2026, altered.rules(DUBOV_2026))]  # type: ignore[attr-defined]  # Dubov rules
    assert [int(found.colour[-1, 0]) for found in wanted] == [1, -1]
    assert [int(found.strength[-1, 0]) for found in wanted] == [3, 3]


# --- open points ------------------------------------------------------------------------------------------------------


def pair_otherwise(identifier: str, played: Event, rules: DubovRules = DUBOV_2026) -> RoundPairing:
    """Pair the last round by the reading of an entry that is not the default."""
    return dict(OTHER_READINGS)[identifier](rules).open(played).round(played.rounds_recorded).expected()


@pytest.mark.parametrize(("identifier", "name"), SHOWN.items())
def test_both_sides_of_an_entry_are_followed(identifier: str, name: str) -> None:
    """Enumeration confirms the round of the other reading; a round that neither reading asks for is wrong."""
    played = case(name)
    other = pair_otherwise(identifier, played)
    assert_other_side_is_open(identifier, "dubov-2026", played, other)
    assert pair_otherwise(identifier, played, replace(DUBOV_2026, search=TRIED)) == other


def test_c9_may_say_what_c8_does() -> None:
    """The second other side of DUBOV-TIMES."""
    played = case("c9_turned_round")
    rules = [other for identifier, other in OTHER_READINGS if identifier == "DUBOV-TIMES"][1](DUBOV_2026)
    found = finding(with_last_round(played, rules.open(played).round(played.rounds_recorded).expected()))
    assert (found.verdict, [note.identifier for note in found.readings]) == (Verdict.AMBIGUOUS_RULE, ["DUBOV-TIMES"])


def test_every_entry_is_followed_or_says_why_not() -> None:
    """And those followed are shown here."""
    entries = [entry for entry in REGISTER.entries if entry.identifier.startswith("DUBOV-")]
    followed = {*SHOWN, *IN_FIELDS}
    assert {entry.identifier for entry in entries if not entry.not_followed} == {*followed, "DUBOV-ROUNDS"}
    assert {identifier for identifier, _ in OTHER_READINGS} == followed


@pytest.mark.parametrize(("rounds", "recorded"), [(9, 9), (9, 7), (11, 9), (10, 10)])
def test_without_a_number_of_rounds_max_t_is_open(rounds: int, recorded: int) -> None:
    """Rounds agree, or are open by the number of rounds alone."""
    whole = Batch(seed=31, axes=Axes(players=Span(16, 16), rounds=Span(rounds, rounds)), system="dubov-2026").play(0)
    players = tuple(replace(player, rounds=player.rounds[:recorded]) for player in whole.event.players)
    played = replace(whole.event, players=players, rounds_recorded=recorded, rounds_declared=None)
    found = round_findings(played, "dubov-2026")
    assert {entry.verdict for entry in found} <= {Verdict.AGREE, Verdict.AMBIGUOUS_RULE}
    assert {note.identifier for entry in found for note in entry.readings} <= {"DUBOV-ROUNDS", "ROUNDS-UNDECLARED"}


def test_the_notes_tell_what_was_assumed() -> None:
    """Of MaxT and ratings, only where they are not declared."""
    played = case("c10")
    assert not any("DUBOV" in note for note in DUBOV_2026.open(played).notes)
    unrated = tuple(replace(player, rating=None) for player in played.players)
    notes = DUBOV_2026.open(replace(played, rounds_declared=None, players=unrated)).notes
    assert any(note.startswith("MaxT depends on that number; 6 rounds were assumed") for note in notes)
    assert any(note.startswith("Players without a rating: 9; ") for note in notes)


# --- what is sought ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "label", "least"), [("c9_turned_round", "C9", 256), ("c5", "C5", 100), ("c10", "C9", 0)]
)
def test_a_round_tells_how_near_rare_criteria_are(name: str, label: str, least: int) -> None:
    """The round is near if they decide, and names players; without a maximum upfloater it is far."""
    played = case(name)
    feature = next(one for one in features_of(DUBOV_2026) if one.name == label)
    found = nearness(DUBOV_2026.open(played).round(played.rounds_recorded), feature)
    assert found.strength >= least
    assert bool(found.players) is (least > 0)
    unmet_one = next(one for one in features_of(DUBOV_2026) if one.name == f"{label}-unmet")
    assert nearness(DUBOV_2026.open(played).round(played.rounds_recorded), unmet_one).strength == 0
