"""
The values of a tie-break, and their explanations.

A value is an integer over a denominator, compared exactly and written as a decimal. Its explanation lists the
contribution of every round, with the article that it follows from.
"""

from __future__ import annotations

from enum import Enum

from standings.codes import TieBreakCode
from tournaments.frozen import FrozenStruct
from tournaments.model import Result

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


class CutReason(Enum):
    """Why a contribution is not in the sum."""

    LEAST = "cut as the least significant value"
    VOLUNTARY = "cut as the lowest contribution of a VUR"
    FORFEIT = "left out, a forfeit is not an encounter"
    MOST = "cut as the most significant value"
    BELOW_LIMIT = "left out, the opponent is below the limit"
    FIRST_ROUNDS = "cut as one of the first rounds"


class DummyOpponent(FrozenStruct, frozen=True, kw_only=True):
    """The dummy against whom an unplayed round counts (16.4)."""

    counts_as: Result | None = None
    """The result that corresponds to the points awarded: a win, draw or loss; None if there is none."""
    own_score: int
    """The participant's own score, in tenths."""
    cap: int | None = None
    """The limit of 16.4.1 or 16.4.2, in tenths; None if the edition has no limit."""
    cap_article: str = ""

    @property
    def score(self) -> int:
        """The score with which the round counts."""
        return self.own_score if self.cap is None else min(self.own_score, self.cap)

    @property
    def article(self) -> str:
        """The article that determines the score."""
        return "16.4" if self.score == self.own_score else self.cap_article


class RoundContribution(FrozenStruct, frozen=True, kw_only=True):
    """The amount that one round adds to a value, or would add without a cut."""

    round_number: int | None = None
    """None for points that belong to no round (TRF 299)."""
    opponent: int | None = None
    """TPN of the scheduled opponent."""
    result: Result | None = None
    dummy: DummyOpponent | None = None
    """None if the round counts with the opponent's own figure."""
    figure: int | None = None
    """The score, rating, Buchholz or performance of the opponent or dummy."""
    figure_scale: int = 1
    """The denominator of the figure."""
    opponent_score: int | None = None
    """The opponent's own score in tenths, if it counts as another figure; None if it does not."""
    points: int | None = None
    """The points of the round in tenths, if the value depends on them."""
    weight: int | None = None
    """The factor of the figure in tenths, if it differs from the points in the reference score."""
    board_points: tuple[int, ...] = ()
    """For teams, the points on every board in tenths, if the value depends on them."""
    amount: int = 0
    """The amount times `ValueExplanation.scale`."""
    cut: CutReason | None = None
    """Why the amount is not in the sum; None if it is in the sum."""
    article: str = ""


class ValueExplanation(FrozenStruct, frozen=True, kw_only=True):
    """A value of one participant, and the contributions to it."""

    tpn: int
    code: TieBreakCode
    value: str
    """The value as a decimal; ``-`` without a value."""
    article: str
    """The articles of the tie-break and its modifiers."""
    contributions: tuple[RoundContribution, ...]
    scale: int = 1
    """The denominator of the contributions' amounts."""
    is_sum: bool = True
    """Whether the value is the sum of the amounts that are not cut."""
    note: str = ""
    """How the value follows from the contributions, if it is not their sum."""
