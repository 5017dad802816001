"""An event under the Clock system: the seats of every round, and the master colour."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.clock.colours import decide_colours
from reference_engines.clock.round_table import seat_players
from reference_engines.definitions.players_event import PlayersEvent, notes_on_undeclared
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.clock.round_table import ClockTable


@dataclass(frozen=True, kw_only=True)
class ClockEvent(PlayersEvent):
    """An event under the Clock system."""

    @cached_property
    def master_colour(self) -> Colour:
        """The colour drawn for number 1 (Appendix A, [d]): declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred_master or Colour.WHITE

    @property
    def initial_colour(self) -> Colour:
        """The master colour, by the name that it has elsewhere."""
        return self.master_colour

    @cached_property
    def _inferred_master(self) -> Colour | None:
        """
        The master colour by which most pairs of the first round have the right colours; None without a pair.

        The first pair has the casting vote.
        """
        if not self.history.rounds:
            return None
        table, readings = self.seated(1, Colour.WHITE), self.rules.readings
        votes = [
            Colour.WHITE
            if (decide_colours(table, readings, first, second).white == first) == (sign == 1)
            else Colour.BLACK
            for first, second, sign in self._coloured_pairs(table, 1)
        ]
        return max(votes, key=votes.count, default=None)

    def _coloured_pairs(self, table: ClockTable, round_number: int) -> Iterator[tuple[int, int, int]]:
        """Yield the seats of both players and the colour of the first, in the order of the seats."""
        row = round_number - 1
        seat_of = {int(table.players.column[place]): seat for seat, place in enumerate(table.position) if place >= 0}
        for column, seat in seat_of.items():
            opponent, colour = int(self.history.opponent[row, column]), int(self.history.colour[row, column])
            if opponent in seat_of and colour:
                yield seat, seat_of[opponent], colour

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred from the event."""
        numbers = "The players are ranked as the file lists them; Appendix A gives them their pairing numbers."
        inferred = self._inferred_master is not None
        return (numbers, *notes_on_undeclared(self, "master colour", inferred=inferred))

    def seated(self, round_number: int, master: Colour) -> ClockTable:
        """Return the table of a round for a master colour."""
        return seat_players(self, round_number, master)
