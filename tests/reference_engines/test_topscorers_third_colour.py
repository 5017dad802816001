"""[C11] of 2026, C.9 of 2017: who gets one colour for the third time in a row, worked out from the colours by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.histories import after

from reference_engines.frame.systems import engine_for
from tournaments.model import Event, Result

KEYS = ("dutch-2026", "dutch-2026/literal", "dutch-2017", "dutch-2017/literal")


def winners_before_last_round(*colours: str) -> Event:
    """Make an event before its last round: players with these colours have won every game and have yet to meet."""
    drawn = after(*colours)
    players = []
    for player in drawn.players:
        result = Result.WIN if player.tpn <= len(colours) else Result.LOSS
        rounds = tuple(replace(entry, result=result) if entry.opponent else entry for entry in player.rounds)
        players.append(replace(player, rounds=rounds))
    return replace(drawn, players=tuple(players), rounds_declared=drawn.rounds_recorded + 1)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("third", "pairs"),
    [
        # 1 has had Black twice more than White and must have White (5.2.2), so that 3 would have Black again.
        ("WWBB", [{1, 4}, {2, 3}]),
        # 3 has not had Black twice running: S1 meets S2 as it stands.
        ("WBWB", [{1, 3}, {2, 4}]),
    ],
)
def test_of_two_who_must_have_white_the_one_with_the_smaller_difference_repeats(
    key: str, third: str, pairs: list[set[int]]
) -> None:
    """All prefer White and one of each pair misses it; only 1 and 3 with each other would miss an absolute one."""
    played = winners_before_last_round("BBWB", "WBWB", third, "WBWB")
    assert [set(pair.players) for pair in engine_for(key).open(played).round(5).expected().pairs] == pairs
