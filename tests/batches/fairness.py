"""
What is held against an event where its file is silent and the text is open, and what mildness lets pass.

    PYTHONPATH=tests python -m batches.fairness reversed --system dutch-2026 --events 180
    PYTHONPATH=tests python -m batches.fairness planted --system clock-2012 --events 500
    PYTHONPATH=tests python -m batches.fairness played --system dubov-1997 --events 1000

``reversed``: one colour of the last round is reversed, and neither number of rounds nor initial colour is declared.
No more than one pair may be held against any of these events, and nothing harsher than `colours`, but for a colour that
breaks a limit of its system whatever is declared; exit status 1 otherwise.

``planted``: an error of every kind in each event, judged with every declaration, and stripped of all. Printed is, by
kind, how many are found, and on which entries of the register the others rest. Exit status 1 if an entry excuses more
than a hundredth of the errors, or if one is excused that no entry explains.

``played``: events as our own engine plays them, with and without declarations. Exit status 1 if a round with every
declaration does not agree, or if anything is held against one without.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING

from support.findings import round_findings

from checker.planting import PlantedError, plant
from checker.severity import FROM_MILD_TO_HARSH, Severity, is_discrepant, severity
from checker.verdicts import Verdict
from random_tournaments.axes import Span
from random_tournaments.kinds import kind_of
from random_tournaments.profiles import PROFILES
from random_tournaments.teams.axes import TEAM_PROFILES
from reference_engines.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournaments.model import Event

_PLAYERS = replace(PROFILES["endorsement"], players=Span(6, 40), rounds=Span(4, 11))
_TEAMS = replace(TEAM_PROFILES["mixed"], teams=Span(6, 24), rounds=Span(4, 9))
_MOST_PER_HUNDRED = 1
_COLOURS = FROM_MILD_TO_HARSH.index(Verdict.COLOURS)
Found = tuple[str, str, str, str]
"""Kind of error, what is declared, verdict, and the entries of the register on which it rests."""


def played(system: str, seed: int, index: int) -> Event:
    """Play an event of the batch."""
    kind = kind_of(system)
    axes = _PLAYERS if kind.participants == "players" else _TEAMS
    return kind.batch(seed=seed, axes=axes, system=system).play(index).event


def games_of(system: str) -> int:
    """Return how many rounds of the file are paired at once."""
    return engine_for(system).edition.rounds_per_stage


def stripped(event: Event) -> Event:
    """Return the event without what a file need not declare."""
    return replace(event, rounds_declared=None, initial_colour=None)


def reversed_colours(system: str, seed: int, index: int) -> list[str]:
    """Judge an event with one colour of its last round reversed; return what is too harsh in it."""
    event, rng = played(system, seed, index), random.Random(f"{seed}-{index}")
    planted = plant(event, PlantedError.REVERSED_COLOURS, rng, games_of(system))
    if planted is None:
        return []
    declared = max(map(severity, round_findings(planted.event, system)))
    too_harsh = []
    for one in round_findings(stripped(planted.event), system):
        is_harsher = severity(one) > max(declared, Severity(_COLOURS, is_open_step=False, pairs=1))
        if is_harsher or one.discrepant_pairs > 1:
            too_harsh.append(f"event {index}: {one.sentence}")
    return ["judged", *too_harsh]


def verdicts(system: str, seed: int, index: int) -> list[tuple[str, str]]:
    """Judge an event as it was played."""
    event = played(system, seed, index)
    variants = (("declared", event), ("stripped", stripped(event)))
    return [(name, one.verdict.value) for name, variant in variants for one in round_findings(variant, system)]


def planted_errors(system: str, seed: int, index: int) -> list[Found]:
    """Judge an event with an error of every kind, declared and stripped."""
    event = played(system, seed, index)
    found = []
    for error in PlantedError:
        planted = plant(event, error, random.Random(f"{seed}-{index}-{error.value}"), games_of(system))
        if planted is None:
            continue
        for declared, variant in (("declared", planted.event), ("stripped", stripped(planted.event))):
            findings = round_findings(variant, system)
            wrong = next((one for one in findings if is_discrepant(one)), findings[-1])
            found.append((error.value, declared, wrong.verdict.value, " and ".join(wrong.rests_on)))
    return found


def _each(options: argparse.Namespace, work: partial[list[object]]) -> Iterator[object]:
    with ProcessPoolExecutor(options.workers, get_context("spawn")) as pool:
        for found in pool.map(work, range(options.first, options.first + options.events), chunksize=4):
            yield from found


def tell_reversed(options: argparse.Namespace) -> int:
    """Count what is too harsh."""
    lines = list(_each(options, partial(reversed_colours, options.system, options.seed)))
    too_harsh = [line for line in lines if line != "judged"]
    for line in too_harsh[:10]:
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"{options.system}: {len(lines) - len(too_harsh)} events, {len(too_harsh)} rounds too harsh\n")
    return 1 if too_harsh else 0


def tell_planted(options: argparse.Namespace) -> int:
    """Print what was found, by kind, and what excused the rest."""
    found: Counter[Found] = Counter()
    found.update(_each(options, partial(planted_errors, options.system, options.seed)))  # type: ignore[arg-type]  # of either kind of trial
    status = 0
    for declared in ("declared", "stripped"):
        rows = {row: number for row, number in found.items() if row[1] == declared}
        total = sum(rows.values())
        sys.stdout.write(f"{options.system}, {declared}: {total} errors\n")
        for error in PlantedError:
            of_kind = {row: number for row, number in rows.items() if row[0] == error.value}
            right = sum(number for row, number in of_kind.items() if Verdict(row[2]) in _DISCREPANT)
            verdicts = _in_words((row[2], number) for row, number in of_kind.items())
            sys.stdout.write(f"  {error.value}: {right} of {sum(of_kind.values())} found ({verdicts})\n")
        excused: Counter[str] = Counter()
        for row, number in rows.items():
            if Verdict(row[2]) not in _DISCREPANT:
                excused[row[3] or f"nothing: {row[2]}"] += number
        by_entry: Counter[str] = Counter()
        for names, number in excused.items():
            for name in names.split(" and "):
                by_entry[name] += number
        for name, number in by_entry.most_common():
            per_hundred = 100 * number / total
            sys.stdout.write(f"  {name} excuses {number}, {per_hundred:.2f} %\n")
            if per_hundred > _MOST_PER_HUNDRED:
                status = 1
    return status


def tell_played(options: argparse.Namespace) -> int:
    """Count the verdicts on events that are right."""
    found: Counter[tuple[str, str]] = Counter()
    found.update(_each(options, partial(verdicts, options.system, options.seed)))  # type: ignore[arg-type]  # of either kind of trial
    for (declared, verdict), number in sorted(found.items()):
        sys.stdout.write(f"{options.system}, {declared}: {verdict} {number}\n")
    right = {"declared": {Verdict.AGREE}, "stripped": {Verdict.AGREE, Verdict.AMBIGUOUS_RULE}}
    return 0 if all(Verdict(verdict) in right[declared] for declared, verdict in found) else 1


_DISCREPANT = (
    Verdict.COLOURS,
    Verdict.LATER_IN_ORDER,
    Verdict.WORSE,
    Verdict.ILLEGAL,
    Verdict.REFERENCE_FAULT,
)


def _in_words(found: Iterable[tuple[str, int]]) -> str:
    counts: Counter[str] = Counter()
    for name, number in found:
        counts[name] += number
    return ", ".join(f"{name} {number}" for name, number in counts.most_common())


def main() -> int:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run, events in (
        ("reversed", tell_reversed, 180),
        ("planted", tell_planted, 500),
        ("played", tell_played, 1000),
    ):
        command = commands.add_parser(name)
        command.add_argument("--system", required=True)
        command.add_argument("--events", type=int, default=events)
        command.add_argument("--first", type=int, default=0)
        command.add_argument("--seed", type=int, default=16)
        command.add_argument("--workers", type=int, default=2)
        command.set_defaults(run=run)
    options = parser.parse_args()
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
