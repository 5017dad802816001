"""Which function computes which tie-break, by which article; and what stands in the way of computing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from standings import buchholz, own_record, ratings
from standings.codes import Base, Support
from standings.columns import TENTHS
from standings.explanations import Contribution, Explanation
from standings.teams import boards, score_combinations
from tournaments.frozen import dataclass
from tournaments.model import PrimaryScore

if TYPE_CHECKING:
    from standings.codes import TieBreakCode
    from standings.columns import Column
    from standings.competition import Competition
    from standings.score_table import Field
    from standings.teams.score_tables import TeamScores

_Compute = Callable[["Field", "TieBreakCode"], "Column"]
_Parts = Callable[["Field", "TieBreakCode", int], tuple[Contribution, ...]]
_ComputeOfTeams = Callable[["TeamScores", "TieBreakCode"], "Column"]
_PartsOfTeams = Callable[["TeamScores", "TieBreakCode", int], tuple[Contribution, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How a tie-break is computed that needs no more than the field of one score (all but direct encounter)."""

    article: str
    title: str
    compute: _Compute
    parts: _Parts


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMeasure:
    """How a tie-break is computed that only teams have."""

    article: str
    title: str
    compute: _ComputeOfTeams
    parts: _PartsOfTeams


def _no_parts(_field: Field, _code: TieBreakCode, _place: int) -> tuple[Contribution, ...]:
    return ()


def _counted(article: str, title: str) -> Measure:
    return Measure(article=article, title=title, compute=own_record.counts, parts=own_record.parts_of_counts)


def _summed(article: str, title: str) -> Measure:
    return Measure(article=article, title=title, compute=buchholz.sums, parts=buchholz.parts_of_sums)


def _rated(article: str, title: str, compute: _Compute) -> Measure:
    return Measure(article=article, title=title, compute=compute, parts=ratings.parts_of_ratings)


def _datum(article: str, title: str, compute: _Compute) -> Measure:
    return Measure(article=article, title=title, compute=compute, parts=_no_parts)


MEASURES: dict[Base, Measure] = {
    Base.POINTS: Measure(
        article="4.2", title="points", compute=own_record.score_column, parts=own_record.parts_of_score
    ),
    Base.WINS: _counted("7.1", "number of wins"),
    Base.GAMES_WON: _counted("7.2", "games won over the board"),
    Base.GAMES_WITH_BLACK: _counted("7.3", "games over the board with Black"),
    Base.GAMES_WON_WITH_BLACK: _counted("7.4", "games won over the board with Black"),
    Base.PROGRESSIVE_SCORE: Measure(
        article="7.5",
        title="sum of progressive scores",
        compute=own_record.progressive,
        parts=own_record.parts_of_progressive,
    ),
    Base.ROUNDS_ELECTED_TO_PLAY: _counted("7.6", "rounds one elected to play"),
    Base.STANDARD_POINTS: _counted("7.7", "standard points"),
    Base.PAIRING_NUMBER: _datum("7.8", "tournament pairing number", own_record.pairing_numbers),
    Base.BUCHHOLZ: _summed("8.1", "Buchholz"),
    Base.AVERAGE_OF_BUCHHOLZ: Measure(
        article="8.2",
        title="average of the opponents' Buchholz",
        compute=buchholz.averages,
        parts=buchholz.parts_of_averages,
    ),
    Base.FORE_BUCHHOLZ: _summed("8.3", "Fore Buchholz"),
    Base.SONNEBORN_BERGER: _summed("9.1", "Sonneborn-Berger"),
    Base.KOYA: Measure(article="9.2", title="Koya", compute=own_record.koya, parts=own_record.parts_of_koya),
    Base.AVERAGE_RATING: _rated("10.1", "average rating of the opponents", ratings.average_ratings),
    Base.PERFORMANCE: _rated("10.2", "tournament performance rating", ratings.performances),
    Base.PERFECT_PERFORMANCE: _rated("10.3", "perfect tournament performance", ratings.performances),
    Base.AVERAGE_PERFORMANCE: _rated(
        "10.4", "average performance rating of the opponents", ratings.average_performances
    ),
    Base.AVERAGE_PERFECT_PERFORMANCE: _rated(
        "10.5", "average perfect performance of the opponents", ratings.average_performances
    ),
    Base.RATING: _datum("10.6", "rating", ratings.own_ratings),
}


def _sonneborn_berger(title: str) -> TeamMeasure:
    return TeamMeasure(
        article="13.2",
        title=title,
        compute=score_combinations.extended_sonneborn_bergers,
        parts=score_combinations.parts_of_sonneborn_bergers,
    )


def _of_boards(article: str, title: str, compute: _ComputeOfTeams) -> TeamMeasure:
    return TeamMeasure(article=article, title=title, compute=compute, parts=boards.parts_of_boards)


TEAM_MEASURES: dict[Base, TeamMeasure] = {
    Base.BOARD_COUNT: _of_boards("12.1", "board count", boards.board_counts),
    Base.TOP_BOARD_RESULT: _of_boards("12.2", "top board results", boards.board_by_board),
    Base.BOTTOM_BOARD_ELIMINATION: _of_boards("12.3", "bottom board elimination", boards.board_by_board),
    Base.OTHER_SCORE: TeamMeasure(
        article="13.1",
        title="match points or game points, whichever is not primary",
        compute=score_combinations.other_score,
        parts=score_combinations.parts_of_other_score,
    ),
    Base.MATCH_SONNEBORN_BERGER_OF_MATCHES: _sonneborn_berger("opponents' match points x match points"),
    Base.MATCH_SONNEBORN_BERGER_OF_GAMES: _sonneborn_berger("opponents' match points x game points"),
    Base.GAME_SONNEBORN_BERGER_OF_MATCHES: _sonneborn_berger("opponents' game points x match points"),
    Base.GAME_SONNEBORN_BERGER_OF_GAMES: _sonneborn_berger("opponents' game points x game points"),
    Base.SCORE_STRENGTH_COMBINATION: TeamMeasure(
        article="13.4",
        title="score strength combination",
        compute=score_combinations.combinations,
        parts=score_combinations.parts_of_combinations,
    ),
}

ENCOUNTERS: dict[Base, tuple[str, str]] = {
    Base.DIRECT_ENCOUNTER: ("6", "direct encounter"),
    Base.EXTENDED_ENCOUNTER: ("13.3", "extended direct encounter"),
    Base.EXTENDED_ENCOUNTER_BOARD_COUNT_TOP: ("13.3, 12.1, 12.2", "extended direct encounter, board count, top boards"),
    Base.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM: (
        "13.3, 12.1, 12.3",
        "extended direct encounter, board count, bottom boards out",
    ),
    Base.EXTENDED_ENCOUNTER_TOP: ("13.3, 12.2", "extended direct encounter, top boards"),
    Base.EXTENDED_ENCOUNTER_BOTTOM: ("13.3, 12.3", "extended direct encounter, bottom boards out"),
}
"""Article and title of the tie-breaks that depend on who is tied (type A): places in a group, not values."""

_OF_BOARDS = frozenset(
    {
        Base.BOARD_COUNT,
        Base.TOP_BOARD_RESULT,
        Base.BOTTOM_BOARD_ELIMINATION,
        Base.EXTENDED_ENCOUNTER_BOARD_COUNT_TOP,
        Base.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM,
        Base.EXTENDED_ENCOUNTER_TOP,
        Base.EXTENDED_ENCOUNTER_BOTTOM,
    }
)
"""Tie-breaks that depend on who sat on which board."""
_OF_ROUNDS = frozenset(
    {
        Base.WINS,
        Base.GAMES_WON,
        Base.GAMES_WITH_BLACK,
        Base.GAMES_WON_WITH_BLACK,
        Base.ROUNDS_ELECTED_TO_PLAY,
    }
)
"""Tie-breaks that count rounds: of teams, matches, whichever score is asked for (C07-TEAM-ROUNDS)."""


def compute(competition: Competition, code: TieBreakCode) -> Column:
    """Return what a tie-break gives everybody, the same in every list; KeyError for those of `ENCOUNTERS`."""
    return competition.field.once(code, lambda: _computed(competition, code))


def _computed(competition: Competition, code: TieBreakCode) -> Column:
    if code.base in TEAM_MEASURES:
        return TEAM_MEASURES[code.base].compute(competition.of_teams(), code)
    return _measure(code).compute(_field(competition, code), code)


def explain(competition: Competition, code: TieBreakCode, place: int) -> Explanation:
    """Return what a participant's value is made of; KeyError as `compute`."""
    column = compute(competition, code)
    if code.base in TEAM_MEASURES:
        parts = TEAM_MEASURES[code.base].parts(competition.of_teams(), code, place)
    else:
        parts = _measure(code).parts(_field(competition, code), code, place)
    return Explanation(
        tpn=competition.field.tpns[place],
        code=code,
        value=column.text(place),
        article=article_of(code),
        contributions=parts,
        scale=TENTHS if code.base in _PARTS_IN_TENTHS else column.scale,
        is_sum=code.base not in _NOT_SUMS,
        note=_note(competition, code, place),
    )


def _field(competition: Competition, code: TieBreakCode) -> Field:
    """Return the field that a code refers to."""
    if code.base in _OF_ROUNDS and competition.teams is not None:
        return competition.by(PrimaryScore.MATCH_POINTS)
    return competition.by(code.score)


def _measure(code: TieBreakCode) -> Measure:
    if code.base is None:
        raise KeyError(code.text)
    return MEASURES[code.base]


_PARTS_IN_TENTHS = frozenset(
    {
        Base.AVERAGE_OF_BUCHHOLZ,
        Base.TOP_BOARD_RESULT,
        Base.BOTTOM_BOARD_ELIMINATION,
        Base.SCORE_STRENGTH_COMBINATION,
    }
)
_NOT_SUMS = frozenset(
    {
        Base.AVERAGE_OF_BUCHHOLZ,
        Base.AVERAGE_RATING,
        Base.PERFORMANCE,
        Base.PERFECT_PERFORMANCE,
        Base.AVERAGE_PERFORMANCE,
        Base.AVERAGE_PERFECT_PERFORMANCE,
        Base.TOP_BOARD_RESULT,
        Base.BOTTOM_BOARD_ELIMINATION,
        Base.SCORE_STRENGTH_COMBINATION,
    }
)


def _note(competition: Competition, code: TieBreakCode, place: int) -> str:
    if code.base is Base.KOYA:
        return own_record.note_of_koya(_field(competition, code), code)
    if code.base is Base.PERFORMANCE:
        return "average rating and the difference for the fractional score"
    if code.base is Base.PERFECT_PERFORMANCE:
        return "the lowest rating whose expected score reaches the score"
    if code.base in (Base.BOARD_COUNT, Base.TOP_BOARD_RESULT, Base.BOTTOM_BOARD_ELIMINATION):
        return boards.note_of_boards(competition.of_teams(), place)
    if code.base is Base.SCORE_STRENGTH_COMBINATION:
        return score_combinations.note_of_combination(competition.of_teams(), code, place)
    return "the average of these" if code.base in _NOT_SUMS else ""


def title_of(code: TieBreakCode) -> str:
    """Return what a tie-break is called, without its modifiers."""
    if code.base is None:
        return code.text
    if code.base in ENCOUNTERS:
        return ENCOUNTERS[code.base][1]
    measure = MEASURES.get(code.base) or TEAM_MEASURES[code.base]
    return measure.title


def article_of(code: TieBreakCode) -> str:
    """Return the articles by which a code is computed; empty for what is no code of MTB26."""
    if code.base is None:
        return ""
    if code.base in ENCOUNTERS:
        return ENCOUNTERS[code.base][0]
    measure = MEASURES.get(code.base) or TEAM_MEASURES[code.base]
    modifiers = {"14.1": code.low == 1, "14.2": code.low > 1, "14.5": bool(code.limit)}
    if code.high:
        modifiers = {"14.3": code.high == 1, "14.4": code.high > 1}
    return ", ".join((measure.article, *(article for article, applies in modifiers.items() if applies)))


class Obstacle(ValueError):  # noqa: N818 - not an error of anybody's: a list may hold what nobody can compute
    """A code of a list cannot be computed, so that nothing after it can be, either."""

    def __init__(self, code: TieBreakCode, reason: str) -> None:
        """Say which code, and why."""
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


def obstacle(competition: Competition, code: TieBreakCode) -> Obstacle | None:
    """Return why a code cannot be computed; None if it can be."""
    if code.support is not Support.DEFINED:
        return Obstacle(code, code.support.value)
    if competition.teams is not None:
        return _obstacle_of_teams(competition.teams, code)
    if code.base is None or code.base.is_for_teams_only or code.score is not None:
        return Obstacle(code, "is for teams, and this is an event of players")
    if code.base.needs_ratings and (without := ratings.unrated(competition.field)):
        return Obstacle(
            code,
            f"{_players_are(without)} unrated, and the file does not say what Article 10 asks the regulations to say",
        )
    return None


def _obstacle_of_teams(teams: TeamScores, code: TieBreakCode) -> Obstacle | None:
    if code.base is not None and code.base.needs_ratings:
        return Obstacle(code, "is for players, and this is an event of teams")
    if code.base in _OF_BOARDS and teams.doubtful_boards:
        rounds = ", ".join(map(str, sorted(set(teams.doubtful_boards))))
        return Obstacle(code, f"nothing tells who sat on which board in every match (round {rounds}; line-ups: 300)")
    return None


_NAMED = 3


def _players_are(tpns: tuple[int, ...]) -> str:
    named = ", ".join(map(str, tpns[:_NAMED]))
    if len(tpns) == 1:
        return f"player {named} is"
    more = f" and {len(tpns) - _NAMED} more" if len(tpns) > _NAMED else ""
    return f"players {named}{more} are"
