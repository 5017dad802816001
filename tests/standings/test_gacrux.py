"""
Values and ranks beside those of Gacrux (TieBreakServer), of which the committee's exercises are tests.

`batches.compare_standings` compares a thousand events.
"""

from __future__ import annotations

import pytest
from support.player_standings import STARTS, Differences, compare


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("key", STARTS)
def test_values_and_ranks_are_those_of_gacrux(key: str, seed: int) -> None:
    """Every code with its modifiers, in events full of unplayed rounds; STD by its reading (C07-STD)."""
    differences = Differences()
    compare(seed, key, differences)

    assert differences.lines == []
    assert differences.values > 0
