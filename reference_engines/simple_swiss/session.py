"""The simple Swiss at work on one event."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.field import make_field, may_meet
from reference_engines.history import NOBODY, read_history
from reference_engines.readings import reading
from reference_engines.results import Assessment, ColourRule, NoLegalPairingError, Pair, ReadingNote, RoundPairing
from reference_engines.simple_swiss.colours import decide, first_round
from reference_engines.simple_swiss.edition import (
    ALTERNATING,
    OLYMPIAD,
    SIMPLE_2018,
    SIMPLE_2018_ALTERNATING,
    SIMPLE_2018_LITERAL,
    SIMPLE_2018_OLYMPIAD,
    TAKEN,
    Options,
)
from reference_engines.simple_swiss.legality import violations
from reference_engines.simple_swiss.literal import asked_literally
from reference_engines.simple_swiss.parting import parting
from reference_engines.simple_swiss.table import Table
from reference_engines.simple_swiss.walk import asks, choose_bye
from reference_engines.standing import ByeRule, FloatRule, standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.engine import Edition
    from reference_engines.history import History
    from reference_engines.results import Parting
    from reference_engines.simple_swiss.colours import Decision
    from reference_engines.standing import Standing
    from tournaments.model import Event

    Procedure = Callable[[Table, Options], tuple[tuple[tuple[int, int], ...], int | None]]


def _asked(table: Table, options: Options) -> tuple[tuple[tuple[int, int], ...], int | None]:
    bye = choose_bye(table)
    return tuple((ask.asks, ask.taken) for ask in asks(table, options, bye) if ask.taken is not None), bye


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
        if round_number not in self._made:
            self._made[round_number] = self.engine.procedure(self.table(round_number), self.engine.options)
        pairs, bye = self._made[round_number]
        tpn = self.table(round_number).field.tpn.tolist()
        games = []
        for place, pair in enumerate(pairs, start=1):
            higher, lower = sorted(pair)
            white, black = (
                (higher, lower) if self._colours(round_number, pair, place).higher_has_white else (lower, higher)
            )
            games.append(Pair(tpn[white], tpn[black]))
        return RoundPairing(pairs=tuple(games), bye=None if bye is None else tpn[bye])

    def _colours(self, round_number: int, pair: tuple[int, int], place: int) -> Decision:
        table = self.table(round_number)
        if round_number == 1:
            return first_round(place, table.field.size // 2)
        return decide(table.field, self.history, *sorted(pair))

    def recorded(self, round_number: int) -> RoundPairing:
        """Return the pairing that the event records for the round (forfeited games included)."""
        row = round_number - 1
        opponent, colour = self.history.opponent[row], self.history.colour[row]
        tpn = self.history.tpn.tolist()
        pairs = tuple(
            Pair(tpn[column], tpn[int(opponent[column])])
            for column in range(len(tpn))
            if opponent[column] != NOBODY and colour[column] == 1
        )
        byes = self.history.tpn[self.history.bye[row]].tolist()
        return RoundPairing(pairs=pairs, bye=byes[0] if byes else None)

    def colour_rule(self, round_number: int, pair: Pair) -> ColourRule | None:
        """Return what gives the two their colours; None if they are not paired with each other."""
        table = self.table(round_number)
        position = {tpn: place for place, tpn in enumerate(table.field.tpn.tolist())}
        players = tuple(position.get(tpn) for tpn in (pair.white, pair.black))
        one, other = players
        if one is None or other is None or one == other:
            return None
        pairs, _ = self._made.get(round_number) or self.engine.procedure(table, self.engine.options)
        place = next((at for at, made in enumerate(pairs, start=1) if set(made) == {one, other}), 0)
        if not place:
            return None
        decision = self._colours(round_number, (one, other), place)
        white = min(one, other) if decision.higher_has_white else max(one, other)
        sentence = f"player {int(table.field.tpn[white])} has White: {decision.why}"
        return ColourRule(article=decision.section.value, sentence=sentence)

    def other_pairings(self, round_number: int) -> tuple[tuple[ReadingNote, RoundPairing], ...]:
        """Return the pairing by the reading of an odd group's middle that is not taken, where it is another one."""
        other = replace(self.engine, options=replace(self.engine.options, odd_middle_rounded_up=True))
        try:
            taken = self.pair(round_number)
            pairing = SimpleSession(other, self.event, self.history).pair(round_number)
        except NoLegalPairingError:
            return ()
        if pairing == taken:
            return ()
        entry = reading("SIMPLE-ODD-MIDDLE")
        return ((ReadingNote(identifier=entry.identifier, sentence=f"{entry.question} {entry.taken}"), pairing),)

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Return the absolute rules that a pairing of the round breaks; there are no brackets to be filled."""
        found = violations(self.table(round_number), self.history, pairing)
        return Assessment(pairing=pairing, violations=found, brackets=())

    def parting(self, round_number: int, recorded: RoundPairing) -> Parting:
        """Return the first turn at which a complete and legal pairing leaves the procedure."""
        return parting(self.table(round_number), self.engine.options, recorded)
