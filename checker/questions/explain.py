"""The explanation of a pairing: opponent, colour, float and bye, and the other possible opponents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from checker.questions import explanation
from checker.questions.answers import Explanation, LadderRung, Objection, Standing
from checker.questions.explanation import MAX_WORDS, omit_other_pairing
from checker.questions.objection import find_forbidding_rule, find_objection, object_by_best_round, object_to_pairing
from checker.questions.question import Question, Wish
from checker.verdicts.phrases import append_citation, cite_rule
from checker.verdicts.posted_pairing import counted_words
from checker.verdicts.reasons import LATER, Contrast, explain_other_floaters
from checker.verdicts.round_case import ReasonContext
from reference_engines.frame.results import FloatDirection, Pair, RoundPairing
from reference_engines.matching import remember_answers
from tournaments.frozen import dataclass
from tournaments.points import describe_points
from tournaments.problems import counted_noun

_MAX_OTHERS = 4
"""Others who could float instead, for whom the best round is sought; the nearest in rank."""


@dataclass(frozen=True, kw_only=True)
class Float:
    """A game of the right round between two scoregroups."""

    question: Question
    floater: int
    opponent: int
    direction: FloatDirection

    @property
    def _goes_down(self) -> bool:
        return self.direction is FloatDirection.DOWN

    @cached_property
    def upper_score(self) -> int:
        """The score of the higher scoregroup, in tenths."""
        return max(self.question.scores[tpn] for tpn in (self.floater, self.opponent))

    @cached_property
    def group(self) -> list[int]:
        """The participants with as many points as the floater, the nearest in rank first."""
        scores = self.question.scores
        same = [tpn for tpn in scores if scores[tpn] == scores[self.floater]]
        place = same.index(self.floater)
        return sorted((tpn for tpn in same if tpn != self.floater), key=lambda tpn: abs(same.index(tpn) - place))

    def is_floating(self, pairing: RoundPairing, tpn: int) -> bool:
        """Whether a participant floats in the direction in a pairing."""
        scores, opponent = self.question.scores, pairing.opponent_of(tpn)
        if opponent is None:
            return False
        return scores[opponent] < scores[tpn] if self._goes_down else scores[opponent] > scores[tpn]

    def list_replacements(self, pairing: RoundPairing | None) -> list[int]:
        """List the participants who float between these scoregroups in a pairing and not in the right one."""
        if pairing is None:
            return []
        scores, is_floating = self.question.scores, self.is_floating
        floaters = [tpn for tpn in scores if is_floating(pairing, tpn) and not is_floating(self.question.chosen, tpn)]
        if self._goes_down:
            return [tpn for tpn in floaters if scores[tpn] == self.upper_score]
        return [tpn for tpn in floaters if scores[pairing.opponent_of(tpn) or tpn] == self.upper_score]

    def wish_without(self) -> Wish:
        """Return the wish that the floater meets no opponent as far away in points."""
        scores = self.question.scores
        limit = scores[self.opponent]
        far = [tpn for tpn in scores if (scores[tpn] <= limit if self._goes_down else scores[tpn] >= limit)]
        return self._keep_bye(Wish(apart=tuple(frozenset((self.floater, tpn)) for tpn in far)))

    def wish_instead(self, tpn: int) -> Wish:
        """Return the wish that another participant floats instead."""
        scores = self.question.scores
        near = [
            other
            for other in scores
            if other != tpn and (scores[other] >= scores[tpn] if self._goes_down else scores[other] <= scores[tpn])
        ]
        return self._keep_bye(Wish(apart=(*self.wish_without().apart, *(frozenset((tpn, other)) for other in near))))

    def _keep_bye(self, wish: Wish) -> Wish:
        """Add to a wish that the same participant has the bye."""
        bye = self.question.chosen.bye
        return wish if bye is None else replace(wish, unit=(bye,))

    def object_to(self, wish: Wish, candidate: int | None = None) -> Objection:
        """
        Return the objection to a wish, with another bye if the round cannot be paired with the same bye.

        The objection to another floater may be a rule that forbids the game with the opponent.
        """
        objection = object_by_best_round(self.question, wish)
        if objection.standing is not Standing.IMPOSSIBLE:
            return objection
        forbidden = find_forbidding_rule(self.question, Wish(unit=(candidate, self.opponent))) if candidate else None
        if forbidden is not None:
            name = self.question.roster.name_player(self.opponent)
            return replace(forbidden, short=forbidden.short.replace("met in", f"met {name} in"))
        return object_by_best_round(self.question, replace(wish, unit=())) if wish.unit else objection


def find_float(question: Question, first: int, second: int) -> Float | None:
    """Return the float of a right game; None between participants with as many points."""
    scores = question.scores
    if scores[first] == scores[second]:
        return None
    upper, lower = (first, second) if scores[first] > scores[second] else (second, first)
    direction = question.prepared_round.float_direction(upper, lower)
    floater, opponent = (upper, lower) if direction is FloatDirection.DOWN else (lower, upper)
    return Float(question=question, floater=floater, opponent=opponent, direction=direction)


def list_other_floaters(float_game: Float) -> tuple[LadderRung, ...]:
    """List participants with as many points as the floater, in rank order, with what speaks against their floating."""
    question = float_game.question
    places = list(question.scores)
    return tuple(
        _make_rung(question, tpn, _object_to_floater(float_game, tpn))
        for tpn in sorted(float_game.group[:_MAX_OTHERS], key=places.index)
    )


def _object_to_floater(float_game: Float, tpn: int) -> Objection:
    if float_game.is_floating(float_game.question.chosen, tpn):
        return Objection(standing=Standing.CHOSEN, sentence="", short=f"floats {float_game.direction.value}, too")
    return float_game.object_to(float_game.wish_instead(tpn), tpn)


def explain_float(float_game: Float) -> tuple[str, Objection | None]:
    """Explain why a participant floats instead of the nearest other participant; return the objection to the latter."""
    question, rule = float_game.question, float_game.question.prepared_round.floater_rule
    need = _describe_need(float_game)
    scores = question.scores
    higher = [tpn for tpn in scores if scores[tpn] > scores[float_game.opponent] and tpn != float_game.floater]
    if float_game.direction is FloatDirection.DOWN and not higher:
        return append_citation(
            f"{_begin(float_game)}. {need}", cite_rule(rule.label, rule.article) if rule else ""
        ), None
    objection = float_game.object_to(float_game.wish_without())
    replacements = float_game.list_replacements(objection.pairing)
    names = question.roster.name_players(replacements, 2)
    beginning = f"{_begin(float_game)}{f', not {names}' if replacements else ''}."
    against = _describe_objection(float_game, objection, replacements)
    if objection.parting is not None:
        need = ""  # the step of the procedure states it
    for parts in ((beginning, need, against), (beginning, against)):
        reason = " ".join(part for part in parts if part)
        if len(reason.split()) <= MAX_WORDS:
            return reason, objection
    return against, objection


def _begin(float_game: Float) -> str:
    question = float_game.question
    start, end = (describe_points(question.scores[tpn]) for tpn in (float_game.floater, float_game.opponent))
    return (
        f"{question.roster.name_player(float_game.floater)} floats {float_game.direction.value} from {start} to {end}"
    )


def _describe_need(float_game: Float) -> str:
    """Describe why the higher scoregroup cannot be paired by itself; empty if its size is not the reason."""
    question = float_game.question
    members = [tpn for tpn, score in question.scores.items() if score == float_game.upper_score]
    points, participant = describe_points(float_game.upper_score), question.participant
    if len(members) == 1 and float_game.direction is FloatDirection.DOWN:
        return f"No other {participant} has {points}."
    if len(members) == 1:
        return f"{question.roster.name_player(members[0])} alone has {points}."
    crossing = [tpn for tpn in members if question.chosen.opponent_of(tpn) not in members]
    if len(members) % 2 == 0 or len(crossing) > 1:
        return ""
    remedy = "one has to leave" if float_game.direction is FloatDirection.DOWN else "one more has to come from below"
    return f"{counted_words(len(members), participant).capitalize()} have {points}, so {remedy}."


def _describe_objection(float_game: Float, objection: Objection, replacements: list[int]) -> str:
    question = float_game.question
    otherwise = f"With {question.roster.name_players(replacements, 2)} instead"
    if not replacements:
        floater = question.roster.name_player(float_game.floater)
        otherwise = f"Without the float of {floater}"
    if objection.standing is Standing.IMPOSSIBLE:
        return f"{otherwise} {explanation.describe_no_round(question)}."
    if objection.parting is not None:
        step = "" if replacements else f"{otherwise}, {objection.parting.step} would change: "
        return f"{question.roster.insert_names(step)}{omit_other_pairing(objection.sentence)}"
    if objection.order is not None and objection.sentence.startswith(LATER):
        return f"{otherwise} the pairing is as good, but comes later: {objection.sentence.removeprefix(LATER)[1:]}"
    sentence = objection.sentence
    if objection.criterion is not None and objection.bracket is not None and objection.other_bracket is not None:
        contrast = Contrast(
            players=question,
            expected=question.chosen,
            other=objection.pairing or question.chosen,
            expected_bracket=objection.bracket,
            other_bracket=objection.other_bracket,
        )
        sentence = append_citation(
            explain_other_floaters(contrast, objection.criterion, replacements),
            cite_rule(objection.label, objection.article),
        )
    return f"{otherwise}: {sentence}"


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
    pair = question.chosen.game_of(tpn)
    if pair is None:
        return _explain_bye(question, tpn)
    opponent = pair.opponent_of(tpn)
    candidates = _possible_opponents(question, tpn, opponent)
    with remember_answers():
        ladder = tuple(
            _make_rung(question, other, find_objection(question, Wish(unit=(tpn, other)))) for other in candidates
        )
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
        _make_rung(question, other, find_objection(question, Wish(unit=(other,))))
        for other in sorted((*candidates, tpn), key=_rank(question))
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


def _make_rung(question: Question, tpn: int, objection: Objection) -> LadderRung:
    return LadderRung(
        tpn=tpn,
        name=question.participants[tpn].name,
        score=question.scores[tpn],
        colours=question.colours(tpn),
        floats=question.describe_floats(tpn),
        objection=objection,
    )


def _count_unlisted(question: Question, listed_number: int) -> str:
    rest = len(question.scores) - listed_number
    if rest <= 0:
        return ""
    verb = "is" if rest == 1 else "are"
    return f"{counted_noun(rest, question.participant)} further away in score or rank {verb} not listed."
