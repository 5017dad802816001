"""The sizes of the suites, as the page on the suite states them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from checker.suite.questions import load_suite, suites

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.suite.questions import Suite

_FOLDER = Path(__file__).parents[3] / "conformance"
_OFTEN = 3
_HEAD = (
    "edition",
    "questions",
    "misreadings shown",
    f"in {_OFTEN} or more",
    "participants, round: median",
    "most participants (round)",
    "latest round (participants)",
    "bytes",
    "answered alike by",
)


def table() -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    yield _row(_HEAD)
    yield _row(["---"] * len(_HEAD))
    for key in suites():
        yield _row(_cells(load_suite(key)))


def _row(cells: tuple[str, ...] | list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(suite: Suite) -> list[str]:
    shown = Counter(name for question in suite.questions for name in question.shown)
    witnesses = Counter(name for question in suite.questions for name in question.witnesses)
    sizes = []
    for question in suite.questions:
        event = suite.event(question)
        sizes.append((len(event.teams or event.players), question.round_number))
    largest = max(sizes)
    latest = max(sizes, key=lambda size: (size[1], size[0]))
    return [
        f"`{suite.system}`",
        str(len(suite.questions)),
        str(len(shown)),
        str(sum(count >= _OFTEN for count in shown.values())),
        f"{median(size[0] for size in sizes):g}, {median(size[1] for size in sizes):g}",
        f"{largest[0]} ({largest[1]})",
        f"{latest[1]} ({latest[0]})",
        f"{sum(path.stat().st_size for path in (_FOLDER / suite.system).iterdir()):,}",
        ", ".join(f"{name} {count}" for name, count in witnesses.items()) or "nobody",
    ]
