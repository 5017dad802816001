"""
Two programs that were asked about the same events, one of them the older version: what is new, fixed, and the same.

Findings are compared by cause, and by what is alike where no cause explains them. A finding stays *the same* if its
cause was found before, or if in that round the same answer was given, or one that is wrong alike. What is new and
stands in a list of known findings is *known*.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.expected import covered_by
from checker.campaigns.grouping import AGAINST_THE_PROGRAM, signature_of
from checker.campaigns.subjects import subjects
from checker.causes.explanation import describe_group
from checker.verdicts.verdict import ExitStatus
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from checker.campaigns.expected import Key
    from checker.campaigns.grouping import CampaignSummary, ProgramSummary
    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.subjects import Subject
    from checker.known_findings.entries import KnownFinding, KnownInRun
    from checker.known_findings.toml_file import KnownList


class Change(Enum):
    """The change of a kind of finding between two versions."""

    NEW = "new"
    KNOWN = "known"
    """The older version does not have it, and a list of known findings covers all of it."""
    SAME = "same"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedProgram:
    """A program in a campaign."""

    summary: CampaignSummary
    outcomes: tuple[EventOutcome, ...]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedKind:
    """A cause, or findings alike, in both."""

    change: Change
    identifier: str
    """Of the cause, or the signature without the program."""
    words: str
    """The cause in words; of findings alike, the sentence on the example."""
    rounds_before: int
    rounds_now: int
    changed: int
    """Rounds that are new, known, or fixed; 0 where it is the same."""
    example: Subject
    """The smallest, of the new, the known or the fixed ones."""
    known: KnownFinding | None = None
    """The entry of a list that covers the example, where all that is new is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
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
        """
        1 if something is new, a fault is ours, or a known finding is gone.

        2 if something was not asked or answered that was before.
        """
        is_stale = self.known is not None and self.known.is_stale
        if self.of(Change.NEW) or self.new.program.our_faults or is_stale:
            return ExitStatus.DISCREPANCIES
        is_whole = self.events and self.new.summary.is_complete and self.new.program.rounds
        return ExitStatus.CONSISTENT if is_whole and not self.failures else ExitStatus.NOT_CHECKED


def difference(one: Configuration, other: Configuration) -> str:
    """Say why two campaigns do not ask about the same events; empty if they do."""
    is_drawn = not (one.chosen and other.chosen)
    drawing = ("seed", "profile", "axes") if is_drawn else ()  # chosen events are those of the files, whatever the seed
    for name in ("direction", "system", *drawing, "chosen"):
        before, now = _asking(one)[name], _asking(other)[name]
        if before != now:
            return f"{name} is {now} and was {before}"
    return ""


def _asking(settings: Configuration) -> dict[str, object]:
    """Return the settings of a campaign that decide which questions are asked."""
    return {
        "direction": settings.direction.value,
        "system": settings.system,
        "seed": settings.seed,
        "profile": settings.profile,
        "axes": settings.axes,
        "chosen": settings.chosen[:12],
    }


def compare(old: ComparedProgram, new: ComparedProgram, known: KnownList | None = None) -> Comparison:
    """Compare what was found of two programs in the events that both were asked about; the list is of the newer one."""
    common = _asked(old) & _asked(new)
    before, now = _Found(old, common), _Found(new, common)
    by, in_run = _known(new, common, known)
    kinds = [*_kinds_now(before, now, by), *_kinds_fixed(before, now)]
    order = list(Change)
    return Comparison(
        old=old,
        new=new,
        events=len(common),
        kinds=tuple(sorted(kinds, key=lambda one: (order.index(one.change), -one.rounds_now, -one.rounds_before))),
        failures=len(_failures(new, common) - _failures(old, common)),
        known=in_run,
    )


def _known(
    new: ComparedProgram, events: set[int], known: KnownList | None
) -> tuple[Mapping[Key, KnownFinding | None], KnownInRun | None]:
    """Return the known findings of the newer program; a finding that may occur in other events is not gone."""
    if known is None:
        return {}, None
    outcomes = (outcome for outcome in new.outcomes if outcome.index in events)
    covered = covered_by(known, new.summary, outcomes, program=new.number)
    is_settled = covered.in_run.is_settled and events == _asked(new)
    return covered.by, replace(covered.in_run, is_settled=is_settled)


def _asked(side: ComparedProgram) -> set[int]:
    return {outcome.index for outcome in side.outcomes if outcome.rounds}


def _failures(side: ComparedProgram, events: set[int]) -> set[tuple[int, int]]:
    return {
        (outcome.index, failure.round_number)
        for outcome in side.outcomes
        for failure in outcome.failures
        if failure.program == side.number and outcome.index in events
    }


class _Found:
    """The findings against a program, by kind and by round."""

    def __init__(self, side: ComparedProgram, events: set[int]) -> None:
        self.system = side.summary.configuration.system
        self._by_round = side.summary.configuration.direction is not Direction.GENERATE
        self.kinds: dict[str, list[Subject]] = defaultdict(list)
        self._causes: set[str] = set()
        self._signatures: set[str] = set()
        self._rounds: dict[tuple[int, int], set[str]] = defaultdict(set)
        for one in subjects(side.summary, list(side.outcomes)):
            is_of_it = one.finding.program == side.number and one.event in events
            if is_of_it and one.finding.score in AGAINST_THE_PROGRAM:
                self._add(one)

    def _add(self, one: Subject) -> None:
        self.kinds[self.kind_of(one)].append(one)
        self._causes |= _members(one)
        if not _members(one):
            self._signatures.add(self.signature(one))
        self._rounds[one.event, one.finding.round_number] |= {self.signature(one), one.finding.answer} - {""}

    def signature(self, one: Subject) -> str:
        """Without the program."""
        return signature_of(one.finding, "", self.system)

    def kind_of(self, one: Subject) -> str:
        return one.cause.first.identifier if one.cause else self.signature(one)

    def has(self, one: Subject) -> bool:
        """Whether a finding of the other program is the same as one of this."""
        if _members(one) & self._causes:
            return True
        if not self._by_round:  # events of their own, of which the rounds have nothing in common
            return self.signature(one) in self._signatures
        return bool(self._rounds[one.event, one.finding.round_number] & {self.signature(one), one.finding.answer})

    def alike(self, kind: Iterable[Subject]) -> int:
        """Count the findings of this program that are of a kind of the other's."""
        members = {member for one in kind for member in _members(one)}
        signatures = {self.signature(one) for one in kind if not one.cause}
        found = (one for mine in self.kinds.values() for one in mine)
        return sum(bool(_members(one) & members) or (self.signature(one) in signatures) for one in found)


def _members(one: Subject) -> set[str]:
    return {member.identifier for member in one.cause.members} if one.cause else set()


def _kinds_now(before: _Found, now: _Found, known: Mapping[Key, KnownFinding | None]) -> Iterator[ComparedKind]:
    for name, found in now.kinds.items():
        fresh = [one for one in found if not before.has(one)]
        new = [one for one in fresh if known.get(_key(one)) is None]
        change = Change.NEW if new else Change.KNOWN if fresh else Change.SAME
        kind = _kind(name, new or fresh or found, change, before.alike(found), len(found), new or fresh)
        yield replace(kind, known=known[_key(kind.example)]) if change is Change.KNOWN else kind


def _key(one: Subject) -> Key:
    return one.finding.program, str(one.event), one.finding.round_number


def _kinds_fixed(before: _Found, now: _Found) -> Iterator[ComparedKind]:
    for name, found in before.kinds.items():
        gone = [one for one in found if not now.has(one)]
        if gone and not now.alike(found):
            yield _kind(name, gone, Change.FIXED, len(found), 0, gone)


def _kind(
    name: str, found: list[Subject], change: Change, rounds_before: int, rounds_now: int, changed: list[Subject]
) -> ComparedKind:
    example = min(found, key=lambda one: one.size)
    return ComparedKind(
        change=change,
        identifier=name,
        words=describe_group(example.cause) if example.cause else " ".join(example.finding.sentence.split()),
        rounds_before=rounds_before,
        rounds_now=rounds_now,
        changed=len(changed),
        example=example,
    )
