"""
A map of what events exercised of a regulation.

A criterion *decides* a round if the edition would ask for another pairing without it: the exact meaning, and what it
has to do with the next candidate, stands in `reference_engines.dutch.leaving_out`. Everything is counted by rounds and
by events, never by pairs.
"""

from random_tournaments.coverage.axis_values import AxesSeen
from random_tournaments.coverage.finding import find_features
from random_tournaments.coverage.measurement import Coverage, coverage_of, no_coverage, rounds_of
from random_tournaments.coverage.table import BatchCoverage, CoverageRow, batch_coverage, coverage_rows, coverage_table

__all__ = [
    "AxesSeen",
    "BatchCoverage",
    "Coverage",
    "CoverageRow",
    "batch_coverage",
    "coverage_of",
    "coverage_rows",
    "coverage_table",
    "find_features",
    "no_coverage",
    "rounds_of",
]
