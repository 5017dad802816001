"""The values of one tie-break: integers over one denominator, compared exactly and written as decimals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from standings.codes import TieBreakCode

TENTHS = 10
HUNDREDTHS = 100
WHOLE = 1

Numbers = list["int | None"]
"""By place; None for those who have no value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """What one tie-break gives everybody."""

    code: TieBreakCode
    numbers: tuple[int | None, ...]
    """By place of the participants; None for those who have no value, and rank after all who have one."""
    scale: int = WHOLE
    """What the numbers are divided by: 10 for tenths of a point, 100 for products of scores."""
    decimals: int = 0
    """With how many decimals a value is written."""
    ascending: bool = False
    """Whether the lower value is the better one."""
    texts: tuple[str, ...] = ()
    """How the values are written, where they are no decimals; empty if they are."""

    def keys(self) -> list[int]:
        """Return what everybody is sorted by, the lowest first."""
        present = [number for number in self.numbers if number is not None]
        if self.ascending:
            worst = max(present, default=0) + 1
            return [worst if number is None else number for number in self.numbers]
        worst = 1 - min(present, default=0)
        return [worst if number is None else -number for number in self.numbers]

    def text(self, place: int) -> str:
        """Return a value as a decimal; ``-`` for none."""
        if self.texts:
            return self.texts[place]
        number = self.numbers[place]
        return "-" if number is None else format_decimal(number, self.scale, self.decimals)


def format_decimal(number: int, scale: int, decimals: int) -> str:
    """Write number / scale with so many decimals, halves rounded up."""
    unit = 10**decimals
    rounded = (2 * number * unit + scale) // (2 * scale)
    sign = "-" if rounded < 0 else ""
    whole, rest = divmod(abs(rounded), unit)
    return f"{sign}{whole}.{rest:0{decimals}d}" if decimals else f"{sign}{whole}"


def format_points(tenths: int) -> str:
    """Write a score: ``9.5``."""
    return format_decimal(tenths, TENTHS, 1)
