"""
The answers of programs about kept events, about which they were asked before a campaign.

They are kept with the campaign, so that every report of it shows the same; no number of the campaign counts them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from checker.campaigns.rows import UnlikelyRowError, finding_of_row, program_of, row_of_finding, texts_of
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from checker.campaigns.outcomes import Finding
    from checker.known_findings.entries import KnownFinding

_KEY = "kept events"
"""In the table ``meta`` of a store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptEventAnswer:
    """A kept event, and what a program made of it this time."""

    program: int
    """Its number in the campaign."""
    file: str
    command: str
    """Asks the same again."""
    findings: tuple[Finding, ...] = ()
    """Against the program."""
    causes: tuple[tuple[str, ...], ...] = ()
    """Identifiers of what explains each finding, in their order; empty where causes were not looked for."""
    failure: str = ""
    """The failure of the program, if it gave no answer."""
    known: KnownFinding | None = None
    """The entry of a list that covers all of it."""

    @property
    def is_right(self) -> bool:
        """Whether it gets everything right now."""
        return not self.findings and not self.failure

    @property
    def name(self) -> str:
        """The file without its folder."""
        return self.file.replace("\\", "/").rpartition("/")[2]


def keep_kept_answers(connection: sqlite3.Connection, again: Iterable[KeptEventAnswer]) -> None:
    """Keep with a campaign what was made of kept events."""
    told = [
        {
            "program": one.program,
            "file": one.file,
            "command": one.command,
            "findings": [row_of_finding(finding) for finding in one.findings],
            "causes": one.causes,
            "failure": one.failure,
        }
        for one in again
    ]
    if told:
        connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_KEY, json.dumps(told)))


def load_kept_answers(connection: sqlite3.Connection, programs: int) -> tuple[KeptEventAnswer, ...]:
    """Return the answers about kept events; UnlikelyRowError for a row that no campaign has written."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_KEY,)).fetchone()
    if row is None:
        return ()
    try:
        return tuple(_told(one, programs) for one in json.loads(*texts_of(row, "meta")))
    except (ValueError, TypeError, KeyError) as error:
        raise UnlikelyRowError("meta: kept events that cannot be read") from error


def _told(told: dict[str, object], programs: int) -> KeptEventAnswer:
    texts = texts_of([told[key] for key in ("file", "command", "failure")], _KEY)
    findings, causes = told["findings"], told["causes"]
    if not isinstance(findings, list) or not isinstance(causes, list):
        raise UnlikelyRowError(f"{_KEY}: no list of what was found")
    file, command, failure = texts
    return KeptEventAnswer(
        program=program_of(told["program"], _KEY, programs),
        file=file,
        command=command,
        findings=tuple(finding_of_row(one, _KEY, programs) for one in findings),
        causes=tuple(tuple(texts_of(names, _KEY)) for names in causes),
        failure=failure,
    )
