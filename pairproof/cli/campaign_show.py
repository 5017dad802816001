"""``pairproof campaign show``: the dossier of a finding, on the screen or as a folder that can be sent."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.dossier import Dossier, DossierError
from checker.campaigns.dossier_requests import (
    DossierOptions,
    DossierRequest,
    FindingQuery,
    ReductionSource,
    UnknownFindingError,
    answer_dossier_request,
)
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError
from pairproof.cli.progress import StatusLine
from reports.dossier import dossier_files
from reports.proof import proof_files
from reports.streams import data_stream
from tournaments.atomic_files import write_atomically

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Collection

    from checker.campaigns.dossier_requests import CompleteDossier
    from checker.campaigns.store import Store
    from pairproof.cli.campaign_requests import ShowRequest


def add_show_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.add_argument(
        "subject", metavar="CAUSE|EVENT", help="a cause, the beginning of a signature, or the number of an event"
    )
    parser.add_argument("-o", "--output", metavar="DIR", help="the new folder (else its text goes to the screen)")
    parser.add_argument("--program-number", dest="program", type=int, metavar="N", help="of which program, from 0")
    parser.add_argument("-r", "--round", dest="round_number", type=int, metavar="R", help="of which round")
    parser.add_argument(
        "--anonymise",
        dest="anonymous",
        action="store_true",
        help="replace what names people, as 'pairproof anonymise' does",
    )
    parser.add_argument("--no-reduce", action="store_true", help="without the smallest event that shows the same")


def show(store: Store, request: ShowRequest) -> int:
    """Write the dossier of a finding into a folder, or its text to the screen if no folder is named."""
    folder = Path(request.output) if request.output else None
    if folder is not None:
        _require_free(folder)
    reduction = ReductionSource.NONE if request.no_reduce else ReductionSource.STORE_OR_SEARCH
    dossier_request = DossierRequest(
        subject=FindingQuery(name=request.subject, program=request.program, round_number=request.round_number),
        options=DossierOptions(is_anonymous=request.anonymous, reduction=reduction),
    )
    with StatusLine() as status_line:
        dossier = make_dossier(store, dossier_request, status_line.note)
    files = render_dossier(dossier)
    if folder is None:
        data_stream().write(files["README.txt"].decode())
    else:
        _write(folder, files)
        sys.stdout.write(f"{len(files)} files in {folder}; begin with README.txt\n")
    return dossier.judgement.status


def make_dossier(store: Store, request: DossierRequest, note: Callable[[str], None]) -> CompleteDossier:
    """Make a dossier; raise CommandError if there is no such finding, or it cannot be shown."""
    try:
        return answer_dossier_request(store, request, note)
    except UnknownFindingError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error
    except DossierError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error


def render_dossier(dossier: CompleteDossier) -> dict[str, bytes]:
    """Return the files of a dossier by name."""
    if isinstance(dossier.content, Dossier):
        return dossier_files(dossier.content, dossier.group, dossier.reduced_input)
    return proof_files(dossier.content, dossier.group)


def _require_free(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(f"{folder} is there already; name a new folder, or an empty one", ExitStatus.USAGE)
    if not folder.parent.is_dir():
        raise CommandError(f"cannot make {folder}: there is no directory {folder.parent}", ExitStatus.USAGE)


def _write(folder: Path, files: dict[str, bytes]) -> None:
    is_new = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            write_atomically(folder / name, content)
        script = folder / "reproduce.sh"
        if script.is_file():
            script.chmod(0o755)
    except OSError as error:
        _remove(folder, files, is_new=is_new)
        message = f"{folder} could not be written whole: {error.strerror or error}"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error


def _remove(folder: Path, files: Collection[str], *, is_new: bool) -> None:
    """Leave nothing of a dossier that could not be written whole."""
    with suppress(OSError):
        for name in files:
            (folder / name).unlink(missing_ok=True)
        if is_new:
            folder.rmdir()
