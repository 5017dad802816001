"""
The expectation for a tournament file, in a file beside it: ``event.expected.txt`` or ``event.expected.toml``.

The first is a list of pairs as JaVaFo writes it, of the round after those that the event records. The second says
more::

    system = "dutch-2026"          # else what the file says
    round = 4                      # the program is asked for this round; else for the one after those recorded
    pairs = [[3, 1], [2, 7]]       # what it is to answer, [White, Black]; else what the regulation asks for
    bye = 5
    known = "ticket 12"            # it is known to answer wrongly; once it does not, that fails

    [verdicts]                     # without round and pairs the recorded rounds are judged
    6 = "worse"                    # all are expected to be right but these
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from checker.programs.answers import AnswerForm, pairing_of, read_answer
from checker.programs.program import ProgramError
from checker.verdicts.verdict import Verdict
from tournaments.frozen import dataclass
from tournaments.toml_text import decode_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from reference_engines.frame.results import RoundPairing

LIST, TABLE = ".expected.txt", ".expected.toml"
_KINDS: dict[str, type] = {"system": str, "round": int, "pairs": list, "bye": int, "known": str, "verdicts": dict}
_ANY_ROUND = 0


class ExpectationError(ValueError):
    """An expectation cannot be read; the message names the file and the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The expectation for an event."""

    system: str = ""
    round_number: int | None = None
    """None: the one after those that the event records."""
    pairing: RoundPairing | None = None
    """None: what the regulation asks for."""
    known: str = ""
    """Why it is known not to be so."""
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    """On recorded rounds, by number; the others are to be right."""
    asks: bool = False
    """Whether a program is asked; else the recorded rounds are judged."""


def files_beside(event: Path) -> list[Path]:
    """Return the expectations that lie beside a tournament file."""
    beside = (event.with_suffix(suffix) for suffix in (LIST, TABLE))
    return [path for path in beside if path.is_file()]


def expectation_of(event: Path) -> Expectation:
    """Read the expectation of a tournament file; ExpectationError."""
    paths = files_beside(event)
    if len(paths) != 1:
        raise ExpectationError(f"{event.name} has {len(paths)} expectations beside it; there is to be one")
    path = paths[0]
    try:
        if path.name.endswith(LIST):
            return Expectation(asks=True, pairing=read_answer(path.read_bytes(), AnswerForm.PAIRS, _ANY_ROUND, 1))
        return _read_table(decode_toml(path.read_text("utf-8")))
    except (OSError, ValueError, ProgramError) as error:
        raise ExpectationError(f"{path.name}: {error}") from error


def _read_table(table: Mapping[str, Any]) -> Expectation:
    for key, value in table.items():
        if key not in _KINDS:
            raise ExpectationError(f"'{key}' is none of {', '.join(_KINDS)}")
        if type(value) is not _KINDS[key]:
            raise ExpectationError(f"{key} is {value!r}, which is not {_IN_WORDS[_KINDS[key]]}")
    asks, pairs = "round" in table or "pairs" in table, table.get("pairs")
    if asks and "verdicts" in table:
        raise ExpectationError("verdicts are on recorded rounds; round and pairs have a program asked")
    if "bye" in table and "pairs" not in table:
        raise ExpectationError("a bye is expected, and no pairs")
    if table.get("round", 1) < 1:
        raise ExpectationError(f"round is {table['round']}; rounds count from 1")
    return Expectation(
        system=table.get("system", ""),
        round_number=table.get("round"),
        pairing=None if pairs is None else pairing_of({"pairs": pairs, "bye": table.get("bye")}, _ANY_ROUND),
        known=table.get("known", ""),
        verdicts={_round(key): _verdict(value) for key, value in table.get("verdicts", {}).items()},
        asks=asks,
    )


_IN_WORDS = {str: "a text", int: "a number", list: "a list", dict: "a table"}


def _round(key: str) -> int:
    if not key.isdecimal() or not int(key):
        raise ExpectationError(f"verdicts: '{key}' is not the number of a round")
    return int(key)


def _verdict(value: object) -> Verdict:
    words = {verdict.value: verdict for verdict in Verdict}
    if not isinstance(value, str) or value not in words:
        raise ExpectationError(f"verdicts: {value!r} is none of {', '.join(words)}")
    return words[value]
