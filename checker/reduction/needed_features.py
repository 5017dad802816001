"""Which features of a reduced event matter: what becomes of the discrepancy where one of them is gone."""

from __future__ import annotations

from dataclasses import fields, replace
from enum import Enum
from typing import TYPE_CHECKING

from checker.reduction.features import FEATURES, Simpler
from checker.reduction.gate import Fate, Shown, look
from checker.reduction.simplicity import Simplicity
from checker.reduction.situation import ReplayError, replayed
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
    """What the discrepancy becomes."""

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


def matters(shown: Shown, terms: Terms, answers: Answers) -> Iterator[Matter]:
    """
    Take one feature after the other out of an event and tell of those without which it does not show the same.

    One thing of a kind is tried only if nothing can be told of all of the kind.
    """
    questions = 0
    for feature, simpler in _without_features(shown.situation):
        told = False
        tried: set[str] = set()
        for one in simpler:
            if (told and one.scope) or questions >= MOST_QUESTIONS:
                break
            if one.when in tried:
                continue
            tried.add(one.when)
            questions += 1
            found = _seen(one, terms, answers)
            matter = _matter(feature, one, found, shown)
            if matter is not None:
                told = told or not one.scope
                yield matter


def most_telling(found: Sequence[Matter]) -> list[Matter]:
    """Put the first of each feature before the others, and of these what is rare in events before what is in all."""
    first = {matter.feature: matter for matter in reversed(found)}
    firsts = [first[feature] for feature in RAREST_FIRST if feature in first]
    return [*firsts, *(matter for matter in found if matter not in firsts)]


def _without_features(situation: Situation) -> Iterator[tuple[str, Iterator[Simpler]]]:
    yield "last round", _not_the_last(situation)
    for feature, simpler in FEATURES.items():
        yield feature, simpler(situation)


def _not_the_last(situation: Situation) -> Iterator[Simpler]:
    """A round follows."""
    before, number = situation.before, situation.round_number
    if before.rounds_declared == number:
        longer = replace(before, rounds_declared=number + 1)
        yield Simpler(situation=replace(situation, before=longer), when="when the round is not the last")


def _seen(simpler: Simpler, terms: Terms, answers: Answers) -> Shown | Fate:
    situation = simpler.situation
    if terms.by_rules:
        try:
            situation = replayed(situation, terms.rules)
        except ReplayError:
            return Fate.UNPLAYABLE
    return look(situation, terms, answers)


def _matter(feature: str, simpler: Simpler, found: Shown | Fate, shown: Shown) -> Matter | None:
    """Return what is to be told; None where the same shows, or nothing can be said of such an event."""
    if found is Fate.AGREES:
        return Matter(feature=feature, when=simpler.when, becomes=Becomes.NOTHING)
    if not isinstance(found, Shown) or found.discrepancy.mark == shown.discrepancy.mark:
        return None
    other = str(found.discrepancy.mark)
    return Matter(feature=feature, when=simpler.when, becomes=Becomes.ANOTHER, other=other)


def not_needed(first: Shown, smallest: Shown) -> tuple[str, ...]:
    """Return what the event had, and its reduced form has not."""
    before, after = first.situation.simplicity, smallest.situation.simplicity
    gone = (
        count.name for count in fields(Simplicity) if getattr(before, count.name) and not getattr(after, count.name)
    )
    return tuple(_NAMES[name] for name in gone if name in _NAMES)
