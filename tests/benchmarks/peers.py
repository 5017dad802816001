"""
Other engines on this machine, for comparison in the same run: found by environment variables, left out without.

PAIRPROOF_PEER_BBP6, PAIRPROOF_PEER_BBP5 name the executables of bbpPairings 6 and 5, PAIRPROOF_PEER_JAVAFO the jar
of JaVaFo.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Peer:
    """A program that checks a file."""

    name: str
    edition: str
    command: tuple[str, ...]
    """FILE stands for the file."""
    most_players: int
    """Bigger events take it minutes."""

    def check(self, path: Path) -> None:
        """Run it once; CalledProcessError if it fails."""
        command = [str(path) if part == "FILE" else part for part in self.command]
        subprocess.run(command, check=True, capture_output=True, timeout=600)  # noqa: S603 -- the measurer names it


def present() -> list[Peer]:
    """Return the peers that the environment names."""
    bbp = ("--dutch", "FILE", "-c")
    known = [
        ("BBP6", "bbpPairings 6", "dutch-2026", lambda path: (path, *bbp), 200),
        ("BBP5", "bbpPairings 5", "dutch-2017", lambda path: (path, *bbp), 500),
        ("JAVAFO", "JaVaFo", "dutch-2017", lambda path: ("java", "-jar", path, "FILE", "-c"), 500),
    ]
    return [
        Peer(name, edition, command(os.environ[f"PAIRPROOF_PEER_{key}"]), most)
        for key, name, edition, command, most in known
        if os.environ.get(f"PAIRPROOF_PEER_{key}")
    ]
