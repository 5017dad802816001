"""Campaigns on pages: the page of ``campaign report``, and dossiers without starting a program."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.archives import pack_folder
from checker.campaigns.explaining import summarise_recorded
from checker.campaigns.smallest_events import ReductionSource, read_reductions
from checker.campaigns.store import StoreError, StoreFailedError, open_store
from pairproof.cli.campaign import make_dossier
from pairproof.cli.campaign_report import require_playable
from pairproof.cli.errors import convert_errors
from pairproof.serve.questions import RenderedAnswer
from reports.campaign import render_campaign
from reports.dossier import dossier_files
from reports.serving import ServedDossier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.smallest_events import DossierRequest
    from checker.campaigns.store import Store
    from pairproof.serve.jobs import Say
    from reports.links import Links


def show_campaign(say: Say, store: str, links: Links) -> RenderedAnswer:
    """Show the findings of a campaign, with the reduced events that its store keeps."""
    with _opened(store) as opened:
        summary = summarise_recorded(opened)
        say("The report is being written.")
        reductions = read_reductions(opened, summary)
        return RenderedAnswer(
            page=render_campaign(summary, reductions, links), saved=render_campaign(summary, reductions)
        )


def show_dossier(say: Say, store: str, request: DossierRequest) -> ServedDossier:
    """Make a dossier from the store alone; no program is started, whatever the store says of it."""
    with _opened(store) as opened:
        require_playable(opened)
        dossier = make_dossier(opened, replace(request, reduction=ReductionSource.STORE, starts_program=False), say)
    files = dossier_files(dossier)
    event, where = dossier.finding.event_number, dossier.finding.where
    name = f"dossier-event-{event}-{where.replace(' ', '-')}"
    title = f"{dossier.program.name}, event {event}, {where}"
    return ServedDossier(title=title, sentence=dossier.sentence, files=files, archive=pack_folder(name, files))


@contextmanager
def _opened(store: str) -> Iterator[Store]:
    with convert_errors(usage=StoreError, not_checked=StoreFailedError), open_store(Path(store)) as opened:
        yield opened
