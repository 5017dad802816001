"""The commands that the pages tell to write, and a folder in which they can be run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from support.trf import played, trf_of, with_exchanged_opponents
from support.tutorials import read_without_tutorials

from checker.campaigns.grouping import summarise
from checker.campaigns.store import open_store
from pairproof.cli.main import main

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")),
)
DISPUTES = ROOT / "tests" / "data" / "disputes"
NOT_RUN = {
    r"FILE -r R": "the form of a command, not a command",
    r"^pipx ": "installs the whole; tests/pairproof/test_package.py runs what is installed",
    r"^pairproof serve": "stays until it is ended; tests/serve opens its pages",
    r"^pairproof endorse": "asks for thousands of events; tests/pairproof/test_endorse.py runs it for a few",
    r"class evidence/": "likewise, of its store",
    r"boxed\.toml": "needs bubblewrap",
    r"--set input\.dialect": "changes a description, and none of a program that is here",
}
"""Patterns of commands that are not run, and why."""
_BLOCK = re.compile(r"^    (?:\w+\$ |     )?((?:pairproof|pipx) (?:[^\n\\]|\\\n)*)$", re.MULTILINE)
_COMMENT = re.compile(r"\s+#.*$|\s{3,}why .*$|\s{3,}what .*$")
_PROGRAM = "callable:support.campaigns:reversing"
"""It pairs as asked, but for the colours of a board in each second round."""
_CHECKER = f"resident:{sys.executable} {ROOT / 'tests/support/programs/checking.py'} honest"
_PROGRAMS = re.compile(r"^(bbp\d=.*|mine[-.\d]*\.toml|command:.*)$")
_SMALL = {"-n": "2", "--times": "1"}
"""Options that shorten a run of hours to two events."""
_FEW = ("--axis", "players=16", "--axis", "rounds=4", "--workers", "1")
_KNOWN = '[[known]]\ncause = "c14-left-out"\nreason = "reported"\n'
_FUNCTION = """
import pairproof


def pair(event, round_number):
    pairing = pairproof.pair(event, "dutch-2026")
    return [*((game.white, game.black) for game in pairing.pairs), *([(pairing.bye, 0)] if pairing.bye else [])]
"""
_SOUGHT = {"C10,C17": "C12"}
"""Rare criteria, and the one sought instead because it decides in one of sixty events."""


class PageCommand(NamedTuple):
    """A command on a page."""

    page: str
    text: str

    @property
    def not_run(self) -> str:
        """Why it is not run; empty if it is."""
        return next((why for form, why in NOT_RUN.items() if re.search(form, self.text)), "")


def read_commands(page: str) -> list[PageCommand]:
    """Return the commands of a page, in order; tutorials are followed by a test of their own."""
    text = read_without_tutorials(page)
    return [PageCommand(page, _COMMENT.sub("", found.replace("\\\n", " "))) for found in _BLOCK.findall(text)]


def write_page_files(folder: Path) -> None:
    """Write the files that the pages name: events with a wrong round 5 of 7, teams, exported values, disputes."""
    large, small = _wrong_event(16), _wrong_event(10)
    for name, text in {"open.trf": large, "event.trf": small, "events/open.trf": small}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for file in (*DISPUTES.glob("*.trf"), *(ROOT / "examples").iterdir()):
        if file.is_file():
            where = folder / (file.name if file.parent == DISPUTES else f"examples/{file.name}")
            where.parent.mkdir(exist_ok=True)
            where.write_bytes(file.read_bytes())
    (folder / "harbour_open.trf").write_bytes((ROOT / "examples" / "harbour_open.trf").read_bytes())
    (folder / "league.trf").write_bytes((DISPUTES / "team_2026.trf").read_bytes())
    (folder / "out").mkdir()
    (folder / "engine.py").write_text(_FUNCTION, encoding="utf-8")
    (folder / "known.toml").write_text(_KNOWN, encoding="utf-8")
    (folder / "exported.csv").write_text("TPN;Pts\n1;2,5\n2;3,0\n", encoding="utf-8")


@cache
def _wrong_event(players: int) -> str:
    """Return an event of seven rounds, of which five are played and the last is wrong."""
    return trf_of(with_exchanged_opponents(played(players=players, rounds=5))).replace("142 5", "142 7")


def words_of(command: PageCommand, folder: Path) -> list[str]:
    """Return the words of a command to run in a folder: made short, with an existing program and findings."""
    words = shlex.split(os.path.expandvars(command.text.partition(" > ")[0]))[1:]
    program = _CHECKER if words[0] == "exam" else _PROGRAM
    words = [program if _PROGRAMS.match(word) else word for word in words]
    for place, word in enumerate(words[:-1]):
        if word in _SMALL:
            words[place + 1] = "60" if "--seek" in words and word == "-n" else _SMALL[word]
    words = [_SOUGHT.get(word, word) for word in words]
    if words[:2] == ["campaign", "run"] or words[0] == "exam":
        if "--store" in words:
            (folder / words[words.index("--store") + 1]).unlink(missing_ok=True)
        words += _few(words)
    _make_stores(words, folder)
    if words[:2] in (["campaign", "show"], ["campaign", "event"], ["campaign", "class"]):
        words = _name_findings(words, folder)
    return [str(path) for word in words for path in sorted(folder.glob(word)) or [word]] if "*.trf" in words else words


def _few(words: list[str]) -> tuple[str, ...]:
    if "--from" in words:
        return ()
    return _FEW if "-n" in words else (*_FEW, "-n", "60" if "--seek" in words else "2")


def _make_stores(words: list[str], folder: Path) -> None:
    """Run the campaigns that a page supposes to have been run elsewhere; a merged one is made by its command."""
    for place, word in enumerate(words):
        written = words[place - 1] == "--store" or (words[:2] == ["campaign", "merge"] and place == 2)
        if word.endswith((".sqlite", ".db")) and not written and not (folder / word).exists():
            first = ("--first", str(2 * place)) if words[1] == "merge" else ()
            main(["campaign", "run", _PROGRAM, "--seed", "1", "-n", "2", *first, *_FEW, "--store", str(folder / word)])


def _name_findings(words: list[str], folder: Path) -> list[str]:
    """Replace the finding that a page names by one of the store; a new dossier replaces the last one."""
    shutil.rmtree(folder / "dossier", ignore_errors=True)
    with open_store(folder / words[2]) as store:
        one = summarise(store).findings[0]
    instead = str(one.event) if words[3].isdecimal() else one.signature if words[1] == "class" else one.key
    rounds = {words.index("--round") + 1: str(one.round_number)} if "--round" in words else {}
    return [rounds.get(place, instead if place == 3 else word) for place, word in enumerate(words)]


def output_of(command: PageCommand) -> str:
    """Return the file into which a command's output goes; empty if it is printed."""
    return command.text.partition(" > ")[2].strip()
