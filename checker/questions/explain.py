"""The explanation of a pairing: opponent, colour, float and bye, and the other possible opponents."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.questions import explanation
from checker.questions.answers import Explanation, LadderRung, Objection
from checker.questions.best_round import Wish
from checker.questions.floats import explain_float, find_float, list_other_floaters
from checker.questions.objection import find_forbidding_rule, find_objection, object_to_pairing
from checker.questions.question import find_game
from checker.verdicts.reasons import ReasonContext
from reference_engines.matching import remember_answers
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checker.questions.question import Question
    from reference_engines.frame.results import Pair

_MAX_ROUNDS = 12
"""Participants for whom the best round is sought, which takes a pairing each; the nearest in rank."""


_MIN_BRACKET = 4
"""In a bracket of fewer, the opponent is sought elsewhere, and so are those who might have been."""


def explain(question: Question, tpn: int) -> Explanation:
    """
    Explain the pairing of a participant by the rules.

    Raise NotAskableError if they are not to be paired, and like `Round.expected` if no right round exists.
    """
    question.require_participant(tpn)
    pair = find_game(question.chosen, tpn)
    if pair is None:
        return _explain_bye(question, tpn)
    opponent = pair.black if pair.white == tpn else pair.white
    candidates = _possible_opponents(question, tpn, opponent)
    with remember_answers():
        ladder = tuple(_make_rung(question, other, Wish(unit=(tpn, other))) for other in candidates)
    rule = question.prepared_round.colour_rule(pair)
    floating = find_float(question, tpn, opponent)
    reason, objection = (
        _explain_posted(question, tpn)
        or (explain_float(floating) if floating else None)
        or (explanation.describe_nearest_opponent(ladder, opponent, question.roster), None)
    )
    return replace(
        _make_explanation(question, tpn, pair, reason, objection),
        colour="" if rule is None else explanation.describe_colour(question, pair.white, pair.black, rule),
        ladder=ladder,
        left_out=_count_unlisted(question, len(candidates) + 1),
        other_floaters=list_other_floaters(floating) if floating else (),
    )


def _explain_posted(question: Question, tpn: int) -> tuple[str, Objection | None] | None:
    """Return the objection to the posted round, if it is wrong for a participant."""
    if question.recorded is None or not explanation.is_posted_wrong(question, tpn):
        return None
    objection = object_to_pairing(question, question.recorded, ReasonContext.POSTED)
    return objection.sentence, objection


def _explain_bye(question: Question, tpn: int) -> Explanation:
    """Explain the bye: candidates with at most as many points one by one, all players with more points together."""
    score = question.scores[tpn]
    others = [other for other in question.scores if other != tpn and question.scores[other] <= score]
    candidates = _nearest(question, tpn, others)
    ladder = tuple(
        _make_rung(question, other, Wish(unit=(other,))) for other in sorted((*candidates, tpn), key=_rank(question))
    )
    reason, objection = _explain_posted(question, tpn) or (explanation.describe_bye_choice(question, tpn, ladder), None)
    above = sum(points > score for points in question.scores.values())
    participant = question.participant
    grouped = (
        f"{counted_noun(above, participant)} with more points: a {participant} with fewer points can have the bye."
    )
    unlisted = _count_unlisted(question, len(ladder) + above)
    return replace(
        _make_explanation(question, tpn, None, reason, objection),
        ladder=ladder,
        left_out=" ".join(part for part in (grouped if above else "", unlisted) if part),
    )


def _make_explanation(
    question: Question, tpn: int, game: Pair | None, reason: str, objection: Objection | None
) -> Explanation:
    answer = explanation.answer_pairing(question, tpn)
    return Explanation(
        round_number=question.stage,
        tpn=tpn,
        name=question.participants[tpn].name,
        score=question.scores[tpn],
        game=game,
        sentence=f"Round {question.stage}: {answer} {reason}".rstrip(),
        answer=answer,
        reason=reason,
        label=objection.label if objection else "",
        article=objection.article if objection else "",
    )


# --- who else ---------------------------------------------------------------------------------------------------------


def _possible_opponents(question: Question, tpn: int, opponent: int) -> list[int]:
    """Return possible opponents in rank order: those of the brackets in which the game was looked for, the nearest."""
    brackets = [found for found in question.assessed.brackets if tpn in (*found.mdps, *found.residents)]
    members = {one for found in brackets for one in (*found.mdps, *found.residents)}
    if len(members) < _MIN_BRACKET:
        members = set(question.scores)
    near = _nearest(question, opponent, [other for other in members if other not in (tpn, opponent)], partner=tpn)
    return sorted((*near, opponent), key=_rank(question))


def _nearest(question: Question, centre: int, candidates: Sequence[int], partner: int | None = None) -> list[int]:
    """Return participants nearest in rank first, up to a limit on opponents whom no rule forbids."""
    rank = _rank(question)
    by_distance = sorted(candidates, key=lambda other: (abs(rank(other) - rank(centre)), rank(other)))
    found, rounds = list[int](), 0
    for other in by_distance:
        wish = Wish(unit=(other,) if partner is None else (partner, other))
        if find_forbidding_rule(question, wish) is None:
            rounds += 1
        if rounds > _MAX_ROUNDS:
            break
        found.append(other)
    return found


def _rank(question: Question) -> Callable[[int], int]:
    """Return the place of each participant in rank order, by number."""
    places = {tpn: place for place, tpn in enumerate(question.scores)}
    return places.__getitem__


def _make_rung(question: Question, tpn: int, wish: Wish) -> LadderRung:
    return LadderRung(
        tpn=tpn,
        name=question.participants[tpn].name,
        score=question.scores[tpn],
        colours=question.colours(tpn),
        floats=question.describe_floats(tpn),
        objection=find_objection(question, wish),
    )


def _count_unlisted(question: Question, listed_number: int) -> str:
    rest = len(question.scores) - listed_number
    if rest <= 0:
        return ""
    verb = "is" if rest == 1 else "are"
    return f"{counted_noun(rest, question.participant)} further away in score or rank {verb} not listed."
