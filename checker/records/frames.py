"""Runs as pandas frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.findings import EventFinding, RunRecord

_COLUMNS = (
    *("file", "event", "system", "round", "verdict", "outcome", "article", "criterion", "pairs", "discrepant_pairs"),
    *("rests_on", "known", "sentence"),
)


def run_frame(record: RunRecord) -> pd.DataFrame:
    """Return a row for each round of a run, and a row without a round for each refused event and each rank order."""
    rows = [row for event in record.events for row in _rows(event)]
    frame = pd.DataFrame(rows, columns=list(_COLUMNS))
    return frame.astype(dict.fromkeys(("round", "pairs", "discrepant_pairs"), "Int64"))


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
            "criterion": finding.deciding_criterion.label if finding.deciding_criterion else "",
            "pairs": finding.pairs,
            "discrepant_pairs": finding.discrepant_pairs,
            "rests_on": "; ".join(finding.rests_on),
            "known": finding.known.reason if finding.known else "",
            "sentence": finding.sentence,
        }
