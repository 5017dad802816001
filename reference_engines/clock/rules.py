"""The rules of the Clock system: how a round is paired, judged, and given its colours."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from reference_engines import clock
from reference_engines.clock.colours import decide_colours
from reference_engines.clock.divergence import find_divergence
from reference_engines.clock.edition import (
    DEFAULT_READINGS,
    NAMED_WITH_COLOURS,
    OPEN_POINTS,
    ClockArticle,
    ClockReadings,
)
from reference_engines.clock.event import ClockEvent
from reference_engines.clock.round_table import ClockTable, why_incompatible
from reference_engines.clock.walk import make_picks
from reference_engines.definitions.hard_rules import HardRules, RuleReference, find_violations
from reference_engines.definitions.player_states import ByeRule
from reference_engines.definitions.players_event import undeclared_final_round, undeclared_initial_colour
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
_HARD = HardRules(once=_ONCE, bye_for_odd=_ONCE, meeting=_COMPATIBLE, forbidden=_COMPATIBLE, bye_again=_COMPATIBLE)


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


@dataclass(frozen=True, kw_only=True)
class ClockRound(SequentialRound[ClockRules, ClockEvent, ClockTable]):
    """One round under the Clock system; positions are seats."""

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

    def violations(self, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the absolute rules that a pairing breaks."""
        return find_violations(_HARD, self._facts, pairing)

    @property
    def _facts(self) -> RoundFacts:
        return replace(
            self.event.facts(self.number, self.position),
            barred=lambda tpn: self._why_incompatible(self.position[tpn], self.participants.size - 1),
            pair_rule=self._incompatible,
            suspects=self._suspects,
        )

    def _why_incompatible(self, first: int, second: int) -> str:
        return why_incompatible(self.event.history, self.participants, first, second)

    def _incompatible(self, first: int, second: int) -> Violation | None:
        why = self._why_incompatible(self.position[first], self.position[second])
        if not why:
            return None
        return _COMPATIBLE.violation((first, second), f"Players {first} and {second} are not compatible: {why}.")

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
