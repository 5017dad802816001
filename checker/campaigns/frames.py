"""The tables of a store as pandas frames, for counts that no report has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import pandas as pd

    from checker.campaigns.store import Store

_NAMED = """
  SELECT f.event, f.program AS number, p.name AS program, p.version, e.players, {columns}
  FROM {table} f JOIN programs p ON p.number = f.program JOIN events e ON e.event = f.event
  ORDER BY f.event, f.program, f.round
"""
_OF_FINDINGS = (
    "e.planted, f.round, f.score, f.verdict, f.article, f.criterion, f.shape, f.pairs, f.answer, f.sentence"  # columns
)
_OF_FAILURES = "f.round, f.kind, f.detail"
_FEW_VALUES = ("program", "version", "planted", "score", "verdict", "article", "criterion", "shape", "kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    """The tables of a store; players, rounds and pairs are numbers of them, the rest are words."""

    programs: pd.DataFrame
    """``number`` (from 0), ``program``, ``version``, ``spec``, ``transport``."""
    events: pd.DataFrame
    """``event``, ``players``, ``rounds``, ``pairs``, ``planted``: one row an event."""
    asked: pd.DataFrame
    """``event``, ``number`` (of the program), ``rounds``: how many rounds a program was asked about."""
    findings: pd.DataFrame
    """One row for a program, an event, a round and a score."""
    failures: pd.DataFrame
    """One row for a question that was not answered; ``round`` 0 for one about a whole event."""


def frames_of(store: Store) -> Frames:
    """Read a whole store."""
    events = _read(store, "SELECT event, players, rounds, pairs, planted, asked FROM events ORDER BY event")
    return Frames(
        programs=_read(store, "SELECT number, name AS program, version, spec, transport FROM programs ORDER BY number"),
        events=events.drop(columns="asked"),
        asked=_asked(events),
        findings=_read(store, _NAMED.format(table="findings", columns=_OF_FINDINGS)),
        failures=_read(store, _NAMED.format(table="failures", columns=_OF_FAILURES)),
    )


def _read(store: Store, query: str) -> pd.DataFrame:
    import pandas as pd  # noqa: PLC0415 - slow to load, and needed by nothing else

    frame = pd.read_sql_query(query, store.connection)
    return frame.astype({name: "category" for name in _FEW_VALUES if name in frame.columns})


def _asked(events: pd.DataFrame) -> pd.DataFrame:
    """Unfold the numbers of rounds, which the store keeps in one field."""
    told = events[["event", "asked"]].assign(rounds=events["asked"].str.split(","))
    told = told.explode("rounds").drop(columns="asked").reset_index(drop=True)
    told.insert(1, "number", told.groupby("event").cumcount())
    return told[told["rounds"].astype("str") != ""].astype({"rounds": "int64"}).reset_index(drop=True)
