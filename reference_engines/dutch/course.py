"""An event under the Dutch system, laid out once: fields, the initial colour, and the number of rounds."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.colours import infer_initial_colour
from reference_engines.course import ROUNDS_UNDECLARED, PlayersCourse, lay_out
from reference_engines.field import make_field
from reference_engines.history import NOBODY
from reference_engines.parity import OTHERS, TAKEN, Parity
from tournaments.frozen import dataclass
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.dutch.edition import DutchTerms
    from reference_engines.field import Field
    from reference_engines.history import BoolArray, History, IntArray
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class DutchCourse(PlayersCourse):
    """The course of an event under an edition of the Dutch system."""

    parity: Parity
    bye_choice: Callable[[Field, IntArray], BoolArray] | None = None
    asks_for_the_record: bool = False

    def field(self, stage: int) -> Field:
        """Return the players to be paired in a round."""
        field = make_field(self.event, self.history, self.standing, stage, self.definitions)
        if self.parity is not TAKEN:
            field = replace(field, odd_number=self.parity.odd_numbers(self.event, self.history, field))
        if self.bye_choice and field.is_odd:
            field = replace(field, bye_allowed=self.bye_choice(field, self.history.score[stage - 1][field.column]))
        if self.asks_for_the_record and stage <= self.history.rounds:
            position = np.full(self.history.players + 1, NOBODY)  # the last one stands for nobody
            position[field.column] = np.arange(field.size)
            field = replace(field, recorded=position[self.history.opponent[stage - 1][field.column]])
        return field

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn before the first round: declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred or Colour.WHITE

    @cached_property
    def _inferred(self) -> Colour | None:
        return _inferred_by(self.history, self.parity)

    def other_parities(self, field: Field) -> Iterator[Parity]:
        """
        Yield the readings of SPP-2026-08 by which a player of a round has another number, odd or even.

        Or by which the initial colour would have to be inferred otherwise.
        """
        for parity in OTHERS if self.parity is TAKEN else ():
            odd = parity.odd_numbers(self.event, self.history, field)
            if bool((odd != field.odd_number).any()) or self._starts_otherwise(parity):
                yield parity

    def _starts_otherwise(self, parity: Parity) -> bool:
        inferred = _inferred_by(self.history, parity)
        return self.event.initial_colour is None and inferred is not None and inferred is not self.initial_colour

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event."""
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


def _inferred_by(history: History, parity: Parity) -> Colour | None:
    return infer_initial_colour(
        history,
        as_printed=parity is Parity.AS_PRINTED,
        with_granted_byes=parity is Parity.WITH_GRANTED_BYES,
    )


def begun(
    event: Event, terms: DutchTerms, like: DutchCourse | None = None, *, asks_for_the_record: bool = False
) -> DutchCourse:
    """Lay an event out under the definitions of an edition; raise UnsupportedEventError if it is beyond them."""
    history, standing = lay_out(event, like, terms.floats, terms.byes, terms.definitions)
    return DutchCourse(
        event=event,
        history=history,
        standing=standing,
        floats=terms.floats,
        byes=terms.byes,
        definitions=terms.definitions,
        parity=terms.parity,
        bye_choice=terms.bye_choice,
        asks_for_the_record=asks_for_the_record,
    )
