"""Why an answer of a program is wrong, as a failing test says it: the argument first, then where to look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.suite.marks import AnswerMark, find_fitting_misreadings
from checker.verdicts.comparison import RoundContext, judge_pairing
from checker.verdicts.reasons import ReasonContext
from reports.assertion import pairing_columns
from reports.suite import pairing_in_words
from reports.text import round_lines
from tournaments.problems import counted_noun
from tournaments.ranked_participants import list_ranked
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.findings import RoundFinding
    from checker.suite.marks import MarkedAnswer
    from checker.suite.questions import Suite
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event


def judge_answer(
    rules: Rules, event: Event, pairing: RoundPairing, context: ReasonContext = ReasonContext.ANSWER
) -> RoundFinding:
    """Judge a pairing of the round after the recorded rounds."""
    stage = rules.edition.round_of_row(event.rounds_recorded)
    return judge_pairing(rules.open(event), stage, pairing, RoundContext(event=event.name, reason_context=context))


def describe_finding(finding: RoundFinding) -> str:
    """Describe a verdict with its assumptions, a line each."""
    return "\n".join(line.plain.lstrip() for line in round_lines(finding))


def describe_wrong_answer(
    suite: Suite, rules: Rules, marked: MarkedAnswer, answers: Sequence[MarkedAnswer] = ()
) -> str:
    """
    Describe the wrong or missing answer of a program to a question of the suite.

    ``answers`` are the program's other answers, by which a misreading is chosen that fits these, too.
    """
    question = marked.question
    lines = [f"{suite.system}, {question.article} ({suite.articles[question.article]}), round {question.round_number}:"]
    if marked.given is None:
        lines.append(f"{marked.why}; right is {pairing_in_words(question.pairing)}")
    else:
        event = suite.event(question)
        lines.append(describe_finding(judge_answer(rules, event, marked.given)))
        lines += pairing_columns(marked.given, question.pairing, list_ranked(event))
    lines += _misreadings(suite, marked, answers)
    lines.append(f"The event: {suite.folder / question.file}")
    return "\n".join(map(escape_line, "\n".join(lines).split("\n")))


def _misreadings(suite: Suite, marked: MarkedAnswer, answers: Sequence[MarkedAnswer]) -> Iterator[str]:
    """Name the misreading that fits the program's answers best, or has the fewest words, and count the others."""
    same = [
        suite.misreadings[name]
        for name in sorted(marked.misreadings)
        if not any(_refutes(answer, name) for answer in answers)
    ]
    if same:
        fits = [fit.misreading for fit in find_fitting_misreadings(suite, answers)]
        first = next((fit for fit in fits if fit in same), min(same, key=lambda one: len(one.as_if)))
        more = f"; {counted_noun(len(same) - 1, 'other misreading')} would, too" if len(same) > 1 else ""
        yield f"A program that pairs as if {first.as_if} ({first.article}) would answer like this{more}"


def _refutes(answer: MarkedAnswer, misreading: str) -> bool:
    """Whether a program answered rightly where a misreading answers wrongly."""
    return answer.mark is AnswerMark.RIGHT and misreading in answer.question.shown
