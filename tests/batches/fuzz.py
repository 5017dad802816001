"""
Damaged tournament files, checked by every system: none may end in an escape, a crash or a pass that is none.

    PYTHONPATH=tests python -m batches.fuzz --inputs 200000 --seed 1 --corpus FOLDER --output FOLDER --workers 2

Each input is a file of the corpus (given folders, and events that the project plays itself) with one to six changes
that know how a file is built (`trf_damage`), checked with a system drawn from all there are under a time limit, and
sometimes paired further. Input N of a seed is always the same for the same corpus. Every failing input is kept in a
folder named by its kind, with a line in ``found.txt`` that says what was done; ``--reduce`` makes them smaller.
Ctrl-C, or SIGTERM, ends it with the counts so far.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from batches.fuzz_trial import BAD, Kind, Seconds, Trial, outcome_of
from batches.trf_damage import damaged, read, write

from checker.check import FEWEST_FILES, CheckOptions, check_files, check_files_side_by_side
from checker.findings import EventHeader
from checker.records.run_record import as_line
from random_tournaments.axes import PROFILES
from random_tournaments.event_batch import Batch
from random_tournaments.settings import PLAYERS, TEAMS
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.systems import AUTO, editions_by_name
from tournaments.trf.writing import UnwritableEventError, write_trf16, write_trf26, write_trfx

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.findings import Entry

LARGEST = 64 * 1024
"""Bytes of a file that is taken as a beginning; larger ones take too long."""
KEPT_OF_A_CAUSE = 5
"""Inputs kept of one cause; the others are counted."""
_CHUNK = 50
_ONE_IN_THOROUGHLY = 4
_SYSTEMS_PLAYED = ("dutch-2026", "dutch-2017", "dubov-1997", "clock-2012", "simple-2018")
_TEAMS_PLAYED = ("team-2026", "team-2024")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fuzz:
    """The settings of a fuzzing run."""

    inputs: int
    seed: int = 1
    own_events: int = 60
    corpus: tuple[str, ...] = ()
    seconds: float = 10.0
    """Limit for each input; for literal engines `literal_seconds`."""
    literal_seconds: float = 2.0
    twice_one_in: int = 0
    """The interval of inputs that are judged twice; 0 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedInput:
    """An input that failed."""

    number: int
    key: str
    done: tuple[str, ...]
    data: bytes = field(repr=False)
    trial: Trial

    def line(self, fuzz: Fuzz) -> str:
        """Describe it on one line."""
        return f"{fuzz.seed}-{self.number} {self.key} after {'+'.join(self.done)}: {self.trial.cause}"


@cache
def corpus_of(fuzz: Fuzz) -> tuple[bytes, ...]:
    """Return the files to begin with, always in the same order: the project's own events, then those of folders."""
    files = sorted(path for folder in fuzz.corpus for path in Path(folder).rglob("*") if _is_taken(path))
    return (*_own_events(fuzz), *(path.read_bytes() for path in files))


def _is_taken(path: Path) -> bool:
    if not path.is_file() or path.stat().st_size > LARGEST:
        return False
    data = path.read_bytes()
    return b"001" in data.replace(b"\0", b"")


def _own_events(fuzz: Fuzz) -> Iterator[bytes]:
    """Play small events with every misfortune, by every system, and write them in every dialect."""
    rng = random.Random(f"{fuzz.seed} own events")
    players = PLAYERS.with_settings(PROFILES["hard"], {"players": "3..14", "rounds": "1..6"})
    teams = TEAMS.with_settings(TEAM_PROFILES["mixed"], {"teams": "3..8", "rounds": "1..5", "boards": "2"})
    made = 0
    while made < fuzz.own_events:
        batch: Batch | TeamBatch
        if rng.randrange(4):
            batch = Batch(seed=fuzz.seed, axes=players, system=rng.choice(_SYSTEMS_PLAYED))
        else:
            batch = TeamBatch(seed=fuzz.seed, axes=teams, system=rng.choice(_TEAMS_PLAYED))
        event = batch.play(made).event
        made += 1
        try:
            yield rng.choice((write_trf16, write_trf26, write_trf26, write_trfx))(event).encode()
        except UnwritableEventError:
            yield write_trf26(event).encode()


@cache
def keys() -> tuple[str, ...]:
    """Return every key that can be asked for."""
    return (AUTO, *(edition.key for edition in editions_by_name()))


def input_of(fuzz: Fuzz, number: int) -> tuple[bytes, str, tuple[str, ...]]:
    """Make an input: the file, the system to be asked for, and what was done to it."""
    rng = random.Random(f"{fuzz.seed} {number}")
    corpus = corpus_of(fuzz)
    first = min(rng.choice(corpus), rng.choice(corpus), key=len)  # small ones take less time, and show as much
    data, done = damaged(rng, first, rng.choice(corpus))
    # Teams and players are refused by each other's systems before anything is paired.
    fitting = [key for key in keys() if key.startswith("team") == (b"\n310" in data or b"\n013" in data)]
    return data, rng.choice(fitting if rng.randrange(10) else keys()), done


def try_input(fuzz: Fuzz, number: int, folder: Path) -> FailedInput:
    """Check one input, in a file of a folder."""
    data, key, done = input_of(fuzz, number)
    return FailedInput(number=number, key=key, done=done, data=data, trial=_trial(fuzz, number, data, key, folder))


def _trial(fuzz: Fuzz, number: int, data: bytes, key: str, folder: Path) -> Trial:
    path = folder / "input.trf"
    path.write_bytes(data)
    seconds = fuzz.literal_seconds if key.endswith("/literal") else fuzz.seconds
    trial = outcome_of(path, key, Seconds(seconds), thoroughly=number % _ONE_IN_THOROUGHLY == 0)
    if fuzz.twice_one_in and number % fuzz.twice_one_in == 0 and trial.kind not in BAD:
        again = outcome_of(path, key, Seconds(seconds), thoroughly=False)
        if again.kind is not Kind.TIME_OUT and again.lines != trial.lines:
            return Trial(kind=Kind.UNLIKE, cause="two runs of the same input differ", lines=())
    return trial


def run_chunk(fuzz: Fuzz, numbers: range) -> tuple[Counter[tuple[str, Kind]], list[FailedInput]]:
    """Try some inputs; return the outcomes by key, and those that failed."""
    counts: Counter[tuple[str, Kind]] = Counter()
    bad = []
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        for number in numbers:
            found = try_input(fuzz, number, Path(name))
            counts[found.key, found.trial.kind] += 1
            if found.trial.kind in BAD:
                bad.append(found)
    return counts, bad


def run(fuzz: Fuzz, workers: int = 1) -> Iterator[tuple[Counter[tuple[str, Kind]], list[FailedInput]]]:
    """Try all inputs, some at a time, in order; the same whatever the number of workers, but for time limits."""
    chunks = [range(begin, min(begin + _CHUNK, fuzz.inputs)) for begin in range(0, fuzz.inputs, _CHUNK)]
    if workers <= 1:
        yield from map(partial(run_chunk, fuzz), chunks)
        return
    pool = ProcessPoolExecutor(workers, initializer=_begin)
    try:
        yield from pool.map(partial(run_chunk, fuzz), chunks)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the process that keeps what was found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def unlike_side_by_side(fuzz: Fuzz, numbers: Sequence[int], folder: Path) -> list[str]:
    """Check inputs by one process and by two; return what differs, by the system that each file asks for."""
    paths = []
    for number in numbers:
        path = folder / f"{fuzz.seed}-{number}.trf"
        path.write_bytes(input_of(fuzz, number)[0])
        paths.append(path)
    if len(paths) < FEWEST_FILES:
        raise ValueError(f"two processes begin at {FEWEST_FILES} files")
    alone = _group_by_event(check_files(paths, CheckOptions()))
    together = _group_by_event(check_files_side_by_side(paths, CheckOptions(), 2))
    return [source for source in alone if alone[source] != together.get(source)]


def _group_by_event(entries: Iterator[Entry]) -> dict[str, list[object]]:
    lines: dict[str, list[object]] = {}
    source = ""
    for entry in entries:
        source = entry.source if isinstance(entry, EventHeader) else source
        lines.setdefault(source, []).append(as_line(entry))
    return lines


def reduced(fuzz: Fuzz, failed: FailedInput, folder: Path, most: int = 400) -> bytes:
    """Leave out lines as long as the input fails for the same cause, up to a number of attempts."""

    def fails(lines: list[str]) -> bool:
        return _trial(fuzz, 0, write(lines), failed.key, folder).cause == failed.trial.cause

    lines = read(failed.data)
    if not fails(lines):
        return failed.data
    attempts, width = 0, max(1, len(lines) // 2)
    while width and attempts < most:
        place = 0
        while place < len(lines) and attempts < most:
            fewer = [*lines[:place], *lines[place + width :]]
            attempts += 1
            if fails(fewer):
                lines = fewer
            else:
                place += width
        width //= 2
    return write(lines)


class _Keeper:
    """Writes down what fails, a few inputs of each cause."""

    def __init__(self, fuzz: Fuzz, output: Path | None, *, reduce: bool) -> None:
        self._fuzz, self._output, self._reduce = fuzz, output, reduce
        self.causes: Counter[tuple[Kind, str]] = Counter()

    def keep(self, failed: FailedInput) -> None:
        cause = failed.trial.kind, failed.trial.cause
        self.causes[cause] += 1
        if self.causes[cause] > KEPT_OF_A_CAUSE:
            return
        _say(f"{failed.trial.kind.value}: {failed.line(self._fuzz)}")
        if self._output is None:
            return
        folder = self._output / failed.trial.kind.value
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self._fuzz.seed}-{failed.number}.trf").write_bytes(failed.data)
        with (folder / "found.txt").open("a", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(f"{failed.line(self._fuzz)}\n")
        if self._reduce and self.causes[cause] == 1 and failed.trial.kind is not Kind.TIME_OUT:
            with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
                data = reduced(self._fuzz, failed, Path(name))
            (folder / f"{self._fuzz.seed}-{failed.number}-small.trf").write_bytes(data)


def _say(line: str) -> None:
    sys.stdout.write(line.encode("ascii", "backslashreplace").decode() + "\n")
    sys.stdout.flush()


def _tell(counts: Counter[tuple[str, Kind]]) -> None:
    """Print the outcomes by key."""
    shown = [kind for kind in Kind if any(counts[key, kind] for key in keys())]
    _say(f"{'':<24}" + "".join(f"{kind.value:>17}" for kind in shown))
    for key in (*keys(), ""):
        told = (sum(counts[one, kind] for one in ([key] if key else keys())) for kind in shown)
        _say(f"{key or 'all':<24}" + "".join(f"{number:>17}" for number in told))


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz, tell the counts, and return 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--own-events", type=int, default=60, help="events that the project plays itself")
    parser.add_argument("--corpus", action="append", default=[], metavar="FOLDER", help="files to begin with")
    parser.add_argument("--output", type=Path, metavar="FOLDER", help="where failing inputs are kept")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0, help="limit for each input")
    parser.add_argument("--literal-seconds", type=float, default=2.0, help="the same for literal engines")
    parser.add_argument("--twice", type=int, default=0, help="inputs judged twice, and by one process and by two")
    parser.add_argument("--reduce", action="store_true", help="make the first input of each cause smaller")
    options = parser.parse_args(arguments)
    fuzz = Fuzz(
        inputs=options.inputs,
        seed=options.seed,
        own_events=options.own_events,
        corpus=tuple(options.corpus),
        seconds=options.seconds,
        literal_seconds=options.literal_seconds,
        twice_one_in=max(1, options.inputs // options.twice) if options.twice else 0,
    )
    heed_endings()
    return _main(fuzz, options)


def heed_endings() -> None:
    """Let both signals end the work in good order, also where it was begun in the background, deaf to the first."""
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)


def _main(fuzz: Fuzz, options: argparse.Namespace) -> int:
    keeper = _Keeper(fuzz, options.output, reduce=options.reduce)
    counts: Counter[tuple[str, Kind]] = Counter()
    begun = said = time.monotonic()
    _say(f"{len(corpus_of(fuzz))} files to begin with")
    unlike: list[str] = []
    try:
        for more, bad in run(fuzz, options.workers):
            counts += more
            for found in bad:
                keeper.keep(found)
            if time.monotonic() - said > 10:
                said = time.monotonic()
                _say(f"{counts.total()} of {fuzz.inputs}, {counts.total() / (said - begun):.0f} a second")
        if fuzz.twice_one_in:
            with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
                numbers = [number for number in range(fuzz.inputs) if number % fuzz.twice_one_in == 0]
                unlike = unlike_side_by_side(fuzz, numbers, Path(name))
            _say(f"by one process and by two: {len(numbers)} files, unlike: {', '.join(unlike) or 'none'}")
    except KeyboardInterrupt:
        _say("interrupted; what was found is kept")
    _tell(counts)
    for (kind, cause), number in keeper.causes.most_common():
        _say(f"{number:>7} {kind.value}: {cause}")
    wrong = any(kind is not Kind.TIME_OUT for kind, _ in keeper.causes)
    return 1 if wrong or unlike else 0


if __name__ == "__main__":
    sys.exit(main())
