"""Tutorials as scripts: the commands of a page, in order, each with the outputs that the page quotes after it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
TUTORIALS = {
    "dispute": ("docs/arbiters.md", "From file to answer, in ten minutes"),
    "engine": ("docs/vendors.md", ""),
    "ci": ("docs/ci.md", "From red to green, in ten minutes"),
}
"""The page of each tutorial, and its section; empty for a page that is one as a whole."""
_PARTS = re.compile(r"^    (?P<command>\S(?:[^\n\\]|\\\n)*)$|^> (?P<quoted>.*)$", re.MULTILINE)
_REMARK = re.compile(r"\s{2,}#.*$")


class Step(NamedTuple):
    """A command of a tutorial."""

    command: str
    quoted: tuple[str, ...]
    """What the page quotes of its output."""


def read_tutorial(page: str, heading: str) -> str:
    """Return the text of a tutorial."""
    text = (ROOT / page).read_text("utf-8")
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0] if heading else text


def read_without_tutorials(page: str) -> str:
    """Return the text of a page without its tutorials."""
    text = (ROOT / page).read_text("utf-8")
    for place, heading in TUTORIALS.values():
        if place == page:
            text = text.replace(read_tutorial(place, heading), "")
    return text


def read_steps(page: str, heading: str) -> list[Step]:
    """Return the steps of a tutorial; ValueError if a quotation follows no command."""
    steps: list[Step] = []
    for part in _PARTS.finditer(read_tutorial(page, heading)):
        if part["command"]:
            steps.append(Step(_REMARK.sub("", part["command"].replace("\\\n", " ")), ()))
        elif not steps:
            raise ValueError(f"{page} quotes an output before the first command")
        else:
            steps[-1] = Step(steps[-1].command, (*steps[-1].quoted, part["quoted"]))
    return steps
