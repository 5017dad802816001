"""The team system's definitions and colours (articles 1.4 to 1.7 and 4), each on both sides of its limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.loops import require_items

from reference_engines.team.event import OtherSide, PreparedTeamEvent
from reference_engines.team.rules import TEAM_2024, TEAM_2026, TEAM_DRAFT, decide, open_points
from tournaments.model import Colour, DeclaredSystem, VirtualPoints
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring, MatchTeam, TeamEvent

if TYPE_CHECKING:
    from reference_engines.team.rules import TeamRules

EDITIONS = (TEAM_2026, TEAM_2024, TEAM_DRAFT)
by_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition.key)
ELSEWHERE = 9
"""Number of an opponent of whom nothing else is known."""
CELLS = {
    "W": MatchEntry(result=MatchResult.PLAYED, opponent=ELSEWHERE, colour=Colour.WHITE),
    "B": MatchEntry(result=MatchResult.PLAYED, opponent=ELSEWHERE, colour=Colour.BLACK),
    "+": MatchEntry(result=MatchResult.FORFEIT_WIN, opponent=ELSEWHERE, colour=Colour.WHITE, match_points=20),
    "-": MatchEntry(result=MatchResult.FORFEIT_LOSS, opponent=ELSEWHERE, colour=Colour.WHITE),
    "=": MatchEntry(result=MatchResult.DOUBLE_FORFEIT, opponent=ELSEWHERE, colour=Colour.WHITE),
    "U": MatchEntry(result=MatchResult.PAIRING_ALLOCATED_BYE, match_points=10, game_points=20),
    "F": MatchEntry(result=MatchResult.FULL_POINT_BYE, match_points=20, game_points=40),
    "H": MatchEntry(result=MatchResult.HALF_POINT_BYE, match_points=10, game_points=20),
    ".": MatchEntry(result=MatchResult.ZERO_POINT_BYE),
}
"""A round by its letter: colours of played matches, forfeits and byes as in a crosstable."""


def table(
    *histories: str,
    rules: TeamRules = TEAM_2026,
    code: str = "FIDE_TEAM",
    rounds: int | None = 11,
    points: tuple[tuple[int, int], ...] = (),
    virtual: tuple[VirtualPoints, ...] = (),
) -> PreparedTeamEvent:
    """Return teams 1, 2... with these histories; ``points`` are match and game points added in the first round."""
    teams = []
    for number, history in enumerate(histories, start=1):
        entries = [CELLS[letter] for letter in history]
        teams.append(MatchTeam(number=number, rounds=tuple(entries)))
    recorded = len(histories[0])
    event = TeamEvent(
        teams=tuple(teams),
        rounds_recorded=recorded,
        rounds_declared=rounds,
        system=DeclaredSystem(code=code),
        scoring=MatchScoring(),
        virtual_points=virtual,
    )
    found = PreparedTeamEvent(event, rules)
    if points:
        found.team_by_number = {
            team.number: MatchTeam(
                number=team.number,
                rounds=(
                    MatchEntry(
                        result=team.rounds[0].result,
                        opponent=team.rounds[0].opponent,
                        colour=team.rounds[0].colour,
                        match_points=scored[0],
                        game_points=scored[1],
                    ),
                    *team.rounds[1:],
                ),
            )
            for team, scored in zip(teams, points, strict=True)
        }
    return found


def white(prepared: PreparedTeamEvent, initial: Colour = Colour.WHITE) -> tuple[int, str]:
    """Return the number of the team with White when teams 1 and 2 meet next, and the article that decides."""
    round_number = prepared.event.rounds_recorded + 1
    decision = decide(prepared, round_number, 1, 2, initial)
    assert decide(prepared, round_number, 2, 1, initial) == decision
    return decision.white, decision.article


# --- preferences, 1.6 and 1.7 ----------------------------------------------------------------------------------------

WHITE, BLACK, NONE = 1, -1, 0
TYPE_A = [
    ("", NONE),
    ("B", NONE),
    ("BB", WHITE),  # below -1
    ("BBBW", WHITE),  # also if the last match was with White
    ("BBW", NONE),  # -1
    ("WBB", WHITE),  # -1, and twice Black
    ("BWB", NONE),
    ("WWBB", WHITE),  # 0, and twice Black
    ("WBWB", NONE),
    ("WWWBB", NONE),  # +1, twice Black
    ("BBBWW", NONE),
    ("BWW", BLACK),
    ("BBWW", BLACK),
    ("WWWB", BLACK),
    ("B+B", WHITE),  # matches not played have no colour, 1.6.1
    ("BUB", WHITE),
    ("WB.B", WHITE),
    ("B=+", NONE),
]


@by_edition
@pytest.mark.parametrize(("history", "expected"), TYPE_A)
def test_type_a_preferences(history: str, expected: int, rules: TeamRules) -> None:
    """1.7.1: a difference beyond one, or the same colour twice at a difference that this does not outweigh."""
    found = table(history, code="FIDE_TEAM_TYPEA_MP_GP", rules=rules)
    assert found.preference(1, len(history) + 1) == (expected, False)


@by_edition
@pytest.mark.parametrize(("history", "expected"), TYPE_A)
def test_without_preferences_there_are_none(history: str, expected: int, rules: TeamRules) -> None:
    """1.7: the regulations of the event may do without; neither type then matters."""
    found = table(history, code="FIDE_TEAM_MP_GP", rules=rules)
    assert found.preference(1, len(history) + 1) == (NONE, False), expected


@by_edition
@pytest.mark.parametrize(
    ("history", "rounds", "preference"),
    [
        ("", 9, (NONE, False)),
        ("B", 9, (WHITE, False)),
        ("W", 9, (BLACK, False)),
        ("BB", 9, (WHITE, True)),
        ("WBB", 9, (WHITE, True)),
        ("BWB", 9, (WHITE, False)),
        ("WB", 9, (WHITE, False)),  # zero: alternate
        ("BW", 9, (BLACK, False)),
        ("WB", 3, (NONE, False)),  # zero, in the last round
        ("WB", 4, (WHITE, False)),  # in the one before
        ("WB", None, (WHITE, False)),  # TEAM-ROUNDS
        ("BWB", 4, (WHITE, False)),  # -1, in the last round
        ("WWBB", 9, (WHITE, True)),
        ("WWBB", 5, (WHITE, True)),  # TEAM-STRONG
        ("WWWBB", 9, (BLACK, False)),  # +1
        ("WW", 9, (BLACK, True)),
        ("BBWW", 9, (BLACK, True)),
        ("U", 9, (NONE, False)),
        ("+-", 9, (NONE, False)),
    ],
)
def test_type_b_preferences(history: str, rounds: int | None, preference: tuple[int, bool], rules: TeamRules) -> None:
    """1.7.2: strong where type A has one; mild by the sign of the difference, at zero by the last match."""
    found = table(history, code="FIDE_TEAM_TYPEB_MP_GP", rounds=rounds, rules=rules)
    assert found.preference(1, len(history) + 1) == preference


@pytest.mark.parametrize(
    ("history", "rounds", "letter", "preference"),
    [
        ("WWBB", 5, "B", (NONE, False)),
        ("BBWW", 5, "B", (NONE, False)),
        ("WWBB", 6, "B", (WHITE, True)),  # not the last round
        ("WBB", 4, "B", (WHITE, True)),  # not a difference of zero
        ("BB", 3, "B", (WHITE, True)),
        ("WWBB", 5, "A", (WHITE, False)),  # Type A has no last round
    ],
)
def test_the_other_reading_of_the_last_round(
    history: str, rounds: int, letter: str, preference: tuple[int, bool]
) -> None:
    """TEAM-STRONG: none at a difference of zero, in the last round, by Type B, and nowhere else."""
    found = table(history, code=f"FIDE_TEAM_TYPE{letter}_MP", rounds=rounds)
    other = found.with_other_sides(OtherSide.STRONG_IN_LAST_ROUND)
    assert other.preference(1, len(history) + 1) == preference


# --- the first-team, 4.2 ---------------------------------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize(
    ("points", "code", "first"),
    [
        (((20, 10), (10, 30)), "FIDE_TEAM_MP_GP", 1),  # 4.2.1
        (((10, 30), (20, 10)), "FIDE_TEAM_MP_GP", 2),
        (((10, 30), (20, 10)), "FIDE_TEAM_GP_MP", 1),
        (((10, 10), (10, 30)), "FIDE_TEAM_MP_GP", 2),  # 4.2.2
        (((10, 10), (10, 30)), "FIDE_TEAM_MP", 1),  # which the event may do without
        (((10, 20), (20, 20)), "FIDE_TEAM_GP_MP", 2),
        (((10, 20), (20, 20)), "FIDE_TEAM_GP", 1),
        (((10, 20), (10, 20)), "FIDE_TEAM_MP_GP", 1),  # 4.2.3
    ],
)
def test_the_first_team_goes_by_scores_then_number(
    points: tuple[tuple[int, int], ...], code: str, first: int, rules: TeamRules
) -> None:
    """4.2: both had White, so the first-team has Black now (4.3.8, TEAM-LAST-COLOUR in the draft)."""
    assert white(table("W", "W", points=points, code=code, rules=rules))[0] == 3 - first


def test_virtual_points_make_the_first_team() -> None:
    """TEAM-ACCELERATED: the other reading gives the opposite colours, and the verdict names it."""
    ahead = VirtualPoints(points=20, first_round=2, last_round=2, players=frozenset({2}))
    before = VirtualPoints(points=20, first_round=1, last_round=1, players=frozenset({2}))
    for virtual, has_white, named in ((ahead, 1, ["TEAM-ACCELERATED"]), (before, 2, [])):
        found = table("W", "W", code="FIDE_TEAM_MP_GP", virtual=(virtual,))
        decision = decide(found, 2, 1, 2, Colour.WHITE)
        assert decision.white == has_white
        assert [note.identifier for note in open_points(found, 2, decision, Colour.WHITE)] == named


# --- colours, 4.3 ----------------------------------------------------------------------------------------------------


@by_edition
@pytest.mark.parametrize("initial", list(Colour))
def test_teams_without_a_match_go_by_the_parity_of_the_first_team(initial: Colour, rules: TeamRules) -> None:
    """4.3.1: also if one of them had a bye or won by forfeit; not if one has played."""
    odd_first = 1 if initial is Colour.WHITE else 2
    assert white(table("", "", rules=rules), initial) == (odd_first, "4.3.1")
    for one, other in (("U", "-"), ("+", "."), ("H", "F")):
        found = table(one, other, points=((10, 10), (0, 0)), rules=rules)
        assert white(found, initial) == (odd_first, "4.3.1")
        even_first = table(one, other, points=((0, 0), (10, 10)), rules=rules)
        assert white(even_first, initial) == (odd_first, "4.3.1")  # team 2 has the opposite of the initial-colour
    assert white(table("B", "U", rules=rules), initial) == (1, "4.3.5")


@by_edition
@pytest.mark.parametrize(
    ("first", "second", "code", "has_white", "article"),
    [
        ("BB", "WB", "TYPEA_MP", 1, "4.3.2"),
        ("WW", "WB", "TYPEA_MP", 2, "4.3.2"),
        ("WB", "BB", "TYPEA_MP", 2, "4.3.2"),
        ("BB", "WB", "MP", 1, "4.3.5"),  # no preferences
        ("BB", "WW", "TYPEA_MP", 1, "4.3.3"),
        ("WW", "BB", "TYPEA_MP", 2, "4.3.3"),
        ("B", "W", "TYPEB_MP", 1, "4.3.3"),
        ("BB", "BW", "TYPEB_MP", 1, "4.3.3"),
        ("BB", "WB", "TYPEB_MP", 1, "4.3.4"),  # strong and mild
        ("WB", "BB", "TYPEB_MP", 2, "4.3.4"),
        ("BW", "WW", "TYPEB_MP", 1, "4.3.4"),
        ("BBBB", "..BB", "TYPEA_MP", 1, "4.3.5"),  # -4 and -2
        ("..WW", "WWWW", "TYPEA_MP", 1, "4.3.5"),
        ("BBW", "WWB", "TYPEA_MP", 1, "4.3.5"),  # -1 and +1, though it is not alternating
        ("..BB", "BBBB", "TYPEA_MP", 2, "4.3.5"),
        ("BW", "WB", "TYPEA_MP", 2, "4.3.6"),
        ("WB", "BW", "TYPEA_MP", 1, "4.3.6"),
        ("BWWB", "WBWB", "TYPEA_MP", 2, "4.3.6"),
        ("W.B", "BW+", "TYPEA_MP", 1, "4.3.6"),  # as uWB and uBW: TEAM-HISTORY
        ("BWB", "BWB", "TYPEB_MP", 1, "4.3.7"),
        ("WW", "WW", "TYPEA_MP", 2, "4.3.7"),
        ("..BB", "BB..", "TYPEA_MP", 1, "4.3.7"),
    ],
)
def test_colours_go_by_preferences_then_history(
    first: str, second: str, code: str, has_white: int, article: str, rules: TeamRules
) -> None:
    """4.3.2 to 4.3.7, in this order, in every edition."""
    assert white(table(first, second, code=f"FIDE_TEAM_{code}", rules=rules)) == (has_white, article)


@pytest.mark.parametrize(
    ("rules", "first_team_article", "second_team_article"),
    [
        (TEAM_2026, "4.3.8", "4.3.9"),
        (TEAM_2024, "4.3.8", "4.3.8, TEAM-LAST-COLOUR"),
        (TEAM_DRAFT, "4.3.7, TEAM-LAST-COLOUR", "4.3.7, TEAM-LAST-COLOUR"),
    ],
    ids=["2026", "2024", "draft"],
)
def test_the_last_colour_decides_where_nothing_else_does(
    rules: TeamRules, first_team_article: str, second_team_article: str
) -> None:
    """4.3.8 (since 2024) and 4.3.9 (since 2026); earlier editions follow them by a reading."""
    cases = [("W", "W", 2, first_team_article), ("B", "B", 1, first_team_article), ("WB", "WB", 1, first_team_article)]
    cases += [
        ("U.", "WB", 2, second_team_article),
        ("..", "BW", 1, second_team_article),
        ("WB", "+.", 1, first_team_article),
    ]
    for one, other, has_white, article in require_items(cases):
        found = table(one, other, code="FIDE_TEAM_MP", points=((20, 0), (10, 0)), rules=rules)
        assert white(found) == (has_white, article)
        number = found.event.rounds_recorded + 1
        notes = open_points(found, number, decide(found, number, 1, 2, Colour.WHITE), Colour.WHITE)
        assert [note.identifier for note in notes] == (["TEAM-LAST-COLOUR"] if "TEAM" in article else [])


@pytest.mark.parametrize(("rounds", "article", "open_point"), [(5, "4.3.2", []), (6, "4.3.4", [])])
def test_a_strong_preference_at_zero_is_granted_in_the_last_round(
    rounds: int, article: str, open_point: list[str]
) -> None:
    """Against a mild one, which is none in the last round; nothing is open, since it is the only one."""
    found = table("WBWB", "WWBB", code="FIDE_TEAM_TYPEB_MP", rounds=rounds)
    decision = decide(found, 5, 1, 2, Colour.WHITE)
    assert (decision.white, decision.article) == (2, article)
    notes = open_points(found, 5, decision, Colour.WHITE)
    assert [note.identifier for note in notes] == open_point


@pytest.mark.parametrize(("rounds", "readings"), [(5, ["TEAM-STRONG"]), (6, [])])
def test_a_strong_preference_in_the_last_round_is_open(rounds: int, readings: list[str]) -> None:
    """TEAM-STRONG: read as none, it gives way to the mild preference of a team with another difference."""
    found = table("WWBB", "BWB.", code="FIDE_TEAM_TYPEB_MP", rounds=rounds)
    decision = decide(found, 5, 1, 2, Colour.WHITE)
    assert (decision.white, decision.article) == (1, "4.3.4")
    notes = open_points(found, 5, decision, Colour.WHITE)
    assert [note.identifier for note in notes] == readings


@pytest.mark.parametrize(("rounds", "open_points_named"), [(None, ["TEAM-STRONG"]), (9, [])])
def test_colours_may_rest_on_two_readings_at_once(rounds: int | None, open_points_named: list[str]) -> None:
    """TEAM-STRONG and TEAM-ROUNDS: read as none in a last round that is one because one round is to come."""
    found = table("WWBB", "BWB.", code="FIDE_TEAM_TYPEB_MP", rounds=rounds)
    notes = open_points(found, 5, decide(found, 5, 1, 2, Colour.WHITE), Colour.WHITE)
    assert [note.identifier for note in notes] == open_points_named
    assert all("TEAM-ROUNDS: " in note.sentence for note in notes)


# --- the bye and floaters, [C2] and 1.5 ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "allowed_2026", "allowed_before"),
    [
        ("U", False, False),
        ("+", False, False),
        ("F", False, False),
        ("H", True, True),
        (".", True, True),
        ("-", True, True),
        ("=", True, True),
        ("W", True, True),
    ],
)
def test_who_may_have_the_bye(letter: str, allowed_2026: bool, allowed_before: bool) -> None:
    """[C2]: a bye, a win by forfeit or a full-point bye bars; before 2026, a win's points without playing."""
    for rules, may in ((TEAM_2026, allowed_2026), (TEAM_2024, allowed_before), (TEAM_DRAFT, allowed_before)):
        assert table(f"W{letter}B", rules=rules).may_have_bye(1, 4) is may
        assert table(f"WB{letter}", rules=rules).may_have_bye(1, 3) is True  # of rounds before only


@pytest.mark.parametrize(("points", "before"), [(20, False), (10, True)])
def test_before_2026_the_points_bar_from_the_bye(points: int, before: bool) -> None:
    """[C2]: a win by forfeit for which the arbiter gave less than a win; in 2026 it bars all the same."""
    for rules, may in ((TEAM_2026, False), (TEAM_2024, before), (TEAM_DRAFT, before)):
        assert table("+", points=((points, 0),), rules=rules).may_have_bye(1, 2) is may


def met(first_points: int, second_points: int, result: MatchResult, rounds: int | None) -> PreparedTeamEvent:
    """Return teams 1 and 2 after they met in round 2 with these match points from round 1."""
    entries = [
        (MatchEntry(result=MatchResult.HALF_POINT_BYE, match_points=points), other_team)
        for points, other_team in ((first_points, 2), (second_points, 1))
    ]
    teams = tuple(
        MatchTeam(
            number=number,
            rounds=(first, MatchEntry(result=result, opponent=opponent, colour=list(Colour)[number - 1])),
        )
        for number, (first, opponent) in enumerate(entries, start=1)
    )
    event = TeamEvent(
        teams=teams,
        rounds_recorded=2,
        rounds_declared=rounds,
        system=DeclaredSystem(code="FIDE_TEAM"),
        scoring=MatchScoring(),
    )
    return PreparedTeamEvent(event, TEAM_2026)


@pytest.mark.parametrize(
    ("first_points", "second_points", "result", "rounds", "floated"),
    [
        (20, 10, MatchResult.PLAYED, 9, True),
        (10, 10, MatchResult.PLAYED, 9, False),
        (20, 10, MatchResult.FORFEIT_WIN, 9, False),  # TEAM-FLOAT
        (20, 10, MatchResult.PLAYED, 5, True),
        (20, 10, MatchResult.PLAYED, 4, False),  # round 3 is one of the last two
        (20, 10, MatchResult.PLAYED, 3, False),
        (20, 10, MatchResult.PLAYED, None, True),  # TEAM-ROUNDS
    ],
)
def test_floaters_met_another_score(
    first_points: int,
    second_points: int,
    result: MatchResult,
    rounds: int | None,
    floated: bool,
) -> None:
    """1.5, of the round before only; in the last two rounds floats do not count."""
    found = met(first_points, second_points, result, rounds)
    assert found.teams_of_round(3).floated.tolist() == [floated, floated]


def test_the_initial_colour_is_inferred_from_the_first_round() -> None:
    """4.1: if the file does not declare it; the round then names the reading."""
    for colours, initial in (("WB", "white"), ("BW", "black")):
        entries = [CELLS[letter] for letter in colours]
        teams = tuple(
            MatchTeam(
                number=number,
                rounds=(MatchEntry(result=MatchResult.PLAYED, opponent=3 - number, colour=entry.colour),),
            )
            for number, entry in enumerate(entries, start=1)
        )
        event = TeamEvent(
            teams=teams, rounds_recorded=1, rounds_declared=3, system=DeclaredSystem(), scoring=MatchScoring()
        )
        prepared = TEAM_2026.open(event)
        assert prepared.notes == (f"The initial-colour is not declared; {initial} is inferred from round 1.",)
        assert prepared.round(1).expected() == prepared.round(1).posted
