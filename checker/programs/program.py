"""
What an external program is to us: something that pairs a round, judges an event or generates one, or fails at it.

How it is reached (a command, a resident process, a Python callable, files that it left) is the adapter's business.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from checker.programs.safe_text import harmless, one_line
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


_SHORT = 80
_DETAIL = 300
_EXCERPT = 400


class FailureKind(Enum):
    """How a program failed at what was asked of it."""

    NOT_STARTED = "could not be started"
    CRASHED = "ended by a signal or with a failure"
    TIMED_OUT = "exceeded its time"
    FLOODED = "exceeded its output"
    OUT_OF_MEMORY = "exceeded its memory"
    SILENT = "wrote no answer"
    GARBLED = "wrote an answer that cannot be made out"
    WRONG_ROUND = "answered for another round"
    UNSUPPORTED = "does not do what was asked"
    """By its own word or its description."""


class ProgramError(Exception):
    """A program failed at one event; the next one is asked all the same."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        """Take what happened, and one line of evidence (exit status, the end of what it printed), which is cleaned."""
        detail = one_line(detail, _DETAIL)
        super().__init__(f"{kind.value}: {detail}" if detail else kind.value)
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Which program answered, apart from how it was reached; what it says of itself is cleaned."""

    name: str
    version: str = ""
    """As it tells itself, or as its description states; empty if unknown."""

    def __post_init__(self) -> None:
        """Make both harmless and short."""
        object.__setattr__(self, "name", one_line(self.name, _SHORT))
        object.__setattr__(self, "version", one_line(self.version, _SHORT))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckerAnswer:
    """What a program's own checker says of an event."""

    wrong_rounds: frozenset[int]
    """Rounds that it objects to."""
    wrong_standings: bool | None = None
    """Whether it objects to the rank order; None if it does not judge one."""
    excerpt: str = ""
    """The words by which it objects, cleaned and cut short."""

    def __post_init__(self) -> None:
        """Make the words harmless and short."""
        object.__setattr__(self, "excerpt", harmless(self.excerpt, _EXCERPT))


class Program(Protocol):
    """A program at our disposal; not shared between threads. Closing it leaves no process behind."""

    @property
    def identity(self) -> Identity:
        """Name and version."""
        ...

    @property
    def transport(self) -> str:
        """How it is reached, in one line: the command, ``resident``, ``callable``, ``files``."""
        ...

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        """
        Pair the round after those that the event records.

        Raise NoLegalPairingError if the program says that there is none, ProgramError if it fails.
        """
        ...

    def check(self, event: Event) -> CheckerAnswer:
        """Have the program's checker judge all recorded rounds; raise ProgramError if it fails or has no checker."""
        ...

    def generate(self, seed: int) -> Event:
        """Have the program's generator play an event; raise ProgramError if it fails or has no generator."""
        ...

    def close(self) -> None:
        """End whatever runs."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a program says that it does; `smoke` finds out what of it is true."""

    systems: tuple[str, ...] = ()
    """Keys of systems, its own first; empty if it does not say."""
    pairs: bool = False
    checks: bool = False
    standings: bool = False
    """Whether its checker judges the rank order, too."""
    generates: bool = False
    boards: bool = False
    """Whether its pairings stand in the order of the boards."""


@runtime_checkable
class Claiming(Protocol):
    """A program that says what it does."""

    @property
    def claims(self) -> Claims:
        """What it says."""
        ...


@runtime_checkable
class OfSystem(Protocol):
    """A program that is told by which system it is to work, or is asked otherwise for some of them."""

    def asked_by(self, system: str) -> Program:
        """Return it as it is asked to work by the system of that key; none is refused."""
        ...


def by_system(program: Program, system: str) -> Program:
    """Return a program as it is asked to work by a system (a key; one that nobody knows changes nothing)."""
    return program.asked_by(system) if isinstance(program, OfSystem) else program


def claims_of(program: Program) -> Claims:
    """Return what a program says that it does; nothing if it does not say."""
    return program.claims if isinstance(program, Claiming) else Claims()
