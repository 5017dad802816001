"""
The consequence of a result for its run, and of all results for the exit status: the only place that decides it.

Every kind of run (check, campaign, comparison, suite, evidence) states its reasons with their consequences; `judge`
decides.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from checker.standings.findings import StandingsVerdict
from checker.verdicts.verdict import ExitStatus, Outcome, Verdict
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checker.findings import EventHeader, RoundFinding, Tally
    from checker.known_findings.entries import KnownInRun
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


class RunJudgement(FrozenStruct, frozen=True, kw_only=True):
    """How a run ends, and why."""

    failures: tuple[str, ...] = ()
    """The reasons that fail the run, a sentence each."""
    doubts: tuple[str, ...] = ()
    """The omitted checks, a sentence each."""

    @property
    def status(self) -> ExitStatus:
        """The exit status: a failure counts before a doubt, and a run with a doubt is not a pass."""
        if self.failures:
            return ExitStatus.DISCREPANCIES
        return ExitStatus.NOT_CHECKED if self.doubts else ExitStatus.CONSISTENT

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the run is not a pass; the doubts count only where nothing fails."""
        return self.failures or self.doubts


def judge(reasons: Iterable[tuple[Consequence, str]]) -> RunJudgement:
    """Judge a run by its reasons; a known or accepted result, or one outside the policy, is not a reason."""
    stated = tuple(reasons)
    return RunJudgement(
        failures=tuple(reason for consequence, reason in stated if consequence is Consequence.FAILED),
        doubts=tuple(reason for consequence, reason in stated if consequence is Consequence.ERROR),
    )


def judge_run(tally: Tally, known: KnownInRun | None = None) -> RunJudgement:
    """Judge a check of files by its totals and its list of known findings, if there is a list."""
    return judge(_reasons_of_run(tally, known))


def judge_list(known: KnownInRun | None) -> Iterator[tuple[Consequence, str]]:
    """Yield the failure that entries have to be taken off a list of known findings, if it has such entries."""
    if known is not None and known.is_stale:
        verb = "occurs" if len(known.gone) == 1 else "occur"
        yield Consequence.FAILED, f"{counted_noun(len(known.gone), 'known finding')} of the list no longer {verb}."


def _reasons_of_run(tally: Tally, known: KnownInRun | None) -> Iterator[tuple[Consequence, str]]:
    new = tally.discrepancies.rounds - tally.known.rounds
    if new:
        yield Consequence.FAILED, f"{counted_noun(new, 'discrepant round')}."
    if tally.standings.wrong > tally.standings.known:
        yield Consequence.FAILED, f"{counted_noun(tally.standings.wrong - tally.standings.known, 'wrong rank order')}."
    yield from judge_list(known)
    if tally.not_checked:
        refused = "(refused events, and rounds that could not be judged)"
        yield Consequence.ERROR, f"Without a verdict: {tally.not_checked} {refused}."
    elif not tally.checked.rounds:
        yield Consequence.ERROR, "The run has no event."
    for number, noun, verbs, rest in (
        (tally.undeclared, "round", ("rests", "rest"), "on a fact that the file does not declare"),
        (tally.contradictory, "event", ("declares", "declare"), "two different systems (192, 092)"),
        (tally.with_blanks, "event", ("leaves", "leave"), "players blank without saying that they were absent"),
    ):
        if number:
            yield Consequence.ERROR, f"{counted_noun(number, noun)} {verbs[number > 1]} {rest}."


_OF_OUTCOMES = {
    Outcome.CONSISTENT: Consequence.PASSED,
    Outcome.CONDITIONAL: Consequence.SKIPPED,
    Outcome.ACCEPTED: Consequence.ACCEPTED,
    Outcome.DISCREPANT: Consequence.FAILED,
    Outcome.UNCHECKED: Consequence.ERROR,
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
    if finding.known:
        return Consequence.KNOWN
    is_judged = finding.verdict is not StandingsVerdict.NOT_JUDGED
    return _OF_OUTCOMES[finding.verdict.outcome] if is_judged else Consequence.SKIPPED


def judge_refusal(header: EventHeader) -> Consequence:
    """Return the consequence of an event of which no round can be judged."""
    return Consequence.SKIPPED if header.verdict in _NOT_PUT_TO_THE_TEST else Consequence.ERROR
