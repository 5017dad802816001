"""The rules of the Dutch system, and a round paired and judged by them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines.definitions.player_states import topscorers_by_points
from reference_engines.definitions.players import Players
from reference_engines.definitions.players_event import parity_readings
from reference_engines.downfloating.bracket import Brackets
from reference_engines.downfloating.criteria import DOWNFLOATERS
from reference_engines.dutch.assessment import BracketKey, assess
from reference_engines.dutch.criteria import BYE_SCORE, STRONG_COLOUR_PREFERENCE, STRONG_OR_ABSOLUTE_PREFERENCE
from reference_engines.dutch.diagnosis import diagnose
from reference_engines.dutch.edition import DutchText
from reference_engines.dutch.players_round import DutchEvent, PlayersRound, prepare_players
from reference_engines.frame.results import SelectionRule
from reference_engines.frame.round import is_of_games
from reference_engines.frame.rules import Rules
from reference_engines.readings import follow_other_side
from tournaments.frozen import cached_property, dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import IntArray
    from reference_engines.downfloating.bracket import Bracket, Candidate
    from reference_engines.dutch.edition import RoundProcedure
    from reference_engines.frame.results import Assessment, BracketAssessment, Diagnosis, RoundPairing
    from reference_engines.frame.round import ExpectedPairing
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event


def _count_absolute_preferences(rules: DutchRules) -> DutchRules:
    """Count missed absolute preferences beside strong ones (DUTCH-C13-ABSOLUTE)."""
    criteria = (
        replace(one, criterion=STRONG_OR_ABSOLUTE_PREFERENCE) if one.criterion is STRONG_COLOUR_PREFERENCE else one
        for one in rules.criteria
    )
    return replace(rules, criteria=tuple(criteria))


def _find_topscorers_by_points(rules: DutchRules) -> DutchRules:
    """Leave virtual points out for topscorers (DUTCH-TOPSCORER-MAXIMUM)."""
    return replace(rules, definitions=replace(rules.definitions, topscorers=topscorers_by_points))


@dataclass(frozen=True, kw_only=True)
class DutchRules(DutchText, Rules):
    """One edition of C.04.3 at work."""

    system: ClassVar[str] = "dutch"

    def prepare(self, event: Event, reuse_from: DutchEvent | None = None) -> DutchEvent:
        """Prepare an event under the definitions of the edition."""
        return prepare_players(event, self, reuse_from)

    def bind(self, event: DutchEvent, number: int) -> DutchRound:
        """Return a round of a prepared event."""
        return DutchRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from parity_readings()
        yield follow_other_side("DUTCH-C13-ABSOLUTE", rules=_count_absolute_preferences)
        yield follow_other_side("DUTCH-TOPSCORER-MAXIMUM", rules=_find_topscorers_by_points)


@dataclass(frozen=True, kw_only=True)
class DutchRound(PlayersRound[DutchRules, DutchEvent, Players, Brackets]):
    """One round under an edition of C.04.3."""

    @cached_property
    def participants(self) -> Players:
        """The players to be paired, in order."""
        players = self.event.players_of_round(self.number)
        return self.event.with_recorded_opponents(players) if self.rules.order.uses_recorded_pairing else players

    @property
    def players(self) -> Players:
        """The participants."""
        return self.participants

    @property
    def procedure(self) -> RoundProcedure:
        """The procedure of the edition on the players of the round, with nothing paired yet."""
        return self.rules.procedure(players=self.participants, objective=self.rules.objective)

    @property
    def brackets(self) -> Brackets:
        """The brackets of the expected pairing; raise NoLegalPairingError or UnsupportedEventError."""
        return self.expected_by_position.trace

    # --- pairing ------------------------------------------------------------------------------------------------------

    def pair(self) -> ExpectedPairing[Brackets]:
        """Pair bracket by bracket, boards in the order of publication."""
        brackets = tuple(self.procedure.brackets())
        pairs = [_positions(bracket, candidate) for bracket, candidate in brackets if candidate.pairs]
        return self.publish(np.concatenate([_NO_PAIRS, *pairs]), brackets)

    def would_pair_as(self, pairing: RoundPairing) -> bool:
        """Compare bracket by bracket, and only where all are equal the colours."""
        numbers = self.participants.numbers
        paired = [tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)]
        if sorted([*paired, *([] if pairing.bye is None else [pairing.bye])]) != sorted(numbers):
            return False
        opponents, pairs = self.participants.opponents(pairing), [_NO_PAIRS]
        for bracket, candidate in self.procedure.brackets():
            if candidate != bracket.read_candidate(opponents):
                return False
            if candidate.pairs:
                pairs.append(_positions(bracket, candidate))
        published = self.publish(np.concatenate(pairs), ())
        return is_of_games(pairing, {(numbers[white], numbers[black]) for white, black in published.games})

    # --- judging ------------------------------------------------------------------------------------------------------

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Judge a pairing by the absolute rules, and bracket by bracket by the criteria."""
        own = self.expected_if_any
        return assess(
            self.rules, self.facts, self.participants, pairing, own.trace if own else (), self._assessed_brackets
        )

    @cached_property
    def _assessed_brackets(self) -> dict[BracketKey, BracketAssessment]:
        return {}

    @property
    def bye_rule(self) -> SelectionRule:
        """The lowest score (C5 since 2026); before, the player whom the last bracket leaves over (A.9)."""
        chosen = next((numbered for numbered in self.rules.criteria if numbered.criterion is BYE_SCORE), None)
        if chosen is None:
            return SelectionRule(
                article=self.rules.bye_article,
                sentence="the bye goes to the player whom the last bracket leaves without an opponent, and who may "
                "have it",
                comes_first=False,
            )
        return SelectionRule(
            label=chosen.label,
            article=self.rules.bye_article,
            sentence="the bye goes to a player with the lowest score who may have it and without whom all others can "
            "be paired; of several, to the one by whom the last bracket is paired best",
        )

    @property
    def floater_rule(self) -> SelectionRule:
        """The criteria on downfloaters, colours and earlier floats."""
        first = next(numbered for numbered in self.rules.criteria if numbered.criterion is DOWNFLOATERS)
        return SelectionRule(
            label=first.label,
            article=first.article,
            sentence="as few players as possible float down; of several who could, scores, colours and earlier floats "
            "decide in this order, and last the order of the list",
        )

    def find_failed_component(self, pairing: RoundPairing) -> Diagnosis:
        """Solve the bracket in which the pairings differ again, and verify each part of the optimiser."""
        return diagnose(self.rules, self.participants, pairing, self.brackets)

    def disprove_impossibility(self, _pairing: RoundPairing) -> Diagnosis | None:
        """Verify by a barrier that the players whom the completion refuses cannot be paired."""
        claims = self.procedure.impossibility_claims(self.brackets)
        return next((error for claim in claims if (error := claim.disprove()) is not None), None)

    def variants(self) -> Iterator[Variant]:
        """Yield the other readings of odd and even, and other values of undeclared facts."""
        return self.variants_of_dutch_event()


_NO_PAIRS: IntArray = np.empty((0, 2), dtype=np.int64)


def _positions(bracket: Bracket, candidate: Candidate) -> IntArray:
    """Return the pairs of a candidate as (pairs, 2) positions among the players of the round."""
    return bracket.positions[np.array(candidate.pairs, dtype=np.int64)]
