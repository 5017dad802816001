"""
Rarer misreadings of forfeited games that count as games in several definitions at once.

A program that asks whether there was an opponent, and not whether there was a game, misreads meetings, colours, floats,
unplayed games and the bar from the bye together, or some of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from reference_engines.definitions.player_states import ByeRule
from reference_engines.misreadings.dutch.families import played_or
from reference_engines.misreadings.dutch.making import misreading
from reference_engines.misreadings.rounds import WITHOUT_A_GAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, History
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds

_FORFEITS = ("forfeits", "double-forfeits")
_DEFINITIONS: tuple[tuple[str, str], ...] = (
    ("meetings", "meetings"),
    ("colours", "colours"),
    ("floats", "floats"),
    ("unplayed", "unplayed games"),
    ("bye", "the bar from the bye"),
)
_FEWEST = 2
"""Definitions that are misread together; a misreading of a single one is elsewhere."""


def forfeits_as_games(text: DutchText) -> Iterator[Misreading]:
    """Yield forfeited games, of any kind or by both players, that count as games for several definitions."""
    own: Any = text
    for name, words, is_meant in WITHOUT_A_GAME:
        if name not in _FORFEITS:
            continue
        for number in range(_FEWEST, len(_DEFINITIONS) + 1):
            for meant in combinations(_DEFINITIONS, number):
                keys = tuple(key for key, _ in meant)
                *others, last = (noun for _, noun in meant)
                yield misreading(
                    f"{name}-are-games-for-{'-'.join(keys)}",
                    f"{words} counted as a game for {', '.join(others)} and {last}",
                    own.definition_articles.squeezed_colours,
                    partial(_count_as_games, is_meant=is_meant, keys=keys),
                )


def _count_as_games(rules: Any, *, is_meant: Rounds, keys: tuple[str, ...]) -> Any:
    games = partial(played_or, is_meant)
    fields = {"meetings": "met", "colours": "coloured", "unplayed": "games"}
    definitions = {field: games for key, field in fields.items() if key in keys}
    rules = replace(rules, definitions=replace(rules.definitions, **definitions))
    if "floats" in keys:
        rules = replace(rules, floats=replace(rules.floats, games=games))
    if "bye" in keys:
        bars = partial(_bars_without, own=rules.byes, is_meant=is_meant)
        rules = replace(rules, byes=ByeRule(bars, rules.byes.barred))
    return rules


def _bars_without(history: History, *, own: ByeRule, is_meant: Rounds) -> BoolArray:
    return own.bars(history) & ~is_meant(history)
