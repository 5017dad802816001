"""
The conformance suite, made by hand from a seed.

    PYTHONPATH=tests python -m batches.make_suite dutch-2026 --seed 1
    PYTHONPATH=tests python -m batches.make_suite dutch-2026 --seed 1 --witness bbp6=./bbpPairings.exe

Gathers events (very small ones drawn by chance, those that other tests show alterations by, steered ones), covers
misreadings and rules by the smallest, reduces what is chosen, and writes ``conformance/EDITION``. Questions that are
there stay, with their identifiers, unless ``--anew``; what they do not show is sought. ``--witness`` asks programs for
their answers and notes who gives the same; those noted before stay.

``--minutes`` ends it early. What was found until then is written, and is what a
longer run finds first; with ``--pool``, so are the events gathered, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from support.altered import CASES, Shown
from support.conformance.bench import IN_NO_ORDER, Bench
from support.conformance.budget import Budget
from support.conformance.covering import WANTED, Covering, Posed, is_ordinary
from support.conformance.pool import KEPT, Pool
from support.conformance.telling import titles_of
from support.conformance.tiny import Declared, tiny_event
from support.conformance.witnesses import ask_witnesses

from checker.programs.smoke import before_round
from checker.suite.questions import INDEX, Misreading, Question, Suite, answer, load, suites, to_text
from random_tournaments.axes import Span
from random_tournaments.batch import Batch
from random_tournaments.seeking import STEERED, Quest, seek
from reference_engines.features import FeatureKind
from tournaments import parse_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.model import Event

_FOLDER = Path(__file__).parents[2] / "conformance"
_LEVELS = range(3, 17)
"""Players and earlier rounds together, of events drawn by chance."""
_MOST_EARLIER = 6
_MOST_PLAYERS = 10
_NO_ANSWER = "takes whatever is recorded, and so has no answer of its own"
_NOT_SOUGHT = "was not sought"
_NOT_FOUND = "no event with a legal history was found"


def make(system: str, options: argparse.Namespace) -> None:
    """Make the suite of an edition, or what is missing of it, and write it."""
    bench = Bench(system, options.leaving_out)
    covering = Covering(bench=bench, pool=Pool(bench), say=_say, budget=Budget.of(options.minutes))
    if system in suites() and not options.anew:
        _take_over(covering)
    if not options.refresh:
        try:
            _find(covering, options)
        except KeyboardInterrupt:
            _say("interrupted; what was found is written")
    write(covering, options.out / system)
    for witness in options.witness:
        ask_witnesses(system, options.out / system, witness, options.set)


def _find(covering: Covering, options: argparse.Namespace) -> None:
    """Look for the questions that are missing."""
    half = Budget.of(None if options.minutes is None else options.minutes / 2)
    try:
        _gather(covering.pool, options, half)
    finally:
        if options.pool:
            covering.pool.write(options.pool)
    for times in range(1, WANTED + 1):
        covering.cover(times)
    covering.ask_otherwise()
    covering.drop_what_is_not_needed()


def _take_over(covering: Covering) -> None:
    """Keep the questions that are there, with what the misreadings of today answer."""
    suite = load(covering.bench.system)
    for question in suite.questions:
        event, text = suite.event(question), (suite.folder / question.file).read_bytes().decode()
        session = covering.bench.open(event)
        if session is None or not is_ordinary(event.scoring):
            _say(f"{question.file} is no question any more, and goes")
            continue
        if answer(session.pair(question.round_number)) != answer(question.pairing):
            _say(f"{question.file} has another answer now, and goes")
            continue
        now = replace(question, wrong=tuple(covering.wrong(session)))
        told = replace(now, misreading=_still(question.misreading, question.article, now, covering))
        covering.posed[question.identifier] = Posed(question=told, event=event, text=text)
    covering.kept = frozenset(covering.posed)
    _say(f"{len(covering.kept)} questions stay")


def _still(misreading: str, article: str, now: Question, covering: Covering) -> str:
    """Return a question's misreading if it still shows, else another one that breaks the same article, or none."""
    if misreading in now.shown:
        return misreading
    others = (name for name in covering.bench.altered if name in now.shown)
    return next((name for name in others if covering.bench.alterations[name].article == article), "")


def _gather(pool: Pool, options: argparse.Namespace, budget: Budget) -> None:
    """Look for events, the smallest first, until time is up; what was gathered before is not gathered again."""
    begun = time.monotonic()
    if options.pool and options.pool.exists():
        pool.read(options.pool)
        _tell(pool, options.pool.name, begun)
    declared = replace(_declared(pool.bench.system), is_rated=options.rated)
    rng = random.Random(f"{options.seed}-{pool.bench.system}")
    for what, events in _sources(pool, declared, rng, options):
        for before in takewhile(lambda _: not budget.is_spent, events):
            pool.take_in(before)
        _tell(pool, what, begun)
        if options.pool:
            pool.write(options.pool)
    for name in pool.wanting:
        for before in takewhile(lambda _: not budget.is_spent, tuple(pool.kept.get(name, ()))):
            pool.take_from(before, rng, name, options.neighbours)
    _tell(pool, "events like those", begun)


def _sources(
    pool: Pool, declared: Declared, rng: random.Random, options: argparse.Namespace
) -> Iterator[tuple[str, Iterator[Event]]]:
    """Yield where events come from, with the events before a round; the smallest first."""
    for level in _LEVELS if options.tiny else ():
        sizes = [players for players in range(2, _MOST_PLAYERS + 1) if 0 <= level - players <= _MOST_EARLIER]
        drawn = (tiny_event(rng, declared, size, level - size) for _ in range(options.tiny) for size in sizes)
        yield f"players and rounds: {level}", drawn
    yield "events of the tests", _shown_by_tests(options.cases, pool.bench.system, declared)
    yield "steered events", _steered(pool, options)


def _shown_by_tests(cases: Path, key: str, declared: Declared) -> Iterator[Event]:
    """Yield the rounds by which tests show alterations, in events of this edition."""
    listed = [path for path in sorted(cases.glob("*.txt")) if key.endswith(path.stem)]
    shown = {(one.name, one.round_number) for path in listed for one in map(Shown.of, path.read_text().splitlines())}
    for name, number in sorted(shown):
        event = parse_event((cases / name).read_text("utf-8")).event
        if event is not None:
            system = declared.with_baku if event.system.code.endswith("_BAKU") else declared.system
            told = replace(event, system=system, start=declared.start, end=declared.start)
            yield before_round(told, number)


def _tell(pool: Pool, what: str, begun: float) -> None:
    missing, seconds = pool.not_found, time.monotonic() - begun
    _say(f"{what:>24}: {pool.tried} tried, {len(pool.wanting)} wanting, {len(missing)} not found, {seconds:.0f} s")


def _declared(system: str) -> Declared:
    event = Batch(seed=1, system=system).play(0).event
    assert event.start is not None
    return Declared(system=event.system, start=event.start, knows_baku=event.system.code != "")


def _steered(pool: Pool, options: argparse.Namespace) -> Iterator[Event]:
    """Yield small events in which those criteria decide, or steps are taken, that few events show."""
    kinds = (FeatureKind.DECISIVE, FeatureKind.STEP)
    wanted = [one for one in pool.bench.rules.features if one.kind in kinds and pool.wants(one.name)]
    if wanted and options.steered:
        axes = replace(STEERED, players=Span(6, 12))
        quest = Quest(
            wanted=tuple(wanted),
            times=KEPT,
            budget=options.steered,
            seed=options.seed,
            system=pool.bench.system,
            axes=axes,
        )
        for found in seek(quest):
            yield from (before_round(found.tried.event, number) for _, number in found.met)


def write(covering: Covering, folder: Path) -> None:
    """Write the events and the index; what else lay there is gone."""
    folder.mkdir(parents=True, exist_ok=True)
    in_order, bench = covering.in_order(), covering.bench
    for one in in_order:
        (folder / one.question.file).write_bytes(one.text.encode())
    shown = {name for one in in_order for name in one.names}
    own = {one.identifier: one for one in bench.rules.alterations}
    suite = Suite(
        system=bench.system,
        articles=titles_of(covering),
        misreadings={
            name: Misreading(identifier=name, as_if=one.sentence, article=one.article)
            for name, one in own.items()
            if name in shown
        },
        not_shown={name: _why_not(name, bench) for name in (*own, *covering.pool.features) if name not in shown},
        questions=tuple(one.question for one in in_order),
    )
    (folder / INDEX).write_text(to_text(suite), "utf-8")
    for old in {path.name for path in folder.glob("*.trf")} - {one.question.file for one in in_order}:
        (folder / old).unlink()
    counts = covering.counts
    few = [name for name in (*bench.altered, *covering.pool.features) if 0 < counts[name] < 3]
    _say(f"{len(in_order)} questions written; not shown: {', '.join(suite.not_shown)}; fewer than three: {few}")


def _why_not(name: str, bench: Bench) -> str:
    if IN_NO_ORDER in name:
        return _NO_ANSWER
    return _NOT_FOUND if bench.is_sought(name) else _NOT_SOUGHT


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("systems", nargs="+", metavar="EDITION")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", type=int, default=40, help="events drawn of each number of players and rounds")
    parser.add_argument("--leaving-out", default="", metavar="PREFIX", help="neither seek nor note what is named so")
    parser.add_argument("--rated", action="store_true", help="give the players of drawn events ratings")
    parser.add_argument("--steered", type=int, default=200, help="steered events that are tried")
    parser.add_argument("--minutes", type=float, help="time it may take, up to half of it gathering; without limit")
    parser.add_argument("--cases", type=Path, default=CASES, help="folder of the events of the tests")
    parser.add_argument("--neighbours", type=int, default=40, help="changes tried of an event that shows what few show")
    parser.add_argument(
        "--refresh", action="store_true", help="seek nothing; answer what is there by the rules of today"
    )
    parser.add_argument("--anew", action="store_true", help="keep nothing of what is there")
    parser.add_argument("--witness", action="append", default=[], metavar="PROGRAM", help="ask this program, too")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="in a witness's description")
    parser.add_argument("--pool", type=Path, help="file that keeps what was gathered; read if it is there")
    parser.add_argument("--out", type=Path, default=_FOLDER)
    chosen = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for system in chosen.systems:
        _say(f"{system}, seed {chosen.seed}")
        make(system, chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
