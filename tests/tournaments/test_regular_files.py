"""Only regular files are read, up to a limit, and every name can be written down."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

import pytest

from tournaments import ProblemCode, read_event
from tournaments.regular_files import MAX_BYTES, MEGABYTE, read_bytes, readable_name

if TYPE_CHECKING:
    from pathlib import Path


def test_a_regular_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    """One byte more, and it is refused."""
    file = tmp_path / "event.trf"
    file.write_bytes(b"x" * 100)
    assert read_bytes(file, 100) == b"x" * 100
    with pytest.raises(OSError, match="it is larger than 99 bytes; --max-size permits more"):
        read_bytes(file, 99)
    (tmp_path / "empty.trf").write_bytes(b"")
    assert read_bytes(tmp_path / "empty.trf") == b""


def test_a_file_is_read_whole_whatever_its_size(tmp_path: Path) -> None:
    """More than is read at a time."""
    content = bytes(range(256)) * (3 * MEGABYTE // 256) + b"end"
    (tmp_path / "event.trf").write_bytes(content)
    assert read_bytes(tmp_path / "event.trf") == content


def test_a_file_beyond_the_limit_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """A gigabyte that takes no room on the disk."""
    with (tmp_path / "huge.trf").open("wb") as stream:
        stream.truncate(1024 * MEGABYTE)
    (problem,) = read_event(tmp_path / "huge.trf").problems
    assert problem.code is ProblemCode.FILE_UNREADABLE
    assert "it is larger than 64 MB; --max-size permits more" in problem.message
    assert MAX_BYTES == 64 * MEGABYTE


def test_a_fifo_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    """Nobody writes to it."""
    os.mkfifo(tmp_path / "event.trf")
    (problem,) = read_event(tmp_path / "event.trf").problems
    assert "it is a FIFO (a named pipe), not a regular file" in problem.message


def test_a_device_is_refused() -> None:
    """One of them never ends."""
    (problem,) = read_event("/dev/zero").problems
    assert "it is a device, not a regular file" in problem.message


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot even be opened."""
    monkeypatch.chdir(tmp_path)  # the names of sockets must be short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("event.trf")
        (problem,) = read_event("event.trf").problems
    assert "it is a socket, not a regular file" in problem.message


def test_links_are_followed_to_what_they_name(tmp_path: Path) -> None:
    """The user named them; only what they lead to must be a regular file."""
    (tmp_path / "event.trf").write_bytes(b"content")
    (tmp_path / "link.trf").symlink_to("event.trf")
    (tmp_path / "device.trf").symlink_to("/dev/zero")
    assert read_bytes(tmp_path / "link.trf") == b"content"
    with pytest.raises(OSError, match="not a regular file"):
        read_bytes(tmp_path / "device.trf")


@pytest.mark.parametrize("name", ["missing.trf", ".", "bad\0name", "\ud800.trf"])
def test_a_missing_file_is_a_problem_and_not_an_exception(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A directory, a name that no file can have."""
    monkeypatch.chdir(tmp_path)
    (problem,) = read_event(name).problems
    assert problem.code is ProblemCode.FILE_UNREADABLE
    str(problem).encode("utf-8")


@pytest.mark.parametrize(
    ("name", "readable"),
    [("open.trf", "open.trf"), ("Köln.trf", "Köln.trf"), (os.fsdecode(b"K\xf6ln.trf"), r"K\xf6ln.trf")],
)
def test_bytes_that_are_not_utf_8_are_escaped_in_names(name: str, readable: str) -> None:
    """Others stay what they are."""
    assert readable_name(name) == readable
