"""The players of a round: due colours (5.1 to 5.6), floats (3.10), and compatible pairs (2.1, 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.players import Players, may_meet, players_of_round
from reference_engines.definitions.players_event import PlayersEvent, past_float
from reference_engines.sequential import PlayersByPosition, SequentialPlayer
from tournaments.frozen import cached_property, dataclass

if TYPE_CHECKING:
    from reference_engines.definitions.history import BoolArray
    from reference_engines.frame.results import PastFloat
    from reference_engines.lim.edition import LimReadings

LARGEST_DIFFERENCE = 2
"""5.1.2: three more of one colour are too many."""
NOT_ALL = "the players cannot all be paired within 2.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class LimPlayer(SequentialPlayer):
    """A player before a round; the due colour follows from 5.1 to 5.6."""

    repeated: int = 0
    """Colour of the two latest games, if it was the same."""
    games: tuple[int, ...] = ()
    """Colours of the games, the latest first (LIM-HISTORY)."""
    floated: bool = False
    """Whether the player floated in the round just before (LIM-FLOATED-BEFORE)."""
    is_odd: bool = True
    """Whether the number in the Pairing List is odd (LIM-FIRST-ROUND)."""

    def may_have(self, colour: int) -> bool:
        """Whether a colour would be neither the third in a row nor three more than the other (5.1.1, 5.1.2)."""
        return self.repeated != colour and colour * self.difference < LARGEST_DIFFERENCE


@dataclass(frozen=True, kw_only=True)
class LimParticipants(PlayersByPosition[LimPlayer]):
    """
    The players of a round, kept apart as in LIM-FORBIDDEN.

    Two players may meet if they are compatible (2.1), in the last round also if they have the same score (6).
    """

    lifted: BoolArray
    """(players, players) whether two may meet only because limits are lifted for them (6, LIM-LAST-ROUND)."""
    is_lifted_in_turn: bool = False
    """Whether limits are lifted pair by pair, and not for the fewest pairs of a scoregroup (LIM-LIMITS-IN-TURN)."""
    twice_median: int
    """Twice the score of the median scoregroup, in tenths (2.2, LIM-MEDIAN)."""
    is_maxi: bool = False
    """Whether the rules of maxi-tournaments hold (LIM-MAXI)."""

    @cached_property
    def is_any_lifted(self) -> bool:
        """Whether limits of colours are lifted for any pair at once, which is so in the last round alone (6)."""
        return not self.is_lifted_in_turn and bool(self.lifted.any())

    def side(self, score: int) -> int:
        """Return 1 for a scoregroup above the median one, -1 below it, 0 for the median scoregroup itself."""
        return (2 * score > self.twice_median) - (2 * score < self.twice_median)

    def clash(self, first: int, second: int) -> bool:
        """Whether two positions are due the same colour."""
        due = self.players[first].due
        return bool(due) and due == self.players[second].due


def participants_of_round(prepared: PlayersEvent, number: int) -> LimParticipants:
    """Return the players of a round on the recorded history; floats just before follow from the scores."""
    readings = prepared.rules.readings
    player_arrays = players_of_round(prepared.event, prepared.history, prepared.player_states, number)
    players = tuple(_make_player(prepared, player_arrays, position) for position in range(player_arrays.size))
    apart = ~may_meet(prepared.event, prepared.history, player_arrays).astype(np.bool_)
    meet, lifted = find_compatible(players, apart, is_last=number == prepared.event.rounds_declared, readings=readings)
    return LimParticipants(
        round_number=number,
        twice_median=prepared.history.scoring.win * (number - 1),
        players=players,
        meet=meet,
        apart=apart,
        lifted=lifted,
        is_lifted_in_turn=readings.limits_in_turn,
        is_maxi=prepared.rules.is_maxi,
    )


def find_compatible(
    players: tuple[LimPlayer, ...], apart: BoolArray, *, is_last: bool, readings: LimReadings
) -> tuple[BoolArray, BoolArray]:
    """Return (players, players) the pairs that may meet, and those among them for which limits are lifted (2.1, 6)."""
    within = ~apart & compatible_colours(players)
    if not is_last:
        return within, np.zeros_like(apart)
    lifted = ~apart & ~within
    if readings.limits_lifted_for_all:
        return ~apart, lifted & readings.limits_in_turn
    scores = np.array([player.score for player in players])
    lifted &= scores[:, np.newaxis] == scores[np.newaxis, :]
    return within | lifted, lifted


def compatible_colours(players: tuple[LimPlayer, ...]) -> BoolArray:
    """Return (players, players) the pairs that can both be given permissible colours (2.1)."""
    white = np.array([player.may_have(1) for player in players], dtype=np.bool_)
    black = np.array([player.may_have(-1) for player in players], dtype=np.bool_)
    fits = white[:, np.newaxis] & black[np.newaxis, :]
    return fits | fits.T


def _make_player(prepared: PlayersEvent, player_arrays: Players, position: int) -> LimPlayer:
    history, readings = prepared.history, prepared.rules.readings
    row, column = player_arrays.round_number - 1, int(player_arrays.column[position])
    played = history.played[:row, column]
    colours = history.colour[:row, column][played][::-1]
    games = tuple(colours[colours != 0].tolist())
    difference, repeated = int(player_arrays.colour_difference[position]), int(player_arrays.repeated[position])
    printed = int(player_arrays.tpn[position]) % 2 == 1
    return LimPlayer(
        tpn=int(player_arrays.tpn[position]),
        score=int(player_arrays.score[position]),
        rating=prepared.event.players[column].rating or 0,
        difference=difference,
        repeated=repeated,
        due=due_colour(difference, repeated, games, is_odd_round=readings.due_by_round and row % 2 == 0),
        games=games,
        bye_allowed=bool(player_arrays.bye_allowed[position]),
        floated=_has_floated(prepared, row, column),
        is_odd=printed if readings.numbers_as_printed else bool(player_arrays.odd_number[position]),
    )


def due_colour(difference: int, repeated: int, games: tuple[int, ...], *, is_odd_round: bool) -> int:
    """
    Return the colour that a player is due (5.1, 5.3, 5.5, 5.6), 0 before the first game.

    After the same colour twice, the other one; else the one that equalises; else the one that alternates. In an odd
    round a difference of one cannot become one: the colour alternates, where rounds are counted (LIM-DUE).
    """
    if repeated:
        return -repeated
    if difference and not (is_odd_round and abs(difference) == 1):
        return -1 if difference > 0 else 1
    return -games[0] if games else 0


def float_just_before(prepared: PlayersEvent, tpn: int, number: int) -> PastFloat:
    """Return the float of a player who floated in the round before: up from below the median scoregroup, else down."""
    row, column = number - 2, prepared.column(tpn)
    is_below = 2 * int(prepared.player_states.score[row, column]) < prepared.history.scoring.win * row
    has_opponent = prepared.history.opponent[row, column] != NOBODY
    absence = "" if has_opponent else prepared.describe_absence(row, column)
    return past_float(row + 1, -1 if is_below and has_opponent else 1, absence)


def _has_floated(prepared: PlayersEvent, row: int, column: int) -> bool:
    """
    Whether the player was transferred to another scoregroup in the round before.

    A player floated whose opponent had a different score that was nearer to the median one, or beyond it; whether the
    game was played does not matter.
    """
    if row == 0:
        return False
    history, before = prepared.history, row - 1
    opponent = int(history.opponent[before, column])
    if opponent == NOBODY:
        return prepared.rules.readings.bye_is_float and bool(history.bye[before, column])
    own, theirs = prepared.player_states.score[before, [column, opponent]].tolist()
    median = history.scoring.win * before
    return theirs < own if 2 * own > median else 2 * own < median and theirs > own
