"""
A small resident program that pairs teams: ``pairing_teams.py MANNER``; MANNER is honest, forgetful, careless or eager.

Honest, it pairs by our own engine; forgetful, likewise, but without the first match; careless, it seats neighbours of
the list; eager, likewise, the teams that are away, too. It declares that it reads no line-ups.
"""

import json
import sys

from reference_engines.frame.systems import engine_for
from tournaments.teams.byes import list_requested_byes
from tournaments.trf.reading import parse_event

MANNER = sys.argv[1]


def pair(trf: str, number: int) -> dict[str, object]:
    """Return the pairing of a round of teams."""
    event = parse_event(trf.encode(), source="question").event
    if MANNER in ("honest", "forgetful"):
        pairing = engine_for("team-2026").open(event).round(number).expected()
        pairs = [[one.white, one.black] for one in pairing.pairs]
        return {"pairs": pairs[MANNER == "forgetful" :], "bye": pairing.bye}
    byes = () if MANNER == "eager" else list_requested_byes(event)
    away = {bye.tpn for bye in byes if bye.round_number == number}
    present = [team.number for team in event.teams if team.number not in away]
    bye = present.pop() if len(present) % 2 else None
    return {"pairs": [list(two) for two in zip(present[::2], present[1::2], strict=True)], "bye": bye}


for line in sys.stdin:
    asked = json.loads(line)
    answer: dict[str, object] = {"id": asked["id"]}
    match asked["do"]:
        case "stop":
            break
        case "start":
            answer |= {"name": f"Teams, {MANNER}", "version": "1", "protocol": 1, "unsupported": ["line-ups"]}
        case "capabilities":
            answer |= {"systems": ["team-2026"], "does": ["pair"]}
        case "pair":
            answer |= {"round": asked["round"], **pair(asked["trf"], asked["round"])}
        case _:
            answer["error"] = "it pairs only"
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
