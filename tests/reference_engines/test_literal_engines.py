"""The engines that walk candidates one by one: a second opinion on every answer of the optimiser."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from batches.compare_literal import compare_events, compare_fields
from hypothesis import given, settings
from hypothesis import strategies as st
from support.events import drawn_first_round, event
from support.fields import draw_field, draw_tension
from support.literally import SIDES, Outcome, Sides, answer, compare, shrunk, with_scores

from reference_engines import _kernel
from reference_engines.dutch.generation import describe_generation
from reference_engines.dutch.optimiser import Objective
from reference_engines.frame.results import BracketKind, NoLegalPairingError, UnsupportedEventError
from reference_engines.frame.systems import editions, editions_by_name, engine_for, resolve
from reference_engines.literal.dutch.search import CompletionSearch, Evaluation, leftovers, measure_of
from reference_engines.literal.dutch.sequence import StepBudget, TooLongWalkError, homogeneous_candidates

if TYPE_CHECKING:
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket, Candidate

EDITIONS = ("2026", "2017")


# --- the same answer as the optimiser --------------------------------------------------------------------------------


@pytest.mark.parametrize("brackets", [300, pytest.param(1500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_both_engines_agree_on_nasty_fields(edition: str, brackets: int) -> None:
    """Every bracket of seeded fields: the same kind, the same players, the same candidate."""
    outcomes = compare_fields(edition, brackets=brackets, seed=20)
    assert set(outcomes) == {Outcome.AGREE, Outcome.NO_LEGAL_PAIRING}
    assert outcomes[Outcome.AGREE] > brackets // 4


@settings(max_examples=150)
@given(edition=st.sampled_from(EDITIONS), rng=st.randoms(use_true_random=False))
def test_both_engines_agree_on_whatever_is_thought_of(edition: str, rng: random.Random) -> None:
    """Fields that hypothesis makes, and would make smaller."""
    found = compare(edition, draw_field(rng, draw_tension(rng, players=(2, 8))))
    assert found.outcome in {Outcome.AGREE, Outcome.NO_LEGAL_PAIRING}, found.sentence


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_engines_agree_on_small_events(edition: str) -> None:
    """Played rounds with byes, absences, forfeits, acceleration and forbidden pairs; pairs, colours, assessment."""
    outcomes = compare_events(edition, events=120, seed=21)
    assert set(outcomes) == {Outcome.AGREE}
    assert outcomes[Outcome.AGREE] > 300


def features(bracket: Bracket, candidate: Candidate) -> set[str]:
    """Name what makes a bracket nasty."""
    mdps = bracket.mdp_count
    exchanged = len(describe_generation(bracket, candidate).moved_to_s2)
    facts = {
        "several MDPs": mdps > 1,
        "Limbo": any(place < mdps for place in candidate.downfloaters),
        "Limbo of several scores": len(set(bracket.score[:mdps].tolist())) > 1 and len(candidate.pairs) < mdps,
        "few legal pairs": len(candidate.downfloaters) > max(bracket.size % 2, mdps - bracket.resident_count),
        "topscorers": bracket.players.has_topscorers,
        "C9 above the last bracket": bracket.bye_goes_here and not bracket.is_last,
        "one exchange": exchanged == 1,
        "two exchanges": exchanged > 1,
        "collapsed": bracket.kind is BracketKind.COLLAPSED_LAST,
        "MDP with the bye": bracket.is_last and any(place < mdps for place in candidate.downfloaters),
    }
    return {name for name, holds in facts.items() if holds}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_fields_are_nasty(edition: str) -> None:
    """Every difficulty occurs: a comparison of easy brackets would prove little."""
    rng, sides = random.Random(22), SIDES[edition]
    own = {"2026": "C9 above the last bracket", "2017": "collapsed"}[edition]
    usual = ("several MDPs", "Limbo", "Limbo of several scores", "few legal pairs", "topscorers", own)
    wanted = Counter(dict.fromkeys((*usual, "one exchange", "MDP with the bye"), 20) | {"two exchanges": 2})
    counts: Counter[str] = Counter()
    for _ in range(2500):
        field = draw_field(rng, draw_tension(rng))
        for bracket, candidate in answer(sides.optimiser(players=field, objective=sides.rules.objective)):
            counts.update(features(bracket, candidate))
        if wanted <= counts:
            break
    assert not wanted - counts


def damaged(edition: str) -> Sides:
    """Return the two engines of an edition, the optimiser with its last criterion put right after the look-ahead."""
    sides = SIDES[edition]

    def optimiser(players: Players, objective: Objective) -> object:
        last = objective.after[-1]
        twisted = Objective(before=objective.before, after=(last, *objective.after[:-1]))
        return sides.optimiser(players=players, objective=twisted)

    return replace(sides, optimiser=optimiser)  # type: ignore[arg-type]  # typed loosely, for this test


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_damaged_optimiser_is_found_out(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one criterion in the wrong place the literal answer is better: a reference-fault, which can be shrunk."""
    monkeypatch.setitem(SIDES, edition, damaged(edition))
    rng = random.Random(23)
    for _ in range(4000):
        field = draw_field(rng, draw_tension(rng))
        found = compare(edition, field)
        if found.outcome is Outcome.REFERENCE_FAULT:
            small = shrunk(edition, field)
            assert compare(edition, small).outcome is Outcome.REFERENCE_FAULT
            assert small.size <= field.size
            assert "optimiser" in found.sentence
            return
    pytest.fail("the damage was not noticed")


# --- judged by definition --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_a_perfect_round_of_strangers_is_accepted_at_once(size: int) -> None:
    """3.4.1 (B.4): the first candidate needs a single step."""
    for sides in SIDES.values():
        field = with_scores([10] * size)
        rules = sides.literal(players=field, objective=sides.rules.objective)
        rules = replace(rules, max_steps=size)  # type: ignore[type-var]  # the literal rounds are dataclasses
        ((_, candidate),) = rules.brackets()
        assert candidate.pairs == tuple((place, place + size // 2) for place in range(size // 2))


def apart(field: Players, *pairs: tuple[int, int]) -> Players:
    """Return the field in which these have met."""
    allowed = field.allowed.copy()
    for one, other in pairs:
        allowed[one, other] = allowed[other, one] = 0
    return replace(field, allowed=allowed)


def test_a_round_is_complete_with_pairs_for_all_and_one_bye() -> None:
    """1.9.1 (A.9): pairs that fulfil the absolute criteria, and one bye for a player who may have it."""
    field = apart(with_scores([10, 10, 0]), (0, 1))
    assert CompletionSearch(players=field, may_have_bye=(True, False, False)).is_possible((0, 1, 2))
    assert not CompletionSearch(players=field, may_have_bye=(False, False, True)).is_possible((0, 1, 2))
    assert CompletionSearch(players=field, may_have_bye=(False, False, False)).is_possible((0, 2))
    assert not CompletionSearch(players=field, may_have_bye=(True, True, True)).is_possible((0, 1))


def test_moved_down_players_meet_residents_only() -> None:
    """3.3.3 (B.3): of two MDPs and two residents, each set that the others leave, in order; never both residents."""
    field = with_scores([20, 20, 10, 10])

    def worth(left: tuple[int, ...]) -> tuple[int, ...]:
        return (len(left), *sorted((int(field.score[player]) for player in left), reverse=True))

    one_pair, whole = [(0, 2), (0, 3), (1, 2), (1, 3)], (0, 1, 2, 3)
    assert list(leftovers(field, (0, 1), range(2, 4), worth)) == [(), *one_pair, (0, 1), whole]
    assert list(leftovers(apart(field, *one_pair), (0, 1), range(2, 4), worth)) == [(0, 1), whole]


def test_m1_is_the_greatest_number_of_mdps_with_the_best_psd() -> None:
    """
    B.1.c (2017): a collapsed bracket of 40 and 20 above 15, 15, 10, 0, 0 has one PSD with two MDPs paired and with one.

    M1 is the maximum, so that candidates with one MDP are none, though they would miss fewer colours.
    """
    field = with_scores([40, 20, 20, 20, 15, 15, 10, 0, 0])
    allowed = np.zeros_like(field.allowed)
    for one, other in ((0, 1), (2, 3), (0, 4), (0, 6), (1, 4), (5, 6), (7, 8)):
        allowed[one, other] = allowed[other, one] = 1
    wish = np.array([0, 1, 0, 0, 1, 0, 0, 0, 0])
    may_have_bye = np.array([place in {1, 5} for place in range(9)])
    field = replace(field, allowed=allowed, preference=wish, strength=wish, bye_allowed=may_have_bye)
    sides = SIDES["2017"]
    *_, (bracket, candidate) = answer(sides.literal(players=field, objective=sides.rules.objective))
    assert bracket.kind is BracketKind.COLLAPSED_LAST
    assert bracket.mdps == (0, 1)
    assert candidate.pairs == ((0, 4), (1, 2), (5, 6))
    assert candidate.downfloaters == (3,)


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_is_matched(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second opinion is one: without the kernel the literal engine pairs as before, the optimiser cannot."""
    field, sides = with_scores([20, 20, 10, 10, 10, 0, 0]), SIDES[edition]
    before = answer(sides.literal(players=field, objective=sides.rules.objective))
    for name in ("lexicographic_matching", "maximum_matching", "proven_matching", "staged_matching"):
        monkeypatch.delattr(_kernel, name)
    after = answer(sides.literal(players=field, objective=sides.rules.objective))
    assert [candidate for _, candidate in after] == [candidate for _, candidate in before]
    with pytest.raises(AttributeError):
        answer(sides.optimiser(players=field, objective=sides.rules.objective))


@pytest.mark.parametrize("edition", EDITIONS)
def test_candidates_are_worth_what_the_criteria_say(edition: str) -> None:
    """The walk asks each criterion once for a bracket; the values are those of the records themselves."""
    rng, rules = random.Random(24), SIDES[edition].rules
    judged = 0
    for _ in range(200):
        field = draw_field(rng, draw_tension(rng))
        for bracket, candidate in answer(SIDES[edition].literal(players=field, objective=rules.objective)):
            for criterion in (*rules.objective.before, *rules.objective.after):
                judged += 1
                assert measure_of(criterion, bracket).value(candidate) == bracket.value(criterion, candidate)
    assert judged > 1000


def test_the_first_of_the_best_is_taken() -> None:
    """3.8.1 (B.8): no candidate is perfect, two transpositions are equally good."""
    rules = SIDES["2026"].rules
    wish = np.array([1, 1, 1, -1])
    field = replace(with_scores([10] * 4), preference=wish, strength=wish * wish)
    ((bracket, _),) = answer(SIDES["2026"].literal(players=field, objective=rules.objective))
    evaluation = Evaluation(
        bracket=bracket,
        complies=lambda _: True,
        measures=[measure_of(criterion, bracket) for criterion in rules.objective.after],
        budget=StepBudget("this test"),
    )
    found = evaluation.first_best(homogeneous_candidates(range(4), 2))
    assert found is not None
    assert not found.is_perfect
    assert found.candidate.pairs == ((0, 2), (1, 3))
    assert evaluation.budget.steps == 2 * 6


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bracket_that_takes_too_long_is_refused(edition: str) -> None:
    """Twenty-four players who met in order: the first legal transposition comes after many millions."""
    prepared = engine_for(f"dutch-{edition}/literal").open(drawn_first_round(24))
    with pytest.raises(TooLongWalkError, match=r"bracket of 0\.5 points with 24 players takes more than 400000 steps"):
        prepared.round(2).expected()
    assert engine_for(f"dutch-{edition}").open(drawn_first_round(24)).round(2).expected().bye is None
    assert issubclass(TooLongWalkError, UnsupportedEventError)


def test_a_search_that_takes_too_long_is_refused_as_well() -> None:
    """Whether a round can be completed, and how the following bracket can be paired."""
    field = with_scores([10] * 14)
    nobody_meets = replace(field, allowed=np.zeros_like(field.allowed))
    two_circles = np.equal.outer(np.arange(14) < 7, np.arange(14) < 7)
    nearly = replace(field, allowed=field.allowed * two_circles)
    assert not CompletionSearch(players=nobody_meets, may_have_bye=(False,) * 14).is_possible(tuple(range(14)))
    with pytest.raises(TooLongWalkError, match="the round can be completed takes more than 3 steps"):
        CompletionSearch(players=nearly, may_have_bye=(False,) * 14, max_steps=3).is_possible(tuple(range(14)))
    with pytest.raises(TooLongWalkError, match="the following bracket can be paired takes more than 100 steps"):
        list(leftovers(nearly, (), range(14), lambda left: (len(left),), max_steps=100))


def test_a_round_without_a_legal_pairing_is_refused_like_by_the_optimiser() -> None:
    """1.9.3 (A.9)."""
    for edition in EDITIONS:
        with pytest.raises(NoLegalPairingError):
            engine_for(f"dutch-{edition}/literal").open(event(["2w1", "1b0"])).round(2).expected()


# --- named like any other system -------------------------------------------------------------------------------------


def test_literal_engines_are_named_but_never_resolved_to() -> None:
    """``dutch-2026/literal`` must be asked for; ``auto`` takes the ordinary engine."""
    keys = {edition.key for edition in editions_by_name()}
    assert {"dutch-2026/literal", "dutch-2017/literal"} <= keys
    assert not any("/" in edition.key for edition in editions())
    taken = resolve(event(["", ""]), "dutch-2026/literal").engine
    assert taken is engine_for("dutch-2026/literal")
    assert taken.edition.in_force_from == engine_for("dutch-2026").edition.in_force_from
