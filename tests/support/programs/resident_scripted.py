"""
A resident program that answers peacefully NUMBER times and then has one vice: ``resident_scripted.py VICE NUMBER``.

``dies``, ``hangs``, ``floods``, ``prose`` (no JSON), ``stale`` (answers the question before once more),
``other-round``, ``half-pairs``, ``refuses``, ``unpairable``; ``deaf`` reads nothing any more once it has started;
``none`` has none. Its check objects to round 2, its generator gives back an event of two players.
"""

import json
import sys
import time
from typing import Any

EVENT = (
    "012 Two\n142 3\n152 W\n"
    f"001    1      {'One':<33} 2000 {'':28}1.0    1     2 w 1\n"
    f"001    2      {'Two':<33} 1900 {'':28}0.0    2     1 b 0\n"
)
VICE, PEACEFUL = sys.argv[1], int(sys.argv[2])


def say(text: str) -> None:
    """Write at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def misbehave(reply: dict[str, Any]) -> dict[str, Any]:
    """Return a reply that shows the vice, or never return."""
    if VICE == "dies":
        sys.exit(1)
    if VICE == "hangs":
        time.sleep(86400)
    while VICE == "floods":
        say("x" * 100_000)
    if VICE == "prose":
        say("I should pair 1 with 2.\n")
    changes: dict[str, dict[str, Any]] = {
        "stale": {"id": reply["id"] - 1},
        "other-round": {"round": reply["round"] + 1},
        "half-pairs": {"pairs": [[1, 2], [3]]},
        "refuses": {"error": "not today"},
        "unpairable": {"no_legal_pairing": True, "reason": "they have all met"},
    }
    return reply | changes.get(VICE, {})


def reply_to(question: dict[str, Any], pairings: int) -> dict[str, Any]:
    """Answer a question."""
    reply = {"id": question["id"]}
    match question["do"]:
        case "start":
            return reply | {"name": "Scripted", "version": "7", "protocol": 1}
        case "capabilities":
            return reply | {"systems": ["dutch-2026"], "does": ["pair", "check", "generate"]}
        case "check":
            return reply | {"wrong_rounds": [2], "excerpt": "round 2 it is"}
        case "generate":
            return reply | {"trf": EVENT}
    reply |= {"round": question["round"], "pairs": [[1, 2]], "bye": None}
    return misbehave(reply) if pairings > PEACEFUL else reply


asked = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["do"] == "stop":
        break
    asked += told["do"] == "pair"
    say(json.dumps(reply_to(told, asked)) + "\n")
    if VICE == "deaf":
        time.sleep(86400)
