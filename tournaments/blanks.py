"""
Players of whom a file says nothing in a round that others played.

By the format a blank is an absence. But it is also what remains when a program, or somebody at the keyboard, forgets a
player; so who was left blank is named, unless the file explains it: by a record of byes (240), or by half-point byes
that show in the points only. In team events players are blank whenever they are not in the line-up; there nothing is
said.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tournaments.model import LeftBlank

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tournaments.model import Event, RequestedBye

MOST_NAMED = 10
"""Players who are named; the others are counted."""


def unexplained_blanks(blanks: set[tuple[int, int]], on_record: Iterable[RequestedBye]) -> tuple[LeftBlank, ...]:
    """Return who of the ``blanks``, (TPN, round), does not have one of the byes on record for the round."""
    explained = {(bye.tpn, bye.round_number) for bye in on_record}
    rounds: dict[int, list[int]] = {}
    for tpn, round_number in sorted(blanks - explained):
        rounds.setdefault(tpn, []).append(round_number)
    return tuple(LeftBlank(tpn=tpn, rounds=tuple(numbers)) for tpn, numbers in rounds.items())


def blanks_until(event: Event, last_round: int) -> tuple[LeftBlank, ...]:
    """Return who is left blank in the rounds up to the last one that matters."""
    last_round = min(last_round, event.rounds_recorded)
    numbers = ((blank.tpn, tuple(n for n in blank.rounds if n <= last_round)) for blank in event.unexplained_blanks)
    return tuple(LeftBlank(tpn=tpn, rounds=rounds) for tpn, rounds in numbers if rounds)


def rounds_in_words(rounds: Collection[int]) -> str:
    """Return ``round 3``, ``rounds 3 and 7``, ``rounds 1, 3 to 5 and 7``."""
    numbers = sorted(rounds)
    starts = [numbers[0], *(after for before, after in pairwise(numbers) if after != before + 1)]
    ends = [*(before for before, after in pairwise(numbers) if after != before + 1), numbers[-1]]
    runs = [_run(start, end) for start, end in zip(starts, ends, strict=True)]
    listed = runs[0] if len(runs) == 1 else f"{', '.join(runs[:-1])} and {runs[-1]}"
    return f"round{'s' if len(numbers) > 1 else ''} {listed}"


def _run(start: int, end: int) -> str:
    if start == end:
        return str(start)
    return f"{start} and {end}" if end == start + 1 else f"{start} to {end}"
