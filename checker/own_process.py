"""
Whether the process is ours from its start, the command line or one of its workers, and the environment that it has.

Such a process has no children but those that Pairproof starts. A process of another program that imports Pairproof may
have others, which are left alone.
"""

from __future__ import annotations

import os

_state = {"is_ours": False}


def claim_process() -> None:
    """Take note that this process is ours."""
    _state["is_ours"] = True


def is_own_process() -> bool:
    """Whether this process is ours."""
    return _state["is_ours"]


_NUMPY_THREADS = "OPENBLAS_NUM_THREADS"
_SET_BY_US = "PAIRPROOF_NUMPY_THREADS"


def limit_numpy_threads() -> None:
    """
    Let NumPy start no threads in this process and its workers, unless the user has set their number.

    Nothing here multiplies matrices, and threads that wait for that take a third of the time of a small check.
    """
    if _NUMPY_THREADS not in os.environ:
        os.environ[_NUMPY_THREADS] = os.environ[_SET_BY_US] = "1"


def user_environment() -> dict[str, str]:
    """Return the environment for programs: as the user has set it."""
    environment = dict(os.environ)
    if environment.pop(_SET_BY_US, None):
        environment.pop(_NUMPY_THREADS, None)
    return environment
