"""The discrepancy of a round, and when two rounds show the same one."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from checker.verdicts.verdict import Outcome
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from checker.verdicts.verdict import Verdict
    from tournaments.model import Event

NO_PAIRING = "no pairing given"
"""The deciding rule if a program denies that a pairing exists."""


class Keep(Enum):
    """The property that a reduced event keeps."""

    VERDICT = "verdict"
    CRITERION = "criterion"
    """The verdict and what decides: the criterion, or the step of generation, or the rule that is broken."""
    CAUSE = "cause"
    """The verdict and the cause: the first cause of the original event explains the reduced one, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscrepancyMark:
    """The mark of a discrepancy; two with the same mark are the same."""

    verdict: Verdict
    decided_by: str = ""
    """Label or article of what decides; empty where it may change."""
    cause: str = ""
    """Identifier of the cause that explains it; empty where none is to be kept, or it does not."""

    def __str__(self) -> str:
        """``worse (C14)``."""
        told = ", ".join(filter(None, (self.decided_by, self.cause)))
        return f"{self.verdict.value} ({told})" if told else self.verdict.value


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDiscrepancy:
    """A discrepancy as it shows in an event."""

    mark: DiscrepancyMark
    sentence: str
    event: Event
    """The event with the round as it was paired; without that round if no pairing was given."""
    involved: frozenset[int]
    """TPNs of those whose opponents, colours or bye differ."""


def is_discrepant(finding: RoundFinding) -> bool:
    """Whether a finding says that a pairing is wrong."""
    return finding.verdict.outcome is Outcome.DISCREPANT


def involved(finding: RoundFinding) -> frozenset[int]:
    """Return the players whose opponents, colours or bye differ."""
    found = {tpn for violation in finding.argument.violations for tpn in violation.players}
    if finding.differences is not None:
        told = finding.differences
        pairs = (*told.recorded_only, *told.expected_only, *told.colours)
        found |= {tpn for pair in pairs for tpn in pair.players}
        if told.bye_differs:
            pairings = (finding.recorded, finding.expected)
            found |= {pairing.bye for pairing in pairings if pairing is not None and pairing.bye is not None}
    return frozenset(found)
