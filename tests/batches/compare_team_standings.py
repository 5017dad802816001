"""
Compare the tie-breaks of generated team events with those of Gacrux, by the editions of 2024 and 2026.

``python -m batches.compare_team_standings [EVENTS [SEED]]`` from the folder ``tests``: every code of teams with its
modifiers, every value and rank, in events full of byes and forfeits. Ends in status 1 if a difference is unexplained.
"""

from __future__ import annotations

import sys

from support.team_standings import KNOWN, STARTS, Differences, compare, team_events


def main(events: int, seed: int) -> int:
    """Compare, and say what was found."""
    batch, found = team_events(seed), Differences()
    for index in range(events):
        event = batch.play(index).event
        if event.rounds_recorded:
            for key in STARTS:
                compare(event, key, found)
    sys.stdout.write(f"{events} events, {found.compared} values and ranks compared\n")
    for key, number in found.known.most_common():
        sys.stdout.write(f"{number} differ: {KNOWN[key]}\n")
    sys.stdout.write(f"{len(found.unexplained)} differ without an explanation\n")
    for line in found.unexplained[:20]:
        sys.stdout.write(f"  {line}\n")
    return 1 if found.unexplained or not found.compared else 0


if __name__ == "__main__":
    asked = [int(word) for word in sys.argv[1:3]]
    sys.exit(main(asked[0] if asked else 300, asked[1] if len(asked) > 1 else 7))
