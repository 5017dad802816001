"""Explanations of correct pairings, measured: length, time, and sentences that contradict each other."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, NamedTuple

from support.stripped_events import right_event

from checker.questions.explain import explain
from checker.questions.question import Question
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from checker.questions.answers import Explanation

MAX_WORDS = 60
"""Words of answer and reason."""
MAX_ROW_WORDS = 12
_NAME = re.compile(r"(?:Player|Team) \d{3}")
_CITED = re.compile(r" \([^()]*\)(?=\.$)")
_MAY = re.compile(r"only ((?:Player|Team) \d{3}(?:(?:, | and )(?:Player|Team) \d{3})*) may have it")
_MAY_NOT = re.compile(r"((?:Player|Team) \d{3}) (?:may not have|had the|won by)")


class Explained(NamedTuple):
    """An explanation and the seconds that it took."""

    explanation: Explanation
    seconds: float


def explain_correct_pairings(system: str, count: int, rng: random.Random) -> Iterator[Explained]:
    """Yield explanations of players in random rounds of events that the system has paired."""
    index = 0
    while count:
        prepared = engine_for(system).open(right_event(system, index))
        for stage in prepared.recorded_rounds:
            question = Question(prepared=prepared, stage=stage)
            players = list(question.scores)
            chosen = {rng.choice(players), question.chosen.bye or rng.choice(players)} if players else set()
            for tpn in sorted(chosen):
                begun = time.process_time()
                explanation = explain(question, tpn)
                yield Explained(explanation, time.process_time() - begun)
                count -= 1
                if not count:
                    return
        index += 1


def count_words(explanation: Explanation) -> int:
    """Return the words of answer and reason, the article in brackets aside."""
    return len(_CITED.sub("", f"{explanation.answer} {explanation.reason}").split())


def contradictions(explanation: Explanation) -> set[str]:
    """Return the players who may have the bye by one sentence and may not by another."""
    may = {name for found in _MAY.findall(explanation.reason) for name in re.findall(r"(?:Player|Team) \d{3}", found)}
    return may & set(_MAY_NOT.findall(explanation.reason))


def long_rows(explanation: Explanation) -> list[str]:
    """Return the reasons in rows that are longer than twelve words, names of players counted as a word each."""
    rows = [rung.objection.short for rung in (*explanation.ladder, *explanation.other_floaters)]
    return [row for row in rows if len(_NAME.sub("Name", row).split()) > MAX_ROW_WORDS]
