"""Why two do not meet: an absolute rule, or else what the best round in which they do would cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions import explanation
from checker.questions.answers import Standing, WhyNot
from checker.questions.best_round import Wish
from checker.questions.objection import by_best_round, objection_to
from checker.questions.question import NotAskableError

if TYPE_CHECKING:
    from checker.questions.question import Question


def why_not(question: Question, one: int, other: int) -> WhyNot:
    """
    Say why two, by number, do not meet in the round, or that they should.

    Raise NotAskableError if one of them is not to be paired, and like `Round.expected` if there is no right round.
    """
    for tpn in (one, other):
        question.require(tpn)
    if one == other:
        raise NotAskableError("nobody plays against themselves; name two")
    found = objection_to(question, Wish(unit=(one, other)))
    return WhyNot(
        round_number=question.stage,
        one=one,
        other=other,
        sentence=_sentence(question, one, other, found.standing, found.sentence),
        objection=found,
        chosen=question.chosen,
    )


def _sentence(question: Question, one: int, other: int, standing: Standing, why: str) -> str:
    who, beginning = question.roster.who, f"Round {question.stage}:"
    if standing is Standing.CHOSEN:
        otherwise = by_best_round(question, Wish(apart=(frozenset((one, other)),))).sentence
        posted = explanation.posted_otherwise(question, one)
        return f"{beginning} {who(one)} and {who(other)} should meet{posted}. {explanation.without_game(otherwise)}"
    if standing is Standing.ILLEGAL:
        both = f"{who(one)} and {who(other)}"
        return f"{beginning} {both} may not meet{explanation.of_them(both, why)}"
    right = " and ".join(explanation.right_game(question, tpn) for tpn in (one, other))
    verb = "may not meet" if standing is Standing.IMPOSSIBLE else "should not meet"
    return f"{beginning} {who(one)} and {who(other)} {verb}; {right}. {why}"
