"""
Misreadings of the completion (C4), of the look-ahead (C8; 2.4.3), and of the perfect candidate (3.4.1; B.4).

By [C8] the downfloaters are chosen so that the following bracket complies with [C1] to [C7]. A program may ask that
bracket for more, such as colours, or for less: whether each downfloater has an opponent there. It may look ahead from
some brackets only. And it may accept the first candidate that fulfils the criteria on colours, and compare the others
only if there is no such candidate.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.downfloating.bracket import COLOUR_PREFERENCE, FOLLOWING_BRACKET
from reference_engines.downfloating.completion import Completion, anonymous_targets
from reference_engines.dutch.criteria import (
    MDP_OPPONENT_UPFLOAT_AGAIN,
    RESIDENT_DOWNFLOAT_AGAIN,
    STRONG_COLOUR_PREFERENCE,
)
from reference_engines.dutch.generation import describe_generation
from reference_engines.dutch.optimiser import LookAheadGoal, best_candidate
from reference_engines.dutch.rounds import Round2017, Round2026, Round2026WithoutCompletion
from reference_engines.literal.dutch.round_2017 import Round2017Literal
from reference_engines.literal.dutch.round_2026 import NotCompletedLiteral, Round2026Literal
from reference_engines.matching import largest
from reference_engines.misreadings.dutch.families import families_of
from reference_engines.misreadings.dutch.grammar import BRACKETS, counted_criteria
from reference_engines.misreadings.dutch.making import listed, misreading, parts
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.downfloating.bracket import (
        AnyArray,
        Bracket,
        BracketCriterion,
        Candidate,
        NumberedBracketCriterion,
    )
    from reference_engines.dutch.edition import DutchText, ProcedureFactory
    from reference_engines.dutch.optimiser import Objective
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

    PairBracket = Callable[[Round2026, Bracket, Completion], tuple[Bracket, Candidate]]
    """Pairs a bracket, given the procedure of the text; returns the bracket as posed and its candidate."""
    Value = tuple[int, ...]
    Goal = Callable[["DownfloaterChoice"], Value]
    """The value of downfloaters; the smallest value is the best one."""


def _completed_by(procedures: dict[ProcedureFactory, ProcedureFactory]) -> ChangeRules:
    def change(rules: Any) -> Any:
        return replace(rules, procedure=procedures.get(rules.procedure, rules.procedure))

    return change


_AS_IN_2017: dict[ProcedureFactory, ProcedureFactory] = {Round2026: Round2017, Round2026Literal: Round2017Literal}
_AS_IN_2026: dict[ProcedureFactory, ProcedureFactory] = {Round2017: Round2026, Round2017Literal: Round2026Literal}


def completion(text: DutchText) -> Iterator[Misreading]:
    """Yield other procedures."""
    article = text.completion_article
    yield misreading(
        "collapsed-last-bracket",
        "the round were completed by collapsing the last brackets, as in 2017",
        article,
        _completed_by(_AS_IN_2017),
    )
    yield misreading(
        "completed-in-every-bracket",
        "every bracket had to leave a complete pairing, as in 2026",
        article,
        _completed_by(_AS_IN_2026),
    )


_NOT_COMPLETED: dict[ProcedureFactory, ProcedureFactory] = {
    Round2026: Round2026WithoutCompletion,
    Round2026Literal: NotCompletedLiteral,
}


def left_out(text: DutchText) -> Iterator[Misreading]:
    """Yield the edition without completion; that of 2017 without it fails where it would have collapsed."""
    sentence = "C4 were left out, and nobody looked further down than to the following bracket"
    yield misreading("completion-left-out", sentence, text.completion_article, _completed_by(_NOT_COMPLETED))


def look_ahead(text: DutchText) -> Iterator[Misreading]:
    """Yield other questions to the following bracket."""
    one = listed(text, FOLLOWING_BRACKET)
    if one is None:
        return
    for identifier, sentence, ahead in (
        ("ahead-number-alone", "asked for few downfloaters of the following bracket alone", (LookAheadGoal.NUMBER,)),
        ("ahead-scores-alone", "asked for low downfloaters of the following bracket alone", (LookAheadGoal.SCORES,)),
        (
            "ahead-scores-before-number",
            "asked for low downfloaters of the following bracket, and then for few",
            (LookAheadGoal.SCORES, LookAheadGoal.NUMBER),
        ),
    ):
        yield misreading(identifier, f"{one.label} {sentence}", one.article, parts(look_ahead_goals=ahead))


KINDS = (left_out, completion, look_ahead)


_MOST_SETS = 60
"""Sets of downfloaters that are compared; with more of them, the rules are followed."""


@dataclass(frozen=True, kw_only=True)
class _MisreadRound(Round2026):
    """A round whose brackets a misreading pairs, beside the procedure of the text."""

    pair: PairBracket

    def pair_bracket(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        """Return the bracket and its candidate by the misreading."""
        printed = Round2026(players=self.players, objective=self.objective)
        return self.pair(printed, bracket, completion)


def pair_brackets_by(pair: PairBracket) -> ChangeRules:
    """Let a function pair the brackets by the procedure of 2026; other procedures stay."""

    def change(rules: Any) -> Any:
        return replace(rules, procedure=partial(_MisreadRound, pair=pair)) if rules.procedure is Round2026 else rules

    return change


def _pair_by_goal(
    printed: Round2026, bracket: Bracket, completion: Completion, *, goal: Goal
) -> tuple[Bracket, Candidate]:
    """Choose the downfloaters by another value of the following bracket."""
    posed, own = printed.pair_bracket(bracket, completion)
    if posed.is_last or not own.downfloaters or not own.pairs:
        return posed, own
    best: tuple[Any, Candidate] | None = None
    least: Value | None = None
    for number, floaters in enumerate(_equal_sets(posed, own, completion)):
        if number >= _MOST_SETS:
            return posed, own
        positions = tuple(int(posed.positions[place]) for place in floaters)
        value = goal(DownfloaterChoice(printed, completion, posed, positions))
        if least is not None and value > least:
            continue
        candidate = _pair_without(posed, floaters, printed.objective)
        if candidate is None:
            continue
        key = value, *_compared(posed, candidate, printed.objective)
        if best is None or key < best[0]:
            best, least = (key, candidate), value
    return posed, own if best is None else best[1]


def _equal_sets(bracket: Bracket, own: Candidate, completion: Completion) -> Iterator[tuple[int, ...]]:
    """Yield the sets of downfloaters that are as good before the look-ahead, and leave a complete pairing."""
    scores = sorted(bracket.score[list(own.downfloaters)].tolist())
    for floaters in combinations(range(bracket.size), len(own.downfloaters)):
        positions = [int(bracket.positions[place]) for place in floaters]
        if sorted(bracket.score[list(floaters)].tolist()) == scores:
            kept = np.setdiff1d(np.arange(bracket.size), floaters)
            is_paired = not largest(np.ascontiguousarray(bracket.allowed).view(np.uint8), kept).left_over
            if is_paired and completion.can_complete(positions, bracket.last):
                yield floaters


def _pair_without(bracket: Bracket, floaters: tuple[int, ...], objective: Objective) -> Candidate | None:
    may_float = np.isin(np.arange(bracket.size), floaters)
    return best_candidate(bracket, anonymous_targets(len(floaters), bracket.size, may_float), objective)


def _compared(bracket: Bracket, candidate: Candidate, objective: Objective) -> tuple[Any, ...]:
    values = tuple(bracket.value(rule, candidate) for rule in objective.after)
    return values, describe_generation(bracket, candidate, objective.order).key


def _pair_in_scope(
    printed: Round2026, bracket: Bracket, completion: Completion, *, looks_ahead: Callable[[Bracket], bool]
) -> tuple[Bracket, Candidate]:
    """Look ahead from some brackets alone."""
    if looks_ahead(bracket):
        return printed.pair_bracket(bracket, completion)
    return replace(printed, objective=replace(printed.objective, looks_ahead=False)).pair_bracket(bracket, completion)


# --- what is asked for -----------------------------------------------------------------------------------------------


class DownfloaterChoice(FrozenStruct, frozen=True):
    """Downfloaters of a bracket who may be chosen."""

    procedure: Round2026
    completion: Completion
    bracket: Bracket
    downfloaters: tuple[int, ...]
    """By position."""

    @property
    def following(self) -> Bracket:
        """The following bracket, with these downfloaters."""
        return self.bracket.following(self.downfloaters)

    @property
    def printed_value(self) -> Value:
        """The value by the text: unpaired players of the following bracket, then their scores."""
        return self.procedure.following_bracket(self.bracket, self.downfloaters)

    def pair_below(self) -> tuple[Bracket, Candidate]:
        """Return the following bracket and its best candidate."""
        return self.procedure.pair_bracket(self.following, self.completion)


def _criteria_below(choice: DownfloaterChoice, *, criteria: tuple[BracketCriterion, ...]) -> Value:
    bracket, candidate = choice.pair_below()
    return (*choice.printed_value, *(sum(bracket.value(criterion, candidate)) for criterion in criteria))


def _two_brackets(choice: DownfloaterChoice) -> Value:
    bracket, candidate = choice.pair_below()
    below = choice.procedure.following_bracket(bracket, bracket.downfloater_positions(candidate))
    return (*choice.printed_value, *below)


def _is_whole(choice: DownfloaterChoice) -> Value:
    return (int(choice.printed_value[0] > choice.following.size % 2),)


def _have_opponents(choice: DownfloaterChoice) -> Value:
    following = choice.following
    return (int((~following.allowed[: following.mdp_count].any(axis=1)).sum()),)


def _have_opponents_together(choice: DownfloaterChoice) -> Value:
    following = choice.following
    allowed, mdps = following.allowed.copy(), following.mdp_count
    allowed[mdps:, mdps:] = False
    return (mdps - _most_pairs(allowed),)


def _may_meet_each_other(choice: DownfloaterChoice) -> Value:
    following = choice.following
    return (following.size - 2 * _most_pairs(following.take_pairs(following.players.allowed)),)


def _most_pairs(allowed: AnyArray) -> int:
    left_over = largest(np.ascontiguousarray(allowed).view(np.uint8)).left_over
    return (len(allowed) - left_over) // 2


_GOALS: tuple[tuple[str, str, Goal], ...] = (
    ("whole", "asked only whether the following bracket has as many pairs as its players allow", _is_whole),
    ("each", "asked only whether each downfloater has an opponent in the following bracket", _have_opponents),
    (
        "together",
        "asked only whether all downfloaters have opponents in the following bracket, and not for its other players",
        _have_opponents_together,
    ),
    ("mdps-meet", "let downfloaters meet each other in the following bracket", _may_meet_each_other),
    ("two-brackets", "looked at the following two brackets", _two_brackets),
)
_ASKED_FOR = (COLOUR_PREFERENCE, STRONG_COLOUR_PREFERENCE, RESIDENT_DOWNFLOAT_AGAIN[1], MDP_OPPONENT_UPFLOAT_AGAIN[1])
"""The criteria that a program may apply to the following bracket as well."""


def goals(text: DutchText) -> Iterator[Misreading]:
    """Yield other values by which downfloaters are chosen with an eye to the following bracket."""
    ahead = listed(text, FOLLOWING_BRACKET)
    if ahead is None or text.procedure is not Round2026:
        return
    found = [*_GOALS]
    counted = counted_criteria(text)
    counted = counted[[one.label for one in counted].index(_first_after(text, ahead)) :]
    for at, one in enumerate(counted, start=1):
        if one.criterion in _ASKED_FOR or at == len(counted):
            goal: Goal = partial(_criteria_below, criteria=tuple(other.criterion for other in counted[:at]))
            found.append(
                (
                    f"up-to-{one.criterion.name}",
                    f"asked for all criteria up to {one.label} in the following bracket",
                    goal,
                )
            )
        if one.criterion in _ASKED_FOR:
            goal = partial(_criteria_below, criteria=(one.criterion,))
            found.append((f"and-{one.criterion.name}", f"asked for {one.label} in the following bracket as well", goal))
    for name, words, goal in found:
        yield misreading(
            f"ahead-{name}".replace("_", "-"),
            f"{ahead.label} {words}",
            ahead.article,
            pair_brackets_by(partial(_pair_by_goal, goal=goal)),
        )


def _first_after(text: DutchText, ahead: NumberedBracketCriterion) -> str:
    return text.criteria[text.criteria.index(ahead) + 1].label


# --- the brackets that look ahead ------------------------------------------------------------------------------------


def _is_before_last(bracket: Bracket) -> bool:
    return bracket.next_last == bracket.players.size


_SCOPES: tuple[tuple[str, str, Callable[[Bracket], bool]], ...] = (
    *(scope for scope in BRACKETS if scope[0] not in ("last", "not_last")),
    ("before_last", "counted in the last bracket but one only", _is_before_last),
    ("not_before_last", "did not count in the last bracket but one", lambda bracket: not _is_before_last(bracket)),
)


def scopes(text: DutchText) -> Iterator[Misreading]:
    """Yield some brackets that alone look ahead."""
    ahead = listed(text, FOLLOWING_BRACKET)
    if ahead is None or text.procedure is not Round2026:
        return
    for name, words, is_meant in _SCOPES:
        yield misreading(
            f"ahead-{name}".replace("_", "-"),
            f"{ahead.label} {words}",
            ahead.article,
            pair_brackets_by(partial(_pair_in_scope, looks_ahead=is_meant)),
        )


LOOK_AHEADS = (goals, scopes)


ARTICLES = {"2.2.1": "3.4", "C.4": "B.4"}
"""The article on the perfect candidate by that on completion, in each edition."""


def perfect_candidates(text: DutchText) -> Iterator[Misreading]:
    """Yield fewer criteria that a candidate must fulfil to be accepted at once."""
    seen: set[tuple[str, ...]] = set()
    for name, words, asked in _criteria_asked_for(text):
        labels = tuple(one.label for one in asked)
        if labels in seen:
            continue
        seen.add(labels)
        yield misreading(
            f"perfect-by-{name}".replace("_", "-"),
            f"the first candidate that fulfils {words} were accepted at once, and only without such a candidate the "
            "best one were chosen",
            ARTICLES[text.completion_article],
            parts(sufficient=tuple(one.criterion for one in asked)),
        )


def _criteria_asked_for(text: DutchText) -> Iterator[tuple[str, str, list[NumberedBracketCriterion]]]:
    """Yield name, words and criteria: all up to one, all but one, a family, and all but a family."""
    listed = [one.criterion for one in text.criteria]
    ahead = listed.index(FOLLOWING_BRACKET) if FOLLOWING_BRACKET in listed else -1
    counted = [one for one in counted_criteria(text) if listed.index(one.criterion) > ahead]
    for at, last in enumerate(counted[:-1], start=1):
        yield f"criteria-up-to-{last.criterion.name}", f"all criteria up to {last.label}", counted[:at]
    for one in counted:
        others = [other for other in counted if other is not one]
        yield f"all-but-{one.criterion.name}", f"all criteria but {one.label}", others
    for name, words, family in families_of(text):
        asked = [one for one in counted if one in family]
        others = [one for one in counted if one not in family]
        yield f"criteria-on-{name}", f"the criteria {words}", asked
        yield f"all-but-criteria-on-{name}", f"all criteria but those {words}", others
