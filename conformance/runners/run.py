"""
Put the questions of an edition to a pairing program; needs Python 3.10 and nothing else.

    python run.py FOLDER COMMAND [FORM]
    python run.py dutch-2026 "./mine {input}"

FOLDER holds index.json. COMMAND is run by the shell for each question, with the file in the place of {input}, and
prints the pairing: the number of pairs, then a line "WHITE BLACK" for each; 0 stands for the bye. FORM is trfx or
trf16, for the twins of the questions in that dialect, which the published archive holds. Exit status 1 if an answer is
wrong.
"""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

SECONDS = 10


def ask(command: str, path: Path) -> Any:
    """Return the pairs, White first, and the bye; None if the program fails."""
    words = command.replace("{input}", shlex.quote(str(path)))
    try:
        run = subprocess.run(words, shell=True, capture_output=True, text=True, timeout=SECONDS, check=False)
        numbers = [int(word) for word in run.stdout.split()]
    except (subprocess.TimeoutExpired, ValueError):
        return None
    if run.returncode or not numbers or len(numbers) != 1 + 2 * numbers[0]:
        return None
    pairs = list(zip(numbers[1::2], numbers[2::2], strict=True))
    return sorted(pair for pair in pairs if 0 not in pair), next((max(pair) for pair in pairs if 0 in pair), None)


def answer_of(row: Any) -> Any:
    """Return an answer of the index in the same form; None if no pairing is legal."""
    return (sorted(map(tuple, row["pairs"])), row["bye"]) if "pairs" in row else None


folder, command, form = Path(sys.argv[1]), sys.argv[2], (sys.argv[3:] or [""])[0]
index = json.loads((folder / "index.json").read_text("utf-8"))
counts = dict.fromkeys(("right", "wrong", "unanswered", "contested", "not asked"), 0)
for question in index["questions"]:
    if form and form not in question.get("twins", ()):
        counts["not asked"] += 1
        continue
    given = ask(command, folder / form / question["file"])
    mark = "right" if given == answer_of(question) else "wrong" if given else "unanswered"
    if given and question.get("contested"):
        mark = "contested"
    counts[mark] += 1
    if mark in ("wrong", "unanswered"):
        names = [name for one in question["wrong"] if answer_of(one) == given for name in one["misreadings"] if given]
        reason = ": as if " + index["misreadings"][names[0]]["as_if"] if names else ""
        print(f"{question['article']} {question['file']}, round {question['round']}: {mark}{reason}")
print(", ".join(f"{mark} {count}" for mark, count in counts.items()))
sys.exit(counts["wrong"] > 0)
