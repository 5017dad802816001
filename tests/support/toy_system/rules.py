"""
The rules of the toy system.

By descending score, then by number, players meet their neighbour; the last of an odd number has the bye. The higher
ranked has White in odd rounds. In matches the first round follows other rules: halves meet, and Black comes first.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from support import toy_system

from reference_engines.definitions.hard_rules import HardRules, RoundFacts, RuleReference, find_violations
from reference_engines.definitions.player_states import ByeRule, FloatRule
from reference_engines.definitions.players import Players, players_of_round
from reference_engines.definitions.players_event import PlayersEvent, derive_history
from reference_engines.frame.results import Assessment, Divergence, DivergenceKind, Pair, RoundPairing, SelectionRule
from reference_engines.frame.rules import ColourDecision, ExpectedPairing, Round, Rules
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.results import Violation
    from reference_engines.frame.rules import RecordedRound
    from tournaments.model import Event

Pairs = tuple[tuple[int, int], ...]
_HARD = HardRules(
    once=RuleReference(article="1"),
    bye_for_odd=RuleReference(article="1"),
    meeting=RuleReference(article="2"),
    forbidden=RuleReference(article="2"),
    bye_again=RuleReference(article="3"),
)


@dataclass(frozen=True, kw_only=True)
class ToyEvent(PlayersEvent):
    """Players whose rounds have as many rounds of the file as the edition says."""

    def recorded(self, number: int) -> RecordedRound:
        """Return the first games of a round."""
        return super().recorded(self.first_row(number))

    def first_row(self, number: int) -> int:
        """Return the number of the first round of the file that belongs to a round."""
        games: int = self.rules.edition.file_rounds_per_round
        return games * (number - 1) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyRules(Rules):
    """The toy system."""

    system: ClassVar[str] = "toy"
    edition: Edition
    pairs_halves: bool = False
    first_round: ToyRules | None = None
    """The rules of the first round, if they are others."""

    def prepare(self, event: Event, reuse_from: ToyEvent | None = None) -> ToyEvent:
        """Prepare an event."""
        floats, byes = FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.WIN_WITHOUT_PLAYING
        history, player_states = derive_history(event, reuse_from, floats, byes)
        return ToyEvent(rules=self, event=event, history=history, player_states=player_states, floats=floats, byes=byes)

    def bind(self, event: ToyEvent, number: int) -> ToyRound:
        """Return a round under these rules, or under those of the first round."""
        rules = self.first_round if number == 1 and self.first_round is not None else self
        return ToyRound(rules=rules, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class ToyRound(Round[ToyRules, ToyEvent, Players, Pairs]):
    """A round in which neighbours meet, or halves."""

    @cached_property
    def participants(self) -> Players:
        """The players as they stand before the first game of the round."""
        event = self.event
        players = players_of_round(event.event, event.history, event.player_states, event.first_row(self.number))
        return replace(players, round_number=self.number)

    def pair(self) -> ExpectedPairing[Pairs]:
        """Let neighbours meet, or halves."""
        size = self.participants.size
        even = size - size % 2
        half = even // 2
        pairs_halves = [(at, at + half) for at in range(half)]
        places = pairs_halves if self.rules.pairs_halves else [(at, at + 1) for at in range(0, even, 2)]
        decisions = [self.colours(pair) for pair in places]
        games = tuple((decision.white, decision.black) for decision in decisions)
        return ExpectedPairing(games=games, bye=even if size % 2 else None, trace=tuple(places))

    def colours(self, pair: tuple[int, int]) -> ColourDecision:
        """Alternate from round to round; by halves, Black comes first."""
        white = pair[0] if (self.number % 2 == 1) is not self.rules.pairs_halves else pair[1]
        return ColourDecision(white=white, black=sum(pair) - white, article="4", why="colours alternate")

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Hold a pairing against the hard rules; players may meet again."""
        facts = RoundFacts(
            present=frozenset(self.participants.numbers),
            met=lambda _one, _other: None,
            apart=lambda _one, _other: False,
            barred=lambda _tpn: "",
        )
        return Assessment(pairing=pairing, violations=find_violations(_HARD, facts, pairing), brackets=())

    @property
    def bye_rule(self) -> SelectionRule:
        """The last player."""
        return SelectionRule(article="1", sentence="the bye goes to the last player")

    def bye_bar(self, number: int) -> Violation | None:
        """Bar nobody."""
        del number
        return None

    def divergence(self, pairing: RoundPairing) -> Divergence:
        """Return the first pair that is another one."""
        recorded, numbers = {pair.players for pair in pairing.pairs}, self.participants.numbers
        for one, other in self.pair().trace:
            wanted = Pair(numbers[one], numbers[other])
            if wanted.players not in recorded:
                sentence = f"Players {wanted.white} and {wanted.black} are neighbours and do not meet."
                return Divergence(kind=DivergenceKind.WORSE, article="5", step="neighbours", sentence=sentence)
        raise ValueError("the pairing does not leave the procedure")


NEIGHBOURS = ToyRules(edition=toy_system.NEIGHBOURS)
MATCHES = ToyRules(edition=toy_system.MATCHES, first_round=ToyRules(edition=toy_system.MATCHES, pairs_halves=True))
