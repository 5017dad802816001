"""A campaign against a list of known findings: which of its findings are known, and which entries no longer occur."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.grouping import signature_of, with_findings
from checker.known_findings.entries import FindingKey, KnownInRun, Occurrence, match_known
from checker.tally import Counts

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from checker.campaigns.grouping import CampaignSummary, ProgramSummary
    from checker.campaigns.outcomes import KeptEventAnswer, ProgramFinding
    from checker.known_findings.entries import KnownFinding
    from checker.known_findings.toml_file import KnownList


def with_known(
    summary: CampaignSummary, known: KnownList, program: int | None = None, events: Collection[int] | None = None
) -> CampaignSummary:
    """
    Mark the known findings of a summary; ``program`` and ``events`` limit the list's scope.

    Only what counts against a program can be known: what is right by another reading fails no run, and a fault of
    ours is never hidden. In kept events, too, nothing is gone.
    """
    found = [
        (finding, _find_key(finding, summary))
        for finding in summary.findings
        if finding.is_against
        and program in (None, finding.program)
        and (events is None or finding.event_number in events)
    ]
    again = [key for one in summary.again if program in (None, one.program) for key in _find_keys_again(one, summary)]
    matched = match_known(known.entries, (*(key for _, key in found), *again))
    by = {_place(finding): entry for (finding, _), entry in zip(found, matched.by, strict=False)}
    marked = with_findings(summary, lambda finding: replace(finding, known=by.get(_place(finding))))
    in_run = KnownInRun(
        source=known.source,
        occurring=tuple(_count_occurrences(entry, found) for entry in known.entries if entry not in matched.gone),
        gone=matched.gone,
        is_settled=_is_settled(summary, program),
    )
    return replace(
        marked,
        programs=tuple(_mark_program(one, marked) for one in summary.programs),
        known=in_run,
        again=tuple(_mark_again(one, summary, known) for one in summary.again),
    )


def _find_key(finding: ProgramFinding, summary: CampaignSummary) -> FindingKey:
    """Return the names by which a list may call a finding."""
    return FindingKey(
        program=summary.programs[finding.program].program.name,
        signature=signature_of(finding, "", summary.configuration.system),
        causes=frozenset(member.identifier for group in finding.causes for member in group.members),
    )


def _find_keys_again(answer: KeptEventAnswer, summary: CampaignSummary) -> list[FindingKey]:
    """Return the names of the findings in a kept event."""
    causes = answer.causes or ((),) * len(answer.findings)
    keys = [_find_key(finding, summary) for finding in answer.findings]
    return [replace(key, causes=frozenset(names)) for key, names in zip(keys, causes, strict=False)]


def _place(finding: ProgramFinding) -> tuple[int, int, int, str]:
    return finding.program, finding.event_number, finding.round_number, finding.score.value


def _mark_program(program: ProgramSummary, summary: CampaignSummary) -> ProgramSummary:
    """Count the events of a program in which everything against it is known, and the known rounds."""
    known: dict[int, bool] = defaultdict(lambda: True)
    against = [
        finding for finding in summary.findings if finding.is_against and finding.program == program.program.number
    ]
    for finding in against:
        known[finding.event_number] &= finding.known is not None
    covered = [finding for finding in against if finding.known]
    counts = Counts(
        events=sum(known.values()),
        rounds=sum(finding.round_number > 0 for finding in covered),
        pairs=sum(finding.discrepant_pairs for finding in covered),
    )
    return replace(program, tally=replace(program.tally, known=counts))


def _mark_again(answer: KeptEventAnswer, summary: CampaignSummary, known: KnownList) -> KeptEventAnswer:
    """Mark a kept event of which everything is known; an event without an answer is not marked."""
    entries = match_known(known.entries, _find_keys_again(answer, summary)).by
    return replace(answer, known=entries[0] if entries and all(entries) and not answer.failure else None)


def _count_occurrences(entry: KnownFinding, findings: Sequence[tuple[ProgramFinding, FindingKey]]) -> Occurrence:
    covered = [finding for finding, key in findings if entry.covers(key)]
    return Occurrence(
        entry=entry, findings=len(covered), events=len({(finding.program, finding.event_number) for finding in covered})
    )


def _is_settled(summary: CampaignSummary, number: int | None) -> bool:
    """Whether all programs, or one, answered everything that was planned, and their causes were searched for."""
    programs = [program for program in summary.programs if number in (None, program.program.number)]
    answered = all(program.tally.checked.rounds for program in programs)
    left = any(program.failures or program.tally.not_checked for program in programs)
    is_searched = not any(program.program.number in summary.unsearched for program in programs)
    return summary.is_complete and is_searched and answered and not left
