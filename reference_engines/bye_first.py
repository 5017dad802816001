"""The choice of the pairing-allocated bye before any bracket is paired: Burstein (3.1; B.0) and Dubov (3.1; B.0)."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from reference_engines.history import NOBODY
from reference_engines.results import (
    EMPTY_GENERATION,
    BracketAssessment,
    BracketKind,
    CriterionValue,
    GenerationStep,
)
from reference_engines.standing import ByeRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from reference_engines.history import History, IntArray
    from reference_engines.players import Players

    ByeOrder = tuple[tuple["ByeKey", str], ...]
    """What the bye goes by, most important first, each with its article."""


class ByeKey(Enum):
    """What the pairing-allocated bye goes by, the least first."""

    SCORE = "score of the player who receives the pairing-allocated bye"
    UNPLAYED_GAMES = "rounds without a game of the player who receives the pairing-allocated bye"
    GAMES = "games of the player who receives the pairing-allocated bye"
    RANKING = "players ranked lower who could have the pairing-allocated bye as well"


def bye_keys(score: IntArray, unplayed: IntArray, rank: IntArray) -> Mapping[ByeKey, IntArray]:
    """Return by position what the bye goes by; the higher a ``rank``, the lower ranked the player."""
    return {
        ByeKey.SCORE: score,
        ByeKey.UNPLAYED_GAMES: unplayed,
        ByeKey.GAMES: -unplayed,
        ByeKey.RANKING: -rank,
    }


def choose_from_eligible(order: ByeOrder, keys: Mapping[ByeKey, IntArray], able: Iterable[int]) -> int:
    """Return who of those who can have the bye comes first for it, by position."""
    return min(able, key=lambda position: [int(keys[key][position]) for key, _ in order])


def bye_choice_values(
    order: ByeOrder, keys: Mapping[ByeKey, IntArray], able: IntArray, bye: int
) -> list[tuple[int, ...]]:
    """Return what the choice of a position is worth, key by key: lower is better."""
    others = able
    values: list[tuple[int, ...]] = []
    for key, _ in order:
        if key is ByeKey.RANKING:
            values.append((int((keys[key][others] < keys[key][bye]).sum()),))
            continue
        values.append((int(keys[key][bye]),))
        others = others[keys[key][others] == keys[key][bye]]
    return values


def rounds_without_game(history: History, players: Players, *, scheduled: bool) -> IntArray:
    """Return by position the rounds without a game; ``scheduled``: without one that was scheduled."""
    if not scheduled:
        return players.unplayed
    paired = history.opponent[: players.round_number - 1, players.column] != NOBODY
    found: IntArray = players.round_number - 1 - paired.sum(axis=0)
    return found


def eligible_for_bye(players: Players, able: IntArray | None, *, heeded: bool = True) -> IntArray | None:
    """
    Return the positions of those who may have the bye; none if the number is even.

    ``able`` are those whom all others can be paired without. None if the round cannot be paired; ``heeded`` is whether
    a bye is denied to anybody (C2).
    """
    if able is None or bool(able.size) is not players.is_odd:
        return None
    if heeded and players.is_odd:
        able = able[players.bye_allowed[able]]
    return able if able.size or not players.is_odd else None


def assess_bye_choice(order: ByeOrder, values: list[tuple[int, ...]], players: Players, bye: int) -> BracketAssessment:
    """Return the choice of a position as the first step of a round."""
    tpn = players.numbers[bye]
    return BracketAssessment(
        number=1,
        kind=BracketKind.BYE,
        score=players.scores[bye],
        mdps=(),
        residents=(),
        pairs=(),
        downfloaters=(tpn,),
        values=tuple(
            CriterionValue(label="", article=article, name=f"bye_{key.name.lower()}", sentence=key.value, value=value)
            for (key, article), value in zip(order, values, strict=True)
        ),
        generation=replace(EMPTY_GENERATION, sequence=(tpn,), step=GenerationStep.BYE, key=((),)),
    )


# --- where both texts are open ----------------------------------------------------------------------------------------


def count_scheduled_games(rules: Any) -> Any:
    """Return the rules by which a game that was forfeited counts in the choice of the bye."""
    return replace(rules, scheduled_games_count=True)


def bye_score(history: History, players: Players, *, virtual_points_count: bool) -> IntArray:
    """Return by position the score by which the bye goes."""
    return players.score if virtual_points_count else points_without_virtual(history, players)


def points_without_virtual(history: History, players: Players) -> IntArray:
    """Return by position the score without virtual points."""
    points: IntArray = history.score[players.round_number - 1, players.column]
    return points


def ignore_virtual_points_for_bye(rules: Any) -> Any:
    """Return the rules by which virtual points do not count in the choice of the bye."""
    return replace(rules, virtual_points_count_for_bye=False)


def virtual_points_affect_bye(history: History, players: Players) -> bool:
    """Whether it matters for a round if virtual points count in the choice of the bye."""
    return players.is_odd and bool((players.score != points_without_virtual(history, players)).any())


def swap_bye_rule(rules: Any) -> Any:
    """Return the rules by which a full-point bye bars from the bye if it did not, and the reverse."""
    bars = rules.byes is ByeRule.WIN_WITHOUT_PLAYING
    return replace(rules, byes=ByeRule.BYE_OR_FORFEIT_WIN if bars else ByeRule.WIN_WITHOUT_PLAYING)


def bye_rules_disagree(history: History, players: Players) -> bool:
    """Whether it matters for a round if a full-point bye bars from the bye."""
    rows = slice(0, players.round_number - 1)
    either = (ByeRule.WIN_WITHOUT_PLAYING, ByeRule.BYE_OR_FORFEIT_WIN)
    one, other = (rule.bars(history)[rows] for rule in either)
    return players.is_odd and bool((one != other).any())
