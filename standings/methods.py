"""The methods of all tie-breaks: article, title and functions; and the reasons why a code cannot be computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from standings import buchholz, own_record, ratings
from standings.buchholz import Summation
from standings.codes import Support, TieBreak, TieBreakCode, parse_code
from standings.competition import Competition
from standings.own_record import compute_score, explain_score
from standings.score_table import ScoreTable
from standings.teams.score_tables import (
    TeamTables,
    compute_board_counts,
    compute_board_values,
    describe_boards,
    explain_boards,
)
from standings.values import TENTHS, Column, RoundContribution, ValueExplanation
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, PrimaryScore
from tournaments.points import format_halves
from tournaments.problems import counted_noun
from tournaments.teams.points import SCORE_NAMES

_MATCHES, _GAMES = PrimaryScore.MATCH_POINTS, PrimaryScore.GAME_POINTS
_SCORES = {
    TieBreak.MATCH_SONNEBORN_BERGER_OF_MATCHES: (_MATCHES, _MATCHES),
    TieBreak.MATCH_SONNEBORN_BERGER_OF_GAMES: (_MATCHES, _GAMES),
    TieBreak.GAME_SONNEBORN_BERGER_OF_MATCHES: (_GAMES, _MATCHES),
    TieBreak.GAME_SONNEBORN_BERGER_OF_GAMES: (_GAMES, _GAMES),
}
"""The score of the opponents' totals, and the score of the points against the opponents (13.2)."""


def compute_secondary_score(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return MPvGP (13.1): the score that is not the primary one."""
    return compute_score(teams.tables[teams.secondary], code)


def explain_secondary_score(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the points of every round in the secondary score."""
    return explain_score(teams.tables[teams.secondary], code, place)


def compute_sonneborn_bergers(teams: TeamTables, code: TieBreakCode) -> Column:
    """Return EMMSB, EMGSB, EGMSB or EGGSB (13.2) with the cuts of the code."""
    table, summation = _table_and_summation(teams, code)
    return buchholz.compute_summation(table, code, summation)


def explain_sonneborn_bergers(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the contribution of every round to EMMSB, EMGSB, EGMSB or EGGSB."""
    table, summation = _table_and_summation(teams, code)
    return buchholz.explain_summation(table, code, place, summation)


def _table_and_summation(teams: TeamTables, code: TieBreakCode) -> tuple[ScoreTable, Summation]:
    totals, scored = _SCORES[code.tie_break]  # type: ignore[index]  # called for these four tie-breaks only
    return teams.tables[totals], Summation(weights=teams.tables[scored], played=code.played)


def compute_combinations(teams: TeamTables, code: TieBreakCode) -> Column:
    """
    Return SSSC (13.4): the secondary score plus the Buchholz of the reference score over a divisor.

    The values are exact fractions, not rounded.
    """
    table, secondary, divisor = _reference_and_secondary(teams, code)
    sums = buchholz.sum_uncut(table, _summation(code))
    numbers = [score * divisor + opponents for score, opponents in zip(secondary.scores.own, sums, strict=True)]
    return Column(code=code, numbers=tuple(numbers), scale=TENTHS * divisor, decimals=2)


def explain_combinations(teams: TeamTables, code: TieBreakCode, place: int) -> tuple[RoundContribution, ...]:
    """Return the contribution of every round to the Buchholz in SSSC."""
    table, _, _ = _reference_and_secondary(teams, code)
    return buchholz.explain_summation(table, code, place, _summation(code))


def describe_combination(teams: TeamTables, code: TieBreakCode, place: int) -> str:
    """Return a phrase with the two summands of SSSC: ``16½ game points, and Buchholz 67 divided by 3``."""
    table, secondary, divisor = _reference_and_secondary(teams, code)
    sums = buchholz.sum_uncut(table, _summation(code))
    name = SCORE_NAMES[next(score for score, known in teams.tables.items() if known is secondary)]
    score, strength = format_halves(secondary.scores.own[place]), format_halves(sums[place])
    return f"{score} {name}, and Buchholz {strength} divided by {divisor}"


def _summation(code: TieBreakCode) -> Summation:
    return Summation(fore=code.fore, played=code.played)


def _reference_and_secondary(teams: TeamTables, code: TieBreakCode) -> tuple[ScoreTable, ScoreTable, int]:
    """
    Return the table of the reference score, the table of the secondary score, and the divisor.

    The divisor is the highest possible reference score of a tournament over the highest secondary score of a match,
    rounded down, but at least 1 (C07-DIVISOR). In an unfinished event C07-ROUNDS-OF-CAP says which rounds count.
    """
    score = code.score or teams.primary
    table = teams.tables[score]
    secondary = next(known for key, known in teams.tables.items() if key is not score)
    rounds = table.rounds_scheduled if table.rules.cap_by_scheduled_rounds else table.rounds_recorded
    return table, secondary, code.divisor or max(1, table.win * rounds // max(1, secondary.win))


_TablesT = TypeVar("_TablesT")
_Compute = Callable[[_TablesT, TieBreakCode], Column]


class TieBreakMethod(FrozenStruct, Generic[_TablesT], frozen=True, kw_only=True):
    """How a tie-break is computed: from the table of one score, or from those of a team event."""

    article: str
    title: str
    compute: _Compute[_TablesT]
    explain: Callable[[_TablesT, TieBreakCode, int], tuple[RoundContribution, ...]]


def _explain_nothing(_referred_table: ScoreTable, _code: TieBreakCode, _place: int) -> tuple[RoundContribution, ...]:
    return ()


def _count_method(article: str, title: str) -> TieBreakMethod[ScoreTable]:
    return TieBreakMethod(
        article=article, title=title, compute=own_record.compute_counts, explain=own_record.explain_counts
    )


def _sum_method(article: str, title: str) -> TieBreakMethod[ScoreTable]:
    return TieBreakMethod(article=article, title=title, compute=buchholz.compute_sums, explain=buchholz.explain_sums)


def _rating_method(article: str, title: str, compute: _Compute[ScoreTable]) -> TieBreakMethod[ScoreTable]:
    return TieBreakMethod(article=article, title=title, compute=compute, explain=ratings.explain_ratings)


def _datum_method(article: str, title: str, compute: _Compute[ScoreTable]) -> TieBreakMethod[ScoreTable]:
    return TieBreakMethod(article=article, title=title, compute=compute, explain=_explain_nothing)


METHODS: dict[TieBreak, TieBreakMethod[ScoreTable]] = {
    TieBreak.POINTS: TieBreakMethod(
        article="4.2", title="points", compute=own_record.compute_score, explain=own_record.explain_score
    ),
    TieBreak.WINS: _count_method("7.1", "Number of Wins"),
    TieBreak.GAMES_WON: _count_method("7.2", "Number of Games Won"),
    TieBreak.GAMES_WITH_BLACK: _count_method("7.3", "Number of Games Played with Black"),
    TieBreak.GAMES_WON_WITH_BLACK: _count_method("7.4", "Number of Games Won with Black"),
    TieBreak.PROGRESSIVE_SCORE: TieBreakMethod(
        article="7.5",
        title="Progressive Scores",
        compute=own_record.compute_progressive_scores,
        explain=own_record.explain_progressive_scores,
    ),
    TieBreak.ROUNDS_ELECTED_TO_PLAY: _count_method("7.6", "Rounds one Elected to Play"),
    TieBreak.STANDARD_POINTS: _count_method("7.7", "Standard Points"),
    TieBreak.PAIRING_NUMBER: _datum_method("7.8", "Tournament Pairing Number", own_record.compute_pairing_numbers),
    TieBreak.BUCHHOLZ: _sum_method("8.1", "Buchholz"),
    TieBreak.AVERAGE_OF_BUCHHOLZ: TieBreakMethod(
        article="8.2",
        title="Average of Opponents' Buchholz",
        compute=buchholz.compute_averages,
        explain=buchholz.explain_averages,
    ),
    TieBreak.FORE_BUCHHOLZ: _sum_method("8.3", "Fore Buchholz"),
    TieBreak.SONNEBORN_BERGER: _sum_method("9.1", "Sonneborn-Berger"),
    TieBreak.KOYA: TieBreakMethod(
        article="9.2", title="Koya System", compute=own_record.compute_koya, explain=own_record.explain_koya
    ),
    TieBreak.AVERAGE_RATING: _rating_method("10.1", "Average Rating of Opponents", ratings.compute_average_ratings),
    TieBreak.PERFORMANCE: _rating_method("10.2", "Tournament Performance Rating", ratings.compute_performances),
    TieBreak.PERFECT_PERFORMANCE: _rating_method(
        "10.3", "Perfect Tournament Performance", ratings.compute_performances
    ),
    TieBreak.AVERAGE_PERFORMANCE: _rating_method(
        "10.4", "Average Performance Rating of Opponents", ratings.compute_average_performances
    ),
    TieBreak.AVERAGE_PERFECT_PERFORMANCE: _rating_method(
        "10.5", "Average Perfect Performance of Opponents", ratings.compute_average_performances
    ),
    TieBreak.RATING: _datum_method("10.6", "Rating", ratings.compute_ratings),
}


def _sonneborn_berger_method(title: str) -> TieBreakMethod[TeamTables]:
    return TieBreakMethod(
        article="13.2",
        title=title,
        compute=compute_sonneborn_bergers,
        explain=explain_sonneborn_bergers,
    )


def _board_method(article: str, title: str, compute: _Compute[TeamTables]) -> TieBreakMethod[TeamTables]:
    return TieBreakMethod(article=article, title=title, compute=compute, explain=explain_boards)


TEAM_METHODS: dict[TieBreak, TieBreakMethod[TeamTables]] = {
    TieBreak.BOARD_COUNT: _board_method("12.1", "Board Count", compute_board_counts),
    TieBreak.TOP_BOARD_RESULT: _board_method("12.2", "Top Board Results", compute_board_values),
    TieBreak.BOTTOM_BOARD_ELIMINATION: _board_method("12.3", "Bottom Board Elimination", compute_board_values),
    TieBreak.SECONDARY_SCORE: TieBreakMethod(
        article="13.1",
        title="Match Points or Game Points",
        compute=compute_secondary_score,
        explain=explain_secondary_score,
    ),
    TieBreak.MATCH_SONNEBORN_BERGER_OF_MATCHES: _sonneborn_berger_method(
        "Extended Sonneborn-Berger of match points and match points"
    ),
    TieBreak.MATCH_SONNEBORN_BERGER_OF_GAMES: _sonneborn_berger_method(
        "Extended Sonneborn-Berger of match points and game points"
    ),
    TieBreak.GAME_SONNEBORN_BERGER_OF_MATCHES: _sonneborn_berger_method(
        "Extended Sonneborn-Berger of game points and match points"
    ),
    TieBreak.GAME_SONNEBORN_BERGER_OF_GAMES: _sonneborn_berger_method(
        "Extended Sonneborn-Berger of game points and game points"
    ),
    TieBreak.SCORE_STRENGTH_COMBINATION: TieBreakMethod(
        article="13.4",
        title="Scores and Schedule Strength Combination",
        compute=compute_combinations,
        explain=explain_combinations,
    ),
}

ENCOUNTERS: dict[TieBreak, tuple[str, str]] = {
    TieBreak.DIRECT_ENCOUNTER: ("6", "Direct Encounter"),
    TieBreak.EXTENDED_ENCOUNTER: ("13.3", "Extended Direct Encounter"),
    TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_TOP: (
        "13.3, 12.1, 12.2",
        "Extended Direct Encounter with Board Count and Top Board Results",
    ),
    TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM: (
        "13.3, 12.1, 12.3",
        "Extended Direct Encounter with Board Count and Bottom Board Elimination",
    ),
    TieBreak.EXTENDED_ENCOUNTER_TOP: ("13.3, 12.2", "Extended Direct Encounter with Top Board Results"),
    TieBreak.EXTENDED_ENCOUNTER_BOTTOM: ("13.3, 12.3", "Extended Direct Encounter with Bottom Board Elimination"),
}
"""Article and title of the tie-breaks of type A, whose values are places in a group of tied participants."""

_OWN_TIE_BREAKS: dict[str, Callable[[Event], Mapping[int, int | Fraction]]] = {}
"""Registered tie-breaks by code."""


def register_tie_break(code: str, compute: Callable[[Event], Mapping[int, int | Fraction]]) -> None:
    """
    Add a self-defined tie-break, for as long as the program runs; without it an ``OTHER_`` code ends a list.

    ``code`` begins with ``OTHER_``, as MTB26 asks. ``compute`` returns the value of each participant of an event, by
    TPN or team number; the higher value is better, and a participant without a value ranks last. Raise ValueError for
    another code, and for a code that is registered already.
    """
    parsed = parse_code(code)
    if parsed.support is not Support.SELF_DEFINED:
        raise ValueError(f"'{code}' is not the code of a self-defined tie-break; write OTHER_ and a name")
    if parsed.text in _OWN_TIE_BREAKS:
        raise ValueError(f"the tie-break '{parsed.text}' is registered already")
    _OWN_TIE_BREAKS[parsed.text] = compute


def _compute_own_column(competition: Competition, code: TieBreakCode) -> Column:
    if competition.event is None:
        raise ValueError(f"{code} is computed from an event, and there is only a table")
    values = _OWN_TIE_BREAKS[code.text](competition.event)
    exact = [Fraction(values[tpn]) if tpn in values else None for tpn in competition.table.tpns]
    scale = lcm(*(value.denominator for value in exact if value is not None))
    return Column(
        code=code,
        numbers=tuple(None if value is None else int(value * scale) for value in exact),
        scale=scale,
        decimals=0 if scale == 1 else 2,
    )


_BOARD_TIE_BREAKS = frozenset(
    {
        TieBreak.BOARD_COUNT,
        TieBreak.TOP_BOARD_RESULT,
        TieBreak.BOTTOM_BOARD_ELIMINATION,
        TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_TOP,
        TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM,
        TieBreak.EXTENDED_ENCOUNTER_TOP,
        TieBreak.EXTENDED_ENCOUNTER_BOTTOM,
    }
)
"""Tie-breaks that need the board of every player in every match."""
_ROUND_COUNTS = frozenset(
    {
        TieBreak.WINS,
        TieBreak.GAMES_WON,
        TieBreak.GAMES_WITH_BLACK,
        TieBreak.GAMES_WON_WITH_BLACK,
        TieBreak.ROUNDS_ELECTED_TO_PLAY,
    }
)
"""Tie-breaks that count rounds; for teams they count matches, whatever score the code names (C07-TEAM-ROUNDS)."""


def compute_column(competition: Competition, code: TieBreakCode) -> Column:
    """Return the values of a tie-break for all participants; raise KeyError for a tie-break of `ENCOUNTERS`."""
    return competition.table.compute_once(code, lambda: _compute_column(competition, code))


def _compute_column(competition: Competition, code: TieBreakCode) -> Column:
    if code.text in _OWN_TIE_BREAKS:
        return _compute_own_column(competition, code)
    if code.tie_break in TEAM_METHODS:
        return TEAM_METHODS[code.tie_break].compute(competition.require_teams(), code)
    return _player_method(code).compute(_referred_table(competition, code), code)


def explain_value(competition: Competition, code: TieBreakCode, place: int) -> ValueExplanation:
    """Return the contributions to a participant's value; raise KeyError as `compute_column` does."""
    column = compute_column(competition, code)
    contributions: tuple[RoundContribution, ...]
    if code.text in _OWN_TIE_BREAKS:
        contributions = ()
    elif code.tie_break in TEAM_METHODS:
        contributions = TEAM_METHODS[code.tie_break].explain(competition.require_teams(), code, place)
    else:
        contributions = _player_method(code).explain(_referred_table(competition, code), code, place)
    return ValueExplanation(
        tpn=competition.table.tpns[place],
        code=code,
        value=column.text(place),
        article=tie_break_articles(code),
        contributions=contributions,
        scale=TENTHS if code.tie_break in _EXPLAINED_IN_TENTHS else column.scale,
        is_sum=code.tie_break not in _NOT_SUMS,
        note=_describe_derivation(competition, code, place),
    )


def _referred_table(competition: Competition, code: TieBreakCode) -> ScoreTable:
    """Return the score table that a code refers to."""
    if code.tie_break in _ROUND_COUNTS and competition.teams is not None:
        return competition.table_by(PrimaryScore.MATCH_POINTS)
    return competition.table_by(code.score)


def _player_method(code: TieBreakCode) -> TieBreakMethod[ScoreTable]:
    if code.tie_break is None:
        raise KeyError(code.text)
    return METHODS[code.tie_break]


_EXPLAINED_IN_TENTHS = frozenset(
    {
        TieBreak.AVERAGE_OF_BUCHHOLZ,
        TieBreak.TOP_BOARD_RESULT,
        TieBreak.BOTTOM_BOARD_ELIMINATION,
        TieBreak.SCORE_STRENGTH_COMBINATION,
    }
)
_NOT_SUMS = frozenset(
    {
        TieBreak.AVERAGE_OF_BUCHHOLZ,
        TieBreak.AVERAGE_RATING,
        TieBreak.PERFORMANCE,
        TieBreak.PERFECT_PERFORMANCE,
        TieBreak.AVERAGE_PERFORMANCE,
        TieBreak.AVERAGE_PERFECT_PERFORMANCE,
        TieBreak.TOP_BOARD_RESULT,
        TieBreak.BOTTOM_BOARD_ELIMINATION,
        TieBreak.SCORE_STRENGTH_COMBINATION,
    }
)


def _describe_derivation(competition: Competition, code: TieBreakCode, place: int) -> str:
    if code.tie_break is TieBreak.KOYA:
        return own_record.describe_koya_limit(_referred_table(competition, code), code)
    if code.tie_break is TieBreak.PERFORMANCE:
        return "average rating and the difference for the fractional score"
    if code.tie_break is TieBreak.PERFECT_PERFORMANCE:
        return "the lowest rating whose expected score reaches the score"
    if code.tie_break in (TieBreak.BOARD_COUNT, TieBreak.TOP_BOARD_RESULT, TieBreak.BOTTOM_BOARD_ELIMINATION):
        return describe_boards(competition.require_teams(), place)
    if code.tie_break is TieBreak.SCORE_STRENGTH_COMBINATION:
        return describe_combination(competition.require_teams(), code, place)
    return "the average of these" if code.tie_break in _NOT_SUMS else ""


def tie_break_name(code: TieBreakCode) -> str:
    """Return the name of a tie-break in the handbook, with its modifiers: ``Buchholz Cut-1``."""
    if code.tie_break is None:
        return code.text
    if code.tie_break in ENCOUNTERS:
        name = ENCOUNTERS[code.tie_break][1]
    else:
        name = (METHODS.get(code.tie_break) or TEAM_METHODS[code.tie_break]).title
    if code.fore:
        name = name.replace("Buchholz", "Fore Buchholz")
    if code.low:
        name += f" Median-{code.high}" if code.high else f" Cut-{code.low}"
    if code.score is not None:
        name += f" by {SCORE_NAMES[code.score]}"
    additions = " and ".join(_describe_additions(code))
    if additions:
        name += f" {'and' if ' with ' in name else 'with'} {additions}"
    return f"{name} in reverse order" if code.reverse else name


def _describe_additions(code: TieBreakCode) -> Iterator[str]:
    if code.limit:
        steps = counted_noun(abs(code.limit), "half point")
        yield f"the limit {'raised' if code.limit > 0 else 'lowered'} by {steps}"
    if code.divisor:
        yield f"divisor {code.divisor}"
    if code.fore and code.tie_break is TieBreak.SCORE_STRENGTH_COMBINATION:
        yield "Fore Buchholz"
    if code.played:
        yield "forfeits as games"


def tie_break_articles(code: TieBreakCode) -> str:
    """Return the articles of a code; empty if it is not a code of MTB26."""
    if code.tie_break is None:
        return ""
    if code.tie_break in ENCOUNTERS:
        return ENCOUNTERS[code.tie_break][0]
    method = METHODS.get(code.tie_break) or TEAM_METHODS[code.tie_break]
    modifiers = {"14.1": code.low == 1, "14.2": code.low > 1, "14.5": bool(code.limit)}
    if code.high:
        modifiers = {"14.3": code.high == 1, "14.4": code.high > 1}
    return ", ".join((method.article, *(article for article, applies in modifiers.items() if applies)))


class UncomputableCodeError(ValueError):
    """A code of a list cannot be computed, which ends the ranking there."""

    def __init__(self, code: TieBreakCode, reason: str) -> None:
        """Name the code and the reason."""
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


def find_obstacle(competition: Competition, code: TieBreakCode) -> UncomputableCodeError | None:
    """Return an error that says why a code cannot be computed; None if it can be computed."""
    if code.text in _OWN_TIE_BREAKS:
        return None
    if code.support is not Support.DEFINED:
        return UncomputableCodeError(code, code.support.value)
    if competition.teams is not None:
        return _find_team_obstacle(competition.teams, code)
    if code.tie_break is None or code.tie_break.is_for_teams_only or code.score is not None:
        return UncomputableCodeError(code, "is for teams, and this is an event of players")
    if code.tie_break.needs_ratings and (unrated := ratings.find_unrated(competition.table)):
        return UncomputableCodeError(
            code,
            f"{_describe_players(unrated)} unrated, and the file does not say how unrated players count (Article 10)",
        )
    return None


def _find_team_obstacle(teams: TeamTables, code: TieBreakCode) -> UncomputableCodeError | None:
    if code.tie_break is not None and code.tie_break.needs_ratings:
        return UncomputableCodeError(code, "is for players, and this is an event of teams")
    if code.tie_break in _BOARD_TIE_BREAKS and teams.rounds_with_unknown_boards:
        rounds = ", ".join(map(str, sorted(set(teams.rounds_with_unknown_boards))))
        return UncomputableCodeError(
            code, f"the file does not say who sat on which board in every match (round {rounds}; line-ups: 300)"
        )
    return None


_MAX_LISTED_PLAYERS = 3


def _describe_players(tpns: tuple[int, ...]) -> str:
    listed = ", ".join(map(str, tpns[:_MAX_LISTED_PLAYERS]))
    if len(tpns) == 1:
        return f"player {listed} is"
    more = f" and {len(tpns) - _MAX_LISTED_PLAYERS} more" if len(tpns) > _MAX_LISTED_PLAYERS else ""
    return f"players {listed}{more} are"
