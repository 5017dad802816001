"""
Lint of team events: contradictions among games, line-ups, byes, forfeits, colours and points.

The modules that derive the teams' rounds (`meetings`, `byes`, `boards`, `matches`) report contradictions in their
input. This module reports contradictions in data that the derivation does not use.
"""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.model import Event
from tournaments.places import OPPONENT_OFFSET, Places
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.teams.boards import Certainty, assign_seats
from tournaments.teams.event import TeamEvent
from tournaments.teams.matches import derive_team_event
from tournaments.teams.meetings import TeamRound, list_team_rounds, list_teams_of_players
from tournaments.teams.points import find_team_mismatches
from tournaments.teams.records import LineUp


def lint_teams(event: Event, places: Places, log: ProblemLog) -> None:
    """Report every contradiction among games, teams and their records."""
    derived = derive_team_event(event, places, log)
    _check_last_round(event, places, log)
    _check_rounds_recorded(event, places, log)
    _check_membership(event, places, log)
    _check_line_ups(event, derived, places, log)
    _check_points(event, derived, places, log)


def _check_last_round(event: Event, places: Places, log: ProblemLog) -> None:
    for bye in event.team_byes:
        if event.rounds_declared is not None and bye.round_number > event.rounds_declared:
            log.add(
                ProblemCode.BYE_AFTER_LAST_ROUND,
                f"team {bye.tpn} has a bye in round {bye.round_number}, but the number of rounds is "
                f"{event.rounds_declared}",
                "correct the number of rounds (142, XXR), or remove the bye",
                at=places.record_place(bye),
                found=bye.result.value,
            )


def _check_rounds_recorded(event: Event, places: Places, log: ProblemLog) -> None:
    """Report line-ups and forfeited matches after the next round, for which no pairing exists."""
    records = (
        (ProblemCode.LINE_UP_CONTRADICTS_GAMES, "line-up", event.line_ups),
        (ProblemCode.FORFEIT_CONTRADICTS_GAMES, "forfeited match", event.forfeited_matches),
    )
    for code, record_name, listed in records:
        for record in listed:
            if record.round_number > event.rounds_recorded + 1:
                log.add(
                    code,
                    f"there is a {record_name} of round {record.round_number}, but round {event.rounds_recorded + 1} "
                    "is still to be paired",
                    "correct the round, or enter the games",
                    at=places.record_place(record),
                    found=str(record.round_number),
                )


def _check_membership(event: Event, places: Places, log: ProblemLog) -> None:
    """Report every player who has games but belongs to no team."""
    seated = {tpn for team in event.teams for tpn in team.players}
    seated |= {tpn for line_up in event.line_ups for tpn in line_up.players if tpn is not None}
    for player in event.players:
        opponents = [(number, entry.opponent) for number, entry in enumerate(player.rounds, start=1) if entry.opponent]
        if player.tpn in seated or not opponents:
            continue
        number, opponent = opponents[0]
        log.add(
            ProblemCode.PLAYER_WITHOUT_TEAM,
            f"player {player.tpn} plays {opponent} in round {number}, but belongs to no team",
            "list the player in record 310 (013) of the team",
            at=places.entry_place(player.tpn, number, OPPONENT_OFFSET),
            found=str(player.tpn),
        )


def _check_line_ups(event: Event, derived: TeamEvent, places: Places, log: ProblemLog) -> None:
    opponents = {
        (number, team.number): entry.opponent
        for team in derived.teams
        for number, entry in enumerate(team.rounds, start=1)
    }
    homes = list_teams_of_players(event)
    known = {player.tpn for player in event.players}
    for line_up in event.line_ups:
        for tpn in line_up.players:
            if tpn in homes and line_up.team not in homes[tpn]:
                _report_lent(line_up, tpn, homes[tpn][0], places, log)
            if tpn is not None and tpn not in known:
                _report(line_up, f"names player {tpn}, who does not exist", places, log)
    for played in list_team_rounds(event):
        for line_up in played.line_ups.values():
            opponent = opponents[played.number, line_up.team]
            faults = _find_line_up_faults(played, line_up, opponent, derived.boards)
            for fault in faults:
                _report(line_up, fault, places, log)
    _check_repeated(event, places, log)


def _check_repeated(event: Event, places: Places, log: ProblemLog) -> None:
    known: set[tuple[int, int]] = set()
    for line_up in event.line_ups:
        key = line_up.round_number, line_up.team
        if key in known:
            message = f"round {key[0]}: team {key[1]} has two line-ups; the first was read"
            log.add(ProblemCode.REPEATED_RECORD, message, "write one record 300", at=places.record_place(line_up))
        known.add(key)


def _find_line_up_faults(played: TeamRound, line_up: LineUp, opponent: int | None, boards: int) -> Iterator[str]:
    """Yield the differences between a line-up and the games of its round."""
    if opponent is None:
        yield "is of a team without a match"
        return
    for tpn in played.on_boards(line_up.team, opponent):
        if tpn not in line_up.players and played.entries[tpn].opponent is not None:
            yield f"leaves out player {tpn}, who plays {played.entries[tpn].opponent}"
    own, _ = assign_seats(played, line_up.team, opponent, boards)
    their, certainty = assign_seats(played, opponent, line_up.team, boards)
    if opponent in played.line_ups and opponent < line_up.team:
        return  # the check of the opponent's line-up reports it
    for tpn, board in own.items():
        against = played.entries[tpn].opponent
        if certainty is not Certainty.LIST_WITH_GAPS and against is not None and their.get(against, board) != board:
            yield f"has player {tpn} on board {board}, whose opponent {against} sits on board {their[against]}"


def _report(line_up: LineUp, fault: str, places: Places, log: ProblemLog) -> None:
    log.add(
        ProblemCode.LINE_UP_CONTRADICTS_GAMES,
        f"round {line_up.round_number}: the line-up of team {line_up.team} {fault}",
        "correct record 300, or the games",
        at=places.record_place(line_up),
    )


def _report_lent(line_up: LineUp, tpn: int, team: int, places: Places, log: ProblemLog) -> None:
    log.add(
        ProblemCode.PLAYER_IN_TWO_TEAMS,
        f"round {line_up.round_number}: player {tpn} is in the line-up of team {line_up.team}, but listed by team "
        f"{team}",
        "list every player once",
        at=places.record_place(line_up),
        found=str(tpn),
    )


def _check_points(event: Event, derived: TeamEvent, places: Places, log: ProblemLog) -> None:
    """Compare the declared points of teams with the points of their rounds."""
    for mismatch in find_team_mismatches(event, derived):
        log.add(
            ProblemCode.TEAM_POINTS_MISMATCH,
            f"team {mismatch.team} has {mismatch.sentence}",
            "check the results, the byes and the points of matches (362, 320)",
            at=places.team_place(mismatch.team),
        )
