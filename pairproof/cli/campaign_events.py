"""Which events a campaign asks about where they are not drawn: files, what is sought, or the conformance suite."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.anonymisation import anonymised
from checker.campaigns.chosen import Chosen, ChosenError
from checker.suite.questions import SuiteError, load_suite
from checker.suite.recorded import recorded_questions
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.progress import Countdown
from pairproof.files import expanded
from random_tournaments.batch_kinds import PLAYERS, batch_kind
from random_tournaments.coverage import find_features
from random_tournaments.steering import SteeringGoal, SteeringProgress, find_covering_events
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import engine_for, paired_by
from tournaments.regular_files import MAX_BYTES, read_bytes, readable_name
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from random_tournaments.steering import CoveringEvent

EVENTS = 500
"""Drawn where no number is given."""
BUDGET = 2000
"""Events tried for ``--seek`` where no number is given."""
TIMES = 5
"""Rounds in which each is sought where no number is given: what decided in fewer was hardly put to the test."""


def add_choosing_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.add_argument(
        "--from",
        nargs="+",
        dest="chosen_files",
        metavar="FILE",
        help="ask about the rounds of these events (files or folders of them) instead of drawn ones",
    )
    parser.add_argument(
        "--anonymise", action="store_true", help="of --from: replace what names people in the events that are kept"
    )
    parser.add_argument(
        "--seek", metavar="NAMES", help=f"ask about events in which these decide (C10,C17,...); -n are tried ({BUDGET})"
    )
    parser.add_argument(
        "--suite", action="store_true", help="ask the questions of the conformance suite of the edition"
    )
    parser.add_argument(
        "--times", type=int, default=TIMES, metavar="N", help=f"rounds in which each is sought ({TIMES})"
    )


def require_choice(options: argparse.Namespace) -> None:
    """Refuse two choices, and a choice where nobody pairs; CommandError."""
    ways = [options.chosen_files is not None, options.seek is not None, options.suite]
    if sum(ways) > 1:
        message = "--from names events, --seek looks for some, and --suite asks its own questions; write one of them"
        raise CommandError(message, ExitStatus.USAGE)
    if options.anonymise and options.chosen_files is None:
        raise CommandError("--anonymise is for --from: other events name nobody", ExitStatus.USAGE)
    if options.direction != "pair" and any(ways):
        message = f"events are chosen for programs that pair them; --direction is {options.direction}"
        raise CommandError(message, ExitStatus.USAGE)


def chosen_events(options: argparse.Namespace, system: str, seed: int) -> Sequence[Chosen] | None:
    """Return the events that are chosen; None if they are to be drawn."""
    if options.suite:
        return _of_suite(system)
    if options.chosen_files is None and options.seek is None:
        return None
    if options.chosen_files:
        return events_of_files(options.chosen_files, system, anonymous=options.anonymise)
    return _sought(options, system, seed)


def _of_suite(system: str) -> Sequence[Chosen]:
    try:
        return recorded_questions(load_suite(system))
    except SuiteError as error:
        raise CommandError(f"--suite: {error}", ExitStatus.USAGE) from error


def events_of_files(names: Sequence[str], system: str, *, anonymous: bool = False) -> list[Chosen]:
    """Read files, and those of folders, without their people if so asked; CommandError for one that cannot be read."""
    chosen = []
    for name in expanded(names):
        try:
            one = Chosen(readable_name(Path(name).name), read_bytes(name, MAX_BYTES))
            event = one.event(paired_by(system))
            engine_for(system).open(event)
            if anonymous:
                one = replace(one, content=write_trf26(anonymised(event)).encode())
        except ChosenError as error:  # which names the file
            raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise CommandError(f"{readable_name(name)}: {reason}", ExitStatus.NOT_CHECKED) from error
        except UnsupportedEventError as error:
            raise CommandError(f"{readable_name(name)}: {error}", ExitStatus.NOT_CHECKED) from error
        chosen.append(one)
    return chosen


def _sought(options: argparse.Namespace, system: str, seed: int) -> list[Chosen]:
    if batch_kind(system) is not PLAYERS:
        raise CommandError("--seek: events of teams are not sought", ExitStatus.USAGE)
    if options.times < 1:
        raise CommandError(f"--times is {options.times}; write 1 or more", ExitStatus.USAGE)
    try:
        wanted = find_features(engine_for(system), options.seek.split(","))
        quest = SteeringGoal(
            features=wanted, times=options.times, budget=options.events or BUDGET, seed=seed, system=system
        )
    except ValueError as error:
        raise CommandError(f"--seek: {error}", ExitStatus.USAGE) from error
    tally = SteeringProgress()
    chosen = [chosen_of(found) for found in _found(quest, tally)]
    sys.stderr.write(tally.summary(quest))
    if not chosen:
        message = f"nothing of {options.seek} decides in any of {tally.events} events that were tried"
        raise CommandError(message, ExitStatus.NOT_CHECKED)
    return chosen


def _found(quest: SteeringGoal, tally: SteeringProgress) -> Iterator[CoveringEvent]:
    with Countdown(quest.times * len(quest.features), f"rounds wanted (of at most {quest.budget} events)") as progress:
        for found in find_covering_events(quest, tally):
            for _ in found.met:
                progress.see()
            yield found


def chosen_of(found: CoveringEvent) -> Chosen:
    """Name an event by what decides in it."""
    decided = ", ".join(f"{feature.name} in round {number}" for feature, number in found.met)
    try:
        return Chosen(decided, write_trf26(found.tried.event).encode())
    except UnwritableEventError as error:
        raise CommandError(f"an event that was found cannot be written: {error}", ExitStatus.NOT_CHECKED) from error
