"""Making a conformance suite: what was found when time is up stays, and nothing is sought any more."""

from __future__ import annotations

import random

from support.conformance.bench import Bench
from support.conformance.budget import NO_LIMIT, Budget
from support.conformance.covering import Covering
from support.conformance.pool import Pool
from support.conformance.tiny import Declared, tiny_event

from random_tournaments.batch import Batch

SYSTEM = "dutch-2026"
MISREADING = "initial-colour-to-even"


def _covering(budget: Budget) -> Covering:
    """Return a covering of the rules by a few drawn events, in which one misreading alone is looked for."""
    bench = Bench(SYSTEM)
    event = Batch(seed=1, system=SYSTEM).play(0).event
    assert event.start is not None
    declared, rng = Declared(system=event.system, start=event.start), random.Random(1)
    pool = Pool(bench)
    for _ in range(3):
        pool.take_in(tiny_event(rng, declared, 4, 0), among=[MISREADING])
    return Covering(bench=bench, pool=pool, say=lambda _: None, budget=budget)


def test_what_an_edition_takes_over_can_be_left_out() -> None:
    """By how its name begins, misreadings and features alike; what is its own stays."""
    whole, own = Bench("burstein-2026"), Bench("burstein-2026", "dutch-")
    assert set(own.alterations) == {name for name in whole.alterations if not name.startswith("dutch-")}
    assert set(Pool(own).features) == {name for name in Pool(whole).features if not name.startswith("dutch-")}
    assert own.alterations
    assert set(own.alterations) < set(whole.alterations)
    assert set(Pool(own).features) < set(Pool(whole).features)


def test_no_question_is_chosen_when_time_is_up() -> None:
    """What is gathered waits for another run."""
    covering = _covering(Budget.of(0))
    gathered = {name: list(events) for name, events in covering.pool.kept.items()}
    assert gathered[MISREADING]
    covering.cover(1)
    assert covering.posed == {}
    assert covering.pool.kept == gathered


def test_questions_are_chosen_while_there_is_time() -> None:
    """The same events pose questions when nothing limits the time."""
    covering = _covering(NO_LIMIT)
    covering.cover(1)
    assert covering.counts[MISREADING] >= 1


def test_an_event_that_comes_to_a_question_that_is_there_adds_none() -> None:
    """Unreduced, it would be the same question again, only larger."""
    covering = _covering(NO_LIMIT)
    event = covering.pool.kept[MISREADING][0]
    covering.pool.kept = {MISREADING: [event]}
    covering.cover(1)
    (posed,) = covering.posed.values()
    assert len(posed.event.players) < len(event.players)
    covering.pool.kept = {MISREADING: [event]}
    covering.cover(2)
    assert list(covering.posed.values()) == [posed]
