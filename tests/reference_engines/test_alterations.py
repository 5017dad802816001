"""Alterations of the Dutch editions: plainly wrong rules, followed alike by optimiser, literal walk and assessment."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from support.fields import draw_field, draw_tension
from support.literally import SIDES, Outcome, compare_by

from reference_engines.dutch.edition_2017 import DUTCH_2017
from reference_engines.dutch.edition_2026 import DUTCH_2026

if TYPE_CHECKING:
    from reference_engines.dutch.rules import DutchRules
    from reference_engines.engine import Alteration

EDITIONS = (DUTCH_2026, DUTCH_2017)
_FIELDS = 8
"""Drawn for each alteration; by hand there are 2,000, see `batches.alterations`."""


def _of_the_procedure(text: DutchRules) -> list[Alteration]:
    """Return those that change how a field is paired, not how it is laid out."""
    own = (text.objective, text.procedure)
    return [one for one in text.alterations if (one.rules(text).objective, one.rules(text).procedure) != own]  # type: ignore[attr-defined]  # Dutch rules


@pytest.mark.parametrize("text", EDITIONS, ids=lambda text: text.edition.key)
def test_alterations_are_told_apart(text: DutchRules) -> None:
    """By identifier and sentence; an article says which rule each breaks, and the rules are others."""
    for said in (
        Counter(one.identifier for one in text.alterations),
        Counter(one.sentence for one in text.alterations),
    ):
        assert max(said.values()) == 1
    assert all(one.article for one in text.alterations)
    assert len(set(text.alterations)) == len(text.alterations) > 100
    assert all(one.rules(text) != text for one in text.alterations)


@pytest.mark.parametrize("text", EDITIONS, ids=lambda text: text.edition.key)
def test_altered_twice_is_the_same_value(text: DutchRules) -> None:
    """What is derived by altered rules can be kept by them."""
    assert all(hash(one.rules(text)) == hash(one.rules(text)) for one in text.alterations)
    assert all(one.rules(text) == one.rules(text) for one in text.alterations)


@pytest.mark.parametrize(
    ("edition", "identifier"),
    [(text.edition.key[-4:], one.identifier) for text in EDITIONS for one in _of_the_procedure(text)],
)
def test_optimiser_and_literal_walk_follow_an_alteration_alike(edition: str, identifier: str) -> None:
    """On a few nasty fields for each that changes the criteria, the order or the procedure."""
    rng, sides = random.Random(identifier), SIDES[edition]
    change = next(one.rules for one in sides.rules.alterations if one.identifier == identifier)
    altered = change(sides.rules), change(sides.literal_rules)
    for _ in range(_FIELDS):
        found = compare_by(*altered, draw_field(rng, draw_tension(rng, players=(2, 8))))  # type: ignore[arg-type]  # Dutch rules
        assert not found.outcome.is_difference, found.sentence
        assert found.outcome is not Outcome.REFUSED
