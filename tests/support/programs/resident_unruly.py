"""
A resident program that harms the process which runs it: ``resident_unruly.py VICE NOTES``.

It leaves its number, and those of its daemons, as names of files in a folder. It stops the process that has started it
and the watchdog of that process, and no other one: when that process is gone, so is the program.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

VICE, NOTES = sys.argv[1], Path(sys.argv[2])
PARENT = os.getppid()
OURS = (b"multiprocessing.spawn", b"pairproof.cli.main", b"watchdog.py")
MOST_SECONDS = 60.0
DAEMON = f"""
import os, time
if os.fork():
    os._exit(0)
os.setsid()
if os.fork():
    os._exit(0)
open({str(NOTES)!r} + "/" + str(os.getpid()), "w").close()
time.sleep(600)
"""


def stop(process: int) -> None:
    """Stop a process, if it is the parent or its watchdog, and the parent is still there."""
    try:
        command = Path(f"/proc/{process}/cmdline").read_bytes()
        is_ours = process > 1 and os.getppid() == PARENT and any(word in command for word in OURS)
        if not is_ours:
            sys.exit(1)
        os.kill(process, signal.SIGSTOP)
    except OSError:
        return


def watchdogs() -> list[int]:
    """Return the watchdogs of the parent."""
    lists = Path(f"/proc/{PARENT}/task").glob("*/children")
    children = [int(word) for file in lists for word in file.read_text().split()]
    return [child for child in children if b"watchdog.py" in Path(f"/proc/{child}/cmdline").read_bytes()]


def misbehave() -> None:
    """Do the harm that was asked for."""
    is_first = len(list(NOTES.iterdir())) == 1
    if VICE == "stops-its-parent" or (VICE == "stops-its-parent-once" and is_first):
        stop(PARENT)
        time.sleep(MOST_SECONDS)
    end = time.monotonic() + MOST_SECONDS
    while VICE == "stops-parent-and-watchdog-again-and-again" and time.monotonic() < end:
        for process in (*watchdogs(), PARENT):
            stop(process)
        time.sleep(0.001)
    if VICE == "leaves-a-daemon":
        words = [sys.executable, "-S", "-E", "-c", DAEMON]
        nothing = subprocess.DEVNULL
        before = len(list(NOTES.iterdir()))
        subprocess.run(  # noqa: S603 - ours
            words, env={}, start_new_session=True, stdin=nothing, stdout=nothing, stderr=nothing, check=True
        )
        while len(list(NOTES.iterdir())) == before:
            time.sleep(0.01)


for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "stop":
        break
    said = {"id": asked["id"], "name": "Unruly", "version": "1", "protocol": 1}
    if asked["do"] == "pair":
        (NOTES / str(os.getpid())).write_text("")
        misbehave()
        said = {"id": asked["id"], "round": asked["round"], "pairs": []}
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()
