"""Texts without the folders of this machine, which have names of people; findings without people."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.grouping import with_findings

if TYPE_CHECKING:
    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.outcomes import EventOutcome, Finding

_FOLDER = re.compile(r"(?<![\w.~/}])(?:~|\.{1,2})?/(?:[^\s/'\"]+/)*(?=[^\s/])")
"""Where a path begins, up to its last part; what stands between numbers or words (1/2, and/or) is none."""


def without_folders(text: str) -> str:
    """Return a text in which files are called by their names alone."""
    return _FOLDER.sub("", text)


def without_people(outcome: EventOutcome) -> EventOutcome:
    """Return the outcome of an event without the sentences, which name people."""
    failures = tuple(replace(one, detail="") for one in outcome.failures)
    return replace(outcome, findings=tuple(map(_bare, outcome.findings)), failures=failures)


def summary_without_people(summary: CampaignSummary) -> CampaignSummary:
    """Return a summary likewise."""
    return with_findings(summary, _bare)


def _bare(finding: Finding) -> Finding:
    return replace(finding, sentence=f"{finding.where.capitalize()}: {finding.verdict}.")
