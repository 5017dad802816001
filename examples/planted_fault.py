"""
A resident program with one planted fault, to be found out by a campaign.

It pairs as the Dutch System of 2017 asks, except in the third round of events with an even number of players that three
divides: there the last two boards exchange their Black players.
"""

import json
import sys

from pairproof import pair
from reference_engines.frame.results import NoLegalPairingError
from tournaments.trf.reading import parse_event

FAULTY_ROUND = 3
DIVISOR = 6


def has_fault(players: int, round_number: int) -> bool:
    """Whether the fault shows."""
    return round_number == FAULTY_ROUND and players % DIVISOR == 0


def answer(question: dict) -> dict:
    """Answer a question."""
    match question["do"]:
        case "start":
            return {"name": "Planted fault", "version": "1", "protocol": 1}
        case "capabilities":
            return {"systems": ["dutch-2017"], "does": ["pair"]}
        case "pair":
            return _pair(question)
        case other:
            return {"error": f"'{other}' is not understood"}


def _pair(question: dict) -> dict:
    event = parse_event(question["trf"].encode(), source="question").event
    try:
        pairing = pair(event, "dutch-2017")
    except NoLegalPairingError as error:
        return {"no_legal_pairing": True, "reason": str(error)}
    games = [[game.white, game.black] for game in pairing.pairs]
    if has_fault(len(event.players), question["round"]):
        games[-1][1], games[-2][1] = games[-2][1], games[-1][1]
    return {"round": question["round"], "pairs": games, "bye": pairing.bye}


if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "stop":
            break
        sys.stdout.write(json.dumps({"id": asked["id"], **answer(asked)}) + "\n")
        sys.stdout.flush()
