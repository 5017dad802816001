"""Open texts of the team system: pairings by another reading are distinguished from wrong ones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.samples import sample
from support.team_events import new_event, with_round
from support.team_fields import format_pairing, paired, team_field
from support.variant_pairings import variant_pairings

from checker.programs.smoke import same
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Frequency, Span, WeightedChoice
from random_tournaments.plan import Acceleration, ResultModel
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.results import Pair
from reference_engines.frame.rules import PreparedEvent
from reference_engines.frame.systems import engine_for
from reference_engines.literal.upfloating import BY_TRYING
from reference_engines.readings import REGISTER
from reference_engines.team.edition import PreferenceType
from reference_engines.team.event import COLOUR_SIDES, PAIRING_SIDES, OtherSide, PreparedTeamEvent, note_on_sides
from reference_engines.team.rules import TEAM_2024, TEAM_2026, TEAM_DRAFT, follow_side
from reference_engines.upfloating.search import BY_MATCHING, pair_field
from tournaments.model import Colour, DeclaredSystem, VirtualPoints
from tournaments.teams.event import MatchEntry, MatchResult
from tournaments.teams.matches import with_bye_worth_a_win

if TYPE_CHECKING:
    from reference_engines.team.rules import TeamRules
    from tournaments.teams.event import TeamEvent

AXES = replace(
    TEAM_PROFILES["plain"],
    teams=Span(8, 14),
    rounds=Span(5, 7),
    boards=Span(2, 2),
    preferences=WeightedChoice((PreferenceType.B,)),
    results=WeightedChoice((ResultModel.ANYBODY_WINS,)),
    forfeits=Frequency(number=Span(1, 2)),
    acceleration=WeightedChoice((Acceleration.LISTED, Acceleration.NONE)),
)


@cache
def prepared_events(system: str) -> tuple[PreparedEvent, ...]:
    """Open thirty events of teams with forfeits, acceleration and strong preferences."""
    batch = TeamBatch(seed=8, axes=AXES, system=system)
    opened = [engine_for(system).open(batch.play(index).event) for index in range(30)]
    return tuple(prepared for prepared in opened if isinstance(prepared, PreparedEvent))


@pytest.mark.parametrize("system", ["team-2026", "team-2024"])
def test_a_pairing_by_another_reading_is_open(system: str) -> None:
    """It names the reading; what differs by none of them is not excused."""
    named = set()
    for prepared in prepared_events(system)[: sample(12, exploring=30)]:
        for number in range(1, prepared.event.rounds_recorded + 1):
            for note, pairing in variant_pairings(prepared, number):
                assert pairing != prepared.round(number).expected()
                finding = judge_pairing(prepared, number, pairing, RoundContext(event="open"))
                if set(pairing.pairs) == set(prepared.round(number).expected().pairs):
                    continue
                assert finding.verdict is Verdict.AMBIGUOUS_RULE, finding.sentence
                assert note.identifier in {other.identifier for other in finding.readings}
                assert REGISTER.find(note.identifier).taken.text in finding.sentence
                named.add(note.identifier)
    assert "TEAM-FLOAT" in named  # of TEAM-STRONG, see test_team_history: random events seldom turn on it


def test_an_unknown_number_of_rounds_is_open() -> None:
    """TEAM-ROUNDS: with the last round recorded taken as the last one, floats and mild preferences count otherwise."""
    differing = 0
    for prepared in prepared_events("team-2026"):
        event = replace(prepared.event, rounds_declared=None)
        unsaid = prepared.rules.open(event)
        assert any("TEAM-ROUNDS" in note for note in unsaid.notes)
        notes = [note.identifier for note, _ in variant_pairings(unsaid, event.rounds_recorded)]
        differing += "TEAM-ROUNDS" in notes
        told = [note.identifier for note, _ in variant_pairings(prepared, event.rounds_recorded)]
        assert "TEAM-ROUNDS" not in told
    assert differing


@pytest.mark.parametrize("rules", [TEAM_2024, TEAM_DRAFT, TEAM_2026], ids=lambda rules: rules.edition.key)
@pytest.mark.parametrize(
    ("otherwise", "scores", "met", "pairs", "pairs_otherwise"),
    [
        # TEAM-FOLLOWING-GRADED: whoever rises, two of the following scoregroup float at least; with 3, only two.
        ("ungraded", "3 2 2 2 2 2 1 1 1 1", "3-4 3-5 3-6 4-5 4-6 5-6", "1-3 2-6 4-7 5-8 9-10", "1-2 3-7 4-8 5-9 6-10"),
        ("ungraded", "3 2 2 2 2 2 1 1 1 1", "3-4 3-5 3-6", "1-3 2-5 4-6 7-9 8-10", "1-3 2-5 4-6 7-9 8-10"),
        # TEAM-FOLLOWING: of 3 points, nobody is left but 5 and 6 have met.
        ("left", "4 4 3 2 2 2 1 1", "1-2 5-6", "1-3 2-4 5-7 6-8", "1-3 2-5 4-6 7-8"),
        ("left", "4 4 3 2 2 2 1 1 0 0", "1-2 5-6", "1-3 2-4 5-7 6-8 9-10", "1-3 2-5 4-6 7-8 9-10"),
        ("left", "4 4 3 2 2 2 1 1", "1-2", "1-3 2-4 5-6 7-8", "1-3 2-4 5-6 7-8"),
        ("left", "5 4 3 2 2 2 1 1", "1-2 5-6", "1-3 2-4 5-7 6-8", "1-3 2-5 4-6 7-8"),
        # TEAM-FOLLOWING-LEGAL: 3 and 4 have met; but 5 and 6 have met, too, so that two must rise to them in any case.
        ("not met", "3 2 2 2 1 1", "3-4 5-6", "1-2 3-5 4-6", "1-3 2-5 4-6"),
        ("not met", "3 2 2 2 1 1", "3-4", "1-3 2-4 5-6", "1-3 2-4 5-6"),
        ("not met", "3 2 2 2 1 1", "3-4 2-4 5-6", "1-2 3-5 4-6", "1-4 2-5 3-6"),
        ("not met", "3 2 2 2 1 1", "1-3 3-4 5-6", "1-2 3-5 4-6", "1-4 2-5 3-6"),
    ],
)
def test_the_following_scoregroup_read_otherwise(
    otherwise: str, scores: str, met: str, pairs: str, pairs_otherwise: str, rules: TeamRules
) -> None:
    """[C6]; the table says which reading is open in which edition."""
    field = team_field(scores, met=met)
    assert paired(field, rules) == pairs
    reading_taken = {
        "ungraded": OtherSide.FOLLOWING_UNGRADED,
        "left": OtherSide.FOLLOWING_LEFT,
        "not met": OtherSide.FOLLOWING_NOT_MET,
    }[otherwise]
    assert format_pairing(field, *pair_field(field, follow_side(rules, reading_taken), BY_MATCHING)) == pairs_otherwise
    table = PreparedTeamEvent(new_event(4, 5), rules)
    assert (reading_taken in table.open_readings) is ((otherwise == "ungraded") is (rules is TEAM_2026))


def test_a_code_without_a_type_is_open() -> None:
    """TEAM-NO-TYPE: a pairing by Type A is not an error; if the code names a type, nothing is open."""
    differing = 0
    for prepared in prepared_events("team-2026"):
        for code, is_open in (("FIDE_TEAM_MP_GP", True), ("FIDE_TEAM_TYPEB_MP_GP", False)):
            event = replace(prepared.event, system=DeclaredSystem(code=code))
            opened = prepared.rules.open(event)
            assert (OtherSide.TYPE_A_BY_DEFAULT in opened.open_readings) is is_open
            read = opened.with_other_sides(OtherSide.TYPE_A_BY_DEFAULT)
            assert read.settings.preferences is (PreferenceType.A if is_open else PreferenceType.B)
        event = replace(prepared.event, system=DeclaredSystem(code="FIDE_TEAM_MP_GP"))
        type_a = replace(event, system=DeclaredSystem(code="FIDE_TEAM_TYPEA_MP_GP"))
        unsaid, said = prepared.rules.open(event), prepared.rules.open(type_a)
        for number in range(2, event.rounds_recorded + 1, 2):
            finding = judge_pairing(unsaid, number, said.round(number).expected(), RoundContext(event="open"))
            assert finding.verdict in (Verdict.AGREE, Verdict.AMBIGUOUS_RULE)
            differing += finding.verdict is Verdict.AMBIGUOUS_RULE
    assert differing > 1


def test_two_readings_at_once_are_open() -> None:
    """An event of unknown length, of which the last round was paired as the last one, and by TEAM-STRONG otherwise."""
    both = 0
    for prepared in prepared_events("team-2026"):
        event = replace(prepared.event, rounds_declared=None)
        opened = prepared.rules.open(event)
        last = event.rounds_recorded
        taken = frozenset({OtherSide.LAST_ROUNDS_RECORDED, OtherSide.STRONG_IN_LAST_ROUND})
        other = replace(prepared.rules, other_sides=taken).open(event).round(last).expected()
        finding = judge_pairing(opened, last, other, RoundContext(event="open"))
        assert finding.verdict in (Verdict.AGREE, Verdict.AMBIGUOUS_RULE), finding.sentence
        both += "TEAM-ROUNDS: " in finding.sentence and "TEAM-STRONG: " in finding.sentence
    assert both


def test_a_bye_worth_a_win_is_open_where_no_value_is_declared() -> None:
    """TEAM-BYE-VALUE: rounds that follow from a bye worth a win are not errors, unless the file declares a draw."""
    differing = 0
    for index in range(sample(15, exploring=30)):
        event = TeamBatch(seed=5, axes=AXES, system="team-2026").play(index).event
        rules = engine_for("team-2026")
        if event.team_allocated_byes is None:
            continue
        silent = replace(
            event, team_allocated_byes=replace(event.team_allocated_byes, match_points=None, game_points=None)
        )
        a_draw = replace(event.team_allocated_byes, match_points=10, game_points=0)
        as_win, as_draw = rules.open(with_bye_worth_a_win(silent)), rules.open(silent)
        declared = rules.open(replace(event, team_allocated_byes=a_draw))
        for number in range(2, event.rounds_recorded + 1):
            other = as_win.round(number).expected()
            if same(other, as_draw.round(number).expected()) or same(other, declared.round(number).expected()):
                continue
            finding = judge_pairing(as_draw, number, other, RoundContext(event="open"))
            assert finding.verdict is Verdict.AMBIGUOUS_RULE, finding.sentence
            assert "TEAM-BYE-VALUE" not in judge_pairing(declared, number, other, RoundContext(event="open")).rests_on
            differing += "TEAM-BYE-VALUE" in finding.rests_on
    assert differing > 3


def accelerated(*, points: int) -> TeamEvent:
    """Return an event in which teams 2 to 5 have drawn, and team 1, which was away, has virtual points in round 2."""
    drawn = {
        number: MatchEntry(result=MatchResult.PLAYED, opponent=opponent, colour=colour, match_points=10, game_points=20)
        for number, opponent, colour in (
            (2, 4, Colour.WHITE),
            (4, 2, Colour.BLACK),
            (3, 5, Colour.BLACK),
            (5, 3, Colour.WHITE),
        )
    }
    listed = VirtualPoints(points=points, first_round=2, last_round=2, players=frozenset((1,)))
    return replace(with_round(new_event(5, 7), drawn), virtual_points=(listed,))


@pytest.mark.parametrize("rules", [TEAM_2026, TEAM_2024])
@pytest.mark.parametrize(("points", "is_open"), [(20, True), (10, True), (5, False)])
def test_the_lowest_score_of_the_bye_is_open_where_there_are_virtual_points(
    points: int, is_open: bool, rules: TeamRules
) -> None:
    """TEAM-BYE-SCORE: 1 has no match point but virtual ones; with half of one it is the lowest either way."""
    played = accelerated(points=points)
    prepared, other = rules.open(played), follow_side(rules, OtherSide.REAL_SCORE_FOR_BYE).open(played)
    assert (prepared.round(2).expected().bye, other.round(2).expected().bye) == (5 if is_open else 1, 1)
    assert replace(other.rules, search=BY_TRYING).open(played).round(2).expected() == other.round(2).expected()
    found = judge_pairing(prepared, 2, other.round(2).expected(), RoundContext(event="open"))
    if is_open:
        assert (found.verdict, found.rests_on) == (Verdict.AMBIGUOUS_RULE, ("TEAM-BYE-SCORE",))
    else:
        assert found.verdict is Verdict.AGREE
    wrong = replace(other.round(2).expected(), bye=2, pairs=(Pair(1, 4), Pair(3, 5)))
    assert judge_pairing(prepared, 2, wrong, RoundContext(event="open")).verdict is not Verdict.AMBIGUOUS_RULE


def test_every_reading_has_its_entry() -> None:
    """The register names what is read otherwise."""
    for otherwise in OtherSide:
        assert REGISTER.find(otherwise.identifier).others
        assert note_on_sides([otherwise]).identifier == otherwise.identifier
        assert otherwise in {*PAIRING_SIDES, *COLOUR_SIDES}
    assert OtherSide.REAL_SCORE_FIRST not in PAIRING_SIDES


def test_every_entry_is_followed_or_says_why_not() -> None:
    """By the rules read otherwise, pair by pair in colours, or where a file of 2006 or 2016 may be read otherwise."""
    entries = [entry for entry in REGISTER.entries if entry.identifier.startswith("TEAM-")]
    of_colours_and_files = {
        "TEAM-LAST-COLOUR",
        "TEAM-BYE-UNRECORDED",
        "TEAM-COLOURS-UNRECORDED",
        "TEAM-BYE-VALUE",
        "TEAM-FORFEIT-VALUE",
    }
    followed = {otherwise.identifier for otherwise in OtherSide} | of_colours_and_files
    assert {entry.identifier for entry in entries if not entry.not_followed} == followed - {"BAKU-GROUP"}
