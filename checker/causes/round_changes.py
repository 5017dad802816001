"""
Misreadings that read more than rules are told: the colours that a pair would get, or the record of earlier rounds.

A criterion on colours may count a pair only if the higher ranked player misses the preference; the bye may depend on
colours, or on the latest rounds alone; opponents met before an absence may be forgotten. Each is a change of a round.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from checker.causes import round_copies
from checker.causes.cause import Cause, ChangeKind
from reference_engines.definitions.colours import allocate
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import Strength

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from reference_engines.definitions.colours import ColourStep, Meetings
    from reference_engines.definitions.criteria import Contribution
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.players import Players
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.frame.rules import AnyRound


def round_changes(rules: Any, articles: Container[str] | None = None) -> Iterator[Cause]:
    """Yield the misreadings of some articles, or of all, that change a round of an edition."""
    for cause in _all_changes(rules):
        if articles is None or cause.article in articles:
            yield cause


def _all_changes(rules: Any) -> Iterator[Cause]:
    if rules.system == "dutch":
        yield from _one_sided_criteria(rules)
    if rules.system in ("dutch", "dubov", "burstein") and hasattr(rules, "absolute_articles"):
        yield from _bars_of_preferences(rules)
        yield from _forgotten_opponents(rules)
        yield from _recent_unplayed(rules)
    if rules.system == "dubov":
        yield from _ranks_by_aro(rules)


def _change(identifier: str, sentence: str, article: str, change: Callable[[AnyRound], AnyRound]) -> Cause:
    return Cause(
        identifier=identifier, sentence=f"as if {sentence}", article=article, kind=ChangeKind.RULE, round=change
    )


# --- criteria on colours ---------------------------------------------------------------------------------------------


def _one_sided_criteria(rules: Any) -> Iterator[Cause]:
    for numbered in rules.criteria:
        if "colour" in numbered.criterion.name:
            for side, is_higher in (("higher", True), ("lower", False)):
                yield _change(
                    f"{numbered.criterion.name}-of-{side}-ranked".replace("_", "-"),
                    f"{numbered.label} counted a pair only if the {side} ranked player does not get the colour",
                    numbered.article,
                    partial(_count_side, label=numbered.label, is_higher=is_higher),
                )


def _count_side(bound: Any, *, label: str, is_higher: bool) -> AnyRound:
    """Let a criterion count the pairs in which the player of one side misses the preferred colour."""
    return round_copies.with_contributions(
        bound, (label,), lambda own, bracket: _limit_to_side(bound, bracket, own(bracket), is_higher=is_higher)
    )


def _limit_to_side(
    bound: Any, bracket: Bracket, counted: Contribution | None, *, is_higher: bool
) -> Contribution | None:
    if counted is None or counted.pairs is None:
        return counted
    first, second = np.nonzero(np.triu(counted.pairs != 0))
    if not first.size:
        return counted
    pairs = np.sort(np.column_stack((bracket.positions[first], bracket.positions[second])), axis=1)
    event = bound.event
    articles = bound.rules.colour_articles
    colour = allocate(bracket.players, event.history, pairs, event.initial_colour, articles, event.coloured).colour
    is_granted = colour == bracket.players.preference[pairs[:, 0]]
    kept = np.zeros_like(counted.pairs)
    meant = ~is_granted if is_higher else is_granted
    kept[first[meant], second[meant]] = counted.pairs[first[meant], second[meant]]
    return replace(counted, pairs=np.maximum(kept, kept.T))


# --- the bye ---------------------------------------------------------------------------------------------------------

_PREFERENCES: tuple[tuple[str, str, Callable[[Players], BoolArray]], ...] = (
    ("absolute", "an absolute colour preference", lambda players: players.strength >= Strength.ABSOLUTE),
    ("strong", "a strong or absolute colour preference", lambda players: players.strength >= Strength.STRONG),
    ("any", "a colour preference", lambda players: players.preference != 0),
    ("white", "a colour preference for White", lambda players: players.preference > 0),
    ("black", "a colour preference for Black", lambda players: players.preference < 0),
)


def _bars_of_preferences(rules: Any) -> Iterator[Cause]:
    for name, words, is_barred in _PREFERENCES:
        yield _change(
            f"bye-barred-by-{name}-preference",
            f"a player with {words} could not receive the pairing-allocated bye",
            rules.absolute_articles[1],
            partial(_bar_from_bye, is_barred=is_barred),
        )


def _bar_from_bye(bound: AnyRound, *, is_barred: Callable[[Players], BoolArray]) -> AnyRound:
    players = round_copies.players_of(bound)
    if players is None or not players.is_odd:
        return bound
    allowed = players.bye_allowed & ~is_barred(players)
    if not allowed.any() or (allowed == players.bye_allowed).all():
        return bound
    return round_copies.with_players(bound, replace(players, bye_allowed=allowed))


def _latest_run(unplayed: BoolArray) -> IntArray:
    """Return by column the rounds in a row without a game up to the latest round."""
    return np.asarray(np.logical_and.accumulate(unplayed[::-1], axis=0).sum(axis=0), dtype=np.int64)


def _of_rounds(unplayed: BoolArray, *, number: int) -> IntArray:
    return np.asarray(unplayed[-number:].sum(axis=0), dtype=np.int64)


_UNPLAYED: tuple[tuple[str, str, Callable[[BoolArray], IntArray]], ...] = (
    ("of-last-round", "of the previous round alone", partial(_of_rounds, number=1)),
    ("of-two-rounds", "of the latest two rounds alone", partial(_of_rounds, number=2)),
    ("of-three-rounds", "of the latest three rounds alone", partial(_of_rounds, number=3)),
    ("in-a-row", "in a row up to the previous round alone", _latest_run),
)


def _recent_unplayed(rules: Any) -> Iterator[Cause]:
    article = next((one.article for one in rules.criteria if "unplayed" in one.criterion.name), "")
    if hasattr(rules, "bye_order"):
        article = rules.bye_order[1][1]
    for name, words, count in _UNPLAYED if article else ():
        yield _change(
            f"unplayed-games-{name}",
            f"unplayed games {words} counted where the bye is given",
            article,
            partial(_count_unplayed, count=count),
        )


def _count_unplayed(bound: Any, *, count: Callable[[BoolArray], IntArray]) -> AnyRound:
    players = round_copies.players_of(bound)
    if players is None or not players.is_odd or bound.number == 1:
        return bound
    unplayed = count(~bound.event.history.played[: bound.number - 1])[players.column]
    return round_copies.with_participants(bound, replace(bound.participants, unplayed=unplayed))


# --- opponents -------------------------------------------------------------------------------------------------------

_ABSENCES: tuple[tuple[str, str, Callable[[History], BoolArray]], ...] = (
    ("absence", "a round in which either was not to be paired", lambda history: ~history.paired),
    ("unplayed-round", "a round without a game of either", lambda history: ~history.played),
)


def _forgotten_opponents(rules: Any) -> Iterator[Cause]:
    for name, words, is_absent in _ABSENCES:
        yield _change(
            f"opponents-before-{name}-forgotten",
            f"opponents could meet again who had met before {words}",
            rules.absolute_articles[0],
            partial(_forget_opponents, is_absent=is_absent),
        )


def _forget_opponents(bound: Any, *, is_absent: Callable[[History], BoolArray]) -> AnyRound:
    players, rows = round_copies.players_of(bound), bound.number - 1
    if players is None or not rows:
        return bound
    history = bound.event.history
    away = is_absent(history)[:rows]
    is_later = np.logical_or.accumulate(away[::-1], axis=0)[::-1]  # in this round or a later one
    position, opponent = round_copies.positions_of_opponents(history, players, rows)
    is_met = history.played[:rows] & (opponent != NOBODY) & (position != NOBODY)
    if not (is_met & is_later).any():
        return bound
    allowed = players.allowed.copy()
    for meetings, value in ((is_met & is_later, 1), (is_met & ~is_later, 0)):  # two may have met again later
        row, column = np.nonzero(meetings)
        first, second = position[column], opponent[row, column]
        if value:
            allowed[first, second] = allowed[second, first] = value
        else:
            is_remembered = ~is_later[row, players.column[second]]
            allowed[first[is_remembered], second[is_remembered]] = value
            allowed[second[is_remembered], first[is_remembered]] = value
    return round_copies.with_players(bound, replace(players, allowed=round_copies.bar_clashes(bound, players, allowed)))


# --- Dubov: the higher ranked player ---------------------------------------------------------------------------------


def _ranks_by_aro(rules: Any) -> Iterator[Cause]:
    for name, sign in (("higher", 1), ("lower", -1)):
        yield _change(
            f"{name}-aro-ranks-higher",
            f"of two players with one preference, the one with the {name} ARO got the colour",
            rules.colour_articles.higher_ranked,
            partial(_rank_by_aro, sign=sign),
        )


def _rank_by_aro(bound: Any, *, sign: int) -> AnyRound:
    aro = sign * bound.participants.aro

    def decide(step: ColourStep, pairs: Meetings) -> IntArray:
        further = aro[pairs.lower] > aro[pairs.higher]
        higher, lower = np.where(further, (pairs.lower, pairs.higher), (pairs.higher, pairs.lower))
        colour = step.decide(replace(pairs, higher=higher, lower=lower))
        return np.where(further, -colour, colour)

    return round_copies.with_colour_steps(bound, ("higher_ranked",), decide)
