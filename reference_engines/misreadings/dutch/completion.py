"""The round completed by another procedure, or the following bracket looked at otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engines.downfloating.bracket import FOLLOWING_BRACKET
from reference_engines.dutch.optimiser import LookAheadGoal
from reference_engines.dutch.rounds import Round2017, Round2026, Round2026WithoutCompletion
from reference_engines.literal.dutch.round_2017 import Round2017Literal
from reference_engines.literal.dutch.round_2026 import NotCompletedLiteral, Round2026Literal
from reference_engines.misreadings.dutch.making import listed, misreading, parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dutch.edition import DutchText, ProcedureFactory
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules


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
