"""``pairproof campaign``: programs run through thousands of events, and what they did."""

from __future__ import annotations

import os
import sys
from collections.abc import Sized
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from checker.campaigns.chosen import digest_of_chosen
from checker.campaigns.configuration import (
    LAST_EVENT,
    MOST_EVENTS,
    Configuration,
    Direction,
)
from checker.campaigns.merging import merge_stores
from checker.campaigns.policy import new_causes
from checker.campaigns.running import ClusterError, run_campaign
from checker.campaigns.store import StoreError, StoreFailedError, create_store, open_store
from checker.campaigns.work import event_text
from checker.programs.folders import NoRoomError
from checker.programs.program import claims_of
from checker.programs.smoke import try_checker
from checker.verdicts.verdict import ExitStatus
from pairproof.claims import require_claims
from pairproof.cli import campaign_class
from pairproof.cli.campaign_compare import add_compare_options, compare_in_store, compare_stores, without_results
from pairproof.cli.campaign_events import EVENTS, add_choosing_options, chosen_events, require_choice
from pairproof.cli.campaign_report import add_report_options, require_forms, require_playable, summed_up, tell
from pairproof.cli.campaign_show import add_show_options, show
from pairproof.cli.errors import CommandError
from pairproof.cli.kept_events import add_kept_options, keeping_of, tell_kept
from pairproof.cli.output import write_text
from pairproof.cli.policy_options import add_stop_options, causes_wanted, seconds_of
from pairproof.cli.program import PROGRAM_HELP, opened, require_systems
from pairproof.cli.progress import Countdown
from pairproof.keeping import ask_kept, keep_failing
from pairproof.stopping import Stopping
from random_tournaments.batch_kinds import PLAYERS, batch_kind
from random_tournaments.seeds import draw_seed
from random_tournaments.settings import SettingError
from reports.streams import data_stream
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_field, escape_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from checker.campaigns.chosen import SelectedEvent
    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.store import Store
    from checker.programs.program import Program

_FINDINGS_TOLD = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    run_ = actions.add_parser("run", help="begin a campaign")
    run_.add_argument("programs", nargs="+", metavar="PROGRAM", help=PROGRAM_HELP)
    run_.add_argument(
        "--direction",
        default="pair",
        metavar="WAY",
        help="pair: they pair our events; generate: we check theirs; judge: they check ours; exam: with planted errors",
    )
    run_.add_argument(
        "--untried", action="store_true", help="judge: also with a checker that does not see planted errors"
    )
    run_.add_argument(
        "--against", metavar="PROGRAM", help="an older version, which is asked the same: only what is new fails"
    )
    add_choosing_options(run_)
    add_run_options(run_)

    resume = actions.add_parser("resume", help="go on with a campaign that was interrupted")
    resume.add_argument("store", metavar="STORE")
    _add_work_options(resume)

    report = actions.add_parser("report", help="tell what a campaign has found so far")
    report.add_argument("store", metavar="STORE")
    add_report_options(report)

    merge = actions.add_parser("merge", help="make one store of several of the same campaign")
    merge.add_argument("target", metavar="TARGET")
    merge.add_argument("stores", nargs="+", metavar="STORE")

    campaign_class.add_options(
        actions.add_parser("class", help="say whose error findings are, and that they are known")
    )

    event = actions.add_parser("event", help="make an event of a campaign again")
    event.add_argument("store", metavar="STORE")
    event.add_argument("number", type=int, metavar="NUMBER")
    event.add_argument("--program", type=int, default=0, metavar="N", help="whose own event (direction generate)")
    event.add_argument("-o", "--output", metavar="FILE", help="where to write it (else standard output)")

    add_compare_options(
        actions.add_parser("compare", help="a newer program against an older one: what is new, fixed, the same")
    )

    show_ = actions.add_parser("show", help="one finding with all that shows it, as a folder that can be sent")
    add_show_options(show_)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Describe what can be set of a campaign that is begun."""
    parser.add_argument("-n", "--events", type=int, metavar="N", help=f"number of events ({EVENTS})")
    parser.add_argument("--first", type=int, default=0, metavar="K", help="first event, to share a campaign out (0)")
    parser.add_argument("--seed", type=int, metavar="N", help="drawn and printed where it is not given")
    parser.add_argument("--system", metavar="KEY", help="by which events are paired and judged (the programs' own)")
    parser.add_argument("--profile", metavar="NAME", help="profile of the generator (endorsement; of teams, mixed)")
    parser.add_argument("--axis", action="append", default=[], metavar="KEY=VALUE", help="as of 'pairproof generate'")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="for each question to a program")
    parser.add_argument("--store", required=True, metavar="FILE", help="where the campaign is kept (one SQLite file)")
    _add_work_options(parser)


def _add_work_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=int, metavar="N", help="processes that judge (one for each core)")
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler, tcp://HOST:PORT")
    add_stop_options(parser)
    add_kept_options(parser)
    add_report_options(parser)


def run(options: argparse.Namespace) -> int:
    """Do what was asked for."""
    actions = {
        "run": _begin,
        "resume": _resume,
        "report": _report,
        "merge": _merge,
        "class": _class,
        "compare": compare_stores,
        "event": _event,
        "show": _show,
    }
    workers = getattr(options, "workers", None)
    _require(workers is None or workers > 0, f"--workers is {workers}; at least 1 process")
    try:
        return actions[options.action](options)
    except (StoreFailedError, NoRoomError) as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
    except StoreError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error


def _begin(options: argparse.Namespace) -> int:
    _require_forms_and_stops(options)
    require_choice(options)
    older = vars(options).get("against")
    if older is not None:
        _require(len(options.programs) == 1, "--against compares one program with another")
        options.programs = [*options.programs, older]
    programs = [opened(spec) for spec in options.programs]
    try:
        configuration = _configuration(options, programs)
        require_claims(programs, configuration)
        if options.direction == "judge" and not options.untried:
            for program in programs:
                _require_checker(program, configuration.system)
        chosen = chosen_events(options, configuration.system, configuration.seed)
        if chosen is not None:
            configuration = replace(
                configuration, chosen=digest_of_chosen(chosen), last_rounds_only=bool(options.suite)
            )
        events = _events(options, programs, chosen)
        store = create_store(Path(options.store), configuration, [(options.first, events)], programs, chosen or ())
    finally:
        for program in programs:
            program.close()
    sys.stderr.write(f"seed {configuration.seed}\n")
    with store:
        if older is None:
            return _work(store, options, is_begun=True)
        _work(store, without_results(options))
        return compare_in_store(store, options)


def _events(options: argparse.Namespace, programs: Sequence[Program], chosen: Sequence[SelectedEvent] | None) -> int:
    """Return the number of events: where they are files, or chosen, no more than there are."""
    if chosen is not None:
        _require(options.first < len(chosen), f"--first is {options.first}; there are events 0 to {len(chosen) - 1}")
        there = len(chosen) - int(options.first)
        return there if options.seek or options.events is None else min(there, int(options.events))
    wanted = EVENTS if options.events is None else int(options.events)
    if not all(isinstance(program, Sized) for program in programs):
        return wanted
    there = max(len(program) for program in programs if isinstance(program, Sized))
    _require(options.first < there, f"--first is {options.first}; there are files 0 to {there - 1}")
    return min(wanted, there - int(options.first))


def _require_checker(program: Program, system: str) -> None:
    """A checker that misses planted errors, or objects to clean events, has nothing to say of others."""
    tried = f"checkers are tried on events of players, and {system} pairs teams; --untried has one judge all the same"
    _require(batch_kind(system) is PLAYERS, tried)
    wrong = [trial for trial in try_checker(program, system) if not trial.is_right]
    if wrong:
        missed = ", ".join(dict.fromkeys(trial.error.value if trial.error else "a clean event" for trial in wrong))
        raise CommandError(
            f"{program.identity.name} is refused as a checker; it is wrong about: {missed} (see 'pairproof program "
            f"smoke'); --untried has it judge all the same",
            ExitStatus.NOT_CHECKED,
        )


def _configuration(options: argparse.Namespace, programs: Sequence[Program]) -> Configuration:
    ways = {direction.value: direction for direction in Direction}
    _require(options.direction in ways, f"--direction: '{options.direction}' is none of {', '.join(ways)}")
    system = _system(options, programs)
    kind = PLAYERS if system == "auto" else batch_kind(system)
    profile = options.profile or kind.default_profile
    _require(profile in kind.profiles, f"--profile: '{profile}' is none of {', '.join(kind.profiles)}")
    wanted = EVENTS if options.events is None else options.events
    _require(wanted > 0, f"--events is {wanted}; at least 1 event")
    most = f"--events is {options.events}; a store holds {MOST_EVENTS} events at most: share them out by --first"
    _require(wanted <= MOST_EVENTS, most)
    _require(options.first >= 0, f"--first is {options.first}; events count from 0")
    _require(options.first <= LAST_EVENT, f"--first is {options.first}; events count to {LAST_EVENT}")
    _require(options.seed is None or options.seed >= 0, f"--seed is {options.seed}; a seed is not negative")
    limit = options.time_limit
    _require(limit is None or limit > 0, f"--time-limit is {limit}; more than 0 seconds")
    for axis in options.axis:
        _require("=" in axis, f"--axis: '{axis}' is not KEY=VALUE")
    configuration = Configuration(
        direction=ways[options.direction],
        programs=tuple(options.programs),
        seed=draw_seed() if options.seed is None else options.seed,
        system=system,
        profile=profile,
        axes=tuple((key, value) for key, _, value in (axis.partition("=") for axis in options.axis)),
        time_limit=options.time_limit,
    )
    try:
        configuration.batch()
    except SettingError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error
    return configuration


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise CommandError(message, ExitStatus.USAGE)


def _system(options: argparse.Namespace, programs: Sequence[Program]) -> str:
    """Take the system that was asked for, or the one that all programs implement."""
    if options.system == "auto":
        _require(options.direction == "generate", "--system auto is for the programs' own events")
        return "auto"
    if options.system:
        return require_systems([options.system])[0]
    own = {claims_of(program).systems[0] for program in programs if claims_of(program).systems}
    _require(len(own) < 2, f"the programs implement {', '.join(sorted(own))}; say which by --system")  # noqa: PLR2004
    return own.pop() if own else "dutch-2026"


def _require_forms_and_stops(options: argparse.Namespace) -> None:
    require_forms(options)
    seconds_of(options)
    causes_wanted(options)


def _resume(options: argparse.Namespace) -> int:
    _require_forms_and_stops(options)
    with open_store(Path(options.store)) as store:
        require_playable(store)
        store.require_readable()
        for program in store.programs:
            _require_same(opened(program.spec), program.version, store)
        return _work(store, options)


def _require_same(program: Program, version: str, store: Store) -> None:
    """A campaign is of one version of a program."""
    try:
        found = program.identity.version
    finally:
        program.close()
    if found != version:
        here = f"here is {found}" if found else "here it does not tell its version"
        message = f"{store.path} was begun with {program.identity.name} {version or 'that told no version'}; {here}"
        raise CommandError(message, ExitStatus.USAGE)


def _work(store: Store, options: argparse.Namespace, *, is_begun: bool = False) -> int:
    told, stopped = 0, ""
    workers = options.workers or os.cpu_count() or 1
    stopping = Stopping(
        seconds_of(options), causes_wanted(options), lambda: new_causes(summed_up(store, options)), clock=monotonic
    )
    keeping = keeping_of(store, options)
    if is_begun and keeping:
        ask_kept(store, keeping)
        tell_kept(store, keeping)
    try:
        with (
            Countdown(store.planned - store.judged, "events") as progress,
            closing(run_campaign(store, workers=workers, cluster=options.cluster)) as outcomes,
        ):
            for outcome in outcomes:
                progress.see()
                if (outcome.findings or outcome.failures) and told < _FINDINGS_TOLD:
                    told += 1
                    progress.clear()
                    _tell(outcome, store, last=told == _FINDINGS_TOLD)
                if stopped := stopping.reason(outcome):
                    break
    except ClusterError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
    except KeyboardInterrupt:
        sys.stderr.write(f"\nInterrupted; go on with: pairproof campaign resume {store.path}\n")
        raise
    if stopped and store.judged < store.planned:
        left = counted_noun(store.planned - store.judged, "event")
        go_on = f"go on with: pairproof campaign resume {store.path}"
        sys.stdout.write(f"Stopped, as {stopped}: {left} not judged; {go_on}\n")
    summary = summed_up(store, options, is_new=True)
    if keeping:
        keep_failing(store, summary, keeping)
    return tell(store, options, summary)


def _tell(outcome: EventOutcome, store: Store, *, last: bool) -> None:
    """Tell what was found, as it comes."""
    names = [escape_field(program.name) for program in store.programs]
    for finding in outcome.findings[:3]:
        decided = escape_field(finding.criterion or finding.article)
        said = f"{finding.score.value}, {finding.verdict}" + (f", {decided}" if decided else "")
        sys.stdout.write(f"event {outcome.index}, {finding.where}, {names[finding.program]}: {said}\n")
    for failure in outcome.failures[:3]:
        said = f"{failure.kind} ({escape_line(failure.detail)})" if failure.detail else failure.kind
        sys.stdout.write(f"event {outcome.index}, {names[failure.program]}: it {said}\n")
    if last:
        sys.stdout.write("... further findings are in the store\n")


def _report(options: argparse.Namespace) -> int:
    require_forms(options)
    with open_store(Path(options.store)) as store:
        return tell(store, options, summed_up(store, options))


def _merge(options: argparse.Namespace) -> int:
    with merge_stores(Path(options.target), [Path(name) for name in options.stores]) as store:
        sys.stdout.write(f"{store.judged} of {store.planned} events in {store.path}\n")
    return ExitStatus.CONSISTENT


def _class(options: argparse.Namespace) -> int:
    campaign_class.require_options(options)
    with open_store(Path(options.store)) as store:
        return campaign_class.class_findings(options, store)


def _show(options: argparse.Namespace) -> int:
    with open_store(Path(options.store)) as store:
        require_playable(store)
        return show(options, store)


def _event(options: argparse.Namespace) -> int:
    _require(0 <= options.number <= LAST_EVENT, f"{options.number} is not the number of an event")
    _require(0 <= options.program <= LAST_EVENT, f"--program is {options.program}; programs count from 0")
    with open_store(Path(options.store)) as store:
        require_playable(store)
        planted = next((outcome.planted for outcome in store.outcomes() if outcome.index == options.number), "")
        chosen = store.chosen(options.number)
        text = chosen.content.decode("utf-8", "replace") if chosen else store.file_of(options.number, options.program)
        text = text or event_text(store.configuration, options.number, planted)
    if not text:
        message = f"event {options.number} was made by a program, and nothing was found in it: it was not kept"
        raise CommandError(message, ExitStatus.NOT_CHECKED)
    if options.output:
        write_text(text, options.output)
    else:
        data_stream().write(text)
    return ExitStatus.CONSISTENT
