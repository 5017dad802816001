"""Known findings and kept events in words, as every report says them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.campaigns.outcomes import KeptEventAnswer
    from checker.known_findings.entries import KnownFinding, KnownInRun, Occurrence


_PAGES = ("https://", "http://")
"""Beginnings of a link that may be followed; any other link is shown as it was written."""


def is_page(link: str) -> bool:
    """Whether a link may be followed."""
    return link.startswith(_PAGES)


def known_in_words(entry: KnownFinding) -> str:
    """``known since 2026-11-22: reported, mended in 6.1 (https://...)``."""
    since = f" since {entry.since}" if entry.since else ""
    link = f" ({entry.link})" if entry.link else ""
    return f"known{since}: {entry.reason}{link}"


def gone_in_words(entry: KnownFinding, source: str, *, is_settled: bool) -> str:
    """Describe an entry without a finding, and the remedy."""
    if not is_settled:
        return f"{entry.name}: not found so far"
    where = f"{source}, line {entry.line}" if entry.line else source
    return f"{entry.name}: does not occur any more; take it off the list ({where})"


def describe_occurrence(occurrence: Occurrence) -> str:
    """Describe an entry: its number of occurrences, and the reason why it is known."""
    events = f" in {counted_noun(occurrence.events, 'event')}" if occurrence.events else ""
    found = f"{counted_noun(occurrence.findings, 'finding')}{events}" if occurrence.findings else "in kept events only"
    return f"{occurrence.entry.name}: {found}; {known_in_words(occurrence.entry)}"


def new_in_words(signature: str, findings: int, events: int) -> str:
    """Tell a signature that is not known, as it would stand in a list."""
    return f"New: {signature}: {counted_noun(findings, 'finding')} in {counted_noun(events, 'event')}"


def known_lines(known: KnownInRun) -> Iterator[str]:
    """List the occurrences of known findings, and the entries that are gone."""
    if not known.occurring and not known.gone:
        yield f"Known findings ({known.source}): none is listed."
        return
    yield f"Known findings ({known.source}):"
    yield from (f"  {describe_occurrence(one)}" for one in known.occurring)
    yield from (f"  {gone_in_words(entry, known.source, is_settled=known.is_settled)}" for entry in known.gone)


def describe_kept_event(answer: KeptEventAnswer) -> str:
    """Describe the answer of a program about a kept event."""
    known = " [known]" if answer.known else ""
    if answer.failure:
        return f"{answer.name}: it {answer.failure}"
    first = answer.findings[0]
    decided = first.decided
    return f"{answer.name}, {first.where}: {first.word}{f', {decided}' if decided else ''}{known}"


def count_kept_events(again: Sequence[KeptEventAnswer]) -> str:
    """``3 kept events were asked about first: 1 still fails, 2 are right now.``; empty where there were none."""
    if not again:
        return ""
    wrong = sum(not one.is_right for one in again)
    right = len(again) - wrong
    told = [f"{wrong} still fail{'s' if wrong == 1 else ''}"] if wrong else []
    told += [f"{right} {'is' if right == 1 else 'are'} right now"] if right else []
    verb = "was" if len(again) == 1 else "were"
    return f"{counted_noun(len(again), 'kept event')} {verb} asked about first: {', '.join(told)}."
