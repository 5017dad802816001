"""
Verdicts on rounds of teams that rest on what the file does not record.

A round is not counted as a discrepancy if it is right with another bye (TEAM-BYE-UNRECORDED), or with the colours of
a match reversed that nothing tells for certain (TEAM-COLOURS-UNRECORDED).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from checker.comparison import judge_plainly
from checker.verdicts import Outcome, Verdict
from reference_engines.readings import reading
from reference_engines.results import NoLegalPairingError, Pair, ReadingNote
from tournaments.model import Result
from tournaments.teams.doubts import doubtful_byes, doubtful_matches, read_otherwise, with_reversed
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.comparison import RoundContext
    from checker.findings import RoundFinding
    from reference_engines.engine import AnyRules, Session
    from tournaments.model import Event
    from tournaments.teams.doubts import DoubtfulMatch

_BYE, _COLOURS = "TEAM-BYE-UNRECORDED", "TEAM-COLOURS-UNRECORDED"
_INSTEAD = {Result.ZERO_POINT_BYE: "away", Result.FULL_POINT_BYE: "given a full-point bye"}
_MOST_ALONE = 12
"""Doubts that are read otherwise one by one."""
Doubt = TypeVar("Doubt")


def allow_for_unrecorded(finding: RoundFinding, engine: AnyRules, event: Event, context: RoundContext) -> RoundFinding:
    """Return the finding; as `ambiguous-rule`, if the round is right with byes or colours not on record."""
    if not event.is_team_event or finding.verdict.outcome is not Outcome.DISCREPANT:
        return finding
    found = _by_another_bye(finding, engine, event, context) or _by_other_colours(finding, engine, event, context)
    return found or finding


def _by_another_bye(
    finding: RoundFinding, engine: AnyRules, event: Event, context: RoundContext
) -> RoundFinding | None:
    doubts = [bye for bye in doubtful_byes(event) if bye.round_number <= finding.round_number]
    for byes in _each_and_all(doubts):
        session = engine.open(read_otherwise(event, byes))
        if judge_plainly(session, finding.round_number, context).verdict is Verdict.AGREE:
            cases = " and ".join(
                f"{context.roster.who(bye.tpn)} was {_INSTEAD[bye.result]} in round {bye.round_number}" for bye in byes
            )
            taken = "the file does not record it, and the pairing-allocated bye was taken"
            return _ambiguous(finding, _BYE, cases, taken)
    return None


def _by_other_colours(
    finding: RoundFinding, engine: AnyRules, event: Event, context: RoundContext
) -> RoundFinding | None:
    """Reverse matches of the round that the engine would have so, after none, one, or all of those before."""
    teams, number = team_event(event), finding.round_number
    doubts = [match for match in doubtful_matches(teams) if match.round_number <= number]
    if not doubts:
        return None
    own = [match for match in doubts if match.round_number == number]
    earlier = [match for match in doubts if match.round_number < number]
    for before in ((), *_each_and_all(earlier)):
        matches = (*before, *_to_be_reversed(engine.open(with_reversed(teams, before)), own))
        session = engine.open(with_reversed(teams, matches))
        if matches and judge_plainly(session, number, context).verdict is Verdict.AGREE:
            cases = " and ".join(
                f"{context.roster.who(match.black)} had White against {context.roster.who(match.white)} in round "
                f"{match.round_number}"
                for match in matches
            )
            return _ambiguous(finding, _COLOURS, cases, "the file does not tell for certain, and the reverse was taken")
    return None


def _to_be_reversed(session: Session, matches: Sequence[DoubtfulMatch]) -> tuple[DoubtfulMatch, ...]:
    """Return those that the engine pairs with the colours reversed."""
    if not matches:
        return ()
    try:
        expected = session.pair(matches[0].round_number).pairs
    except NoLegalPairingError:
        return ()
    return tuple(match for match in matches if Pair(match.black, match.white) in expected)


def _each_and_all(doubts: Sequence[Doubt]) -> Iterator[tuple[Doubt, ...]]:
    """Yield each of the latest by itself, the latest first, then all together."""
    yield from ((doubt,) for doubt in reversed(doubts[-_MOST_ALONE:]))
    if len(doubts) > 1:
        yield tuple(doubts)


def _ambiguous(finding: RoundFinding, identifier: str, cases: str, taken: str) -> RoundFinding:
    start = f"Round {finding.round_number}: "
    entry = reading(identifier)
    sentence = (
        f"{start}the recorded pairing is right if {cases}; {taken} ({identifier}). With that, "
        f"{finding.sentence.removeprefix(start)}"
    )
    return replace(
        finding,
        verdict=Verdict.AMBIGUOUS_RULE,
        sentence=sentence,
        rests_on=(identifier,),
        readings=(ReadingNote(identifier=identifier, sentence=f"{entry.question} {entry.taken}"),),
        violations=(),
        colour_rulings=(),
        parting=None,
        deciding_bracket=None,
        deciding_criterion=None,
        deciding_order=None,
        recorded_bracket=None,
        expected_bracket=None,
    )
