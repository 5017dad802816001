"""
A resident program that never answers for a pairing: ``resident_sleeping.py NOTES``.

It leaves its number, and that of a daemon of its own that has let go of everything, as names of files in a folder.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

NOTES = Path(sys.argv[1])

for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "pair":
        daemon = subprocess.Popen(
            [sys.executable, "-S", "-E", "-c", "import time; time.sleep(3600)"],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for number in (daemon.pid, os.getpid()):
            (NOTES / str(number)).write_text("")
        time.sleep(3600)
    sys.stdout.write(json.dumps({"id": asked["id"], "name": "Sleeping", "version": "1", "protocol": 1}) + "\n")
    sys.stdout.flush()
