"""The rules of the Dubov system of 1997: how a table is paired, judged, and given its colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from reference_engines.contract import Made
from reference_engines.course import lay_out, undeclared_final_round, undeclared_initial_colour
from reference_engines.dubov_1997 import about
from reference_engines.dubov_1997.branches import branches
from reference_engines.dubov_1997.colours import decide, first_round
from reference_engines.dubov_1997.course import DubovCourse
from reference_engines.dubov_1997.edition import TAKEN, Article, Readings
from reference_engines.dubov_1997.exercised import COLOURS, STEPS, steps_exercised
from reference_engines.dubov_1997.limits import beyond_limits
from reference_engines.dubov_1997.literal import walked
from reference_engines.dubov_1997.parting import parting
from reference_engines.dubov_1997.steps import StepKind
from reference_engines.dubov_1997.walk import steps
from reference_engines.hard_rules import HardRules, Printed, broken
from reference_engines.open_points import follow_other_side, toggle_rules
from reference_engines.procedure import ProcedureRules
from reference_engines.results import Assessment
from reference_engines.standing import ByeRule, FloatRule
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.contract import ColourDecision
    from reference_engines.dubov_1997.course import Pairs, Procedure
    from reference_engines.dubov_1997.table import Table
    from reference_engines.edition import Edition
    from reference_engines.engine import Change
    from reference_engines.results import Parting, RoundPairing
    from tournaments.model import Event

_HARD = HardRules(
    once=Printed(),
    bye_for_odd=Printed(article=Article.BYE.value),
    meeting=Printed(article=Article.MEETING.value),
    kept_apart=Printed(),
    bye_again=Printed(article=Article.BYE_TWICE.value),
    forbidding="DUBOV97-FORBIDDEN",
)


def stepped(table: Table, readings: Readings) -> Pairs:
    """Go through the steps of the procedure; raise NoLegalPairingError if there is no complete pairing."""
    pairs, bye = [], None
    for step in steps(table, readings):
        if step.kind is StepKind.BYE:
            bye = step.taken[0]
        elif step.pair is not None:
            pairs.append(step.pair)
    return tuple(pairs), bye


@dataclass(frozen=True, slots=True, kw_only=True)
class DubovRules(ProcedureRules[DubovCourse, "Table", "Pairs"]):
    """The Dubov system of 1997."""

    edition: Edition
    procedure: Procedure = stepped
    readings: Readings = TAKEN
    steps: ClassVar = STEPS
    colour_rules: ClassVar = COLOURS

    def begin(self, event: Event, like: DubovCourse | None = None) -> DubovCourse:
        """Lay an event out: floats play no part; a point without playing is that of a win (DUBOV97-BYE-POINT)."""
        any_point = self.readings.any_point_bars_bye
        byes = ByeRule.ANY_POINTS_WITHOUT_PLAYING if any_point else ByeRule.WIN_WITHOUT_PLAYING
        floats = FloatRule.SCORING_WITHOUT_PLAYING
        history, standing = lay_out(event, like, floats, byes)
        return DubovCourse(
            event=event,
            history=history,
            standing=standing,
            floats=floats,
            byes=byes,
            readings=self.readings,
            procedure=self.procedure,
        )

    def lay(self, course: DubovCourse, stage: int) -> Table:
        """Return the players of a round with R, ARO and due colour."""
        return course.laid(stage)

    def pair(self, course: DubovCourse, field: Table) -> Made[Pairs]:
        """Pair a round, boards in the order in which the procedure makes them (DUBOV97-BOARDS)."""
        pairs, bye = self.procedure(field, self.readings)
        decisions = [self._decision(course, field, pair, place) for place, pair in enumerate(pairs, start=1)]
        games = tuple((decision.white, decision.black) for decision in decisions)
        return Made(games=games, bye=bye, way=(pairs, bye))

    def _decision(self, course: DubovCourse, field: Table, pair: tuple[int, int], place: int) -> ColourDecision:
        """Give colours to the pair that is made in that place, from 1."""
        if field.round_number == 1:
            return first_round(pair, place, 1 if course.initial_colour is Colour.WHITE else -1)
        one, other = (course.games_of(field.people[position].tpn, field.round_number) for position in pair)
        return decide(field, (one, other), *pair)

    def colours(
        self, course: DubovCourse, field: Table, pair: tuple[int, int], made: Made[Pairs] | None
    ) -> ColourDecision | None:
        """Follow chapter 3; in the first round colours follow from the place in which the pair is made (5)."""
        pairs = enumerate(made.way[0], start=1) if made else ()
        place, placed = next(((place, one) for place, one in pairs if set(one) == set(pair)), (0, pair))
        if field.round_number == 1 and not place:
            return None
        return self._decision(course, field, placed, place)

    def judge(self, course: DubovCourse, field: Table, pairing: RoundPairing, made: Made[Pairs] | None) -> Assessment:
        """Return the limitations that a pairing breaks; there are no brackets to be filled."""
        del made
        people = {person.tpn: person for person in field.people}
        facts = course.facts(field.round_number, people)
        violations = (*broken(_HARD, facts, pairing), *beyond_limits(people, pairing))
        return Assessment(pairing=pairing, violations=violations, brackets=())

    def parting(self, course: DubovCourse, field: Table, pairing: RoundPairing) -> Parting:
        """Return the first step at which a complete and legal pairing leaves the procedure."""
        del course
        return parting(field, self.readings, pairing)

    def changes(self, course: DubovCourse, field: Table) -> Iterator[Change]:
        """Yield the open points that the round meets, if they can be followed, and what the file does not declare."""
        for identifier, readings in branches(course, field):
            yield follow_other_side(identifier, rules=toggle_rules(readings))
        if field.round_number == 1:
            yield from undeclared_initial_colour(course)
        yield from undeclared_final_round(course, field.round_number)

    def steps_taken(self, course: DubovCourse, field: Table) -> frozenset[str]:
        """Return the names of what the procedure does in a round; raise NoLegalPairingError."""
        del course
        return frozenset(steps_exercised(field, self.readings))


DUBOV = DubovRules(edition=about.DUBOV_1997)
LITERAL_DUBOV = DubovRules(edition=about.LITERAL_1997, procedure=walked)
"""Tries everything; for small fields."""
