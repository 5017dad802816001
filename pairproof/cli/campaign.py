"""
``pairproof campaign``: programs run through thousands of events, and their results.

``campaign show`` makes the dossier of a finding, shown on the screen, or written as a folder that can be sent.
``campaign class`` notes whose error findings are, in the store, and in a list of known findings if one is named.
"""

from __future__ import annotations

import datetime as dt
import os
import re
import sys
from collections.abc import Sequence, Sized
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from checker.archives import write_folder
from checker.campaigns import smallest_events
from checker.campaigns.chosen import SelectedEvent, digest_of_chosen
from checker.campaigns.claims import draw_supported_events, require_claims
from checker.campaigns.configuration import LAST_EVENT, MOST_EVENTS, Configuration, Direction
from checker.campaigns.dossier import AnyDossier, PairingDossier
from checker.campaigns.explaining import recorded_causes, search_hint
from checker.campaigns.grouping import summarise
from checker.campaigns.kept_events import FOLDER, ask_kept, ignore_in_git, keep_failing
from checker.campaigns.outcomes import FindingClass
from checker.campaigns.policy import StopCondition, new_causes
from checker.campaigns.store import Store, StoreError, StoreFailedError, create_store, merge_stores, open_store
from checker.campaigns.work import event_text, run_campaign
from checker.errors import RequestError, TaskError
from checker.known_findings.entries import KnownFinding
from checker.known_findings.marking import add_known
from checker.programs.folders import NoRoomError
from checker.programs.program import Program, ProgramError
from checker.programs.smoke import find_missed_errors
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import campaign_events, campaign_report
from pairproof.cli.errors import CommandError, convert_errors, require, require_known
from pairproof.cli.formats import FORMATS_OF_RESULTS
from pairproof.cli.inputs import (
    find_edition,
    open_second_opinions,
    require_seed,
    require_workers,
    split_axes,
    write_note,
)
from pairproof.cli.options import add_option, add_reading_option, add_second_opinion_option
from pairproof.cli.output_files import write_text
from pairproof.cli.program import PROGRAM_HELP, opened
from pairproof.cli.progress import Countdown, StatusLine
from random_tournaments.seeds import draw_seed
from random_tournaments.settings import PLAYERS, SettingError, batch_kind
from reference_engines.frame.systems import DEFAULT_SYSTEM, engine_for
from reports.dossier import dossier_files
from reports.streams import Detail, data_stream
from tournaments.problems import counted_noun
from tournaments.readings import chosen_readings
from tournaments.regular_files import suggest_file
from tournaments.safe_text import escape_field, escape_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Collection

    from checker.campaigns.outcomes import EventOutcome
    from checker.second_opinions import SecondOpinions

STORES = f"{FOLDER}/campaigns"
_NAME = re.compile(r"campaign-(\d+)\.sqlite")
_STORE_SUFFIXES = (".sqlite", ".db")


def new_store(store: str | None) -> str:
    """Return the store, or the next one of the folder, with a note."""
    if store is not None:
        return store
    Path(STORES).mkdir(parents=True, exist_ok=True)
    ignore_in_git(Path(FOLDER))
    name = f"{STORES}/campaign-{max(_numbers(), default=0) + 1}.sqlite"
    write_note(f"the campaign is kept in {name}; --store names another file")
    return name


def newest_store(store: str | None) -> Path:
    """Return the store, or the newest one of the folder, with a note; raise CommandError if it has none."""
    if store is not None:
        return Path(store)
    numbers = _numbers()
    if not numbers:
        begin = "name a store, or begin a campaign: pairproof campaign run PROGRAM"
        raise CommandError(f"{STORES} holds no campaign; {begin}", ExitStatus.USAGE)
    name = f"{STORES}/campaign-{max(numbers)}.sqlite"
    write_note(f"the newest campaign is {name}")
    return Path(name)


def _numbers() -> list[int]:
    folder = Path(STORES)
    found = map(_NAME.fullmatch, (path.name for path in folder.iterdir())) if folder.is_dir() else ()
    return [int(match[1]) for match in found if match]


_GUARD = convert_errors(usage=StoreError, not_checked=(StoreFailedError, NoRoomError))
"""Reports the errors of stores and folders as `CommandError`."""
_KINDS = tuple(kind.value for kind in FindingClass)
_MAX_REPORTED_EVENTS = 20
"""Events with findings that are reported as they come."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    run_ = actions.add_parser("run", help="begin a campaign")
    run_.set_defaults(request=campaign_report.CampaignRequest, run=begin)
    run_.add_argument("programs", nargs="+", metavar="PROGRAM", help=PROGRAM_HELP)
    run_.add_argument(
        "--direction",
        metavar="WAY",
        help="pair: they pair our events; generate: we check theirs; judge: they check ours; exam: with planted errors",
    )
    run_.add_argument(
        "--untried", action="store_true", help="judge: also with a checker that does not see planted errors"
    )
    run_.add_argument(
        "--against", metavar="PROGRAM", help="an older version, which is asked the same: only what is new fails"
    )
    campaign_events.add_choosing_options(run_)
    _add_run_options(run_)

    resume = actions.add_parser("resume", help="go on with a campaign that was interrupted")
    resume.set_defaults(request=campaign_report.CampaignResumeRequest, run=_resume)
    _add_store(resume)
    _add_work_options(resume)

    report = actions.add_parser("report", help="tell what a campaign has found so far")
    report.set_defaults(request=campaign_report.CampaignReportRequest, run=_report)
    _add_store(report)
    campaign_report.add_report_options(report)

    merge = actions.add_parser("merge", help="make one store of several of the same campaign")
    merge.set_defaults(run=_merge)
    merge.add_argument("target", metavar="TARGET")
    merge.add_argument("stores", nargs="+", metavar="STORE")

    class_ = actions.add_parser("class", help="say whose error findings are, and that they are known")
    class_.set_defaults(request=campaign_report.ClassRequest, run=_class)
    _add_store(class_)
    class_.add_argument("signature", metavar="SIGNATURE", help="as the report shows it, or its beginning; or a cause")
    class_.add_argument("kind", metavar="CLASS", help=", ".join(_KINDS))
    class_.add_argument("--note", help="why")
    class_.add_argument("--link", help="where it is discussed")
    add_option(class_, "expected", "add them to this list of known findings, with the note as the reason")

    event = actions.add_parser("event", help="make an event of a campaign again")
    event.set_defaults(run=_event)
    _add_store(event)
    event.add_argument("number", type=int, metavar="NUMBER")
    add_option(event, "program-number", "whose own event, from 0 (direction generate)")
    event.add_argument("-o", "--output", metavar="FILE", help="where to write it (else standard output)")

    compare = actions.add_parser("compare", help="a newer program against an older one: what is new, fixed, the same")
    compare.set_defaults(request=campaign_report.CompareRequest, run=_GUARD(campaign_report.compare_stores))
    campaign_report.add_compare_options(compare)

    show_ = actions.add_parser("show", help="one finding with all that shows it, as a folder that can be sent")
    show_.set_defaults(request=campaign_report.ShowRequest, run=_show)
    _add_store(show_)
    show_.add_argument(
        "subject", metavar="CAUSE|EVENT", help="a cause, the beginning of a signature, or the number of an event"
    )
    show_.add_argument("-o", "--output", metavar="DIR", help="the new folder (else its text goes to the screen)")
    add_option(show_, "program-number", "of which program, from 0")
    add_option(show_, "round", "of which round")
    add_option(show_, "anonymise")
    show_.add_argument("--no-reduce", action="store_true", help="without the smallest event that shows the same")
    add_second_opinion_option(show_)


def add_exam_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe ``pairproof exam``: the options of a campaign with the direction ``exam``."""
    parser.set_defaults(request=campaign_report.CampaignRequest, run=begin, direction="exam")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM", help=PROGRAM_HELP)
    _add_run_options(parser)


def _add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("store", nargs="?", metavar="STORE", help=f"store of a campaign (the newest in {STORES})")


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    """Describe the settings of a new campaign."""
    add_option(parser, "events", f"number of events ({campaign_events.EVENTS})")
    parser.add_argument("--first", type=int, metavar="K", help="first event, to share a campaign out (0)")
    add_option(parser, "seed")
    add_option(parser, "system", "by which events are paired and judged (the programs' own)")
    add_reading_option(parser)
    parser.add_argument("--profile", metavar="NAME", help="profile of the generator (endorsement; of teams, mixed)")
    add_option(parser, "axis", "as of 'pairproof generate'")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="for each question to a program")
    parser.add_argument("--store", metavar="FILE", help=f"the new SQLite file of the campaign (the next in {STORES})")
    _add_work_options(parser)


def _add_work_options(parser: argparse.ArgumentParser) -> None:
    add_option(parser, "workers", "processes that judge (one for each core)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, tcp://HOST:PORT")
    campaign_report.add_stop_options(parser)
    campaign_events.add_kept_options(parser)
    campaign_report.add_report_options(parser)


@_GUARD
def begin(request: campaign_report.CampaignRequest) -> int:
    """Begin a campaign, run it and report on it."""
    _require_work_options(request)
    campaign_events.require_choice(request)
    if request.against is not None:
        require(len(request.programs) == 1, "--against compares one program with another")
        request = replace(request, programs=(*request.programs, request.against))
    with ExitStack() as stack:
        programs = [stack.enter_context(closing(opened(spec))) for spec in request.programs]
        configuration = _configuration(request, programs)
        _require_claims(programs, configuration)
        configuration = _supported(programs, configuration)
        if request.direction == "judge" and not request.untried:
            for program in programs:
                _require_checker(program, configuration.system)
        chosen = campaign_events.chosen_events(request, configuration.system, configuration.seed)
        if chosen is not None:
            configuration = replace(
                configuration, chosen=digest_of_chosen(chosen), last_rounds_only=bool(request.suite)
            )
        events = _events(request, programs, chosen)
        request = replace(request, store=new_store(request.store))
        store = create_store(Path(str(request.store)), configuration, [(request.first, events)], programs, chosen or ())
    sys.stderr.write(f"seed {configuration.seed}\n")
    with store:
        seeks = request.seek is not None
        if request.against is None:
            return _work(store, request, is_begun=True, seeks=seeks)
        results = tuple(output for output in request.outputs if output.form in FORMATS_OF_RESULTS)
        others = tuple(output for output in request.outputs if output not in results)
        _work(store, replace(request, outputs=others), seeks=seeks)
        comparison = campaign_report.CompareRequest(
            old=str(request.store), no_reduce=True, expected=request.expected, outputs=results
        )
        return campaign_report.compare_in_store(store, comparison)


def _events(
    request: campaign_report.CampaignRequest, programs: Sequence[Program], chosen: Sequence[SelectedEvent] | None
) -> int:
    """Return the number of events: where they are files, or chosen, no more than there are."""
    if chosen is not None:
        require(request.first < len(chosen), f"--first is {request.first}; there are events 0 to {len(chosen) - 1}")
        there = len(chosen) - int(request.first)
        return there if request.seek or request.events is None else min(there, int(request.events))
    wanted = campaign_events.EVENTS if request.events is None else int(request.events)
    if not all(isinstance(program, Sized) for program in programs):
        return wanted
    there = max(len(program) for program in programs if isinstance(program, Sized))
    require(request.first < there, f"--first is {request.first}; there are files 0 to {there - 1}")
    return min(wanted, there - int(request.first))


def _require_claims(programs: Sequence[Program], configuration: Configuration) -> None:
    with convert_errors(usage=RequestError):
        remarks = require_claims(programs, configuration)
    for remark in remarks:
        write_note(remark)


def _supported(programs: Sequence[Program], configuration: Configuration) -> Configuration:
    """Draw events that all programs support, and note the axes that are restricted."""
    with convert_errors(usage=SettingError, about="--axis"):
        supported = draw_supported_events(programs, configuration)
    for key, text in supported.axes[len(configuration.axes) :]:
        write_note(f"events are drawn with --axis {key}={text}, because a program does not support others")
    return supported


def _require_checker(program: Program, system: str) -> None:
    """Require a checker that finds planted errors and accepts clean events; other checkers cannot judge programs."""
    missed = find_missed_errors(program, system)
    if missed:
        raise CommandError(
            f"{program.identity.name} is refused as a checker; it is wrong about: {missed} (see 'pairproof program "
            f"smoke'); --untried has it judge all the same",
            ExitStatus.NOT_CHECKED,
        )


def _configuration(request: campaign_report.CampaignRequest, programs: Sequence[Program]) -> Configuration:
    ways = {direction.value: direction for direction in Direction}
    require_known("--direction", request.direction, ways)
    system = _system(request, programs)
    kind = PLAYERS if system == "auto" else batch_kind(system)
    profile = request.profile or kind.default_profile
    require_known("--profile", profile, kind.profiles)
    wanted = campaign_events.EVENTS if request.events is None else request.events
    require(wanted > 0, f"--events is {wanted}; at least 1 event")
    most = f"--events is {request.events}; a store holds {MOST_EVENTS} events at most: share them out by --first"
    require(wanted <= MOST_EVENTS, most)
    require(request.first >= 0, f"--first is {request.first}; events count from 0")
    require(request.first <= LAST_EVENT, f"--first is {request.first}; events count to {LAST_EVENT}")
    require_seed(request.seed)
    limit = request.time_limit
    require(limit is None or limit > 0, f"--time-limit is {limit}; more than 0 seconds")
    axes = split_axes(request.axes)
    configuration = Configuration(
        direction=ways[request.direction],
        programs=tuple(request.programs),
        seed=draw_seed() if request.seed is None else request.seed,
        system=system,
        profile=profile,
        axes=axes,
        time_limit=request.time_limit,
        readings=tuple(map(str, chosen_readings())),
    )
    with convert_errors(usage=SettingError):
        configuration.batch()
    return configuration


def _system(request: campaign_report.CampaignRequest, programs: Sequence[Program]) -> str:
    """Return the requested system, or the system that all programs implement."""
    if request.system == "auto":
        require(request.direction == "generate", "--system auto is for the programs' own events")
        return "auto"
    if request.system:
        return find_edition(request.system).key
    own = {program.claims.systems[0] for program in programs if program.claims.systems}
    require(len(own) < 2, f"the programs implement {', '.join(sorted(own))}; say which by --system")  # noqa: PLR2004
    return own.pop() if own else DEFAULT_SYSTEM


def _require_work_options(request: campaign_report.CampaignResumeRequest) -> None:
    require_workers(request.workers)
    campaign_report.require_forms(request)
    campaign_report.budget_seconds(request)
    campaign_report.causes_to_stop_after(request)


@_GUARD
def _resume(request: campaign_report.CampaignResumeRequest) -> int:
    _require_work_options(request)
    with open_store(newest_store(request.store)) as store:
        campaign_report.require_playable(store)
        store.require_readable()
        for program in store.programs:
            _require_same(opened(program.spec), program.version, store)
        return _work(store, request)


def _require_same(program: Program, version: str, store: Store) -> None:
    """Require the versions of the programs with which the campaign began."""
    with closing(program):
        found = program.identity.version
    if found != version:
        here = f"here is {found}" if found else "here it does not tell its version"
        message = f"{store.path} was begun with {program.identity.name} {version or 'that told no version'}; {here}"
        raise CommandError(message, ExitStatus.USAGE)


def _work(
    store: Store, request: campaign_report.CampaignResumeRequest, *, is_begun: bool = False, seeks: bool = False
) -> int:
    told, stopped = 0, ""
    most = {Detail.VERDICT: 0, Detail.USUAL: _MAX_REPORTED_EVENTS}.get(request.detail, LAST_EVENT)
    workers = request.workers or os.cpu_count() or 1
    stop_condition = StopCondition(
        campaign_report.budget_seconds(request),
        campaign_report.causes_to_stop_after(request),
        lambda: new_causes(campaign_report.search_and_sum_up(store, request)),
        clock=monotonic,
    )
    keeper = campaign_events.make_keeper(store, request, seeks=seeks)
    if is_begun and keeper:
        with convert_errors(usage=(RequestError, ProgramError)):
            ask_kept(store, keeper)
        campaign_events.tell_kept(store, keeper)
    try:
        with (
            Countdown(store.planned - store.judged, "events") as progress,
            closing(run_campaign(store, workers=workers, cluster=request.cluster)) as outcomes,
        ):
            for outcome in outcomes:
                progress.see()
                if (outcome.findings or outcome.failures) and told < most:
                    told += 1
                    progress.clear()
                    _tell(outcome, store, last=told == most)
                if stopped := stop_condition.reason(outcome):
                    break
    except TaskError as error:
        go_on = f"go on with: pairproof campaign resume {store.path}"
        raise CommandError(f"{error}; {go_on}", ExitStatus.NOT_CHECKED) from error
    except KeyboardInterrupt:
        sys.stderr.write(f"\nInterrupted; go on with: pairproof campaign resume {store.path}\n")
        raise
    if stopped and store.judged < store.planned:
        left = counted_noun(store.planned - store.judged, "event")
        go_on = f"go on with: pairproof campaign resume {store.path}"
        sys.stdout.write(f"Stopped, as {stopped}: {left} not judged; {go_on}\n")
    summary = campaign_report.search_and_sum_up(store, request)
    smallest_events.complete_inputs(store, dict(summary.searches))
    if keeper:
        keep_failing(store, summary, keeper)
    return campaign_report.tell(store, request, summary)


def _tell(outcome: EventOutcome, store: Store, *, last: bool) -> None:
    """Report the findings of an event."""
    names = [escape_field(program.name) for program in store.programs]
    for finding in outcome.findings[:3]:
        decided = escape_field(finding.decided)
        said = f"{finding.score.value}, {finding.word}" + (f", {decided}" if decided else "")
        sys.stdout.write(f"event {outcome.index}, {finding.where}, {names[finding.program]}: {said}\n")
    for failure in outcome.failures[:3]:
        said = f"{failure.kind} ({escape_line(failure.detail)})" if failure.detail else failure.kind
        sys.stdout.write(f"event {outcome.index}, {names[failure.program]}: it {said}\n")
    if last:
        sys.stdout.write("... further findings are in the store\n")


@_GUARD
def _report(request: campaign_report.CampaignReportRequest) -> int:
    campaign_report.require_forms(request)
    with open_store(newest_store(request.store)) as store:
        return campaign_report.tell(store, request, campaign_report.sum_up(store, request))


@_GUARD
def _merge(*, target: str, stores: tuple[str, ...]) -> int:
    with merge_stores(Path(target), [Path(name) for name in stores]) as store:
        sys.stdout.write(f"{store.judged} of {store.planned} events in {store.path}\n")
    return ExitStatus.CONSISTENT


@_GUARD
def _show(request: campaign_report.ShowRequest) -> int:
    subject = request.subject
    if request.store is None and (Path(subject).suffix in _STORE_SUFFIXES or Path(subject).is_file()):
        if not Path(subject).exists():
            raise CommandError(f"the store {subject} does not exist{suggest_file(subject)}", ExitStatus.USAGE)
        lists = f"'pairproof campaign report {subject}' lists them"
        raise CommandError(f"name a cause or the number of an event after the store; {lists}", ExitStatus.USAGE)
    with open_store(newest_store(request.store)) as store:
        campaign_report.require_playable(store)
        return _show_finding(store, request)


@_GUARD
def _event(*, number: int, store: str | None = None, program: int = 0, output: str | None = None) -> int:
    """Write an event of a store, or of the newest store without a name."""
    require(0 <= number <= LAST_EVENT, f"{number} is not the number of an event")
    require(0 <= program <= LAST_EVENT, f"--program-number is {program}; programs count from 0")
    with open_store(newest_store(store)) as campaign:
        campaign_report.require_playable(campaign)
        planted = next((outcome.planted for outcome in campaign.outcomes() if outcome.index == number), "")
        chosen = campaign.chosen(number)
        text = chosen.content.decode("utf-8", "replace") if chosen else campaign.file_of(number, program)
        text = text or event_text(campaign.configuration, number, planted)
    if not text:
        message = f"event {number} was made by a program, and nothing was found in it: it was not kept"
        raise CommandError(message, ExitStatus.NOT_CHECKED)
    if output:
        write_text(text, output)
    else:
        data_stream().write(text)
    return ExitStatus.CONSISTENT


def _show_finding(store: Store, request: campaign_report.ShowRequest) -> int:
    """Write the dossier of a finding into a folder, or its text to the screen if no folder is named."""
    folder = Path(request.output) if request.output else None
    if folder is not None:
        _require_free(folder)
    reduction = (
        smallest_events.ReductionSource.NONE if request.no_reduce else smallest_events.ReductionSource.STORE_OR_SEARCH
    )
    dossier_request = smallest_events.DossierRequest(
        name=request.subject,
        program=request.program,
        round_number=request.round_number,
        is_anonymous=request.anonymous,
        reduction=reduction,
    )
    with open_second_opinions(request.second_opinions) as opinions:
        with StatusLine() as status_line:
            dossier = make_dossier(store, dossier_request, status_line.note)
        dossier = _with_opinions(dossier, opinions)
    files = dossier_files(dossier)
    if folder is None:
        data_stream().write(files["README.txt"].decode())
    else:
        _write(folder, files)
        sys.stdout.write(f"{counted_noun(len(files), 'file')} in {folder}; begin with README.txt\n")
    return smallest_events.judge_dossier(dossier).status


def _with_opinions(dossier: AnyDossier, opinions: SecondOpinions) -> AnyDossier:
    """Return a dossier with the opinions of other programs on its round, which its texts and its page show."""
    if not isinstance(dossier, PairingDossier) or dossier.paired is None or dossier.checked is None:
        return dossier
    prepared = engine_for(dossier.system).open(dossier.paired)
    rounds = tuple(opinions.add_to(finding, prepared) for finding in dossier.checked.rounds)
    sentences = (opinion.sentence for finding in rounds for opinion in finding.opinions)
    checked = replace(dossier.checked, rounds=rounds)
    return replace(dossier, checked=checked, remarks=(*dossier.remarks, *sentences))


def make_dossier(store: Store, request: smallest_events.DossierRequest, note: Callable[[str], None]) -> AnyDossier:
    """Make a dossier; raise CommandError if there is no such finding, or it cannot be shown."""
    with convert_errors(usage=RequestError, not_checked=TaskError):
        return smallest_events.answer_dossier_request(store, request, note)


def _require_free(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(f"{folder} is there already; name a new folder, or an empty one", ExitStatus.USAGE)
    require(folder.parent.is_dir(), f"cannot make {folder}: the directory {folder.parent} does not exist")


def _write(folder: Path, files: dict[str, bytes]) -> None:
    is_new = not folder.exists()
    try:
        write_folder(folder, files)
    except OSError as error:
        _remove(folder, files, is_new=is_new)
        message = f"{folder} could not be written whole: {error.strerror or error}"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error


def _remove(folder: Path, files: Collection[str], *, is_new: bool) -> None:
    """Remove the files of an incomplete dossier."""
    with suppress(OSError):
        for name in files:
            (folder / name).unlink(missing_ok=True)
        if is_new:
            folder.rmdir()


@_GUARD
def _class(request: campaign_report.ClassRequest) -> int:
    """Class the findings of a signature, or those that a cause explains, and add them to a list if one is named."""
    require_known("CLASS", request.kind, _KINDS)
    if request.expected and not request.note.strip():
        message = f"{request.expected} needs a reason for each finding; give it with --note"
        raise CommandError(message, ExitStatus.USAGE)
    with open_store(newest_store(request.store)) as store:
        return _class_findings(request, store)


def _class_findings(request: campaign_report.ClassRequest, store: Store) -> int:
    wanted = request.signature
    signatures = [one.signature for one in summarise(store).groups if one.signature.startswith(wanted)]
    entries = [_entry(request, signature=one) for one in signatures]
    if not signatures:
        signatures = _explained_by(store, wanted)
        entries = [_entry(request, cause=wanted)]
        if not signatures and not request.expected:
            message = f"'{wanted}' explains no signature as a whole; class signatures, or name a list by --expected"
            raise CommandError(message, ExitStatus.USAGE)
    if request.expected:  # first, as it is this that can fail
        _add(Path(request.expected), entries)
    for signature in signatures:
        store.class_findings(signature, request.kind, request.note, request.link)
        sys.stdout.write(f"{request.kind}: {signature}\n")
    return ExitStatus.CONSISTENT


def _explained_by(store: Store, cause: str) -> list[str]:
    """Return the signatures of which a cause explains every finding; CommandError if there is no such cause."""
    recorded, unsearched = recorded_causes(store)
    searches = {}
    for number, search in recorded.items():
        named = [one for one in search.groups if cause in [member.identifier for member in one.members]]
        searches[number] = replace(search, groups=tuple(named))
    if not any(search.groups for search in searches.values()):
        message = f"no finding has a signature that begins with '{cause}', nor a cause of that name"
        raise CommandError(f"{message}\n{search_hint(store, unsearched)}".rstrip(), ExitStatus.USAGE)
    of_cause = [group for group in summarise(store, searches).groups if not group.unexplained]
    return [group.signature for group in of_cause if group.rounds]


def _entry(request: campaign_report.ClassRequest, *, cause: str = "", signature: str = "") -> KnownFinding:
    today = dt.datetime.now(dt.UTC).date().isoformat()
    return KnownFinding(
        cause=cause, signature=signature, reason=request.note.strip(), link=request.link.strip(), since=today
    )


def _add(path: Path, entries: Sequence[KnownFinding]) -> None:
    with convert_errors(usage=RequestError), convert_errors(usage=OSError, about=f"cannot write {path}"):
        added = add_known(path, entries)
    for entry in entries:
        told = "added to" if entry in added else "stands in"
        sys.stdout.write(f"{told} {path}: {entry.name}\n")
