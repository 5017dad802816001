"""What a campaign has found, told and written: on the screen, as a page, as lines, and in the formats of others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.expected import with_known
from checker.campaigns.explaining import explains
from checker.campaigns.grouping import summarise
from checker.campaigns.policy import judged_by
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats, known_findings
from pairproof.cli.campaign_show import complete_inputs, reductions_of, searches_of
from pairproof.cli.errors import CommandError
from pairproof.cli.policy_options import add_policy_options, policy_of
from pairproof.cli.program import require_systems
from pairproof.cli.progress import Noting
from random_tournaments.settings import SettingError
from reports.campaign import campaign_text, render_campaign
from reports.campaign_lines import campaign_csv, campaign_lines
from tournaments import __version__
from tournaments.atomic_files import open_atomically, write_atomically
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.store import Store
    from checker.causes.causes_finding import CausesFinding
    from checker.known_findings.toml_file import KnownList

_FORMS = {".html": "html", ".jsonl": "json", ".json": "json", ".csv": "csv"}


def add_report_options(parser: argparse.ArgumentParser) -> None:
    """Describe what of a report can be chosen."""
    parser.add_argument(
        "--no-reduce", action="store_true", help="write the page without the smallest event that shows each cause"
    )
    known_findings.add_argument(parser)
    add_policy_options(parser)
    formats.add_arguments(parser)


def tell(store: Store, options: argparse.Namespace, summary: CampaignSummary) -> ExitStatus:
    """Tell and write what was found in a campaign, and before it in kept events; return how it ends."""
    policy = policy_of(options)
    judged = judged_by(summary, policy)
    sys.stdout.write(campaign_text(summary))
    if summary.again or not policy.is_plain:
        sys.stdout.writelines(f"No pass: {escape_line(reason)}\n" for reason in judged.reasons)
    for output in options.output:
        _write(summary, store, output, reduces=not options.no_reduce)
    asked = formats.asked_formats(options)
    if asked:
        from reports.formats.of_campaign import campaign_results  # noqa: PLC0415 - loaded only where it is asked for

        formats.write_formats(campaign_results(summary, str(store.path), judged.status, policy), asked)
    return judged.status


def summed_up(store: Store, options: argparse.Namespace, *, is_new: bool = False) -> CampaignSummary:
    """
    Sum a store up, with the causes of what was found, and with what is known.

    ``is_new`` where the campaign has just been gone on with.
    """
    searches = causes_in(store)
    if is_new:
        complete_inputs(store, searches)
    summary, known = summarise(store, searches), expected_in(store, options)
    return summary if known is None else with_known(summary, store.outcomes(), known)


def expected_in(store: Store, options: argparse.Namespace) -> KnownList | None:
    """Return the list that was named, if one was; CommandError for one with causes where none are looked for."""
    known = known_findings.asked_list(options)
    if known is not None and not (explains(store.configuration.direction) and is_playable(store)):
        return known_findings.require_signatures(known, "this campaign")
    return known


def causes_in(store: Store) -> dict[int, CausesFinding]:
    """Look for the causes of what each program was found to do, with a note of how far it is."""
    with Noting() as noting:
        return found_causes(store, noting.note)


def found_causes(store: Store, note: Callable[[str], None]) -> dict[int, CausesFinding]:
    """Look for causes, as far as the events can be made again; raise StoreFailedError for a damaged store."""
    store.require_readable()
    return searches_of(store, note) if is_playable(store) else {}


def require_forms(options: argparse.Namespace) -> None:
    """Refuse a report that cannot be written, a list or policy that cannot be, before the work; CommandError."""
    known_findings.asked_list(options)
    policy_of(options)
    formats.require_formats(formats.asked_formats(options))
    for output in options.output:
        path = Path(output)
        if path.suffix not in _FORMS:
            raise CommandError(f"{output}: the name ends in none of {', '.join(_FORMS)}", ExitStatus.USAGE)
        if not path.parent.is_dir():
            raise CommandError(f"cannot write {output}: there is no directory {path.parent}", ExitStatus.USAGE)


def _page(summary: CampaignSummary, store: Store, *, reduces: bool) -> str:
    """Return the page; with the smallest event that shows each cause, if it is to have them."""
    if not reduces or not explains(store.configuration.direction) or not is_playable(store):
        return render_campaign(summary)
    with Noting() as noting:
        return render_campaign(summary, reductions_of(store, summary, noting))


def _write(summary: CampaignSummary, store: Store, output: str, *, reduces: bool) -> None:
    path = Path(output)
    form = _FORMS[path.suffix]
    try:
        if form == "html":
            write_atomically(path, _page(summary, store, reduces=reduces).encode())
        elif form == "csv":
            write_atomically(path, campaign_csv(summary, store.outcomes()).encode())
        else:
            with open_atomically(path) as stream:
                for line in campaign_lines(summary, store.outcomes(), version=__version__):
                    stream.write(line.encode())
    except OSError as error:
        again = f"make room, then: pairproof campaign report {store.path} -o {output}"
        message = f"{output} could not be written whole: {error.strerror or error}; {again}"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error
    sys.stderr.write(f"Report written to {output}\n")


def is_playable(store: Store) -> bool:
    """Whether the events of a store can be made again."""
    try:
        require_playable(store)
    except CommandError:
        return False
    return True


def require_playable(store: Store) -> None:
    """Refuse a store that asks for a system, a profile or axes that there are not."""
    try:
        if store.configuration.system != "auto":
            require_systems([store.configuration.system])
        store.configuration.batch()
    except (CommandError, SettingError) as error:
        raise CommandError(f"{store.path} cannot be gone on with: {error}", ExitStatus.NOT_CHECKED) from error
