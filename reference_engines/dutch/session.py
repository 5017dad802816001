"""The Dutch engine at work on one event: pairs rounds, assesses given pairings, keeps what both need."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.acceleration import accelerated_rounds
from reference_engines.colours import Allocation, allocate, infer_initial_colour
from reference_engines.declared import declares_baku
from reference_engines.field import Field, make_field
from reference_engines.history import History, read_history
from reference_engines.readings import reading
from reference_engines.recorded import recorded_round
from reference_engines.results import ColourRule, NoLegalPairingError, Pair, ReadingNote, RoundPairing
from reference_engines.standing import standing
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dutch.bracket import Bracket, Candidate
    from reference_engines.dutch.edition import DutchEdition
    from reference_engines.dutch.rounds import RoundClass, RoundRules
    from reference_engines.engine import Edition
    from reference_engines.history import IntArray
    from reference_engines.results import Assessment, GenerationStep
    from reference_engines.standing import Standing
    from tournaments.model import Event


@dataclass(frozen=True, slots=True)
class DutchEngine:
    """The Dutch system in one edition."""

    rules: DutchEdition
    round_class: RoundClass

    @property
    def edition(self) -> Edition:
        """The regulation that this engine follows."""
        return self.rules.edition

    def open(self, event: Event) -> DutchSession:
        """Start a session; raise UnsupportedEventError if the event is beyond the engine."""
        return DutchSession(self, event, read_history(event))


class DutchSession:
    """One event under one edition; see `reference_engines.engine.Session`."""

    def __init__(self, engine: DutchEngine, event: Event, history: History) -> None:
        """Take up an event whose rows have been read."""
        self.engine = engine
        self.event = event
        self.history = history
        self._fields: dict[int, Field] = {}
        self._paired: dict[int, tuple[tuple[Bracket, Candidate], ...]] = {}

    @cached_property
    def standing(self) -> Standing:
        """What every player brings to each round, under the definitions of the edition."""
        return standing(self.event, self.history, self.engine.rules.floats, self.engine.rules.byes)

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn before the first round: declared, else inferred, else White."""
        return self.event.initial_colour or infer_initial_colour(self.history) or Colour.WHITE

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event."""
        notes = []
        if self.event.initial_colour is None:
            inferred = infer_initial_colour(self.history)
            name = self.initial_colour.name.capitalize()
            notes.append(
                f"The file does not declare the initial colour; {name} was inferred from the first round with colours."
                if inferred
                else f"The file does not declare the initial colour and no round shows it; {name} was assumed."
            )
        if self.event.rounds_declared is None:
            notes.append("The file does not declare the number of rounds; no round was treated as the last one.")
            if self._rests_on_rounds:
                notes.append(
                    f"The Baku acceleration depends on that number, too; {self.history.rounds + 1} rounds were assumed."
                )
        return tuple(notes)

    @property
    def _rests_on_rounds(self) -> bool:
        """Whether virtual points follow from a number of rounds that is not declared."""
        undeclared = self.event.rounds_declared is None and not self.event.virtual_points
        return undeclared and declares_baku(self.event.system)

    def field(self, round_number: int) -> Field:
        """Return the players to be paired in a round."""
        if round_number not in self._fields:
            self._fields[round_number] = make_field(self.event, self.history, self.standing, round_number)
        return self._fields[round_number]

    def pair(self, round_number: int) -> RoundPairing:
        """Return the pairing that the edition asks for in the round, boards in order."""
        field = self.field(round_number)
        pairs = [
            bracket.positions[list(pair)].tolist()
            for bracket, candidate in self.brackets(round_number)
            for pair in candidate.pairs
        ]
        return self._with_colours(field, np.array(pairs, dtype=np.int64).reshape(-1, 2))

    def brackets(self, round_number: int) -> tuple[tuple[Bracket, Candidate], ...]:
        """Return the brackets of the round with the engine's own candidates."""
        if round_number not in self._paired:
            self._paired[round_number] = tuple(self.round_rules(round_number).brackets())
        return self._paired[round_number]

    def round_rules(self, round_number: int) -> RoundRules:
        """Return the edition's procedure on the field of the round."""
        return self.engine.round_class(field=self.field(round_number), objective=self.engine.rules.objective)

    def _with_colours(self, field: Field, pairs: IntArray) -> RoundPairing:
        ordered = pairs[_board_order(field, pairs)]
        colour = self.allocation(field, ordered).colour
        white = np.where(colour == 1, ordered[:, 0], ordered[:, 1])
        black = np.where(colour == 1, ordered[:, 1], ordered[:, 0])
        boards = zip(field.tpn[white].tolist(), field.tpn[black].tolist(), strict=True)
        left = np.ones(field.size, dtype=np.bool_)
        left[ordered] = False
        spare = field.tpn[left].tolist()
        return RoundPairing(pairs=tuple(Pair(*board) for board in boards), bye=spare[0] if spare else None)

    def allocation(self, field: Field, pairs: IntArray) -> Allocation:
        """Give colours to pairs of positions, the higher ranked player first."""
        return allocate(field, self.history, pairs, self.initial_colour, self.engine.rules.colours)

    def recorded(self, round_number: int) -> RoundPairing:
        """
        Return the pairing that the event records for the round (forfeited games included).

        A pair recorded without colours is given those that the edition asks for: nothing contradicts them.
        """
        found = recorded_round(self.history, round_number)
        return RoundPairing(pairs=(*found.pairs, *self._given_colours(round_number, found.colourless)), bye=found.bye)

    def _given_colours(self, round_number: int, games: tuple[tuple[int, int], ...]) -> tuple[Pair, ...]:
        if not games:
            return ()
        field = self.field(round_number)
        place = {column: position for position, column in enumerate(field.column.tolist())}
        pairs = [sorted((place[one], place[other])) for one, other in games]
        return self._with_colours(field, np.array(pairs, dtype=np.int64)).pairs

    def colour_rule(self, round_number: int, pair: Pair) -> ColourRule | None:
        """Return the article that gives the two their colours; None if they are not both to be paired."""
        field = self.field(round_number)
        place = {tpn: position for position, tpn in enumerate(field.tpn.tolist())}
        if not pair.players <= place.keys():
            return None
        positions = sorted(place[tpn] for tpn in pair.players)
        allocation = self.allocation(field, np.array([positions], dtype=np.int64))
        white = int(field.tpn[positions[0] if allocation.colour[0] == 1 else positions[1]])
        why = self.engine.rules.colours.sentence(allocation.article[0])
        return ColourRule(article=allocation.article[0], sentence=f"player {white} has White: {why}")

    def order_article(self, step: GenerationStep) -> str:
        """Return the article that orders a step of generation."""
        return self.engine.rules.generation[step]

    def other_pairings(self, round_number: int) -> tuple[tuple[ReadingNote, RoundPairing], ...]:
        """Return the pairings by the readings of the register that are not taken, where they give others."""
        others = (
            ("SPP-2026-08", self._by_printed_numbers(round_number)),
            *(("ROUNDS-UNDECLARED", pairing) for pairing in self._by_other_numbers_of_rounds(round_number)),
        )
        entries = ((reading(identifier), pairing) for identifier, pairing in others if pairing is not None)
        return tuple(
            (ReadingNote(identifier=entry.identifier, sentence=f"{entry.question} {entry.taken}"), pairing)
            for entry, pairing in entries
        )

    def _by_printed_numbers(self, round_number: int) -> RoundPairing | None:
        """Pair with odd and even as printed, whoever has arrived (SPP-2026-08)."""
        field = self.field(round_number)
        printed = field.tpn % 2 == 1
        if (printed == field.odd_number).all():
            return None
        try:
            taken = self.pair(round_number)
        except NoLegalPairingError:
            return None
        place = {tpn: position for position, tpn in enumerate(field.tpn.tolist())}
        pairs = np.array([sorted((place[pair.white], place[pair.black])) for pair in taken.pairs], dtype=np.int64)
        return self._with_colours(replace(field, odd_number=printed), pairs.reshape(-1, 2))

    def _by_other_numbers_of_rounds(self, round_number: int) -> Iterator[RoundPairing]:
        """Pair as an event of any other number of rounds would, if it is not declared and makes a difference."""
        for rounds in self._other_numbers_of_rounds(round_number):
            with suppress(NoLegalPairingError):
                yield self._of_rounds(rounds).pair(round_number)

    def _of_rounds(self, rounds: int) -> DutchSession:
        """Return the session of the same edition on an event for which that number of rounds is declared."""
        return DutchSession(self.engine, replace(self.event, rounds_declared=rounds), self.history)

    def _other_numbers_of_rounds(self, round_number: int) -> Iterator[int]:
        """Yield numbers by which the round is the final one, or rounds up to it are accelerated otherwise."""
        recorded = self.history.rounds
        if self.event.rounds_declared is None and round_number == recorded:
            yield recorded
        if self._rests_on_rounds:
            stages = {self._stages(recorded + 1, round_number)}
            for rounds in range(recorded + (round_number == recorded), 4 * round_number + 1):
                if (those := self._stages(rounds, round_number)) not in stages:
                    stages.add(those)
                    yield rounds

    @staticmethod
    def _stages(rounds: int, last: int) -> tuple[int, ...]:
        return tuple(min(stage, last) for stage in accelerated_rounds(rounds))

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Judge a pairing of the round; see `reference_engines.engine.Session.assess`."""
        from reference_engines.dutch.assessment import assess  # noqa: PLC0415 -- assessment knows sessions

        return assess(self, round_number, pairing)


def _board_order(field: Field, pairs: IntArray) -> IntArray:
    """Sort pairs for publication (C.04.2:3.6; D.9): higher score of the two, sum of both scores, smaller TPN."""
    one, other = field.score[pairs[:, 0]], field.score[pairs[:, 1]]
    return np.lexsort((field.column[pairs[:, 0]], -(one + other), -one))
