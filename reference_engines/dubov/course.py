"""An event under the Dubov System, laid out once: ARO, upfloats, and what they are measured by."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.bye_first import rounds_without_game, score_for_the_bye
from reference_engines.course import undeclared_initial_colour, with_rounds
from reference_engines.dubov.aro import aro_before
from reference_engines.dubov.field import DubovField
from reference_engines.dutch.course import DutchCourse, begun
from reference_engines.dutch.publishing import changes_of_parity
from reference_engines.open_points import follow_other_side
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.dubov.edition import DubovText
    from reference_engines.engine import Change
    from tournaments.model import Event

_UPFLOAT = -1


@dataclass(frozen=True, kw_only=True)
class DubovCourse(DutchCourse):
    """The course of an event under an edition of the Dubov System."""

    @property
    def rounds(self) -> int:
        """Number of rounds: declared, or else one more than recorded (DUBOV-ROUNDS)."""
        return self.event.rounds_declared or self.history.rounds + 1

    @property
    def notes(self) -> tuple[str, ...]:
        """What had to be inferred from the event."""
        notes = list(super().notes)
        if self.event.rounds_declared is None:
            notes.append(f"MaxT depends on that number; {self.rounds} rounds were assumed (DUBOV-ROUNDS).")
        unrated = sum(not player.rating for player in self.event.players)
        if unrated:
            notes.append(f"Players without a rating: {unrated}; theirs is 0 in an ARO (DUBOV-UNRATED).")
        return tuple(notes)


def dubov_course(event: Event, text: DubovText, like: DubovCourse | None) -> DubovCourse:
    """Lay an event out; raise UnsupportedEventError if it is beyond the system."""
    laid = begun(event, text, like)
    return DubovCourse(**{part.name: getattr(laid, part.name) for part in fields(laid)})


def laid_out(course: DubovCourse, text: DubovText, stage: int) -> DubovField:
    """Return the players of a round."""
    players = course.field(stage)
    upfloated = course.standing.float_[: stage - 1] == _UPFLOAT
    before = upfloated[-1] if stage > 1 else np.zeros(course.history.players, dtype=np.bool_)
    return DubovField(
        players=players,
        aro=aro_before(course.event, course.history, stage, text.aro)[players.column],
        upfloats=upfloated.sum(axis=0)[players.column],
        upfloated_before=before[players.column],
        most_upfloats=text.most_upfloats(course.rounds),
        bye_score=score_for_the_bye(course.history, players, virtual_points_count=text.virtual_points_count_for_bye),
        unplayed=rounds_without_game(course.history, players, scheduled=text.scheduled_games_count),
        is_last_round=text.exempts_last_round and stage == course.event.rounds_declared,
    )


def changes_of_event(course: DubovCourse, text: DubovText, field: DubovField) -> Iterator[Change]:
    """Yield other numbers for odd and even, and other values of what the file does not declare."""
    players, beginners = field.players, int(field.beginners.sum())
    if beginners:
        yield from changes_of_parity(course, players)
    if beginners > 1:  # 5.2.1 is for two of them
        yield from undeclared_initial_colour(course)
    yield from _other_numbers_of_rounds(course, text, field)


def _other_numbers_of_rounds(course: DubovCourse, text: DubovText, field: DubovField) -> Iterator[Change]:
    """Yield numbers by which the round is the last one, others are maximum upfloaters, or it is accelerated."""
    others = dict.fromkeys(course.other_numbers_of_rounds(field.round_number), "ROUNDS-UNDECLARED")
    if course.event.rounds_declared is None and not field.is_last_round:
        known = {tuple(field.maximum_upfloaters.tolist())}
        least = max(course.history.rounds, field.round_number)
        for rounds in range(least, _ROUNDS_PER_STEP * (int(field.upfloats.max(initial=0)) + 1)):
            those = tuple((field.upfloats >= text.most_upfloats(rounds)).tolist())
            if those not in known:
                known.add(those)
                others.setdefault(rounds, "DUBOV-ROUNDS")
    for rounds, entry in others.items():
        yield follow_other_side(entry, event=partial(with_rounds, rounds=rounds))


_ROUNDS_PER_STEP = 5
"""MaxT grows by one with so many rounds, and nobody has more upfloats than rounds."""
