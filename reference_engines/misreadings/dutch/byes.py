"""Misreadings of the pairing-allocated bye: the players who are barred, and the choice of the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.player_states import ByeRule
from reference_engines.matching import largest
from reference_engines.misreadings.dutch.making import misreading, parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules

# --- bars ------------------------------------------------------------------------------------------------------------


def _bye_alone(history: History) -> BoolArray:
    return history.bye


def _except_forfeit_win(history: History) -> BoolArray:
    return history.bye | (~history.played & ~history.forfeit_win & (history.points >= history.scoring.win))


def _win_alone(history: History) -> BoolArray:
    return ~history.played & (history.points >= history.scoring.win)


def _any_absence(history: History) -> BoolArray:
    return history.bye | ~history.paired


def _any_round_not_played(history: History) -> BoolArray:
    return ~history.played


BARS: tuple[tuple[str, str, ByeRule], ...] = (
    ("bye-alone-bars", "nothing but a pairing-allocated bye barred from another one", ByeRule(_bye_alone)),
    ("forfeit-win-does-not-bar", "a win by forfeit did not bar from the bye", ByeRule(_except_forfeit_win)),
    (
        "bye-worth-less-does-not-bar",
        "a pairing-allocated bye barred from another one only where it is worth a win",
        ByeRule(_win_alone),
    ),
    ("half-point-bye-bars", "any points without a game barred from the bye", ByeRule.ANY_POINTS_WITHOUT_PLAYING),
    (
        "absence-bars",
        "a round for which a player was not to be paired (a requested bye, away or not yet there) barred from the bye",
        ByeRule(_any_absence),
    ),
    ("any-unplayed-round-bars", "any round without a game barred from the bye", ByeRule(_any_round_not_played)),
    (
        "full-point-bye-does-not-bar",
        "a full-point bye did not bar from the pairing-allocated bye",
        ByeRule.BYE_OR_FORFEIT_WIN,
    ),
    (
        "full-point-bye-bars",
        "a full-point bye barred from the pairing-allocated bye",
        ByeRule.WIN_WITHOUT_PLAYING,
    ),
)


def bar_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield other rounds that bar from the bye."""
    for identifier, sentence, rule in BARS:
        yield misreading(identifier, sentence, text.absolute_articles[1], parts(byes=rule))


# --- the choice ------------------------------------------------------------------------------------------------------


def _smallest(players: Players, value: IntArray) -> BoolArray:
    """Restrict the bye to eligible players with the smallest value, if the other players can be paired."""
    matching = largest(players.allowed)
    able = players.bye_allowed & matching.exposable if matching.left_over == 1 else players.bye_allowed
    return able & (value == value[able].min()) if able.any() else players.bye_allowed


def lowest_ranked(players: Players, points: IntArray) -> BoolArray:
    """Choose the last in the order of score and TPN."""
    del points
    return _smallest(players, -np.arange(players.size))


def highest_ranked(players: Players, points: IntArray) -> BoolArray:
    """Choose the first in the order of score and TPN among those with the lowest score."""
    del points
    return _smallest(players, players.score * players.size + np.arange(players.size))


def largest_number(players: Players, points: IntArray) -> BoolArray:
    """Choose the largest TPN, whatever the score."""
    del points
    return _smallest(players, -players.tpn)


def lowest_points(players: Players, points: IntArray) -> BoolArray:
    """Choose among those with the fewest points; virtual ones do not count."""
    return _smallest(players, points)


def lowest_score(players: Players, points: IntArray) -> BoolArray:
    """Choose among those with the lowest pairing score."""
    del points
    return _smallest(players, players.score)


def fewest_unplayed(players: Players, points: IntArray) -> BoolArray:
    """Choose among those who have played most, then those with the lowest score."""
    del points
    return _smallest(players, players.unplayed * 10**6 + players.score)


def lowest_score_then_fewest_unplayed(players: Players, points: IntArray) -> BoolArray:
    """Choose among those with the lowest score the ones who have played most."""
    del points
    return _smallest(players, players.score * 10**3 + players.unplayed)


_CHOICES = (
    ("bye-to-lowest-ranked", "the bye went to the lowest ranked player who may have it", lowest_ranked),
    (
        "bye-to-highest-ranked",
        "the bye went to the highest ranked of the players with the lowest score",
        highest_ranked,
    ),
    ("bye-to-largest-number", "the bye went to the largest number, whatever the score", largest_number),
    ("bye-to-fewest-points", "virtual points did not count where the bye is given", lowest_points),
    ("bye-to-lowest-score", "the bye went to a player with the lowest score that is possible", lowest_score),
    ("bye-by-unplayed-games", "the bye went to a player with the fewest unplayed games", fewest_unplayed),
    (
        "bye-by-unplayed-games-first",
        "the fewest unplayed games of the bye's assignee came before everything but the score",
        lowest_score_then_fewest_unplayed,
    ),
)


def choice_misreadings(text: DutchText) -> Iterator[Misreading]:
    """Yield other ways to choose the player who receives the bye, above all brackets."""
    scored = next((one for one in text.criteria if one.criterion.name == "bye_score"), None)
    article = scored.article if scored else text.absolute_articles[1]
    for identifier, sentence, choice in _CHOICES:
        yield misreading(identifier, sentence, article, _chosen(choice))


def _chosen(choice: object) -> ChangeRules:
    return parts(bye_choice=choice)


KINDS = (bar_misreadings, choice_misreadings)
