"""A check on sheets of paper, one for each event: the wrong games beside the correct ones, and why."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from support.runs import entries_of, run_of
from support.toy import event_of, games, paired_properly

from checker.verdicts.verdict import Outcome, Verdict
from reports.sheet import render_sheets, sheet_of_event

if TYPE_CHECKING:
    import pytest

WRONG = event_of([games((1, 4), (2, 6), (3, 5))])


def text_of(page: str) -> str:
    """Return the words of a page, blanks run together."""
    body = page[page.index("<body>") :]
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", body)))


def test_a_wrong_round_is_told_with_its_reason() -> None:
    """The result first, then both pairings, then the reason."""
    run = run_of(entries_of(WRONG))
    text = text_of(render_sheets(run, lambda file: f"pairproof check {file}", "run.jsonl"))
    assert text.index("Round 1 is wrong: 2 of its 3 games.") < text.index("Posted") < text.index("Why.")
    (sheet,) = [sheet_of_event(event) for event in run.events]
    (shown,) = sheet.rounds
    named = [(row.white.name, row.black and row.black.name) for row in shown.correct]
    assert named == [("Beta, Bo", "Epsilon, Ed"), ("Gamma, Gus", "Zeta, Zoe")]
    assert f"To reproduce: pairproof check {sheet.event.header.source or sheet.event.header.event}" in text
    assert "run.jsonl" in text


def test_an_open_round_is_not_posted_as_wrong() -> None:
    """Its other pairing is also possible, and the reason does not repeat the number of the round."""
    run = run_of(entries_of(WRONG))
    (event,) = run.events
    (finding,) = event.rounds
    resting = replace(finding, verdict=Verdict.AMBIGUOUS_RULE, answer="", sentence="Round 1: right by the other text.")
    text = text_of(render_sheets(replace(run, events=(replace(event, rounds=(resting,)),))))
    assert "Also possible" in text
    assert "Why. Right by the other text." in text
    assert "\N{BALLOT X}" not in text
    assert "Correct" not in text


def test_a_clean_event_has_a_line_for_each_round() -> None:
    """And what it was judged by."""
    run = run_of(entries_of(paired_properly(3)))
    (sheet,) = [sheet_of_event(event) for event in run.events]
    assert sheet.outcome is Outcome.CONSISTENT
    assert [finding.round_number for finding, _ in sheet.lines] == [1, 2, 3]
    text = text_of(render_sheets(run))
    assert "All three rounds are right." in text
    assert "The toy system" in text


def test_nothing_checked_is_a_doubt() -> None:
    """Never a pass."""
    assert "Nothing was checked, so nothing was confirmed." in text_of(render_sheets(run_of([])))


def test_several_events_have_a_sheet_each() -> None:
    """In the order of the run."""
    page = render_sheets(run_of([*entries_of(WRONG), *entries_of(paired_properly(2))]))
    sheets = page.split('<article class="sheet')[1:]
    assert ["wrong" in text_of(f"<body>{sheet}") for sheet in sheets] == [True, False]


def test_rounds_that_find_no_room_are_named() -> None:
    """The first round always finds room."""
    (event,) = run_of(entries_of(WRONG)).events
    finding = event.rounds[0]
    rounds = tuple(replace(finding, round_number=n, sentence="x" * 5000, answer="", reason="") for n in (1, 2, 3))
    sheet = sheet_of_event(replace(event, rounds=rounds))
    assert len(sheet.rounds) == 1
    assert sheet.remarks[-1] == "The sheet has no room for rounds 2 and 3: see the report."


def test_of_many_wrong_games_the_first_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the others counted."""
    monkeypatch.setattr("reports.sheet.MOST_GAMES", 1)
    (event,) = run_of(entries_of(WRONG)).events
    (shown,) = sheet_of_event(event).rounds
    assert len(shown.posted) == len(shown.correct) == 1
    assert shown.more == "1 more game"
