"""
Team events full of unplayed rounds, ranked by us and by Gacrux, with every difference that is known.

The differences are Gacrux' or readings of the register; see `KNOWN`.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from support.gacrux_standings import gacrux_standings

from random_tournaments.settings import TEAMS
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from standings.codes import TieBreak, parse_list
from standings.competition import prepare_competition
from standings.ranking import rank_competition
from standings.rounds import NO_OPPONENT
from standings.rules import EDITIONS, TieBreakRules
from tournaments.model import PrimaryScore

if TYPE_CHECKING:
    from standings.codes import TieBreakCode
    from standings.ranking import Standings
    from tournaments.model import Event

VALUES = (
    *(
        "PTS",
        "MPvGP",
        "WIN:MP",
        "WON:MP",
        "BPG:MP",
        "BWG:MP",
        "REP:MP",
        "STD:MP",
        "TPN",
        "PS",
        "PS:MP",
        "PS:GP",
        "PS/C1",
    ),
    *("KS", "KS:MP", "KS:GP", "KS/L+1", "KS:GP/L-2", "BC", "SB", "SB:MP", "SB:GP", "SB:GP/C1"),
    *(
        "BH",
        "BH:MP",
        "BH:GP",
        "BH/C1",
        "BH:GP/C1",
        "BH:MP/C2",
        "BH/M1",
        "BH:GP/M2",
        "BH/P",
        "BH:GP/C1/P",
        "AOB",
        "AOB:GP",
    ),
    *(f"{base}{cut}" for base in ("EMMSB", "EMGSB", "EGMSB", "EGGSB") for cut in ("", "/C1", "/C2", "/P", "/C1/P")),
)
"""Computed in one run; those of encounters and boards have no values that could be compared, but ranks."""
LISTS = (
    *(f"PTS,{code}" for code in ("DE", "DE:GP", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB", "EDE/P", "EDEBT/P")),
    *(f"PTS,{code}" for code in ("TBR", "BBE", "BC", "MPvGP,BC", "SSSC", "SSSC/P", "SSSC/K4", "SSSC/F")),
    *(f"PTS,{code}" for code in ("FB", "FB:MP", "FB:GP", "FB/C1", "FB:GP/M1", "FB/P", "AOB/F", "AOB:GP/F")),
    *("PTS:GP,EDE", "PTS:MP,MPvGP,BH:GP,TBR"),
)
STARTS = {"2024": dt.date(2025, 6, 1), "2026": dt.date(2026, 6, 1)}
_FULL_OF_BYES = {
    "teams": "4..14",
    "rounds": "3..7",
    "boards": "2..5",
    "forfeits": "5..25%",
    "double-forfeits": "0..8%",
    "half-point-byes": "0..10%",
    "full-point-byes": "0..10%",
    "zero-point-byes": "0..15%",
    "empty-boards": "0..20%",
    "acceleration": "none",
}


def team_events(seed: int) -> TeamBatch:
    """Return a batch of small team events with every kind of unplayed round."""
    return TeamBatch(seed=seed, axes=TEAMS.with_settings(TEAM_PROFILES["tiny"], _FULL_OF_BYES))


KNOWN = {
    "fore": "by game points Gacrux counts requested byes before a forfeit of the final round as draws",
    "divisor": "Gacrux divides by zero (C07-DIVISOR)",
}


@dataclass(slots=True, kw_only=True)
class Differences:
    """The number of comparisons and the differences, with the reasons of known ones."""

    compared: int = 0
    known: Counter[str] = field(default_factory=Counter)
    """By key of `KNOWN`."""
    unexplained: list[str] = field(default_factory=list)


def compare(event: Event, key: str, differences: Differences) -> None:
    """Compare every value and rank by an edition and Gacrux' sides of C07-STD and C07-BOARD-COUNT."""
    dated = replace(event, start=STARTS[key], end=STARTS[key], rounds_declared=event.rounds_recorded)
    rules = TieBreakRules(
        edition={one.key: one for one in EDITIONS}[key],
        standard_points_by_opponent=False,
        board_count_needs_no_ties=True,
    )
    competition = prepare_competition(dated, rules)
    for listed in (",".join(VALUES), *LISTS):
        ranked = rank_competition(competition, parse_list(listed))
        try:
            answer = gacrux_standings(dated, listed)
        except ArithmeticError:
            differences.known["divisor"] += 1
            continue
        _compare_list(dated, ranked, answer, differences)


def _compare_list(
    event: Event, ranked: Standings, answer: dict[int, tuple[int, list[object]]], differences: Differences
) -> None:
    ranks = ranked.ranks
    with_ranks = len(ranked.codes) < len(VALUES)
    for number, (their_rank, their_values) in answer.items():
        pairs = [
            (code, ranked.value(index, number), value)
            for index, (code, value) in enumerate(zip(ranked.codes, their_values, strict=True))
            if not (ranked.columns[index].texts or code.tie_break in _PLACES)
        ]
        differences.compared += len(pairs) + with_ranks
        differing = [code for code, ours, value in pairs if not _alike(ours, value)]
        if with_ranks and ranks[number] != their_rank:
            differing.append(ranked.codes[-1])
        for code in differing:
            why = _why(ranked, code)
            if why:
                differences.known[why] += 1
            else:
                listed = ",".join(map(str, ranked.codes)) if with_ranks else code.text
                differences.unexplained.append(f"{event.name}, team {number}, {listed}")


_PLACES = frozenset(base for base in TieBreak if base.value in ("DE", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB"))


def _alike(ours: str, value: object) -> bool:
    return (None if ours == "-" else Decimal(ours)) == (None if value is None else Decimal(str(value)))


def _why(ranked: Standings, code: TieBreakCode) -> str:
    """Return the key of what explains a difference; empty if nothing does."""
    teams = ranked.competition.require_teams()
    is_fore = code.fore or code.tie_break is TieBreak.FORE_BUCHHOLZ
    if is_fore and (code.score or teams.primary) is PrimaryScore.GAME_POINTS and _has_byes_before_a_forfeit(ranked):
        return "fore"
    return ""


def _has_byes_before_a_forfeit(ranked: Standings) -> bool:
    """Whether a player has requested byes that only a forfeit of the final round follows."""
    return any(
        len(row) > 1
        and row[-1].opponent != NO_OPPONENT
        and row[-1].category is not None
        and row[-2].category is not None
        and row[-2].category.is_voluntary
        for row in ranked.table.rows
    )
