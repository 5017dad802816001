"""The rules of the Lim System: how a round is paired, judged, and given its colours."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from reference_engines.frame.rules import Rules
from reference_engines.hard_rules import HardRules, Printed, broken
from reference_engines.lim import about
from reference_engines.lim.branches import branches
from reference_engines.lim.colours import decide
from reference_engines.lim.divergence import find_divergence
from reference_engines.lim.edition import TAKEN, Article, Readings, as_in_1999, as_in_2026
from reference_engines.lim.event import LimEvent
from reference_engines.lim.limits import beyond_limits
from reference_engines.lim.steps import StepKind
from reference_engines.lim.table import Table
from reference_engines.lim.walk import steps
from reference_engines.players_event import undeclared_final_round, undeclared_initial_colour
from reference_engines.sequential import SequentialRound, prepare_players, variants_of_readings
from reference_engines.standing import ByeRule
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.edition import Edition
    from reference_engines.frame.pairings import ColourDecision, ExpectedPairing
    from reference_engines.frame.rules import Variant
    from reference_engines.results import Parting, RoundPairing, Violation
    from reference_engines.sequential import Pairs
    from tournaments.model import Event

    Procedure = Callable[[Table, Readings], tuple[Pairs, int | None]]

_HARD = HardRules(
    once=Printed(),
    bye_for_odd=Printed(article=Article.BYE.value),
    meeting=Printed(article=Article.COMPATIBLE.value),
    kept_apart=Printed(),
    bye_again=Printed(article=Article.BYE.value),
    forbidding="LIM-FORBIDDEN",
)
"""These articles have the same numbers in both editions."""


def pair_by_steps(table: Table, readings: Readings) -> tuple[Pairs, int | None]:
    """Go through the steps of the procedure; raise NoLegalPairingError if there is no complete pairing."""
    walked = steps(table, readings)
    pairs = tuple(step.pair for step in walked if step.pair is not None and not step.undone)
    return pairs, next((step.taken[0] for step in walked if step.kind is StepKind.BYE), None)


def as_it_is(table: Table) -> Table:
    """Return the table that the text describes."""
    return table


@dataclass(frozen=True, kw_only=True)
class LimRules(Rules):
    """The Lim System in one of its editions."""

    system: ClassVar[str] = "lim"
    edition: Edition
    printed: Callable[[Article], str]
    """How the edition numbers the articles."""
    procedure: Procedure = pair_by_steps
    """Makes the pairs of positions, in order, and names the position with the bye."""
    readings: Readings = TAKEN
    is_maxi: bool = False
    """Whether the event is declared as a maxi-tournament (LIM-MAXI)."""
    misread: Callable[[Table], Table] = as_it_is
    """What a misreading makes of the table of a round before it is paired."""

    def prepare(self, event: Event, like: LimEvent | None = None) -> LimEvent:
        """Prepare an event; floats are told from the scores, with the median scoregroup in view (2.2)."""
        return prepare_players(LimEvent, self, event, like, ByeRule.WIN_WITHOUT_PLAYING)

    def bind(self, event: LimEvent, number: int) -> LimRound:
        """Return a round of a prepared event."""
        return LimRound(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class LimRound(SequentialRound[LimRules, LimEvent, Table]):
    """One round under an edition of the Lim System."""

    @cached_property
    def participants(self) -> Table:
        """The players of the round with due colours and who may meet."""
        return self.event.table(self.number)

    def pair(self) -> ExpectedPairing[Pairs]:
        """Pair the round, boards in the order of scores and numbers (LIM-BOARDS)."""
        pairs, bye = self.rules.procedure(self.participants, self.rules.readings)
        return self.publish(map(self.colours, sorted((min(pair), max(pair)) for pair in pairs)), bye, pairs)

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Follow 5, and 7.2 in the first round."""
        initial = 1 if self.event.initial_colour is Colour.WHITE else -1
        return decide(self.participants, self.rules.readings, self.rules.printed, initial, pair)

    def violations(self, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the limitations that a pairing breaks."""
        facts = self.event.facts(self.number, self.participants.numbers)
        return (*broken(_HARD, facts, pairing), *beyond_limits(self.participants, self.rules.printed, pairing))

    def divergence(self, pairing: RoundPairing) -> Parting:
        """Return the first step at which a complete and legal pairing leaves the procedure."""
        return find_divergence(self, pairing)

    def variants(self) -> Iterator[Variant]:
        """Yield the open points that the round meets, and what the file does not declare."""
        yield from variants_of_readings(branches(self))
        yield from undeclared_initial_colour(self.event)
        yield from undeclared_final_round(self.event, self.number)


LIM_2026 = LimRules(edition=about.LIM_2026, printed=as_in_2026)
LIM_1999 = LimRules(edition=about.LIM_1999, printed=as_in_1999)
MAXI_2026 = replace(LIM_2026, edition=about.MAXI_2026, is_maxi=True)
MAXI_1999 = replace(LIM_1999, edition=about.MAXI_1999, is_maxi=True)
