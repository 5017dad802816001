"""
Changes of rules and events: variants, which the text or the file leaves open, and misreadings.

A *variant* is another reading of the rules, or another value of a fact that the file does not declare.
"""

from __future__ import annotations

from functools import cached_property, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from reference_engines.frame.results import ReadingNote
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A change of the rules where the text is open, or of the event where the file declares nothing."""

    note: ReadingNote
    """The entry of the register."""
    side: str = ""
    """Key of the side that is followed, of an entry with several other sides."""
    rules: Callable[[Any], Any] | None = None
    """None: the rules stay."""
    event: Callable[[Event], Event] | None = None
    """None: the event stays."""
    colours_are_named: bool = False
    """Whether `Round.colours` names the reading itself, so that a pairing with only other colours adds nothing."""

    @cached_property
    def key(self) -> Hashable:
        """The identity of the variant, the same in every round."""
        return self.note.identifier, _identity(self.rules), _identity(self.event)


def _identity(function: Any) -> Hashable:
    """Return equal values for partial functions that do the same; for any other value, the value itself."""
    if isinstance(function, partial):
        named = ((name, _identity(value)) for name, value in sorted(function.keywords.items(), key=itemgetter(0)))
        return function.func, function.args, tuple(named)
    return function


class Misreading(FrozenStruct, frozen=True, kw_only=True):
    """A plainly wrong rule that programs are known or likely to follow; a reading is faithful to the text."""

    identifier: str
    """``colour-preference-left-out``; unique within a system, the same in all its editions."""
    sentence: str
    """A sentence about the misreading program, to be read after "as if": "C14 were left out"."""
    article: str
    """The article that the misreading breaks, as the edition prints it: ``2.4.7``."""
    rules: Callable[[Any], Any]
    """The misread rules, made from those of the edition."""
    predicts: bool = True
    """Whether the misread rules make a single pairing; else any choice that they leave open is right."""
