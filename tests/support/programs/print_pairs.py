"""
A pairing program for the runners of the suite, which prints JaVaFo's list of pairs: ``python print_pairs.py INPUT``.

It leaves out C14, and fails for an event of a certain name.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

FAILS = "FAILS"
"""The name of the event for which the program fails."""


def main(path: str) -> int:
    """Print the pairs of the next round, White first."""
    text = Path(path).read_bytes()
    if FAILS.encode() in text:
        return 1
    from reference_engines.frame.systems import engine_for  # noqa: PLC0415 - a program that fails needs no engine
    from tournaments.trf.reading import parse_event  # noqa: PLC0415 - likewise

    event = parse_event(text).event
    assert event is not None
    rules = engine_for("dutch-2026")
    rules = replace(rules, criteria=tuple(one for one in rules.criteria if one.label != "C14"))
    pairing = rules.open(event).round(event.rounds_recorded + 1).expected()
    lines = [f"{pair.white} {pair.black}" for pair in pairing.pairs]
    lines += [] if pairing.bye is None else [f"{pairing.bye} 0"]
    sys.stdout.write("\n".join([str(len(lines)), *lines, ""]))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
