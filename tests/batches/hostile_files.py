"""
Sound-looking files that are built to take too much time or memory, and what each of them takes under every command.

    PYTHONPATH=tests python -m batches.hostile_files --output FOLDER --commands check lint standings
    PYTHONPATH=tests python -m batches.hostile_files --only rounds-999 forbidden-whole --seconds 60

A *kind* of hostile file is a function of a size: the number of players, rounds, records or codes. At its full size each
file has less than 3 MB, unless the kind says otherwise. The batch runs each command in a process of its own, and prints
processor time, peak memory and exit status. It ends in status 1 if one of them needs more than 10 seconds or 1 GiB.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Build = Callable[[int], str]

MOST_SECONDS = 10.0
MOST_KIB = 1024 * 1024
FULL_BYTES = 3_000_000
"""Largest file that the limits hold for."""
COMMANDS = ("check", "lint", "standings")
_HEADERS = ("012 Hostile Open", "042 2026/03/07", "052 2026/03/15", "152 W")


# --- rows -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Entrant:
    """A player while an event is made up."""

    tpn: int
    half_points: int = 0
    cells: list[str] = field(default_factory=list)
    met: set[int] = field(default_factory=set)

    def row(self) -> str:
        """Return the 001 record."""
        points = f"{self.half_points / 2:4.1f}"[-4:]
        text = f"001 {self.tpn:>4}      {f'Player {self.tpn}':<33} {3000 - self.tpn % 2000:>4} FID" + " " * 24
        return f"{text}{points}     " + "".join(self.cells)


def _play(first: _Entrant, second: _Entrant, result: str) -> None:
    """Enter a game of which White is the first player."""
    mirrored = {"1": "0", "0": "1", "=": "="}[result]
    for player, opponent, colour, letter in ((first, second, "w", result), (second, first, "b", mirrored)):
        player.cells.append(f"  {opponent.tpn:>4} {colour} {letter}")
        player.met.add(opponent.tpn)
        player.half_points += {"1": 2, "=": 1, "0": 0}[letter]


def paired_by_nobody(players: int, rounds: int, *, keeps_apart: bool = True) -> list[str]:
    """Return rows of a Swiss-like event of no system: neighbours in score who have not met, at random."""
    rng = random.Random(f"{players} {rounds}")
    entrants = [_Entrant(tpn) for tpn in range(1, players + 1)]
    for _ in range(rounds):
        waiting = sorted(entrants, key=lambda entrant: (-entrant.half_points, rng.random()))
        while len(waiting) > 1:
            first = waiting.pop(0)
            near = waiting[:50]
            second = next((one for one in near if one.tpn not in first.met or not keeps_apart), waiting[0])
            waiting.remove(second)
            pair = (first, second) if rng.random() < 0.5 else (second, first)
            _play(*pair, rng.choice("1=0"))
        for rest in waiting:
            rest.cells.append("  0000 - U")
            rest.half_points += 2
    return [entrant.row() for entrant in entrants]


def _mostly_absent(size: int) -> str:
    """Return an event of 999 rounds, all of them between two players, while as many others have short rows."""
    rows = paired_by_nobody(2, 999, keeps_apart=False)
    return file_of([*rows, *(_Entrant(tpn).row() for tpn in range(3, size + 3))], rounds=999)


def round_robin(players: int) -> list[str]:
    """Return rows of a round robin by the circle method, with an even number of players."""
    entrants = [_Entrant(tpn) for tpn in range(1, players + 1)]
    rng = random.Random(players)
    circle = entrants[1:]
    for number in range(players - 1):
        table = [entrants[0], *circle]
        for place in range(players // 2):
            pair = table[place], table[-1 - place]
            _play(*(pair if (place + number) % 2 else pair[::-1]), rng.choice("1=0"))
        circle = [circle[-1], *circle[:-1]]
    return [entrant.row() for entrant in entrants]


def file_of(rows: Sequence[str], *records: str, rounds: int | None = None) -> str:
    """Return a file of rows and further records."""
    declared = [f"142 {rounds}"] if rounds else []
    return "\n".join([*_HEADERS, *declared, *rows, *records, ""])


def _with_records(*records: str, players: int = 14, rounds: int = 5, declared: int = 9) -> Build:
    """Return a builder that repeats records in a small event up to a size."""
    return lambda size: file_of(
        paired_by_nobody(players, rounds),
        *(records[place % len(records)] for place in range(size)),
        rounds=declared,
    )


def _with_made(make: Callable[[int], str], *, players: int = 100, rounds: int = 5, declared: int = 9) -> Build:
    """Return a builder that adds records made from their numbers."""
    return lambda size: file_of(paired_by_nobody(players, rounds), *map(make, range(size)), rounds=declared)


def _pair_of(number: int, players: int = 100) -> tuple[int, int]:
    """Return the two players of a number, each pair once before the first comes again."""
    first, step = number % players, 1 + number // players % (players - 1)
    return 1 + first, 1 + (first + step) % players


# --- tie-breaks -------------------------------------------------------------------------------------------------------


def _codes() -> Iterator[str]:
    """Yield codes of tie-breaks, all of them different."""
    for base, cut, letters in product(("BH", "SB", "FB", "PS"), range(1, 100), ("", "/P", "/F", "/P/F")):
        if letters == "" or base == "BH" or (letters == "/P" and base != "PS"):
            yield f"{base}/C{cut}{letters}"
    for number in range(1_000_000):
        yield f"OTHER_{number}"


def tie_breaks(size: int) -> str:
    """Return an event of fourteen players with as many codes, and ranks that no list gives."""
    return _ranked("212 PTS," + ",".join(islice(_codes(), size)))


def same_tie_break(size: int) -> str:
    """Return the same with one code, over and over."""
    return _ranked("212 PTS," + ",".join(["BH"] * size))


def _ranked(record: str) -> str:
    """Return an event with a list, and a rank order by points and, among equals, by falling starting number."""
    rows = paired_by_nobody(14, 5)
    order = sorted(range(14), key=lambda place: (-float(rows[place][80:84]), -place))
    for rank, place in enumerate(order, start=1):
        rows[place] = f"{rows[place][:85]}{rank:>4}{rows[place][89:]}"
    return file_of(rows, record, rounds=5)


# --- teams ------------------------------------------------------------------------------------------------------------


def _teams(size: int, *records: str, boards: int = 2, rounds: int = 3, declared: int = 9) -> str:
    """Return an event of as many teams, in which neighbours play, and further records."""
    entrants = [_Entrant(tpn) for tpn in range(1, size * boards + 1)]
    squads = [entrants[place * boards : (place + 1) * boards] for place in range(size)]
    rng = random.Random(size)
    for number in range(rounds):
        half = size // 2
        for place in range(half):
            home, away = squads[place], squads[half + (place + number) % half]
            for board, (first, second) in enumerate(zip(home, away, strict=True)):
                _play(*((first, second) if (board + number) % 2 else (second, first)), rng.choice("1=0"))
    lists = [
        f"310 {number:>3} {f'Team {number}':<32}".ljust(73) + " ".join(f"{player.tpn:>4}" for player in squad)
        for number, squad in enumerate(squads, start=1)
    ]
    rows = [entrant.row() for entrant in entrants]
    return file_of(rows, "192 FIDE_TEAM_TYPEA", "352 WB", *lists, *records, rounds=declared)


def _team_records(*records: str) -> Build:
    return lambda size: _teams(12, *(records[place % len(records)] for place in range(size)))


def _repeat_team(size: int) -> str:
    """Return a file that lists the same team repeatedly."""
    rows = paired_by_nobody(14, 5)
    return file_of(rows, *[f"310   1 {'Team':<32}".ljust(73) + "   1    2"] * size, rounds=9)


# --- all kinds --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of hostile file."""

    build: Build
    size: int
    """At which it is nearly as large as a file may be for which the limits hold, or as bad as it gets."""
    is_larger: bool = False
    """Whether its full size is beyond `FULL_BYTES`."""


def _range_250(number: int) -> str:
    first = 1 + number % 50
    return f"250      {0.5 + number % 7:4.1f}   1 999 {first:>4} {first + 50:>4}"


def _group_260(number: int) -> str:
    first, second = _pair_of(number)
    return f"260   1   9 {first:>4} {second:>4}"


def _large_group_260(number: int) -> str:
    """Name all of a hundred players but one."""
    return "260   1   9 " + " ".join(f"{tpn:>4}" for tpn in range(1, 101) if tpn != 1 + number % 100)


_RECORD_LINES: dict[str, tuple[str, ...]] = {
    "012": ("012 Another name",),
    "013": (f"013 {'Club':<32}   1    2",),
    "042": ("042 99.99.99",),
    "062": ("062 " + "14 " * 20,),
    "092": ("092 Individual: Swiss-System", "092 Round robin"),
    "132": ("132" + " " * 88 + "26/03/07  26/03/08",),
    "142": ("142 9",),
    "152": ("152 W", "152 B"),
    "162": ("162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0", "162  W 3.0    D 1.0    L 0.0"),
    "172": ("172 IND",),
    "192": ("192 FIDE_DUTCH_2026", "192 FIDE_DUBOV"),
    "202": ("202 BH/C1,BH,SB",),
    "212": ("212 PTS,BH/C1,BH,SB",),
    "222": ("222 90+30",),
    "240": ("240 H   6    2", "240 Z   6    2", "240 F   2    3"),
    "250": ("250       1.0   1   2    1    3", "250       0.5   1 999    1   14"),
    "260": ("260   1   3    1    5",),
    "299": ("299    0.5         1    1", "299   -0.5              1    2"),
    "300": ("300   1   1   2    4    1",),
    "310": (f"310   1 {'Team':<32}".ljust(73) + "   1    2",),
    "320": ("320  1.0  1.0   0   2",),
    "330": ("330 +-   3   1   2",),
    "352": ("352 WB",),
    "362": ("362 TW 2.0   TD 1.0   TL 0.0",),
    "801": ("801 anything",),
    "802": ("802 anything",),
    "XXR": ("XXR 9",),
    "XXC": ("XXC white1 rank", "XXC black1 other words"),
    "XXZ": ("XXZ 1 2 3",),
    "XXS": ("XXS W=1.0 D=0.5", "XXS W=3.0"),
    "XXA": ("XXA    4  0.5  0.5", "XXA    4  1.0  0.5"),
    "XXP": ("XXP 1 2 3",),
    "BBW": ("BBW  1.0", "BBW  3.0"),
    "BBU": ("BBU  1.0",),
    "###": ("### note", "### Round 2 was paired manually"),
    "001": ("001   15      Another",),
    "777": ("777 unknown",),
    "NED": ("NED    1",),
    "words": ("just a line of words",),
}
_TEAM_LINES: dict[str, tuple[str, ...]] = {
    "240": ("240 H   4    2", "240 Z   2    3"),
    "250": ("250  1.0        1   2    1    3",),
    "260": ("260   1   3    1    5",),
    "299": ("299 W  2.0   2.0    1    1",),
    "300": ("300   1   1   7    1    2", "300   1   1   8    2    1"),
    "320": ("320  1.0  1.0   0   2",),
    "330": ("330 +-   2   1   8", "330 -+   4   1   8"),
    "XXZ": ("XXZ 1 2 3",),
    "XXP": ("XXP 1 2 3",),
}
_REPEATED = 20_000
_LONG = 2_900_000

KINDS: dict[str, Kind] = {
    "tie-breaks": Kind(build=tie_breaks, size=1400),
    "tie-break-repeated": Kind(build=same_tie_break, size=80),
    "tie-breaks-100000": Kind(build=tie_breaks, size=100_000),
    "tie-break-repeated-900000": Kind(build=same_tie_break, size=900_000),
    "one-team": Kind(build=_repeat_team, size=25_000),
    "rounds-999": Kind(build=lambda size: file_of(paired_by_nobody(6, size, keeps_apart=False), rounds=size), size=999),
    "rounds-999-of-12": Kind(
        build=lambda size: file_of(paired_by_nobody(12, size, keeps_apart=False), rounds=size), size=999
    ),
    "rounds-999-by-two": Kind(build=_mostly_absent, size=9_000),
    "rounds-999-of-200": Kind(
        build=lambda size: file_of(paired_by_nobody(200, size, keeps_apart=False), rounds=size), size=999
    ),
    "players-x-3": Kind(build=lambda size: file_of(paired_by_nobody(size, 3), rounds=9), size=5000),
    "players-x-1": Kind(build=lambda size: file_of(paired_by_nobody(size, 1), rounds=9), size=9999),
    "players-x-11": Kind(build=lambda size: file_of(paired_by_nobody(size, 11), rounds=11), size=1000),
    "players-unpaired": Kind(build=lambda size: file_of(paired_by_nobody(size, 0), rounds=9), size=9999),
    "foreign-169": Kind(build=lambda size: file_of(paired_by_nobody(size, 9), rounds=9), size=169),
    "foreign-357": Kind(build=lambda size: file_of(paired_by_nobody(size, 9), rounds=9), size=357),
    "foreign-named": Kind(
        build=lambda size: file_of(paired_by_nobody(size, 9), "092 Keizer system", rounds=9), size=357
    ),
    "round-robin": Kind(build=lambda size: file_of(round_robin(size), rounds=size - 1), size=170),
    "round-robin-14": Kind(build=lambda size: file_of(round_robin(size), rounds=size - 1), size=14),
    "one-player": Kind(build=lambda size: file_of(["001    1      Alone" + " " * 61 + " 0.0"], rounds=size), size=999),
    "one-player-x-999": Kind(
        build=lambda size: file_of([f"{'001    1      Alone':<80}   0     " + "  0000 - Z" * size], rounds=999),
        size=999,
    ),
    "byes-x-999": Kind(
        build=lambda size: file_of(
            [f"001 {tpn:>4}      {f'Player {tpn}':<66}   0     " + "  0000 - Z" * size for tpn in range(1, 280)]
        ),
        size=999,
    ),
    "baku-999": Kind(
        build=lambda size: file_of(paired_by_nobody(30, 9), "192 FIDE_DUTCH_2026_BAKU", rounds=size), size=999
    ),
    "blank-lines": Kind(build=lambda size: "\n" * size, size=60_000_000, is_larger=True),
    "blank-lines-3": Kind(build=lambda size: "\n" * size, size=_LONG),
    "blank-lines-in-event": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "\n" * size, rounds=9), size=_LONG
    ),
    "carriage-returns": Kind(build=lambda size: "\r" * size, size=_LONG),
    "spaces": Kind(build=lambda size: " " * size, size=_LONG),
    "nothing": Kind(build=lambda size: "" * size, size=1),
    "controls": Kind(build=lambda size: "\x0b\n" * size, size=_LONG // 2),
    "long-name": Kind(build=lambda size: file_of(paired_by_nobody(14, 5), "012 " + "x" * size, rounds=9), size=_LONG),
    "long-code": Kind(build=lambda size: file_of(paired_by_nobody(14, 5), "192 " + "x" * size, rounds=9), size=_LONG),
    "long-date": Kind(build=lambda size: file_of(paired_by_nobody(14, 5), "132 " + "9" * size, rounds=9), size=_LONG),
    "long-start": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "042 1" + " " * size + "1", rounds=9), size=_LONG
    ),
    "long-round-count": Kind(build=lambda size: file_of(paired_by_nobody(14, 5), "142 " + "9" * size), size=_LONG),
    "long-player-count": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "062 " + "9 " * size, rounds=9), size=_LONG // 2
    ),
    "long-comment": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "### Round 2 " + "was " * size, rounds=9), size=_LONG // 4
    ),
    "long-ruler": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "1 " * size + "x", rounds=9), size=_LONG // 2
    ),
    "long-letter-ruler": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "DDD " * size, rounds=9), size=_LONG // 4
    ),
    "long-row": Kind(build=lambda size: file_of([*paired_by_nobody(14, 5), "001   15" + " " * size + "x"]), size=_LONG),
    "long-accents": Kind(build=lambda size: file_of(["001    1" + " e\u0301" * size]), size=_LONG // 4),
    "long-xxp": Kind(
        build=lambda size: file_of(paired_by_nobody(100, 5), "XXP " + "1 2 3 4 5 " * size, rounds=9), size=_LONG // 10
    ),
    "long-xxp-unknown": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "XXP " + " ".join(map(str, range(1, size))), rounds=9),
        size=9999,
    ),
    "long-xxz-unknown": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "XXZ " + "9998 " * size, rounds=9), size=_LONG // 5
    ),
    "long-xxc": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "XXC " + " ".join(map(str, range(size))), rounds=9),
        size=400_000,
    ),
    "long-xxs": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "XXS " + " ".join(map(str, range(size))), rounds=9),
        size=400_000,
    ),
    "long-xxa": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "XXA    1 " + " 1.0 " * size, rounds=9), size=_LONG // 5
    ),
    "long-240": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "240 H   6 " + "   2 " * size, rounds=9), size=_LONG // 5
    ),
    "long-260": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "260   1   9 " + "   2    3 " * size, rounds=9),
        size=_LONG // 10,
    ),
    "long-299": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), "299    0.5         1 " + "   2 " * size, rounds=9),
        size=_LONG // 5,
    ),
    "long-013": Kind(
        build=lambda size: file_of(paired_by_nobody(14, 5), f"013 {'Club':<32}" + "   1 " * size, rounds=9),
        size=_LONG // 5,
    ),
    "long-310": Kind(
        build=lambda size: (
            _teams(12).replace("\n310   1 ", "\n### ").replace("352", "310   1" + " " * 66 + "   1 " * size)
        ),
        size=_LONG // 5,
    ),
    "long-300": Kind(build=lambda size: _teams(12, "300   1   1   7 " + "   1 " * size), size=_LONG // 5),
    "long-320": Kind(build=lambda size: _teams(12, "320  1.0  1.0 " + "  2 " * size), size=_LONG // 4),
    "long-352": Kind(build=lambda size: _teams(12, "352 " + "WB" * size), size=_LONG // 2),
    "long-362": Kind(build=lambda size: _teams(12, "362 " + "TW 2.0   " * size), size=_LONG // 9),
    "forbidden-pairs": Kind(build=_with_made(_group_260), size=20_000),
    "forbidden-pairs-xxp": Kind(build=_with_made(lambda number: "XXP {} {}".format(*_pair_of(number))), size=20_000),
    "forbidden-groups": Kind(build=_with_made(_large_group_260), size=4_000),
    "forbidden-rounds": Kind(
        build=_with_made(lambda number: f"260 {1 + number % 900:>3} 999    1    2", declared=9), size=20_000
    ),
    "forbidden-whole": Kind(
        build=lambda size: file_of(
            paired_by_nobody(size, 3), "260   1   9 " + " ".join(f"{tpn:>4}" for tpn in range(1, size + 1)), rounds=9
        ),
        size=3000,
    ),
    "forbidden-nearly-whole": Kind(
        build=lambda size: file_of(
            paired_by_nobody(size, 3), "260   1   9 " + " ".join(f"{tpn:>4}" for tpn in range(1, size // 2)), rounds=9
        ),
        size=3000,
    ),
    "forbidden-of-many": Kind(
        build=lambda size: file_of(
            paired_by_nobody(size, 3),
            *("XXP " + " ".join(map(str, range(1 + number, 1 + size))) for number in range(150)),
            rounds=9,
        ),
        size=3000,
    ),
    "accelerated-ranges": Kind(build=_with_made(_range_250), size=20_000),
    "accelerated-many": Kind(
        build=lambda size: file_of(
            paired_by_nobody(9999, 0),
            *(f"250      {0.5 + number % 7:4.1f}   1 999    1 9999" for number in range(size)),
        ),
        size=50_000,
    ),
    "accelerated-xxa": Kind(
        build=_with_made(lambda number: f"XXA {1 + number % 100:>4} " + " ".join([f"{number % 7:4.1f}"] * 20)),
        size=20_000,
    ),
    "accelerated-rounds": Kind(
        build=lambda size: file_of(
            paired_by_nobody(size, 3),
            *(f"XXA {tpn:>4} " + " ".join(f"{1 + (tpn + at) % 2:4.1f}" for at in range(200)) for tpn in range(1, size)),
            rounds=9,
        ),
        size=1800,
    ),
    "abnormal-points": Kind(
        build=_with_made(lambda number: f"299    0.5       {1 + number % 9:>3} {1 + number % 100:>4}"), size=20_000
    ),
    "byes-requested": Kind(
        build=_with_made(lambda number: f"240 H {6 + number % 900:>3} {1 + number % 100:>4}"), size=20_000
    ),
    "declarations": Kind(build=_with_made(lambda number: f"### Round {number} was paired manually"), size=20_000),
    "teams-x-3": Kind(build=_teams, size=998),
    "teams-listed": Kind(
        build=lambda size: file_of(
            paired_by_nobody(100, 5),
            *(f"013 {f'Club {number}':<32}{1 + number % 100:>4}" for number in range(size)),
            rounds=9,
        ),
        size=20_000,
    ),
    "teams-of-all": Kind(
        build=lambda size: file_of(
            paired_by_nobody(100, 5),
            *(f"013 {f'Club {number}':<32}" + " ".join(f"{tpn:>4}" for tpn in range(1, 101)) for number in range(size)),
            rounds=9,
        ),
        size=5_000,
    ),
    "line-ups": Kind(
        build=lambda size: _teams(
            12, *(f"300 {1 + number % 900:>3} {1 + number % 6:>3}   7 {1 + number % 24:>4}" for number in range(size))
        ),
        size=20_000,
    ),
    "matches-forfeited": Kind(
        build=lambda size: _teams(
            12, *(f"330 +- {1 + number % 900:>3} {1 + number % 6:>3} {7 + number % 5:>3}" for number in range(size))
        ),
        size=20_000,
    ),
    "team-byes": Kind(
        build=lambda size: _teams(12, *(f"240 H {1 + number % 900:>3} {1 + number % 12:>4}" for number in range(size))),
        size=20_000,
    ),
    "team-forbidden": Kind(
        build=lambda size: _teams(
            100, *("260   1   9 {:>4} {:>4}".format(*pair) for pair in islice(combinations(range(1, 101), 2), size))
        ),
        size=4_950,
    ),
    **{f"record-{code}": Kind(build=_with_records(*lines), size=_REPEATED) for code, lines in _RECORD_LINES.items()},
    **{f"team-record-{code}": Kind(build=_team_records(*lines), size=_REPEATED) for code, lines in _TEAM_LINES.items()},
}


# --- measuring --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The cost of a command for a file."""

    seconds: float
    """Of the processor."""
    kib: int
    """At its peak."""
    status: int
    """Negative: the signal that ended it."""

    @property
    def is_within_limits(self) -> bool:
        """Whether the command ended in time and memory."""
        return self.status >= 0 and self.seconds <= MOST_SECONDS and self.kib <= MOST_KIB


def measure(command: Sequence[str], most_seconds: float, most_bytes: int) -> Cost:
    """Run a command, ended at so much processor time and address space, and return its cost."""
    import resource  # noqa: PLC0415 - there is none on Windows, where only the files are made

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(most_seconds), int(most_seconds) + 5))
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))

    process = subprocess.Popen(  # noqa: S603 - ours
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=confine,  # noqa: PLW1509 - this process has one thread
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(seconds=used.ru_utime + used.ru_stime, kib=used.ru_maxrss, status=process.returncode)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the files, run the commands, print what each takes; return 1 if anything is beyond the limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=list(KINDS), default=list(KINDS), metavar="KIND")
    parser.add_argument("--commands", nargs="+", choices=COMMANDS, default=list(COMMANDS))
    parser.add_argument("--system", help="check by this system (else the file's)")
    parser.add_argument("--seconds", type=float, default=30.0, help="end a command after so much processor time")
    parser.add_argument("--gib", type=int, default=4, help="address space of a command")
    parser.add_argument("--output", type=Path, metavar="FOLDER", help="where the files are kept")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="hostile-") as name:
        folder = options.output or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        return 0 if _measure_all(options, folder) else 1


def _measure_all(options: argparse.Namespace, folder: Path) -> bool:
    begun, beyond = time.monotonic(), 0
    for kind in options.only:
        path = folder / f"{kind}.trf"
        path.write_text(KINDS[kind].build(KINDS[kind].size), "utf-8")
        for command in options.commands:
            system = ["--system", options.system] if options.system and command == "check" else []
            called = [sys.executable, "-m", "pairproof.cli.main", command, *system, str(path)]
            cost = measure(called, options.seconds, options.gib << 30)
            beyond += not cost.is_within_limits
            mark = "" if cost.is_within_limits else "  BEYOND"
            sys.stdout.write(
                f"{kind:<28}{path.stat().st_size / 1e6:>6.2f} MB  {command:<10}{cost.seconds:>7.1f} s"
                f"{cost.kib / 1024:>7.0f} MiB  status {cost.status:>3}{mark}\n"
            )
            sys.stdout.flush()
        if not options.output:
            path.unlink()
    sys.stdout.write(f"{beyond} beyond the limits, {time.monotonic() - begun:.0f} s\n")
    return not beyond


if __name__ == "__main__":
    sys.exit(main())
