"""Questions with their right answers recorded, as events that a campaign can ask about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.campaigns.chosen import SelectedEvent
from checker.reduction.situation import as_paired
from reference_engines.frame.systems import engine_for
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from checker.suite.questions import Suite


def recorded_questions(suite: Suite) -> tuple[SelectedEvent, ...]:
    """
    Return the event of each question up to its round, named by file and article; programs are to pair the last round.

    SuiteError if an event cannot be read.
    """
    games = engine_for(suite.system).edition.file_rounds_per_round
    return tuple(
        SelectedEvent(
            f"{question.file} ({question.article})",
            write_trf26(as_paired(suite.event(question), question.pairing, games)).encode(),
        )
        for question in suite.questions
    )
