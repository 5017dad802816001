"""Texts without the folders of this machine, which have names of people; findings without people."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.campaigns.grouping import with_findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.store import KnownProgram

_FOLDER = re.compile(r"(?<![\w.~/}])(?:~|\.{1,2})?/(?:[^\s/'\"]+/)*(?=[^\s/])")
"""Where a path begins, up to its last part; what stands between numbers or words (1/2, and/or) is none."""


def strip_folders(text: str) -> str:
    """Return a text in which files are called by their names alone."""
    return _FOLDER.sub("", text)


def strip_people(summary: CampaignSummary) -> CampaignSummary:
    """Return a summary without the sentences, which name people."""
    bare = with_findings(summary, lambda one: replace(one, sentence=f"{one.where.capitalize()}: {one.word}."))
    return _with_details(bare, lambda _: "")


def summary_without_folders(summary: CampaignSummary) -> CampaignSummary:
    """Return a summary without folders, which words of programs and their checkers may name."""
    configuration = replace(summary.configuration, programs=tuple(map(strip_folders, summary.configuration.programs)))
    programs = tuple(replace(one, program=_program_without_folders(one.program)) for one in summary.programs)
    summary = with_findings(summary, lambda one: replace(one, sentence=strip_folders(one.sentence)))
    return replace(_with_details(summary, strip_folders), configuration=configuration, programs=programs)


def _program_without_folders(program: KnownProgram) -> KnownProgram:
    """Return a program whose command names no folder."""
    return replace(program, spec=strip_folders(program.spec), transport=strip_folders(program.transport))


def _with_details(summary: CampaignSummary, change: Callable[[str], str]) -> CampaignSummary:
    """Return a summary in which the details of every failure are changed."""
    outcomes = (
        replace(one, failures=tuple(replace(failure, detail=change(failure.detail)) for failure in one.failures))
        for one in summary.outcomes
    )
    return replace(summary, outcomes=tuple(outcomes))
