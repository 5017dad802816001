"""How the three choices of a round are found, and the round that follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from reference_engines.upfloating import following, solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.upfloating.field import UpfloatingField
    from reference_engines.upfloating.text import UpfloatingText


class Search(Protocol):
    """How the three choices of a round are found."""

    def choose_bye(self, participants: UpfloatingField, text: UpfloatingText) -> int | None:
        """Return the position with the bye."""
        ...

    def select_upfloaters(
        self, participants: UpfloatingField, text: UpfloatingText, unpaired: Sequence[int]
    ) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        ...

    def pair_bracket(
        self, participants: UpfloatingField, text: UpfloatingText, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        ...


class ByMatching:
    """The choices found by matching."""

    def choose_bye(self, participants: UpfloatingField, text: UpfloatingText) -> int | None:
        """Return the position with the bye."""
        return solver.choose_bye(participants, text)

    def select_upfloaters(
        self, participants: UpfloatingField, text: UpfloatingText, unpaired: Sequence[int]
    ) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        chosen = solver.select_upfloaters(participants, text, unpaired)
        if chosen and text.following:
            return following.upfloaters_otherwise(participants, text, unpaired, chosen)
        return chosen

    def pair_bracket(
        self, participants: UpfloatingField, text: UpfloatingText, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        return solver.pair_bracket(participants, text, bracket)


BY_MATCHING = ByMatching()


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
