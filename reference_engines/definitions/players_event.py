"""An event of individual players, prepared once for all rounds: histories, states, absences, recorded pairings."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from reference_engines.definitions.acceleration import accelerated_rounds
from reference_engines.definitions.hard_rules import RoundFacts
from reference_engines.definitions.history import NOBODY, read_history
from reference_engines.definitions.player_states import AS_WRITTEN, derive_player_states
from reference_engines.definitions.players import Parity
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.results import FloatDirection, Pair, PastFloat, RoundPairing
from reference_engines.frame.rules import PreparedEvent, RecordedRound
from reference_engines.readings import follow_other_side
from tournaments.frozen import cached_property, dataclass
from tournaments.model import Colour, Event, Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import ByeRule, Definitions, FloatRule, PlayerStates
    from reference_engines.frame.variants import Variant


class InitialColour(Protocol):
    """An event under rules by which a colour is drawn before the first round."""

    @property
    def event(self) -> Any:
        """The event, of players or of teams."""
        ...

    @property
    def initial_colour(self) -> Colour:
        """Declared, else inferred, else White."""
        ...


HAD_ALLOCATED_BYE = "had the pairing-allocated bye"
ABSENCES = {
    Result.PAIRING_ALLOCATED_BYE: HAD_ALLOCATED_BYE,
    Result.FORFEIT_WIN: "won by forfeit",
    Result.FULL_POINT_BYE: "had a full-point bye",
    Result.HALF_POINT_BYE: "had a half-point bye",
    Result.ZERO_POINT_BYE: "had a zero-point bye",
    Result.FORFEIT_LOSS: "lost by forfeit",
}
"""Rounds without a game, as an arbiter names them."""
ROUNDS_UNDECLARED = "The file does not declare the number of rounds; no round was treated as the last one."


@dataclass(frozen=True, kw_only=True)
class PlayersEvent(PreparedEvent):
    """An event of individual players under rules."""

    rules: Any
    event: Event
    history: History
    player_states: PlayerStates
    floats: FloatRule
    """The rounds that give a float."""
    byes: ByeRule
    """The rounds that bar a player from the pairing-allocated bye."""
    definitions: Definitions = AS_WRITTEN

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred: none, unless the system adds them."""
        return ()

    def recorded(self, number: int) -> RecordedRound:
        """Return the pairing that the rows of the players record for a round, from 1."""
        if number not in self._recorded:
            self._recorded[number] = self._read_recorded(number)
        return self._recorded[number]

    @cached_property
    def _recorded(self) -> dict[int, RecordedRound]:
        return {}

    def _read_recorded(self, number: int) -> RecordedRound:
        history, row = self.history, number - 1
        tpn, opponent, colour = history.tpn, history.opponent[row], history.colour[row]
        white = np.flatnonzero((opponent != NOBODY) & (colour == 1))
        pairs = zip(tpn[white].tolist(), tpn[opponent[white]].tolist(), strict=True)
        # NOBODY is not a column: the first condition leaves out who met nobody.
        first = np.flatnonzero((opponent > np.arange(opponent.size)) & (colour == 0) & (colour[opponent] == 0))
        byes = tpn[history.bye[row]].tolist()
        return RecordedRound(
            pairing=RoundPairing(pairs=tuple([Pair(*pair) for pair in pairs]), bye=byes[0] if byes else None),
            colourless=tuple(zip(tpn[first].tolist(), tpn[opponent[first]].tolist(), strict=True)),
        )

    @cached_property
    def _columns(self) -> dict[int, int]:
        return self.history.columns()

    def column(self, tpn: int) -> int:
        """Return the column of a player in the history."""
        return self._columns[tpn]

    def games(self, tpn: int, before: int) -> IntArray:
        """Return the colours of the rounds before a round, the latest first; 0 for a round without a game."""
        column = self._columns[tpn]
        played = self.history.played[: before - 1, column]
        return np.where(played, self.history.colour[: before - 1, column], 0)[::-1]

    @cached_property
    def _first_meetings(self) -> dict[tuple[int, int], int]:
        """The first recorded round in which a TPN, the first of the key, met another one."""
        history = self.history
        rows, columns = np.nonzero(self.definitions.met(history) & (history.opponent != NOBODY))
        players, opponents = history.tpn[columns].tolist(), history.tpn[history.opponent[rows, columns]].tolist()
        # Rounds ascend, so that the first one is entered last.
        return dict(
            zip(zip(reversed(players), reversed(opponents), strict=True), (rows[::-1] + 1).tolist(), strict=True)
        )

    def round_of_meeting(self, first: int, second: int, before: int) -> int | None:
        """Return the first round before ``before`` in which two TPNs played each other; None if there is none."""
        number = self._first_meetings.get((first, second), before)
        return number if number < before else None

    def suspects(self, pairs: tuple[Pair, ...], round_number: int) -> Iterable[Pair]:
        """Return the pairs of a round that have met, or that the organiser may forbid, in their order."""
        columns, meetings = self._columns, self._first_meetings
        if not all(pair.white in columns and pair.black in columns for pair in pairs):
            return pairs
        apart = {tpn for group in self.definitions.forbidden_groups(self.event) for tpn in group.players}
        return [
            pair
            for pair in pairs
            if meetings.get((pair.white, pair.black), round_number) < round_number
            or (pair.white in apart and pair.black in apart)
        ]

    def is_forbidden(self, first: int, second: int, round_number: int) -> bool:
        """Whether the organiser forbids the pair of two TPNs in a round."""
        return any(
            {first, second} <= group.players and group.first_round <= round_number <= (group.last_round or round_number)
            for group in self.definitions.forbidden_groups(self.event)
        )

    def facts(self, round_number: int, present: Iterable[int]) -> RoundFacts:
        """Return the facts for the hard rules of a round in which these TPNs are to be paired."""
        return RoundFacts(
            present=frozenset(present),
            met=partial(self.round_of_meeting, before=round_number),
            apart=partial(self.is_forbidden, round_number=round_number),
            barred=partial(self.why_no_bye, before=round_number),
            suspects=partial(self.suspects, round_number=round_number),
        )

    def why_no_bye(self, tpn: int, before: int) -> str:
        """Return the reason why a player may not have the bye in a round; empty if the player may have it."""
        column = self._columns[tpn]
        rows = np.flatnonzero(self.bars_from_bye[: before - 1, column])
        if not rows.size:
            return ""
        row = int(rows[0])
        return f"{self.describe_absence(row, column)} in round {row + 1}"

    def describe_absence(self, row: int, column: int) -> str:
        """Describe the round of a player without a game: ``had a half-point bye``."""
        if self.history.bye[row, column]:
            return HAD_ALLOCATED_BYE
        rows = self.rules.edition.rows(row + 1)
        results = [entry.result for entry in self.source.players[column].rounds[rows.start : rows.stop]]
        if self.history.forfeit_win[row, column]:
            return ABSENCES[Result.FORFEIT_WIN]
        return next((ABSENCES[result] for result in ABSENCES if result in results), "did not play")

    def past_floats(self, tpn: int, before: int, back: int | None = None) -> tuple[PastFloat, ...]:
        """Return the floats of a player in the ``back`` rounds before a round (None: in all), the latest first."""
        column, history = self._columns[tpn], self.history
        rows = range(before - 2, -1 if back is None else max(before - 2 - back, -1), -1)
        floats = [(row, int(self.player_states.float_[row, column])) for row in rows]
        return tuple(
            past_float(
                row + 1, sign, "" if history.opponent[row, column] != NOBODY else self.describe_absence(row, column)
            )
            for row, sign in floats
            if sign
        )

    # --- colours so far -----------------------------------------------------------------------------------------------

    def why_not_colour(self, tpn: int, colour: int, before: int) -> str:
        """Return why a player should not have a colour: it would be the third in a row, or too many of one colour."""
        repeated = self.player_states.repeated[before - 1, self._columns[tpn]] == colour
        return (self.describe_third_colour if repeated else self.describe_colour_excess)(tpn, colour, before)

    def describe_third_colour(self, tpn: int, colour: int, before: int) -> str:
        """``has had Black in rounds 4 and 5 and would have Black a third time in a row``."""
        column, name = self._columns[tpn], "White" if colour == 1 else "Black"
        coloured = self.definitions.coloured(self.history)[: before - 1, column] & (
            self.history.colour[: before - 1, column] != 0
        )
        first, second = (np.flatnonzero(coloured)[-2:] + 1).tolist()
        return f"has had {name} in rounds {first} and {second} and would have {name} a third time in a row"

    def describe_colour_excess(self, tpn: int, colour: int, before: int) -> str:
        """``has had Black in two games more than White and would have it in three more``."""
        difference = colour * int(self.player_states.colour_difference[before - 1, self._columns[tpn]])
        name, other = ("White", "Black") if colour == 1 else ("Black", "White")
        games = f"{difference} game{'s' * (difference != 1)}"
        return f"has had {name} in {games} more than {other} and would have a colour difference of {difference + 1}"

    @property
    def rests_on_rounds(self) -> bool:
        """Whether virtual points depend on an undeclared number of rounds."""
        undeclared = self.event.rounds_declared is None and not self.event.virtual_points
        return undeclared and declares_baku(self.event.system)

    def possible_round_counts(self, round_number: int) -> Iterator[int]:
        """Yield numbers of rounds that make the round the final round, or change the acceleration up to it."""
        recorded = self.history.rounds
        if self.event.rounds_declared is None and round_number == recorded:
            yield recorded
        if self.rests_on_rounds:
            known = {self._accelerated_up_to(recorded + 1, round_number)}
            for rounds in range(recorded + (round_number == recorded), 4 * round_number + 1):
                if (lengths := self._accelerated_up_to(rounds, round_number)) not in known:
                    known.add(lengths)
                    yield rounds

    @staticmethod
    def _accelerated_up_to(rounds: int, last: int) -> tuple[int, ...]:
        return tuple(min(count, last) for count in accelerated_rounds(rounds))

    @cached_property
    def bars_from_bye(self) -> BoolArray:
        """(rounds, players) whether the round bars the player from the bye ever after."""
        return self.byes.bars(self.history)


def derive_history(
    event: Event,
    reuse_from: PlayersEvent | None,
    floats: FloatRule,
    byes: ByeRule,
    definitions: Definitions = AS_WRITTEN,
) -> tuple[History, PlayerStates]:
    """
    Return the history of an event, and the state of every player before each round under an edition's definitions.

    ``reuse_from`` is an event of the same rows, whose derived data is reused. Raise UnsupportedEventError for events
    that are not of individuals.
    """
    if reuse_from is None:
        history = read_history(event)
        return history, derive_player_states(event, history, floats, byes, definitions)
    if reuse_from.event is event and (reuse_from.floats, reuse_from.byes, reuse_from.definitions) == (
        floats,
        byes,
        definitions,
    ):
        return reuse_from.history, reuse_from.player_states
    return reuse_from.history, derive_player_states(event, reuse_from.history, floats, byes, definitions)


def past_float(round_number: int, sign: int, absence: str) -> PastFloat:
    """Return a float, 1 down and -1 up; ``absence`` says how the participant had no opponent, if there was none."""
    direction = FloatDirection.DOWN if sign == 1 else FloatDirection.UP
    how = f"{absence} in round {round_number}, which counts as a {direction.value}float"
    played = f"floated {direction.value} in round {round_number}"
    return PastFloat(round_number=round_number, direction=direction, sentence=how if absence else played)


def undeclared_final_round(prepared: PlayersEvent, number: int) -> Iterator[Variant]:
    """Yield the variant that the last recorded round is the final round, if no number of rounds is declared."""
    if prepared.event.rounds_declared is None and number == prepared.history.rounds:
        yield follow_other_side("ROUNDS-UNDECLARED", event=partial(with_rounds, rounds=number))


def notes_on_undeclared(prepared: InitialColour, colour_term: str, *, inferred: bool) -> Iterator[str]:
    """Yield notes on an undeclared drawn colour, named ``colour_term``, and an undeclared number of rounds."""
    if prepared.event.initial_colour is None:
        how = "inferred from the first round" if inferred else "assumed"
        yield f"The file does not declare the {colour_term}; {prepared.initial_colour.name.capitalize()} was {how}."
    if prepared.event.rounds_declared is None:
        yield ROUNDS_UNDECLARED


def undeclared_initial_colour(prepared: InitialColour) -> Iterator[Variant]:
    """Yield the variant that the other colour was drawn, if no drawn colour is declared."""
    if prepared.event.initial_colour is None:
        other = partial(with_initial_colour, colour=prepared.initial_colour.opposite)
        yield follow_other_side("INITIAL-UNDECLARED", event=other)


def parity_readings() -> Iterator[Variant]:
    """Yield the other sides of SPP-2026-08, for rules with a field ``parity``."""
    for parity in (Parity.AS_PRINTED, Parity.WITH_GRANTED_BYES):
        yield follow_other_side("SPP-2026-08", rules=partial(replace, parity=parity))


def with_initial_colour(event: Event, colour: Colour) -> Event:
    """Return the event with that colour declared as drawn."""
    return replace(event, initial_colour=colour)


def with_rounds(event: Event, rounds: int) -> Event:
    """Return the event with that number of rounds declared."""
    return replace(event, rounds_declared=rounds)
