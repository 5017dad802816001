"""What rounds of systems without criteria share: a procedure makes one pair after the other, under open readings."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from reference_engines.frame.pairings import ExpectedPairing
from reference_engines.frame.round import EventT, ParticipantsT, Round, RulesT
from reference_engines.open_points import follow_other_side, toggle_rules
from reference_engines.players_event import PlayersEvent, derive_history
from reference_engines.results import Assessment
from reference_engines.standing import FloatRule
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reference_engines.frame.pairings import ColourDecision
    from reference_engines.frame.rules import Variant
    from reference_engines.results import Parting, RoundPairing, Violation
    from reference_engines.standing import ByeRule
    from tournaments.model import Event

Pairs = tuple[tuple[int, int], ...]
"""Positions, in the order in which the procedure makes the pairs."""
PlayersEventT = TypeVar("PlayersEventT", bound=PlayersEvent)


def prepare_players(
    kind: type[PlayersEventT], rules: Any, event: Event, like: PlayersEvent | None, byes: ByeRule
) -> PlayersEventT:
    """Prepare an event of players; floats, as other systems count them, play no part."""
    floats = FloatRule.SCORING_WITHOUT_PLAYING
    history, standing = derive_history(event, like, floats, byes)
    return kind(rules=rules, event=event, history=history, standing=standing, floats=floats, byes=byes)


@dataclass(frozen=True, kw_only=True)
class SequentialRound(Round[RulesT, EventT, ParticipantsT, Pairs], Generic[RulesT, EventT, ParticipantsT]):
    """A round that a procedure pairs; its trace is the pairs as they are made."""

    @abstractmethod
    def violations(self, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the absolute rules that a pairing breaks."""

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Return the absolute rules that a pairing breaks; there are no brackets to be filled."""
        return Assessment(pairing=pairing, violations=self.violations(pairing), brackets=())

    @abstractmethod
    def divergence(self, pairing: RoundPairing) -> Parting:
        """
        Return the first step at which a complete and legal pairing leaves the procedure.

        Raise ValueError if the pairing follows the procedure, and NoLegalPairingError if there is no such pairing.
        """

    def publish(self, decisions: Iterable[ColourDecision], bye: int | None, pairs: Pairs) -> ExpectedPairing[Pairs]:
        """Return the expected pairing with a game for each decision, in board order."""
        games = tuple((decision.white, decision.black) for decision in decisions)
        return ExpectedPairing(games=games, bye=bye, trace=pairs)

    def place_of_pair(self, pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        """Return the place, from 1, in which a pair is made, and the pair as it is made; 0 if it is not made."""
        expected = self.expected_if_any
        pairs = enumerate(expected.trace, start=1) if expected else ()
        return next(((place, own) for place, own in pairs if set(own) == set(pair)), (0, pair))


def variants_of_readings(open_readings: Iterable[tuple[str, Any]], *named_by_colours: str) -> Iterator[Variant]:
    """Yield a variant for each entry of the register, given with readings that hold its other side."""
    for identifier, readings in open_readings:
        named = identifier in named_by_colours
        yield follow_other_side(identifier, rules=toggle_rules(readings), colours_are_named=named)
