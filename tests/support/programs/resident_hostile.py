"""
A resident program that says what no program should: ``resident_hostile.py VICE [ONLY_ROUND]``.

It is asked to pair, check or generate, and answers in the form that is wanted but for the vice, in every round or in
one only; in the others it pairs no players.
"""

import json
import sys

DEEP = '{"deeper": ' * 500 + "1" + "}" * 500
ENDLESS = "[" * 1_000_000
VICES = {
    # what no JSON text may hold, or no other program can take
    "half-a-character": r'{"id": %d, "round": %d, "pairs": [[1, 2]], "remark": "\ud800"}',
    "half-a-character-in-a-key": r'{"id": %d, "round": %d, "pairs": [[1, 2]], "\udfff": 1}',
    "half-a-character-deep": r'{"id": %d, "round": %d, "pairs": [[1, 2]], "remark": [[{"why": ["\ud800"]}]]}',
    "half-a-character-in-its-reason": r'{"id": %d, "round": %d, "no_legal_pairing": true, "reason": "\ud800"}',
    "half-a-character-in-its-error": r'{"id": %d, "round": %d, "error": "\ud800"}',
    "beyond-64-bits": '{"id": %d, "round": %d, "pairs": [[1, 18446744073709551616]]}',
    "beyond-64-bits-below-nought": '{"id": %d, "round": %d, "pairs": [[1, 2]], "bye": -18446744073709551616}',
    "number-without-end": '{"id": %d, "round": %d, "pairs": [[1, ' + "9" * 100_000 + "]]}",
    "not-a-number": '{"id": %d, "round": %d, "pairs": [[1, NaN]]}',
    "infinite": '{"id": %d, "round": %d, "pairs": [[1, 2]], "bye": -Infinity}',
    "larger-than-a-float": '{"id": %d, "round": %d, "pairs": [[1, 1e999]]}',
    "fraction": '{"id": %d, "round": %d, "pairs": [[1.0, 2.0]]}',
    "fraction-for-a-round": '{"id": %d, "round": %d.0, "pairs": [[1, 2]]}',
    "truth": '{"id": %d, "round": %d, "pairs": [[true, 2]]}',
    "truth-for-a-bye": '{"id": %d, "round": %d, "pairs": [[1, 2]], "bye": true}',
    "text": '{"id": %d, "round": %d, "pairs": [["1", "2"]]}',
    "nested": '{"id": %d, "round": %d, "pairs": [[1, ' + DEEP + "]]}",
    "nested-without-end": '{"id": %d, "round": %d, "pairs": ' + ENDLESS,
    "ten-thousand-pairs": '{"id": %d, "round": %d, "pairs": [' + "[1, 2], " * 9999 + "[1, 2]]}",
    "huge-text": '{"id": %d, "round": %d, "error": "' + "x" * 900_000 + '"}',
    "control-characters": r'{"id": %d, "round": %d, "error": "\u0000\u001b[2J\u202e\u2028\r\n"}',
    "raw-bytes": '{"id": %d, "round": %d, "pairs": [[1, 2]], "remark": "\udced\udca0\udc80"}',
}
VICE = sys.argv[1]
ONLY = int(sys.argv[2]) if len(sys.argv) > 2 else 0
sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")

for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "stop":
        break
    if asked["do"] == "start":
        name = "\x1b[31mHostile\x00" + "!" * 10_000
        said = json.dumps({"id": asked["id"], "name": name, "version": "\u202e1\n2", "protocol": 1})
    elif asked["do"] != "pair":
        said = json.dumps({"id": asked["id"], "error": "not understood"})
    elif ONLY and asked["round"] != ONLY:
        said = json.dumps({"id": asked["id"], "round": asked["round"], "pairs": []})
    else:
        said = VICES[VICE].replace("%d", str(asked["id"]), 1).replace("%d", str(asked["round"]), 1)
    sys.stdout.write(said + "\n")
    sys.stdout.flush()
