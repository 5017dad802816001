"""``pairproof campaign compare`` and ``--against``: a newer program against an older one."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.comparing import Change, ComparedProgram, compare, difference
from checker.campaigns.explaining import summarise_recorded
from checker.campaigns.smallest_events import reduce_smallest_events
from checker.campaigns.store import open_store
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats, known_findings
from pairproof.cli.campaign_report import expected_in, tell_unsearched
from pairproof.cli.errors import CommandError
from pairproof.cli.progress import StatusLine
from reports.comparison import comparison_lines, comparison_text, render_comparison
from reports.formats.comparison_results import comparison_results

if TYPE_CHECKING:
    import argparse

    from checker.campaigns.comparing import Comparison
    from checker.campaigns.outcomes import ReducedEvent
    from checker.campaigns.store import Store
    from pairproof.cli.campaign_requests import CompareRequest

_FORMATS = (formats.Format.HTML, formats.Format.RECORD, *formats.FORMATS_OF_RESULTS)


def add_compare_options(parser: argparse.ArgumentParser) -> None:
    """Describe the request."""
    parser.add_argument("old", metavar="OLD", help="store of the older version")
    parser.add_argument(
        "new", nargs="?", metavar="NEW", help="store of the newer one; without, OLD holds both, the older one last"
    )
    parser.add_argument(
        "--program-number", dest="program", type=int, metavar="N", help="which program, from 0, if there are more (0)"
    )
    parser.add_argument("--no-reduce", action="store_true", help="without the smallest events that show what is new")
    known_findings.add_argument(parser)
    formats.add_output_option(parser, _FORMATS, formats.OLD_OPTIONS_OF_RESULTS)


def compare_stores(request: CompareRequest) -> int:
    """Compare two versions of a program, and write the reports."""
    formats.require_outputs(request.outputs)
    known_findings.read_list(request.expected)
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
    """Tell a comparison, write it in the forms asked for, and return how it ends."""
    sys.stdout.write(comparison_text(comparison))
    outputs = [output for output in request.outputs if output.form not in formats.FORMATS_OF_RESULTS]
    reductions = _reductions(comparison, store) if outputs and not request.no_reduce else {}
    for output in outputs:
        is_page = output.form is formats.Format.HTML
        lines = [render_comparison(comparison, reductions)] if is_page else comparison_lines(comparison, reductions)
        formats.write_output(output, "".join(lines))
    formats.write_results(lambda: comparison_results(comparison, str(store.path)), request.outputs)
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
