"""``docs/trust.md``: its box works, and holds what it says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.trf import played

from checker.programs.description import read_description
from checker.programs.program import FailureKind, ProgramError
from checker.programs.specs import open_program

if TYPE_CHECKING:
    from checker.programs.program import Program

PAGE = (Path(__file__).parents[2] / "docs" / "trust.md").read_text("utf-8")
BOX = re.search(r"(?m)(?:^    .*\n|^\n)+", PAGE[PAGE.index('    name = "Mine, in a box"') :])
PYTHON = "/usr/bin/python3"
MINE = """\
#!/usr/bin/python3
import os, socket, sys, time
from pathlib import Path
if Path("/program/hangs").exists():
    time.sleep(3600)
found = [name for name in ("HOME_OF_TESTS", "PAIRPROOF_RUN") if name in os.environ]
found += [name for name in ("/root", "/home", "/etc/passwd") if Path(name).exists()]
try:
    socket.create_connection(("192.0.2.1", 9), 0.2)
    found.append("network")
except OSError as error:
    found += [] if error.errno == 101 else [str(error)]
try:
    Path("/program/mark").touch()
    found.append("its own folder")
except OSError:
    pass
if found:
    sys.exit(", ".join(found))
Path(sys.argv[3]).write_text("2\\n1 3\\n2 4\\n")
"""


def box() -> str:
    """Return the description that the page shows."""
    assert BOX is not None
    return textwrap.dedent(BOX[0]).partition("pairproof program")[0]


def works() -> bool:
    """Whether there is bubblewrap here, and it may make boxes."""
    bwrap = shutil.which("bwrap")
    if bwrap is None or sys.platform != "linux" or not Path(PYTHON).exists():
        return False
    words = [bwrap, "--unshare-all", "--ro-bind", "/", "/", "true"]
    return subprocess.run(words, check=False, capture_output=True).returncode == 0  # noqa: S603 - ours


def test_the_box_is_a_description() -> None:
    """It ends, keeps the network away, and limits what ours do not."""
    description = read_description(box())
    assert description.pair is not None
    assert {"--unshare-all", "--die-with-parent", "--clearenv"} < set(description.pair.command)
    assert description.limits.memory_bytes > 0


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Write a program that looks for a way out before it answers."""
    program = tmp_path / "programs" / "mine"
    program.parent.mkdir()
    program.write_text(MINE, "utf-8")
    program.chmod(0o755)
    return program


def _boxed(mine: Path, settings: tuple[str, ...] = ()) -> Program:
    description = mine.parent.parent / "boxed.toml"
    description.write_text(box(), "utf-8")
    return open_program(f"{description}={mine}", settings=settings)


@pytest.mark.skipif(not works(), reason="bubblewrap does not work here")
def test_a_program_in_the_box_answers_and_sees_nothing(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither home nor environment nor network, and its own folder only to read."""
    monkeypatch.setenv("HOME_OF_TESTS", "secret")
    pairing = _boxed(mine).pair(played(players=4, rounds=1), 2)
    assert [(pair.white, pair.black) for pair in pairing.pairs] == [(1, 3), (2, 4)]
    assert not (mine.parent / "mark").exists()


@pytest.mark.skipif(not works(), reason="bubblewrap does not work here")
def test_a_program_that_hangs_in_the_box_is_ended(mine: Path) -> None:
    """Like one without a box."""
    (mine.parent / "hangs").touch()
    with pytest.raises(ProgramError) as caught:
        _boxed(mine, ("limits.seconds=1",)).pair(played(players=4, rounds=1), 2)
    assert caught.value.kind is FailureKind.TIMED_OUT
    assert str(mine.parent) not in "".join(_command_lines())


def _command_lines() -> list[str]:
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(file.read_bytes().decode("utf-8", "replace"))
        except OSError:
            continue
    return found
