"""
Verdicts on rounds of teams that rest on unrecorded facts.

A round rests on an undeclared fact if it is right only with another bye or an absence (TEAM-BYE-UNRECORDED), or if a
match of which nothing tells the colours for certain had the reverse colours (TEAM-COLOURS-UNRECORDED).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from checker.findings import Argument, RoundFinding
from checker.verdicts.comparison import judge_plainly
from checker.verdicts.interpretations import is_right
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import NoLegalPairingError, Pair
from reference_engines.frame.rules import PreparedEvent, Rules
from reference_engines.readings import note_on
from tournaments.model import Event, RequestedBye, Result
from tournaments.teams.event import TeamEvent
from tournaments.teams.matches import (
    DoubtfulMatch,
    find_doubtful_byes,
    find_doubtful_matches,
    find_inferred_absences,
    with_other_byes,
    with_reversed_colours,
)

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
    """Reverse the round's matches as the engine would, after reversing no earlier match, one, or all."""
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
    """Yield each of the latest matches by itself, the latest first, then all together."""
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
