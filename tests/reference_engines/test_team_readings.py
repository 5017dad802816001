"""Where the text of the team system is open: pairings by the other side of a reading are told from wrong ones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from checker.comparison import RoundContext, judge_pairing
from checker.verdicts import Verdict
from random_tournaments.axes import Choice, Frequency, Span
from random_tournaments.plan import Acceleration, ResultModel
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.batch import TeamBatch
from reference_engines.readings import reading
from reference_engines.systems import engine_for
from reference_engines.team.otherwise import OF_COLOURS, OF_PAIRS, Otherwise, note_of
from reference_engines.team.session import TeamSession
from reference_engines.team.settings import PreferenceType

AXES = replace(
    TEAM_PROFILES["plain"],
    teams=Span(8, 14),
    rounds=Span(5, 7),
    boards=Span(2, 2),
    preferences=Choice((PreferenceType.B,)),
    results=Choice((ResultModel.ANYBODY_WINS,)),
    forfeits=Frequency(number=Span(1, 2)),
    acceleration=Choice((Acceleration.LISTED, Acceleration.NONE)),
)


@cache
def sessions(system: str) -> tuple[TeamSession, ...]:
    """Open thirty events of teams with forfeits, acceleration and strong preferences."""
    batch = TeamBatch(seed=8, axes=AXES, system=system)
    opened = [engine_for(system).open(batch.play(index).event) for index in range(30)]
    return tuple(session for session in opened if isinstance(session, TeamSession))


@pytest.mark.parametrize("system", ["team-2026", "team-2024"])
def test_a_pairing_by_another_reading_is_open(system: str) -> None:
    """It names the reading; what differs by none of them is not excused."""
    named = set()
    for session in sessions(system):
        for number in range(1, session.table.event.rounds_recorded + 1):
            for note, pairing in session.other_pairings(number):
                assert pairing != session.pair(number)
                finding = judge_pairing(session, number, pairing, RoundContext(event="open"))
                if set(pairing.pairs) == set(session.pair(number).pairs):
                    continue
                assert finding.verdict is Verdict.AMBIGUOUS_RULE, finding.sentence
                assert note.identifier in {other.identifier for other in finding.readings}
                assert reading(note.identifier).taken in finding.sentence
                named.add(note.identifier)
    assert named >= {"TEAM-FLOAT", "TEAM-STRONG"}


def test_an_unknown_number_of_rounds_is_open() -> None:
    """TEAM-ROUNDS: with the last round recorded taken as the last one, floats and mild preferences count otherwise."""
    differing = 0
    for session in sessions("team-2026"):
        event = replace(session.table.event, rounds_declared=None)
        unsaid = session.engine.open_teams(event)
        assert any("TEAM-ROUNDS" in note for note in unsaid.notes)
        notes = [note.identifier for note, _ in unsaid.other_pairings(event.rounds_recorded)]
        differing += "TEAM-ROUNDS" in notes
        told = [note.identifier for note, _ in session.other_pairings(event.rounds_recorded)]
        assert "TEAM-ROUNDS" not in told
    assert differing


def test_every_reading_has_its_entry() -> None:
    """The register names what is read otherwise."""
    for otherwise in Otherwise:
        assert reading(otherwise.identifier).other
        assert note_of([otherwise]).identifier == otherwise.identifier
        assert otherwise in {*OF_PAIRS, *OF_COLOURS}
    assert Otherwise.REAL_SCORE_FIRST not in OF_PAIRS
