"""A campaign rearranged for its page: a part for each program, reduced events to draw, the agreement of programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.campaigns.smallest_events import checked_again
from reports.html import as_answered
from reports.view import event_view
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from checker.campaigns.grouping import CampaignSummary, CauseRow, Group, ProgramSummary
    from checker.campaigns.outcomes import KeptEventAnswer, ReducedEvent
    from checker.causes.causes_finding import CausesFinding
    from reports.view import EventView

    Reductions = Mapping[tuple[int, str], ReducedEvent]
    """By program, and by identifier of a cause or signature of findings alike."""

OURSELVES = "Pairproof"


class ReductionView(FrozenStruct, frozen=True, kw_only=True):
    """A reduced event, ready for the page."""

    event: ReducedEvent
    view: EventView | None
    """None where nothing is recorded of its last round."""
    origin: str
    """Of which event it is, and how it was made."""


class CauseView(FrozenStruct, frozen=True, kw_only=True):
    """A cause with the smallest event that shows it."""

    anchor: str
    row: CauseRow
    reduced: ReductionView | None


class GroupView(FrozenStruct, frozen=True, kw_only=True):
    """Findings alike, under their number on the page."""

    number: int
    group: Group
    reduced: ReductionView | None


class ProgramPart(FrozenStruct, frozen=True, kw_only=True):
    """The part of the page on one program."""

    program: ProgramSummary
    search: CausesFinding | None
    causes: tuple[CauseView, ...]
    groups: tuple[GroupView, ...]
    again: tuple[KeptEventAnswer, ...]
    """Kept events about which it was asked first."""


class Matrix(FrozenStruct, frozen=True, kw_only=True):
    """The agreement of programs: a row and a column for each program and Pairproof."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def parts_of(summary: CampaignSummary, reductions: Reductions) -> tuple[ProgramPart, ...]:
    """Return a part for each program, in their order; findings alike are numbered throughout."""
    searches, parts, numbered = dict(summary.searches), [], 0
    for program in summary.programs:
        number = program.program.number
        rows = [row for row in summary.causes if row.program == number]
        mine = [group for group in summary.groups if group.program == number]
        causes = tuple(
            CauseView(
                anchor=f"cause-{number}-{place}",
                row=row,
                reduced=view_reduction(reductions.get((number, row.cause.first.identifier)), f"c-{number}-{place}"),
            )
            for place, row in enumerate(rows, start=1)
        )
        groups = tuple(
            GroupView(
                number=place,
                group=group,
                reduced=view_reduction(reductions.get((number, group.signature)), f"g-{place}"),
            )
            for place, group in enumerate(mine, start=numbered + 1)
        )
        numbered += len(mine)
        again = summary.again_of(number)
        parts.append(
            ProgramPart(program=program, search=searches.get(number), causes=causes, groups=groups, again=again)
        )
    return tuple(parts)


def view_reduction(reduced: ReducedEvent | None, anchor: str) -> ReductionView | None:
    """Return a reduced event ready for a page, where its parts have names that begin with an anchor."""
    if reduced is None:
        return None
    found = checked_again(reduced)
    return ReductionView(
        event=reduced,
        view=event_view(as_answered(found), anchor) if found else None,
        origin=" ".join(_origin(reduced)),
    )


def _origin(reduced: ReducedEvent) -> Iterator[str]:
    if reduced.is_fresh:
        yield f"Not a part of event {reduced.event}, but a fresh event in which the program makes the same error;"
    else:
        yield f"What is left of event {reduced.event};"
    kept = "the cause stays" if reduced.keeps_cause else "the verdict and what decides stay"
    asked = "the program was asked each time" if reduced.asked else "its answer was carried along"
    yield f"{kept}, and {asked} ({counted_noun(reduced.questions, 'question')})."
    if not reduced.is_finished:
        yield "The search was stopped: a smaller one may exist."


def matrix_of(summary: CampaignSummary) -> Matrix | None:
    """Return the agreement of programs; None where no programs were compared."""
    if not summary.agreements:
        return None
    everybody: list[int | None] = [None, *(program.program.number for program in summary.programs)]
    told = {
        frozenset((agreement.one, agreement.other)): f"{agreement.alike} of {agreement.rounds}"
        for agreement in summary.agreements
    }
    names = [OURSELVES, *(program.program.name for program in summary.programs)]
    rows = (tuple(told.get(frozenset((one, other)), "") for other in everybody) for one in everybody)
    return Matrix(names=tuple(names), rows=tuple(rows))
