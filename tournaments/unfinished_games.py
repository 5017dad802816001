"""Games without a result in an event whose next round is to be paired, and how they can count."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from tournaments.frozen import FrozenStruct
from tournaments.model import Event, Player, Result


class UnfinishedGames(Enum):
    """How games without a result count in the pairing of the next round; the value is the word of users."""

    DRAW = "draw"
    """As draws, as adjourned games do by C.04.2:3.1."""
    LOSS = "loss"
    """As lost by both."""


DESCRIPTIONS = {UnfinishedGames.DRAW: "as a draw (C.04.2:3.1)", UnfinishedGames.LOSS: "as lost by both"}


class OpenRound(FrozenStruct, frozen=True, kw_only=True):
    """A round in which a game has no result."""

    round_number: int
    unfinished: int
    games: int

    def __str__(self) -> str:
        """``80 of 160 games of round 2``."""
        return f"{self.unfinished} of {self.games} game{'' if self.games == 1 else 's'} of round {self.round_number}"


def find_open_rounds(event: Event) -> tuple[OpenRound, ...]:
    """Return the rounds in which games have no result, in their order; of teams, the games of their players count."""
    found = []
    for number in range(1, event.rounds_recorded + 1):
        games: dict[frozenset[int], bool] = {}
        for player in event.players:
            for entry in player.rounds[number - 1 : number]:
                if entry.opponent is not None and entry.was_played:
                    game = frozenset((player.tpn, entry.opponent))
                    games[game] = games.get(game, False) or entry.result is Result.PENDING
        if any(games.values()):
            found.append(OpenRound(round_number=number, unfinished=sum(games.values()), games=len(games)))
    return tuple(found)


def describe_open_rounds(rounds: tuple[OpenRound, ...]) -> str:
    """Return a sentence part that says how many games of which rounds have no result."""
    verb = "has" if sum(one.unfinished for one in rounds) == 1 else "have"
    return f"{', '.join(map(str, rounds))} {verb} no result yet"


def settle_unfinished_games(event: Event, result: UnfinishedGames) -> Event:
    """Return the event with every game without a result counted as drawn, or as lost by both players."""
    if result is UnfinishedGames.DRAW:
        return replace(event, scoring=replace(event.scoring, pending=event.scoring.white_draw))
    return replace(event, players=tuple(map(_with_losses, event.players)))


def _with_losses(player: Player) -> Player:
    rounds = tuple(
        replace(entry, result=Result.LOSS) if entry.result is Result.PENDING else entry for entry in player.rounds
    )
    return replace(player, rounds=rounds)
