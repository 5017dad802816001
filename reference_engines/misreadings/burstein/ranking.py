"""
Generated misreadings of the ranking of the Burstein System: other values, other rounds, and other players who count.

A value that the text does not name may break the ties of the Index, stand before it or in its place; the Index may be
that of an earlier round; colours may rank players otherwise; and the seeding rounds may be counted by another formula.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.misreadings.dutch.making import misreading, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.participants import Opposition, RankedPlayers
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Misreading

    Value = Callable[[Opposition], IntArray]
    """(players,) a value; the largest ranks first."""


def generated_rankings(text: BursteinText) -> Iterator[Misreading]:
    """Yield rankings by other values, of other rounds and for colours, and other numbers of seeding rounds."""
    for make in (_further_values, _coarser_values, _earlier_rounds, _ranks_for_colours, _seeding_rounds):
        yield from make(text)


# --- values ----------------------------------------------------------------------------------------------------------


def _buchholz(opposition: Opposition) -> IntArray:
    return opposition.buchholz


def _sonneborn_berger(opposition: Opposition) -> IntArray:
    return opposition.sonneborn_berger


def _score(opposition: Opposition) -> IntArray:
    return opposition.history.score[opposition.row]


def _rating(opposition: Opposition) -> IntArray:
    return np.array([player.rating or 0 for player in opposition.event.players], dtype=np.int64)


def _counted(opposition: Opposition, *, is_meant: Callable[[Any], BoolArray]) -> IntArray:
    """Count earlier rounds of a kind."""
    return np.asarray(is_meant(opposition.history)[: opposition.row].sum(axis=0), dtype=np.int64)


def _is_won(history: Any) -> BoolArray:
    return np.asarray(history.points >= history.scoring.win)


def _is_won_over_the_board(history: Any) -> BoolArray:
    return np.asarray(history.played & _is_won(history))


def _is_won_with_black(history: Any) -> BoolArray:
    return np.asarray(_is_won_over_the_board(history) & (history.colour == -1))


def _is_with_black(history: Any) -> BoolArray:
    return np.asarray(history.played & (history.colour == -1))


def _is_played(history: Any) -> BoolArray:
    return np.asarray(history.played)


def _progressive(opposition: Opposition) -> IntArray:
    return np.asarray(opposition.history.score[1 : opposition.row + 1].sum(axis=0), dtype=np.int64)


def _opponents(opposition: Opposition, values: IntArray) -> IntArray:
    """Return (earlier rounds, players) the value of each opponent, 0 where no game was played."""
    history, rows = opposition.history, slice(0, opposition.row)
    return np.where(history.played[rows], values[np.maximum(history.opponent[rows], 0)], 0)


def _aro(opposition: Opposition) -> IntArray:
    total = _opponents(opposition, _rating(opposition)).sum(axis=0)
    return np.asarray(total // np.maximum(_counted(opposition, is_meant=_is_played), 1), dtype=np.int64)


def _average_score(opposition: Opposition) -> IntArray:
    """Return the average score of the opponents, in thousandths."""
    total = 1000 * _opponents(opposition, _score(opposition)).sum(axis=0)
    return np.asarray(total // np.maximum(_counted(opposition, is_meant=_is_played), 1), dtype=np.int64)


def _buchholz_of_opponents(opposition: Opposition) -> IntArray:
    return np.asarray(_opponents(opposition, opposition.buchholz).sum(axis=0), dtype=np.int64)


def _with_own_score(opposition: Opposition) -> IntArray:
    return opposition.buchholz + _score(opposition)


def _average_buchholz(opposition: Opposition) -> IntArray:
    games = np.maximum(_counted(opposition, is_meant=_is_played), 1)
    return np.asarray(1000 * opposition.buchholz // games, dtype=np.int64)


_VALUES: tuple[tuple[str, str, Value], ...] = (
    ("wins", "the number of wins", partial(_counted, is_meant=_is_won)),
    ("won-games", "the number of games won over the board", partial(_counted, is_meant=_is_won_over_the_board)),
    ("black-wins", "the number of games won with Black", partial(_counted, is_meant=_is_won_with_black)),
    ("blacks", "the number of games with Black", partial(_counted, is_meant=_is_with_black)),
    ("games", "the number of games played", partial(_counted, is_meant=_is_played)),
    ("progressive", "the sum of the scores after each round", _progressive),
    ("aro", "the average rating of the opponents", _aro),
    ("rating", "the rating", _rating),
    ("average-score", "the average score of the opponents", _average_score),
    ("buchholz-of-opponents", "the sum of the opponents' Buchholz", _buchholz_of_opponents),
    ("own-and-buchholz", "Buchholz with the player's own score", _with_own_score),
    ("average-buchholz", "Buchholz divided by the number of games", _average_buchholz),
)
"""Name, words and a value that the Index does not have."""
_PRINTED: tuple[tuple[str, Value], ...] = (("Buchholz", _buchholz), ("Sonneborn-Berger", _sonneborn_berger))


def _all_values(opposition: Opposition, *, values: tuple[Value, ...]) -> tuple[IntArray, ...]:
    return tuple(value(opposition) for value in values)


def _further_values(text: BursteinText) -> Iterator[Misreading]:
    for name, words, value in _VALUES:
        own = ("", value)
        for suffix, order in (
            ("last", (*_PRINTED, own)),
            ("between", (_PRINTED[0], own, _PRINTED[1])),
            ("first", (own, *_PRINTED)),
            ("then-sonneborn-berger", (own, _PRINTED[1])),
            ("after-buchholz", (_PRINTED[0], own)),
            ("alone", (own,)),
        ):
            listed = ", then by ".join(printed or words for printed, _ in order)
            keys = partial(_all_values, values=tuple(one for _, one in order))
            yield _ranked(text, f"{name}-{suffix}", f"players were ranked by {listed}, then by TPN", keys)


def _ranked(
    text: BursteinText, name: str, sentence: str, keys: Callable[[Opposition], tuple[IntArray, ...]]
) -> Misreading:
    return misreading(
        f"ranked-by-value-{name}", sentence, text.ranking_article, parts(index=replace(text.index, keys=keys))
    )


def _coarse(opposition: Opposition, *, buchholz: int, sonneborn_berger: int) -> tuple[IntArray, ...]:
    return opposition.buchholz // buchholz, opposition.sonneborn_berger // sonneborn_berger


def _sum_of_both(opposition: Opposition) -> tuple[IntArray, ...]:
    return (10 * opposition.buchholz + opposition.sonneborn_berger,)


def _coarser_values(text: BursteinText) -> Iterator[Misreading]:
    for name, words, buchholz, sonneborn_berger in (
        ("whole-buchholz", "half points of Buchholz did not count", 10, 1),
        ("whole-sonneborn-berger", "fractions of Sonneborn-Berger did not count", 1, 100),
        ("half-sonneborn-berger", "quarters of a point of Sonneborn-Berger did not count", 1, 50),
        ("whole-index", "fractions of a point did not count in the Index", 10, 100),
    ):
        keys = partial(_coarse, buchholz=buchholz, sonneborn_berger=sonneborn_berger)
        yield _ranked(text, name, words, keys)
    yield _ranked(text, "sum", "Buchholz and Sonneborn-Berger were added up", _sum_of_both)


# --- rounds ----------------------------------------------------------------------------------------------------------


def _a_round_late(number: int, _seeding_rounds: int) -> int:
    return max(1, number - 1)


def _end_of_seeding(number: int, seeding_rounds: int) -> int:
    return min(number, seeding_rounds + 1)


def _earlier_rounds(text: BursteinText) -> Iterator[Misreading]:
    for name, sentence, round_of_index in (
        ("a-round-late", "the Index were that of the previous round, without its results", _a_round_late),
        ("after-seeding", "the Index were found once, after the seeding rounds", _end_of_seeding),
    ):
        yield misreading(
            f"index-{name}",
            sentence,
            text.index_article,
            parts(index=replace(text.index, round_of_index=round_of_index)),
        )


# --- colours and seeding rounds --------------------------------------------------------------------------------------


def _number_rank(players: RankedPlayers) -> IntArray:
    return players.players.column


def _score_and_number_rank(players: RankedPlayers) -> IntArray:
    column = players.players.column
    return column - players.players.score * (int(column.max(initial=0)) + 1)


def _score_and_index_rank(players: RankedPlayers) -> IntArray:
    return players.rank - players.players.score * (int(players.rank.max(initial=0)) + 1)


def _lowest_rank(players: RankedPlayers) -> IntArray:
    return -players.rank


def _ranks_for_colours(text: BursteinText) -> Iterator[Misreading]:
    article = text.colour_articles.higher_ranked
    for name, words, rank in (
        ("number", "the player with the smaller TPN were the higher ranked one", _number_rank),
        (
            "score-and-number",
            "the player with the higher score were the higher ranked one, of one score that with the smaller TPN",
            _score_and_number_rank,
        ),
        (
            "score-and-index",
            "the player with the higher score were the higher ranked one, of one score that with the higher Index",
            _score_and_index_rank,
        ),
        ("lower", "the lower ranked player were taken for the higher ranked one", _lowest_rank),
    ):
        yield misreading(f"colours-by-{name}", f"where colours are given, {words}", article, parts(colour_rank=rank))


_KNOWN_SEEDING: tuple[tuple[str, str, Callable[[int], int]], ...] = (
    ("rounded-up", "half of an odd number of rounds were rounded up", lambda rounds: min(-(-rounds // 2), 4)),
    ("always-four", "there were four seeding rounds in any event", lambda rounds: min(rounds, 4)),
    ("half", "half of the rounds were seeding rounds, however many they are", lambda rounds: rounds // 2),
    ("none", "no round were a seeding round", lambda rounds: 0 * rounds),
    ("first-only", "the first round alone were a seeding round", lambda rounds: min(rounds, 1)),
)
_SEEDING: tuple[tuple[str, str, Callable[[int], int]], ...] = (
    ("one-more", "there were one seeding round more", lambda rounds: min(rounds // 2, 4) + 1),
    ("one-less", "there were one seeding round less", lambda rounds: max(min(rounds // 2, 4) - 1, 0)),
    (
        "half-plus-one",
        "half of the rounds and one more, but not more than four, were seeding rounds",
        lambda rounds: min(rounds // 2 + 1, 4),
    ),
    (
        "half-of-others",
        "half of the rounds without the last, but not more than four, were seeding rounds",
        lambda rounds: min((rounds - 1) // 2, 4),
    ),
    *(
        (
            f"at-most-{most}",
            f"there were at most {words} seeding rounds",
            partial(lambda rounds, most: min(rounds // 2, most), most=most),
        )
        for most, words in ((2, "two"), (3, "three"), (5, "five"), (6, "six"))
    ),
    ("a-third", "a third of the rounds were seeding rounds", lambda rounds: rounds // 3),
    ("a-quarter", "a quarter of the rounds were seeding rounds", lambda rounds: rounds // 4),
    ("always-three", "there were three seeding rounds in any event", lambda rounds: min(rounds, 3)),
    ("always-two", "there were two seeding rounds in any event", lambda rounds: min(rounds, 2)),
    (
        "at-least-four",
        "half of the rounds, but not fewer than four, were seeding rounds",
        lambda rounds: max(rounds // 2, 4),
    ),
)


def known_seeding_rounds(text: BursteinText) -> Iterator[Misreading]:
    """Yield the known misreadings of the number of seeding rounds."""
    return _seeding_rounds_by(text, _KNOWN_SEEDING)


def _seeding_rounds(text: BursteinText) -> Iterator[Misreading]:
    return _seeding_rounds_by(text, _SEEDING)


def _seeding_rounds_by(
    text: BursteinText, numbers: Iterable[tuple[str, str, Callable[[int], int]]]
) -> Iterator[Misreading]:
    for name, sentence, number in numbers:
        change = partial(_with_seeding_rounds, number=number)
        yield misreading(f"seeding-{name}", sentence, text.seeding_article, change)


def _with_seeding_rounds(rules: Any, *, number: Callable[[int], int]) -> Rules:
    changed: Rules = replace(rules, seeding_rounds=number, seeding=replace(rules.seeding, seeding_rounds=number))
    return changed
