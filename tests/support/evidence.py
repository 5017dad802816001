"""Small bundles of evidence: programs that are right and wrong, and bundles tampered with."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker.campaigns.configuration import Configuration, Direction
from checker.evidence.facts import DirectionCounts
from checker.programs.program import Claims, Identity, Program
from pairproof.cli.main import main
from tournaments.model import Result

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tournaments.model import Event

SMALL = ["--axis", "players=4..9", "--axis", "rounds=2..3", "--system", "dutch-2026", "--seed", "1", "--workers", "1"]
SUMS = "SHA256SUMS"


def make_bundle(program: str, folder: str, *words: str, events: int = 20) -> int:
    """Make a bundle of small events, or go on with it."""
    return main(["endorse", program, "-o", folder, "--events", str(events), "--old-procedure", *SMALL, *words])


class Generating(Program):
    """A program that only makes events, by a function."""

    identity = Identity(name="Generating")
    transport = "none"
    claims = Claims(generates=True)

    def __init__(self, make: Callable[[int], Event]) -> None:
        """Take the function that makes an event of a seed."""
        self.generate = make


def play_by_ratings(seed: int) -> Event:
    """Play an event in which games end as ratings let expect."""
    axes = (("players", "24"), ("rounds", "5"), ("results", "fide-table"), ("unusual-results", "0"))
    return Configuration(direction=Direction.PAIR, programs=(), seed=seed, axes=axes).batch().play(0).event


def all_drawn(seed: int) -> Event:
    """Turn every game of such an event into a draw."""
    event = play_by_ratings(seed)
    drawn = {Result.WIN: Result.DRAW, Result.LOSS: Result.DRAW}
    players = (
        replace(one, rounds=tuple(replace(entry, result=drawn.get(entry.result, entry.result)) for entry in one.rounds))
        for one in event.players
    )
    return replace(event, players=tuple(players))


def counts(**changes: int | None) -> DirectionCounts:
    """Return the counts of 5,000 events without a discrepancy, with changes."""
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
    """Change a file of a bundle and renew its hash, as a forger would."""
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


def read_facts(folder: Path) -> dict[str, Any]:
    """Return the facts of a bundle, without durations and hashes of stores, which differ each time."""
    facts: dict[str, Any] = json.loads((folder / "evidence.json").read_text("utf-8"))
    for part in facts["parts"]:
        part.pop("seconds", None)
        part.pop("store_sha256", None)
    return facts
