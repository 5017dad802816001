"""
Run py4swiss (from PyPI; the Dutch System of 2017) as a resident program, which is loaded once.

    pairproof program smoke "resident:python examples/py4swiss_resident.py" --system dutch-2017

The events are written for it as its description in Pairproof says; it pairs, and this file only carries the question
there and the answer back.
"""

import json
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from py4swiss.engines import DutchEngine
from py4swiss.engines.common.exceptions import PairingError
from py4swiss.trf import TrfParser

from checker.programs.command import file_for
from checker.programs.specs import described
from tournaments.trf.reading import parse_event

FORM = described("py4swiss").input
_BYE = 0


def pair(question: dict, path: Path) -> dict:
    """Have py4swiss pair the next round of the event in the question."""
    event = parse_event(question["trf"].encode(), source="question").event
    path.write_bytes(file_for(event, FORM))
    try:
        pairs = [(pair.white, pair.black) for pair in DutchEngine.generate_pairings(TrfParser.parse(path))]
    except PairingError as error:
        return {"no_legal_pairing": True, "reason": str(error)}
    byes = [white for white, black in pairs if black == _BYE]
    games = [[white, black] for white, black in pairs if black != _BYE]
    return {"round": question["round"], "pairs": games, "bye": byes[0] if byes else None}


def answer(question: dict, path: Path) -> dict:
    """Answer a question."""
    match question["do"]:
        case "start":
            return {"name": "py4swiss", "version": version("py4swiss"), "protocol": 1}
        case "capabilities":
            return {"systems": ["dutch-2017"], "does": ["pair"]}
        case "pair":
            return pair(question, path)
        case other:
            return {"error": f"'{other}' is not understood"}


with tempfile.TemporaryDirectory() as folder:
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "stop":
            break
        sys.stdout.write(json.dumps({"id": asked["id"], **answer(asked, Path(folder) / "event.trf")}) + "\n")
        sys.stdout.flush()
