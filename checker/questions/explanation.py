"""
Sentences of answers: the answer first, then the reason with the fact that decides.

Players are named without numbers; the numbers stand in the rows of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from checker.findings import DecidingCriterion, DecidingOrder, compare_pairings
from checker.questions.answers import LadderRung, Objection, Standing
from checker.questions.question import Question, Wish
from checker.verdicts.first_difference import LOWEST_BYE_SCORE
from checker.verdicts.phrases import Roster, capitalise, cite_rule, describe_scoregroup, spell_number
from checker.verdicts.posted_pairing import counted_words, describe_colour_rule
from checker.verdicts.reasons import BYE_CRITERIA, BYE_RANKING, describe_bye_rule, explain_bye_candidates
from reference_engines.frame import results

OTHER_COLOURS = "The opponents would be the same, some colours would not."
UNDECIDED = (
    "No rule that Pairproof assesses speaks against it: a possible error in Pairproof, please report this event."
)
_SHORT_RULES = (
    (re.compile(r"have already played each other in round (\d+)"), "met in round {}"),
    (re.compile(r"^\w+ \d+ (.+) and so may not have the bye"), "{}"),
    (re.compile(r"both must have (\w+)"), "both must have {}"),
    (re.compile(r"would have (\w+) a third time in a row"), "would mean {} a third time in a row"),
    (re.compile(r"would have a colour difference of (\d+)"), "would mean a colour difference of {}"),
    (re.compile(r"are kept apart by the organiser"), "kept apart by the organiser"),
)
"""Short forms of the rules' sentences, for a row."""


# --- what speaks against a pair ---------------------------------------------------------------------------------------


def shorten_violation(violation: results.Violation, unit: Sequence[int]) -> str:
    """``met in round 7``, or the end of the rule's sentence."""
    for pattern, short in _SHORT_RULES:
        found = pattern.search(violation.sentence)
        if found:
            return short.format(*found.groups())
    names = " and ".join(map(str, unit))
    return re.sub(rf"^(Player|Team)s? {names} ", "", violation.sentence).removesuffix(".")


def describe_no_round(question: Question) -> str:
    """``the other players could not all be paired``."""
    return f"the other {question.participant}s could not all be paired"


def describe_impossible_round(question: Question, wish: Wish) -> str:
    """Describe that the remaining participants could not be paired."""
    name = question.roster.name_player
    if len(wish.unit) > 1:
        return f"If {name(wish.unit[0])} met {name(wish.unit[1])}, {describe_no_round(question)}."
    if wish.unit:
        return f"If {name(wish.unit[0])} had the bye, {describe_no_round(question)}."
    return f"Otherwise {describe_no_round(question)}."


_SHORT_COUNTS = {
    "colour_preference": "would not get the colour due",
    "strong_colour_preference": "would not get a strongly preferred colour",
    "topscorer_colour_difference": "would exceed a colour difference of two",
    "topscorer_third_colour": "would get one colour three times in a row",
    "downfloaters": "would find no opponent",
    "players_left_over": "would find no opponent",
    "moved_down_players_not_paired_first": "would float on",
    "incoming_floaters": "would float on",
    "resident_downfloat": "would float down again",
    "downfloat": "would float down again",
    "mdp_opponent_upfloat": "would float up again",
    "upfloat": "would float up again",
    "upfloated_before": "would float up again",
    "upfloaters": "would float up",
    "maximum_upfloaters": "would float up too often",
    "upfloaters_floating_again": "would float again",
    "upfloaters_opponents_floating_again": "would meet an upfloater again",
    "consecutive_floats": "would float again",
    "upfloaters_of_following_group": "of the next group would find no opponent",
}
"""Predicates of criteria that count participants, by the beginning of the name."""
_SHORT_SUMS = {
    "downfloater_scores": "floaters with more points",
    "downfloaters_scores": "floaters with more points",
    "pairing_score_difference": "greater differences in points",
    "following_bracket": "fewer opponents for the next group",
    "incoming_floater_scores": "floaters with more points would float on",
    "mdp_downfloat_again_scores": "a greater difference after an earlier downfloat",
    "mdp_opponent_upfloat_again_scores": "a greater difference after an earlier upfloat",
    "downfloat_again_differences": "a greater difference after an earlier downfloat",
    "upfloat_again_differences": "a greater difference after an earlier upfloat",
    "score_differences": "an upfloater from further below",
    "times_upfloated": "an upfloater with more upfloats",
    "b3_factor": "greater differences in points",
}
"""The price by criteria that compare lists or sums, by the beginning of the name."""
_SHORT_BYES = {
    LOWEST_BYE_SCORE: "a {} with fewer points can have the bye",
    "bye_points": "a {} with fewer points can have the bye",
    "bye_unplayed_games": "a {} with more games can have the bye",
    "bye_games": "a {} with more games can have the bye",
    "bye_rounds_without_match": "a {} with more matches can have the bye",
    BYE_RANKING: "a {} ranked lower can have the bye",
}
_BACK = re.compile(r"(_again)?(_of_last_round|_two_rounds_before|_\d)?$")
_MAX_ROW_WORDS = 12


def shorten_criterion(question: Question, criterion: DecidingCriterion, ours: results.BracketAssessment) -> str:
    """``2½-point group: two would not get the colour due, not one (C12)``."""
    rule = f" ({criterion.label or criterion.article})"
    if criterion.name in _SHORT_BYES:
        return f"{_SHORT_BYES[criterion.name].format(question.participant)}{rule}"
    group = describe_scoregroup(ours).removeprefix("the ")
    name = re.sub(r"_\d$", "", criterion.name)
    if name in _SHORT_SUMS:
        return f"{group}: {_SHORT_SUMS[name]}{rule}"
    predicate = _SHORT_COUNTS.get(name) or _SHORT_COUNTS.get(_BACK.sub("", name))
    if predicate is None or criterion.sentence.startswith("pairs ") or not criterion.recorded:
        return f"worse in the {group} by {rule.strip(' ()')}"
    (number, *_), expected = criterion.recorded, sum(criterion.expected[:1])
    text = f"{group}: {spell_number(number)} {predicate}{f', not {spell_number(expected)}' if expected else ''}{rule}"
    return text if len(text.split()) <= _MAX_ROW_WORDS else f"worse in the {group} by {rule.strip(' ()')}"


_SHORT_ORDERS = {
    results.GenerationStep.MDP_SET: "another moved-down player would stay unpaired",
    results.GenerationStep.MDP_TRANSPOSITION: "comes later in the order of opponents",
    results.GenerationStep.EXCHANGE: "would need an exchange between the halves",
    results.GenerationStep.TRANSPOSITION: "comes later in the order of opponents",
    results.GenerationStep.BYE: "comes later in the order for the bye",
    results.GenerationStep.UPFLOATERS: "comes later in the order of upfloaters",
    results.GenerationStep.IDENTIFIER: "comes later in the order of pairings",
    results.GenerationStep.OPPONENTS: "comes later in the order of opponents",
    results.GenerationStep.NUMBER_OF_SHIFTERS: "would shift more players than necessary",
    results.GenerationStep.SHIFTERS: "comes later in the order of shifters",
}


def shorten_order(order: DecidingOrder) -> str:
    """``comes later in the order of opponents (4.2.2)``."""
    return f"{_SHORT_ORDERS[order.step]}{cite_rule('', order.article)}"


_DECISIVE = re.compile(
    r": ([^:]+? (?:is(?! the first)|has|floated|can|may|comes|stands) .+?)(?:, and [^,.]*)?\. Instead,"
)
"""The fact that decides in a sentence about a step."""
_SEEKER = re.compile(r"^the opponent of \w+ (\d+)$")


def shorten_divergence(divergence: results.Divergence, roster: Roster, unit: Sequence[int]) -> str:
    """
    Describe in a row why a round leaves a procedure; the last of ``unit`` is the participant of the row.

    ``Alpha floated in round 3 already (3.10)``, or ``would change the opponent of Alpha (5.2)``.
    """
    cited = cite_rule("", divergence.article)
    decisive = _DECISIVE.search(divergence.sentence)
    if decisive:
        text = f"{roster.insert_names(decisive[1])}{cited}"
        if len(text.split()) <= _MAX_ROW_WORDS:
            return text
    seeker = _SEEKER.match(divergence.step)
    if seeker and int(seeker[1]) in unit:
        comes_later = divergence.kind is results.DivergenceKind.LATER
        if int(seeker[1]) == unit[-1]:
            return f"would get {'an opponent who comes later' if comes_later else 'a worse opponent'}{cited}"
        verb = "comes later as opponent of" if comes_later else "is a worse opponent for"
        return f"{verb} {roster.name_player(int(seeker[1]))}{cited}"
    return f"would change {roster.insert_names(divergence.step)}{cited}"


# --- why a participant is paired like this ----------------------------------------------------------------------------


def answer_pairing(question: Question, tpn: int) -> str:
    """``Alpha plays Beta, with White.``; of a wrong posted round: ``Alpha should have played Beta. ...``."""
    name, right = question.roster.name_player, question.chosen.opponent_of(tpn)
    if is_posted_wrong(question, tpn):
        should = "should have had the bye" if right is None else f"should have played {name(right)}"
        return f"{name(tpn)} {should}. {describe_posted_game(question, tpn)}"
    if right is None:
        return f"{name(tpn)} has the bye."
    pair = question.chosen.game_of(tpn)
    colour = "White" if pair is not None and pair.white == tpn else "Black"
    return f"{name(tpn)} plays {name(right)}, with {colour}."


def is_posted_wrong(question: Question, tpn: int) -> bool:
    """Whether the file has another opponent for a participant, or the bye, than the right round."""
    posted = question.recorded
    return (
        posted is not None
        and bool(posted.pairs)
        and (posted.opponent_of(tpn), posted.bye == tpn)
        != (question.chosen.opponent_of(tpn), question.chosen.bye == tpn)
    )


def describe_posted_game(question: Question, tpn: int) -> str:
    """``The posted opponent was Gamma.``."""
    opponent = None if question.recorded is None else question.recorded.opponent_of(tpn)
    if opponent is not None:
        return f"The posted opponent was {question.roster.name_player(opponent)}."
    had_bye = question.recorded is not None and question.recorded.bye == tpn
    return "Posted was the bye." if had_bye else "No game was posted."


def describe_right_opponent(question: Question, tpn: int) -> str:
    """``plays Beta``, or has the bye; of a wrong posted round ``should play Beta``."""
    opponent = question.chosen.opponent_of(tpn)
    if is_posted_wrong(question, tpn):
        return "should have the bye" if opponent is None else f"should play {question.roster.name_player(opponent)}"
    return "has the bye" if opponent is None else f"plays {question.roster.name_player(opponent)}"


def describe_colour(question: Question, white: int, black: int, rule: results.ColourRule) -> str:
    """Describe the colour histories of two players, and why White has White."""
    said = describe_colour_rule(question, white, black, rule.sentence).removesuffix(".")
    game = "In the correct game " if is_posted_wrong(question, white) else ""
    return f"{game}{question.roster.name_player(white)} has White. {said}{cite_rule('', rule.article)}."


def describe_nearest_opponent(ladder: Sequence[LadderRung], opponent: int, roster: Roster) -> str:
    """Name the nearest other opponent, and what speaks against this game."""
    nearest = _find_nearest([rung for rung in ladder if rung.tpn != opponent])
    if nearest is not None:
        against = omit_other_pairing(nearest.objection.sentence)
        return f"The nearest other opponent is {roster.name_player(nearest.tpn)}. {against}"
    return "No other opponent is possible." if len(ladder) > 1 else "There is no other opponent."


def _find_nearest(rungs: Sequence[LadderRung]) -> LadderRung | None:
    """Return the participant whose best round differs last from the right round; None if all are barred."""
    possible = [rung for rung in rungs if rung.objection.standing is not Standing.ILLEGAL]
    return max(possible, key=lambda rung: _distance(rung.objection), default=None)


def _distance(objection: Objection) -> tuple[bool, int, int]:
    """Return a sort key of objections: the larger it is, the later the round differs from the right one."""
    if objection.bracket is None:
        return objection.pairing is not None, 0, 0
    labels = [found.label for found in objection.bracket.values]
    criterion = labels.index(objection.label) if objection.label in labels else len(labels)
    return True, objection.bracket.number, criterion


def describe_bye_choice(question: Question, tpn: int, ladder: Sequence[LadderRung]) -> str:
    """Describe the rule of the bye, the participants who may not have it, and the nearest other participant."""
    rule = describe_bye_rule(question, tpn)
    score = question.scores[tpn]
    nearest = _find_nearest([rung for rung in ladder if rung.tpn != tpn and rung.score <= score])
    if nearest is None:
        return " ".join((f"{rule}.", explain_bye_candidates(question, tpn))).rstrip()
    against = omit_other_pairing(nearest.objection.sentence)
    if nearest.objection.parting is not None and against.startswith("The bye "):
        return against  # the step of the procedure states the rule
    criterion, order = nearest.objection.criterion, nearest.objection.order
    is_own_rule = (criterion is not None and criterion.name in BYE_CRITERIA) or (
        order is not None and order.step is results.GenerationStep.BYE
    )
    if not is_own_rule:
        against = f"With the bye for {question.roster.name_player(nearest.tpn)}: {against}"
    lower, equals = (
        explain_bye_candidates(question, tpn, with_equals=with_equals) for with_equals in (False, not is_own_rule)
    )
    for parts in ((f"{rule}.", equals, against), (f"{rule}.", lower, against), (f"{rule}.", against)):
        reason = " ".join(part for part in parts if part)
        if len(reason.split()) <= MAX_WORDS:
            return reason
    return against


MAX_WORDS = 55
"""Words of a reason that can be read aloud; what has no room stands in the rows."""
_OTHER_PAIRING = re.compile(r" Instead, .*?(?=( \([^()]*\))?\.$)")


def omit_other_pairing(sentence: str) -> str:
    """Leave out the end of a step's sentence that describes the pairing that is only supposed."""
    return _OTHER_PAIRING.sub("", sentence).replace("..", ".").replace(". (", " (")


# --- if something were otherwise --------------------------------------------------------------------------------------


_MOST_NAMED = 3
"""New games that an answer names; the list of boards below it marks every new game."""


def answer_supposition(
    question: Question, words: Sequence[str], as_it_is: results.RoundPairing, pairing: results.RoundPairing
) -> Iterator[str]:
    """Describe the changes of a supposed round."""
    differences = compare_pairings(as_it_is, pairing)
    new, unchanged = len(differences.expected_only), len(pairing.pairs) - len(differences.expected_only)
    yield f"{capitalise(' and '.join(words))}, {describe_number_of_changes(question, new, unchanged)}."
    if as_it_is.bye != pairing.bye:
        yield _describe_bye_change(question, as_it_is.bye, pairing.bye)
    name_games = question.roster.name_games
    if 0 < new <= _MOST_NAMED:
        yield f"New: {name_games([(pair.white, pair.black) for pair in differences.expected_only])}."
    if differences.colours:
        turned = {pair.players for pair in differences.colours}
        games = [(pair.white, pair.black) for pair in pairing.pairs if pair.players in turned]
        yield f"With the colours the other way round: {name_games(games)}."


def describe_number_of_changes(question: Question, new: int, unchanged: int) -> str:
    """``two games would be new, and 4 would stay``."""
    if not new:
        return "every opponent would be the same"
    return f"{counted_words(new, question.meeting)} would be new, and {unchanged} would stay"


def _describe_bye_change(question: Question, had: int | None, has: int | None) -> str:
    name = question.roster.name_player
    if has is None:
        return "There would be no bye."
    return f"{name(has)} would have the bye{'' if had is None else f', not {name(had)}'}."


def describe_posted_round(question: Question, objection: Objection | None) -> str:
    """Describe whether the recorded round (the right one, if none is recorded) would do."""
    posted = "The round as it is" if question.recorded is None else "The recorded round"
    wrong = "" if question.is_recorded_right else " The posted round is wrong: the changes are from the correct one."
    if objection is None:
        return f"{posted} has other players, so the round has to be paired anew.{wrong}"
    if objection.standing is Standing.CHOSEN:
        return f"{posted} would be right.{wrong}"
    return f"{posted} would not be right. {objection.sentence}{wrong}"


def answer_wished_bye(question: Question, tpn: int, pairing: results.RoundPairing, objection: Objection) -> str:
    """Describe whether a participant has the bye, and what would change with it."""
    name = question.roster.name_player
    if objection.standing is Standing.CHOSEN:
        return f"{name(tpn)} has the bye."
    right = question.chosen.bye
    instead = "" if right is None else f" It goes to {name(right)}."
    new = len(compare_pairings(question.chosen, pairing).expected_only)
    changed = f" With it, {counted_words(new, question.meeting)} would be different." if new else ""
    return f"{name(tpn)} should not have the bye.{instead}{changed}"
