"""
Severity: how harsh a finding is, as one order, by which the mildest of several is chosen.

Verdicts come first, discrepant pairs break the tie. What could not be judged is the harshest: it is never a milder way
to see a round. A step that the text leaves open excuses pairs that nothing else explains: where another side gives all
of them, only colours are left to be judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checker.verdicts.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from checker.findings import RoundFinding

FROM_MILD_TO_HARSH = (
    Verdict.AGREE,
    Verdict.NOTHING_TO_JUDGE,
    Verdict.BOARD_ORDER,
    Verdict.DECLARED,
    Verdict.AMBIGUOUS_RULE,
    Verdict.UNDECLARED_FACT,
    Verdict.COLOURS,
    Verdict.LATER_IN_ORDER,
    Verdict.WORSE,
    Verdict.ILLEGAL,
    Verdict.REFERENCE_FAULT,
)
"""Verdicts on rounds that were judged, the mildest first; all others are harsher."""
_PLACE = {verdict: place for place, verdict in enumerate(FROM_MILD_TO_HARSH)}


class Severity(NamedTuple):
    """How harsh a finding is; the lesser is the milder."""

    place: int
    """Of the verdict, in `FROM_MILD_TO_HARSH`."""
    is_open_step: bool
    """Whether nothing but an open step excuses the pairs: harsher than other colours, and milder than what follows."""
    pairs: int
    """Discrepant ones."""


def severity(finding: RoundFinding) -> Severity:
    """Return how harsh a finding is."""
    if is_open_step(finding):
        return Severity(_PLACE[Verdict.COLOURS], is_open_step=True, pairs=finding.discrepant_pairs)
    return Severity(_PLACE.get(finding.verdict, len(_PLACE)), is_open_step=False, pairs=finding.discrepant_pairs)


def is_open_step(finding: RoundFinding) -> bool:
    """Whether other pairs than ours are excused because the step at which they part is open."""
    return finding.verdict is Verdict.AMBIGUOUS_RULE and finding.parting is not None


def is_right(finding: RoundFinding) -> bool:
    """Whether pairs, bye and colours are those that are asked for."""
    return finding.verdict in (Verdict.AGREE, Verdict.NOTHING_TO_JUDGE, Verdict.BOARD_ORDER)


def is_discrepant(finding: RoundFinding) -> bool:
    """Whether the round has a discrepancy."""
    return finding.verdict.outcome is Outcome.DISCREPANT


def counts_against(finding: RoundFinding) -> bool:
    """Whether a finding speaks against the side on which it was found: discrepant, an open step, or not judged."""
    return severity(finding).place >= _PLACE[Verdict.COLOURS]


def may_be_milder(finding: RoundFinding) -> bool:
    """Whether it is worth looking for another side: the round was judged, and is not right."""
    return finding.verdict in _PLACE and not is_right(finding)
