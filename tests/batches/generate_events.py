"""
The generated events on which the tests of the engines look, written to `tests/data/generated`.

    PYTHONPATH=tests python -m batches.generate_events [NAME...]

The generator plays with the engines, and their tests do not import it: they read these files. A change of the generator
or of an engine leaves the files as they are. Generated anew, the events are others, and what a test counts in them too.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from typing import TYPE_CHECKING
from zipfile import ZIP_LZMA, ZipFile, ZipInfo

from support.generated import GENERATED

from random_tournaments.axes import HARD, PLAIN, Axes, Chance, Span, WeightedChoice
from random_tournaments.event_batch import Batch
from random_tournaments.plan import EventPlan, Rates
from random_tournaments.random_plans import draw_plan
from random_tournaments.simulation import play
from reference_engines.frame.systems import engine_for
from tournaments import parse_event
from tournaments.model import Colour
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

TIES, UNRATED = Chance(0.0, 0.5), Chance(0.0, 0.2)
DENSE = replace(HARD, players=Span(8, 10), rounds=Span(7, 9), forbidden_groups=WeightedChoice((2, 3)))


def pair_with(system: str) -> Callable[[Event, int], RoundPairing]:
    """Return the function that pairs a round of an event by a system."""
    return lambda event, number: engine_for(system).open(event).round(number).expected()


def play_batch(system: str, seed: int, axes: Axes, indices: Iterable[int]) -> Iterator[Event]:
    """Play events of a batch."""
    batch = Batch(seed=seed, axes=axes, system=system)
    return (batch.play(index).event for index in indices)


def play_plans(system: str, seeds: Iterable[int], axes: Axes) -> Iterator[Event]:
    """Play an event of a plan of its own for each seed."""
    for seed in seeds:
        rng = random.Random(seed)
        yield play(draw_plan(rng, axes), pair_with(system), rng)


def play_for_py4swiss(seeds: Iterable[int]) -> Iterator[Event]:
    """Play events that py4swiss can read."""
    for seed in seeds:
        rng = random.Random(seed)
        colour = rng.choice((Colour.WHITE, Colour.BLACK))
        rates = Rates(forfeit=0.05, draw=0.4)
        players, rounds, code = 9 + 3 * seed, 5 + seed % 4, "FIDE_DUTCH_2017"
        plan = EventPlan(players=players, rounds=rounds, initial_colour=colour, rates=rates, system_code=code)
        yield play(plan, pair_with("dutch-2017"), rng)


def play_forty() -> Iterator[Event]:
    """Play nine rounds of 40 players."""
    plan = EventPlan(players=40, rounds=9, rates=Rates(forfeit=0.02, half_point_bye=0.02))
    yield play(plan, pair_with("dutch-2013"), random.Random(1))


SETS: dict[str, Callable[[], Iterator[Event]]] = {
    "burstein": lambda: play_batch("burstein-2026", 21, Axes(players=Span(5, 20), rounds=Span(4, 10)), range(10)),
    "clock": lambda: play_batch("clock-2012", 9, Axes(players=Span(5, 16), rounds=Span(3, 9)), range(12)),
    "clock-small": lambda: play_batch("clock-2012", 7, Axes(players=Span(5, 9), rounds=Span(2, 8)), range(60)),
    "dutch-2013-small": lambda: play_plans("dutch-2013", range(60), Axes(players=Span(4, 12), rounds=Span(4, 8))),
    "dutch-2013": lambda: play_plans("dutch-2013", range(10), Axes(players=Span(4, 18), rounds=Span(4, 8))),
    "dutch-2013-forty": play_forty,
    "dutch-2017": lambda: play_plans("dutch-2017", range(60), Axes(players=Span(4, 20), rounds=Span(4, 9))),
    "dutch-2026": lambda: play_plans("dutch-2026", range(60), Axes(players=Span(4, 20), rounds=Span(4, 9))),
    "dutch-2026-small": lambda: play_plans("dutch-2026", range(200, 320), Axes(players=Span(6, 10), rounds=Span(4, 9))),
    "dutch-2017-hard": lambda: play_batch(
        "dutch-2017", 11, replace(HARD, players=Span(8, 20), rounds=Span(6, 9)), range(10)
    ),
    "dutch-2026-hard": lambda: play_batch(
        "dutch-2026", 11, replace(HARD, players=Span(8, 20), rounds=Span(6, 9)), range(10)
    ),
    "dutch-2026-dense": lambda: play_batch("dutch-2026", 1, DENSE, [513]),
    "lim": lambda: play_batch(
        "lim-2026",
        11,
        Axes(players=Span(5, 16), rounds=Span(3, 7), rating_ties=TIES, unrated_players=UNRATED),
        (0, 1, 10, 19, 47),
    ),
    "py4swiss": lambda: play_for_py4swiss(range(12)),
    "simple": lambda: play_batch("simple-2018", 3, Axes(players=Span(5, 12), rounds=Span(5, 9)), range(30)),
    "simple-small": lambda: play_batch("simple-2018", 11, Axes(players=Span(4, 9), rounds=Span(3, 7)), range(12)),
    "simple-large": lambda: play_batch(
        "simple-2018", 2, replace(PLAIN, players=Span(200, 200), rounds=Span(3, 3)), range(1)
    ),
    "simple-deviation": lambda: play_batch(
        "simple-2018/smallest-deviation", 3, Axes(players=Span(4, 8), rounds=Span(3, 5)), range(4)
    ),
}


def write_set(name: str) -> int:
    """Generate the events of a set, write them, and return their number; every file is read again as it was paired."""
    events = list(SETS[name]())
    GENERATED.mkdir(exist_ok=True)
    with ZipFile(GENERATED / f"{name}.zip", "w", ZIP_LZMA) as archive:
        for place, event in enumerate(events):
            text = write_trf26(event)
            again = parse_event(text).event
            assert again is not None
            assert [player.rounds for player in again.players] == [player.rounds for player in event.players]
            archive.writestr(ZipInfo(f"{place:03}.trf"), text, ZIP_LZMA)
    return len(events)


if __name__ == "__main__":
    for chosen in sys.argv[1:] or SETS:
        sys.stdout.write(f"{chosen}: {write_set(chosen)} events\n")
