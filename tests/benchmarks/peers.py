"""
Other engines on this machine, for comparison in the same run; without any, Pairproof is measured alone.

An engine is found by its name on the PATH, or by an environment variable that holds its command:
PAIRPROOF_PEER_BBP6, PAIRPROOF_PEER_BBP5 and PAIRPROOF_PEER_AINALRAMI the executables, PAIRPROOF_PEER_JAVAFO the jar,
PAIRPROOF_PEER_GACRUX the command that runs its pairingchecker.py, PAIRPROOF_PEER_PY4SWISS the executable, which pairs
but does not check, PAIRPROOF_PEER_PAIRPROOF another version of ours.
"""

from __future__ import annotations

import os
import resource
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from pathlib import Path


class PeerError(Exception):
    """A program failed at a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """
    A program that checks a file and pairs its next round; FILE and OUT stand for paths in its commands.

    A command is empty where the program has no such command.
    """

    name: str
    edition: str
    program: tuple[str, ...]
    check: str
    pair: str

    def can_do(self, task: str) -> bool:
        """Whether the program has a command for a task."""
        return bool(getattr(self, task))

    def measure(self, task: str, path: Path, seconds: float) -> float | None:
        """
        Run a task (``check`` or ``pair``) once and return its processor seconds, children included.

        None if the time limit ended the task. Raise PeerError if the program fails.
        """
        arguments = getattr(self, task).replace("FILE", str(path)).replace("OUT", str(path.with_suffix(".out")))
        before = _seconds_of_children()
        try:
            run = subprocess.run([*self.program, *arguments.split()], capture_output=True, timeout=seconds, check=False)  # noqa: S603 -- the measurer names it
        except subprocess.TimeoutExpired:
            return None
        if run.returncode:
            raise PeerError(f"{self.name} ended with {run.returncode}: {run.stderr.decode(errors='replace')[-300:]}")
        return _seconds_of_children() - before


def _seconds_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


OURS = Peer(
    name="Pairproof",
    edition="dutch-2026",
    program=(sys.executable, "-c", "from pairproof.startup import main; main()"),
    check="check FILE",
    pair="pair FILE -o OUT",
)
_BBP = ("--dutch FILE -c", "--dutch FILE -p OUT")
OTHER = "other version"
"""The name of another version of Pairproof."""
_GACRUX_PAIR = "-i FILE -p -dT -mdutch -n 11 -o OUT"
_PEERS = (
    ("PAIRPROOF", "", OTHER, "dutch-2026", OURS.check, OURS.pair),
    ("BBP6", "bbpPairings.exe", "bbpPairings 6", "dutch-2026", *_BBP),
    ("BBP5", "", "bbpPairings 5", "dutch-2017", *_BBP),
    ("JAVAFO", "", "JaVaFo", "dutch-2017", "FILE -c", "FILE -p OUT"),
    (
        "GACRUX",
        "pairingchecker.py",
        "Gacrux",
        "dutch-2026",
        "-i FILE -c -mdutch",
        _GACRUX_PAIR,
    ),
    ("PY4SWISS", "py4swiss", "py4swiss", "dutch-2026", "", "-t FILE -p OUT"),
    ("AINALRAMI", "ainalrami", "Ainalrami", "dutch-2026", "FILE -c", "FILE -p OUT -q"),
)


def present() -> list[Peer]:
    """Return the peers that the environment or the PATH names."""
    peers = []
    for key, command, name, edition, check, pair in _PEERS:
        program = shlex.split(os.environ.get(f"PAIRPROOF_PEER_{key}", (command and shutil.which(command)) or ""))
        if program and key == "JAVAFO":
            program = ["java", "-jar", *program]
        if program:
            peers.append(Peer(name=name, edition=edition, program=tuple(program), check=check, pair=pair))
    return peers
