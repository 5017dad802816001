"""Coverage as a table, and in words what a batch held constant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from random_tournaments.coverage.constants import AxesSeen
from random_tournaments.coverage.counting import coverage_of, no_coverage
from random_tournaments.coverage.features import Circumstance, Feature, FeatureKind
from random_tournaments.coverage.procedures import procedure_of
from reference_engines.dutch.leaving_out import ABSOLUTE
from reference_engines.team.session import TeamEngine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from random_tournaments.coverage.counting import Coverage
    from random_tournaments.plan import EventPlan
    from reference_engines.engine import Engine
    from tournaments.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageRow:
    """One line of the table."""

    feature: Feature
    meaning: str
    rounds: int
    events: int
    share: float
    """Of the measured rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchCoverage:
    """What a batch exercised, and on which axes all its events were alike."""

    coverage: Coverage
    constant: tuple[str, ...]


_ABSOLUTE_MEANINGS = dict(
    zip(
        ABSOLUTE,
        (
            "players who met do not meet again",
            "nobody has a second bye",
            "no two absolute preferences for one colour meet",
            "the rest of the round can be paired",
        ),
        strict=True,
    )
)
_CIRCUMSTANCE_MEANINGS = {
    Circumstance.TRANSPOSITION: "S2 transposed in a homogeneous bracket or remainder",
    Circumstance.EXCHANGE: "players exchanged between S1 and S2",
    Circumstance.MDP_TRANSPOSITION: "MDPs meet others than the highest residents in order",
    Circumstance.MDP_SELECTION: "others than the highest MDPs paired",
    Circumstance.LIMBO: "an MDP not paired with a resident",
    Circumstance.COLLAPSE: "last brackets collapsed, PPB paired again",
    Circumstance.FLOAT: "a pair of different scores, or a bye",
    Circumstance.FLOAT_REPEATED: "somebody floats as in one of the two rounds before",
    Circumstance.PAB: "pairing-allocated bye",
    Circumstance.PAB_CHOICE: "bye not to the last player",
    Circumstance.TOPSCORER_EXCEPTION: "topscorer paired against C3",
    Circumstance.FORBIDDEN_PAIRS: "forbidden pairs decide",
}
_MEANINGS_OF_TEAMS = {"C1": "teams do not meet twice", "C2": "who may not have the bye does not get it"}
_TITLES = {
    FeatureKind.DECISIVE: "Criteria that decide (without them another pairing)",
    FeatureKind.UNMET: "Criteria not fully met by the pairing",
    FeatureKind.STEP: "Steps of the procedure, and what makes a difference in them",
    FeatureKind.COLOUR: "Colour rules that decide a pair",
    FeatureKind.CIRCUMSTANCE: "Steps and circumstances",
}


def batch_coverage(events: Iterable[tuple[EventPlan | None, Event]], engine: Engine) -> BatchCoverage:
    """Measure events one after the other; raise UnsupportedEventError if one is beyond the engine."""
    total, axes = no_coverage(engine), AxesSeen()
    for plan, event in events:
        total += coverage_of(event, engine)
        axes.see(plan, event)
    return BatchCoverage(coverage=total, constant=axes.constant())


def coverage_rows(coverage: Coverage, engine: Engine) -> tuple[CoverageRow, ...]:
    """Return a row for everything that could be measured, in the order of the edition."""
    meanings = _ABSOLUTE_MEANINGS | _criteria_meanings(engine)
    return tuple(
        CoverageRow(
            feature=feature,
            meaning=_meaning(feature, meanings, engine),
            rounds=coverage.in_rounds.get(feature, 0),
            events=coverage.in_events.get(feature, 0),
            share=coverage.in_rounds.get(feature, 0) / coverage.rounds if coverage.rounds else 0.0,
        )
        for feature in coverage.measurable
    )


def _criteria_meanings(engine: Engine) -> dict[str, str]:
    if isinstance(engine, TeamEngine):
        return _MEANINGS_OF_TEAMS | {rule.label: rule.criterion.sentence for rule in engine.rules.rules}
    rules = getattr(engine, "rules", None)
    return {numbered.label: numbered.criterion.sentence for numbered in getattr(rules, "criteria", ())}


def _meaning(feature: Feature, meanings: dict[str, str], engine: Engine) -> str:
    if feature.kind is FeatureKind.CIRCUMSTANCE:
        return _CIRCUMSTANCE_MEANINGS[Circumstance(feature.name)]
    procedure = procedure_of(engine)
    if procedure is not None:
        return {**procedure.steps, **procedure.colours}[feature.name]
    if feature.kind is FeatureKind.COLOUR:
        rules = getattr(engine, "rules", None)
        articles = getattr(rules, "colours", None)
        return articles.sentence(feature.article) if articles else ""
    return meanings[feature.label]


def coverage_table(coverage: Coverage, engine: Engine, constant: tuple[str, ...] = ()) -> str:
    """Return the table as text, one section for each kind of feature, and what the batch held constant."""
    rows = coverage_rows(coverage, engine)
    lines = [f"Coverage of {coverage.system}: {coverage.events} events, {coverage.rounds} rounds"]
    if coverage.without_pairing:
        lines.append(f"{coverage.without_pairing} recorded rounds have no legal pairing and are not counted.")
    for kind, title in _TITLES.items():
        of_kind = [row for row in rows if row.feature.kind is kind]
        if of_kind:
            wide = max(_NAME_WIDTH, *(len(row.feature.name) for row in of_kind))
            lines += ["", f"{title:<74} {'rounds':>7} {'share':>7} {'events':>7}"]
            lines += [_line(row, wide) for row in of_kind]
    lines += ["", *coverage.not_measured] if coverage.not_measured else []
    never = [feature.name for feature in coverage.never() if feature.kind is not FeatureKind.UNMET]
    lines += ["", f"Never met: {', '.join(never)}"] if never else []
    lines += ["", "The same in all events:", *(f"  {phrase}" for phrase in constant)] if constant else []
    return "\n".join(lines) + "\n"


def _line(row: CoverageRow, name_width: int) -> str:
    name = f"{row.feature.label:<4} {row.feature.article:<7}" if row.feature.kind in _CRITERIA else row.feature.name
    head = f"  {name:<{name_width}} {row.meaning}"
    return f"{_cut(head):<74} {row.rounds:>7} {row.share:>7.1%} {row.events:>7}"


_CRITERIA = (FeatureKind.DECISIVE, FeatureKind.UNMET)
_WIDTH = 74
_NAME_WIDTH = 20
"""At least; a longer name widens its section."""


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
