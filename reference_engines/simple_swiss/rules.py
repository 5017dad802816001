"""The rules of the simple Swiss: how a field is paired, judged, and given its colours."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from reference_engines.contract import Made
from reference_engines.course import PlayersCourse, lay_out, undeclared_final_round
from reference_engines.field import make_field, may_meet
from reference_engines.hard_rules import HardRules, Printed, broken
from reference_engines.open_points import follow_other_side
from reference_engines.procedure import ProcedureRules
from reference_engines.results import Assessment
from reference_engines.simple_swiss import about
from reference_engines.simple_swiss.alterations import ALTERATIONS
from reference_engines.simple_swiss.colours import decide, first_round
from reference_engines.simple_swiss.edition import (
    ALTERNATING,
    ALTERNATING_BASIC,
    ALTERNATING_DUTCH,
    ALTERNATING_OLYMPIAD,
    BASIC,
    DUTCH,
    OLYMPIAD,
    OPEN_POINTS,
    TAKEN,
    Bound,
    Options,
    Section,
    read_otherwise,
)
from reference_engines.simple_swiss.exercised import COLOURS, STEPS, steps_exercised
from reference_engines.simple_swiss.literal import asked_literally
from reference_engines.simple_swiss.parting import ASKING, parting
from reference_engines.simple_swiss.table import (
    Table,
    beyond_bound,
    preferring_by_rounds,
    running_by_rounds,
    with_bound,
)
from reference_engines.simple_swiss.walk import turns
from reference_engines.standing import ByeRule, FloatRule
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.contract import ColourDecision
    from reference_engines.edition import Edition
    from reference_engines.engine import Alteration, Change
    from reference_engines.results import Parting, RoundPairing, Violation
    from tournaments.model import Event

    Pairs = tuple[tuple[int, int], ...]
    """Positions, in the order of asking."""
    Procedure = Callable[[Table, Options], tuple[Pairs, int | None]]

_HARD = HardRules(
    once=Printed(),
    bye_for_odd=Printed(article=Section.BYE.value),
    meeting=Printed(article=Section.MEETING.value),
    kept_apart=Printed(article=Section.MEETING.value),
    bye_again=Printed(article=Section.BYE.value),
)

_BEYOND = Printed(article=Section.LIMITS.value)
_ONE_GROUP = 2
"""Where the first group begins, and where it ends."""


def _asked(table: Table, options: Options) -> tuple[Pairs, int | None]:
    made, bye = turns(table, options)
    return tuple((ask.asks, ask.taken) for ask in made if ask.taken is not None), bye


def _limits(table: Table, bound: Bound) -> Callable[[int, int], Violation | None]:
    """Return what is wrong if two who are to be paired, by TPN, meet beyond the limits that bind them."""
    place = {number: position for position, number in enumerate(table.numbers)}
    beyond = beyond_bound(table, bound)

    def beyond_limits(one: int, other: int) -> Violation | None:
        if not beyond[place[one], place[other]]:
            return None
        return _BEYOND.broken((one, other), f"Players {one} and {other} cannot both have a colour within the limits.")

    return beyond_limits


def _that_may_matter(course: PlayersCourse, table: Table, options: Options) -> dict[str, bool]:
    """Tell of some open points whether their other side can change anything in a round, without pairing it."""
    field = table.field
    later = field.round_number > 1
    rests = bool(field.unplayed.any())
    ended = bool((running_by_rounds(field, course.history) != field.repeated).any())
    return {
        "SIMPLE-BYE": field.is_odd,
        "SIMPLE-STAGES": later and options.bound is Bound.NOBODY,
        "SIMPLE-FLOATERS": len(field.groups) > _ONE_GROUP,
        "SIMPLE-RUNNING": ended,
        "SIMPLE-TWICE": ended,
        "SIMPLE-ALTERNATION": rests,
        "SIMPLE-DIFFERENCE": later,
        "SIMPLE-COLOURLESS": later and int((field.preference == 0).sum()) > 1,
    }


def with_other_reading(rules: SimpleRules, identifier: str) -> SimpleRules:
    """Return the rules with the other reading of an open point."""
    return replace(rules, options=read_otherwise(rules.options, identifier))


@dataclass(frozen=True, slots=True, kw_only=True)
class SimpleRules(ProcedureRules[PlayersCourse, Table, "Pairs"]):
    """The simple Swiss with its options."""

    edition: Edition
    options: Options = TAKEN
    procedure: Procedure = _asked
    """Makes the pairs of positions, in the order of asking, and names the position with the bye."""
    steps: ClassVar = STEPS
    colour_rules: ClassVar = COLOURS

    def begin(self, event: Event, like: PlayersCourse | None = None) -> PlayersCourse:
        """Lay an event out: floats play no part; points without playing bar from the bye (SIMPLE-BYE)."""
        floats, byes = FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.ANY_POINTS_WITHOUT_PLAYING
        history, standing = lay_out(event, like, floats, byes)
        return PlayersCourse(event=event, history=history, standing=standing, floats=floats, byes=byes)

    def lay(self, course: PlayersCourse, stage: int) -> Table:
        """Return the players of a round and who may meet."""
        players = make_field(course.event, course.history, course.standing, stage)
        by_rounds = self.options.runs_end_at_empty_rounds
        table = Table(
            field=preferring_by_rounds(players, course.history) if self.options.preference_by_rounds else players,
            meet=may_meet(course.event, course.history, players),
            running=running_by_rounds(players, course.history) if by_rounds else players.repeated,
        )
        return with_bound(table, self.options.bound)

    def pair(self, course: PlayersCourse, field: Table) -> Made[Pairs]:
        """Pair a round, boards in the order of asking."""
        pairs, bye = self.procedure(field, self.options)
        decisions = [self._decision(course, field, pair, place) for place, pair in enumerate(pairs, start=1)]
        return Made(games=tuple((one.white, one.black) for one in decisions), bye=bye, way=pairs)

    def _decision(self, course: PlayersCourse, field: Table, pair: tuple[int, int], place: int) -> ColourDecision:
        """Give colours to the pair that is made in that place, from 1."""
        higher, lower = sorted(pair)
        colourless = not field.field.preference[[higher, lower]].any()
        if field.round_number == 1 or (place and colourless and self.options.colourless_by_place):
            return first_round((higher, lower), place, field.field.size // 2)
        return decide(field.field, course.history, higher, lower, self.options)

    def colours(
        self, course: PlayersCourse, field: Table, pair: tuple[int, int], made: Made[Pairs] | None
    ) -> ColourDecision | None:
        """Give two their colours; those of the first round follow from the place in which the pair is made."""
        pairs = made.way if made else ()
        place = next((place for place, one in enumerate(pairs, start=1) if set(one) == set(pair)), 0)
        return self._decision(course, field, pair, place) if place or field.round_number > 1 else None

    def judge(self, course: PlayersCourse, field: Table, pairing: RoundPairing, made: Made[Pairs] | None) -> Assessment:
        """Return the hard rules that a pairing breaks; there are no brackets to be filled."""
        del made
        facts = course.facts(field.round_number, field.numbers)
        if self.options.bound is not Bound.NOBODY:
            facts = replace(facts, pair_rule=_limits(field, self.options.bound), suspects=iter)
        return Assessment(pairing=pairing, violations=broken(_HARD, facts, pairing), brackets=())

    def parting(self, course: PlayersCourse, field: Table, pairing: RoundPairing) -> Parting:
        """Return the first turn at which a complete and legal pairing leaves the procedure."""
        del course
        return parting(field, self.options, pairing, ASKING)

    def changes(self, course: PlayersCourse, field: Table) -> Iterator[Change]:
        """Yield the open points of which the other side can be followed."""
        matters = _that_may_matter(course, field, self.options)
        for identifier in OPEN_POINTS:
            if matters.get(identifier, True):
                yield follow_other_side(
                    identifier,
                    rules=partial(with_other_reading, identifier=identifier),
                    colours_are_told=identifier == "SIMPLE-DIFFERENCE",
                )
        if self.options.bound is Bound.NON_TOPSCORERS:
            yield from undeclared_final_round(course, field.round_number)

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """What programs get wrong of the limits of colours."""
        return ALTERATIONS

    def steps_taken(self, course: PlayersCourse, field: Table) -> frozenset[str]:
        """Return the names of what the procedure does in a round; raise NoLegalPairingError."""
        del course
        return steps_exercised(field, self.options)


SIMPLE = SimpleRules(edition=about.SIMPLE_2018)
ALTERNATING_SIMPLE = SimpleRules(edition=about.ALTERNATING, options=ALTERNATING)
"""Asks outwards from the middle."""
OLYMPIAD_SIMPLE = SimpleRules(edition=about.OLYMPIAD, options=OLYMPIAD)
"""Lifts both limits of colours at once."""
DUTCH_SIMPLE = SimpleRules(edition=about.DUTCH, options=DUTCH)
"""Lifts the limits of colours for topscorers and their opponents alone."""
BASIC_SIMPLE = SimpleRules(edition=about.BASIC, options=BASIC)
"""Never lifts them."""
ALTERNATING_OLYMPIAD_SIMPLE = SimpleRules(edition=about.ALTERNATING_OLYMPIAD, options=ALTERNATING_OLYMPIAD)
ALTERNATING_DUTCH_SIMPLE = SimpleRules(edition=about.ALTERNATING_DUTCH, options=ALTERNATING_DUTCH)
ALTERNATING_BASIC_SIMPLE = SimpleRules(edition=about.ALTERNATING_BASIC, options=ALTERNATING_BASIC)
LITERAL_SIMPLE = SimpleRules(edition=about.LITERAL, procedure=asked_literally)
"""Asks one by one; for small fields."""
