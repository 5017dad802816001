"""
Rules, and an event under rules.

Rules are an edition of a system as a frozen value. They prepare an event once; a prepared event holds what all rounds
share (histories, scores, inferred facts), and binds each round (`Round`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from tournaments.readings import chosen_side

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from reference_engines.frame.edition import Edition
    from reference_engines.frame.round import AnyRound, RecordedRound
    from reference_engines.frame.variants import Variant
    from tournaments.model import Event
    from tournaments.teams.event import TeamEvent


class Rules(ABC):
    """An edition as a value; implementations are frozen dataclasses."""

    system: ClassVar[str]
    """The key of the system, by which its coverage and its misreadings are loaded: ``dutch``."""
    edition: Edition
    work_of_pairing: ClassVar[float] = 1.0
    """The usual work of pairing a round, in rounds of the Dutch system of 2026; by it a search counts what it tries."""

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

    def alternative_readings(self) -> Iterator[Variant]:
        """
        Yield the sides of open places, besides the defaults, by which these rules can pair.

        The sides of one entry of the register come in its order.
        """
        return iter(())

    def pairs_like(self, other: Rules) -> bool:
        """Whether these rules are known to make every pairing that other rules make, under every reading."""
        return self is other

    def open(self, event: Event | TeamEvent) -> PreparedEvent:
        """
        Prepare an event; raise UnsupportedEventError if it is beyond these rules.

        Rules that pair teams also take an event of teams as it is, without a file's rows of players.
        """
        return self.prepare(event)


_MAX_PAIRS_HELD = 100_000_000
"""Pairs of participants in all rounds that a prepared event holds: one round of 10,000, or a hundred of 1,000."""


class PreparedEvent(ABC):
    """
    An event under the rules of an edition.

    Every round is judged on the history that the event records, whatever the rules would have paired before.
    """

    rules: Any
    event: Any
    """The event as the system counts it: of matches, where it pairs matches."""

    @property
    def source(self) -> Any:
        """The event as it was passed to `Rules.prepare`."""
        return self.event

    @property
    @abstractmethod
    def notes(self) -> tuple[str, ...]:
        """The facts that had to be inferred to pair the event (the initial colour, say), one sentence each."""

    @abstractmethod
    def recorded(self, number: int) -> RecordedRound:
        """Return the pairing that the event records for a round."""

    @property
    def recorded_rounds(self) -> range:
        """The numbers of the recorded rounds, as the system counts them."""
        return range(1, self.source.rounds_recorded // self.rules.edition.file_rounds_per_round + 1)

    def round(self, number: int) -> AnyRound:
        """
        Return a round, from 1 to the number of recorded rounds plus one.

        The participants of a recorded round are the players whom the record shows as paired (or with the
        pairing-allocated bye); the participants of the next round are all players without a requested bye.
        """
        if number not in self._rounds:
            self._forget_rounds()
            self._rounds[number] = self.rules.bind(self, number)
        return self._rounds[number]

    @cached_property
    def _rounds(self) -> dict[int, AnyRound]:
        return {}

    def _forget_rounds(self) -> None:
        """Drop the first rounds while all of them hold too many pairs."""
        sizes = {number: one.pairs_held for number, one in self._rounds.items()}
        while len(sizes) > 1 and sum(sizes.values()) > _MAX_PAIRS_HELD:
            first = next(iter(sizes))
            del sizes[first], self._rounds[first]

    def release(self) -> None:
        """Drop all rounds and variants. They refer to each other, and would stay in memory after their last use."""
        for event in self._variants.values():
            event.release()
        self._variants.clear()
        self._rounds.clear()

    def under(self, *variants: Variant) -> PreparedEvent:
        """Return the same event under variants; data that the variants do not touch is shared."""
        if not variants:
            return self
        key = frozenset(variant.key for variant in variants)
        if key not in self._variants:
            *others, variant = variants
            base = self.under(*others)
            rules = variant.rules(base.rules) if variant.rules else base.rules
            source = variant.event(base.source) if variant.event else base.source
            self._variants[key] = rules.prepare(source, base)
        return self._variants[key]

    @cached_property
    def _variants(self) -> dict[frozenset[Hashable], PreparedEvent]:
        return {}

    def apply_each_variant(self, number: int) -> Iterator[tuple[Variant, PreparedEvent]]:
        """Yield the event under each variant that may matter for a round."""
        for variant in unsettled_variants(self.round(number)):
            yield variant, self.under(variant)


def unsettled_variants(paired_round: AnyRound) -> Iterator[Variant]:
    """Yield the variants that may matter for a round, without the readings of which the user has chosen a side."""
    return (variant for variant in paired_round.distinct_variants if chosen_side(variant.note.identifier) is None)
