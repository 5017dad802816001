"""A round: the bye first, then bracket by bracket from the top (1.9, 3; A.8, B)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.brackets.completion import impossible
from reference_engines.burstein.edition import Absolute, LookAhead
from reference_engines.bye_first import bye_choice_values, bye_keys, choose_from_eligible, eligible_for_bye
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reference_engines.brackets.bracket import Candidate
    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.participants import RankedBracket, RankedPlayers
    from reference_engines.bye_first import ByeKey
    from reference_engines.history import IntArray

Brackets = tuple[tuple["RankedBracket", "Candidate"], ...]
Value = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BursteinTrace:
    """How a round was paired."""

    bye: int | None
    """Position in the field of the player who has the bye."""
    brackets: Brackets
    """Of the others: their positions are those of the field without that player."""

    def position(self, of_the_others: int) -> int:
        """Return the position in the field of one of the others."""
        return of_the_others if self.bye is None or of_the_others < self.bye else of_the_others + 1


def pair_round(text: BursteinText, players: RankedPlayers) -> BursteinTrace:
    """Pair a round; raise NoLegalPairingError if that is impossible (1.9.3; A.8)."""
    bye = choose_bye(text, players)
    others = players if bye is None else players.without(bye)
    brackets = []
    floaters: tuple[int, ...] = ()
    for bracket in others.scoregroups():
        whole = replace(bracket, mdps=floaters)
        candidate = text.search.best(text, whole, text.objective)
        if candidate is None:
            raise impossible(players.players)
        brackets.append((whole, candidate))
        floaters = whole.floating(candidate)
    if floaters:
        raise impossible(players.players)
    return BursteinTrace(bye=bye, brackets=tuple(brackets))


def choose_bye(text: BursteinText, participants: RankedPlayers) -> int | None:
    """Return the position of the player with the bye (3.1; B.0); None if nobody does."""
    able = who_can_have_the_bye(text, participants)
    return (
        choose_from_eligible(text.bye_order, _keys(participants), able.tolist())
        if participants.players.is_odd
        else None
    )


def who_can_have_the_bye(text: BursteinText, participants: RankedPlayers) -> IntArray:
    """Return the positions of those who may have the bye (3.1.1, 3.1.2; B.0.a, b); none if the number is even."""
    players = participants.players
    able = eligible_for_bye(players, text.search.can_be_left_over(players), heeded=Absolute.BYE in text.heeded)
    if able is None:
        raise impossible(players)
    return able


def _keys(participants: RankedPlayers) -> Mapping[ByeKey, IntArray]:
    """Return by position what the bye goes by."""
    return bye_keys(participants.bye_score, participants.unplayed, participants.rank)


def values_of_choice(text: BursteinText, participants: RankedPlayers, bye: int) -> list[Value]:
    """Return what the choice of a player is worth, key by key."""
    return bye_choice_values(text.bye_order, _keys(participants), who_can_have_the_bye(text, participants), bye)


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
