"""The report of a campaign: on the screen, as a page, as lines, and in the formats of other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.expected import with_known
from checker.campaigns.explaining import explains, search_causes, search_hint, summarise_recorded
from checker.campaigns.grouping import summarise
from checker.campaigns.policy import judge_campaign
from checker.campaigns.smallest_events import reduce_smallest_events
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats, known_findings
from pairproof.cli.errors import CommandError
from pairproof.cli.policy_options import add_policy_options, policy_of
from pairproof.cli.program import require_systems
from pairproof.cli.progress import StatusLine
from random_tournaments.settings import SettingError
from reports.campaign import campaign_text, conclusion, render_campaign
from reports.campaign_lines import campaign_lines
from reports.cited_articles import cite_articles
from reports.detail import Detail
from reports.formats.campaign_results import campaign_results
from reports.tables import render_csv
from tournaments import __version__
from tournaments.atomic_files import open_atomically, write_atomically
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    import argparse

    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.store import Store
    from checker.causes.causes_finding import CausesFinding
    from checker.known_findings.toml_file import KnownList
    from pairproof.cli.campaign_requests import CampaignReportRequest
    from pairproof.cli.formats import Output


def add_report_options(parser: argparse.ArgumentParser) -> None:
    """Describe the choices of a report."""
    parser.add_argument(
        "--no-reduce", action="store_true", help="write the page without the smallest event that shows each cause"
    )
    known_findings.add_argument(parser)
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
    formats.write_results(lambda: campaign_results(summary, str(store.path), judged.status, policy), request.outputs)
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
    known = known_findings.read_list(expected)
    if known is not None and not (explains(store.configuration.direction) and store.configuration.is_playable):
        return known_findings.require_signatures(known, "this campaign")
    return known


def causes_in(store: Store) -> dict[int, CausesFinding]:
    """Search for the causes of each program's findings, with a note on the progress."""
    with StatusLine() as status_line:
        return search_causes(store, status_line.note)


def require_forms(request: CampaignReportRequest) -> None:
    """Refuse a report that cannot be written, a list or policy that cannot be, before the work; CommandError."""
    known_findings.read_list(request.expected)
    policy_of(request)
    formats.require_outputs(request.outputs)


def _page(summary: CampaignSummary, store: Store, *, reduces: bool) -> str:
    """Return the page; with the smallest event that shows each cause, if it is to have them."""
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
    """Refuse a store that asks for a system, a profile or axes that there are not."""
    try:
        if store.configuration.system != "auto":
            require_systems([store.configuration.system])
        store.configuration.batch()
    except (CommandError, SettingError) as error:
        raise CommandError(f"{store.path} cannot be gone on with: {error}", ExitStatus.NOT_CHECKED) from error
