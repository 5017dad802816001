"""
Compare the tie-breaks of generated events of players with those of Gacrux, by the editions of 2024 and 2026.

``python -m batches.compare_standings [EVENTS [SEED]]`` from the folder ``tests``: every code with its modifiers, every
value and rank, in events full of byes and forfeits. Ends in status 1 if anything differs. Events of teams:
`batches.compare_team_standings`.
"""

from __future__ import annotations

import sys

from support.player_standings import STARTS, Differences, compare


def main(events: int, seed: int) -> int:
    """Compare, and say what was found."""
    differences = Differences()
    for number in range(seed, seed + events):
        for key in STARTS:
            compare(number, key, differences)
    sys.stdout.write(f"{events} events, {differences.values} values and {differences.ranks} ranks compared\n")
    sys.stdout.write(f"{len(differences.lines)} differ\n")
    sys.stdout.writelines(f"  {line}\n" for line in differences.lines[:20])
    return 1 if differences.lines or not differences.values else 0


if __name__ == "__main__":
    asked = [int(word) for word in sys.argv[1:3]]
    sys.exit(main(asked[0] if asked else 1000, asked[1] if len(asked) > 1 else 0))
