"""Misreadings of the Dutch editions: plainly wrong rules, followed alike by optimiser, literal walk and assessment."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from support.altered import CASES, Demonstration, changes
from support.fields import draw_field, draw_tension, recorded_by_chance
from support.literally import SIDES, Outcome, compare_by
from support.loops import require_items
from support.samples import sample
from support.tangles import draw_tangle

from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.misreadings import misreadings_of
from reference_engines.misreadings.dutch import EQUIVALENT, ineffective_misreadings

if TYPE_CHECKING:
    from reference_engines.dutch.rules import DutchRules
    from reference_engines.frame.variants import Misreading

EDITIONS = (DUTCH_2026, DUTCH_2017)
_FIELDS = sample(4, exploring=8)
"""Drawn for each misreading; by hand there are 2,000, see `batches.misreadings`."""
_TANGLES = 25
"""Events on which is tried what has no effect."""


def _procedure_misreadings(text: DutchRules) -> list[Misreading]:
    """Return the misreadings that change how players are paired, not how the event is prepared."""
    own = (text.objective, text.procedure)
    return [one for one in misreadings_of(text) if (one.rules(text).objective, one.rules(text).procedure) != own]  # type: ignore[attr-defined]  # Dutch rules


@pytest.mark.parametrize("text", EDITIONS, ids=lambda text: text.edition.key)
def test_misreadings_are_distinguished(text: DutchRules) -> None:
    """By identifier and sentence; an article says which rule each breaks, and the rules are others."""
    for said in (
        Counter(one.identifier for one in misreadings_of(text)),
        Counter(one.sentence for one in misreadings_of(text)),
    ):
        assert max(said.values()) == 1
    assert all(one.article for one in misreadings_of(text))
    assert len(set(misreadings_of(text))) == len(misreadings_of(text)) > 100
    assert all(one.rules(text) != text for one in misreadings_of(text))


@pytest.mark.parametrize("text", EDITIONS, ids=lambda text: text.edition.key)
def test_altered_twice_is_the_same_value(text: DutchRules) -> None:
    """Equal altered rules are equal cache keys."""
    assert all(hash(one.rules(text)) == hash(one.rules(text)) for one in misreadings_of(text))
    assert all(one.rules(text) == one.rules(text) for one in misreadings_of(text))


@pytest.mark.parametrize(
    ("edition", "identifier"),
    [(text.edition.key[-4:], one.identifier) for text in EDITIONS for one in _procedure_misreadings(text)],
)
def test_optimiser_and_literal_walk_follow_a_misreading_alike(edition: str, identifier: str) -> None:
    """On a few nasty fields for each that changes the criteria, the order or the procedure."""
    rng, sides = random.Random(identifier), SIDES[edition]
    change = next(one.rules for one in misreadings_of(sides.rules) if one.identifier == identifier)
    altered = change(sides.rules), change(sides.literal_rules)
    for _ in range(_FIELDS):
        field = recorded_by_chance(rng, draw_field(rng, draw_tension(rng, players=(2, 8))))
        found = compare_by(*altered, field)  # type: ignore[arg-type]  # Dutch rules
        assert not found.outcome.is_difference, found.sentence
        assert found.outcome is not Outcome.REFUSED


def test_the_look_ahead_between_number_and_scores_comes_between() -> None:
    """C8 above C7: the literal walk may not settle the scores of the downfloaters before it has looked ahead."""
    change = next(one for one in misreadings_of(DUTCH_2026) if one.identifier.startswith("following-bracket-above-"))
    altered = change.rules(DUTCH_2026)
    assert DUTCH_2026.objective.begins_with_number_and_scores
    assert not altered.objective.begins_with_number_and_scores  # type: ignore[attr-defined]  # Dutch rules


@pytest.mark.parametrize("text", EDITIONS, ids=lambda text: text.edition.key)
def test_two_misreadings_can_be_made_one_after_the_other(text: DutchRules) -> None:
    """Whichever they are: each changes the parts that it names, and the later one has its way."""
    for one in require_items(misreadings_of(text)[::5]):
        altered = one.rules(text)
        for other in misreadings_of(text)[::7]:
            assert other.rules(altered).edition is text.edition
        assert len(misreadings_of(altered)) > 100


# --- what they change ------------------------------------------------------------------------------------------------


def _read_cases(edition: str) -> list[Demonstration]:
    return [Demonstration.of(line) for line in (CASES / f"{edition}.txt").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("edition", SIDES)
def test_every_misreading_is_shown(edition: str) -> None:
    """Except the misreadings that change nothing; see below."""
    assert [one.identifier for one in _read_cases(edition)] == [
        one.identifier for one in misreadings_of(SIDES[edition].rules)
    ]


@pytest.mark.parametrize("text", EDITIONS, ids=lambda text: text.edition.key)
def test_exactly_the_listed_misreadings_are_without_effect(text: DutchRules) -> None:
    """Each is made by the edition, and would make other rules of it."""
    assert {one.identifier for one in ineffective_misreadings(text)} == set(EQUIVALENT[text.edition.key])
    assert all(one.rules(text) != text for one in ineffective_misreadings(text))


@pytest.mark.parametrize("text", EDITIONS, ids=lambda text: text.edition.key)
def test_misreadings_without_effect_change_no_tangled_round(text: DutchRules) -> None:
    """In a few events made for such things; by hand there are 20,000, see `batches.misreadings`."""
    rng = random.Random(text.edition.key)
    for _ in range(_TANGLES):
        prepared = text.open(draw_tangle(rng))
        last = prepared.source.rounds_recorded
        for one in require_items(ineffective_misreadings(text)):
            assert not changes(prepared, one.rules(text).open(prepared.source), last), one.identifier


# --- the page --------------------------------------------------------------------------------------------------------
