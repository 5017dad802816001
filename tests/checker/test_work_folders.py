"""Folders in which programs run: locked while their owner lives, read with care, removed and swept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from checker.programs import folders
from checker.programs.folders import NoRoomError, WorkFolder, empty_folder, read_regular, sweep
from checker.programs.process_run import Limits, start
from checker.programs.program import FailureKind, ProgramError


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make all folders in a folder of this test, and forget earlier warnings."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(folders, "_reported_problems", [])
    return tmp_path


# --- reading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "is_read"), [(100, True), (99, False)])
def test_a_file_is_read_up_to_its_limit(place: Path, limit: int, is_read: bool) -> None:
    """One byte more, and it is too large."""
    (place / "file").write_bytes(b"x" * 100)
    if is_read:
        assert read_regular(str(place / "file"), None, limit) == b"x" * 100
    else:
        with pytest.raises(ProgramError, match="more than 99 bytes in file") as caught:
            read_regular(str(place / "file"), None, limit)
        assert caught.value.kind is FailureKind.FLOODED


def test_ten_gigabytes_of_nothing_are_not_read(place: Path) -> None:
    """The size is asked for first."""
    with (place / "file").open("wb") as file:
        file.truncate(10 * 2**30)
    with pytest.raises(ProgramError, match="more than 20000000 bytes"):
        read_regular(str(place / "file"), None, Limits().output_bytes)


def test_a_file_that_tells_no_size_is_read_up_to_the_limit() -> None:
    """As those of the system do, which call themselves regular and empty."""
    assert b"Name:" in read_regular("/proc/self/status", None, 100_000)
    with pytest.raises(ProgramError, match="more than 10 bytes in status"):
        read_regular("/proc/self/status", None, 10)


def test_a_file_without_permission_is_a_failure(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The failure gives the reason; root may open every file, so the error is simulated."""
    (place / "file").write_bytes(b"1")
    (place / "file").chmod(0)

    def refusing(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    if os.geteuid() == 0:
        monkeypatch.setattr("checker.programs.folders.os.open", refusing)
    with pytest.raises(ProgramError, match="file cannot be opened: Permission denied"):
        read_regular(str(place / "file"), None, 100)


def test_a_file_that_is_not_there_is_empty(place: Path) -> None:
    """The caller decides what that means."""
    assert read_regular(str(place / "nothing"), None, 100) == b""


# --- removing ---------------------------------------------------------------------------------------------------------


def test_a_folder_is_removed_with_what_it_holds(place: Path) -> None:
    """Links are removed and not followed; names may be anything that a file system takes."""
    kept = place / "kept"
    kept.mkdir()
    (kept / "file").write_text("mine")
    with WorkFolder() as folder:
        (folder.path / "link").symlink_to(kept)
        (folder.path / os.fsdecode(b"\xff\xfe")).mkdir()
        os.mkfifo(folder.path / "pipe\n")
        for number in range(50):
            (folder.path / f"{number}" / "a" / "b").mkdir(parents=True)
            (folder.path / f"{number}" / "a" / "b" / "file").write_text("")
    assert [path.name for path in place.iterdir()] == ["kept"]
    assert (kept / "file").read_text() == "mine"


@pytest.mark.parametrize("depth", [1100, pytest.param(3000, marks=pytest.mark.slow)])
def test_folders_deeper_than_any_name_are_removed(place: Path, depth: int) -> None:
    """Without recursion, and without a file open for each of them."""
    before = os.getcwd()  # noqa: PTH109 - to go back
    with WorkFolder() as folder:
        os.chdir(folder.path)
        for _ in range(depth):
            Path("deeper").mkdir()
            os.chdir("deeper")
        Path("treasure").write_text("")
        os.chdir(before)
    assert list(place.iterdir()) == []


def test_files_that_vanish_and_appear_meanwhile_are_not_an_error(place: Path) -> None:
    """Somebody else removes and makes them at the same time; what remains is left, and nothing is raised."""
    folder = place / "busy"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number}").mkdir()
        (folder / f"{number}" / "file").write_text("")
    stop = threading.Event()

    def disturb() -> None:
        number = 0
        while not stop.is_set():
            number = (number + 7) % 300
            with suppress(OSError):
                (folder / f"{number}" / "file").unlink()
            with suppress(OSError):
                (folder / f"{number}").rmdir()
            with suppress(OSError):
                (folder / f"{number}" / "late").write_text("")

    other = threading.Thread(target=disturb)
    other.start()
    held = os.open(folder, os.O_RDONLY)
    empty_folder(held)
    stop.set()
    other.join()
    assert empty_folder(held) == ""
    os.close(held)
    assert list(folder.iterdir()) == []


def test_a_folder_that_cannot_be_removed_is_left_and_reported_once(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A folder that a program has moved away, with another in its place, which is not ours to remove."""
    for number in range(2):
        with WorkFolder() as folder:
            folder.path.rename(place / f"moved{number}")
            folder.path.mkdir()
            (folder.path / "theirs").write_text("")
    said = [record.message for record in caplog.records]
    assert len(said) == 1
    assert "something else put in its place" in said[0]
    assert len(list(place.glob("*/theirs"))) == 2


def test_a_machine_without_room_is_not_the_programs_failure(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder can be made, no file can be written."""
    with WorkFolder() as folder:
        (folder.path / "event.trf").mkdir()
        with pytest.raises(NoRoomError, match=r"event\.trf cannot be written: Is a directory"):
            folder.write("event.trf", b"")
    monkeypatch.setattr("tempfile.tempdir", str(place / "nowhere"))
    with pytest.raises(
        NoRoomError, match=r"no folder for programs can be made in .*nowhere: No such file or directory"
    ):
        WorkFolder()


# --- sweeping ---------------------------------------------------------------------------------------------------------

HOLDING = """
import sys, tempfile, time
tempfile.tempdir = sys.argv[1]
from checker.programs.folders import WorkFolder
folder = WorkFolder()
folder.write("file", b"1")
print(folder.path, flush=True)
time.sleep(3600)
"""


def holder(place: Path) -> tuple[subprocess.Popen[str], Path]:
    """Start another process with a folder of its own; return both."""
    process = subprocess.Popen([sys.executable, "-c", HOLDING, str(place)], stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own command
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_only_folders_whose_owner_is_gone_are_swept(place: Path) -> None:
    """Neither those of one who lives, here or elsewhere, nor what merely resembles them."""
    process, theirs = holder(place)
    try:
        for name in ("pairproof-run-x", "pairproof-run-abcdefgh.txt", "pairproof-results"):
            (place / name).mkdir()
        (place / "pairproof-run-aaaaaaaa").symlink_to(place / "pairproof-results")
        (place / "pairproof-run-bbbbbbbb").write_text("a file")
        with WorkFolder() as mine:
            assert sweep() == 0
            assert (theirs / "file").exists()
            assert mine.path.exists()
            process.send_signal(signal.SIGKILL)
            process.wait()
            assert theirs.exists()
            assert sweep() == 1
            assert not theirs.exists()
            assert mine.path.exists()
        assert len(list(place.iterdir())) == 5
    finally:
        process.kill()
        process.communicate()


def test_processes_in_a_folder_are_ended_before_it_is_swept(place: Path) -> None:
    """Should owner and watchdog have been killed together."""
    left = place / "pairproof-run-cccccccc"
    left.mkdir(mode=0o700)
    process = start([sys.executable, "-S", "-E", "-c", "import time; time.sleep(3600)"], left, Limits(), stdin=-3)
    try:
        assert sweep() == 1
        assert process.wait(20) == -signal.SIGKILL
        assert not left.exists()
    finally:
        from checker.programs.process_run import end  # noqa: PLC0415 - whatever became of it

        end(process)


def test_a_folder_is_made_anew_if_it_is_swept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between its making and its locking."""
    make = folders.tempfile.mkdtemp
    swept = []

    def make_folder(prefix: str) -> str:
        path = make(prefix=prefix)
        if not swept:
            swept.append(sweep())
        return path

    monkeypatch.setattr(folders.tempfile, "mkdtemp", make_folder)
    with WorkFolder() as folder:
        assert folder.path.exists()
    assert swept == [1]


def test_sweeping_where_nothing_can_be_listed_raises_nothing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not what was asked for."""
    monkeypatch.setattr("tempfile.tempdir", str(place / "nowhere"))
    assert sweep() == 0


def test_time_is_short_also_for_who_never_stops(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Removing ends after a while, and says so."""
    monkeypatch.setattr("checker.programs.folders._PATIENCE", -1.0)
    (place / "inner").mkdir()
    held = os.open(place, os.O_RDONLY)
    assert empty_folder(held) == "not done within -1 seconds"
    os.close(held)
    assert time.monotonic() > 0
