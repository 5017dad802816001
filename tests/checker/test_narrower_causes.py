"""A misreading that explains everything has narrower ones beside it: the same definition misread at one place."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cached_property

import numpy as np
import pytest
from support.faulty_engines import AXES

from checker.causes.cause import case_of
from checker.causes.search import OF_A_CAMPAIGN, find_causes
from random_tournaments.axes import Span
from random_tournaments.event_batch import Batch
from reference_engines.definitions.players import Players, may_meet
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.dutch.rules import DutchRound, DutchRules
from tournaments.frozen import dataclass

INDICES = (4, 7, 13, 41, 56, 57)
"""Events in which the fault shows."""


@dataclass(frozen=True, kw_only=True)
class _Round(DutchRound):
    """A round whose absolute preferences keep players apart if they rest on the colour difference."""

    @cached_property
    def participants(self) -> Players:
        """The players of the round."""
        players = self.event.players_of_round(self.number)
        difference = players.colour_difference
        wide = np.where(np.abs(difference) > 1, np.sign(difference), 0)
        topscorer = np.logical_or.outer(players.topscorer, players.topscorer)
        clash = np.equal.outer(wide, wide) & (wide != 0) & ~topscorer
        free = may_meet(self.event.source, self.event.history, players)
        return replace(players, allowed=np.where(clash, 0, free).astype(np.uint8))


@dataclass(frozen=True, kw_only=True)
class _Rules(DutchRules):
    def bind(self, event: object, number: int) -> DutchRound:
        return _Round(rules=self, event=event, number=number)  # type: ignore[arg-type]  # of the same system


@pytest.mark.slow
def test_the_place_of_a_misreading_is_found_though_a_broader_one_explains_all() -> None:
    """C3 left out explains the same rounds as C3 that looks at the colour difference alone."""
    rules = _Rules(**{field.name: getattr(DUTCH_2026, field.name) for field in fields(DUTCH_2026)})
    batch = Batch(seed=77, axes=replace(AXES, players=Span(14, 30)), system="dutch-2026")
    cases = []
    for index in INDICES:
        event = batch.play(index, lambda event, number: rules.open(event).round(number).expected()).event
        cases.append(case_of(str(index), event, DUTCH_2026))
    first, *_ = find_causes(cases, OF_A_CAMPAIGN).groups
    names = {one.identifier for one in first.members}
    assert len(names) == len(first.members)  # no cause is named twice
    assert {"colour-clash-left-out", "absolute-by-difference-alone-in-c3"} <= names
