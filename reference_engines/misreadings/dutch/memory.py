"""
Misreadings of what is remembered of earlier rounds: meetings, floats, entries, colours, and who is a topscorer.

A program may look at the latest rounds alone, forget what lies before a round without a game, or do so for one of the
values that it derives: the colour difference, the latest colour, or the same colour twice in a row.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.acceleration import virtual_points
from reference_engines.definitions.player_states import (
    COLOUR_FIGURES,
    Preferences,
    Strength,
    colour_history,
    float_before,
)
from reference_engines.misreadings.dutch.grammar import rank_by
from reference_engines.misreadings.dutch.making import definitions, misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import ColourHistory, PlayerStates, RoundStart
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.variants import Misreading
    from tournaments.model import Event

    MakeHistory = Callable[[IntArray], ColourHistory]

# --- meetings --------------------------------------------------------------------------------------------------------

_ROUNDS = (1, 2, 3, 4)


def meetings(text: DutchText) -> Iterator[Misreading]:
    """Yield meetings of the latest rounds alone, and a latest or first round that is forgotten."""
    return meeting_misreadings(text.absolute_articles[0])


def meeting_misreadings(article: str) -> Iterator[Misreading]:
    """Yield earlier rounds whose meetings are forgotten, by the article on meetings."""
    for number in _ROUNDS:
        rounds = "round" if number == 1 else f"{number} rounds"
        yield misreading(
            f"meetings-of-{number}-rounds",
            f"only opponents of the latest {rounds} could not be met again",
            article,
            definitions(remembered=partial(_latest, number=number)),
        )
    yield misreading(
        "meetings-of-last-round-forgotten",
        "the opponent of the previous round could be met again, but not those before",
        article,
        definitions(remembered=partial(_but, row=-1)),
    )
    yield misreading(
        "meetings-of-first-round-forgotten",
        "the opponent of round 1 could be met again",
        article,
        definitions(remembered=partial(_but, row=0)),
    )


def _latest(met: BoolArray, *, number: int) -> BoolArray:
    found = met.copy()
    found[: max(0, len(met) - number)] = False
    return found


def _but(met: BoolArray, *, row: int) -> BoolArray:
    found = met.copy()
    found[row : row + 1 or None] = False
    return found


# --- floats ----------------------------------------------------------------------------------------------------------

_FARTHEST = 4
"""Rounds back in which a float may be looked for."""
_KNOWN_SHIFTS = {(1, 2), (2, 3), (1, 1), (2, 1)}
"""The rounds of the text, and those in the list of known misreadings."""


def shifted_floats(text: DutchText) -> Iterator[Misreading]:
    """Yield other rounds in which the float of the previous round and the float before it are looked for."""
    for first, second in product(range(1, _FARTHEST + 1), repeat=2):
        if (first, second) not in _KNOWN_SHIFTS:
            changed = [
                f"floats of {of} were those of {_BACK[found]}"
                for of, back, found in (("the previous round", 1, first), ("two rounds before", 2, second))
                if back != found
            ]
            none = ", and none where there is no such round" if max(first, second) > 2 else ""  # noqa: PLR2004 - rounds
            yield misreading(
                f"floats-of-{first}-and-{second}-before",
                f"{', and '.join(changed)}{none}",
                text.definition_articles.played_float,
                definitions(float_before=partial(_shifted, backs=(first, second))),
            )


_BACK = {1: "the previous round", 2: "two rounds before", 3: "three rounds before", 4: "four rounds before"}


def _shifted(history: History, state: PlayerStates, row: int, back: int, *, backs: tuple[int, int]) -> IntArray:
    return float_before(history, state, row, backs[back - 1])


def _won(history: History) -> BoolArray:
    return history.played & (history.points >= history.scoring.win)


def _drawn(history: History) -> BoolArray:
    return history.played & (history.points > history.scoring.loss) & (history.points < history.scoring.win)


def _lost(history: History) -> BoolArray:
    return history.played & (history.points <= history.scoring.loss)


_GAMES: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("won", "won", _won),
    ("drawn", "drawn", _drawn),
    ("lost", "lost", _lost),
    ("white", "played with White", lambda history: history.played & (history.colour > 0)),
    ("black", "played with Black", lambda history: history.played & (history.colour < 0)),
)


def floats_of_games(text: DutchText) -> Iterator[Misreading]:
    """Yield games of one result or colour that alone give floats, or that give none."""
    for name, words, is_meant in _GAMES:
        for suffix, sentence, are_kept in (
            ("alone", f"of games only those {words} gave floats", True),
            ("without", f"a game {words} gave no float", False),
        ):
            yield misreading(
                f"floats-of-games-{name}-{suffix}",
                sentence,
                text.definition_articles.played_float,
                definitions(float_before=partial(_float_of_games, is_meant=is_meant, are_kept=are_kept)),
            )


def _float_of_games(
    history: History,
    state: PlayerStates,
    row: int,
    back: int,
    *,
    is_meant: Callable[[History], BoolArray],
    are_kept: bool,
) -> IntArray:
    found = float_before(history, state, row, back)
    if row < back:
        return found
    is_left_out = history.played[row - back] & (is_meant(history)[row - back] != are_kept)
    return np.where(is_left_out, 0, found)


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
    for (name, words, is_entry), (order, how, direction, is_late) in product(_ENTRIES, _ENTRY_ORDERS):
        if (name, order) not in _LISTED_ENTRIES:
            key = partial(_round_of_entry, is_entry=is_entry, is_late=is_late)
            yield misreading(
                f"ranked-by-{name}-{order}",
                f"players of one score were ranked {how.format(words)}",
                text.definition_articles.order,
                definitions(rank=rank_by(key, direction)),
            )


def _round_of_entry(before: RoundStart, *, is_entry: Callable[[History], BoolArray], is_late: bool) -> IntArray:
    entered = is_entry(before.history)[: before.round_number - 1]
    found = np.where(entered.any(axis=0), entered.argmax(axis=0), len(entered)) if len(entered) else 0 * before.score
    return (found > 0).astype(np.int64) if is_late else found


# --- colours ---------------------------------------------------------------------------------------------------------


def _colours_by_round(colour: IntArray) -> ColourHistory:
    """Take the colour of the previous round for the latest one, and the two previous rounds for the latest games."""
    found = colour_history(colour)
    latest, repeated = np.zeros_like(found.latest), np.zeros_like(found.repeated)
    latest[1:] = colour
    repeated[2:] = np.where(colour[1:] == colour[:-1], colour[1:], 0)
    return replace(found, latest=latest, repeated=repeated)


def _colours_in_window(colour: IntArray, *, rounds: int) -> ColourHistory:
    """Forget every round before the latest ones."""
    found = colour_history(colour)
    rows = [colour_history(colour[max(0, row - rounds) : row]) for row in range(len(colour) + 1)]
    return replace(
        found,
        difference=np.stack([one.difference[-1] for one in rows]),
        latest=np.stack([one.latest[-1] for one in rows]),
        repeated=np.stack([one.repeated[-1] for one in rows]),
    )


def _colours_after_first_rounds(colour: IntArray, *, rounds: int) -> ColourHistory:
    forgotten = colour.copy()
    forgotten[:rounds] = 0
    return colour_history(forgotten)


def _a_round_late(colour: IntArray) -> ColourHistory:
    """Forget the previous round."""
    found = colour_history(colour)

    def late(values: IntArray) -> IntArray:
        return np.vstack([values[:1], values[:-1]])

    return replace(found, difference=late(found.difference), latest=late(found.latest), repeated=late(found.repeated))


def _three_in_a_row(colour: IntArray) -> ColourHistory:
    """Take three equal colours in a row, not two, for a repeated colour."""
    found = colour_history(colour)
    repeated = np.zeros_like(found.repeated)
    for row in range(1, len(colour) + 1):
        for column in range(colour.shape[1]):
            games = [value for value in colour[:row, column].tolist() if value][-3:]
            if len(games) == 3 and len(set(games)) == 1:  # noqa: PLR2004 - games
                repeated[row, column] = games[0]
    return replace(found, repeated=repeated)


_HISTORIES: tuple[tuple[str, str, MakeHistory], ...] = (
    *(
        (
            f"of-{number}-latest-rounds",
            f"no rounds but the latest {number} counted",
            partial(_colours_in_window, rounds=number),
        )
        for number in (1, 2, 3, 4, 5)
    ),
    ("without-round-1", "the first round did not count", partial(_colours_after_first_rounds, rounds=1)),
    ("without-rounds-1-and-2", "the first two rounds did not count", partial(_colours_after_first_rounds, rounds=2)),
    ("a-round-late", "the previous round did not count", _a_round_late),
)
_FIGURES = (*COLOUR_FIGURES, ("all", "for all colour preferences", ("difference", "latest", "repeated")))


_SAME = {
    ("of-1-latest-rounds", "latest"),
    ("of-1-latest-rounds", "repeated"),
    ("of-1-latest-rounds", "latest-and-repeated"),
    ("of-2-latest-rounds", "repeated"),
}
"""What the rounds just before, or no repeated colour, give as well."""


def colour_histories(text: DutchText) -> Iterator[Misreading]:
    """Yield other rounds whose colours count, for one figure of the colours or for several."""
    return colour_history_misreadings(text.definition_articles.squeezed_colours)


def colour_history_misreadings(article: str) -> Iterator[Misreading]:
    """Yield other rounds whose colours count, by the article on colours of rounds without a game."""
    for (name, words, make), (figure, of_figure, fields) in product(_HISTORIES, _FIGURES):
        if (name, figure) in _SAME:
            continue
        yield misreading(
            f"colours-{name}-for-{figure}",
            f"{of_figure}, {words}",
            article,
            definitions(colour_history=partial(_mixed, make=make, fields=fields)),
        )
    yield misreading(
        "latest-colour-of-previous-round",
        "a player's latest colour were that of the previous round, and none without a game in it",
        article,
        definitions(colour_history=partial(_mixed, make=_colours_by_round, fields=("latest",))),
    )
    yield misreading(
        "repeated-colour-of-three-games",
        "only the same colour three times in a row made an absolute preference, besides the colour difference",
        article,
        definitions(colour_history=_three_in_a_row),
    )


def _mixed(colour: IntArray, *, make: MakeHistory, fields: tuple[str, ...]) -> ColourHistory:
    misread = make(colour)
    return replace(colour_history(colour), **{field: getattr(misread, field) for field in fields})


# --- preferences -----------------------------------------------------------------------------------------------------


def _repeated_is_strong(colours: ColourHistory, found: Preferences) -> Preferences:
    by_repeating = (colours.repeated != 0) & (np.abs(colours.difference) <= 1)
    return replace(found, strength=np.where(by_repeating, Strength.STRONG, found.strength))


def _both_make_absolute(colours: ColourHistory, found: Preferences) -> Preferences:
    both = (colours.repeated != 0) & (np.abs(colours.difference) > 1)
    lowered = np.where((found.strength == Strength.ABSOLUTE) & ~both, Strength.STRONG, found.strength)
    return replace(found, strength=lowered)


def _difference_decides(colours: ColourHistory, found: Preferences) -> Preferences:
    colour = np.where(colours.difference != 0, -np.sign(colours.difference), found.colour)
    return replace(found, colour=colour)


def _none_at_one(colours: ColourHistory, found: Preferences) -> Preferences:
    meant = (np.abs(colours.difference) == 1) & (colours.repeated == 0)
    return Preferences(colour=np.where(meant, 0, found.colour), strength=np.where(meant, Strength.NONE, found.strength))


def _latest_alternates(colours: ColourHistory, found: Preferences) -> Preferences:
    return replace(found, colour=np.where(found.strength < Strength.ABSOLUTE, -colours.latest, found.colour))


_PREFERENCES: tuple[tuple[str, str, Callable[[ColourHistory, Preferences], Preferences]], ...] = (
    ("repeated-is-strong", "the same colour twice in a row made a strong preference", _repeated_is_strong),
    (
        "both-make-absolute",
        "only a colour difference of two together with the same colour twice in a row made an absolute preference",
        _both_make_absolute,
    ),
    (
        "difference-decides-colour",
        "the colour difference decided where the latest two colours ask for the opposite",
        _difference_decides,
    ),
    ("none-at-difference-one", "a colour difference of one made no preference", _none_at_one),
    (
        "latest-colour-alternates",
        "any preference but an absolute one asked for the other colour than that of the latest game",
        _latest_alternates,
    ),
)


def preferences(text: DutchText) -> Iterator[Misreading]:
    """Yield other preferences and strengths."""
    return preference_misreadings(text.definition_articles.absolute_preference, text.definitions.preferences)


def preference_misreadings(article: str, own: Callable[[ColourHistory], Preferences]) -> Iterator[Misreading]:
    """Yield changes of the preferences of an edition, by the article on absolute ones."""
    for identifier, sentence, change in _PREFERENCES:
        yield misreading(
            identifier, sentence, article, definitions(preferences=partial(_preferred, own=own, change=change))
        )


def _preferred(
    colours: ColourHistory,
    *,
    own: Callable[[ColourHistory], Preferences],
    change: Callable[[ColourHistory, Preferences], Preferences],
) -> Preferences:
    return change(colours, own(colours))


def _absolute_and_strong(strength: IntArray) -> BoolArray:
    greatest, least = np.maximum.outer(strength, strength), np.minimum.outer(strength, strength)
    return np.asarray((greatest == Strength.ABSOLUTE) & (least >= Strength.STRONG))


def _absolute_and_any(strength: IntArray) -> BoolArray:
    return np.asarray(np.maximum.outer(strength, strength) == Strength.ABSOLUTE)


def _both_strong(strength: IntArray) -> BoolArray:
    return np.asarray(np.minimum.outer(strength, strength) >= Strength.STRONG)


_CLASHES: tuple[tuple[str, str, Callable[[IntArray], BoolArray]], ...] = (
    ("absolute-and-strong", "an absolute and a strong preference", _absolute_and_strong),
    ("absolute-and-any", "an absolute and any other preference", _absolute_and_any),
    ("both-strong", "two strong preferences", _both_strong),
)


def clashes(text: DutchText) -> Iterator[Misreading]:
    """Yield further preferences for the same colour that keep two players apart."""
    return clash_misreadings(text.absolute_articles[2])


def clash_misreadings(article: str) -> Iterator[Misreading]:
    """Yield further preferences that keep two players apart, by the article on absolute ones."""
    for name, words, clashing in _CLASHES:
        yield misreading(
            f"clash-of-{name}",
            f"C3 kept players apart with {words} for the same colour, too",
            article,
            definitions(further_clashes=clashing),
        )


# --- acceleration ----------------------------------------------------------------------------------------------------


def _not_for_late_entries(event: Event, history: History, rounds: int) -> IntArray:
    points = virtual_points(event, history, rounds)
    return np.where(history.paired[0], points, 0) if history.rounds else points


def _virtual_points_of_winners(event: Event, history: History, rounds: int) -> IntArray:
    """Give virtual points only to players who have lost no game, or drawn none, so far."""
    points = virtual_points(event, history, rounds)
    most = history.scoring.win * np.arange(len(points))[:, None]
    return np.where(history.score[: len(points)] >= most, points, 0)


def acceleration(text: DutchText) -> Iterator[Misreading]:
    """Yield players who have no virtual points although they are accelerated."""
    del text
    for identifier, sentence, points in (
        ("late-entries-without-virtual-points", "late entries had no virtual points", _not_for_late_entries),
        (
            "virtual-points-of-winners-alone",
            "only players who had won all games had virtual points",
            _virtual_points_of_winners,
        ),
    ):
        yield misreading(identifier, sentence, "C.04.7:1.4", definitions(virtual_points=points))


# --- topscorers ------------------------------------------------------------------------------------------------------


def _with_virtual(before: RoundStart) -> IntArray:
    return before.score


def _points_in_games(before: RoundStart) -> IntArray:
    row, history = before.round_number - 1, before.history
    return np.asarray(np.where(history.played, history.points, 0)[:row].sum(axis=0), dtype=np.int64)


def _a_round_before(before: RoundStart) -> IntArray:
    return before.history.score[max(0, before.round_number - 2)]


def _so_far(before: RoundStart) -> IntArray:
    return np.full(before.score.size, before.maximum)


def _maximum_after_round(before: RoundStart) -> IntArray:
    return np.full(before.score.size, before.history.scoring.win * before.round_number)


def _maximum_in_games(before: RoundStart) -> IntArray:
    games = before.history.played[: before.round_number - 1].sum(axis=0)
    return np.asarray(before.history.scoring.win * games, dtype=np.int64)


def _score_of_leader(before: RoundStart) -> IntArray:
    return np.full(before.score.size, before.score.max(initial=0))


_POINTS = (
    ("", "", _with_virtual),
    ("games-", " by the points of games alone", _points_in_games),
    ("late-", " by the scores of a round before", _a_round_before),
)
_MAXIMA = (
    ("so-far", "a win in every round so far", _so_far),
    ("all-rounds", "a win in every round, the one to be paired included", _maximum_after_round),
    ("played-games", "a win in every game of the player", _maximum_in_games),
    ("leader", "the highest score", _score_of_leader),
)
_SHARES = (("over-half", "more than half of", 2, False), ("from-half", "half or more of", 2, True))
_WHEN: tuple[tuple[str, str, int | None], ...] = (
    ("", "in the last round", 1),
    ("-last-two", "in the last two rounds", 2),
    ("-last-three", "in the last three rounds", 3),
    ("-always", "in every round", None),
)


def topscorers(text: DutchText) -> Iterator[Misreading]:
    """Yield other topscorers: by other points, of another maximum, and in other rounds."""
    article = text.definition_articles.topscorers
    for (points, by_points, score), (name, of_what, maximum), (share, how, times, equal), (
        suffix,
        when,
        last,
    ) in product(_POINTS, _MAXIMA, _SHARES, _WHEN):
        if (points, name, share, suffix) in _LISTED:
            continue
        found = partial(_topscorers, score=score, maximum=maximum, times=times, equal=equal, last=last)
        yield misreading(
            f"topscorers-{points}{share}-of-{name}{suffix}",
            f"topscorers were the players with {how} {of_what}{by_points}, {when}",
            article,
            definitions(topscorers=found),
        )


_LISTED = {
    ("", "so-far", "over-half", ""),
    ("", "so-far", "from-half", ""),
    ("", "all-rounds", "over-half", ""),
    ("", "so-far", "over-half", "-last-two"),
    ("", "so-far", "over-half", "-always"),
}
"""The topscorers of the text, and those in the list of known misreadings."""


def _topscorers(
    before: RoundStart,
    *,
    score: Callable[[RoundStart], IntArray],
    maximum: Callable[[RoundStart], IntArray],
    times: int,
    equal: bool,
    last: int | None,
) -> BoolArray:
    declared, row = before.event.rounds_declared, before.round_number
    is_meant = row > 1 and (last is None or (declared is not None and row > declared - last))
    if not is_meant:
        return np.zeros(before.score.size, dtype=np.bool_)
    points, most = times * score(before), maximum(before)
    return np.asarray(points >= most if equal else points > most)


KINDS = (
    meetings,
    shifted_floats,
    floats_of_games,
    entries,
    colour_histories,
    preferences,
    clashes,
    acceleration,
    topscorers,
)
