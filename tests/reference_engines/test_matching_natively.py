"""The kernel's own tests, in its own language, with every access and every sum under a sanitizer."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import subprocess
from pathlib import Path

import pytest

KERNEL = Path(__file__).parents[2] / "reference_engines" / "kernel"
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# Optimised for debugging, it is compiled in two thirds of the time of -O1. Names of lines (-g) would cost half as
# much again. Add them to see where a sanitizer finds fault.
FLAGS = ["-std=c++20", "-Og", *SANITIZERS]
SOURCES = {
    # The class comes with its headers, for the levels that are needed only.
    "perfect_matching": ("perfect_matching.test.cc", "optimal_face.cc", "blossoms.cc"),
    "maximum_matching": ("maximum_matching.test.cc", "maximum_matching.cc"),
    "costs": ("costs.test.cc",),
}
COMPILER = shlex.split(os.environ.get("CXX", "g++"))


def _finish(runs: list[subprocess.Popen[str]]) -> None:
    messages = "".join(run.communicate()[1] for run in runs)
    assert [run.returncode for run in runs] == [0] * len(runs), messages


def _start(*arguments: str) -> subprocess.Popen[str]:
    # The compiler that builds the kernel itself.
    return subprocess.Popen([*COMPILER, *arguments], stderr=subprocess.PIPE, text=True)  # noqa: S603


@pytest.fixture(scope="module")
def programs() -> dict[str, Path]:
    """Compile the programs unless these sources were compiled before: that takes longer than to run them."""
    digest = hashlib.sha256(repr((COMPILER, FLAGS)).encode())
    for source in sorted(KERNEL.iterdir()):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    folder = KERNEL.parents[1] / "build" / f"native-tests-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # of two processes that need the programs the second waits for the first
        if not (folder / "complete").exists():
            _compile(folder)
            (folder / "complete").touch()
    return {name: folder / name for name in SOURCES}


def _compile(folder: Path) -> None:
    """Compile all sources at the same time."""
    sources = [source for parts in SOURCES.values() for source in parts]
    _finish([_start(*FLAGS, "-c", "-o", str(folder / f"{source}.o"), str(KERNEL / source)) for source in sources])
    links = []
    for name, parts in SOURCES.items():
        objects = [str(folder / f"{part}.o") for part in parts]
        links.append(_start(*SANITIZERS, "-o", str(folder / name), *objects))
    _finish(links)


@pytest.mark.parametrize(
    ("name", "words"),
    [("perfect_matching", "graphs"), ("maximum_matching", "graphs"), ("costs", "expectations hold")],
)
def test_claims_of_the_kernel_hold_natively(programs: dict[str, Path], name: str, words: str) -> None:
    """Matchings are right on all small graphs, limits hold, and no sanitizer finds fault on the way."""
    run = subprocess.run(  # noqa: S603 - compiled above
        [str(programs[name])], capture_output=True, text=True, check=False, timeout=600
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert words in run.stdout


def test_every_native_test_is_run() -> None:
    """A file of native tests that is not compiled tests nothing."""
    compiled = {source for parts in SOURCES.values() for source in parts if source.endswith(".test.cc")}
    assert compiled == {path.name for path in KERNEL.glob("*.test.cc")}
