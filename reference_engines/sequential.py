"""
Systems without criteria: a procedure makes one pair after the other, under open readings.

The players of a round by position (`PlayersByPosition`), a round that a procedure pairs (`SequentialRound`), what
several procedures say of colours, and the variants of a round (`find_open_points`, `make_variants`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import numpy as np

from reference_engines.definitions.hard_rules import HardRules, RoundFacts, find_bye_bar, find_violations
from reference_engines.definitions.player_states import ByeRule, FloatRule
from reference_engines.definitions.players_event import PlayersEvent, derive_history
from reference_engines.frame.results import (
    Assessment,
    ColourRule,
    Divergence,
    NoLegalPairingError,
    Pair,
    RoundPairing,
    Violation,
)
from reference_engines.frame.rules import ColourDecision, ExpectedPairing, ParticipantsT, Round, RulesT
from reference_engines.frame.unpairable import no_legal_pairing
from reference_engines.matching import largest
from reference_engines.readings import follow_other_side, toggle_rules
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from reference_engines.definitions.history import BoolArray
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event

Pairs = tuple[tuple[int, int], ...]
"""Positions, in the order in which the procedure makes the pairs."""
Partners = dict[int, int | None]
"""The opponent of each position, None for the bye."""
PlayersEventT = TypeVar("PlayersEventT", bound=PlayersEvent)
ReadingsT = TypeVar("ReadingsT")
OpenPoint = tuple[str, ReadingsT, "Callable[[Any], bool]"]
"""An entry of the register, readings that hold its other side, and whether it can matter for a round."""
_MAX_LISTED_NAMES = 4


# --- players ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SequentialPlayer(ABC):
    """A player before a round. Colours are +1 White, -1 Black, 0 none."""

    tpn: int
    """The number by which files and findings name the player."""
    score: int
    """In tenths."""
    rating: int = 0
    """0 without a rating."""
    difference: int = 0
    """Games with White less games with Black."""
    due: int = 0
    """The due colour; 0 before the first game."""
    bye_allowed: bool = True

    @abstractmethod
    def may_have(self, colour: int) -> bool:
        """Whether the limits of colours allow a colour."""


PlayerT = TypeVar("PlayerT", bound=SequentialPlayer)


@dataclass(frozen=True, kw_only=True)
class PlayersByPosition(Generic[PlayerT]):
    """Players by position: by score, then by number."""

    round_number: int
    players: tuple[PlayerT, ...]
    apart: BoolArray
    """(players, players) whether two have met, or are kept apart."""
    meet: BoolArray
    """(players, players) whether two may be paired: not apart, and of colours that the system allows."""

    def __getitem__(self, position: int) -> PlayerT:
        """Return the player at a position."""
        return self.players[position]

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        return tuple(player.tpn for player in self.players)

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths."""
        return tuple(player.score for player in self.players)

    @property
    def size(self) -> int:
        """Number of players."""
        return len(self.players)

    def player_name(self, position: int) -> str:
        """``player 7``."""
        return f"player {self[position].tpn}"

    def list_names(self, positions: Iterable[int]) -> str:
        """``players 3, 7 and 9``; more than four are counted."""
        tpns = [str(self[position].tpn) for position in positions]
        if len(tpns) == 1:
            return f"player {tpns[0]}"
        if len(tpns) > _MAX_LISTED_NAMES:
            more = len(tpns) - _MAX_LISTED_NAMES
            return f"players {', '.join(tpns[:_MAX_LISTED_NAMES])} and {more} more"
        return f"players {', '.join(tpns[:-1])} and {tpns[-1]}"

    def partners(self, pairing: RoundPairing) -> Partners:
        """Return the opponent that a complete pairing gives each position."""
        position = {tpn: place for place, tpn in enumerate(self.numbers)}
        partners: Partners = {}
        for pair in pairing.pairs:
            white, black = position[pair.white], position[pair.black]
            partners |= {white: black, black: white}
        if pairing.bye is not None:
            partners[position[pairing.bye]] = None
        return partners

    def not_pairable(self, message: str) -> NoLegalPairingError:
        """Return the error that the players cannot all be paired, with the reason."""
        bye_allowed = np.array([player.bye_allowed for player in self.players], dtype=np.bool_)
        return no_legal_pairing(message, self.meet.view(np.uint8), self.numbers, bye_allowed)


def is_pairable(meet: BoolArray, players: Sequence[int]) -> bool:
    """Whether all the players can be paired with one another."""
    return not largest(meet.view(np.uint8), players).left_over


def players_to_spare(meet: BoolArray, players: Sequence[int]) -> frozenset[int]:
    """Return every player without whom all other players of an odd number can be paired."""
    matching = largest(meet.view(np.uint8), players)
    # If one player is left over, it can be any player whom some largest matching leaves over (Gallai, Edmonds).
    places = np.flatnonzero(matching.exposable).tolist() if matching.left_over == 1 else []
    return frozenset(players[place] for place in places)


# --- rounds ----------------------------------------------------------------------------------------------------------


def prepare_players(
    kind: type[PlayersEventT], rules: Any, event: Event, reuse_from: PlayersEvent | None, byes: ByeRule
) -> PlayersEventT:
    """Prepare an event of players; floats, as other systems count them, play no part."""
    floats = FloatRule.SCORING_WITHOUT_PLAYING
    history, player_states = derive_history(event, reuse_from, floats, byes)
    return kind(rules=rules, event=event, history=history, player_states=player_states, floats=floats, byes=byes)


@dataclass(frozen=True, kw_only=True)
class SequentialRound(
    Round[RulesT, PlayersEventT, ParticipantsT, Pairs], Generic[RulesT, PlayersEventT, ParticipantsT]
):
    """A round that a procedure pairs; its trace is the pairs as they are made."""

    hard: ClassVar[HardRules]
    """The rules that every pairing must keep, with their articles."""

    @property
    def facts(self) -> RoundFacts:
        """The facts of the round to which these rules refer."""
        return self.event.facts(self.number, self.participants.numbers)

    def violations(self, pairing: RoundPairing) -> tuple[Violation, ...]:
        """Return the absolute rules that a pairing breaks."""
        return find_violations(self.hard, self.facts, pairing)

    def assess(self, pairing: RoundPairing) -> Assessment:
        """Return the absolute rules that a pairing breaks; a procedure has no brackets."""
        return Assessment(pairing=pairing, violations=self.violations(pairing), brackets=())

    def colours_before_pairing(self, pair: tuple[int, int]) -> ColourDecision | None:
        """Give two positions their colours if these do not depend on the place in which the pair is made; else None."""
        return self.colours(pair)

    def contradicts_colours(self, pairing: RoundPairing) -> bool:
        """Whether the rules give a pair of a pairing other colours, wherever in the round the pair is made."""
        return next(self._wrong_decisions(pairing), None) is not None

    def find_wrong_colours(self, pairing: RoundPairing) -> tuple[tuple[Pair, ColourRule], ...]:
        """Return the games to which the rules give other colours, whatever the other games: right colours and rule."""
        return self.list_colour_rules(self._wrong_decisions(pairing))

    def list_colour_rules(self, decisions: Iterable[ColourDecision]) -> tuple[tuple[Pair, ColourRule], ...]:
        """Return the games of decisions on colours, each with its rule."""
        numbers = self.participants.numbers
        return tuple(
            (Pair(numbers[decision.white], numbers[decision.black]), self.describe_colour_decision(decision))
            for decision in decisions
        )

    def _wrong_decisions(self, pairing: RoundPairing) -> Iterator[ColourDecision]:
        for white, black in self.positions_of(pairing):
            decision = self.colours_before_pairing((min(white, black), max(white, black)))
            if decision is not None and decision.white != white:
                yield decision

    def bye_bar(self, number: int) -> Violation | None:
        """Return the rule that bars a player from the bye."""
        return find_bye_bar(self.hard, self.facts, number)

    @abstractmethod
    def divergence(self, pairing: RoundPairing) -> Divergence:
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


# --- colours ---------------------------------------------------------------------------------------------------------


def colour_by_limits(first: SequentialPlayer, second: SequentialPlayer) -> int:
    """Return the only colour that the first can have against the second; 0 if both are permissible, or none is."""
    white = first.may_have(1) and second.may_have(-1)
    black = first.may_have(-1) and second.may_have(1)
    return int(white) - int(black)


def colour_by_due_colours(first: SequentialPlayer, second: SequentialPlayer) -> int:
    """Return the first player's colour if both can have their due colours; 0 if both are due the same, or none."""
    if first.due == second.due:
        return 0
    return first.due or -second.due


def alternate_colour(first: Iterable[int], second: Iterable[int]) -> int:
    """Return the colour that alternates from the latest games of two histories with different colours; else 0."""
    games = zip(first, second, strict=False)
    return next((-own for own, opposite in games if own and opposite and own != opposite), 0)


# --- variants --------------------------------------------------------------------------------------------------------


def find_open_points(paired_round: Any, open_points: Iterable[OpenPoint[ReadingsT]]) -> Iterator[tuple[str, ReadingsT]]:
    """Yield the entries of the register that can matter for a round, each with readings that hold its other side."""
    return ((identifier, readings) for identifier, readings, can_matter in open_points if can_matter(paired_round))


def make_variants(open_points: Iterable[tuple[str, Any]], *named_by_colours: str) -> Iterator[Variant]:
    """Yield a variant for each open point; ``named_by_colours`` are entries that the colours of a pair name."""
    for identifier, readings in open_points:
        named = identifier in named_by_colours
        yield follow_other_side(identifier, rules=toggle_rules(readings), colours_are_named=named)


def can_always_matter(_: Any) -> bool:
    """Whether an entry can matter that is about every round."""
    return True


def is_odd(paired_round: Any) -> bool:
    """Whether a round has an odd number of players."""
    return paired_round.participants.size % 2 == 1


def has_several_scores(paired_round: Any) -> bool:
    """Whether the players of a round have different scores."""
    return len(set(paired_round.participants.scores)) > 1


def has_unplayed_rounds(paired_round: Any) -> bool:
    """Whether a player has not played in an earlier round."""
    return not paired_round.event.history.played[: paired_round.number - 1].all()
