"""A search for causes told in lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.causes.explanation import (
    MAX_LISTED_MEMBERS,
    bracket_article,
    describe_effort,
    describe_figures,
    describe_group,
    describe_nearest,
    describe_trigger,
)
from reports.detail import Detail
from reports.text import Line, Style
from tournaments import __version__
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.causes.causes_finding import CauseGroup, CausesFinding, RoundName

_ROUNDS_TOLD = 12


def refused_lines(refused: Sequence[tuple[str, str]]) -> Iterator[Line]:
    """Name events that could not be looked at, with the reason."""
    for event, reason in refused:
        yield Line(f"{event}: not looked at: {reason}", Style.DOUBT)


def causes_lines(finding: CausesFinding, program: str = "", detail: Detail = Detail.USUAL) -> Iterator[Line]:
    """
    List the changes that would make the rounds right, best first, and count the causes tried.

    ``program`` is the program of a campaign whose findings they explain; empty for files.
    """
    whose = f"{program}: " if program else ""
    if not finding.discrepant:
        agree = (
            f"{counted_noun(finding.agreeing_in_all, 'round')} agree" if finding.agreeing_in_all else "no round differs"
        )
        yield Line(f"{whose}Nothing to explain: {agree}.", Style.GOOD)
        return
    found = counted_noun(finding.discrepant, "discrepant or open round")
    yield Line(f"{whose}{found}, {counted_noun(finding.agreeing_in_all, 'agreeing round')}", Style.HEADING)
    shown = finding.groups[:1] if detail is Detail.VERDICT else finding.groups
    for number, group in enumerate(shown, start=1):
        yield from _group_lines(number, group, finding)
    if finding.unexplained:
        none = "No cause explains" if finding.groups else "Nothing that was tried explains"
        yield Line(f"{none} {rounds_in_words(finding.unexplained)}.", Style.DOUBT, 2)
    if finding.nearest:
        yield Line(f"Nearest: {describe_nearest(finding.nearest, finding)}", Style.DOUBT, 2)
    if detail is Detail.VERDICT:
        return
    for remark in finding.remarks:
        yield Line(remark, Style.DOUBT, 2)
    for trigger in finding.triggers:
        yield Line(describe_trigger(trigger), Style.PLAIN, 2)
    yield Line(describe_effort(finding), Style.FAINT, 2)
    for sentence in finding.not_tried:
        yield Line(sentence, Style.FAINT, 2)


def _group_lines(number: int, group: CauseGroup, finding: CausesFinding) -> Iterator[Line]:
    yield Line(f"{number}. {describe_group(group)}", Style.PLAIN, 2)
    if len(group.members) <= MAX_LISTED_MEMBERS:
        for other in group.members[1:]:
            yield Line(f"or {other.sentence}{bracket_article(other.article)}", Style.PLAIN, 5)
    yield Line(f"{describe_figures(group, finding)}: {rounds_in_words(group.explained)}", Style.FAINT, 5)
    if group.contradicted:
        yield Line(f"contradicted by {rounds_in_words(group.contradicted)}", Style.FAINT, 5)


def rounds_in_words(rounds: Sequence[RoundName]) -> str:
    """``rounds 1 and 3 of a, round 2 of b``; of many the first."""
    events: dict[str, list[int]] = {}
    for one in rounds[:_ROUNDS_TOLD]:
        events.setdefault(one.event, []).append(one.round_number)
    parts = [
        f"round{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))} of {event}"
        for event, numbers in events.items()
    ]
    more = len(rounds) - _ROUNDS_TOLD
    return f"{'; '.join(parts)}{f'; and {more} more' if more > 0 else ''}"


def render_causes(searches: Sequence[tuple[str, CausesFinding]], refused: Sequence[tuple[str, str]]) -> str:
    """Return the page on searches for causes, each with the program whose findings it explains, empty for files."""
    from reports.html import environment  # noqa: PLC0415 - templates are loaded only for a page

    return (
        environment()
        .get_template("causes.html.j2")
        .render(
            searches=searches,
            refused=refused,
            version=__version__,
            told=describe_group,
            figures=describe_figures,
            tried_in_words=describe_effort,
            trigger_in_words=describe_trigger,
            rounds_in_words=rounds_in_words,
        )
    )
