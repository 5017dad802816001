"""The rules of the team system at work: what is its own beside the procedure that it shares."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from reference_engines.course import undeclared_initial_colour
from reference_engines.engine import Alteration, Change
from reference_engines.hard_rules import Facts
from reference_engines.readings import note_on
from reference_engines.results import UnsupportedEventError
from reference_engines.team.colours import argued
from reference_engines.team.edition import TeamEdition
from reference_engines.team.field import TeamField
from reference_engines.team.otherwise import Otherwise, note_of, of_following, rules_beyond
from reference_engines.team.table import TeamTable
from reference_engines.upfloating.rules import UpfloatingRules
from tournaments.frozen import dataclass
from tournaments.model import Event
from tournaments.teams.match_scoring import with_bye_worth_a_win
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.contract import ColourDecision, Made
    from reference_engines.upfloating.rules import Pairs
    from tournaments.teams.event import TeamEvent


def read(rules: TeamRules, otherwise: Otherwise) -> TeamRules:
    """Return the rules with one reading of the register that is not ours."""
    together = rules.otherwise | {otherwise}
    criteria = rules.rules_by_points_of_bye if otherwise is Otherwise.REAL_SCORE_FOR_BYE else rules.rules
    return replace(rules, otherwise=together, following=of_following(together), rules=criteria)


@dataclass(frozen=True, kw_only=True)
class TeamRules(TeamEdition, UpfloatingRules[TeamTable, TeamField]):
    """One edition of C.04.6 at work."""

    otherwise: frozenset[Otherwise] = frozenset()
    """Readings of the register that are not ours."""

    def begin(self, event: Event | TeamEvent, like: TeamTable | None = None) -> TeamTable:
        """Lay an event out: what a file tells, or teams as they are."""
        del like
        if isinstance(event, Event) and not event.is_team_event:
            raise UnsupportedEventError(f"{self.edition.key} pairs teams, and this is an event of individual players.")
        table = TeamTable(team_event(event) if isinstance(event, Event) else event, self)
        return table.read_otherwise(*self.otherwise) if self.otherwise else table

    def lay(self, course: TeamTable, stage: int) -> TeamField:
        """Return the teams to be paired in a round."""
        return course.field(stage)

    def decided(self, course: TeamTable, field: TeamField, pair: tuple[int, int]) -> ColourDecision:
        """Follow 4.3."""
        return argued(course, field, pair)

    def colours(
        self, course: TeamTable, field: TeamField, pair: tuple[int, int], made: Made[Pairs] | None
    ) -> ColourDecision:
        """Follow 4.3, and tell the readings by whose other side the colours would be others."""
        del made
        return argued(course, field, pair, with_readings=True)

    def apart(self, course: TeamTable, field: TeamField) -> set[frozenset[int]]:
        """Return the pairs of numbers whom the organiser keeps apart in a round."""
        return course.apart(field.round_number)

    def facts(self, course: TeamTable, field: TeamField) -> Facts:
        """Return what the hard rules ask of a round."""
        stage = field.round_number
        apart = course.apart(stage)
        return Facts(
            present=frozenset(field.numbers),
            met=lambda one, other: course.met(one, stage).get(other) if one in course.by_number else None,
            apart=lambda one, other: frozenset((one, other)) in apart,
            barred=lambda number: course.why_no_bye(number, stage),
        )

    def changes(self, course: TeamTable, field: TeamField) -> Iterator[Change]:
        """
        Yield readings that make the round another one, and what the file does not declare.

        Two that make the same of this round may part in another.
        """
        taken = field.content, rules_beyond(self.otherwise)
        for otherwise in course.open_readings:
            together = self.otherwise | {otherwise}
            start = course.read_otherwise(*together).field(field.round_number).content, rules_beyond(together)
            if otherwise is Otherwise.REAL_SCORE_FOR_BYE and field.size % 2 == 0:
                continue  # nobody has the bye
            if otherwise not in self.otherwise and start != taken:
                yield Change(note=note_of((otherwise,)), rules=partial(read, otherwise=otherwise))
        if not course.event.scoring.is_bye_declared and course.had_bye_before(field.round_number):
            yield Change(note=note_on("TEAM-BYE-VALUE"), event=with_bye_worth_a_win)
        if field.round_number > 1:  # from the first round it is inferred as that has it
            yield from undeclared_initial_colour(course)

    @property
    def alterations(self) -> tuple[Alteration, ...]:
        """What programs get wrong of the criteria, and of who may have the bye."""
        from reference_engines.team.alterations import alterations_of  # noqa: PLC0415 - only causes need it

        return alterations_of(self)
