"""
Change every switch of every edition of C.07, one at a time, and see that the tests of the standings notice.

``PYTHONPATH=tests python -m batches.mutate_editions`` runs ``tests/standings`` once for each mutant (some seconds each)
and ends in status 1 if one of them lives. pytest loads this module as a plugin, which changes the edition before any
test imports it.
"""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from standings import rules
from standings.codes import TieBreak

if TYPE_CHECKING:
    from collections.abc import Iterator

    from standings.rules import TieBreakEdition

_MUTANT = "PAIRPROOF_MUTANT"


def mutants() -> Iterator[tuple[str, str]]:
    """Yield (key of the edition, switch) of every mutant."""
    for edition in rules.EDITIONS:
        for field in fields(edition):
            if field.name not in ("key", "title", "source"):
                yield edition.key, field.name


def mutated(edition: TieBreakEdition, switch: str) -> TieBreakEdition:
    """Return an edition with one switch the other way round, or its date a day later."""
    value: Any = getattr(edition, switch)
    if isinstance(value, bool):
        value = not value
    elif isinstance(value, frozenset):
        value = frozenset() if value else frozenset({TieBreak.STANDARD_POINTS})
    else:
        value += dt.timedelta(days=1)
    return replace(edition, **{switch: value})


def _mutate(key: str, switch: str) -> None:
    """Put a mutant in the place of an edition."""
    edition = {one.key: one for one in rules.EDITIONS}[key]
    mutant = mutated(edition, switch)
    for name, known in vars(rules).copy().items():
        if known is edition:
            setattr(rules, name, mutant)
    rules.EDITIONS = tuple(mutant if known is edition else known for known in rules.EDITIONS)


if _MUTANT in os.environ:
    _mutate(*os.environ[_MUTANT].split("."))


def main() -> int:
    """Run the tests against every mutant."""
    alive = 0
    for key, switch in mutants():
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-n0",
            "-p",
            "batches.mutate_editions",
            "tests/standings",
        ]
        ended = subprocess.run(  # noqa: S603 - our own tests
            [*command, "--deselect", "tests/standings/test_properties.py"],
            env=os.environ | {_MUTANT: f"{key}.{switch}"},
            capture_output=True,
            text=True,
            check=False,
        )
        caught = [line for line in ended.stdout.splitlines() if line.startswith("FAILED")]
        alive += not caught
        sys.stdout.write(f"{key} {switch}: {caught[0][7:90] if caught else 'LIVES'}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{alive} mutants live\n")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
