"""An event under the Dutch system: its players round by round, the initial colour, and the number of rounds."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.colours import infer_initial_colour
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.players import DEFAULT_PARITY, OTHER_PARITIES, Parity, players_of_round
from reference_engines.definitions.players_event import ROUNDS_UNDECLARED, PlayersEvent, derive_history
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import History
    from reference_engines.definitions.players import Players
    from reference_engines.dutch.edition import EditionTerms
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class DutchEvent(PlayersEvent):
    """An event under an edition of the Dutch system."""

    rules: EditionTerms

    def players_of_round(self, number: int) -> Players:
        """Return the players to be paired in a round."""
        rules = self.rules
        players = players_of_round(self.event, self.history, self.player_states, number, self.definitions)
        if rules.parity is not DEFAULT_PARITY:
            players = replace(players, odd_number=rules.parity.odd_numbers(self.event, self.history, players))
        if rules.bye_choice and players.is_odd:
            score = self.history.score[number - 1][players.column]
            players = replace(players, bye_allowed=rules.bye_choice(players, score))
        return players

    def with_recorded_opponents(self, players: Players) -> Players:
        """Add the recorded opponents to the players of a recorded round."""
        number = players.round_number
        if number > self.history.rounds:
            return players
        position = np.full(self.history.players + 1, NOBODY)  # the last entry stands for no opponent
        position[players.column] = np.arange(players.size)
        return replace(players, recorded=position[self.history.opponent[number - 1][players.column]])

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn before the first round: declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred or Colour.WHITE

    @cached_property
    def _inferred(self) -> Colour | None:
        return _infer_initial_colour(self.history, self.rules.parity)

    def alternative_parities(self, players: Players) -> Iterator[Parity]:
        """
        Yield the other readings of SPP-2026-08 that change a player's number in a round, from odd to even or back.

        A reading that leads to another inferred initial colour is yielded, too.
        """
        for parity in OTHER_PARITIES if self.rules.parity is DEFAULT_PARITY else ():
            odd = parity.odd_numbers(self.event, self.history, players)
            if bool((odd != players.odd_number).any()) or self._changes_initial_colour(parity):
                yield parity

    def _changes_initial_colour(self, parity: Parity) -> bool:
        inferred = _infer_initial_colour(self.history, parity)
        return self.event.initial_colour is None and inferred is not None and inferred is not self.initial_colour

    @property
    def notes(self) -> tuple[str, ...]:
        """Facts that were inferred from the event, one sentence each."""
        notes = []
        if self.event.initial_colour is None:
            inferred = self._inferred
            name = self.initial_colour.name.capitalize()
            notes.append(
                f"The file does not declare the initial colour; {name} was inferred from the first round with colours."
                if inferred
                else f"The file does not declare the initial colour and no round shows it; {name} was assumed."
            )
        if self.event.rounds_declared is None:
            notes.append(ROUNDS_UNDECLARED)
            if self.rests_on_rounds:
                notes.append(
                    f"The Baku acceleration depends on that number, too; {self.history.rounds + 1} rounds were assumed."
                )
        return tuple(notes)


def _infer_initial_colour(history: History, parity: Parity) -> Colour | None:
    return infer_initial_colour(
        history,
        as_printed=parity is Parity.AS_PRINTED,
        with_granted_byes=parity is Parity.WITH_GRANTED_BYES,
    )


def prepare_players(event: Event, rules: EditionTerms, reuse_from: DutchEvent | None = None) -> DutchEvent:
    """Prepare an event under the definitions of an edition; raise UnsupportedEventError if it is beyond them."""
    history, player_states = derive_history(event, reuse_from, rules.floats, rules.byes, rules.definitions)
    return DutchEvent(
        rules=rules,
        event=event,
        history=history,
        player_states=player_states,
        floats=rules.floats,
        byes=rules.byes,
        definitions=rules.definitions,
    )
