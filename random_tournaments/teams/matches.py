"""Random matches: the line-ups of both teams and the results of all games."""

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
"""The chance that a team with reserves rests some of its first players."""
_OUTCOMES = {
    ONE_ABSENT_OUTCOMES[0]: ForfeitOutcome.WHITE_WINS,
    ONE_ABSENT_OUTCOMES[1]: ForfeitOutcome.BLACK_WINS,
    BOTH_ABSENT_OUTCOME: ForfeitOutcome.BOTH_LOSE,
}
_WIN_WITHOUT_OPPONENT = RoundEntry(None, None, Result.FORFEIT_WIN)
"""The entry of a player whose opponent's board is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTeams:
    """The two teams of a match; ``white`` has White on the first board."""

    round_number: int
    white: Team
    black: Team
    colours: tuple[Colour, ...]
    """Colours of White's team, board by board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOutcome:
    """The entries and records that a match adds to the event."""

    entries: dict[int, RoundEntry] = field(default_factory=dict)
    """The entries of players, by TPN."""
    line_ups: tuple[LineUp, ...] = ()
    """Line-ups of teams that do not play with their first players in order."""
    forfeited: tuple[ForfeitedMatch, ...] = ()


def build_forfeited_match(sides: MatchTeams, outcome: tuple[Result, Result]) -> MatchOutcome:
    """Build a match that one team or both teams forfeit; ``outcome`` is the outcome of every game."""
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
    """Draw both line-ups and all games; at least one game is played."""
    seats = [_draw_seats(team, plan, rng) for team in (sides.white, sides.black)]
    played = rng.randrange(plan.boards)
    entries: dict[int, RoundEntry] = {}
    for board, colour in enumerate(sides.colours):
        if board != played and rng.random() < plan.empty_boards:
            entries |= _draw_empty_board(seats, board, colour, rng)
            continue
        white, black = seats[0][board], seats[1][board]
        if white is None or black is None:  # an earlier iteration left the board empty
            continue
        entries |= _draw_game((players[white], players[black]), colour, plan, rng)
    return MatchOutcome(entries=entries, line_ups=tuple(_line_ups_to_record(sides, seats)))


def _draw_seats(team: Team, plan: TeamPlan, rng: random.Random) -> list[int | None]:
    """Draw the players of a team for the boards, in the order of the team's list."""
    first = team.players[: plan.boards]
    if plan.reserves and rng.random() < _RESTING_CHANCE:
        chosen = set(rng.sample(team.players, plan.boards))
        return [tpn for tpn in team.players if tpn in chosen]
    return list(first)


def _draw_empty_board(
    seats: list[list[int | None]], board: int, colour: Colour, rng: random.Random
) -> dict[int, RoundEntry]:
    """Make a player of a board absent: in the line-up but absent, or not in the line-up."""
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
    first, second = pair
    results = draw_played(first.rating or 1, second.rating or 1, plan, rng)
    return {
        first.tpn: RoundEntry(second.tpn, colour_of_first, results[0]),
        second.tpn: RoundEntry(first.tpn, colour_of_first.opposite, results[1]),
    }


def _line_ups_to_record(sides: MatchTeams, seats: list[list[int | None]]) -> list[LineUp]:
    """Return the line-ups that have to be recorded (TRF 300)."""
    line_ups = []
    for team, opponent, drawn in ((sides.white, sides.black, seats[0]), (sides.black, sides.white, seats[1])):
        if drawn != list(team.players[: len(drawn)]):
            line_ups.append(
                LineUp(
                    round_number=sides.round_number, team=team.number, opponent=opponent.number, players=tuple(drawn)
                )
            )
    return line_ups
