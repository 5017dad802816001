"""Rarer misreadings of definitions: other ranks, rounded scores, colours since a gap, and floats of other rounds."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.player_states import AS_WRITTEN, ColourHistory, colour_history, float_before
from reference_engines.misreadings.dutch.grammar import rank_by
from reference_engines.misreadings.dutch.making import both, definitions, misreading
from reference_engines.misreadings.dutch.making import floats as float_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import Definitions, PlayerStates, RoundStart
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from tournaments.model import Event


def _colours(before: RoundStart) -> IntArray:
    history, row = before.history, before.round_number - 1
    return np.asarray(np.where(history.played[:row], history.colour[:row], 0).sum(axis=0), dtype=np.int64)


def _latest(values: Callable[[History], IntArray | BoolArray]) -> Callable[[RoundStart], IntArray]:
    def of_previous_round(before: RoundStart) -> IntArray:
        row = before.round_number - 1
        return values(before.history)[row - 1].astype(np.int64) if row else 0 * before.score

    return of_previous_round


def _unplayed_rounds(before: RoundStart) -> IntArray:
    return np.asarray((~before.history.played)[: before.round_number - 1].sum(axis=0), dtype=np.int64)


def _byes(before: RoundStart) -> IntArray:
    return np.asarray(before.history.bye[: before.round_number - 1].sum(axis=0), dtype=np.int64)


_RANK_KEYS: tuple[tuple[str, str, Callable[[RoundStart], IntArray]], ...] = (
    ("whites", "the difference of games with White and Black", _colours),
    ("width", "the width of the colour difference", lambda before: np.abs(_colours(before))),
    ("latest-colour", "the colour of the previous round, Black first", _latest(lambda history: history.colour)),
    ("idle", "a previous round without a game", _latest(lambda history: ~history.played)),
    ("absent", "an absence in the previous round", _latest(lambda history: ~history.paired)),
    ("unplayed", "the number of rounds without a game", _unplayed_rounds),
    ("byes", "the number of byes", _byes),
    ("latest-opponent", "the number of the latest opponent", _latest(lambda history: history.opponent)),
)


def ranks(text: DutchText) -> Iterator[Misreading]:
    """Yield further orders of the players of one score, in both directions, the number last."""
    for name, words, key in _RANK_KEYS:
        for suffix, direction, sign in (("", "ascending", 1), ("-descending", "descending", -1)):
            yield misreading(
                f"ranked-by-{name}{suffix}",
                f"players of one score were ranked by {words}, {direction}, before the number",
                text.definition_articles.order,
                definitions(rank=rank_by(key, sign)),
            )


def _round_scores(history: History, *, up: bool, own: Callable[[History], IntArray]) -> IntArray:
    scores, unit = own(history), history.scoring.win
    return np.asarray(-(-scores // unit) * unit if up else scores // unit * unit, dtype=np.int64)


def _round_in_brackets(event: Event, history: History, rounds: int, *, up: bool, own: Definitions) -> IntArray:
    """Return virtual points with which a score is rounded."""
    points = own.virtual_points(event, history, rounds)
    return np.asarray(points + _round_scores(history, up=up, own=own.score) - own.score(history), dtype=np.int64)


def rounded_scores(text: DutchText) -> Iterator[Misreading]:
    """Yield scores that are rounded to wins, everywhere or in brackets alone."""
    article, own = text.definition_articles.score, AS_WRITTEN
    for name, up in (("down", False), ("up", True)):
        yield misreading(
            f"scores-rounded-{name}",
            f"scores were rounded {name} to whole points",
            article,
            definitions(score=partial(_round_scores, up=up, own=own.score)),
        )
        yield misreading(
            f"scores-rounded-{name}-in-brackets",
            f"scores were rounded {name} to whole points in brackets, but not for floats",
            article,
            both(
                definitions(virtual_points=partial(_round_in_brackets, up=up, own=own)),
                float_rule(compared=attrgetter("points")),
            ),
        )


def _since_gap(colour: IntArray) -> ColourHistory:
    """Forget the games before the latest round without a game that a game follows."""
    rows = []
    for row in range(len(colour) + 1):
        played, number = colour[:row] != 0, np.arange(row)[:, None]
        last = np.where(played, number, -1).max(axis=0, initial=-1)
        gap = np.where(~played & (number < last), number, -1).max(axis=0, initial=-1)
        rows.append(colour_history(np.where(number > gap, colour[:row], 0)))
    return ColourHistory(
        difference=np.stack([one.difference[-1] for one in rows]),
        latest=np.stack([one.latest[-1] for one in rows]),
        repeated=np.stack([one.repeated[-1] for one in rows]),
    )


def histories(text: DutchText) -> Iterator[Misreading]:
    """Yield colour histories that begin anew after a round without a game."""
    return history_misreadings(text.definition_articles.squeezed_colours)


def history_misreadings(article: str) -> Iterator[Misreading]:
    """Yield colour histories that begin anew after a round without a game, by the article on unplayed rounds."""
    yield misreading(
        "colours-since-return",
        "no colour before a player's latest round without a game counted, once the player had a game again",
        article,
        definitions(colour_history=_since_gap),
    )


def _ever(history: History, state: PlayerStates, row: int, back: int, *, only: int | None) -> IntArray:
    """Look for the latest float in all earlier rounds."""
    if only not in (None, back):
        return float_before(history, state, row, back)
    found = np.zeros(state.score.shape[1], dtype=np.int64)
    for earlier in range(row - back + 1):
        found = np.where(state.float_[earlier] != 0, state.float_[earlier], found)
    return found


def _limit_to_margin(is_float: Callable[[IntArray, int], BoolArray], only: int | None) -> Any:
    """Take floats only of games of which the difference of scores is as meant."""

    def found(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
        received = float_before(history, state, row, back)
        if row < back or only not in (None, back):
            return received
        opponent = np.maximum(history.opponent[row - back], 0)
        score = state.score[row - back]
        margin = np.abs(score - score[opponent])
        is_meant = is_float(margin, history.scoring.win)
        return np.where(history.played[row - back] & ~is_meant, 0, received)

    return found


def floats(text: DutchText) -> Iterator[Misreading]:
    """Yield floats that are found in any earlier round, or by scores further apart."""
    article = text.definition_articles.played_float
    for only, suffix, when in ((None, "", ""), (1, "-1", " of the previous round"), (2, "-2", " of two rounds before")):
        yield misreading(
            f"floats-of-any-round{suffix}",
            f"for the float{when} the latest float of any earlier round counted",
            article,
            definitions(float_before=_ever_only(only)),
        )
        for name, words, is_float in (
            ("half-a-point", "half a point", lambda margin, win: 2 * margin > win),
            ("a-point", "a point", lambda margin, win: margin > win),
        ):
            yield misreading(
                f"floats-beyond-{name}{suffix}",
                f"for the float{when} scores {words} apart gave no float",
                article,
                definitions(float_before=_limit_to_margin(is_float, only)),
            )


def _ever_only(only: int | None) -> Any:
    def found(history: History, state: PlayerStates, row: int, back: int) -> IntArray:
        return _ever(history, state, row, back, only=only)

    return found
