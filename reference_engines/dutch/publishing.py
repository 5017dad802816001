"""Pairs of a round with their colours and boards, and the colours of any two: the same in every edition."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from reference_engines.colours import allocate
from reference_engines.contract import ColourDecision, Made
from reference_engines.course import undeclared_initial_colour, with_rounds
from reference_engines.open_points import follow_other_side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.colours import Allocation
    from reference_engines.dutch.course import DutchCourse
    from reference_engines.dutch.edition import DutchTerms
    from reference_engines.engine import Change
    from reference_engines.field import Field
    from reference_engines.history import IntArray

WayT = TypeVar("WayT")


def published(terms: DutchTerms, course: DutchCourse, field: Field, pairs: IntArray, way: WayT) -> Made[WayT]:
    """Give pairs of positions, the higher ranked player first, their colours and boards (C.04.2:3.6; D.9)."""
    ordered = pairs[_board_order(field, pairs)]
    colour = _colours(terms, course, field, ordered).colour
    white = np.where(colour == 1, ordered[:, 0], ordered[:, 1]).tolist()
    black = np.where(colour == 1, ordered[:, 1], ordered[:, 0]).tolist()
    left = np.ones(field.size, dtype=np.bool_)
    left[ordered] = False
    spare = np.flatnonzero(left).tolist()
    return Made(games=tuple(zip(white, black, strict=True)), bye=spare[0] if spare else None, way=way)


def _board_order(field: Field, pairs: IntArray) -> IntArray:
    """Sort pairs for publication: higher score of the two, sum of both scores, smaller TPN."""
    one, other = field.score[pairs[:, 0]], field.score[pairs[:, 1]]
    return np.lexsort((field.column[pairs[:, 0]], -(one + other), -one))


def _colours(terms: DutchTerms, course: DutchCourse, field: Field, pairs: IntArray) -> Allocation:
    coloured = terms.definitions.coloured
    return allocate(field, course.history, pairs, course.initial_colour, terms.colour_articles, coloured)


def decided(terms: DutchTerms, course: DutchCourse, field: Field, pair: tuple[int, int]) -> ColourDecision:
    """Give two positions, the higher ranked player first, their colours by the first rule that decides."""
    articles = terms.colour_articles
    allocation = _colours(terms, course, field, np.array([pair], dtype=np.int64))
    white, black = pair if allocation.colour[0] == 1 else pair[::-1]
    article = allocation.article[0]
    return ColourDecision(white=white, black=black, article=article, why=articles.sentence(article))


def changes_of_parity(course: DutchCourse, field: Field) -> Iterator[Change]:
    """Yield the other sides of SPP-2026-08 that may matter for a round."""
    for parity in course.other_parities(field):
        yield follow_other_side("SPP-2026-08", rules=partial(replace, parity=parity))


def changes(course: DutchCourse, field: Field) -> Iterator[Change]:
    """Yield other numbers for odd and even, and other numbers of rounds and the other colour where none is declared."""
    colourless = np.count_nonzero(field.preference == 0)
    if colourless:
        yield from changes_of_parity(course, field)
    if colourless > 1:  # 5.2.5 is for two who have no preference
        yield from undeclared_initial_colour(course)
    for rounds in course.other_numbers_of_rounds(field.round_number):
        yield follow_other_side("ROUNDS-UNDECLARED", event=partial(with_rounds, rounds=rounds))
