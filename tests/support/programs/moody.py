"""
A resident program that fails at some of its questions, always at the same ones: ``moody.py PER_MILLE``.

It pairs the first half of those present against the second half, which is right in a first round, and at every tenth
question reverses the colours of the first board. At ``PER_MILLE`` of a thousand questions, chosen by a digest of the
question, it dies, writes garbage, answers for another round or hangs.
"""

import hashlib
import json
import sys
import time

PER_MILLE = int(sys.argv[1])


def folded(trf: str) -> dict:
    """Return the natural pairing of all players whose row has no entry for the round."""
    lines = trf.splitlines()
    order = [int(line[4:8]) for line in lines if line.startswith("001") and not line[89:].strip()]
    black = any(line.startswith("152 B") for line in lines)
    half = len(order) // 2
    pairs = [[one, other] for one, other in zip(order[:half], order[half:], strict=False)]
    return {
        "pairs": [pair[::-1] if (pair[0] % 2 == 0) != black else pair for pair in pairs],
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
        if bad % 10 == 0 and told["pairs"]:
            told["pairs"][0].reverse()
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
