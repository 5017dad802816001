"""The simple Swiss with scoregroups paired by the smallest deviation: an option of its own, by the essay of 1993."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from reference_engines.open_points import follow_other_side
from reference_engines.simple_swiss import about
from reference_engines.simple_swiss.deviation import paired_by_deviation, with_ratings
from reference_engines.simple_swiss.edition import BASIC, DUTCH, OLYMPIAD, OPEN_POINTS_OF_DEVIATION
from reference_engines.simple_swiss.exercised import STEPS_OF_DEVIATION, groups_exercised
from reference_engines.simple_swiss.literal import compared_literally
from reference_engines.simple_swiss.parting import parting
from reference_engines.simple_swiss.rules import SimpleRules, with_other_reading
from reference_engines.simple_swiss.uneven import EVENNESS
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.course import PlayersCourse
    from reference_engines.engine import Change
    from reference_engines.results import Parting, RoundPairing
    from reference_engines.simple_swiss.edition import Options
    from reference_engines.simple_swiss.rules import Pairs, Procedure
    from reference_engines.simple_swiss.table import Table


def _most_alike(table: Table, options: Options) -> tuple[Pairs, int | None]:
    made, bye = paired_by_deviation(table, options)
    return tuple(pair for group in made for pair in group.pairs), bye


@dataclass(frozen=True, kw_only=True)
class DeviationRules(SimpleRules):
    """Of all ways to pair those who stay in a group, the one by which the differences of rating vary least."""

    procedure: Procedure = _most_alike
    steps: ClassVar = STEPS_OF_DEVIATION

    def lay(self, course: PlayersCourse, stage: int) -> Table:
        """Return the players of a round with their ratings."""
        table = SimpleRules.lay(self, course, stage)
        ratings = {player.tpn: player.rating for player in course.event.players}
        return with_ratings(table, [ratings[number] for number in table.numbers], self.options)

    def parting(self, course: PlayersCourse, field: Table, pairing: RoundPairing) -> Parting:
        """Return the first group that a complete and legal pairing pairs otherwise."""
        del course
        return parting(field, self.options, pairing, EVENNESS)

    def changes(self, course: PlayersCourse, field: Table) -> Iterator[Change]:
        """Yield the open points of which the other side can be followed, those of deviations last."""
        yield from SimpleRules.changes(self, course, field)
        for identifier in OPEN_POINTS_OF_DEVIATION:
            yield follow_other_side(identifier, rules=partial(with_other_reading, identifier=identifier))

    def steps_taken(self, course: PlayersCourse, field: Table) -> frozenset[str]:
        """Return the limits of the groups, and where comparing makes a difference."""
        del course
        return groups_exercised(field, self.options)


DEVIATION_SIMPLE = DeviationRules(edition=about.DEVIATION)
DEVIATION_OLYMPIAD_SIMPLE = DeviationRules(edition=about.DEVIATION_OLYMPIAD, options=OLYMPIAD)
"""Lifts both limits of colours at once."""
DEVIATION_DUTCH_SIMPLE = DeviationRules(edition=about.DEVIATION_DUTCH, options=DUTCH)
"""Lifts the limits of colours for topscorers and their opponents alone."""
DEVIATION_BASIC_SIMPLE = DeviationRules(edition=about.DEVIATION_BASIC, options=BASIC)
"""Never lifts them."""
LITERAL_DEVIATION_SIMPLE = DeviationRules(edition=about.LITERAL_DEVIATION, procedure=compared_literally)
"""Compares all ways; for small fields."""
