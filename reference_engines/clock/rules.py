"""The rules of the Clock system: how a round is paired, judged, and given its colours."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from reference_engines import clock
from reference_engines.clock.colours import decide_colours
from reference_engines.clock.divergence import find_divergence
from reference_engines.clock.edition import (
    DEFAULT_READINGS,
    NAMED_WITH_COLOURS,
    OPEN_POINTS,
    OTHER_READINGS,
    ClockArticle,
    ClockReadings,
)
from reference_engines.clock.event import ClockEvent
from reference_engines.clock.round_table import ClockTable
from reference_engines.clock.walk import make_picks
from reference_engines.definitions.hard_rules import HardRules, RuleReference, describe_clash
from reference_engines.definitions.player_states import ByeRule
from reference_engines.definitions.players_event import undeclared_final_round, undeclared_initial_colour
from reference_engines.frame.results import SelectionRule
from reference_engines.frame.rules import Rules
from reference_engines.sequential import SequentialRound, find_open_points, make_variants, prepare_players
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.definitions.hard_rules import RoundFacts
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.results import Divergence, Pair, RoundPairing, Violation
    from reference_engines.frame.round import ColourDecision, ExpectedPairing
    from reference_engines.frame.variants import Variant
    from reference_engines.sequential import Pairs
    from tournaments.model import Event

    Procedure = Callable[[ClockTable, ClockReadings], Pairs]

_ONCE = RuleReference(article=ClockArticle.ODD_NUMBER.value)
_COMPATIBLE = RuleReference(article=ClockArticle.COMPATIBILITY.value)


def _pick_pairs(table: ClockTable, readings: ClockReadings) -> Pairs:
    return tuple((pick.picker, pick.picked) for pick in make_picks(table, readings))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRules(Rules):
    """The Clock system."""

    system: ClassVar[str] = "clock"
    edition: Edition
    procedure: Procedure = _pick_pairs
    """Makes the pairs of seats, in the order in which they are stored."""
    readings: ClockReadings = DEFAULT_READINGS

    def prepare(self, event: Event, reuse_from: ClockEvent | None = None) -> ClockEvent:
        """Prepare an event; points without playing bar from the bye (CLOCK-BYE-TWICE)."""
        return prepare_players(ClockEvent, self, event, reuse_from, ByeRule.ANY_POINTS_WITHOUT_PLAYING)

    def bind(self, event: ClockEvent, number: int) -> ClockRound:
        """Return a round of a prepared event."""
        return ClockRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from make_variants(OTHER_READINGS)


@dataclass(frozen=True, kw_only=True)
class ClockRound(SequentialRound[ClockRules, ClockEvent, ClockTable]):
    """One round under the Clock system; positions are seats."""

    hard: ClassVar[HardRules] = HardRules(
        once=_ONCE,
        bye_for_odd=_ONCE,
        meeting=_COMPATIBLE,
        forbidden=_COMPATIBLE,
        bye_again=_COMPATIBLE,
        forbidding="CLOCK-FORBIDDEN",
    )

    @cached_property
    def participants(self) -> ClockTable:
        """The table at which the players of the round are seated."""
        return self.event.seated(self.number, self.event.master_colour)

    def pair(self) -> ExpectedPairing[Pairs]:
        """Pair the round, boards in the order of the picks (CLOCK-BOARDS)."""
        table = self.participants
        pairs = self.rules.procedure(table, self.rules.readings)
        byes = [sum(pair) - table.bye for pair in pairs if table.bye in pair] if table.bye is not None else []
        decisions = [self.colours(pair) for pair in pairs if table.bye not in pair]
        return self.publish(decisions, byes[0] if byes else None, pairs)

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Give two seats their colours (Appendix B)."""
        return decide_colours(self.participants, self.rules.readings, *pair)

    # --- absolute rules -----------------------------------------------------------------------------------------------

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round; two players with the same absolute preference, and the bye, may not be compatible."""
        return replace(
            super().facts, barred=self._why_barred, pair_rule=self._find_colour_clash, suspects=self._suspects
        )

    def _why_barred(self, tpn: int) -> str:
        bye = self.participants.bye
        is_compatible = bye is not None and self.participants.compatible[self.position[tpn], bye]
        return "" if is_compatible else self.event.why_no_bye(tpn, self.number)

    def _find_colour_clash(self, first: int, second: int) -> Violation | None:
        seats, table = (self.position[first], self.position[second]), self.participants
        if table.compatible[seats] or not table.has_same_preference(*seats):
            return None
        why_not_colour = partial(self.event.why_not_colour, before=self.number)
        sentence = describe_clash((first, second), table.absolute[seats[0]], why_not_colour)
        return _COMPATIBLE.violation((first, second), sentence)

    @property
    def bye_rule(self) -> SelectionRule:
        """The candidate who is picked, or picks, when only the bye is left (CLOCK-BYE-PICKS)."""
        return SelectionRule(
            article=ClockArticle.ODD_NUMBER.value,
            sentence="the bye counts as a player with no points, and goes to the first candidate left for it who has "
            "not scored without playing",
            comes_first=False,
        )

    def _suspects(self, pairs: tuple[Pair, ...]) -> Iterable[Pair]:
        met = {id(pair) for pair in self.event.suspects(pairs, self.number)}
        return [pair for pair in pairs if id(pair) in met or not self._are_compatible(pair)]

    def _are_compatible(self, pair: Pair) -> bool:
        white, black = self.position.get(pair.white), self.position.get(pair.black)
        return white is None or black is None or bool(self.participants.compatible[white, black])

    # --- the procedure, and what is open ------------------------------------------------------------------------------

    def divergence(self, pairing: RoundPairing) -> Divergence:
        """Return the first pick at which a complete pairing leaves the procedure."""
        return find_divergence(self, pairing)

    def variants(self) -> Iterator[Variant]:
        """Yield the open points that can matter for the round, and facts that the file does not declare."""
        yield from make_variants(find_open_points(self, OPEN_POINTS), *NAMED_WITH_COLOURS)
        yield from undeclared_initial_colour(self.event)
        yield from undeclared_final_round(self.event, self.number)


CLOCK = ClockRules(edition=clock.CLOCK_2012)
