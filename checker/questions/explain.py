"""Why somebody's pairing is what it is: opponent, colour, float and bye, and who else might have been the opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions import explanation
from checker.questions.answers import Explanation, Objection, Rung
from checker.questions.best_round import Wish
from checker.questions.objection import by_best_round, forbidden, objection_to
from checker.questions.question import game_of
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checker.questions.question import Question

_MOST_ROUNDS = 12
"""Others for whom the best round is sought, which takes a pairing each; the nearest in rank."""


_FEW = 4
"""In a bracket of fewer, the opponent is sought elsewhere, and so are those who might have been."""


def explain(question: Question, tpn: int) -> Explanation:
    """
    Say why somebody, by number, is paired as the rules pair them.

    Raise NotAskableError if they are not to be paired, and like `Round.expected` if there is no right round.
    """
    question.require(tpn)
    pair = game_of(question.chosen, tpn)
    if pair is None:
        return _of_bye(question, tpn)
    opponent = pair.black if pair.white == tpn else pair.white
    others = _others(question, tpn, opponent)
    ladder = tuple(_rung(question, other, Wish(unit=(tpn, other))) for other in others)
    rule = question.judged_round.colour_rule(pair)
    return Explanation(
        round_number=question.stage,
        tpn=tpn,
        name=question.everybody[tpn].name,
        score=question.scores[tpn],
        game=pair,
        sentence=explanation.about_pairing(question, tpn),
        posted=explanation.posted_otherwise(question, tpn).removeprefix("; "),
        opponent=explanation.about_opponent(question, opponent, ladder),
        colour="" if rule is None else explanation.about_colour(question, pair.white, pair.black, rule),
        floats=_float(question, tpn, opponent),
        ladder=ladder,
        left_out=_left_out(question, len(others) + 1),
    )


def _of_bye(question: Question, tpn: int) -> Explanation:
    others = _nearest(question, tpn, [other for other in question.scores if other != tpn])
    ladder = tuple(_rung(question, other, Wish(unit=(other,))) for other in sorted((*others, tpn), key=_rank(question)))
    return Explanation(
        round_number=question.stage,
        tpn=tpn,
        name=question.everybody[tpn].name,
        score=question.scores[tpn],
        game=None,
        sentence=explanation.about_pairing(question, tpn),
        posted=explanation.posted_otherwise(question, tpn).removeprefix("; "),
        bye=explanation.about_bye(question, tpn, ladder),
        ladder=ladder,
        left_out=_left_out(question, len(ladder)),
    )


# --- who else ---------------------------------------------------------------------------------------------------------


def _others(question: Question, tpn: int, opponent: int) -> list[int]:
    """Return possible opponents in rank order: those of the brackets in which the game was looked for, the nearest."""
    brackets = [found for found in question.assessed.brackets if tpn in (*found.mdps, *found.residents)]
    members = {one for found in brackets for one in (*found.mdps, *found.residents)}
    if len(members) < _FEW:
        members = set(question.scores)
    near = _nearest(question, opponent, [other for other in members if other not in (tpn, opponent)], partner=tpn)
    return sorted((*near, opponent), key=_rank(question))


def _nearest(question: Question, centre: int, others: Sequence[int], partner: int | None = None) -> list[int]:
    """Return those whom a rule forbids, and of the others as many as may be asked about, nearest in rank first."""
    rank = _rank(question)
    by_distance = sorted(others, key=lambda other: (abs(rank(other) - rank(centre)), rank(other)))
    found, rounds = list[int](), 0
    for other in by_distance:
        wish = Wish(unit=(other,) if partner is None else (partner, other))
        if forbidden(question, wish) is None:
            rounds += 1
        if rounds > _MOST_ROUNDS:
            break
        found.append(other)
    return found


def _rank(question: Question) -> Callable[[int], int]:
    """Return everybody's place in rank order, by number."""
    places = {tpn: place for place, tpn in enumerate(question.scores)}
    return places.__getitem__


def _rung(question: Question, tpn: int, wish: Wish) -> Rung:
    return Rung(
        tpn=tpn,
        name=question.everybody[tpn].name,
        score=question.scores[tpn],
        colours=question.colours(tpn),
        objection=objection_to(question, wish),
    )


def _left_out(question: Question, asked: int) -> str:
    rest = len(question.scores) - asked
    if rest <= 0:
        return ""
    return f"{counted_noun(rest, f'further {question.participant}')}, further away in score or rank, not asked about."


# --- floats -----------------------------------------------------------------------------------------------------------


def _float(question: Question, tpn: int, opponent: int) -> str:
    """Say why the one with more points does not meet somebody with as many; empty if both have the same."""
    scores = question.scores
    if scores[tpn] == scores[opponent]:
        return ""
    upper, lower = (tpn, opponent) if scores[tpn] > scores[opponent] else (opponent, tpn)
    return explanation.about_float(question, upper, lower, _to_stay(question, upper))


def _to_stay(question: Question, tpn: int) -> Objection:
    """Say what speaks against an opponent with at least as many points."""
    score = question.scores[tpn]
    below = [other for other in question.scores if question.scores[other] < score]
    return by_best_round(question, Wish(apart=tuple(frozenset((tpn, other)) for other in below), no_bye=tpn))
