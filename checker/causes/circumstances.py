"""
What an event, a round or a player has that may be the trigger of a fault, in words to be read after "have".

Of a round and of a player only what is known when the round is paired counts: what is recorded before it, who is to be
paired in it, and what the file declares.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines.definitions.acceleration import with_listed_points
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.results import PairingError
from tournaments.frozen import dataclass
from tournaments.model import Colour, Result, ScoringSystem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event, Player, RoundEntry, VirtualPoints

_DIVISORS = (3, 4, 5, 6)
_SIZES = (8, 10, 12, 16, 20, 24, 32, 50, 100, 200)
_BACK = ("in the round before", "two rounds before", "in an earlier round")
"""How far back something was: one round, two, or any number."""


def of_event(event: Event) -> frozenset[str]:
    """Return what an event has."""
    scoring, players = event.scoring, len(event.players)
    results = Counter(entry.result for player in event.players for entry in player.rounds)
    named = {
        "an acceleration": bool(event.virtual_points) or declares_baku(event.system),
        "a scoring other than 1-0.5-0": (scoring.white_win, scoring.white_draw, scoring.white_loss) != (10, 5, 0),
        "points for a lost game": scoring.loss > 0,
        "a pairing-allocated bye worth nothing": bool(results[Result.PAIRING_ALLOCATED_BYE])
        and not scoring.pairing_allocated_bye,
        "a pairing-allocated bye worth less than a win": bool(results[Result.PAIRING_ALLOCATED_BYE])
        and scoring.pairing_allocated_bye < scoring.win,
        "points for games or byes that are not the usual ones": scoring != ScoringSystem(),
        "a pairing-allocated bye": bool(results[Result.PAIRING_ALLOCATED_BYE]),
        "a half-point bye": bool(results[Result.HALF_POINT_BYE]),
        "a full-point bye": bool(results[Result.FULL_POINT_BYE]),
        "an absence": bool(results[Result.ZERO_POINT_BYE]),
        "a forfeit": bool(results[Result.FORFEIT_WIN] or results[Result.FORFEIT_LOSS]),
        "a late entry": any(player.rounds and not player.rounds[0].was_paired for player in event.players),
        "pairs that must not meet": bool(event.forbidden),
        "Black as initial-colour": event.initial_colour is Colour.BLACK,
        "rounds of an odd number of players": _has_odd_rounds(event),
    }
    sizes = (f"{size} players or more" if players >= size else f"fewer than {size} players" for size in _SIZES)
    return frozenset((*(words for words, there in named.items() if there), *sizes, *_remainders(players, "players")))


def _has_odd_rounds(event: Event) -> bool:
    return any(_to_be_paired(event, row) % 2 for row in range(event.rounds_recorded))


def _to_be_paired(event: Event, row: int) -> int:
    return sum(player.rounds[row].was_paired for player in event.players)


def _remainders(number: int, noun: str) -> Iterator[str]:
    yield f"an {'odd' if number % 2 else 'even'} number of {noun}"
    for divisor in _DIVISORS:
        yield f"a number of {noun} that leaves {number % divisor} when divided by {divisor}"


@dataclass(frozen=True, kw_only=True)
class RoundsOf:
    """An event of which single rounds, by number, are looked at."""

    event: Event

    @cached_property
    def _virtual(self) -> tuple[VirtualPoints, ...]:
        try:
            return with_listed_points(self.event).virtual_points
        except PairingError:  # it cannot be made out who has them
            return ()

    def numbers(self) -> tuple[int, ...]:
        """Return the TPNs of those who are in the event."""
        return tuple(player.tpn for player in self.event.players)

    def of_round(self, number: int) -> frozenset[str]:
        """Return what a round has."""
        row = number - 1
        last = self.event.rounds_declared or self.event.rounds_recorded
        before = [words for player in self.event.players for words in self._before(player, row, _BACK[:2])]
        named = {
            "nobody with a game before": number == 1,
            "no round after it": number == last,
            "one round after it": number == last - 1,
            "players away": _to_be_paired(self.event, row) < len(self.event.players),
            "players who come late": any(self._comes_late(player, row) for player in self.event.players),
            "virtual points": bool(self._with_virtual_points(number)),
        }
        numbers = _remainders(_to_be_paired(self.event, row), "players to be paired")
        return frozenset((*(words for words, there in named.items() if there), *before, *numbers))

    def of_player(self, number: int, tpn: int) -> frozenset[str]:
        """Return what a player has when a round is paired."""
        row, player = number - 1, self.event.player(tpn)
        first = next((entry for entry in player.rounds if entry.was_paired), None)
        named = {
            "an entry after round 1": first is not player.rounds[0] if player.rounds else False,
            "their first round in the event": self._comes_late(player, row),
            "virtual points": tpn in self._with_virtual_points(number),
            "no rating": not player.rating,
            "the rating of another player": self._ratings[player.rating] > 1,
        }
        before = self._before(player, row, _BACK)
        return frozenset((*(words for words, there in named.items() if there), *before))

    @cached_property
    def _ratings(self) -> Counter[int | None]:
        return Counter(player.rating for player in self.event.players if player.rating)

    def _with_virtual_points(self, number: int) -> frozenset[int]:
        in_force = [one for one in self._virtual if one.first_round <= number <= one.last_round and one.points]
        return frozenset[int]().union(*(one.players for one in in_force))

    def _comes_late(self, player: Player, row: int) -> bool:
        return row > 0 and player.rounds[row].was_paired and not any(one.was_paired for one in player.rounds[:row])

    def _before(self, player: Player, row: int, when: tuple[str, ...]) -> Iterator[str]:
        """Yield what a player has had, and when."""
        played = player.rounds[:row]
        entries = dict(zip(_BACK, (played[-1:], played[-2:-1], played), strict=True))
        for words in when:
            yield from (f"{what} {words}" for entry in entries[words] for what in self._of_entry(entry))

    def _of_entry(self, entry: RoundEntry) -> Iterator[str]:
        """Yield what a round without a game, or with an unusual one, gave a player."""
        if entry.opponent is not None and entry.result is Result.FORFEIT_WIN:
            yield "a win by forfeit"
        elif entry.opponent is not None and entry.result is Result.FORFEIT_LOSS:
            yield "a loss by forfeit"
        elif entry.result is Result.PAIRING_ALLOCATED_BYE:
            yield "a pairing-allocated bye"
            if self.event.scoring.points(entry) < self.event.scoring.win:
                yield "a pairing-allocated bye worth less than a win"
        elif entry.result is Result.HALF_POINT_BYE:
            yield "a half-point bye"
        elif entry.result is Result.FULL_POINT_BYE:
            yield "a full-point bye"
        elif entry.result is Result.ZERO_POINT_BYE:
            yield "an absence"
        if not entry.was_played:
            yield "a round without a game"
