"""Command lines as users of other programs write them are understood, and only those."""

from __future__ import annotations

import pytest

from pairproof.cli.habits import translate


@pytest.mark.parametrize(
    ("foreign", "ours"),
    [
        ("open.trf -c", "check open.trf"),
        ("open.trf -c 5", "check open.trf --rounds 5"),
        ("-check open.trf", "check open.trf"),
        ("open.trf -p", "pair open.trf"),
        ("open.trf -p pairs.txt", "pair open.trf -o pairs.txt"),
        ("open.trf -p --unfinished draw", "pair open.trf --unfinished draw"),
        ("open.trf -p pairs.txt --unfinished loss", "pair open.trf -o pairs.txt --unfinished loss"),
        ("--dutch open.trf -c", "check open.trf"),
        ("--dutch open.trf -p pairs.txt", "pair open.trf -o pairs.txt"),
    ],
)
def test_foreign_command_lines_are_translated(foreign: str, ours: str) -> None:
    """JaVaFo's and bbpPairings' forms for checking and pairing."""
    assert translate(foreign.split()) == ours.split()


@pytest.mark.parametrize(
    "own",
    [
        "",
        "check open.trf",
        "check open.trf --rounds 5",
        "pair open.trf",
        "-c",
        "-c -p",
        "open.trf",
        "open.trf -g",
        "open.trf -c --unfinished draw",
        "pair open.trf --unfinished draw",
    ],
)
def test_everything_else_is_left_alone(own: str) -> None:
    """Our own forms, and unknown words."""
    assert translate(own.split()) is None
