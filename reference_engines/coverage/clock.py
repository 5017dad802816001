"""What a round exercises of the Clock system: why candidates were passed over, and the steps of Appendix B."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from reference_engines.clock.edition import Article
from reference_engines.clock.walk import Fate, picks
from reference_engines.coverage.procedure import ProcedureCoverage

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from reference_engines.clock.rules import ClockRound
    from reference_engines.clock.walk import Pick

COLOURS = {
    Article.FIRST_ROUND.value: "the colour of the grid",
    Article.ABSOLUTE.value: "the only one, or two opposite ones",
    Article.DIFFERENCE.value: "games with Black and with White",
    Article.HISTORY.value: "when the two last differed",
    Article.POINTS.value: "White to fewer points",
    Article.LOWER_NUMBER.value: "its last colour again",
}
"""What gives a pair its colours, by name, with its meaning."""
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
"""What the procedure does, by name, with its meaning."""


class ClockCoverage(ProcedureCoverage):
    """What rounds exercise of the Clock system."""

    steps: ClassVar[Mapping[str, str]] = STEPS
    colour_rules: ClassVar[Mapping[str, str]] = COLOURS

    def steps_taken(self, paired_round: ClockRound) -> Collection[str]:
        """Return the names of what the procedure does in a round; raise NoLegalPairingError."""
        picked = picks(paired_round.participants, paired_round.rules.readings)
        return frozenset(name for pick in picked for name in _steps_of_pick(paired_round, pick))


COVERAGE = ClockCoverage()


def _steps_of_pick(paired_round: ClockRound, pick: Pick) -> Iterator[str]:
    table = paired_round.participants
    if not pick.attempts:
        yield "candidate"
    for attempt in pick.attempts:
        undone = attempt.fate is Fate.UNDONE
        yield "backtracking" if undone else _why_incompatible(paired_round, pick.picker, attempt.seat)
    if pick.picker == table.bye:
        yield "bye-picks"
    elif table.score[pick.picked] < table.score[pick.picker]:
        yield "less-points"
    if table.absolute[pick.picker] and table.absolute[pick.picker] == table.absolute[pick.picked]:
        yield "last-round"


def _why_incompatible(paired_round: ClockRound, one: int, other: int) -> str:
    """Return why two seats are not compatible, the first reason of the text that applies."""
    table, history = paired_round.participants, paired_round.event.history
    if table.bye in (one, other):
        return "compatibility-bye"
    column, opposite = (int(table.players.column[table.position[seat]]) for seat in (one, other))
    before = slice(table.players.round_number - 1)
    met = history.played[before, column] & (history.opponent[before, column] == opposite)
    if met.any():
        return "compatibility-met"
    same = table.absolute[one] and table.absolute[one] == table.absolute[other]
    return "compatibility-colour" if same else "compatibility-forbidden"
