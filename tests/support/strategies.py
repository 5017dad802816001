"""
Strategies for events, in the form in which a reader gives them.

Written as TRF26 and read again, an event of ``events()`` is the same event, ``dialect`` excepted.

A strategy costs more to make and to validate than to draw from: each is made once, or once for its arguments.
"""

from __future__ import annotations

import datetime as dt
from functools import cache
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tournaments import canonical_virtual_points
from tournaments.model import (
    ABSENT,
    AbnormalPoints,
    Colour,
    DeclaredSystem,
    Event,
    ForbiddenGroup,
    Player,
    RequestedBye,
    Result,
    RoundEntry,
    ScoringSystem,
    Sex,
    VirtualPoints,
)
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp, MatchPoints, Team, TeamAllocatedByes

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

_GAME_RESULTS = ("10", "01", "==", "00", "=0", "WL", "LW", "DD", "**", "+-", "-+", "--")
_REQUESTED = (Result.ZERO_POINT_BYE, Result.HALF_POINT_BYE, Result.FULL_POINT_BYE)
_GAMES = st.sampled_from(_GAME_RESULTS)
_BYES = st.sampled_from((*_REQUESTED, Result.PAIRING_ALLOCATED_BYE))
_SYSTEMS = ("", "FIDE_DUTCH", "FIDE_DUTCH_2017", "FIDE_DUTCH_2026_BAKU", "FIDE_DUBOV", "MY_OWN_SYSTEM")
_FREE_HEADERS = ("112", "122", "172", "182", "202", "212", "222", "352", "362")
_MOST_PLAYERS = 9
_MOST_ROUNDS = 5
_LATER_ROUNDS = 3


@cache
def texts(most: int) -> SearchStrategy[str]:
    """Draw texts that fit a number of columns: without line breaks, without blanks at the ends."""
    characters = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
    return st.text(characters, max_size=most).map(str.strip)


@cache
def scorings() -> SearchStrategy[ScoringSystem]:
    """Scoring systems: the standard one, 3-1-0 with another bye, or anything at all."""
    values = st.integers(0, 99)
    names = [name for name in ScoringSystem.__slots__ if name != "pending"]
    anything = st.fixed_dictionaries(dict.fromkeys(names, values), optional={"pending": values})
    football = st.builds(
        lambda bye: ScoringSystem(
            white_win=30,
            black_win=30,
            white_draw=10,
            black_draw=10,
            forfeit_win=30,
            full_point_bye=30,
            half_point_bye=10,
            pairing_allocated_bye=bye,
            pending=10,
        ),
        values,
    )
    return st.just(ScoringSystem()) | football | anything.map(lambda chosen: ScoringSystem(**chosen))


@st.composite
def players_of(draw: DrawFn, most_players: int, most_rounds: int) -> tuple[Player, ...]:
    """Draw players with the games and byes of some rounds, the numbers not always without gaps."""
    count = draw(st.integers(1, most_players))
    numbers = draw(st.permutations(range(1, count + 1)) | st.permutations(range(3, 3 * count + 3, 3)))
    rows: dict[int, list[RoundEntry]] = {tpn: [] for tpn in sorted(numbers)}
    for _ in range(draw(st.integers(0, most_rounds))):
        paired = 2 * draw(st.integers(0, count // 2))
        for tpn, entry in _round(draw, draw(st.permutations(numbers)), paired).items():
            rows[tpn].append(entry)
    return tuple(Player(tpn=tpn, rounds=tuple(rounds), **draw(_PROFILES)) for tpn, rounds in rows.items())


def _round(draw: DrawFn, order: list[int], paired: int) -> dict[int, RoundEntry]:
    """Pair the first ``paired`` players in that order, and give the rest byes."""
    entries: dict[int, RoundEntry] = {}
    for white, black in zip(order[:paired:2], order[1:paired:2], strict=True):
        results = [Result(letter) for letter in draw(_GAMES)]
        keeps_colours = draw(st.booleans()) or not all(result.is_forfeit for result in results)
        colours = (Colour.WHITE, Colour.BLACK) if keeps_colours else (None, None)
        entries[white] = RoundEntry(black, colours[0], results[0])
        entries[black] = RoundEntry(white, colours[1], results[1])
    for tpn in order[paired:]:
        result = draw(_BYES)
        entries[tpn] = ABSENT if result is Result.ZERO_POINT_BYE else RoundEntry(None, None, result)
    return entries


_PROFILES = st.fixed_dictionaries(
    {
        "name": texts(33),
        "points": st.integers(0, 999),
        "rank": st.integers(1, 9999),
        "rating": st.none() | st.integers(1, 9999),
        "title": st.sampled_from(("", "GM", "WIM", "CM", "1N", "NC")),
        "sex": st.sampled_from((None, *Sex)),
        "federation": st.sampled_from(("", "NED", "BEL", "N.U")),
        "fide_id": st.integers(1, 10**11 - 1).map(str) | st.just(""),
        "birth": st.sampled_from(("", "1990/00/00", "2001/12/31", "unknown")),
    }
)
"""What a file says of a player beside the number and the rounds."""


@st.composite
def events(draw: DrawFn, most_players: int = _MOST_PLAYERS, most_rounds: int = _MOST_ROUNDS) -> Event:
    """Draw an event of individuals with anything that a file can say of it."""
    players = draw(players_of(most_players, most_rounds))
    by_position = draw(st.booleans())
    if by_position:
        players = tuple(draw(st.permutations(players)))
    recorded = len(players[0].rounds)
    declared = draw(st.none() | st.integers(max(recorded, 1), recorded + _LATER_ROUNDS))
    numbers = tuple(sorted(player.tpn for player in players))
    return Event(
        players=players,
        rounds_recorded=recorded,
        rounds_declared=declared,
        virtual_points=draw(_virtual_points(numbers)),
        forbidden=draw(_forbidden(numbers, declared)),
        requested_byes=draw(_requested(numbers, recorded, declared)),
        abnormal_points=draw(_abnormal(numbers)),
        rank_by_position=by_position,
        **draw(_about_the_event()),
    )


@cache
def _about_the_event() -> SearchStrategy[dict[str, Any]]:
    """Whatever does not depend on the players and rounds."""
    system = st.tuples(st.sampled_from(_SYSTEMS), st.sampled_from(("", "Individual: Swiss")))
    day = st.none() | st.dates(dt.date(1900, 1, 1))
    return st.fixed_dictionaries(
        {
            "name": texts(40),
            "city": texts(20),
            "federation": st.sampled_from(("", "NED")),
            "start": day,
            "end": day,
            "arbiter": texts(20),
            "headers": _headers(),
            "system": system.map(lambda words: DeclaredSystem(code=words[0], text=words[1])),
            "initial_colour": st.sampled_from((None, *Colour)),
            "scoring": scorings(),
            "declarations": st.lists(texts(30), max_size=2).map(tuple),
            "unknown_records": st.lists(_unknown_records(), max_size=3).map(tuple),
        }
    )


@cache
def teams(numbers: tuple[int, ...]) -> SearchStrategy[tuple[Team, ...]]:
    """Some teams of these players, every player in one team at most."""
    return st.lists(st.sampled_from((1, 2)), min_size=len(numbers), max_size=len(numbers)).flatmap(
        lambda sides: st.tuples(
            *(
                st.builds(
                    Team,
                    number=st.just(side),
                    name=texts(32),
                    players=st.just(tuple(tpn for tpn, own in zip(numbers, sides, strict=True) if own == side)),
                    match_points=st.none() | st.integers(0, 9999),
                    game_points=st.none() | st.integers(0, 9999),
                    rank=st.none() | st.integers(1, 999),
                    nickname=texts(5),
                    strength=st.sampled_from(("", "2450")),
                )
                for side in sorted(set(sides))
            )
        )
    )


_MATCH_POINTS = st.none() | st.builds(MatchPoints, **dict.fromkeys(("win", "draw", "loss"), st.integers(0, 99)))
_BOARD_COLOURS = st.lists(st.sampled_from(Colour), max_size=6).map(tuple)


@st.composite
def team_events(draw: DrawFn) -> Event:
    """Draw an event of teams, with records that need not fit its games."""
    count, step = draw(st.integers(1, _MOST_PLAYERS)), draw(st.sampled_from((1, 3)))
    listed = draw(teams(tuple(range(step, step * count + 1, step))))
    players = _players_of_teams(draw, [team.players for team in listed])
    numbers = tuple(team.number for team in listed)
    recorded = len(players[0].rounds)
    return Event(
        players=players,
        rounds_recorded=recorded,
        rounds_declared=9,
        teams=listed,
        system=DeclaredSystem(code=draw(st.sampled_from(("FIDE_TEAM", "FIDE_TEAM_TYPEB_GP_MP", "FIDE_TEAM_GP")))),
        line_ups=draw(_line_ups(numbers, tuple(player.tpn for player in players))),
        team_allocated_byes=draw(_allocated_byes(numbers)),
        forfeited_matches=draw(_forfeited(numbers)),
        team_byes=_sort_by_kind(draw(_requested(numbers, 0, 9))),
        match_points=draw(_MATCH_POINTS),
        board_colours=draw(_BOARD_COLOURS),
        virtual_points=draw(_virtual_points(numbers)),
        forbidden=draw(_forbidden(numbers, 9)),
    )


def _players_of_teams(draw: DrawFn, sides: list[tuple[int, ...]]) -> tuple[Player, ...]:
    """Draw players of two teams, or one, who do not play members of their own team."""
    rows: dict[int, list[RoundEntry]] = {tpn: [] for tpn in sorted(tpn for side in sides for tpn in side)}
    for _ in range(draw(st.integers(0, _MOST_ROUNDS))):
        shuffled = [draw(st.permutations(side)) for side in sides]
        boards = list(zip(*shuffled, strict=False)) if len(sides) > 1 else []
        turn = draw(st.sampled_from((1, -1)))
        paired = [tpn for board in boards[: draw(st.integers(0, len(boards)))] for tpn in board[::turn]]
        idle = [tpn for tpn in rows if tpn not in paired]
        for tpn, entry in _round(draw, [*paired, *idle], len(paired)).items():
            rows[tpn].append(entry)
    return tuple(Player(tpn=tpn, rounds=tuple(rounds), **draw(_PROFILES)) for tpn, rounds in rows.items())


@cache
def _line_ups(numbers: tuple[int, ...], players: tuple[int, ...]) -> SearchStrategy[tuple[LineUp, ...]]:
    boards = st.lists(st.none() | st.sampled_from(players), max_size=5)
    full = boards.filter(lambda listed: not listed or listed[-1] is not None)
    line_up = st.builds(
        lambda round_number, team, has_opponent, on_boards: LineUp(
            round_number=round_number,
            team=team,
            opponent=next((other for other in numbers if other != team), None) if has_opponent else None,
            players=tuple(on_boards),
        ),
        st.integers(1, 9),
        st.sampled_from(numbers),
        st.booleans(),
        full,
    )
    return st.lists(line_up, max_size=3, unique=True).map(tuple)


@cache
def _allocated_byes(numbers: tuple[int, ...]) -> SearchStrategy[TeamAllocatedByes | None]:
    points = st.none() | st.integers(0, 999)
    listed = st.lists(st.none() | st.sampled_from(numbers), max_size=6)
    full = listed.filter(lambda teams: not teams or teams[-1] is not None)
    return st.none() | st.builds(TeamAllocatedByes, match_points=points, game_points=points, teams=full.map(tuple))


@cache
def _forfeited(numbers: tuple[int, ...]) -> SearchStrategy[tuple[ForfeitedMatch, ...]]:
    if len(numbers) == 1:
        return st.just(())
    match = st.builds(
        lambda outcome, round_number, sides: ForfeitedMatch(
            outcome=outcome, round_number=round_number, white=sides[0], black=sides[1]
        ),
        st.sampled_from(ForfeitOutcome),
        st.integers(1, 9),
        st.permutations(numbers),
    )
    return st.lists(match, max_size=2, unique=True).map(tuple)


def _sort_by_kind(byes: tuple[RequestedBye, ...]) -> tuple[RequestedBye, ...]:
    """Order byes as records of one round and one kind do."""
    kinds = (Result.FULL_POINT_BYE, Result.HALF_POINT_BYE, Result.ZERO_POINT_BYE)
    return tuple(sorted(byes, key=lambda bye: (bye.round_number, kinds.index(bye.result), bye.tpn)))


@cache
def _headers() -> SearchStrategy[tuple[tuple[str, str], ...]]:
    free = st.tuples(st.sampled_from(_FREE_HEADERS), texts(30).filter(bool))
    counts = st.sampled_from((("062", "12 (8)"), ("132", " " * 87 + "26/03/07")))
    return st.lists(free | counts, max_size=4, unique_by=lambda header: header[0]).map(
        lambda headers: tuple(sorted(headers))
    )


@cache
def _virtual_points(numbers: tuple[int, ...]) -> SearchStrategy[tuple[VirtualPoints, ...]]:
    rounds = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(sorted)
    record = st.builds(
        lambda points, first_and_last, players: VirtualPoints(
            points=points, first_round=first_and_last[0], last_round=first_and_last[1], players=frozenset(players)
        ),
        st.integers(1, 99),
        rounds,
        st.sets(st.sampled_from(numbers), min_size=1),
    )
    return st.lists(record, max_size=3).map(canonical_virtual_points)


@cache
def _forbidden(numbers: tuple[int, ...], declared: int | None) -> SearchStrategy[tuple[ForbiddenGroup, ...]]:
    """Groups of different players; a prohibition to the last round is one to the end."""
    if len(numbers) == 1:
        return st.just(())
    last_known = (declared or 9) - 1
    limits = st.tuples(st.integers(1, 9), st.none() | st.integers(1, 9)).filter(
        lambda limit: limit[1] is None or limit[0] <= limit[1] <= last_known
    )
    group = st.builds(
        lambda players, limit: ForbiddenGroup(players=frozenset(players), first_round=limit[0], last_round=limit[1]),
        st.sets(st.sampled_from(numbers), min_size=2),
        limits,
    )
    return st.lists(group, max_size=3, unique_by=lambda group: group.players).map(_official_first)


def _official_first(groups: list[ForbiddenGroup]) -> tuple[ForbiddenGroup, ...]:
    """Order groups as a reader does that meets 260 before XXP."""
    return tuple(sorted(groups, key=lambda group: group.first_round == 1 and group.last_round is None))


@cache
def _requested(
    numbers: tuple[int, ...], recorded: int, declared: int | None
) -> SearchStrategy[tuple[RequestedBye, ...]]:
    last = recorded + _LATER_ROUNDS if declared is None else declared
    if last <= recorded:
        return st.just(())
    keys = st.tuples(st.integers(recorded + 1, last), st.sampled_from(numbers))
    return st.dictionaries(keys, st.sampled_from(_REQUESTED), max_size=5).map(
        lambda byes: tuple(
            RequestedBye(round_number=round_number, tpn=tpn, result=result)
            for (round_number, tpn), result in sorted(byes.items(), key=lambda item: item[0])
        )
    )


@cache
def _abnormal(numbers: tuple[int, ...]) -> SearchStrategy[tuple[AbnormalPoints, ...]]:
    points = st.none() | st.integers(-99, 999)
    record = st.builds(
        AbnormalPoints,
        kind=st.sampled_from(("", *"WDLFHZ+-")),
        match_points=st.none(),
        points=points,
        round_number=st.none() | st.integers(1, 9),
        numbers=st.frozensets(st.sampled_from(numbers)),
    )
    return st.lists(record, max_size=2).map(tuple)


@cache
def _unknown_records() -> SearchStrategy[str]:
    code = st.sampled_from(("801", "330", "NED    1", "777", "DAT"))
    return st.tuples(code, texts(20)).map(lambda parts: f"{parts[0]} {parts[1]}".rstrip())
