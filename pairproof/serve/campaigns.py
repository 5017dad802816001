"""Campaigns on pages: the page of ``campaign report``, and dossiers without starting a program."""

from __future__ import annotations

import io
import zipfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.explaining import summarise_recorded
from checker.campaigns.smallest_events import ReductionSource, read_reductions
from checker.campaigns.store import StoreError, StoreFailedError, open_store
from pairproof.cli.campaign import make_dossier, render_dossier
from pairproof.cli.campaign_report import require_playable
from pairproof.cli.errors import convert_errors
from pairproof.serve.questions import RenderedAnswer
from reports.campaign import render_campaign
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.smallest_events import DossierRequest
    from checker.campaigns.store import Store
    from pairproof.serve.jobs import Say
    from reports.links import Links

_EXECUTABLE, _READABLE = 0o755, 0o644
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The same folder is the same file."""


class ServedDossier(FrozenStruct, frozen=True, kw_only=True):
    """A dossier, ready to be shown and saved."""

    title: str
    sentence: str
    files: dict[str, bytes]
    """Files of the folder by name."""
    folder: bytes
    """The folder as a ZIP archive."""


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
    files, content = render_dossier(dossier), dossier.content
    event, where = content.finding.event_number, content.finding.where
    name = f"dossier-event-{event}-{where.replace(' ', '-')}"
    title = f"{content.program.name}, event {event}, {where}"
    return ServedDossier(title=title, sentence=content.sentence, files=files, folder=_archived(name, files))


@contextmanager
def _opened(store: str) -> Iterator[Store]:
    with convert_errors(usage=StoreError, not_checked=StoreFailedError), open_store(Path(store)) as opened:
        yield opened


def _archived(name: str, files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, content in files.items():
            entry = zipfile.ZipInfo(f"{name}/{file}", _LONG_AGO)
            entry.external_attr = (_EXECUTABLE if file.endswith(".sh") else _READABLE) << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
