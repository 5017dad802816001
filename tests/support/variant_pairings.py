"""The pairings of a round that another reading, or another value of an undeclared fact, would give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engines.frame.results import PairingError, ReadingNote, RoundPairing

if TYPE_CHECKING:
    from reference_engines.frame.rules import PreparedEvent


def variant_pairings(prepared: PreparedEvent, number: int) -> tuple[tuple[ReadingNote, RoundPairing], ...]:
    """Return the note and the pairing of each variant that gives a round another pairing."""
    own = _pairing_if_any(prepared.round(number))
    different = []
    for variant, event in prepared.apply_each_variant(number):
        pairing = _pairing_if_any(event.round(number))
        if pairing is None or pairing == own:
            continue
        if not (variant.colours_are_named and own is not None and pairing.games == own.games):
            different.append((variant.note, pairing))
    return tuple(different)


def _pairing_if_any(paired_round: Any) -> RoundPairing | None:
    try:
        return paired_round.expected()
    except PairingError:  # a reading that cannot be followed here explains nothing
        return None
