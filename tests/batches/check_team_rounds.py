"""
Generate team events of 5 to 60 teams, check every round, and hold every hard rule without engine and model.

``python tests/batches/check_team_rounds.py ROUNDS SEED``.

Editions take turns, and all axes of the generator vary. The hard rules are read off the columns of the file.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field, replace

from checker.check import check_event
from checker.findings import RoundFinding
from random_tournaments.axes import Span
from random_tournaments.generation import generate
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from tournaments.trf.reading import parse_event

SYSTEMS = ("team-2026", "team-2024", "team-draft")
_AXES = replace(TEAM_PROFILES["mixed"], teams=Span(5, 60), rounds=Span(3, 13))
_PLAYED = "1=0"
_FIRST_ROUND, _STRIDE = 91, 10
_FIRST_PLAYER = 72


@dataclass(slots=True)
class Sheet:
    """The teams as the columns of a file give them."""

    team_of: dict[int, int] = field(default_factory=dict)
    rows: dict[int, str] = field(default_factory=dict)
    rounds: int = 0
    allocated: dict[int, int] = field(default_factory=dict)
    """Round to the team with the bye (320)."""
    byes: dict[tuple[int, int], str] = field(default_factory=dict)
    """Round and team to F, H or Z (240)."""
    forfeited: dict[tuple[int, frozenset[int]], tuple[str, int]] = field(default_factory=dict)
    """Round and teams to the outcome and White (330)."""
    apart: list[frozenset[int]] = field(default_factory=list)
    """Groups of whom no two meet (260)."""


def read_sheet(text: str) -> Sheet:
    """Read the columns of the records that matter."""
    sheet = Sheet()
    for line in text.splitlines():
        code = line[:3]
        if code == "001":
            sheet.rows[int(line[4:8])] = line
            sheet.rounds = max(sheet.rounds, (len(line) - _FIRST_ROUND + _STRIDE - 1) // _STRIDE)
        elif code == "310":
            sheet.team_of |= {int(tpn): int(line[4:7]) for tpn in line[_FIRST_PLAYER:].split()}
        elif code == "320":
            cells = [line[at : at + 3].strip() for at in range(14, len(line), 4)]
            sheet.allocated = {number: int(cell) for number, cell in enumerate(cells, start=1) if cell.strip("0")}
        elif code == "240":
            sheet.byes |= {(int(line[6:9]), int(team)): line[4] for team in line[9:].split()}
        elif code == "330":
            teams = int(line[11:14]), int(line[15:18])
            sheet.forfeited[int(line[7:10]), frozenset(teams)] = line[4:6], teams[0]
        elif code == "260":
            sheet.apart.append(frozenset(map(int, line[12:].split())))
    return sheet


def matches_of(sheet: Sheet, number: int) -> dict[int, tuple[int, bool]]:
    """Return every team's opponent, and whether a game of the match was played; ValueError if a team has two."""
    matches: dict[int, tuple[int, bool]] = {}
    start = _FIRST_ROUND + (number - 1) * _STRIDE
    for tpn, row in sheet.rows.items():
        opponent, result = int(row[start : start + 4].strip() or 0), row[start + 7 : start + 8]
        if not opponent:
            continue
        team, other = sheet.team_of[tpn], sheet.team_of[opponent]
        before = matches.get(team, (other, False))
        if before[0] != other or other == team:
            raise ValueError(f"round {number}: team {team} plays {before[0]} and {other}")
        matches[team] = other, before[1] or result in _PLAYED
    return matches


def broken_rules(text: str) -> list[str]:
    """Return the rules that a file's rounds break, judged from its columns and records."""
    sheet = read_sheet(text)
    teams = set(sheet.team_of.values())
    met: set[frozenset[int]] = set()
    barred: set[int] = set()
    faults: list[str] = []
    for number in range(1, sheet.rounds + 1):
        matches = matches_of(sheet, number)
        away = {team for at, team in sheet.byes if at == number}
        bye = sheet.allocated.get(number)
        present = teams - away
        if set(matches) & away or set(matches) | ({bye} if bye else set()) != present:
            faults.append(f"round {number}: a team is left out, or plays and is away")
        if bool(bye) != bool(len(present) % 2) or bye in matches:
            faults.append(f"round {number}: bye of team {bye} among {len(present)} teams")
        if bye in barred:
            faults.append(f"round {number}: bye of team {bye}, which may not have it")
        for team, (opponent, played) in matches.items():
            pair = frozenset((team, opponent))
            if pair in met or any(pair <= group for group in sheet.apart):
                faults.append(f"round {number}: teams {sorted(pair)} may not meet")
            if matches.get(opponent, (None,))[0] != team or played == ((number, pair) in sheet.forfeited):
                faults.append(f"round {number}: the match of teams {sorted(pair)} is not whole")
        met |= {frozenset((team, opponent)) for team, (opponent, played) in matches.items() if played}
        barred |= {bye} if bye else set()
        barred |= {team for (at, team), kind in sheet.byes.items() if at == number and kind == "F"}
        for (at, pair), (outcome, white) in sheet.forfeited.items():
            if at == number and "+" in outcome:
                barred.add(white if outcome == "+-" else next(iter(pair - {white})))
    return faults


def run(rounds: int, seed: int) -> tuple[int, Counter[str], list[str]]:
    """Return the number of events, the verdicts, and what is broken."""
    events, verdicts, broken = 0, Counter[str](), list[str]()
    while verdicts.total() < rounds:
        batch = TeamBatch(seed=seed, axes=_AXES, system=SYSTEMS[events % len(SYSTEMS)])
        (made,) = generate(batch, [events])
        event = parse_event(made.text.encode(), source=str(events)).event
        if event is None:
            raise ValueError(f"event {events} cannot be read: {made.failure}")
        for finding in check_event(event):
            if isinstance(finding, RoundFinding):
                verdicts[finding.verdict.value] += 1
        broken += [f"event {events}, {one}" for one in broken_rules(made.text)]
        events += 1
    return events, verdicts, broken


if __name__ == "__main__":
    events, verdicts, broken = run(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.write(f"{events} events, {dict(verdicts)}, {len(broken)} broken rules {broken[:3]}\n")
    sys.exit(bool(broken) or set(verdicts) != {"agree"})
