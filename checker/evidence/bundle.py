"""The names of the files of a bundle."""

from __future__ import annotations

from pathlib import PurePosixPath

FORMAT, FORMAT_VERSION = "pairproof-evidence", 1
PAGE, FACTS, README, SCRIPT, SUMS = "index.html", "evidence.json", "README.txt", "verify.sh", "SHA256SUMS"
ANSWERS = "records/answers.jsonl"
OWN_EVENTS = "own-events"
ZIP = "evidence.zip"
"""Beside the others, and holding them."""


def is_within(name: str) -> bool:
    """Whether a name leads to a file in the folder, and not out of it."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name
