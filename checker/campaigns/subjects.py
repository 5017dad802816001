"""The subject that a user names in a campaign: a cause, findings alike, or an event; and the round that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.campaigns.outcomes import Score
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.outcomes import EventOutcome, Finding
    from checker.causes.causes_finding import CauseGroup


_LISTED = 20
"""Names that are listed where a name is unknown."""


class SubjectError(ValueError):
    """Nothing in the campaign has that name; the message says what there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A round in which something was found, and what it stands for."""

    finding: Finding
    event: int
    players: int
    cause: CauseGroup | None = None
    """The cause that explains it, if one does."""
    signature: str
    """Of findings alike."""

    @property
    def size(self) -> tuple[int, int, int, int]:
        """Compare two by it: fewer players first, then the first event, its first round, the first program."""
        return self.players, self.event, self.finding.round_number, self.finding.program

    @property
    def key(self) -> str:
        """The key of a reduced event in the store: the cause, or the signature."""
        return self.cause.first.identifier if self.cause else self.signature


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectQuery:
    """Which subject is asked for."""

    name: str
    """Identifier of a cause, beginning of a signature, or number of an event."""
    program: int | None = None
    round_number: int | None = None


def find_subject(summary: CampaignSummary, outcomes: list[EventOutcome], asked: SubjectQuery) -> Subject:
    """Return the smallest event that shows what is asked for, its first round; SubjectError if there is none."""
    found = [
        subject
        for subject in subjects(summary, outcomes)
        if asked.program in (None, subject.finding.program)
        and asked.round_number in (None, subject.finding.round_number)
    ]
    fitting = [subject for subject in found if _is_meant(subject, asked.name)]
    if not fitting:
        raise SubjectError(_list_names(asked, found))
    return min(fitting, key=lambda one: one.size)


def subjects(summary: CampaignSummary, outcomes: list[EventOutcome]) -> Iterator[Subject]:
    """Yield every finding with the cause that explains it."""
    signatures = {
        (group.program, event, group.score, group.verdict, group.criterion or group.article, group.shape): group
        for group in summary.groups
        for event in group.all_events
    }
    causes = {
        (row.program, one.event, one.round_number): row.cause for row in summary.causes for one in row.cause.explained
    }
    for outcome in outcomes:
        for one in outcome.findings:
            if one.score is Score.BOARD_ORDER:
                continue
            decided = one.criterion or one.article
            group = signatures[one.program, outcome.index, one.score, one.verdict, decided, one.shape]
            yield Subject(
                finding=one,
                event=outcome.index,
                players=outcome.players,
                cause=causes.get((one.program, str(outcome.index), one.round_number)),
                signature=group.signature,
            )


def _is_meant(subject: Subject, name: str) -> bool:
    if name.isascii() and name.isdecimal():
        return subject.event == int(name[:20])
    if subject.cause and any(member.identifier == name for member in subject.cause.members):
        return True
    return subject.signature.startswith(name)


def _list_names(asked: SubjectQuery, found: list[Subject]) -> str:
    """Say that nothing is called so, and how the causes and findings alike are called."""
    names = list(dict.fromkeys(subject.key for subject in found))
    if not names:
        return f"nothing was found by the name of '{asked.name}': there are no findings of such a program and round"
    listed = "\n  ".join(names[:_LISTED])
    more = f"\n  and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f"nothing was found by the name of '{asked.name}'; there are:\n  {listed}{more}"
