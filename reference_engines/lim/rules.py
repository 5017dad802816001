"""The rules of the Lim System: how a round is paired, judged, and given its colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from reference_engines import lim
from reference_engines.definitions.hard_rules import HardRules, RuleReference
from reference_engines.definitions.player_states import ByeRule
from reference_engines.definitions.players_event import undeclared_final_round, undeclared_initial_colour
from reference_engines.frame import results
from reference_engines.frame.edition import Edition
from reference_engines.frame.rules import ColourDecision, ExpectedPairing, Rules
from reference_engines.frame.variants import Variant
from reference_engines.lim.colours import beyond_limits, decide_colours
from reference_engines.lim.divergence import find_divergence
from reference_engines.lim.edition import (
    DEFAULT_READINGS,
    OPEN_POINTS,
    OTHER_READINGS,
    LimArticle,
    LimReadings,
    LimStepKind,
    as_in_1999,
    as_in_2026,
)
from reference_engines.lim.event import LimEvent
from reference_engines.lim.participants import LimParticipants, float_just_before
from reference_engines.lim.walk import follow_procedure
from reference_engines.sequential import Pairs, SequentialRound, find_open_points, make_variants, prepare_players
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event

Procedure = Callable[[LimParticipants, LimReadings], tuple[Pairs, int | None]]


def pair_by_steps(participants: LimParticipants, readings: LimReadings) -> tuple[Pairs, int | None]:
    """Go through the steps of the procedure; raise NoLegalPairingError if no complete pairing exists."""
    made = follow_procedure(participants, readings)
    pairs = tuple(step.pair for step in made if step.pair is not None and not step.undone)
    return pairs, next((step.taken[0] for step in made if step.kind is LimStepKind.BYE), None)


def keep_participants(participants: LimParticipants) -> LimParticipants:
    """Return the players as the text describes them."""
    return participants


@dataclass(frozen=True, kw_only=True)
class LimRules(Rules):
    """The Lim System in one of its editions."""

    system: ClassVar[str] = "lim"
    work_of_pairing: ClassVar[float] = 0.8
    edition: Edition
    article_number: Callable[[LimArticle], str]
    """The number that the edition gives to an article."""
    procedure: Procedure = pair_by_steps
    """Makes the pairs of positions, in order, and names the position with the bye."""
    readings: LimReadings = DEFAULT_READINGS
    is_maxi: bool = False
    """Whether the event is declared as a maxi-tournament (LIM-MAXI)."""
    misread: Callable[[LimParticipants], LimParticipants] = keep_participants
    """The change of the players that a misreading makes before a round is paired."""

    def prepare(self, event: Event, reuse_from: LimEvent | None = None) -> LimEvent:
        """Prepare an event; floats follow from the scores and the median scoregroup (2.2)."""
        return prepare_players(LimEvent, self, event, reuse_from, ByeRule.WIN_WITHOUT_PLAYING)

    def bind(self, event: LimEvent, number: int) -> LimRound:
        """Return a round of a prepared event."""
        return LimRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from make_variants(OTHER_READINGS)

    def pairs_like(self, other: Rules) -> bool:
        """Whether other rules differ in the numbers of their articles alone, as the editions do."""
        return isinstance(other, LimRules) and self == replace(
            other, edition=self.edition, article_number=self.article_number
        )


@dataclass(frozen=True, kw_only=True)
class LimRound(SequentialRound[LimRules, LimEvent, LimParticipants]):
    """One round under an edition of the Lim System."""

    hard: ClassVar[HardRules] = HardRules(
        once=RuleReference(),
        bye_for_odd=RuleReference(article=LimArticle.BYE.value),
        meeting=RuleReference(article=LimArticle.COMPATIBLE.value),
        forbidden=RuleReference(),
        bye_again=RuleReference(article=LimArticle.BYE.value),
        forbidding="LIM-FORBIDDEN",
    )
    """These articles have the same numbers in both editions."""

    @cached_property
    def participants(self) -> LimParticipants:
        """The players of the round with due colours and compatible pairs."""
        return self.event.participants(self.number)

    def pair(self) -> ExpectedPairing[Pairs]:
        """Pair the round, boards in the order of scores and numbers (LIM-BOARDS)."""
        pairs, bye = self.rules.procedure(self.participants, self.rules.readings)
        return self.publish(map(self.colours, sorted((min(pair), max(pair)) for pair in pairs)), bye, pairs)

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Give two positions their colours (5; 7.2 in the first round)."""
        initial = 1 if self.event.initial_colour is Colour.WHITE else -1
        return decide_colours(self.participants, self.rules.readings, self.rules.article_number, initial, pair)

    def violations(self, pairing: results.RoundPairing) -> tuple[results.Violation, ...]:
        """Return the limitations that a pairing breaks."""
        return (
            *super().violations(pairing),
            *beyond_limits(self.event, self.participants, self.rules.article_number, pairing),
        )

    @property
    def bye_rule(self) -> results.SelectionRule:
        """The lowest ranked player (1.1)."""
        return results.SelectionRule(
            article=self.rules.article_number(LimArticle.BYE),
            sentence="the bye goes to the lowest ranked player of the lowest scoregroup who may have it and without "
            "whom all others can be paired",
        )

    @property
    def floater_rule(self) -> results.SelectionRule:
        """The choice of a floater to make the number even (2.3.4, 3.2, 3.9, 3.10)."""
        return results.SelectionRule(
            article=self.rules.article_number(LimArticle.MAKE_EVEN),
            sentence="one player of an odd scoregroup floats: no worse type of floater than need be (3.9), no player "
            "who floated in the round before (3.10), one who is due the colour due to more (3.2), and of several the "
            "last in the order of numbers",
        )

    def float_direction(self, first: int, second: int) -> results.FloatDirection:
        """Return down if one of them comes from above the median scoregroup, else up (2.2)."""
        higher = max(self.participants[self.position[tpn]].score for tpn in (first, second))
        return results.FloatDirection.DOWN if self.participants.side(higher) > 0 else results.FloatDirection.UP

    def past_floats(self, number: int) -> tuple[results.PastFloat, ...]:
        """Return the float of the round before (3.10)."""
        is_spared = self.participants[self.position[number]].floated
        return (float_just_before(self.event, number, self.number),) if is_spared else ()

    def divergence(self, pairing: results.RoundPairing) -> results.Divergence:
        """Return the first step at which a complete and legal pairing leaves the procedure."""
        return find_divergence(self, pairing)

    def variants(self) -> Iterator[Variant]:
        """Yield the open points that can matter for the round, and facts that the file does not declare."""
        yield from make_variants(find_open_points(self, OPEN_POINTS))
        yield from undeclared_initial_colour(self.event)
        yield from undeclared_final_round(self.event, self.number)


LIM_2026 = LimRules(edition=lim.LIM_2026, article_number=as_in_2026)
LIM_1999 = LimRules(edition=lim.LIM_1999, article_number=as_in_1999)
MAXI_2026 = replace(LIM_2026, edition=lim.MAXI_2026, is_maxi=True)
MAXI_1999 = replace(LIM_1999, edition=lim.MAXI_1999, is_maxi=True)
