"""
Doubts about what a file records: declared points that contradict the results, and absences from a single round.

A program paired by the declared points or by the results, and the file does not say by which. The verdict follows the
results; a note says whether the round is right by the declared points. A player who is absent from exactly one round
may be a player whom a program forgot, or whose game was taken out later. The player is named if the pairing of that
round is wrong, or if a bye of that round exists only because the player is absent. Blank results are named anyway
(`tournaments.blanks`), and in team events players are absent whenever they are not in the line-up.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from checker.findings import are_equal
from checker.verdicts.phrases import join_phrases
from checker.verdicts.verdict import Outcome, Verdict
from tournaments.frozen import FrozenStruct
from tournaments.model import Result
from tournaments.points import find_mismatches, points_text, with_declared_points
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checker.findings import EventHeader, RoundFinding
    from checker.verdicts.phrases import Roster
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.rules import PreparedEvent, Rules
    from tournaments.model import Event, Player
    from tournaments.points import Mismatch


MAX_NAMED_PLAYERS, MAX_NAMED_MISMATCHES = 5, 10
"""Players who are named for an absence, and for other points than declared; further players are counted."""
_FEWEST_ROUNDS = 2
"""Fewest rounds of an event in which an absence from one round alone can be recognised."""

LoneAbsences = dict[int, tuple[int, ...]]
"""Round to the TPNs of the players who are absent in that round alone."""


def lone_absences(event: Event, edition: Edition) -> LoneAbsences:
    """Return the players who are absent in exactly one round, by that round."""
    stages = range(1, event.rounds_recorded // edition.file_rounds_per_round + 1)
    players_by_round: dict[int, tuple[int, ...]] = {}
    if event.is_team_event or len(stages) < _FEWEST_ROUNDS:
        return players_by_round
    for player in event.players:
        if Result.ZERO_POINT_BYE not in [entry.result for entry in player.rounds]:
            continue
        absent = [stage for stage in stages if _is_absent(player, edition, stage)]
        if len(absent) == 1:
            players_by_round[absent[0]] = (*players_by_round.get(absent[0], ()), player.tpn)
    return players_by_round


def _is_absent(player: Player, edition: Edition, stage: int) -> bool:
    return all(player.rounds[row].result is Result.ZERO_POINT_BYE for row in edition.rows(stage))


def notes_on_byes(
    absences: Mapping[int, Sequence[int]], event: Event, edition: Edition, last_round: int, roster: Roster
) -> tuple[str, ...]:
    """Name the players whose absence makes a bye necessary, a sentence for each round."""
    notes = []
    for number in range(1, last_round + 1):
        row = edition.rows(number)[0]
        byes = [one.tpn for one in event.players if one.rounds[row].result is Result.PAIRING_ALLOCATED_BYE]
        if number in absences and byes:
            notes.append(
                f"Round {number}: {roster.describe_player(byes[0])} has the bye, and "
                f"{_name_absent(absences[number], roster)} absent in this round alone. "
                "With one more player the round would have had no bye."
            )
    return tuple(notes)


def with_lone_absences(finding: RoundFinding, absences: Mapping[int, Sequence[int]], roster: Roster) -> RoundFinding:
    """Name the players who are absent in this round alone, if its pairing is wrong."""
    is_wrong = finding.verdict.outcome is Outcome.DISCREPANT and finding.verdict is not Verdict.REFERENCE_FAULT
    if not is_wrong or finding.round_number not in absences:
        return finding
    named = _name_absent(absences[finding.round_number], roster)
    note = f"In this round alone {named} absent; if that is a mistake in the file, another pairing is right."
    return replace(finding, hint=note)


def _name_absent(players: Sequence[int], roster: Roster) -> str:
    """Return the players with their verb; of many the first few."""
    named = [roster.describe_player(tpn) for tpn in players[:MAX_NAMED_PLAYERS]]
    if len(players) > MAX_NAMED_PLAYERS:
        named.append(counted_noun(len(players) - MAX_NAMED_PLAYERS, "further player"))
    return f"{join_phrases(named)} {'is' if len(players) == 1 else 'are'}"


_IN_WORDS = {
    (True, True): "is right by the results as well as by the declared points",
    (True, False): "is right by the results, not by the declared points",
    (False, True): "is right by the declared points, not by the results",
    (False, False): "is right neither by the results nor by the declared points",
}


def declared_points(engine: Rules, event: Event, header: EventHeader) -> DeclaredPoints | None:
    """Return the contradiction between declared points and results; None if the points follow from the results."""
    if event.is_team_event:
        return None
    by_results = {participant.tpn: participant.points for participant in header.participants}
    if all(player.points is None or player.points == by_results.get(player.tpn) for player in event.players):
        return None  # as nearly always; the rest takes its time
    players_by_round = find_mismatches(event)
    return DeclaredPoints(engine=engine, event=event, mismatches=players_by_round) if players_by_round else None


class DeclaredPoints(FrozenStruct, frozen=True, kw_only=True, dict=True):
    """An event whose points contradict its results."""

    engine: Rules
    event: Event
    mismatches: tuple[Mismatch, ...]

    def note(self, prepared: PreparedEvent, last_round: int, roster: Roster) -> str:
        """Name the players, and the points by which the last judged round is right."""
        named = [
            f"{roster.describe_player(one.tpn)} has {points_text(one.declared)} and not {points_text(one.computed)}"
            for one in self.mismatches[:MAX_NAMED_MISMATCHES]
        ]
        if len(self.mismatches) > MAX_NAMED_MISMATCHES:
            named.append(counted_noun(len(self.mismatches) - MAX_NAMED_MISMATCHES, "further player"))
        told = f"The points that the file declares do not follow from its results: {'; '.join(named)}."
        if last_round == 1:
            return told
        is_right = self._is_right(prepared, prepared, last_round), self._is_right_by_points(prepared, last_round)
        if is_right[0] is None or is_right[1] is None:
            return told
        return f"{told} The pairing may have followed either: round {last_round} {_IN_WORDS[is_right[0], is_right[1]]}."

    def heed(self, finding: RoundFinding, prepared: PreparedEvent) -> RoundFinding:
        """Add to the finding on a discrepant round that it is right by the declared points, if it is."""
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
        """Whether the recorded pairing is the one of a prepared event; None if the engine fails."""
        try:
            expected = pairing.round(round_number).expected()
            return are_equal(recording.round(round_number).posted, expected)
        except Exception:  # noqa: BLE001 - likewise
            return None
