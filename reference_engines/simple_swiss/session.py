"""The simple Swiss at work on one event."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.field import make_field, may_meet
from reference_engines.history import read_history
from reference_engines.readings import reading
from reference_engines.recorded import recorded_round
from reference_engines.results import Assessment, ColourRule, NoLegalPairingError, Pair, ReadingNote, RoundPairing
from reference_engines.simple_swiss.colours import decide, first_round
from reference_engines.simple_swiss.edition import (
    ALTERNATING,
    OLYMPIAD,
    OPEN_POINTS,
    SIMPLE_2018,
    SIMPLE_2018_ALTERNATING,
    SIMPLE_2018_LITERAL,
    SIMPLE_2018_OLYMPIAD,
    TAKEN,
    Options,
    read_otherwise,
)
from reference_engines.simple_swiss.legality import violations
from reference_engines.simple_swiss.literal import asked_literally
from reference_engines.simple_swiss.parting import parting
from reference_engines.simple_swiss.table import Table
from reference_engines.simple_swiss.walk import turns
from reference_engines.standing import ByeRule, FloatRule, standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.engine import Edition
    from reference_engines.history import History
    from reference_engines.results import Parting
    from reference_engines.simple_swiss.colours import Decision
    from reference_engines.standing import Standing
    from tournaments.model import Event

    Procedure = Callable[[Table, Options], tuple[tuple[tuple[int, int], ...], int | None]]


def _asked(table: Table, options: Options) -> tuple[tuple[tuple[int, int], ...], int | None]:
    made, bye = turns(table, options)
    return tuple((ask.asks, ask.taken) for ask in made if ask.taken is not None), bye


@dataclass(frozen=True, slots=True, kw_only=True)
class SimpleEngine:
    """The simple Swiss with its options."""

    edition: Edition
    options: Options = TAKEN
    procedure: Procedure = _asked
    """Makes the pairs of positions, in the order of asking, and names the position with the bye."""

    def open(self, event: Event) -> SimpleSession:
        """Start a session; raise UnsupportedEventError if the event is beyond the engine."""
        return SimpleSession(self, event, read_history(event))


def simple_2018() -> SimpleEngine:
    """Return the engine of the essays."""
    return SimpleEngine(edition=SIMPLE_2018)


def simple_2018_alternating() -> SimpleEngine:
    """Return the engine that asks outwards from the middle."""
    return SimpleEngine(edition=SIMPLE_2018_ALTERNATING, options=ALTERNATING)


def simple_2018_olympiad() -> SimpleEngine:
    """Return the engine that lifts both limits of colours at once."""
    return SimpleEngine(edition=SIMPLE_2018_OLYMPIAD, options=OLYMPIAD)


def simple_2018_literal() -> SimpleEngine:
    """Return the engine that asks one by one; for small fields."""
    return SimpleEngine(edition=SIMPLE_2018_LITERAL, procedure=asked_literally)


class SimpleSession:
    """One event under the simple Swiss; see `reference_engines.engine.Session`."""

    def __init__(self, engine: SimpleEngine, event: Event, history: History) -> None:
        """Take up an event whose rows have been read."""
        self.engine = engine
        self.event = event
        self.history = history
        self._tables: dict[int, Table] = {}
        self._made: dict[int, tuple[tuple[tuple[int, int], ...], int | None]] = {}

    @cached_property
    def _standing(self) -> Standing:
        # Floats play no part; who got points without playing may not have the bye (SIMPLE-BYE).
        return standing(self.event, self.history, FloatRule.SCORING_WITHOUT_PLAYING, ByeRule.ANY_POINTS_WITHOUT_PLAYING)

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event: nothing."""
        return ()

    def table(self, round_number: int) -> Table:
        """Return the players of a round and who may meet."""
        if round_number not in self._tables:
            field = make_field(self.event, self.history, self._standing, round_number)
            self._tables[round_number] = Table(field=field, meet=may_meet(self.event, self.history, field))
        return self._tables[round_number]

    def pair(self, round_number: int) -> RoundPairing:
        """Return the pairing, in the order of asking."""
        pairs, bye = self._pairs(round_number)
        games = tuple(self._coloured(round_number, pair, place) for place, pair in enumerate(pairs, start=1))
        return RoundPairing(pairs=games, bye=None if bye is None else int(self.table(round_number).field.tpn[bye]))

    def _pairs(self, round_number: int) -> tuple[tuple[tuple[int, int], ...], int | None]:
        """Return the pairs of positions in the order of asking, and the position with the bye."""
        if round_number not in self._made:
            self._made[round_number] = self.engine.procedure(self.table(round_number), self.engine.options)
        return self._made[round_number]

    def _coloured(self, round_number: int, pair: tuple[int, int], place: int) -> Pair:
        tpn = self.table(round_number).field.tpn
        higher, lower = sorted(pair)
        if self.colours(round_number, pair, place).higher_has_white:
            return Pair(int(tpn[higher]), int(tpn[lower]))
        return Pair(int(tpn[lower]), int(tpn[higher]))

    def colours(self, round_number: int, pair: tuple[int, int], place: int) -> Decision:
        """Give colours to the pair that is made in that place, from 1; players are positions."""
        table = self.table(round_number)
        if round_number == 1:
            return first_round(place, table.field.size // 2)
        return decide(table.field, self.history, *sorted(pair))

    def recorded(self, round_number: int) -> RoundPairing:
        """
        Return the pairing that the event records for the round (forfeited games included).

        A pair recorded without colours is given those that the essays ask for: nothing contradicts them.
        """
        found = recorded_round(self.history, round_number)
        return RoundPairing(pairs=(*found.pairs, *self._given_colours(round_number, found.colourless)), bye=found.bye)

    def _given_colours(self, round_number: int, games: tuple[tuple[int, int], ...]) -> Iterator[Pair]:
        position = {column: place for place, column in enumerate(self.table(round_number).field.column.tolist())}
        for one, other in games:
            pair = position[one], position[other]
            yield self._coloured(round_number, pair, self._place(round_number, set(pair)) or 1)

    def _place(self, round_number: int, pair: set[int]) -> int:
        """Return the place of a pair among those that the procedure makes, from 1; 0 if it does not make it."""
        try:
            pairs, _ = self._pairs(round_number)
        except NoLegalPairingError:
            return 0
        return next((place for place, made in enumerate(pairs, start=1) if set(made) == pair), 0)

    def colour_rule(self, round_number: int, pair: Pair) -> ColourRule | None:
        """Return what gives the two their colours; None if they are not paired with each other."""
        table = self.table(round_number)
        position = {tpn: place for place, tpn in enumerate(table.field.tpn.tolist())}
        players = tuple(position.get(tpn) for tpn in (pair.white, pair.black))
        one, other = players
        if one is None or other is None or one == other:
            return None
        place = self._place(round_number, {one, other})
        if not place:
            return None
        decision = self.colours(round_number, (one, other), place)
        white = min(one, other) if decision.higher_has_white else max(one, other)
        sentence = f"player {int(table.field.tpn[white])} has White: {decision.why}"
        notes = (_note(decision.rests_on),) if decision.rests_on else ()
        return ColourRule(article=decision.section.value, sentence=sentence, readings=notes)

    def other_pairings(self, round_number: int) -> tuple[tuple[ReadingNote, RoundPairing], ...]:
        """Return the pairings by the readings of the register that are not taken, where they are others."""
        try:
            taken = self.pair(round_number)
        except NoLegalPairingError:
            return ()  # by any reading
        found = []
        for identifier in OPEN_POINTS:
            engine = replace(self.engine, options=read_otherwise(self.engine.options, identifier))
            pairing = SimpleSession(engine, self.event, self.history).pair(round_number)
            if pairing != taken:
                found.append((_note(identifier), pairing))
        return tuple(found)

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Return the absolute rules that a pairing of the round breaks; there are no brackets to be filled."""
        found = violations(self.table(round_number), self.history, pairing)
        return Assessment(pairing=pairing, violations=found, brackets=())

    def parting(self, round_number: int, recorded: RoundPairing) -> Parting:
        """Return the first turn at which a complete and legal pairing leaves the procedure."""
        return parting(self.table(round_number), self.engine.options, recorded)


def _note(identifier: str) -> ReadingNote:
    entry = reading(identifier)
    return ReadingNote(identifier=identifier, sentence=f"{entry.question} {entry.taken}")
