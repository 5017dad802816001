"""
An engine to practise with: it pairs by the Dutch System of 2026, but overlooks C14, a downfloat in the round before.

    python3 practice_engine.py INPUT OUTPUT

It reads a tournament report file, and writes its pairs one in a line after their number, White first, as JaVaFo does.
"""

import sys
from dataclasses import replace
from pathlib import Path

from reference_engines.frame.systems import engine_for
from tournaments.trf.reading import load_event

OVERLOOKED = "C14"


def pair(path: Path) -> list[tuple[int, int]]:
    """Return the pairs of the next round; the bye is a pair with 0."""
    event = load_event(path)
    rules = engine_for("dutch-2026")
    criteria = tuple(criterion for criterion in rules.criteria if criterion.label != OVERLOOKED)
    pairing = replace(rules, criteria=criteria).open(event).round(event.rounds_recorded + 1).expected()
    return [*((game.white, game.black) for game in pairing.pairs), *([(pairing.bye, 0)] if pairing.bye else [])]


if __name__ == "__main__":
    PAIRS = pair(Path(sys.argv[1]))
    Path(sys.argv[2]).write_text("".join(f"{line}\n" for line in (len(PAIRS), *(f"{a} {b}" for a, b in PAIRS))))
