"""The rules of the Burstein System, and a round paired and judged by them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from reference_engines.burstein.edition import Absolute, BursteinText
from reference_engines.burstein.event import BursteinEvent, prepare_burstein_event
from reference_engines.burstein.open_points import OTHER_READINGS, variants
from reference_engines.burstein.participants import RankedPlayers
from reference_engines.burstein.round import BursteinTrace, assess, pair_round
from reference_engines.burstein.seeding import change_seeding
from reference_engines.definitions.colours import allocate
from reference_engines.definitions.hard_rules import RoundFacts, find_bye_bar, same_absolute_preference
from reference_engines.definitions.players_event import parity_readings
from reference_engines.frame.results import GenerationStep, SelectionRule
from reference_engines.frame.round import ColourDecision, ExpectedPairing, Round
from reference_engines.frame.rules import Rules
from reference_engines.readings import follow_other_side
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reference_engines.burstein.seeding import SeedingRound
    from reference_engines.frame.results import Assessment, PreferredColour, RoundPairing, Violation
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class BursteinRules(BursteinText, Rules):
    """One edition of C.04.4.2 at work."""

    system: ClassVar[str] = "burstein"

    def prepare(self, event: Event, reuse_from: BursteinEvent | None = None) -> BursteinEvent:
        """Prepare an event with its seeding rounds."""
        return prepare_burstein_event(event, self, reuse_from)

    def bind(self, event: BursteinEvent, number: int) -> BursteinRound | SeedingRound:
        """Return a round of a prepared event; a seeding round follows the Dutch system (1.6; A.5)."""
        if number <= event.seeding_rounds:
            return event.as_seeding_round(number)
        return BursteinRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        for identifier, rules in OTHER_READINGS:
            yield follow_other_side(identifier, rules=rules)
        for variant in parity_readings():
            yield replace(variant, rules=change_seeding(variant.rules)) if variant.rules else variant


@dataclass(frozen=True, kw_only=True)
class BursteinRound(Round[BursteinRules, BursteinEvent, RankedPlayers, BursteinTrace]):
    """One round that is not a seeding round under an edition of C.04.4.2."""

    @cached_property
    def participants(self) -> RankedPlayers:
        """The players to be paired, by rank."""
        return self.event.ranked_players(self.number)

    # --- pairing ------------------------------------------------------------------------------------------------------

    def pair(self) -> ExpectedPairing[BursteinTrace]:
        """Pair the round, boards in the order of publication (C.04.2:3.6)."""
        trace = pair_round(self.rules, self.participants)
        pairs = [
            (trace.position(int(bracket.positions[one])), trace.position(int(bracket.positions[other])))
            for bracket, candidate in trace.brackets
            for one, other in candidate.pairs
        ]
        decisions = [self.colours(pair) for pair in sorted(pairs, key=self._board_key)]
        games = tuple((decision.white, decision.black) for decision in decisions)
        return ExpectedPairing(games=games, bye=trace.bye, trace=trace)

    def _board_key(self, pair: tuple[int, int]) -> tuple[int, int, int]:
        """Return the key for publication: higher score of the two, sum of both scores, smaller TPN."""
        score, column = self._scores_and_columns
        first = min(pair, key=lambda at: (-score[at], column[at]))
        return -score[first], -sum(score[at] for at in pair), column[first]

    @cached_property
    def _scores_and_columns(self) -> tuple[list[int], list[int]]:
        players = self.participants.players
        return players.score.tolist(), players.column.tolist()

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Give two positions their colours by the first rule that decides (5.2; E)."""
        players, articles = self.participants.players, self.rules.colour_articles
        one, other = self.participants.higher_first(*pair)
        if self.rules.beginners_by_score and not players.preference[[one, other]].any():
            one, other = sorted(pair, key=lambda at: (-int(players.score[at]), int(players.column[at])))
        history, pairs = self.event.history, np.array([(one, other)], dtype=np.int64)
        allocation = allocate(players, history, pairs, self.event.initial_colour, articles, history.played)
        white, black = (one, other) if allocation.colour[0] == 1 else (other, one)
        article = allocation.article[0]
        why = articles.describe(article, players, (one, other), int(allocation.colour[0]))
        return ColourDecision(white=white, black=black, article=article, why=why)

    def preferred_colour(self, position: int) -> PreferredColour:
        """Return the colour preference of a player before the round."""
        return self.participants.players.preferred_colour(position)

    @property
    def order_articles(self) -> Mapping[GenerationStep, str]:
        """The article that orders the pairings of a bracket."""
        return dict.fromkeys(GenerationStep, self.rules.opponents_article)

    # --- judging ------------------------------------------------------------------------------------------------------

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Judge a pairing by the absolute rules, then step by step: the bye, and each bracket by the criteria."""
        return assess(self.rules, self._facts, self.participants, pairing)

    @property
    def _facts(self) -> RoundFacts:
        """The facts of the round to which the absolute rules refer."""
        event, number, players = self.event, self.number, self.participants
        absolute = self.rules.absolute(Absolute.COLOURS)
        return RoundFacts(
            present=frozenset(players.numbers),
            met=lambda one, other: event.round_of_meeting(one, other, number),
            apart=lambda one, other: event.is_forbidden(one, other, number),
            barred=lambda tpn: event.why_no_bye(tpn, number),
            pair_rule=same_absolute_preference(
                absolute,
                players.numbers,
                players.players.absolute.tolist(),
                lambda tpn, colour: event.why_not_colour(tpn, colour, number),
            ),
        )

    def bye_bar(self, number: int) -> Violation | None:
        """Return the rule that bars a player from the bye (C2)."""
        return find_bye_bar(self.rules.hard, self._facts, number)

    @property
    def bye_rule(self) -> SelectionRule:
        """The choice of the bye (3.1; B.0)."""
        return self.rules.bye_rule

    @property
    def floater_rule(self) -> SelectionRule:
        """The criteria on downfloaters."""
        first = self.rules.criteria[0]
        return SelectionRule(
            label=first.label,
            article=first.article,
            sentence="as few players as possible float down, with scores as low as possible; of several who could, the "
            "following bracket and colours decide in this order, and last the ranking",
        )

    def variants(self) -> Iterator[Variant]:
        """Yield the other readings that can matter for the round."""
        return variants(self)
