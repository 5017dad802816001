"""``pairproof campaign class``: whose error findings are, in the store, and in a list of known findings."""

from __future__ import annotations

import datetime as dt
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.campaigns.explaining import recorded_causes
from checker.campaigns.grouping import summarise
from checker.campaigns.outcomes import FindingClass
from checker.known_findings.entries import KnownFinding
from checker.known_findings.toml_file import KnownFileError, add_known
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, require_known

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from checker.campaigns.store import Store
    from pairproof.cli.campaign_requests import ClassRequest

_KINDS = tuple(kind.value for kind in FindingClass)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Describe the request."""
    parser.add_argument("signature", metavar="SIGNATURE", help="as the report shows it, or its beginning; or a cause")
    parser.add_argument("kind", metavar="CLASS", help=", ".join(_KINDS))
    parser.add_argument("--note", help="why")
    parser.add_argument("--link", help="where it is discussed")
    parser.add_argument(
        "--expected", metavar="KNOWN.toml", help="add them to this list of known findings, with the note as the reason"
    )


def require_options(request: ClassRequest) -> None:
    """Refuse what cannot be done; CommandError."""
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
        command = shlex.join(("pairproof", "causes", str(store.path)))
        hint = f"; causes have not been searched for; to search for them: {command}" if unsearched else ""
        message = f"no finding has a signature that begins with '{cause}', nor a cause of that name{hint}"
        raise CommandError(message, ExitStatus.USAGE)
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
    except KnownFileError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}", ExitStatus.USAGE) from error
    for entry in entries:
        told = "added to" if entry in added else "stands in"
        sys.stdout.write(f"{told} {path}: {entry.name}\n")
