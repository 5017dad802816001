"""How the three choices of a round of teams are found, and the round that follows from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from reference_engines.team import following, literal, solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.team.edition import TeamEdition
    from reference_engines.team.field import TeamField
    from reference_engines.team.otherwise import Otherwise


class Search(Protocol):
    """How the three choices of a round are found."""

    def choose_bye(self, field: TeamField) -> int | None:
        """Return the position with the bye."""
        ...

    def select_upfloaters(self, field: TeamField, edition: TeamEdition, unpaired: Sequence[int]) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        ...

    def pair_bracket(
        self, field: TeamField, edition: TeamEdition, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        ...


class ByMatching:
    """The choices found by matching."""

    def __init__(self, otherwise: frozenset[Otherwise] = frozenset()) -> None:
        """``otherwise`` are readings not ours; those of [C6] are followed."""
        self._otherwise = otherwise

    def choose_bye(self, field: TeamField) -> int | None:
        """Return the position with the bye."""
        return solver.choose_bye(field)

    def select_upfloaters(self, field: TeamField, edition: TeamEdition, unpaired: Sequence[int]) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        chosen = solver.select_upfloaters(field, edition, unpaired)
        if chosen and self._otherwise:
            return following.upfloaters_otherwise(field, edition, unpaired, chosen, self._otherwise)
        return chosen

    def pair_bracket(
        self, field: TeamField, edition: TeamEdition, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        return solver.pair_bracket(field, edition, bracket)


class ByTrying:
    """The choices found by trying everything in order."""

    def choose_bye(self, field: TeamField) -> int | None:
        """Return the position with the bye."""
        return literal.choose_bye(field)

    def select_upfloaters(self, field: TeamField, edition: TeamEdition, unpaired: Sequence[int]) -> tuple[int, ...]:
        """Return the upfloaters of the top-scoregroup."""
        return literal.select_upfloaters(field, edition, unpaired)

    def pair_bracket(
        self, field: TeamField, edition: TeamEdition, bracket: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of a bracket."""
        return literal.pair_bracket(field, edition, bracket)


BY_MATCHING, BY_TRYING = ByMatching(), ByTrying()


def pair_field(
    field: TeamField, edition: TeamEdition, search: Search
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """
    Pair all teams of a field, top bracket first; return pairs of positions, and the position with the bye.

    Raise NoLegalPairingError.
    """
    bye = search.choose_bye(field)
    unpaired = [position for position in range(field.size) if position != bye]
    pairs: list[tuple[int, int]] = []
    while unpaired:
        residents, lower = field.top(unpaired)
        upfloaters = search.select_upfloaters(field, edition, unpaired)
        pairs += search.pair_bracket(field, edition, (*residents, *upfloaters))
        unpaired = [position for position in lower if position not in upfloaters]
    return tuple(pairs), bye
