"""An event under the Dubov system of 1997: the players of every round, and the colour drawn."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.definitions.players_event import PlayersEvent, notes_on_undeclared
from reference_engines.dubov_1997.participants import participants_of_round
from reference_engines.frame.results import NoLegalPairingError
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.dubov_1997.participants import Dubov1997Participants


@dataclass(frozen=True, kw_only=True)
class Dubov1997Event(PlayersEvent):
    """An event under the Dubov system of 1997."""

    def participants(self, number: int) -> Dubov1997Participants:
        """Return the players of a round with R, ARO and due colour."""
        participants = participants_of_round(self, number)
        as_listed = self.rules.readings.colourless_as_listed and number > 1
        return self._with_listed_colours(participants) if as_listed else participants

    def _with_listed_colours(self, participants: Dubov1997Participants) -> Dubov1997Participants:
        """Give all players the colours of a first round with all of them: the other side of DUBOV97-NO-COLOUR."""
        sign = 1 if self.initial_colour is Colour.WHITE else -1
        half = self.history.players // 2
        colour = {
            tpn: (sign if place % 2 == 0 else -sign) if place < half else (-sign if (place - half) % 2 == 0 else sign)
            for place, tpn in enumerate(sorted(self.history.tpn.tolist())[: 2 * half])
        }
        players = tuple(replace(player, listed_colour=colour.get(player.tpn, 0)) for player in participants.players)
        return replace(participants, players=players)

    def colour_history(self, tpn: int, number: int) -> tuple[int, ...]:
        """Return the colours before a round, the latest first; by rounds, 0 stands for no game (DUBOV97-HISTORY)."""
        rounds = self.games(tpn, number)
        return tuple((rounds if self.rules.readings.rounds_compared else rounds[rounds != 0]).tolist())

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn for the first player (5): declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred_colour or Colour.WHITE

    @cached_property
    def _inferred_colour(self) -> Colour | None:
        """The colour of the first pair's upper player in the recorded first round; None if it has no such pair."""
        if not self.history.rounds:
            return None
        participants = self.participants(1)
        try:
            pairs, _ = self.rules.procedure(participants, self.rules.readings)
        except NoLegalPairingError:
            return None
        recorded = {frozenset((game.white, game.black)): game.white for game in self.recorded(1).pairing.pairs}
        for place, pair in enumerate(pairs, start=1):
            upper, lower = (participants[position].tpn for position in pair)
            white = recorded.get(frozenset((upper, lower)))
            if white is not None:
                return Colour.WHITE if (white == upper) == (place % 2 == 1) else Colour.BLACK
        return None

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred from the event."""
        notes = []
        unrated = sum(not player.rating for player in self.event.players)
        if unrated:
            notes.append(f"Players without a rating: {unrated}; R is 0 for them (DUBOV97-UNRATED).")
        inferred = self._inferred_colour is not None
        return (*notes, *notes_on_undeclared(self, "colour drawn for the first pair", inferred=inferred))
