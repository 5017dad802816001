"""Misreadings and other readings of the rules, as causes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.causes.cause import Cause, ChangeKind
from reference_engines.misreadings import generated_misreadings, misreadings_of, varied_misreadings
from reference_engines.readings import REGISTER

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from reference_engines.frame.rules import PreparedEvent, Rules
    from reference_engines.frame.variants import Misreading, Variant


def misreadings(rules: Rules, *, generated: bool = True) -> tuple[Cause, ...]:
    """Return the known misreadings of these rules, and those that are generated from the parts of the rules."""
    return tuple(map(_misreading, (*misreadings_of(rules), *(generated_misreadings(rules) if generated else ()))))


def variations(rules: Rules, articles: Container[str] | None) -> tuple[Cause, ...]:
    """Return rarer misreadings of some articles, or of all."""
    return tuple(map(_misreading, varied_misreadings(rules, articles)))


def _misreading(misreading: Misreading) -> Cause:
    return Cause(
        identifier=misreading.identifier,
        sentence=f"as if {misreading.sentence}",
        article=misreading.article,
        kind=ChangeKind.RULE,
        rules=misreading.rules,
        predicts=misreading.predicts,
    )


def readings_of(prepared: PreparedEvent, stages: Iterable[int]) -> Iterator[Cause]:
    """Yield the other readings of the rules that may matter for some stages, each once."""
    identifiers: set[str] = set()
    for stage in stages:
        for change, _ in prepared.apply_each_variant(stage):
            cause = _reading(change)
            if change.rules is None or change.event is not None or cause.identifier in identifiers:
                continue  # what the file leaves open is among the facts
            identifiers.add(cause.identifier)
            yield cause


def _reading(change: Variant) -> Cause:
    """Return another side of a reading as a cause."""
    name = change.note.identifier
    entry = REGISTER.find(name)
    sides = (entry.side(change.side),) if change.side else entry.others
    other = " or ".join(f'"{side.phrase.rstrip(".")}"' for side in sides)
    return Cause(
        identifier=f"{name}-{change.side}" if change.side else name,
        sentence=f"under another reading of {name}, {other}",
        article=entry.article,
        kind=ChangeKind.READING,
        rules=change.rules,
    )
