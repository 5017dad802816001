"""The run told in lines of text, plainly or on a terminal."""

from __future__ import annotations

import datetime as dt
import io
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.runs import entries_of, run_of
from support.toy import event_of, games, paired_properly

from checker.findings import Counts, Tally
from checker.standings.findings import StandingsFinding, StandingsVerdict
from checker.verdicts.verdict import Outcome, Verdict
from reports.cited_articles import cite_articles
from reports.text import Style, TextReport, event_lines, summary_lines
from reports.view import event_outcome
from reports.words import describe_dates, describe_event, describe_totals
from tournaments.model import BlankRounds

if TYPE_CHECKING:
    from checker.findings import Entry
    from checker.records.run import RunRecord


class Terminal(io.StringIO):
    """Takes output like a terminal."""

    def isatty(self) -> bool:
        """Claim to be a terminal."""
        return True


def tell_run(entries: list[Entry], stream: io.StringIO | None = None) -> str:
    """Tell a run."""
    stream = stream or io.StringIO()
    with TextReport(stream) as report:
        for entry in entries:
            report.add(entry)
    return stream.getvalue()


def test_a_clean_event_takes_few_lines() -> None:
    """Name, agreement, system, what was inferred, and the counts."""
    assert tell_run(entries_of(paired_properly(3))).splitlines() == [
        "Toy Open: Toy Open",
        "  3 of 3 rounds agree (9 pairs)",
        "  toy-1900: The test says so.",
        "  The initial colour is always White.",
        "No discrepancy in 1 event, 3 rounds, 9 pairs.",
    ]


def test_a_difference_is_in_its_sentence() -> None:
    """Verdict first, then the words of the finding."""
    text = tell_run(entries_of(event_of([games((4, 1), (2, 5), (3, 6))])))
    assert "[colours] Round 1: The pairs are right, the colours are not." in text
    assert "0 of 1 round agrees (0 pairs)" in text
    assert "Discrepancies in 1 event, 1 round, 1 pair, of 1 event, 1 round, 3 pairs checked." in text


@pytest.mark.parametrize(
    ("verdicts", "sentence"),
    [
        (((Verdict.AGREE, 3),), "No discrepancy in 1 event, 3 rounds, 9 pairs."),
        (
            ((Verdict.AGREE, 2), (Verdict.AMBIGUOUS_RULE, 1)),
            "No discrepancy in 1 event, 3 rounds, 9 pairs; 1 round right by another reading only.",
        ),
        (((Verdict.DECLARED, 3),), "No discrepancy in 1 event, 3 rounds, 9 pairs; 3 rounds declared by the file."),
    ],
)
def test_the_conclusion_does_not_hide_what_is_only_accepted(
    verdicts: tuple[tuple[Verdict, int], ...], sentence: str
) -> None:
    """No discrepancy is not the same as agreement."""
    counts = Counts(events=1, rounds=3, pairs=9)
    assert describe_totals(Tally(checked=counts, discrepancies=Counts(), not_checked=0, verdicts=verdicts)) == sentence


def test_every_verdict_of_a_run_is_printed(varied_run: RunRecord) -> None:
    """Every verdict other than agreement has its line, in the style of its outcome."""
    lines = [line for event in varied_run.events for line in event_lines(event)]
    for verdict, number in varied_run.tally.verdicts:
        if verdict.value != "agree":
            assert sum(1 for line in lines if line.tag == verdict.value) == number
    assert any("judged on a doubtful history" in line.text for line in lines)
    assert any("unreadable: no such file" in line.text for line in lines)


def test_unchecked_rounds_are_counted(varied_run: RunRecord) -> None:
    """The last lines tell the counts and what is without a verdict."""
    first, second = summary_lines(varied_run.tally)
    assert first.style is Style.BAD
    assert second.text.startswith("Without a verdict: 3")


def test_nothing_checked_is_not_good_news() -> None:
    """The conclusion of an empty run is a doubt."""
    line, _ = summary_lines(run_of([]).tally)
    assert (line.text, line.style) == ("Nothing was checked, so nothing was confirmed.", Style.DOUBT)


def test_an_interrupted_run_tells_what_was_done() -> None:
    """The current event and the counts so far are printed."""
    stream = io.StringIO()
    entries = entries_of(paired_properly(3))

    def run() -> None:
        with TextReport(stream) as report:
            for entry in entries[:3]:
                report.add(entry)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run()
    assert "2 of 2 rounds agree" in stream.getvalue()
    assert "Interrupted; what follows counts what was done until then." in stream.getvalue()


def test_terminals_get_colours_and_files_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape sequences go to terminals only, and names are never taken for markup."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    entries = entries_of(event_of([games((4, 1), (2, 5), (3, 6))]))
    on_terminal, in_file = tell_run(entries, Terminal()), tell_run(entries)
    assert "\x1b[" in on_terminal
    assert "\x1b[" not in in_file
    assert "[colours]" in on_terminal


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (None, None, ""),
        ((2026, 5, 6), None, "6 May 2026"),
        ((2026, 5, 6), (2026, 5, 6), "6 May 2026"),
        ((2026, 5, 6), (2026, 5, 14), "6 to 14 May 2026"),
        ((2026, 4, 28), (2026, 5, 3), "28 April to 3 May 2026"),
        ((2026, 12, 30), (2027, 1, 2), "30 December 2026 to 2 January 2027"),
    ],
)
def test_dates_are_words(start: tuple[int, int, int] | None, end: tuple[int, int, int] | None, words: str) -> None:
    """As much of the first as differs from the second."""
    first, last = (None if day is None else dt.date(*day) for day in (start, end))
    assert describe_dates(first, last) == words


def test_a_wrong_rank_order_is_part_of_the_verdict_on_an_event() -> None:
    """It is wrong although every round is right; players left blank leave it open."""
    (event,) = run_of(entries_of(paired_properly(3))).events
    assert (describe_event(event), event_outcome(event)) == ("All three rounds are right.", Outcome.CONSISTENT)
    wrong = StandingsFinding(verdict=StandingsVerdict.WRONG, sentence="Two players are out of place.")
    misranked = replace(event, header=replace(event.header, standings=wrong))
    assert describe_event(misranked) == "All three rounds are right. The rank order is wrong."
    assert event_outcome(misranked) is Outcome.DISCREPANT
    blank = replace(event, header=replace(event.header, blanks=(BlankRounds(tpn=1, rounds=(2,)),)))
    assert event_outcome(blank) is Outcome.CONDITIONAL


@pytest.mark.parametrize(
    ("sentence", "system", "names"),
    [
        ("As posted, three leave it (C6, C.04.3:2.4.1).", "burstein-2026", ["C.04.3:2.4.1 (C6)"]),
        ("As posted, three leave it (C6, 2.3.2).", "burstein-2026", ["2.3.2 (C6)"]),
        ("The lower difference has White (Appendix B (difference)).", "clock-2012", ["Appendix B (difference)"]),
        ("Two games have wrong colours (5.2.1 and 5.2.4).", "dutch-2026", ["5.2.1", "5.2.4"]),
        (
            "Two games (C.04.3:5.2.1 and C.04.3:5.2.5).",
            "burstein-2026",
            ["C.04.3:5.2.1", "C.04.3:5.2.5"],
        ),
        (
            "Two games (Appendix B (points) and Appendix B (difference)).",
            "clock-2012",
            ["Appendix B (points)", "Appendix B (difference)"],
        ),
        ("With the numbers by rating (C.04.2:2.4).", "dutch-2026", ["C.04.2:2.4"]),
        ("With the numbers by rating (C.04.2:2.4).", "dutch-2017", ["C.04.2.C.2"]),
        ("They have met (C.04.1, two players meet once).", "simple-2018", ["C.04.1, two players meet once"]),
        ("It was met before (round 2), and both are due White (C12, 2.4.7).", "dutch-2026", ["2.4.7 (C12)"]),
    ],
)
def test_articles_are_cited_by_the_chapter_that_decides(sentence: str, system: str, names: list[str]) -> None:
    """A label beside another chapter's number is that chapter's; C6 of Burstein itself is another criterion."""
    assert [cited.name for cited in cite_articles(sentence, system)] == names
