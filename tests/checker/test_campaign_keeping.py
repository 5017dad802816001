"""The folder of kept events: what is written, read, left out, and removed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.trf import played, trf_of

from checker.campaigns.kept_events import MOST, drop, folder_of, keep, read_kept

EVENT = trf_of(played()).encode()
OTHER = trf_of(played(players=9)).encode()


def test_each_program_and_system_has_a_folder() -> None:
    """The folder's name is valid for any program name; two that would be equal get different folders."""
    root = Path("k")
    folder = folder_of(root, "dutch-2026", "My Program/../6")
    assert folder.parent == root / "dutch-2026"
    assert folder.name.startswith("my-program-6-")
    assert folder != folder_of(root, "dutch-2026", "my program 6")
    assert folder != folder_of(root, "dutch-2017", "My Program/../6")
    assert folder_of(root, "dutch-2026", "../..").parent == root / "dutch-2026"
    assert folder_of(root, "dutch-2026/literal", "mine").parent.parent == root


def test_kept_events_are_read_in_the_order_of_names(tmp_path: Path) -> None:
    """An event is kept once, and the root says what it is."""
    folder = tmp_path / "k" / "dutch-2026" / "mine"
    keep(folder, [EVENT, OTHER, EVENT])
    events, left_out = read_kept(folder, "dutch-2026")
    assert {event.content for event in events} == {EVENT, OTHER}
    assert [event.name for event in events] == sorted(path.name for path in folder.iterdir())
    assert left_out == []
    assert "can be deleted" in (tmp_path / "k" / "README.txt").read_text("utf-8")
    assert read_kept(tmp_path / "nowhere", "dutch-2026") == ([], [])


@pytest.mark.parametrize(("name", "is_ignored"), [(".pairproof", True), ("kept", False)])
def test_only_the_default_folder_is_kept_out_of_commits(tmp_path: Path, name: str, is_ignored: bool) -> None:
    """A folder that the user named may be meant to be committed."""
    root = tmp_path / name
    keep(root / "dutch-2026" / "mine", [EVENT])
    assert (root / ".gitignore").exists() == is_ignored


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "cannot be asked about"),
        (b"\x00\xff\xfe" * 50, "cannot be asked about"),
        (b"012 Empty\n", "cannot be asked about"),
        (b"0" * (4 * 1024 * 1024 + 1), "it is larger than 4 MB"),
        (EVENT[: len(EVENT) // 2], ""),
    ],
    ids=["empty", "bytes", "no round", "large", "cut off"],
)
def test_unusable_kept_files_are_left_out_by_name(content: bytes, message: str, tmp_path: Path) -> None:
    """The others are read."""
    keep(tmp_path, [EVENT])
    (tmp_path / "x.trf").write_bytes(content)
    events, left_out = read_kept(tmp_path, "dutch-2026")
    assert EVENT in [event.content for event in events]
    if message:
        (sentence,) = left_out
        assert sentence.startswith(f"{tmp_path / 'x.trf'}: ")
        assert message in sentence


def test_entries_that_are_not_files_are_left_out(tmp_path: Path) -> None:
    """A FIFO is not waited for, and a folder or a broken link is reported."""
    (tmp_path / "a.trf").mkdir()
    os.mkfifo(tmp_path / "b.trf")
    (tmp_path / "c.trf").symlink_to(tmp_path / "nowhere")
    events, left_out = read_kept(tmp_path, "dutch-2026")
    assert events == []
    assert [sentence.split(": ")[0][-5:] for sentence in left_out] == ["a.trf", "b.trf", "c.trf"]
    (tmp_path / "file").write_text("", "utf-8")
    assert read_kept(tmp_path / "file", "dutch-2026") == ([], [f"{tmp_path / 'file'} is not a folder"])


def test_links_that_lie_there_are_not_written_through(tmp_path: Path) -> None:
    """The folder's sender cannot have a file written elsewhere; the other events are kept."""
    folder, elsewhere = tmp_path / "k" / "dutch-2026" / "mine", tmp_path / "elsewhere"
    keep(folder, [EVENT])
    (kept,) = folder.iterdir()
    for link in (kept, tmp_path / "k" / "README.txt"):
        link.unlink()
        link.symlink_to(elsewhere)
    keep(folder, [EVENT, OTHER])
    assert not elsewhere.exists()
    events, _ = read_kept(folder, "dutch-2026")
    assert [event.content for event in events] == [OTHER]


def test_no_more_are_asked_than_can_be_borne(tmp_path: Path) -> None:
    """The number of files left out is reported."""
    for number in range(MOST + 1):
        (tmp_path / f"{number:04}.trf").write_bytes(b"")
    (tmp_path / "0000.trf").write_bytes(EVENT)
    events, left_out = read_kept(tmp_path, "dutch-2026")
    assert len(events) == 1
    assert left_out[-1] == f"{tmp_path}: 1 of {MOST + 1} events, as {MOST} are asked about at most"


def test_only_what_was_kept_here_is_removed(tmp_path: Path) -> None:
    """A foreign file in the folder stays."""
    keep(tmp_path, [EVENT])
    (tmp_path / "mine.trf").write_bytes(EVENT)
    drop(sorted(tmp_path.glob("*.trf")))
    assert [path.name for path in tmp_path.glob("*.trf")] == ["mine.trf"]
