"""Strategies for events of teams as their pairing sees them, in the form in which a reader gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st
from support.strategies import texts

from tournaments.model import Colour, DeclaredSystem, RequestedBye, Result
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring, MatchTeam, TeamEvent

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

_ABSENCES = (MatchResult.FULL_POINT_BYE, MatchResult.HALF_POINT_BYE, MatchResult.ZERO_POINT_BYE)
_REQUESTED = (Result.FULL_POINT_BYE, Result.HALF_POINT_BYE, Result.ZERO_POINT_BYE)
_MATCHES = (
    (MatchResult.PLAYED, MatchResult.PLAYED),
    (MatchResult.FORFEIT_WIN, MatchResult.FORFEIT_LOSS),
    (MatchResult.FORFEIT_LOSS, MatchResult.FORFEIT_WIN),
    (MatchResult.DOUBLE_FORFEIT, MatchResult.DOUBLE_FORFEIT),
    (MatchResult.PENDING, MatchResult.PENDING),
)
_DRAW = 5
"""Points of a game drawn."""
_SCORINGS = st.builds(MatchScoring, pairing_allocated_bye_games=st.none() | st.integers(0, 40)) | st.builds(
    MatchScoring, **dict.fromkeys(("win", "draw", "loss", "pairing_allocated_bye"), st.integers(0, 30))
)
_POINTS = st.integers(0, 40)
_ABSENCE = st.builds(MatchEntry, result=st.sampled_from(_ABSENCES), match_points=_POINTS, game_points=_POINTS)
_KINDS_OF_MATCH = st.sampled_from(_MATCHES)


@st.composite
def team_rounds(draw: DrawFn) -> TeamEvent:
    """Draw an event of some teams: matches, byes, and points of any kind, mostly such as games give."""
    count, boards, recorded = draw(st.integers(2, 7)), draw(st.integers(1, 4)), draw(st.integers(0, 4))
    numbers = sorted(draw(st.permutations(range(1, count + 3)))[:count])
    scoring = draw(_SCORINGS)
    declared = draw(st.none() | st.integers(max(recorded, 1), recorded + 3))
    rows: dict[int, list[MatchEntry]] = {number: [] for number in numbers}
    for _ in range(recorded):
        for number, entry in _round(draw, draw(st.permutations(numbers)), boards, scoring).items():
            rows[number].append(entry)
    return TeamEvent(
        teams=tuple(MatchTeam(number=number, name=draw(texts(32)), rounds=tuple(rows[number])) for number in numbers),
        rounds_recorded=recorded,
        rounds_declared=declared,
        name=draw(texts(40)),
        boards=boards,
        system=DeclaredSystem(code=draw(st.sampled_from(("FIDE_TEAM", "FIDE_TEAM_TYPEB_GP_MP")))),
        initial_colour=draw(st.none() | st.sampled_from(Colour)),
        scoring=scoring,
        requested_byes=() if declared == recorded else _byes(draw, numbers, recorded + 1),
    )


def _round(draw: DrawFn, order: list[int], boards: int, scoring: MatchScoring) -> dict[int, MatchEntry]:
    """Pair some of the teams in that order, and give the others byes."""
    paired = 2 * draw(st.integers(0, len(order) // 2))
    entries: dict[int, MatchEntry] = {}
    for white, black in zip(order[:paired:2], order[1:paired:2], strict=True):
        entries |= _match(draw, (white, black), boards, scoring)
    rest = order[paired:]
    if rest and draw(st.booleans()):
        games = scoring.pairing_allocated_bye_games
        entries[rest[0]] = MatchEntry(
            result=MatchResult.PAIRING_ALLOCATED_BYE,
            match_points=scoring.pairing_allocated_bye,
            game_points=boards * _DRAW if games is None else games,
        )
    for team in rest:
        entries.setdefault(team, draw(_ABSENCE))
    return entries


def _match(draw: DrawFn, teams: tuple[int, int], boards: int, scoring: MatchScoring) -> dict[int, MatchEntry]:
    results = draw(_KINDS_OF_MATCH)
    games = draw(st.integers(0, 2 * boards))
    points = (_DRAW * games, _DRAW * (2 * boards - games))
    worth = (scoring.draw, scoring.draw)
    if results[0] is MatchResult.PENDING:
        points = (_DRAW * boards, _DRAW * boards)
    elif points[0] != points[1]:
        worth = (scoring.win, scoring.loss) if points[0] > points[1] else (scoring.loss, scoring.win)
    if results[0] is not MatchResult.PENDING and draw(st.integers(0, 4)) == 0:
        points, worth = (draw(_POINTS), draw(_POINTS)), (draw(_POINTS), draw(_POINTS))
    return {
        teams[at]: MatchEntry(
            result=results[at],
            opponent=teams[1 - at],
            colour=(Colour.WHITE, Colour.BLACK)[at],
            match_points=worth[at],
            game_points=points[at],
        )
        for at in (0, 1)
    }


def _byes(draw: DrawFn, numbers: list[int], round_number: int) -> tuple[RequestedBye, ...]:
    """Byes of the coming round, in the order of their records."""
    kinds = draw(st.dictionaries(st.sampled_from(numbers), st.sampled_from(_REQUESTED), max_size=2))
    return tuple(
        RequestedBye(round_number=round_number, tpn=number, result=kind)
        for number, kind in sorted(kinds.items(), key=lambda item: (_REQUESTED.index(item[1]), item[0]))
    )
