"""The parity of numbers where numbers decide the initial-colour (SPP-2026-08)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.history import GRANTED_BYES

if TYPE_CHECKING:
    from reference_engines.definitions.history import BoolArray, History
    from reference_engines.definitions.players import Players
    from tournaments.model import Event


class Parity(Enum):
    """A reading of odd and even numbers: the players among whom numbers are counted."""

    ARRIVED_PLAYERS = "numbers are counted among the players who have been paired or allocated the bye"
    WITH_GRANTED_BYES = "numbers are counted among these players and those with a half- or full-point bye"
    AS_PRINTED = "numbers as printed"

    def odd_numbers(self, event: Event, history: History, players: Players) -> BoolArray:
        """Return by position whether the number of a player is odd."""
        if self is Parity.ARRIVED_PLAYERS:
            return players.odd_number
        if self is Parity.AS_PRINTED:
            printed: BoolArray = players.tpn % 2 == 1
            return printed
        arrived = arrived_or_had_bye(event, history, players.round_number)
        arrived[players.column] = True
        odd: BoolArray = (np.cumsum(arrived) % 2 == 1)[players.column]
        return odd


DEFAULT_PARITY = Parity.ARRIVED_PLAYERS
"""The reading of SPP-2026-08 that the engines follow."""
OTHER_PARITIES = (Parity.WITH_GRANTED_BYES, Parity.AS_PRINTED)


def arrived_or_had_bye(event: Event, history: History, round_number: int) -> BoolArray:
    """Return by column whether a player was paired, or had a half- or full-point bye, up to a round."""
    arrived = np.any((history.paired | history.granted_bye)[:round_number], axis=0)
    if round_number > history.rounds:
        asked = {
            bye.tpn for bye in event.requested_byes if bye.round_number == round_number and bye.result in GRANTED_BYES
        }
        arrived = arrived | np.isin(history.tpn, sorted(asked))
    return arrived
