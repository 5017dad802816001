"""The likeliest cause of a discrepant round, in one sentence beside its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.causes.cases import case_of
from checker.causes.explanation import told
from checker.causes.search import Effort, find_causes
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

_EFFORT = Effort(record=600, rounds_of_record=1, combined=0)


def hint_on(finding: RoundFinding, event: Event, rules: Rules) -> str:
    """Return the likeliest cause of a discrepant round, with its figures; empty if nothing that was tried fits."""
    case = case_of(finding.event, event, rules, {finding.round_number})
    found = find_causes([case], _EFFORT)
    if not found.groups:
        return ""
    sentence = told(found.groups[0])
    return f"Tried {counted_noun(found.tried, 'cause')}; {sentence[0].lower()}{sentence[1:]}."
