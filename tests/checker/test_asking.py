"""Why not this pair, and why this one: every answer agrees with the engine, and with what is independent of it."""

from __future__ import annotations

import re
from itertools import combinations, islice

import pytest
from batches.answer_every_pair import drawn_rounds
from support.answers import wrong_answer
from support.events import event
from support.loops import require_items
from support.samples import sample

from checker.questions.answers import Standing
from checker.questions.explain import explain
from checker.questions.objection import find_objection, why_not
from checker.questions.question import NotAskableError, Question, Wish, find_best_round
from random_tournaments.axes import Span
from reference_engines.frame.results import Pair
from reference_engines.frame.systems import engine_for
from tournaments.model import ForbiddenGroup

DUTCH = ("dutch-2026", "dutch-2017", "dutch-2013")
BYE_FIRST = ("dubov-2026", "burstein-2026", "double-swiss-2026")
CRITERIA = (*DUTCH, *BYE_FIRST)
PROCEDURES = ("dubov-1997", "clock-2012", "simple-2018", "lim-2026")

FOUR_BEFORE_3 = event(["4w1 2b=", "3b1 1w=", "2w0 4b1", "1b0 3w0"], rounds_declared=3)
FIVE = event(["3w1 2b1", "4b1 1w0", "1b0 5w1", "2w0 U", "U 3b0"], rounds_declared=3)


def question_of(of: object, stage: int, system: str = "dutch-2026") -> Question:
    """Ask about a round."""
    return Question(prepared=engine_for(system).open(of), stage=stage)  # type: ignore[arg-type]  # an event


@pytest.mark.parametrize("system", CRITERIA)
def test_every_pair_of_a_round_is_answered_as_the_engine_would(system: str) -> None:
    """Illegal by the field, impossible by another matcher, or in the best round that contains it really worse."""
    rounds = sample(1, exploring=2)
    for question in require_items(islice(drawn_rounds(system, Span(9, 11), seed=11), rounds)):
        for one, other in require_items(combinations(question.scores, 2)):
            standing, why = wrong_answer(question, one, other)
            assert not why, (system, question.stage, one, other, standing)


@pytest.mark.parametrize("system", [*DUTCH, *BYE_FIRST])
def test_no_round_that_contains_the_pair_is_better_than_the_best(system: str) -> None:
    """Compared with all of them, where there are few."""
    rounds = sample(2, exploring=3)
    for question in require_items(islice(drawn_rounds(system, Span(6, 7), seed=5), rounds)):
        for one, other in require_items(combinations(question.scores, 2)):
            standing, why = wrong_answer(question, one, other, exhaustive=True)
            assert not why, (system, question.stage, one, other, standing)


@pytest.mark.parametrize("system", PROCEDURES)
def test_a_procedure_names_the_step_that_passes_the_pair_over(system: str) -> None:
    """A procedure has no criteria by which two rounds could be compared."""
    told = set()
    (question,) = islice(drawn_rounds(system, Span(10, 12), seed=2), 1)
    for one, other in combinations(question.scores, 2):
        found = why_not(question, one, other).objection
        told.add(found.standing)
        passed_over = found.standing in (Standing.WORSE, Standing.LATER, Standing.OPEN)
        assert passed_over == (found.parting is not None)
        assert (found.standing is Standing.CHOSEN) == (frozenset((one, other)) in _games(question))
        if found.standing is Standing.CHOSEN:
            assert ". Without this game: " in why_not(question, one, other).sentence
    assert Standing.UNDECIDED not in told
    assert {Standing.CHOSEN, Standing.ILLEGAL} < told


def _games(question: Question) -> set[frozenset[int]]:
    return {pair.players for pair in question.chosen.pairs}


def test_two_players_who_have_met_get_the_round_as_reason() -> None:
    """An absolute rule comes before all others."""
    found = why_not(question_of(FOUR_BEFORE_3, 3), 1, 2)
    assert found.objection.standing is Standing.ILLEGAL
    assert found.objection.short == "met in round 2"
    assert found.sentence == (
        "Round 3: Player 1 and Player 2 may not play each other. They have already played each other in round 2 "
        "(C1, 2.1.1)."
    )


def test_the_right_pair_is_called_right() -> None:
    """The expected pair gets no objection."""
    found = why_not(question_of(FOUR_BEFORE_3, 3), 1, 3)
    assert found.objection.standing is Standing.CHOSEN
    assert found.sentence == (
        "Round 3: Player 1 and Player 3 should play each other. Without this game the other players could not all be "
        "paired."
    )


def test_a_pair_that_leaves_a_player_alone_is_impossible() -> None:
    """The only possible opponent of 6 is 1."""
    apart = tuple(ForbiddenGroup(players=frozenset((6, other))) for other in (2, 3, 4))
    question = question_of(event(["2w1", "1b0", "4w1", "3b0", "6w1", "5b0"], rounds_declared=5, forbidden=apart), 2)
    found = why_not(question, 1, 5)
    assert found.objection.standing is Standing.IMPOSSIBLE
    assert found.objection.pairing is None
    assert found.sentence.startswith("Round 2: Player 1 and Player 5 cannot play each other: ")
    assert found.sentence.endswith("If Player 1 met Player 5, the other players could not all be paired.")
    assert why_not(question, 1, 6).objection.standing is Standing.CHOSEN


def test_a_worse_pair_names_scoregroup_criterion_and_colours() -> None:
    """1 and 3 have had White, 2 and 4 Black: to pair 1 with 3 takes the colour from one of each."""
    question = question_of(event(["5w1", "6b1", "7w1", "8b1", "1b0", "2w0", "3b0", "4w0"], rounds_declared=5), 2)
    found = why_not(question, 1, 3)
    assert found.objection.standing is Standing.WORSE
    assert found.objection.label == "C12"
    assert found.objection.criterion is not None
    assert (found.objection.criterion.recorded, found.objection.criterion.expected) == ((2,), (0,))
    assert found.sentence == (
        "Round 2: Player 1 and Player 3 should not play each other: Player 1 plays Player 4 and Player 3 plays "
        "Player 2. Two players in the 1-point group would not get the colour that is due, instead of none. "
        "Player 1 and Player 3 are both due Black and Player 2 and Player 4 are both due White (C12, 2.4.7)."
    )


def test_the_bye_is_explained_against_the_other_players() -> None:
    """4 had it in the second round, 5 in the first."""
    found = explain(question_of(FIVE, 3), 3)
    assert found.game is None
    assert found.answer == "Player 3 has the bye."
    shorts = {rung.tpn: rung.objection.short for rung in found.ladder}
    assert shorts[3] == "has the bye"
    assert (shorts[4], shorts[5]) == (
        "had the pairing-allocated bye in round 2",
        "had the pairing-allocated bye in round 1",
    )
    assert "With the bye for Player 2: " in found.reason


def test_a_bye_can_be_wished_for() -> None:
    """It is asked for as a pair is."""
    question = question_of(event(["2w1", "1b0", "4w1", "3b0", "U"], rounds_declared=5), 2)
    assert find_objection(question, Wish(unit=(5,))).standing is Standing.ILLEGAL
    best = find_best_round(question, Wish(unit=(1,)))
    assert best is not None
    assert best.bye == 1


def test_a_player_is_explained_with_opponent_colour_and_ladder() -> None:
    """In rank order, each with why not."""
    question = question_of(event(["5w1", "6b1", "7w1", "8b1", "1b0", "2w0", "3b0", "4w0"], rounds_declared=5), 2)
    found = explain(question, 1)
    assert found.game == Pair(4, 1)
    assert found.answer == "Player 1 plays Player 4, with Black."
    assert found.reason.startswith("The nearest other opponent is ")
    assert [rung.tpn for rung in found.ladder] == [2, 3, 4]
    assert [rung.objection.standing for rung in found.ladder][-1] is Standing.CHOSEN
    assert found.colour == (
        "Player 4 has White. Player 4 has had B, Player 1 W: Player 4 is due White and Player 1 is due Black (5.2.1)."
    )
    assert found.left_out == "4 players further away in score or rank are not listed."


def test_a_row_does_not_compare_a_player_with_the_same_player() -> None:
    """In the row of player 1, who would leave the own scoregroup: not "is a worse opponent for Player 1"."""
    halves = event(["5w1", "6b1", "7w=", "8b=", "1b0", "2w0", "3b=", "4w="], rounds_declared=5)
    rows = {rung.tpn: rung.objection.short for rung in explain(question_of(halves, 2, "lim-2026"), 3).ladder}
    assert (rows[1], rows[6]) == ("would get a worse opponent (3.1)",) * 2
    assert rows[8] == "is a worse opponent for Player 3 (5.2)"


def test_a_float_is_explained_by_what_staying_would_cost() -> None:
    """Three players have a point, so one of them must meet a player without one."""
    question = question_of(event(["4w1", "5b1", "6w1", "1b0", "2w0", "3b0"], rounds_declared=5), 2)
    (floating,) = (pair for pair in question.chosen.pairs if len({question.scores[one] for one in pair.players}) == 2)
    higher = max(floating.players, key=question.scores.__getitem__)
    lower = min(floating.players, key=question.scores.__getitem__)
    found = explain(question, higher)
    members = [tpn for tpn, score in question.scores.items() if score == question.scores[higher] and tpn != higher]
    (other,) = (
        tpn
        for tpn in members
        if found.reason.startswith(f"Player {higher} floats down from 1 point to 0 points, not Player {tpn}. ")
    )
    assert f"Three players have 1 point, so one has to leave. With Player {other} instead " in found.reason
    assert [rung.tpn for rung in found.other_floaters] == sorted(members)
    assert explain(question, lower).reason == found.reason


@pytest.mark.parametrize(
    ("stage", "first", "second", "message"),
    [
        (5, 1, 2, "round 5 cannot be asked about: the file records rounds 1 to 2, and one more can be paired"),
        (3, 1, 9, "there is no player 9 in the event; numbers are from 1 to 4"),
        (3, 1, 1, "a player cannot meet itself; name two players"),
        (2, 1, 4, "Player 4 (4) is not to be paired in round 2"),
    ],
)
def test_missing_rounds_and_players_cannot_be_asked_about(stage: int, first: int, second: int, message: str) -> None:
    """The message names the missing round, player or pair."""
    away = event(["4w1 2b=", "3b1 1w=", "2w0 -", "1b0 -"], rounds_declared=3)
    with pytest.raises(NotAskableError, match=f"^{re.escape(message)}$"):
        why_not(question_of(away, stage), first, second)
