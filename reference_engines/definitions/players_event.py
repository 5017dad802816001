"""An event of individual players, prepared once for all rounds: histories, standings, absences, recorded pairings."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from reference_engines.definitions.baku import accelerated_rounds
from reference_engines.definitions.hard_rules import Facts
from reference_engines.definitions.history import NOBODY, read_history
from reference_engines.definitions.standing import AS_WRITTEN, standing
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.pairings import RecordedRound
from reference_engines.frame.prepared_event import PreparedEvent
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.open_points import follow_other_side
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.standing import ByeRule, Definitions, FloatRule, Standing
    from reference_engines.frame.rules import Variant
    from tournaments.model import Colour, Event


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


ROUNDS_UNDECLARED = "The file does not declare the number of rounds; no round was treated as the last one."


@dataclass(frozen=True, kw_only=True)
class PlayersEvent(PreparedEvent):
    """An event of individual players under rules."""

    rules: Any
    event: Event
    history: History
    standing: Standing
    floats: FloatRule
    """What counts as a float."""
    byes: ByeRule
    """Who may not have the pairing-allocated bye."""
    definitions: Definitions = AS_WRITTEN

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred: nothing, unless the system says so."""
        return ()

    def recorded(self, number: int) -> RecordedRound:
        """Return what the rows of the players record for a round, from 1."""
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

    def games(self, tpn: int, before: int) -> IntArray:
        """Return the colours of the rounds before a round, the latest first; 0 for a round without a game."""
        column = self._columns[tpn]
        played = self.history.played[: before - 1, column]
        return np.where(played, self.history.colour[: before - 1, column], 0)[::-1]

    def round_of_meeting(self, one: int, other: int, before: int) -> int | None:
        """Return the first round before ``before`` in which two, by TPN, played each other; None if there is none."""
        history = self.history
        column, opponent = self._columns.get(one), self._columns.get(other)
        if column is None or opponent is None:
            return None
        met = self.definitions.met(history)[: before - 1, column] & (history.opponent[: before - 1, column] == opponent)
        return int(np.flatnonzero(met)[0]) + 1 if met.any() else None

    def suspects(self, pairs: tuple[Pair, ...], stage: int) -> Iterable[Pair]:
        """Return those of a round's pairs that have met, or whom the organiser may keep apart, in their order."""
        columns = self._columns
        if not all(pair.white in columns and pair.black in columns for pair in pairs):
            return pairs
        groups = [group.players for group in self.definitions.kept_apart(self.event)]
        return [
            pair
            for pair, have_met in zip(pairs, self.met(pairs, stage).tolist(), strict=True)
            if have_met or any(pair.white in group and pair.black in group for group in groups)
        ]

    def met(self, pairs: tuple[Pair, ...], before: int) -> BoolArray:
        """Return whether the two of each pair, players of the event, have played each other before a round."""
        columns, history = self._columns, self.history
        white = np.array([columns[pair.white] for pair in pairs], dtype=np.int64)
        black = np.array([columns[pair.black] for pair in pairs], dtype=np.int64)
        opponents = history.opponent[: before - 1, white]
        found: BoolArray = ((opponents == black) & self.definitions.met(history)[: before - 1, white]).any(axis=0)
        return found

    def kept_apart(self, one: int, other: int, stage: int) -> bool:
        """Whether the organiser keeps two, by TPN, apart in a round."""
        return any(
            {one, other} <= group.players and group.first_round <= stage <= (group.last_round or stage)
            for group in self.definitions.kept_apart(self.event)
        )

    def facts(self, stage: int, present: Iterable[int]) -> Facts:
        """Return what the hard rules ask of a round in which these are to be paired, by TPN."""
        return Facts(
            present=frozenset(present),
            met=partial(self.round_of_meeting, before=stage),
            apart=partial(self.kept_apart, stage=stage),
            barred=partial(self.why_no_bye, before=stage),
            suspects=partial(self.suspects, stage=stage),
        )

    def why_no_bye(self, tpn: int, before: int) -> str:
        """Return what keeps a player from the bye in a round; empty if nothing does."""
        column = self._columns[tpn]
        rows = np.flatnonzero(self.bars_from_bye[: before - 1, column])
        if not rows.size:
            return ""
        row = int(rows[0])
        if self.history.bye[row, column]:
            return f"there was one in round {row + 1} already"
        return f"there were points without a game in round {row + 1}"

    @property
    def rests_on_rounds(self) -> bool:
        """Whether virtual points follow from a number of rounds that is not declared."""
        undeclared = self.event.rounds_declared is None and not self.event.virtual_points
        return undeclared and declares_baku(self.event.system)

    def other_numbers_of_rounds(self, stage: int) -> Iterator[int]:
        """Yield numbers by which the round is the final one, or rounds up to it are accelerated otherwise."""
        recorded = self.history.rounds
        if self.event.rounds_declared is None and stage == recorded:
            yield recorded
        if self.rests_on_rounds:
            stages = {self._stages(recorded + 1, stage)}
            for rounds in range(recorded + (stage == recorded), 4 * stage + 1):
                if (those := self._stages(rounds, stage)) not in stages:
                    stages.add(those)
                    yield rounds

    @staticmethod
    def _stages(rounds: int, last: int) -> tuple[int, ...]:
        return tuple(min(stage, last) for stage in accelerated_rounds(rounds))

    @cached_property
    def bars_from_bye(self) -> BoolArray:
        """(rounds, players) whether what happened in the round keeps the player from the bye ever after."""
        return self.byes.bars(self.history)


def derive_history(
    event: Event, like: PlayersEvent | None, floats: FloatRule, byes: ByeRule, definitions: Definitions = AS_WRITTEN
) -> tuple[History, Standing]:
    """
    Return the history of an event, and what every player brings to each round under an edition's definitions.

    ``like`` is an event of the same rows; what it has derived already is taken from it. Raise UnsupportedEventError for
    events that are not of individuals.
    """
    if like is None:
        history = read_history(event)
        return history, standing(event, history, floats, byes, definitions)
    if like.event is event and (like.floats, like.byes, like.definitions) == (floats, byes, definitions):
        return like.history, like.standing
    return like.history, standing(event, like.history, floats, byes, definitions)


def undeclared_final_round(prepared: PlayersEvent, number: int) -> Iterator[Variant]:
    """Yield that the last recorded round is the final one, where no number of rounds is declared."""
    if prepared.event.rounds_declared is None and number == prepared.history.rounds:
        yield follow_other_side("ROUNDS-UNDECLARED", event=partial(with_rounds, rounds=number))


def notes_on_undeclared(prepared: InitialColour, what: str, *, inferred: bool) -> Iterator[str]:
    """Yield what was made of the drawn colour, named ``what``, and of the number of rounds, if the file has none."""
    if prepared.event.initial_colour is None:
        how = "inferred from the first round" if inferred else "assumed"
        yield f"The file does not declare the {what}; {prepared.initial_colour.name.capitalize()} was {how}."
    if prepared.event.rounds_declared is None:
        yield ROUNDS_UNDECLARED


def undeclared_initial_colour(prepared: InitialColour) -> Iterator[Variant]:
    """Yield that the other colour was drawn, where none is declared."""
    if prepared.event.initial_colour is None:
        other = partial(with_initial_colour, colour=prepared.initial_colour.opposite)
        yield follow_other_side("INITIAL-UNDECLARED", event=other)


def with_initial_colour(event: Event, colour: Colour) -> Event:
    """Return the event with that colour declared as drawn."""
    return replace(event, initial_colour=colour)


def with_rounds(event: Event, rounds: int) -> Event:
    """Return the event with that number of rounds declared."""
    return replace(event, rounds_declared=rounds)
