"""
Twins of questions, in TRF(x) and TRF16, for programs that do not read TRF26.

A question has a twin if its answer follows from that file alone: by the edition, whatever the file does not declare. It
has none where the answer depends on a fact that the dialect cannot hold.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING, Any

from support.variant_pairings import variant_pairings

from checker.programs.program import ProgramError
from checker.suite.export import write_twin
from checker.suite.questions import comparable_answer, load_suite, suites
from reference_engines.definitions.acceleration import with_listed_points
from reference_engines.frame.results import PairingError, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.model import Dialect
from tournaments.trf.reading import parse_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tournaments.model import Event

DIALECTS = (Dialect.TRFX, Dialect.TRF16)
_EXAMPLE = "dutch-2026"


class Fact(Enum):
    """A fact of an event that a conversion can lose, in words."""

    ROUNDS = "number of rounds"
    COLOUR = "initial colour"
    SYSTEM = "system (192)"
    SCORING = "points of games and byes"
    ACCELERATION = "virtual points"
    FORBIDDEN = "prohibited pairs"
    BYES = "byes asked for"


def _list_forbidden_pairs(event: Event) -> Iterator[tuple[int, ...]]:
    """Yield the pairs that are prohibited in the next round."""
    number = event.rounds_recorded + 1
    for group in event.forbidden:
        if group.first_round <= number <= (group.last_round or number):
            yield from combinations(sorted(group.players), 2)


_VALUES: dict[Fact, Callable[[Event], Any]] = {
    Fact.ROUNDS: lambda event: event.rounds_declared,
    Fact.COLOUR: lambda event: event.initial_colour,
    Fact.SYSTEM: lambda event: event.system.code.removesuffix("_BAKU"),
    Fact.SCORING: lambda event: event.scoring,
    Fact.ACCELERATION: lambda event: event.virtual_points,
    Fact.FORBIDDEN: lambda event: set(_list_forbidden_pairs(event)),
    Fact.BYES: lambda event: event.requested_byes,
}


def find_twins(system: str, event: Event, number: int, right: RoundPairing) -> Iterator[Dialect]:
    """Yield the dialects in which the file alone leads to the correct pairing of a round."""
    rules = engine_for(system)
    for dialect in DIALECTS:
        twin = _convert(event, dialect)
        if twin is None or twin.rounds_recorded != event.rounds_recorded:
            continue
        try:
            prepared = rules.open(twin)
            answer = prepared.round(number).expected()
        except PairingError:
            continue
        if comparable_answer(answer) == comparable_answer(right) and not variant_pairings(prepared, number):
            yield dialect


def find_lost_facts(event: Event, dialect: Dialect) -> list[Fact]:
    """Return the facts that an event loses in another dialect."""
    twin = _convert(event, dialect)
    if twin is None:
        return []
    listed = with_listed_points(event)
    return [fact for fact, value in _VALUES.items() if value(listed) != value(twin)]


def table() -> Iterator[str]:
    """Yield the lines of two tables: the twins of each edition, and the questions of an edition that lose a fact."""
    yield _row(["edition", "questions", "in TRF(x)", "in TRF16"])
    yield _row(["---"] * 4)
    for key in suites():
        questions = load_suite(key).questions
        twins = Counter(dialect for question in questions for dialect in question.twins)
        yield _row([f"`{key}`", *map(str, (len(questions), *(twins[dialect] for dialect in DIALECTS)))])
    yield ""
    yield _row([f"lost, in questions of `{_EXAMPLE}`", "in TRF(x)", "in TRF16", "of these without a twin in TRF16"])
    yield _row(["---"] * 4)
    losses = list(_find_losses())
    for fact in Fact:
        numbers = [sum(fact in lost[dialect] for _, lost in losses) for dialect in DIALECTS]
        without = sum(not has_twin and fact in lost[Dialect.TRF16] for has_twin, lost in losses)
        yield _row([fact.value, *map(str, (*numbers, without))])


def _find_losses() -> Iterator[tuple[bool, dict[Dialect, list[Fact]]]]:
    """Yield for each question of an edition whether it has a twin in TRF16, and its losses in each dialect."""
    suite = load_suite(_EXAMPLE)
    for question in suite.questions:
        event = suite.event(question)
        yield Dialect.TRF16 in question.twins, {one: find_lost_facts(event, one) for one in DIALECTS}


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _convert(event: Event, dialect: Dialect) -> Event | None:
    """Return the event as a file of the dialect holds it; None if none can."""
    try:
        return parse_event(write_twin(event, dialect)).event
    except ProgramError:
        return None
