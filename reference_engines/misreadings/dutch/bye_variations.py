"""Rarer misreadings of the bye: the games that are not unplayed ones, and other keys by which the player is chosen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.definitions.history import NOBODY
from reference_engines.misreadings.dutch.families import played_or
from reference_engines.misreadings.dutch.grammar import count_instead
from reference_engines.misreadings.dutch.making import definitions, misreading
from reference_engines.misreadings.rounds import double_forfeit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading


def _but(is_unplayed: Callable[[History], BoolArray]) -> Callable[[History], BoolArray]:
    return lambda history: ~is_unplayed(history)


_UNPLAYED: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("byes", "pairing-allocated byes", lambda history: history.bye),
    ("granted-byes", "byes on request with points", lambda history: history.granted_bye),
    ("absences", "absences, with points or without", lambda history: ~history.paired),
    ("forfeits", "forfeited games", lambda history: (history.opponent != NOBODY) & ~history.played),
    (
        "with-points",
        "rounds without a game that score",
        lambda history: ~history.played & (history.points > history.scoring.loss),
    ),
    (
        "without-points",
        "rounds without a game or points",
        lambda history: ~history.played & (history.points <= history.scoring.loss),
    ),
    ("wins", "rounds with the points of a win without a game", lambda history: ~history.played & _wins(history)),
)


def _before_entry(history: History) -> BoolArray:
    """Return the rounds before a player was first to be paired."""
    return ~np.logical_or.accumulate(history.paired, axis=0)


def _scores(history: History) -> BoolArray:
    return history.points > history.scoring.loss


_GAMES: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("before-entry", "rounds before a late entry", _before_entry),
    (
        "before-entry-without-points",
        "rounds without points before a late entry",
        lambda history: _before_entry(history) & ~_scores(history),
    ),
    (
        "later-absences",
        "absences of a player who had entered the event",
        lambda history: ~history.paired & ~_before_entry(history),
    ),
    ("absences-with-points", "byes on request with points", lambda history: ~history.paired & _scores(history)),
    ("absences-without-points", "absences without points", lambda history: ~history.paired & ~_scores(history)),
    (
        "later-absences-without-points",
        "absences without points of a player who had entered the event",
        lambda history: ~history.paired & ~_scores(history) & ~_before_entry(history),
    ),
    ("forfeit-wins", "games won by forfeit", lambda history: history.forfeit_win),
    (
        "forfeit-losses",
        "games lost by forfeit",
        lambda history: (history.opponent != NOBODY) & ~history.played & ~history.forfeit_win,
    ),
    ("double-forfeits", "games that both players forfeited", double_forfeit),
    ("rounds-with-points", "rounds without a game that score", _scores),
    ("rounds-without-points", "rounds without a game or points", lambda history: ~_scores(history)),
)
"""Name, words, and rounds without a game that may be no unplayed games."""


def _wins(history: History) -> BoolArray:
    return history.points >= history.scoring.win


def _count_unplayed(bracket: Bracket, *, is_meant: Callable[[Bracket], bool]) -> Contribution | None:
    if not is_meant(bracket):
        return None
    unplayed = bracket.take(bracket.players.unplayed)
    return Contribution(floats=unplayed, bound=int(unplayed.max(initial=0)))


_COUNTED_FLOATERS: tuple[tuple[str, str, Callable[[Bracket], bool]], ...] = (
    ("of_all_floaters", "counted the unplayed games of all downfloaters, with a bye or without", lambda _: True),
    (
        "of_lone_floaters",
        "counted the unplayed games of the downfloater of every bracket with an odd number of players",
        lambda bracket: bracket.size % 2 == 1,
    ),
    (
        "of_all_floaters_with_bye",
        "counted the unplayed games of all downfloaters in a round with a bye",
        lambda bracket: bracket.players.size % 2 == 1,
    ),
)
"""Name, words, and brackets whose downfloaters' unplayed games count, whoever receives the bye."""


def unplayed_games(text: DutchText) -> Iterator[Misreading]:
    """Yield other unplayed games of the player who has the bye ([C9]), or of other downfloaters."""
    for one in text.criteria:
        if one.criterion.name == "bye_unplayed_games":
            yield from (
                count_instead(one, name, words, partial(_count_unplayed, is_meant=is_in))
                for name, words, is_in in _COUNTED_FLOATERS
            )
            for name, words, is_unplayed in _UNPLAYED:
                yield misreading(
                    f"unplayed-{name}-alone",
                    f"of unplayed games {one.label} counted {words} alone",
                    one.article,
                    definitions(games=_but(is_unplayed)),
                )
            for name, words, is_meant in _GAMES:
                yield misreading(
                    f"unplayed-without-{name}",
                    f"{words} were not unplayed games in {one.label}",
                    one.article,
                    definitions(games=partial(played_or, is_meant)),
                )


def _place_of(values: Callable[[Players], IntArray]) -> Callable[[Bracket], IntArray]:
    def places(bracket: Bracket) -> IntArray:
        taken = bracket.take(values(bracket.players))
        return np.unique(taken, return_inverse=True)[1].reshape(taken.shape)

    return places


_BYE_KEYS: tuple[tuple[str, str, Callable[[Players], IntArray]], ...] = (
    ("largest-number", "the largest number", lambda players: -players.tpn),
    ("smallest-number", "the smallest number", lambda players: players.tpn),
    ("most-whites", "the most Whites, less Blacks", lambda players: -players.colour_difference),
    ("most-blacks", "the most Blacks, less Whites", lambda players: players.colour_difference),
    ("narrowest-difference", "the narrowest colour difference", lambda players: np.abs(players.colour_difference)),
    ("weakest-preference", "the weakest colour preference", lambda players: players.strength),
    ("no-downfloat", "no downfloat in the previous round", lambda players: (players.floated[0] > 0).astype(np.int64)),
    ("upfloat", "an upfloat in the previous round", lambda players: (players.floated[0] >= 0).astype(np.int64)),
)
"""Name, what the player has who receives the bye, and the key of which the smallest comes first."""


def bye_keys(text: DutchText) -> Iterator[Misreading]:
    """Yield other players who receive the bye in place of those with the fewest unplayed games, or among these."""
    for one in text.criteria:
        if one.criterion.name == "bye_unplayed_games":
            for name, words, key in _BYE_KEYS:
                places = _place_of(key)
                for suffix, sentence, count in (
                    ("instead", f"gave the bye to a player with {words}", partial(_count_bye, places=places)),
                    (
                        "then",
                        f"gave the bye to a player with {words}, of those with the fewest unplayed games",
                        partial(_count_bye, places=places, first=one.criterion),
                    ),
                ):
                    yield count_instead(one, f"{name}_{suffix}", sentence, count)


def _count_bye(
    bracket: Bracket, *, places: Callable[[Bracket], IntArray], first: BracketCriterion | None = None
) -> Contribution | None:
    if not bracket.bye_goes_here:
        return None
    floats = places(bracket)
    counted = None if first is None else first.contribution(bracket)
    if counted is not None and counted.floats is not None:
        floats = floats + counted.floats.astype(np.int64) * (int(floats.max(initial=0)) + 1)
    return Contribution(floats=floats, bound=int(floats.max(initial=0)) or 1)
