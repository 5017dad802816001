"""The Double-Swiss System in force from 1 February 2026: its articles, and its own rules beside upfloating."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines import double_swiss
from reference_engines.definitions.criteria import NumberedCriterion
from reference_engines.definitions.hard_rules import forbidden_pairs
from reference_engines.definitions.players_event import parity_readings
from reference_engines.double_swiss.colours import decide
from reference_engines.double_swiss.event import DoubleEvent, prepare_matches
from reference_engines.double_swiss.open_points import OTHER_READINGS, open_variants
from reference_engines.double_swiss.text import DoubleParticipants, DoubleText, MatchColourStep
from reference_engines.readings import follow_other_side
from reference_engines.upfloating.edition import (
    BYE_SCORE,
    BYE_UNPLAYED,
    FOLLOWING,
    OPPONENTS_AGAIN,
    UPFLOATER_SCORES,
    UPFLOATERS,
    UPFLOATERS_AGAIN,
    Articles,
)
from reference_engines.upfloating.rules import UpfloatingRound, UpfloatingRules
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.hard_rules import RoundFacts
    from reference_engines.frame.results import PastFloat
    from reference_engines.frame.round import ColourDecision
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class DoubleRules(DoubleText, UpfloatingRules):
    """C.04.5 at work."""

    system: ClassVar[str] = "double_swiss"

    def prepare(self, event: Event, reuse_from: DoubleEvent | None = None) -> DoubleEvent:
        """Prepare an event, two rounds of its file as one match."""
        return prepare_matches(event, self, reuse_from)

    def bind(self, event: DoubleEvent, number: int) -> DoubleRound:
        """Return a round of matches."""
        return DoubleRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from parity_readings()
        for identifier, rules in OTHER_READINGS:
            yield follow_other_side(identifier, rules=rules)


@dataclass(frozen=True, kw_only=True)
class DoubleRound(UpfloatingRound[DoubleRules, DoubleEvent, DoubleParticipants]):
    """A round of matches, two rounds of the file."""

    @cached_property
    def participants(self) -> DoubleParticipants:
        """The players to be paired."""
        players = self.event.players_of_round(self.number)
        if self.rules.floats_count(self.number, self.event.event.rounds_declared):
            return players
        return replace(players, floated=np.zeros(players.size, dtype=np.bool_))

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Follow 4.3."""
        return decide(self.event, self.participants, pair)

    @property
    def apart(self) -> set[frozenset[int]]:
        """The pairs of numbers that the organiser forbids in the round."""
        return forbidden_pairs(self.event.definitions.forbidden_groups(self.event.event), self.number)

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round that the hard rules need."""
        return self.event.facts(self.number, self.participants.numbers)

    def past_floats(self, number: int) -> tuple[PastFloat, ...]:
        """Return the float of the match before, if floats count in this round ([C7], [C8])."""
        counts = self.rules.floats_count(self.number, self.event.event.rounds_declared)
        return self.event.past_floats(number, self.number, 1) if counts else ()

    def variants(self) -> Iterator[Variant]:
        """Yield the other sides that may matter for the round, and other values of undeclared facts."""
        return open_variants(self)


DOUBLE_SWISS_2026 = DoubleRules(
    edition=double_swiss.DOUBLE_SWISS_2026,
    bye_criteria=(
        NumberedCriterion("", "3.4.2", BYE_SCORE),
        NumberedCriterion("", "3.4.3", BYE_UNPLAYED),
    ),
    upfloater_criteria=(
        NumberedCriterion("C4", "2.3.1", UPFLOATERS),
        NumberedCriterion("C5", "2.3.2", UPFLOATER_SCORES),
        NumberedCriterion("C6", "2.3.3", FOLLOWING),
        NumberedCriterion("C7", "2.3.4", UPFLOATERS_AGAIN),
    ),
    bracket_criteria=(NumberedCriterion("C8", "2.3.5", OPPONENTS_AGAIN),),
    articles=Articles(
        rematch="2.1.1", bye_bar="2.1.2", bye_last="3.4.4", sets="3.5.4", identifiers="3.6.3", complete="3.3.1"
    ),
    steps=(
        ("4.3.1", MatchColourStep.BEGINNERS),
        ("4.3.2", MatchColourStep.WHITES),
        ("4.3.3", MatchColourStep.LATEST_DIFFERENCE),
        ("4.3.4", MatchColourStep.HIGHER_RANKED),
        ("4.3.5", MatchColourStep.OPPONENT),
    ),
)
