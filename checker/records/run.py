"""A run: its header, its events with their findings, and its totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.findings import Entry, EventFinding, Tally, gather, tally
from checker.verdicts.consequence import judge_run
from tournaments.frozen import FrozenStruct, JsonStruct
from tournaments.readings import ChosenReading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pandas import DataFrame

    from checker.known_findings.entries import KnownInRun
    from checker.verdicts.edition_comparison import RoundOfEditions
    from checker.verdicts.verdict import ExitStatus

_COLUMNS = (
    *("file", "event", "system", "round", "verdict", "outcome", "article", "criterion", "pairs", "discrepant_pairs"),
    *("rests_on", "known", "sentence"),
)


class RunHeader(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="header"):
    """The request for a run."""

    program: str
    version: str
    system: str = "auto"
    """Key of the system that was asked for."""
    rounds: tuple[int, int] | None = None
    """First and last round to be checked; None for all."""
    as_declared: bool = False
    """Whether nothing was assumed that a file does not declare."""
    readings: tuple[ChosenReading, ...] = ()
    """Readings that the user chose; no other side of their entries excuses a round."""
    is_verified: bool = False
    """Whether every finding was put to the independent verifier."""
    time_limit: str = ""
    """Seconds that each event was allowed, as a decimal number; empty for as long as it took."""
    created: str = ""
    """When, as ISO 8601 in UTC; empty if the caller does not want it recorded."""
    holds: str = ""
    """A sentence on the personal data in the record; empty if it is not recorded."""


class RunRecord(FrozenStruct, frozen=True, kw_only=True):
    """The record of a complete run."""

    header: RunHeader
    events: tuple[EventFinding, ...]
    tally: Tally
    known: KnownInRun | None = None
    """The occurrences of a list of known findings, if there is a list."""
    editions: tuple[RoundOfEditions, ...] = ()
    """The rounds by every edition of their system, if editions are compared; they are not part of the findings."""

    @property
    def exit_status(self) -> ExitStatus:
        """Exit status of the check."""
        return judge_run(self.tally, self.known).status

    def to_frame(self) -> DataFrame:
        """Return a row for each round, and a row without a round for each refused event and each rank order."""
        import pandas as pd  # noqa: PLC0415 - slow to load

        rows = [row for event in self.events for row in _rows(event)]
        frame = pd.DataFrame(rows, columns=list(_COLUMNS))
        return frame.astype(dict.fromkeys(("round", "pairs", "discrepant_pairs"), "Int64"))


def make_record(
    header: RunHeader,
    entries: Iterable[Entry],
    known: KnownInRun | None = None,
    editions: tuple[RoundOfEditions, ...] = (),
) -> RunRecord:
    """Return the record of a run; ValueError if a round precedes every header."""
    entries = tuple(entries)
    return RunRecord(header=header, events=gather(entries), tally=tally(entries), known=known, editions=editions)


def _rows(event: EventFinding) -> Iterator[dict[str, object]]:
    header = event.header
    about: dict[str, object] = {
        "file": header.source,
        "event": header.name or header.event,
        "system": header.edition.key if header.edition else "",
    }
    if header.refusal:
        verdict = header.verdict.value if header.verdict else "not-checked"
        yield about | {"verdict": verdict, "outcome": "unchecked", "sentence": header.refusal}
    if header.standings is not None:
        ranks = header.standings
        yield about | {
            "verdict": f"standings-{ranks.verdict.value}",
            "rests_on": "; ".join(ranks.rests_on),
            "known": ranks.known.reason if ranks.known else "",
            "sentence": ranks.sentence,
        }
    for finding in event.rounds:
        yield about | {
            "round": finding.round_number,
            "verdict": finding.verdict.value,
            "outcome": finding.verdict.outcome.value,
            "article": finding.article,
            "criterion": finding.criterion,
            "pairs": finding.pairs,
            "discrepant_pairs": finding.discrepant_pairs,
            "rests_on": "; ".join(finding.rests_on),
            "known": finding.known.reason if finding.known else "",
            "sentence": finding.sentence,
        }
