"""A check of files against a list of known findings: rounds and rank orders are known by their signatures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.grouping import AGAINST_THE_PROGRAM, signature_of
from checker.campaigns.scoring import finding_of, finding_of_standings
from checker.findings import Counts, EventHeader, RoundFinding
from checker.known import KnownInRun, Occurring, Seen, match_known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.findings import Entry, Tally
    from checker.known import KnownFinding
    from checker.known_file import KnownList
    from checker.standings_results import StandingsFinding
    from checker.verdicts import ExitStatus


class KnownRounds:
    """Takes the entries of a run, and says what of its discrepancies is known."""

    def __init__(self, known: KnownList, *, is_whole: bool = True) -> None:
        """Take the list; ``is_whole`` where every round is judged, so that what is not found is not there."""
        self._known, self._is_whole = known, is_whole
        self._system = ""
        self._event = 0
        self._found: list[tuple[int, Seen]] = []

    def add(self, entry: Entry) -> None:
        """Take one more entry."""
        if isinstance(entry, EventHeader):
            self._event += 1
            self._system = entry.edition.key if entry.edition else ""
            judged: RoundFinding | StandingsFinding | None = entry.standings
        else:
            judged = entry
        seen = None if judged is None else _seen(judged, self._system)
        if seen is not None:
            self._found.append((self._event, seen))

    def covering(self, judged: RoundFinding | StandingsFinding, system: str) -> KnownFinding | None:
        """Return the entry that covers a round or a rank order under a system; None if none does, or it is right."""
        seen = _seen(judged, system)
        return None if seen is None else next((one for one in self._known.entries if one.covers(seen)), None)

    def in_run(self, tally: Tally) -> KnownInRun:
        """Return what became of the list."""
        matched = match_known(self._known.entries, (seen for _, seen in self._found))
        is_settled = self._is_whole and bool(tally.checked.rounds) and not tally.not_checked
        occurring = tuple(_occurring(entry, self._found) for entry in self._known.entries if entry not in matched.gone)
        return KnownInRun(source=self._known.source, occurring=occurring, gone=matched.gone, is_settled=is_settled)

    def new(self) -> Iterator[tuple[str, int, int]]:
        """Yield the signatures that no entry covers, with the number of findings and of events."""
        fresh = [
            (event, seen) for event, seen in self._found if not any(one.covers(seen) for one in self._known.entries)
        ]
        for signature, findings in Counter(seen.signature for _, seen in fresh).items():
            yield signature, findings, len({event for event, seen in fresh if seen.signature == signature})

    def status(self, tally: Tally) -> ExitStatus:
        """Return how the run ends: what is new or gone fails it, and a fault of ours, but nothing that is known."""
        wrong = tally.discrepancies.rounds + tally.standings.wrong
        if wrong > sum(1 for _ in self._found) or any(True for _ in self.new()):
            return tally.exit_status
        settled = replace(tally, discrepancies=Counts(), standings=replace(tally.standings, wrong=0))
        if self.in_run(tally).is_stale:
            return replace(settled, discrepancies=Counts(rounds=1)).exit_status
        return settled.exit_status


def _seen(judged: RoundFinding | StandingsFinding, system: str) -> Seen | None:
    """Return what was found, if it counts as a discrepancy; a fault of ours does not, here."""
    found = finding_of(judged, 0) if isinstance(judged, RoundFinding) else finding_of_standings(judged, 0)
    if found is None or found.score not in AGAINST_THE_PROGRAM:
        return None
    return Seen(signature=signature_of(found, "", system))


def _occurring(entry: KnownFinding, found: list[tuple[int, Seen]]) -> Occurring:
    events = [event for event, seen in found if entry.covers(seen)]
    return Occurring(entry=entry, findings=len(events), events=len(set(events)))
