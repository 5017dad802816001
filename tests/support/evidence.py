"""Small bundles of evidence: programs that are right and wrong, and bundles tampered with."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from checker.evidence.facts import DirectionCounts
from pairproof.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SMALL = ["--axis", "players=4..9", "--axis", "rounds=2..3", "--system", "dutch-2026", "--seed", "1", "--workers", "1"]
SUMS = "SHA256SUMS"


def made(program: str, folder: str, *words: str, events: int = 20) -> int:
    """Make a bundle of small events, or go on with it."""
    return main(["evidence", program, "-o", folder, "--events", str(events), "--old-procedure", *SMALL, *words])


def counts(**changes: int | None) -> DirectionCounts:
    """Return what 5,000 events without a discrepancy came to, with changes."""
    usual: dict[str, Any] = {
        "planned": 5000,
        "judged": 5000,
        "events": 5000,
        "rounds": 50_000,
        "pairs": 900_000,
        "discrepant_events": 0,
        "discrepant_rounds": 0,
        "discrepant_pairs": 0,
    }
    return DirectionCounts(**usual | changes)


def changed(folder: Path, name: str, change: Callable[[str], str]) -> None:
    """Change a file of a bundle, and make its hash anew, as somebody would who wants not to be found out."""
    path = folder / name
    text = path.read_text("utf-8")
    assert change(text) != text
    path.write_text(change(text), "utf-8")
    resummed(folder)


def resummed(folder: Path) -> None:
    """Make the hashes of a bundle anew."""
    names = [line[66:] for line in (folder / SUMS).read_text("utf-8").splitlines()]
    lines = (f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
    (folder / SUMS).write_text("".join(lines), "utf-8")


def told(folder: Path) -> dict[str, Any]:
    """Return the facts of a bundle, without how long anything took and the hashes of stores, which differ each time."""
    facts: dict[str, Any] = json.loads((folder / "evidence.json").read_text("utf-8"))
    for part in facts["parts"]:
        part.pop("seconds", None)
        part.pop("store_sha256", None)
    return facts
