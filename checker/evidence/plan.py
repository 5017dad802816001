"""The plan of an endorsement: parts, numbers of events, and the bar."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.grouping import with_findings
from tournaments.frozen import JsonStruct

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.store import KnownProgram


ENDORSEMENT = "endorsement"
"""The profile from which events are drawn, where a system has it."""
EXAM_EVENTS = 500
"""Events of the exam at most; half of them have a planted error."""


class EndorsementProcedure(Enum):
    """A procedure of endorsement; the value is its name."""

    NEW = "TEC Manual 3.9.4"
    OLD = "C.04.A"

    @property
    def events(self) -> int:
        """How many events it asks for in each direction."""
        return 50_000 if self is EndorsementProcedure.NEW else 5_000


class EvidencePart(Enum):
    """A part of the evidence, in the order of the form; the value names its files."""

    EXAM = "exam"
    """Our events, some with a planted error, through its checker (Q21)."""
    GENERATE = "generate"
    """Its generator's events through our checker (Q31, Q33)."""
    PAIR = "pair"
    """Our events, paired by it round by round (Q33)."""
    JUDGE = "judge"
    """Our events through its checker (Q33)."""
    SUITE = "suite"
    """The conformance suite of the edition; the form does not ask for it."""

    @property
    def direction(self) -> Direction | None:
        """The direction of the campaign that it is; None of the suite."""
        return None if self is EvidencePart.SUITE else Direction(self.value)

    @property
    def has_bar(self) -> bool:
        """Whether its discrepancies count for the bar."""
        return self in BARRED


BARRED = (EvidencePart.PAIR, EvidencePart.JUDGE, EvidencePart.GENERATE)
"""The parts that the bar is about, in the order of the pages."""


class Plan(JsonStruct, frozen=True, kw_only=True):
    """Everything that is asked, so that it can be gone on with, and asked again by others."""

    spec: str
    """The program, as `checker.programs.specs.open_program` reads it."""
    system: str
    procedure: EndorsementProcedure
    events: int
    """In each direction."""
    seed: int
    profile: str
    axes: tuple[tuple[str, str], ...] = ()
    """Axes that differ from the profile, in words."""
    time_limit: int = 0
    """Seconds for each question; 0: what its description says."""

    @property
    def is_large_enough(self) -> bool:
        """Whether as many events are planned as the procedure asks for."""
        return self.events >= self.procedure.events

    def events_of(self, part: EvidencePart) -> int:
        """Return the number of events of a part; none for the suite."""
        if part is EvidencePart.SUITE:
            return 0
        return min(self.events, EXAM_EVENTS) if part is EvidencePart.EXAM else self.events

    def configuration(self, direction: Direction) -> Configuration:
        """Return the campaign that asks one direction: the same seed, so that pairings and checks are of one event."""
        return Configuration(
            direction=direction,
            programs=(self.spec,),
            seed=self.seed,
            system=self.system,
            profile=self.profile,
            axes=self.axes,
            time_limit=self.time_limit or None,
        )


_FOLDER = re.compile(r"(?<![\w.~/}])(?:~|\.{1,2})?/(?:[^\s/'\"]+/)*(?=[^\s/])")
"""Where a path begins, up to its last part; what stands between numbers or words (1/2, and/or) is none."""


def strip_folders(text: str) -> str:
    """Return a text in which files are called by their names alone."""
    return _FOLDER.sub("", text)


def strip_people(summary: CampaignSummary) -> CampaignSummary:
    """Return a summary without the sentences, which name people."""
    bare = with_findings(summary, lambda one: replace(one, sentence=f"{one.where.capitalize()}: {one.word}."))
    return _with_details(bare, lambda _: "")


def summary_without_folders(summary: CampaignSummary) -> CampaignSummary:
    """Return a summary without folders, which words of programs and their checkers may name."""
    configuration = replace(summary.configuration, programs=tuple(map(strip_folders, summary.configuration.programs)))
    programs = tuple(replace(one, program=_program_without_folders(one.program)) for one in summary.programs)
    summary = with_findings(summary, lambda one: replace(one, sentence=strip_folders(one.sentence)))
    return replace(_with_details(summary, strip_folders), configuration=configuration, programs=programs)


def _program_without_folders(program: KnownProgram) -> KnownProgram:
    """Return a program whose command names no folder."""
    return replace(program, spec=strip_folders(program.spec), transport=strip_folders(program.transport))


def _with_details(summary: CampaignSummary, change: Callable[[str], str]) -> CampaignSummary:
    """Return a summary in which the details of every failure are changed."""
    outcomes = (
        replace(one, failures=tuple(replace(failure, detail=change(failure.detail)) for failure in one.failures))
        for one in summary.outcomes
    )
    return replace(summary, outcomes=tuple(outcomes))
