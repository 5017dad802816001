"""``--kept`` and ``--no-kept``: the folder of failing events, and the report on events from it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.configuration import Direction
from checker.campaigns.expected import with_known
from checker.campaigns.failing_events import KeptEventStore
from checker.campaigns.grouping import summarise
from checker.campaigns.kept_events import FOLDER
from pairproof.cli.campaign_report import causes_in, expected_in
from pairproof.cli.inputs import write_note
from reports.kept import kept_in_words
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    import argparse

    from checker.campaigns.store import Store
    from pairproof.cli.campaign_requests import CampaignResumeRequest


def add_kept_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.add_argument("--kept", metavar="DIR", help=f"where events are kept that fail, to be asked first ({FOLDER})")
    parser.add_argument("--no-kept", action="store_true", help="neither keep events nor ask about kept ones")


def kept_event_store(store: Store, request: CampaignResumeRequest, *, seeks: bool) -> KeptEventStore | None:
    """Return the store of kept events; None for checkers, and for events that are files already."""
    lie_somewhere = bool(store.configuration.chosen) and not seeks
    is_pairing = store.configuration.direction is Direction.PAIR
    if request.no_kept or lie_somewhere or not is_pairing:
        return None
    return KeptEventStore(
        root=Path(request.kept), searches=causes_in, known=expected_in(store, request.expected), note=write_note
    )


def tell_kept(store: Store, kept: KeptEventStore) -> None:
    """Report how the programs of a campaign pair kept events."""
    summary = summarise(store)
    summary = with_known(summary, kept.known) if kept.known else summary
    for program in store.programs:
        found = summary.again_of(program.number)
        if found:
            wrong = [one for one in found if not one.is_right]
            right = len(found) - len(wrong)
            dropped = f", {right} right now and dropped" if right else ""
            counted = f"{len(found)} asked first, {len(wrong)} still fail{dropped}"
            sys.stdout.write(f"Kept events ({kept.folder(store, program)}): {counted}.\n")
            sys.stdout.writelines(f"  {escape_line(kept_in_words(one))}\n" for one in wrong)
