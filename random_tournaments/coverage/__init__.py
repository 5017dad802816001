"""
A map of what events exercised of a regulation.

A criterion *decides* a round if the edition would ask for another pairing without it: the exact meaning, and what it
has to do with the next candidate, stands in `reference_engines.dutch.leaving_out`. Everything is counted by rounds and
by events, never by pairs.
"""

from random_tournaments.coverage.axis_values import AxisValues
from random_tournaments.coverage.measurement import (
    Coverage,
    empty_coverage,
    find_features,
    measure_coverage,
    measure_rounds,
)
from random_tournaments.coverage.table import (
    BatchCoverage,
    CoverageRow,
    build_coverage_rows,
    format_coverage,
    measure_batch,
)

__all__ = [
    "AxisValues",
    "BatchCoverage",
    "Coverage",
    "CoverageRow",
    "build_coverage_rows",
    "empty_coverage",
    "find_features",
    "format_coverage",
    "measure_batch",
    "measure_coverage",
    "measure_rounds",
]
