"""The values of one tie-break: integers over one denominator, compared exactly and written as decimals."""

from __future__ import annotations

from standings.codes import TieBreakCode
from tournaments.frozen import FrozenStruct

TENTHS = 10
HUNDREDTHS = 100
WHOLE = 1
_QUARTERS = ("", "¼", "½", "¾")

Numbers = list["int | None"]
"""Values by place of the participant; None for a participant without a value."""


class Column(FrozenStruct, frozen=True, kw_only=True):
    """The values of one tie-break for all participants."""

    code: TieBreakCode
    numbers: tuple[int | None, ...]
    """By place of the participant; a participant without a value has None and ranks after all others."""
    scale: int = WHOLE
    """The denominator of the numbers: 10 for tenths of a point, 100 for products of scores."""
    decimals: int = 0
    """The number of decimals with which a value is written."""
    ascending: bool = False
    """Whether the lower value is better."""
    texts: tuple[str, ...] = ()
    """The written values, if they are not single decimals; otherwise empty."""

    def sort_keys(self) -> list[int]:
        """Return the sort key of every participant; the lowest key ranks first."""
        present = [number for number in self.numbers if number is not None]
        if self.ascending:
            worst = max(present, default=0) + 1
            return [worst if number is None else number for number in self.numbers]
        worst = 1 - min(present, default=0)
        return [worst if number is None else -number for number in self.numbers]

    def text(self, place: int) -> str:
        """Return a value as a decimal; ``-`` for a participant without a value."""
        if self.texts:
            return self.texts[place]
        number = self.numbers[place]
        return "-" if number is None else format_decimal(number, self.scale, self.decimals)


def format_decimal(number: int, scale: int, decimals: int) -> str:
    """Write number / scale with a number of decimals, halves rounded up."""
    unit = 10**decimals
    rounded = (2 * number * unit + scale) // (2 * scale)
    sign = "-" if rounded < 0 else ""
    whole, rest = divmod(abs(rounded), unit)
    return f"{sign}{whole}.{rest:0{decimals}d}" if decimals else f"{sign}{whole}"


def format_points(tenths: int) -> str:
    """Write a score: ``9.5``."""
    return format_decimal(tenths, TENTHS, 1)


def format_quarters(number: int, scale: int) -> str:
    """Write number / scale as it is read aloud, ``29½``; with decimals if it is not in quarters."""
    quarters, rest = divmod(4 * number, scale)
    if rest or number < 0:
        return format_decimal(number, scale, 2)
    whole, part = divmod(quarters, 4)
    return f"{whole or ''}{_QUARTERS[part]}" if part else str(whole)
