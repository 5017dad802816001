"""
The requests about campaigns, and the report of one: on the screen, as a page, as lines, for other programs.

``pairproof campaign compare`` and ``--against`` report on a newer program against an older one.
"""

from __future__ import annotations

import argparse
import re
import sys
from contextlib import ExitStack
from pathlib import Path

from checker.campaigns.comparing import Change, ComparedProgram, Comparison, compare, difference
from checker.campaigns.explaining import explains, search_causes, search_hint, summarise_recorded
from checker.campaigns.grouping import CampaignSummary, summarise
from checker.campaigns.kept_events import FOLDER
from checker.campaigns.outcomes import ReducedEvent
from checker.campaigns.policy import FailOn, Policy, judge_campaign
from checker.campaigns.smallest_events import reduce_smallest_events
from checker.campaigns.store import Store, open_store
from checker.causes.causes_finding import CausesFinding
from checker.known_findings.entries import KnownList
from checker.known_findings.marking import with_known
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats, output_files
from pairproof.cli.errors import CommandError, convert_errors, require, require_known
from pairproof.cli.formats import Output
from pairproof.cli.inputs import find_edition, read_known_list, require_signatures
from pairproof.cli.options import add_option
from pairproof.cli.progress import StatusLine
from random_tournaments.settings import SettingError
from reports.campaign import campaign_text, conclusion, render_campaign
from reports.campaign_lines import campaign_lines
from reports.cited_articles import cite_articles
from reports.comparison import comparison_lines, comparison_text, render_comparison
from reports.formats.campaign_results import campaign_results, comparison_results
from reports.streams import Detail
from reports.tables import render_csv
from tournaments import __version__
from tournaments.atomic_files import open_atomically, write_atomically
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.readings import ChosenReading
from tournaments.safe_text import escape_line

DEFAULT_SEEK_TIMES = 5
"""Rounds in which each feature is sought; a feature that decides in fewer rounds is hardly put to the test."""


@dataclass(frozen=True, kw_only=True)
class CampaignReportRequest:
    """A campaign to report on, and the policy that decides whether it fails."""

    store: str | None = None
    """None for the newest store without a name, or, for a campaign that begins, the next one."""
    outputs: tuple[Output, ...] = ()
    no_reduce: bool = False
    """Whether the page has no smallest events."""
    expected: str | None = None
    """File with known findings."""
    fail_on: tuple[str, ...] = ()
    at_least: int = 0
    """Events that each program has to answer."""
    budget: str | None = None
    """Time after which the campaign stops, such as ``1h30m``."""
    detail: Detail = Detail.USUAL


@dataclass(frozen=True, kw_only=True)
class CampaignResumeRequest(CampaignReportRequest):
    """A campaign to continue."""

    workers: int | None = None
    """Processes that judge; None for one on each core."""
    cluster: str = ""
    """Address of a Dask scheduler."""
    stop_after: str | None = None
    """Number of new causes after which the campaign stops."""
    kept: str = FOLDER
    """Folder of the events in which programs fail."""
    no_kept: bool = False


@dataclass(frozen=True, kw_only=True)
class CampaignRequest(CampaignResumeRequest):
    """A campaign to begin."""

    programs: tuple[str, ...]
    direction: str = "pair"
    untried: bool = False
    """Whether a checker may judge that misses planted errors."""
    against: str | None = None
    """An older version of the program, to be compared with."""
    chosen_files: tuple[str, ...] = ()
    anonymous: bool = False
    seek: str | None = None
    suite: bool = False
    times: int = DEFAULT_SEEK_TIMES
    events: int | None = None
    first: int = 0
    seed: int | None = None
    system: str | None = None
    """None for the system that the programs claim."""
    readings: tuple[ChosenReading, ...] = ()
    """Readings to follow."""
    profile: str | None = None
    axes: tuple[str, ...] = ()
    """``KEY=VALUE`` each."""
    time_limit: float | None = None
    """Seconds for each question to a program."""


class ClassRequest(FrozenStruct, frozen=True, kw_only=True):
    """Findings of a campaign to class, by their signature or cause."""

    store: str | None = None
    """None for the newest store without a name."""
    signature: str
    kind: str
    note: str = ""
    link: str = ""
    expected: str | None = None
    """List of known findings to add them to."""


class CompareRequest(FrozenStruct, frozen=True, kw_only=True):
    """An older and a newer version of a program to compare."""

    old: str
    new: str | None = None
    """None if the older store holds both versions."""
    program: int = 0
    outputs: tuple[Output, ...] = ()
    no_reduce: bool = False
    expected: str | None = None


class ShowRequest(FrozenStruct, frozen=True, kw_only=True):
    """A finding of a campaign to show."""

    store: str | None = None
    """None for the newest store without a name."""
    subject: str
    """A cause, the beginning of a signature, or the number of an event."""
    output: str | None = None
    """Folder of the dossier; None for the screen."""
    program: int | None = None
    round_number: int | None = None
    anonymous: bool = False
    no_reduce: bool = False
    second_opinions: tuple[str, ...] = ()
    """Programs that are asked about the round, as ``NAME=PROGRAM``."""


def add_report_options(parser: argparse.ArgumentParser) -> None:
    """Describe the choices of a report."""
    parser.add_argument(
        "--no-reduce", action="store_true", help="write the page without the smallest event that shows each cause"
    )
    add_option(parser, "expected")
    add_policy_options(parser)
    formats.add_output_option(parser, formats.ALL_FORMATS, {"--report": None} | formats.OLD_OPTIONS_OF_RESULTS)


def tell(store: Store, request: CampaignReportRequest, summary: CampaignSummary) -> ExitStatus:
    """Print and write the findings of a campaign, after those in kept events; return the exit status."""
    policy = policy_of(request)
    judged = judge_campaign(summary, policy)
    if request.detail is Detail.VERDICT:
        sys.stdout.write(f"{escape_line(conclusion(summary))}\n")
    else:
        sys.stdout.write(campaign_text(summary))
    tell_unsearched(store, summary)
    if request.detail is Detail.FULL:
        sys.stdout.writelines(f"{text}\n" for text in _cited_articles(summary))
    if summary.again or not policy.is_plain:
        sys.stdout.writelines(f"No pass: {escape_line(reason)}\n" for reason in judged.reasons)
    for output in request.outputs:
        if output.form not in formats.FORMATS_OF_RESULTS:
            _write(summary, store, output, reduces=not request.no_reduce)
    output_files.write_results(
        lambda: campaign_results(summary, str(store.path), judged.status, policy), request.outputs
    )
    return judged.status


def tell_unsearched(store: Store, summary: CampaignSummary) -> None:
    """Print the command that searches for the causes of findings, if a program has findings without a search."""
    if summary.unsearched:
        sys.stdout.write(f"{search_hint(store, summary.unsearched)}\n")


def _cited_articles(summary: CampaignSummary) -> tuple[str, ...]:
    """Return the texts of the articles that the smallest example of each kind of finding cites."""
    if summary.configuration.system == "auto":
        return ()
    sentences = " ".join(group.example.sentence for group in summary.groups if group.example.sentence)
    return tuple(f"{one.name} {one.text}" for one in cite_articles(sentences, summary.configuration.system))


def search_and_sum_up(store: Store, request: CampaignReportRequest) -> CampaignSummary:
    """Search for the causes of a campaign's findings, keep them, and sum the store up."""
    return _mark_known(summarise(store, causes_in(store)), store, request)


def sum_up(store: Store, request: CampaignReportRequest) -> CampaignSummary:
    """Sum a store up with the causes that it keeps; nothing is searched for."""
    return _mark_known(summarise_recorded(store), store, request)


def _mark_known(summary: CampaignSummary, store: Store, request: CampaignReportRequest) -> CampaignSummary:
    known = expected_in(store, request.expected)
    return summary if known is None else with_known(summary, known)


def expected_in(store: Store, expected: str | None) -> KnownList | None:
    """Return the list of known findings in a file; raise CommandError if it names causes that are not searched for."""
    known = read_known_list(expected)
    if known is not None and not (explains(store.configuration.direction) and store.configuration.is_playable):
        return require_signatures(known, "this campaign")
    return known


def causes_in(store: Store) -> dict[int, CausesFinding]:
    """Search for the causes of each program's findings, with a note on the progress."""
    with StatusLine() as status_line:
        return search_causes(store, status_line.note)


def require_forms(request: CampaignReportRequest) -> None:
    """Refuse a report that cannot be written, a list or policy that cannot be, before the work; CommandError."""
    read_known_list(request.expected)
    policy_of(request)
    output_files.require_outputs(request.outputs)


def _page(summary: CampaignSummary, store: Store, *, reduces: bool) -> str:
    """Return the page, with the smallest event of each cause if requested."""
    if not reduces or not explains(store.configuration.direction) or not store.configuration.is_playable:
        return render_campaign(summary)
    with StatusLine() as status_line:
        return render_campaign(summary, reduce_smallest_events(store, summary, status_line.note))


def _write(summary: CampaignSummary, store: Store, output: Output, *, reduces: bool) -> None:
    path = Path(output.name)
    try:
        if output.form is formats.Format.HTML:
            write_atomically(path, _page(summary, store, reduces=reduces).encode())
        elif output.form is formats.Format.TABLE:
            write_atomically(path, render_csv(summary.to_frame()).encode())
        else:
            with open_atomically(path) as stream:
                for line in campaign_lines(summary, version=__version__):
                    stream.write(line.encode())
    except OSError as error:
        again = f"make room, then: pairproof campaign report {store.path} -o {output.name}"
        message = f"{output.name} could not be written whole: {error.strerror or error}; {again}"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error
    sys.stderr.write(f"Report written to {output.name}\n")


def require_playable(store: Store) -> None:
    """Raise CommandError for a store with an unknown system, profile or axis."""
    with convert_errors(not_checked=(CommandError, SettingError), about=f"{store.path} cannot be gone on with"):
        if store.configuration.system != "auto":
            find_edition(store.configuration.system)
        store.configuration.batch()


_WORDS = {one.value: one for one in FailOn}
_UNITS = {"h": 3600, "m": 60, "s": 1}
_TIME = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?")
_CAUSES = re.compile(r"(\d+)(?:-causes?)?")


def add_policy_options(parser: argparse.ArgumentParser) -> None:
    """Describe the reasons that fail a campaign."""
    parser.add_argument(
        "--fail-on",
        action="append",
        metavar="WHAT",
        help=f"what fails it ({', '.join(_WORDS)}; several with commas): new findings, unless another kind is named",
    )
    parser.add_argument("--at-least", type=int, metavar="N", help="no pass with fewer events answered")


def add_stop_options(parser: argparse.ArgumentParser) -> None:
    """Describe when a campaign stops before its end."""
    parser.add_argument("--budget", metavar="TIME", help="stop after 90s, 5m or 1h30m; the rest is reported")
    parser.add_argument("--stop-after", metavar="N-causes", help="stop after this number of new causes")


def policy_of(request: CampaignReportRequest) -> Policy:
    """Return the policy of a request; raise CommandError for a wrong one."""
    asked = set()
    for word in ",".join(request.fail_on).split(",") if request.fail_on else ():
        require_known("--fail-on", word.strip(), _WORDS)
        asked.add(_WORDS[word.strip()])
    require(request.at_least >= 0, f"--at-least is {request.at_least}; a number of events")
    return Policy(asked=frozenset(asked), at_least=request.at_least, may_be_incomplete=bool(request.budget))


def budget_seconds(request: CampaignReportRequest) -> int | None:
    """Return the budget in seconds, or None for no limit; raise CommandError for a text that is not a time."""
    if request.budget is None:
        return None
    found = _TIME.fullmatch(request.budget)
    seconds = (
        sum(int(part or 0) * unit for part, unit in zip(found.groups(), _UNITS.values(), strict=True)) if found else 0
    )
    require(seconds, f"--budget: '{request.budget}' is not a time; write 90s, 5m or 1h30m")
    return seconds


def causes_to_stop_after(request: CampaignResumeRequest) -> int | None:
    """Return the number of causes after which to stop, or None; raise CommandError for a wrong text."""
    if request.stop_after is None:
        return None
    found = _CAUSES.fullmatch(request.stop_after)
    if not found or not int(found[1]):
        message = f"--stop-after: '{request.stop_after}' is not a number of causes; write 3 or 3-causes"
        raise CommandError(message, ExitStatus.USAGE)
    return int(found[1])


_FORMATS = (formats.Format.HTML, formats.Format.RECORD, *formats.FORMATS_OF_RESULTS)


def add_compare_options(parser: argparse.ArgumentParser) -> None:
    """Describe the request."""
    parser.add_argument("old", metavar="OLD", help="store of the older version")
    parser.add_argument(
        "new", nargs="?", metavar="NEW", help="store of the newer one; without, OLD holds both, the older one last"
    )
    add_option(parser, "program-number", "which program, from 0, if there are more (0)")
    parser.add_argument("--no-reduce", action="store_true", help="without the smallest events that show what is new")
    add_option(parser, "expected")
    formats.add_output_option(parser, _FORMATS, formats.OLD_OPTIONS_OF_RESULTS)


def compare_stores(request: CompareRequest) -> int:
    """Compare two versions of a program, and write the reports."""
    output_files.require_outputs(request.outputs)
    read_known_list(request.expected)
    with ExitStack() as stack:
        old = stack.enter_context(open_store(Path(request.old)))
        new = stack.enter_context(open_store(Path(request.new))) if request.new else old
        last = request.program if request.new else len(old.programs) - 1
        if not request.new and last == request.program:
            message = f"{request.old} holds one program; name the store of the newer one"
            raise CommandError(message, ExitStatus.USAGE)
        differs = difference(old.configuration, new.configuration)
        if differs:
            message = f"{new.path} cannot be compared with {old.path}, it asks about other events: {differs}"
            raise CommandError(message, ExitStatus.USAGE)
        older, newer = _side(old, last), _side(new, request.program)
        status = _report(compare(older, newer, expected_in(new, request.expected)), new, request)
        for store, side in {old: older, new: newer}.items():
            tell_unsearched(store, side.summary)
        return status


def compare_in_store(store: Store, request: CompareRequest) -> int:
    """Compare the first program of a campaign with the second program, which is the older version."""
    comparison = compare(_side(store, 1), _side(store, 0), expected_in(store, request.expected))
    return _report(comparison, store, request)


def _report(comparison: Comparison, store: Store, request: CompareRequest) -> ExitStatus:
    """Print a comparison, write it in the requested forms, and return the exit status."""
    sys.stdout.write(comparison_text(comparison))
    outputs = [output for output in request.outputs if output.form not in formats.FORMATS_OF_RESULTS]
    reductions = _reductions(comparison, store) if outputs and not request.no_reduce else {}
    for output in outputs:
        is_page = output.form is formats.Format.HTML
        lines = [render_comparison(comparison, reductions)] if is_page else comparison_lines(comparison, reductions)
        output_files.write_output(output, "".join(lines))
    output_files.write_results(lambda: comparison_results(comparison, str(store.path)), request.outputs)
    return comparison.status


def _side(store: Store, number: int) -> ComparedProgram:
    if not 0 <= number < len(store.programs):
        message = f"--program-number is {number}; the programs of {store.path} are 0 to {len(store.programs) - 1}"
        raise CommandError(message, ExitStatus.USAGE)
    return ComparedProgram(summary=summarise_recorded(store), number=number)


def _reductions(comparison: Comparison, store: Store) -> dict[tuple[int, str], ReducedEvent]:
    """Return the smallest events that show new findings."""
    wanted = {(comparison.new.number, kind.example.key) for kind in comparison.of(Change.NEW)}
    if not wanted or not store.configuration.is_playable:
        return {}
    with StatusLine() as status_line:
        return reduce_smallest_events(store, comparison.new.summary, status_line.note, wanted)
