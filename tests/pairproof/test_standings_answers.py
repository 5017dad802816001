"""Properties of the answers about all standings: the order is that of the ranks, and the values add up."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from support.drawn_events import drawn
from support.loops import require_items
from support.team_standings import team_events
from support.tie_breaks import standings_of

from checker.standings.ranked_files import RankedFile
from reports.standings import StandingsQuestions, view_standings
from standings.rank_comparison import compare_ranks
from standings.rules import EDITIONS, TieBreakRules
from standings.tie_break_lists import TieBreakList
from standings.values import HUNDREDTHS, TENTHS

if TYPE_CHECKING:
    from standings.ranking import Standings
    from tournaments.model import Event

PLAYER_CODES = (
    *("WIN", "WON", "BPG", "BWG", "REP", "STD", "PS/C1", "BH", "BH/C1", "BH/M1", "BH/P", "FB", "FB/M2", "AOB", "AOB/F"),
    *("SB", "SB/C2", "SB/P", "KS", "KS/L+1", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "DE", "DE/P", "TPN", "RTNG/R"),
)
TEAM_CODES = (
    *("MPvGP", "EMMSB", "EMGSB/C1", "EGMSB", "EGGSB/P", "SSSC", "SSSC/F", "BH:GP", "FB:MP/C1", "DE", "DE:GP", "EDE"),
    *("EDEBT", "EDEBB", "EDET", "EDEB/P", "BC", "TBR", "BBE", "WIN", "REP", "KS:GP", "TPN/R"),
)
TEAM_ENCOUNTERS = ("DE", "EDE", "EDEBT", "EDEBB/P", "EDET", "EDEB")
CODES_IN_A_LIST = 5
MAX_WORDS = 90
"""The longest comparison, after many tie-breaks."""


@cache
def ranked(index: int) -> tuple[Event, Standings]:
    """Rank an event full of unplayed rounds by a list drawn at random: of players, or for odd numbers of teams."""
    chance = random.Random(index)
    event = team_events(3).play(index % 12).event if index % 2 else drawn(index)
    codes = chance.sample(TEAM_CODES if index % 2 else PLAYER_CODES, CODES_IN_A_LIST)
    if index % 3 == 0:
        codes = [chance.choice(TEAM_ENCOUNTERS if index % 2 else ("DE", "DE/P")), *codes]
    codes = ["PTS", *codes]
    rules = TieBreakRules(edition=chance.choice(EDITIONS), pre_determined=chance.random() < 1 / 4)
    return event, standings_of(event, ",".join(codes), rules)


@pytest.mark.parametrize("index", range(60))
def test_a_comparison_names_the_first_difference_and_two_values(index: int) -> None:
    """For neighbours in rank order, whichever of the two is asked about first."""
    _, standings = ranked(index)
    order = [tpn for group in standings.groups for tpn in group]
    for first, second in require_items(pairwise(order)):
        comparison = compare_ranks(standings, (second, first), lambda tpn: f"number {tpn}")
        assert comparison == compare_ranks(standings, (first, second), lambda tpn: f"number {tpn}")
        assert (comparison.first, comparison.second) == (first, second)
        assert comparison.index == standings.first_difference(first, second)
        assert len(comparison.reason.split()) <= MAX_WORDS
        if comparison.index is None:
            assert comparison.reason.endswith(" equal") or comparison.reason.startswith("both have")
            continue
        values = re.search(r"(\S+)(?: \w+)* against ([^ ;]+)(?: on |;|$)", comparison.reason)
        if values and " decides:" not in comparison.reason:
            assert values[1] != values[2], comparison.reason
        else:
            assert re.search(r": number \d+ (has|won)", comparison.reason), comparison.reason


@pytest.mark.parametrize("index", range(0, 60, 3))
def test_every_participant_is_explained_by_sums_that_are_right(index: int) -> None:
    """The amounts of the rows that are not cut add up to the value, and every cut row says why."""
    event, standings = ranked(index)
    file = RankedFile(
        source="event.trf", event=event, standings=standings, tie_breaks=TieBreakList(codes=standings.codes)
    )
    players = standings.table.tpns
    shown = view_standings(file, StandingsQuestions(players=players, pairs=((players[0], players[-1]),)))
    assert len(shown.answers) == len(players) + 1
    assert [row.decided_by == "still tied" for row in shown.rows[1:]] == [
        above.rank == below.rank for above, below in pairwise(shown.rows)
    ]
    for table in (table for answer in require_items(shown.answers) for table in require_items(answer.tables)):
        explanation = table.explanation
        assert all(bool(row.rule) for row in table.rows if row.is_cut)
        if explanation.is_sum and explanation.scale in (TENTHS, HUNDREDTHS) and "Encounter" not in table.heading:
            total = sum(part.amount for part in explanation.contributions if part.cut is None)
            assert total / explanation.scale == float(explanation.value), table.heading
