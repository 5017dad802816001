"""The explanation of a value: the contribution of every round, with the article that it follows from."""

from __future__ import annotations

from enum import Enum

from standings.codes import TieBreakCode
from tournaments.frozen import FrozenStruct
from tournaments.model import Result


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
