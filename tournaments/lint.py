"""Checks for readable but suspect content of an event; each check has a problem code of its own."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from tournaments.blanks import MAX_LISTED_PLAYERS, describe_rounds, select_blanks
from tournaments.games import GameCheck
from tournaments.model import Colour, DeclaredSystem, Event, Player, Result, RoundEntry, ScoringSystem
from tournaments.places import CELL_WIDTH, COLOUR_OFFSET, FIRST_CELL, OPPONENT_OFFSET, RESULT_OFFSET, Places
from tournaments.points import find_mismatches, points_by_results, points_of_rounds, points_text
from tournaments.problems import FileProblem, ProblemCode, ProblemLog, counted_noun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tournaments.teams.event import MatchScoring

    Check = Callable[[Event, Places, ProblemLog], None]
    Match = tuple[Player, int, RoundEntry, RoundEntry]
    """A player, the first round of the file that belongs to the match, and the entries of both games."""


_Key = TypeVar("_Key", str, tuple[str, str])

_POINTS_COLUMN = 81
_RANK_COLUMN = 86
_NAME_COLUMN = 15
_RATING_COLUMN = 49
_FEDERATION_COLUMN = 54
_FIDE_ID_COLUMN = 58
_FIRST_DATE = FIRST_CELL - 2
"""Index of the first date in the text of record 132, which begins in column 5."""
_DATE_WIDTH = 8
_ROUND_DATE = r"([0-9]{2})[-./]([0-9]{2})[-./]([0-9]{2})"
_ROUND_DATE_REMEDY = "write the dates in record 132 as YY/MM/DD, in the order of the rounds"
_FIRST_YEAR_OF_19XX = "70"
_TITLES = frozenset(("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"))
_FEDERATION = r"[A-Z]{3}"
_BAKU = r"(?:FIDE|CUSTOM)(?:_\w+)?_BAKU\b"
_MIN_SUSPECT_FORFEITS = 3


def lint_event(event: Event, *, source: str = "<event>") -> tuple[FileProblem, ...]:
    """
    Return the problems of an event that was not read from a text.

    (``parse_event`` and ``read_event`` lint the events that they read, and name lines.)
    """
    log = ProblemLog(source)
    entries = {player.tpn: player.rounds for player in event.players}
    GameCheck(entries=entries, unread=frozenset(), is_complete=True, places=Places(), log=log).run()
    add_lint(event, Places(), log)
    return log.sorted()


def add_lint(event: Event, places: Places, log: ProblemLog) -> None:
    """Run every check except the check of games, which readers run earlier."""
    _check_declarations(event, log)
    _check_acceleration(event, log)
    for check in _CHECKS:
        check(event, places, log)
    if event.is_team_event:
        from tournaments.teams.lint import lint_teams  # noqa: PLC0415 - start-up time; few events are of teams

        lint_teams(event, places, log)
        return
    for check in _INDIVIDUAL_CHECKS:
        check(event, places, log)
    lint_matches(event, places, log)


def _check_acceleration(event: Event, log: ProblemLog) -> None:
    """Check that a win is worth two draws and a loss nothing, as the Baku acceleration supposes (C.04.7:1.1)."""
    if event.virtual_points or _win_scoring(event).is_win_worth_two_draws:
        return
    declared = re.search(_BAKU, event.system.code or event.system.text.strip().upper())
    if declared is None:
        return
    log.add(
        ProblemCode.BAKU_SCORING,
        "the Baku acceleration is declared, but it supposes that a win is worth two draws and a loss nothing "
        "(C.04.7:1.1)",
        "list the virtual points (250, XXA) in place of _BAKU, or correct the scoring",
        at=(None, None),
        found=declared[0],
    )


def _win_scoring(event: Event) -> ScoringSystem | MatchScoring:
    if not event.is_team_event:
        return event.scoring
    from tournaments.teams.event import MatchScoring  # noqa: PLC0415 - start-up time; few events are of teams

    points = event.match_points
    return MatchScoring() if points is None else MatchScoring(win=points.win, draw=points.draw, loss=points.loss)


def _check_declarations(event: Event, log: ProblemLog) -> None:
    if event.rounds_declared is None and not log.has(ProblemCode.ROUNDS_INVALID):
        message, remedy = "the number of rounds is not declared", "add a 142 or XXR record"
        log.add(ProblemCode.ROUNDS_MISSING, message, remedy, at=(None, None))
    if event.initial_colour is None and not (event.is_team_event or log.has(ProblemCode.INITIAL_COLOUR_INVALID)):
        message, remedy = "the initial colour is not declared", "add a 152 or XXC record"
        log.add(ProblemCode.INITIAL_COLOUR_MISSING, message, remedy, at=(None, None))


def _check_numbers(event: Event, places: Places, log: ProblemLog) -> None:
    if event.rank_by_position:  # numbers are names then, not ranks
        return
    numbers = sorted(player.tpn for player in event.players)
    for expected, tpn in enumerate(numbers, start=1):
        if tpn != expected:
            message = f"number {expected} is missing: the {len(numbers)} players have numbers up to {numbers[-1]}"
            remedy = "number the players without gaps, or declare XXC rank"
            log.add(ProblemCode.NUMBER_GAP, message, remedy, at=places.row_place(tpn, 5), found=str(tpn))
            return


def _check_order_of_numbers(event: Event, places: Places, log: ProblemLog) -> None:
    """Check that numbers follow the ratings (C.04.2:2.2), except for players without a rating."""
    if event.rank_by_position:
        return
    rated = sorted((player for player in event.players if player.rating), key=lambda player: player.tpn)
    faults = [(first, second) for first, second in pairwise(rated) if (first.rating or 0) < (second.rating or 0)]
    if faults:
        first, second = faults[0]
        more = f", and {counted_noun(len(faults) - 1, 'more place')} like it" if len(faults) > 1 else ""
        log.add(
            ProblemCode.NUMBERS_NOT_BY_RATING,
            f"the numbers do not follow the ratings: player {first.tpn} has {first.rating}, player {second.tpn} "
            f"{second.rating}{more}",
            "check whether the pairing used these numbers and these ratings",
            at=places.row_place(second.tpn, _RATING_COLUMN),
            found=str(second.rating),
        )


def _check_count(event: Event, places: Places, log: ProblemLog) -> None:
    del places  # headers are not in a player's row
    text = event.header("062")
    counts = re.findall(r"[0-9]{1,6}", text)
    if counts and len(event.players) not in map(int, counts):
        message = f"062 counts {text.strip()[:20]} players, but {len(event.players)} are listed"
        log.add(ProblemCode.PLAYERS_MISCOUNTED, message, "correct record 062", at=(None, None), found=text)


def _check_federations(event: Event, places: Places, log: ProblemLog) -> None:
    others = [player for player in event.players if not _has_federation_code(player)]
    if others:
        first = others[0]
        log.add(
            ProblemCode.FEDERATION_INVALID,
            f"{counted_noun(len(others), 'federation')} not of three letters; the first is {first.federation!r}",
            "write FIDE's code of the federation, as in NED",
            at=places.row_place(first.tpn, _FEDERATION_COLUMN),
            found=first.federation,
        )


def _has_federation_code(player: Player) -> bool:
    """Whether the federation is blank or has the form of a FIDE code."""
    return not player.federation or re.fullmatch(_FEDERATION, player.federation) is not None


def _check_fide_ids(event: Event, places: Places, log: ProblemLog) -> None:
    for fide_id, (first, second, *_) in _group_repeated(event, lambda player: player.fide_id).items():
        log.add(
            ProblemCode.FIDE_ID_REPEATED,
            f"players {first} and {second} have the same FIDE number, {fide_id}",
            "look both players up in FIDE's list and correct one number",
            at=places.row_place(second, _FIDE_ID_COLUMN),
            found=fide_id,
        )


def _check_names(event: Event, places: Places, log: ProblemLog) -> None:
    repeated = _group_repeated(event, lambda player: (player.name, player.birth) if player.birth else None)
    for (name, birth), (first, second, *_) in repeated.items():
        log.add(
            ProblemCode.NAME_REPEATED,
            f"players {first} and {second} have the same name and the same birth date, {birth}",
            "check whether one player was entered twice",
            at=places.row_place(second, _NAME_COLUMN),
            found=name,
        )


def _group_repeated(event: Event, key: Callable[[Player], _Key | None]) -> dict[_Key, list[int]]:
    """Return the TPNs of players with equal keys; blank keys do not count."""
    tpns: dict[_Key, list[int]] = {}
    for player in event.players:
        if value := key(player):
            tpns.setdefault(value, []).append(player.tpn)
    return {value: equal for value, equal in tpns.items() if len(equal) > 1}


def _check_titles(event: Event, places: Places, log: ProblemLog) -> None:
    unrated = [player for player in event.players if player.title in _TITLES and not player.rating]
    if unrated:
        first = unrated[0]
        others = f"; {len(unrated) - 1} more like this" if len(unrated) > 1 else ""
        log.add(
            ProblemCode.TITLE_WITHOUT_RATING,
            f"player {first.tpn} has the title {first.title} but no rating{others}",
            "write the rating: it determines the pairing number (C.04.2:2.2)",
            at=places.row_place(first.tpn, _RATING_COLUMN),
            found="",
        )


def _check_dates(event: Event, places: Places, log: ProblemLog) -> None:
    del places  # headers are not in a player's row
    if event.start and event.end and event.end < event.start:
        message = f"the event begins on {event.start} (042) and ends before that, on {event.end} (052)"
        remedy = "correct the earlier or the later date"
        log.add(ProblemCode.DATES_OUT_OF_ORDER, message, remedy, at=(None, None), found=str(event.end))
        return
    dates = _read_round_dates(event, log)
    for (number, date), (next_number, next_date) in pairwise(dates.items()):
        if next_date < date:
            message = f"round {next_number} is dated {next_date}, before round {number} on {date}"
            log.add(ProblemCode.DATES_OUT_OF_ORDER, message, _ROUND_DATE_REMEDY, at=(None, None), found=str(next_date))
            return
    for number, date in dates.items():
        if (event.start and date < event.start) or (event.end and date > event.end):
            message = (
                f"round {number} is dated {date}, but the event is from {event.start or '?'} to {event.end or '?'}"
            )
            remedy = "correct record 132, or the first (042) or last day (052) of the event"
            log.add(ProblemCode.ROUND_DATE_OUTSIDE_EVENT, message, remedy, at=(None, None), found=str(date))
            return


def _read_round_dates(event: Event, log: ProblemLog) -> dict[int, dt.date]:
    """Return the dates of record 132 by round; report the first date that is not valid."""
    text = event.header("132")
    cells = [text[column : column + _DATE_WIDTH].strip() for column in range(_FIRST_DATE, len(text), CELL_WIDTH)]
    dates = {number: _read_round_date(cell) for number, cell in enumerate(cells, start=1) if cell}
    if None in dates.values():
        number = next(number for number, date in dates.items() if date is None)
        message = f"the date {cells[number - 1]!r} of round {number} (record 132) is not a valid date"
        log.add(ProblemCode.DATE_INVALID, message, _ROUND_DATE_REMEDY, at=(None, None), found=cells[number - 1])
    return {number: date for number, date in dates.items() if date}


def _read_round_date(text: str) -> dt.date | None:
    match = re.fullmatch(_ROUND_DATE, text)
    if match is None:
        return None
    century = "19" if match[1] >= _FIRST_YEAR_OF_19XX else "20"
    try:
        return dt.date.fromisoformat(f"{century}{match[1]}-{match[2]}-{match[3]}")
    except ValueError:
        return None


def _check_points(event: Event, places: Places, log: ProblemLog) -> None:
    for one in find_mismatches(event):
        log.add(
            ProblemCode.POINTS_MISMATCH,
            f"player {one.tpn} has {points_text(one.declared)} points, but the results give "
            f"{points_text(one.computed)}",
            "check the results, the points and the scoring system",
            at=places.row_place(one.tpn, _POINTS_COLUMN),
            found=points_text(one.declared),
        )


def _check_abnormal_points(event: Event, _: Places, log: ProblemLog) -> None:
    """Check that every record 299 for some players or a recorded round changes the points of a player."""
    without = replace(event, abnormal_points=())
    for abnormal in event.abnormal_points:
        number = abnormal.round_number or 0
        is_general = not number and not abnormal.numbers
        alone = replace(event, abnormal_points=(abnormal,))
        if (
            is_general
            or number > event.rounds_recorded
            or any(points_of_rounds(alone, one) != points_of_rounds(without, one) for one in event.players)
        ):
            continue
        listed = ", ".join(map(str, sorted(abnormal.numbers)[:MAX_LISTED_PLAYERS]))
        players = f"players {listed}" if listed else "all players"
        rounds = f"round {number}" if number else "all rounds"
        log.add(
            ProblemCode.ABNORMAL_POINTS_UNUSED,
            f"a 299 record changes no points: type '{abnormal.kind or ' '}', {rounds}, {players}",
            "check the type of result, the round and the numbers of the record",
            at=(None, None),
        )


def _check_allocated_byes(event: Event, places: Places, log: ProblemLog) -> None:
    allocated = _players_by_round(event, Result.PAIRING_ALLOCATED_BYE)
    full = _players_by_round(event, Result.FULL_POINT_BYE)
    for round_number in sorted(allocated | full):
        with_u, with_f = allocated.get(round_number, []), full.get(round_number, [])
        if len(with_u) > 1:
            numbers = " and ".join(str(tpn) for tpn in with_u[:3])
            log.add(
                ProblemCode.SECOND_ALLOCATED_BYE,
                f"round {round_number}: {len(with_u)} players have the pairing-allocated bye: {numbers}",
                "write F or H for byes that were requested",
                at=places.entry_place(with_u[1], round_number, RESULT_OFFSET),
                found="U",
            )
        elif len(with_f) == 1 and not with_u:
            log.add(
                ProblemCode.FULL_POINT_BYE_FOR_PAB,
                f"round {round_number}: player {with_f[0]} alone has a full-point bye: was it allocated?",
                "write U if the pairing gave the bye",
                at=places.entry_place(with_f[0], round_number, RESULT_OFFSET),
                found="F",
            )


def _players_by_round(event: Event, *results: Result) -> dict[int, list[int]]:
    """Return the TPNs of players with one of the results, by round; rounds without such players are left out."""
    tpns: dict[int, list[int]] = {}
    for player in event.players:
        for round_number, entry in enumerate(player.rounds, start=1):
            if entry.result in results:
                tpns.setdefault(round_number, []).append(player.tpn)
    return tpns


def _check_forfeits(event: Event, places: Places, log: ProblemLog) -> None:
    forfeited = _players_by_round(event, Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
    for round_number, listed in sorted(forfeited.items()):
        excused = _players_of_forfeited_matches(event, round_number)
        players = [tpn for tpn in listed if tpn not in excused]
        if len(players) < 2 * _MIN_SUSPECT_FORFEITS:
            continue
        scheduled = sum(player.rounds[round_number - 1].opponent is not None for player in event.players)
        if 2 * len(players) >= scheduled:
            log.add(
                ProblemCode.FORFEITS_SUSPECT,
                f"round {round_number}: {len(players) // 2} of {scheduled // 2} games are forfeits",
                "write 1 and 0 for games that were played: forfeits count for neither colours nor opponents",
                at=places.entry_place(players[0], round_number, RESULT_OFFSET),
            )


def _players_of_forfeited_matches(event: Event, round_number: int) -> frozenset[int]:
    """Return the players of teams whose match a record declares forfeited (330)."""
    teams = {
        number
        for match in event.forfeited_matches
        if match.round_number == round_number
        for number in (match.white, match.black)
    }
    return frozenset(tpn for team in event.teams if team.number in teams for tpn in team.players)


def _check_blanks(event: Event, places: Places, log: ProblemLog) -> None:
    """Report the first players, or teams, with unexplained blanks, and the number of further ones."""
    blanks, participant = select_blanks(event, event.rounds_recorded), "team" if event.is_team_event else "player"
    for blank in blanks[:MAX_LISTED_PLAYERS]:
        entry = places.entry_place(blank.tpn, blank.rounds[0], OPPONENT_OFFSET)
        at = places.team_place(blank.tpn) if event.is_team_event else entry
        log.add(
            ProblemCode.BLANK_UNEXPLAINED,
            f"{participant} {blank.tpn} is left blank in {describe_rounds(blank.rounds)}, and was read as absent",
            "write 0000 - Z for an absence",
            at=at,
        )
    if len(blanks) > MAX_LISTED_PLAYERS:
        more = counted_noun(len(blanks) - MAX_LISTED_PLAYERS, f"further {participant}")
        verb = "is" if len(blanks) == MAX_LISTED_PLAYERS + 1 else "are"
        message, remedy = f"{more} {verb} left blank in rounds that others played", "write 0000 - Z for an absence"
        log.add(ProblemCode.BLANK_UNEXPLAINED, message, remedy, at=(None, None))


def _check_ranking(event: Event, places: Places, log: ProblemLog) -> None:
    """
    Report the first player who ranks behind a player with fewer points, or equal with a player with different points.

    The ranking may follow the declared points, which may include byes of the next round, or the points by results. If
    record 212 puts a tie-break before the points, nothing is reported.
    """
    listed = event.header("212").strip().upper()
    if listed and re.split(r"[,;\s]", listed)[0] != "PTS":
        return
    declared = {player.tpn: player.points for player in event.players if player.points is not None}
    fault = _find_rank_fault(event, declared)
    if fault is None or _find_rank_fault(event, points_by_results(event)) is None:
        return
    (rank, points, _), (next_rank, next_points, tpn) = fault
    log.add(
        ProblemCode.RANKING_SUSPECT,
        f"player {tpn} has {points_text(next_points)} points on rank {next_rank}, another "
        f"{points_text(points)} on rank {rank}",
        "rank the players by their points",
        at=places.row_place(tpn, _RANK_COLUMN),
        found=str(next_rank),
    )


def _find_rank_fault(event: Event, points: dict[int, int]) -> tuple[tuple[int, int, int], tuple[int, int, int]] | None:
    """Return (rank, points, TPN) of the first two neighbours in rank whose points contradict their ranks."""
    ranked = sorted(
        (player.rank, points[player.tpn], player.tpn)
        for player in event.players
        if player.rank is not None and player.tpn in points
    )
    for first, second in pairwise(ranked):
        if second[1] > first[1] or (second[0] == first[0] and second[1] != first[1]):
            return first, second
    return None


_CHECKS: tuple[Check, ...] = (
    _check_numbers,
    _check_count,
    _check_federations,
    _check_fide_ids,
    _check_names,
    _check_titles,
    _check_dates,
    _check_forfeits,
    _check_blanks,
)
_INDIVIDUAL_CHECKS: tuple[Check, ...] = (
    _check_order_of_numbers,
    _check_abnormal_points,
    _check_points,
    _check_allocated_byes,
    _check_ranking,
)
"""In a team event a player's points and ranks are informative only, and a whole team has the bye."""


_DOUBLE_SWISS = r"(?i)FIDE_DOUBLESWISS|double[\W_]*swiss"


def declares_double_swiss(system: DeclaredSystem) -> bool:
    """Whether a file declares the Double-Swiss System, by code (192, 092) or by name (092)."""
    declared = system.code or system.text.strip()
    return "swiss" in declared.casefold() and re.match(_DOUBLE_SWISS, declared) is not None


def lint_matches(event: Event, places: Places, log: ProblemLog) -> None:
    """Report an odd number of rounds, equal colours in both games of a match, and full-point byes for one game."""
    if not declares_double_swiss(event.system):
        return
    _check_number_of_rounds(event, log)
    for match in _matches(event):
        _check_colours(match, places, log)
        _check_bye(match, places, log)


def _matches(event: Event) -> Iterator[Match]:
    for player in event.players:
        for row in range(0, len(player.rounds) - 1, 2):
            yield player, row + 1, player.rounds[row], player.rounds[row + 1]


def _check_number_of_rounds(event: Event, log: ProblemLog) -> None:
    rounds = event.rounds_declared
    if rounds is not None and rounds % 2:
        log.add(
            ProblemCode.ROUNDS_ODD,
            f"{rounds} rounds are declared, but a match of the Double-Swiss System takes two rounds of the file",
            "declare two rounds for each match (142, XXR)",
            at=(None, None),
            found=str(rounds),
        )


def _check_colours(match: Match, places: Places, log: ProblemLog) -> None:
    player, first_round, first, second = match
    if first.colour is Colour.WHITE and second.colour is Colour.WHITE and first.opponent == second.opponent:
        log.add(
            ProblemCode.COLOURS_OF_MATCH_EQUAL,
            f"rounds {first_round} and {first_round + 1}: player {player.tpn} has White in both games of the match "
            f"against player {first.opponent} (C.04.5:4.4)",
            "reverse the colours of the second game",
            at=places.entry_place(player.tpn, first_round + 1, COLOUR_OFFSET),
            found=second.colour.value,
        )


def _check_bye(match: Match, places: Places, log: ProblemLog) -> None:
    player, first_round, first, second = match
    results = [first.result, second.result]
    if results.count(Result.FULL_POINT_BYE) == 1:
        game = results.index(Result.FULL_POINT_BYE)
        log.add(
            ProblemCode.BYE_FOR_ONE_GAME,
            f"rounds {first_round} and {first_round + 1}: player {player.tpn} has a full-point bye in one game of the "
            "match only; "
            "byes are for matches (C.04.5, Preface)",
            "write F in both rounds, or U and H for the pairing-allocated bye",
            at=places.entry_place(player.tpn, first_round + game, RESULT_OFFSET),
            found="F",
        )
