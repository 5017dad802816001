"""
Rarer misreadings of the comparison of two teams that prefer the same colour (4.3.5, 4.3.6).

A colour difference has a sign, which is easily lost or turned round; a history has a direction, a length and games.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from reference_engines.misreadings.dutch.making import misreading, parts
from reference_engines.team.edition import colour_difference, latest_first
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.frame.variants import Misreading
    from reference_engines.team.edition import ColoursOfRounds

    Colours = tuple[Colour, ...]
    Compared = tuple[tuple[Colour | None, ...], ...]


def _nearer_to_zero(colours: Colours) -> int:
    return abs(colour_difference(colours))


def _farther_from_zero(colours: Colours) -> int:
    return -abs(colour_difference(colours))


def _whites(colours: Colours) -> int:
    return colours.count(Colour.WHITE)


def _blacks(colours: Colours) -> int:
    return -colours.count(Colour.BLACK)


def _sign(colours: Colours) -> int:
    difference = colour_difference(colours)
    return (difference > 0) - (difference < 0)


def _without_first(colours: Colours) -> int:
    return colour_difference(colours[1:])


def _without_latest(colours: Colours) -> int:
    return colour_difference(colours[:-1])


def _matches(colours: Colours) -> int:
    return len(colours)


_DIFFERENCES: tuple[tuple[str, str, Callable[[Colours], int]], ...] = (
    (
        "nearer-to-zero",
        "the team whose colour difference is nearer to zero, whatever its sign, had White",
        _nearer_to_zero,
    ),
    (
        "farther-from-zero",
        "the team whose colour difference is farther from zero, whatever its sign, had White",
        _farther_from_zero,
    ),
    ("fewer-whites", "the team with fewer Whites had White, however many Blacks it had", _whites),
    ("more-blacks", "the team with more Blacks had White, however many Whites it had", _blacks),
    ("sign", "only the signs of the colour differences were compared", _sign),
    ("fewer-matches", "the team with fewer matches had White", _matches),
    ("without-first", "the colour of the first match did not count in the colour differences", _without_first),
    ("without-latest", "the colour of the latest match did not count in the colour differences", _without_latest),
    *(
        (
            f"latest-{number}",
            f"the colour differences of the last {number} matches were compared",
            lambda colours, number=number: colour_difference(colours[-number:]),
        )
        for number in (2, 3, 4)
    ),
)
_HISTORIES: tuple[tuple[str, str, Callable[[ColoursOfRounds], ColoursOfRounds]], ...] = (
    (
        "of-rounds",
        "the colours of the same round were compared, and rounds without a match not squeezed out",
        lambda colours: colours[::-1],
    ),
    (
        "of-rounds-from-the-first",
        "the colours of the same round were compared, from round 1 on",
        lambda colours: colours,
    ),
    (
        "of-the-last-round",
        "only the colours of the previous round were compared",
        lambda colours: colours[-1:],
    ),
    (
        "from-the-first",
        "the colours were compared from the first match on",
        lambda colours: latest_first(colours)[::-1],
    ),
    ("of-the-first", "only the colours of the first match were compared", lambda colours: latest_first(colours)[-1:]),
    *(
        (
            f"of-the-last-{number}",
            f"only the colours of the last {matches} were compared",
            lambda colours, number=number: latest_first(colours)[:number],
        )
        for number, matches in ((1, "match"), (2, "two matches"), (3, "three matches"))
    ),
)


def _by_number(first: Colours, second: Colours, *, number: Callable[[Colours], int]) -> int:
    return number(first) - number(second)


def _by_width(first: Colours, second: Colours) -> int:
    """Give the team with the wider difference the colour that makes it narrower."""
    own, other = colour_difference(first), colour_difference(second)
    if abs(own) == abs(other):
        return 0
    return own if abs(own) > abs(other) else -other


def _by_own_sign(first: Colours, second: Colours) -> int:
    return colour_difference(first) or -colour_difference(second)


_COMPARED = (
    *((name, sentence, partial(_by_number, number=number)) for name, sentence, number in _DIFFERENCES),
    ("wider", "the wider colour difference was made narrower, whatever its sign", _by_width),
    ("of-first-team", "the colour difference of the first-team was made narrower", _by_own_sign),
)


def _in_order(
    first: ColoursOfRounds, second: ColoursOfRounds, *, order: Callable[[ColoursOfRounds], ColoursOfRounds]
) -> Compared:
    return tuple(zip(order(first), order(second), strict=False))


def _opposite_from_first(first: ColoursOfRounds, second: ColoursOfRounds) -> Compared:
    return tuple(zip(latest_first(first)[::-1], latest_first(second)[::-1], strict=False))[::-1]


_ALIGNED = (
    *((name, sentence, partial(_in_order, order=order)) for name, sentence, order in _HISTORIES),
    (
        "opposite-from-the-first",
        "the first matches of both teams stood opposite each other, and the latest difference decided",
        _opposite_from_first,
    ),
)


def compared_colour_misreadings() -> Iterator[Misreading]:
    """Yield other comparisons of colour differences and of histories."""
    for name, sentence, compared_differences in _COMPARED:
        yield misreading(
            f"colour-difference-{name}",
            f"by 4.3.5 {sentence}",
            "4.3.5",
            parts(compared_differences=compared_differences),
        )
    for name, sentence, compared in _ALIGNED:
        yield misreading(f"colour-history-{name}", f"by 4.3.6 {sentence}", "4.3.6", parts(compared_colours=compared))
