"""
Answers in words: the answer first, names and rounds behind every number, the article last, in brackets.

Scoregroups go by their points, games by the names of the two, and colour histories stand where colours decide (WBWB).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checker.questions.answers import Standing
from checker.questions.question import game_of, opponent_of
from checker.verdicts.comparison import compare
from checker.verdicts.explanation import cost_of
from checker.verdicts.phrases import cited, listed, points
from reference_engines.frame.results import GenerationStep
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.findings import DecidingCriterion, DecidingOrder
    from checker.questions.answers import Objection, Rung
    from checker.questions.best_round import Wish
    from checker.questions.question import Question
    from checker.verdicts.phrases import Roster
    from reference_engines.frame.results import BracketAssessment, ColourRule, Divergence, RoundPairing, Violation

OTHER_COLOURS = "The opponents would be the same, some colours would not."
NO_ROUND = "all others could not be paired any more"
UNDECIDED = "Nothing that we assess speaks against it, so our own engine is at fault; please report this event."
_MOST_BARRED = 6
_IN_SHORT = (
    (re.compile(r"have already played each other in round (\d+)"), "met in round {}"),
    (re.compile(r"may not have the bye: there was one in round (\d+)"), "had the bye in round {}"),
    (
        re.compile(r"may not have the bye: there were points without a game in round (\d+)"),
        "won without a game in round {}",
    ),
    (re.compile(r"both have an absolute preference for (\w+)"), "both must have {}"),
    (re.compile(r"are kept apart by the organiser"), "kept apart by the organiser"),
)
"""How sentences of rules are told in a list."""


# --- what speaks against a pair ---------------------------------------------------------------------------------------


def of_them(both: str, why: str) -> str:
    """``: they have already played each other``, of a sentence that begins with the names of both."""
    return f": they {why.removeprefix(both).lstrip()}" if why.startswith(both) else f". {why}"


def violation_in_short(violation: Violation, unit: Sequence[int]) -> str:
    """``met in round 7``, or the end of the rule's sentence."""
    for pattern, short in _IN_SHORT:
        found = pattern.search(violation.sentence)
        if found:
            return short.format(*found.groups())
    names = " and ".join(map(str, unit))
    return re.sub(rf"^(Player|Team)s? {names} ", "", violation.sentence).removesuffix(".")


def about_no_round(question: Question, wish: Wish) -> str:
    """Say that nobody could pair the others."""
    who = question.roster.who
    if len(wish.unit) > 1:
        return f"If {who(wish.unit[0])} met {who(wish.unit[1])}, {NO_ROUND}."
    if wish.unit:
        return f"If {who(wish.unit[0])} had the bye, {NO_ROUND}."
    return f"Otherwise {NO_ROUND}."


def criterion_in_short(criterion: DecidingCriterion, ours: BracketAssessment, stage: int) -> str:
    """``2 players would miss their colour preference instead of none at 2½ points (C12)``."""
    return f"{cost_of(criterion, stage)}, at {points(ours.score)} ({criterion.label or criterion.article})"


_ORDER_IN_SHORT = {
    GenerationStep.MDP_SET: "another moved-down player would stay unpaired",
    GenerationStep.MDP_TRANSPOSITION: "comes later in the order of opponents",
    GenerationStep.EXCHANGE: "would need an exchange between the halves",
    GenerationStep.TRANSPOSITION: "comes later in the order of opponents",
    GenerationStep.BYE: "comes later in the order for the bye",
}


def order_in_short(order: DecidingOrder) -> str:
    """``comes later in the order of opponents (4.2.2)``."""
    return f"{_ORDER_IN_SHORT.get(order.step, f'comes later in the {order.step.value}')}{cited('', order.article)}"


def parting_in_short(parting: Divergence, roster: Roster) -> str:
    """The step at which it is passed over."""
    return f"passed over at {roster.named(parting.step)}{cited('', parting.article)}"


# --- the round itself -------------------------------------------------------------------------------------------------


def without_game(why: str) -> str:
    """``Without their game: ...``, what the best round would cost in which two do not meet who should."""
    why = why.removeprefix("Otherwise ")
    return f"Without their game: {why[:1].lower()}{why[1:]}"


def right_game(question: Question, tpn: int) -> str:
    """``Abel (3) plays Baker (7)``, or has the bye."""
    opponent = opponent_of(question.chosen, tpn)
    who = question.roster.who
    return f"{who(tpn)} plays {who(opponent)}" if opponent is not None else f"{who(tpn)} has the bye"


def posted_otherwise(question: Question, tpn: int) -> str:
    """``; posted is Abel (3) - Cole (9)``, where the file has another opponent; empty where it has not."""
    posted, right = question.recorded, opponent_of(question.chosen, tpn)
    if posted is None or not posted.pairs:
        return ""
    pair = game_of(posted, tpn)
    if pair is None:
        return f"; posted is the bye for {question.roster.who(tpn)}" if right is not None else ""
    if {pair.white, pair.black} == {tpn, right}:
        return ""
    return f"; posted is {question.roster.game(pair)}"


def about_pairing(question: Question, tpn: int) -> str:
    """The answer: whom somebody plays, with which colour, and the points of both."""
    who, scores = question.roster.who, question.scores
    pair = game_of(question.chosen, tpn)
    beginning = f"Round {question.stage}:"
    if pair is None:
        return f"{beginning} {who(tpn)} ({points(scores[tpn])}) has the bye."
    opponent = pair.black if pair.white == tpn else pair.white
    colour = "White" if pair.white == tpn else "Black"
    mine, theirs = scores[tpn], scores[opponent]
    both = f"both have {points(mine)}" if mine == theirs else f"{points(mine)} against {points(theirs)}"
    return f"{beginning} {who(tpn)} plays {who(opponent)}, with {colour}; {both}."


def about_colour(question: Question, white: int, black: int, rule: ColourRule) -> str:
    """Say what colours the two had, who has White, and why."""
    who, said = question.roster.who, question.roster.named(rule.sentence).removesuffix(".")
    one, other = (question.colours(tpn) for tpn in (white, black))
    if one == other:
        had = f"{who(white)} and {who(black)} both had {one}" if one else "Neither has had a colour yet"
    else:
        had = f"{who(white)} had {one or 'no colours yet'}, {who(black)} {other or 'no colours yet'}"
    return f"{had}. {said}{cited('', rule.article)}."


def about_float(question: Question, tpn: int, opponent: int, objection: Objection) -> str:
    """Say why somebody plays an opponent with fewer points."""
    who, scores = question.roster.who, question.scores
    beginning = f"{who(tpn)} floats down from {points(scores[tpn])} to {points(scores[opponent])}."
    if any(opponent in bracket.upfloaters for bracket in question.assessed.brackets):
        beginning = f"{who(opponent)} floats up from {points(scores[opponent])} to {points(scores[tpn])}."
    if list(scores.values()).count(scores[tpn]) == 1:
        return f"{beginning} Nobody else has {points(scores[tpn])}."
    if objection.standing is Standing.IMPOSSIBLE:
        return f"{beginning} With an opponent of the same points {NO_ROUND}."
    return f"{beginning} With an opponent of the same points: {objection.sentence}"


def about_opponent(question: Question, opponent: int, ladder: Sequence[Rung]) -> str:
    """Say who is out of the question, and what would come next."""
    who = question.roster.who
    others = [rung for rung in ladder if rung.tpn != opponent]
    if not others:
        return "There is nobody else."
    barred = [rung for rung in others if rung.objection.standing is Standing.ILLEGAL]
    parts = []
    if barred:
        named = [f"{who(rung.tpn)} ({rung.objection.short})" for rung in barred[:_MOST_BARRED]]
        more = len(barred) - _MOST_BARRED
        parts.append(f"Out of the question: {listed([*named, *([f'{more} more'] if more > 0 else [])])}.")
    open_ = [rung for rung in others if rung not in barred]
    if open_:
        nearest = max(open_, key=lambda rung: _nearness(rung.objection))
        parts.append(f"Next would be {who(nearest.tpn)}: {nearest.objection.sentence}")
    return " ".join(parts)


def _nearness(objection: Objection) -> tuple[bool, int, int]:
    """Compare two objections by it: of the larger one, the round parts later from the right one."""
    if objection.bracket is None:
        return objection.pairing is not None, 0, 0
    labels = [found.label for found in objection.bracket.values]
    criterion = labels.index(objection.label) if objection.label in labels else len(labels)
    return True, objection.bracket.number, criterion


def about_bye(question: Question, tpn: int, ladder: Sequence[Rung]) -> str:
    """Say why not somebody else has the bye."""
    who = question.roster.who
    others = [rung for rung in ladder if rung.tpn != tpn]
    had = [rung for rung in others if rung.objection.standing is Standing.ILLEGAL]
    could = [rung for rung in others if rung not in had]
    parts = []
    if had:
        named = [f"{who(rung.tpn)} ({rung.objection.short})" for rung in had[:_MOST_BARRED]]
        parts.append(f"Not for {listed(named)}.")
    if could:
        nearest = max(could, key=lambda rung: _nearness(rung.objection))
        parts.append(f"Next would be {who(nearest.tpn)}: {nearest.objection.sentence}")
    return " ".join(parts)


# --- if something were otherwise --------------------------------------------------------------------------------------


def supposing(words: Sequence[str]) -> str:
    """``if Abel (3) were away and if Baker (7) were there``."""
    return " and ".join(words)


def about_otherwise(
    question: Question,
    words: Sequence[str],
    as_it_is: RoundPairing,
    pairing: RoundPairing,
    judged: Objection | None,
) -> str:
    """Say what changes, and whether the round that is posted would do."""
    differences = compare(as_it_is, pairing)
    new, kept = len(differences.expected_only), len(pairing.pairs) - len(differences.expected_only)
    parts = [f"Round {question.stage}: {supposing(words)}, {_changes(question, new, kept)}."]
    if differences.expected_only:
        parts.append(f"New: {question.roster.games(differences.expected_only)}.")
    if differences.colours:
        turned = {pair.players for pair in differences.colours}
        told = question.roster.games([pair for pair in pairing.pairs if pair.players in turned])
        parts.append(f"With the colours the other way round: {told}.")
    if as_it_is.bye != pairing.bye:
        parts.append(_other_bye(question, as_it_is.bye, pairing.bye))
    return " ".join([*parts, *_about_posted(question, judged)])


def _changes(question: Question, new: int, kept: int) -> str:
    if not new:
        return "nobody would have another opponent"
    return f"{counted_noun(new, question.prepared.rules.edition.meeting)} would be new, and {kept} would stay"


def _other_bye(question: Question, had: int | None, has: int | None) -> str:
    who = question.roster.who
    if has is None:
        return "Nobody would have the bye."
    return f"{who(has)} would have the bye{'' if had is None else f', not {who(had)}'}."


def _about_posted(question: Question, judged: Objection | None) -> Iterator[str]:
    """Say whether the round that is recorded would do, or the right one, where none is recorded."""
    posted = "The round as it is" if question.recorded is None else "The recorded round"
    if judged is None:
        yield f"{posted} is not for those who would take part, so they have to be paired anew."
    elif judged.standing is Standing.CHOSEN:
        yield f"{posted} would be right."
    else:
        yield f"{posted} would not be acceptable. {judged.sentence}"
        if not question.is_recorded_right:
            yield "It is not the right one as it is, either."


def about_bye_wished(question: Question, tpn: int, pairing: RoundPairing, objection: Objection) -> str:
    """Say whether somebody has the bye, or what it would cost."""
    who = question.roster.who
    beginning = f"Round {question.stage}: {who(tpn)}"
    if objection.standing is Standing.CHOSEN:
        return f"{beginning} has the bye."
    right = question.chosen.bye
    instead = "" if right is None else f"; it goes to {who(right)}"
    new = compare(question.chosen, pairing).expected_only
    changes = (
        f" {_changes(question, len(new), len(pairing.pairs) - len(new)).capitalize()}: {question.roster.games(new)}."
        if new
        else ""
    )
    return f"{beginning} should not have the bye{instead}.{changes} {objection.sentence}"
