"""
Sentences of answers: the answer first, names and rounds with every number, the article last, in brackets.

Scoregroups are named by their points, games by the names of both players; colour histories (WBWB) are given if colours
decide.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checker.findings import compare_pairings
from checker.questions.answers import Standing
from checker.questions.question import find_game, find_opponent
from checker.verdicts.explanation import describe_cost
from checker.verdicts.phrases import cite_rule, join_phrases
from reference_engines.frame.results import GenerationStep
from tournaments.points import describe_points
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.findings import DecidingCriterion, DecidingOrder
    from checker.questions.answers import LadderRung, Objection
    from checker.questions.best_round import Wish
    from checker.questions.question import Question
    from checker.verdicts.phrases import Roster
    from reference_engines.frame.results import BracketAssessment, ColourRule, Divergence, RoundPairing, Violation

OTHER_COLOURS = "The opponents would be the same, some colours would not."
NO_ROUND = "all others could not be paired any more"
UNDECIDED = "Nothing that we assess speaks against it, so our own engine is at fault; please report this event."
_MAX_BARRED = 6
_SHORT_RULES = (
    (re.compile(r"have already played each other in round (\d+)"), "met in round {}"),
    (re.compile(r"^\w+ \d+ (.+) and so may not have the bye"), "{}"),
    (re.compile(r"both must have (\w+)"), "both must have {}"),
    (re.compile(r"are kept apart by the organiser"), "kept apart by the organiser"),
)
"""Short forms of the rules' sentences, for a list."""


# --- what speaks against a pair ---------------------------------------------------------------------------------------


def shorten_names(both: str, why: str) -> str:
    """``: they have already played each other``, of a sentence that begins with the names of both."""
    return f": they {why.removeprefix(both).lstrip()}" if why.startswith(both) else f". {why}"


def shorten_violation(violation: Violation, unit: Sequence[int]) -> str:
    """``met in round 7``, or the end of the rule's sentence."""
    for pattern, short in _SHORT_RULES:
        found = pattern.search(violation.sentence)
        if found:
            return short.format(*found.groups())
    names = " and ".join(map(str, unit))
    return re.sub(rf"^(Player|Team)s? {names} ", "", violation.sentence).removesuffix(".")


def describe_impossible_round(question: Question, wish: Wish) -> str:
    """Describe that the remaining participants could not be paired."""
    describe = question.roster.describe_player
    if len(wish.unit) > 1:
        return f"If {describe(wish.unit[0])} met {describe(wish.unit[1])}, {NO_ROUND}."
    if wish.unit:
        return f"If {describe(wish.unit[0])} had the bye, {NO_ROUND}."
    return f"Otherwise {NO_ROUND}."


def shorten_criterion(criterion: DecidingCriterion, ours: BracketAssessment, stage: int) -> str:
    """``2 players would miss their colour preference instead of none at 2½ points (C12)``."""
    return (
        f"{describe_cost(criterion, stage)}, at {describe_points(ours.score)} ({criterion.label or criterion.article})"
    )


_SHORT_ORDERS = {
    GenerationStep.MDP_SET: "another moved-down player would stay unpaired",
    GenerationStep.MDP_TRANSPOSITION: "comes later in the order of opponents",
    GenerationStep.EXCHANGE: "would need an exchange between the halves",
    GenerationStep.TRANSPOSITION: "comes later in the order of opponents",
    GenerationStep.BYE: "comes later in the order for the bye",
}


def shorten_order(order: DecidingOrder) -> str:
    """``comes later in the order of opponents (4.2.2)``."""
    return f"{_SHORT_ORDERS.get(order.step, f'comes later in the {order.step.value}')}{cite_rule('', order.article)}"


def shorten_divergence(parting: Divergence, roster: Roster) -> str:
    """The step at which it is passed over."""
    return f"passed over at {roster.insert_names(parting.step)}{cite_rule('', parting.article)}"


# --- the round itself -------------------------------------------------------------------------------------------------


def describe_missing_game(why: str) -> str:
    """``Without their game: ...``, what the best round would cost in which two do not meet who should."""
    why = why.removeprefix("Otherwise ")
    return f"Without their game: {why[:1].lower()}{why[1:]}"


def describe_right_game(question: Question, tpn: int) -> str:
    """``Abel (3) plays Baker (7)``, or has the bye."""
    opponent = find_opponent(question.chosen, tpn)
    describe = question.roster.describe_player
    return f"{describe(tpn)} plays {describe(opponent)}" if opponent is not None else f"{describe(tpn)} has the bye"


def describe_posted_difference(question: Question, tpn: int) -> str:
    """``; posted is Abel (3) - Cole (9)``, where the file has another opponent; empty where it has not."""
    posted, right = question.recorded, find_opponent(question.chosen, tpn)
    if posted is None or not posted.pairs:
        return ""
    pair = find_game(posted, tpn)
    if pair is None:
        return f"; posted is the bye for {question.roster.describe_player(tpn)}" if right is not None else ""
    if {pair.white, pair.black} == {tpn, right}:
        return ""
    return f"; posted is {question.roster.describe_game(pair)}"


def describe_pairing(question: Question, tpn: int) -> str:
    """Describe a pairing: the opponent, the colour, and the points of both."""
    describe, scores = question.roster.describe_player, question.scores
    pair = find_game(question.chosen, tpn)
    beginning = f"Round {question.stage}:"
    if pair is None:
        return f"{beginning} {describe(tpn)} ({describe_points(scores[tpn])}) has the bye."
    opponent = pair.black if pair.white == tpn else pair.white
    colour = "White" if pair.white == tpn else "Black"
    mine, theirs = scores[tpn], scores[opponent]
    both = f"{describe_points(mine)} against {describe_points(theirs)}"
    if mine == theirs:
        both = f"both have {describe_points(mine)}"
    return f"{beginning} {describe(tpn)} plays {describe(opponent)}, with {colour}; {both}."


def describe_colour(question: Question, white: int, black: int, rule: ColourRule) -> str:
    """Describe the colour histories of two players, and why White has White."""
    describe, said = question.roster.describe_player, question.roster.insert_names(rule.sentence).removesuffix(".")
    one, other = (question.colours(tpn) for tpn in (white, black))
    if one == other:
        had = f"{describe(white)} and {describe(black)} both had {one}" if one else "Neither has had a colour yet"
    else:
        had = f"{describe(white)} had {one or 'no colours yet'}, {describe(black)} {other or 'no colours yet'}"
    return f"{had}. {said}{cite_rule('', rule.article)}."


def describe_float(question: Question, tpn: int, opponent: int, objection: Objection) -> str:
    """Explain why a player meets an opponent with fewer points."""
    describe, scores = question.roster.describe_player, question.scores
    beginning = (
        f"{describe(tpn)} floats down from {describe_points(scores[tpn])} to {describe_points(scores[opponent])}."
    )
    if any(opponent in bracket.upfloaters for bracket in question.assessed.brackets):
        lower, upper = describe_points(scores[opponent]), describe_points(scores[tpn])
        beginning = f"{describe(opponent)} floats up from {lower} to {upper}."
    if list(scores.values()).count(scores[tpn]) == 1:
        return f"{beginning} Nobody else has {describe_points(scores[tpn])}."
    if objection.standing is Standing.IMPOSSIBLE:
        return f"{beginning} With an opponent of the same points {NO_ROUND}."
    return f"{beginning} With an opponent of the same points: {objection.sentence}"


def describe_opponents(question: Question, opponent: int, ladder: Sequence[LadderRung]) -> str:
    """Describe the impossible opponents and the next best one."""
    describe = question.roster.describe_player
    others = [rung for rung in ladder if rung.tpn != opponent]
    if not others:
        return "There is nobody else."
    barred = [rung for rung in others if rung.objection.standing is Standing.ILLEGAL]
    parts = []
    if barred:
        named = [f"{describe(rung.tpn)} ({rung.objection.short})" for rung in barred[:_MAX_BARRED]]
        more = len(barred) - _MAX_BARRED
        parts.append(f"Out of the question: {join_phrases([*named, *([f'{more} more'] if more > 0 else [])])}.")
    open_ = [rung for rung in others if rung not in barred]
    if open_:
        nearest = max(open_, key=lambda rung: _distance(rung.objection))
        parts.append(f"Next would be {describe(nearest.tpn)}: {nearest.objection.sentence}")
    return " ".join(parts)


def _distance(objection: Objection) -> tuple[bool, int, int]:
    """Return a sort key of objections: the larger it is, the later the round differs from the right one."""
    if objection.bracket is None:
        return objection.pairing is not None, 0, 0
    labels = [found.label for found in objection.bracket.values]
    criterion = labels.index(objection.label) if objection.label in labels else len(labels)
    return True, objection.bracket.number, criterion


def describe_bye_candidates(question: Question, tpn: int, ladder: Sequence[LadderRung]) -> str:
    """Describe why other participants do not have the bye."""
    describe = question.roster.describe_player
    others = [rung for rung in ladder if rung.tpn != tpn]
    had = [rung for rung in others if rung.objection.standing is Standing.ILLEGAL]
    could = [rung for rung in others if rung not in had]
    parts = []
    if had:
        named = [f"{describe(rung.tpn)} ({rung.objection.short})" for rung in had[:_MAX_BARRED]]
        parts.append(f"Not for {join_phrases(named)}.")
    if could:
        nearest = max(could, key=lambda rung: _distance(rung.objection))
        parts.append(f"Next would be {describe(nearest.tpn)}: {nearest.objection.sentence}")
    return " ".join(parts)


# --- if something were otherwise --------------------------------------------------------------------------------------


def join_suppositions(words: Sequence[str]) -> str:
    """``if Abel (3) were away and if Baker (7) were there``."""
    return " and ".join(words)


def describe_supposed_round(
    question: Question,
    words: Sequence[str],
    as_it_is: RoundPairing,
    pairing: RoundPairing,
    objection: Objection | None,
) -> str:
    """Describe the changes of a supposed round, and whether the posted round would do."""
    differences = compare_pairings(as_it_is, pairing)
    new, unchanged = len(differences.expected_only), len(pairing.pairs) - len(differences.expected_only)
    parts = [f"Round {question.stage}: {join_suppositions(words)}, {_describe_changes(question, new, unchanged)}."]
    if differences.expected_only:
        parts.append(f"New: {question.roster.describe_games(differences.expected_only)}.")
    if differences.colours:
        turned = {pair.players for pair in differences.colours}
        told = question.roster.describe_games([pair for pair in pairing.pairs if pair.players in turned])
        parts.append(f"With the colours the other way round: {told}.")
    if as_it_is.bye != pairing.bye:
        parts.append(_describe_bye_change(question, as_it_is.bye, pairing.bye))
    return " ".join([*parts, *_describe_posted_round(question, objection)])


def _describe_changes(question: Question, new: int, unchanged: int) -> str:
    if not new:
        return "nobody would have another opponent"
    return f"{counted_noun(new, question.prepared.rules.edition.meeting)} would be new, and {unchanged} would stay"


def _describe_bye_change(question: Question, had: int | None, has: int | None) -> str:
    describe = question.roster.describe_player
    if has is None:
        return "Nobody would have the bye."
    return f"{describe(has)} would have the bye{'' if had is None else f', not {describe(had)}'}."


def _describe_posted_round(question: Question, objection: Objection | None) -> Iterator[str]:
    """Describe whether the recorded round (the right one, if none is recorded) would do."""
    posted = "The round as it is" if question.recorded is None else "The recorded round"
    if objection is None:
        yield f"{posted} is not for those who would take part, so they have to be paired anew."
    elif objection.standing is Standing.CHOSEN:
        yield f"{posted} would be right."
    else:
        yield f"{posted} would not be acceptable. {objection.sentence}"
        if not question.is_recorded_right:
            yield "It is not the right one as it is, either."


def describe_wished_bye(question: Question, tpn: int, pairing: RoundPairing, objection: Objection) -> str:
    """Describe whether a participant has the bye, or the cost of it."""
    describe = question.roster.describe_player
    beginning = f"Round {question.stage}: {describe(tpn)}"
    if objection.standing is Standing.CHOSEN:
        return f"{beginning} has the bye."
    right = question.chosen.bye
    instead = "" if right is None else f"; it goes to {describe(right)}"
    new = compare_pairings(question.chosen, pairing).expected_only
    changes = ""
    if new:
        counts = _describe_changes(question, len(new), len(pairing.pairs) - len(new)).capitalize()
        changes = f" {counts}: {question.roster.describe_games(new)}."
    return f"{beginning} should not have the bye{instead}.{changes} {objection.sentence}"
