"""An event under the Lim System: the players of every round, and the colour drawn."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from reference_engines.definitions.colours import infer_initial_colour
from reference_engines.definitions.players_event import PlayersEvent, notes_on_undeclared
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.lim.edition import LimStep
from reference_engines.lim.participants import LimParticipants, participants_of_round
from reference_engines.lim.walk import find_transferred, follow_procedure
from tournaments.frozen import dataclass
from tournaments.model import Colour


@dataclass(frozen=True, kw_only=True)
class LimEvent(PlayersEvent):
    """An event under an edition of the Lim System."""

    def participants(self, number: int) -> LimParticipants:
        """Return the players of a round with due colours and compatible pairs."""
        participants = participants_of_round(self, number)
        if self.rules.readings.all_transferred_floated and number > 1:
            participants = self._with_transferred(participants)
        return self.rules.misread(participants)

    def _with_transferred(self, participants: LimParticipants) -> LimParticipants:
        """Return the players; a player whom the procedure transferred in the round before has floated, too."""
        followed = self.steps_followed(participants.round_number - 1)
        if followed is None:
            return participants
        before, steps_before = followed
        transferred = {before[player].tpn for player in find_transferred(before, steps_before)}
        return replace(
            participants,
            players=tuple(
                replace(person, floated=person.floated or person.tpn in transferred) for person in participants.players
            ),
        )

    def steps_followed(self, number: int) -> tuple[LimParticipants, tuple[LimStep, ...]] | None:
        """Return the players and the steps of a recorded round; None if the record has other pairs."""
        if number not in self._followed:
            self._followed[number] = self._follow(number)
        return self._followed[number]

    @cached_property
    def _followed(self) -> dict[int, tuple[LimParticipants, tuple[LimStep, ...]] | None]:
        return {}

    def _follow(self, number: int) -> tuple[LimParticipants, tuple[LimStep, ...]] | None:
        participants = self.participants(number)
        try:
            steps = follow_procedure(participants, self.rules.readings)
        except NoLegalPairingError:
            return None
        numbers = participants.numbers
        pairs = {frozenset(numbers[player] for player in step.pair) for step in steps if step.pair and not step.undone}
        recorded = self.recorded(number)
        posted = {pair.players for pair in recorded.pairing.pairs} | set(map(frozenset, recorded.colourless))
        return (participants, steps) if pairs == posted else None

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn for the first player (7.2): declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred_colour or Colour.WHITE

    @cached_property
    def _inferred_colour(self) -> Colour | None:
        return infer_initial_colour(self.history, as_printed=self.rules.readings.numbers_as_printed)

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred from the event."""
        inferred = self._inferred_colour is not None
        return tuple(notes_on_undeclared(self, "colour drawn for the first player", inferred=inferred))
