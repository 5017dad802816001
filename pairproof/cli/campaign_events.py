"""Which events a campaign asks about where they are not drawn: files, what is sought, or the conformance suite."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from checker.campaigns.chosen import ChosenError, name_covering_event, read_chosen
from checker.suite.questions import SuiteError, load
from checker.suite.recorded import recorded_questions
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.inputs import tournament_files
from pairproof.cli.progress import Countdown
from random_tournaments.batch_kinds import PLAYERS, batch_kind
from random_tournaments.coverage import find_features
from random_tournaments.steering import SteeringGoal, SteeringProgress, find_covering_events
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from checker.campaigns.chosen import Chosen
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
        return _of_files(options.chosen_files, system, anonymous=options.anonymise)
    return _sought(options, system, seed)


def _of_files(names: Sequence[str], system: str, *, anonymous: bool) -> Sequence[Chosen]:
    try:
        return read_chosen(tournament_files(names), system, anonymous=anonymous)
    except ChosenError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error


def _of_suite(system: str) -> Sequence[Chosen]:
    try:
        return recorded_questions(load(system))
    except SuiteError as error:
        raise CommandError(f"--suite: {error}", ExitStatus.USAGE) from error


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
    try:
        chosen = [name_covering_event(found) for found in _found(quest, tally)]
    except ChosenError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
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
