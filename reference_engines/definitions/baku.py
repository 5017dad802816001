"""
The Baku acceleration (C.04.7), of players and of teams.

Its premise, in both editions, is a scoring in which a win is worth two draws and a loss nothing; until 2026 the
standard one only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from reference_engines.frame.results import UnsupportedEventError
from tournaments.frozen import dataclass
from tournaments.model import VirtualPoints

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Scoring(Protocol):
    """The worth of results, of games or of matches of teams."""

    @property
    def is_win_worth_two_draws(self) -> bool:
        """Whether a win is worth two draws, and a loss nothing."""
        ...


def require_premise(scoring: Scoring) -> None:
    """Raise UnsupportedEventError if the acceleration cannot be used with the scoring of an event (C.04.7:1.1)."""
    if not scoring.is_win_worth_two_draws:
        raise UnsupportedEventError(
            "The Baku acceleration cannot be used with the scoring of this event: it supposes that a win is worth two "
            "draws, and a loss nothing (C.04.7:1.1). If there was another acceleration, list its virtual points (250, "
            "XXA) in place of _BAKU."
        )


def half_rounded_to_even(participants: int) -> int:
    """Return the size of GA (C.04.7:1.2)."""
    return 2 * -(-participants // 4)


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """Return the number of rounds with a win's virtual points, and with any (C.04.7:1.4.1, 1.4.2)."""
    accelerated = (rounds + 1) // 2
    return (accelerated + 1) // 2, accelerated


@dataclass(frozen=True, slots=True)
class BakuRule:
    """The accelerated group and the accelerated rounds."""

    group: Callable[[int], int] = half_rounded_to_even
    """The size of GA, from the number of participants in the first round."""
    round_counts: Callable[[int], tuple[int, int]] = accelerated_rounds
    """From the number of rounds: see `accelerated_rounds`."""


AS_WRITTEN = BakuRule()


def baku_points(
    win: int, rounds: int, entered: Sequence[int], counted: Sequence[int], rule: BakuRule = AS_WRITTEN
) -> tuple[VirtualPoints, ...]:
    """
    Return the virtual points of C.04.7:1.2 to 1.4 (2026; rules 2 to 4 before) in an event of ``rounds`` rounds.

    ``entered`` are the TPNs of all players or teams, in order; ``counted`` are the TPNs paired in the first round
    (BAKU-GROUP). GA is the first half of ``counted``, rounded up to an even number. Later entries join GA if they rank
    before its last member (1.3.2). Virtual points are a win's in the first half, rounded up, of the accelerated rounds,
    and half of a win's in the other accelerated rounds.
    """
    size = min(rule.group(len(counted)), len(counted))
    if not size:
        return ()
    last = counted[size - 1]
    group = frozenset(entered[: entered.index(last) + 1])
    full, accelerated = rule.round_counts(rounds)
    periods = ((win, 1, full), (win // 2, full + 1, accelerated))
    return tuple(
        VirtualPoints(points=points, first_round=first, last_round=end, players=group)
        for points, first, end in periods
        if points and first <= end
    )
