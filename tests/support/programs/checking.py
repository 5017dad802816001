"""
A resident program that checks: ``checking.py MANNER``, where MANNER is honest, blind, nervous or late.

Honest, it objects to what our own engine objects to; blind, to nothing; nervous, to the first round of every event;
late, to the round before the wrong one.
"""

import json
import sys

from checker.checking import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.verdicts import Outcome
from tournaments.trf.reading import parse_event

MANNER = sys.argv[1]


def wrong_rounds(trf: str) -> list[int]:
    """Return the rounds that it objects to."""
    if MANNER == "blind":
        return []
    if MANNER == "nervous":
        return [1]
    event = parse_event(trf.encode(), source="question").event
    entries = check_event(event, options=CheckOptions(system="dutch-2026"))
    wrong = [
        entry.round_number
        for entry in entries
        if isinstance(entry, RoundFinding) and entry.verdict.outcome is Outcome.DISCREPANT
    ]
    return [max(1, number - 1) for number in wrong] if MANNER == "late" else wrong


for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "stop":
        break
    answer = {"id": asked["id"]}
    if asked["do"] == "start":
        answer |= {"name": f"Checker, {MANNER}", "version": "1", "protocol": 1}
    elif asked["do"] == "capabilities":
        answer |= {"systems": ["dutch-2026"], "does": ["check"]}
    elif asked["do"] == "check":
        answer |= {"wrong_rounds": wrong_rounds(asked["trf"]), "excerpt": "so it says"}
    else:
        answer |= {"error": "not understood"}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
