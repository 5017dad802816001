"""
Answer questions in JSON, a line each, until "stop" is read: a resident program in forty lines.

    pairproof program smoke "resident:python examples/resident_program.py"

It pairs with Pairproof's own engine, where yours would stand.
"""

import json
import sys

from pairproof import pair
from reference_engines.frame.results import NoLegalPairingError
from tournaments.trf.reading import parse_event


def answer(question: dict) -> dict:
    """Answer one question; what is not understood is answered with an error."""
    match question["do"]:
        case "start":
            return {"name": "example", "version": "1", "protocol": 1}
        case "capabilities":
            return {"systems": ["dutch-2026"], "does": ["pair"]}
        case "pair":
            event = parse_event(question["trf"].encode(), source="question").event
            try:
                pairing = pair(event)
            except NoLegalPairingError as error:
                return {"no_legal_pairing": True, "reason": str(error)}
            pairs = [[game.white, game.black] for game in pairing.pairs]
            return {"round": question["round"], "pairs": pairs, "bye": pairing.bye}
        case other:
            return {"error": f"'{other}' is not understood"}


for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "stop":
        break
    sys.stdout.write(json.dumps({"id": asked["id"], **answer(asked)}) + "\n")
    sys.stdout.flush()
