"""
Rarer misreadings of the comparison of two colour histories (5.2.3; E.3), from the parts of the comparison.

The text squeezes rounds without a game out, lets latest games stand opposite each other, and looks for the latest
difference. A program may compare rounds, or games from the first one on, look for the first difference, let a missing
game differ from any colour, or read the colours of forfeited games.
"""

from __future__ import annotations

from functools import partial
from itertools import product, zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reference_engines.definitions.colours import ColourStep
from reference_engines.definitions.history import NOBODY
from reference_engines.misreadings.dutch.making import misreading, step_instead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.colours import Meetings
    from reference_engines.definitions.history import IntArray
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading

    Colours = list[int]
    """The colours of a player, the earliest first, 0 for a round without a game."""
    Align = Callable[[Colours, Colours], list[tuple[int, int]]]
    """From the colours of both players: the pairs of colours that are compared, the earliest first, 0 for none."""


def _align_rounds(first: Colours, second: Colours) -> list[tuple[int, int]]:
    return list(zip(first, second, strict=True))


def _squeeze(colours: Colours) -> Colours:
    return [colour for colour in colours if colour]


def _align_latest_games(first: Colours, second: Colours) -> list[tuple[int, int]]:
    return list(zip_longest(_squeeze(first)[::-1], _squeeze(second)[::-1], fillvalue=0))[::-1]


def _align_first_games(first: Colours, second: Colours) -> list[tuple[int, int]]:
    return list(zip_longest(_squeeze(first), _squeeze(second), fillvalue=0))


class _HistoryComparison(NamedTuple):
    """A way to compare two colour histories."""

    align: Align
    is_latest_first: bool
    differs_if_missing: bool
    with_forfeits: bool


_ALIGNED: tuple[tuple[str, str, Align], ...] = (
    ("by-game", "games were compared from the latest one back", _align_latest_games),
    ("by-round", "colours of the same round were compared", _align_rounds),
    ("from-first", "the first games stood opposite each other", _align_first_games),
)
_ORDERS = (("", "", True), ("-earliest", "the earliest difference decided", False))
_MISSING = (("", "", False), ("-missing", "a game differed from no game", True))
_GAMES = (("", "", False), ("-forfeits", "forfeited games counted", True))
_AS_PRINTED = _HistoryComparison(
    _align_latest_games, is_latest_first=True, differs_if_missing=False, with_forfeits=False
)


def compared_colours(text: DutchText) -> Iterator[Misreading]:
    """Yield other ways to compare two colour histories."""
    articles = text.colour_articles
    for step, article in zip(articles.steps, articles.numbers, strict=True):
        if step.name != "alternate":
            continue
        for (name, words, align), *options in product(_ALIGNED, _ORDERS, _MISSING, _GAMES):
            comparison = _HistoryComparison(align, *(option[2] for option in options))
            if comparison == _AS_PRINTED:
                continue
            *others, last = [words, *(option[1] for option in options if option[1])]
            sentence = f"{', '.join(others)}, and {last}" if others else last
            decide = partial(_alternate, comparison=comparison)
            yield misreading(
                f"colours-compared-{name}{''.join(option[0] for option in options)}",
                f"by {article} {sentence}",
                article,
                step_instead(step.name, ColourStep(step.name, decide, sentence)),
            )


def _alternate(pairs: Meetings, *, comparison: _HistoryComparison) -> IntArray:
    history, rounds = pairs.history, pairs.players.round_number - 1
    counted = history.opponent != NOBODY if comparison.with_forfeits else pairs.coloured
    colours = np.where(counted, history.colour, 0)[:rounds].T
    decided = []
    for higher, lower in zip(pairs.higher.tolist(), pairs.lower.tolist(), strict=True):
        first, second = (colours[int(pairs.players.column[one])].tolist() for one in (higher, lower))
        decided.append(_decide(comparison.align(first, second), comparison))
    return np.array(decided, dtype=np.int64)


def _decide(compared: list[tuple[int, int]], comparison: _HistoryComparison) -> int:
    """Return the colour of the first player: the other one than in the round or game that decides."""
    for first, second in compared[::-1] if comparison.is_latest_first else compared:
        if first != second and (comparison.differs_if_missing or (first and second)):
            return -first or second
    return 0
