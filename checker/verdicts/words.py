"""Small words in which answers and verdicts are told: points, lists, criteria's values, where a rule is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.frame.results import BracketAssessment

_SCORES = frozenset({"score", "scores", "differences", "difference"})
_COUNTS_OF_GAMES = frozenset({"topscorer_colour_difference"})
"""Criteria whose differences are not scores."""
_COUNT_THEN_SCORES = "following_bracket"


def points(tenths: int) -> str:
    """``2½ points``, ``1 point``, ``½ point``."""
    number = in_halves(tenths)
    return f"{number} point{'' if tenths in (5, 10) else 's'}"


def in_halves(tenths: int) -> str:
    """``2½``; ``2.3`` where halves do not tell it."""
    whole, rest = divmod(tenths, 10)
    if tenths < 0 or rest not in (0, 5):
        return points_text(tenths)
    return f"{whole or ''}½" if rest else str(whole)


def group(bracket: BracketAssessment) -> str:
    """``in the scoregroup of 2½ points``: a bracket by the points of its residents."""
    return f"in the scoregroup of {points(bracket.score)}"


def cited(label: str, article: str) -> str:
    """`` (C12, 2.4.7)``: where a rule is printed; nothing where it is not."""
    named = ", ".join(dict.fromkeys(part for part in (label, article) if part))
    return f" ({named})" if named else ""


def is_of_scores(name: str) -> bool:
    """Whether a criterion of that name counts tenths of a point."""
    return name not in _COUNTS_OF_GAMES and not _SCORES.isdisjoint(name.split("_"))


def value(name: str, numbers: tuple[int, ...]) -> str:
    """A criterion's value: ``3``, ``none``, ``2½ and 2 points``."""
    of_scores = is_of_scores(name)
    if not any(numbers):
        return "0 points" if of_scores and numbers else "none"
    if name == _COUNT_THEN_SCORES:
        return f"{numbers[0]} ({listed([points(one) for one in numbers[1:]])})" if numbers[1:] else str(numbers[0])
    if of_scores:
        return listed([points(one) for one in numbers])
    return listed([str(one) for one in numbers])


def listed(words: Sequence[str], last: str = "and") -> str:
    """``3, 4 and 5``; with another word before the last one if it is given."""
    if len(words) < 2:  # noqa: PLR2004 - nothing to join
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def capital(sentence: str) -> str:
    """The same with a capital letter at its beginning."""
    return f"{sentence[:1].upper()}{sentence[1:]}"
