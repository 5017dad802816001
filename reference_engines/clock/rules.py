"""The rules of the Clock system: how a table is paired, judged, and given its colours."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from reference_engines.clock import about
from reference_engines.clock.branches import branches
from reference_engines.clock.colours import decide
from reference_engines.clock.course import ClockCourse
from reference_engines.clock.edition import TAKEN, TOLD_WITH_COLOURS, Article, Readings
from reference_engines.clock.exercised import COLOURS, STEPS, steps_exercised
from reference_engines.clock.literal import walked
from reference_engines.clock.parting import parting
from reference_engines.clock.refusal import why_incompatible
from reference_engines.clock.walk import picks
from reference_engines.contract import Made
from reference_engines.course import lay_out, undeclared_final_round, undeclared_initial_colour
from reference_engines.hard_rules import HardRules, Printed, broken
from reference_engines.open_points import follow_other_side, toggle_rules
from reference_engines.procedure import ProcedureRules
from reference_engines.results import Assessment
from reference_engines.standing import ByeRule, FloatRule
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.clock.table import Table
    from reference_engines.contract import ColourDecision
    from reference_engines.edition import Edition
    from reference_engines.engine import Change
    from reference_engines.results import Pair, Parting, RoundPairing, Violation
    from tournaments.model import Event

    Pairs = tuple[tuple[int, int], ...]
    """Seats, in the order in which the pairs are stored."""
    Procedure = Callable[[Table, Readings], Pairs]

_ONCE = Printed(article=Article.ODD_NUMBER.value)
_COMPATIBLE = Printed(article=Article.COMPATIBILITY.value)
_HARD = HardRules(once=_ONCE, bye_for_odd=_ONCE, meeting=_COMPATIBLE, kept_apart=_COMPATIBLE, bye_again=_COMPATIBLE)


def _picked(table: Table, readings: Readings) -> Pairs:
    return tuple((pick.picker, pick.picked) for pick in picks(table, readings))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRules(ProcedureRules[ClockCourse, "Table", "Pairs"]):
    """The Clock system."""

    edition: Edition
    procedure: Procedure = _picked
    """Makes the pairs of seats, in the order in which they are stored."""
    readings: Readings = TAKEN
    steps: ClassVar = STEPS
    colour_rules: ClassVar = COLOURS

    def begin(self, event: Event, like: ClockCourse | None = None) -> ClockCourse:
        """Lay an event out: floats play no part; points without playing bar from the bye (CLOCK-BYE-TWICE)."""
        floats, byes = FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.ANY_POINTS_WITHOUT_PLAYING
        history, standing = lay_out(event, like, floats, byes)
        return ClockCourse(
            event=event, history=history, standing=standing, floats=floats, byes=byes, readings=self.readings
        )

    def lay(self, course: ClockCourse, stage: int) -> Table:
        """Return the table at which the players of a round are seated."""
        return course.seated(stage, course.master_colour)

    def pair(self, course: ClockCourse, field: Table) -> Made[Pairs]:
        """Pair a round, boards in the order of the picks (CLOCK-BOARDS)."""
        del course
        pairs = self.procedure(field, self.readings)
        byes = [sum(pair) - field.bye for pair in pairs if field.bye in pair] if field.bye is not None else []
        decisions = [decide(field, self.readings, *pair) for pair in pairs if field.bye not in pair]
        games = tuple((decision.white, decision.black) for decision in decisions)
        return Made(games=games, bye=byes[0] if byes else None, way=pairs)

    def colours(
        self, course: ClockCourse, field: Table, pair: tuple[int, int], made: Made[Pairs] | None
    ) -> ColourDecision:
        """Follow the steps of Appendix B."""
        del course, made
        return decide(field, self.readings, *pair)

    def judge(self, course: ClockCourse, field: Table, pairing: RoundPairing, made: Made[Pairs] | None) -> Assessment:
        """Return the absolute rules that a pairing breaks; there are no brackets to be filled."""
        del made
        seat = {tpn: place for place, tpn in enumerate(field.numbers)}

        def incompatible(one: int, other: int) -> Violation | None:
            why = why_incompatible(course.history, field, seat[one], seat[other])
            return (
                _COMPATIBLE.broken((one, other), f"Players {one} and {other} are not compatible: {why}.")
                if why
                else None
            )

        def suspects(pairs: tuple[Pair, ...]) -> Iterable[Pair]:
            met = {id(pair) for pair in course.suspects(pairs, field.round_number)}
            return [pair for pair in pairs if id(pair) in met or not compatible(pair)]

        def compatible(pair: Pair) -> bool:
            one, other = seat.get(pair.white), seat.get(pair.black)
            return one is None or other is None or bool(field.compatible[one, other])

        facts = replace(
            course.facts(field.round_number, seat),
            barred=lambda tpn: why_incompatible(course.history, field, seat[tpn], field.size - 1),
            pair_rule=incompatible,
            suspects=suspects,
        )
        return Assessment(pairing=pairing, violations=broken(_HARD, facts, pairing), brackets=())

    def parting(self, course: ClockCourse, field: Table, pairing: RoundPairing) -> Parting:
        """Return the first pick at which a complete pairing leaves the procedure."""
        return parting(course, field, pairing)

    def changes(self, course: ClockCourse, field: Table) -> Iterator[Change]:
        """Yield the open points that the round meets, if they can be followed, and what the file does not declare."""
        for identifier, readings in branches(course, field):
            told = identifier in TOLD_WITH_COLOURS
            yield follow_other_side(identifier, rules=toggle_rules(readings), colours_are_told=told)
        yield from undeclared_initial_colour(course)
        yield from undeclared_final_round(course, field.round_number)

    def steps_taken(self, course: ClockCourse, field: Table) -> frozenset[str]:
        """Return the names of what the procedure does in a round; raise NoLegalPairingError."""
        return steps_exercised(course, field)


CLOCK = ClockRules(edition=about.CLOCK_2012)
LITERAL_CLOCK = ClockRules(edition=about.LITERAL_2012, procedure=walked)
"""Walks through every state of the clock; for small fields."""
