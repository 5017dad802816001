"""The rules of the team system at work: what is its own beside the procedure that it shares."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from reference_engines.definitions.hard_rules import RoundFacts
from reference_engines.definitions.players_event import undeclared_initial_colour
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.rules import Variant
from reference_engines.open_points import follow_other_side
from reference_engines.team.colours import decide_by_position
from reference_engines.team.edition import TeamEdition
from reference_engines.team.event import PreparedTeamEvent
from reference_engines.team.field import TeamField
from reference_engines.team.other_sides import OtherSide, note_of, of_following, rules_beyond
from reference_engines.upfloating.rules import UpfloatingRound, UpfloatingRules
from tournaments.frozen import dataclass
from tournaments.model import Event
from tournaments.teams.match_scoring import with_bye_worth_a_win

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.pairings import ColourDecision
    from tournaments.teams.event import TeamEvent


def read(rules: TeamRules, otherwise: OtherSide) -> TeamRules:
    """Return the rules with one reading of the register that is not ours."""
    together = rules.otherwise | {otherwise}
    criteria = rules.rules_by_points_of_bye if otherwise is OtherSide.REAL_SCORE_FOR_BYE else rules.rules
    return replace(rules, otherwise=together, following=of_following(together), rules=criteria)


@dataclass(frozen=True, kw_only=True)
class TeamRules(TeamEdition, UpfloatingRules):
    """One edition of C.04.6 at work."""

    system: ClassVar[str] = "team"
    otherwise: frozenset[OtherSide] = frozenset()
    """Readings of the register that are not ours."""

    def prepare(self, event: Event | TeamEvent, reuse_from: PreparedTeamEvent | None = None) -> PreparedTeamEvent:
        """Prepare an event: what a file tells, or teams as they are."""
        if isinstance(event, Event) and not event.is_team_event:
            raise UnsupportedEventError(f"{self.edition.key} pairs teams, and this is an event of individual players.")
        teams = reuse_from.event if reuse_from is not None and reuse_from.source is event else None
        prepared = PreparedTeamEvent(event, self, teams=teams)
        return prepared.read_otherwise(*self.otherwise) if self.otherwise else prepared

    def bind(self, event: PreparedTeamEvent, number: int) -> TeamSwissRound:
        """Return a round of a prepared event."""
        return TeamSwissRound(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class TeamSwissRound(UpfloatingRound[TeamRules, PreparedTeamEvent, TeamField]):
    """One round of teams."""

    @cached_property
    def participants(self) -> TeamField:
        """The teams to be paired."""
        return self.event.teams_of_round(self.number)

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Follow 4.3, and name the readings by whose other side the colours would be others."""
        return decide_by_position(self, pair, with_readings=True)

    def colours_of_game(self, pair: tuple[int, int]) -> ColourDecision:
        """Follow 4.3."""
        return decide_by_position(self, pair)

    @property
    def apart(self) -> set[frozenset[int]]:
        """The pairs of numbers that the organiser keeps apart in the round."""
        return self.event.apart(self.number)

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round for which the hard rules ask."""
        event, number, apart = self.event, self.number, self.apart
        return RoundFacts(
            present=frozenset(self.participants.numbers),
            met=lambda one, other: event.met(one, number).get(other) if one in event.by_number else None,
            apart=lambda one, other: frozenset((one, other)) in apart,
            barred=lambda team: event.why_no_bye(team, number),
        )

    def variants(self) -> Iterator[Variant]:
        """
        Yield readings that make the round another one, and what the file does not declare.

        Two that make the same of this round may part in another.
        """
        event, taken = self.event, self.rules.otherwise
        start = self.participants.content, rules_beyond(taken)
        for otherwise in event.open_readings:
            together = taken | {otherwise}
            other = event.read_otherwise(*together).teams_of_round(self.number).content, rules_beyond(together)
            if otherwise is OtherSide.REAL_SCORE_FOR_BYE and self.participants.size % 2 == 0:
                continue  # nobody has the bye
            if otherwise not in taken and other != start:
                yield Variant(note=note_of((otherwise,)), rules=partial(read, otherwise=otherwise))
        if not event.event.scoring.is_bye_declared and event.had_bye_before(self.number):
            yield follow_other_side("TEAM-BYE-VALUE", event=with_bye_worth_a_win)
        if self.number > 1:  # from the first round it is inferred as that has it
            yield from undeclared_initial_colour(event)
