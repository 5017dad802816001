"""A varied run to be rendered, and a browser that shows pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.browsers import opened_browser
from support.runs import entries_of, run_of, with_injection
from support.toy import event_of, games, paired_properly
from support.toy_cast import Broadminded, Clumsy, Damaged, Methodical, Talkative, refuse

from checker.findings import EventHeader
from checker.verdicts.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from checker.records.run import RunRecord


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start the Chromium of the system, once for the files of this folder."""
    with opened_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def varied_run() -> RunRecord:
    """Return a run with every kind of verdict, one of its events with hostile names."""
    worse = event_of([games((1, 4), (2, 5), (3, 6)), games((1, 3), (4, 2), (6, 5))])
    return run_of(
        [
            *entries_of(paired_properly(3, players=7, rounds_declared=5)),
            *entries_of(with_injection(worse)),
            *entries_of(event_of([games((4, 1), (2, 6), (3, 5))]), Talkative),
            *entries_of(event_of([games((4, 1), (2, 5), (3, 6))]), Talkative),
            *entries_of(event_of([games((1, 3), (2, 4), (5, 6))]), Damaged),
            *entries_of(event_of([games((1, 2), (3, 4), (5, 6))]), Broadminded),
            *entries_of(event_of([games((1, 3), (2, 4), (5, 6))]), Methodical),
            *entries_of(event_of([games((1, 4), (2, 5), (3, 6)), games((4, 1), (2, 6), (5, 3)), games((1, 2))])),
            *entries_of(event_of([games((1, 3), (2, 4), (5, 6))], declarations=("Round 1: paired by hand",))),
            *entries_of(paired_properly(2), Clumsy),
            *entries_of(paired_properly(2), refuse),
            EventHeader(event="gone", source="gone.trf", refusal="no such file", verdict=Verdict.UNREADABLE),
        ]
    )


@pytest.fixture(scope="session")
def clean_run() -> RunRecord:
    """Return a run of one event without a fault."""
    return run_of(entries_of(paired_properly(3, rounds_declared=5)))
