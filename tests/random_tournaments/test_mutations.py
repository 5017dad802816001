from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items

from random_tournaments.axes import HARD, Span
from random_tournaments.event_batch import Batch
from random_tournaments.mutations import (
    EventFactory,
    Mutation,
    MutationStep,
    declare_final_round,
    extract_script,
    mutate,
    restart_event,
)
from tournaments.model import Colour

if TYPE_CHECKING:
    from random_tournaments.mutations import MutatedScript
    from tournaments.model import Event, Player

AXES = replace(HARD, players=Span(12, 12), rounds=Span(6, 6))
AIM = MutationStep(number=0, mutation=Mutation.RESULTS, round_number=5, players=(1, 2, 3))


def _event() -> Event:
    event = Batch(seed=2, axes=AXES).play(1).event
    assert event.rounds_recorded == 6
    return event


def _changes(mutation: Mutation, times: int = 40) -> list[MutatedScript]:
    event = _event()
    step = replace(AIM, mutation=mutation)
    made = (mutate(event, extract_script(event), step, random.Random(seed)) for seed in range(times))
    return [one for one in made if one is not None]


@pytest.mark.parametrize("mutation", list(Mutation))
def test_rounds_before_the_first_replayed_round_are_kept(mutation: Mutation) -> None:
    """Pairings are the same up to it; results may differ in the one round that the change says."""
    event = _event()
    for made in require_items(_changes(mutation)):
        start = restart_event(event, made)
        assert start.rounds_recorded == made.first - 1
        for before, after in zip(event.players, start.players, strict=False):
            for number, entry in enumerate(after.rounds, start=1):
                assert (entry.opponent, entry.colour) == (
                    before.rounds[number - 1].opponent,
                    before.rounds[number - 1].colour,
                )
                assert entry.result is before.rounds[number - 1].result or number == made.results_of


def test_other_results_are_both_players_results_and_lie_before_the_round() -> None:
    """Somebody of those concerned is mostly among them; points follow."""
    event, concerned = _event(), Counter[bool]()
    for made in _changes(Mutation.RESULTS):
        assert made.results_of == made.first - 1 < AIM.round_number
        start = restart_event(event, made)
        was = {player.tpn: player.rounds[made.results_of - 1] for player in event.players}
        now = {player.tpn: player.rounds[made.results_of - 1] for player in start.players}
        touched = {tpn for tpn, entry in now.items() if entry.result is not was[tpn].result}
        assert all(now[tpn].opponent in touched for tpn in touched)
        concerned[bool(touched & set(AIM.players))] += 1
        for player in start.players:
            assert player.points == sum(event.scoring.points(entry) for entry in player.rounds)
    assert concerned[True] > concerned[False]


def test_two_players_are_kept_apart_from_the_round_on_only() -> None:
    """The rounds before stay possible; a later mutation may allow the pair again."""
    event = _event()
    for made in _changes(Mutation.SEPARATED):
        (group,) = set(made.script.opening.forbidden) - set(event.forbidden)
        assert (group.first_round, len(group.players), made.first) == (5, 2, 5)
    separating = replace(AIM, mutation=Mutation.SEPARATED)
    twice = replace(event, forbidden=tuple(made.script.opening.forbidden[-1] for made in _changes(Mutation.SEPARATED)))
    more = mutate(twice, extract_script(twice), separating, random.Random(3))
    assert more is None or len(more.script.opening.forbidden) == len(twice.forbidden) - 1
    parted = replace(event, forbidden=_changes(Mutation.SEPARATED)[0].script.opening.forbidden)
    again = [mutate(parted, extract_script(parted), separating, random.Random(seed)) for seed in range(20)]
    assert any(made is not None and made.script.opening.forbidden == event.forbidden for made in again)


def test_a_change_may_declare_its_round_to_be_the_last_one() -> None:
    """Then the event is as long as that."""
    event = _event()
    for mutation in (Mutation.RESULTS, Mutation.ABSENCE, Mutation.FINAL_ROUND):
        made = declare_final_round(event, _changes(mutation)[0], AIM.round_number)
        assert made.script.opening.rounds_declared == AIM.round_number
        assert len(made.script.rounds) == AIM.round_number


def test_players_who_had_too_much_of_a_colour_are_gathered_at_one_score() -> None:
    """By results of the round before, in which alone anything changes; and the round is the last one."""
    batch = Batch(seed=2, axes=replace(HARD, players=Span(20, 20), rounds=Span(7, 7)))
    gathering = MutationStep(number=0, mutation=Mutation.GATHERED_PLAYERS, round_number=5)
    gathered = 0
    for event in (batch.play(index).event for index in range(20)):
        made = mutate(event, extract_script(event), gathering, random.Random(1))
        if made is None:
            continue
        start = restart_event(event, made)
        assert (made.results_of, start.rounds_declared) == (4, 5)
        scores = Counter(
            (player.points, sign)
            for player in start.players
            for sign in (1, -1)
            if sign * _colour_difference(player) > 1 and 2 * (player.points or 0) > 4 * event.scoring.win
        )
        assert max(scores.values()) > 1
        gathered += 1
    assert gathered > 1


def _colour_difference(player: Player) -> int:
    colours = [entry.colour for entry in player.rounds if entry.was_played]
    return colours.count(Colour.WHITE) - colours.count(Colour.BLACK)


def test_changes_are_piled_up_and_the_event_is_played_on() -> None:
    """A sketch stands before the round; finished, it is an event of all its rounds."""
    descent = EventFactory(seed=2, system="dutch-2026", axes=AXES)
    sketch = descent.draft(descent.draw(0), 4)
    steps = [
        MutationStep(number=5, mutation=mutation, round_number=4, variant=variant)
        for variant, mutation in enumerate((Mutation.RESULTS, Mutation.SEPARATED, Mutation.ABSENCE))
    ]
    for step in steps:
        changed = descent.mutate(sketch, step)
        assert changed is not None
        assert changed.event.rounds_recorded == 3
        sketch = changed
    child = descent.finish(sketch)
    assert child.recipe.steps == tuple(steps)
    assert child.first == sketch.first
    assert child.event.rounds_declared == 6
    for before, after in zip(sketch.event.players, child.event.players, strict=True):
        assert after.rounds[:3] == before.rounds
