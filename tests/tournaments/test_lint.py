"""Readable but suspect events, and events that only look suspect."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from msgspec import structs
from support.events import event as written
from support.files import HARBOUR_OPEN, append, both, put

from tournaments import ProblemCode, lint_event, parse_event
from tournaments.model import (
    AbnormalPoints,
    Colour,
    DeclaredSystem,
    Event,
    Player,
    RequestedBye,
    Result,
    RoundEntry,
    ScoringSystem,
    VirtualPoints,
)
from tournaments.points import points_by_results
from tournaments.teams.records import Team

P = ProblemCode


def sound(*rows: str, **declared: object) -> Event:
    """Make an event that declares what it should."""
    return written(rows, **{"rounds_declared": 5, "initial_colour": Colour.WHITE, **declared})


def codes(event: Event) -> list[ProblemCode]:
    """Lint an event."""
    return [problem.code for problem in lint_event(event)]


def with_points(event: Event, *tenths: int | None) -> Event:
    """Declare points of players 1, 2, 3..."""
    pairs = zip(event.players, tenths, strict=True)
    return replace(event, players=tuple(replace(player, points=points) for player, points in pairs))


def with_ranks(event: Event, *ranks: int | None) -> Event:
    """Declare ranks of players 1, 2, 3..."""
    pairs = zip(event.players, ranks, strict=True)
    return replace(event, players=tuple(replace(player, rank=rank) for player, rank in pairs))


def test_a_sound_event_is_not_remarked_upon() -> None:
    """Games, a forfeit, and an allocated bye."""
    assert codes(sound("2w1 U", "1b0 3w+", "H 2b-")) == []


def with_people(first: dict[str, object], second: dict[str, object]) -> Event:
    """Return an event of two players with some fields of each."""
    event = sound("2w1", "1b0")
    fields = zip(event.players, (first, second), strict=True)
    return replace(event, players=tuple(structs.replace(player, **values) for player, values in fields))


@pytest.mark.parametrize(
    ("first", "second", "problems"),
    [
        ({"fide_id": "42143365"}, {"fide_id": "42143365"}, [P.FIDE_ID_REPEATED]),
        ({"fide_id": "42143365"}, {"fide_id": "42143366"}, []),
        ({"fide_id": ""}, {"fide_id": ""}, []),
        ({"name": "Lee, Ann", "birth": "1990/05/01"}, {"name": "Lee, Ann", "birth": "1990/05/01"}, [P.NAME_REPEATED]),
        ({"name": "Lee, Ann", "birth": "1990/05/01"}, {"name": "Lee, Ann", "birth": "1990/05/02"}, []),
        ({"name": "Lee, Ann", "birth": "1990/05/01"}, {"name": "Lee, Anna", "birth": "1990/05/01"}, []),
        ({"name": "Lee, Ann", "birth": ""}, {"name": "Lee, Ann", "birth": ""}, []),
        ({"title": "WFM", "rating": None}, {}, [P.TITLE_WITHOUT_RATING]),
        ({"title": "WFM", "rating": 0}, {}, [P.TITLE_WITHOUT_RATING]),
        ({"title": "WFM", "rating": 1}, {}, []),
        ({"title": "", "rating": 0}, {}, []),
        ({"title": "NM", "rating": 0}, {}, []),
    ],
)
def test_players_are_distinct_and_titled_players_are_rated(
    first: dict[str, object], second: dict[str, object], problems: list[ProblemCode]
) -> None:
    """A FIDE number belongs to one player, and so does a name with a birth date; only FIDE's titles need a rating."""
    assert codes(with_people(first, second)) == problems


def test_problems_of_people_have_a_place_in_the_file() -> None:
    """The row of the second player with the number, and its column; round dates are read from columns 92 and 102."""
    dates = put(13, 92, "26/03/07  26/03/09")
    reading = parse_event(both(dates, put(18, 58, "    1010101"))(HARBOUR_OPEN).encode())
    found = {problem.code: (problem.line, problem.column) for problem in reading.problems}
    assert found == {P.FIDE_ID_REPEATED: (18, 58), P.ROUND_DATE_OUTSIDE_EVENT: (None, None)}


def dated(*rounds: str, start: str = "2026-03-07", end: str = "2026-03-08") -> Event:
    """Return an event with days and dates of rounds (record 132)."""
    row = " " * 87 + "  ".join(f"{date:<8}" for date in rounds)
    first, last = (dt.date.fromisoformat(day) if day else None for day in (start, end))
    return sound("2w1 2b1", "1b0 1w0", headers=(("132", row.rstrip()),), start=first, end=last)


@pytest.mark.parametrize(
    ("rounds", "days", "problems"),
    [
        (("26/03/07", "26/03/08"), {}, []),
        (("26/03/06", "26/03/08"), {}, [P.ROUND_DATE_OUTSIDE_EVENT]),
        (("26/03/07", "26/03/09"), {}, [P.ROUND_DATE_OUTSIDE_EVENT]),
        (("26/03/06", "26/03/09"), {"start": "", "end": ""}, []),
        (("26/03/06", "26/03/09"), {"start": ""}, [P.ROUND_DATE_OUTSIDE_EVENT]),
        (("26/03/07", "26/03/07"), {}, []),
        (("26/03/08", "26/03/07"), {}, [P.DATES_OUT_OF_ORDER]),
        (("26.03.08", "", "26.03.07"), {}, [P.DATES_OUT_OF_ORDER]),
        (("99/12/31", "00/01/01"), {"start": "1999-12-31", "end": "2000-01-01"}, []),
        (("26/02/28", "26/02/29"), {"start": "2026-02-28"}, [P.DATE_INVALID]),
        (("26/02/28", "26/03/01"), {"start": "2026-02-28"}, []),
        ((), {"start": "2026-03-08"}, []),
        ((), {"start": "2026-03-09"}, [P.DATES_OUT_OF_ORDER]),
    ],
)
def test_dates_are_in_order_and_within_the_event(
    rounds: tuple[str, ...], days: dict[str, str], problems: list[ProblemCode]
) -> None:
    """On the first and last day, and a day before and after them; on the day of the previous round, and before it."""
    assert codes(dated(*rounds, **days)) == problems


def declared(code: str) -> dict[str, DeclaredSystem]:
    """Declare a system by its code, in field 192 or, as some programs do, in 092."""
    return {"system": DeclaredSystem(code=code) if code.startswith("FIDE") else DeclaredSystem(text=code)}


@pytest.mark.parametrize(
    ("code", "win", "draw", "loss", "is_reported"),
    [
        ("FIDE_DUTCH_2026_BAKU", 10, 5, 0, False),
        ("FIDE_DUTCH_2026_BAKU", 20, 10, 0, False),
        ("FIDE_DUTCH_2026_BAKU", 30, 10, 0, True),
        ("FIDE_DUTCH_2026_BAKU", 30, 20, 10, True),
        ("FIDE_DOUBLESWISS_BAKU", 30, 10, 0, True),
        ("FIDE_DUTCH_2026", 30, 10, 0, False),
    ],
)
def test_the_baku_acceleration_supposes_that_a_win_is_worth_two_draws(
    code: str, win: int, draw: int, loss: int, is_reported: bool
) -> None:
    """C.04.7:1.1; listed points need no such thing."""
    names = {"win": win, "draw": draw, "loss": loss}
    scoring = ScoringSystem(**{f"{colour}_{name}": names[name] for colour in ("white", "black") for name in names})
    played = sound("2w1 2b1", "1b0 1w0", scoring=scoring, **{"rounds_declared": 4, **declared(code)})
    assert (P.BAKU_SCORING in codes(played)) is is_reported
    listed = VirtualPoints(points=10, first_round=1, last_round=2, players=frozenset((1,)))
    assert P.BAKU_SCORING not in codes(replace(played, virtual_points=(listed,)))


@pytest.mark.parametrize("code", ["FIDE_DOUBLESWISS", "FIDE_DOUBLESWISS_BAKU", "Double-Swiss", "double swiss system"])
@pytest.mark.parametrize(
    ("rows", "rounds", "problems"),
    [
        (("2w1 2b1", "1b0 1w0"), 4, []),
        (("2w1 2b1", "1b0 1w0"), 5, [P.ROUNDS_ODD]),
        (("2w1 2w1", "1b0 1b0"), 4, [P.COLOURS_OF_MATCH_EQUAL]),
        (("2w1 2b1", "1b0 1w0", "F F"), 4, []),
        (("2w1 2b1", "1b0 1w0", "F Z"), 4, [P.BYE_FOR_ONE_GAME]),
        (("2w1 2b1", "1b0 1w0", "H F"), 4, [P.BYE_FOR_ONE_GAME]),
        (("2w1 2b1", "1b0 1w0", "U H"), 4, []),
        (("2w1 2b1 F", "1b0 1w0 U"), 4, []),  # the second game is still to come
    ],
)
def test_rounds_that_are_not_matches_of_two_games_are_problems(
    rows: tuple[str, ...], rounds: int, problems: list[ProblemCode], code: str
) -> None:
    """C.04.5: two rounds of the file for a match, colours reversed (4.4), byes for matches only (Preface)."""
    played = sound(*rows, **{"rounds_declared": rounds, **declared(code)})
    told = [one for one in codes(played) if one not in (P.FULL_POINT_BYE_FOR_PAB, P.SECOND_ALLOCATED_BYE)]
    assert told == problems


def test_events_of_single_games_are_not_held_to_matches() -> None:
    """An odd number of rounds, the same opponent twice, a lone full-point bye."""
    played = sound("2w1 2w1", "1b0 1b0", "F H", "F H", **{"rounds_declared": 5, **declared("FIDE_DUTCH_2026")})
    assert codes(played) == []


def test_problems_of_an_event_without_a_text_have_no_place() -> None:
    """But a source, and everything else."""
    problem = lint_event(with_points(sound("2w1", "1b0"), 5, 0), source="memory")[0]
    assert (problem.line, problem.column, problem.source) == (None, None, "memory")
    assert str(problem).startswith(
        "memory: warning[points-mismatch]: player 1 has 0.5 points, but the results give 1.0;"
    )


@pytest.mark.parametrize(
    ("points", "is_suspect"), [(10, False), (15, False), (20, False), (25, False), (5, True), (30, True), (None, False)]
)
def test_points_may_hold_a_bye_of_the_next_round_and_virtual_points(points: int | None, is_suspect: bool) -> None:
    """One point by results, half a point of a coming bye, one virtual point; nothing else explains points."""
    event = with_points(
        sound(
            "2w1",
            "1b0",
            requested_byes=(RequestedBye(round_number=2, tpn=1, result=Result.HALF_POINT_BYE),),
            virtual_points=(VirtualPoints(points=10, first_round=1, last_round=2, players=frozenset({1})),),
        ),
        points,
        0,
    )
    assert (P.POINTS_MISMATCH in codes(event)) == is_suspect


def test_points_follow_the_scoring_system_of_the_event() -> None:
    """Three points for a win."""
    event = sound("2w1", "1b0", scoring=ScoringSystem(white_win=30, black_win=30))
    assert codes(with_points(event, 30, 0)) == []
    assert codes(with_points(event, 10, 0)) == [P.POINTS_MISMATCH]


@pytest.mark.parametrize("points", [0, 5])
def test_a_game_without_result_may_count_or_not(points: int) -> None:
    """As a draw, for pairing; or not yet."""
    pending = RoundEntry(2, Colour.WHITE, Result.PENDING)
    answer = RoundEntry(1, Colour.BLACK, Result.PENDING)
    event = replace(
        sound("Z", "Z"),
        players=(Player(tpn=1, rounds=(pending,), points=points), Player(tpn=2, rounds=(answer,), points=points)),
    )
    assert codes(event) == [P.RESULT_PENDING]


@pytest.mark.parametrize(
    ("abnormal", "expected"),
    [
        (AbnormalPoints(kind="", match_points=None, points=-5, round_number=None, numbers=frozenset({1})), [5, 5, 0]),
        (AbnormalPoints(kind="", match_points=None, points=5, round_number=1, numbers=frozenset()), [15, 10, 5]),
        (AbnormalPoints(kind="", match_points=None, points=5, round_number=3, numbers=frozenset()), [10, 5, 0]),
        (AbnormalPoints(kind="W", match_points=None, points=30, round_number=1, numbers=frozenset()), [30, 5, 0]),
        (AbnormalPoints(kind="H", match_points=None, points=0, round_number=None, numbers=frozenset({2})), [10, 0, 0]),
        (AbnormalPoints(kind="L", match_points=None, points=None, round_number=1, numbers=frozenset()), [10, 5, 0]),
    ],
)
def test_points_out_of_the_ordinary_count(abnormal: AbnormalPoints, expected: list[int]) -> None:
    """TRF 299 adds points, or replaces those of some results in some rounds."""
    event = sound("3w1", "H", "1b0", abnormal_points=(abnormal,))
    assert list(points_by_results(event).values()) == expected


def test_points_of_players_of_teams_are_not_judged() -> None:
    """They are only informative."""
    clubs = (Team(number=1, name="Club", players=(1,)), Team(number=2, name="Circle", players=(2,)))
    event = with_points(sound("2w1", "1b0", teams=clubs), 0, 0)
    assert codes(replace(event, initial_colour=None)) == []


@pytest.mark.parametrize(
    ("rows", "problems"),
    [
        (("2w1", "1b0", "U"), []),
        (("2w1", "1b0", "F"), [P.FULL_POINT_BYE_FOR_PAB]),
        (("2w1", "1b0", "F", "U"), []),
        (("2w1", "1b0", "F", "F"), []),
        (("2w1", "1b0", "U", "U"), [P.SECOND_ALLOCATED_BYE]),
    ],
)
def test_there_is_one_allocated_bye_at_most_and_no_lone_full_point_bye(
    rows: tuple[str, ...], problems: list[ProblemCode]
) -> None:
    """U stands once in a round; a single F without a U was probably one."""
    assert codes(sound(*rows)) == problems


@pytest.mark.parametrize(
    ("forfeits", "games", "is_suspect"), [(3, 3, True), (3, 4, False), (2, 0, False), (4, 4, True)]
)
def test_many_forfeits_in_a_round_are_suspect(forfeits: int, games: int, is_suspect: bool) -> None:
    """Three at least, and half of the round: a program may have written + and - for results."""
    rows: list[str] = []
    for board in range(forfeits + games):
        white, black = 2 * board + 1, 2 * board + 2
        letters = "+-" if board < forfeits else "10"
        rows += [f"{black}w{letters[0]}", f"{white}b{letters[1]}"]
    assert (P.FORFEITS_SUSPECT in codes(sound(*rows))) == is_suspect


@pytest.mark.parametrize(
    ("points", "ranks", "is_suspect"),
    [
        ((10, 5, 0), (1, 2, 3), False),
        ((10, 5, 0), (1, 3, 2), True),
        ((10, 5, 0), (1, 1, 2), True),
        ((10, 5, 0), (1, None, 2), False),
        ((10, 5, 0), (None, None, None), False),
        ((10, 5, 5), (1, 2, 2), False),
        ((10, 5, 15), (1, 2, 3), False),
    ],
)
def test_a_ranking_descends_by_points(points: tuple[int, ...], ranks: tuple[int | None, ...], is_suspect: bool) -> None:
    """Ties may share a rank; the points may be the declared ones or those by results."""
    event = with_ranks(with_points(sound("3w1", "H", "1b0"), *points), *ranks)
    assert (P.RANKING_SUSPECT in codes(event)) == is_suspect


@pytest.mark.parametrize(("listed", "is_suspect"), [("PTS,BH", True), ("pts", True), ("", True), ("WIN,PTS", False)])
def test_a_ranking_by_something_before_the_points_is_not_suspect(listed: str, is_suspect: bool) -> None:
    """As record 212 may ask for it."""
    event = with_ranks(with_points(sound("3w1", "H", "1b0"), 10, 5, 0), 1, 3, 2)
    assert (P.RANKING_SUSPECT in codes(replace(event, headers=(("212", listed),)))) == is_suspect


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (("2w1", "1b1"), P.RESULTS_CONTRADICT),
        (("2w1", "1b="), P.RESULTS_CONTRADICT),
        (("2w+", "1b+"), P.RESULTS_CONTRADICT),
        (("2w1", "1bW"), P.RESULTS_CONTRADICT),
        (("2w1", "1bL"), P.RATED_OR_NOT),
        (("2w=", "1bD"), P.RATED_OR_NOT),
        (("2w0", "1b0"), P.RESULTS_UNUSUAL),
        (("2w=", "1b0"), P.RESULTS_UNUSUAL),
        (("2wL", "1bL"), P.RESULTS_UNUSUAL),
        (("2w-", "1b-"), None),
        (("2wW", "1bL"), None),
        (("2wD", "1bD"), None),
        (("2w1", "1w0"), P.COLOUR_SAME),
        (("2w1", "3b0", "2w1"), P.OPPONENT_ONE_SIDED),
        (("1w1",), P.OPPONENT_SELF),
        (("9w1",), P.OPPONENT_UNKNOWN),
    ],
)
def test_the_two_sides_of_a_game_must_fit(rows: tuple[str, ...], code: ProblemCode | None) -> None:
    """Impossible results, same colours, and a player in two games at once."""
    assert codes(sound(*rows)) == ([] if code is None else [code])


def test_missing_declarations_are_remarked() -> None:
    """The number of rounds and the initial colour."""
    event = replace(sound("2w1", "1b0"), rounds_declared=None, initial_colour=None)
    assert codes(event) == [P.ROUNDS_MISSING, P.INITIAL_COLOUR_MISSING]


@pytest.mark.parametrize(
    ("text", "is_suspect"), [("2", False), ("5 (2)", False), ("002", False), ("3", True), ("", False), ("many", False)]
)
def test_the_declared_number_of_players_is_compared(text: str, is_suspect: bool) -> None:
    """Record 062 may count those who registered and those who took part."""
    event = replace(sound("2w1", "1b0"), headers=(("062", text),))
    assert (P.PLAYERS_MISCOUNTED in codes(event)) == is_suspect


def test_a_misread_file_is_linted_as_far_as_its_rows_were_read() -> None:
    """An error in another record does not hide suspicious points."""
    file = both(append("XXP 1 two"), put(18, 82, "2.0"))(HARBOUR_OPEN)
    assert [problem.code for problem in parse_event(file).problems] == [P.FORBIDDEN_INVALID, P.POINTS_MISMATCH]


def test_gaps_in_the_numbers_do_not_matter_where_the_rows_are_ranked() -> None:
    """XXC rank makes numbers mere names."""
    event = replace(sound("2w1", "1b0"), players=(Player(tpn=4), Player(tpn=2)), rounds_recorded=0)
    assert codes(event) == [P.NUMBER_GAP]
    assert codes(replace(event, rank_by_position=True)) == []
