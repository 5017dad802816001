"""How the three choices of a round are found, and the round that follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.upfloating import following, solver
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reference_engines.upfloating.field import UpfloatingField
    from reference_engines.upfloating.text import UpfloatingText


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """The functions that make the three choices of a round."""

    choose_bye: Callable[[UpfloatingField, UpfloatingText], int | None]
    """Returns the position with the bye."""
    select_upfloaters: Callable[[UpfloatingField, UpfloatingText, Sequence[int]], tuple[int, ...]]
    """Returns the upfloaters of the top-scoregroup of unpaired positions."""
    pair_bracket: Callable[[UpfloatingField, UpfloatingText, Sequence[int]], tuple[tuple[int, int], ...]]
    """Returns the pairs of a bracket."""


def _select_upfloaters(participants: UpfloatingField, text: UpfloatingText, unpaired: Sequence[int]) -> tuple[int, ...]:
    chosen = solver.select_upfloaters(participants, text, unpaired)
    if chosen and text.following:
        return following.upfloaters_otherwise(participants, text, unpaired, chosen)
    return chosen


BY_MATCHING = Search(
    choose_bye=solver.choose_bye, select_upfloaters=_select_upfloaters, pair_bracket=solver.pair_bracket
)


def pair_field(
    participants: UpfloatingField, text: UpfloatingText, search: Search
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """
    Pair all participants, top bracket first; return pairs of positions, and the position with the bye.

    Raise NoLegalPairingError.
    """
    bye = search.choose_bye(participants, text)
    unpaired = [position for position in range(participants.size) if position != bye]
    pairs: list[tuple[int, int]] = []
    while unpaired:
        residents, lower = participants.top(unpaired)
        upfloaters = search.select_upfloaters(participants, text, unpaired)
        pairs += search.pair_bracket(participants, text, (*residents, *upfloaters))
        unpaired = [position for position in lower if position not in upfloaters]
    return tuple(pairs), bye
