"""The kernel's own tests, in its own language, with every access and every sum under a sanitizer."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
KERNEL = Path(__file__).parents[2] / "reference_engines" / "kernel"
FLAGS = ["-std=c++20", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SOURCES = {
    # The class comes with its headers, for the levels that are needed only.
    "perfect_matching": ("perfect_matching.test.cc", "optimal_face.cc", "blossoms.cc"),
    "maximum_matching": ("maximum_matching.test.cc", "maximum_matching.cc"),
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Compile both at once: that takes longer than to run them."""
    folder = tmp_path_factory.mktemp("kernel")
    compiler = shlex.split(os.environ.get("CXX", "g++"))
    compilations = [
        subprocess.Popen(  # noqa: S603 - the compiler of whoever runs the tests, as for the kernel itself
            [*compiler, *FLAGS, "-o", str(folder / name), *(str(KERNEL / source) for source in sources)],
            stderr=subprocess.PIPE,
            text=True,
        )
        for name, sources in SOURCES.items()
    ]
    messages = "".join(compilation.communicate()[1] for compilation in compilations)
    assert [compilation.returncode for compilation in compilations] == [0, 0], messages
    return {name: folder / name for name in SOURCES}


@pytest.mark.parametrize("name", SOURCES)
def test_what_the_kernel_claims_holds_natively(programs: dict[str, Path], name: str) -> None:
    """Matchings are right on all small graphs, and no sanitizer finds fault on the way."""
    run = subprocess.run(  # noqa: S603 - compiled above
        [str(programs[name])], capture_output=True, text=True, check=False, timeout=60
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "graphs" in run.stdout
