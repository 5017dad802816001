"""
An event under the edition, and the players of a round: R, ARO and due colour (1), limits of colours (2.3 to 2.5).

A round is paired by decisions, one after the other, which a finding describes.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import cached_property

import numpy as np

from reference_engines.definitions.history import NOBODY, History
from reference_engines.definitions.players import Players, may_meet, players_of_round
from reference_engines.definitions.players_event import PlayersEvent, notes_on_undeclared
from reference_engines.dubov_1997.edition import Dubov1997Readings
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.sequential import (
    PlayersByPosition,
    SequentialPlayer,
)
from tournaments.frozen import FrozenStruct, dataclass
from tournaments.model import Colour
from tournaments.points import describe_group

LARGEST_DIFFERENCE = 2
"""Games with one colour less games with the other (2.3)."""
SHORT_EVENT = 9
"""Events of up to nine rounds allow ``TRANSFERS_SHORT`` transfers, longer ones ``TRANSFERS_LONG`` (2.5)."""
TRANSFERS_SHORT = 3
TRANSFERS_LONG = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Dubov1997Player(SequentialPlayer):
    """A player before a round, with R (DUBOV97-UNRATED) and the due colour (1); 2.2 decides about the bye."""

    name: str
    aro: Fraction
    """0 before the first game (DUBOV97-NO-ARO)."""
    may_white: bool
    """Whether 2.3 and 2.4 allow White; `may_have` asks for either colour."""
    may_black: bool
    transferable: bool
    """Whether 2.5 allows a transfer to a higher score group."""
    keeps_column: bool = False
    """Whether a due colour that is barred makes the column all the same: the other side of DUBOV97-DUE-BARRED."""
    listed_colour: int = 0
    """The column of a player who is due no colour: the other side of DUBOV97-NO-COLOUR."""

    def may_have(self, colour: int) -> bool:
        """Whether 2.3 and 2.4 allow a colour."""
        return self.may_white if colour == 1 else self.may_black

    @property
    def column(self) -> int:
        """The colour subgroup: the due colour, or the other where that is barred (DUBOV97-DUE-BARRED)."""
        if self.due and not self.keeps_column and not self.may_have(self.due):
            return -self.due
        return self.due or self.listed_colour


Occasion = tuple["Dubov1997StepKind", int, int | None]
"""
The kind of a decision, the score of its score group, and the player whose opponent is sought, if there is one; of a
player who joins a group, the size of the group instead.
"""
Lot = tuple[Occasion, int]
"""A player whom lots have chosen among equals (DUBOV97-TIES), with the decision."""


@dataclass(frozen=True, kw_only=True)
class Dubov1997Participants(PlayersByPosition[Dubov1997Player]):
    """The players of a round, kept apart as in DUBOV97-FORBIDDEN; two may meet if their colours keep 2.3 and 2.4."""

    lots: tuple[Lot, ...] = ()

    def put_lot_first(self, occasion: Occasion, order: list[int]) -> list[int]:
        """Return candidates in their order, but a player chosen by lots for the decision first."""
        chosen = dict(self.lots).get(occasion)
        return order if chosen is None else [chosen, *(player for player in order if player != chosen)]


def participants_of_round(prepared: PlayersEvent, number: int) -> Dubov1997Participants:
    """Return the players of a round on the recorded history."""
    player_arrays = players_of_round(prepared.event, prepared.history, prepared.player_states, number)
    players = _make_players(prepared, player_arrays)
    white = np.array([player.may_white for player in players], dtype=np.bool_)
    black = np.array([player.may_black for player in players], dtype=np.bool_)
    fits = white[:, np.newaxis] & black[np.newaxis, :]
    apart = ~may_meet(prepared.event, prepared.history, player_arrays).astype(np.bool_)
    return Dubov1997Participants(round_number=number, players=players, apart=apart, meet=~apart & (fits | fits.T))


def _make_players(prepared: PlayersEvent, player_arrays: Players) -> tuple[Dubov1997Player, ...]:
    event, history, readings = prepared.event, prepared.history, prepared.rules.readings
    row = player_arrays.round_number - 1
    ratings = [player.rating or 0 for player in event.players]
    without_games = average(ratings, readings) if readings.average_without_games else Fraction(0)
    players = []
    for position, column in enumerate(player_arrays.column.tolist()):
        difference = int(player_arrays.colour_difference[position])
        repeated = (
            _adjacent_colour(history, column, row)
            if readings.unplayed_interrupts
            else int(player_arrays.repeated[position])
        )
        player = Dubov1997Player(
            tpn=int(player_arrays.tpn[position]),
            name=event.players[column].name,
            score=int(player_arrays.score[position]),
            rating=ratings[column],
            aro=average(_opponents(history, ratings, column, row), readings) or without_games,
            difference=difference,
            due=due_colour(difference, _latest_colour(history, column, row)),
            may_white=difference + 1 <= LARGEST_DIFFERENCE and repeated != 1,
            may_black=difference - 1 >= -LARGEST_DIFFERENCE and repeated != -1,
            transferable=_transferable(prepared, column, row),
            bye_allowed=bool(player_arrays.bye_allowed[position]),
            keeps_column=readings.barred_in_due_column,
        )
        players.append(player)
    return tuple(players)


def average(ratings: list[int], readings: Dubov1997Readings) -> Fraction:
    """Return the ARO of opponents with these ratings, 0 for an unrated one."""
    counted = ratings if readings.unrated_in_aro else [rating for rating in ratings if rating]
    if not counted:
        return Fraction(0)
    exact = Fraction(sum(counted), len(counted))
    return Fraction(int(exact * 10 + Fraction(1, 2)), 10) if readings.aro_rounded else exact


def _opponents(history: History, ratings: list[int], column: int, row: int) -> list[int]:
    """Return the ratings of opponents met over the board (FORFEIT-NOT-MET)."""
    opponents = history.opponent[:row, column][history.played[:row, column]]
    return [ratings[opponent] for opponent in opponents.tolist()]


def _latest_colour(history: History, column: int, row: int) -> int:
    colours = history.colour[:row, column][history.played[:row, column]]
    return int(colours[-1]) if colours.size else 0


def _adjacent_colour(history: History, column: int, row: int) -> int:
    """Return the colour of both rounds before, if both were played with the same: other side of DUBOV97-IN-A-ROW."""
    latest = slice(row - 2, row)
    if row < 2 or not history.played[latest, column].all():  # noqa: PLR2004 - two in a row are two rounds
        return 0
    first, second = history.colour[latest, column].tolist()
    return int(first) if first == second else 0


def due_colour(difference: int, latest: int) -> int:
    """Return the due colour (chapter 1) after games that leave this difference, the latest with that colour."""
    if difference:
        return -1 if difference > 0 else 1
    return -latest


def _transferable(prepared: PlayersEvent, column: int, row: int) -> bool:
    """
    Whether the player may be transferred to a higher score group (2.5).

    Every pairing with an opponent who had more points counts as a transfer (DUBOV97-TRANSFERS).
    """
    event = prepared.event
    if row + 1 == event.rounds_declared:
        return True
    transfers = find_transfers(prepared, column, row)
    rounds = event.rounds_declared or max(prepared.history.rounds, row + 1)
    most = TRANSFERS_SHORT if rounds <= SHORT_EVENT else TRANSFERS_LONG
    return len(transfers) < most and row - 1 not in transfers


def find_transfers(prepared: PlayersEvent, column: int, row: int) -> list[int]:
    """Return the rounds before a round, from 0, in which a player was transferred to a higher score group."""
    opponent, before = prepared.history.opponent[:row, column], prepared.player_states.score[:row]
    # NOBODY is not a column: the first condition excludes rounds without an opponent.
    transferred = (opponent != NOBODY) & (before[np.arange(row), opponent] > before[:, column])
    return np.flatnonzero(transferred).tolist()


@dataclass(frozen=True, kw_only=True)
class Dubov1997Event(PlayersEvent):
    """An event under the Dubov system of 1997."""

    def participants(self, number: int) -> Dubov1997Participants:
        """Return the players of a round with R, ARO and due colour."""
        participants = participants_of_round(self, number)
        as_listed = self.rules.readings.colourless_as_listed and number > 1
        return self._with_listed_colours(participants) if as_listed else participants

    def _with_listed_colours(self, participants: Dubov1997Participants) -> Dubov1997Participants:
        """Give all players the colours of a first round with all of them: the other side of DUBOV97-NO-COLOUR."""
        sign = 1 if self.initial_colour is Colour.WHITE else -1
        half = self.history.players // 2
        colour = {
            tpn: (sign if place % 2 == 0 else -sign) if place < half else (-sign if (place - half) % 2 == 0 else sign)
            for place, tpn in enumerate(sorted(self.history.tpn.tolist())[: 2 * half])
        }
        players = tuple(replace(player, listed_colour=colour.get(player.tpn, 0)) for player in participants.players)
        return replace(participants, players=players)

    def colour_history(self, tpn: int, number: int) -> tuple[int, ...]:
        """Return the colours before a round, the latest first; by rounds, 0 stands for no game (DUBOV97-HISTORY)."""
        rounds = self.games(tpn, number)
        return tuple((rounds if self.rules.readings.rounds_compared else rounds[rounds != 0]).tolist())

    @cached_property
    def initial_colour(self) -> Colour:
        """The colour drawn for the first player (5): declared, else inferred, else White."""
        return self.event.initial_colour or self._inferred_colour or Colour.WHITE

    @cached_property
    def _inferred_colour(self) -> Colour | None:
        """The colour of the first pair's upper player in the recorded first round; None if it has no such pair."""
        if not self.history.rounds:
            return None
        participants = self.participants(1)
        try:
            pairs, _ = self.rules.procedure(participants, self.rules.readings)
        except NoLegalPairingError:
            return None
        recorded = {frozenset((game.white, game.black)): game.white for game in self.recorded(1).pairing.pairs}
        for place, pair in enumerate(pairs, start=1):
            upper, lower = (participants[position].tpn for position in pair)
            white = recorded.get(frozenset((upper, lower)))
            if white is not None:
                return Colour.WHITE if (white == upper) == (place % 2 == 1) else Colour.BLACK
        return None

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred from the event."""
        notes = []
        unrated = sum(not player.rating for player in self.event.players)
        if unrated:
            notes.append(f"Players without a rating: {unrated}; R is 0 for them (DUBOV97-UNRATED).")
        inferred = self._inferred_colour is not None
        return (*notes, *notes_on_undeclared(self, "colour drawn for the first pair", inferred=inferred))


class Dubov1997StepKind(Enum):
    """The kind of a decision."""

    BYE = "the bye"
    FIRST_ROUND = "the pairing of the first round"
    FLOATER = "the opponent of a floater"
    FROM_BELOW = "an opponent from below"
    ODD_GROUP = "a transfer into an odd score group"
    JOINING = "a transfer into a score group"
    """The transferred player is paired with the group, or goes back: only by readings that are not taken."""
    LEAVING = "the choice of floaters"
    ROW = "a row of the columns"
    SPARE = "players left in one column"


THE_BYE: Occasion = (Dubov1997StepKind.BYE, 0, None)
"""One player has the bye, whatever the score."""


class Dubov1997Step(FrozenStruct, frozen=True, kw_only=True):
    """One decision. Players are positions."""

    kind: Dubov1997StepKind
    score: int
    """The score of the score group, in tenths."""
    group: tuple[int, ...]
    """The players still to be paired in the score group, floaters from above included."""
    seeker: int | None = None
    """The player whose opponent is sought; None where players are chosen for another purpose."""
    taken: tuple[int, ...]
    """The opponent, or the players chosen; empty where no player was available."""
    order: tuple[int, ...] = ()
    """The candidates, the first choice first; without players whom ``seeker`` may not meet."""
    passed_over: tuple[int, ...] = ()
    """Earlier candidates, who would have left the group, or the round, worse paired."""
    white: tuple[int, ...] = ()
    """The column of White of a row, from the top, before the first row was filled."""
    black: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    """The players of a row transferred between the columns (7.3, 7.4)."""
    inside: int = 0
    """The number of pairs within a column that the group needs from this row on."""

    @property
    def occasion(self) -> Occasion:
        """What tells the decision from the others of the round."""
        if self.kind is Dubov1997StepKind.JOINING:
            return self.kind, self.score, len(self.group)
        return THE_BYE if self.kind is Dubov1997StepKind.BYE else (self.kind, self.score, self.seeker)

    @property
    def pair(self) -> tuple[int, int] | None:
        """The pair that the step makes, if it makes one."""
        if self.seeker is None or not self.taken:
            return None
        return self.seeker, self.taken[0]


def describe_step(participants: Dubov1997Participants, step: Dubov1997Step) -> str:
    """Describe the decision as a noun phrase: ``the bye``, ``the opponent of player 3``."""
    if step.kind is Dubov1997StepKind.BYE:
        return "the bye"
    if step.seeker is not None:
        return f"the opponent of {participants.player_name(step.seeker)}"
    if step.kind is Dubov1997StepKind.LEAVING:
        return f"the floaters from the {describe_group(step.score)}"
    return f"the player who moves up into the {describe_group(step.score)}"
