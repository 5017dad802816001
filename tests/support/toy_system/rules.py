"""
The rules of the toy system.

By descending score, then by number, players meet their neighbour; the last of an odd number has the bye. The higher
ranked has White in odd stages. In matches the first stage follows other rules: halves meet, and Black comes first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from support.toy_system import about

from reference_engines.contract import ColourDecision, Made
from reference_engines.course import PlayersCourse, lay_out
from reference_engines.engine import AnyRules, Rules
from reference_engines.features import of_procedure
from reference_engines.field import Field, make_field
from reference_engines.hard_rules import Facts, HardRules, Printed, broken
from reference_engines.results import Assessment, Pair, Parting, PartingKind, RoundPairing
from reference_engines.standing import ByeRule, FloatRule
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection

    from reference_engines.contract import RecordedRound
    from reference_engines.edition import Edition
    from reference_engines.features import Feature
    from tournaments.model import Event

Pairs = tuple[tuple[int, int], ...]
_HARD = HardRules(
    once=Printed(article="1"),
    bye_for_odd=Printed(article="1"),
    meeting=Printed(article="2"),
    kept_apart=Printed(article="2"),
    bye_again=Printed(article="3"),
)


@dataclass(frozen=True, kw_only=True)
class MatchCourse(PlayersCourse):
    """Players whose stages have as many rounds of the file as the edition says."""

    rounds_per_stage: int

    def recorded(self, stage: int) -> RecordedRound:
        """Return the first games of a stage."""
        return super().recorded(self.rounds_per_stage * (stage - 1) + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyRules(Rules[MatchCourse, Field, Pairs]):
    """The toy system."""

    edition: Edition
    by_halves: bool = False
    first_stage: ToyRules | None = None
    """The rules of the first stage, if they are others."""

    def begin(self, event: Event, like: MatchCourse | None = None) -> MatchCourse:
        """Lay an event out."""
        floats, byes = FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.WIN_WITHOUT_PLAYING
        history, standing = lay_out(event, like, floats, byes)
        rounds = self.edition.rounds_per_stage
        return MatchCourse(
            event=event, history=history, standing=standing, floats=floats, byes=byes, rounds_per_stage=rounds
        )

    def lay(self, course: MatchCourse, stage: int) -> Field:
        """Return the players of a stage, as they stand before its first round."""
        first = course.rounds_per_stage * (stage - 1) + 1
        return replace(make_field(course.event, course.history, course.standing, first), round_number=stage)

    def of_stage(self, course: MatchCourse, stage: int) -> AnyRules:
        """Return other rules for the first stage, if there are any."""
        del course
        return self.first_stage if stage == 1 and self.first_stage is not None else self

    def pair(self, course: MatchCourse, field: Field) -> Made[Pairs]:
        """Let neighbours meet, or halves."""
        even = field.size - field.size % 2
        half = even // 2
        places = (
            [(at, at + half) for at in range(half)] if self.by_halves else [(at, at + 1) for at in range(0, even, 2)]
        )
        decisions = [self.colours(course, field, pair, None) for pair in places]
        games = tuple((decision.white, decision.black) for decision in decisions)
        return Made(games=games, bye=even if field.is_odd else None, way=tuple(places))

    def colours(
        self, course: MatchCourse, field: Field, pair: tuple[int, int], made: Made[Pairs] | None
    ) -> ColourDecision:
        """Alternate from stage to stage; by halves, Black comes first."""
        del course, made
        white = pair[0] if (field.round_number % 2 == 1) is not self.by_halves else pair[1]
        return ColourDecision(white=white, black=sum(pair) - white, article="4", why="colours alternate")

    def judge(self, course: MatchCourse, field: Field, pairing: RoundPairing, made: Made[Pairs] | None) -> Assessment:
        """Hold a pairing against the hard rules; players may meet again."""
        del made, course
        facts = Facts(
            present=frozenset(field.numbers),
            met=lambda _one, _other: None,
            apart=lambda _one, _other: False,
            barred=lambda _tpn: "",
        )
        return Assessment(pairing=pairing, violations=broken(_HARD, facts, pairing), brackets=())

    def parting(self, course: MatchCourse, field: Field, pairing: RoundPairing) -> Parting:
        """Return the first pair that is another one."""
        recorded = {pair.players for pair in pairing.pairs}
        for one, other in self.pair(course, field).way:
            wanted = Pair(field.numbers[one], field.numbers[other])
            if wanted.players not in recorded:
                sentence = f"Players {wanted.white} and {wanted.black} are neighbours and do not meet."
                return Parting(kind=PartingKind.WORSE, article="5", step="neighbours", sentence=sentence)
        raise ValueError("the pairing does not leave the procedure")

    @property
    def features(self) -> tuple[Feature, ...]:
        """One step and one rule of colours."""
        return of_procedure({"neighbours": "neighbours meet"}, {"4": "colours alternate"})

    def exercised(
        self, course: MatchCourse, field: Field, made: Made[Pairs], wanted: Collection[Feature]
    ) -> Collection[Feature]:
        """Return both, wherever anybody meets."""
        del course, field
        return [feature for feature in wanted if feature.name in ("neighbours", "4") and made.games]


NEIGHBOURS = ToyRules(edition=about.NEIGHBOURS)
MATCHES = ToyRules(edition=about.MATCHES, first_stage=ToyRules(edition=about.MATCHES, by_halves=True))
