"""
Compare the team engine with the literal one on small events.

``python tests/batches/compare_team_literal.py COUNT SEED``.

Every round of small random events is a situation; the bye, the pairs and the colours have to be the same.
"""

from __future__ import annotations

import random
import sys

from reference_engines.results import NoLegalPairingError
from reference_engines.team.session import EDITIONS, literal_team_engine, team_engine
from tests.support.team_events import CODES, new_event, play_round

FEWEST, MOST = 3, 9


def differing(count: int, seed: int) -> tuple[int, list[str]]:
    """Return how many situations were compared, and those that differ."""
    chance = random.Random(seed)
    compared, differences = 0, []
    while compared < count:
        rules = chance.choice(EDITIONS)
        ours, literal = team_engine(rules), literal_team_engine(rules)
        teams = chance.randint(FEWEST, MOST)
        event = new_event(teams, chance.randint(3, 7), chance.choice(CODES))
        for number in range(1, (event.rounds_declared or 0) + 1):
            try:
                expected = literal.open_teams(event).pair(number)
            except NoLegalPairingError:
                expected = None
            try:
                found = ours.open_teams(event).pair(number)
            except NoLegalPairingError:
                found = None
            compared += 1
            if found != expected:
                differences.append(f"{rules.edition.key}, round {number}: {found}, literally {expected}; {event}")
            if found is None:
                break
            try:
                event = play_round(event, ours, chance)
            except NoLegalPairingError:
                break
    return compared, differences


if __name__ == "__main__":
    compared, differences = differing(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.write("\n".join([*differences[:5], f"{compared} situations, {len(differences)} differ\n"]))
    sys.exit(bool(differences))
