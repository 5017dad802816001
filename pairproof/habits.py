"""
Command lines as users of JaVaFo and bbpPairings write them, translated into ours.

``FILE -c [ROUND]`` and ``-check FILE`` check, ``FILE -p [OUT]`` pairs the next round; ``--dutch`` before the file is
understood.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def translate(arguments: Sequence[str]) -> list[str] | None:
    """Return our form of a foreign command line, or None if it is none of the known forms."""
    match [argument for argument in arguments if argument != "--dutch"]:
        case ["-check", file] | [file, "-c"] if _is_no_option(file):
            return ["check", file]
        case [file, "-c", number] if _is_no_option(file) and number.isdigit():
            return ["check", file, "--rounds", number]
        case [file, "-p"] if _is_no_option(file):
            return ["pair", file]
        case [file, "-p", out] if _is_no_option(file) and _is_no_option(out):
            return ["pair", file, "-o", out]
        case _:
            return None


def _is_no_option(argument: str) -> bool:
    return not argument.startswith("-")
