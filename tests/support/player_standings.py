"""Events of players full of unplayed rounds, ranked by us and by Gacrux; STD by its reading (C07-STD)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from support.drawn_events import drawn
from support.gacrux_standings import gacrux_standings

from standings.codes import parse_list
from standings.ranking import rank
from standings.rules import EDITIONS, TieBreakRules
from tournaments.model import DeclaredSystem

if TYPE_CHECKING:
    from tournaments.model import Event

VALUES = (
    *("PTS", "BPG", "BWG", "REP", "WIN", "WON", "STD", "PS", "PS/C1", "PS/C2", "TPN", "KS", "KS/L+1", "KS/L-2"),
    *("SB", "SB/C1", "SB/C2", "SB/P", "SB/C1/P", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "AOB"),
    *("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2", "TPR", "PTP", "APRO", "APPO", "RTNG"),
)
FORE = ("FB", "FB/C1", "FB/M1", "FB/P", "AOB/F")
"""Each by itself: Gacrux computes what comes after them in a list otherwise than alone."""
LISTS = ("PTS,DE,BH/C1", "PTS,BH,DE,WIN", "PTS,DE/P", "WIN,DE,PTS", *(f"PTS,{code}" for code in FORE))
STARTS = {"2024": dt.date(2025, 6, 1), "2026": dt.date(2026, 6, 1)}


@dataclass(slots=True, kw_only=True)
class Differences:
    """The number of comparisons and the differences."""

    values: int = 0
    ranks: int = 0
    lines: list[str] = field(default_factory=list)


def event_of(seed: int, key: str) -> Event:
    """Return an event of the time of an edition."""
    made = drawn(seed)
    system = DeclaredSystem(code="FIDE_DUTCH_2026")
    return replace(made, start=STARTS[key], rounds_declared=made.rounds_recorded, system=system)


def compare(seed: int, key: str, differences: Differences) -> None:
    """Compare every value and rank of an event by an edition."""
    event = event_of(seed, key)
    rules = TieBreakRules(edition={one.key: one for one in EDITIONS}[key], standard_points_by_opponent=False)
    for codes in (",".join(VALUES), *LISTS):
        ranked = rank(event, parse_list(codes), rules)
        for tpn, (their_rank, their_values) in gacrux_standings(event, codes).items():
            differences.ranks += 1
            if ranked.ranks[tpn] != their_rank:
                differences.lines.append(f"event {seed}, {key}: rank of {tpn} by {codes}")
            for index, (code, value) in enumerate(zip(codes.split(","), their_values, strict=True)):
                if code.startswith("DE"):  # theirs are places in a group, with other numbers
                    continue
                differences.values += 1
                ours = ranked.value(index, tpn)
                if (None if ours == "-" else Decimal(ours)) != (value if value is None else Decimal(str(value))):
                    differences.lines.append(f"event {seed}, {key}: {code} of {tpn} is {ours}, theirs {value}")
