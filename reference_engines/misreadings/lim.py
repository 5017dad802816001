"""Plainly wrong rules of the Lim System that programs follow, or may: changes of the players of a round."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.lim.edition import LimArticle
from reference_engines.lim.participants import LARGEST_DIFFERENCE, compatible_colours
from reference_engines.misreadings.dutch.making import misreading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from reference_engines.frame.rules import Rules
    from reference_engines.frame.variants import Misreading
    from reference_engines.lim.participants import LimParticipants, LimPlayer
    from reference_engines.lim.rules import LimRules

    Misread = Callable[[LimParticipants], LimParticipants]


def misreadings_of(rules: LimRules) -> tuple[Misreading, ...]:
    """Return the misreadings of an edition, in the order of the articles."""
    return tuple(_of_edition(rules, _list_misreadings()))


def varied_misreadings(rules: LimRules) -> tuple[Misreading, ...]:
    """Return rarer misreadings: of due colours, limits, the median score and histories."""
    return tuple(_of_edition(rules, _list_variations()))


def _of_edition(rules: LimRules, listed: Iterable[tuple[str, str, LimArticle, Misread]]) -> Iterator[Misreading]:
    for identifier, sentence, article, misread in listed:
        change = partial(_with_misread_table, misread=misread)
        yield misreading(identifier, sentence, rules.article_number(article), change)


def _with_misread_table(rules: Any, misread: Misread) -> Rules:
    return replace(rules, misread=misread)


def _change_players(participants: LimParticipants, change: Callable[[LimPlayer], LimPlayer]) -> LimParticipants:
    return replace(participants, players=tuple(map(change, participants.players)))


def _list_misreadings() -> Iterator[tuple[str, str, LimArticle, Misread]]:
    bye_again = "the bye went to the lowest rank, even to a player who has had a bye"
    yield "bye-again", bye_again, LimArticle.BYE, _bye_for_all
    yield "colours-do-not-count", "any two who have not met were compatible", LimArticle.COMPATIBLE, _any_colours
    yield "all-downward", "every scoregroup were paired downward", LimArticle.ORDER, _all_downward
    yield "all-upwards", "every scoregroup were paired upwards", LimArticle.ORDER, _all_upwards
    yield (
        "median-counts-this-round",
        "the median score were half of the number of rounds with the one to be paired",
        LimArticle.ORDER,
        _median_of_this_round,
    )
    yield (
        "floated-before-left-out",
        "who floated in the round before could float again",
        LimArticle.FLOATED_BEFORE,
        _floated_nobody,
    )
    yield "alternation-alone", "the colour due were the one that alternates", LimArticle.EQUALISING, _alternating
    yield "equalisation-alone", "no colour were due after as many of each", LimArticle.DUE_COLOURS, _equalising
    yield "histories-left-out", "the rank decided where both are due the same colour", LimArticle.HISTORY, _no_histories
    yield "last-round-like-others", "colours counted in the last round, too", LimArticle.LAST_ROUND, _as_any_round
    yield "all-numbers-odd", "the upper player of each pair had the colour drawn", LimArticle.FIRST_ROUND, _all_odd


def _bye_for_all(participants: LimParticipants) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, bye_allowed=True))


def _any_colours(participants: LimParticipants) -> LimParticipants:
    return replace(participants, meet=~participants.apart, lifted=participants.lifted & False)


def _as_any_round(participants: LimParticipants) -> LimParticipants:
    return replace(
        participants,
        meet=~participants.apart & compatible_colours(participants.players),
        lifted=participants.lifted & False,
    )


def _all_downward(participants: LimParticipants) -> LimParticipants:
    return replace(participants, twice_median=2 * min(participants.scores, default=0) - 1)


def _all_upwards(participants: LimParticipants) -> LimParticipants:
    return replace(participants, twice_median=2 * max(participants.scores, default=0) + 1)


def _median_of_this_round(participants: LimParticipants) -> LimParticipants:
    played = participants.round_number - 1
    return replace(
        participants, twice_median=participants.twice_median * participants.round_number // played if played else 0
    )


def _floated_nobody(participants: LimParticipants) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, floated=False))


def _alternating(participants: LimParticipants) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, due=-_latest(player)))


def _equalising(participants: LimParticipants) -> LimParticipants:
    return _change_players(participants, lambda player: player if player.difference else replace(player, due=0))


def _latest(player: LimPlayer) -> int:
    return next((colour for colour in player.games if colour), 0)


def _no_histories(participants: LimParticipants) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, games=()))


def _all_odd(participants: LimParticipants) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, is_odd=True))


# --- rarer misreadings -----------------------------------------------------------------------------------------------


def _list_variations() -> Iterator[tuple[str, str, LimArticle, Misread]]:
    for identifier, sentence, article, due in _DUES:
        yield f"due-{identifier}", sentence, article, partial(_with_due, due=due)
    for identifier, sentence, may_have in _LIMITS:
        yield f"limits-{identifier}", sentence, LimArticle.COMPATIBLE, partial(_with_limits, may_have=may_have)
    for points in (5, 10, -5, -10):
        size = "half a point" if abs(points) == 5 else "a point"  # noqa: PLR2004 - tenths
        yield (
            f"median-{'above' if points > 0 else 'below'}-by-{abs(points)}",
            f"the median score were {size} {'higher' if points > 0 else 'lower'}",
            LimArticle.ORDER,
            partial(_move_median, points=points),
        )
    median_player = "the median score were the score of the player in the middle of the list"
    yield "median-of-players", median_player, LimArticle.ORDER, _median_of_players
    yield "median-average", "the median score were the average score of all players", LimArticle.ORDER, _average_score
    for number, games in ((1, "game"), (2, "two games"), (3, "three games")):
        yield (
            f"histories-of-{number}",
            f"only the latest {games} of the players were compared",
            LimArticle.HISTORY,
            partial(_latest_games, number=number),
        )
    yield "histories-from-first", "games were compared from the first one on", LimArticle.HISTORY, _first_games_first
    yield "numbers-reversed", "odd numbers had the colour of even ones", LimArticle.FIRST_ROUND, _reverse_numbers
    yield (
        "all-floated",
        "every player counted as one who floated in the round before",
        LimArticle.FLOATED_BEFORE,
        partial(_set_floated, is_meant=lambda _: True),
    )
    yield (
        "floated-above-zero",
        "only players with points counted as having floated in the round before",
        LimArticle.FLOATED_BEFORE,
        partial(_set_floated, is_meant=lambda player: player.floated and player.score > 0),
    )


def _difference_first(player: LimPlayer) -> int:
    """Equalise before a colour that was repeated counts."""
    return -_sign(player.difference) or -_latest(player)


def _repeated_alone(player: LimPlayer) -> int:
    return -player.repeated


def _of_wide_difference(player: LimPlayer) -> int:
    """Alternate at a difference of one."""
    if player.repeated:
        return -player.repeated
    return -_sign(player.difference) if abs(player.difference) > 1 else -_latest(player)


def _opposite(player: LimPlayer) -> int:
    return -player.due


def _none(_player: LimPlayer) -> int:
    return 0


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


_DUES: tuple[tuple[str, str, LimArticle, Callable[[LimPlayer], int]], ...] = (
    (
        "difference-first",
        "the colour that equalises were due before the one that was not had twice in a row",
        LimArticle.EQUALISING,
        _difference_first,
    ),
    (
        "repeated-alone",
        "a colour were due only after the same colour twice in a row",
        LimArticle.DUE_COLOURS,
        _repeated_alone,
    ),
    (
        "wide-difference",
        "the colour that equalises were due only at a difference of two or more, and else the one that alternates",
        LimArticle.EQUALISING,
        _of_wide_difference,
    ),
    ("opposite", "the colour that is not due were due", LimArticle.DUE_COLOURS, _opposite),
    ("none", "no player were due a colour", LimArticle.DUE_COLOURS, _none),
)


def _with_due(participants: LimParticipants, *, due: Callable[[LimPlayer], int]) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, due=due(player)))


_LIMITS: tuple[tuple[str, str, Callable[[LimPlayer, int], bool]], ...] = (
    (
        "of-difference-alone",
        "three games in a row could have the same colour",
        lambda player, colour: colour * player.difference < LARGEST_DIFFERENCE,
    ),
    (
        "of-repeated-alone",
        "a player could have three more games with one colour than with the other",
        lambda player, colour: player.repeated != colour,
    ),
    (
        "difference-of-one",
        "no player could have two more games with one colour than with the other",
        lambda player, colour: player.repeated != colour and colour * player.difference < LARGEST_DIFFERENCE - 1,
    ),
    (
        "difference-of-three",
        "a player could have three more games with one colour than with the other, but not four more",
        lambda player, colour: player.repeated != colour and colour * player.difference <= LARGEST_DIFFERENCE,
    ),
)


def _with_limits(participants: LimParticipants, *, may_have: Callable[[LimPlayer, int], bool]) -> LimParticipants:
    white, black = (
        np.array([may_have(player, colour) for player in participants.players], dtype=np.bool_) for colour in (1, -1)
    )
    fits = white[:, np.newaxis] & black[np.newaxis, :]
    return replace(participants, meet=~participants.apart & (fits | fits.T | participants.lifted))


def _move_median(participants: LimParticipants, *, points: int) -> LimParticipants:
    return replace(participants, twice_median=participants.twice_median + 2 * points)


def _median_of_players(participants: LimParticipants) -> LimParticipants:
    scores = sorted(participants.scores)
    return replace(participants, twice_median=2 * scores[len(scores) // 2] if scores else 0)


def _average_score(participants: LimParticipants) -> LimParticipants:
    scores = participants.scores
    return replace(participants, twice_median=2 * sum(scores) // max(1, len(scores)))


def _latest_games(participants: LimParticipants, *, number: int) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, games=player.games[:number]))


def _first_games_first(participants: LimParticipants) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, games=player.games[::-1]))


def _reverse_numbers(participants: LimParticipants) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, is_odd=not player.is_odd))


def _set_floated(participants: LimParticipants, *, is_meant: Callable[[LimPlayer], bool]) -> LimParticipants:
    return _change_players(participants, lambda player: replace(player, floated=is_meant(player)))
