"""
Why a participant is ranked before another; and recorded tie-break values beside those of C.07.

The first tie-break that separates two participants is named in a plain sentence.

Recorded values are read from CSV. The heading names a column of starting numbers (``TPN``, ``SNo``, ``No.``...) and
columns of values: by code (``BH/C1``; for teams also ``MP`` and ``GP``), or as ``TB1``, ``TB2``... in the order of the
list. Commas, semicolons or tabs separate the cells. Values have a decimal point, a decimal comma or a fraction. They
are compared to the decimals that are written.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from standings.codes import POINTS, Support, TieBreak, TieBreakCode, parse_code, replace_modifiers
from standings.direct_encounter import SeparateStandings, find_separation, games_between
from standings.methods import ENCOUNTERS, compute_column, tie_break_name
from standings.ranking import Standings
from standings.rounds import ParticipantRound
from standings.score_table import ScoreTable
from standings.teams.extended_encounter import ExtendedEncounter
from standings.teams.score_tables import board_count, board_values
from standings.values import TENTHS, Column, format_decimal, format_quarters
from standings.wording import count_points, format_value
from tournaments.frozen import FrozenStruct
from tournaments.model import PrimaryScore, Result
from tournaments.points import format_halves
from tournaments.teams.points import SCORE_NAMES

_RESULTS = {
    Result.WIN: "won against {second}",
    Result.UNRATED_WIN: "won against {second}",
    Result.FORFEIT_WIN: "won by forfeit against {second}",
}
_MAX_DECIMALS = 6
_PLURALS = frozenset(
    {
        TieBreak.PROGRESSIVE_SCORE,
        TieBreak.STANDARD_POINTS,
        TieBreak.TOP_BOARD_RESULT,
        TieBreak.ROUNDS_ELECTED_TO_PLAY,
        TieBreak.SECONDARY_SCORE,
    }
)


class RankComparison(FrozenStruct, frozen=True, kw_only=True):
    """Why one participant is ranked before another, or shares a rank with another."""

    first: int
    """The TPN of the participant who is ranked first."""
    second: int
    index: int | None
    """The index of the tie-break that decides; None if the list leaves the two tied."""
    reason: str
    """``both have 5½ points; Buchholz Cut-1 decides, 31 against 29½``."""


def compare_ranks(standings: Standings, pair: tuple[int, int], name: Callable[[int], str]) -> RankComparison:
    """Compare the ranks of two participants, by TPN; ``name`` returns their names for the sentence."""
    index = standings.first_difference(*pair)
    first, second = sorted(pair, key=lambda tpn: (standings.ranks[tpn], tpn))
    equal = _describe_equal_values(standings, first, len(standings.columns) if index is None else index)
    if index is None:
        return RankComparison(first=first, second=second, index=None, reason=equal)
    decision = _RankDecision(standings, index, first, second, name).describe()
    return RankComparison(first=first, second=second, index=index, reason="; ".join(filter(None, (equal, decision))))


def deciding_code(standings: Standings, codes: Sequence[str], above: int | None, tpn: int) -> str:
    """
    Return the tie-break that ranks a participant below the one just above: ``points``, or one of the written ``codes``.

    Return ``still tied`` for two with the same rank; the result is empty for the first participant.
    """
    if above is None:
        return ""
    index = standings.first_difference(above, tpn)
    if index is None:
        return "still tied"
    return "points" if standings.codes[index] == POINTS else codes[index]


def forfeits_left_out(standings: Standings, first: int, second: int, until: int | None) -> tuple[int, ...]:
    """
    Return the rounds in which two participants did not play their game, if a tie-break leaves it out (6.1.1).

    The tie-breaks are those of encounters up to the index ``until``, all of the list for None.
    """
    codes = standings.codes[: len(standings.columns) if until is None else until + 1]
    encounters = [code for code in codes if code.tie_break in ENCOUNTERS]
    table, place = standings.table, standings.table.places[second]
    return tuple(
        entry.number
        for entry in table.rows[standings.table.places[first]]
        if entry.opponent == place and any(not table.counts_as_game(entry, played=code.played) for code in encounters)
    )


def score_noun(standings: Standings) -> str:
    """Return the noun for the score by which participants are ranked first: ``points``, ``match points``."""
    teams = standings.competition.teams
    return "points" if teams is None else SCORE_NAMES[teams.primary]


def _name_of(standings: Standings, code: TieBreakCode) -> str:
    """Return the name of a tie-break for a sentence; MPvGP has the name of the score that it is."""
    if code.tie_break is TieBreak.SECONDARY_SCORE:
        return SCORE_NAMES[standings.competition.require_teams().secondary]
    return tie_break_name(code)


def _describe_equal_values(standings: Standings, tpn: int, until: int) -> str:
    """Return the values that two participants share: ``both have 5½ points, and Buchholz (31) is equal``."""
    place = standings.table.places[tpn]
    texts, names, is_plural = [], [], False
    for code, column in zip(standings.codes[:until], standings.columns, strict=False):
        if code == POINTS:
            texts.append(f"both have {count_points(column.numbers[place] or 0, score_noun(standings))}")
            continue
        is_plural = code.tie_break in _PLURALS
        if code.tie_break in ENCOUNTERS or column.numbers[place] is None:
            names.append(_name_of(standings, code))
        else:
            names.append(f"{_name_of(standings, code)} ({format_value(column, place)})")
    if names:
        listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        texts.append(f"{listed} {'is' if len(names) == 1 and not is_plural else 'are'} equal")
    return ", and ".join(texts)


class _RankDecision:
    """The tie-break that separates two participants."""

    def __init__(self, standings: Standings, index: int, first: int, second: int, name: Callable[[int], str]) -> None:
        self._standings, self._index = standings, index
        self._code: TieBreakCode = standings.codes[index]
        self._column: Column = standings.columns[index]
        self._places = standings.table.places[first], standings.table.places[second]
        self._first, self._second = name(first), name(second)
        self._members = [standings.table.places[tpn] for tpn in standings.tied_before(index, first)]

    def describe(self) -> str:
        """Return a sentence without its beginning and end: ``Buchholz Cut-1 decides, 31 against 29½``."""
        code, (first, second) = self._code, self._places
        decides = f"{_name_of(self._standings, code)} decide{'' if code.tie_break in _PLURALS else 's'}"
        if code == POINTS:
            return self._describe_points()
        if code.tie_break is TieBreak.DIRECT_ENCOUNTER:
            table = self._standings.competition.table_by(code.score)
            separation = find_separation(table, self._members, first, second, played=code.played)
            return f"{decides}: {self._describe_encounter(table, separation, '')}" if separation else decides
        if code.tie_break in ENCOUNTERS:
            return f"{decides}{self._describe_extended_encounter()}"
        if code.tie_break in (TieBreak.TOP_BOARD_RESULT, TieBreak.BOTTOM_BOARD_ELIMINATION):
            return f"{decides}, {self._describe_boards()}"
        if self._column.numbers[second] is None:
            value = format_value(self._column, first)
            return f"{decides}: {self._first} has {value}, and {self._second} has no value"
        text = f"{decides}, {' against '.join(self._values())}"
        return f"{text}; the lower value comes first" if self._column.ascending else text

    def _describe_points(self) -> str:
        first, second = (self._column.numbers[place] or 0 for place in self._places)
        noun = score_noun(self._standings)
        if self._index:
            return f"the {noun} decide, {format_halves(first)} against {format_halves(second)}"
        return f"{count_points(first, noun)} against {format_halves(second)}"

    def _values(self) -> tuple[str, str]:
        """Return the two values, with enough decimals to differ."""
        first, second = (format_value(self._column, place) for place in self._places)
        decimals = self._column.decimals
        while first == second and decimals < _MAX_DECIMALS:
            decimals += 1
            first, second = (
                format_decimal(self._column.numbers[place] or 0, self._column.scale, decimals) for place in self._places
            )
        return first, second

    def _describe_boards(self) -> str:
        teams = self._standings.competition.require_teams()
        first, second = (board_values(self._code.tie_break, teams.totals(place)) for place in self._places)
        at = next(number for number, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1])
        where = f"board {at + 1}"
        if self._code.tie_break is TieBreak.BOTTOM_BOARD_ELIMINATION:
            where = f"the boards without the last {at + 1}" if at else "the boards without the last one"
        return f"{format_halves(first[at])} against {format_halves(second[at])} on {where}"

    def _describe_encounter(self, table: ScoreTable, standings: SeparateStandings, noun: str) -> str:
        """Return the score of two tied participants in the separate standings that separate them."""
        first, second = self._places
        scale = TENTHS * standings.scale
        noun = noun or "points"
        if len(standings.scores) == len(self._places):
            games = games_between(table, first, standings.scores, played=self._code.played)[second]
            return self._describe_games(table, games, noun)
        among = f"the {len(standings.scores)} tied {'teams' if self._standings.competition.teams else 'players'}"
        score = format_quarters(standings.scores[first], scale)
        counted = noun.removesuffix("s") if score in ("½", "1") else noun
        has = f"{self._first} has {score} {counted} from the games among {among}"
        if standings.complete or table.rules.pre_determined:
            return f"{has}, and {self._second} {format_quarters(standings.scores[second], scale)}"
        best = format_quarters(standings.best[second], scale)
        return f"{has}, and {self._second} could have {best} at most with the games that are missing (6.3)"

    def _describe_games(self, table: ScoreTable, games: Sequence[ParticipantRound], noun: str) -> str:
        """Return the result of the only game between two participants, or their points from several."""
        second = self._places[1]
        opponents = [table.rows[second][game.number - 1] for game in games]
        if len(games) == 1 and noun == "points" and games[0].result in _RESULTS:
            result = _RESULTS[games[0].result].format(second=self._second)
            return f"{self._first} {result} in round {games[0].number}"
        rounds = " and ".join(str(game.number) for game in games)
        own, others = (sum(entry.points for entry in entries) for entries in (games, opponents))
        word = "rounds" if len(games) > 1 else "round"
        where = f"against each other in {word} {rounds}"
        return f"{self._first} has {count_points(own, noun)} and {self._second} {format_halves(others)} {where}"

    def _describe_extended_encounter(self) -> str:
        teams, code, (first, second) = self._standings.competition.require_teams(), self._code, self._places
        step = ExtendedEncounter(teams=teams, code=code).find_separation(self._members, first, second)
        if step is None:
            return ""
        if step.score is not None and step.encounters is not None:
            table, noun = teams.tables[step.score], SCORE_NAMES[step.score]
            return f": {self._describe_encounter(table, step.encounters, noun)}"
        return f" by {', '.join(self._describe_own_boards(step.totals, step.board_tie_break))}"

    def _describe_own_boards(self, totals: dict[int, tuple[int, ...]], tie_break: str) -> Iterator[str]:
        first, second = (totals[place] for place in self._places)
        if tie_break == "board count":
            own, others = (format_halves(board_count(row)) for row in (first, second))
            yield f"board count, {own} against {others}; the lower value comes first"
            return
        yield tie_break
        own, others = (" ".join(map(format_halves, row)) for row in (first, second))
        yield f"{own} against {others} on the boards"


_NUMBERS = frozenset({"TPN", "SNO", "NO", "STARTNO", "STNO", "STARTNUMBER", "ID", "CID"})
_POINTS = frozenset({"PTS", "POINTS", "SCORE"})
_TEAM_SCORES = {score.value: replace_modifiers(POINTS, score=score) for score in PrimaryScore}
"""Columns of match points and of game points."""
_NUMBERED_HEADING = re.compile(r"TB(\d{1,2})")
_DELIMITERS = ";\t,"
_FRACTIONS = str.maketrans({"½": "|5", "¼": "|25", "¾": "|75"})
_VALUE = re.compile(r"(?P<sign>-?)(?P<whole>\d*)(?:[.,|](?P<decimals>\d+))?")


class RecordedValue(FrozenStruct, frozen=True, kw_only=True):
    """One value as the file writes it."""

    line: int
    """The line of the file, from 1."""
    tpn: int
    code: TieBreakCode
    text: str
    number: int
    """The value times 10 to the power of the decimals."""
    decimals: int


class Disagreement(FrozenStruct, frozen=True, kw_only=True):
    """A recorded value that differs from the value of C.07."""

    recorded: RecordedValue
    value: str
    """The value of C.07; ``-`` if it has none."""


class UnreadableValuesError(ValueError):
    """A file of values cannot be read; the message says why and what to do."""


def parse_values(text: str, listed_codes: Sequence[TieBreakCode]) -> tuple[tuple[RecordedValue, ...], tuple[str, ...]]:
    """
    Read a file of values; ``listed_codes`` is the list of the event, to which headings such as ``TB1`` refer.

    Raise UnreadableValuesError if no heading names starting numbers and a tie-break.
    """
    lines = [(number, line) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1) if line.strip()]
    for at, (_, line) in enumerate(lines):
        delimiter = max(_DELIMITERS, key=line.count)
        heading = [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]
        numbers = next((place for place, cell in enumerate(heading) if _normalise(cell) in _NUMBERS), None)
        codes = {
            place: code
            for place, cell in enumerate(heading)
            if (code := _parse_heading(cell, listed_codes)) and place != numbers
        }
        if numbers is not None and codes:
            rows = ((number, next(csv.reader([row], delimiter=delimiter))) for number, row in lines[at + 1 :])
            return _parse_rows(rows, numbers, codes)
    raise UnreadableValuesError(
        "no line is a heading with a column of starting numbers (TPN, SNo, No.) and a tie-break (BH/C1, TB1)"
    )


def _normalise(cell: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", cell.upper())


def _parse_heading(cell: str, listed_codes: Sequence[TieBreakCode]) -> TieBreakCode | None:
    """Return the code that a cell of the heading names; None if it does not name a code."""
    in_order = _NUMBERED_HEADING.fullmatch(_normalise(cell))
    if in_order:
        numbered_codes = [code for code in listed_codes if code != POINTS]
        place = int(in_order[1])
        return numbered_codes[place - 1] if 1 <= place <= len(numbered_codes) else None
    if _normalise(cell) in _POINTS:
        return POINTS
    if _normalise(cell) in _TEAM_SCORES:
        return _TEAM_SCORES[_normalise(cell)]
    code = parse_code(cell)
    return code if code.support is Support.DEFINED and code.tie_break is not TieBreak.PAIRING_NUMBER else None


def _parse_rows(
    rows: Iterator[tuple[int, list[str]]], numbers: int, codes: dict[int, TieBreakCode]
) -> tuple[tuple[RecordedValue, ...], tuple[str, ...]]:
    values: list[RecordedValue] = []
    remarks: list[str] = []
    for line, cells in rows:
        tpn = cells[numbers].strip() if numbers < len(cells) else ""
        if not tpn.isdecimal():
            remarks.append(f"line {line}: {tpn or 'nothing'!r} is not a starting number; the line was left out")
            continue
        for place, code in codes.items():
            cell = cells[place].strip() if place < len(cells) else ""
            value = _parse_value(cell)
            if value is not None:
                number, decimals = value
                recorded = RecordedValue(
                    line=line, tpn=int(tpn), code=code, text=cell, number=number, decimals=decimals
                )
                values.append(recorded)
            elif cell not in ("", "-"):
                remarks.append(f"line {line}, {code}: {cell!r} is not a number; it was left out")
    return tuple(values), tuple(remarks)


def _parse_value(cell: str) -> tuple[int, int] | None:
    """Read ``12.5``, ``12,50`` or ``12½``; return the value times a power of 10, and the number of decimals."""
    match = _VALUE.fullmatch(cell.replace(" ", "").translate(_FRACTIONS))
    if match is None or not (match["whole"] or match["decimals"]):
        return None
    decimals = match["decimals"] or ""
    number = int(f"{match['whole'] or '0'}{decimals}")
    return -number if match["sign"] else number, len(decimals)


def compare_values(recorded: Iterable[RecordedValue], standings: Standings) -> tuple[tuple[Disagreement, ...], int]:
    """
    Compare recorded values with the values of the codes that were applied.

    Return the values that differ, and the number of compared values. Values of unknown players or codes are skipped.
    """
    columns = {column.code: column for column in reversed(standings.columns)}
    if standings.competition.teams is not None:
        columns |= {code: compute_column(standings.competition, code) for code in _TEAM_SCORES.values()}
    places = standings.table.places
    disagreements, compared = [], 0
    for value in recorded:
        column = columns.get(value.code)
        if column is None or column.code.tie_break in ENCOUNTERS or column.texts or value.tpn not in places:
            continue
        compared += 1
        place = places[value.tpn]
        number = column.numbers[place]
        if number is None or not _matches_written_value(number, column.scale, value):
            disagreements.append(Disagreement(recorded=value, value=column.text(place)))
    return tuple(disagreements), compared


def _matches_written_value(number: int, scale: int, value: RecordedValue) -> bool:
    """Whether the written value is the computed value, rounded or cut to the decimals that are written."""
    unit = 10**value.decimals
    rounded = format_decimal(number, scale, value.decimals)
    cut = number * unit // scale
    return value.number in (int(rounded.replace(".", "")), cut)
