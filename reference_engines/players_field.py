"""What a system lays out besides, about the players of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.field import Field


@dataclass(frozen=True, kw_only=True)
class PlayersField:
    """Those to be paired, by position, with whatever a system adds to it."""

    players: Field

    @property
    def round_number(self) -> int:
        """The round, from 1."""
        return self.players.round_number

    @property
    def numbers(self) -> tuple[int, ...]:
        """TPN by position."""
        return self.players.numbers

    @property
    def scores(self) -> tuple[int, ...]:
        """Pairing score by position, in tenths."""
        return self.players.scores
