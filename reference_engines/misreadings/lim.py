"""Plainly wrong rules of the Lim System that programs follow, or may: changes of the players of a round."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from reference_engines.frame.variants import Misreading
from reference_engines.lim.edition import LimArticle
from reference_engines.lim.participants import compatible_colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.frame.rules import Rules
    from reference_engines.lim.participants import LimParticipants, LimPlayer
    from reference_engines.lim.rules import LimRules

    Misread = Callable[[LimParticipants], LimParticipants]


def misreadings_of(rules: LimRules) -> tuple[Misreading, ...]:
    """Return the misreadings of an edition, in the order of the articles."""
    return tuple(
        Misreading(
            identifier=identifier,
            sentence=sentence,
            article=rules.article_number(article),
            rules=partial(_with_misread_table, misread=misread),
        )
        for identifier, sentence, article, misread in _list_misreadings()
    )


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
