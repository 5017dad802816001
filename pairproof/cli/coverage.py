"""``pairproof generate --coverage`` and ``--seek``: the coverage of a batch, and events that reach wanted features."""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from checker.verdicts.consequence import Consequence, judge
from pairproof.cli.errors import convert_errors
from pairproof.cli.progress import Countdown
from random_tournaments.batch_coverage import (
    AxisValues,
    empty_coverage,
    find_features,
    format_coverage,
    measure_coverage,
)
from random_tournaments.event_batch import Batch, PlayedEvent
from random_tournaments.generation import GeneratedEvent, OutputFormat, event_line, footer_line, header_line
from random_tournaments.steering import STEERING_AXES, SteeringGoal, SteeringProgress, find_covering_events
from reference_engines.frame.systems import engine_for
from tournaments.atomic_files import drop_incomplete_last_line
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Generator
    from pathlib import Path

    from random_tournaments.axes import Axes
    from random_tournaments.batch_coverage import Coverage
    from random_tournaments.steering import CoveringEvent

BUDGET = 2000
"""Events tried for ``--seek`` where no number is given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    steering = parser.add_argument_group("coverage of the regulation")
    steering.add_argument("--coverage", action="store_true", help="print how often each article decided something")
    steering.add_argument(
        "--seek",
        metavar="NAMES",
        help=f"write events in which these decide (C15,C19,exchange...); --events is how many are tried ({BUDGET})",
    )
    steering.add_argument("--times", type=int, metavar="N", help="rounds in which each is sought (1)")


class Meter:
    """Measures the events of a batch as they pass."""

    def __init__(self, system: str) -> None:
        """Begin with no event."""
        self._engine = engine_for(system)
        self._total: Coverage = empty_coverage(self._engine)
        self._axes: AxisValues = AxisValues()

    def watch(self, events: Generator[GeneratedEvent]) -> Generator[GeneratedEvent]:
        """Yield the events and take them in."""
        try:
            for made in events:
                if made.played is not None:
                    self._total += measure_coverage(made.played.event, self._engine)
                    self._axes.add(made.played.plan, made.played.event)
                yield made
        finally:
            events.close()

    def table(self) -> str:
        """Return the table of the coverage, and the features that all events share."""
        return format_coverage(self._total, self._axes.constant_axes())


class SeekOrder(FrozenStruct, frozen=True, kw_only=True):
    """Features to seek, and the folder for the events."""

    quest: SteeringGoal
    form: OutputFormat
    directory: Path | None
    """None: nothing is written but the summary."""
    write: Callable[[Path, str], None]
    manifest_fields: dict[str, object]


def make_goal(
    seek: str | None, times: int, events: int | None, system: str, seed: int, axes: Axes | None = None
) -> SteeringGoal:
    """
    Return the goal to seek features, each in a number of rounds, in a number of events.

    An unknown name is wrong usage, and the error lists the permitted names.
    """
    with convert_errors(usage=ValueError, about="--seek"):
        return SteeringGoal(
            features=find_features(engine_for(system), (seek or "").split(",")),
            times=times,
            budget=BUDGET if events is None else events,
            seed=seed,
            system=system,
            axes=axes or STEERING_AXES,
        )


def run_seek(order: SeekOrder, manifest_name: str) -> int:
    """Seek events, write them, and report the number of events after which each feature was met."""
    tally = SteeringProgress()
    try:
        found = _find(order, manifest_name, tally)
    except KeyboardInterrupt:
        sys.stdout.write(f"interrupted after {tally.summary(order.quest)}")
        raise
    where = f" in {order.directory}" if order.directory else ""
    sys.stdout.write(f"{counted_noun(found, 'event')} found{where}\n{tally.summary(order.quest)}")
    missing = (feature.name for feature in tally.missing_features(order.quest))
    return judge((Consequence.ERROR, f"{name} does not decide often enough.") for name in missing).status


def _find(order: SeekOrder, manifest_name: str, tally: SteeringProgress) -> int:
    """Find the events, write them if there is a folder, and return their number."""
    if order.directory is None:
        return sum(1 for _ in seek_events(order.quest, tally))
    path = order.directory / manifest_name
    try:
        with path.open("w", encoding="utf-8") as manifest:
            return _write_found(order, order.directory, manifest, tally)
    except OSError:
        with suppress(OSError):
            drop_incomplete_last_line(path)
        raise


def seek_events(quest: SteeringGoal, tally: SteeringProgress) -> Generator[CoveringEvent]:
    """Yield the events; the progress shows how many of the wanted rounds are there."""
    with Countdown(quest.times * len(quest.features), f"rounds wanted (of at most {quest.budget} events)") as progress:
        for found in find_covering_events(quest, tally):
            for _ in found.met:
                progress.see()
            yield found


def _write_found(order: SeekOrder, directory: Path, manifest: TextIO, tally: SteeringProgress) -> int:
    quest = order.quest
    batch = Batch(seed=quest.seed, axes=quest.axes, system=quest.system, label="sought")
    manifest.write(header_line(batch, **order.manifest_fields))
    manifest.flush()
    count = rounds = early = 0
    for found in seek_events(quest, tally):
        tried = found.tried
        number, recorded = tried.recipe.number, tried.event.rounds_recorded // tried.plan.games
        text = order.form.text(PlayedEvent(index=number, plan=tried.plan, event=tried.event))
        name = f"{number:05d}.trf"
        order.write(directory / name, text)
        facts = {"file": name, "sha256": hashlib.sha256(text.encode()).hexdigest(), "rounds": recorded}
        met = [{"feature": feature.name, "round": round_number} for feature, round_number in found.met]
        ended = (
            ""
            if tried.event.rounds_recorded == tried.event.rounds_declared
            else f"round {recorded + 1} could not be paired"
        )
        manifest.write(event_line(tried.plan, index=number, **facts, ended=ended, met=met, recipe=_recipe(found)))
        count, rounds, early = count + 1, rounds + recorded, early + bool(ended)
    manifest.write(footer_line(count, rounds, early))
    return count


def _recipe(event: CoveringEvent) -> dict[str, object]:
    recipe = event.tried.recipe
    steps = [
        {
            "number": step.number,
            "change": step.mutation.value,
            "round": step.round_number,
            "players": step.players,
            "variant": step.variant,
            "final": step.is_final,
        }
        for step in recipe.steps
    ]
    return {"drawn": recipe.drawn, "steps": steps}
