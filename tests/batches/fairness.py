"""
Check that silent files and open texts excuse right events, and do not excuse errors.

    PYTHONPATH=tests python -m batches.fairness reversed --system dutch-2026 --events 180
    PYTHONPATH=tests python -m batches.fairness planted --system clock-2012 --events 500
    PYTHONPATH=tests python -m batches.fairness played --system dubov-1997 --events 1000
    PYTHONPATH=tests python -m batches.fairness stripped --system lim-2026 --events 6
    PYTHONPATH=tests python -m batches.fairness undamaged --system burstein-2018 --events 24
    PYTHONPATH=tests python -m batches.fairness excused --system dutch-2013 --events 20
    PYTHONPATH=tests python -m batches.fairness accelerated --events 30

``reversed``: one colour of the last round is reversed, and neither number of rounds nor initial colour is declared.
Each event may have at most one discrepant pair and no verdict harsher than `colours`, except for a colour that breaks
a limit of its system under any declaration; exit status 1 otherwise.

``planted``: an error of every kind in each event, judged with every declaration, and stripped of all. It prints, by
kind, the number of errors found and the entries of the register that excuse the rest. Exit status 1 if an entry excuses
more than a hundredth of the errors, or if an error is excused without an entry.

``played``: events as our own engine plays them, with and without declarations. Exit status 1 if a round with every
declaration does not agree, or if a round without them is called wrong.

``stripped``: an error of every kind in every round of each event, one at a time, written in every form of
`support.stripped_events`, from all fields down to lines of players without ratings. It counts the errors found as
discrepancies, resting on an undeclared fact, and passed, by entry of the register; exit status 1 if an error passes
with status 0 and without an entry.

``undamaged``: right events in every form. Exit status 1 if more than one round of an event is accused, or a round of a
declared event. A single round that differs from the assumed system cannot be distinguished from an error. Events
without ratings are counted only: a system that uses ratings cannot be recognised in them.

``excused``: wrong rounds of every kind of `support.built_excuses`, built to be excused by a fact that the file denies.
Exit status 1 if one passes.

``accelerated``: events with the Baku acceleration that the file does not declare, whole and after two rounds. Exit
status 1 if fewer than 26 of 30 whole events, or 24 of 30 after two rounds, are recognised.
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

from support.built_excuses import Kind, built_events, can_express, check_text, first_rounds
from support.findings import round_findings
from support.stripped_events import (
    Form,
    accelerated_event,
    event_with_error,
    right_event,
    right_event_of_teams,
    write_as,
)

from checker.planting import PlantedError, plant
from checker.verdicts.interpretations import VERDICTS_BY_SEVERITY, Severity, is_discrepant, severity
from checker.verdicts.verdict import ExitStatus, Outcome, Verdict
from random_tournaments.axes import PROFILES, Span
from random_tournaments.settings import batch_kind
from random_tournaments.teams.axes import TEAM_PROFILES
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournaments.model import Event

_PLAYERS = replace(PROFILES["endorsement"], players=Span(6, 40), rounds=Span(4, 11))
_TEAMS = replace(TEAM_PROFILES["mixed"], teams=Span(6, 24), rounds=Span(4, 9))
_MOST_PER_HUNDRED = 1
_COLOURS = VERDICTS_BY_SEVERITY.index(Verdict.COLOURS)
Found = tuple[str, str, str, str]
"""Kind of error, what is declared, verdict, and the entries of the register on which it rests."""


def played(system: str, seed: int, index: int) -> Event:
    """Play an event of the batch."""
    kind = batch_kind(system)
    axes = _PLAYERS if kind.participants == "players" else _TEAMS
    return kind.batch(seed=seed, axes=axes, system=system).play(index).event


def games_of(system: str) -> int:
    """Return the number of file rounds that are paired at once."""
    return engine_for(system).edition.file_rounds_per_round


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
    """Print the errors found, by kind, and the excuses of the rest."""
    counts: Counter[Found] = Counter()
    counts.update(_each(options, partial(planted_errors, options.system, options.seed)))  # type: ignore[arg-type]  # of either kind of trial
    status = 0
    for declared in ("declared", "stripped"):
        rows = {row: number for row, number in counts.items() if row[1] == declared}
        total = sum(rows.values())
        sys.stdout.write(f"{options.system}, {declared}: {total} errors\n")
        for error in PlantedError:
            of_kind = {row: number for row, number in rows.items() if row[0] == error.value}
            right = sum(number for row, number in of_kind.items() if Verdict(row[2]) in _DISCREPANT)
            verdicts = _format_counts((row[2], number) for row, number in of_kind.items())
            sys.stdout.write(f"  {error.value}: {right} of {sum(of_kind.values())} found ({verdicts})\n")
        excused: Counter[str] = Counter()
        for row, number in rows.items():
            if Verdict(row[2]) not in _DISCREPANT:
                excused[row[3] or f"nothing: {row[2]}"] += number
        entries: Counter[str] = Counter()
        for names, number in excused.items():
            for name in names.split(" and "):
                entries[name] += number
        for name, number in entries.most_common():
            per_hundred = 100 * number / total
            sys.stdout.write(f"  {name} excuses {number}, {per_hundred:.2f} %\n")
            if per_hundred > _MOST_PER_HUNDRED:
                status = 1
    return status


def tell_played(options: argparse.Namespace) -> int:
    """Count the verdicts on events that are right."""
    counts: Counter[tuple[str, str]] = Counter()
    counts.update(_each(options, partial(verdicts, options.system, options.seed)))  # type: ignore[arg-type]  # of either kind of trial
    for (declared, verdict), number in sorted(counts.items()):
        sys.stdout.write(f"{options.system}, {declared}: {verdict} {number}\n")
    right = {"declared": {Verdict.AGREE}, "stripped": {Verdict.AGREE, Verdict.AMBIGUOUS_RULE}}
    return 0 if all(Verdict(verdict) in right[declared] for declared, verdict in counts) else 1


_DISCREPANT = (
    Verdict.COLOURS,
    Verdict.LATER_IN_ORDER,
    Verdict.WORSE,
    Verdict.ILLEGAL,
    Verdict.REFERENCE_FAULT,
)


def _format_counts(ends: Iterable[tuple[str, int]]) -> str:
    counts: Counter[str] = Counter()
    for name, number in ends:
        counts[name] += number
    return ", ".join(f"{name} {number}" for name, number in counts.most_common())


# --- files with fewer and fewer declarations -------------------------------------------------------------------------

Ended = tuple[str, str, str]
"""Form of the file, how its check ended, and on which entries of the register a pass rests."""
FOUND, RESTING, ACCUSED, PASSED = "found", "undeclared-fact", "accused elsewhere", "passed"
NOT_CHECKED, ACCUSED_ONCE = "not checked", "accused in one round alone"


def errors_in_every_round(system: str, seed: int, index: int) -> list[Ended]:
    """Plant an error of every kind in every round of an event, one at a time, and check the file in every form."""
    ends: list[Ended] = []
    stages = right_event(system, index, seed).rounds_recorded // games_of(system)
    for stage in range(1, stages + 1):
        for error in PlantedError:
            event = event_with_error(system, error, stage, index, seed)
            if event is not None:
                ends += [(form.value, *how_ended(write_as(event, form), stage)) for form in Form]
    return ends


def how_ended(text: str, stage: int) -> tuple[str, str]:
    """Check a file with an error in one round; say how that ended, and on what it rests if it passed."""
    checked = check_text(text, "planted")
    wrong = checked.rounds.get(stage)
    if wrong is not None and wrong.verdict.outcome is Outcome.DISCREPANT:
        return FOUND, ""
    if any(one.verdict.outcome is Outcome.DISCREPANT for one in checked.rounds.values()):
        return ACCUSED, ""
    if any(one.verdict is Verdict.UNDECLARED_FACT for one in checked.rounds.values()):
        return RESTING, ""
    if checked.exit_status is not ExitStatus.CONSISTENT:
        return NOT_CHECKED, ""
    return PASSED, " and ".join(wrong.rests_on) if wrong is not None else ""


def tell_stripped(options: argparse.Namespace) -> int:
    """Count errors by the form of the file, and how its check ended."""
    counts: Counter[Ended] = Counter()
    counts.update(_each(options, partial(errors_in_every_round, options.system, options.seed)))  # type: ignore[arg-type]  # of either kind of trial
    status = 0
    for form in Form:
        rows = {row: number for row, number in counts.items() if row[0] == form.value}
        ends = _format_counts((row[1], number) for row, number in rows.items())
        sys.stdout.write(f"{options.system}, {form.value}: {sum(rows.values())} errors ({ends})\n")
        for (_, end, entries), number in sorted(rows.items()):
            if end == PASSED:
                sys.stdout.write(f"  {entries or 'nothing'} passes {number}\n")
                status = status if entries else 1
    return status


def ends_of_right_events(system: str, seed: int, index: int) -> list[Ended]:
    """Check an event that is right in every form; of teams, one of any type and score as well."""
    events = [right_event(system, index, seed)]
    if system == "team-2026":
        events.append(right_event_of_teams(index, seed))
    found = []
    for event in events:
        for form in Form:
            checked = check_text(write_as(event, form), "right")
            accused = sum(one.verdict.outcome is Outcome.DISCREPANT for one in checked.rounds.values())
            end = f"status {checked.exit_status.value}"
            if accused:
                end = ACCUSED_ONCE if accused == 1 and form not in (Form.DECLARED, Form.OPEN) else "accused"
            found.append((form.value, end, ""))
    return found


def tell_undamaged(options: argparse.Namespace) -> int:
    """Count how the checks of right events end."""
    counts: Counter[Ended] = Counter()
    counts.update(_each(options, partial(ends_of_right_events, options.system, options.seed)))  # type: ignore[arg-type]  # likewise
    for form in Form:
        ends = _format_counts((row[1], number) for row, number in counts.items() if row[0] == form.value)
        sys.stdout.write(f"{options.system}, {form.value}: {ends}\n")
    unrated = Form.UNRATED.value
    return 1 if any(end == "accused" and form != unrated for form, end, _ in counts) else 0


def tell_excused(options: argparse.Namespace) -> int:
    """Build wrong rounds of every kind, and count those that pass, with and without number of rounds and colour."""
    status = 0
    for kind in Kind:
        if not can_express(options.system, kind):
            continue
        events = built_events(options.system, kind, options.events, seed=options.seed)
        ends: Counter[str] = Counter()
        for built in events:
            for has_fields in (True, False):
                checked = check_text(built.text(with_colour_and_rounds=has_fields), built.name)
                verdicts = [checked.rounds[number].verdict for number in built.wrong_rounds]
                if all(verdict.outcome is Outcome.DISCREPANT for verdict in verdicts):
                    ends[FOUND] += 1
                    continue
                is_resting = Verdict.UNDECLARED_FACT in verdicts and not built.event.system.code
                end = RESTING if is_resting and checked.exit_status else PASSED
                ends[end] += 1
                if end == PASSED:
                    sys.stdout.write(f"  {built.name}: {', '.join(verdict.value for verdict in verdicts)}\n")
        sys.stdout.write(f"{options.system}, {kind.value}: {len(events)} events ({_format_counts(ends.items())})\n")
        status = 1 if ends[PASSED] else status
    return status


LEAST_RECOGNISED = {"whole": 26, "after two rounds": 24}
"""Of thirty."""


def check_accelerated(seed: int, index: int) -> list[tuple[str, str]]:
    """Return the ends of checks of an event with undeclared acceleration, complete and after two rounds."""
    event = accelerated_event(index, seed)
    found = []
    for rounds, name in zip((event.rounds_recorded, 2), LEAST_RECOGNISED, strict=True):
        checked = check_text(write_as(first_rounds(event, rounds), Form.SILENT), "accelerated")
        verdicts = {one.verdict for one in checked.rounds.values()}
        if any(verdict.outcome is Outcome.DISCREPANT for verdict in verdicts):
            found.append((name, "accused"))
        else:
            found.append((name, "recognised" if Verdict.UNDECLARED_FACT in verdicts else "agrees without"))
    return found


def tell_accelerated(options: argparse.Namespace) -> int:
    """Count accelerated events that are recognised."""
    counts: Counter[tuple[str, str]] = Counter()
    counts.update(_each(options, partial(check_accelerated, options.seed)))  # type: ignore[arg-type]  # likewise
    status = 0
    for name, least in LEAST_RECOGNISED.items():
        ends = {end: number for (where, end), number in counts.items() if where == name}
        sys.stdout.write(f"{name}: {_format_counts(ends.items())}\n")
        status = 1 if 30 * ends.get("recognised", 0) < least * options.events else status
    return status


def main() -> int:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run, events in (
        ("reversed", tell_reversed, 180),
        ("planted", tell_planted, 500),
        ("played", tell_played, 1000),
        ("stripped", tell_stripped, 6),
        ("undamaged", tell_undamaged, 24),
        ("excused", tell_excused, 20),
        ("accelerated", tell_accelerated, 30),
    ):
        command = commands.add_parser(name)
        command.add_argument("--system", required=name != "accelerated")
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
