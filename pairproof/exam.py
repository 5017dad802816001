"""``pairproof exam``: finds out whether a program's checker sees planted errors, and leaves clean events alone."""

from __future__ import annotations

from pairproof.campaigns import add_exam_arguments as add_arguments
from pairproof.campaigns import run

__all__ = ["add_arguments", "run"]
