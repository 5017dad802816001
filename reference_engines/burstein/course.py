"""An event under the Burstein System, laid out once: its seeding rounds, and the players as they are ranked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.burstein.edition import Absolute, Ranking
from reference_engines.burstein.field import RankedField
from reference_engines.burstein.index import index_before
from reference_engines.burstein.seeding import number_of_seeding_rounds
from reference_engines.bye_first import rounds_without_game, score_for_the_bye
from reference_engines.course import PlayersCourse, lay_out
from reference_engines.field import make_field, may_meet
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reference_engines.burstein.edition import BursteinText
    from reference_engines.dutch.course import DutchCourse
    from reference_engines.field import Field
    from tournaments.model import Colour, Event


@dataclass(frozen=True, kw_only=True)
class BursteinCourse(PlayersCourse):
    """The course of an event under an edition of the Burstein System."""

    seeding: DutchCourse
    """The same event under the rules of its seeding rounds."""
    seeding_rounds: int

    @property
    def initial_colour(self) -> Colour:
        """The colour drawn before the first round, which is a seeding round: declared, else inferred, else White."""
        return self.seeding.initial_colour

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event."""
        if self.event.rounds_declared is not None:
            return self.seeding.notes
        rounds = f"{self.seeding_rounds} seeding round{'s' * (self.seeding_rounds != 1)}"
        return (*self.seeding.notes, f"So the number of seeding rounds is not known either; {rounds} were assumed.")


def begun(event: Event, text: BursteinText, like: BursteinCourse | None) -> BursteinCourse:
    """Lay an event out; raise UnsupportedEventError if it is beyond the system."""
    seeding = text.seeding.begin(event, like.seeding if like else None)
    history, standing = lay_out(event, seeding, seeding.floats, text.byes)
    return BursteinCourse(
        event=event,
        history=history,
        standing=standing,
        floats=seeding.floats,
        byes=text.byes,
        seeding=seeding,
        seeding_rounds=number_of_seeding_rounds(event, text.seeding_rounds),
    )


def ranked(course: BursteinCourse, text: BursteinText, stage: int) -> RankedField:
    """Return the players of a round that is no seeding round, as they are ranked."""
    players = _players(course, text, stage)
    index = index_before(course.event, course.history, stage, text.index)
    place = np.empty(course.history.players, dtype=np.int64)
    place[index.order] = np.arange(course.history.players)
    rank = place[players.column]
    if text.ranking is Ranking.SCORE:
        rank = rank - players.score * course.history.players
    field = RankedField(
        players=players,
        rank=rank,
        buchholz=index.buchholz[players.column],
        sonneborn_berger=index.sonneborn_berger[players.column],
        bye_score=score_for_the_bye(course.history, players, virtual_points_count=text.virtual_points_count_for_bye),
        unplayed=rounds_without_game(course.history, players, scheduled=text.scheduled_games_count),  # BURSTEIN-GAMES
    )
    return field.select(np.lexsort((rank, -players.score)))


def _players(course: BursteinCourse, text: BursteinText, stage: int) -> Field:
    players = text.seeding.lay(course.seeding, stage)
    if course.standing is not course.seeding.standing:
        theirs = make_field(course.event, course.history, course.standing, stage)
        players = replace(players, bye_allowed=theirs.bye_allowed)
    if text.excepts_topscorers and text.heeded >= {Absolute.MEETING, Absolute.COLOURS}:
        return players
    nobody = np.zeros(players.size, dtype=np.bool_)
    return replace(players, topscorer=nobody, allowed=_allowed(course, text, players))


def _allowed(course: BursteinCourse, text: BursteinText, players: Field) -> NDArray[np.uint8]:
    """Tell who may meet whom (C1, C3), the organiser's forbidden pairs among it."""
    allowed = may_meet(course.event, course.history, players)
    if Absolute.MEETING not in text.heeded:
        allowed = _kept_apart_only(course, players)
    if Absolute.COLOURS in text.heeded:
        absolute = players.absolute
        allowed = allowed & ~(np.equal.outer(absolute, absolute) & (absolute != 0))
    return np.ascontiguousarray(allowed, dtype=np.uint8)


def _kept_apart_only(course: BursteinCourse, players: Field) -> NDArray[np.uint8]:
    numbers, stage = players.numbers, players.round_number
    rows = [[one != other and not course.kept_apart(one, other, stage) for other in numbers] for one in numbers]
    return np.array(rows, dtype=np.uint8)
