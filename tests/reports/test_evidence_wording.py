"""The page of a bundle read aloud: a single event, round or question stands in the singular."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from support.evidence_facts import discrepancy, facts, kind, part

from checker.campaigns.grouping import ExamRow
from checker.evidence.facts import (
    DecidedFacts,
    Drawn,
    EvidencePart,
    Facts,
    GeneratorProbe,
    NotAnswered,
    PartFacts,
    Range,
    State,
)
from checker.suite.marks import ArticleMarks
from reports.evidence import render_evidence

NOUNS = "events?|rounds?|pairs?|questions?|answers?|seeds?|kinds?|games?|files?|things?|orders?"
WRONG = re.compile(
    rf"(?<![\d.,])1 (?:[a-z]+ )?(?:{NOUNS.replace('?', '')})\b"  # 1 s
    rf"|(?<![\d.,])(?!1 )\d[\d,]* (?:different |discrepant |rank )?(?:{NOUNS.replace('s?', '')})\b(?! of the)"  # 2
    r"|(?<![\d.,])1 (?:are|were|have)\b"
)


def words_of(page: str) -> str:
    """Return the text of a page, a line for each paragraph and cell."""
    page = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return html.unescape(
        re.sub(r"<[^>]+>", " ", re.sub(r"</(?:p|li|td|th|h\d|caption|dd|dt|summary|span)>", "\n", page))
    )


def counted(number: int) -> Facts:
    """Return facts in which everything is there as often."""
    once = {"judged": number, "events": number, "rounds": number, "pairs": number, "planned": number + 1}
    found = {f"discrepant_{unit}": number for unit in ("events", "rounds", "pairs")}
    rest = {
        "unchecked": number,
        "failed_events": number,
        "unmade": number,
        "wrong_orders": number,
        "open_rounds": number,
    }
    marks = ArticleMarks(article="2.4.2", title="met before", right=0, wrong=number, unanswered=0)
    exam = ExamRow(planted="clean", events=number, right=0, missed=0, false_alarms=number, wrong_round=0)
    directions = [
        replace(part(which, **once, **found, **rest), state=State.UNFINISHED, why="it was cancelled")
        for which in (EvidencePart.PAIR, EvidencePart.JUDGE, EvidencePart.GENERATE)
    ]
    ranges = (Range(name="players", least=15, median=80, most=215), Range(name="rounds", least=5, median=7, most=9))
    return facts(
        *directions,
        PartFacts(part=EvidencePart.SUITE, state=State.DONE, suite=(marks,)),
        replace(part(EvidencePart.EXAM), exam=(exam,)),
        kinds=tuple(kind(classed="candidate" if one else "", link="") for one in range(number + 1)),
        discrepancies=(discrepancy(),),
        failures=(
            NotAnswered(
                part=EvidencePart.PAIR, kind="crashed", questions=1, events=1, smallest=3, detail="exit status 1"
            ),
        ),
        drawn=Drawn(
            ranges=ranges, looked_at=number, decided=(DecidedFacts(name="C12", meaning="colours", rounds=1),), sample=()
        ),
        probe=GeneratorProbe(events=number, different=number, ranges=ranges, features=(("byes", number),)),
    )


@pytest.mark.parametrize("number", [1, 2])
def test_numbers_and_nouns_agree(number: int) -> None:
    """Of one as of two."""
    words = words_of(render_evidence(counted(number)))
    assert [found[0] for found in WRONG.finditer(words)] == []
    assert f"{number} discrepant event{'s' * (number > 1)} in" in words


def test_the_rule_finds_what_is_wrong() -> None:
    """A number that its noun does not follow, and a verb that the number does not."""
    for text in ("1 events, 1 rounds", "1 are not classed", "2 event", "1 rank orders are wrong", "1 different events"):
        assert WRONG.search(text), text
    for text in ("1 event, 1 round", "1 is not classed", "2 events", "1,001 events", "31 events", "1 in 500 events"):
        assert not WRONG.search(text), text
