"""The causes of programs with a fault that no list foresees are learnt from their rounds, or generated."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from support.faulty_engines import AXES, FAULTS, play_faultily
from support.further_faults import FURTHER_FAULTS
from support.hidden_causes import play_together
from support.loops import require_items

from checker.causes.cause import CaseRound
from checker.causes.derived_values import (
    BYE,
    MEETINGS,
    PREFERENCE,
    RANK,
    SCORE,
    Flip,
    FlippedRound,
    flip,
    learn_causes,
)
from checker.causes.entry_values import entry_facts
from checker.causes.places import misreadings_at_places
from checker.causes.round_copies import players_of
from checker.causes.rules import typical_scopes
from checker.causes.search import OF_A_CAMPAIGN, SearchEffort, find_causes
from random_tournaments.event_batch import Batch
from reference_engines.burstein.participants import Series, index_before
from reference_engines.definitions.player_states import Strength
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import generated_misreadings, misreadings_of, varied_misreadings

if TYPE_CHECKING:
    from checker.causes.cause import Cause
    from reference_engines.dutch.players_round import DutchEvent
    from reference_engines.dutch.rules import DutchRules

FORFEIT = "a forfeit bars both players from the bye"
FIRST_CAUSES: dict[str, tuple[str, tuple[int, ...]]] = {
    "MDPs ranked by number alone": ("mdps-by-number", (131, 165, 198, 323, 397)),
    "colours counted for pairs of residents only": ("colour-preference-pairs-residents", (0, 2, 3, 4, 9, 11)),
    "an unplayed round that scores nothing is an upfloat": (
        "float-1-2-had-no-game-and-no-points-is--1",
        (15, 21, 23, 28, 32, 34),
    ),
    FORFEIT: ("bye-0-lost-by-forfeit-is-0", (15, 28, 34, 47)),
    "colours repeat where they should alternate": ("colour-rule-alternate-reversed", (0, 3, 7, 9, 15, 23)),
    "C12 forgets colours before a round without a game": (
        "preference-counted-1-had-no-game-is-0",
        (3, 6, 9, 10, 13, 15),
    ),
}
"""By fault, the identifier of its cause, and events in which it shows."""


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_the_first_cause_names_the_fault(fault: str) -> None:
    """Among causes of the same effect, if the events cannot tell these apart; every discrepant round is explained."""
    identifier, indices = FIRST_CAUSES[fault]
    cases = [play_faultily(FAULTS[fault], index) for index in indices]
    finding = find_causes(cases, OF_A_CAMPAIGN)
    first = finding.groups[0]
    assert identifier in {member.identifier for member in first.members}
    assert (len(first.explained), len(first.contradicted)) == (finding.discrepant, 0)


EVENTS_OF_FURTHER_FAULTS = (3, 15, 1, 2, 3, 3, 0, 34, 37, 6, 4, 1, 3)


@pytest.mark.parametrize(("fault", "index"), [*zip(FURTHER_FAULTS, EVENTS_OF_FURTHER_FAULTS, strict=True)])
def test_a_further_fault_makes_few_rounds_of_an_event_wrong(fault: str, index: int) -> None:
    """Otherwise its cause could not be found, or nothing but another system would be."""
    case = play_faultily(FURTHER_FAULTS[fault], index)
    assert 0 < len(case.wanting) < len(case.agreeing)


@pytest.mark.parametrize("work", [3_000, 6_000])
def test_a_cause_of_many_rounds_is_tried_on_all_of_them_whatever_work_is_left(work: int) -> None:
    """A sample of the rounds names it; without the others it would need a second cause, or leave rounds unexplained."""
    criteria = tuple(one for one in DUTCH_2026.criteria if one.label != "C14")
    cases = [play_faultily(replace(DUTCH_2026, criteria=criteria), index) for index in range(60)]
    finding = find_causes(cases, replace(OF_A_CAMPAIGN, most_pairings=work))
    first = finding.groups[0]
    assert finding.discrepant > OF_A_CAMPAIGN.sample
    assert first.first.identifier == "resident-downfloat-again-1-left-out"
    assert (len(first.explained), finding.unexplained, finding.untried) == (finding.discrepant, (), 0)


def test_no_misreading_is_claimed_of_right_pairings() -> None:
    """Of several events, in each of which a result was corrected after the next round had been paired."""
    finding = find_causes(play_together("a result changed afterwards", seed=7, events=3), SearchEffort())
    assert finding.discrepant
    assert not [group.first for group in finding.groups if group.first.kind == "rule"]


# --- flips -----------------------------------------------------------------------------------------------------------


def test_a_flipped_value_changes_the_pairing_and_nothing_else() -> None:
    """A player who may not have the bye does not get it; the round itself stays as it is."""
    case = play_faultily(FAULTS[FORFEIT], 15)
    prepared = case.rules.open(case.event)
    bound = prepared.round(case.wanting[0].stage)
    players, bye = players_of(bound), bound.expected().bye
    assert players is not None
    assert bye is not None
    flipped = flip(bound, BYE, 0, players.tpn == bye)
    assert flipped.expected().bye not in (None, bye)
    assert bound.expected().bye == bye


def test_flips_that_share_a_fact_make_a_cause() -> None:
    """Which gives the value to all players of whom the fact is true, and leaves other rounds as they are."""
    case = play_faultily(FAULTS[FORFEIT], 15)
    prepared = case.rules.open(case.event)
    facts, rounds, flips = entry_facts(prepared), {}, []
    lost = facts["lost by forfeit"]
    for one in case.wanting:
        where = CaseRound(0, one.stage)
        rounds[where] = FlippedRound(bound=prepared.round(one.stage), facts=facts)
        column = int(np.flatnonzero(lost[: one.stage - 1].any(axis=0))[0])
        flips.append(Flip(where=where, value=BYE, new=0, column=column))
    learnt = {cause.identifier: cause for cause in learn_causes(flips, rounds)}
    cause = learnt["bye-0-lost-by-forfeit-is-0"]
    assert cause.sentence == (
        "as if a player who lost by forfeit in an earlier round could not receive the pairing-allocated bye"
    )
    assert cause.round is not None
    first = prepared.round(1)
    assert cause.round(first) is first
    stages = [one.stage for one in case.wanting]
    assert all(cause.round(prepared.round(stage)).is_paired_as(prepared.round(stage).posted) for stage in stages)


def test_another_score_moves_a_player_to_another_scoregroup() -> None:
    """In which the players keep their order; the other players keep their scores."""
    prepared = _prepare(DUTCH_2026)
    moved = 0
    for number in require_items(prepared.recorded_rounds[1:]):
        bound = prepared.round(number)
        players = prepared.players_of_round(number)
        first = np.arange(players.size) == 0
        flipped = players_of(flip(bound, SCORE, -5, first))
        assert flipped is not None
        scores = dict(zip(players.numbers, players.scores, strict=True))
        scores[players.numbers[0]] -= 5
        assert dict(zip(flipped.numbers, flipped.scores, strict=True)) == scores
        keys = [(-score, column) for score, column in zip(flipped.scores, flipped.column.tolist(), strict=True)]
        assert keys == sorted(keys)
        moved += flipped.numbers != players.numbers
    assert moved


def test_earlier_opponents_can_be_let_meet_again() -> None:
    """And opponents with whom no game was played can be kept apart; where there are none, the round stays."""
    prepared = DUTCH_2026.open(play_faultily(FAULTS[FORFEIT], 15).event)
    history = prepared.history
    again = apart = 0
    for number in require_items(prepared.recorded_rounds[1:]):
        bound, players = prepared.round(number), prepared.players_of_round(number)
        position = {column: place for place, column in enumerate(players.column.tolist())}
        for place, column in enumerate(players.column.tolist()):
            for value in (1, -1):
                flipped = flip(bound, MEETINGS, value, np.arange(players.size) == place)
                changed = players_of(flipped)
                assert changed is not None
                rows = [row for row in range(number - 1) if history.played[row, column] == (value == 1)]
                opponents = {position.get(history.opponent[row, column]) for row in rows} - {None}
                different = {int(one) for one in np.flatnonzero(changed.allowed[place] != players.allowed[place])}
                assert different <= opponents
                assert opponents or flipped is bound
                again += len(different) * (value == 1)
                apart += len(different) * (value == -1)
    assert again
    assert apart


# --- the grammar -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017"])
def test_generated_misreadings_are_told_apart_by_name_sentence_and_rules(system: str) -> None:
    """From one another, and from those that are listed."""
    rules = engine_for(system)
    generated, listed = generated_misreadings(rules), misreadings_of(rules)
    names = [one.identifier for one in (*generated, *listed)]
    assert len(names) == len(set(names))
    assert len({one.sentence for one in generated}) == len(generated)
    assert all(one.article for one in generated)
    misread = [one.rules(rules) for one in (*generated, *listed)]
    assert not any(first == second for first, second in combinations(misread, 2))


def test_generated_misreadings_pair_a_round() -> None:
    """Or find that no pairing is legal; some of them pair another round than the regulation."""
    case = play_faultily(DUTCH_2026, 0)
    changed = set()
    for one in require_items(generated_misreadings(DUTCH_2026)[::7]):
        bound = one.rules(DUTCH_2026).open(case.event).round(5)
        if not bound.is_paired_as(bound.posted):
            changed.add(one.identifier)
    assert 0 < len(changed) < len(generated_misreadings(DUTCH_2026)[::7])


def test_definitions_are_misread_at_single_places() -> None:
    """Before the first round nothing differs, so that the round stays as it is."""
    case = play_faultily(DUTCH_2026, 0)
    causes = list(misreadings_at_places(DUTCH_2026))
    first = case.rules.open(case.event).round(1)
    assert len({cause.identifier for cause in causes}) == len(causes)
    assert {cause.sentence.partition(",")[2].partition(" alone")[0] for cause in causes} >= {" in C3", " in 5.2.4"}
    of_c14 = [cause for cause in causes if " in C14 " in cause.sentence]
    stays = [cause.round is not None and cause.round(first) is first for cause in of_c14]
    assert stays
    assert all(stays)


def test_other_games_may_count_for_the_colour_difference_alone() -> None:
    """Though not for the colours of the latest two games, which the same definition derives."""
    case = play_faultily(FURTHER_FAULTS["the colour difference counts colours of forfeited games"], 4)
    prepared = case.rules.open(case.event)
    causes = {cause.identifier: cause for cause in misreadings_at_places(DUTCH_2026)}
    right = {
        name: [_is_right(causes[f"forfeits-are-colours-for-{name}"], prepared.round(one.stage)) for one in case.wanting]
        for name in ("difference", "latest-and-repeated", "latest", "repeated")
    }
    assert [name for name, rounds in right.items() if all(rounds)] == ["difference"]


def test_a_player_without_a_game_has_no_preference_whatever_the_colour_difference() -> None:
    """Nobody has a preference but by a game, though another game counts for the difference alone."""
    change = {cause.identifier: cause for cause in misreadings_at_places(DUTCH_2026)}[
        "forfeits-are-colours-for-difference"
    ].round
    assert change is not None
    without_a_game = 0
    for index in range(4, 10):
        case = play_faultily(FURTHER_FAULTS["the colour difference counts colours of forfeited games"], index)
        prepared = case.rules.open(case.event)
        for number in require_items(prepared.recorded_rounds[1:]):
            misread, own = players_of(change(prepared.round(number))), players_of(prepared.round(number))
            assert misread is not None
            assert own is not None
            has_no_colour = (own.preference == 0) & (misread.colour_difference != 0) & (own.colour_difference == 0)
            assert not misread.strength[has_no_colour].any()
            without_a_game += int(has_no_colour.sum())
    assert without_a_game


def test_a_figure_of_the_colours_is_misread_without_the_other_figures() -> None:
    """The colour difference, two games with one colour in a row, or only the latest colour, which gives preferences."""
    causes = {cause.identifier: cause for cause in misreadings_at_places(DUTCH_2026)}
    differing: dict[str, set[str]] = {}
    for index in (4, 5, 6):
        case = play_faultily(FURTHER_FAULTS["the colour difference counts colours of forfeited games"], index)
        prepared = case.rules.open(case.event)
        for name in ("difference", "latest", "repeated"):
            change = causes[f"forfeits-are-colours-for-{name}"].round
            assert change is not None
            for number in require_items(prepared.recorded_rounds):
                own, misread = players_of(prepared.round(number)), players_of(change(prepared.round(number)))
                assert own is not None
                assert misread is not None
                for part in ("colour_difference", "preference", "repeated"):
                    if not np.array_equal(getattr(own, part), getattr(misread, part)):
                        differing.setdefault(name, set()).add(part)
    assert {name: parts - {"preference"} for name, parts in differing.items()} == {
        "difference": {"colour_difference"},
        "latest": set(),
        "repeated": {"repeated"},
    }


def _is_right(cause: Cause, bound: Any) -> bool:
    assert cause.round is not None
    return bool(cause.round(bound).is_paired_as(bound.posted))


def test_the_last_two_scoregroups_may_be_paired_as_one() -> None:
    """Always, or if the last one is small; nothing else changes."""
    prepared = _prepare(DUTCH_2026)
    causes = {cause.identifier: cause for cause in misreadings_at_places(DUTCH_2026)}
    joined = 0
    for number in require_items(prepared.recorded_rounds):
        bound, begins = prepared.round(number), prepared.players_of_round(number).groups[:-1]
        for name in ("always", "if-one"):
            change = causes[f"last-scoregroups-joined-{name}"].round
            assert change is not None
            players = players_of(change(bound))
            assert players is not None
            is_joined = len(begins) > 1 and (name == "always" or players.size - begins[-1] == 1)
            assert players.groups[:-1] == (begins[:-1] if is_joined else begins)
            joined += is_joined
    assert joined


def test_two_facts_that_hold_together_make_a_cause() -> None:
    """If they hold for as many flipped players as the first fact, and for clearly fewer players in all."""
    case = play_faultily(FAULTS[FORFEIT], 15)
    prepared = case.rules.open(case.event)
    facts, rounds, flips = entry_facts(prepared), {}, []
    for stage in prepared.recorded_rounds[2:]:
        where = CaseRound(0, stage)
        rounds[where] = FlippedRound(bound=prepared.round(stage), facts=facts)
        both = facts["drew a game"][: stage - 1].any(axis=0) & facts["had White"][stage - 2]
        flips.append(Flip(where=where, value=BYE, new=0, column=int(np.flatnonzero(both)[0])))
    joint = [cause for cause in learn_causes(flips, rounds) if "-and-" in cause.identifier]
    assert joint
    assert all(" and " in cause.sentence for cause in joint)
    for cause in joint:
        assert cause.round is not None
        barred = 0
        for flipped in flips:
            players = players_of(cause.round(rounds[flipped.where].bound))
            assert players is not None
            barred += not players.bye_allowed[players.column == flipped.column].any()
        assert 2 <= barred <= len(flips)


def _prepare(rules: DutchRules) -> DutchEvent:
    event = Batch(seed=5, axes=AXES, system="dutch-2026").play(6).event
    return rules.open(event)


def _generated(identifier: str) -> DutchRules:
    misreading = next(one for one in generated_misreadings(DUTCH_2026) if one.identifier == identifier)
    return cast("DutchRules", misreading.rules(DUTCH_2026))


@pytest.mark.parametrize(("name", "backs"), [("floats-of-games", (1, 2)), ("floats-of-games-1", (1,))])
def test_rounds_without_a_game_are_squeezed_out_of_floats(name: str, backs: tuple[int, ...]) -> None:
    """A float is that of the latest game, or of the game before it, where the float of that round is misread."""
    misread, prepared = _prepare(_generated(name)), _prepare(DUTCH_2026)
    history, received = prepared.history, prepared.player_states.float_
    differing = 0
    for number in require_items(prepared.recorded_rounds):
        players, written = misread.players_of_round(number), prepared.players_of_round(number)
        for position, column in enumerate(players.column.tolist()):
            games = [row for row in range(number - 1) if history.played[row, column]]
            for back in (1, 2):
                expected = written.floated[back - 1][position]
                if back in backs:
                    expected = received[games[-back], column] if len(games) >= back else 0
                differing += expected != written.floated[back - 1][position]
                assert players.floated[back - 1][position] == expected
    assert differing


def test_players_who_enter_late_can_be_ranked_last() -> None:
    """By a generated order and by a moved player alike; scores and values stay."""
    prepared, misread = _prepare(DUTCH_2026), _prepare(_generated("ranked-late-entries-last"))
    moved = 0
    for number in require_items(prepared.recorded_rounds[1:]):
        players = prepared.players_of_round(number)
        late = ~prepared.history.paired[0][players.column]
        flipped = players_of(flip(prepared.round(number), RANK, 1, late))
        assert flipped is not None
        order = sorted(zip((-players.score).tolist(), late.tolist(), players.numbers, strict=True))
        assert list(flipped.numbers) == [tpn for _, _, tpn in order]
        assert flipped.numbers == misread.players_of_round(number).numbers
        moved += flipped.numbers != players.numbers
    assert moved


def test_the_colour_difference_of_the_latest_rounds_alone() -> None:
    """Rounds before them do not count; of games, rounds without a game do not count either."""
    prepared = _prepare(DUTCH_2026)
    by_rounds, by_games = _prepare(_generated("colours-of-2-rounds")), _prepare(_generated("colours-of-2-games"))
    colour = np.where(prepared.history.played, prepared.history.colour, 0)
    for row in require_items(range(1, len(colour) + 1)):
        for column in require_items(range(colour.shape[1])):
            games = [value for value in colour[:row, column].tolist() if value]
            assert by_rounds.player_states.colour_difference[row, column] == colour[max(0, row - 2) : row, column].sum()
            assert by_games.player_states.colour_difference[row, column] == sum(games[-2:])


def test_orders_rank_players_of_one_score_alone() -> None:
    """Whatever the order, scores descend, and the players are the same."""
    prepared = _prepare(DUTCH_2026)
    orders = [one for one in generated_misreadings(DUTCH_2026) if one.identifier.startswith("ranked-")]
    for one in require_items(orders):
        misread = cast("DutchRules", one.rules(DUTCH_2026)).open(prepared.event)
        for number in require_items(prepared.recorded_rounds):
            players, written = misread.players_of_round(number), prepared.players_of_round(number)
            assert players.scores == written.scores
            assert sorted(players.numbers) == sorted(written.numbers)


# --- rarer misreadings, and misreadings of some rounds ---------------------------------------------------------------


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017"])
def test_rarer_misreadings_are_new(system: str) -> None:
    """None has the name of a likelier one; those of an article are of that article alone, beside the definitions."""
    rules = engine_for(system)
    rarer = {one.identifier: one for one in varied_misreadings(rules)}
    likelier = {one.identifier for one in (*generated_misreadings(rules), *misreadings_of(rules))}
    assert rarer
    assert not rarer.keys() & likelier
    assert len({one.sentence for one in rarer.values()}) == len(rarer)
    of_article = varied_misreadings(rules, {"5.2.3"})
    assert {one.article for one in of_article if one.identifier.startswith("colour-rule")} <= {"5.2.3"}


def test_rarer_misreadings_pair_a_round() -> None:
    """And some of them pair another round than the regulation."""
    case = play_faultily(DUTCH_2026, 0)
    rarer = list({one.identifier: one for one in varied_misreadings(DUTCH_2026)}.values())
    changed = set()
    for one in require_items(rarer[::9]):
        bound = one.rules(DUTCH_2026).open(case.event).round(5)
        if not bound.is_paired_as(bound.posted):
            changed.add(one.identifier)
    assert 0 < len(changed) < len(rarer[::9])


def test_articles_are_varied_that_no_likelier_misreading_points_to() -> None:
    """Where nothing explains a round otherwise, since several steps of the colour rules change at once."""
    fault = FURTHER_FAULTS["no preference is granted against a player without a game"]
    finding = find_causes([play_faultily(fault, index) for index in (3, 4, 5, 6, 7)], OF_A_CAMPAIGN)
    assert [group.first.identifier for group in finding.groups] == ["colour-preferences-of-preferences-only"]
    assert (len(finding.groups[0].explained), len(finding.groups[0].contradicted)) == (finding.discrepant, 0)


def test_rounds_that_are_all_last_rounds_limit_a_misreading() -> None:
    """Unless the agreeing rounds are last rounds, too."""
    case = play_faultily(DUTCH_2026, 0)
    last = case.event.rounds_declared
    assert last is not None
    earlier = [(0, stage) for stage in range(1, last)]
    assert [scope.name for scope in typical_scopes([case], [(0, last)], earlier)][:1] == ["in-last-round"]
    assert "before-last-round" in {scope.name for scope in typical_scopes([case], earlier, [(0, last)])}
    assert not {scope.name for scope in typical_scopes([case], [(0, last)], [(0, last)])} & {"in-last-round"}


def test_a_weaker_preference_is_one_step_weaker() -> None:
    """None is left of a mild one; the preferred colour stays otherwise, and the opposite one turns round."""
    prepared = _prepare(DUTCH_2026)
    weaker, opposite = (
        next(new for new, words in PREFERENCE.sentences.items() if word in words) for word in ("weaker", "opposite")
    )
    for number in require_items(prepared.recorded_rounds[1:]):
        players = prepared.players_of_round(number)
        everybody = np.ones(players.size, dtype=np.bool_)
        weak, turned = (
            players_of(flip(prepared.round(number), PREFERENCE, new, everybody)) for new in (weaker, opposite)
        )
        assert weak is not None
        assert turned is not None
        assert weak.strength.tolist() == np.maximum(players.strength - 1, 0).tolist()
        assert weak.preference.tolist() == np.where(players.strength > 1, players.preference, 0).tolist()
        assert turned.preference.tolist() == (-players.preference).tolist()


# --- other systems ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["dubov-2026", "burstein-2026", "team-2026"])
def test_misreadings_of_other_systems_are_generated_from_their_parts(system: str) -> None:
    """Each has a name, a sentence and an article, and none is listed already."""
    rules = engine_for(system)
    generated, listed = generated_misreadings(rules), misreadings_of(rules)
    assert generated
    names = [one.identifier for one in (*generated, *listed)]
    assert len(names) == len(set(names))
    assert len({one.sentence for one in generated}) == len(generated)
    assert all(one.article for one in generated)
    assert not any(one.rules(rules) == rules for one in generated)


def test_opponents_count_in_the_index_with_the_scores_they_had_when_met() -> None:
    """By the misreading; by the regulation, with the scores that they have now."""
    rules = engine_for("burstein-2026")
    event = Batch(seed=5, axes=AXES, system="burstein-2026").play(6).event
    index = {one.identifier: one.rules(rules) for one in generated_misreadings(rules)}["index-scores-when-met"].index
    history = rules.open(event).history
    row, sums = len(history.opponent), []
    for column in range(history.players):
        rows = [at for at in range(row) if history.played[at, column]]
        met = sum(int(history.score[at, history.opponent[at, column]]) for at in rows)
        sums.append(met + (row - len(rows)) * int(history.score[row, column]))
    assert index_before(event, history, row + 1, replace(index, series=Series.NONE)).buchholz.tolist() == sums
    assert index_before(event, history, row + 1, replace(rules.index, series=Series.NONE)).buchholz.tolist() != sums


def test_one_strength_of_preferences_alone_can_be_changed() -> None:
    """Strong preferences become mild ones; absolute and mild ones stay."""
    prepared = _prepare(DUTCH_2026)
    changed = 0
    for number in require_items(prepared.recorded_rounds[1:]):
        bound, players = prepared.round(number), prepared.players_of_round(number)
        everybody = np.ones(players.size, dtype=np.bool_)
        weaker = players_of(flip(bound, PREFERENCE, 14, everybody))
        assert weaker is not None
        is_strong = players.strength == Strength.STRONG
        assert (weaker.strength == np.where(is_strong, Strength.MILD, players.strength)).all()
        assert (weaker.preference == players.preference).all()
        changed += int(is_strong.sum())
    assert changed
