"""
Verdicts on rounds of teams that rest on a bye that the file does not record (TEAM-BYE-UNRECORDED).

A round that is right if such a bye was another one is not held against anybody.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.comparison import judge_round
from checker.verdicts import Outcome, Verdict
from reference_engines.readings import reading
from reference_engines.results import ReadingNote
from tournaments.model import Result
from tournaments.team_doubts import doubtful_byes, read_otherwise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.comparison import RoundContext
    from checker.findings import RoundFinding
    from reference_engines.engine import Engine
    from tournaments.model import Event, RequestedBye

_READING = "TEAM-BYE-UNRECORDED"
_INSTEAD = {Result.ZERO_POINT_BYE: "away", Result.FULL_POINT_BYE: "given a full-point bye"}


def heed_doubts(finding: RoundFinding, engine: Engine, event: Event, context: RoundContext) -> RoundFinding:
    """Return the finding; as `ambiguous-rule`, if the round is right by another reading of byes not on record."""
    if not event.is_team_event or finding.verdict.outcome is not Outcome.DISCREPANT:
        return finding
    doubts = [bye for bye in doubtful_byes(event) if bye.round_number <= finding.round_number]
    for byes in _choices(doubts):
        session = engine.open(read_otherwise(event, byes))
        if judge_round(session, finding.round_number, context).verdict is Verdict.AGREE:
            return _ambiguous(finding, byes, context)
    return finding


def _choices(doubts: Sequence[RequestedBye]) -> Iterator[tuple[RequestedBye, ...]]:
    """Yield every doubtful bye by itself, the latest first, then all together."""
    yield from ((bye,) for bye in reversed(doubts))
    if len(doubts) > 1:
        yield tuple(doubts)


def _ambiguous(finding: RoundFinding, byes: Sequence[RequestedBye], context: RoundContext) -> RoundFinding:
    start = f"Round {finding.round_number}: "
    cases = " and ".join(
        f"{context.roster.who(bye.tpn)} was {_INSTEAD[bye.result]} in round {bye.round_number}" for bye in byes
    )
    entry = reading(_READING)
    sentence = (
        f"{start}the recorded pairing is right if {cases}; the file does not record it, and the pairing-allocated bye "
        f"was taken ({_READING}). With that, {finding.sentence.removeprefix(start)}"
    )
    return replace(
        finding,
        verdict=Verdict.AMBIGUOUS_RULE,
        sentence=sentence,
        readings=(ReadingNote(identifier=_READING, sentence=f"{entry.question} {entry.taken}"),),
        violations=(),
        colour_rulings=(),
        parting=None,
        deciding_bracket=None,
        deciding_criterion=None,
        deciding_order=None,
        recorded_bracket=None,
        expected_bracket=None,
    )
