"""The plan of an endorsement: parts, numbers of events, and the bar."""

from __future__ import annotations

from enum import Enum

from checker.campaigns.configuration import Configuration, Direction
from tournaments.frozen import JsonStruct

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
