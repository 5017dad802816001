"""
Calls of the kernel in a process of its own, so that a call that ends its process is seen as a failure.

A call is text: the name of a function and its arguments as Python expressions. A call that fails can be read, and be
repeated by hand.
"""

from __future__ import annotations

import faulthandler
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines import _kernel
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

TIMEOUT_SECONDS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The outcome of a call: a value as text, or the name of an error and its message."""

    value: str | None = None
    error: str | None = None
    message: str = ""


class KernelProcess:
    """A process that calls the kernel. It is started when it is first needed, and again after its end."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._process: subprocess.Popen[str] | None = None

    def call(self, function: str, arguments: Sequence[str]) -> Answer:
        """Return the outcome of a call. Raises AssertionError if the process ends."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps([function, list(arguments)]) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            self.close()
            call = f"{function}({', '.join(arguments)})"
            raise AssertionError(f"{call} ends the process with status {process.returncode}")
        return Answer(**json.loads(line))

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "support.kernel_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                cwd=Path(__file__).parents[1],
            )
        return self._process


def put(array: NDArray[Any], value: int, *places: tuple[int, ...]) -> NDArray[Any]:
    """Return a copy of an array with a value at some places."""
    changed = array.copy()
    for place in places:
        changed[place] = value
    return changed


def field_of(array: NDArray[Any]) -> NDArray[Any]:
    """Return the entries of an array as a field of records, so that they do not lie in steps of their own size."""
    records = np.zeros(array.shape, dtype=[("before", np.uint8), ("entry", array.dtype)])
    records["entry"] = array
    entries: NDArray[Any] = records["entry"]
    return entries


def shifted(array: NDArray[Any]) -> NDArray[Any]:
    """Return the entries of an array one byte away from where a number should begin."""
    memory = np.zeros(array.nbytes + 1, dtype=np.uint8)
    entries: NDArray[Any] = memory[1:].view(array.dtype).reshape(array.shape)
    entries[...] = array
    return entries


def last_term(
    places: int, _pairs: int, outside: int, *, cost: Any = 0, bound: Any = 0, decisions: Any = (), more: int = 0
) -> tuple[Any, Any, Any]:
    """Return an order of the vertices of a second stage, in which one thing may be wrong."""
    size = places + outside + more
    rows = None if decisions is None else np.array(decisions, dtype=np.int32).reshape(-1, 3)
    return np.full((size, size), cost), bound, rows


_NAMES = {"np": np, "put": put, "field_of": field_of, "shifted": shifted, "last_term": last_term}


def _plain(value: object) -> object:
    if isinstance(value, np.ndarray):
        return [str(value.dtype), value.shape, value.tolist()]
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _outcome(function: str, arguments: list[str]) -> dict[str, str]:
    values = [eval(argument, dict(_NAMES)) for argument in arguments]  # noqa: S307 -- written in the tests
    faulthandler.dump_traceback_later(TIMEOUT_SECONDS, exit=True)
    try:
        value = getattr(_kernel, function)(*values)
    except Exception as error:  # noqa: BLE001 -- which errors are right is for the tests to say
        return {"error": type(error).__name__, "message": str(error)}
    finally:
        faulthandler.cancel_dump_traceback_later()
    return {"value": repr(_plain(value))}


def main() -> None:
    """Answer every call that comes in, a line each."""
    for line in sys.stdin:
        function, arguments = json.loads(line)
        sys.stdout.write(json.dumps(_outcome(function, arguments)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
