"""
Formatting of records in their columns, with one function for each record.

A value that does not fit into its columns raises ``UnwritableEventError``; only names are cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tournaments.model import AbnormalPoints, Colour, Player, Result, RoundEntry, ScoringSystem, Sex
from tournaments.points import points_text
from tournaments.teams.records import ForfeitedMatch, LineUp, MatchPoints, Team, TeamAllocatedByes

_NAME_WIDTH = 33
_TEAM_NAME_WIDTH = 32
_LINE_BREAKING = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")
_COLOUR = {None: "-"} | {colour: colour.value for colour in Colour}
_LETTER = {result: result.value for result in Result} | {Result.PENDING: " "}
_SEX = {Sex.MALE: "m", Sex.FEMALE: "w", None: " "}


class UnwritableEventError(ValueError):
    """A value of an event does not fit into the columns of the file; the message names it."""


def replace_breaks(text: str) -> str:
    """Replace characters that would break a line by blanks."""
    return _LINE_BREAKING.sub(" ", text)


def clean(text: str) -> str:
    """Replace characters that would break a line by blanks, and remove blanks at both ends."""
    return replace_breaks(text).strip()


def crop(text: str, width: int) -> str:
    """Return the part of a name that fits into its columns, with tabs replaced by blanks."""
    return clean(text).replace("\t", " ")[:width].strip()


def require_width(text: str, width: int, field_name: str) -> str:
    """Return the cleaned text; raise UnwritableEventError if it is too long."""
    text = clean(text).replace("\t", " ")
    if len(text) > width:
        raise UnwritableEventError(f"{field_name} {text!r} needs {len(text)} columns, there are {width}")
    return text


def format_number(value: int | None, width: int, field_name: str) -> str:
    """Format a number at the right of its columns; blank for None."""
    text = "" if value is None else str(value)
    if len(text) > width or (value is not None and value < 0):
        raise UnwritableEventError(f"{field_name} {text} does not fit into {width} columns")
    return text.rjust(width)


def format_points(tenths: int | None, width: int = 4) -> str:
    """Format points with one decimal, or without decimals if only a whole number fits; blank for None."""
    if tenths is None:
        return " " * width
    text = points_text(tenths)
    if len(text) > width and tenths % 10 == 0:
        text = text.removesuffix(".0")
    if len(text) > width:
        raise UnwritableEventError(f"{text} points do not fit into {width} columns")
    return text.rjust(width)


def format_player_row(player: Player, points: int, rank: int, entries: Sequence[RoundEntry]) -> str:
    """Format a 001 record; ``entries`` may include rounds after the recorded rounds."""
    before = (
        f"001 {format_number(player.tpn, 4, 'number')} {_SEX[player.sex]}{require_width(player.title, 3, 'title'):>3} "
        f"{crop(player.name, _NAME_WIDTH):<{_NAME_WIDTH}} {format_number(player.rating, 4, 'rating')} "
        f"{require_width(player.federation, 3, 'federation'):<3} "
        f"{require_width(player.fide_id, 11, 'FIDE number'):>11} "
        f"{require_width(player.birth, 10, 'birth date'):<10} {format_points(points)} {format_number(rank, 4, 'rank')}"
    )
    return before + "".join(_format_cell(player, entry) for entry in entries)


def _format_cell(player: Player, entry: RoundEntry) -> str:
    if entry.opponent is None:
        if entry.result.is_game:
            raise UnwritableEventError(f"player {player.tpn} has a game without an opponent")
        return f"  0000 - {entry.result.value}"
    if entry.result.is_bye or (entry.colour is None and entry.result.is_game):
        raise UnwritableEventError(f"player {player.tpn} has an entry that is neither a game nor a bye: {entry}")
    return f"  {format_number(entry.opponent, 4, 'opponent')} {_COLOUR[entry.colour]} {_LETTER[entry.result]}"


def format_013(team: Team) -> str:
    """Format a team for TRF16: name and players."""
    players = " ".join(format_number(tpn, 4, "number") for tpn in team.players)
    return f"013 {crop(team.name, _TEAM_NAME_WIDTH):<{_TEAM_NAME_WIDTH}}{players}".rstrip()


def format_310(team: Team) -> str:
    """Format a team for TRF26."""
    players = " ".join(format_number(tpn, 4, "number") for tpn in team.players)
    return (
        f"310 {format_number(team.number, 3, 'team number')} {crop(team.name, _TEAM_NAME_WIDTH):<{_TEAM_NAME_WIDTH}} "
        f"{require_width(team.nickname, 5, 'nickname'):<5} {require_width(team.strength, 6, 'strength'):>6} "
        f"{format_points(team.match_points, 6)} {format_points(team.game_points, 6)} "
        f"{format_number(team.rank, 3, 'rank')}  {players}"
    ).rstrip()


def format_162(scoring: ScoringSystem, team_bye_points: int | None = None) -> str:
    """
    Format a scoring system whose values do not depend on colours; P is the bye of teams in a team event.

    Default values other than W, D and L are left out, since bbpPairings 6 does not know A.
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
    return "162  " + "    ".join(f"{symbol}{format_points(value)}" for symbol, value in values.items())


def format_240(kind: Result, round_number: int, players: Iterable[int]) -> str:
    """Format the byes of one kind in one round."""
    return f"240 {kind.value} {format_number(round_number, 3, 'round')}" + _format_numbers(players)


def format_250(points: int, rounds: tuple[int, int], players: tuple[int, int], *, is_match_points: bool = False) -> str:
    """Format virtual points of players or teams with consecutive numbers."""
    first_round, last_round = (format_number(number, 3, "round") for number in rounds)
    first, last = (format_number(tpn, 4, "number") for tpn in players)
    columns = f"{format_points(points)}     " if is_match_points else f"     {format_points(points)}"
    return f"250 {columns} {first_round} {last_round} {first} {last}"


def format_xxa(tpn: int, points: Iterable[int]) -> str:
    """Format one player's virtual points from round 1 on."""
    return f"XXA {format_number(tpn, 4, 'number')}" + "".join(f" {format_points(value)}" for value in points)


def format_260(first: int, last: int, players: Iterable[int]) -> str:
    """Format a prohibited pairing with its first and last round."""
    return f"260 {format_number(first, 3, 'round')} {format_number(last, 3, 'round')}" + _format_numbers(players)


def format_299(abnormal: AbnormalPoints) -> str:
    """Format abnormal points, in the columns of the standard's table."""
    return (
        f"299 {abnormal.kind:1}  {format_points(abnormal.match_points)}  {format_points(abnormal.points)}  "
        f"{format_number(abnormal.round_number, 3, 'round')}{_format_numbers(abnormal.numbers)}"
    ).rstrip()


def format_300(line_up: LineUp) -> str:
    """Format the line-up of a team."""
    opponent = format_number(line_up.opponent, 3, "team number")
    players = "".join(f" {format_number(tpn or 0, 4, 'number')}" for tpn in line_up.players)
    numbers = f"{format_number(line_up.round_number, 3, 'round')} {format_number(line_up.team, 3, 'team number')}"
    return f"300 {numbers} {opponent}{players}".rstrip()


def format_320(byes: TeamAllocatedByes) -> str:
    """Format the teams with the pairing-allocated bye, and the points of the bye."""
    teams = "".join(f" {format_number(number, 3, 'team number')}" for number in byes.teams)
    return f"320 {format_points(byes.match_points)} {format_points(byes.game_points)}{teams}".rstrip()


def format_330(match: ForfeitedMatch) -> str:
    """Format a forfeited match."""
    white, black = (format_number(number, 3, "team number") for number in (match.white, match.black))
    return f"330 {match.outcome.value} {format_number(match.round_number, 3, 'round')} {white} {black}"


def format_362(points: MatchPoints) -> str:
    """Format the points for a match."""
    values = {"TW": points.win, "TD": points.draw, "TL": points.loss}
    return "362 " + "   ".join(f"{symbol}{format_points(value)}" for symbol, value in values.items())


def _format_numbers(players: Iterable[int]) -> str:
    return "".join(f" {format_number(tpn, 4, 'number')}" for tpn in sorted(players))
