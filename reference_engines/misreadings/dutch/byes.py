"""
Misreadings of the pairing-allocated bye: the players who are barred (C2), and the choice of the player (C5, C9).

By the text a round bars for good. A program may look at the latest rounds only, count the rounds of a kind, or bar a
player by what happened in the latest games, by a float, or by the number of games.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution
from reference_engines.definitions.player_states import ByeRule
from reference_engines.matching import largest
from reference_engines.misreadings.dutch.families import played_or
from reference_engines.misreadings.dutch.grammar import count_instead
from reference_engines.misreadings.dutch.making import definitions, misreading, parts
from reference_engines.misreadings.rounds import (
    UNPLAYED,
    WITHOUT_A_GAME,
    arrived,
    floated_down,
    floated_up,
    lost,
    with_black,
    with_white,
    won,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket, BracketCriterion
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.dutch.making import ChangeRules
    from reference_engines.misreadings.rounds import Rounds

    Barred = Callable[[History], BoolArray]
    """Returns (rounds + 1, players) whether a player is barred before each round."""


# --- bars ------------------------------------------------------------------------------------------------------------


def _bye_alone(history: History) -> BoolArray:
    return history.bye


def _except_forfeit_win(history: History) -> BoolArray:
    return history.bye | (~history.played & ~history.forfeit_win & (history.points >= history.scoring.win))


def _win_alone(history: History) -> BoolArray:
    return ~history.played & (history.points >= history.scoring.win)


def _any_absence(history: History) -> BoolArray:
    return ByeRule.WIN_WITHOUT_PLAYING.bars(history) | ~history.paired


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


def _before(rounds: BoolArray, latest: int | None = None) -> IntArray:
    """Return (rounds + 1, players) how many rounds are meant of those before, or of the latest of these."""
    sums = np.zeros((len(rounds) + 1, rounds.shape[1]), dtype=np.int64)
    np.cumsum(rounds, axis=0, out=sums[1:])
    if latest is not None:
        sums[latest:] -= sums[:-latest].copy()
    return sums


# --- bars for a while, or by several rounds --------------------------------------------------------------------------

_WITHIN: tuple[tuple[str, str, int | None, int], ...] = (
    ("lately", "{} barred from the bye in the next round", 1, 1),
    ("for-two-rounds", "{} barred from the bye in the next two rounds", 2, 1),
    ("for-three-rounds", "{} barred from the bye in the next three rounds", 3, 1),
    ("twice", "a player could not receive the bye who had {} twice", None, 2),
    ("thrice", "a player could not receive the bye who had {} three times", None, 3),
)
"""Name, words, the latest rounds that are looked at, and the number of rounds that bar together."""


def _had(history: History, *, is_meant: Rounds, latest: int | None, number: int) -> BoolArray:
    return np.asarray(_before(is_meant(history), latest) >= number)


def passing_bars(text: DutchText) -> Iterator[Misreading]:
    """Yield kinds of rounds that bar from the bye for a while, or several times only, besides those of the text."""
    for (name, words, is_meant), (suffix, sentence, latest, number) in product(UNPLAYED, _WITHIN):
        yield _barring(
            text,
            f"{name}-bar-{suffix}",
            sentence.format(words),
            partial(_had, is_meant=is_meant, latest=latest, number=number),
        )


def _barring(text: DutchText, identifier: str, sentence: str, barred: Barred) -> Misreading:
    rule = ByeRule(text.byes.bars, text.byes.barred, barred)
    return misreading(identifier, sentence, text.absolute_articles[1], parts(byes=rule))


# --- bars by games and floats ----------------------------------------------------------------------------------------


_ROUNDS: tuple[tuple[str, str, Rounds], ...] = (
    ("downfloat", "a downfloat", floated_down),
    ("upfloat", "an upfloat", floated_up),
    ("win", "a won game", won),
    ("loss", "a lost game", lost),
    ("white", "a game with White", with_white),
    ("black", "a game with Black", with_black),
)


def bars_of_games(text: DutchText) -> Iterator[Misreading]:
    """Yield games and floats of the latest rounds that bar from the bye."""
    for (name, words, is_meant), (suffix, sentence, latest, number) in product(_ROUNDS, _WITHIN[:2]):
        yield _barring(
            text,
            f"{name}-bars-{suffix}",
            sentence.format(words),
            partial(_had, is_meant=is_meant, latest=latest, number=number),
        )
    for number, words in ((1, "a game"), (2, "two games"), (3, "three games")):
        yield _barring(
            text,
            f"bye-not-before-{number}-games",
            f"a player could not receive the bye before having had {words}",
            partial(_has_few_games, number=number),
        )


def _has_few_games(history: History, *, number: int) -> BoolArray:
    played = _before(history.played)
    return np.asarray((played < number) & (np.arange(len(played)) >= number)[:, None])


RARER_BARS = (passing_bars, bars_of_games)


# --- unplayed games, and other keys of the choice --------------------------------------------------------------------


def _but(is_unplayed: Rounds) -> Rounds:
    return lambda history: ~is_unplayed(history)


_FURTHER_ROUNDS: tuple[tuple[str, str, Rounds], ...] = (
    (
        "zero-point-byes-before-entry",
        "a round without points before a late entry",
        lambda history: ~arrived(history) & (history.points <= history.scoring.loss),
    ),
    (
        "away-rounds-after-entry",
        "an absence of a player who had entered the event",
        lambda history: ~history.paired & arrived(history),
    ),
    ("wins", "a round with the points of a win without a game", _win_alone),
)


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
            for name, words, is_unplayed in (*WITHOUT_A_GAME, *_FURTHER_ROUNDS):
                yield misreading(
                    f"unplayed-{name}-alone",
                    f"of unplayed games {one.label} counted only those of one kind, {words}",
                    one.article,
                    definitions(games=_but(is_unplayed)),
                )
                yield misreading(
                    f"unplayed-without-{name}",
                    f"{words} were not an unplayed game in {one.label}",
                    one.article,
                    definitions(games=partial(played_or, is_unplayed)),
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
