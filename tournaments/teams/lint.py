"""
What in an event of teams contradicts itself: games, line-ups, byes, forfeits, colours and points.

What the rounds of teams are derived from is reported where it is derived (`meetings`, `byes`, `boards`, `matches`);
this module adds what the derivation has no use for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.places import OPPONENT_OFFSET
from tournaments.problems import ProblemCode
from tournaments.teams.boards import Certainty, seats
from tournaments.teams.matches import derive
from tournaments.teams.meetings import homes_of, rounds_of
from tournaments.teams.points import team_mismatches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event
    from tournaments.places import Places
    from tournaments.problems import Findings
    from tournaments.teams.event import TeamEvent
    from tournaments.teams.meetings import TeamRound
    from tournaments.teams.records import LineUp


def lint_teams(event: Event, places: Places, findings: Findings) -> None:
    """Report every contradiction among games, teams and their records."""
    derived = derive(event, places, findings)
    _check_last_round(event, places, findings)
    _check_rounds_recorded(event, places, findings)
    _check_membership(event, places, findings)
    _check_line_ups(event, derived, places, findings)
    _check_points(event, derived, places, findings)


def _check_last_round(event: Event, places: Places, findings: Findings) -> None:
    for bye in event.team_byes:
        if event.rounds_declared is not None and bye.round_number > event.rounds_declared:
            findings.add(
                ProblemCode.BYE_AFTER_LAST_ROUND,
                f"team {bye.tpn} has a bye in round {bye.round_number}, but the number of rounds is "
                f"{event.rounds_declared}",
                "correct the number of rounds (142, XXR), or remove the bye",
                at=places.of_record(bye),
                found=bye.result.value,
            )


def _check_rounds_recorded(event: Event, places: Places, findings: Findings) -> None:
    """Report line-ups and forfeited matches of rounds after the next one: nobody has been paired there."""
    records = (
        (ProblemCode.LINE_UP_CONTRADICTS_GAMES, "line-up", event.line_ups),
        (ProblemCode.FORFEIT_CONTRADICTS_GAMES, "forfeited match", event.forfeited_matches),
    )
    for code, what, listed in records:
        for record in listed:
            if record.round_number > event.rounds_recorded + 1:
                findings.add(
                    code,
                    f"there is a {what} of round {record.round_number}, but round {event.rounds_recorded + 1} is still "
                    "to be paired",
                    "correct the round, or enter the games",
                    at=places.of_record(record),
                    found=str(record.round_number),
                )


def _check_membership(event: Event, places: Places, findings: Findings) -> None:
    """Report, once, every player who has games and sits down for no team."""
    seated = {tpn for team in event.teams for tpn in team.players}
    seated |= {tpn for line_up in event.line_ups for tpn in line_up.players if tpn is not None}
    for player in event.players:
        opponents = [(number, entry.opponent) for number, entry in enumerate(player.rounds, start=1) if entry.opponent]
        if player.tpn in seated or not opponents:
            continue
        number, opponent = opponents[0]
        findings.add(
            ProblemCode.PLAYER_WITHOUT_TEAM,
            f"player {player.tpn} plays {opponent} in round {number}, but belongs to no team",
            "list the player in record 310 (013) of the team",
            at=places.of_entry(player.tpn, number, OPPONENT_OFFSET),
            found=str(player.tpn),
        )


def _check_line_ups(event: Event, derived: TeamEvent, places: Places, findings: Findings) -> None:
    opponents = {
        (number, team.number): entry.opponent
        for team in derived.teams
        for number, entry in enumerate(team.rounds, start=1)
    }
    homes = homes_of(event)
    known = {player.tpn for player in event.players}
    for line_up in event.line_ups:
        for tpn in line_up.players:
            if tpn in homes and line_up.team not in homes[tpn]:
                _report_lent(line_up, tpn, homes[tpn][0], places, findings)
            if tpn is not None and tpn not in known:
                _report(line_up, f"names player {tpn}, who does not exist", places, findings)
    for played in rounds_of(event):
        for line_up in played.line_ups.values():
            opponent = opponents[played.number, line_up.team]
            faults = _faults(played, line_up, opponent, derived.boards)
            for fault in faults:
                _report(line_up, fault, places, findings)
    _check_repeated(event, places, findings)


def _check_repeated(event: Event, places: Places, findings: Findings) -> None:
    seen: set[tuple[int, int]] = set()
    for line_up in event.line_ups:
        key = line_up.round_number, line_up.team
        if key in seen:
            message = f"round {key[0]}: team {key[1]} has two line-ups; the first was read"
            findings.add(ProblemCode.REPEATED_RECORD, message, "write one record 300", at=places.of_record(line_up))
        seen.add(key)


def _faults(played: TeamRound, line_up: LineUp, opponent: int | None, boards: int) -> Iterator[str]:
    """Yield how a line-up differs from the games of its round."""
    if opponent is None:
        yield "is of a team without a match"
        return
    for tpn in played.on_boards(line_up.team, opponent):
        if tpn not in line_up.players and played.entries[tpn].opponent is not None:
            yield f"leaves out player {tpn}, who plays {played.entries[tpn].opponent}"
    own, _ = seats(played, line_up.team, opponent, boards)
    their, certainty = seats(played, opponent, line_up.team, boards)
    if opponent in played.line_ups and opponent < line_up.team:
        return  # said of the other line-up
    for tpn, board in own.items():
        other = played.entries[tpn].opponent
        if certainty is not Certainty.LIST_WITH_GAPS and other is not None and their.get(other, board) != board:
            yield f"has player {tpn} on board {board}, whose opponent {other} sits on board {their[other]}"


def _report(line_up: LineUp, fault: str, places: Places, findings: Findings) -> None:
    findings.add(
        ProblemCode.LINE_UP_CONTRADICTS_GAMES,
        f"round {line_up.round_number}: the line-up of team {line_up.team} {fault}",
        "correct record 300, or the games",
        at=places.of_record(line_up),
    )


def _report_lent(line_up: LineUp, tpn: int, team: int, places: Places, findings: Findings) -> None:
    findings.add(
        ProblemCode.PLAYER_IN_TWO_TEAMS,
        f"round {line_up.round_number}: player {tpn} is in the line-up of team {line_up.team}, but listed by team "
        f"{team}",
        "list every player once",
        at=places.of_record(line_up),
        found=str(tpn),
    )


def _check_points(event: Event, derived: TeamEvent, places: Places, findings: Findings) -> None:
    """Compare the points that teams declare with those of their rounds."""
    for one in team_mismatches(event, derived):
        findings.add(
            ProblemCode.TEAM_POINTS_MISMATCH,
            f"team {one.team} has {one.sentence}",
            "check the results, the byes and the points of matches (362, 320)",
            at=places.of_team(one.team),
        )
