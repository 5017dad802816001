"""Sentences that say which of two candidates comes first, for every step of the sequence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.verdicts.first_difference import find_deciding_order
from reference_engines.frame.results import EMPTY_GENERATION, Choice, Generation, GenerationStep

PLAIN = replace(
    EMPTY_GENERATION,
    s1=(1, 2, 3, 4, 5),
    s2=(6, 7, 8, 9, 10, 11),
    opponents=(6, 7, 8, 9, 10),
    key=(),
)


def explain_order(earlier: Generation, later: Generation) -> tuple[GenerationStep, str]:
    """Return the step in which one candidate comes first, and its sentence."""
    order = find_deciding_order(earlier, later, lambda tpn: f"P{tpn}", lambda step: step.name.lower())
    assert order.article == order.step.name.lower()
    return order.step, order.sentence


def exchanged(down: tuple[int, ...], up: tuple[int, ...]) -> Generation:
    """Exchange players of the plain candidate."""
    return replace(PLAIN, moved_to_s2=down, moved_to_s1=up)


def test_the_set_of_mdps_is_looked_at_first() -> None:
    """A higher ranked MDP in S1 comes first, whatever follows."""
    earlier = replace(PLAIN, paired_mdps=(21, 22), limbo=(23,), mdp_opponents=(1, 3))
    later = replace(PLAIN, paired_mdps=(21, 23), limbo=(22,), mdp_opponents=(1, 2))
    step, sentence = explain_order(earlier, later)
    assert step is GenerationStep.MDP_SET
    assert "P22 in it comes before the one with P23" in sentence


def test_the_opponents_of_the_mdps_come_next() -> None:
    """A transposition of the heterogeneous S2 goes before anything in the remainder."""
    earlier = replace(PLAIN, paired_mdps=(21, 22), mdp_opponents=(1, 2), moved_to_s2=(5,), moved_to_s1=(6,))
    later = replace(PLAIN, paired_mdps=(21, 22), mdp_opponents=(1, 3))
    step, sentence = explain_order(earlier, later)
    assert step is GenerationStep.MDP_TRANSPOSITION
    assert "for P22, P2 comes before P3" in sentence


def test_transpositions_go_by_the_opponents_from_the_top() -> None:
    """After an exchange the opponents are those of the new S1, in order of rank."""
    earlier = replace(exchanged((5,), (6,)), opponents=(5, 7, 8, 9, 10))
    later = replace(earlier, opponents=(5, 7, 8, 10, 9))
    step, sentence = explain_order(earlier, later)
    assert step is GenerationStep.TRANSPOSITION
    assert "for P4, P9 comes before P10" in sentence


def test_no_exchange_comes_before_any() -> None:
    """A candidate of the original S1 and S2 comes first."""
    step, sentence = explain_order(PLAIN, exchanged((5,), (6,)))
    assert step is GenerationStep.EXCHANGE
    assert sentence == "No exchange between the halves is needed; the other pairing exchanges P5 and P6."


def test_fewer_exchanged_players_come_first() -> None:
    """One for one comes before two for two."""
    assert "fewer players come first: 1 before 2" in explain_order(exchanged((1,), (11,)), exchanged((4, 5), (6, 7)))[1]


def test_the_smaller_difference_of_sums_comes_first() -> None:
    """Exchanging 6 with 4 comes before exchanging 8 with 5."""
    assert "exchanged BSNs comes first: 2 before 3" in explain_order(exchanged((4,), (6,)), exchanged((5,), (8,)))[1]


def test_the_larger_number_moved_down_comes_next() -> None:
    """With equal sums, moving 5-2 from S1 comes before moving 4-3."""
    sentence = explain_order(exchanged((2, 5), (6, 7)), exchanged((3, 4), (6, 7)))[1]
    assert "The larger BSN moved from S1 to S2 comes first: P5 (BSN 5) before P4 (BSN 4)" in sentence


def test_the_smaller_number_moved_up_comes_last() -> None:
    """With equal players moved down, 6-9 comes before 7-8."""
    sentence = explain_order(exchanged((4, 5), (6, 9)), exchanged((4, 5), (7, 8)))[1]
    assert "The smaller BSN moved from S2 to S1 comes first: P6 (BSN 6) before P7 (BSN 7)" in sentence


@pytest.mark.parametrize(
    ("step", "earlier", "later", "ending"),
    [
        (GenerationStep.BYE, (9,), (8,), "Of equal candidates the largest number has the bye: P9 before P8."),
        (GenerationStep.UPFLOATERS, (4, 6), (5, 6), "In the order of possible upfloaters, P4 comes before P5."),
        (GenerationStep.UPFLOATERS, (4, 6), (4, 7), "In the order of possible upfloaters, P6 comes before P7."),
        (GenerationStep.IDENTIFIER, (1, 2, 5, 6), (1, 3, 5, 6), "P2 comes before P3 in place 2."),
        (GenerationStep.IDENTIFIER, (1, 2, 5, 6), (1, 2, 6, 5), "As opponent of P1, P5 comes before P6."),
        (GenerationStep.IDENTIFIER, (1, 2, 5, 6), (1, 2, 5, 7), "As opponent of P2, P6 comes before P7."),
        (GenerationStep.IDENTIFIER, (1, 2), (1, 2), "The sequences of TPNs differ."),
    ],
)
def test_sequences_are_compared_at_their_first_difference(
    step: GenerationStep, earlier: tuple[int, ...], later: tuple[int, ...], ending: str
) -> None:
    """C.04.6: the bye, the set of upfloaters, and the smaller TPNs of the pairs before their opponents."""
    one, other = (replace(PLAIN, sequence=sequence, step=step) for sequence in (earlier, later))
    found, sentence = explain_order(one, other)
    assert found is step
    assert sentence.endswith(ending)


def players_with_opponents(*opponents: int) -> Generation:
    """Return players 4, 2, 3 and 1 by BSN with these opponents; a floater is his own opponent."""
    key = (tuple(-1 for _ in opponents),)
    step = GenerationStep.OPPONENTS
    return replace(PLAIN, s1=(4, 2, 3, 1), s2=(), opponents=(), sequence=opponents, step=step, key=key)


def test_opponents_by_bsn_are_compared_at_the_first_difference() -> None:
    """The larger BSN comes first, and who floats last."""
    step, sentence = explain_order(players_with_opponents(1, 3, 2, 4), players_with_opponents(3, 1, 4, 2))
    assert step is GenerationStep.OPPONENTS
    assert sentence.endswith("P4, number 1 of the group, gets P1 before P3.")
    assert explain_order(players_with_opponents(1, 3, 2, 4), players_with_opponents(1, 2, 3, 4))[1].endswith(
        "P2, number 2 of the group, gets P3 before a float."
    )


def bracket_of_choices(*chosen: tuple[GenerationStep, tuple[int, ...], tuple[int, ...]]) -> Generation:
    """Return a bracket by several choices, each of players and their sequence numbers; S1 is 1 and 2."""
    choices = tuple(
        Choice(step=step, players=players, numbers=numbers, s1=(1, 2) * (step is GenerationStep.TRANSPOSITION))
        for step, players, numbers in chosen
    )
    return replace(PLAIN, choices=choices)


UP, OVER, ACROSS = GenerationStep.UPFLOATERS, GenerationStep.SHIFTERS, GenerationStep.TRANSPOSITION


def test_choices_are_compared_at_the_first_difference() -> None:
    """C.04.4.1: sets by the smallest sequence number that is in one of them, then the opponents of S1."""
    earlier = bracket_of_choices((UP, (7, 9), (1, 3)), (OVER, (4, 5), (1, 2)), (ACROSS, (6, 8), (1, 2)))
    step, sentence = explain_order(
        earlier, bracket_of_choices((UP, (7, 8), (1, 4)), (OVER, (4, 5), (1, 2)), (ACROSS, (6, 9), (1, 2)))
    )
    assert step is UP
    assert sentence.endswith("P9 (number 3) comes before P8 (number 4).")
    step, sentence = explain_order(
        earlier, bracket_of_choices((UP, (7, 9), (1, 3)), (OVER, (4, 3), (1, 4)), (ACROSS, (6, 8), (1, 2)))
    )
    assert step is OVER
    assert sentence.startswith("In the order of possible shifters, ")
    assert sentence.endswith("P5 (number 2) comes before P3 (number 4).")
    step, sentence = explain_order(
        earlier, bracket_of_choices((UP, (7, 9), (1, 3)), (OVER, (4, 5), (1, 2)), (ACROSS, (8, 6), (2, 1)))
    )
    assert step is ACROSS
    assert sentence.endswith("for P1, P6 comes before P8.")


def test_a_needlessly_large_set_is_reported() -> None:
    """In a bracket of players without a game no criterion counts the shifted players."""
    step, sentence = explain_order(bracket_of_choices((OVER, (), ())), bracket_of_choices((OVER, (4,), (1,))))
    assert (step, sentence) == (GenerationStep.NUMBER_OF_SHIFTERS, "As few shifters as possible are taken: 0, not 1.")
