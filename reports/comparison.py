"""Two programs compared, as text, as lines and as a page. Decides nothing."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from checker.campaigns.comparing import Change
from checker.verdicts.consequence import judge, judge_list
from reports.campaign_lines import json_line
from reports.html import QUALITIES, render_template
from reports.words import known_lines
from tournaments import __version__
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.comparing import ComparedKind, Comparison
    from reports.campaign import Reductions, ReductionView

FORMAT = "pairproof-comparison"
VERSION = 1
"""Rises when a reader of the version before could misunderstand a line."""
_BADGES = {
    Change.NEW: ("discrepant", "✗"),
    Change.KNOWN: ("accepted", "●"),
    Change.SAME: ("accepted", "○"),
    Change.FIXED: ("consistent", "✓"),
}


def conclude_comparison(comparison: Comparison) -> str:
    """Return the outcome in a sentence or two."""
    new, known, same, fixed = (len(comparison.of(change)) for change in Change)
    events = counted_noun(comparison.events, "event")
    kinds = f"{counted_noun(new, 'new kind') if new else 'no new kind'} of finding{f', {known} known' if known else ''}"
    kinds += f", {same} as before, {fixed} fixed"
    parts = [f"{comparison.new.name} against {comparison.old.name}, {events}: {kinds}."]
    if comparison.new.program.tally.our_faults:
        parts.append("In some rounds it did better than our own engine: our fault, please report them.")
    if comparison.failures:
        parts.append(
            f"{counted_noun(comparison.failures, 'question')} not answered that {comparison.old.name} answered."
        )
    if not comparison.new.summary.is_complete:
        summary = comparison.new.summary
        parts.append(f"Not complete: {summary.judged} of {counted_noun(summary.planned, 'event')} judged.")
    if not comparison.events:
        parts.append("Nothing was compared, so nothing was confirmed.")
    parts += (
        f"The causes of what {side.name} does have not been searched for."
        for side in (comparison.old, comparison.new)
        if side.number in side.summary.unsearched
    )
    parts += judge(judge_list(comparison.known)).failures
    return " ".join(parts)


def counts(kind: ComparedKind) -> str:
    """``4 rounds, 2 of them new; 2 before``."""
    if kind.change is Change.FIXED:
        return f"{counted_noun(kind.changed, 'round')} before, none now"
    if kind.change is Change.SAME:
        new = ""
    else:
        some = "" if kind.changed == kind.rounds_now else f"{kind.changed} "
        new = f", {some}{kind.change.value}"
    return f"{counted_noun(kind.rounds_now, 'round')}{new}; {kind.rounds_before or 'none'} before"


def where(kind: ComparedKind) -> str:
    """Name the event that shows the finding best."""
    example = kind.example
    return f"event {example.event_number}, {example.where} ({counted_noun(example.players, 'player')})"


def comparison_text(comparison: Comparison) -> str:
    """Return the text of a comparison."""
    lines = [conclude_comparison(comparison)]
    for kind in comparison.kinds:
        named = f"{kind.words} [{kind.identifier}]" if kind.example.cause else kind.identifier
        lines.append(f"{kind.change.value}: {named}")
        lines.append(f"  {counts(kind)}; {where(kind)}")
        if kind.change is Change.NEW:
            lines.append(f"  {' '.join(kind.example.sentence.split())}")
    if comparison.known is not None:
        lines += known_lines(comparison.known)
    return "".join(f"{escape_line(line)}\n" for line in lines)


def comparison_lines(comparison: Comparison, reductions: Reductions) -> Iterator[str]:
    """Yield JSON lines: a header, a line for each kind with its reduced event, and a footer."""
    old, new = comparison.old, comparison.new
    yield json_line(
        "header",
        format=FORMAT,
        format_version=VERSION,
        program="pairproof",
        version=__version__,
        system=new.summary.configuration.system,
        seed=new.summary.configuration.seed,
        old={"name": old.program.program.name, "version": old.program.program.version},
        new={"name": new.program.program.name, "version": new.program.program.version},
    )
    for kind in comparison.kinds:
        reduced = reductions.get((new.number, kind.example.key))
        yield json_line(
            "compared",
            change=kind.change.value,
            id=kind.identifier,
            is_cause=kind.example.cause is not None,
            words=kind.words,
            rounds_before=kind.rounds_before,
            rounds_now=kind.rounds_now,
            changed=kind.changed,
            event=kind.example.event_number,
            round=kind.example.round_number,
            sentence=kind.example.sentence,
            known=asdict(kind.known) if kind.known else None,
            reduced=reduced.text if reduced and kind.change is Change.NEW else None,
        )
    yield json_line(
        "footer",
        events=comparison.events,
        **{change.value: len(comparison.of(change)) for change in Change},
        failures=comparison.failures,
        gone=[entry.name for entry in comparison.known.gone] if comparison.known else [],
        exit_status=int(comparison.status),
    )


def render_comparison(comparison: Comparison, reductions: Reductions) -> str:
    """Return the page, with the reduced events of new findings."""
    from reports.campaign import view_reduction  # noqa: PLC0415 - only a page draws them

    def reduced_of(kind: ComparedKind) -> ReductionView | None:
        if kind.change is not Change.NEW:
            return None
        return view_reduction(
            reductions.get((comparison.new.number, kind.example.key)), f"n-{comparison.kinds.index(kind)}"
        )

    return render_template(
        "comparison.html.j2",
        comparison=comparison,
        conclusion=conclude_comparison(comparison),
        quality=QUALITIES[comparison.status],
        badge_of=lambda kind: _BADGES[kind.change],
        counts=counts,
        where=where,
        reduced_of=reduced_of,
        of_program=True,
    )
