"""
Records laid out in their columns: the counterpart of the readers, one function for each record.

What does not fit into its columns is an ``UnwritableEventError``; a name alone is cut.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tournaments.model import Result, Sex
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.model import AbnormalPoints, Player, RoundEntry, ScoringSystem
    from tournaments.teams.records import ForfeitedMatch, LineUp, MatchPoints, Team, TeamAllocatedByes

_NAME_WIDTH = 33
_TEAM_NAME_WIDTH = 32
_NOT_WRITABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")
_SEX = {Sex.MALE: "m", Sex.FEMALE: "w", None: " "}


class UnwritableEventError(ValueError):
    """An event holds something that the columns of the file cannot; the message says what."""


def without_breaks(text: str) -> str:
    """Replace what would break a line by blanks."""
    return _NOT_WRITABLE.sub(" ", text)


def clean(text: str) -> str:
    """Replace what would break a line by blanks, and drop blanks at both ends."""
    return without_breaks(text).strip()


def cropped(text: str, width: int) -> str:
    """Return as much of a name as its columns hold; a tab would break the columns after it."""
    return clean(text).replace("\t", " ")[:width].strip()


def fit(text: str, width: int, what: str) -> str:
    """Return the text, cleaned; UnwritableEventError if it is too long."""
    text = clean(text).replace("\t", " ")
    if len(text) > width:
        raise UnwritableEventError(f"{what} {text!r} needs {len(text)} columns, there are {width}")
    return text


def whole(value: int | None, width: int, what: str) -> str:
    """Lay a number out at the right of its columns; blank for None."""
    text = "" if value is None else str(value)
    if len(text) > width or (value is not None and value < 0):
        raise UnwritableEventError(f"{what} {text} does not fit into {width} columns")
    return text.rjust(width)


def score(tenths: int | None, width: int = 4) -> str:
    """Lay points out with one decimal, or none where only a whole number fits; blank for None."""
    if tenths is None:
        return " " * width
    text = points_text(tenths)
    if len(text) > width and tenths % 10 == 0:
        text = text.removesuffix(".0")
    if len(text) > width:
        raise UnwritableEventError(f"{text} points do not fit into {width} columns")
    return text.rjust(width)


def player_row(player: Player, points: int, rank: int, entries: Sequence[RoundEntry]) -> str:
    """Lay out a 001 record; ``entries`` may go beyond the recorded rounds."""
    before = (
        f"001 {whole(player.tpn, 4, 'number')} {_SEX[player.sex]}{fit(player.title, 3, 'title'):>3} "
        f"{cropped(player.name, _NAME_WIDTH):<{_NAME_WIDTH}} {whole(player.rating, 4, 'rating')} "
        f"{fit(player.federation, 3, 'federation'):<3} {fit(player.fide_id, 11, 'FIDE number'):>11} "
        f"{fit(player.birth, 10, 'birth date'):<10} {score(points)} {whole(rank, 4, 'rank')}"
    )
    return before + "".join(_cell(player, entry) for entry in entries)


def _cell(player: Player, entry: RoundEntry) -> str:
    if entry.opponent is None:
        if entry.result.is_game:
            raise UnwritableEventError(f"player {player.tpn} has a game against nobody")
        return f"  0000 - {entry.result.value}"
    if entry.result.is_bye or (entry.colour is None and entry.result.is_game):
        raise UnwritableEventError(f"player {player.tpn} has an entry that is neither a game nor a bye: {entry}")
    colour = "-" if entry.colour is None else entry.colour.value
    letter = " " if entry.result is Result.PENDING else entry.result.value
    return f"  {whole(entry.opponent, 4, 'opponent')} {colour} {letter}"


def team_013(team: Team) -> str:
    """Lay out a team for TRF16: its name and its players."""
    players = " ".join(whole(tpn, 4, "number") for tpn in team.players)
    return f"013 {cropped(team.name, _TEAM_NAME_WIDTH):<{_TEAM_NAME_WIDTH}}{players}".rstrip()


def team_310(team: Team) -> str:
    """Lay out a team for TRF26."""
    players = " ".join(whole(tpn, 4, "number") for tpn in team.players)
    return (
        f"310 {whole(team.number, 3, 'team number')} {cropped(team.name, _TEAM_NAME_WIDTH):<{_TEAM_NAME_WIDTH}} "
        f"{fit(team.nickname, 5, 'nickname'):<5} {fit(team.strength, 6, 'strength'):>6} "
        f"{score(team.match_points, 6)} {score(team.game_points, 6)} {whole(team.rank, 3, 'rank')}  {players}"
    ).rstrip()


def scoring_162(scoring: ScoringSystem, team_bye_points: int | None = None) -> str:
    """
    Lay out a scoring system whose values do not depend on colours; P is the bye of teams in an event of teams.

    Values that the format takes anyway are left out beyond W, D and L: bbpPairings 6 does not know A.
    """
    values = {"W": scoring.white_win, "D": scoring.white_draw, "L": scoring.white_loss}
    if scoring.zero_point_bye:
        values["A"] = scoring.zero_point_bye
    if scoring.pairing_allocated_bye != scoring.white_win:
        values["P"] = scoring.pairing_allocated_bye
    if team_bye_points is not None:
        values["P"] = team_bye_points
    if scoring.pending != scoring.white_draw:
        values["X"] = scoring.pending
    return "162  " + "    ".join(f"{symbol}{score(value)}" for symbol, value in values.items())


def byes_240(kind: Result, round_number: int, players: Iterable[int]) -> str:
    """Lay out byes of one kind in one round."""
    return f"240 {kind.value} {whole(round_number, 3, 'round')}" + _numbers(players)


def acceleration_250(
    points: int, rounds: tuple[int, int], players: tuple[int, int], *, is_match_points: bool = False
) -> str:
    """Lay out virtual points of players or teams with consecutive numbers."""
    first_round, last_round = (whole(number, 3, "round") for number in rounds)
    first, last = (whole(tpn, 4, "number") for tpn in players)
    columns = f"{score(points)}     " if is_match_points else f"     {score(points)}"
    return f"250 {columns} {first_round} {last_round} {first} {last}"


def acceleration_xxa(tpn: int, points: Iterable[int]) -> str:
    """Lay out one player's virtual points from round 1 on."""
    return f"XXA {whole(tpn, 4, 'number')}" + "".join(f" {score(value)}" for value in points)


def forbidden_260(first: int, last: int, players: Iterable[int]) -> str:
    """Lay out a prohibition that holds from one round to another."""
    return f"260 {whole(first, 3, 'round')} {whole(last, 3, 'round')}" + _numbers(players)


def abnormal_299(abnormal: AbnormalPoints) -> str:
    """Lay out points assigned out of the ordinary, in the columns of the standard's table."""
    return (
        f"299 {abnormal.kind:1}  {score(abnormal.match_points)}  {score(abnormal.points)}  "
        f"{whole(abnormal.round_number, 3, 'round')}{_numbers(abnormal.numbers)}"
    ).rstrip()


def line_up_300(line_up: LineUp) -> str:
    """Lay out whom a team put on its boards."""
    opponent = whole(line_up.opponent, 3, "team number")
    players = "".join(f" {whole(tpn or 0, 4, 'number')}" for tpn in line_up.players)
    numbers = f"{whole(line_up.round_number, 3, 'round')} {whole(line_up.team, 3, 'team number')}"
    return f"300 {numbers} {opponent}{players}".rstrip()


def allocated_byes_320(byes: TeamAllocatedByes) -> str:
    """Lay out which teams had the pairing-allocated bye, and what it is worth."""
    teams = "".join(f" {whole(number, 3, 'team number')}" for number in byes.teams)
    return f"320 {score(byes.match_points)} {score(byes.game_points)}{teams}".rstrip()


def forfeited_330(match: ForfeitedMatch) -> str:
    """Lay out a match that was not played."""
    white, black = (whole(number, 3, "team number") for number in (match.white, match.black))
    return f"330 {match.outcome.value} {whole(match.round_number, 3, 'round')} {white} {black}"


def match_points_362(points: MatchPoints) -> str:
    """Lay out the points for a match."""
    values = {"TW": points.win, "TD": points.draw, "TL": points.loss}
    return "362 " + "   ".join(f"{symbol}{score(value)}" for symbol, value in values.items())


def _numbers(players: Iterable[int]) -> str:
    return "".join(f" {whole(tpn, 4, 'number')}" for tpn in sorted(players))
