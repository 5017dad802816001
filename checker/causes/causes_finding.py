"""The result of a search for causes, as plain frozen values."""

from __future__ import annotations

from dataclasses import dataclass

from checker.causes.triggers import Trigger  # noqa: TC001 - annotations are evaluated where findings are decoded


@dataclass(frozen=True, slots=True, order=True)
class RoundName:
    """The name of a round."""

    event: str
    round_number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedCause:
    """A cause in words."""

    identifier: str
    sentence: str
    article: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseGroup:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class CausesFinding:
    """Everything that a search has found."""

    discrepant: int
    """Discrepant and open rounds of all cases."""
    agreeing: int
    """Agreeing rounds that were looked at for contradictions."""
    agreeing_in_all: int
    groups: tuple[CauseGroup, ...]
    """Best first; together they cover what can be explained."""
    unexplained: tuple[RoundName, ...]
    tried: int
    """Causes that were tried."""
    fitting: int
    """Of these, how many explain some round."""
    pairings: int
    """Rounds that were paired for it."""
    not_tried: tuple[str, ...] = ()
    """Changes that were left out, one sentence each."""
    remarks: tuple[str, ...] = ()
    """Of events that no system and edition pairs, one sentence each."""
    triggers: tuple[Trigger, ...] = ()
    """Features that the discrepant events have in common, if there are several events."""
