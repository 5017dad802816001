"""
Compare the team engine with the literal one on small events.

``python tests/batches/compare_team_literal.py COUNT SEED``.

Every round of random events of 3 to 11 teams, on all axes of the generator, is a situation, by the edition and each of
its misreadings; the bye, the pairs and the colours have to be the same, or neither engine finds a legal pairing.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from random_tournaments.axes import Span
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import misreadings_of

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

SYSTEMS = ("team-2026", "team-2024", "team-draft")
_AXES = replace(TEAM_PROFILES["tiny"], teams=Span(3, 11), rounds=Span(2, 9))


class Comparison:
    """Pairs by both engines, goes on with one, and counts."""

    def __init__(self) -> None:
        """Begin with no situation."""
        self.compared = 0
        self.differences: list[str] = []

    def pair(self, key: str, event: Event, number: int) -> RoundPairing:
        """Pair a round by both; raise NoLegalPairingError where the engine does."""
        ours, literal = engine_for(key), engine_for(f"{key}/literal")
        found = self._compared(key, ours, literal, event, number)
        for one in misreadings_of(ours):
            self._compared(one.identifier, one.rules(ours), one.rules(literal), event, number)
        if found is None:
            raise NoLegalPairingError
        return found

    def _compared(self, name: str, ours: Rules, literal: Rules, event: Event, number: int) -> RoundPairing | None:
        found, expected = _paired(ours, event, number), _paired(literal, event, number)
        self.compared += 1
        if found != expected:
            self.differences.append(f"{event.name}, {name}, round {number}: {found}, literally {expected}")
        return found


def _paired(rules: Rules, event: Event, number: int) -> RoundPairing | None:
    try:
        return rules.open(event).round(number).expected()
    except NoLegalPairingError:
        return None


def run(count: int, seed: int) -> tuple[int, Comparison]:
    """Return the number of events played, and the comparison."""
    comparison, events = Comparison(), 0
    while comparison.compared < count:
        key = SYSTEMS[events % len(SYSTEMS)]
        batch = TeamBatch(seed=seed, axes=_AXES, system=key)
        batch.play(events, partial(comparison.pair, key))
        events += 1
    return events, comparison


if __name__ == "__main__":
    events, comparison = run(int(sys.argv[1]), int(sys.argv[2]))
    differing = len(comparison.differences)
    last = f"{events} events, {comparison.compared} situations, {differing} differ\n"
    sys.stdout.write("\n".join([*comparison.differences[:5], last]))
    sys.exit(bool(differing))
