"""A campaign against a list of known findings: which of its findings are known, and which entries no longer occur."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.grouping import AGAINST_THE_PROGRAM, signature_of
from checker.known_findings.entries import FindingKey, KnownInRun, Occurrence, match_known
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from checker.campaigns.again import KeptEventAnswer
    from checker.campaigns.grouping import CampaignSummary, CauseRow, Group
    from checker.campaigns.outcomes import EventOutcome
    from checker.known_findings.entries import KnownFinding
    from checker.known_findings.toml_file import KnownList

    Key = tuple[int, str, int]
    """Program, name of the event, and round of a finding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _KeyedFinding:
    """A finding against a program."""

    key: Key
    seen: FindingKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """The findings against programs, matched with a list of known findings."""

    by: Mapping[Key, KnownFinding | None]
    """The entry that covers a round; None for one of which something is new."""
    in_run: KnownInRun
    found: tuple[_KeyedFinding, ...]


def covered_by(
    known: KnownList,
    summary: CampaignSummary,
    outcomes: Iterable[EventOutcome],
    *,
    program: int | None = None,
) -> Covered:
    """Match a list with what was found against all programs, or against one; in kept events, too, nothing is gone."""
    found = tuple(one for one in _found(summary, outcomes) if program in (None, one.key[0]))
    again = [seen for one in summary.again if program in (None, one.program) for seen in _seen_again(one, summary)]
    matched = match_known(known.entries, (*(one.seen for one in found), *again))
    by: dict[Key, KnownFinding | None] = {}
    for one, entry in zip(found, matched.by, strict=False):
        by[one.key] = entry if by.get(one.key, entry) else None  # known is a round of which everything is
    gone = matched.gone
    in_run = KnownInRun(
        source=known.source,
        occurring=tuple(_occurring(entry, found) for entry in known.entries if entry not in gone),
        gone=gone,
        is_settled=_is_settled(summary, program),
    )
    return Covered(by=by, in_run=in_run, found=found)


def with_known(summary: CampaignSummary, outcomes: Iterable[EventOutcome], known: KnownList) -> CampaignSummary:
    """
    Mark in a summary what is known by a list.

    Only what counts against a program can be known: what is right by another reading fails no run, and a fault of
    ours is never hidden.
    """
    covered = covered_by(known, summary, outcomes)
    found, by = covered.found, covered.by
    return replace(
        summary,
        programs=tuple(
            replace(program, known_events=_known_events(program.program.number, by)) for program in summary.programs
        ),
        groups=tuple(_marked_group(group, found, by) for group in summary.groups),
        causes=tuple(_marked_cause(row, by) for row in summary.causes),
        known=covered.in_run,
        again=tuple(_marked_again(one, summary, known) for one in summary.again),
    )


def _marked_again(one: KeptEventAnswer, summary: CampaignSummary, known: KnownList) -> KeptEventAnswer:
    """Mark a kept event of which everything is known; an event without an answer is not marked."""
    entries = list(match_known(known.entries, _seen_again(one, summary)).by)
    return replace(one, known=None if one.failure else _first_if_all(entries))


def _seen_again(one: KeptEventAnswer, summary: CampaignSummary) -> list[FindingKey]:
    """Return the findings in a kept event."""
    name, system = summary.programs[one.program].program.name, summary.configuration.system
    causes = one.causes or ((),) * len(one.findings)
    return [
        FindingKey(program=name, signature=signature_of(finding, "", system), causes=frozenset(names))
        for finding, names in zip(one.findings, causes, strict=False)
    ]


def _found(summary: CampaignSummary, outcomes: Iterable[EventOutcome]) -> Iterator[_KeyedFinding]:
    causes: dict[Key, set[str]] = defaultdict(set)
    for number, search in summary.searches:
        for group in search.groups:
            for one in group.explained:
                causes[number, one.event, one.round_number].update(member.identifier for member in group.members)
    names = [program.program.name for program in summary.programs]
    for outcome in outcomes:
        for finding in outcome.findings:
            if finding.score in AGAINST_THE_PROGRAM:
                key = (finding.program, str(outcome.index), finding.round_number)
                seen = FindingKey(
                    program=names[finding.program],
                    signature=signature_of(finding, "", summary.configuration.system),
                    causes=frozenset(causes.get(key, ())),
                )
                yield _KeyedFinding(key=key, seen=seen)


def _known_events(program: int, by: Mapping[Key, KnownFinding | None]) -> int:
    """Return in how many events everything found against a program is known."""
    is_known: dict[str, bool] = {}
    for (number, event, _), entry in by.items():
        if number == program:
            is_known[event] = is_known.get(event, True) and entry is not None
    return sum(is_known.values())


def _marked_group(group: Group, found: Iterable[_KeyedFinding], by: Mapping[Key, KnownFinding | None]) -> Group:
    names = (one for one in found if one.key[0] == group.program)
    entries = [by[one.key] for one in names if f"{one.seen.program} | {one.seen.signature}" == group.signature]
    return replace(group, known=_first_if_all(entries))


def _marked_cause(row: CauseRow, by: Mapping[Key, KnownFinding | None]) -> CauseRow:
    explained = ((row.program, one.event, one.round_number) for one in row.cause.explained)
    return replace(row, known=_first_if_all([by[key] for key in explained if key in by]))


def _first_if_all(entries: list[KnownFinding | None]) -> KnownFinding | None:
    return entries[0] if entries and all(entries) else None


def _occurring(entry: KnownFinding, found: Iterable[_KeyedFinding]) -> Occurrence:
    keys = [one.key for one in found if entry.covers(one.seen)]
    events = {(number, event) for number, event, _ in keys}
    return Occurrence(entry=entry, findings=len(keys), events=len(events))


def _is_settled(summary: CampaignSummary, number: int | None) -> bool:
    """Whether all programs, or one, were asked about everything and answered."""
    programs = [program for program in summary.programs if number in (None, program.program.number)]
    answered = all(program.rounds for program in programs)
    left = any(program.failures or program.unchecked for program in programs)
    return summary.is_complete and answered and not left
