"""A round: the bye first, then bracket by bracket from the top (1.9, 3; A.8, B)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.completion import impossible
from reference_engines.burstein.edition import Absolute, ByeKey, LookAhead
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.brackets.bracket import Candidate
    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.field import RankedBracket, RankedField
    from reference_engines.history import IntArray

Brackets = tuple[tuple["RankedBracket", "Candidate"], ...]
Value = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a round was paired."""

    bye: int | None
    """Position in the field of the player who has the bye."""
    brackets: Brackets
    """Of the others: their positions are those of the field without that player."""

    def position(self, of_the_others: int) -> int:
        """Return the position in the field of one of the others."""
        return of_the_others if self.bye is None or of_the_others < self.bye else of_the_others + 1


def pair_round(text: BursteinText, field: RankedField) -> Way:
    """Pair a round; raise NoLegalPairingError if that is impossible (1.9.3; A.8)."""
    bye = choose_bye(text, field)
    others = field if bye is None else field.without(bye)
    brackets = []
    floaters: tuple[int, ...] = ()
    for bracket in others.scoregroups():
        whole = replace(bracket, mdps=floaters)
        candidate = text.search.best(text, whole, text.objective)
        if candidate is None:
            raise impossible(field.players)
        brackets.append((whole, candidate))
        floaters = whole.floating(candidate)
    if floaters:
        raise impossible(field.players)
    return Way(bye=bye, brackets=tuple(brackets))


def choose_bye(text: BursteinText, field: RankedField) -> int | None:
    """Return the position of who has the bye (3.1; B.0); None if nobody does."""
    able = who_can_have_the_bye(text, field)
    if able is None:
        return None
    keys = _keys(field)
    return min(able.tolist(), key=lambda position: [int(keys[key][position]) for key, _ in text.bye_order])


def who_can_have_the_bye(text: BursteinText, field: RankedField) -> IntArray | None:
    """Return the positions of those who may have the bye (3.1.1, 3.1.2; B.0.a, b); None if the number is even."""
    players = field.players
    able = text.search.can_be_left_over(players)
    if able is None or bool(able.size) is not players.is_odd:
        raise impossible(players)
    if not players.is_odd:
        return None
    if Absolute.BYE in text.heeded:
        able = able[players.bye_allowed[able]]
    if not able.size:
        raise impossible(players)
    return able


def _keys(field: RankedField) -> dict[ByeKey, IntArray]:
    """Return by position what the bye goes by."""
    return {
        ByeKey.SCORE: field.players.score,
        ByeKey.UNPLAYED_GAMES: field.unplayed,
        ByeKey.GAMES: -field.unplayed,
        ByeKey.RANKING: -field.rank,
    }


def values_of_bye(text: BursteinText, field: RankedField, bye: int) -> list[Value]:
    """Return what the choice of a player is worth, key by key."""
    keys = _keys(field)
    able = who_can_have_the_bye(text, field)
    others = np.arange(field.players.size) if able is None else able
    values: list[Value] = []
    for key, _ in text.bye_order:
        if key is ByeKey.RANKING:
            values.append((int((keys[key][others] < keys[key][bye]).sum()),))
            continue
        values.append((int(keys[key][bye]),))
        others = others[keys[key][others] == keys[key][bye]]
    return values


def values_ahead(text: BursteinText, bracket: RankedBracket, floaters: tuple[int, ...]) -> list[Value]:
    """Return how well the following bracket can comply with these incoming floaters (C7), by criterion."""
    before = text.objective.before
    if bracket.is_last:
        return [(0,)] * (len(before) if text.look_ahead is LookAhead.AS_WELL_AS_POSSIBLE else 1)
    following = bracket.following(floaters)
    best = text.search.best(text, following, text.objective.of_following)
    if text.look_ahead is LookAhead.WHOLLY_OR_NOT:
        return [(int(best is None or not complies_wholly(following, best)),)]
    if best is None:
        everybody = (following.size, *sorted(following.score.tolist(), reverse=True))
        return [everybody] * len(before)
    return [criterion.value(following, best) for criterion in before]


def complies_wholly(bracket: RankedBracket, candidate: Candidate) -> bool:
    """Whether all are paired, but for one resident where the number is odd."""
    floating = bracket.floating(candidate)
    return len(floating) == bracket.size % 2 and not set(floating) & set(bracket.mdps)
