"""
Rules: an edition of a system as a frozen value, and what may be changed of it.

Rules prepare an event once; every round of the prepared event is then asked by itself (`Round`). A *variant* is another
reading of the rules, or another value of what the file leaves open.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from reference_engines.frame.edition import Edition
    from reference_engines.frame.prepared_event import PreparedEvent
    from reference_engines.frame.results import ReadingNote
    from reference_engines.frame.round import AnyRound
    from tournaments.model import Event
    from tournaments.teams.event import TeamEvent


class Rules(ABC):
    """An edition as a value; implementations are frozen dataclasses."""

    system: ClassVar[str]
    """The key of the system, by which its coverage and its misreadings are loaded: ``dutch``."""
    edition: Edition

    @abstractmethod
    def prepare(self, event: Any, like: Any = None) -> PreparedEvent:
        """
        Prepare an `Event` (or a `TeamEvent`, see `open`); raise UnsupportedEventError if it is beyond these rules.

        ``like`` is the same event prepared under other rules of this system, or one that differs in what it declares
        alone: what does not depend on the difference may be taken from it.
        """

    @abstractmethod
    def bind(self, event: Any, number: int) -> AnyRound:
        """Return a round of an event that these rules have prepared, bound to the rules that the round follows."""

    def open(self, event: Event | TeamEvent) -> PreparedEvent:
        """
        Prepare an event; raise UnsupportedEventError if it is beyond these rules.

        Rules that pair teams also take an event of teams as it is, without a file's rows of players.
        """
        return self.prepare(event)


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A change of the rules that the text leaves open, or of the event in what the file does not say."""

    note: ReadingNote
    """The entry of the register."""
    rules: Callable[[Any], Rules] | None = None
    """None: the rules stay."""
    event: Callable[[Event], Event] | None = None
    """None: the event stays."""
    colours_are_named: bool = False
    """Whether `Round.colours` names the reading itself, so that a pairing with other colours only says no more."""

    @property
    def key(self) -> Hashable:
        """The identity of the variant, in whatever round it is met with."""
        return self.note.identifier, _identity(self.rules), _identity(self.event)


def _identity(function: Any) -> Hashable:
    """Return what two partial functions have in common that do the same; of anything else, the value itself."""
    if isinstance(function, partial):
        named = ((name, _identity(value)) for name, value in sorted(function.keywords.items(), key=itemgetter(0)))
        return function.func, function.args, tuple(named)
    return function


@dataclass(frozen=True, kw_only=True)
class Misreading:
    """A plainly wrong rule that programs are known or likely to follow; a reading is faithful to the text."""

    identifier: str
    """``colour-preference-left-out``; unique within a system, the same in all its editions."""
    sentence: str
    """What a program that follows the misreading does, to be read after "as if": "C14 were left out"."""
    article: str
    """The article that the misreading breaks, as the edition prints it: ``2.4.7``."""
    rules: Callable[[Any], Rules]
    """The misread rules, made from those of the edition."""
