"""
Known findings: errors of a program that have been looked at, and need not fail a run again.

A list of them is matched with what a run has found. What an entry covers is *known*, what none covers is *new*. An
entry that covers nothing is *gone* and has to be taken off the list, so that the list cannot go stale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct, JsonStruct

if TYPE_CHECKING:
    from collections.abc import Iterable


class KnownFinding(JsonStruct, frozen=True, kw_only=True):
    """An entry of a list: a cause or a signature, and why it is there."""

    reason: str
    cause: str = ""
    """Identifier of a cause, or of a misreading of the conformance suite (``c14-left-out``); empty: by signature."""
    signature: str = ""
    """As reports show it; without the program at its beginning it is known of every program."""
    link: str = ""
    """Where it is discussed."""
    since: str = ""
    """Since when it is known, as ISO 8601 (``2026-11-22``)."""
    line: int = 0
    """Where in the list it begins, from 1; 0 if it was not read from a file."""

    @property
    def name(self) -> str:
        """The cause, or the signature."""
        return self.cause or self.signature

    def covers(self, finding: FindingKey) -> bool:
        """Whether the entry covers a finding."""
        if self.cause:
            return self.cause in finding.causes
        return self.signature in (finding.signature, f"{finding.program} | {finding.signature}")


class FindingKey(FrozenStruct, frozen=True, kw_only=True):
    """A finding against a program, by the names that a list of known findings can use."""

    signature: str
    """Without the program."""
    program: str = ""
    """Empty where files are checked."""
    causes: frozenset[str] = frozenset()
    """Identifiers of what explains it."""


class ListMatch(FrozenStruct, frozen=True, kw_only=True):
    """A list matched with the findings of a run."""

    by: tuple[KnownFinding | None, ...]
    """For everything found, in its order, the first entry that covers it; None for what is new."""
    gone: tuple[KnownFinding, ...]
    """Entries that cover nothing."""


class Occurrence(JsonStruct, frozen=True, kw_only=True):
    """An entry of a list, and how often it occurs."""

    entry: KnownFinding
    findings: int
    events: int = 0
    """Events of programs in which it does: where two programs do the same in an event, it counts twice. 0 where what
    was found is not of events."""


class KnownInRun(JsonStruct, frozen=True, kw_only=True):
    """A list of known findings, and its occurrences in a run."""

    source: str
    """The file."""
    occurring: tuple[Occurrence, ...]
    gone: tuple[KnownFinding, ...]
    """Entries of which nothing was found."""
    is_settled: bool
    """Whether everything was asked and answered, so that what was not found is not there."""

    @property
    def is_stale(self) -> bool:
        """Whether entries have to be taken off the list."""
        return bool(self.gone) and self.is_settled


def match_known(known: Iterable[KnownFinding], findings: Iterable[FindingKey]) -> ListMatch:
    """Match a list with findings; a second entry that covers a finding is not gone, either."""
    entries = tuple(known)
    matching: set[int] = set()
    by: list[KnownFinding | None] = []
    for finding in findings:
        covering = [place for place, entry in enumerate(entries) if entry.covers(finding)]
        matching.update(covering)
        by.append(entries[covering[0]] if covering else None)
    gone = tuple(entry for place, entry in enumerate(entries) if place not in matching)
    return ListMatch(by=tuple(by), gone=gone)
