"""Compatible players (2.1, 5.1.1, 5.1.2, 6), due colours (5.1, 5.5, 5.6), and whether several players can be paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.frame.unpairable import no_legal_pairing
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.frame.results import NoLegalPairingError
    from reference_engines.literal.lim.players import TwinPlayer, TwinRound

MAX_IN_SUCCESSION = 2
"""Equal colours (5.1.1)."""
MAX_DIFFERENCE = 2
"""Games with one colour less games with the other (5.1.2)."""


def limits_allow(player: TwinPlayer, colour: Colour) -> bool:
    """Whether a player may be given a colour by 5.1.1 (three in succession) and 5.1.2 (three more)."""
    in_succession = player.colours[:MAX_IN_SUCCESSION] == (colour,) * MAX_IN_SUCCESSION
    difference = player.difference if colour is Colour.WHITE else -player.difference
    return not in_succession and difference < MAX_DIFFERENCE


def keeps_limits(first: TwinPlayer, second: TwinPlayer) -> bool:
    """Whether two players can be given colours by which both keep the limits."""
    return any(limits_allow(first, colour) and limits_allow(second, colour.opposite) for colour in Colour)


def due_colour(player: TwinPlayer, round_: TwinRound) -> Colour | None:
    """
    Return the colour that a player is due; None before the first game.

    If the limits forbid one colour, the other is due (5.1.1, 5.1.2). Otherwise the colour that equalises is due (5.5,
    5.6), and to a player with as many games of each the colour that alternates (5.1).
    """
    if not player.colours:
        return None
    allowed = [colour for colour in Colour if limits_allow(player, colour)]
    if len(allowed) == 1:
        return allowed[0]
    alternate, difference = player.colours[0].opposite, player.difference
    if difference == 0:
        return alternate
    if round_.readings.due_by_round and round_.number % 2 and difference % 2:
        return alternate  # neither colour gives the player one more only (5.5, LIM-DUE)
    return Colour.BLACK if difference > 0 else Colour.WHITE


class Compatibility:
    """Which players of a round may meet, and whether several of them can all be paired."""

    def __init__(self, round_: TwinRound) -> None:
        """Find the players who may meet."""
        self.round = round_
        self._may_meet = {
            player: frozenset(other for other in round_.players if self.may_meet(player, other))
            for player in round_.players
        }
        self._fewest: dict[frozenset[TwinPlayer], int | None] = {frozenset(): 0}

    def may_meet(self, first: TwinPlayer, second: TwinPlayer) -> bool:
        """Whether two players are compatible (2.1), or may meet in the last round all the same (6)."""
        if first is second or second.number in first.opponents or first.number in second.opponents:
            return False
        return keeps_limits(first, second) or self._may_meet_beyond_limits(first, second)

    def _may_meet_beyond_limits(self, first: TwinPlayer, second: TwinPlayer) -> bool:
        if not self.round.is_last:
            return False
        return self.round.readings.limits_lifted_for_all or first.score == second.score

    def breaks_limits(self, first: TwinPlayer, second: TwinPlayer) -> bool:
        """Whether a pair counts as one beyond the limits (LIM-LAST-ROUND, LIM-LIMITS-IN-TURN)."""
        readings = self.round.readings
        return not (readings.limits_lifted_for_all or readings.limits_in_turn or keeps_limits(first, second))

    def opponents(self, player: TwinPlayer, among: Iterable[TwinPlayer]) -> list[TwinPlayer]:
        """Return the players of a group whom a player may meet, in their order."""
        return [opponent for opponent in among if opponent in self._may_meet[player]]

    def due(self, player: TwinPlayer) -> Colour | None:
        """Return the colour that a player is due."""
        return due_colour(player, self.round)

    def clash(self, first: TwinPlayer, second: TwinPlayer) -> bool:
        """Whether two players are due the same colour."""
        due = self.due(first)
        return due is not None and due is self.due(second)

    def can_all_be_paired(self, players: Iterable[TwinPlayer]) -> bool:
        """Whether several players can all be paired with each other."""
        return self.fewest_beyond_limits(players) is not None

    def fewest_beyond_limits(self, players: Iterable[TwinPlayer]) -> int | None:
        """Return the fewest pairs beyond the limits (6) if the players are all paired; None if they cannot be."""
        group = frozenset(players)
        if group not in self._fewest:
            self._fewest[group] = self._try_all_pairings(group)
        return self._fewest[group]

    def no_legal_pairing(self, message: str) -> NoLegalPairingError:
        """Return the error that the players cannot all be paired, with the groups that cannot be completed."""
        players = self.round.players
        allowed = np.array([[other in self._may_meet[player] for other in players] for player in players])
        bye_allowed = np.array([player.may_have_bye for player in players])
        return no_legal_pairing(message, allowed.view(np.uint8), [player.number for player in players], bye_allowed)

    def _try_all_pairings(self, players: frozenset[TwinPlayer]) -> int | None:
        if len(players) % 2:
            return None
        first = min(players, key=lambda player: (len(self._may_meet[player] & players), player.rank))
        fewest = None
        for second in self.opponents(first, sorted(players, key=lambda player: player.rank)):
            rest = self.fewest_beyond_limits(players - {first, second})
            if rest is not None:
                total = rest + self.breaks_limits(first, second)
                fewest = total if fewest is None else min(fewest, total)
                if fewest == 0:
                    break
        return fewest
