"""
``pairproof generate``: random events, played by the rules and written to files that describe themselves.

``--coverage`` measures a batch, and ``--seek`` searches for events that reach wanted features.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

from checker.own_process import claim_process
from checker.programs.specs import pairer_of
from checker.verdicts.consequence import Consequence, judge
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors, require, require_known
from pairproof.cli.formats import SCREEN
from pairproof.cli.inputs import (
    describe_chosen_readings,
    find_edition,
    require_seed,
    require_workers,
    write_chosen_readings,
)
from pairproof.cli.options import add_option, add_reading_option
from pairproof.cli.program import opened
from pairproof.cli.progress import Countdown
from random_tournaments import batch_coverage, settings
from random_tournaments.axes import Axes
from random_tournaments.batch_folder import MANIFEST, BatchFolder, UnwrittenFileError, remove_batch
from random_tournaments.configuration import GeneratorConfiguration, configured_system, read_configuration
from random_tournaments.event_batch import Batch, PlayedEvent
from random_tournaments.generation import GeneratedEvent, OutputFormat, generate
from random_tournaments.seeds import draw_seed
from random_tournaments.simulation import Pairer
from random_tournaments.steering import (
    STEERING_AXES,
    CoveringEvent,
    SteeringGoal,
    SteeringProgress,
    find_covering_events,
)
from reference_engines.frame.systems import DEFAULT_SYSTEM, engine_for, resolve
from reports.streams import data_stream
from tournaments.atomic_files import write_atomically
from tournaments.frozen import FrozenStruct
from tournaments.model import WRITTEN_DIALECTS
from tournaments.problems import counted_noun, problem_lines
from tournaments.readings import ChosenReading
from tournaments.regular_files import read_bytes
from tournaments.trf.reading import read_event
from tournaments.trf.writing import LineEnd

BUDGET = 2000
"""Events tried for ``--seek`` where no number is given."""


def _add_coverage_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    steering = parser.add_argument_group("coverage of the regulation")
    steering.add_argument("--coverage", action="store_true", help="print how often each article decided something")
    steering.add_argument(
        "--seek",
        metavar="NAMES",
        help=f"write events in which these decide (C15,C19,exchange...); --events is how many are tried ({BUDGET})",
    )
    steering.add_argument("--times", type=int, metavar="N", help="rounds in which each is sought (1)")


def make_goal(
    seek: str | None, times: int, events: int | None, system: str, seed: int, axes: Axes | None = None
) -> SteeringGoal:
    """
    Return the goal to seek features, each in a number of rounds, in a number of events.

    An unknown name is wrong usage, and the error lists the permitted names.
    """
    with convert_errors(usage=ValueError, about="--seek"):
        return SteeringGoal(
            features=batch_coverage.find_features(engine_for(system), (seek or "").split(",")),
            times=times,
            budget=BUDGET if events is None else events,
            seed=seed,
            system=system,
            axes=axes or STEERING_AXES,
        )


def seek_events(goal: SteeringGoal, tally: SteeringProgress) -> Generator[CoveringEvent]:
    """Yield the events; the progress shows how many of the wanted rounds are there."""
    with Countdown(goal.times * len(goal.features), f"rounds wanted (of at most {goal.budget} events)") as progress:
        for found in find_covering_events(goal, tally):
            for _ in found.met:
                progress.see()
            yield found


_UNTOLD = "trf16 has no record for it, and a reader pairs otherwise (trfx and trf26 have)"
_MOST_EVENTS = 10_000_000
_LAST_EVENT = 1_000_000_000
_EPILOG = """axes (each fixed, ranged, or left to the profile):
  spans        --players 60   --rounds 5..13
  shares       --draws 30%    --draws 20..40%
  frequencies  --half-point-byes 2% (of players each round)   --forfeits 3 (each round)   --withdrawals 10/event
  choices      --acceleration none,baku    --scoring standard:5,3-1-0
  ratings      --ratings 1200..2600    --ratings 2400,2350,2100,0
  of teams     --teams 5..60    --boards 4    --scores mp-gp,gp-mp    --preferences a,b,none    --match-points 3-1-0

A system for teams (team-2026...) has axes of its own; those that both lists name are of teams and matches there.
Where matches of several games are paired ('pairproof systems' says so), --rounds counts matches.
The same seed gives the same files, byte for byte, whatever the number of workers.
"""


class GenerateRequest(FrozenStruct, frozen=True, kw_only=True):
    """Random events to play and to write."""

    events: int | None = None
    """Number of events, or of events to try."""
    coverage: bool = False
    seek: str | None = None
    """Names of features to seek in events."""
    times: int = 1
    """Rounds in which each feature is sought."""
    output: str | None = None
    seed: int | None = None
    first: int = 0
    system: str | None = None
    program: str | None = None
    """A program that pairs; None for our engine."""
    profile: str | None = None
    config: str | None = None
    like: str | None = None
    """A model event, from which everything comes that no option fixes."""
    dialect: str = "trf26"
    line_end: str = "lf"
    list_points: bool = False
    workers: int | None = None
    overwrite: bool = False
    readings: tuple[ChosenReading, ...] = ()
    axes: tuple[tuple[str, str], ...] = ()
    """Axes and their values, as texts."""

    @property
    def names_axes(self) -> bool:
        """Whether the request limits the events."""
        return bool(self.axes or self.profile or self.config or self.like)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.epilog = _EPILOG
    parser.set_defaults(request=GenerateRequest, run=run)
    add_option(parser, "events", "number of events (1)")
    parser.add_argument("-o", "--output", metavar="OUT", help="directory, or for one event a file; '-' for the screen")
    add_option(parser, "seed")
    parser.add_argument("--first", type=int, metavar="K", help="number of the first event of the batch (0)")
    add_option(parser, "system", "the engine that pairs, of 'pairproof systems' (dutch-2026)")
    add_reading_option(parser)
    parser.add_argument(
        "--program", metavar="PROGRAM", help="an external program that pairs instead (see 'program info')"
    )
    parser.add_argument("--profile", metavar="NAME", help=_profiles_in_words(settings.PLAYERS, settings.TEAMS))
    parser.add_argument("--config", metavar="FILE", help="configuration: TOML, or keys of JaVaFo or bbpPairings")
    parser.add_argument("--like", metavar="FILE", help="a model event: what no option fixes is taken from it")
    parser.add_argument("--format", dest="dialect", metavar="FORM", help="trf26, trfx or trf16")
    parser.add_argument("--line-end", metavar="END", help="lf, crlf or cr")
    parser.add_argument("--list-points", action="store_true", help="list the points of the Baku acceleration (TRF26)")
    add_option(parser, "workers", "processes that play (one for each core)")
    parser.add_argument("--overwrite", action="store_true", help="write into a directory that holds a batch already")
    _add_coverage_arguments(parser)
    axes = parser.add_argument_group("axes")
    for key in dict.fromkeys((*settings.PLAYERS.keys, *settings.TEAMS.keys)):
        kind = partial(_axis, key)
        axes.add_argument(f"--{key}", metavar="VALUE", dest="axes", action="append", type=kind, help=argparse.SUPPRESS)
    axes.description = "; ".join(
        f"of {kind.participants}: --{' --'.join(kind.keys)}" for kind in (settings.PLAYERS, settings.TEAMS)
    )


def _axis(key: str, value: str) -> tuple[str, str]:
    return key, value


def _profiles_in_words(*kinds: settings.BatchKind) -> str:
    return "; ".join(f"{', '.join(kind.profiles)} ({kind.default_profile}) of {kind.participants}" for kind in kinds)


class _Order(FrozenStruct, frozen=True, kw_only=True):
    """A request with the batch that it names."""

    request: GenerateRequest
    batch: settings.AnyBatch
    indices: range
    form: OutputFormat
    manifest_fields: dict[str, object]
    """For the manifest: the profile and what it was changed by."""
    meter: batch_coverage.CoverageMeter | None = None
    """Measures what the events exercise, if that was asked for."""


def run(request: GenerateRequest) -> int:
    """Generate the requested events."""
    order = _order(request)
    write_chosen_readings(request.readings)
    if request.seek is not None:
        return _seek(order)
    sys.stderr.write(f"seed {order.batch.seed}\n")
    if order.meter is None:
        return _write(order)
    status = _write(order) if order.request.output is not None else _measure(order)
    sys.stdout.write(order.meter.table())
    return status


def _measure(order: _Order) -> int:
    """Play the events for nothing but their coverage."""
    with Countdown(len(order.indices), "events") as progress, closing(_generated(order)) as events:
        for made in events:
            progress.see()
            if made.played is None:
                raise CommandError(f"event {made.index} could not be played: {made.failure}", ExitStatus.NOT_CHECKED)
    return ExitStatus.CONSISTENT


def _seek(order: _Order) -> int:
    """Seek events, write them, and report the number of events after which each feature was met."""
    request = order.request
    require(not request.coverage, "--coverage measures a batch, and --seek makes none: give one of them")
    require(request.first == 0, "--first has no meaning with --seek")
    directory = None if order.request.output in (None, SCREEN) else Path(str(order.request.output))
    axes = cast("Axes", order.batch.axes) if request.names_axes else None  # teams are not steered
    goal = make_goal(request.seek, request.times, request.events, order.batch.system, order.batch.seed, axes)
    sys.stderr.write(f"seed {order.batch.seed}\n")
    if directory is not None:
        _prepare(directory, overwrite=order.request.overwrite)
    fields = {
        **describe_chosen_readings(request.readings),
        "seek": request.seek,
        "times": goal.times,
        "budget": goal.budget,
    }
    tally = SteeringProgress()
    try:
        if directory is None:
            found = sum(1 for _ in seek_events(goal, tally))
        else:
            found = _write_found(replace(order, manifest_fields=fields), directory, goal, tally)
    except KeyboardInterrupt:
        sys.stdout.write(f"interrupted after {tally.summary(goal)}")
        raise
    where = f" in {directory}" if directory else ""
    sys.stdout.write(f"{counted_noun(found, 'event')} found{where}\n{tally.summary(goal)}")
    missing = (feature.name for feature in tally.missing_features(goal))
    return judge((Consequence.ERROR, f"{name} does not decide often enough.") for name in missing).status


def _write_found(order: _Order, directory: Path, goal: SteeringGoal, tally: SteeringProgress) -> int:
    """Write the events that are found, and return their number."""
    batch = Batch(seed=goal.seed, axes=goal.axes, system=goal.system, label="sought")
    with _explain_unwritten_files(), BatchFolder(directory, batch, **order.manifest_fields) as folder:
        for found in seek_events(goal, tally):
            event, plan = found.tried.event, found.tried.plan
            is_complete = event.rounds_recorded == event.rounds_declared
            ended = "" if is_complete else f"round {event.rounds_recorded // plan.games + 1} could not be paired"
            played = PlayedEvent(index=found.tried.recipe.number, plan=plan, event=event, ended=ended)
            met = [{"feature": feature.name, "round": round_number} for feature, round_number in found.met]
            folder.add(played, order.form.text(played), met=met, recipe=found.tried.recipe.to_record())
    return folder.events


@contextmanager
def _explain_unwritten_files() -> Iterator[None]:
    """Raise CommandError, with the remedy, for a file of a batch that could not be written."""
    try:
        yield
    except UnwrittenFileError as error:
        remedy = f"the files that {MANIFEST} lists are whole; make room, then the same again with --overwrite"
        raise CommandError(f"{error}; {remedy}", ExitStatus.NOT_CHECKED) from error


def _write(order: _Order) -> int:
    if order.request.output is None or order.request.output == SCREEN or not _is_directory(order):
        return _write_one(order)
    return _write_many(order, Path(order.request.output))


def _order(request: GenerateRequest) -> _Order:
    system = _system(request)
    kind = settings.batch_kind(system)
    if kind is settings.TEAMS:
        _require_possible_for_teams(request, system)
    with convert_errors(usage=settings.SettingError, about=request.config or ""):
        asked_for = _configuration(request, kind)
        asked_for = asked_for.with_axes(settings.playable_axes(kind, asked_for.axes, system))
    seed = _first(request.seed, asked_for.seed, draw_seed())
    count = _first(request.events, asked_for.count, 1)
    require(count > 0, f"--events is {count}; at least 1 event")
    require(count <= _MOST_EVENTS, f"--events is {count}; at most {_MOST_EVENTS} events, share them out by --first")
    require(request.first >= 0, f"--first is {request.first}; events count from 0")
    require(request.first <= _LAST_EVENT, f"--first is {request.first}; events count to {_LAST_EVENT}")
    require_seed(seed)
    require_workers(request.workers)
    label = "like-a-model" if request.like else asked_for.profile or "configured"
    return _Order(
        request=request,
        batch=kind.batch(seed=seed, axes=asked_for.axes, system=system, label=label),
        indices=range(request.first, request.first + count),
        form=_form(request),
        manifest_fields={
            **describe_chosen_readings(request.readings),
            "profile": asked_for.profile,
            "first": request.first,
            "count": count,
            "form": request.dialect,
        },
        meter=batch_coverage.CoverageMeter(engine_for(system)) if request.coverage else None,
    )


def _first(*values: int | None) -> int:
    """Return the first value that is one."""
    return next(value for value in values if value is not None)


def _system(request: GenerateRequest) -> str:
    """Return the system that the options or the configuration ask for."""
    configured = configured_system(_text(request.config)) if request.config else None
    asked = request.system or configured or _system_of_model(request.like) or DEFAULT_SYSTEM
    return find_edition(asked).key


def _system_of_model(name: str | None) -> str | None:
    """Return the system of a model event, and say why it is that; None if there is none, or no engine for it."""
    event = read_event(Path(name)).event if name else None
    if event is None:
        return None
    resolution = resolve(event)
    if resolution.engine is None:
        sys.stderr.write(f"pairproof: {name}: {resolution.reason} {DEFAULT_SYSTEM} pairs.\n")
        return None
    key = resolution.engine.edition.key
    sys.stderr.write(f"system {key}: {resolution.reason}\n")
    return key


def _require_possible_for_teams(request: GenerateRequest, system: str) -> None:
    """Refuse options that exist for events of players only."""
    require(not request.like, f"--like takes an event of players as its model, and {system} pairs teams")
    require(request.seek is None, f"--seek steers events of players, and {system} pairs teams")
    require(request.dialect == "trf26", f"--format: '{request.dialect}' has no records of teams; write them as trf26")


def _configuration(request: GenerateRequest, kind: settings.BatchKind) -> GeneratorConfiguration:
    """Put together profile or model, configuration file and single axes; the later ones win."""
    name = request.profile or kind.default_profile
    require_known("--profile", name, kind.profiles)
    base = _model(request.like) if request.like else kind.profiles[name]
    found = GeneratorConfiguration(axes=base, profile="" if request.like else name)
    if request.config:
        found = read_configuration(_text(request.config), base, kind=kind)
        for remark in found.remarks:
            sys.stderr.write(f"pairproof: {request.config}: {remark}\n")
    return found.with_axes(kind.with_settings(found.axes, dict(request.axes)))


def _text(name: str) -> str:
    try:
        return read_bytes(name).decode()
    except UnicodeDecodeError as error:
        raise CommandError(f"{name}: not UTF-8 (byte {error.start})", ExitStatus.USAGE) from error


def _model(name: str) -> Axes:
    reading = read_event(Path(name))
    if reading.event is None:
        raise CommandError("\n".join(problem_lines(reading.problems)), ExitStatus.NOT_CHECKED)
    with convert_errors(usage=settings.SettingError, about=f"{name}"):
        return settings.derive_axes(reading.event)


def _form(request: GenerateRequest) -> OutputFormat:
    dialects = {dialect.value: dialect for dialect in WRITTEN_DIALECTS}
    ends = {end.name.lower(): end for end in LineEnd}
    require_known("--format", request.dialect, dialects)
    require_known("--line-end", request.line_end, ends)
    return OutputFormat(
        dialect=dialects[request.dialect], line_end=ends[request.line_end], lists_points=request.list_points
    )


def _is_directory(order: _Order) -> bool:
    output = order.request.output or ""
    return len(order.indices) > 1 or Path(output).is_dir() or output.endswith(("/", os.sep))


def _write_one(order: _Order) -> int:
    require(len(order.indices) == 1, "more than one event needs a directory: -o DIR")
    (made,) = _generated(order)
    if made.played is None:
        raise CommandError(f"event {made.index} could not be played: {made.failure}", ExitStatus.NOT_CHECKED)
    if order.request.output in (None, SCREEN):
        data_stream().write(made.text)
    else:
        with convert_errors(not_checked=OSError, about=f"{order.request.output} could not be written"):
            write_atomically(Path(str(order.request.output)), made.text.encode())
    if made.played.ended:
        sys.stderr.write(f"The event ended early: {made.played.ended}.\n")
    if untold := order.form.lost_data(made.played):
        sys.stderr.write(f"The file says nothing of {', '.join(untold)}; {_UNTOLD}.\n")
    return ExitStatus.CONSISTENT


def _generated(order: _Order) -> Generator[GeneratedEvent]:
    open_pairer = None
    if order.request.program:
        opened(order.request.program).close()  # what is wrong with it is said before the work, not in every event of it
        open_pairer = partial(_open_pairer, order.request.program, order.batch.system)
    workers = min(order.request.workers or os.cpu_count() or 1, len(order.indices))
    made = generate(order.batch, order.indices, order.form, workers=workers, open_pairer=open_pairer)
    return order.meter.watch(made) if order.meter else made


def _open_pairer(program: str, system: str) -> Pairer:
    """Open an external program, in a process that plays events."""
    if multiprocessing.parent_process() is not None:
        claim_process()
    return pairer_of(program, system)


def _write_many(order: _Order, directory: Path) -> int:
    _prepare(directory, overwrite=order.request.overwrite)
    folder, incomplete = BatchFolder(directory, order.batch, **order.manifest_fields), 0
    try:
        with (
            _explain_unwritten_files(),
            folder,
            Countdown(len(order.indices), "events") as progress,
            closing(_generated(order)) as events,
        ):
            for made in events:
                progress.see()
                if made.played is None:
                    folder.add_failure(made)
                    continue
                untold = order.form.lost_data(made.played)
                folder.add(made.played, made.text, **({"untold": untold} if untold else {}))
                incomplete += bool(untold)
    except KeyboardInterrupt:
        sys.stderr.write(_describe_continuation(order, folder))
        raise
    _tell_totals(folder, order.batch.seed, incomplete)
    failure = (Consequence.ERROR, f"{counted_noun(folder.failures, 'event')} could not be played.")
    return judge([failure] if folder.failures else []).status


def _describe_continuation(order: _Order, folder: BatchFolder) -> str:
    """State the number of written events of an interrupted batch, and the options that write the rest."""
    done = folder.events + folder.failures
    first, remaining = order.indices.start + done, len(order.indices) - done
    options = f"--seed {order.batch.seed} --first {first} --events {remaining} -o {folder.path}-from-{first}"
    return (
        f"\nInterrupted after {done} of {len(order.indices)} events, which are in {folder.path}. "
        f"To generate the remaining {remaining}, repeat the command and add: {options}\n"
    )


def _prepare(directory: Path, *, overwrite: bool) -> None:
    """Make a directory, unless it is a file or holds a batch that is not to be overwritten."""
    require(not directory.is_file(), f"{directory} is a file; more than one event needs a directory")
    require(
        overwrite or not (directory / MANIFEST).exists(),
        f"{directory} holds a batch already ({MANIFEST}); choose another directory, or --overwrite",
    )
    directory.mkdir(parents=True, exist_ok=True)
    remove_batch(directory)


def _tell_totals(folder: BatchFolder, seed: int, incomplete: int) -> None:
    """Describe the result in a sentence or two; ``incomplete`` files lack data on which the pairings depend."""
    early = f"; {folder.ended_early} ended early, {MANIFEST} says why" if folder.ended_early else ""
    played = f"{counted_noun(folder.events, 'event')}, {counted_noun(folder.rounds, 'round')}"
    sys.stdout.write(f"{played} in {folder.path}, seed {seed}{early}\n")
    if folder.failures:
        sys.stdout.write(f"{counted_noun(folder.failures, 'event')} could not be played; {MANIFEST} says why\n")
    if incomplete:
        say = "says" if incomplete == 1 else "say"
        files = counted_noun(incomplete, "file")
        sys.stdout.write(f"{files} {say} nothing of what {MANIFEST} calls untold; {_UNTOLD}\n")
