"""The Clock engine at work on one event."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.clock.colours import decide
from reference_engines.clock.edition import CLOCK_2012, CLOCK_2012_LITERAL, OTHERS, TAKEN, Readings
from reference_engines.clock.legality import violations
from reference_engines.clock.literal import walked
from reference_engines.clock.parting import parting
from reference_engines.clock.table import lay
from reference_engines.clock.walk import picks
from reference_engines.field import make_field, may_meet
from reference_engines.history import read_history
from reference_engines.readings import reading
from reference_engines.recorded import recorded_round
from reference_engines.results import Assessment, ColourRule, NoLegalPairingError, Pair, ReadingNote, RoundPairing
from reference_engines.standing import ByeRule, FloatRule, standing
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.clock.table import Table
    from reference_engines.engine import Edition
    from reference_engines.history import History
    from reference_engines.results import Parting
    from reference_engines.standing import Standing
    from tournaments.model import Event

    Procedure = Callable[[Table, Readings], tuple[tuple[int, int], ...]]


def _picked(table: Table, readings: Readings) -> tuple[tuple[int, int], ...]:
    return tuple((pick.picker, pick.picked) for pick in picks(table, readings))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockEngine:
    """The Clock system."""

    edition: Edition
    procedure: Procedure
    """Makes the pairs of seats, in the order in which they are stored."""
    readings: Readings = TAKEN

    def open(self, event: Event) -> ClockSession:
        """Start a session; raise UnsupportedEventError if the event is beyond the engine."""
        return ClockSession(self, event, read_history(event))


def clock_2012() -> ClockEngine:
    """Return the engine of the text of 2012."""
    return ClockEngine(edition=CLOCK_2012, procedure=_picked)


def clock_2012_literal() -> ClockEngine:
    """Return the engine that walks through every state of the clock; for small fields."""
    return ClockEngine(edition=CLOCK_2012_LITERAL, procedure=walked)


class ClockSession:
    """One event under the Clock system; see `reference_engines.engine.Session`."""

    def __init__(self, engine: ClockEngine, event: Event, history: History) -> None:
        """Take up an event whose rows have been read."""
        self.engine = engine
        self.event = event
        self.history = history
        self._tables: dict[int, Table] = {}
        self._pairs: dict[int, tuple[tuple[int, int], ...]] = {}

    @property
    def readings(self) -> Readings:
        """The readings by which the text is followed."""
        return self.engine.readings

    @cached_property
    def _standing(self) -> Standing:
        # Floats play no part; who got points without playing may not have the bye (CLOCK-BYE-TWICE).
        return standing(self.event, self.history, FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.ANY_POINTS_WITHOUT_PLAYING)

    @cached_property
    def _inferred_master(self) -> Colour | None:
        """
        The master colour by which most pairs of the first round have the right colours; None without a pair.

        The first pair has the casting vote.
        """
        if not self.history.rounds:
            return None
        table = self._laid(1, Colour.WHITE)
        votes = [
            Colour.WHITE if (decide(table, self.readings, one, other).white == one) == (sign == 1) else Colour.BLACK
            for one, other, sign in self._coloured_pairs(table, 1)
        ]
        return max(votes, key=votes.count, default=None)

    def _coloured_pairs(self, table: Table, round_number: int) -> Iterator[tuple[int, int, int]]:
        """Yield seats of both players and the colour of the first of them, in the order of the seats."""
        row = round_number - 1
        seat_of = {int(table.field.column[place]): seat for seat, place in enumerate(table.position) if place >= 0}
        for column, seat in seat_of.items():
            opponent, colour = int(self.history.opponent[row, column]), int(self.history.colour[row, column])
            if opponent in seat_of and colour:
                yield seat, seat_of[opponent], colour

    @cached_property
    def master_colour(self) -> Colour:
        """The colour drawn for number 1 (Appendix A, [d]): declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred_master or Colour.WHITE

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event."""
        notes = ["The players are ranked as the file lists them; Appendix A gives them their pairing numbers."]
        if self.event.initial_colour is None:
            how = "inferred from the first round" if self._inferred_master else "assumed"
            colour = self.master_colour.name.capitalize()
            notes.append(f"The file does not declare the master colour; {colour} was {how}.")
        if self.event.rounds_declared is None:
            notes.append("The file does not declare the number of rounds; no round was treated as the last one.")
        return tuple(notes)

    def table(self, round_number: int) -> Table:
        """Return the table at which the players of a round are seated."""
        if round_number not in self._tables:
            self._tables[round_number] = self._laid(round_number, self.master_colour)
        return self._tables[round_number]

    def _laid(self, round_number: int, master: Colour) -> Table:
        players = make_field(self.event, self.history, self._standing, round_number)
        meet = may_meet(self.event, self.history, players)
        return lay(players, self.history, meet, self.readings, master)

    def pair(self, round_number: int) -> RoundPairing:
        """Return the pairing that the procedure ends with, in the order of its picks (CLOCK-BOARDS)."""
        if round_number not in self._pairs:
            self._pairs[round_number] = self.engine.procedure(self.table(round_number), self.readings)
        return self._published(self.table(round_number), self._pairs[round_number])

    def _published(self, table: Table, pairs: tuple[tuple[int, int], ...]) -> RoundPairing:
        games = []
        bye = None
        for one, other in pairs:
            if table.bye in (one, other):
                bye = table.tpn[other if one == table.bye else one]
                continue
            white = decide(table, self.readings, one, other).white
            games.append(Pair(table.tpn[white], table.tpn[other if white == one else one]))
        return RoundPairing(pairs=tuple(games), bye=bye)

    def recorded(self, round_number: int) -> RoundPairing:
        """
        Return the pairing that the event records for the round (forfeited games included).

        A pair recorded without colours is given those that the text asks for: nothing contradicts them.
        """
        found, table = recorded_round(self.history, round_number), self.table(round_number)
        seats = []
        for game in found.colourless:
            one, other = (table.seat_of(int(self.history.tpn[column])) for column in game)
            if one is not None and other is not None:
                seats.append((one, other))
        return RoundPairing(pairs=(*found.pairs, *self._published(table, tuple(seats)).pairs), bye=found.bye)

    def colour_rule(self, round_number: int, pair: Pair) -> ColourRule | None:
        """Return the step of Appendix B that gives the two their colours; None if they are not both to be paired."""
        table = self.table(round_number)
        one, other = (table.seat_of(tpn) for tpn in (pair.white, pair.black))
        if one is None or other is None or one == other:
            return None
        decision = decide(table, self.readings, one, other)
        return ColourRule(
            article=decision.article.value, sentence=f"player {table.tpn[decision.white]} has White: {decision.why}"
        )

    def other_pairings(self, round_number: int) -> tuple[tuple[ReadingNote, RoundPairing], ...]:
        """Return the pairings by the readings of the register that are not taken, where they give others."""
        taken = _attempted(self, round_number)
        others = [(identifier, _attempted(session, round_number)) for identifier, session in self._others(round_number)]
        return tuple(
            (_note(identifier), pairing) for identifier, pairing in others if pairing is not None and pairing != taken
        )

    def _others(self, round_number: int) -> Iterator[tuple[str, ClockSession]]:
        """Yield sessions that follow one other reading each."""
        for identifier, readings in OTHERS:
            yield identifier, ClockSession(replace(self.engine, readings=readings), self.event, self.history)
        if self.event.rounds_declared is None and round_number == self.history.rounds:
            declared = replace(self.event, rounds_declared=round_number)
            yield "ROUNDS-UNDECLARED", ClockSession(self.engine, declared, self.history)

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Return the absolute rules that a pairing of the round breaks; there are no brackets to be filled."""
        return Assessment(pairing=pairing, violations=violations(self, round_number, pairing), brackets=())

    def parting(self, round_number: int, recorded: RoundPairing) -> Parting:
        """Return the first pick at which a complete pairing leaves the procedure."""
        return parting(self, round_number, recorded)


def _attempted(session: ClockSession, round_number: int) -> RoundPairing | None:
    try:
        return session.pair(round_number)
    except NoLegalPairingError:
        return None


def _note(identifier: str) -> ReadingNote:
    entry = reading(identifier)
    return ReadingNote(identifier=identifier, sentence=f"{entry.question} {entry.taken}")
