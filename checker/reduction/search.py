"""The search: pass after pass until none finds anything simpler, or the questions are spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.reduction import features
from checker.reduction.gate import Gate, Shown
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


def _of_feature(name: str, idea: str, feature: Callable[[Situation], Iterator[Simpler]]) -> Pass:
    def candidates(shown: Shown, _rules: Rules) -> Iterator[Situation]:
        return (simpler.situation for simpler in feature(shown.situation))

    return Pass(name=name, idea=idea, candidates=candidates)


_BARE = _of_feature("remarks", "only what has a part in pairings", features.remarks)
_SMALL = tuple(
    _of_feature(name, (feature.__doc__ or "").strip(), feature) for name, feature in features.FEATURES.items()
)
PASSES = (_BARE, *LARGE, *_SMALL)
"""In the order in which they are made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassCount:
    """What a pass did."""

    name: str
    tried: int
    taken: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """What came of it."""

    first: Shown
    smallest: Shown
    passes: tuple[PassCount, ...]
    questions: int
    fates: Counter[Fate]
    others: tuple[Shown, ...]
    """Other discrepancies met on the way, the first of each."""
    is_finished: bool
    """Whether no pass finds anything simpler; not where questions were spent, or the user stopped."""
    was_interrupted: bool = False


def reduce(
    first: Shown,
    terms: Terms,
    answers: Answers,
    *,
    most_questions: int = MOST_QUESTIONS,
    see: Callable[[Gate, str], None] | None = None,
) -> Reduction:
    """
    Return the smallest situation found that shows the same.

    ``see`` is told of every candidate, with the name of the pass. KeyboardInterrupt ends the search, not the reduction.
    """
    gate = Gate(terms=terms, answers=answers, most_questions=most_questions, present=first)
    counts = {made.name: [0, 0] for made in PASSES}
    interrupted = False
    try:
        while _round_of_passes(gate, counts, see) and not gate.is_spent:
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


def _round_of_passes(gate: Gate, counts: dict[str, list[int]], see: Callable[[Gate, str], None] | None) -> bool:
    """Make every pass, but for those that were to be made once; return whether any has found something."""
    found = False
    for made in PASSES:
        if not (made.once and counts[made.name][0]):
            found = _run(made, gate, counts, see) or found
    return found


def _run(made: Pass, gate: Gate, counts: dict[str, list[int]], see: Callable[[Gate, str], None] | None) -> bool:
    """Make a pass, from its beginning whenever it has found something; return whether it has found anything."""
    found = False
    while not gate.is_spent:
        for candidate in made.candidates(gate.present, gate.terms.rules):
            counts[made.name][0] += 1
            taken = gate.consider(candidate)
            if see is not None:
                see(gate, made.name)
            if taken:
                counts[made.name][1] += 1
                found = True
                break
            if gate.is_spent:
                return found
        else:
            return found
    return found
