"""
Generate team events of 5 to 60 teams, check every round, and hold every hard rule without the engine.

``python tests/batches/check_team_rounds.py ROUNDS SEED``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import TYPE_CHECKING

from checker.comparison import RoundContext, judge_pairing
from reference_engines.results import NoLegalPairingError
from reference_engines.team.session import EDITIONS, team_engine
from tests.support.team_events import CODES, new_event, play_round
from tournaments.team_event import MatchResult

if TYPE_CHECKING:
    from tournaments.team_event import TeamEvent

_BARS = (MatchResult.PAIRING_ALLOCATED_BYE, MatchResult.FORFEIT_WIN)
_LONGEST = 11


def broken_rules(event: TeamEvent) -> list[str]:
    """Return what the rounds of an event break: somebody left out, a rematch, a bye that is not allowed."""
    found: list[str] = []
    for row in range(event.rounds_recorded):
        present = [team for team in event.teams if team.rounds[row].result.was_paired]
        byes = [team for team in present if team.rounds[row].opponent is None]
        if len(byes) != len(present) % 2:
            found.append(f"round {row + 1}: {len(byes)} byes for {len(present)} teams")
        found.extend(
            f"round {row + 1}: bye of team {team.number}"
            for team in byes
            if any(entry.result in _BARS for entry in team.rounds[:row])
        )
        for team in present:
            entry = team.rounds[row]
            if entry.opponent is None:
                continue
            other = event.teams[entry.opponent - 1].rounds[row]
            earlier = [past.opponent for past in team.rounds[:row] if past.result is MatchResult.PLAYED]
            if other.opponent != team.number or other.colour is entry.colour or entry.opponent in earlier:
                found.append(f"round {row + 1}: team {team.number} with {entry.opponent}")
    return found


def run(rounds: int, seed: int) -> tuple[int, Counter[str], list[str]]:
    """Return the number of events, the verdicts, and what is broken."""
    chance = random.Random(seed)
    events, verdicts, broken = 0, Counter[str](), list[str]()
    while verdicts.total() < rounds:
        engine = team_engine(chance.choice(EDITIONS))
        teams = chance.randint(5, 60)
        event = new_event(teams, chance.randint(3, min(_LONGEST, teams - 1)), chance.choice(CODES))
        try:
            for _ in range(event.rounds_declared or 0):
                event = play_round(event, engine, chance)
        except NoLegalPairingError:
            pass  # the event ends early, and what it has is checked
        session = engine.open_teams(event)
        for number in range(1, event.rounds_recorded + 1):
            finding = judge_pairing(session, number, session.recorded(number), RoundContext(event="generated"))
            verdicts[finding.verdict.value] += 1
        events += 1
        broken += broken_rules(event)
    return events, verdicts, broken


if __name__ == "__main__":
    events, verdicts, broken = run(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.write(f"{events} events, {dict(verdicts)}, {len(broken)} broken rules {broken[:3]}\n")
    sys.exit(bool(broken) or set(verdicts) != {"agree"})
