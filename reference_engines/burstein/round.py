"""A round: the bye first, then bracket by bracket from the top (1.9, 3; A.8, B)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.burstein.edition import LookAhead
from reference_engines.definitions.bye_first import choose_bye
from reference_engines.downfloating.completion import impossible
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.participants import RankedBracket, RankedPlayers
    from reference_engines.downfloating.bracket import Candidate

Brackets = tuple[tuple["RankedBracket", "Candidate"], ...]
Value = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BursteinTrace:
    """The choices by which a round was paired."""

    bye: int | None
    """Position of the player with the bye."""
    brackets: Brackets
    """Positions count the players without the player with the bye."""

    def position(self, place: int) -> int:
        """Return the position of a player among all players of the round."""
        return place if self.bye is None or place < self.bye else place + 1


def pair_round(text: BursteinText, players: RankedPlayers) -> BursteinTrace:
    """Pair a round; raise NoLegalPairingError if that is impossible (1.9.3; A.8)."""
    bye = choose_bye(text, players)
    others = players if bye is None else players.without(bye)
    brackets = []
    floaters: tuple[int, ...] = ()
    for scoregroup in others.scoregroups():
        bracket = replace(scoregroup, mdps=floaters)
        candidate = text.search.best(text, bracket, text.objective)
        if candidate is None:
            raise impossible(players.players)
        brackets.append((bracket, candidate))
        floaters = bracket.downfloater_positions(candidate)
    if floaters:
        raise impossible(players.players)
    return BursteinTrace(bye=bye, brackets=tuple(brackets))


def values_ahead(text: BursteinText, bracket: RankedBracket, floaters: tuple[int, ...]) -> list[Value]:
    """Return the values of the following bracket with these incoming floaters, by criterion (C7)."""
    before = text.objective.before
    if bracket.is_last:
        return [(0,)] * (len(before) if text.look_ahead is LookAhead.AS_WELL_AS_POSSIBLE else 1)
    following = bracket.following(floaters)
    best = text.search.best(text, following, text.objective.following_objective)
    if text.look_ahead is LookAhead.WHOLLY_OR_NOT:
        return [(int(best is None or not complies_wholly(following, best)),)]
    if best is None:
        all_float = (following.size, *sorted(following.score.tolist(), reverse=True))
        return [all_float] * len(before)
    return [following.value(criterion, best) for criterion in before]


def complies_wholly(bracket: RankedBracket, candidate: Candidate) -> bool:
    """Whether a candidate pairs all players, except one resident if their number is odd."""
    floating = bracket.downfloater_positions(candidate)
    return len(floating) == bracket.size % 2 and not set(floating) & set(bracket.mdps)
