"""The command that serves: what it says, what it refuses, and how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING

import pytest
from support.trf import played, trf_of

from pairproof.cli import serve
from pairproof.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C to be sent to one process alone")
@pytest.mark.usefixtures("heeding_interrupts")
def test_it_says_its_address_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    """Nothing is left behind, and it ends in 0."""
    (tmp_path / "open.trf").write_text(trf_of(played()), "utf-8")
    command = [sys.executable, "-m", "pairproof.cli.main", "serve", "--no-browser", "open.trf"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as program:  # noqa: S603 - our own
        assert program.stdout is not None
        address = program.stdout.readline().split()[-1]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own
            assert "open.trf" in answer.read().decode()
        program.send_signal(signal.SIGINT)
        said, complaints = program.communicate(timeout=60)
    assert program.returncode == 0
    assert said.endswith("Ended; nothing is kept.\n")
    assert complaints == ""
    assert [path.name for path in tmp_path.iterdir()] == ["open.trf"]


def test_a_port_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """The message says what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--no-browser", "--port", str(port)]) == 3
    assert f"port {port} cannot be used" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is served."""
    assert main(["serve", "--no-browser", str(tmp_path / "gone.trf")]) == 2
    assert "gone.trf cannot be read" in capsys.readouterr().err


def test_without_the_extra_the_message_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line."""
    monkeypatch.setattr(serve, "find_spec", lambda _: None)
    assert main(["serve"]) == 2
    remedy = "serve needs a few more packages: pip install python-multipart starlette uvicorn"
    assert capsys.readouterr().err == f"pairproof: {remedy}\n"
