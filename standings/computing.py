"""Which function computes which tie-break, by which article; and what stands in the way of computing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from standings import buchholz, own_record, ratings
from standings.codes import Base, Support
from standings.columns import TENTHS
from standings.parts import Contribution, Explanation
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from standings.codes import TieBreakCode
    from standings.columns import Column
    from standings.field import Field

_Compute = Callable[["Field", "TieBreakCode"], "Column"]
_Parts = Callable[["Field", "TieBreakCode", int], tuple[Contribution, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How a tie-break of players is computed that needs no more than the field (all but direct encounter)."""

    article: str
    title: str
    compute: _Compute
    parts: _Parts


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


DIRECT_ENCOUNTER_ARTICLE = "6"
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


def compute(field: Field, code: TieBreakCode) -> Column:
    """Return what a tie-break gives everybody; KeyError for direct encounter, and for what players do not have."""
    return _measure(code).compute(field, code)


def explain(field: Field, code: TieBreakCode, place: int) -> Explanation:
    """Return what a participant's value is made of; KeyError as `compute`."""
    measure = _measure(code)
    column = measure.compute(field, code)
    return Explanation(
        tpn=field.tpns[place],
        code=code,
        value=column.text(place),
        article=article_of(code),
        contributions=measure.parts(field, code, place),
        scale=TENTHS if code.base is Base.AVERAGE_OF_BUCHHOLZ else column.scale,
        is_sum=code.base not in _NOT_SUMS,
        note=_note(field, code),
    )


def _measure(code: TieBreakCode) -> Measure:
    if code.base is None:
        raise KeyError(code.text)
    return MEASURES[code.base]


_NOT_SUMS = frozenset(
    {
        Base.AVERAGE_OF_BUCHHOLZ,
        Base.AVERAGE_RATING,
        Base.PERFORMANCE,
        Base.PERFECT_PERFORMANCE,
        Base.AVERAGE_PERFORMANCE,
        Base.AVERAGE_PERFECT_PERFORMANCE,
    }
)


def _note(field: Field, code: TieBreakCode) -> str:
    if code.base is Base.KOYA:
        return own_record.note_of_koya(field, code)
    if code.base is Base.PERFORMANCE:
        return "average rating and the difference for the fractional score"
    if code.base is Base.PERFECT_PERFORMANCE:
        return "the lowest rating whose expected score reaches the score"
    return "the average of these" if code.base in _NOT_SUMS else ""


def title_of(code: TieBreakCode) -> str:
    """Return what a tie-break is called, without its modifiers."""
    if code.base is Base.DIRECT_ENCOUNTER:
        return "direct encounter"
    return MEASURES[code.base].title if code.base in MEASURES else code.text


def article_of(code: TieBreakCode) -> str:
    """Return the articles of C.07 by which a code is computed; empty for what is not a tie-break of players."""
    if code.base is Base.DIRECT_ENCOUNTER:
        return DIRECT_ENCOUNTER_ARTICLE
    measure = MEASURES.get(code.base) if code.base else None
    if measure is None:
        return ""
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


def obstacle(field: Field, code: TieBreakCode) -> Obstacle | None:
    """Return why a code cannot be computed for players; None if it can be."""
    if code.support is not Support.DEFINED:
        return Obstacle(code, code.support.value)
    if code.base is None or code.base.is_for_teams_only or code.score is not None:
        return Obstacle(code, "is for teams, and this is an event of players")
    if code.base.needs_ratings and (without := ratings.unrated(field)):
        return Obstacle(
            code,
            f"{_players_are(without)} unrated, and the file does not say what Article 10 asks the regulations to say",
        )
    return None


_NAMED = 3


def _players_are(tpns: tuple[int, ...]) -> str:
    named = ", ".join(map(str, tpns[:_NAMED]))
    if len(tpns) == 1:
        return f"player {named} is"
    more = f" and {len(tpns) - _NAMED} more" if len(tpns) > _NAMED else ""
    return f"players {named}{more} are"
