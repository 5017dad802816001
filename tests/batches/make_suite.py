"""
The conformance suite, made by hand from a seed.

    PYTHONPATH=tests python -m batches.make_suite dutch-2026 --seed 1
    PYTHONPATH=tests python -m batches.make_suite dutch-2026 --seed 1 --witness bbp6=./bbpPairings.exe

Gathers events (very small ones drawn by chance, those that other tests show misreadings by, steered ones), covers
misreadings and rules by the smallest, reduces what is chosen, and writes ``conformance/EDITION``. Questions that are
there stay, with their identifiers, unless ``--anew``; what they do not show is sought. ``--witness`` asks programs for
their answers and notes who gives the same; those noted before stay.

Without options it is made as ``support/conformance/recipes.py`` says.

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

from support.altered import CASES
from support.conformance.bench import IN_NO_ORDER, Bench, has_open_colours
from support.conformance.budget import Budget
from support.conformance.contested import contested_answers
from support.conformance.covering import WANTED, Covering, Posed, is_ordinary
from support.conformance.pool import Pool
from support.conformance.recipes import RECIPES
from support.conformance.sources import Limits, Sources
from support.conformance.telling import titles_of
from support.conformance.twins import find_twins
from support.conformance.witnesses import ask_witnesses
from support.variant_pairings import variant_pairings

from checker.suite.questions import (
    FORMAT,
    INDEX,
    LICENCE,
    RELEASE,
    VERSION,
    ListedMisreading,
    Suite,
    SuiteQuestion,
    comparable_answer,
    format_index,
    load_suite,
    suites,
)
from reference_engines.misreadings import misreadings_of

if TYPE_CHECKING:
    from collections.abc import Sequence


_FOLDER = Path(__file__).parents[2] / "conformance"
_INTERRUPTED = 130
"""Exit status after Ctrl-C or SIGTERM."""
_NO_ANSWER = "takes whatever is recorded, and so has no answer of its own"
_IN_NO_HISTORY = {
    "latest-colours-decide": "shows only after three games of one colour in a row, which no legal history has",
}
"""Misreadings that no legal event shows, and why."""
_SUMS = (
    "no event was found; moved-down players who float on replace each other one for one, so that the smallest list has "
    "the smallest sum, too"
)
_NOT_FOUND_BECAUSE = dict.fromkeys(
    (
        "mdp-downfloat-again-scores-1-sum",
        "mdp-downfloat-again-scores-2-sum",
        "mdp-downfloat-again-scores-2-either-round",
    ),
    _SUMS,
)
"""Misreadings of which no event was found, and what may explain that."""
_NOT_SOUGHT = "was not sought"
_NOT_FOUND = "no event with a legal history was found"


def make(system: str, options: argparse.Namespace) -> bool:
    """Make the suite of an edition, or its missing questions, and write it; return whether it was not interrupted."""
    bench = Bench(system, options.leaving_out, tuple(options.unlike), options.thorough, options.generated)
    covering = Covering(
        bench=bench,
        pool=Pool(bench, most=options.times + 1),
        say=_say,
        budget=Budget.of(options.minutes),
        target=options.times,
    )
    if system in suites() and not options.anew:
        _take_over(covering)
    is_whole = True
    try:
        if not options.refresh:
            _find(covering, options)
    except KeyboardInterrupt:
        is_whole = False
        if not covering.posed:
            _say("interrupted before a question was chosen; nothing is written")
            return False
        _say("interrupted; what was found is written")
    write(covering, options.out / system)
    for witness in options.witness if is_whole else ():
        ask_witnesses(system, options.out / system, witness, options.set)
    return is_whole


def _find(covering: Covering, options: argparse.Namespace) -> None:
    """Look for the questions that are missing."""
    half = Budget.of(None if options.minutes is None else options.minutes / 2)
    try:
        _gather(covering.pool, options, half)
    finally:
        if options.pool:
            covering.pool.write(options.pool)
    for times in range(1, covering.target + 1):
        covering.cover(times)
    covering.ask_otherwise()
    covering.drop_what_is_not_needed()


def _take_over(covering: Covering) -> None:
    """Keep the questions that are there, with what the misreadings of today answer."""
    suite = load_suite(covering.bench.system)
    for question in suite.questions:
        event, text = suite.event(question), (suite.folder / question.file).read_bytes().decode()
        prepared = covering.bench.open(event)
        if prepared is None or not is_ordinary(event.scoring):
            _say(f"{question.file} is not a question any more, and is removed")
            continue
        if variant_pairings(prepared, question.round_number) or has_open_colours(prepared, question.round_number):
            _say(f"{question.file} rests on an open reading now, and goes")
            continue
        if comparable_answer(prepared.round(question.round_number).expected()) != comparable_answer(question.pairing):
            _say(f"{question.file} has another answer now, and goes")
            continue
        contested = contested_answers(covering.bench.system, event, question.round_number)
        themes = covering.bench.find_themes(prepared, covering.bench.themes)
        now = replace(
            question,
            decides=tuple(dict.fromkeys((*question.decides, *themes))),
            wrong=tuple(covering.wrong(prepared)),
            contested=contested,
            twins=tuple(find_twins(suite.system, event, question.round_number, question.pairing)),
        )
        told = replace(now, misreading=_still(question.misreading, question.article, now, covering))
        covering.posed[question.identifier] = Posed(question=told, event=event, text=text)
    covering.settled = frozenset(covering.posed)
    covering.pool.settled = frozenset(name for name, count in covering.counts.items() if count >= covering.target)
    _say(f"{len(covering.settled)} questions stay")


def _still(misreading: str, article: str, now: SuiteQuestion, covering: Covering) -> str:
    """Return a question's misreading if it still shows, else another one that breaks the same article, or none."""
    if misreading in now.shown:
        return misreading
    others = (name for name in covering.bench.altered if name in now.shown)
    return next((name for name in others if covering.bench.misreadings[name].article == article), "")


def _gather(pool: Pool, options: argparse.Namespace, budget: Budget) -> None:
    """Look for events, the smallest first, until time is up; what was gathered before is not gathered again."""
    begun = time.monotonic()
    if options.pool and options.pool.exists():
        pool.read(options.pool)
        _tell(pool, options.pool.name, begun)
    rng = random.Random(f"{options.seed}-{pool.bench.system}")
    sources = Sources(
        pool=pool,
        seed=options.seed,
        rng=rng,
        limits=Limits(tiny=options.tiny, played=options.played, large=options.large, steered=options.steered),
        cases=options.cases,
        reuse_from=tuple(options.like),
        is_rated=options.rated,
    )
    for what, events in sources.each():
        for before in takewhile(lambda _: not budget.is_spent, events):
            pool.take_in(before)
        _tell(pool, what, begun)
        if options.pool:
            pool.write(options.pool)
    for name in pool.not_found if pool.bench.has_plain_rounds else ():
        for before in takewhile(lambda _: not budget.is_spent, sources.read_test_events(name)):
            pool.mend(before, rng, name, options.mended)
    _tell(pool, "histories mended", begun)
    for name in pool.wanting if pool.bench.has_plain_rounds else ():
        events = (*pool.events.get(name, ()), *sources.read_related(name))
        for before in takewhile(lambda _: not budget.is_spent, events):
            pool.take_from(before, rng, name, options.neighbours)
    _tell(pool, "events like those", begun)


def _tell(pool: Pool, title: str, start: float) -> None:
    missing, seconds = pool.not_found, time.monotonic() - start
    _say(f"{title:>24}: {pool.tried} tried, {len(pool.wanting)} wanting, {len(missing)} not found, {seconds:.0f} s")


def write(covering: Covering, folder: Path) -> None:
    """Write the events and the index; what else lay there is gone."""
    folder.mkdir(parents=True, exist_ok=True)
    posed, bench = covering.sort_by_article(), covering.bench
    for one in posed:
        (folder / one.question.file).write_bytes(one.text.encode())
    shown = {name for one in posed for name in one.names}
    own = {one.identifier: one for one in misreadings_of(bench.rules)} | bench.misreadings
    suite = Suite(
        format=FORMAT,
        version=VERSION,
        licence=LICENCE,
        release=RELEASE,
        system=bench.system,
        articles=titles_of(covering),
        misreadings={
            name: ListedMisreading(as_if=one.sentence, article=one.article)
            for name, one in own.items()
            if name in shown
        },
        not_shown={name: _why_not(name, bench) for name in (*own, *covering.pool.features) if name not in shown},
        questions=tuple(one.question for one in posed),
    )
    (folder / INDEX).write_text(format_index(suite), "utf-8")
    for old in {path.name for path in folder.glob("*.trf")} - {one.question.file for one in posed}:
        (folder / old).unlink()
    counts = covering.counts
    few = [name for name in (*bench.altered, *covering.pool.features) if 0 < counts[name] < 3]
    _say(f"{len(posed)} questions written; not shown: {', '.join(suite.not_shown)}; fewer than three: {few}")


def _why_not(name: str, bench: Bench) -> str:
    if IN_NO_ORDER in name:
        return _NO_ANSWER
    if name in _IN_NO_HISTORY:
        return _IN_NO_HISTORY[name]
    if name in _NOT_FOUND_BECAUSE:
        return _NOT_FOUND_BECAUSE[name]
    return _NOT_FOUND if bench.is_sought(name) else _NOT_SOUGHT


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the suites that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("systems", nargs="+", metavar="EDITION")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", type=int, default=40, help="events drawn of each number of players and rounds")
    parser.add_argument("--leaving-out", default="", metavar="PREFIX", help="neither seek nor note what is named so")
    parser.add_argument("--rated", action="store_true", help="give the players of drawn events ratings")
    parser.add_argument(
        "--played",
        type=int,
        default=100,
        help="events played of each number of participants, where rounds are not drawn",
    )
    parser.add_argument("--unlike", action="append", default=[], metavar="EDITION", help="seek what it pairs otherwise")
    parser.add_argument(
        "--thorough", action="store_true", help="seek themes and misreadings generated from the rules, too"
    )
    parser.add_argument(
        "--generated", action="store_true", help="seek misreadings generated from the rules, but no themes"
    )
    parser.add_argument("--times", type=int, default=WANTED, help="questions sought for each misreading and rule")
    parser.add_argument("--like", action="append", default=[], metavar="EDITION", help="try its questions, too")
    parser.add_argument("--steered", type=int, default=200, help="steered events that are tried")
    parser.add_argument("--large", type=int, default=0, help="events drawn of many players, before an early round")
    parser.add_argument("--minutes", type=float, help="time it may take, up to half of it gathering; without limit")
    parser.add_argument("--cases", type=Path, default=CASES, help="folder of the events of the tests")
    parser.add_argument("--neighbours", type=int, default=40, help="changes tried of an event that shows what few show")
    parser.add_argument("--mended", type=int, default=500, help="changes tried to make the history of one legal")
    parser.add_argument(
        "--refresh", action="store_true", help="seek nothing; answer what is there by the rules of today"
    )
    parser.add_argument("--anew", action="store_true", help="keep nothing of what is there")
    parser.add_argument("--witness", action="append", default=[], metavar="PROGRAM", help="ask this program, too")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="in a witness's description")
    parser.add_argument("--pool", type=Path, help="file that keeps what was gathered; read if it is there")
    parser.add_argument("--out", type=Path, default=_FOLDER)
    given = list(sys.argv[1:] if arguments is None else arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for system in parser.parse_args(given).systems:
        chosen = parser.parse_args([*RECIPES.get(system, ()), *given])
        _say(f"{system}, seed {chosen.seed}")
        try:
            is_whole = make(system, chosen)
        except KeyboardInterrupt:  # before anything was sought, or while programs are asked
            is_whole = False
        if not is_whole:
            return _INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
