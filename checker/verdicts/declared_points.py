"""
What a round is right by, where the points that a file declares contradict its results.

A program paired by one of them, and the file does not say by which. The verdict is the one by the results; that a round
which differs is right by the declared points is said beside it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from checker.findings import Differences
from checker.verdicts.comparison import compare
from checker.verdicts.verdict import Verdict
from tournaments.frozen import dataclass
from tournaments.points import find_mismatches, points_text, with_declared_points
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from checker.findings import EventHeader, RoundFinding
    from checker.verdicts.phrases import Roster
    from reference_engines.frame.rules import PreparedEvent, Rules
    from tournaments.model import Event
    from tournaments.points import Mismatch

MOST_NAMED = 10
"""Players who are named; the others are counted."""
_IN_WORDS = {
    (True, True): "is right by the results as well as by the declared points",
    (True, False): "is right by the results, not by the declared points",
    (False, True): "is right by the declared points, not by the results",
    (False, False): "is right neither by the results nor by the declared points",
}


def declared_points(engine: Rules, event: Event, header: EventHeader) -> DeclaredPoints | None:
    """Return what judges an event by its declared points, too; None if they follow from the results."""
    if event.is_team_event:
        return None
    by_results = {participant.tpn: participant.points for participant in header.participants}
    if all(player.points is None or player.points == by_results.get(player.tpn) for player in event.players):
        return None  # as nearly always; the rest takes its time
    found = find_mismatches(event)
    return DeclaredPoints(engine=engine, event=event, mismatches=found) if found else None


@dataclass(frozen=True, kw_only=True)
class DeclaredPoints:
    """An event whose points contradict its results."""

    engine: Rules
    event: Event
    mismatches: tuple[Mismatch, ...]

    def note(self, prepared: PreparedEvent, last_round: int, roster: Roster) -> str:
        """Name the players, and say by which points the last round that is judged is right."""
        named = [
            f"{roster.who(one.tpn)} has {points_text(one.declared)} and not {points_text(one.computed)}"
            for one in self.mismatches[:MOST_NAMED]
        ]
        if len(self.mismatches) > MOST_NAMED:
            named.append(counted_noun(len(self.mismatches) - MOST_NAMED, "further player"))
        told = f"The points that the file declares do not follow from its results: {'; '.join(named)}."
        if last_round == 1:
            return told
        is_right = self._is_right(prepared, prepared, last_round), self._is_right_by_points(prepared, last_round)
        if is_right[0] is None or is_right[1] is None:
            return told
        return f"{told} The pairing may have followed either: round {last_round} {_IN_WORDS[is_right[0], is_right[1]]}."

    def heed(self, finding: RoundFinding, prepared: PreparedEvent) -> RoundFinding:
        """Say of a round that differs that it is right by the declared points, if it is."""
        if finding.verdict is Verdict.AGREE or not finding.verdict.was_judged or finding.round_number == 1:
            return finding
        if not self._is_right_by_points(prepared, finding.round_number):
            return finding
        said = "It is right by the points that the file declares, not by its results."
        return replace(finding, sentence=f"{finding.sentence} {said}")

    @cached_property
    def _prepared(self) -> PreparedEvent | None:
        """The engine at work on the event as if the declared points were right; None if it fails."""
        try:
            return self.engine.open(with_declared_points(self.event))
        except Exception:  # noqa: BLE001 - a remark beside the verdict; the event itself is judged without it
            return None

    def _is_right_by_points(self, prepared: PreparedEvent, round_number: int) -> bool | None:
        return None if self._prepared is None else self._is_right(prepared, self._prepared, round_number)

    @staticmethod
    def _is_right(recording: PreparedEvent, pairing: PreparedEvent, round_number: int) -> bool | None:
        """Whether the recorded pairing is the one of a prepared event; None if that cannot be told."""
        try:
            expected = pairing.round(round_number).expected()
            return compare(recording.round(round_number).posted, expected) == Differences()
        except Exception:  # noqa: BLE001 - likewise
            return None
