"""
External programs: they pair a round, judge an event or generate one, or fail at it.

How it is reached (a command, a resident process, a Python callable, files that it left) is the adapter's business.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from checker.programs.event_features import EventFeature, find_unsupported
from checker.programs.safe_text import escape_line, harmless
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checker.programs.exchange import ProgramExchange, ProgramQuestion, Recipe
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


_SHORT = 80
_DETAIL = 300
_EXCERPT = 400


class FailureKind(Enum):
    """The way in which a program failed at a task."""

    NOT_STARTED = "could not be started"
    CRASHED = "failed"
    """It ended by a signal or with an exit status of its own, or a function raised an exception."""
    TIMED_OUT = "exceeded its time"
    FLOODED = "exceeded its output"
    OUT_OF_MEMORY = "exceeded its memory"
    SILENT = "wrote no answer"
    GARBLED = "wrote an answer that cannot be made out"
    WRONG_ROUND = "answered for another round"
    UNSUPPORTED = "does not do what was asked"
    """By its own word or its description."""
    NOT_ASKED = "its description says that it does not support"
    """The event has a feature that the description lists as unsupported."""


class ProgramError(Exception):
    """A program failed at one event; the next one is asked all the same."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        """Take the kind of failure, and one line of evidence (exit status, the end of its output), which is cleaned."""
        detail = escape_line(detail, _DETAIL)
        super().__init__(f"{kind.value}: {detail}" if detail else kind.value)
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The program that answered, without the way it was reached; its own words are made safe."""

    name: str
    version: str = ""
    """As it tells itself, or as its description states; empty if unknown."""

    def __post_init__(self) -> None:
        """Make both harmless and short."""
        object.__setattr__(self, "name", escape_line(self.name, _SHORT))
        object.__setattr__(self, "version", escape_line(self.version, _SHORT))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckerAnswer:
    """The judgement of a program's own checker on an event."""

    wrong_rounds: frozenset[int]
    """Rounds that it objects to."""
    wrong_standings: bool | None = None
    """Whether it objects to the rank order; None if it does not judge one."""
    excerpt: str = ""
    """The words by which it objects, cleaned and cut short."""

    def __post_init__(self) -> None:
        """Make the words harmless and short."""
        object.__setattr__(self, "excerpt", harmless(self.excerpt, _EXCERPT))


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """The claims of a program about itself; `smoke` tests them."""

    systems: tuple[str, ...] = ()
    """Keys of systems, its own first; empty if it does not say."""
    pairs: bool = False
    checks: bool = False
    standings: bool = False
    """Whether its checker judges the rank order, too."""
    generates: bool = False
    boards: bool = False
    """Whether its pairings stand in the order of the boards."""
    unsupported: tuple[EventFeature, ...] = ()
    """Features of events about which it is not asked."""


class Program:
    """
    A program at our disposal; not shared between threads. Closing it leaves no process behind.

    An adapter overrides what its program can do; without that, the program does not support the question.
    """

    transport: str
    """How it is reached, in one line: the command, ``resident``, ``callable``, ``files``."""
    _last: ProgramExchange | None = None

    @property
    def identity(self) -> Identity:
        """Name and version."""
        raise NotImplementedError

    @property
    def claims(self) -> Claims:
        """Its claims about itself."""
        return Claims()

    @property
    def last_exchange(self) -> ProgramExchange | None:
        """The last question that it answered, right or wrong; None if there is none, or it does not tell."""
        return self._last

    def with_system(self, _system: str) -> Program:
        """Return it as it is asked to work by the system of a key; none is refused, an unknown one changes nothing."""
        return self

    def pair(self, _event: Event, _round_number: int) -> RoundPairing:
        """
        Pair the round after those that the event records.

        Raise NoLegalPairingError if the program says that there is none, ProgramError if it fails.
        """
        raise ProgramError(FailureKind.UNSUPPORTED, "it cannot be asked for a pairing")

    def check(self, _event: Event) -> CheckerAnswer:
        """Have the program's checker judge all recorded rounds; raise ProgramError if it fails or has no checker."""
        raise ProgramError(FailureKind.UNSUPPORTED, "it has no checker")

    def generate(self, _seed: int) -> Event:
        """Have the program's generator play an event; raise ProgramError if it fails or has no generator."""
        raise ProgramError(FailureKind.UNSUPPORTED, "it has no generator")

    def input_for(self, _event: Event) -> bytes:
        """Return the bytes that it is given to pair the next round of an event; ProgramError if that cannot be."""
        raise ProgramError(FailureKind.UNSUPPORTED, "its input is not known byte by byte")

    def recipe(self, _question: ProgramQuestion) -> Recipe | None:
        """Return the recipe of a question; None for a question that it does not support."""
        return None

    def close(self) -> None:
        """End all running processes."""


def require_supported(event: Event, unsupported: Iterable[EventFeature]) -> None:
    """Raise ProgramError if an event has a feature that a program does not support."""
    feature = find_unsupported(event, unsupported)
    if feature is not None:
        raise ProgramError(FailureKind.NOT_ASKED, feature.value)
