"""An event of matches: its players match by match, the colours that matches gave, and the initial colour."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import derive_player_states
from reference_engines.definitions.players import DEFAULT_PARITY, OTHER_PARITIES, Parity, players_of_round
from reference_engines.definitions.players_event import ROUNDS_UNDECLARED, PlayersEvent
from reference_engines.double_swiss.matches import MatchHistory, count_in_matches, read_matches
from reference_engines.double_swiss.text import DoubleParticipants, DoubleText
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, IntArray


@dataclass(frozen=True, kw_only=True)
class DoubleEvent(PlayersEvent):
    """An event of matches under the rules: `event` has everything counted in matches, and rows are matches."""

    rules: DoubleText
    file_event: Event
    """The event as it was passed to `DoubleRules.prepare`, counted in rounds of the file."""
    history: MatchHistory

    @property
    def source(self) -> Event:
        """The event as it was passed to `DoubleRules.prepare`."""
        return self.file_event

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred, and the irregularities of the record."""
        missing = () if self.event.rounds_declared else (ROUNDS_UNDECLARED,)
        colour = self.initial_colour.name.lower()
        source = "is inferred from round 1" if self._inferred is not None else "is assumed"
        undeclared = f"The initial-colour is not declared; {colour} {source}."
        return (*(() if self.event.initial_colour else (undeclared,)), *missing, *self.history.irregularities)

    @cached_property
    def colours(self) -> IntArray:
        """(matches, players) the colour that each match gave, 0 if none (1.6)."""
        return np.where(self.definitions.coloured(self.history), self.rules.match_colour(self.history), 0)

    def colours_of(self, column: int, before: int) -> list[int]:
        """Return the colours of a player's matches before a round, the latest first."""
        colours = self.colours[: before - 1, column]
        return [int(colour) for colour in colours[::-1] if colour]

    @cached_property
    def initial_colour(self) -> Colour:
        """The initial-colour: declared, else inferred from the first round, else White."""
        return self.event.initial_colour or self._inferred or Colour.WHITE

    @cached_property
    def _inferred(self) -> Colour | None:
        """
        The initial-colour by which most matches of round 1 have their colours; if even, that of the first match.

        None if round 1 has no match with colours. 4.3.1 gives every match of round 1 its colours.
        """
        if not self.history.rounds:
            return None
        players = self.players_of_round(1)
        place = {number: at for at, number in enumerate(players.numbers)}
        votes = []
        for pair in self.recorded(1).pairing.pairs:
            if {pair.white, pair.black} <= place.keys():
                higher = self.rules.higher_ranked(players, (place[pair.white], place[pair.black]))
                has_white = players.numbers[higher] == pair.white
                votes.append(Colour.WHITE if bool(players.odd_number[higher]) is has_white else Colour.BLACK)
        return max(votes, key=votes.count, default=None)

    def players_of_round(self, number: int) -> DoubleParticipants:
        """Return the players to be paired in a round of matches; floats count in every round."""
        players = players_of_round(self.event, self.history, self.player_states, number, self.definitions)
        return DoubleParticipants(
            round_number=number,
            tpn=players.tpn,
            score=players.score,
            allowed=players.allowed,
            floated=players.floated[0] != 0,
            bye_allowed=players.bye_allowed,
            unplayed=players.unplayed,
            points=self.history.score[number - 1][players.column],
            odd_number=self.rules.parity.odd_numbers(self.event, self.history, players),
        )

    def possible_parities(self, players: DoubleParticipants) -> Iterator[Parity]:
        """Yield the other sides of SPP-2026-08 that change numbers of this round, or of the first round."""
        rounds = [players] if self.event.initial_colour else [players, self.players_of_round(1)]
        for parity in OTHER_PARITIES if self.rules.parity is DEFAULT_PARITY else ():
            if any((self._odd_numbers(at.round_number, parity) != at.odd_number).any() for at in rounds):
                yield parity

    def _odd_numbers(self, number: int, parity: Parity) -> BoolArray:
        players = players_of_round(self.event, self.history, self.player_states, number, self.definitions)
        return parity.odd_numbers(self.event, self.history, players)


def prepare_matches(event: Event, rules: DoubleText, reuse_from: DoubleEvent | None) -> DoubleEvent:
    """Prepare an event under the rules; raise UnsupportedEventError as `read_matches` does."""
    counted = count_in_matches(event)
    history = reuse_from.history if reuse_from is not None else read_matches(event)
    return DoubleEvent(
        rules=rules,
        file_event=event,
        event=counted,
        history=history,
        player_states=derive_player_states(counted, history, rules.floats, rules.byes, rules.definitions),
        floats=rules.floats,
        byes=rules.byes,
        definitions=rules.definitions,
    )
