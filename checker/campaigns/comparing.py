"""
Two programs that were asked about the same events, one of them the older version: new, fixed and unchanged findings.

Findings are compared by cause, and by what is alike where no cause explains them. A finding stays *the same* if its
cause was found before, or if in that round the same answer was given, or one that is wrong alike. What is new and
stands in a list of known findings is *known*.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.grouping import CampaignSummary, ProgramSummary, signature_of
from checker.campaigns.outcomes import ProgramFinding
from checker.causes.causes_finding import describe_group
from checker.known_findings.entries import KnownFinding, KnownInRun, KnownList
from checker.known_findings.marking import with_known
from checker.verdicts.consequence import Consequence, judge, judge_list
from checker.verdicts.verdict import ExitStatus
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun


class Change(Enum):
    """The change of a kind of finding between two versions."""

    NEW = "new"
    KNOWN = "known"
    """The older version does not have it, and a list of known findings covers all of it."""
    SAME = "same"
    FIXED = "fixed"


class ComparedProgram(FrozenStruct, frozen=True, kw_only=True):
    """A program in a campaign."""

    summary: CampaignSummary
    number: int
    """Of the program."""

    @property
    def program(self) -> ProgramSummary:
        """The results of the program."""
        return self.summary.programs[self.number]

    @property
    def name(self) -> str:
        """The program with its version."""
        return f"{self.program.program.name} {self.program.program.version}".rstrip()


class ComparedKind(FrozenStruct, frozen=True, kw_only=True):
    """A cause, or a kind of finding, in both versions."""

    change: Change
    identifier: str
    """Of the cause, or the signature without the program."""
    words: str
    """The cause in words; of findings alike, the sentence on the example."""
    rounds_before: int
    rounds_now: int
    changed: int
    """Rounds that are new, known, or fixed; 0 where it is the same."""
    example: ProgramFinding
    """The smallest, of the new, the known or the fixed ones."""
    known: KnownFinding | None = None
    """The entry of a list that covers the example, where all that is new is known."""


class Comparison(FrozenStruct, frozen=True, kw_only=True):
    """A newer program against an older one."""

    old: ComparedProgram
    new: ComparedProgram
    events: int
    """That both were asked about, and to which the comparison is confined."""
    kinds: tuple[ComparedKind, ...]
    """The new ones first, then the known, the same, the fixed; of each, the most frequent first."""
    failures: int
    """Questions that the newer one did not answer, and the older one did."""
    known: KnownInRun | None = None
    """The occurrences of a list of known findings of the newer version, if there is a list."""

    def of(self, change: Change) -> tuple[ComparedKind, ...]:
        """Return the kinds that are new, known, the same, or fixed."""
        return tuple(kind for kind in self.kinds if kind.change is change)

    @property
    def status(self) -> ExitStatus:
        """The exit status; findings that the older version has, too, do not fail."""
        return judge(self._reasons()).status

    def _reasons(self) -> Iterator[tuple[Consequence, str]]:
        new, program = len(self.of(Change.NEW)), self.new.program
        if new:
            yield Consequence.FAILED, f"{counted_noun(new, 'new kind')} of finding."
        if program.tally.our_faults:
            yield Consequence.FAILED, f"Better than our engine in {counted_noun(program.tally.our_faults, 'round')}."
        yield from judge_list(self.known)
        if self.failures:
            yield Consequence.ERROR, f"{counted_noun(self.failures, 'question')} not answered that was answered before."
        if not (self.events and self.new.summary.is_complete and program.tally.checked.rounds):
            yield Consequence.ERROR, "Not every event was asked about and answered."


def difference(first: Configuration, second: Configuration) -> str:
    """Say why two campaigns do not ask about the same events; empty if they do."""
    is_drawn = not (first.chosen and second.chosen)
    drawing = ("seed", "profile", "axes") if is_drawn else ()  # chosen events are those of the files, whatever the seed
    for name in ("direction", "system", *drawing, "chosen"):
        before, now = first.setting(name), second.setting(name)
        if before != now:
            return f"{name} is {now} and was {before}"
    return ""


def compare(old: ComparedProgram, new: ComparedProgram, known: KnownList | None = None) -> Comparison:
    """Compare the findings on two programs in the events put to both; the list is of the newer program."""
    common = _answered_events(old) & _answered_events(new)
    if known is not None:
        new = _mark_known(new, common, known)
    before, now = _KindsOfFindings(old, common), _KindsOfFindings(new, common)
    kinds = [*_kinds_now(before, now), *_kinds_fixed(before, now)]
    order = list(Change)
    return Comparison(
        old=old,
        new=new,
        events=len(common),
        kinds=tuple(sorted(kinds, key=lambda one: (order.index(one.change), -one.rounds_now, -one.rounds_before))),
        failures=len(_failures(new, common) - _failures(old, common)),
        known=new.summary.known,
    )


def _mark_known(new: ComparedProgram, events: set[int], known: KnownList) -> ComparedProgram:
    """Mark the known findings of the newer program; a finding that may occur in other events is not gone."""
    summary = with_known(new.summary, known, new.number, events)
    if summary.known is not None and events != _answered_events(new):
        summary = replace(summary, known=replace(summary.known, is_settled=False))
    return replace(new, summary=summary)


def _answered_events(side: ComparedProgram) -> set[int]:
    return {outcome.index for outcome in side.summary.outcomes if outcome.rounds}


def _failures(side: ComparedProgram, events: set[int]) -> set[tuple[int, int]]:
    return {
        (outcome.index, failure.round_number)
        for outcome in side.summary.outcomes
        for failure in outcome.failures
        if failure.program == side.number and outcome.index in events
    }


class _KindsOfFindings:
    """The findings against a program, by kind and by round."""

    def __init__(self, side: ComparedProgram, events: set[int]) -> None:
        self.system = side.summary.configuration.system
        self._by_round = side.summary.configuration.direction is not Direction.GENERATE
        self.kinds: dict[str, list[ProgramFinding]] = defaultdict(list)
        self._causes: set[str] = set()
        self._signatures: set[str] = set()
        self._rounds: dict[tuple[int, int], set[str]] = defaultdict(set)
        for finding in side.summary.findings:
            if finding.program == side.number and finding.event_number in events and finding.is_against:
                self._add(finding)

    def _add(self, finding: ProgramFinding) -> None:
        members = _members(finding)
        self.kinds[finding.cause.first.identifier if finding.cause else self.signature(finding)].append(finding)
        self._causes |= members
        if not members:
            self._signatures.add(self.signature(finding))
        names = {self.signature(finding), finding.answer_digest} - {""}
        self._rounds[finding.event_number, finding.round_number] |= names

    def signature(self, finding: ProgramFinding) -> str:
        """The signature without the name of the program."""
        return signature_of(finding, "", self.system)

    def has(self, finding: ProgramFinding) -> bool:
        """Whether a finding of the other program is also a finding of this program."""
        if _members(finding) & self._causes:
            return True
        if not self._by_round:  # events of their own, of which the rounds have nothing in common
            return self.signature(finding) in self._signatures
        found = self._rounds[finding.event_number, finding.round_number]
        return bool(found & {self.signature(finding), finding.answer_digest})

    def alike(self, kind: Iterable[ProgramFinding]) -> int:
        """Count the findings of this program that are of a kind of the other's; without causes, by signature."""
        members = {member for finding in kind for member in _members(finding)}
        signatures = {self.signature(finding) for finding in kind if not (finding.cause and self._causes)}
        found = (finding for mine in self.kinds.values() for finding in mine)
        return sum(bool(_members(one) & members) or (self.signature(one) in signatures) for one in found)


def _members(finding: ProgramFinding) -> set[str]:
    return {member.identifier for member in finding.cause.members} if finding.cause else set()


def _kinds_now(before: _KindsOfFindings, now: _KindsOfFindings) -> Iterator[ComparedKind]:
    for name, found in now.kinds.items():
        fresh = [finding for finding in found if not before.has(finding)]
        new = [finding for finding in fresh if finding.known is None]
        change = Change.NEW if new else Change.KNOWN if fresh else Change.SAME
        yield _kind(name, new or fresh or found, change, before.alike(found), len(found), new or fresh)


def _kinds_fixed(before: _KindsOfFindings, now: _KindsOfFindings) -> Iterator[ComparedKind]:
    for name, found in before.kinds.items():
        gone = [one for one in found if not now.has(one)]
        if gone and not now.alike(found):
            yield _kind(name, gone, Change.FIXED, len(found), 0, gone)


def _kind(
    name: str,
    findings: list[ProgramFinding],
    change: Change,
    rounds_before: int,
    rounds_now: int,
    changed: list[ProgramFinding],
) -> ComparedKind:
    example = min(findings, key=lambda one: one.size)
    return ComparedKind(
        change=change,
        identifier=name,
        words=describe_group(example.cause) if example.cause else " ".join(example.sentence.split()),
        rounds_before=rounds_before,
        rounds_now=rounds_now,
        changed=len(changed),
        example=example,
        known=example.known if change is Change.KNOWN else None,
    )
