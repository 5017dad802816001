"""One event of a campaign: what is asked of a program, and what its answers come to."""

from __future__ import annotations

from support.campaigns import HERE, configuration

from checker.campaigns.outcomes import Score
from checker.campaigns.work import judge_events


def test_an_answer_that_tells_a_pair_twice_is_illegal_in_every_round() -> None:
    """It lacks nothing, and has a line too many."""
    (outcome,) = judge_events(configuration(f"{HERE}:honest", f"{HERE}:stammering").as_json(), [0])
    assert outcome.rounds > 1
    assert [(one.program, one.round_number, one.score, one.verdict) for one in outcome.findings] == [
        (1, number, Score.DISCREPANT, "illegal") for number in range(1, outcome.rounds + 1)
    ]
