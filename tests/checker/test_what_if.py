"""The pairing of a round under a supposition, and whether the recorded round would still be right."""

from __future__ import annotations

import re

import pytest
from support.events import event

from checker.questions.answers import Standing
from checker.questions.question import NotAskableError, Question
from checker.questions.what_if import Supposition, what_if
from reference_engines.frame.results import Pair
from reference_engines.frame.systems import engine_for

EIGHT = event(["5w1", "6b1", "7w1", "8b1", "1b0", "2w0", "3b0", "4w0"], rounds_declared=5)
NEXT = Question(prepared=engine_for("dutch-2026").open(EIGHT), stage=2)
RECORDED = Question(
    prepared=engine_for("dutch-2026").open(
        event(["5w1 4b=", "6b1 3w=", "7w1 2b=", "8b1 1w=", "1b0 8w=", "2w0 7b=", "3b0 6w=", "4w0 5b="])
    ),
    stage=2,
)


def test_a_pair_kept_apart_is_replaced_and_the_round_as_it_is_will_not_do() -> None:
    """4 - 1 is the right game of the first board."""
    found = what_if(NEXT, Supposition(forbidden=((1, 4),)))
    assert Pair(4, 1) in found.gone
    assert frozenset((1, 4)) not in {pair.players for pair in found.new}
    assert found.acceptable is False
    assert found.as_it_is is not None
    assert found.as_it_is.standing is Standing.ILLEGAL
    assert found.sentence.startswith("Round 2: If Player 1 and Player 4 were kept apart, ")
    assert found.sentence.endswith(
        "Player 4 and Player 1 may not play each other: they are kept apart by the organiser (forbidden pairs)."
    )


def test_a_pair_that_would_not_meet_may_be_kept_apart() -> None:
    """Nothing changes."""
    found = what_if(NEXT, Supposition(forbidden=((1, 2),)))
    assert (found.gone, found.new, found.acceptable) == ((), (), True)
    assert found.sentence == (
        "Round 2: If Player 1 and Player 2 were kept apart, every opponent would be the same. The round as it is would "
        "be right."
    )


@pytest.mark.parametrize("question", [NEXT, RECORDED], ids=["next round", "recorded round"])
def test_an_absent_player_is_not_paired_and_another_has_the_bye(question: Question) -> None:
    """Whether the round is recorded or not; and two who are away leave an even number."""
    found = what_if(question, Supposition(absent=(1,)))
    assert found.pairing is not None
    assert found.pairing.bye is not None
    assert 1 not in {tpn for pair in found.pairing.pairs for tpn in pair.players}
    assert found.acceptable is None
    both = what_if(question, Supposition(absent=(1, 8)))
    assert both.pairing is not None
    assert both.pairing.bye is None
    assert len(both.pairing.pairs) == 3


@pytest.mark.parametrize("recorded", [False, True])
def test_a_player_present_after_all_is_paired(recorded: bool) -> None:
    """The way back from having been away."""
    rows = ["4w1 -", "3b1 U", "2w0 4b1", "1b0 3w0"] if recorded else ["4w1", "3b1", "2w0", "1b0"]
    at_work = engine_for("dutch-2026").open(event(rows, rounds_declared=3))
    away = Question(prepared=at_work, stage=2)
    if not recorded:
        gone = what_if(away, Supposition(absent=(1,)))
        assert gone.pairing is not None
        with pytest.raises(NotAskableError, match="is to be paired in round 2 already"):
            what_if(away, Supposition(present=(1,)))
        return
    found = what_if(away, Supposition(present=(1,)))
    assert found.pairing is not None
    assert found.pairing.bye is None
    assert frozenset((1, 2)) in {pair.players for pair in found.pairing.pairs}


def test_another_result_changes_scores_and_with_them_the_round() -> None:
    """1 has lost to 5: 5 is then among the winners."""
    found = what_if(NEXT, Supposition(results=((5, 1, "1-0"),)))
    assert found.supposed == ("if Player 5 \N{EN DASH} Player 1 had ended 1-0 in round 1",)
    assert found.pairing is not None
    opponents = {tpn for pair in found.pairing.pairs if 5 in pair.players for tpn in pair.players}
    assert opponents <= {2, 3, 4, 5}
    same = what_if(NEXT, Supposition(results=((1, 5, "1-0"),)))
    assert (same.new, same.acceptable) == ((), True)


def test_exchanged_numbers_are_another_rank_order() -> None:
    """2 and 3 exchange halves: 1 meets 2, who wants the other colour, not 4."""
    found = what_if(NEXT, Supposition(swapped=((2, 3),)))
    assert found.supposed == ("if Player 2 and Player 3 had each other's number",)
    assert found.pairing is not None
    assert {frozenset((1, 2)), frozenset((3, 4))} < {pair.players for pair in found.pairing.pairs}


def test_other_rules_are_followed() -> None:
    """And the words name them."""
    found = what_if(NEXT, Supposition(edition="dutch-2017"))
    assert found.supposed == ("if the event were paired by dutch-2017",)
    assert found.acceptable is True


def test_a_wished_bye_is_weighed() -> None:
    """Of seven players: 5 and 7 both have had Black, 6 and 8 White; the last one of those too many has the bye."""
    right = what_if(NEXT, Supposition(absent=(1,), bye=7))
    assert right.acceptable is True
    assert right.sentence == "Round 2: Player 7 has the bye."
    wrong = what_if(NEXT, Supposition(absent=(1,), bye=2))
    assert wrong.acceptable is False
    assert wrong.sentence.startswith("Round 2: Player 2 should not have the bye. It goes to Player 7. ")
    assert wrong.pairing is not None
    assert wrong.pairing.bye == 2


def test_an_unpairable_round_is_reported_with_the_reason() -> None:
    """Player 1 is kept apart from all players."""
    everybody = tuple((1, other) for other in range(2, 9))
    found = what_if(NEXT, Supposition(forbidden=everybody))
    assert found.pairing is None
    assert (
        "there would be no legal round. No pairing of this round complies with the absolute criteria" in found.sentence
    )


@pytest.mark.parametrize(
    ("otherwise", "message"),
    [
        (Supposition(), "nothing is supposed to be otherwise; name a change, such as the absence of a player"),
        (Supposition(absent=(9,)), "there is no player 9 in the event; numbers are from 1 to 8"),
        (Supposition(results=((1, 2, "1-0"),)), "Player 1 and Player 2 were not paired before round 2"),
        (Supposition(bye=1), "no player has the bye: 8 are to be paired, an even number"),
        (Supposition(edition="team-2026"), "team-2026 pairs teams, and this is an event of individual players."),
    ],
)
def test_impossible_suppositions_are_refused(otherwise: Supposition, message: str) -> None:
    """The message names the impossible supposition."""
    with pytest.raises(NotAskableError, match=f"^{re.escape(message)}$"):
        what_if(NEXT, otherwise)
