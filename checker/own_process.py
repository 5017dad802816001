"""
Whether the process is ours from its start: the command line or one of its workers.

Such a process has no children but those that Pairproof starts. A process of another program that imports Pairproof may
have others, which are left alone.
"""

from __future__ import annotations

_state = {"is_ours": False}


def claim_process() -> None:
    """Take note that this process is ours."""
    _state["is_ours"] = True


def is_own_process() -> bool:
    """Whether this process is ours."""
    return _state["is_ours"]
