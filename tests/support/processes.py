"""Processes of this machine, as far as tests look at them."""

from __future__ import annotations

import os
import time
from pathlib import Path

PATIENCE = 30.0
"""Seconds until a test gives up waiting for what must happen; nothing is measured by it."""


def children_of(parent: int) -> set[int]:
    """Return the processes that a process has started, and theirs."""
    descendants: set[int] = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _parent_of(entry) == parent:
            descendants |= {int(entry.name)} | children_of(int(entry.name))
    return descendants


def _parent_of(entry: Path) -> int | None:
    try:
        return int((entry / "stat").read_text("utf-8").rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):  # it has just ended
        return None


def is_running(process: int) -> bool:
    """Whether a process is running, and not a zombie that has not been waited for."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


def all_gone(processes: set[int]) -> bool:
    """Wait until none of them runs any more; False if that does not come."""
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, processes)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def start_of(process: int) -> str:
    """Return the words with which a process was started."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def workers_of(parent: int) -> set[int]:
    """Return the workers that a check has started, without what watches over resources."""
    return {child for child in children_of(parent) if "spawn_main" in start_of(child) and child != os.getpid()}
