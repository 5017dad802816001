"""The records of a written file after the headers and rows: scoring, acceleration, byes, prohibited pairings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.model import Colour, PrimaryScore, Result, ScoringSystem
from tournaments.points import points_text
from tournaments.trf import record_format
from tournaments.trf.restrictions import END_OF_EVENT
from tournaments.trf.scoring import SCORE_XXS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event, ForbiddenGroup, VirtualPoints

_BYE_ORDER = (Result.FULL_POINT_BYE, Result.HALF_POINT_BYE, Result.ZERO_POINT_BYE)


def official_records(event: Event) -> Iterator[str]:
    """Yield the records of TRF26 that follow the rows, and JaVaFo's records for data without a TRF26 record."""
    yield from team_records(event)
    yield from _byes(event, event.rounds_recorded + 1)
    yield from _acceleration_250(event)
    for group in event.forbidden:
        if group.first_round == 1 and group.last_round is None and event.rounds_declared is None:
            yield _xxp(group)
        else:
            yield _forbidden_260(event, group)
    yield from (record_format.format_299(abnormal) for abnormal in event.abnormal_points)
    if event.rank_by_position:
        yield "XXC rank"
    if not fits_162(event.scoring):
        yield _xxs(event.scoring)


def team_records(event: Event) -> Iterator[str]:
    """Yield line-ups, allocated byes, forfeited matches and other byes of teams."""
    yield from (record_format.format_300(line_up) for line_up in event.line_ups)
    if event.team_allocated_byes is not None:
        yield record_format.format_320(event.team_allocated_byes)
    yield from (record_format.format_330(match) for match in event.forfeited_matches)


def engine_records(event: Event, *, next_byes_in_rows: bool) -> Iterator[str]:
    """Yield the records of TRF(x) that follow the rows, so that JaVaFo and bbpPairings read the same event."""
    if event.rounds_declared is not None:
        yield f"XXR {event.rounds_declared}"
    colour = {None: "", Colour.WHITE: "white1", Colour.BLACK: "black1"}[event.initial_colour]
    configuration = f"{colour} {'rank' if event.rank_by_position else ''}".strip()
    if configuration:
        yield f"XXC {configuration}"
    if event.scoring != ScoringSystem():
        yield _xxs(event.scoring)
        yield from _bb(event.scoring)
    yield from team_records(event)
    yield from _byes(event, event.rounds_recorded + (2 if next_byes_in_rows else 1))
    yield from _acceleration_xxa(event.virtual_points)
    yield from _forbidden_for_engines(event)
    yield from (record_format.format_299(abnormal) for abnormal in event.abnormal_points)


def fits_162(scoring: ScoringSystem) -> bool:
    """Whether record 162 can hold the scoring: no value depends on colours, and each bye has its symbol's value."""
    return (
        scoring.zero_point_bye == scoring.forfeit_loss
        and scoring.forfeit_win == scoring.full_point_bye == scoring.white_win
        and scoring.half_point_bye == scoring.white_draw
        and _is_colour_blind(scoring)
    )


def pending_162(scoring: ScoringSystem) -> str:
    """Return the 162 record beside XXS: the points of a game without a result, unless they are the points of a draw."""
    return "" if scoring.pending == scoring.white_draw else f"162  X{record_format.format_points(scoring.pending)}"


def _is_colour_blind(scoring: ScoringSystem) -> bool:
    return (
        scoring.white_win == scoring.black_win
        and scoring.white_draw == scoring.black_draw
        and scoring.white_loss == scoring.black_loss
    )


def _xxs(scoring: ScoringSystem) -> str:
    return "XXS " + " ".join(f"{code}={points_text(getattr(scoring, name))}" for code, name in SCORE_XXS.items())


def _bb(scoring: ScoringSystem) -> Iterator[str]:
    """Yield bbpPairings' codes if they can hold the scoring: a forfeit win and a full-point bye are worth a win."""
    fits = (
        _is_colour_blind(scoring)
        and scoring.forfeit_win == scoring.full_point_bye == scoring.white_win
        and scoring.half_point_bye == scoring.white_draw
    )
    if fits:
        yield f"BBW {record_format.format_points(scoring.white_win)}"
        yield f"BBD {record_format.format_points(scoring.white_draw)}"
        yield f"BBL {record_format.format_points(scoring.white_loss)}"
        yield f"BBZ {record_format.format_points(scoring.zero_point_bye)}"
        yield f"BBF {record_format.format_points(scoring.forfeit_loss)}"
        yield f"BBU {record_format.format_points(scoring.pairing_allocated_bye)}"


def _byes(event: Event, first_round: int) -> Iterator[str]:
    """
    Yield one 240 record for every kind of bye of every round from ``first_round`` on.

    In a team event 240 holds the byes of teams, recorded rounds included, and byes of players have no record.
    """
    requested = event.requested_byes
    if event.is_team_event:
        requested, first_round = event.team_byes, 1
    rounds = sorted({bye.round_number for bye in requested if bye.round_number >= first_round})
    for round_number in rounds:
        for kind in _BYE_ORDER:
            numbers = [bye.tpn for bye in requested if bye.round_number == round_number and bye.result is kind]
            if numbers:
                yield record_format.format_240(kind, round_number, numbers)


def _acceleration_250(event: Event) -> Iterator[str]:
    """Yield one 250 record for every range of numbers; zero points, which 250 cannot give, as XXA."""
    of_teams = event.is_team_event
    numbers = sorted([team.number for team in event.teams] if of_teams else [player.tpn for player in event.players])
    is_match_points = of_teams and event.system.primary_score is PrimaryScore.MATCH_POINTS
    for listed in event.virtual_points:
        if not listed.points:
            yield from _acceleration_xxa((listed,))
            continue
        for first, last in _ranges(numbers, listed.players):
            rounds = (listed.first_round, listed.last_round)
            yield record_format.format_250(listed.points, rounds, (first, last), is_match_points=is_match_points)


def _ranges(numbers: list[int], members: frozenset[int]) -> list[tuple[int, int]]:
    """Return first and last number of the longest ranges that consist of members."""
    ranges: list[tuple[int, int]] = []
    is_open = False
    for number in numbers:
        if number not in members:
            is_open = False
        elif is_open:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
            is_open = True
    return ranges


def _acceleration_xxa(virtual_points: tuple[VirtualPoints, ...]) -> Iterator[str]:
    """Yield one XXA record for every player with virtual points, from round 1 to the last accelerated round."""
    last = max((listed.last_round for listed in virtual_points), default=0)
    table: dict[int, list[int]] = {}
    for listed in virtual_points:
        for tpn in listed.players:
            own = table.setdefault(tpn, [0] * last)
            own[listed.first_round - 1 : listed.last_round] = [listed.points] * (
                listed.last_round - listed.first_round + 1
            )
    yield from (record_format.format_xxa(tpn, table[tpn]) for tpn in sorted(table))


def _forbidden_for_engines(event: Event) -> Iterator[str]:
    """
    Yield XXP for prohibitions in the round to be paired, and 260 for prohibitions in some rounds only.

    JaVaFo does not know 260, and XXP has no rounds, so a checker that reads both records applies XXP to every round.
    Therefore XXP is not written for a limited prohibition if no round is left to be paired.
    """
    next_round = event.rounds_recorded + 1
    is_over = event.rounds_declared is not None and next_round > event.rounds_declared
    always = {group.players for group in event.forbidden if _is_unlimited(group)}
    for group in event.forbidden:
        if _is_unlimited(group):
            yield _xxp(group)
        elif group.players not in always:
            yield _forbidden_260(event, group)
            if not is_over and group.first_round <= next_round <= (group.last_round or END_OF_EVENT):
                yield _xxp(group)


def _is_unlimited(group: ForbiddenGroup) -> bool:
    return group.first_round == 1 and group.last_round is None


def _xxp(group: ForbiddenGroup) -> str:
    return "XXP " + " ".join(str(tpn) for tpn in sorted(group.players))


def _forbidden_260(event: Event, group: ForbiddenGroup) -> str:
    last = group.last_round or max(event.rounds_declared or END_OF_EVENT, group.first_round)
    return record_format.format_260(group.first_round, last, group.players)
