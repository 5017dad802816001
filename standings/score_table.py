"""The table of one score: the participants' rounds, their scores, and the scores that count for opponents (16.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

import numpy as np

from standings.rounds import NO_OPPONENT, Category, ParticipantRound, build_rounds
from tournaments.frozen import FrozenStruct, cached_property

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from standings.rules import TieBreakRules
    from tournaments.model import Event


T = TypeVar("T")


class ScoresByPlace(NamedTuple):
    """Scores in tenths, by place."""

    own: list[int]
    """The sums of the results."""
    adjusted: list[int]
    """The scores for the tie-breaks of opponents: requested byes at the end (16.2.5) count as draws (16.3)."""


class RoundGrid(NamedTuple):
    """(participants, rounds) the rounds as arrays; shorter rows end in rounds that are not recorded."""

    opponent: NDArray[np.int64]
    """Place of the scheduled opponent, or NO_OPPONENT."""
    points: NDArray[np.int64]
    """In tenths."""
    is_played: NDArray[np.bool_]
    """Whether a game was played."""
    is_recorded: NDArray[np.bool_]


class ScoreTable(FrozenStruct, frozen=True, kw_only=True, eq=False, dict=True):
    """
    The participants of an event and their rounds in one score, from which tie-breaks are computed.

    The *place* of a participant is the index in the event's list, from 0. All tuples and lists of the table are indexed
    by place. Values that are computed once are cached; nothing else changes.
    """

    rules: TieBreakRules
    tpns: tuple[int, ...]
    rows: tuple[tuple[ParticipantRound, ...], ...]
    added: tuple[int, ...]
    """Points in tenths by TRF 299 that belong to no result."""
    ratings: tuple[int | None, ...]
    win: int
    """Points for a win, in tenths."""
    draw: int
    rounds_recorded: int
    rounds_scheduled: int

    @cached_property
    def places(self) -> dict[int, int]:
        """The places of the participants, by TPN or team number."""
        return {tpn: place for place, tpn in enumerate(self.tpns)}

    @cached_property
    def _cache(self) -> dict[object, object]:
        return {}

    def compute_once(self, key: object, make: Callable[[], T]) -> T:
        """Return the value of ``make()``, which is computed once for each key."""
        if key not in self._cache:
            self._cache[key] = make()
        return cast("T", self._cache[key])

    @cached_property
    def scores(self) -> ScoresByPlace:
        """Scores after the recorded rounds."""
        own = [sum([entry.points for entry in row]) + added for row, added in zip(self.rows, self.added, strict=True)]
        if self.rules.pre_determined:  # 15.3: Article 16 is for Swiss events
            return ScoresByPlace(own, own)
        return ScoresByPlace(own, [self._adjusted(row, score) for row, score in zip(self.rows, own, strict=True)])

    @cached_property
    def grid(self) -> RoundGrid:
        """The rounds of all participants as arrays."""
        longest = max(map(len, self.rows), default=0)
        blank = (NO_OPPONENT, 0, False, False)
        entries = [
            cell
            for row in self.rows
            for cell in (
                *[(entry.opponent, entry.points, entry.category is None, True) for entry in row],
                *[blank] * (longest - len(row)),
            )
        ]
        cells = np.array(entries, dtype=np.int64).reshape(len(self.rows), longest, len(blank))
        opponent, points, is_played, is_recorded = np.moveaxis(cells, 2, 0)
        return RoundGrid(opponent, points, is_played.astype(np.bool_), is_recorded.astype(np.bool_))

    @cached_property
    def fore_scores(self) -> ScoresByPlace:
        """
        Scores as if all paired games of the final round had ended in draws (8.3).

        A participant paired in that round has no requested bye at the end, forfeited or not (C07-FORE-FORFEIT).
        """
        if not self.ends_with_final_round:
            return self.scores
        own, adjusted = list(self.scores.own), list(self.scores.adjusted)
        for place, row in enumerate(self.rows):
            if row and row[-1].opponent != NO_OPPONENT:
                own[place] += self.draw - row[-1].points
                adjusted[place] = own[place]
        return ScoresByPlace(own, adjusted)

    @property
    def ends_with_final_round(self) -> bool:
        """Whether the last recorded round is the final one of the tournament."""
        return self.rounds_recorded == self.rounds_scheduled

    def _adjusted(self, row: tuple[ParticipantRound, ...], score: int) -> int:
        at_the_end = [entry for entry in row if entry.category is Category.REQUESTED_BYE_AT_THE_END]
        return score + sum([self.draw - entry.points for entry in at_the_end])

    def counts_as_game(self, entry: ParticipantRound, *, played: bool = False) -> bool:
        """
        Whether a round counts as a game against its scheduled opponent.

        Forfeits count if the pairings were determined beforehand (15.2) or the code has /P (``played``).
        """
        if entry.opponent == NO_OPPONENT:
            return False
        return entry.category is None or played or self.rules.pre_determined

    def is_over_the_board(self, entry: ParticipantRound, *, is_for_rating_tie_break: bool = False) -> bool:
        """
        Whether a round is a game over the board (7.2 to 7.4, 8.2, Article 10).

        By the other reading of C07-OVER-THE-BOARD a forfeit is such a game if the pairings were determined beforehand,
        but not in Article 10 from the edition of 2026 on (15.2).
        """
        if entry.opponent == NO_OPPONENT:
            return False
        if entry.category is None:
            return True
        rules = self.rules
        if is_for_rating_tie_break and rules.edition.keeps_forfeits_unplayed:
            return False
        return rules.counts_forfeits_over_the_board and rules.pre_determined


def build_player_table(event: Event, rules: TieBreakRules) -> ScoreTable:
    """Build the table of an individual event; raise KeyError for an opponent who is not among the players."""
    places = {player.tpn: place for place, player in enumerate(event.players)}
    records_by_place = [build_rounds(event, player, places, rules) for player in event.players]
    return ScoreTable(
        rules=rules,
        tpns=tuple(player.tpn for player in event.players),
        rows=tuple(row for row, _ in records_by_place),
        added=tuple(added for _, added in records_by_place),
        ratings=tuple(player.rating for player in event.players),
        win=event.scoring.white_win,
        draw=event.scoring.white_draw,
        rounds_recorded=event.rounds_recorded,
        rounds_scheduled=max(event.rounds_declared or 0, event.rounds_recorded),
    )
