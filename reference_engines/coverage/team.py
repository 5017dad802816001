"""The coverage of the team system: the criteria that decide, the rules of colours, circumstances."""

from __future__ import annotations

from reference_engines.coverage.upfloating import UpfloatingCoverage

COVERAGE = UpfloatingCoverage()
