"""Players before a round, as the articles speak of them, derived from the rows of an event."""

from __future__ import annotations

from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.acceleration import virtual_points
from reference_engines.definitions.history import read_history
from reference_engines.frame.unpairable import no_legal_pairing
from tournaments.frozen import dataclass
from tournaments.model import Colour, Event, Result, RoundEntry
from tournaments.model import Player as Row
from tournaments.points import points_of_rounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reference_engines.frame.results import NoLegalPairingError
    from reference_engines.lim.edition import LimReadings


class Text(Enum):
    """The editions of the regulation; they differ in the Basic Rules to which 1.1 refers."""

    UNTIL_2026 = "1999"
    SINCE_2026 = "2026"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TwinPlayer:
    """A player to be paired; equal only to itself."""

    number: int
    """The number by which the file names the player."""
    rank: int
    """The pairing number as 4.2 counts it: 1 is the highest."""
    place: int
    """The number by which 7.2 calls a player odd or even."""
    score: int
    """In tenths of a point, with virtual points."""
    rating: int
    """0 for an unrated player."""
    opponents: frozenset[int]
    """Numbers of the players whom the player must not meet."""
    colours: tuple[Colour, ...]
    """Of the games played, the latest first."""
    may_have_bye: bool
    floated: bool
    """Whether the player floated in the round just before (3.10)."""

    @property
    def difference(self) -> int:
        """Games with White less games with Black."""
        return self.colours.count(Colour.WHITE) - self.colours.count(Colour.BLACK)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TwinRound:
    """A round to be paired."""

    number: int
    players: tuple[TwinPlayer, ...]
    twice_median: int
    """Twice the score of the median scoregroup (2.2), in tenths of a point."""
    is_last: bool
    is_maxi: bool
    drawn: Colour
    """The colour that was drawn for player #1 (7.2)."""
    readings: LimReadings


def read_round(
    event: Event,
    number: int,
    readings: LimReadings,
    *,
    text: Text,
    is_maxi: bool,
    transferred: frozenset[int] | None = None,
) -> TwinRound:
    """
    Return a recorded round of an event, or the one after the last recorded.

    ``transferred`` are the players whom the procedure transferred in the round before (LIM-TRANSFERRED); None if the
    scores of opponents decide. Raise UnsupportedEventError for an event of teams.
    """
    scores = _scores_by_round(event, number)
    present = [row for row in event.players if _is_present(event, row, number)]
    floated = _floaters_of(event, scores, number - 1, transferred, readings)
    players = tuple(
        TwinPlayer(
            number=row.tpn,
            rank=event.players.index(row) + 1,
            place=row.tpn if readings.numbers_as_printed else _place(event, row, number, present),
            score=scores[-1][row.tpn],
            rating=row.rating or 0,
            opponents=frozenset(_forbidden_opponents(event, row, number)),
            colours=_colours(row, number),
            may_have_bye=not any(
                _bars_from_bye(event, entry, points, text)
                for entry, points in zip(row.rounds[: number - 1], points_of_rounds(event, row)[0], strict=False)
            ),
            floated=row.tpn in floated,
        )
        for row in present
    )
    return TwinRound(
        number=number,
        players=players,
        twice_median=event.scoring.win * (number - 1),
        is_last=number == event.rounds_declared,
        is_maxi=is_maxi,
        drawn=event.initial_colour or _infer_drawn_colour(event, readings),
        readings=readings,
    )


def _scores_by_round(event: Event, number: int) -> list[dict[int, int]]:
    """Return the scores of all players before each of the first rounds, with virtual points."""
    virtual = virtual_points(event, read_history(event), event.rounds_recorded + 1)
    scored = {
        row.tpn: list(accumulate(map(sum, zip(*points_of_rounds(event, row), strict=True)), initial=0))
        for row in event.players
    }
    besides = {
        row.tpn: sum(extra.points for extra in event.extra_points if extra.tpn == row.tpn) for row in event.players
    }
    return [
        {
            row.tpn: scored[row.tpn][earlier] + (besides[row.tpn] if earlier else 0) + points
            for row, points in zip(event.players, virtual[earlier].tolist(), strict=True)
        }
        for earlier in range(number)
    ]


def _is_present(event: Event, row: Row, number: int) -> bool:
    if number <= event.rounds_recorded:
        return row.rounds[number - 1].was_paired
    return not any(bye.tpn == row.tpn and bye.round_number == number for bye in event.requested_byes)


def _place(event: Event, row: Row, number: int, present: list[Row]) -> int:
    """Return the number of a player among the players who have been there so far (LIM-FIRST-ROUND)."""
    before = event.players[: event.players.index(row) + 1]
    return sum(player in present or any(entry.was_paired for entry in player.rounds[: number - 1]) for player in before)


def _forbidden_opponents(event: Event, row: Row, number: int) -> Iterator[int]:
    """Yield opponents of games over the board (C.04.2:3.5), and players kept apart (LIM-FORBIDDEN)."""
    for entry in row.rounds[: number - 1]:
        if entry.was_played and entry.opponent is not None:
            yield entry.opponent
    for group in event.forbidden:
        if row.tpn in group.players and group.first_round <= number <= (group.last_round or number):
            yield from group.players


def _colours(row: Row, number: int) -> tuple[Colour, ...]:
    """Return the colours of the games before a round, the latest first (C.04.2:3.4)."""
    games = (entry for entry in reversed(row.rounds[: number - 1]) if entry.was_played)
    return tuple(entry.colour for entry in games if entry.colour is not None)


def _bars_from_bye(event: Event, entry: RoundEntry, points: int, text: Text) -> bool:
    """Whether a round bars a player from the bye ever after (C.04.1:4; C.04.1.d in the old text)."""
    if _is_allocated_bye(entry):
        return True
    if text is Text.UNTIL_2026:
        return entry.result is Result.FORFEIT_WIN
    return not entry.was_played and points >= event.scoring.win


def _is_allocated_bye(entry: RoundEntry) -> bool:
    return entry.opponent is None and entry.result is Result.PAIRING_ALLOCATED_BYE


def _floaters_of(
    event: Event, scores: list[dict[int, int]], number: int, transferred: frozenset[int] | None, readings: LimReadings
) -> set[int]:
    """Return the players who were transferred to another scoregroup in a round (3.1, 3.10, LIM-FLOATED-BEFORE)."""
    if number == 0:
        return set()
    entries = {row.tpn: row.rounds[number - 1] for row in event.players}
    floaters = {tpn for tpn, entry in entries.items() if readings.bye_is_float and _is_allocated_bye(entry)}
    if transferred is not None:
        return floaters | transferred
    twice_median, score = event.scoring.win * (number - 1), scores[number - 1]
    for tpn, entry in entries.items():
        if entry.opponent is not None:
            own, opponent = 2 * score[tpn], 2 * score[entry.opponent]
            if opponent < own > twice_median or opponent > own < twice_median:
                floaters.add(tpn)
    return floaters


def _infer_drawn_colour(event: Event, readings: LimReadings) -> Colour:
    """Return the colour drawn for #1, as the first round with colours shows it; White if there is none (7.2)."""
    for number in range(1, event.rounds_recorded + 1):
        for row in event.players:
            colour = row.rounds[number - 1].colour
            if colour is not None:
                place = row.tpn if readings.numbers_as_printed else _place(event, row, number + 1, [])
                return colour if place % 2 else colour.opposite
    return Colour.WHITE


MAX_IN_SUCCESSION = 2
"""Equal colours (5.1.1)."""
MAX_DIFFERENCE = 2
"""Games with one colour less games with the other (5.1.2)."""


def limits_allow(player: TwinPlayer, colour: Colour) -> bool:
    """Whether a player may be given a colour by 5.1.1 (three in succession) and 5.1.2 (three more)."""
    in_succession = player.colours[:MAX_IN_SUCCESSION] == (colour,) * MAX_IN_SUCCESSION
    difference = player.difference if colour is Colour.WHITE else -player.difference
    return not in_succession and difference < MAX_DIFFERENCE


def keeps_limits(first: TwinPlayer, second: TwinPlayer) -> bool:
    """Whether two players can be given colours by which both keep the limits."""
    return any(limits_allow(first, colour) and limits_allow(second, colour.opposite) for colour in Colour)


def due_colour(player: TwinPlayer, round_: TwinRound) -> Colour | None:
    """
    Return the colour that a player is due; None before the first game.

    If the limits forbid one colour, the other is due (5.1.1, 5.1.2). Otherwise the colour that equalises is due (5.5,
    5.6), and to a player with as many games of each the colour that alternates (5.1).
    """
    if not player.colours:
        return None
    allowed = [colour for colour in Colour if limits_allow(player, colour)]
    if len(allowed) == 1:
        return allowed[0]
    alternate, difference = player.colours[0].opposite, player.difference
    if difference == 0:
        return alternate
    if round_.readings.due_by_round and round_.number % 2 and difference % 2:
        return alternate  # neither colour gives the player one more only (5.5, LIM-DUE)
    return Colour.BLACK if difference > 0 else Colour.WHITE


class Compatibility:
    """Which players of a round may meet, and whether several of them can all be paired."""

    def __init__(self, round_: TwinRound) -> None:
        """Find the players who may meet."""
        self.round = round_
        self._may_meet = {
            player: frozenset(other for other in round_.players if self.may_meet(player, other))
            for player in round_.players
        }
        self._fewest: dict[frozenset[TwinPlayer], int | None] = {frozenset(): 0}

    def may_meet(self, first: TwinPlayer, second: TwinPlayer) -> bool:
        """Whether two players are compatible (2.1), or may meet in the last round all the same (6)."""
        if first is second or second.number in first.opponents or first.number in second.opponents:
            return False
        return keeps_limits(first, second) or self._may_meet_beyond_limits(first, second)

    def _may_meet_beyond_limits(self, first: TwinPlayer, second: TwinPlayer) -> bool:
        if not self.round.is_last:
            return False
        return self.round.readings.limits_lifted_for_all or first.score == second.score

    def breaks_limits(self, first: TwinPlayer, second: TwinPlayer) -> bool:
        """Whether a pair counts as one beyond the limits (LIM-LAST-ROUND, LIM-LIMITS-IN-TURN)."""
        readings = self.round.readings
        return not (readings.limits_lifted_for_all or readings.limits_in_turn or keeps_limits(first, second))

    def opponents(self, player: TwinPlayer, among: Iterable[TwinPlayer]) -> list[TwinPlayer]:
        """Return the players of a group whom a player may meet, in their order."""
        return [opponent for opponent in among if opponent in self._may_meet[player]]

    def due(self, player: TwinPlayer) -> Colour | None:
        """Return the colour that a player is due."""
        return due_colour(player, self.round)

    def clash(self, first: TwinPlayer, second: TwinPlayer) -> bool:
        """Whether two players are due the same colour."""
        due = self.due(first)
        return due is not None and due is self.due(second)

    def can_all_be_paired(self, players: Iterable[TwinPlayer]) -> bool:
        """Whether several players can all be paired with each other."""
        return self.fewest_beyond_limits(players) is not None

    def fewest_beyond_limits(self, players: Iterable[TwinPlayer]) -> int | None:
        """Return the fewest pairs beyond the limits (6) if the players are all paired; None if they cannot be."""
        group = frozenset(players)
        if group not in self._fewest:
            self._fewest[group] = self._try_all_pairings(group)
        return self._fewest[group]

    def no_legal_pairing(self, message: str) -> NoLegalPairingError:
        """Return the error that the players cannot all be paired, with the groups that cannot be completed."""
        players = self.round.players
        allowed = np.array([[other in self._may_meet[player] for other in players] for player in players])
        bye_allowed = np.array([player.may_have_bye for player in players])
        return no_legal_pairing(message, allowed.view(np.uint8), [player.number for player in players], bye_allowed)

    def _try_all_pairings(self, players: frozenset[TwinPlayer]) -> int | None:
        if len(players) % 2:
            return None
        first = min(players, key=lambda player: (len(self._may_meet[player] & players), player.rank))
        fewest = None
        for second in self.opponents(first, sorted(players, key=lambda player: player.rank)):
            rest = self.fewest_beyond_limits(players - {first, second})
            if rest is not None:
                total = rest + self.breaks_limits(first, second)
                fewest = total if fewest is None else min(fewest, total)
                if fewest == 0:
                    break
        return fewest
