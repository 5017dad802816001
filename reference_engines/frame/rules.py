"""
Rules: an edition of a system as a frozen value, and its variants.

Rules prepare an event once; every round of the prepared event is then a `Round`. A *variant* is another reading of the
rules, or another value of a fact that the file does not declare.
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
    def prepare(self, event: Any, reuse_from: Any = None) -> PreparedEvent:
        """
        Prepare an `Event` (or a `TeamEvent`, see `open`); raise UnsupportedEventError if it is beyond these rules.

        ``reuse_from`` is the same event prepared under other rules of this system, or an event that differs only in its
        declarations. Data that does not depend on the difference may be taken from it.
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
    """A change of the rules where the text is open, or of the event where the file declares nothing."""

    note: ReadingNote
    """The entry of the register."""
    rules: Callable[[Any], Rules] | None = None
    """None: the rules stay."""
    event: Callable[[Event], Event] | None = None
    """None: the event stays."""
    colours_are_named: bool = False
    """Whether `Round.colours` names the reading itself, so that a pairing with only other colours adds nothing."""

    @property
    def key(self) -> Hashable:
        """The identity of the variant, the same in every round."""
        return self.note.identifier, _identity(self.rules), _identity(self.event)


def _identity(function: Any) -> Hashable:
    """Return equal values for partial functions that do the same; for any other value, the value itself."""
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
    """A sentence about the misreading program, to be read after "as if": "C14 were left out"."""
    article: str
    """The article that the misreading breaks, as the edition prints it: ``2.4.7``."""
    rules: Callable[[Any], Rules]
    """The misread rules, made from those of the edition."""
