"""
Rank many events of 100 players and 9 rounds by ten tie-breaks, and print the time.

``python -m batches.rank_many [EVENTS]`` from the folder ``tests``; 50,000 by default, each of 500
generated events in its turn, prepared anew every time. Only ranking is timed, in seconds of the processor.
"""

from __future__ import annotations

import sys
import time
from itertools import cycle, islice

from benchmarks.bench_standings import TEN

from random_tournaments.axes import ENDORSEMENT
from random_tournaments.event_batch import Batch
from random_tournaments.settings import PLAYERS
from standings.ranking import rank
from standings.rules import determine_rules

_DIFFERENT = 500
_AXES = {"players": "100", "rounds": "9", "unrated-players": "0%", "acceleration": "none"}


def main(events: int) -> int:
    """Rank, and tell seconds and shared ranks."""
    batch = Batch(seed=23, axes=PLAYERS.with_settings(ENDORSEMENT, _AXES))
    generated = [batch.play(index).event for index in range(min(events, _DIFFERENT))]
    began, groups, players = time.process_time(), 0, 0
    for event in islice(cycle(generated), events):
        standings = rank(event, TEN, determine_rules(event))
        if standings.obstacle is not None:
            raise ValueError(f"{event.name}: {standings.obstacle}")
        groups += len(standings.groups)
        players += len(event.players)
    seconds = time.process_time() - began
    sys.stdout.write(
        f"{events} events of 100 x 9 by {', '.join(map(str, TEN))}: {seconds:.1f} s, "
        f"{1000 * seconds / events:.2f} ms each; {players} players in {groups} ranks\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000))
