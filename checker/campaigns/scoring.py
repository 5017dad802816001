"""A verdict turned into what it says of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.campaigns.outcomes import Finding, Score, shape_of
from checker.programs.safe_text import harmless
from checker.standings.findings import STANDINGS_WORDS, StandingsVerdict
from checker.verdicts.phrases import as_an_answer
from checker.verdicts.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from checker.standings.findings import StandingsFinding

_SCORES = {
    Outcome.DISCREPANT: Score.DISCREPANT,
    Outcome.CONDITIONAL: Score.UNCHECKED,
    Outcome.ACCEPTED: Score.OPEN,
    Outcome.UNCHECKED: Score.UNCHECKED,
}
_STANDINGS_SCORES = {
    StandingsVerdict.WRONG: Score.DISCREPANT,
    StandingsVerdict.ACCEPTED: Score.OPEN,
    StandingsVerdict.NOT_JUDGED: Score.UNCHECKED,
}
_SENTENCE = 600


def finding_of(found: RoundFinding, number: int, answer: str = "") -> Finding | None:
    """Turn a verdict on a round into a finding; None if there is nothing to object to."""
    if found.verdict.outcome is Outcome.CONSISTENT:
        return None
    return Finding(
        program=number,
        round_number=found.round_number,
        score=_score_of(found.verdict),
        verdict=found.verdict.value,
        article=found.article,
        criterion=found.deciding_criterion.label if found.deciding_criterion else "",
        shape=shape_of(found),
        sentence=harmless(as_an_answer(found.sentence), _SENTENCE),
        answer=answer,
        pairs=found.discrepant_pairs,
    )


def no_pairing_found(number: int, round_number: int, reason: str) -> Finding:
    """Say of a program that it finds no legal pairing where there is one."""
    return Finding(
        program=number,
        round_number=round_number,
        score=Score.DISCREPANT,
        verdict=Verdict.ILLEGAL.value,
        shape="no pairing given",
        sentence=f"Round {round_number}: it says that no legal pairing exists ({reason}), and there is one.",
    )


def _score_of(verdict: Verdict) -> Score:
    """Return the meaning of a verdict for the program; the verdict is not that a round agrees."""
    alone = {Verdict.REFERENCE_FAULT: Score.OUR_FAULT, Verdict.BOARD_ORDER: Score.BOARD_ORDER}
    return alone.get(verdict) or _SCORES[verdict.outcome]


def finding_of_standings(found: StandingsFinding | None, number: int) -> Finding | None:
    """Turn the verdict on a rank order into a finding; None if there is nothing to object to."""
    if found is None or found.verdict is StandingsVerdict.CONSISTENT:
        return None
    first = found.misplaced[0] if found.misplaced else None
    return Finding(
        program=number,
        round_number=0,
        score=_STANDINGS_SCORES[found.verdict],
        verdict=STANDINGS_WORDS[found.verdict],
        article=first.article if first else "",
        criterion=first.code if first else "",
        shape=found.causes[0] if found.causes else "",
        sentence=harmless(found.sentence, _SENTENCE),
    )
