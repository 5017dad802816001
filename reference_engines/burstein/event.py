"""An event under the Burstein System, prepared once: its seeding rounds, and the players of other rounds by rank."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.burstein.edition import Absolute
from reference_engines.burstein.index import index_before
from reference_engines.burstein.participants import RankedPlayers
from reference_engines.burstein.seeding import number_of_seeding_rounds
from reference_engines.definitions.bye_first import bye_score, rounds_without_game
from reference_engines.definitions.players import may_meet, players_of_round
from reference_engines.definitions.players_event import PlayersEvent, derive_history
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reference_engines.burstein.edition import BursteinText
    from reference_engines.burstein.seeding import SeedingRound
    from reference_engines.definitions.players import Players
    from reference_engines.dutch.players_round import DutchEvent
    from tournaments.model import Colour, Event


@dataclass(frozen=True, kw_only=True)
class BursteinEvent(PlayersEvent):
    """An event under an edition of the Burstein System."""

    rules: BursteinText
    seeding: DutchEvent
    """The same event under the rules of its seeding rounds."""

    @cached_property
    def seeding_rounds(self) -> int:
        """Number of seeding rounds."""
        return number_of_seeding_rounds(self.event, self.rules.seeding_rounds)

    @property
    def initial_colour(self) -> Colour:
        """The colour drawn before the first round, which is a seeding round: declared, else inferred, else White."""
        return self.seeding.initial_colour

    @property
    def notes(self) -> tuple[str, ...]:
        """Facts that were inferred from the event, one sentence each."""
        if self.event.rounds_declared is not None:
            return self.seeding.notes
        rounds = f"{self.seeding_rounds} seeding round{'s' * (self.seeding_rounds != 1)}"
        return (*self.seeding.notes, f"So the number of seeding rounds is not known either; {rounds} were assumed.")

    def as_seeding_round(self, number: int) -> SeedingRound:
        """Return a round as if it were a seeding round."""
        return self.rules.seeding.bind(self.seeding, number)

    def ranked_players(self, number: int) -> RankedPlayers:
        """Return the players to be paired in a round that is not a seeding round, by rank."""
        rules, history, players = self.rules, self.history, self._players(number)
        index = index_before(self.event, history, number, rules.index)
        place = np.empty(history.players, dtype=np.int64)
        place[index.order] = np.arange(history.players)
        rank = place[players.column]
        if rules.ranks_by_score:
            rank = rank - players.score * history.players
        ranked = RankedPlayers(
            players=players,
            rank=rank,
            buchholz=index.buchholz[players.column],
            sonneborn_berger=index.sonneborn_berger[players.column],
            bye_score=bye_score(rules, history, players),
            unplayed=rounds_without_game(rules, history, players),
        )
        return ranked.select(np.lexsort((rank, -players.score)))

    def _players(self, number: int) -> Players:
        players = self.as_seeding_round(number).participants
        if self.player_states is not self.seeding.player_states:
            own = players_of_round(self.event, self.history, self.player_states, number)
            players = replace(players, bye_allowed=own.bye_allowed)
        if self.rules.excepts_topscorers and self.rules.enforced >= {Absolute.MEETING, Absolute.COLOURS}:
            return players
        nobody = np.zeros(players.size, dtype=np.bool_)
        return replace(players, topscorer=nobody, allowed=self._allowed(players))

    def _allowed(self, players: Players) -> NDArray[np.uint8]:
        """Return (players, players) whether two may meet by C1, C3 and the forbidden pairs of the organiser."""
        enforced = self.rules.enforced
        allowed = may_meet(self.event, self.history, players)
        if Absolute.MEETING not in enforced:
            allowed = self._allowed_by_organiser(players)
        if Absolute.COLOURS in enforced:
            absolute = players.absolute
            allowed = allowed & ~(np.equal.outer(absolute, absolute) & (absolute != 0))
        return np.ascontiguousarray(allowed, dtype=np.uint8)

    def _allowed_by_organiser(self, players: Players) -> NDArray[np.uint8]:
        numbers, round_number = players.numbers, players.round_number
        rows = [
            [first != second and not self.is_forbidden(first, second, round_number) for second in numbers]
            for first in numbers
        ]
        return np.array(rows, dtype=np.uint8)


def prepare_burstein_event(event: Event, rules: BursteinText, reuse_from: BursteinEvent | None) -> BursteinEvent:
    """Prepare an event with its seeding rounds; raise UnsupportedEventError if it is beyond the system."""
    seeding = rules.seeding.prepare(event, reuse_from.seeding if reuse_from else None)
    history, player_states = derive_history(event, seeding, seeding.floats, rules.byes)
    return BursteinEvent(
        rules=rules,
        event=event,
        history=history,
        player_states=player_states,
        floats=seeding.floats,
        byes=rules.byes,
        seeding=seeding,
    )
