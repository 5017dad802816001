"""What every engine offers: an edition of a regulation, and sessions that pair and assess the rounds of an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import datetime as dt

    from reference_engines.results import Assessment, RoundPairing
    from tournaments.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A regulation as it stood in a period."""

    key: str
    """As named on the command line: ``dutch-2026``."""
    title: str
    source: str
    """Where the text stands (handbook chapter)."""
    in_force_from: dt.date
    in_force_until: dt.date | None
    """Last day in force; None while it is."""
    pairs_teams: bool = False
    """Whether it pairs teams; others pair individual players."""


class Session(Protocol):
    """
    An engine at work on one event.

    What is expensive is derived once and kept from round to round. Every round is judged on the history that the
    event records, whatever the engine would have paired before.
    """

    def pair(self, round_number: int) -> RoundPairing:
        """
        Return the pairing that the edition asks for in the round, boards in order.

        ``round_number`` is from 1 to the number of recorded rounds plus one. In a recorded round the participants
        are those whom the record shows as paired (or with the pairing-allocated bye); in the next round everybody
        without a requested bye.

        Raise NoLegalPairingError or UnsupportedEventError.
        """
        ...

    def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
        """
        Judge a pairing of the round: what it violates, and the value of every criterion, bracket by bracket.

        Two assessments of the same round can be laid side by side: as long as all brackets above are equal, the
        brackets of the same number pose the same problem.
        """
        ...

    def recorded(self, round_number: int) -> RoundPairing:
        """Return the pairing that the event records for the round (forfeited games included)."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event to pair it, one sentence each (the initial colour, say)."""
        ...


class Engine(Protocol):
    """An edition that can be applied."""

    @property
    def edition(self) -> Edition:
        """The regulation that this engine follows."""
        ...

    def open(self, event: Event) -> Session:
        """Start a session; raise UnsupportedEventError if the event is beyond the engine."""
        ...
