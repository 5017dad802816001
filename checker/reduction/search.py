"""The search: pass after pass until none finds anything simpler, or the questions are spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.reduction import features
from checker.reduction.gate import Gate, ShownDiscrepancy
from checker.reduction.passes import LARGE, Pass
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator

    from checker.reduction.features import Simpler
    from checker.reduction.gate import Answers, Fate, Terms
    from checker.reduction.situation import Situation
    from reference_engines.frame.rules import Rules

MOST_QUESTIONS = 1500
"""Asked of a program for one event, unless the user says otherwise."""


def _feature_pass(name: str, idea: str, feature: Callable[[Situation], Iterator[Simpler]]) -> Pass:
    def candidates(shown: ShownDiscrepancy, _rules: Rules) -> Iterator[Situation]:
        return (simpler.situation for simpler in feature(shown.situation))

    return Pass(name=name, idea=idea, candidates=candidates)


_BARE = _feature_pass("remarks", "only what has a part in pairings", features.remarks)
_SMALL = tuple(
    _feature_pass(name, (feature.__doc__ or "").strip(), feature) for name, feature in features.FEATURES.items()
)
PASSES = (_BARE, *LARGE, *_SMALL)
"""In the order in which they are made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassCount:
    """Candidates of a pass: tried and taken."""

    name: str
    tried: int
    taken: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """The result of a reduction."""

    first: ShownDiscrepancy
    smallest: ShownDiscrepancy
    passes: tuple[PassCount, ...]
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
    answers: Answers,
    *,
    most_questions: int = MOST_QUESTIONS,
    see: Callable[[Gate, str], None] | None = None,
) -> Reduction:
    """
    Return the smallest situation found that shows the same.

    ``see`` is called with every candidate and the name of the pass. KeyboardInterrupt ends the search, not the
    reduction.
    """
    gate = Gate(terms=terms, answers=answers, most_questions=most_questions, present=first)
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
        passes=tuple(PassCount(name=name, tried=tried, taken=taken) for name, (tried, taken) in counts.items()),
        questions=gate.questions,
        fates=gate.fates,
        others=tuple(gate.others.values()),
        is_finished=not (interrupted or gate.is_spent),
        was_interrupted=interrupted,
    )


def _run_all_passes(gate: Gate, counts: dict[str, list[int]], see: Callable[[Gate, str], None] | None) -> bool:
    """Make every pass, except finished passes that are made once; return whether any has found a simpler situation."""
    found = False
    for current_pass in PASSES:
        if not (current_pass.once and counts[current_pass.name][0]):
            found = _run_pass(current_pass, gate, counts, see) or found
    return found


def _run_pass(
    current_pass: Pass, gate: Gate, counts: dict[str, list[int]], see: Callable[[Gate, str], None] | None
) -> bool:
    """Make a pass, from its beginning whenever it has found something; return whether it has found anything."""
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
