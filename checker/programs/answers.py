"""Answers of programs to a request for a pairing: a list of pairs, an event with the round added, or JSON."""

from __future__ import annotations

import re
from typing import Any

from checker.planting import recorded_pairing
from checker.programs.program import AnswerForm, FailureKind, ProgramError
from checker.programs.safe_text import UnsoundError, parsed
from reference_engines.frame.results import Pair, RoundPairing
from tournaments.model import Event
from tournaments.trf.reading import parse_event

_EXCERPT = 80
_TWO_NUMBERS = re.compile(r"\s*(\d{1,9})(?:\s*[,;]\s*|\s+-\s+|\s+)(-?\d{1,9})\s*", re.ASCII)
_HEADING = re.compile(r"\s*white\s*[,;]\s*black\s*", re.ASCII | re.IGNORECASE)
"""Of a list as comma-separated values, which does not announce its lines."""
_ONE_NUMBER = re.compile(r"\s*\d{1,9}\s*", re.ASCII)
_NOBODY = (0, -1)
_MOST_PAIRS = 9999
"""Numbers of players have four digits."""
_GREATEST = 999_999_999


def read_answer(data: bytes, form: AnswerForm, round_number: int, games: int) -> RoundPairing:
    """
    Read a program's answer; raise ProgramError if it is empty, unreadable, or of another round.

    ``games`` are the rounds of the file that are paired at once: an event with the round added has all of them.
    """
    if not data.strip():
        raise ProgramError(FailureKind.SILENT, "the answer is empty")
    if form is AnswerForm.TRF:
        return _read_trf(data, round_number, games)
    if form is AnswerForm.JSON:
        return _read_json(data, round_number)
    try:
        return _read_pairs(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _garbled(f"byte {error.start} is not UTF-8") from error


def read_generated_event(data: bytes, source: str = "generated") -> Event:
    """Read an event that a program made; raise ProgramError with the first problem."""
    reading = parse_event(data, source=source)
    if reading.event is None:
        raise _garbled(str(reading.problems[0]) if reading.problems else "no event")
    return reading.event


def pair_list(pairing: RoundPairing) -> str:
    """Return the list of pairs as JaVaFo writes it, `AnswerForm.PAIRS`."""
    lines = [f"{pair.white} {pair.black}" for pair in pairing.pairs]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return "\n".join([str(len(lines)), *lines, ""])


def _garbled(reason: str) -> ProgramError:
    return ProgramError(FailureKind.GARBLED, reason)


def _read_pairs(text: str) -> RoundPairing:
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise ProgramError(FailureKind.SILENT, "the answer is empty")
    first, *rest = lines
    if not rest and _HEADING.fullmatch(first):
        raise ProgramError(FailureKind.SILENT, "the answer is empty")
    if not (_ONE_NUMBER.fullmatch(first) or _HEADING.fullmatch(first)):
        raise _garbled(f"the first line is '{first.strip()[:_EXCERPT]}', not a number of lines")
    if _ONE_NUMBER.fullmatch(first) and int(first) != len(rest):
        raise _garbled(f"{first.strip()} lines are announced, {len(rest)} are there")
    pairs, byes = [], []
    for line in rest:
        match = _TWO_NUMBERS.fullmatch(line)
        if match is None:
            raise _garbled(f"'{line.strip()[:_EXCERPT]}' is not two numbers")
        white, black = int(match[1]), int(match[2])
        if black in _NOBODY:
            byes.append(white)
        else:
            pairs.append(Pair(white, black))
    return _pairing(pairs, byes)


def _pairing(pairs: list[Pair], byes: list[int]) -> RoundPairing:
    if len(pairs) > _MOST_PAIRS:
        raise _garbled(f"{len(pairs)} pairs, and no event has more than {_MOST_PAIRS}")
    if len(byes) > 1:
        raise _garbled(f"{len(byes)} players have the bye: {', '.join(map(str, byes[:5]))}")
    return RoundPairing(pairs=tuple(pairs), bye=byes[0] if byes else None)


def _read_trf(data: bytes, round_number: int, games: int) -> RoundPairing:
    reading = parse_event(data, source="answer")
    if reading.event is None:
        raise _garbled(f"no event: {reading.problems[0]}" if reading.problems else "no event")
    if reading.event.rounds_recorded != games * round_number:
        of_file = "" if games == 1 else f", round {games * round_number} of the file"
        detail = f"{reading.event.rounds_recorded} rounds are recorded, round {round_number} was asked for{of_file}"
        raise ProgramError(FailureKind.WRONG_ROUND, detail)
    return recorded_pairing(reading.event, games * (round_number - 1) + 1)


def _read_json(data: bytes, round_number: int) -> RoundPairing:
    try:
        answer = parsed(data)
    except UnsoundError as error:
        raise _garbled(str(error)) from error
    return pairing_of(answer, round_number)


def pairing_of(answer: Any, round_number: int) -> RoundPairing:
    """Read an answer that `cleaning.parsed` has let in; raise ProgramError as `read_answer` does."""
    if not isinstance(answer, dict) or not isinstance(answer.get("pairs"), list):
        raise _garbled("an object with 'pairs' is expected")
    told = answer.get("round", round_number)
    if not is_number(told):
        raise _garbled(f"round {told!r} is not a number"[:_EXCERPT])
    if told != round_number:
        raise ProgramError(FailureKind.WRONG_ROUND, f"round {told!r} instead of {round_number}"[:_EXCERPT])
    pairs = []
    for pair in answer["pairs"]:
        if not isinstance(pair, list) or len(pair) != 2 or not all(map(is_number, pair)):  # noqa: PLR2004 - a pair is two
            raise _garbled(f"{str(pair)[:_EXCERPT]} is not two numbers")
        pairs.append(Pair(*pair))
    bye = answer.get("bye")
    if bye is not None and not is_number(bye):
        raise _garbled(f"bye {str(bye)[:_EXCERPT]} is not a number")
    return _pairing(pairs, [bye] if bye else [])


def is_number(value: object) -> bool:
    """Whether a value is a whole number of nine digits at most; true, false and 1.0 are none."""
    return type(value) is int and abs(value) <= _GREATEST
