"""
An edition of the Dutch system with one of its criteria left out.

If it then asks for another pairing of the round, the criterion is *decisive*. Let P be the pairing by the whole edition
and Q the one without criterion X. In the first bracket in which they part both were chosen from the same candidates:
P and Q are equal by every criterion above X (each is at least as good as the other there), P is better by X, and Q
would have been taken for what follows X, or because it is generated earlier. So Q is the next candidate, the
one that X is needed against. (In 2017 a round may collapse with X and not without, or the other way round; the two
are then judged by different criteria, and Q is what the rest of the regulation leads to.)

Absolute criteria are left out by widening the field: players may meet again ([C1]), may have the bye again ([C2]), may
have absolute preferences for one colour ([C3]). Completion ([C4]) is left out by pairing bracket by bracket with no
look beyond the following one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dutch.completion import Completion, following_bracket_only, impossible, players_below
from reference_engines.dutch.criteria import DOWNFLOATERS
from reference_engines.dutch.edition import BYE_SCORE, FOLLOWING_BRACKET
from reference_engines.dutch.optimiser import best_candidate, found, pair_alone, sinks
from reference_engines.dutch.round_2017 import Round2017
from reference_engines.dutch.round_2026 import Round2026
from reference_engines.field import make_field
from reference_engines.results import BracketKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.dutch.bracket import Bracket, Candidate
    from reference_engines.dutch.criteria import Criterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.dutch.optimiser import Objective
    from reference_engines.dutch.paired import PairedRound
    from reference_engines.field import Field
    from reference_engines.history import BoolArray, History
    from reference_engines.standing import Definitions

    Brackets = Iterable[tuple[Bracket, Candidate]]

MEETING, BYE, COLOURS, COMPLETION = "C1", "C2", "C3", "C4"
"""The absolute criteria, so labelled in both editions."""
ABSOLUTE = (MEETING, BYE, COLOURS, COMPLETION)


def criteria_that_can_be_left_out(text: DutchText) -> tuple[tuple[str, str, str], ...]:
    """Return label, article and meaning of the edition's criteria, absolute ones first; none of a literal walk."""
    if text.procedure not in (Round2026, Round2017):
        return ()
    absolute = zip(ABSOLUTE, (*text.absolute_articles, text.completion_article), _MEANINGS, strict=True)
    quality = ((numbered.label, numbered.article, numbered.criterion.sentence) for numbered in text.criteria)
    return (*absolute, *quality)


_MEANINGS = (
    "players who met do not meet again",
    "nobody has a second bye",
    "no two absolute preferences for one colour meet",
    "the rest of the round can be paired",
)
"""Of the absolute criteria."""


def is_decisive(at: PairedRound, label: str) -> bool:
    """
    Whether the edition would ask for another pairing of the round if this criterion were left out.

    Raise NoLegalPairingError where the round has no pairing, KeyError for a label that the edition does not have.
    """
    own = at.brackets
    if label == COMPLETION:
        return completion_is_decisive(at)
    if label not in ABSOLUTE and not has_effect(criterion_of(at.text, label), own):
        return False
    return differ(own, brackets_without(at, label))


def brackets_without(at: PairedRound, label: str) -> Brackets:
    """
    Pair the round by the edition without one criterion, other than completion; see `is_decisive`.

    The iterator may end in a NoLegalPairingError.
    """
    round_class, objective = at.text.procedure, at.text.objective
    if label in _WIDER:
        return round_class(field=_WIDER[label](at), objective=objective).brackets()
    criterion = criterion_of(at.text, label)
    procedure = (_PROCEDURES_2026 if round_class is Round2026 else _PROCEDURES_2017).get(criterion, round_class)
    return procedure(field=at.field, objective=_without(objective, criterion)).brackets()


def criterion_of(text: DutchText, label: str) -> Criterion:
    """Return the criterion of a label; KeyError for one that the edition does not have."""
    return {numbered.label: numbered.criterion for numbered in text.criteria}[label]


def without_forbidden_pairs(at: PairedRound) -> bool:
    """Whether the round would be paired otherwise if the organiser had not forbidden any pairs."""
    if not at.course.event.forbidden:
        return False
    free = replace(at.course.event, forbidden=())
    field = make_field(free, at.course.history, at.course.standing, at.field.round_number, at.text.definitions)
    rules = at.text.procedure(field=field, objective=at.text.objective)
    return differ(at.brackets, rules.brackets())


def differ(own: Brackets, other: Brackets) -> bool:
    """Whether two rounds differ; the second is followed no further than to the first difference."""
    mine, theirs = iter(own), iter(other)
    for (bracket, candidate), (their_bracket, their_candidate) in zip(mine, theirs, strict=False):
        if bracket.kind is not their_bracket.kind or bracket.last != their_bracket.last:
            # One of the two has collapsed what is left: only the pairs can be compared.
            rest = chain([(bracket, candidate)], mine)
            their_rest = chain([(their_bracket, their_candidate)], theirs)
            return _pairs(rest) != _pairs(their_rest)
        if candidate != their_candidate:
            return True
    return False


def _pairs(brackets: Brackets) -> set[tuple[int, ...]]:
    return {
        tuple(bracket.positions[list(pair)].tolist()) for bracket, candidate in brackets for pair in candidate.pairs
    }


def has_effect(criterion: Criterion, own: Brackets) -> bool:
    """Whether any candidate of any bracket can have a value but zero; where not, nothing changes without it."""
    if criterion in (BYE_SCORE, FOLLOWING_BRACKET):
        return True
    return any(can_be_violated(criterion, bracket) for bracket, _ in own)


def can_be_violated(criterion: Criterion, bracket: Bracket) -> bool:
    """Whether some pair of the bracket that may meet, or a downfloater, would give the criterion a value but zero."""
    contribution = criterion.contribution(bracket)
    if contribution is None:
        return False
    if contribution.floats is not None and bool(np.any(contribution.floats)):
        return True
    return contribution.pairs is not None and bool(np.any(contribution.pairs[bracket.allowed]))


def _without(objective: Objective, criterion: Criterion) -> Objective:
    return replace(
        objective,
        before=tuple(other for other in objective.before if other is not criterion),
        after=tuple(other for other in objective.after if other is not criterion),
    )


# --- wider fields ----------------------------------------------------------------------------------------------------


def nobody(history: History) -> BoolArray:
    """Return no round of anybody."""
    return np.zeros_like(history.played)


def everybody(one: BoolArray, other: BoolArray) -> BoolArray:
    """Excuse any two from [C3]."""
    return np.ones_like(one | other)


def _who_may_meet_again(at: PairedRound) -> Field:
    return _laid_out(at, replace(at.text.definitions, met=nobody))


def _who_may_have_the_bye_again(at: PairedRound) -> Field:
    field = at.field
    return replace(field, bye_allowed=np.ones_like(field.bye_allowed))


def _who_may_clash(at: PairedRound) -> Field:
    return _laid_out(at, replace(at.text.definitions, clash_excused=everybody))


def _laid_out(at: PairedRound, definitions: Definitions) -> Field:
    course = at.course
    return make_field(course.event, course.history, course.standing, at.field.round_number, definitions)


_WIDER = {MEETING: _who_may_meet_again, BYE: _who_may_have_the_bye_again, COLOURS: _who_may_clash}


# --- 2026 ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _ByeAtAnyScore(Round2026):
    """Without [C5]: whoever may have the bye at all."""

    def completion(self) -> Completion:
        completion = Completion(field=self.field, may_have_bye=self.field.bye_allowed)
        if not completion.of((), 0):
            raise impossible(self.field)
        return completion


@dataclass(frozen=True, kw_only=True)
class _NotCompleted(_ByeAtAnyScore):
    """Without [C4], and without [C5], which presupposes it: only the following bracket is looked at ([C8])."""

    def _pair(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        if bracket.is_last:
            return self._pair_last(bracket, completion)
        candidate = pair_alone(bracket, self.objective)
        downfloaters = bracket.positions[list(candidate.downfloaters)].tolist()
        if completion.pairs_following_bracket_whole(bracket, downfloaters):
            return bracket, candidate
        nobody = np.zeros(self.field.size, dtype=np.bool_)
        outside = following_bracket_only(bracket, len(downfloaters), nobody)
        return bracket, found(best_candidate(bracket, outside, self.objective))

    def _pair_last(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        """Return the best candidate; without anybody paired where those left over have none."""
        odd = bracket.size % 2
        bracket = replace(bracket, bye_goes_here=bool(odd))
        outside = sinks(odd, bracket.size, completion.may_have_bye[bracket.positions])
        candidate = best_candidate(bracket, outside, self.objective)
        return bracket, candidate or pair_alone(bracket, self.objective)


@dataclass(frozen=True, kw_only=True)
class _AnyNumberOfDownfloaters(Round2026):
    """Without [C6]: their number follows from the other criteria, and nothing is presumed about it."""

    def _pair(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        if bracket.is_last:
            return self._pair_last(bracket, completion)
        bye_below = not self.field.is_odd or bool(completion.may_have_bye[bracket.last :].any())
        return self._pair_with_players_below(bracket, completion, bye_below=bye_below)


@dataclass(frozen=True, kw_only=True)
class _WhateverFollows2026(Round2026):
    """Without [C8]: the players below need a complete pairing, no more."""

    def _pair(self, bracket: Bracket, completion: Completion) -> tuple[Bracket, Candidate]:
        if bracket.is_last:
            return self._pair_last(bracket, completion)
        bye_goes_here = self._posed(bracket, completion).bye_goes_here
        bracket = replace(bracket, bye_goes_here=bye_goes_here)
        outside = players_below(bracket, completion.may_have_bye, look_ahead=False)
        return bracket, found(best_candidate(bracket, outside, self.objective))

    def _posed(self, bracket: Bracket, completion: Completion) -> Bracket:
        bye_below = not self.field.is_odd or bool(completion.may_have_bye[bracket.last :].any())
        if bye_below:
            return bracket
        return self._pair_with_players_below(bracket, completion, bye_below=False)[0]


def not_completed(field: Field, objective: Objective) -> Brackets:
    """Pair the round of 2026 without [C4] and [C5]; players whom no bracket pairs are left over by the last one."""
    return _NotCompleted(field=field, objective=objective).brackets()


_PROCEDURES_2026 = {
    BYE_SCORE: _ByeAtAnyScore,
    DOWNFLOATERS: _AnyNumberOfDownfloaters,
    FOLLOWING_BRACKET: _WhateverFollows2026,
}


# --- 2017 ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class _WhateverFollows2017(Round2017):
    """Without C.7."""

    def _pair(self, bracket: Bracket, completion: Completion) -> Candidate:
        del completion
        return pair_alone(bracket, self.objective)


_PROCEDURES_2017 = {FOLLOWING_BRACKET: _WhateverFollows2017}
"""
Without C.5 the procedure is the ordinary one: what may downfloat from an ordinary bracket is not restricted, so that
the smallest PSD already has the fewest downfloaters (whoever can be covered by some pairs can be covered by as many
pairs as possible); only in a PPB the two may ask for different things.
"""


def completion_is_decisive(at: PairedRound) -> bool:
    """
    Whether the round would be paired otherwise without completion.

    Compare two rounds in which the score of the bye's assignee does not matter: with completion, and without (2026).

    In 2017 nothing but C.4 makes brackets collapse (A.9), and such a bracket is paired otherwise.
    """
    own = at.brackets
    if at.text.procedure is not Round2026:
        return any(bracket.kind is BracketKind.PENULTIMATE for bracket, _ in own)
    field, objective = at.field, at.text.objective
    completed = _ByeAtAnyScore(field=field, objective=objective).brackets() if field.is_odd else own
    return differ(completed, not_completed(field, objective))
