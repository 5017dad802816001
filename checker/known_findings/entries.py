"""
Known findings: errors of a program that have been looked at, and need not fail a run again.

A list of them is matched with what a run has found. What an entry covers is *known*, what none covers is *new*. An
entry that covers nothing is *gone* and has to be taken off the list, so that the list cannot go stale.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from tournaments.frozen import FrozenStruct, JsonStruct


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
    """The signature without the name of the program."""
    program: str = ""
    """Empty where files are checked."""
    causes: frozenset[str] = frozenset()
    """Identifiers of what explains it."""
    event: Hashable = None
    """Tells its event from others; None where findings are not of events."""


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


class KnownList(FrozenStruct, frozen=True, kw_only=True):
    """A list, and the file that it stands in."""

    source: str
    entries: tuple[KnownFinding, ...]

    def find(self, finding: FindingKey) -> KnownFinding | None:
        """Return the first entry that covers a finding; None if it is new."""
        return next((entry for entry in self.entries if entry.covers(finding)), None)

    def in_run(
        self, findings: Iterable[FindingKey], uncounted: Iterable[FindingKey] = (), *, is_settled: bool
    ) -> KnownInRun:
        """
        Count the occurrences of the list in a run.

        A second entry that covers a finding is not gone, either, and an entry that covers an uncounted finding alone
        occurs, too.
        """
        findings, uncounted = tuple(findings), tuple(uncounted)
        occurring, gone = [], []
        for entry in self.entries:
            covered = [finding for finding in findings if entry.covers(finding)]
            events = {finding.event for finding in covered if finding.event is not None}
            if covered or any(map(entry.covers, uncounted)):
                occurring.append(Occurrence(entry=entry, findings=len(covered), events=len(events)))
            else:
                gone.append(entry)
        return KnownInRun(source=self.source, occurring=tuple(occurring), gone=tuple(gone), is_settled=is_settled)
