"""The features of a reduced event that are needed: without one of them the discrepancy disappears or changes."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum
from typing import TYPE_CHECKING

from checker.reduction.features import FEATURES, Simpler
from checker.reduction.gate import Fate, ShownDiscrepancy, look
from checker.reduction.situation import ReplayError, Simplicity, replayed
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.reduction.gate import Answers, Terms
    from checker.reduction.situation import Situation

MOST_QUESTIONS = 60
"""Asked to tell what matters."""
_NAMES = {
    "byes": "byes",
    "forfeits": "forfeits or unusual results",
    "accelerated": "acceleration",
    "kept_apart": "prohibited pairs",
    "odd_scoring": "unusual scoring",
    "scores": "scores of matches",
    "decisive": "decisive games",
    "rated": "ratings",
}


RAREST_FIRST = (
    "scoring",
    "acceleration",
    "prohibited pairs",
    "forfeits",
    "last round",
    "byes",
    "scores",
    "boards",
    "results",
    "ratings",
)
"""Features, from what is rare in events to what is in all of them."""


class Becomes(Enum):
    """The discrepancy without a feature."""

    NOTHING = "disappears"
    ANOTHER = "becomes another one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """A feature without which the event does not show the same."""

    feature: str
    """``byes``, ``scoring``..."""
    when: str
    """``when the pairing-allocated bye is worth 1.0``."""
    becomes: Becomes
    other: str = ""
    """The other discrepancy, as `Mark` puts it."""

    def __str__(self) -> str:
        """``disappears when the pairing-allocated bye is worth 1.0``."""
        other = f": {self.other}" if self.other else ""
        return f"{self.becomes.value} {self.when}{other}"


def matters(original: ShownDiscrepancy, terms: Terms, answers: Answers) -> Iterator[Matter]:
    """
    Take one feature after the other out of an event and yield the features without which it does not show the same.

    One thing of a kind is tried only if nothing follows from removing all of the kind.
    """
    questions = 0
    for feature, simpler in _simpler_situations(original.situation):
        is_needed = False
        tried: set[str] = set()
        for one in simpler:
            if (is_needed and one.scope) or questions >= MOST_QUESTIONS:
                break
            if one.when in tried:
                continue
            tried.add(one.when)
            questions += 1
            result = _tried(one, terms, answers)
            matter = _matter(feature, one, result, original)
            if matter is not None:
                is_needed = is_needed or not one.scope
                yield matter


def rank_matters(result: Sequence[Matter]) -> list[Matter]:
    """Put the first of each feature before the rest, rare features before common ones."""
    first = {matter.feature: matter for matter in reversed(result)}
    firsts = [first[feature] for feature in RAREST_FIRST if feature in first]
    return [*firsts, *(matter for matter in result if matter not in firsts)]


def _simpler_situations(situation: Situation) -> Iterator[tuple[str, Iterator[Simpler]]]:
    yield "last round", _not_the_last(situation)
    for feature, simpler in FEATURES.items():
        yield feature, simpler(situation)


def _not_the_last(situation: Situation) -> Iterator[Simpler]:
    """A round follows."""
    before, number = situation.before, situation.round_number
    if before.rounds_declared == number:
        longer = replace(before, rounds_declared=number + 1)
        yield Simpler(situation=replace(situation, before=longer), when="when the round is not the last")


def _tried(simpler: Simpler, terms: Terms, answers: Answers) -> ShownDiscrepancy | Fate:
    situation = simpler.situation
    if terms.by_rules:
        try:
            situation = replayed(situation, terms.rules)
        except ReplayError:
            return Fate.UNPLAYABLE
    return look(situation, terms, answers)


def _matter(
    feature: str, simpler: Simpler, result: ShownDiscrepancy | Fate, original: ShownDiscrepancy
) -> Matter | None:
    """Return the needed feature; None if the same shows, or the event cannot be judged."""
    if result is Fate.AGREES:
        return Matter(feature=feature, when=simpler.when, becomes=Becomes.NOTHING)
    if not isinstance(result, ShownDiscrepancy) or result.discrepancy.mark == original.discrepancy.mark:
        return None
    other = str(result.discrepancy.mark)
    return Matter(feature=feature, when=simpler.when, becomes=Becomes.ANOTHER, other=other)


def list_removed_features(first: ShownDiscrepancy, smallest: ShownDiscrepancy) -> tuple[str, ...]:
    """Return the features that the event had and its reduced form does not have."""
    before, after = first.situation.simplicity, smallest.situation.simplicity
    gone = (
        count.name for count in fields(Simplicity) if getattr(before, count.name) and not getattr(after, count.name)
    )
    return tuple(_NAMES[name] for name in gone if name in _NAMES)
