"""Coverage of the Clock system: the steps of its procedure, and the rules that give pairs their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.clock.edition import ClockArticle
from reference_engines.clock.round_table import Pick, make_picks
from reference_engines.coverage import cover_procedure

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from reference_engines.clock.rules import ClockRound

COLOURS = {
    ClockArticle.FIRST_ROUND.value: "the colour of the grid",
    ClockArticle.ABSOLUTE.value: "the only one, or two opposite ones",
    ClockArticle.DIFFERENCE.value: "games with Black and with White",
    ClockArticle.HISTORY.value: "when the two last differed",
    ClockArticle.POINTS.value: "White to fewer points",
    ClockArticle.LOWER_NUMBER.value: "its last colour again",
}
"""The rules that give a pair its colours, by name, with their meaning."""
STEPS = {
    "candidate": "the first candidate is picked",
    "compatibility-met": "passed over: they have met",
    "compatibility-colour": "passed over: one absolute preference",
    "compatibility-bye": "passed over: one of the two is the bye",
    "compatibility-forbidden": "passed over: kept apart by the organiser",
    "last-round": "two of one absolute preference meet at last",
    "less-points": "the picked has fewer points than the picker",
    "bye-picks": "the bye is the picker",
    "backtracking": "a stored pair is undone",
}
"""The steps of the procedure, by name, with their meaning."""


def _find_steps(paired_round: ClockRound) -> Collection[str]:
    """Return the names of the steps that a round takes; raise NoLegalPairingError."""
    picks = make_picks(paired_round.participants, paired_round.rules.readings)
    return frozenset(name for pick in picks for name in _steps_of_pick(paired_round, pick))


def _steps_of_pick(paired_round: ClockRound, pick: Pick) -> Iterator[str]:
    table = paired_round.participants
    if not pick.attempts:
        yield "candidate"
    for attempt in pick.attempts:
        yield "backtracking" if attempt.is_undone else _why_incompatible(paired_round, pick.picker, attempt.seat)
    if pick.picker == table.bye:
        yield "bye-picks"
    elif table.score[pick.picked] < table.score[pick.picker]:
        yield "less-points"
    if table.absolute[pick.picker] and table.absolute[pick.picker] == table.absolute[pick.picked]:
        yield "last-round"


def _why_incompatible(paired_round: ClockRound, first: int, second: int) -> str:
    """Return the first reason in the text why two seats are not compatible."""
    table, history = paired_round.participants, paired_round.event.history
    if table.bye in (first, second):
        return "compatibility-bye"
    column, opposite = (int(table.players.column[table.position[seat]]) for seat in (first, second))
    before = slice(table.players.round_number - 1)
    met = history.played[before, column] & (history.opponent[before, column] == opposite)
    if met.any():
        return "compatibility-met"
    same = table.absolute[first] and table.absolute[first] == table.absolute[second]
    return "compatibility-colour" if same else "compatibility-forbidden"


COVERAGE = cover_procedure(steps=STEPS, colour_rules=COLOURS, steps_taken=_find_steps)
