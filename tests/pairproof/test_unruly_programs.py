"""Programs that stop the processes which run them, or leave daemons that nothing marks; Linux."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from batches.soak import SYSTEM
from support.killing import command, finished, is_alive, until

UNRULY = Path(__file__).parents[1] / "support" / "programs" / "resident_unruly.py"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="daemons and process states are read from Linux")


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Return a folder in which programs and daemons leave their numbers."""
    (tmp_path / "notes").mkdir()
    return tmp_path / "notes"


def campaign(vice: str, notes: Path, *also: str) -> list[str]:
    """Return the command of a campaign of two small events."""
    program = f"resident:{sys.executable} -S -E {UNRULY} {vice} {notes}"
    size = [
        "--axis",
        "players=6",
        "--axis",
        "rounds=2",
        "--system",
        SYSTEM,
        "--seed",
        "1",
        "-n",
        "2",
        "--no-kept",
        "--no-reduce",
    ]
    store = ["--store", str(notes.parent / "s.sqlite"), "--workers", "1"]
    return command("campaign", "run", program, *size, *store, *also)


def numbers(notes: Path) -> set[int]:
    """Return the numbers of the programs and daemons that have run."""
    return {int(path.name) for path in notes.iterdir()}


@pytest.mark.parametrize("vice", ["stops-its-parent", "stops-parent-and-watchdog-again-and-again"])
def test_a_program_that_stops_its_parent_does_not_hang_the_campaign(vice: str, notes: Path) -> None:
    """It is ended, and costs its events; the campaign ends, and no process is left."""
    ended = finished(campaign(vice, notes, "--time-limit", "60"))
    assert ended.returncode == 2, ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
    assert numbers(notes)
    until(lambda: not any(map(is_alive, numbers(notes))))


def test_a_daemon_without_group_and_environment_does_not_survive_the_campaign(notes: Path) -> None:
    """Its program answers, so that nothing else gives a reason to look for daemons."""
    ended = finished(campaign("leaves-a-daemon", notes))
    assert ended.returncode == 1, ended.stdout + ended.stderr
    left = numbers(notes)
    assert len(left) >= 4
    assert not any(map(is_alive, left))


def test_a_program_that_stops_the_main_process_is_ended_by_the_watchdog(notes: Path) -> None:
    """A suite is asked by the process of the command itself, which no other process of ours looks after."""
    program = f"resident:{sys.executable} -S -E {UNRULY} stops-its-parent-once {notes}"
    ended = finished(command("suite", program, "--system", "dutch-2026", "--time-limit", "60", "--workers", "1"))
    assert ended.returncode in (1, 2), ended.stdout + ended.stderr
    until(lambda: not any(map(is_alive, numbers(notes))))
