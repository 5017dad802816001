"""Of what a value is made: one part for every round that it counts, with the article that says so."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from standings.codes import TieBreakCode
    from tournaments.model import Result


class CutReason(Enum):
    """Why a part is left out of the sum; the value says it in words."""

    LEAST = "cut as the least significant value"
    VOLUNTARY = "cut as the lowest contribution of a VUR"
    MOST = "cut as the most significant value"
    BELOW_LIMIT = "left out, the opponent is below the limit"
    FIRST_ROUNDS = "cut as one of the first rounds"


@dataclass(frozen=True, slots=True, kw_only=True)
class DummyOpponent:
    """The dummy against whom an unplayed round counts (16.4)."""

    own_score: int
    """Of the participant, in tenths."""
    cap: int | None = None
    """What 16.4.1 or 16.4.2 limits it to, in tenths; None: the edition has no limit."""
    cap_article: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundContribution:
    """What one round adds to a value, or would have added."""

    round_number: int | None = None
    """None for what belongs to no round (TRF 299)."""
    opponent: int | None = None
    """TPN of the scheduled opponent."""
    result: Result | None = None
    dummy: DummyOpponent | None = None
    """None if the round counts with the opponent's own figure."""
    figure: int | None = None
    """The opponent's figure that counts, or the dummy's: score, rating, Buchholz, performance."""
    figure_scale: int = 1
    """What the figure is divided by."""
    points: int | None = None
    """What the round gave, in tenths, where the value depends on it."""
    weight: int | None = None
    """What the figure is multiplied by, in tenths, where that is not what the reference score gave."""
    on_boards: tuple[int, ...] = ()
    """Of teams, the points on every board in tenths, where the value depends on them."""
    amount: int = 0
    """In units of the value: divide by `ValueExplanation.scale`."""
    cut: CutReason | None = None
    """Why the amount is not in the sum; None if it is."""
    article: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueExplanation:
    """A value of one participant, and what it is made of."""

    tpn: int
    code: TieBreakCode
    value: str
    """As a decimal; ``-`` for none."""
    article: str
    """Of the tie-break and its modifiers."""
    contributions: tuple[RoundContribution, ...]
    scale: int = 1
    """What the contributions' amounts are divided by."""
    is_sum: bool = True
    """Whether the value is the sum of the amounts that are not cut."""
    note: str = ""
    """How the value follows from the contributions where it is not their sum."""
