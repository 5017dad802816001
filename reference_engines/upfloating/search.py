"""How the three choices of a round are found, and the round that follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from reference_engines.upfloating import following, literal, solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.upfloating.field import UpfloatingField
    from reference_engines.upfloating.text import UpfloatingText


class Search(Protocol):
    """How the three choices of a round are found."""

    def choose_bye(self, field: UpfloatingField, edition: UpfloatingText) -> int | None:
        """Return the position with the bye."""
        ...

    def select_upfloaters(
        self, field: UpfloatingField, edition: UpfloatingText, unpaired: Sequence[int]
    ) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        ...

    def pair_bracket(
        self, field: UpfloatingField, edition: UpfloatingText, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        ...


class ByMatching:
    """The choices found by matching."""

    def choose_bye(self, field: UpfloatingField, edition: UpfloatingText) -> int | None:
        """Return the position with the bye."""
        return solver.choose_bye(field, edition)

    def select_upfloaters(
        self, field: UpfloatingField, edition: UpfloatingText, unpaired: Sequence[int]
    ) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        chosen = solver.select_upfloaters(field, edition, unpaired)
        if chosen and edition.following:
            return following.upfloaters_otherwise(field, edition, unpaired, chosen)
        return chosen

    def pair_bracket(
        self, field: UpfloatingField, edition: UpfloatingText, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        return solver.pair_bracket(field, edition, bracket)


class ByTrying:
    """The choices found by trying everything in order."""

    def choose_bye(self, field: UpfloatingField, edition: UpfloatingText) -> int | None:
        """Return the position with the bye."""
        return literal.choose_bye(field, edition)

    def select_upfloaters(
        self, field: UpfloatingField, edition: UpfloatingText, unpaired: Sequence[int]
    ) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        return literal.select_upfloaters(field, edition, unpaired)

    def pair_bracket(
        self, field: UpfloatingField, edition: UpfloatingText, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        return literal.pair_bracket(field, edition, bracket)


BY_MATCHING, BY_TRYING = ByMatching(), ByTrying()


def pair_field(
    field: UpfloatingField, edition: UpfloatingText, search: Search
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """
    Pair all of a field, top bracket first; return pairs of positions, and the position with the bye.

    Raise NoLegalPairingError.
    """
    bye = search.choose_bye(field, edition)
    unpaired = [position for position in range(field.size) if position != bye]
    pairs: list[tuple[int, int]] = []
    while unpaired:
        residents, lower = field.top(unpaired)
        upfloaters = search.select_upfloaters(field, edition, unpaired)
        pairs += search.pair_bracket(field, edition, (*residents, *upfloaters))
        unpaired = [position for position in lower if position not in upfloaters]
    return tuple(pairs), bye
