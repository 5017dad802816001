"""
A resident program that fails at some of its questions, always at the same ones: ``moody.py PER_MILLE``.

It pairs first half against second half in the order of points, and knows no other rule. At so many of a thousand
questions, chosen by a digest of the question, it dies, writes garbage, answers for another round or hangs.
"""

import hashlib
import json
import sys
import time

PER_MILLE = int(sys.argv[1])


def folded(trf: str) -> dict:
    """Return the natural pairing of everybody."""
    rows = [line for line in trf.splitlines() if line.startswith("001")]
    order = [int(row[4:8]) for row in sorted(rows, key=lambda row: (-float(row[80:84] or 0), int(row[4:8])))]
    half = len(order) // 2
    return {
        "pairs": [list(pair) for pair in zip(order[:half], order[half:], strict=False)],
        "bye": order[-1] if len(order) % 2 else None,
    }


def mood(question: dict) -> int:
    """Return a number below 1000 that depends on the question alone."""
    asked = f"{question['trf']} {question['round']}"
    return int.from_bytes(hashlib.sha256(asked.encode()).digest()[:8]) % 1000


def answer(question: dict) -> str:
    """Answer a question, or fail at it."""
    if question["do"] == "start":
        return json.dumps({"id": question["id"], "name": "Moody", "version": "1", "protocol": 1})
    if question["do"] != "pair":
        return json.dumps({"id": question["id"], "error": "not understood"})
    bad = mood(question)
    told = {"id": question["id"], "round": question["round"], **folded(question["trf"])}
    if bad >= PER_MILLE:
        return json.dumps(told)
    if bad < PER_MILLE // 16:
        time.sleep(3600)
    if bad % 3 == 0:
        sys.exit(1)
    return "1 2\n" if bad % 3 == 1 else json.dumps(told | {"round": question["round"] + 1})


for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "stop":
        break
    sys.stdout.write(answer(asked) + "\n")
    sys.stdout.flush()
