"""Rarer misreadings: families of criteria, forfeits of one kind, rules on colours of teams, and numbers of shifters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.faulty_engines import AXES
from support.loops import require_items

from random_tournaments.axes import Span
from random_tournaments.event_batch import Batch
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import generated_misreadings, misreadings_of, varied_misreadings
from reference_engines.misreadings.dutch.families import families_of, varied_families
from reference_engines.misreadings.rounds import double_forfeit, single_forfeit
from tournaments.model import Result

if TYPE_CHECKING:
    from tournaments.model import Event

EVENT = Batch(seed=5, axes=AXES, system="dutch-2026").play(15).event


def _forfeit_first_game(event: Event) -> Event:
    """Return an event whose first game of round 1 both players forfeited."""
    first = next(player for player in event.players if player.rounds[0].opponent)
    pair = {first.tpn, first.rounds[0].opponent}
    players = tuple(
        replace(player, rounds=(replace(player.rounds[0], result=Result.FORFEIT_LOSS), *player.rounds[1:]))
        if player.tpn in pair
        else player
        for player in event.players
    )
    return replace(event, players=players)


def test_a_forfeited_game_was_forfeited_by_one_player_or_by_both() -> None:
    """A double forfeit is a loss of both."""
    history = DUTCH_2026.open(_forfeit_first_game(EVENT)).history
    double, single = double_forfeit(history), single_forfeit(history)
    assert double.sum() == 2
    assert single.any()
    assert not (double & single).any()
    assert ((double | single) == ((history.opponent >= 0) & ~history.played)).all()
    assert not history.forfeit_win[double].any()


def test_families_are_criteria_of_one_kind() -> None:
    """Two or more, of one direction or of one round back."""
    labels = {name: [one.label for one in family] for name, _, family in families_of(DUTCH_2026)}
    assert labels["colours"] == ["C10", "C11", "C12", "C13"]
    assert labels["downfloats"] == ["C14", "C16", "C18", "C20"]
    assert labels["floats-1"] == ["C14", "C15", "C18", "C19"]


def _misread(identifier: str) -> Any:
    return {one.identifier: one.rules(DUTCH_2026) for one in varied_families(DUTCH_2026)}[identifier]


def test_two_criteria_that_are_one_count_once() -> None:
    """Of the brackets of some rounds: whatever C14 or C16 counts, or only what both count; C16 is gone."""
    prepared, by_label = DUTCH_2026.open(EVENT), {one.label: one.criterion for one in DUTCH_2026.criteria}
    either, both = (
        _misread(f"resident-downfloat-again-1-or-resident-downfloat-again-2-{name}") for name in ("either", "both")
    )
    counted = 0
    for number in require_items(prepared.recorded_rounds):
        for bracket, _ in prepared.round(number).expected_by_position.trace:
            first, second = (_floats(by_label[label], bracket) for label in ("C14", "C16"))
            joined = [next(one.criterion for one in rules.criteria if one.label == "C14") for rules in (either, both)]
            assert _floats(joined[0], bracket).tolist() == (first | second).tolist()
            assert _floats(joined[1], bracket).tolist() == (first & second).tolist()
            counted += int((first ^ second).sum())
    assert counted
    assert "C16" not in [one.label for one in either.criteria]


def test_a_criterion_may_count_floats_of_either_round_once() -> None:
    """C14 counts a resident who floated down in either round; C16 stays."""
    misread = _misread("resident-downfloat-again-1-either-round-once")
    by_label = {one.label: one.criterion for one in DUTCH_2026.criteria}
    found = {one.label: one.criterion for one in misread.criteria}
    assert found["C16"] is by_label["C16"]
    prepared, both = DUTCH_2026.open(EVENT), 0
    for number in require_items(prepared.recorded_rounds):
        for bracket, _ in prepared.round(number).expected_by_position.trace:
            first, second = (_floats(by_label[label], bracket) for label in ("C14", "C16"))
            assert _floats(found["C14"], bracket).tolist() == (first | second).tolist()
            both += int((second & ~first).sum())
    assert both


def _floats(criterion: Any, bracket: Any) -> Any:
    contribution = criterion.contribution(bracket)
    none = contribution is None or contribution.floats is None
    return np.zeros(bracket.size, dtype=np.bool_) if none else contribution.floats.astype(np.bool_)


def test_criteria_of_moved_down_players_first_count_the_same_in_two_parts() -> None:
    """All pairs of C12 are counted, those with a moved-down player before the other ones."""
    split = [one for one in _misread("preferences-of-mdps-first").criteria if one.label == "C12"]
    c12 = next(one for one in DUTCH_2026.criteria if one.label == "C12")
    prepared, parts = DUTCH_2026.open(EVENT), np.zeros(2, dtype=np.int64)
    for number in require_items(prepared.recorded_rounds):
        for bracket, _ in prepared.round(number).expected_by_position.trace:
            whole, *counted = (_pairs(one.criterion, bracket) for one in (c12, *split))
            assert (sum(counted) == whole).all()
            parts += [int(one.sum()) for one in counted]
    assert (parts > 0).all()


def test_criteria_of_the_remainder_may_come_first() -> None:
    """The same two parts the other way round."""
    first, second = (_misread(f"preferences-of-{name}-first").criteria for name in ("mdps", "remainder"))
    names = [
        [one.criterion.name for one in rules if "colour_preference" in one.criterion.name] for rules in (first, second)
    ]
    assert names[0] == [*names[1][2:], *names[1][:2]]
    assert all(name.endswith("_remainder") for name in names[1][:2])


def _pairs(criterion: Any, bracket: Any) -> Any:
    contribution = criterion.contribution(bracket)
    none = contribution is None or contribution.pairs is None
    return np.zeros((bracket.size, bracket.size)) if none else contribution.pairs.astype(np.int64)


@pytest.mark.parametrize("system", ["dubov-2026", "burstein-2026", "team-2026", "double-swiss-2026"])
def test_rarer_misreadings_of_other_systems_are_told_apart(system: str) -> None:
    """From one another, and from the likelier ones; each has an article, by which it is chosen."""
    rules = engine_for(system)
    rarer, likelier = varied_misreadings(rules), (*misreadings_of(rules), *generated_misreadings(rules))
    assert len({one.identifier for one in rarer}) == len({one.sentence for one in rarer}) == len(rarer)
    assert not {one.identifier for one in rarer} & {one.identifier for one in likelier}
    assert not {one.sentence for one in rarer} & {one.sentence for one in likelier}
    article = rarer[0].article
    chosen = varied_misreadings(rules, {article})
    assert chosen
    assert {one.article for one in chosen} == {article}


@pytest.mark.parametrize(
    ("identifier", "order"),
    [
        ("shifters-lower-middle", (3, 2, 4, 1, 5, 0)),
        ("shifters-from-the-bottom", (5, 4, 3, 2, 1, 0)),
        ("shifters-from-both-ends", (0, 5, 1, 4, 2, 3)),
        ("shifters-middle-then-down", (2, 3, 4, 5, 0, 1)),
        ("shifters-middle-then-top", (2, 0, 1, 3, 4, 5)),
    ],
)
def test_shifters_are_numbered_in_another_order(identifier: str, order: tuple[int, ...]) -> None:
    """The regulation takes the higher one of two in the middle: 2, 3, 1, 4, 0, 5 of six."""
    text: Any = engine_for("dubov-2026")
    (misread,) = (one.rules(text) for one in varied_misreadings(text) if one.identifier == identifier)
    assert misread.number_shifters_in_order(tuple(range(6))) == order
    assert text.number_shifters_in_order(tuple(range(6))) == (2, 3, 1, 4, 0, 5)


def test_rules_on_colours_of_teams_can_be_left_out_moved_and_reversed() -> None:
    """The last round of an event shows two of these changes, and not the third."""
    rules = engine_for("team-2026")
    axes = replace(TEAM_PROFILES["plain"], teams=Span(9, 9), rounds=Span(5, 5))
    event = TeamBatch(seed=3, axes=axes).play(1).event
    own = rules.open(event).round(5).expected()
    misread = {one.identifier: one.rules(rules) for one in generated_misreadings(rules)}
    changed = {
        identifier: not misread[identifier].open(event).round(5).is_paired_as(own)
        for identifier in (
            "colour-rule-colour-difference-left-out",
            "colour-rule-both-preferences-reversed",
            "colour-rule-first-team-left-out",
        )
    }
    assert list(changed.values()) == [True, True, False]


def test_misreadings_of_2013_are_those_that_its_definitions_share() -> None:
    """Told apart by name and sentence; a forfeited game that counts as a meeting bars the two from meeting again."""
    rules = engine_for("dutch-2013")
    everything = (*misreadings_of(rules), *generated_misreadings(rules))
    for named in ("identifier", "sentence"):
        assert len({getattr(one, named) for one in everything}) == len(everything)
    assert all(one.article and one.rules(rules) != rules for one in everything)
    misread = {one.identifier: one.rules(rules) for one in everything}["forfeits-are-meetings"]
    barred = 0
    for number in range(2, EVENT.rounds_recorded + 1):
        own, changed = (one.prepare(EVENT).round(number).participants for one in (rules, misread))
        assert (changed.allowed <= own.allowed).all()
        barred += int((own.allowed - changed.allowed).sum())
    assert barred
