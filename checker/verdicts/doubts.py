"""
Doubts about what a file records: contradictory points, absences from a single round, unrecorded facts of teams.

A program paired by the declared points or by the results, and the file does not say by which. The verdict follows the
results; a note says whether the round is right by the declared points. A player who is absent from exactly one round
may be a player whom a program forgot, or whose game was taken out later. The player is named if the pairing of that
round is wrong, or if a bye of that round exists only because the player is absent. Blank results are named anyway
(`tournaments.blanks`), and in team events players are absent whenever they are not in the line-up.

A round of teams rests on an undeclared fact if it is right only with another bye or an absence (TEAM-BYE-UNRECORDED),
or if a match of which nothing tells the colours for certain had the reverse colours (TEAM-COLOURS-UNRECORDED).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from checker.findings import Argument, Differences, compare_pairings
from checker.verdicts.comparison import judge_plainly
from checker.verdicts.interpretations import is_right
from checker.verdicts.phrases import join_phrases
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import NoLegalPairingError, Pair
from reference_engines.readings import note_on
from tournaments.frozen import dataclass
from tournaments.model import Result
from tournaments.points import find_mismatches, points_text, with_declared_points
from tournaments.problems import counted_noun
from tournaments.teams.doubts import (
    find_doubtful_byes,
    find_doubtful_matches,
    find_inferred_absences,
    with_other_byes,
    with_reversed_colours,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from checker.findings import EventHeader, RoundFinding
    from checker.verdicts.phrases import Roster
    from checker.verdicts.round_case import RoundContext
    from reference_engines.frame.edition import Edition
    from reference_engines.frame.rules import PreparedEvent, Rules
    from tournaments.model import Event, Player, RequestedBye
    from tournaments.points import Mismatch
    from tournaments.teams.doubts import DoubtfulMatch
    from tournaments.teams.event import TeamEvent

MAX_NAMED_PLAYERS = 5
"""Players who are named; further players are counted."""
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


MOST_NAMED = 10
"""Players who are named; further players are counted."""
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


@dataclass(frozen=True, kw_only=True)
class DeclaredPoints:
    """An event whose points contradict its results."""

    engine: Rules
    event: Event
    mismatches: tuple[Mismatch, ...]

    def note(self, prepared: PreparedEvent, last_round: int, roster: Roster) -> str:
        """Name the players, and the points by which the last judged round is right."""
        named = [
            f"{roster.describe_player(one.tpn)} has {points_text(one.declared)} and not {points_text(one.computed)}"
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
            return compare_pairings(recording.round(round_number).posted, expected) == Differences()
        except Exception:  # noqa: BLE001 - likewise
            return None


_BYE, _COLOURS = "TEAM-BYE-UNRECORDED", "TEAM-COLOURS-UNRECORDED"
_INSTEAD = {Result.ZERO_POINT_BYE: "away", Result.FULL_POINT_BYE: "given a full-point bye"}
_MOST_ALONE = 12
"""Doubts that are tried one by one."""
Doubt = TypeVar("Doubt")


def allow_for_unrecorded(finding: RoundFinding, prepared: PreparedEvent, context: RoundContext) -> RoundFinding:
    """Return the finding; as `undeclared-fact`, if the round is right only with a bye or colours not on record."""
    event: Event = prepared.source
    if not event.is_team_event:
        return finding
    if is_right(finding):
        return _excuse_by_absence(finding, event, context) or finding
    if finding.verdict.outcome is not Outcome.DISCREPANT:
        return finding
    return (
        _excuse_by_bye(finding, prepared.rules, event, context)
        or _excuse_by_colours(finding, prepared.rules, prepared.event, context)
        or finding
    )


def _excuse_by_absence(finding: RoundFinding, event: Event, context: RoundContext) -> RoundFinding | None:
    """Make a right round rest on the absence of a team that may have had a second bye."""
    absences = _absences(event, finding.round_number)
    if not absences:
        return None
    second_byes = " and ".join(context.roster.describe_player(absence.tpn) for absence in absences)
    otherwise = f"{second_byes} would have the pairing-allocated bye a second time."
    return _conditional(finding, _BYE, _as_read_otherwise(absences, context), otherwise)


def _absences(event: Event, number: int) -> tuple[RequestedBye, ...]:
    """Return the absences in a round that may have been second byes."""
    return tuple(absence for absence in find_inferred_absences(event) if absence.round_number == number)


def _as_read_otherwise(byes: Iterable[RequestedBye], context: RoundContext) -> str:
    return " and ".join(
        f"{context.roster.describe_player(bye.tpn)} was {_INSTEAD[bye.result]} in round {bye.round_number}"
        for bye in byes
    )


def _excuse_by_bye(finding: RoundFinding, engine: Rules, event: Event, context: RoundContext) -> RoundFinding | None:
    doubts = [bye for bye in find_doubtful_byes(event) if bye.round_number <= finding.round_number]
    for byes in _each_and_all(doubts):
        prepared = engine.open(with_other_byes(event, byes))
        if judge_plainly(prepared, finding.round_number, context, has_reasons=False).verdict is Verdict.AGREE:
            cases = _as_read_otherwise((*byes, *_absences(event, finding.round_number)), context)
            return _conditional(finding, _BYE, cases, finding.answer)
    return None


def _excuse_by_colours(
    finding: RoundFinding, engine: Rules, teams: TeamEvent, context: RoundContext
) -> RoundFinding | None:
    """Reverse matches of the round that the engine would have so, after none, one, or all of those before."""
    number = finding.round_number
    doubts = [match for match in find_doubtful_matches(teams) if match.round_number <= number]
    if not doubts:
        return None
    own = [match for match in doubts if match.round_number == number]
    earlier = [match for match in doubts if match.round_number < number]
    for before in ((), *_each_and_all(earlier)):
        matches = (*before, *_to_be_reversed(engine.open(with_reversed_colours(teams, before)), own))
        prepared = engine.open(with_reversed_colours(teams, matches))
        if matches and judge_plainly(prepared, number, context, has_reasons=False).verdict is Verdict.AGREE:
            describe = context.roster.describe_player
            cases = " and ".join(
                f"{describe(match.black)} had White against {describe(match.white)} in round {match.round_number}"
                for match in matches
            )
            return _conditional(finding, _COLOURS, cases, finding.answer)
    return None


def _to_be_reversed(prepared: PreparedEvent, matches: Sequence[DoubtfulMatch]) -> tuple[DoubtfulMatch, ...]:
    """Return the matches that the engine pairs with the colours reversed."""
    if not matches:
        return ()
    try:
        expected = prepared.round(matches[0].round_number).expected().pairs
    except NoLegalPairingError:
        return ()
    return tuple(match for match in matches if Pair(match.black, match.white) in expected)


def _each_and_all(doubts: Sequence[Doubt]) -> Iterator[tuple[Doubt, ...]]:
    """Yield each of the latest by itself, the latest first, then all together."""
    yield from ((doubt,) for doubt in reversed(doubts[-_MOST_ALONE:]))
    if len(doubts) > 1:
        yield tuple(doubts)


def _conditional(finding: RoundFinding, identifier: str, condition: str, otherwise: str) -> RoundFinding:
    """Return the finding on a round that is right only under a condition that the file does not record."""
    start = f"Round {finding.round_number}: "
    return replace(
        finding,
        verdict=Verdict.UNDECLARED_FACT,
        sentence=(
            f"{start}right only if {condition}, which the file does not record ({identifier}). "
            f"Without that assumption: {otherwise.removeprefix(start)}"
        ),
        rests_on=(identifier,),
        readings=(note_on(identifier),),
        argument=Argument(evidence=finding.argument.evidence),
    )
