"""
The search for the smallest event that shows a discrepancy.

A round is prepared to be reduced; then pass follows pass until none finds a simpler event, or the questions are spent.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.errors import TaskError
from checker.reduction import features
from checker.reduction.gate import (
    Fate,
    Gate,
    Keep,
    ShownDiscrepancy,
    Terms,
    answers_of_program,
    look,
)
from checker.reduction.passes import LARGE, Pass
from checker.reduction.situation import Situation, situation_of
from tournaments.frozen import FrozenStruct
from tournaments.games import settle_games

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator

    from checker.causes.causes_finding import DescribedCause
    from checker.programs.program import Program
    from checker.reduction.features import Simpler
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event


MOST_QUESTIONS = 1500
"""Asked of a program for one event, unless the user says otherwise."""


def _feature_pass(name: str, feature: Callable[[Situation], Iterator[Simpler]]) -> Pass:
    def candidates(shown: ShownDiscrepancy, _rules: Rules) -> Iterator[Situation]:
        return (simpler.situation for simpler in feature(shown.situation))

    return Pass(name=name, candidates=candidates)


PASSES = (
    _feature_pass("remarks", features.remarks),
    *LARGE,
    *(_feature_pass(name, feature) for name, feature in features.FEATURES.items()),
)
"""In the order in which they are made."""


class Reduction(FrozenStruct, frozen=True, kw_only=True):
    """The result of a reduction."""

    first: ShownDiscrepancy
    smallest: ShownDiscrepancy
    passes: dict[str, tuple[int, int]]
    """By the name of a pass: its candidates that were tried, and that were taken."""
    questions: int
    fates: Counter[Fate]
    others: tuple[ShownDiscrepancy, ...]
    """Other discrepancies met on the way, the first of each."""
    is_finished: bool
    """Whether no pass finds anything simpler; not where questions were spent, or the user stopped."""
    was_interrupted: bool = False


def reduce(
    first: ShownDiscrepancy,
    terms: Terms,
    *,
    most_questions: int = MOST_QUESTIONS,
    see: Callable[[Gate, str], None] | None = None,
) -> Reduction:
    """
    Return the smallest situation found that shows the same.

    ``see`` is called with every candidate and the name of the pass. KeyboardInterrupt ends the search, not the
    reduction.
    """
    gate = Gate(terms=terms, most_questions=most_questions, present=first)
    counts = {current_pass.name: [0, 0] for current_pass in PASSES}
    interrupted = False
    try:
        while _run_all_passes(gate, counts, see) and not gate.is_spent:
            pass
    except KeyboardInterrupt:
        interrupted = True
    return Reduction(
        first=first,
        smallest=gate.present,
        passes={name: (tried, taken) for name, (tried, taken) in counts.items()},
        questions=gate.questions,
        fates=gate.fates,
        others=tuple(gate.others.values()),
        is_finished=not (interrupted or gate.is_spent),
        was_interrupted=interrupted,
    )


def _run_all_passes(gate: Gate, counts: dict[str, list[int]], see: Callable[[Gate, str], None] | None) -> bool:
    """Make every pass, except finished passes that are made once; return whether a simpler situation was found."""
    found = False
    for current_pass in PASSES:
        if not (current_pass.once and counts[current_pass.name][0]):
            found = _run_pass(current_pass, gate, counts, see) or found
    return found


def _run_pass(
    current_pass: Pass, gate: Gate, counts: dict[str, list[int]], see: Callable[[Gate, str], None] | None
) -> bool:
    """Make a pass, again from its beginning after each success; return whether the pass succeeded."""
    found = False
    while not gate.is_spent:
        for candidate in current_pass.candidates(gate.present, gate.terms.rules):
            counts[current_pass.name][0] += 1
            taken = gate.consider(candidate)
            if see is not None:
                see(gate, current_pass.name)
            if taken:
                counts[current_pass.name][1] += 1
                found = True
                break
            if gate.is_spent:
                return found
        else:
            return found
    return found


class NothingToReduceError(TaskError):
    """The round shows no discrepancy."""


class PreparedReduction(FrozenStruct, frozen=True, kw_only=True):
    """A round that shows a discrepancy, and the terms of its reduction."""

    shown: ShownDiscrepancy
    terms: Terms
    notes: tuple[str, ...] = ()
    """Notes on the reduction, a sentence each."""


_WHY_NOT = {
    Fate.UNPLAYABLE: "the regulation finds no pairing of it to compare with",
    Fate.FAILED: "the program fails at it",
}
_WHOLE_PAIRS = "No program is asked: the recorded pairing is carried along, so only whole recorded pairs can go."
_OF_THE_OTHER_KIND = {
    True: "teams were paired in it, and the system pairs players",
    False: "players were paired in it, and the system pairs teams",
}
_PLAINLY = (
    "where each match is given by its score alone; what rests on more than that (points of record 299, empty boards, "
    "games of players of other teams) cannot be reduced"
)
_INSTEAD = "write --keep criterion"
_ILLEGAL = "An earlier round of the event is illegal, so the history of the reduced event need not be legal either."


def prepare_reduction(
    event: Event, round_number: int, terms: Terms, program: Program | None, cause: DescribedCause | None = None
) -> PreparedReduction:
    """
    Prepare the reduction of a round; ``cause`` is the cause to keep, if it is known.

    Raise NothingToReduceError if it shows no discrepancy, TaskError if it cannot be reduced as asked for, and
    UnreadableEventError if the rows of the event contradict each other.
    """
    event = settle_games(event)
    _require_kind(event, round_number, terms, program)
    games = terms.rules.edition.file_rounds_per_round
    situation = situation_of(event, round_number, asks=program is not None, games=games)
    notes: tuple[str, ...] = (_WHOLE_PAIRS,)
    if program is not None:
        terms, notes = replace(terms, answers=answers_of_program(program)), ()
    result = look(situation, terms)
    if result is Fate.ILLEGAL_HISTORY:
        if terms.by_rules:
            raise TaskError("not every earlier round is as the regulation pairs it; leave out --by-rules")
        terms, notes = replace(terms, heeds_history=False), (*notes, _ILLEGAL)
        result = look(situation, terms)
    if result is Fate.AGREES:
        if situation.matches is not None and not situation.matches.is_exact(situation.before, event):
            raise TaskError(f"round {round_number} shows no discrepancy {_PLAINLY}")
        raise NothingToReduceError(f"round {round_number} shows no discrepancy")
    if not isinstance(result, ShownDiscrepancy):
        raise TaskError(f"round {round_number} cannot be looked at: {_WHY_NOT.get(result, result.value)}")
    prepared = PreparedReduction(shown=result, terms=terms, notes=notes)
    return _with_cause(prepared, event, program, cause) if terms.keep is Keep.CAUSE else prepared


def _with_cause(
    beginning: PreparedReduction, event: Event, program: Program | None, cause: DescribedCause | None
) -> PreparedReduction:
    """Search for the discrepancy's cause, if it is not known; the reduction keeps it."""
    from checker.reduction.same_cause import first_cause  # noqa: PLC0415 - start-up time; only where a cause is to stay

    situation = beginning.shown.situation
    if cause is None:
        cause = first_cause(event, situation.round_number, beginning.terms.rules, program)
    if cause is None:
        raise TaskError(f"no cause is found that could be kept; {_INSTEAD}")
    terms = replace(beginning.terms, cause=cause.identifier)
    result = look(situation, terms)
    if not isinstance(result, ShownDiscrepancy) or not result.mark.cause:
        raise TaskError(f"the cause ({cause.sentence}) does not explain the round by itself; {_INSTEAD}")
    article = f", article {cause.article}" if cause.article else ""
    note = f"The cause that is kept: {cause.sentence} ({cause.identifier}{article})."
    return replace(beginning, shown=result, terms=terms, notes=(*beginning.notes, note))


def _require_kind(event: Event, round_number: int, terms: Terms, program: Program | None) -> None:
    if event.is_team_event != terms.rules.edition.pairs_teams:
        raise TaskError(_OF_THE_OTHER_KIND[event.is_team_event])
    recorded = event.rounds_recorded // terms.rules.edition.file_rounds_per_round
    if not 1 <= round_number <= recorded + (program is not None):
        raise TaskError(f"round {round_number} cannot be reduced; the event records {recorded}")
