"""One match: who sits on the boards of both teams, and what every game of it gives."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from random_tournaments.games import BOTH_ABSENT_OUTCOME, ONE_ABSENT_OUTCOMES, draw_played
from tournaments.frozen import dataclass
from tournaments.model import Result, RoundEntry
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from random_tournaments.teams.plan import TeamPlan
    from tournaments.model import Colour, Player
    from tournaments.teams.records import Team

_RESTING_CHANCE = 0.3
"""Chance that a team with reserves does not play with its first players."""
_OUTCOMES = {
    ONE_ABSENT_OUTCOMES[0]: ForfeitOutcome.WHITE_WINS,
    ONE_ABSENT_OUTCOMES[1]: ForfeitOutcome.BLACK_WINS,
    BOTH_ABSENT_OUTCOME: ForfeitOutcome.BOTH_LOSE,
}
_WIN_WITHOUT_OPPONENT = RoundEntry(None, None, Result.FORFEIT_WIN)
"""What a player whose opponent's board is empty has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTeams:
    """Two teams at the boards of a round, White's (on the first board) first."""

    round_number: int
    white: Team
    black: Team
    colours: tuple[Colour, ...]
    """Of White's team, board by board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOutcome:
    """What a match adds to the event."""

    entries: dict[int, RoundEntry] = field(default_factory=dict)
    """By TPN of the player."""
    line_ups: tuple[LineUp, ...] = ()
    """Of teams that do not play with their first players in order."""
    forfeited: tuple[ForfeitedMatch, ...] = ()


def build_forfeited_match(sides: MatchTeams, outcome: tuple[Result, Result]) -> MatchOutcome:
    """Return a match to which one team, or neither, came; ``outcome`` is that of every game."""
    entries: dict[int, RoundEntry] = {}
    for board, colour in enumerate(sides.colours):
        white, black = sides.white.players[board], sides.black.players[board]
        entries[white] = RoundEntry(black, colour, outcome[0])
        entries[black] = RoundEntry(white, colour.opposite, outcome[1])
    record = ForfeitedMatch(
        outcome=_OUTCOMES[outcome],
        round_number=sides.round_number,
        white=sides.white.number,
        black=sides.black.number,
    )
    return MatchOutcome(entries=entries, forfeited=(record,))


def draw_match(sides: MatchTeams, players: Mapping[int, Player], plan: TeamPlan, rng: random.Random) -> MatchOutcome:
    """Draw both line-ups and every game; one game at least is played."""
    seats = [_draw_seats(team, plan, rng) for team in (sides.white, sides.black)]
    played = rng.randrange(plan.boards)
    entries: dict[int, RoundEntry] = {}
    for board, colour in enumerate(sides.colours):
        if board != played and rng.random() < plan.empty_boards:
            entries |= _draw_empty_board(seats, board, colour, rng)
            continue
        white, black = seats[0][board], seats[1][board]
        if white is None or black is None:  # only a board of this match that was passed over is empty
            continue
        entries |= _draw_game((players[white], players[black]), colour, plan, rng)
    return MatchOutcome(entries=entries, line_ups=tuple(_line_ups_to_record(sides, seats)))


def _draw_seats(team: Team, plan: TeamPlan, rng: random.Random) -> list[int | None]:
    """Return who plays for a team, in the order of its list."""
    first = team.players[: plan.boards]
    if plan.reserves and rng.random() < _RESTING_CHANCE:
        chosen = set(rng.sample(team.players, plan.boards))
        return [tpn for tpn in team.players if tpn in chosen]
    return list(first)


def _draw_empty_board(
    seats: list[list[int | None]], board: int, colour: Colour, rng: random.Random
) -> dict[int, RoundEntry]:
    """Let one of two players not come: named and not there, or not named at all."""
    away = rng.randrange(2)
    absent, present = seats[away][board], seats[1 - away][board]
    if absent is None or present is None:
        return {}
    if rng.choice((True, False)):
        seats[away][board] = None
        return {present: _WIN_WITHOUT_OPPONENT}
    colour_of_absent = colour if away == 0 else colour.opposite
    return {
        absent: RoundEntry(present, colour_of_absent, Result.FORFEIT_LOSS),
        present: RoundEntry(absent, colour_of_absent.opposite, Result.FORFEIT_WIN),
    }


def _draw_game(
    pair: tuple[Player, Player], colour_of_first: Colour, plan: TeamPlan, rng: random.Random
) -> dict[int, RoundEntry]:
    one, other = pair
    results = draw_played(one.rating or 1, other.rating or 1, plan, rng)
    return {
        one.tpn: RoundEntry(other.tpn, colour_of_first, results[0]),
        other.tpn: RoundEntry(one.tpn, colour_of_first.opposite, results[1]),
    }


def _line_ups_to_record(sides: MatchTeams, seats: list[list[int | None]]) -> list[LineUp]:
    """Return the line-ups that have to be recorded (TRF 300)."""
    found = []
    for team, opponent, taken in ((sides.white, sides.black, seats[0]), (sides.black, sides.white, seats[1])):
        if taken != list(team.players[: len(taken)]):
            found.append(
                LineUp(
                    round_number=sides.round_number, team=team.number, opponent=opponent.number, players=tuple(taken)
                )
            )
    return found
