"""
Print the table of processor seconds, whole processes: Pairproof beside every peer that is on the machine.

    PYTHONPATH=tests python -m benchmarks.table --limit 600

See `benchmarks.peers` for how a peer is found. All programs judge the same rounds: each event is played by the edition
of the program. The last column is the time of Pairproof divided by that of the best peer.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.events import event_of
from benchmarks.peers import OTHER, OURS, PeerError, present

from checker.verdicts.team_events import cut_before_round
from tournaments import write_trfx

if TYPE_CHECKING:
    from benchmarks.peers import Peer

    from tournaments.model import Event

ROWS = (
    (60, 9, "check"),
    (200, 9, "check"),
    (500, 11, "check"),
    (1000, 11, "pair"),
    (1000, 11, "check"),
    (3000, 11, "pair"),
)
_WIDTH = 14


def measure(
    peers: list[Peer], folder: Path, row: tuple[int, int, str], options: argparse.Namespace
) -> dict[str, float]:
    """
    Return the least time of some runs of each peer; a peer that failed, or that the limit ended, is left out.

    The peers take turns, so that what else the machine does meets all of them.
    """
    least: dict[str, float] = {}
    remaining = peers
    for _ in range(options.runs):
        again: list[Peer] = []
        for peer in remaining:
            try:
                seconds = peer.measure(row[2], write_input(peer.edition, folder, row), options.limit)
            except PeerError as error:
                sys.stderr.write(f"{error}\n")
                seconds = None
            if seconds is None:
                least.pop(peer.name, None)
                continue
            least[peer.name] = min(seconds, least.get(peer.name, seconds))
            if seconds <= options.limit / 10:  # a long run says enough
                again.append(peer)
        remaining = again
    return least


def write_input(edition: str, folder: Path, row: tuple[int, int, str]) -> Path:
    """Write the file that all peers of an edition get for a row, once, and return its path."""
    players, rounds, task = row
    path = folder / f"{edition}-{players}-{rounds}-{task}.trfx"
    if not path.exists():
        event = event_of(edition, players, rounds)
        path.write_text(write_trfx(event) if task == "check" else position_text(event, rounds), encoding="utf-8")
    return path


def position_text(event: Event, number: int) -> str:
    """Return the position before a round as a file that every peer reads: without requested byes and empty dates."""
    text = write_trfx(replace(cut_before_round(event, number), requested_byes=()))
    return "".join(line for line in text.splitlines(keepends=True) if line.strip() != "132")


def main() -> None:
    """Measure row by row; a program that was ended, or that failed, is not asked about larger events."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds after which a program is ended (60)")
    parser.add_argument("--runs", type=int, default=3, help="runs of which the least is printed (3)")
    parser.add_argument("--players", type=int, default=3000, help="largest events (3000)")
    options = parser.parse_args()
    programs, ended = [OURS, *present()], set[str]()
    cells = [f"{'processor seconds':<24}", *(f"{peer.name[: _WIDTH - 1]:>{_WIDTH}}" for peer in programs), "   ratio"]
    sys.stdout.write("".join(cells) + "\n")
    with tempfile.TemporaryDirectory() as folder:
        for row in (row for row in ROWS if row[0] <= options.players):
            asked = [peer for peer in programs if peer.can_do(row[2]) and peer.name not in ended]
            times = measure(asked, Path(folder), row, options)
            ended.update(peer.name for peer in asked if peer.name not in times)
            sys.stdout.write(_format_row(row, programs, times) + "\n")
            sys.stdout.flush()


def _format_row(row: tuple[int, int, str], programs: list[Peer], times: dict[str, float]) -> str:
    players, rounds, task = row
    name = f"{players:,} x {rounds}" if task == "check" else f"{players:,}, round {rounds} alone"
    cells = [f"{times[peer.name]:.2f}" if peer.name in times else "-" for peer in programs]
    others = [times[peer.name] for peer in programs[1:] if peer.name in times and peer.name != OTHER]
    ratio = f"{times[OURS.name] / min(others):.2f}" if others else "-"
    return f"{name:<24}" + "".join(f"{cell:>{_WIDTH}}" for cell in cells) + f"{ratio:>8}"


if __name__ == "__main__":
    main()
