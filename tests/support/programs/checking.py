"""
A resident program that checks: ``checking.py MANNER``, where MANNER is honest, blind, nervous, late, picky or ranking.

Honest, it objects to what our own engine objects to, by the system that the file declares; blind, to nothing; nervous,
to the first round of every event; late, to the round before the wrong one; picky, also to the first round of every
event of two rounds. Ranking, it judges nothing but rank orders.
"""

import json
import sys

from checker.check import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.standings.check import judge_standings
from checker.standings.findings import StandingsVerdict
from checker.verdicts.verdict import Outcome
from reference_engines.frame.systems import resolve
from tournaments.trf.reading import parse_event

MANNER = sys.argv[1]


def wrong_rounds(trf: str) -> list[int]:
    """Return the rounds that it objects to."""
    if MANNER in ("blind", "ranking"):
        return []
    if MANNER == "nervous":
        return [1]
    event = parse_event(trf.encode(), source="question").event
    entries = check_event(event, options=CheckOptions(system=resolve(event).edition.key))
    wrong = [
        entry.round_number
        for entry in entries
        if isinstance(entry, RoundFinding) and entry.verdict.outcome is Outcome.DISCREPANT
    ]
    if MANNER == "picky" and event.rounds_recorded == 2:
        return sorted({1, *wrong})
    return [max(1, number - 1) for number in wrong] if MANNER == "late" else wrong


def wrong_standings(trf: str) -> bool:
    """Whether it objects to the rank order."""
    finding = judge_standings(parse_event(trf.encode(), source="question").event)
    return finding is not None and finding.verdict is StandingsVerdict.WRONG


for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "stop":
        break
    answer = {"id": asked["id"]}
    if asked["do"] == "start":
        answer |= {"name": f"Checker, {MANNER}", "version": "1", "protocol": 1}
    elif asked["do"] == "capabilities":
        answer |= {"systems": ["dutch-2026"], "does": ["check", "standings"] if MANNER == "ranking" else ["check"]}
    elif asked["do"] == "check":
        answer |= {"wrong_rounds": wrong_rounds(asked["trf"]), "excerpt": "so it says"}
        if MANNER == "ranking":
            answer["wrong_standings"] = wrong_standings(asked["trf"])
    else:
        answer |= {"error": "not understood"}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
