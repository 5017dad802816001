"""Whose number is odd, where the initial-colour is given by numbers (SPP-2026-08)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.history import GRANTED_BYES

if TYPE_CHECKING:
    from reference_engines.field import Field
    from reference_engines.history import BoolArray, History
    from tournaments.model import Event


class Parity(Enum):
    """Which players have a number that counts for odd and even."""

    OF_THOSE_WHO_ARRIVED = "numbers are counted among the players who have been paired or allocated the bye"
    WITH_GRANTED_BYES = "numbers are counted among these players and those with a half- or full-point bye"
    AS_PRINTED = "numbers as printed"

    def odd_numbers(self, event: Event, history: History, field: Field) -> BoolArray:
        """Return by position whether the number of a player is odd."""
        if self is Parity.OF_THOSE_WHO_ARRIVED:
            return field.odd_number
        if self is Parity.AS_PRINTED:
            printed: BoolArray = field.tpn % 2 == 1
            return printed
        arrived = arrived_or_granted_a_bye(event, history, field.round_number)
        arrived[field.column] = True
        odd: BoolArray = (np.cumsum(arrived) % 2 == 1)[field.column]
        return odd


TAKEN = Parity.OF_THOSE_WHO_ARRIVED
"""The side taken of SPP-2026-08."""
OTHERS = (Parity.WITH_GRANTED_BYES, Parity.AS_PRINTED)


def arrived_or_granted_a_bye(event: Event, history: History, stage: int) -> BoolArray:
    """Return by column who was paired, or had a half- or full-point bye, in a round or one before."""
    arrived = np.any((history.paired | history.granted_bye)[:stage], axis=0)
    if stage > history.rounds:
        asked = {bye.tpn for bye in event.requested_byes if bye.round_number == stage and bye.result in GRANTED_BYES}
        arrived = arrived | np.isin(history.tpn, sorted(asked))
    return arrived
