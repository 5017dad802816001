"""A check of files against a list of known findings: rounds and rank orders are known by their signatures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.grouping import signature_of
from checker.campaigns.outcomes import finding_of, finding_of_standings
from checker.findings import EventHeader, RoundFinding
from checker.known_findings.entries import FindingKey, KnownInRun, Occurrence, match_known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.findings import Entry
    from checker.known_findings.entries import KnownFinding
    from checker.known_findings.toml_file import KnownList
    from checker.standings.findings import StandingsFinding
    from checker.tally import Tally


class KnownRounds:
    """Marks known findings in the entries of a run, and counts the occurrences of the list."""

    def __init__(self, known: KnownList, *, is_whole: bool = True) -> None:
        """Take the list; ``is_whole`` if every round is judged, so that a missing finding is gone."""
        self._known, self._is_whole = known, is_whole
        self._system = ""
        self._event = 0
        self._found: list[tuple[int, FindingKey]] = []

    def marked(self, entry: Entry) -> Entry:
        """Take one more entry, and return it with its known finding."""
        if not isinstance(entry, EventHeader):
            known = self._covering(entry)
            return replace(entry, known=known) if known else entry
        self._event += 1
        self._system = entry.edition.key if entry.edition else ""
        known = self._covering(entry.standings) if entry.standings else None
        return replace(entry, standings=replace(entry.standings, known=known)) if entry.standings and known else entry

    def _covering(self, finding: RoundFinding | StandingsFinding) -> KnownFinding | None:
        """Return the entry of the list that covers a round or a rank order; None if none does, or it is right."""
        seen = _find_key(finding, self._system)
        if seen is None:
            return None
        self._found.append((self._event, seen))
        return next((one for one in self._known.entries if one.covers(seen)), None)

    def in_run(self, tally: Tally) -> KnownInRun:
        """Return the occurrences of the list."""
        matched = match_known(self._known.entries, (seen for _, seen in self._found))
        is_settled = self._is_whole and bool(tally.checked.rounds) and not tally.not_checked
        occurring = tuple(
            _count_occurrences(entry, self._found) for entry in self._known.entries if entry not in matched.gone
        )
        return KnownInRun(source=self._known.source, occurring=occurring, gone=matched.gone, is_settled=is_settled)

    def new(self) -> Iterator[tuple[str, int, int]]:
        """Yield the signatures that no entry covers, with the number of findings and of events."""
        fresh = [
            (event, seen) for event, seen in self._found if not any(one.covers(seen) for one in self._known.entries)
        ]
        for signature, findings in Counter(seen.signature for _, seen in fresh).items():
            yield signature, findings, len({event for event, seen in fresh if seen.signature == signature})


def _find_key(verdict: RoundFinding | StandingsFinding, system: str) -> FindingKey | None:
    """Return the finding if it counts as a discrepancy; a fault of Pairproof does not count here."""
    finding = finding_of(verdict, 0) if isinstance(verdict, RoundFinding) else finding_of_standings(verdict, 0)
    if finding is None or not finding.is_against:
        return None
    return FindingKey(signature=signature_of(finding, "", system))


def _count_occurrences(entry: KnownFinding, findings: list[tuple[int, FindingKey]]) -> Occurrence:
    events = [event for event, seen in findings if entry.covers(seen)]
    return Occurrence(entry=entry, findings=len(events), events=len(set(events)))
