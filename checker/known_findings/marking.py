"""
Known findings marked in what was found: in the rounds and rank orders of checked files, and in a campaign.

Rounds and rank orders are known by their signatures, findings of a campaign also by their causes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.grouping import CampaignSummary, ProgramSummary, signature_of, with_findings
from checker.campaigns.outcomes import KeptEventAnswer, ProgramFinding, finding_of, finding_of_standings
from checker.findings import Entry, EventHeader, RoundFinding
from checker.known_findings.entries import FindingKey, KnownFinding, KnownInRun, KnownList
from checker.tally import Counts, Tally

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from checker.standings.findings import StandingsFinding


class KnownRounds:
    """Marks known findings in the entries of a run, and counts the occurrences of the list."""

    def __init__(self, known: KnownList, *, is_whole: bool = True) -> None:
        """Take the list; ``is_whole`` if every round is judged, so that a missing finding is gone."""
        self._known, self._is_whole = known, is_whole
        self._system = ""
        self._event = 0
        self._found: list[FindingKey] = []

    def marked(self, entry: Entry) -> Entry:
        """Take one more entry, and return it with its known finding."""
        if not isinstance(entry, EventHeader):
            known = self._covering(entry)
            return replace(entry, known=known) if known else entry
        self._event += 1
        self._system = entry.edition.key if entry.edition else ""
        known = self._covering(entry.standings) if entry.standings else None
        return replace(entry, standings=replace(entry.standings, known=known)) if entry.standings and known else entry

    def _covering(self, finding: RoundFinding | StandingsFinding) -> KnownFinding | None:
        """Return the entry of the list that covers a round or a rank order; None if none does, or it is right."""
        seen = _find_key(finding, self._system, self._event)
        if seen is None:
            return None
        self._found.append(seen)
        return self._known.find(seen)

    def in_run(self, tally: Tally) -> KnownInRun:
        """Return the occurrences of the list."""
        is_settled = self._is_whole and bool(tally.checked.rounds) and not tally.not_checked
        return self._known.in_run(self._found, is_settled=is_settled)

    def new(self) -> Iterator[tuple[str, int, int]]:
        """Yield the signatures that no entry covers, with the number of findings and of events."""
        fresh = [seen for seen in self._found if self._known.find(seen) is None]
        for signature, findings in Counter(seen.signature for seen in fresh).items():
            yield signature, findings, len({seen.event for seen in fresh if seen.signature == signature})


def _find_key(verdict: RoundFinding | StandingsFinding, system: str, event: int) -> FindingKey | None:
    """Return the finding if it counts as a discrepancy; a fault of Pairproof does not count here."""
    finding = finding_of(verdict, 0) if isinstance(verdict, RoundFinding) else finding_of_standings(verdict, 0)
    if finding is None or not finding.is_against:
        return None
    return FindingKey(signature=signature_of(finding, "", system), event=event)


def with_known(
    summary: CampaignSummary, known: KnownList, program: int | None = None, events: Collection[int] | None = None
) -> CampaignSummary:
    """
    Mark the known findings of a summary; ``program`` and ``events`` limit the list's scope.

    Only what counts against a program can be known: what is right by another reading fails no run, and a fault of
    ours is never hidden. In kept events, too, nothing is gone.
    """
    found = [
        (finding, _find_campaign_key(finding, summary))
        for finding in summary.findings
        if finding.is_against
        and program in (None, finding.program)
        and (events is None or finding.event_number in events)
    ]
    again = [key for one in summary.again if program in (None, one.program) for key in _find_keys_again(one, summary)]
    by = {_place(finding): known.find(key) for finding, key in found}
    marked = with_findings(summary, lambda finding: replace(finding, known=by.get(_place(finding))))
    in_run = known.in_run((key for _, key in found), again, is_settled=_is_settled(summary, program))
    return replace(
        marked,
        programs=tuple(_mark_program(one, marked) for one in summary.programs),
        known=in_run,
        again=tuple(_mark_again(one, summary, known) for one in summary.again),
    )


def _find_campaign_key(finding: ProgramFinding, summary: CampaignSummary) -> FindingKey:
    """Return the names by which a list may call a finding."""
    return FindingKey(
        program=summary.programs[finding.program].program.name,
        signature=signature_of(finding, "", summary.configuration.system),
        causes=frozenset(member.identifier for group in finding.causes for member in group.members),
        event=(finding.program, finding.event_number),
    )


def _find_keys_again(answer: KeptEventAnswer, summary: CampaignSummary) -> list[FindingKey]:
    """Return the names of the findings in a kept event."""
    causes = answer.causes or ((),) * len(answer.findings)
    keys = [_find_campaign_key(finding, summary) for finding in answer.findings]
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
    entries = [known.find(key) for key in _find_keys_again(answer, summary)]
    return replace(answer, known=entries[0] if entries and all(entries) and not answer.failure else None)


def _is_settled(summary: CampaignSummary, number: int | None) -> bool:
    """Whether all programs, or one, answered everything that was planned, and their causes were searched for."""
    programs = [program for program in summary.programs if number in (None, program.program.number)]
    answered = all(program.tally.checked.rounds for program in programs)
    left = any(program.failures or program.tally.not_checked for program in programs)
    is_searched = not any(program.program.number in summary.unsearched for program in programs)
    return summary.is_complete and is_searched and answered and not left
