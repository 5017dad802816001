"""Values and ranks beside those of Gacrux (TieBreakServer), of which the committee's exercises are tests."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest
from support.drawn_events import drawn
from support.gacrux_standings import theirs

from standings.codes import parse_list
from standings.editions import edition
from standings.ranking import rank
from standings.rules import Rules
from tournaments.model import DeclaredSystem

VALUES = (
    *("PTS", "BPG", "BWG", "REP", "WIN", "WON", "STD", "PS", "PS/C1", "PS/C2", "TPN", "KS", "KS/L+1", "KS/L-2"),
    *("SB", "SB/C1", "SB/C2", "SB/P", "SB/C1/P", "BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "BH/P", "BH/C1/P", "AOB"),
    *("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2", "TPR", "PTP", "APRO", "APPO", "RTNG"),
)
FORE = ("FB", "FB/C1", "FB/M1", "FB/P", "AOB/F")
"""Each by itself: Gacrux computes what comes after them in a list otherwise than alone."""
LISTS = ("PTS,DE,BH/C1", "PTS,BH,DE,WIN", "PTS,DE/P", "WIN,DE,PTS", *(f"PTS,{code}" for code in FORE))
STARTS = {"2024": dt.date(2025, 6, 1), "2026": dt.date(2026, 6, 1)}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("key", ["2024", "2026"])
def test_values_and_ranks_are_those_of_gacrux(key: str, seed: int) -> None:
    """Every code with its modifiers, in events full of unplayed rounds; STD by its reading (C07-STD)."""
    made = drawn(seed)
    event = replace(
        made,
        start=STARTS[key],
        rounds_declared=made.rounds_recorded,
        system=DeclaredSystem(code="FIDE_DUTCH_2026"),
    )
    rules = Rules(edition=edition(key), standard_points_by_opponent=False)

    for codes in (",".join(VALUES), *LISTS):
        ranked = rank(event, parse_list(codes), rules)
        for tpn, (their_rank, their_values) in theirs(event, codes).items():
            assert ranked.ranks[tpn] == their_rank, (codes, tpn)
            for index, (code, value) in enumerate(zip(codes.split(","), their_values, strict=True)):
                ours = ranked.value(index, tpn)
                if not code.startswith("DE"):  # theirs are places in a group, with other numbers
                    assert (None if ours == "-" else Decimal(ours)) == (value if value is None else Decimal(str(value)))
