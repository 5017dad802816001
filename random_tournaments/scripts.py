"""
Scripts of events: absences and results without the pairings, so that an event can be replayed with other pairings.

If a new pairing brings together two players who did not meet before, the player with the lower number gets the result
of the script.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.plan import MIN_PLAYERS
from random_tournaments.simulation import Outcome, Pairer, compute_ranks
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, Player, RequestedBye, Result, RoundEntry
from tournaments.points import with_points_by_results

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from standings.codes import TieBreakCode

ORDINARY_OUTCOMES: tuple[Outcome, ...] = (
    (Result.WIN, Result.LOSS),
    (Result.DRAW, Result.DRAW),
    (Result.LOSS, Result.WIN),
)


class RoundScript(FrozenStruct, frozen=True, kw_only=True):
    """The absences and outcomes of a round, without its pairing."""

    away: Mapping[int, Result]
    """Requested byes, by TPN."""
    outcomes: Mapping[int, Outcome]
    """The results of the player and of the opponent, by TPN of the player."""


class EventScript(FrozenStruct, frozen=True, kw_only=True):
    """The script of an event: the event without its pairings."""

    opening: Event
    """The event before the first round."""
    rounds: tuple[RoundScript, ...]
    """The scripts of the rounds; later rounds are left to chance."""

    def round(self, number: int) -> RoundScript:
        """Return the script of a round, which is empty after the last script."""
        return self.rounds[number - 1] if number <= len(self.rounds) else RoundScript(away={}, outcomes={})

    def with_round(self, number: int, script: RoundScript) -> EventScript:
        """Return the script with another script of one round."""
        return replace(self, rounds=(*self.rounds[: number - 1], script, *self.rounds[number:]))


def extract_script(event: Event) -> EventScript:
    """Return the script of an event."""
    return EventScript(
        opening=rewind_event(event, 0),
        rounds=tuple(_round_script(event, number) for number in range(1, event.rounds_recorded + 1)),
    )


def _round_script(event: Event, number: int) -> RoundScript:
    entries = {player.tpn: player.rounds[number - 1] for player in event.players}
    return RoundScript(
        away={tpn: entry.result for tpn, entry in entries.items() if entry.result.is_requested_bye},
        outcomes={
            tpn: (entry.result, entries[entry.opponent].result)
            for tpn, entry in entries.items()
            if entry.opponent is not None
        },
    )


def rewind_event(event: Event, rounds: int) -> Event:
    """Return the event as it was after a number of rounds."""
    players = tuple(replace(player, rounds=player.rounds[:rounds]) for player in event.players)
    return with_points_by_results(replace(event, players=players, rounds_recorded=rounds, requested_byes=()))


def with_outcomes(event: Event, number: int, outcomes: Mapping[int, Outcome]) -> Event:
    """Return the event with other results of a round, without updating points and ranks."""
    players = tuple(_with_outcome(player, number, outcomes) for player in event.players)
    return replace(event, players=players)


def _with_outcome(player: Player, number: int, outcomes: Mapping[int, Outcome]) -> Player:
    entry = player.rounds[number - 1]
    if entry.opponent is None or player.tpn not in outcomes:
        return player
    changed = replace(entry, result=outcomes[player.tpn][0])
    return replace(player, rounds=(*player.rounds[: number - 1], changed, *player.rounds[number:]))


def replay(
    script: EventScript, start: Event, pairer: Pairer, rng: random.Random, tie_breaks: Sequence[TieBreakCode] = ()
) -> Event:
    """
    Play the rounds after ``start``, an event with some rounds, up to the declared number of rounds.

    The event may end early (see `random_tournaments.simulation.play`).
    """
    event = play_on(script, start, script.opening.rounds_declared or 0, pairer, rng)
    rank = compute_ranks(event, tie_breaks)
    ranked = tuple(replace(player, rank=rank[player.tpn]) for player in event.players)
    return replace(event, players=ranked, requested_byes=())


def play_on(script: EventScript, start: Event, last: int, pairer: Pairer, rng: random.Random) -> Event:
    """Play the rounds up to ``last``, or until a round cannot be played, without ranks."""
    event = start
    for number in range(start.rounds_recorded + 1, last + 1):
        event = with_next_byes(script, event)
        if len(event.players) - len(event.requested_byes) < MIN_PLAYERS:
            break
        try:
            pairing = pairer(event, number)
        except NoLegalPairingError:
            break
        event = _with_round(event, _entries(pairing, script.round(number), rng))
    return event


def with_next_byes(script: EventScript, event: Event) -> Event:
    """Return the event with the byes requested for its next round."""
    number = event.rounds_recorded + 1
    away = script.round(number).away
    byes = tuple(RequestedBye(round_number=number, tpn=tpn, result=result) for tpn, result in away.items())
    return replace(event, requested_byes=byes)


def _entries(pairing: RoundPairing, round_script: RoundScript, rng: random.Random) -> dict[int, RoundEntry]:
    entries = {tpn: RoundEntry(None, None, result) for tpn, result in round_script.away.items()}
    if pairing.bye is not None:
        entries[pairing.bye] = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
    for pair in pairing.pairs:
        white, black = _outcome(pair.white, pair.black, round_script.outcomes, rng)
        entries[pair.white] = RoundEntry(pair.black, Colour.WHITE, white)
        entries[pair.black] = RoundEntry(pair.white, Colour.BLACK, black)
    return entries


def _outcome(white: int, black: int, round_script: Mapping[int, Outcome], rng: random.Random) -> Outcome:
    first, second = sorted((white, black))
    if first in round_script:
        own, others = round_script[first]
    elif second in round_script:
        others, own = round_script[second]
    else:
        own, others = rng.choice(ORDINARY_OUTCOMES)
    return (own, others) if first == white else (others, own)


def _with_round(event: Event, entries: Mapping[int, RoundEntry]) -> Event:
    players = tuple(replace(player, rounds=(*player.rounds, entries[player.tpn])) for player in event.players)
    recorded = event.rounds_recorded + 1
    return with_points_by_results(replace(event, players=players, rounds_recorded=recorded, requested_byes=()))
