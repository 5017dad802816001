"""Files are written whole or not at all, whatever was there before."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tournaments.atomic_files import (
    PART_SUFFIX,
    AtomicFile,
    drop_incomplete_last_line,
    open_atomically,
    part_path,
    write_atomically,
)

if TYPE_CHECKING:
    from pathlib import Path

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions, links and pipes are those of Unix")


def test_a_file_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    """Until then it has another one in the same folder."""
    path = tmp_path / "a.html"
    with open_atomically(path) as stream:
        stream.write(b"half")
        assert [file.name for file in tmp_path.iterdir()] == [f"a.html{PART_SUFFIX}"]
    assert [file.name for file in tmp_path.iterdir()] == ["a.html"]
    assert path.read_bytes() == b"half"


@pytest.mark.parametrize("before", [None, b"what was there"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_an_error_leaves_what_was_there_before(tmp_path: Path, before: bytes | None, error: BaseException) -> None:
    """Nothing, or the file as it was."""
    path = tmp_path / "a.html"
    if before is not None:
        path.write_bytes(before)

    def write_half() -> None:
        with open_atomically(path) as stream:
            stream.write(b"half")
            raise error

    with pytest.raises(type(error)):
        write_half()
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([] if before is None else [before])


@posix
def test_an_error_at_the_very_end_leaves_nothing_either(tmp_path: Path) -> None:
    """The buffer is written as the file is closed, and may fail only then."""
    file = AtomicFile(tmp_path / "a.html")
    file.stream.write(b"half")
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, file.stream.fileno())
    os.close(full)
    with pytest.raises(OSError, match="No space left"):
        file.keep()
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    """The link's target is written."""
    real, link = tmp_path / "real.html", tmp_path / "link.html"
    real.write_bytes(b"before")
    real.chmod(0o640)
    link.symlink_to(real)
    write_atomically(link, b"after")
    assert link.is_symlink()
    assert real.read_bytes() == b"after"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.html", "real.html"]


@posix
def test_a_target_that_is_not_a_regular_file_is_written_directly(tmp_path: Path) -> None:
    """A named pipe stays one, and its reader gets what is written."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [file.name for file in tmp_path.iterdir()] == ["pipe"]


@posix
def test_standard_output_by_its_name_is_written_as_it_is(tmp_path: Path) -> None:
    """Also if it leads to a file: others write to the same one."""
    script = "from pathlib import Path; from tournaments.atomic_files import write_atomically; "
    script += "print('one', flush=True)\n"
    script += "write_atomically(Path('/dev/fd/1'), b'two')"
    with (tmp_path / "out").open("ab") as out:
        subprocess.run([sys.executable, "-c", script], stdout=out, check=True)  # noqa: S603 - our own
    assert [file.name for file in tmp_path.iterdir()] == ["out"]
    assert "two" in (tmp_path / "out").read_text("utf-8")


@posix
def test_a_link_in_the_place_of_the_unfinished_file_is_not_followed(tmp_path: Path) -> None:
    """Another user may have put it into a shared folder."""
    other = tmp_path / "other"
    other.write_bytes(b"not ours")
    part_path(tmp_path / "a.html").symlink_to(other)
    with pytest.raises(OSError, match="symbolic link"):
        write_atomically(tmp_path / "a.html", b"ours")
    assert other.read_bytes() == b"not ours"


def test_a_killed_processs_files_are_overwritten(tmp_path: Path) -> None:
    """It is longer than what comes now."""
    part_path(tmp_path / "a.html").write_bytes(b"x" * 100)
    write_atomically(tmp_path / "a.html", b"short")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.html", b"short")]


def test_a_long_name_has_room_for_another_one(tmp_path: Path) -> None:
    """File systems take 255 bytes."""
    path = tmp_path / ("ä" * 127)
    write_atomically(path, b"long")
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(("log", "left"), [("a\nb\n", "a\nb\n"), ("a\nb", "a\n"), ("a", None), ("", None)])
def test_of_a_log_whole_lines_are_left(tmp_path: Path, log: str, left: str | None) -> None:
    """A log without any is removed."""
    path = tmp_path / "log"
    path.write_text(log, "utf-8")
    drop_incomplete_last_line(path)
    assert (path.read_text("utf-8") if path.exists() else None) == left
