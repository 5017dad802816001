"""Making a conformance suite: what was found when time is up stays, and nothing is sought any more."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from batches import make_suite
from support.altered import CASES
from support.conformance.bench import Bench
from support.conformance.budget import NO_LIMIT, Budget
from support.conformance.covering import Covering
from support.conformance.pool import Pool
from support.conformance.sources import Limits, Sources
from support.conformance.tiny import Declared, tiny_event

from checker.suite.questions import INDEX
from random_tournaments.event_batch import Batch

if TYPE_CHECKING:
    from reference_engines.frame.rules import PreparedEvent, Rules
    from tournaments.model import Event

SYSTEM = "dutch-2026"
MISREADING = "initial-colour-to-even"
QUICKLY = ("--anew", "--times", "2", "--seed", "3", "--tiny", "1", "--steered", "0", "--neighbours", "1")
TESTS = Path(__file__).parents[1]


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


def test_inherited_criteria_of_an_edition_can_be_left_out() -> None:
    """By how its name begins, misreadings and features alike; what is its own stays."""
    whole, own = Bench("burstein-2026"), Bench("burstein-2026", "dutch-")
    assert set(own.misreadings) == {name for name in whole.misreadings if not name.startswith("dutch-")}
    assert set(Pool(own).features) == {name for name in Pool(whole).features if not name.startswith("dutch-")}
    assert own.misreadings
    assert set(own.misreadings) < set(whole.misreadings)
    assert set(Pool(own).features) < set(Pool(whole).features)


def test_no_question_is_chosen_when_time_is_up() -> None:
    """The gathered events wait for another run."""
    covering = _covering(Budget.of(0))
    gathered = {name: list(events) for name, events in covering.pool.events.items()}
    assert gathered[MISREADING]
    covering.cover(1)
    assert covering.posed == {}
    assert covering.pool.events == gathered


def test_questions_are_chosen_while_there_is_time() -> None:
    """The same events pose questions when nothing limits the time."""
    covering = _covering(NO_LIMIT)
    covering.cover(1)
    assert covering.counts[MISREADING] >= 1


def test_an_event_that_comes_to_a_question_that_is_there_adds_none() -> None:
    """Unreduced, it would be the same question again, only larger."""
    covering = _covering(NO_LIMIT)
    event = covering.pool.events[MISREADING][0]
    covering.pool.events = {MISREADING: [event]}
    covering.cover(1)
    (posed,) = covering.posed.values()
    assert len(posed.event.players) < len(event.players)
    covering.pool.events = {MISREADING: [event]}
    covering.cover(2)
    assert list(covering.posed.values()) == [posed]


def _run_command(out: Path, hash_seed: str) -> dict[str, bytes]:
    """Run the command in a process of its own, and return the files that it writes."""
    command = [sys.executable, "-m", "batches.make_suite", "simple-2018", *QUICKLY, "--out", str(out)]
    environment = os.environ | {"PYTHONPATH": str(TESTS), "PYTHONHASHSEED": hash_seed}
    subprocess.run(command, check=True, env=environment, capture_output=True)  # noqa: S603 - our own command
    return {path.name: path.read_bytes() for path in (out / "simple-2018").iterdir()}


def test_a_seed_gives_the_same_suite_again(tmp_path: Path) -> None:
    """Byte by byte, in every order of sets."""
    first = _run_command(tmp_path / "first", "1")
    assert INDEX in first
    assert len(first) > 5
    assert _run_command(tmp_path / "again", "2") == first


def test_questions_found_are_written_when_the_maker_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By Ctrl-C or SIGTERM; the editions that would follow are left alone."""
    cover = Covering.cover

    def interrupted(self: Covering, times: int) -> None:
        if times == 2:  # what shows once has been chosen
            raise KeyboardInterrupt
        cover(self, times)

    monkeypatch.setattr(Covering, "cover", interrupted)
    assert make_suite.main(["simple-2018", "dutch-2026", *QUICKLY, "--out", str(tmp_path)]) == 130
    assert "interrupted; what was found is written" in capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} == {"simple-2018"}
    assert len(list((tmp_path / "simple-2018").glob("*.trf"))) > 1


def test_an_interrupt_while_an_event_is_reduced_ends_the_maker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reduction would hand over what it has, and the next event would be reduced."""
    covering = _covering(NO_LIMIT)
    event = covering.pool.events[MISREADING][0]
    altered, asked = covering.bench.altered[MISREADING], 0

    class Interrupted:
        """Rules that are interrupted at the second question."""

        def open(self, before: Event) -> PreparedEvent:
            nonlocal asked
            asked += 1
            if asked == 2:
                raise KeyboardInterrupt
            return altered.open(before)

    rules: dict[str, Rules] = {MISREADING: Interrupted()}  # type: ignore[dict-item]  # all that a reduction asks for
    monkeypatch.setitem(covering.bench.__dict__, "altered", rules)
    with pytest.raises(KeyboardInterrupt):
        covering.bench.reduced(event, MISREADING)


def test_an_illegal_history_is_mended(tmp_path: Path) -> None:
    """Change after change, while the misreading shows."""
    bench, name = Bench("dutch-2017"), "topscorers-colour-difference"
    pool = Pool(bench, most=1)
    limits = Limits(tiny=0, played=0, steered=0)
    sources = Sources(pool=pool, seed=1, rng=random.Random(1), limits=limits, cases=CASES)
    (event,) = sources.read_test_events(name)
    assert bench.faults(bench.rules.open(event)) > 0
    pool.mend(event, random.Random(1), name, 200)
    (mended,) = pool.events[name]
    prepared = bench.rules.open(mended)
    assert bench.faults(prepared) == 0
    assert set(bench.wrong(prepared, [name])) == {name}
    assert not list(replace(sources, cases=tmp_path).read_test_events(name))
