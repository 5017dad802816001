"""The players of a round by position, for procedures that look at them one by one: who may meet, and their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np

from reference_engines.unpairable import no_legal_pairing
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.history import BoolArray
    from reference_engines.results import NoLegalPairingError

_READ_ALOUD = 4


class AnyPerson(Protocol):
    """What is asked of a player of any system."""

    @property
    def tpn(self) -> int:
        """The number by which files and findings name the player."""
        ...

    @property
    def score(self) -> int:
        """In tenths."""
        ...

    @property
    def bye_allowed(self) -> bool:
        """Whether the player may have the bye."""
        ...


PersonT = TypeVar("PersonT", bound=AnyPerson)


@dataclass(frozen=True, kw_only=True)
class PeopleTable(Generic[PersonT]):
    """Players by position: by score, then by number."""

    round_number: int
    people: tuple[PersonT, ...]
    apart: BoolArray
    """(players, players) whether two have met, or are kept apart."""
    meet: BoolArray
    """(players, players) whether two may be paired: not apart, and of colours that the system allows."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        return tuple(person.tpn for person in self.people)

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths."""
        return tuple(person.score for person in self.people)

    @property
    def size(self) -> int:
        """Number of players."""
        return len(self.people)

    def who(self, position: int) -> str:
        """``player 7``."""
        return f"player {self.people[position].tpn}"

    def listed(self, positions: Iterable[int]) -> str:
        """``players 3, 7 and 9``; more than four are counted."""
        tpns = [str(self.people[position].tpn) for position in positions]
        if len(tpns) == 1:
            return f"player {tpns[0]}"
        if len(tpns) > _READ_ALOUD:
            return f"players {', '.join(tpns[:_READ_ALOUD])} and {len(tpns) - _READ_ALOUD} more"
        return f"players {', '.join(tpns[:-1])} and {tpns[-1]}"

    def impossible(self, message: str) -> NoLegalPairingError:
        """Return the error that not all can be paired, with what keeps them from it."""
        bye_allowed = np.array([person.bye_allowed for person in self.people], dtype=np.bool_)
        return no_legal_pairing(message, self.meet.view(np.uint8), self.numbers, bye_allowed)
