"""An event under the Lim System, laid out once."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.colours import infer_initial_colour
from reference_engines.course import PlayersCourse, notes_on_undeclared
from reference_engines.field import make_field
from reference_engines.lim.table import lay
from reference_engines.lim.walk import paired_elsewhere, steps
from reference_engines.results import NoLegalPairingError
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.lim.edition import Readings
    from reference_engines.lim.steps import Step
    from reference_engines.lim.table import Table


@dataclass(frozen=True, kw_only=True)
class LimCourse(PlayersCourse):
    """The course of an event by readings of the text."""

    readings: Readings
    is_maxi: bool
    altered: Callable[[Table], Table]
    """What is made of every table before it is paired: nothing else, unless the rules are altered."""

    def laid(self, stage: int) -> Table:
        """Return the players of a round with due colours and who may meet."""
        players = make_field(self.event, self.history, self.standing, stage)
        laid = lay(self.event, self.history, self.standing, players, self.readings, is_maxi=self.is_maxi)
        if self.readings.all_transferred_floated and stage > 1:
            laid = self._with_transferred(laid)
        return self.altered(laid)

    def _with_transferred(self, table: Table) -> Table:
        """Return a table in which those floated whom the procedure transferred in the round before."""
        walked = self.walked(table.round_number - 1)
        if walked is None:
            return table
        before, made = walked
        transferred = {before.people[player].tpn for player in paired_elsewhere(before, made)}
        return replace(
            table,
            people=tuple(
                replace(person, floated=person.floated or person.tpn in transferred) for person in table.people
            ),
        )

    def walked(self, stage: int) -> tuple[Table, tuple[Step, ...]] | None:
        """Return how the procedure pairs a round; None if the record has other pairs."""
        if stage not in self._walks:
            self._walks[stage] = self._walk(stage)
        return self._walks[stage]

    @cached_property
    def _walks(self) -> dict[int, tuple[Table, tuple[Step, ...]] | None]:
        return {}

    def _walk(self, stage: int) -> tuple[Table, tuple[Step, ...]] | None:
        table = self.laid(stage)
        try:
            made = steps(table, self.readings)
        except NoLegalPairingError:
            return None
        numbers = table.numbers
        pairs = {frozenset(numbers[player] for player in step.pair) for step in made if step.pair and not step.undone}
        recorded = self.recorded(stage)
        posted = {pair.players for pair in recorded.pairing.pairs} | set(map(frozenset, recorded.colourless))
        return (table, made) if pairs == posted else None

    def is_last(self, stage: int) -> bool:
        """Whether a round is declared as the last one (6)."""
        return stage == self.event.rounds_declared

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn for the first player (7.2): declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred_colour or Colour.WHITE

    @cached_property
    def _inferred_colour(self) -> Colour | None:
        return infer_initial_colour(self.history, as_printed=self.readings.numbers_as_printed)

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event."""
        inferred = self._inferred_colour is not None
        return tuple(notes_on_undeclared(self, "colour drawn for the first player", inferred=inferred))
