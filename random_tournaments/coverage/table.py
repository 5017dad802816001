"""Coverage as a table, with the constant axes of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from random_tournaments.coverage.axis_values import AxisValues
from random_tournaments.coverage.measurement import empty_coverage, measure_coverage
from reference_engines.coverage.features import FeatureKind
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from random_tournaments.coverage.measurement import Coverage, CoverageRow
    from random_tournaments.plan import EventPlan
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchCoverage:
    """The coverage of a batch, and its constant axes."""

    coverage: Coverage
    constant_axes: tuple[str, ...]


_TITLES = {
    FeatureKind.DECISIVE: "Criteria that decide (without them another pairing)",
    FeatureKind.UNMET: "Criteria not fully met by the pairing",
    FeatureKind.STEP: "Steps of the procedure, and what makes a difference in them",
    FeatureKind.COLOUR: "Colour rules that decide a pair",
    FeatureKind.CIRCUMSTANCE: "Steps and circumstances",
}


def measure_batch(events: Iterable[tuple[EventPlan | None, Event]], engine: Rules) -> BatchCoverage:
    """Measure a batch of events; raise UnsupportedEventError if the engine does not support an event."""
    total, axes = empty_coverage(engine), AxisValues()
    for plan, event in events:
        total += measure_coverage(event, engine)
        axes.add(plan, event)
    return BatchCoverage(coverage=total, constant_axes=axes.constant_axes())


def format_coverage(coverage: Coverage, constant: tuple[str, ...] = ()) -> str:
    """Return the table as text, with one section for each kind of feature, and the constant axes."""
    rows = coverage.rows_by_feature
    lines = [f"Coverage of {coverage.system}: {coverage.events} events, {coverage.rounds} rounds"]
    if coverage.unpaired_rounds:
        lines.append(f"{coverage.unpaired_rounds} recorded rounds have no legal pairing and are not counted.")
    for kind, title in _TITLES.items():
        of_kind = [row for row in rows if row.feature.kind is kind]
        if of_kind:
            lines += ["", f"{title:<74} {'rounds':>7} {'share':>7} {'events':>7}"]
            lines += _format_section(of_kind)
    lines += ["", *coverage.not_measured] if coverage.not_measured else []
    never = [feature.name for feature in coverage.unmet_features() if feature.kind is not FeatureKind.UNMET]
    lines += ["", f"Never met: {', '.join(never)}"] if never else []
    lines += ["", "The same in all events:", *(f"  {phrase}" for phrase in constant)] if constant else []
    return "\n".join(lines) + "\n"


def _format_section(rows: list[CoverageRow]) -> list[str]:
    """Return the lines of rows of one kind, with the meanings aligned."""
    label = max(_LABEL_WIDTH, *(len(row.feature.label) for row in rows))
    names = [
        f"{row.feature.label:<{label}} {row.feature.article}" if row.feature.kind in _CRITERIA else row.feature.name
        for row in rows
    ]
    wide = max(_NAME_WIDTH, *(len(name) for name in names))
    heads = (f"  {name:<{wide}} {row.feature.meaning}" for name, row in zip(names, rows, strict=True))
    return [
        f"{_shorten(head):<74} {row.rounds:>7} {row.share:>7.1%} {row.events:>7}"
        for head, row in zip(heads, rows, strict=True)
    ]


_CRITERIA = (FeatureKind.DECISIVE, FeatureKind.UNMET)
_WIDTH = 74
_LABEL_WIDTH = 4
_NAME_WIDTH = 20
"""The minimum width of names; a longer name widens its section."""


def _shorten(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
