"""
Misreadings and other readings of the rules, as causes.

A misreading may be limited to rounds: to the last round, or to all others; to an odd or an even number of players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.causes.cause import Cause, ChangeKind
from reference_engines.misreadings import generated_misreadings, misreadings_of, varied_misreadings
from reference_engines.readings import REGISTER
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from checker.causes.cause import Case
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


# --- rounds to which a misreading is limited -------------------------------------------------------------------------


_SHARE_OF_WRONG = 0.9
"""The share of the discrepant rounds that a scope must hold."""
_SHARE_OF_RIGHT = 0.6
"""The share of the agreeing rounds that it may hold; a scope of nearly all rounds says nothing."""


class RoundScope(FrozenStruct, frozen=True, kw_only=True):
    """Rounds of one kind."""

    name: str
    words: str
    """To be read after the sentence of a cause."""
    contains: Callable[[Case, int], bool]
    """From a case and a stage."""


def _is_last(case: Case, stage: int) -> bool:
    return case.rules.edition.rows(stage).stop >= (case.event.rounds_declared or case.event.rounds_recorded)


def _is_before_last(case: Case, stage: int) -> bool:
    return not _is_last(case, stage)


def _is_of_odd_number(case: Case, stage: int) -> bool:
    row = case.rules.edition.rows(stage).start
    present = sum(row < len(player.rounds) and player.rounds[row].was_paired for player in case.event.players)
    return present % 2 == 1


def _is_of_even_number(case: Case, stage: int) -> bool:
    return not _is_of_odd_number(case, stage)


_SCOPES = (
    RoundScope(name="in-last-round", words="only in the last round", contains=_is_last),
    RoundScope(name="before-last-round", words="only in rounds before the last", contains=_is_before_last),
    RoundScope(name="with-bye", words="only in rounds with a bye", contains=_is_of_odd_number),
    RoundScope(name="without-bye", words="only in rounds without a bye", contains=_is_of_even_number),
)


def typical_scopes(
    cases: Sequence[Case], wrong: Sequence[tuple[int, int]], right: Sequence[tuple[int, int]]
) -> tuple[RoundScope, ...]:
    """Return the scopes that hold nearly all discrepant rounds, and clearly fewer of the agreeing rounds."""
    found = []
    for scope in _SCOPES:
        inside = [sum(scope.contains(cases[case], stage) for case, stage in rounds) for rounds in (wrong, right)]
        if inside[0] >= _SHARE_OF_WRONG * len(wrong) and inside[1] <= _SHARE_OF_RIGHT * len(right):
            found.append(scope)
    return tuple(found)
