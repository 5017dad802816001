"""The consequence of a result for its run: what fails the run, what is no pass, and what is merely reported."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from checker.standings.findings import StandingsVerdict
from checker.verdicts.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from checker.findings import EventHeader, RoundFinding
    from checker.standings.findings import StandingsFinding


class Consequence(Enum):
    """The consequence of a result for its run; the value is its name in reports."""

    FAILED = "failed"
    ERROR = "not checked"
    """The result should have been checked and could not be: unreadable, out of time, a failure of Pairproof."""
    UNTESTED = "never put to the test"
    """No event that was looked at asks for it; not a pass. No file can be named as its place."""
    SKIPPED = "skipped"
    """The result was not put to the test; not a pass."""
    KNOWN = "known"
    """A discrepancy that a list of known findings covers; it fails nothing."""
    ACCEPTED = "accepted"
    """Right by another reading, or by a fact that is left open or declared."""
    PASSED = "passed"


_OF_OUTCOMES = {
    Outcome.CONSISTENT: Consequence.PASSED,
    Outcome.CONDITIONAL: Consequence.SKIPPED,
    Outcome.ACCEPTED: Consequence.ACCEPTED,
    Outcome.DISCREPANT: Consequence.FAILED,
    Outcome.UNCHECKED: Consequence.ERROR,
}
_OF_STANDINGS = {
    StandingsVerdict.CONSISTENT: Consequence.PASSED,
    StandingsVerdict.ACCEPTED: Consequence.ACCEPTED,
    StandingsVerdict.WRONG: Consequence.FAILED,
    StandingsVerdict.NOT_JUDGED: Consequence.SKIPPED,
}
_NOT_PUT_TO_THE_TEST = (Verdict.NOTHING_TO_JUDGE, Verdict.UNSUPPORTED, None)


def judge_round(finding: RoundFinding) -> Consequence:
    """Return the consequence of a round."""
    if finding.known:
        return Consequence.KNOWN
    if finding.verdict in _NOT_PUT_TO_THE_TEST:
        return Consequence.SKIPPED
    return _OF_OUTCOMES[finding.verdict.outcome]


def judge_rank_order(finding: StandingsFinding) -> Consequence:
    """Return the consequence of a rank order."""
    return Consequence.KNOWN if finding.known else _OF_STANDINGS[finding.verdict]


def judge_refusal(header: EventHeader) -> Consequence:
    """Return the consequence of an event of which no round can be judged."""
    return Consequence.SKIPPED if header.verdict in _NOT_PUT_TO_THE_TEST else Consequence.ERROR
