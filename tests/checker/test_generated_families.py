"""Families of misreadings: orders of choice, remembered rounds, rounds without a game, the Index, and floats."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.faulty_engines import AXES
from support.fields import draw_field, draw_tension
from support.literally import SIDES, Outcome, compare_by
from support.loops import require_items
from support.varied import misread_rules

from random_tournaments.axes import Span
from random_tournaments.event_batch import Batch
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.burstein.participants import RankedPlayers
from reference_engines.definitions.player_states import Strength
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.frame.results import Pair
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings.dutch import choices
from tournaments.model import Result
from tournaments.teams.event import MatchResult

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

EVENTS = {
    system: Batch(seed=5, axes=AXES, system=system).play(index).event
    for system, index in (("dutch-2026", 35), ("burstein-2026", 15), ("dubov-2026", 15))
}
"""Events with half-point byes, one of them in round 1, and absences."""


def _misread(system: str, identifier: str) -> Any:
    return misread_rules(identifier, system)


# --- orders of choice ------------------------------------------------------------------------------------------------

CHOICES = [one.identifier for make in choices.KINDS for one in make(DUTCH_2026)]


@pytest.mark.parametrize("identifier", CHOICES)
def test_optimiser_and_literal_walk_choose_opponents_in_the_same_order(identifier: str) -> None:
    """On a few fields for each order, with exchanges and without."""
    rng, sides = random.Random(identifier), SIDES["2026"]
    change = next(one.rules for make in choices.KINDS for one in make(sides.rules) if one.identifier == identifier)
    for _ in range(6):
        field = draw_field(rng, draw_tension(rng, players=(4, 8)))
        found = compare_by(change(sides.rules), change(sides.literal_rules), field)
        assert not found.outcome.is_difference, found.sentence
        assert found.outcome is not Outcome.REFUSED


@pytest.mark.parametrize(
    ("identifier", "s1", "expected"),
    [
        ("subgroups-not-sorted", (1, 4), [(1, (3, 2)), (4, (3, 2))]),
        ("exchanged-players-appended", (1, 4), [(1, (3, 2)), (4, (3, 2))]),
        ("s1-not-sorted", (1, 3), [(1, (2, 4)), (3, (2, 4))]),
        ("exchanged-players-prepended", (1, 3), [(3, (2, 4)), (1, (2, 4))]),
        ("subgroups-not-sorted", (1, 2), [(1, (3, 4)), (2, (3, 4))]),
    ],
)
def test_exchanged_players_stand_where_the_misreading_puts_them(
    identifier: str, s1: tuple[int, ...], expected: list[tuple[int, tuple[int, ...]]]
) -> None:
    """Of players 1 to 4, with another S1 than 1 and 2; without an exchange all stand in order."""
    order = _misread("dutch-2026", identifier).order
    assert [(player, tuple(opponents)) for player, opponents in order.choices((1, 2, 3, 4), s1)] == expected


# --- the floater by rank ---------------------------------------------------------------------------------------------


def test_the_lowest_ranked_floater_counts_before_later_criteria_alone() -> None:
    """Of a bracket of three, the last one adds nothing and the first one most; C8 stays before it."""
    rules = _misread("dutch-2026", "floater-lowest-homogeneous-before-c9")
    at = [one.label for one in rules.criteria].index("before C9")
    assert [one.label for one in rules.criteria][at - 1 : at + 2] == ["C8", "before C9", "C9"]
    prepared = DUTCH_2026.open(EVENTS["dutch-2026"])
    homogeneous = 0
    for number in require_items(prepared.recorded_rounds):
        for bracket, _ in prepared.round(number).expected_by_position.trace:
            counted = rules.criteria[at].criterion.contribution(bracket)
            assert (counted is None) == bool(bracket.mdps)
            if counted is not None:
                homogeneous += 1
                assert counted.floats.tolist() == list(range(bracket.size))[::-1]
    assert homogeneous


# --- remembered rounds -----------------------------------------------------------------------------------------------


def test_only_the_meetings_of_the_latest_round_keep_players_apart() -> None:
    """Opponents of the round before are still barred; those of earlier rounds are not, unless C3 bars them."""
    misread = _misread("dutch-2026", "meetings-of-1-rounds").open(EVENTS["dutch-2026"])
    own = DUTCH_2026.open(EVENTS["dutch-2026"])
    free = 0
    for number in require_items(own.recorded_rounds[2:]):
        before, after = (event.players_of_round(number) for event in (own, misread))
        history, row = own.history, number - 2
        position = {column: at for at, column in enumerate(before.column.tolist())}
        for column, at in position.items():
            opponent = position.get(int(history.opponent[row, column]))
            if opponent is not None and history.played[row, column]:
                assert not after.allowed[at, opponent]
        assert (after.allowed >= before.allowed).all()
        free += int((after.allowed - before.allowed).sum())
    assert free


def test_the_colour_of_the_round_before_alone_is_remembered() -> None:
    """A player without a game in it has no latest colour, but keeps the colour difference."""
    misread = _misread("dutch-2026", "latest-colour-of-previous-round")
    colour = np.array([[1, 1], [-1, 0], [1, -1], [0, 0]])
    found, own = misread.definitions.colour_history(colour), DUTCH_2026.definitions.colour_history(colour)
    assert found.latest[4].tolist() == [0, 0]
    assert own.latest[4].tolist() == [1, -1]
    assert found.latest[3].tolist() == own.latest[3].tolist() == [1, -1]
    assert found.difference.tolist() == own.difference.tolist()


def test_floats_three_rounds_back_are_none_before_round_four() -> None:
    """From then on, those of the round three before; the previous round is left as it is."""
    own, misread = (
        rules.open(EVENTS["dutch-2026"]) for rules in (DUTCH_2026, _misread("dutch-2026", "floats-of-1-and-3-before"))
    )
    differing = 0
    for number in require_items(own.recorded_rounds):
        before, after = (event.players_of_round(number) for event in (own, misread))
        assert after.floated[0].tolist() == before.floated[0].tolist()
        received = own.player_states.float_
        expected = received[number - 4][before.column] if number > 3 else np.zeros(before.size)
        assert after.floated[1].tolist() == expected.tolist()
        differing += int((after.floated[1] != before.floated[1]).sum())
    assert differing


def test_a_granted_bye_is_an_entry_or_is_not() -> None:
    """A player with such a bye in round 1 stands elsewhere by the order that looks at games."""
    event = EVENTS["dutch-2026"]
    history = DUTCH_2026.open(event).history
    granted = np.flatnonzero(history.granted_bye[0])
    with_bye, with_game = (
        _misread("dutch-2026", f"ranked-by-{name}-earliest-first").open(event) for name in ("granted-bye", "game")
    )
    moved = 0
    for number in require_items(with_bye.recorded_rounds[1:]):
        for column in granted:
            tpn = int(history.tpn[column])
            places = [
                event.players_of_round(number).numbers.index(tpn)
                for event in (with_bye, with_game)
                if tpn in event.players_of_round(number).numbers
            ]
            moved += len(set(places)) > 1
    assert moved


# --- kinds of rounds without a game ----------------------------------------------------------------------------------


def test_points_of_a_bye_may_come_a_round_late() -> None:
    """The next score lacks them, the one after it does not; other scores stay."""
    own, misread = (
        rules.open(EVENTS["dutch-2026"]) for rules in (DUTCH_2026, _misread("dutch-2026", "requested-byes-scored-late"))
    )
    history = own.history
    late = ~history.paired & (history.points > 0)
    missing = own.player_states.score - misread.player_states.score
    assert (missing[1:] == np.where(late, history.points, 0)).all()
    assert not missing[0].any()
    assert late.any()


def test_a_kind_of_rounds_is_passed_over_where_floats_are_looked_for() -> None:
    """The float is that of the latest other round; a player without such rounds keeps both floats."""
    own, misread = (
        rules.open(EVENTS["dutch-2026"])
        for rules in (DUTCH_2026, _misread("dutch-2026", "scoreless-rounds-passed-over"))
    )
    history = own.history
    scoreless = ~history.played & (history.points <= 0)
    differing = 0
    for number in require_items(own.recorded_rounds):
        before, after = (event.players_of_round(number) for event in (own, misread))
        for at, column in enumerate(before.column.tolist()):
            rows = [row for row in range(number - 1) if not scoreless[row, column]]
            for back in (1, 2):
                expected = own.player_states.float_[rows[-back], column] if len(rows) >= back else 0
                assert after.floated[back - 1][at] == expected
                differing += expected != before.floated[back - 1][at]
    assert differing


# --- the Index -------------------------------------------------------------------------------------------------------


def test_draws_add_nothing_to_sonneborn_berger_and_wins_still_do() -> None:
    """Buchholz stays; a player without draws keeps both."""
    event, rules = EVENTS["burstein-2026"], engine_for("burstein-2026")
    last = event.rounds_recorded
    own, misread = (
        one.open(event).ranked_players(last) for one in (rules, _misread("burstein-2026", "sonneborn-berger-of-wins"))
    )
    history = rules.open(event).history
    points = history.points[: last - 1]
    drawn = ((points > 0) & (points < history.scoring.win)).any(axis=0)
    values = [
        dict(zip(one.numbers, zip(one.buchholz.tolist(), one.sonneborn_berger.tolist(), strict=True), strict=True))
        for one in (own, misread)
    ]
    fewer = 0
    for column, tpn in enumerate(history.tpn.tolist()):
        if tpn in values[0]:
            (buchholz, whole), (same, wins) = (one[tpn] for one in values)
            assert buchholz == same
            assert wins == whole or drawn[column]
            fewer += wins < whole
    assert fewer


# --- teams -----------------------------------------------------------------------------------------------------------


def _team_event() -> Event:
    axes = replace(TEAM_PROFILES["plain"], teams=Span(12, 12), rounds=Span(6, 6))
    return TeamBatch(seed=3, axes=axes).play(1).event


def test_the_team_of_the_lower_score_alone_is_a_floater() -> None:
    """Both are by the regulation; together the two directions are all floaters."""
    event, rules = _team_event(), engine_for("team-2026")
    own, up, down = (
        one.open(event)
        for one in (
            rules,
            _misread("team-2026", "floaters-up-by-before-the-match"),
            _misread("team-2026", "floaters-down-by-before-the-match"),
        )
    )
    counted = np.zeros(2, dtype=np.int64)
    for number in require_items(range(2, 5)):
        floated, upwards, downwards = (one.teams_of_round(number).floated for one in (own, up, down))
        assert (floated == (upwards | downwards)).all()
        assert not (upwards & downwards).any()
        counted += [upwards.sum(), downwards.sum()]
    assert (counted > 0).all()


@pytest.mark.parametrize(
    ("identifier", "colours", "preferred"),
    [
        ("difference-of-one", (1,), -1),
        ("difference-of-one", (1, -1), 0),
        ("difference-of-three", (1, 1, 1), -1),
        ("difference-of-three", (1, 1), 0),
        ("no-repeated-colour", (-1, 1, 1), 0),
        ("no-repeated-colour", (1, 1), -1),
    ],
)
def test_a_team_prefers_a_colour_by_another_difference(
    identifier: str, colours: tuple[int, ...], preferred: int
) -> None:
    """By the regulation a difference of two, or the same colour twice in a row at a difference of zero or one."""
    rule = _misread("team-2026", f"preference-{identifier}").preference_of
    assert rule(colours, False, False) == (preferred, False)


# --- rounds that stop at the first difference ------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["burstein-2026", "dubov-2026", "team-2026"])
def test_a_pairing_is_compared_bracket_by_bracket_as_it_is_as_a_whole(system: str) -> None:
    """The expected pairing agrees; two exchanged opponents, a reversed game or another bye do not."""
    event = _team_event() if system == "team-2026" else EVENTS[system]
    prepared = engine_for(system).open(event)
    for number in require_items(prepared.recorded_rounds):
        expected = prepared.round(number).expected()
        assert prepared.round(number).would_pair_as(expected)
        for changed in _changes(expected):
            assert not prepared.round(number).would_pair_as(changed)


def _changes(pairing: RoundPairing) -> list[RoundPairing]:
    first, second, *others = pairing.pairs
    exchanged = replace(pairing, pairs=(Pair(first.white, second.black), Pair(second.white, first.black), *others))
    reversed_ = replace(pairing, pairs=(Pair(first.black, first.white), second, *others))
    if pairing.bye is None:
        return [exchanged, reversed_]
    return [
        exchanged,
        reversed_,
        replace(pairing, pairs=(Pair(pairing.bye, first.black), second, *others), bye=first.white),
    ]


def test_an_absolute_and_a_strong_preference_may_be_kept_apart_too() -> None:
    """Whatever the regulation bars stays barred; of preferences for the same colour, mild ones may still meet."""
    own, misread = (
        rules.open(EVENTS["dutch-2026"])
        for rules in (DUTCH_2026, _misread("dutch-2026", "clash-of-absolute-and-strong"))
    )
    barred = 0
    for number in require_items(own.recorded_rounds[1:]):
        before, after = (event.players_of_round(number) for event in (own, misread))
        assert (after.allowed <= before.allowed).all()
        first, second = np.nonzero(before.allowed > after.allowed)
        assert (before.preference[first] == before.preference[second]).all()
        strengths = np.sort(np.stack([before.strength[first], before.strength[second]]), axis=0)
        assert (strengths[0] == Strength.STRONG).all()
        assert (strengths[1] == Strength.ABSOLUTE).all()
        barred += first.size
    assert barred


@pytest.mark.parametrize("system", ["burstein-2026", "dubov-2026"])
def test_of_equal_players_the_highest_ranked_may_have_the_bye(system: str) -> None:
    """Of those with the same score and games; the score of the player with the bye stays."""
    rules, misread = engine_for(system), _misread(system, "bye-to-highest-ranked")
    other = 0
    for index in require_items(range(12, 18)):
        event = Batch(seed=5, axes=AXES, system=system).play(index).event
        for number in require_items(range(1, event.rounds_recorded + 1)):
            own, changed = (one.open(event).round(number) for one in (rules, misread))
            byes = own.expected_by_position.bye, changed.expected_by_position.bye
            if None not in byes and hasattr(own.participants, "ranking"):
                scores = [own.participants.scores[at] for at in byes]
                assert scores[0] == scores[1]
                assert own.participants.ranking[byes[1]] <= own.participants.ranking[byes[0]]
                other += byes[0] != byes[1]
    assert other


@pytest.mark.parametrize(
    ("identifier", "pairs"),
    [
        ("pairings-of-neighbours", {(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12)}),
        ("pairings-of-extremes", {(1, 12), (2, 11), (3, 10), (4, 9), (5, 8), (6, 7)}),
        ("pairings-of-lower-half-reversed", {(1, 12), (2, 11), (3, 10), (4, 9), (5, 8), (6, 7)}),
    ],
)
def test_the_first_pairing_of_a_bracket_may_be_another(identifier: str, pairs: set[tuple[int, int]]) -> None:
    """By the regulation, the upper half of twelve teams meets the lower half in order."""
    event = _team_event()
    expected = [
        one.open(event).round(1).expected() for one in (engine_for("team-2026"), _misread("team-2026", identifier))
    ]
    found = [{(min(pair.white, pair.black), max(pair.white, pair.black)) for pair in one.pairs} for one in expected]
    assert found == [{(number, number + 6) for number in range(1, 7)}, pairs]


@pytest.mark.parametrize(
    ("identifier", "result", "bars"),
    [
        ("bye-bar-of-bye-alone", Result.FORFEIT_WIN, False),
        ("bye-bar-of-forfeit-win", Result.FORFEIT_WIN, True),
        ("bye-bar-of-any-round", Result.ZERO_POINT_BYE, True),
        ("bye-bar-of-any-points", Result.ZERO_POINT_BYE, False),
    ],
)
def test_other_results_bar_a_team_from_the_bye(identifier: str, result: Result, bars: bool) -> None:
    """A team with such a result in any earlier round may have the bye only if it does not bar."""
    rules = _misread("team-2026", identifier)
    assert (MatchResult[result.name] in rules.barring) == bars
    assert MatchResult.PAIRING_ALLOCATED_BYE in rules.barring
    prepared = rules.open(_team_event())
    last = prepared.event.rounds_recorded + 1
    for team in require_items(prepared.event.teams):
        barred = any(entry.result in rules.barring for entry in team.rounds)
        assert prepared.may_have_bye(team.number, last) != barred


@pytest.mark.parametrize(("order", "partner"), [("largest-first", -2), ("smallest-first", 0)])
def test_the_last_bsn_of_burstein_may_choose_first(order: str, partner: int) -> None:
    """Where nobody may be kept from anybody; by the regulation the first BSN meets the last one."""
    own, misread = engine_for("burstein-2026"), _misread("burstein-2026", f"last-chooses-{order}")
    objective: Any = replace(own.objective, looks_ahead=False, after=())
    events = [Batch(seed=5, axes=AXES, system="burstein-2026").play(index).event for index in range(6)]
    rounds = [own.open(event).round(number) for event in events for number in range(1, event.rounds_recorded + 1)]
    ranked = [one.participants for one in rounds if isinstance(one.participants, RankedPlayers)]
    seen = 0
    for players in require_items([one for one in ranked if not one.players.is_odd]):
        for scoregroup in players.scoregroups():
            free = replace(players.players, allowed=1 - np.eye(players.players.size, dtype=np.uint8))
            is_rest_even = (free.size - scoregroup.last) % 2 == 0
            if scoregroup.size % 2 == 0 and scoregroup.size > 2 and is_rest_even:
                bracket = replace(scoregroup, players=free)
                first, changed = (text.search.best(text, bracket, objective) for text in (own, misread))
                assert (0, bracket.size - 1) in first.pairs
                assert (partner % bracket.size, bracket.size - 1) in changed.pairs
                seen += 1
    assert seen


def test_the_following_bracket_may_be_looked_at_after_colours() -> None:
    """C8 then stands just below C12, and the other criteria keep their order; some round is paired otherwise."""
    misread = _misread("dutch-2026", "following-bracket-moved-below-colour-preference")
    labels = [one.label for one in misread.criteria]
    assert labels[labels.index("C12") + 1] == "C8"
    assert [one for one in labels if one != "C8"] == [one.label for one in DUTCH_2026.criteria if one.label != "C8"]
    changed = 0
    for index in range(12):
        event = Batch(seed=5, axes=AXES, system="dutch-2026").play(index).event
        prepared = misread.open(event)
        for number in require_items(prepared.recorded_rounds):
            changed += not prepared.round(number).is_paired_as(prepared.round(number).posted)
    assert changed
