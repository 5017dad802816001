"""An event under the Dubov System, prepared once: ARO, upfloats and MaxT."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.bye_first import bye_score, rounds_without_game
from reference_engines.dubov.participants import DubovPlayers, aro_before
from reference_engines.dutch.players_round import DutchEvent, prepare_players
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dubov.edition import DubovText
    from tournaments.model import Event

_UPFLOAT = -1
_ROUNDS_PER_STEP = 5
"""MaxT grows by one with that number of rounds, and no player has more upfloats than rounds."""


@dataclass(frozen=True, kw_only=True)
class DubovEvent(DutchEvent):
    """An event under an edition of the Dubov System."""

    rules: DubovText

    @property
    def rounds(self) -> int:
        """Number of rounds: declared, or else one more than recorded (DUBOV-ROUNDS)."""
        return self.event.rounds_declared or self.history.rounds + 1

    @property
    def notes(self) -> tuple[str, ...]:
        """Facts that were inferred from the event, one sentence each."""
        notes = list(super().notes)
        if self.event.rounds_declared is None:
            notes.append(f"MaxT depends on that number; {self.rounds} rounds were assumed (DUBOV-ROUNDS).")
        unrated = sum(not player.rating for player in self.event.players)
        if unrated:
            notes.append(f"Players without a rating: {unrated}; theirs is 0 in an ARO (DUBOV-UNRATED).")
        return tuple(notes)

    def measured_players(self, number: int) -> DubovPlayers:
        """Return the players to be paired in a round, with their AROs and upfloats."""
        rules, history, players = self.rules, self.history, self.players_of_round(number)
        upfloated = self.player_states.float_[: number - 1] == _UPFLOAT
        before = upfloated[-1] if number > 1 else np.zeros(history.players, dtype=np.bool_)
        return DubovPlayers(
            players=players,
            aro=aro_before(self.event, history, number, rules.aro)[players.column],
            upfloats=upfloated.sum(axis=0)[players.column],
            upfloated_before=before[players.column],
            most_upfloats=rules.most_upfloats(rules.rounds_of_max_t(self.rounds, number)),
            bye_score=bye_score(rules, history, players),
            unplayed=rounds_without_game(rules, history, players),
            is_last_round=rules.exempts_last_round and number == self.event.rounds_declared,
        )

    def numbers_of_rounds(self, players: DubovPlayers) -> Iterator[tuple[int, str]]:
        """Yield other numbers of rounds by which the maximum upfloaters, the last round or the acceleration differ."""
        others = dict.fromkeys(self.possible_round_counts(players.round_number), "ROUNDS-UNDECLARED")
        if self.event.rounds_declared is None and not players.is_last_round:
            known = {tuple(players.maximum_upfloaters.tolist())}
            least = max(self.history.rounds, players.round_number)
            for rounds in range(least, _ROUNDS_PER_STEP * (int(players.upfloats.max(initial=0)) + 1)):
                maximum_upfloaters = tuple((players.upfloats >= self.rules.most_upfloats(rounds)).tolist())
                if maximum_upfloaters not in known:
                    known.add(maximum_upfloaters)
                    others.setdefault(rounds, "DUBOV-ROUNDS")
        yield from others.items()


def prepare_dubov_event(event: Event, rules: DubovText, reuse_from: DubovEvent | None) -> DubovEvent:
    """Prepare an event; raise UnsupportedEventError if it is beyond the system."""
    prepared = prepare_players(event, rules, reuse_from)
    return DubovEvent(**{part.name: getattr(prepared, part.name) for part in fields(prepared)})
