"""Events played forward with a program that makes the pairings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.programs.program import FailureKind, ProgramError, by_system
from checker.programs.specs import open_program

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


def pairer_of(spec: str, system: str = "") -> Callable[[Event, int], RoundPairing]:
    """
    Return a pairer that asks the program of this text (see `specs.open_program`) to pair by a system.

    It raises ProgramError if the program fails, or if its pairing is none of the players who are there: such an event
    cannot be played on. Any other pairing is taken as it is, right or wrong.
    """
    program = by_system(open_program(spec), system)

    def pair(event: Event, round_number: int) -> RoundPairing:
        pairing = program.pair(event, round_number)
        _require_everybody_once(event, pairing)
        return pairing

    return pair


def _require_everybody_once(event: Event, pairing: RoundPairing) -> None:
    away = {bye.tpn for bye in event.requested_byes}
    there = sorted(player.tpn for player in event.players if player.tpn not in away)
    named = sorted([tpn for pair in pairing.pairs for tpn in (pair.white, pair.black)])
    if pairing.bye is not None:
        named = sorted([*named, pairing.bye])
    if named != there:
        odd = sorted(set(named) ^ set(there)) or sorted({tpn for tpn in named if named.count(tpn) > 1})
        listed = ", ".join(map(str, odd[:5]))
        raise ProgramError(FailureKind.GARBLED, f"not everybody who is there is paired once: look at {listed}")
