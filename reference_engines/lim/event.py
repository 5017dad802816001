"""An event under the Lim System: the players of every round, and the colour drawn."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.colours import infer_initial_colour
from reference_engines.lim.table import seat_players
from reference_engines.lim.walk import paired_elsewhere, steps
from reference_engines.players_event import PlayersEvent, notes_on_undeclared
from reference_engines.results import NoLegalPairingError
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.lim.rules import LimRules
    from reference_engines.lim.steps import Step
    from reference_engines.lim.table import Table


@dataclass(frozen=True, kw_only=True)
class LimEvent(PlayersEvent):
    """An event under an edition of the Lim System."""

    rules: LimRules

    def table(self, number: int) -> Table:
        """Return the players of a round with due colours and who may meet."""
        table = seat_players(self, number)
        if self.rules.readings.all_transferred_floated and number > 1:
            table = self._with_transferred(table)
        return self.rules.misread(table)

    def _with_transferred(self, table: Table) -> Table:
        """Return a table in which those floated whom the procedure transferred in the round before."""
        walked = self.walked(table.round_number - 1)
        if walked is None:
            return table
        before, steps_before = walked
        transferred = {before.people[player].tpn for player in paired_elsewhere(before, steps_before)}
        return replace(
            table,
            people=tuple(
                replace(person, floated=person.floated or person.tpn in transferred) for person in table.people
            ),
        )

    def walked(self, number: int) -> tuple[Table, tuple[Step, ...]] | None:
        """Return how the procedure pairs a round; None if the record has other pairs."""
        if number not in self._walks:
            self._walks[number] = self._walk(number)
        return self._walks[number]

    @cached_property
    def _walks(self) -> dict[int, tuple[Table, tuple[Step, ...]] | None]:
        return {}

    def _walk(self, number: int) -> tuple[Table, tuple[Step, ...]] | None:
        table = self.table(number)
        try:
            walked = steps(table, self.rules.readings)
        except NoLegalPairingError:
            return None
        numbers = table.numbers
        pairs = {frozenset(numbers[player] for player in step.pair) for step in walked if step.pair and not step.undone}
        recorded = self.recorded(number)
        posted = {pair.players for pair in recorded.pairing.pairs} | set(map(frozenset, recorded.colourless))
        return (table, walked) if pairs == posted else None

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn for the first player (7.2): declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred_colour or Colour.WHITE

    @cached_property
    def _inferred_colour(self) -> Colour | None:
        return infer_initial_colour(self.history, as_printed=self.rules.readings.numbers_as_printed)

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event."""
        inferred = self._inferred_colour is not None
        return tuple(notes_on_undeclared(self, "colour drawn for the first player", inferred=inferred))
