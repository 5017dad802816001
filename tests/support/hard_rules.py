"""Hard rules of the procedures (Clock, Dubov 1997, simple Swiss), from the players' rows alone, without any engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.model import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tournaments.model import Event, Player, RoundEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class HardRules:
    """The hard rules in which the regulations differ."""

    bars_from_bye: Callable[[Event, RoundEntry], bool]
    """Whether a round before bars from the bye."""
    colour_faults: Callable[[Event, Player, Player, int], Iterator[str]]
    """Yields the faults in the first player's colour of a game of the round."""
    bye_article: str = ""
    meeting_article: str = ""


def bye_or_win_without_playing(event: Event, entry: RoundEntry) -> bool:
    """Whether a round was a pairing-allocated bye, or gave the points of a win without a game."""
    points = event.scoring.points(entry)
    return entry.result is Result.PAIRING_ALLOCATED_BYE or (not entry.was_played and points >= event.scoring.win)


def faults(event: Event, rules: HardRules) -> list[str]:
    """Return the faults of the recorded rounds: completeness, rematches, forbidden pairs, byes, colours."""
    return [fault for row in range(event.rounds_recorded) for fault in _faults_of_round(event, rules, row)]


def _faults_of_round(event: Event, rules: HardRules, row: int) -> Iterator[str]:
    by_tpn = {player.tpn: player for player in event.players}
    paired = [player for player in event.players if player.rounds[row].was_paired]
    byes = [player for player in paired if player.rounds[row].opponent is None]
    if len(byes) != len(paired) % 2:
        yield f"round {row + 1}: {len(byes)} byes for {len(paired)} players"
    for player in byes:
        if any(rules.bars_from_bye(event, entry) for entry in player.rounds[:row]):
            yield f"round {row + 1}: {player.tpn} may not have the bye {rules.bye_article}"
    for player in paired:
        opponent = by_tpn.get(player.rounds[row].opponent or 0)
        if opponent is None:
            continue
        if opponent.rounds[row].opponent != player.tpn or opponent.rounds[row].colour is player.rounds[row].colour:
            yield f"round {row + 1}: {player.tpn} and {opponent.tpn} do not agree on their game"
        if any(entry.was_played and entry.opponent == opponent.tpn for entry in player.rounds[:row]):
            yield f"round {row + 1}: {player.tpn} meets {opponent.tpn} again {rules.meeting_article}"
        for group in event.forbidden:
            applies = group.first_round <= row + 1 <= (group.last_round or row + 1)
            if applies and {player.tpn, opponent.tpn} <= group.players:
                yield f"round {row + 1}: {player.tpn} and {opponent.tpn} are a forbidden pair"
        yield from rules.colour_faults(event, player, opponent, row)
