"""An event under the Lim System, laid out once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.colours import infer_initial_colour
from reference_engines.course import PlayersCourse, notes_on_undeclared
from reference_engines.field import make_field
from reference_engines.lim.table import lay
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.lim.edition import Readings
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
        return self.altered(laid)

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
