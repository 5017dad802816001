"""Which entries of the register can matter for a round: by the others it is paired as by the readings taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.clock.edition import OTHERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.clock.edition import Readings
    from reference_engines.clock.rules import ClockRound


def branches(clock_round: ClockRound) -> Iterator[tuple[str, Readings]]:
    """Yield the entries whose other side may pair a round differently, each with that side."""
    for identifier, readings in OTHERS:
        met = _MET.get(identifier)
        if met is None or met(clock_round):
            yield identifier, readings


def _has_a_bye(clock_round: ClockRound) -> bool:
    return clock_round.participants.bye is not None


def _somebody_was_away_at_the_start(clock_round: ClockRound) -> bool:
    history = clock_round.event.history
    return history.rounds > 0 and not history.paired[0].all()


def _is_first_round(clock_round: ClockRound) -> bool:
    return clock_round.number == 1


def _has_rounds_without_a_game(clock_round: ClockRound) -> bool:
    return not clock_round.event.history.played[: clock_round.number - 1].all()


def _has_topscorers(clock_round: ClockRound) -> bool:
    return clock_round.participants.players.has_topscorers


def _has_opposite_wishes(clock_round: ClockRound) -> bool:
    absolute = clock_round.participants.absolute
    return 1 in absolute and -1 in absolute


def _has_conflicting_wishes(clock_round: ClockRound) -> bool:
    players = clock_round.participants.players
    difference, repeated = players.colour_difference, players.repeated
    return bool(((np.abs(difference) > 1) & (np.sign(difference) == -repeated)).any())


_MET: dict[str, Callable[[ClockRound], bool]] = {
    "CLOCK-LIST": _somebody_was_away_at_the_start,
    "CLOCK-FIRST-ROUND": _is_first_round,
    "CLOCK-MAXIMUM": _has_topscorers,
    "CLOCK-TWICE-IN-A-ROW": _has_rounds_without_a_game,
    "CLOCK-CONFLICT": _has_conflicting_wishes,
    "CLOCK-BYE-TWICE": _has_a_bye,
    "CLOCK-BYE-PICKS": _has_a_bye,
    "CLOCK-OPPOSITE-ABSOLUTE": _has_opposite_wishes,
    "CLOCK-SHORT-HISTORY": _has_rounds_without_a_game,
    "CLOCK-NO-COLOUR": _has_rounds_without_a_game,
}
"""What of a round an entry is about; the entries that are not named here are about any."""
