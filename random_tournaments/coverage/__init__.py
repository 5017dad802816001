"""
The coverage of a regulation by events.

A criterion *decides* a round if the edition would require another pairing without the criterion. The exact meaning, and
the relation to the next candidate, are in `reference_engines.dutch.leaving_out`. Coverage counts rounds and events, not
pairs.
"""

from random_tournaments.coverage.axis_values import AxisValues
from random_tournaments.coverage.measurement import (
    BatchCoverage,
    Coverage,
    CoverageRow,
    empty_coverage,
    find_features,
    format_coverage,
    measure_batch,
    measure_coverage,
    measure_rounds,
)

__all__ = [
    "AxisValues",
    "BatchCoverage",
    "Coverage",
    "CoverageRow",
    "empty_coverage",
    "find_features",
    "format_coverage",
    "measure_batch",
    "measure_coverage",
    "measure_rounds",
]
