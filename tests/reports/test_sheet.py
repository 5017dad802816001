"""A check on one sheet of paper: the answer, why, and what it was made from, however much there is to say."""

from __future__ import annotations

import html
import re
from dataclasses import replace

from support.runs import entries_of, run_of
from support.toy import event_of, games, paired_properly

from checker.verdicts.verdict import Outcome
from reports.sheet import MOST_ROWS, MOST_TEXT, Sheet, render_sheet, sheet_of_check
from reports.tables import Table


def text_of(page: str) -> str:
    """Return the words of a page, blanks run together."""
    body = page[page.index("<body>") :]
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", body)))


def test_a_wrong_round_is_told_with_its_reason() -> None:
    """The result first, then the sentence."""
    run = run_of(entries_of(event_of([games((1, 4), (2, 6), (3, 5))])))
    text = text_of(render_sheet(sheet_of_check(run, "pairproof check open.trf", "run.jsonl")))
    assert text.index("Discrepancies in 1 event") < text.index("Correct: Beta\N{EN DASH}Epsilon")
    assert "Said again by pairproof check open.trf" in text
    assert "run.jsonl" in text


def test_a_clean_event_is_one_sentence() -> None:
    """And what it was judged by."""
    sheet = sheet_of_check(run_of(entries_of(paired_properly(3))))
    assert sheet.outcome is Outcome.CONSISTENT
    assert sheet.arguments == ()
    assert "The toy system" in text_of(render_sheet(sheet))


def test_nothing_checked_is_a_doubt() -> None:
    """Never a pass."""
    assert sheet_of_check(run_of([])).outcome is Outcome.UNCHECKED


def test_rounds_that_find_no_room_are_counted() -> None:
    """The first always find room."""
    run = run_of(entries_of(event_of([games((1, 4), (2, 6), (3, 5))])))
    (event,) = run.events
    wide = replace(event.rounds[0], sentence="x" * (MOST_TEXT + 1))
    crowded = replace(run, events=(replace(event, rounds=(wide, wide, wide)),))
    assert [text[:14] for _, text in sheet_of_check(crowded).arguments] == ["x" * 14, "2 more remarks"]


def test_long_tables_are_cut_and_say_so() -> None:
    """With how many rows there are."""
    table = Table(caption="Everybody.", heads=("player",), rows=tuple((f"player {number}",) for number in range(90)))
    page = render_sheet(Sheet(title="Open", answers=("Yes.",), tables=(table,)))
    assert len(re.findall("<th scope=.row", page)) == MOST_ROWS
    assert f"The first {MOST_ROWS} of 90." in text_of(page)
