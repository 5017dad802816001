"""
A resident program with one planted fault, to be found out by a campaign.

It pairs as the Dutch System of 2017 asks, except in the third round of events with an even number of players that three
divides: there the last two boards exchange their Black players. ``planted_fault.py C10`` has another fault instead: it
leaves the criterion C10 out.
"""

import json
import sys
from dataclasses import replace

from pairproof import pair
from reference_engines.dutch.editions import DUTCH_2017
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from tournaments.model import Event
from tournaments.trf.reading import parse_event

FAULTY_ROUND = 3
DIVISOR = 6
SYSTEM = "dutch-2017"
FORGOTTEN = "".join(sys.argv[1:])
"""The criterion that is left out; empty for the other fault."""


def has_fault(players: int, round_number: int) -> bool:
    """Whether the fault shows."""
    return round_number == FAULTY_ROUND and players % DIVISOR == 0


def answer(question: dict) -> dict:
    """Answer a question."""
    match question["do"]:
        case "start":
            return {"name": "Planted fault", "version": FORGOTTEN or "1", "protocol": 1}
        case "capabilities":
            return {"systems": [SYSTEM], "does": ["pair"]}
        case "pair":
            return _pair(question)
        case other:
            return {"error": f"'{other}' is not understood"}


def _pair(question: dict) -> dict:
    event = parse_event(question["trf"].encode(), source="question").event
    try:
        pairing = _pair_without_criterion(event, question["round"]) if FORGOTTEN else pair(event, SYSTEM)
    except NoLegalPairingError as error:
        return {"no_legal_pairing": True, "reason": str(error)}
    games = [[game.white, game.black] for game in pairing.pairs]
    if not FORGOTTEN and has_fault(len(event.players), question["round"]):
        games[-1][1], games[-2][1] = games[-2][1], games[-1][1]
    return {"round": question["round"], "pairs": games, "bye": pairing.bye}


def _pair_without_criterion(event: Event, round_number: int) -> RoundPairing:
    criteria = tuple(criterion for criterion in DUTCH_2017.criteria if criterion.label != FORGOTTEN)
    return replace(DUTCH_2017, criteria=criteria).open(event).round(round_number).expected()


if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "stop":
            break
        sys.stdout.write(json.dumps({"id": asked["id"], **answer(asked)}) + "\n")
        sys.stdout.flush()
