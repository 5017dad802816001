"""
Generated misreadings of the ARO of the Dubov System: which opponents count, what a round adds, and how it is averaged.

Rounds without a game may count, with one of several ratings; opponents may count only if they have some property; their
ratings may be cut, limited or corrected by the result; the average may be rounded otherwise, and players without a game
may have another one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.dubov.participants import round_down, round_to_nearest, scale_exactly
from reference_engines.misreadings.dutch.definitions import scheduled
from reference_engines.misreadings.dutch.making import misreading, parts
from reference_engines.misreadings.rounds import UNPLAYED, forfeited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import AroEntries, AroRule
    from reference_engines.frame.variants import Misreading
    from reference_engines.misreadings.rounds import Rounds

    ChangeEntries = Callable[[AroEntries], AroEntries]
    RoundsOf = Callable[[AroEntries], BoolArray]
    """(earlier rounds, players) whether a round is meant."""


def generated_aros(text: DubovText) -> Iterator[Misreading]:
    """Yield AROs of other rounds, of other opponents and other amounts, averaged in other ways."""
    article = text.definition_articles[0]
    for name, sentence, aro in _changed_rules(text.aro):
        yield misreading(f"aro-{name}", sentence, article, parts(aro=aro))


def _changed_rules(own: AroRule) -> Iterator[tuple[str, str, AroRule]]:
    for name, sentence, change in (*_unplayed(), *_opponents(), *_amounts(), *_cuts()):
        yield name, sentence, replace(own, entries=change)
    for name, words, average in _AVERAGES:
        yield name, f"AROs were {words}", replace(own, average=average)
    for name, words, without_game in _WITHOUT_GAME:
        yield name, f"the ARO of a player without a game were {words}", replace(own, without_game=without_game)


# --- rounds without a game -------------------------------------------------------------------------------------------


def _zero(entries: AroEntries) -> IntArray:
    return np.zeros_like(entries.ratings)


def _own_rating(entries: AroEntries) -> IntArray:
    return entries.ratings


def _average_rating(entries: AroEntries) -> IntArray:
    rated = entries.ratings[entries.ratings > 0]
    return np.full_like(entries.ratings, round(float(rated.mean())) if rated.size else 0)


def _lowest_rating(entries: AroEntries) -> IntArray:
    return np.full_like(entries.ratings, int(entries.ratings.min(initial=4000)))


def _own_aro(entries: AroEntries) -> IntArray:
    total = np.where(entries.counts, entries.amounts, 0).sum(axis=0)
    return np.asarray(total // np.maximum(entries.counts.sum(axis=0), 1), dtype=np.int64)


_RATINGS: tuple[tuple[str, str, Callable[[AroEntries], IntArray]], ...] = (
    ("zero", "a rating of 0", _zero),
    ("own", "the player's own rating", _own_rating),
    ("average", "the average rating of the event", _average_rating),
    ("lowest", "the lowest rating of the event", _lowest_rating),
)
_WITHOUT_GAME: tuple[tuple[str, str, Callable[[AroEntries], IntArray]], ...] = (
    ("of-beginners-own", "the player's own rating", _own_rating),
    ("of-beginners-average", "the average rating of the event", _average_rating),
    ("of-beginners-highest", "above all others", lambda entries: np.full_like(entries.ratings, 4000)),
)


def _count_rounds(entries: AroEntries, *, is_meant: Rounds, rating: Callable[[AroEntries], IntArray]) -> AroEntries:
    """Let rounds of a kind count with a rating, in the place of the opponent's."""
    meant = is_meant(entries.history)[: entries.row]
    amounts = np.where(meant, rating(entries)[None, :], entries.amounts)
    return replace(entries, amounts=amounts, counts=entries.counts | meant)


def _count_opponents(entries: AroEntries, *, is_meant: Rounds) -> AroEntries:
    """Let the opponents of forfeited games of a kind count."""
    meant = (is_meant(entries.history) & forfeited(entries.history))[: entries.row]
    return replace(entries, counts=entries.counts | meant)


_KINDS: tuple[tuple[str, str, Rounds], ...] = (
    *UNPLAYED,
    (
        "unplayed-pairings",
        "a forfeited game or the pairing-allocated bye",
        lambda history: history.paired & ~history.played,
    ),
)
_FORFEITED = ("forfeit-losses", "double-forfeits")


def _unplayed() -> Iterator[tuple[str, str, ChangeEntries]]:
    for kind, words, is_meant in _KINDS:
        for name, rating_words, rating in _RATINGS:
            change = partial(_count_rounds, is_meant=is_meant, rating=rating)
            yield f"{kind}-count-{name}", f"in an ARO {words} counted as an opponent with {rating_words}", change
        if kind in _FORFEITED:
            yield (
                f"with-opponents-of-{kind}",
                f"in an ARO the opponent counted of {words}",
                partial(_count_opponents, is_meant=is_meant),
            )


# --- opponents -------------------------------------------------------------------------------------------------------


def _is_to_be_paired(entries: AroEntries) -> BoolArray:
    """Return by column whether a player is among the players of the round to be paired."""
    history, event, row = entries.history, entries.event, entries.row
    if row < history.rounds:
        return history.paired[row]
    away = [bye.tpn for bye in event.requested_byes if bye.round_number == row + 1]
    return ~np.isin(history.tpn, away)


def _opponents_of(entries: AroEntries) -> IntArray:
    """Return (earlier rounds, players) the column of the opponent, of any player where there is none."""
    return np.maximum(entries.history.opponent[: entries.row], 0)


def _is_present(entries: AroEntries) -> BoolArray:
    return _is_to_be_paired(entries)[_opponents_of(entries)]


def _score_ahead(entries: AroEntries) -> IntArray:
    """Return by how much the present score of the opponent is above the player's."""
    score = entries.history.score[entries.row]
    return np.asarray(score[_opponents_of(entries)] - score[None, :], dtype=np.int64)


def _score_ahead_then(entries: AroEntries) -> IntArray:
    """Return by how much the score of the opponent was above the player's before the round."""
    score = entries.history.score[: entries.row]
    return np.asarray(np.take_along_axis(score, _opponents_of(entries), axis=1) - score, dtype=np.int64)


def _rating_ahead(entries: AroEntries) -> IntArray:
    return np.asarray(entries.amounts - entries.ratings[None, :], dtype=np.int64)


def _points(entries: AroEntries) -> IntArray:
    return entries.history.points[: entries.row]


def _won(entries: AroEntries) -> BoolArray:
    return _points(entries) >= entries.history.scoring.win


def _lost(entries: AroEntries) -> BoolArray:
    return _points(entries) <= entries.history.scoring.loss


_OPPONENTS: tuple[tuple[str, str, RoundsOf], ...] = (
    ("present", "who are to be paired in this round, too,", _is_present),
    ("ahead", "who have more points now", lambda entries: _score_ahead(entries) > 0),
    ("behind", "who have fewer points now", lambda entries: _score_ahead(entries) < 0),
    ("level", "who have the same score now", lambda entries: _score_ahead(entries) == 0),
    ("ahead-then", "who had more points when they were met", lambda entries: _score_ahead_then(entries) > 0),
    ("behind-then", "who had fewer points when they were met", lambda entries: _score_ahead_then(entries) < 0),
    ("level-then", "who had the same score when they were met", lambda entries: _score_ahead_then(entries) == 0),
    ("rated-higher", "with a higher rating", lambda entries: _rating_ahead(entries) > 0),
    ("rated-lower", "with a lower rating", lambda entries: _rating_ahead(entries) < 0),
    ("beaten", "whom the player beat", _won),
    ("drawn-with", "with whom the player drew", lambda entries: ~_won(entries) & ~_lost(entries)),
    ("lost-to", "to whom the player lost", _lost),
    ("met-with-white", "whom the player met with White", lambda entries: entries.history.colour[: entries.row] == 1),
    ("met-with-black", "whom the player met with Black", lambda entries: entries.history.colour[: entries.row] == -1),
)


def _only(entries: AroEntries, *, is_meant: RoundsOf, is_negated: bool) -> AroEntries:
    return replace(entries, counts=entries.counts & (is_meant(entries) != is_negated))


def _opponents() -> Iterator[tuple[str, str, ChangeEntries]]:
    for name, words, is_meant in _OPPONENTS:
        only = partial(_only, is_meant=is_meant, is_negated=False)
        yield f"of-opponents-{name}", f"in an ARO only opponents {words} counted", only
        others = partial(_only, is_meant=is_meant, is_negated=True)
        yield f"without-opponents-{name}", f"in an ARO opponents {words} did not count", others


# --- amounts ---------------------------------------------------------------------------------------------------------

_LIMITS = (200, 350, 400)
_FAR = 10_000


def _limited(entries: AroEntries, *, below: int, above: int) -> AroEntries:
    own = entries.ratings[None, :]
    return replace(entries, amounts=np.clip(entries.amounts, own - below, own + above))


def _corrected(entries: AroEntries, *, by: int) -> AroEntries:
    """Correct the rating of an opponent by the result, as a performance does."""
    correction = by * (_won(entries).astype(np.int64) - _lost(entries))
    return replace(entries, amounts=entries.amounts + correction)


def _times_points(entries: AroEntries) -> AroEntries:
    return replace(entries, amounts=entries.amounts * _points(entries))


def _aro_of_opponents(entries: AroEntries) -> AroEntries:
    return replace(entries, amounts=_own_aro(entries)[_opponents_of(entries)])


def _add_own(entries: AroEntries) -> AroEntries:
    """Let the player's own rating count once."""
    own = entries.ratings[None, :]
    return replace(
        entries,
        amounts=np.concatenate([entries.amounts, own]),
        counts=np.concatenate([entries.counts, np.ones_like(own, dtype=np.bool_)]),
    )


def _amounts() -> Iterator[tuple[str, str, ChangeEntries]]:
    for limit in _LIMITS:
        for name, words, below, above in (
            ("", "no farther from the player's than", limit, limit),
            ("below-", "no farther below the player's than", limit, _FAR),
            ("above-", "no farther above the player's than", _FAR, limit),
        ):
            change = partial(_limited, below=below, above=above)
            yield f"limited-{name}{limit}", f"in an ARO the rating of an opponent counted as {words} {limit}", change
    yield (
        "as-performance",
        "in an ARO an opponent counted 400 higher after a win and 400 lower after a loss",
        partial(_corrected, by=400),
    )
    yield "times-points", "in an ARO the rating of an opponent were multiplied by the points won", _times_points
    yield "of-aros", "in an ARO the AROs of the opponents were averaged, not their ratings", _aro_of_opponents
    yield "with-own-rating", "in an ARO the player's own rating counted, too", _add_own


def _place(entries: AroEntries, *, is_downwards: bool) -> IntArray:
    """Return (earlier rounds, players) the place of a counted amount in order, and a large one for all others."""
    keys = np.where(entries.counts, -entries.amounts if is_downwards else entries.amounts, _FAR**2)
    order = np.argsort(keys, axis=0, kind="stable")
    return np.asarray(np.argsort(order, axis=0, kind="stable"), dtype=np.int64)


def _cut_extremes(entries: AroEntries, *, lowest: int, highest: int) -> AroEntries:
    """Leave out the lowest and highest amounts of players of whom more count."""
    is_cut = (_place(entries, is_downwards=False) < lowest) | (_place(entries, is_downwards=True) < highest)
    is_enough = entries.counts.sum(axis=0) > lowest + highest
    return replace(entries, counts=entries.counts & ~(is_cut & is_enough[None, :]))


def _extreme_alone(entries: AroEntries, *, is_highest: bool) -> AroEntries:
    return replace(entries, counts=entries.counts & (_place(entries, is_downwards=is_highest) == 0))


def _median(entries: AroEntries) -> AroEntries:
    """Keep the amount in the middle, or the two in the middle."""
    place, number = _place(entries, is_downwards=False), entries.counts.sum(axis=0)
    is_middle = (place == (number - 1) // 2) | (place == number // 2)
    return replace(entries, counts=entries.counts & is_middle)


def _cuts() -> Iterator[tuple[str, str, ChangeEntries]]:
    for name, words, lowest, highest in (
        ("cut-lowest", "the lowest rating of an opponent were", 1, 0),
        ("cut-two-lowest", "the two lowest ratings of opponents were", 2, 0),
        ("cut-highest", "the highest rating of an opponent were", 0, 1),
        ("cut-both", "the lowest and the highest rating of an opponent were", 1, 1),
    ):
        change = partial(_cut_extremes, lowest=lowest, highest=highest)
        yield name, f"in an ARO {words} left out", change
    yield "highest-alone", "an ARO were the highest rating of an opponent", partial(_extreme_alone, is_highest=True)
    yield "lowest-alone", "an ARO were the lowest rating of an opponent", partial(_extreme_alone, is_highest=False)
    yield "median", "an ARO were the median of the ratings, not their average", _median


# --- averages --------------------------------------------------------------------------------------------------------


def _half_down(total: IntArray, number: IntArray, _greatest: int) -> IntArray:
    return -((-2 * total + number) // (2 * number))


def _half_to_even(total: IntArray, number: IntArray, _greatest: int) -> IntArray:
    down, rest = np.divmod(total, number)
    is_up = (2 * rest > number) | ((2 * rest == number) & (down % 2 == 1))
    return np.asarray(down + is_up, dtype=np.int64)


def _to_multiple(total: IntArray, number: IntArray, _greatest: int, *, multiple: int) -> IntArray:
    return (2 * total + multiple * number) // (2 * multiple * number)


def _less_one(total: IntArray, number: IntArray, _greatest: int) -> IntArray:
    """Divide by the number of opponents less one."""
    return total // np.maximum(number - 1, 1)


def _plus_one(total: IntArray, number: IntArray, _greatest: int) -> IntArray:
    return total // (number + 1)


_AVERAGES: tuple[tuple[str, str, Callable[[IntArray, IntArray, int], IntArray]], ...] = (
    ("half-down", "rounded down if they end in a half", _half_down),
    ("half-to-even", "rounded to the even number if they end in a half", _half_to_even),
    ("to-fives", "rounded to multiples of five", partial(_to_multiple, multiple=5)),
    ("to-tens", "rounded to tens", partial(_to_multiple, multiple=10)),
    ("to-fifties", "rounded to multiples of fifty", partial(_to_multiple, multiple=50)),
    ("to-hundreds", "rounded to hundreds", partial(_to_multiple, multiple=100)),
    ("by-one-less", "sums divided by the number of opponents less one", _less_one),
    ("by-one-more", "sums divided by the number of opponents plus one", _plus_one),
)
"""Name, words, and the average from sums, numbers of opponents and the greatest possible number."""


# --- latest opponents, and other ratings -----------------------------------------------------------------------------


def _latest_games(counts: BoolArray, *, number: int) -> BoolArray:
    later = np.cumsum(counts[::-1], axis=0)[::-1]
    return np.asarray(counts & (later <= number))


def _latest_rounds(counts: BoolArray, *, number: int) -> BoolArray:
    found = counts.copy()
    found[: max(0, len(counts) - number)] = False
    return found


def _first_rounds(counts: BoolArray, *, number: int) -> BoolArray:
    found = counts.copy()
    found[number:] = False
    return found


def _without_row(counts: BoolArray, *, row: int) -> BoolArray:
    found = counts.copy()
    found[row : row + 1 or None] = False
    return found


_NUMBERS = (1, 2, 3, 4)
_ROUNDS: tuple[tuple[str, str, Callable[[BoolArray], BoolArray]], ...] = (
    *(
        (f"latest-{number}-games", f"only the latest {number} opponents counted", partial(_latest_games, number=number))
        for number in _NUMBERS[1:]
    ),
    ("latest-game", "only the latest opponent counted", partial(_latest_games, number=1)),
    *(
        (
            f"latest-{number}-rounds",
            f"only opponents of the latest {number} rounds counted",
            partial(_latest_rounds, number=number),
        )
        for number in _NUMBERS[1:]
    ),
    ("latest-round", "only the opponent of the previous round counted", partial(_latest_rounds, number=1)),
    ("first-round", "only the opponent of round 1 counted", partial(_first_rounds, number=1)),
    ("without-first-round", "the opponent of round 1 did not count", partial(_without_row, row=0)),
    ("a-round-late", "the opponent of the previous round did not count", partial(_without_row, row=-1)),
)
"""Name, words, and the rounds that count of those with an opponent who counts."""


def _replace_unrated(ratings: IntArray, *, rating: int) -> IntArray:
    return np.where(ratings > 0, ratings, rating)


def _unrated_are_lowest(ratings: IntArray) -> IntArray:
    return _replace_unrated(ratings, rating=int(ratings[ratings > 0].min(initial=4000)))


def _unrated_are_average(ratings: IntArray) -> IntArray:
    rated = ratings[ratings > 0]
    return _replace_unrated(ratings, rating=round(float(rated.mean())) if rated.size else 0)


_EVENT_RATINGS: tuple[tuple[str, str, Callable[[IntArray], IntArray]], ...] = (
    *(
        (
            f"unrated-{rating}",
            f"players without a rating had one of {rating}",
            partial(_replace_unrated, rating=rating),
        )
        for rating in (1000, 1200, 1400)
    ),
    ("unrated-lowest", "players without a rating had the lowest rating of the event", _unrated_are_lowest),
    ("unrated-average", "players without a rating had the average rating of the event", _unrated_are_average),
    ("at-least-1400", "ratings below 1400 were 1400", lambda ratings: np.maximum(ratings, 1400)),
    ("in-tens", "ratings were rounded down to tens", lambda ratings: ratings // 10 * 10),
    ("in-hundreds", "ratings were rounded down to hundreds", lambda ratings: ratings // 100 * 100),
)


def aro_misreadings(text: DubovText) -> Iterator[Misreading]:
    """Yield AROs of some rounds only, and of other ratings."""
    article = text.definition_articles[0]
    for name, words, remembered in _ROUNDS:
        yield misreading(
            f"aro-of-{name}", f"in an ARO {words}", article, parts(aro=replace(text.aro, remembered=remembered))
        )
    for name, words, ratings in _EVENT_RATINGS:
        yield misreading(f"aro-{name}", f"in an ARO {words}", article, parts(aro=replace(text.aro, ratings=ratings)))


# --- known averages --------------------------------------------------------------------------------------------------


def _divide_by_rounds(total: IntArray, number: IntArray, greatest: int) -> IntArray:
    return round_to_nearest(total, np.where(number > 0, greatest, 1), greatest)


def _sum_up(total: IntArray, number: IntArray, greatest: int) -> IntArray:
    del number, greatest
    return total


def _round_up(total: IntArray, number: IntArray, greatest: int) -> IntArray:
    return -round_down(-total, number, greatest)


def varied_aros(text: DubovText) -> Iterator[Misreading]:
    """Yield other averages, and opponents without a rating."""
    article = text.definition_articles[0]
    for identifier, sentence, aro in (
        ("aro-by-rounds", "an ARO were divided by the number of rounds", replace(text.aro, average=_divide_by_rounds)),
        ("aro-as-sum", "ratings of opponents were added up, not averaged", replace(text.aro, average=_sum_up)),
        ("aro-rounded-up", "AROs were rounded up", replace(text.aro, average=_round_up)),
        (
            "aro-unrated-otherwise",
            f"opponents without a rating did{' not' * text.aro.unrated_count} count in an ARO",
            replace(text.aro, unrated_count=not text.aro.unrated_count),
        ),
    ):
        yield misreading(identifier, sentence, article, parts(aro=aro))


def known_aros(text: DubovText) -> Iterator[Misreading]:
    """Yield the known misreadings of AROs."""
    article = text.definition_articles[0]
    wrong = (
        ("aro-not-rounded", "AROs were not rounded", replace(text.aro, average=scale_exactly)),
        ("aro-rounded-down", "AROs were rounded down", replace(text.aro, average=round_down)),
        ("aro-with-forfeits", "opponents of forfeited games counted in an ARO", replace(text.aro, games=scheduled)),
    )
    for identifier, sentence, aro in wrong:
        yield misreading(identifier, sentence, article, parts(aro=aro))
