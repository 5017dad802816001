"""The Dubov engine of 1997 at work on one event."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dubov_1997.colours import decide, first_round
from reference_engines.dubov_1997.edition import DUBOV_1997, DUBOV_1997_LITERAL, OTHERS, TAKEN, Readings
from reference_engines.dubov_1997.legality import kept_apart, violations
from reference_engines.dubov_1997.literal import walked
from reference_engines.dubov_1997.parting import parting
from reference_engines.dubov_1997.steps import StepKind
from reference_engines.dubov_1997.table import lay
from reference_engines.dubov_1997.walk import steps
from reference_engines.field import make_field
from reference_engines.history import read_history
from reference_engines.readings import reading
from reference_engines.recorded import recorded_round
from reference_engines.results import Assessment, ColourRule, NoLegalPairingError, Pair, ReadingNote, RoundPairing
from reference_engines.standing import ByeRule, FloatRule, standing
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.dubov_1997.colours import Decision, Games
    from reference_engines.dubov_1997.table import Table
    from reference_engines.engine import Edition
    from reference_engines.field import Field
    from reference_engines.history import History
    from reference_engines.results import Parting
    from reference_engines.standing import Standing
    from tournaments.model import Event

    Pairs = tuple[tuple[tuple[int, int], ...], int | None]
    """Pairs of positions in the order in which they are made, and the position with the bye."""
    Procedure = Callable[[Table, Readings], Pairs]


def stepped(table: Table, readings: Readings) -> Pairs:
    """Go through the steps of the procedure; raise NoLegalPairingError if there is no complete pairing."""
    pairs, bye = [], None
    for step in steps(table, readings):
        if step.kind is StepKind.BYE:
            bye = step.taken[0]
        elif step.pair is not None:
            pairs.append(step.pair)
    return tuple(pairs), bye


@dataclass(frozen=True, slots=True, kw_only=True)
class DubovEngine:
    """The Dubov system of 1997."""

    edition: Edition
    procedure: Procedure
    readings: Readings = TAKEN

    def open(self, event: Event) -> DubovSession:
        """Start a session; raise UnsupportedEventError if the event is beyond the engine."""
        return DubovSession(self, event, read_history(event))


def dubov_1997() -> DubovEngine:
    """Return the engine of the text of 1997."""
    return DubovEngine(edition=DUBOV_1997, procedure=stepped)


def dubov_1997_literal() -> DubovEngine:
    """Return the engine that tries everything; for small fields."""
    return DubovEngine(edition=DUBOV_1997_LITERAL, procedure=walked)


class DubovSession:
    """One event under the Dubov system of 1997; see `reference_engines.engine.Session`."""

    def __init__(self, engine: DubovEngine, event: Event, history: History) -> None:
        """Take up an event whose rows have been read."""
        self.engine = engine
        self.event = event
        self.history = history
        self._fields: dict[int, Field] = {}
        self._tables: dict[int, Table] = {}
        self._made: dict[int, Pairs] = {}

    @cached_property
    def _standing(self) -> Standing:
        # Floats of the FIDE systems play no part; a point without playing is that of a win (DUBOV97-BYE-POINT).
        any_point = self.engine.readings.any_point_bars_bye
        byes = ByeRule.ANY_POINTS_WITHOUT_PLAYING if any_point else ByeRule.WIN_WITHOUT_PLAYING
        return standing(self.event, self.history, FloatRule.SCORING_WITHOUT_PLAYING, byes)

    @cached_property
    def _inferred_colour(self) -> Colour | None:
        """The colour of the first pair's upper player in the recorded first round; None if it has no such pair."""
        if not self.history.rounds:
            return None
        try:
            pairs, _ = self._pairs(1)
        except NoLegalPairingError:
            return None
        column = self.field(1).column
        for place, (upper, lower) in enumerate(pairs, start=1):
            one, other = int(column[upper]), int(column[lower])
            colour = int(self.history.colour[0, one])
            if colour and self.history.opponent[0, one] == other:
                return Colour.WHITE if (colour == 1) == (place % 2 == 1) else Colour.BLACK
        return None

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn for the first player (5): declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred_colour or Colour.WHITE

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event."""
        notes = []
        unrated = sum(not player.rating for player in self.event.players)
        if unrated:
            notes.append(f"Players without a rating: {unrated}; R is 0 for them (DUBOV97-UNRATED).")
        if self.event.initial_colour is None:
            how = "inferred from the first round" if self._inferred_colour else "assumed"
            colour = self.initial_colour.name.capitalize()
            notes.append(f"The file does not declare the colour drawn for the first pair; {colour} was {how}.")
        if self.event.rounds_declared is None:
            notes.append("The file does not declare the number of rounds; no round was treated as the last one.")
        return tuple(notes)

    def field(self, round_number: int) -> Field:
        """Return those to be paired in a round."""
        if round_number not in self._fields:
            self._fields[round_number] = make_field(self.event, self.history, self._standing, round_number)
        return self._fields[round_number]

    def table(self, round_number: int) -> Table:
        """Return the players of a round with R, ARO and due colour."""
        if round_number not in self._tables:
            players = self.field(round_number)
            self._tables[round_number] = lay(self.event, self.history, self._standing, players, self.engine.readings)
        return self._tables[round_number]

    def _pairs(self, round_number: int) -> Pairs:
        if round_number not in self._made:
            self._made[round_number] = self.engine.procedure(self.table(round_number), self.engine.readings)
        return self._made[round_number]

    def pair(self, round_number: int) -> RoundPairing:
        """Return the pairing, in the order in which the procedure makes it (DUBOV97-BOARDS)."""
        pairs, bye = self._pairs(round_number)
        games = tuple(self._coloured(round_number, pair, place) for place, pair in enumerate(pairs, start=1))
        return RoundPairing(pairs=games, bye=None if bye is None else self.table(round_number).people[bye].tpn)

    def _coloured(self, round_number: int, pair: tuple[int, int], place: int) -> Pair:
        people = self.table(round_number).people
        one, other = pair
        white = self.colours(round_number, pair, place).white
        return Pair(people[white].tpn, people[other if white == one else one].tpn)

    def colours(self, round_number: int, pair: tuple[int, int], place: int) -> Decision:
        """Give colours to the pair that is made in that place, from 1; players are positions."""
        if round_number == 1:
            return first_round(pair, place, 1 if self.initial_colour is Colour.WHITE else -1)
        games = (self._games(round_number, pair[0]), self._games(round_number, pair[1]))
        return decide(self.table(round_number), games, *pair)

    def _games(self, round_number: int, position: int) -> Games:
        """Colours of the games played, the latest first; by rounds, 0 stands for none (DUBOV97-HISTORY)."""
        row, column = round_number - 1, int(self.field(round_number).column[position])
        colour, played = self.history.colour[:row, column], self.history.played[:row, column]
        games = np.where(played, colour, 0) if self.engine.readings.rounds_compared else colour[played]
        return tuple(games[::-1].tolist())

    def recorded(self, round_number: int) -> RoundPairing:
        """
        Return the pairing that the event records for the round (forfeited games included).

        A pair recorded without colours is given those that the text asks for: nothing contradicts them.
        """
        found = recorded_round(self.history, round_number)
        return RoundPairing(pairs=(*found.pairs, *self._given_colours(round_number, found.colourless)), bye=found.bye)

    def _given_colours(self, round_number: int, games: tuple[tuple[int, int], ...]) -> Iterator[Pair]:
        position = {column: place for place, column in enumerate(self.field(round_number).column.tolist())}
        for one, other in games:
            pair = position[one], position[other]
            place, made = self._made_as(round_number, set(pair)) or (1, pair)
            yield self._coloured(round_number, made, place)

    def _made_as(self, round_number: int, players: set[int | None]) -> tuple[int, tuple[int, int]] | None:
        """Return the place, from 1, and the pair that the procedure makes of two positions; None if it does not."""
        try:
            pairs, _ = self._pairs(round_number)
        except NoLegalPairingError:
            return None
        return next(((place, pair) for place, pair in enumerate(pairs, start=1) if set(pair) == players), None)

    def colour_rule(self, round_number: int, pair: Pair) -> ColourRule | None:
        """Return what gives the two their colours; None if the procedure does not pair them."""
        position = {person.tpn: place for place, person in enumerate(self.table(round_number).people)}
        found = self._made_as(round_number, {position.get(tpn) for tpn in pair.players})
        if found is None:
            return None
        place, made = found
        decision = self.colours(round_number, made, place)
        who = self.table(round_number).people[decision.white].tpn
        sentence = f"player {who} has White: {decision.why}."
        notes = (_note(decision.rests_on),) if decision.rests_on else ()
        return ColourRule(article=decision.article.value, sentence=sentence, readings=notes)

    def other_pairings(self, round_number: int) -> tuple[tuple[ReadingNote, RoundPairing], ...]:
        """Return the pairings by the readings of the register that are not taken, where they give others."""
        taken = _attempted(self, round_number)
        found = []
        for identifier, session in self._others(round_number):
            pairing = _attempted(session, round_number)
            if pairing is not None and pairing != taken:
                found.append((_note(identifier), pairing))
        return tuple(found)

    @cached_property
    def _by_other_readings(self) -> tuple[tuple[str, DubovSession], ...]:
        engines = ((identifier, replace(self.engine, readings=readings)) for identifier, readings in OTHERS)
        return tuple((identifier, DubovSession(engine, self.event, self.history)) for identifier, engine in engines)

    def _others(self, round_number: int) -> Iterator[tuple[str, DubovSession]]:
        """Yield sessions that follow one other reading each."""
        yield from self._by_other_readings
        if self.event.rounds_declared is None and round_number == self.history.rounds:
            declared = replace(self.event, rounds_declared=round_number)
            yield "ROUNDS-UNDECLARED", DubovSession(self.engine, declared, self.history)

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """Return the limitations that a pairing of the round breaks; there are no brackets to be filled."""
        found = violations(self.table(round_number), self.field(round_number), self.history, pairing)
        found += kept_apart(self._apart(round_number), pairing)
        return Assessment(pairing=pairing, violations=found, brackets=())

    def _apart(self, round_number: int) -> frozenset[frozenset[int]]:
        return frozenset(
            frozenset(two)
            for group in self.event.forbidden
            if group.first_round <= round_number <= (group.last_round or round_number)
            for two in combinations(sorted(group.players), 2)
        )

    def parting(self, round_number: int, recorded: RoundPairing) -> Parting:
        """Return the first step at which a complete and legal pairing leaves the procedure."""
        others = [
            (identifier, session.table(round_number), session.engine.readings)
            for identifier, session in self._others(round_number)
        ]
        return parting(self.table(round_number), self.engine.readings, recorded, others)


def _note(identifier: str) -> ReadingNote:
    entry = reading(identifier)
    return ReadingNote(identifier=identifier, sentence=f"{entry.question} {entry.taken}")


def _attempted(session: DubovSession, round_number: int) -> RoundPairing | None:
    try:
        return session.pair(round_number)
    except NoLegalPairingError:
        return None
