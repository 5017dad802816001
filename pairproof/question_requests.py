"""Requests that ask about a round of an event, as the command line and the pages send them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.questions.what_if import OUTCOMES, Supposition
from reports.streams import Detail
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from checker.questions.question import Question
    from pairproof.cli.formats import Output
    from tournaments.readings import ChosenReading

_OUTCOME_SPELLINGS = {"=-=": "1/2-1/2", "0.5-0.5": "1/2-1/2", "½-½": "1/2-1/2", "draw": "1/2-1/2"}


@dataclass(frozen=True, kw_only=True)
class QuestionRequest:
    """A question about a round of the event in a file, and the files for the answer."""

    file: str
    round_number: int
    system: str = "auto"
    readings: tuple[ChosenReading, ...] = ()
    """Readings to follow."""
    outputs: tuple[Output, ...] = ()
    """Files for the answer, as pages and as JSON."""
    anonymous: bool = False
    """Whether to replace everything that names people."""
    detail: Detail = Detail.USUAL


@dataclass(frozen=True, kw_only=True)
class ExplainRequest(QuestionRequest):
    """A request to explain the opponent, colour, float or bye of a player."""

    player: int | str | None = None
    """The number, or a part of the name."""
    board: int | None = None
    """Board of the right round, whose player with White is meant, if no player is named."""


@dataclass(frozen=True, kw_only=True)
class WhyNotRequest(QuestionRequest):
    """A request to explain why two players do not meet."""

    first: int | str
    second: int | str


@dataclass(frozen=True, kw_only=True)
class WhatIfRequest(QuestionRequest):
    """A request to pair the round under a supposition."""

    absent: tuple[int | str, ...] = ()
    present: tuple[int | str, ...] = ()
    results: tuple[tuple[int | str, int | str, str], ...] = ()
    """Two players each, and the outcome of their latest game."""
    forbidden: tuple[tuple[int | str, int | str], ...] = ()
    swapped: tuple[tuple[int | str, int | str], ...] = ()
    bye: int | str | None = None
    edition: str = ""

    def supposition(self, question: Question) -> Supposition:
        """Return the supposition with the players by number; raise NotAskableError for an unknown name."""
        find = question.find
        return Supposition(
            absent=tuple(map(find, self.absent)),
            present=tuple(map(find, self.present)),
            results=tuple((find(first), find(second), outcome) for first, second, outcome in self.results),
            forbidden=tuple((find(first), find(second)) for first, second in self.forbidden),
            swapped=tuple((find(first), find(second)) for first, second in self.swapped),
            bye=None if self.bye is None else find(self.bye),
            edition=self.edition,
        )


class BadValueError(ValueError):
    """A text is not a value of its option or field; the message is a sentence."""


def parse_number(text: str) -> int:
    """Read a number from 1 on."""
    if not text.isdecimal() or not int(text):
        raise BadValueError(f"'{text}' is not a number; write 1 or more")
    return int(text)


def parse_player(text: str) -> int | str:
    """Read the number of a player, or a part of the name."""
    return text if any(map(str.isalpha, text)) else parse_number(text)


def parse_pair(text: str) -> tuple[int | str, int | str]:
    """Read ``3-7``, or parts of two names with a hyphen between them."""
    first, dash, second = text.partition("-")
    if not (dash and first and second) or first == second:
        raise BadValueError(f"'{text}' is not a pair of two numbers; write 3-7")
    return parse_player(first), parse_player(second)


def parse_result(text: str) -> tuple[int | str, int | str, str]:
    """Read ``3-7=1-0``."""
    pair, sign, outcome = text.partition("=")
    outcome = _OUTCOME_SPELLINGS.get(outcome, outcome)
    if not sign or outcome not in OUTCOMES:
        raise BadValueError(f"'{text}' is not a result; write 3-7=1-0, with one of {', '.join(OUTCOMES)}")
    return (*parse_pair(pair), outcome)
