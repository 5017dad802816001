"""
Misreadings of the Index of the Burstein System: which rounds, scores and results each of its methods adds up.

Opponents may count with other scores, rounds without a game with others than the player's own, and Sonneborn-Berger may
multiply by other results. Each of these is misread in the whole Index, in Buchholz alone or in Sonneborn-Berger alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.burstein.participants import Method, add_up, no_score, present_scores
from reference_engines.misreadings.dutch.families import played_or
from reference_engines.misreadings.dutch.making import misreading, parts
from reference_engines.misreadings.rounds import WITHOUT_A_GAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.participants import IndexRules, RoundScores
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.frame.variants import Misreading

    Change = Callable[[IndexRules], IndexRules]
    PlayerScores = Callable[[History, IntArray, int], IntArray]
    """From the history, the scores and the row of the round: (players,) scores."""

_INDEX, _BUCHHOLZ, _SONNEBORN_BERGER = "the Index", "Buchholz", "Sonneborn-Berger"


def index_variations(text: BursteinText) -> Iterator[Misreading]:
    """Yield other scores, rounds and results that the methods of the Index add up."""
    changes = [(change, place) for change in _changes() for place in (_INDEX, _BUCHHOLZ, _SONNEBORN_BERGER)]
    for (identifier, sentence, change), place in (*changes, *((both, _INDEX) for both in _changes_of_both())):
        yield misreading(
            f"{_name(place)}-{identifier}",
            sentence.format(place),
            text.index_article,
            parts(index=_changed(text.index, change, place)),
        )
    for identifier, sentence, change in (*_results(), *_products()):
        yield misreading(
            f"{_name(_SONNEBORN_BERGER)}-{identifier}", sentence, text.index_article, parts(index=change(text.index))
        )


def _name(place: str) -> str:
    return place.removeprefix("the ").lower()


def _changed(index: IndexRules, change: Change, place: str) -> IndexRules:
    """Return the rules of an Index that is changed in one place."""
    if place == _INDEX:
        return change(index)
    if place == _BUCHHOLZ:
        return replace(change(index), of_sonneborn_berger=index)
    return replace(index, of_sonneborn_berger=change(index))


# --- opponents -------------------------------------------------------------------------------------------------------


def _score_of(is_meant: Callable[[History], BoolArray]) -> PlayerScores:
    """Return the score without the points of other rounds; a series of absences still counts as draws."""

    def scores(history: History, score: IntArray, row: int) -> IntArray:
        others = np.where(is_meant(history), 0, history.points)[:row]
        return np.asarray(score - others.sum(axis=0), dtype=np.int64)

    return scores


def _points_of(is_meant: Callable[[History], BoolArray]) -> PlayerScores:
    """Return the points of some rounds alone."""

    def scores(history: History, score: IntArray, row: int) -> IntArray:
        del score
        return np.asarray(np.where(is_meant(history), history.points, 0)[:row].sum(axis=0), dtype=np.int64)

    return scores


def _of_games(history: History) -> BoolArray:
    return history.played


def _is_win(history: History) -> BoolArray:
    return history.points >= history.scoring.win


def _but(history: History, *, is_left_out: Callable[[History], BoolArray]) -> BoolArray:
    return ~is_left_out(history)


def _unplayed_are_draws(history: History, score: IntArray, row: int) -> IntArray:
    del score
    points = np.where(history.played, history.points, history.scoring.white_draw)
    return np.asarray(points[:row].sum(axis=0), dtype=np.int64)


def _absences_are_draws(history: History, score: IntArray, row: int) -> IntArray:
    """Count a draw for every round for which a player was not there to be paired, whatever it was worth."""
    del score
    points = np.where(history.paired, history.points, history.scoring.white_draw)
    return np.asarray(points[:row].sum(axis=0), dtype=np.int64)


def _worth_a_draw(history: History, score: IntArray, row: int, *, is_meant: Callable[[History], BoolArray]) -> IntArray:
    """Count a draw for rounds of a kind; a series of absences still counts as draws."""
    instead = np.where(is_meant(history), history.scoring.white_draw - history.points, 0)
    return np.asarray(score + instead[:row].sum(axis=0), dtype=np.int64)


def _a_round_before(history: History, score: IntArray, row: int) -> IntArray:
    del score
    return history.score[max(0, row - 1)]


def _won_games(history: History, score: IntArray, row: int) -> IntArray:
    del score
    won = history.played & (history.points >= history.scoring.win)
    return np.asarray(history.scoring.win * won[:row].sum(axis=0), dtype=np.int64)


_PLAYER_SCORES: tuple[tuple[str, str, PlayerScores], ...] = (
    ("without-unplayed-rounds", "without the points that they got without playing", _score_of(_of_games)),
    (
        "of-games-over-the-board",
        "with the points that they made in games, and absences were no draws",
        _points_of(_of_games),
    ),
    ("with-draws-for-unplayed", "with a draw for every round without a game", _unplayed_are_draws),
    ("with-draws-for-absences", "with a draw for every round in which they were not there", _absences_are_draws),
    ("of-the-round-before", "with the scores that they had a round before", _a_round_before),
    ("of-won-games", "with the points of won games alone", _won_games),
    ("of-won-rounds", "with the points of won games, and of rounds worth as much, alone", _points_of(_is_win)),
)
"""Name, the scores with which opponents count, and these scores."""


def _as_opponents(scores: PlayerScores) -> RoundScores:
    return lambda history, score, row: present_scores(history, scores(history, score, row), row)


def _without_their_game(history: History, score: IntArray, row: int) -> IntArray:
    """Leave the points out that an opponent made against the player."""
    opponent = np.maximum(history.opponent[:row], 0)
    return present_scores(history, score, row) - np.take_along_axis(history.points[:row], opponent, axis=1)


def _score_ahead(history: History, score: IntArray, row: int) -> IntArray:
    """Return by how much the score of the opponent of each round is above the player's."""
    return np.asarray(present_scores(history, score, row) - score[None, :], dtype=np.int64)


_COUNTED: tuple[tuple[str, str, Callable[[History, IntArray, int], BoolArray]], ...] = (
    ("ahead", "who have more points now", lambda history, score, row: _score_ahead(history, score, row) > 0),
    ("behind", "who have fewer points now", lambda history, score, row: _score_ahead(history, score, row) < 0),
    ("level", "who have the same score now", lambda history, score, row: _score_ahead(history, score, row) == 0),
    (
        "away",
        "who are away in the round to be paired",
        lambda history, _score, row: _is_away(history, row)[np.maximum(history.opponent[:row], 0)],
    ),
    ("beaten", "whom the player beat", lambda history, _score, row: _is_win(history)[:row]),
    ("drawn-with", "with whom the player drew", lambda history, _score, row: _is_draw(history)[:row]),
    (
        "lost-to",
        "to whom the player lost",
        lambda history, _score, row: history.points[:row] <= history.scoring.loss,
    ),
    ("met-with-white", "whom the player met with White", lambda history, _score, row: history.colour[:row] == 1),
    ("met-with-black", "whom the player met with Black", lambda history, _score, row: history.colour[:row] == -1),
)
"""Name, words, and whether the opponent of each round is meant."""


def _is_away(history: History, row: int) -> BoolArray:
    """Return by column whether a player is not among those to be paired in a recorded round."""
    return ~history.paired[row] if row < history.rounds else np.zeros(history.players, dtype=np.bool_)


def _only_some(
    history: History,
    score: IntArray,
    row: int,
    *,
    is_meant: Callable[[History, IntArray, int], BoolArray],
    is_negated: bool,
) -> IntArray:
    return np.where(is_meant(history, score, row) != is_negated, present_scores(history, score, row), 0)


def _some_opponents() -> Iterator[tuple[str, str, Change]]:
    for name, words, is_meant in _COUNTED:
        for prefix, sentence, is_negated in (
            ("only", f"in {{}} only opponents {words} counted", False),
            ("without", f"in {{}} opponents {words} added nothing", True),
        ):
            scores = partial(_only_some, is_meant=is_meant, is_negated=is_negated)
            yield f"opponents-{prefix}-{name}", sentence, partial(_replace_opponents, scores=scores)


def _replace_games(index: IndexRules, games: Callable[[History], BoolArray]) -> IndexRules:
    return replace(index, games=games)


def _opponents(name: str, words: str, scores: RoundScores) -> tuple[str, str, Change]:
    return f"opponents-{name}", f"in {{}} opponents counted {words}", partial(_replace_opponents, scores=scores)


def _replace_opponents(index: IndexRules, scores: RoundScores) -> IndexRules:
    return replace(index, opponents_scores=scores)


def _changes() -> Iterator[tuple[str, str, Change]]:
    """Yield identifier, sentence with the place, and change."""
    for name, words, scores in _PLAYER_SCORES:
        yield _opponents(name, words, _as_opponents(scores))
    for name, words, is_left_out in WITHOUT_A_GAME:
        scores = _score_of(partial(_but, is_left_out=is_left_out))
        yield _opponents(f"without-{name}", f"without the points of {words}", _as_opponents(scores))
    for name, words, is_meant in WITHOUT_A_GAME:
        scores = partial(_worth_a_draw, is_meant=is_meant)
        yield _opponents(f"draws-for-{name}", f"with a draw for {words}", _as_opponents(scores))
    yield from _some_opponents()
    yield _opponents("without-their-game", "without the points of the game against the player", _without_their_game)
    yield from _unplayed()
    yield from _totals()
    for name, words, is_meant in WITHOUT_A_GAME:
        if "forfeit" in name:
            games = partial(played_or, is_meant)
            yield f"with-{name}", f"in {{}} the opponent counted of {words}", partial(_replace_games, games=games)


def _changes_of_both() -> Iterator[tuple[str, str, Change]]:
    """Yield changes of the scores of opponents and of those of rounds without a game."""
    for (name, words, scores), (other, added, unplayed) in product(_PLAYER_SCORES, _UNPLAYED):
        yield (
            f"opponents-{name}-and-unplayed-{other}",
            f"in {{}} opponents counted {words}, and a round without a game added {added}",
            partial(
                _both,
                first=partial(_replace_opponents, scores=_as_opponents(scores)),
                second=partial(_replace_unplayed, scores=unplayed),
            ),
        )


def _both(index: IndexRules, first: Change, second: Change) -> IndexRules:
    return second(first(index))


# --- rounds without a game -------------------------------------------------------------------------------------------


def _own(scores: PlayerScores) -> RoundScores:
    return lambda history, score, row: np.broadcast_to(scores(history, score, row), (row, history.players))


def _own_score_before(history: History, score: IntArray, row: int) -> IntArray:
    del score
    return history.score[:row]


def _own_score_after(history: History, score: IntArray, row: int) -> IntArray:
    del score
    return history.score[1 : row + 1]


def _half_of_own(history: History, score: IntArray, row: int) -> IntArray:
    return np.broadcast_to(score // 2, (row, history.players))


def _draws_throughout(history: History, score: IntArray, row: int) -> IntArray:
    del score
    return np.full((row, history.players), row * history.scoring.white_draw)


def _virtual_opponent(history: History, score: IntArray, row: int) -> IntArray:
    """Return the score of a virtual opponent who had the player's score, then the other result, and draws since."""
    del score
    scoring = history.scoring
    opposite = np.maximum(0, scoring.win - history.points[:row])
    since = row - 1 - np.arange(row)
    return history.score[:row] + opposite + since[:, None] * scoring.white_draw


def _constant(history: History, score: IntArray, row: int, *, wins: int) -> IntArray:
    """Return the points of so many halves of a win."""
    del score
    return np.full((row, history.players), wins * history.scoring.win // 2)


def _average_of_all(history: History, score: IntArray, row: int) -> IntArray:
    return np.full((row, history.players), int(score.mean()) if score.size else 0)


def _result_of_the_round(history: History, score: IntArray, row: int) -> IntArray:
    del score
    return history.points[:row]


_UNPLAYED: tuple[tuple[str, str, RoundScores], ...] = (
    ("nothing", "nothing", no_score),
    ("own-score-before-it", "the score that the player had before it", _own_score_before),
    ("own-score-after-it", "the score that the player had after it", _own_score_after),
    ("own-games", "the points that the player made in games", _own(_points_of(_of_games))),
    ("half-of-own", "half of the score that the player has", _half_of_own),
    ("draws-throughout", "the score of draws in every round so far", _draws_throughout),
    ("virtual-opponent", "the score of a virtual opponent, who had drawn since", _virtual_opponent),
    ("half-a-win", "the points of half a win", partial(_constant, wins=1)),
    ("a-win", "the points of a win", partial(_constant, wins=2)),
    ("average-of-all", "the average score of all players", _average_of_all),
    ("its-points", "the points of that round alone", _result_of_the_round),
)


def _unplayed() -> Iterator[tuple[str, str, Change]]:
    for name, words, scores in _UNPLAYED:
        sentence = f"in {{}} a round without a game added {words}"
        yield f"unplayed-{name}", sentence, partial(_replace_unplayed, scores=scores)
    for name, words, is_meant in WITHOUT_A_GAME:
        scores = partial(_nothing_for, is_meant=is_meant)
        yield f"{name}-add-nothing", f"in {{}} {words} added nothing", partial(_replace_unplayed, scores=scores)


def _replace_unplayed(index: IndexRules, scores: RoundScores) -> IndexRules:
    return replace(index, unplayed_scores=scores)


def _nothing_for(history: History, score: IntArray, row: int, *, is_meant: Callable[[History], BoolArray]) -> IntArray:
    return np.where(is_meant(history)[:row], 0, score)


# --- totals and results ----------------------------------------------------------------------------------------------


def _without_extremes(scores: IntArray, *, lowest: int, highest: int) -> IntArray:
    """Add up scores but for the lowest and the highest ones."""
    return np.asarray(np.sort(scores, axis=0)[lowest : len(scores) - highest].sum(axis=0), dtype=np.int64)


def _lowest_first(scores: IntArray) -> IntArray:
    return -add_up(scores)


def _latest_alone(scores: IntArray) -> IntArray:
    return add_up(scores[-1:])


def _but_latest(scores: IntArray) -> IntArray:
    return add_up(scores[:-1])


def _but_first(scores: IntArray) -> IntArray:
    return add_up(scores[1:])


def _latest_twice(scores: IntArray) -> IntArray:
    return add_up(scores) + add_up(scores[-1:])


def _later_more(scores: IntArray) -> IntArray:
    return add_up(scores * np.arange(1, len(scores) + 1)[:, None])


def _earlier_more(scores: IntArray) -> IntArray:
    return add_up(scores * np.arange(len(scores), 0, -1)[:, None])


def _highest_alone(scores: IntArray) -> IntArray:
    return np.asarray(scores.max(axis=0, initial=0), dtype=np.int64)


def _totals() -> Iterator[tuple[str, str, Change]]:
    for name, words, lowest, highest in (
        ("cut-1", "the lowest score was", 1, 0),
        ("cut-2", "the two lowest scores were", 2, 0),
        ("without-highest", "the highest score was", 0, 1),
        ("median", "the lowest and the highest score were", 1, 1),
    ):
        total = partial(_without_extremes, lowest=lowest, highest=highest)
        yield name, f"in {{}} {words} left out", partial(_replace_total, total=total)
    yield "lowest-first", "the lowest value of {} ranked first", partial(_replace_total, total=_lowest_first)
    yield "of-latest-round-alone", "in {} only the latest round counted", partial(_replace_total, total=_latest_alone)
    yield "without-latest-round", "in {} the latest round did not count", partial(_replace_total, total=_but_latest)
    for name, sentence, weighed in (
        ("latest-twice", "in {} the latest round counted twice", _latest_twice),
        ("later-more", "in {} later rounds counted more, by their number", _later_more),
        ("earlier-more", "in {} earlier rounds counted more, by the rounds since", _earlier_more),
        ("highest-alone", "in {} only the highest score counted", _highest_alone),
    ):
        yield name, sentence, partial(_replace_total, total=weighed)
    yield "without-round-1", "in {} the first round did not count", partial(_replace_total, total=_but_first)


def _replace_total(index: IndexRules, total: Callable[[IntArray], IntArray]) -> IndexRules:
    return replace(index, total=total)


def _if(is_meant: Callable[[History], BoolArray]) -> Callable[[History], IntArray]:
    """Return the points of some rounds alone."""
    return lambda history: np.where(is_meant(history), history.points, 0)


def _is_draw(history: History) -> BoolArray:
    return (history.points > history.scoring.loss) & (history.points < history.scoring.win)


def _draws_as_wins(history: History) -> IntArray:
    return np.where(_is_draw(history), history.scoring.win, history.points)


def _lost_points(history: History) -> IntArray:
    return history.scoring.win - history.points


_EARNED: tuple[tuple[str, str, Callable[[History], IntArray]], ...] = (
    ("of-wins", "in Sonneborn-Berger only wins counted, and draws added nothing", _if(_is_win)),
    ("of-draws", "in Sonneborn-Berger only draws counted, and wins added nothing", _if(_is_draw)),
    ("draws-as-wins", "in Sonneborn-Berger a draw counted like a win", _draws_as_wins),
    ("of-lost-points", "Sonneborn-Berger multiplied by the points that the opponent earned", _lost_points),
    ("of-games", "in Sonneborn-Berger rounds without a game added nothing", _if(_of_games)),
    (
        "of-won-games",
        "in Sonneborn-Berger only won games counted, and neither draws nor rounds without a game",
        _if(lambda history: history.played & _is_win(history)),
    ),
)


def _rounded(products: IntArray, *, to: int, is_up: bool) -> IntArray:
    return -(-products // to) * to if is_up else products // to * to


def _products() -> Iterator[tuple[str, str, Change]]:
    for to, words in ((100, "whole points"), (50, "half points")):
        for name, direction, is_up in (("down", "down", False), ("up", "up", True)):
            product_ = partial(_rounded, to=to, is_up=is_up)
            yield (
                f"rounded-{name}-to-{to}",
                f"in Sonneborn-Berger the product of each round were rounded {direction} to {words}",
                partial(_replace_product, product_=product_),
            )


def _replace_product(index: IndexRules, product_: Callable[[IntArray], IntArray]) -> IndexRules:
    return replace(index, product=product_)


def _results() -> Iterator[tuple[str, str, Change]]:
    for name, sentence, earned in _EARNED:
        yield name, sentence, partial(_replace_earned, earned=earned)


def _replace_earned(index: IndexRules, earned: Callable[[History], IntArray]) -> IndexRules:
    return replace(index, earned=earned)


# --- the order of players --------------------------------------------------------------------------------------------

_SHORT = {Method.BUCHHOLZ: _BUCHHOLZ, Method.SONNEBORN_BERGER: _SONNEBORN_BERGER}
_LOWEST_FIRST: tuple[tuple[Method, ...], ...] = (
    (),
    (Method.BUCHHOLZ,),
    (Method.SONNEBORN_BERGER,),
    (Method.BUCHHOLZ, Method.SONNEBORN_BERGER),
)
_PRINTED = (Method.BUCHHOLZ, Method.SONNEBORN_BERGER)


def order_variations(text: BursteinText) -> Iterator[Misreading]:
    """Yield orders by other keys: each reversed, left out or exchanged."""
    for (methods, lowest), is_largest, is_by_score in product(_keys(), (False, True), (False, True)):
        if not is_largest and not lowest and (not is_by_score or methods in {_PRINTED, ()}):
            continue  # the order of the text, or a listed misreading
        if not is_largest and not is_by_score and methods == _PRINTED:
            continue  # varied with the totals
        keys = [
            *["score"] * is_by_score,
            *(_SHORT[method] + " (lowest first)" * (method in lowest) for method in methods),
            "TPN" + " (largest first)" * is_largest,
        ]
        index = replace(_with_lowest_first(text.index, lowest), methods=methods, largest_number_first=is_largest)
        yield misreading(
            f"ranked-by-{'-'.join(keys)}".lower().translate(_DASHED),
            f"players were ranked by {', then by '.join(keys)}",
            text.ranking_article,
            parts(index=index, ranks_by_score=is_by_score),
        )


_DASHED = str.maketrans({" ": "-", "(": None, ")": None})


def _keys() -> Iterator[tuple[tuple[Method, ...], tuple[Method, ...]]]:
    """Yield methods in some order, and those of which the lowest value ranks first."""
    for number in (2, 1, 0):
        for methods in permutations(_PRINTED, number):
            yield from ((methods, lowest) for lowest in _LOWEST_FIRST if {*lowest} <= {*methods})


def _with_lowest_first(index: IndexRules, methods: tuple[Method, ...]) -> IndexRules:
    for method in methods:
        index = _changed(index, partial(_replace_total, total=_lowest_first), _SHORT[method])
    return index
