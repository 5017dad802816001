"""The manuals: what they quote is what the program says, and what they tell to write is understood."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from pairproof.cli.main import _COMMANDS

ROOT = Path(__file__).parents[2]
DISPUTES = tomllib.loads((ROOT / "tests/data/disputes/disputes.toml").read_text(encoding="utf-8"))["dispute"]
MANUALS = ("README.md", "docs/arbiters.md", "docs/vendors.md", "docs/asking.md", "docs/verdicts.md")


def test_the_ten_disputes_of_the_manual_are_answered_so() -> None:
    """Word for word, by the question beside them."""
    text = (ROOT / "docs/arbiters.md").read_text(encoding="utf-8").partition("## Ten disputes")[2]
    told = re.findall(r"    pairproof (\S+) (\S+) (.*)\n\n> (.*)\n", text)
    assert len(told) == 10
    known = {(Path(one["file"]).name, one["question"]): one["sentence"] for one in DISPUTES}
    for command, file, arguments, sentence in told:
        assert known[file, f"{command} {arguments}"] == sentence


@pytest.mark.parametrize("manual", MANUALS)
def test_every_command_of_a_manual_exists(manual: str) -> None:
    """Unless it follows the habits of other programs."""
    text = (ROOT / manual).read_text(encoding="utf-8")
    lines = re.findall(r"^    pairproof (.*?)(?:\s+#.*)?$", text, re.MULTILINE)
    assert lines
    words = {shlex.split(line)[0] for line in lines}
    assert words <= set(_COMMANDS)


def test_the_pages_have_few_words() -> None:
    """Words between blanks, of the README and of ``docs`` without the tables that are generated into the pages."""
    generated = re.compile(r"<!-- (?!end).*? -->\n.*?<!-- end -->", re.DOTALL)
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert len(pages) > 30
    words = {page.name: len(generated.sub("", page.read_text("utf-8")).split()) for page in pages}
    assert sum(words.values()) <= 32_000, f"cut what a reader does not need: {words}"


@pytest.mark.parametrize("door", ["I check an event", "I test my program", "I keep a program right in CI"])
def test_the_readme_has_three_doors(door: str) -> None:
    """Each at most five lines to the first result."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition(f"**{door}.**")[2]
    block = re.match(r"[\s\S]*?\n\n((?:    .*\n)+)", text)
    assert block is not None
    assert 1 < len(block[1].splitlines()) <= 5
