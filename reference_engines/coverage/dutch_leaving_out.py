"""
An edition of the Dutch system with one of its criteria left out.

If it then asks for another pairing of the round, the criterion is *decisive*. Let P be the pairing by the whole edition
and Q the pairing without criterion X. In the first bracket in which they differ both were chosen from the same
candidates: P and Q are equal by every criterion above X (each is at least as good as the other there), P is better by
X, and Q would have been chosen by a criterion below X, or because it is generated earlier. So Q is the next candidate,
the candidate that X excludes. (In 2017 a round may collapse with X and not without, or the reverse; the two pairings
are then judged by different criteria, and Q is the result of the rest of the regulation.)

Absolute criteria are left out by allowing more: players may meet again ([C1]), may have the bye again ([C2]), may
have absolute preferences for one colour ([C3]). Completion ([C4]) is left out by pairing bracket by bracket with no
look beyond the following one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from reference_engines.definitions.players import Players, players_of_round
from reference_engines.downfloating.bracket import FOLLOWING_BRACKET
from reference_engines.dutch.criteria import BYE_SCORE
from reference_engines.dutch.edition import DutchText
from reference_engines.dutch.rounds import Round2017, Round2026, Round2026WithoutCompletion
from reference_engines.frame.results import BracketKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.definitions.history import BoolArray, History
    from reference_engines.definitions.player_states import Definitions
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion, Candidate
    from reference_engines.dutch.rules import DutchRound

    Brackets = Iterable[tuple[Bracket, Candidate]]

TextT = TypeVar("TextT", bound=DutchText)

MEETING, BYE, COLOURS, COMPLETION = "C1", "C2", "C3", "C4"
"""The absolute criteria, so labelled in both editions."""
ABSOLUTE = (MEETING, BYE, COLOURS, COMPLETION)


def relaxable_criteria(text: DutchText) -> tuple[tuple[str, str, str], ...]:
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


def is_decisive(at: DutchRound, label: str) -> bool:
    """
    Whether the edition would ask for another pairing of the round if this criterion were left out.

    Raise NoLegalPairingError where the round has no pairing, KeyError for a label that the edition does not have.
    """
    own = at.brackets
    if label == COMPLETION:
        return completion_is_decisive(at)
    if label not in ABSOLUTE and not has_effect(criterion_of(at.rules, label), own):
        return False
    return differ(own, brackets_without(at, label))


def brackets_without(at: DutchRound, label: str) -> Brackets:
    """
    Pair the round by the edition without one criterion, other than completion; see `is_decisive`.

    The iterator may end in a NoLegalPairingError.
    """
    if label in _WIDER:
        return at.rules.procedure(players=_WIDER[label](at), objective=at.rules.objective).brackets()
    return without(at.rules, criterion_of(at.rules, label)).round_rules(at.participants).brackets()


def without(text: TextT, criterion: BracketCriterion) -> TextT:
    """Return an edition without one of its criteria."""
    return replace(text, criteria=tuple(numbered for numbered in text.criteria if numbered.criterion is not criterion))


def criterion_of(text: DutchText, label: str) -> BracketCriterion:
    """Return the criterion of a label; KeyError for one that the edition does not have."""
    return {numbered.label: numbered.criterion for numbered in text.criteria}[label]


def forbidden_pairs_decide(at: DutchRound) -> bool:
    """Whether the round would be paired otherwise if the organiser had not forbidden any pairs."""
    if not at.event.event.forbidden:
        return False
    free = replace(at.event.event, forbidden=())
    players = players_of_round(free, at.event.history, at.event.player_states, at.number, at.rules.definitions)
    rules = at.rules.procedure(players=players, objective=at.rules.objective)
    return differ(at.brackets, rules.brackets())


def differ(own: Brackets, relaxed: Brackets) -> bool:
    """Whether two rounds differ; the second is paired only up to the first difference."""
    mine, theirs = iter(own), iter(relaxed)
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


def has_effect(criterion: BracketCriterion, own: Brackets) -> bool:
    """Whether any candidate of any bracket can have a value but zero; where not, nothing changes without it."""
    if criterion in (BYE_SCORE, FOLLOWING_BRACKET):
        return True
    return any(can_be_violated(criterion, bracket) for bracket, _ in own)


def can_be_violated(criterion: BracketCriterion, bracket: Bracket) -> bool:
    """Whether some pair of the bracket that may meet, or a downfloater, would give the criterion a value but zero."""
    contribution = criterion.contribution(bracket)
    if contribution is None:
        return False
    if contribution.floats is not None and bool(np.any(contribution.floats)):
        return True
    return contribution.pairs is not None and bool(np.any(contribution.pairs[bracket.allowed]))


# --- players with wider choices ---------------------------------------------------------------------------------------


def nobody(history: History) -> BoolArray:
    """Return that no player has met another in any round."""
    return np.zeros_like(history.played)


def excuse_all(first: BoolArray, second: BoolArray) -> BoolArray:
    """Excuse any two players from [C3]."""
    return np.ones_like(first | second)


def _allow_rematches(at: DutchRound) -> Players:
    return _players_by_definitions(at, replace(at.rules.definitions, met=nobody))


def _allow_second_byes(at: DutchRound) -> Players:
    players = at.participants
    return replace(players, bye_allowed=np.ones_like(players.bye_allowed))


def _allow_colour_clashes(at: DutchRound) -> Players:
    return _players_by_definitions(at, replace(at.rules.definitions, clash_excused=excuse_all))


def _players_by_definitions(at: DutchRound, definitions: Definitions) -> Players:
    event = at.event
    return players_of_round(event.event, event.history, event.player_states, at.number, definitions)


_WIDER = {MEETING: _allow_rematches, BYE: _allow_second_byes, COLOURS: _allow_colour_clashes}


# --- completion ------------------------------------------------------------------------------------------------------


def completion_is_decisive(at: DutchRound) -> bool:
    """
    Whether the round would be paired otherwise without completion.

    Compare two rounds in which the score of the bye's assignee does not matter: with completion, and without (2026).

    In 2017 nothing but C.4 makes brackets collapse (A.9), and such a bracket is paired otherwise.
    """
    own = at.brackets
    if at.rules.procedure is not Round2026:
        return any(bracket.kind is BracketKind.PENULTIMATE for bracket, _ in own)
    whoever = replace(at.rules.objective, places_bye=False)
    completed = Round2026(players=at.participants, objective=whoever).brackets() if at.participants.is_odd else own
    return differ(completed, Round2026WithoutCompletion(players=at.participants, objective=whoever).brackets())
