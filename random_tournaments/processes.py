"""Processes that work for another one: they leave Ctrl-C to it, and do not outlive it, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def serve(at_end: Callable[[], object] = lambda: None) -> None:
    """
    Make a worker of this process; call it once, from the main thread.

    It ignores Ctrl-C, and ends at once, after calling ``at_end``, when it is told to (SIGTERM) or its parent has gone:
    also if that was killed, which closes a pipe between the two. What it was doing is lost.
    """

    def give_up(*_: object) -> None:
        at_end()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, give_up)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            give_up()

        threading.Thread(target=follow, daemon=True, name="end with the parent").start()
