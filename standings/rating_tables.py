"""The conversions of the FIDE Rating Regulations (B.02, 8.1.1 and 8.1.2), of scores to rating differences and back."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain

# fmt: off
_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538,
    589, 677, 800,
)
# fmt: on
"""8.1.1: dp for p = 0.50, 0.51 ... 1.00."""
DIFFERENCE_BY_SCORE = (*(-difference for difference in _DIFFERENCES[:0:-1]), *_DIFFERENCES)
"""8.1.1: dp for p in hundredths, from 0."""

# fmt: off
_UPPER_EDGES = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188,
    197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517,
    559, 619, 735,
)
# fmt: on
"""8.1.2: the greatest difference at which the higher rated player expects 0.50, 0.51 ... 0.99; 1.00 above."""
CERTAIN_DIFFERENCE = _UPPER_EDGES[-1] + 1
"""The least difference with an expectation of 1.00; Article 10.3 has no cut at 400."""
_EVEN = 50


def expectation(difference: int) -> int:
    """
    Return the expected score in hundredths (8.1.2), for a difference counted from the opponent's rating.

    >>> [expectation(difference) for difference in (-736, -4, -3, 3, 4, 735, 736)]
    [0, 49, 50, 50, 51, 99, 100]
    """
    higher = _EVEN + bisect_left(_UPPER_EDGES, abs(difference))
    return higher if difference >= 0 else 100 - higher


MAX_DIFFERENCE = 10000
"""The bound of all differences, since ratings have four digits."""
EXPECTATIONS = bytes(
    chain(
        bytes(MAX_DIFFERENCE - CERTAIN_DIFFERENCE),
        (expectation(difference) for difference in range(-CERTAIN_DIFFERENCE, CERTAIN_DIFFERENCE + 1)),
        bytes([100]) * (MAX_DIFFERENCE - CERTAIN_DIFFERENCE),
    )
)
"""Expected scores in hundredths, indexed by difference + MAX_DIFFERENCE."""
