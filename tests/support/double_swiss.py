"""Matches of the Double-Swiss System, played or written by hand, and their hard rules counted from the rows alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from support.team_fields import allowed_among, mask_of

from reference_engines.double_swiss.rules import DOUBLE_SWISS_2026
from reference_engines.double_swiss.text import DoubleParticipants
from reference_engines.literal.upfloating import BY_TRYING
from reference_engines.upfloating.search import BY_MATCHING, pair_field
from tournaments.model import Result

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping

    from reference_engines.upfloating.edition import UpfloatingEdition
    from tournaments.model import Event, Player


KEY = "double-swiss-2026"


# --- fields -----------------------------------------------------------------------------------------------------------


def double_field(
    scores: Mapping[int, float] | str, *, met: str = "", floated: str = "", barred: str = "", idle: str = ""
) -> DoubleParticipants:
    """
    Return a field of players 1, 2, 3... with these scores (``"2 1 1"``), or of the players named.

    ``met`` lists pairs (``"1-3 2-4"``); the others list players. ``idle`` ones missed a match.
    """
    if isinstance(scores, str):
        scores = {tpn: float(score) for tpn, score in enumerate(scores.split(), start=1)}
    order = sorted(scores, key=lambda tpn: (-scores[tpn], tpn))
    return DoubleParticipants(
        round_number=2,
        tpn=np.array(order, dtype=np.int64),
        score=np.array([int(10 * scores[tpn]) for tpn in order], dtype=np.int64),
        points=np.array([int(10 * scores[tpn]) for tpn in order], dtype=np.int64),
        allowed=allowed_among(order, met),
        floated=mask_of(order, floated),
        bye_allowed=~mask_of(order, barred),
        unplayed=mask_of(order, idle).astype(np.int64),
        odd_number=np.array([tpn % 2 == 1 for tpn in order], dtype=np.bool_),
    )


def draw_field(rng: random.Random, fewest: int, most: int) -> DoubleParticipants:
    """Draw a field with few scores, in which some have met, floated, are barred from the bye or missed matches."""
    size = rng.randint(fewest, most)
    scores = {tpn: rng.randint(0, rng.choice((1, 2, 4))) / 2 for tpn in range(1, size + 1)}
    density = rng.choice((0.0, 0.2, 0.4, 0.6))
    pairs = [f"{one}-{other}" for one in scores for other in scores if one < other and rng.random() < density]

    def some(chance: float) -> str:
        return " ".join(str(tpn) for tpn in scores if rng.random() < chance)

    return double_field(scores, met=" ".join(pairs), floated=some(0.4), barred=some(0.3), idle=some(0.3))


def paired(field: DoubleParticipants, rules: UpfloatingEdition = DOUBLE_SWISS_2026) -> str:
    """
    Return the pairs by the smaller TPN, then the bye (``"1-3 2-4 5"``), as both engines find them.

    Raise AssertionError if the engine that matches and the one that tries everything differ.
    """
    found = [format_pairing(field, *pair_field(field, rules, search)) for search in (BY_MATCHING, BY_TRYING)]
    assert found[0] == found[1], found
    return found[0]


def format_pairing(field: DoubleParticipants, pairs: tuple[tuple[int, int], ...], bye: int | None) -> str:
    """Write a pairing of positions as TPNs, the smaller one of each pair first, then the bye."""
    games = sorted(sorted((field.numbers[one], field.numbers[other])) for one, other in pairs)
    return " ".join([*(f"{one}-{other}" for one, other in games), *([] if bye is None else [str(field.numbers[bye])])])


# --- hard rules -------------------------------------------------------------------------------------------------------


def faults(event: Event) -> list[str]:
    """Return the violations of the hard rules: completeness, rematches, byes, colours (4.3.2, 4.4)."""
    return [fault for match in range(event.rounds_recorded // 2) for fault in _faults_of_match(event, match)]


def _faults_of_match(event: Event, match: int) -> Iterator[str]:
    players = {player.tpn: player for player in event.players}
    first, second = 2 * match, 2 * match + 1
    there = [player for player in event.players if player.rounds[first].was_paired]
    byes = [player for player in there if player.rounds[first].opponent is None]
    if len(byes) != len(there) % 2:
        yield f"match {match + 1}: {len(byes)} byes for {len(there)} players"
    for player in byes:
        if any(_bars(player, players, before) for before in range(match)):
            yield f"match {match + 1}: {player.tpn} may not have the bye"
    for player in there:
        one, other = player.rounds[first], player.rounds[second]
        if one.opponent != other.opponent or (one.colour is not None and one.colour is other.colour):
            yield f"match {match + 1}: both games of {player.tpn} are not a match"
        if one.opponent is not None:
            yield from _faults_of_pair(event, match, player, players[one.opponent])


def _faults_of_pair(event: Event, match: int, player: Player, opponent: Player) -> Iterator[str]:
    one = player.rounds[2 * match]
    if opponent.rounds[2 * match].opponent != player.tpn or opponent.rounds[2 * match].colour is one.colour:
        yield f"match {match + 1}: {player.tpn} and {opponent.tpn} do not agree on their match"
    for before in range(match):
        if player.rounds[2 * before].opponent == opponent.tpn and not _is_forfeit(player, opponent, before):
            yield f"match {match + 1}: {player.tpn} meets {opponent.tpn} again"
    mine, theirs = (_whites(one_of_them, match) for one_of_them in (player, opponent))
    if one.colour is not None and one.colour.value == "b" and mine < theirs:
        yield f"match {match + 1}: {player.tpn} has Black with {mine} Whites, {opponent.tpn} has had {theirs}"
    for group in event.forbidden:
        if {player.tpn, opponent.tpn} <= group.players:
            yield f"match {match + 1}: {player.tpn} and {opponent.tpn} are a forbidden pair"


def _bars(player: Player, players: Mapping[int, Player], match: int) -> bool:
    both = player.rounds[2 * match : 2 * match + 2]
    if any(entry.result in (Result.PAIRING_ALLOCATED_BYE, Result.FULL_POINT_BYE) for entry in both):
        return True
    opponent = players.get(both[0].opponent or 0)
    return opponent is not None and _lost_both(opponent, match) and not _lost_both(player, match)


def _lost_both(player: Player, match: int) -> bool:
    return all(entry.result is Result.FORFEIT_LOSS for entry in player.rounds[2 * match : 2 * match + 2])


def _is_forfeit(player: Player, opponent: Player, match: int) -> bool:
    return _lost_both(player, match) or _lost_both(opponent, match)


def _whites(player: Player, matches: int) -> int:
    both = (player.rounds[2 * match : 2 * match + 2] for match in range(matches))
    return sum(
        any(entry.was_played for entry in games) and games[0].colour is not None and games[0].colour.value == "w"
        for games in both
    )
