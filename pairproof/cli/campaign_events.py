"""The events of a campaign that are not drawn: files, sought features, or the conformance suite."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from checker.campaigns.chosen import SelectedEvent, name_covering_event, read_chosen, recorded_questions
from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import summarise
from checker.campaigns.kept_events import FOLDER, EventKeeper
from checker.campaigns.store import Store
from checker.errors import TaskError
from checker.known_findings.marking import with_known
from checker.suite.questions import SuiteError, load_suite
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import campaign_report
from pairproof.cli.errors import CommandError, convert_errors, require
from pairproof.cli.generate import BUDGET, make_goal, seek_events
from pairproof.cli.inputs import tournament_files, write_note
from pairproof.cli.options import add_option
from random_tournaments.settings import PLAYERS, batch_kind
from random_tournaments.steering import SteeringProgress
from reports.words import describe_kept_event
from tournaments.safe_text import escape_line

EVENTS = 500
"""Drawn where no number is given."""


def add_choosing_options(parser: argparse.ArgumentParser) -> None:
    """Describe the request."""
    parser.add_argument(
        "--from",
        nargs="+",
        dest="chosen_files",
        metavar="FILE",
        help="ask about the rounds of these events (files or folders of them) instead of drawn ones",
    )
    add_option(parser, "anonymise", "of --from: replace what names people in the events that are kept")
    parser.add_argument(
        "--seek", metavar="NAMES", help=f"ask about events in which these decide (C10,C17,...); -n are tried ({BUDGET})"
    )
    parser.add_argument(
        "--suite", action="store_true", help="ask the questions of the conformance suite of the edition"
    )
    parser.add_argument(
        "--times", type=int, metavar="N", help=f"rounds in which each is sought ({campaign_report.DEFAULT_SEEK_TIMES})"
    )


def require_choice(request: campaign_report.CampaignRequest) -> None:
    """Raise CommandError for two choices of events, or for a choice where programs do not pair."""
    ways = [bool(request.chosen_files), request.seek is not None, request.suite]
    require(
        sum(ways) <= 1,
        "--from names events, --seek looks for some, and --suite asks its own questions; write one of them",
    )
    if request.anonymous and not request.chosen_files:
        raise CommandError("--anonymise is for --from: other events have invented names", ExitStatus.USAGE)
    if request.direction != "pair" and any(ways):
        message = f"events are chosen for programs that pair them; --direction is {request.direction}"
        raise CommandError(message, ExitStatus.USAGE)


def chosen_events(request: campaign_report.CampaignRequest, system: str, seed: int) -> Sequence[SelectedEvent] | None:
    """Return the events that are chosen; None if they are to be drawn."""
    if request.suite:
        with convert_errors(usage=SuiteError, about="--suite"):
            return recorded_questions(load_suite(system))
    if request.chosen_files:
        with convert_errors(not_checked=TaskError):
            return read_chosen(tournament_files(request.chosen_files), system, anonymous=request.anonymous)
    return None if request.seek is None else _seek_events(request, system, seed)


def _seek_events(request: campaign_report.CampaignRequest, system: str, seed: int) -> list[SelectedEvent]:
    if batch_kind(system) is not PLAYERS:
        raise CommandError("--seek: events of teams are not sought", ExitStatus.USAGE)
    require(request.times >= 1, f"--times is {request.times}; write 1 or more")
    quest = make_goal(request.seek, request.times, request.events, system, seed)
    tally = SteeringProgress()
    with convert_errors(not_checked=TaskError):
        chosen = [name_covering_event(found) for found in seek_events(quest, tally)]
    sys.stderr.write(tally.summary(quest))
    if not chosen:
        message = f"nothing of {request.seek} decides in any of {tally.events} events that were tried"
        raise CommandError(message, ExitStatus.NOT_CHECKED)
    return chosen


def add_kept_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.add_argument("--kept", metavar="DIR", help=f"where events are kept that fail, to be asked first ({FOLDER})")
    parser.add_argument("--no-kept", action="store_true", help="neither keep events nor ask about kept ones")


def make_keeper(store: Store, request: campaign_report.CampaignResumeRequest, *, seeks: bool) -> EventKeeper | None:
    """Return the store of kept events; None for checkers, and for events that are files already."""
    lie_somewhere = bool(store.configuration.chosen) and not seeks
    is_pairing = store.configuration.direction is Direction.PAIR
    if request.no_kept or lie_somewhere or not is_pairing:
        return None
    return EventKeeper(
        root=Path(request.kept),
        searches=campaign_report.causes_in,
        known=campaign_report.expected_in(store, request.expected),
        note=write_note,
    )


def tell_kept(store: Store, keeper: EventKeeper) -> None:
    """Report how the programs of a campaign pair kept events."""
    summary = summarise(store)
    summary = with_known(summary, keeper.known) if keeper.known else summary
    for program in store.programs:
        found = summary.again_of(program.number)
        if found:
            wrong = [one for one in found if not one.is_right]
            right = len(found) - len(wrong)
            dropped = f", {right} right now and dropped" if right else ""
            counted = f"{len(found)} asked first, {len(wrong)} still fail{dropped}"
            sys.stdout.write(f"Kept events ({keeper.folder(store, program)}): {counted}.\n")
            sys.stdout.writelines(f"  {escape_line(describe_kept_event(one))}\n" for one in wrong)
