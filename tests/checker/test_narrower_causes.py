"""A misreading that explains everything has narrower ones beside it: the same definition misread at one place."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cached_property
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checker.causes.causes_finding import CauseGroup

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
class _JoiningRound(DutchRound):
    """A round in which a last scoregroup of one player is paired together with the scoregroup above."""

    @cached_property
    def participants(self) -> Players:
        """The players of the round."""
        players = self.event.players_of_round(self.number)
        *begins, last, end = (0, *players.groups)
        return replace(players, groups=(*begins[1:], end)) if begins and end - last == 1 else players


@dataclass(frozen=True, kw_only=True)
class _Rules(DutchRules):
    kind: type[DutchRound] = _Round

    def bind(self, event: object, number: int) -> DutchRound:
        return self.kind(rules=self, event=event, number=number)  # type: ignore[arg-type]  # of the same system


def _find_groups(kind: type[DutchRound], indices: Iterable[int]) -> tuple[CauseGroup, ...]:
    """Return the causes of events that a faulty engine pairs."""
    rules = _Rules(**{field.name: getattr(DUTCH_2026, field.name) for field in fields(DUTCH_2026)}, kind=kind)
    batch = Batch(seed=77, axes=replace(AXES, players=Span(14, 30)), system="dutch-2026")
    cases = []
    for index in indices:
        event = batch.play(index, lambda event, number: rules.open(event).round(number).expected()).event
        cases.append(case_of(str(index), event, DUTCH_2026))
    return find_causes(cases, OF_A_CAMPAIGN).groups


@pytest.mark.slow
def test_the_place_of_a_misreading_is_found_though_a_broader_one_explains_all() -> None:
    """C3 left out explains the same rounds as C3 that looks at the colour difference alone."""
    first, *_ = _find_groups(_Round, INDICES)
    names = {one.identifier for one in first.members}
    assert {"colour-clash-left-out", "absolute-by-difference-alone-in-c3"} <= names


@pytest.mark.slow
def test_a_place_that_was_tried_before_is_named_once() -> None:
    """The places of the cause's article are tried again when it explains all rounds."""
    first, *_ = _find_groups(_JoiningRound, range(24))
    names = [one.identifier for one in first.members]
    assert "last-scoregroups-joined-if-one" in names
    assert len(names) == len({*names})
