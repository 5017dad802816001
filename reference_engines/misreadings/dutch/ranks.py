"""
Misreadings of the order of players with one score: further keys that come before the number (1.2.2; A.2.b).

A program that sorts a list of the round before anew keeps its order among equal scores; others look at entries, at
results, at floats, at colours, or at rounds without a game.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import colour_history, preferences
from reference_engines.misreadings.dutch.making import definitions, each, misreading, order
from reference_engines.misreadings.rounds import WITHOUT_A_GAME, floated_down, floated_up, with_black, won

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import Preferences, RoundStart
    from reference_engines.definitions.players import Players
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds

    Key = Callable[[RoundStart], IntArray]


# --- known orders ----------------------------------------------------------------------------------------------------


def _largest_number_first(before: RoundStart) -> IntArray:
    return -np.arange(before.score.size)


def _points_first(before: RoundStart) -> IntArray:
    return np.lexsort((np.arange(before.score.size), -before.points)).argsort()


def _latest_first(before: RoundStart) -> IntArray:
    """Rank those with more points in the previous round first."""
    row = before.round_number - 1
    latest = before.history.points[row - 1] if row else np.zeros_like(before.score)
    return np.lexsort((np.arange(before.score.size), -latest)).argsort()


_RANKS = (
    ("largest-number-first", "players of one score were ranked by the largest number", _largest_number_first),
    (
        "points-before-number",
        "players of one score were ranked by points without virtual ones first",
        _points_first,
    ),
    (
        "latest-points-before-number",
        "players of one score were ranked by their latest result first",
        _latest_first,
    ),
)


def rank(text: DutchText) -> Iterator[Misreading]:
    """Yield other orders of the players of a scoregroup."""
    return each(text.definition_articles.order, _RANKS, lambda order: definitions(rank=order))


# --- keys of players -------------------------------------------------------------------------------------------------


def _round_of_entry(before: RoundStart) -> IntArray:
    """Return the row in which each player was first to be paired; that of the round for players who come now."""
    paired = before.history.paired[: before.round_number - 1]
    return np.where(paired.any(axis=0), paired.argmax(axis=0), len(paired)) if len(paired) else 0 * before.score


def _is_late(before: RoundStart) -> IntArray:
    return (_round_of_entry(before) > 0).astype(np.int64)


def _rating(before: RoundStart) -> IntArray:
    return np.array([player.rating or 0 for player in before.event.players], dtype=np.int64)


def _place(texts: list[str]) -> IntArray:
    return np.array(sorted(range(len(texts)), key=texts.__getitem__), dtype=np.int64).argsort()


def _alphabet(before: RoundStart) -> IntArray:
    return _place([player.name.casefold() for player in before.event.players])


def _number_as_text(before: RoundStart) -> IntArray:
    return _place([str(player.tpn) for player in before.event.players])


def _count(is_meant: Callable[[History], BoolArray | IntArray]) -> Callable[[RoundStart], IntArray]:
    def count(before: RoundStart) -> IntArray:
        return np.asarray(is_meant(before.history)[: before.round_number - 1].sum(axis=0), dtype=np.int64)

    return count


def _won_rounds(history: History) -> BoolArray:
    return history.points >= history.scoring.win


def _opponents_points(before: RoundStart) -> IntArray:
    """Return the sum of the points that the opponents have."""
    history, row = before.history, before.round_number - 1
    opponent = history.opponent[:row]
    points = np.where(opponent == NOBODY, 0, before.points[np.maximum(opponent, 0)])
    return np.asarray(points.sum(axis=0), dtype=np.int64)


def _cumulated_points(before: RoundStart) -> IntArray:
    return np.asarray(before.history.score[: before.round_number].sum(axis=0), dtype=np.int64)


_RANK_KEYS: tuple[tuple[str, str, Callable[[RoundStart], IntArray], int], ...] = (
    ("late-entries-last", "players who entered the event in round 1", _is_late, 1),
    ("late-entries-first", "players who entered the event after round 1", _is_late, -1),
    ("earliest-entry-first", "the earliest entry", _round_of_entry, 1),
    ("highest-rating-first", "the highest rating", _rating, -1),
    ("lowest-rating-first", "the lowest rating", _rating, 1),
    ("by-alphabet", "the first name of the alphabet", _alphabet, 1),
    ("number-as-text", "the smallest number as a text, 10 before 2,", _number_as_text, 1),
    ("most-wins-first", "most won games", _count(won), -1),
    ("fewest-wins-first", "fewest won games", _count(won), 1),
    ("most-won-rounds-first", "most rounds with the points of a win", _count(_won_rounds), -1),
    ("most-games-first", "most games", _count(attrgetter("played")), -1),
    ("fewest-games-first", "fewest games", _count(attrgetter("played")), 1),
    ("most-blacks-first", "most games with Black", _count(with_black), -1),
    ("fewest-blacks-first", "fewest games with Black", _count(with_black), 1),
    ("strongest-opponents-first", "the highest sum of the opponents' points", _opponents_points, -1),
    ("weakest-opponents-first", "the lowest sum of the opponents' points", _opponents_points, 1),
    ("progressive-score-first", "the highest progressive score", _cumulated_points, -1),
)
"""Name, the first of the players of one score, the key, and whether the smallest (1) or largest (-1) comes first."""


def ranks(text: DutchText) -> Iterator[Misreading]:
    """Yield other orders of the players of one score, the number last."""
    for name, words, key, direction in _RANK_KEYS:
        yield misreading(
            f"ranked-{name}",
            f"among players of one score {words} came first",
            text.definition_articles.order,
            definitions(rank=rank_by(key, direction)),
        )


def rank_by(key: Callable[[RoundStart], IntArray], direction: int) -> Callable[[RoundStart], IntArray]:
    """Return the order of players by a key, ascending (1) or descending (-1), and then by number."""

    def rank(before: RoundStart) -> IntArray:
        return np.lexsort((np.arange(before.score.size), direction * key(before))).argsort()

    return rank


# --- moved-down players ----------------------------------------------------------------------------------------------


def _sort_by_number(players: Players, mdps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(mdps, key=lambda position: players.numbers[position]))


def _lowest_scores_first(players: Players, mdps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(mdps, key=lambda position: (players.scores[position], players.numbers[position])))


def _largest_numbers_first(players: Players, mdps: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(mdps, key=lambda position: (-players.scores[position], -players.numbers[position])))


def mdp_ranks(text: DutchText) -> Iterator[Misreading]:
    """Yield other ranks of moved-down players in their bracket."""
    article = text.definition_articles.order
    for identifier, sentence, ranks in (
        ("mdps-by-number", "by number alone, whatever their scores", _sort_by_number),
        ("mdps-lowest-first", "from the lowest score up", _lowest_scores_first),
        ("mdps-largest-first", "from the largest number down if they have the same score", _largest_numbers_first),
    ):
        yield misreading(identifier, f"moved-down players were ranked {sentence}", article, order(mdp_ranks=ranks))


def _colours(before: RoundStart) -> IntArray:
    history, row = before.history, before.round_number - 1
    return np.asarray(np.where(history.played[:row], history.colour[:row], 0).sum(axis=0), dtype=np.int64)


def _latest(values: Callable[[History], IntArray | BoolArray]) -> Callable[[RoundStart], IntArray]:
    def of_previous_round(before: RoundStart) -> IntArray:
        row = before.round_number - 1
        return values(before.history)[row - 1].astype(np.int64) if row else 0 * before.score

    return of_previous_round


_FURTHER_KEYS: tuple[tuple[str, str, Callable[[RoundStart], IntArray]], ...] = (
    ("whites", "the difference of games with White and Black", _colours),
    ("width", "the width of the colour difference", lambda before: np.abs(_colours(before))),
    ("latest-colour", "the colour of the previous round, Black first", _latest(lambda history: history.colour)),
    ("idle", "a previous round without a game", _latest(lambda history: ~history.played)),
    ("latest-opponent", "the number of the latest opponent", _latest(lambda history: history.opponent)),
)


def further_ranks(text: DutchText) -> Iterator[Misreading]:
    """Yield further orders of the players of one score, in both directions, the number last."""
    for name, words, key in _FURTHER_KEYS:
        for suffix, direction, sign in (("", "ascending", 1), ("-descending", "descending", -1)):
            yield misreading(
                f"ranked-by-{name}{suffix}",
                f"players of one score were ranked by {words}, {direction}, before the number",
                text.definition_articles.order,
                definitions(rank=rank_by(key, sign)),
            )


# --- entries ---------------------------------------------------------------------------------------------------------


def _with_granted_bye(history: History) -> BoolArray:
    return history.paired | history.granted_bye


def _with_game(history: History) -> BoolArray:
    return history.played


def _to_be_paired(history: History) -> BoolArray:
    return history.paired


_ENTRIES: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("paired", "were to be paired", _to_be_paired),
    ("granted-bye", "were to be paired or had a half- or full-point bye", _with_granted_bye),
    ("game", "had a game", _with_game),
)
_ENTRY_ORDERS: tuple[tuple[str, str, int, bool], ...] = (
    ("earliest-first", "in the order of the rounds in which they first {}", 1, False),
    ("latest-first", "the latest first, by the rounds in which they first {}", -1, False),
    ("late-last", "those last who first {} after round 1", 1, True),
    ("late-first", "those first who first {} after round 1", -1, True),
)
_LISTED_ENTRIES = {("paired", "earliest-first"), ("paired", "late-last"), ("paired", "late-first")}
"""The orders that the grammar generates."""


def entries(text: DutchText) -> Iterator[Misreading]:
    """Yield orders of the players of one score by their entries, with other rounds that make an entry."""
    for (name, words, is_entry), (place, how, direction, is_late) in product(_ENTRIES, _ENTRY_ORDERS):
        if (name, place) not in _LISTED_ENTRIES:
            key = partial(_entry, is_entry=is_entry, is_late=is_late)
            yield misreading(
                f"ranked-by-{name}-{place}",
                f"players of one score were ranked {how.format(words)}",
                text.definition_articles.order,
                definitions(rank=rank_by(key, direction)),
            )


def _entry(before: RoundStart, *, is_entry: Callable[[History], BoolArray], is_late: bool) -> IntArray:
    entered = is_entry(before.history)[: before.round_number - 1]
    found = np.where(entered.any(axis=0), entered.argmax(axis=0), len(entered)) if len(entered) else 0 * before.score
    return (found > 0).astype(np.int64) if is_late else found


# --- keys of rounds --------------------------------------------------------------------------------------------------

_ROUNDS: tuple[tuple[str, str, Rounds], ...] = (
    *WITHOUT_A_GAME,
    ("downfloats", "a downfloat", floated_down),
    ("upfloats", "an upfloat", floated_up),
)
_WHEN: tuple[tuple[str, str, int | None, int], ...] = (
    ("lately", "in the previous round", 1, 1),
    ("before", "two rounds before", 2, 2),
    ("ever", "in any earlier round", None, 1),
)
"""Name, words, and the rounds back that are looked at: the farthest one, and the nearest one."""


def _had(before: RoundStart, *, is_meant: Rounds, farthest: int | None, nearest: int) -> IntArray:
    row = before.round_number - 1
    first = 0 if farthest is None else max(0, row - farthest)
    rounds: BoolArray = is_meant(before.history)[first : max(0, row - nearest + 1)]
    return np.asarray(rounds.any(axis=0), dtype=np.int64)


def ranks_by_rounds(text: DutchText) -> Iterator[Misreading]:
    """Yield orders that put players with a round of one kind behind the others, or in front of them."""
    for (name, words, is_meant), (suffix, when, farthest, nearest), (place, where, sign) in product(
        _ROUNDS, _WHEN, (("last", "behind", 1), ("first", "in front of", -1))
    ):
        key = partial(_had, is_meant=is_meant, farthest=farthest, nearest=nearest)
        yield misreading(
            f"ranked-{place}-by-{name}-{suffix}",
            f"players with {words} {when} were ranked {where} others of the same score",
            text.definition_articles.order,
            definitions(rank=rank_by(key, sign)),
        )


# --- keys of earlier scores ------------------------------------------------------------------------------------------


def _earlier_score(before: RoundStart) -> IntArray:
    return before.history.score[max(0, before.round_number - 2)]


def _order_of_rounds(before: RoundStart) -> IntArray:
    """Return the place in the order that begins with the numbers and is sorted by scores before every round."""
    scores = [-before.history.score[row] for row in range(1, before.round_number - 1)]
    return np.lexsort((np.arange(before.score.size), *scores)).argsort()


def _points_in_games(before: RoundStart) -> IntArray:
    history = before.history
    points = np.where(history.played, history.points, 0)[: before.round_number - 1]
    return np.asarray(points.sum(axis=0), dtype=np.int64)


def _preferences(before: RoundStart) -> Preferences:
    history, row = before.history, before.round_number - 1
    return preferences(colour_history(np.where(history.played, history.colour, 0)[:row]))


_KEYS: tuple[tuple[str, str, Key], ...] = (
    ("earlier-score", "were ranked by the score before the previous round", _earlier_score),
    ("order-of-rounds", "kept the order that they had in the round before", lambda before: -_order_of_rounds(before)),
    ("points-in-games", "were ranked by the points scored in games", _points_in_games),
    (
        "preference-strength",
        "were ranked by the strength of the colour preference",
        lambda before: _preferences(before).strength[-1],
    ),
    (
        "preference",
        "were ranked by the colour preference, White first",
        lambda before: _preferences(before).colour[-1],
    ),
)


def ranks_by_keys(text: DutchText) -> Iterator[Misreading]:
    """Yield orders of players with one score by further keys, the greatest first or the smallest first."""
    for (name, words, key), (suffix, way, sign) in product(_KEYS, (("", "", -1), ("-reversed", ", in reverse,", 1))):
        yield misreading(
            f"ranked-by-{name}{suffix}",
            f"players of one score {words}{way}".rstrip(","),
            text.definition_articles.order,
            definitions(rank=rank_by(key, sign)),
        )


KINDS = (ranks_by_rounds, ranks_by_keys)
