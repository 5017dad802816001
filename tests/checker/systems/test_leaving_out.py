from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.loops import require_items
from support.rounds import dutch_round
from support.situations import Somebody, situation

from checker.verdicts.first_difference import Balance, compare_assessments
from random_tournaments.axes import Axes, Span
from random_tournaments.event_batch import Batch
from reference_engines.coverage import features_of
from reference_engines.coverage.dutch_leaving_out import (
    ABSOLUTE,
    brackets_without,
    forbidden_pairs_decide,
    is_decisive,
    relaxable_criteria,
)
from reference_engines.coverage.features import FeatureKind
from reference_engines.downfloating.bracket import DOWNFLOATER_SCORES, Bracket
from reference_engines.downfloating.completion import Completion, optional_targets
from reference_engines.dutch.criteria import PAIRING_SCORE_DIFFERENCE
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.dutch.optimiser import Objective, best_candidate, pair_ignoring_lower_brackets, require_candidate
from reference_engines.dutch.rounds import Round2026WithoutCompletion
from reference_engines.frame.results import BracketKind, Pair, RoundPairing
from reference_engines.frame.rules import PreparedEvent
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from reference_engines.downfloating.bracket import BracketCriterion

EDITIONS = ("dutch-2026", "dutch-2017")
_EVENTS = 40


@cache
def _prepared_events(key: str) -> tuple[PreparedEvent, ...]:
    """Return small events with more rounds than they can easily bear."""
    batch = Batch(seed=11, system=key, axes=Axes(players=Span(4, 14), rounds=Span(4, 13)))
    opened = (engine_for(key).open(batch.play(index).event) for index in range(_EVENTS))
    return tuple(prepared for prepared in opened if isinstance(prepared, PreparedEvent))


def _labels(key: str) -> list[str]:
    return [label for label, *_ in relaxable_criteria(engine_for(key))]  # type: ignore[arg-type]  # Dutch only


def _collapses(prepared: PreparedEvent, round_number: int, label: str) -> bool:
    both = (
        *prepared.round(round_number).expected_by_position.trace,
        *brackets_without(dutch_round(prepared, round_number), label),
    )
    return any(bracket.kind is not BracketKind.ORDINARY for bracket, _ in both)


def _rival(prepared: PreparedEvent, round_number: int, label: str) -> RoundPairing:
    """Pair without a criterion; colours do not matter to any criterion."""
    tpn = prepared.round(round_number).participants.tpn
    left = set(tpn.tolist())
    pairs = []
    for bracket, candidate in brackets_without(dutch_round(prepared, round_number), label):
        for pair in candidate.pairs:
            one, other = tpn[bracket.positions[list(pair)]].tolist()
            pairs.append(Pair(one, other))
            left -= {one, other}
    return RoundPairing(pairs=tuple(pairs), bye=left.pop() if left else None)


@pytest.mark.parametrize("key", EDITIONS)
def test_a_decisive_criterion_is_the_first_by_which_the_rival_is_worse(key: str) -> None:
    """
    The pairing that the edition asks for without a criterion is legal, equal above it, and worse by it.

    So an independent comparison of the two names this very criterion. Rounds that collapse are left out: with and
    without the criterion they are judged by different ones.
    """
    weighed = 0
    for prepared in _prepared_events(key):
        for number in range(1, prepared.history.rounds + 1):
            own = prepared.round(number).assess(prepared.round(number).expected())
            for label in set(_labels(key)) - set(ABSOLUTE):
                if not is_decisive(dutch_round(prepared, number), label) or _collapses(prepared, number, label):
                    continue
                rival = prepared.round(number).assess(_rival(prepared, number, label))
                weighing = compare_assessments(rival, own)
                assert not rival.violations
                assert (weighing.balance, weighing.criterion and weighing.criterion.label) == (Balance.WORSE, label)
                weighed += 1
    assert weighed > 50


@pytest.mark.parametrize("key", EDITIONS)
def test_a_criterion_that_is_not_decisive_leaves_the_round_as_it_is(key: str) -> None:
    """Where no decision is reported the edition without the criterion asks for the same pairs, followed to the end."""
    for prepared in require_items(_prepared_events(key)[:8]):
        for number in require_items(range(1, prepared.history.rounds + 1)):
            own = {pair.players for pair in prepared.round(number).expected().pairs}
            for label in set(_labels(key)) - set(ABSOLUTE):
                other = {pair.players for pair in _rival(prepared, number, label).pairs}
                assert is_decisive(dutch_round(prepared, number), label) == (other != own)


@pytest.mark.parametrize(("key", "label"), [(key, label) for key in EDITIONS for label in ("C1", "C2", "C3")])
def test_a_decisive_absolute_criterion_is_broken_by_the_rival(key: str, label: str) -> None:
    """A different pairing made without an absolute criterion breaks that criterion."""
    broken = 0
    for prepared in _prepared_events(key):
        for number in range(1, prepared.history.rounds + 1):
            if not is_decisive(dutch_round(prepared, number), label):
                continue
            violations = prepared.round(number).assess(_rival(prepared, number, label)).violations
            labels = {violation.label for violation in violations}
            # Without [C1] nobody is kept from an opponent with the same absolute preference but by [C3], and so on.
            assert labels <= {label}
            broken += bool(labels)
    assert broken


def test_completion_is_decisive_only_where_the_unhindered_choice_cannot_be_completed() -> None:
    """
    In 2026, going down without [C4], the first choice to be another one spoils something below.

    Either what is left has no pairing, or it has none that pairs the following bracket as well as was hoped for.
    """
    decisive = 0
    for prepared in _prepared_events("dutch-2026"):
        for number in range(1, prepared.history.rounds + 1):
            field = prepared.round(number).participants
            if field.is_odd or not is_decisive(dutch_round(prepared, number), "C4"):
                continue
            completion = Completion(players=field, may_have_bye=field.bye_allowed)
            rivals = Round2026WithoutCompletion(players=field, objective=DUTCH_2026.objective).brackets()
            bracket, rival = next(
                (bracket, rival)
                for (_, candidate), (bracket, rival) in zip(
                    prepared.round(number).expected_by_position.trace, rivals, strict=False
                )
                if candidate != rival
            )
            floating = bracket.positions[list(rival.downfloaters)].tolist()
            assert bracket.is_last or not completion.leaves_following_bracket_whole(bracket, floating)
            decisive += 1
    assert decisive


def test_in_2017_completion_is_decisive_where_a_bracket_is_paired_again() -> None:
    """A penultimate pairing bracket exists for nothing else."""
    rounds = [
        (prepared, number)
        for prepared in _prepared_events("dutch-2017")
        for number in range(1, prepared.history.rounds)
    ]
    decisive = [is_decisive(dutch_round(prepared, number), "C4") for prepared, number in rounds]
    collapsed = [
        any(bracket.kind is BracketKind.PENULTIMATE for bracket, _ in prepared.round(number).expected_by_position.trace)
        for prepared, number in rounds
    ]
    assert any(decisive)
    assert decisive == collapsed


def test_forbidden_pairs_matter_only_where_there_are_some() -> None:
    """An event without forbidden pairs is never paired otherwise for them; some event with them is."""
    otherwise = {True: 0, False: 0}
    for prepared in _prepared_events("dutch-2026"):
        rounds = range(1, prepared.history.rounds + 1)
        otherwise[bool(prepared.source.forbidden)] += sum(
            forbidden_pairs_decide(dutch_round(prepared, number)) for number in rounds
        )
    assert otherwise[True] > 0
    assert otherwise[False] == 0


@pytest.mark.parametrize("scores", [DOWNFLOATER_SCORES, PAIRING_SCORE_DIFFERENCE], ids=lambda scores: scores.name)
def test_if_all_may_go_down_the_best_scores_have_the_fewest_downfloaters(scores: BracketCriterion) -> None:
    """
    [C6] of 2026, and C.5 of 2017, can be decisive only where completion binds.

    Whom some pairs cover can be covered by as many pairs as possible. So the lowest scores of the downfloaters ([C7]),
    and the smallest differences (C.6), already make them fewest as long as any of them may go down.
    """
    rng = random.Random(3)
    several = 0
    for _ in range(300):
        bracket = _bracket(rng)
        fewest = pair_ignoring_lower_brackets(bracket, Objective(before=(), after=()))
        by_scores = require_candidate(
            best_candidate(bracket, optional_targets(bracket.size, bracket.size), Objective(before=(scores,), after=()))
        )
        assert len(by_scores.downfloaters) == len(fewest.downfloaters)
        several += len(fewest.downfloaters) > 1
    assert several > 100


def _bracket(rng: random.Random) -> Bracket:
    """Draw a bracket of up to four MDPs and four residents of whom half have met."""
    above, residents = rng.randint(0, 4), rng.randint(1, 4)
    scores = sorted((rng.choice((2.5, 3.0, 4.0)) for _ in range(above)), reverse=True) + [2.0] * residents
    people = [Somebody(letter, score) for letter, score in zip("ABCDEFGH", scores, strict=False)]
    letters = [somebody.letter for somebody in people]
    met = [one + other for one in letters for other in letters if one < other and rng.random() < 0.5]
    size = above + residents
    field = situation(people, met)
    return Bracket(players=field, mdps=tuple(range(above)), first=above, last=size, next_last=size)


@pytest.mark.parametrize("key", ["dutch-2013"])
def test_an_edition_with_another_procedure_has_no_criteria_to_leave_out(key: str) -> None:
    """The text of 2013 is a procedure; nothing can be taken out of it and the rest kept."""
    assert not any(feature.kind is FeatureKind.DECISIVE for feature in features_of(engine_for(key)))
