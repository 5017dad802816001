"""The result of a search for causes, as plain frozen values."""

from __future__ import annotations

from checker.causes.triggers import Trigger
from tournaments.frozen import JsonStruct


class RoundName(JsonStruct, frozen=True, order=True, array_like=True):
    """The name of a round."""

    event: str
    round_number: int


class DescribedCause(JsonStruct, frozen=True, kw_only=True):
    """A cause in words."""

    identifier: str
    sentence: str
    article: str
    kind: str


class CauseGroup(JsonStruct, frozen=True, kw_only=True):
    """Causes with the same effect on all rounds examined."""

    members: tuple[DescribedCause, ...]
    """The simplest first."""
    explained: tuple[RoundName, ...]
    """Rounds that become exactly right."""
    contradicted: tuple[RoundName, ...]
    """Agreeing rounds, of those looked at, that become wrong."""
    is_certain_of_record: bool
    """Whether the record stays as it is, or more than one round speaks for the change of it."""

    @property
    def first(self) -> DescribedCause:
        """The simplest of them."""
        return self.members[0]


class CausesFinding(JsonStruct, frozen=True, kw_only=True):
    """Everything that a search has found."""

    discrepant: int
    """Discrepant and open rounds of all cases."""
    agreeing: int
    """Agreeing rounds that were looked at for contradictions."""
    agreeing_in_all: int
    groups: tuple[CauseGroup, ...]
    """Best first; together they cover what can be explained."""
    nearest: CauseGroup | None = None
    """Where no cause qualifies, the one that explains most rounds."""
    last_resort: CauseGroup | None = None
    """Where no cause qualifies, an order that may not be followed; it permits many pairings, so it is never a cause."""
    unexplained: tuple[RoundName, ...]
    tried: int
    """Causes that were tried."""
    fitting: int
    """Of these, how many explain some round."""
    pairings: int
    """Rounds that were paired for it."""
    not_tried: tuple[str, ...] = ()
    """Changes that were left out, one sentence each."""
    is_interrupted: bool = False
    """Whether the user ended the search."""
    remarks: tuple[str, ...] = ()
    """Of events that no system and edition pairs, one sentence each."""
    triggers: tuple[Trigger, ...] = ()
    """Features that the discrepant events have in common, if there are several events."""
