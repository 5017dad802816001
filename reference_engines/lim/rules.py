"""The rules of the Lim System: how a table is paired, judged, and given its colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from reference_engines.contract import Made
from reference_engines.course import lay_out, undeclared_final_round, undeclared_initial_colour
from reference_engines.hard_rules import HardRules, Printed, broken
from reference_engines.lim import about
from reference_engines.lim.alterations import alterations
from reference_engines.lim.branches import branches
from reference_engines.lim.colours import decide
from reference_engines.lim.course import LimCourse
from reference_engines.lim.edition import TAKEN, Article, Readings, as_in_1999, as_in_2026
from reference_engines.lim.exercised import COLOURS, STEPS, steps_exercised
from reference_engines.lim.limits import beyond_limits
from reference_engines.lim.parting import parting
from reference_engines.lim.steps import StepKind
from reference_engines.lim.walk import steps
from reference_engines.open_points import follow_other_side, toggle_rules
from reference_engines.procedure import ProcedureRules
from reference_engines.results import Assessment
from reference_engines.standing import ByeRule, FloatRule
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.contract import ColourDecision
    from reference_engines.edition import Edition
    from reference_engines.engine import Alteration, Change
    from reference_engines.lim.table import Table
    from reference_engines.results import Parting, RoundPairing
    from tournaments.model import Event

    Pairs = tuple[tuple[tuple[int, int], ...], int | None]
    """Pairs of positions in the order in which they are made, and the position with the bye."""
    Procedure = Callable[[Table, Readings], Pairs]

_HARD = HardRules(
    once=Printed(),
    bye_for_odd=Printed(article=Article.BYE.value),
    meeting=Printed(article=Article.COMPATIBLE.value),
    kept_apart=Printed(),
    bye_again=Printed(article=Article.BYE.value),
    forbidding="LIM-FORBIDDEN",
)
"""These articles have the same numbers in both editions."""


def stepped(table: Table, readings: Readings) -> Pairs:
    """Go through the steps of the procedure; raise NoLegalPairingError if there is no complete pairing."""
    made = steps(table, readings)
    pairs = tuple(step.pair for step in made if step.pair is not None and not step.undone)
    return pairs, next((step.taken[0] for step in made if step.kind is StepKind.BYE), None)


def as_it_is(table: Table) -> Table:
    """Pair the table that is laid."""
    return table


@dataclass(frozen=True, kw_only=True)
class LimRules(ProcedureRules[LimCourse, "Table", "Pairs"]):
    """The Lim System in one of its editions."""

    edition: Edition
    printed: Callable[[Article], str]
    """How the edition numbers the articles."""
    procedure: Procedure = stepped
    readings: Readings = TAKEN
    is_maxi: bool = False
    """Whether the event is declared as a maxi-tournament (LIM-MAXI)."""
    altered: Callable[[Table], Table] = as_it_is
    """See `reference_engines.lim.alterations`."""
    steps: ClassVar = STEPS
    colour_rules: ClassVar = COLOURS

    def begin(self, event: Event, like: LimCourse | None = None) -> LimCourse:
        """Lay an event out; floats are told from the scores, with the median scoregroup in view (2.2)."""
        floats, byes = FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.WIN_WITHOUT_PLAYING
        history, standing = lay_out(event, like, floats, byes)
        return LimCourse(
            event=event,
            history=history,
            standing=standing,
            floats=floats,
            byes=byes,
            readings=self.readings,
            is_maxi=self.is_maxi,
            altered=self.altered,
        )

    def lay(self, course: LimCourse, stage: int) -> Table:
        """Return the players of a round with their due colours."""
        return course.laid(stage)

    def pair(self, course: LimCourse, field: Table) -> Made[Pairs]:
        """Pair a round, boards in the order of scores and numbers (LIM-BOARDS)."""
        pairs, bye = self.procedure(field, self.readings)
        decisions = [self._decision(course, field, pair) for pair in sorted(map(_by_position, pairs))]
        games = tuple((decision.white, decision.black) for decision in decisions)
        return Made(games=games, bye=bye, way=(pairs, bye))

    def _decision(self, course: LimCourse, field: Table, pair: tuple[int, int]) -> ColourDecision:
        initial = 1 if course.initial_colour is Colour.WHITE else -1
        return decide(field, self.readings, self.printed, initial, pair)

    def colours(
        self, course: LimCourse, field: Table, pair: tuple[int, int], made: Made[Pairs] | None
    ) -> ColourDecision:
        """Follow 5, and 7.2 in the first round."""
        del made
        return self._decision(course, field, pair)

    def judge(self, course: LimCourse, field: Table, pairing: RoundPairing, made: Made[Pairs] | None) -> Assessment:
        """Return the limitations that a pairing breaks; there are no brackets to be filled."""
        del made
        facts = course.facts(field.round_number, field.numbers)
        limits = beyond_limits(field, self.printed, pairing)
        return Assessment(pairing=pairing, violations=(*broken(_HARD, facts, pairing), *limits), brackets=())

    def parting(self, course: LimCourse, field: Table, pairing: RoundPairing) -> Parting:
        """Return the first step at which a complete and legal pairing leaves the procedure."""
        del course
        return parting(field, self.readings, self.printed, pairing)

    def changes(self, course: LimCourse, field: Table) -> Iterator[Change]:
        """Yield the open points that the round meets, and what the file does not declare."""
        for identifier, readings in branches(course, field):
            yield follow_other_side(identifier, rules=toggle_rules(readings))
        yield from undeclared_initial_colour(course)
        yield from undeclared_final_round(course, field.round_number)

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """What programs may get wrong, article by article."""
        return alterations(self.printed)

    def steps_taken(self, course: LimCourse, field: Table) -> frozenset[str]:
        """Return the names of what the procedure does in a round; raise NoLegalPairingError."""
        del course
        return frozenset(steps_exercised(field, self.readings))


def _by_position(pair: tuple[int, int]) -> tuple[int, int]:
    return (min(pair), max(pair))


LIM_2026 = LimRules(edition=about.LIM_2026, printed=as_in_2026)
LIM_1999 = LimRules(edition=about.LIM_1999, printed=as_in_1999)
MAXI_2026 = replace(LIM_2026, edition=about.MAXI_2026, is_maxi=True)
MAXI_1999 = replace(LIM_1999, edition=about.MAXI_1999, is_maxi=True)
