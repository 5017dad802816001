"""Who is paired otherwise by one pairing than by another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing


def parted(one: RoundPairing, other: RoundPairing) -> frozenset[int]:
    """Return, by TPN, those whose opponent, colour or bye is another one."""
    mine, theirs = opponents(one), opponents(other)
    return frozenset(tpn for tpn in mine.keys() | theirs.keys() if mine.get(tpn) != theirs.get(tpn))


def opponents(pairing: RoundPairing) -> dict[int, tuple[int, bool]]:
    """Return everybody's opponent, and whether they have White, by TPN; whoever has the bye is their own."""
    found = {} if pairing.bye is None else {pairing.bye: (pairing.bye, True)}
    for pair in pairing.pairs:
        found |= {pair.white: (pair.black, True), pair.black: (pair.white, False)}
    return found
