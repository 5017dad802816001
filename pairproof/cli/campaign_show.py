"""
``pairproof campaign show`` and ``campaign class``: the dossier of a finding, and whose error findings are.

A dossier is shown on the screen, or written as a folder that can be sent. Classes are kept in the store, and in a list
of known findings if one is named.
"""

from __future__ import annotations

import datetime as dt
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.dossier import Dossier
from checker.campaigns.explaining import recorded_causes, search_hint
from checker.campaigns.grouping import summarise
from checker.campaigns.outcomes import FindingClass
from checker.campaigns.smallest_events import CompleteDossier, DossierRequest, ReductionSource, answer_dossier_request
from checker.errors import RequestError, TaskError
from checker.known_findings.entries import KnownFinding
from checker.known_findings.marking import add_known
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors, require, require_known
from pairproof.cli.inputs import open_second_opinions
from pairproof.cli.options import add_option, add_second_opinion_option
from pairproof.cli.progress import StatusLine
from reference_engines.frame.systems import engine_for
from reports.dossier import dossier_files, proof_files
from reports.streams import data_stream
from tournaments.atomic_files import write_atomically
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Collection, Sequence

    from checker.campaigns.store import Store
    from checker.second_opinions import SecondOpinions
    from pairproof.cli.campaign_report import ClassRequest, ShowRequest


def add_show_options(parser: argparse.ArgumentParser) -> None:
    """Describe the options."""
    parser.add_argument(
        "subject", metavar="CAUSE|EVENT", help="a cause, the beginning of a signature, or the number of an event"
    )
    parser.add_argument("-o", "--output", metavar="DIR", help="the new folder (else its text goes to the screen)")
    add_option(parser, "program-number", "of which program, from 0")
    add_option(parser, "round", "of which round")
    add_option(parser, "anonymise")
    parser.add_argument("--no-reduce", action="store_true", help="without the smallest event that shows the same")
    add_second_opinion_option(parser)


def show(store: Store, request: ShowRequest) -> int:
    """Write the dossier of a finding into a folder, or its text to the screen if no folder is named."""
    folder = Path(request.output) if request.output else None
    if folder is not None:
        _require_free(folder)
    reduction = ReductionSource.NONE if request.no_reduce else ReductionSource.STORE_OR_SEARCH
    dossier_request = DossierRequest(
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
    files = render_dossier(dossier)
    if folder is None:
        data_stream().write(files["README.txt"].decode())
    else:
        _write(folder, files)
        sys.stdout.write(f"{counted_noun(len(files), 'file')} in {folder}; begin with README.txt\n")
    return dossier.judgement.status


def _with_opinions(dossier: CompleteDossier, opinions: SecondOpinions) -> CompleteDossier:
    """Return a dossier with the opinions of other programs on its round, which its texts and its page show."""
    content = dossier.content
    if not isinstance(content, Dossier) or content.paired is None or content.checked is None:
        return dossier
    prepared = engine_for(content.system).open(content.paired)
    rounds = tuple(opinions.add_to(finding, prepared) for finding in content.checked.rounds)
    sentences = (opinion.sentence for finding in rounds for opinion in finding.opinions)
    checked = replace(content.checked, rounds=rounds)
    return replace(dossier, content=replace(content, checked=checked, remarks=(*content.remarks, *sentences)))


def make_dossier(store: Store, request: DossierRequest, note: Callable[[str], None]) -> CompleteDossier:
    """Make a dossier; raise CommandError if there is no such finding, or it cannot be shown."""
    with convert_errors(usage=RequestError, not_checked=TaskError):
        return answer_dossier_request(store, request, note)


def render_dossier(dossier: CompleteDossier) -> dict[str, bytes]:
    """Return the files of a dossier by name."""
    if isinstance(dossier.content, Dossier):
        return dossier_files(dossier.content, dossier.group, dossier.reduced_input)
    return proof_files(dossier.content, dossier.group)


def _require_free(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(f"{folder} is there already; name a new folder, or an empty one", ExitStatus.USAGE)
    require(folder.parent.is_dir(), f"cannot make {folder}: the directory {folder.parent} does not exist")


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


_KINDS = tuple(kind.value for kind in FindingClass)


def add_class_options(parser: argparse.ArgumentParser) -> None:
    """Describe the request."""
    parser.add_argument("signature", metavar="SIGNATURE", help="as the report shows it, or its beginning; or a cause")
    parser.add_argument("kind", metavar="CLASS", help=", ".join(_KINDS))
    parser.add_argument("--note", help="why")
    parser.add_argument("--link", help="where it is discussed")
    add_option(parser, "expected", "add them to this list of known findings, with the note as the reason")


def require_class_options(request: ClassRequest) -> None:
    """Refuse impossible requests with a CommandError."""
    require_known("CLASS", request.kind, _KINDS)
    if request.expected and not request.note.strip():
        message = f"{request.expected} needs a reason for each finding; give it with --note"
        raise CommandError(message, ExitStatus.USAGE)


def class_findings(request: ClassRequest, store: Store) -> int:
    """Class the findings of a signature, or those that a cause explains, and add them to a list if one is named."""
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


def _entry(request: ClassRequest, *, cause: str = "", signature: str = "") -> KnownFinding:
    today = dt.datetime.now(dt.UTC).date().isoformat()
    return KnownFinding(
        cause=cause, signature=signature, reason=request.note.strip(), link=request.link.strip(), since=today
    )


def _add(path: Path, entries: Sequence[KnownFinding]) -> None:
    try:
        added = add_known(path, entries)
    except RequestError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}", ExitStatus.USAGE) from error
    for entry in entries:
        told = "added to" if entry in added else "stands in"
        sys.stdout.write(f"{told} {path}: {entry.name}\n")
