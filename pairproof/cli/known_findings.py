"""``--expected``: a list of known findings, which fail no run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.known_findings.toml_file import KnownFileError, read_known
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors

if TYPE_CHECKING:
    from checker.known_findings.entries import KnownList


def read_list(name: str | None) -> KnownList | None:
    """Return the list in a file, or None for no file; raise CommandError for a bad list."""
    return None if name is None else _read(name)


def read_signature_list(name: str) -> KnownList:
    """Return a list of which no entry is by cause, as none are looked for; CommandError for another one."""
    return require_signatures(_read(name), "this check")


def require_signatures(known: KnownList, where: str) -> KnownList:
    """Refuse a list of which an entry is by cause, where no causes are looked for; CommandError."""
    of_cause = next((entry for entry in known.entries if entry.cause), None)
    if of_cause is not None:
        found = f"{known.source}, line {of_cause.line}: found cause = '{of_cause.cause}'"
        message = f"{found}; no causes are looked for in {where}: name the finding by its signature"
        raise CommandError(message, ExitStatus.USAGE)
    return known


def _read(name: str) -> KnownList:
    with convert_errors(usage=KnownFileError):
        return read_known(name)
