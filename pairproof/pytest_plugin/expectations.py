"""
Why an answer of a program is wrong, and what is expected of it.

The expectation for a tournament file stands in a file beside it: ``event.expected.txt`` or ``event.expected.toml``.

The first is a list of pairs as JaVaFo writes it, of the round after those that the event records. The second says
more::

    system = "dutch-2026"          # else what the file says
    round = 4                      # the program is asked for this round; else for the one after those recorded
    pairs = [[3, 1], [2, 7]]       # what it is to answer, [White, Black]; else what the regulation asks for
    bye = 5
    known = "ticket 12"            # it is known to answer wrongly; once it does not, that fails

    [verdicts]                     # without round and pairs the recorded rounds are judged
    6 = "worse"                    # all are expected to be right but these
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from checker.errors import RequestError
from checker.programs.answers import pairing_of, read_answer
from checker.programs.exchange import AnswerForm
from checker.programs.program import ProgramError
from checker.suite.marks import AnswerMark, MarkedAnswer, find_fitting_misreadings
from checker.verdicts.comparison import RoundContext, judge_pairing
from checker.verdicts.reasons import ReasonContext
from checker.verdicts.verdict import Verdict
from reports.assertion import pairing_columns
from reports.suite import pairing_in_words
from reports.text import round_lines
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun
from tournaments.ranked_participants import list_ranked
from tournaments.safe_text import escape_line
from tournaments.toml_text import decode_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from checker.findings import RoundFinding
    from checker.suite.questions import Suite
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event


LIST, TABLE = ".expected.txt", ".expected.toml"
_KINDS: dict[str, type] = {"system": str, "round": int, "pairs": list, "bye": int, "known": str, "verdicts": dict}
_ANY_ROUND = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The expectation for an event."""

    system: str = ""
    round_number: int | None = None
    """None: the one after those that the event records."""
    pairing: RoundPairing | None = None
    """None: what the regulation asks for."""
    known: str = ""
    """Why it is known not to be so."""
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    """On recorded rounds, by number; the others are to be right."""
    asks: bool = False
    """Whether a program is asked; else the recorded rounds are judged."""


def files_beside(event: Path) -> list[Path]:
    """Return the expectations that lie beside a tournament file."""
    beside = (event.with_suffix(suffix) for suffix in (LIST, TABLE))
    return [path for path in beside if path.is_file()]


def expectation_of(event: Path) -> Expectation:
    """Read the expectation of a tournament file; RequestError."""
    paths = files_beside(event)
    if len(paths) != 1:
        raise RequestError(f"{event.name} has {len(paths)} expectations beside it; there is to be one")
    path = paths[0]
    try:
        if path.name.endswith(LIST):
            return Expectation(asks=True, pairing=read_answer(path.read_bytes(), AnswerForm.PAIRS, _ANY_ROUND, 1))
        return _read_table(decode_toml(path.read_text("utf-8")))
    except (OSError, ValueError, ProgramError) as error:
        raise RequestError(f"{path.name}: {error}") from error


def _read_table(table: Mapping[str, Any]) -> Expectation:
    for key, value in table.items():
        if key not in _KINDS:
            raise RequestError(f"'{key}' is none of {', '.join(_KINDS)}")
        if type(value) is not _KINDS[key]:
            raise RequestError(f"{key} is {value!r}, which is not {_IN_WORDS[_KINDS[key]]}")
    asks, pairs = "round" in table or "pairs" in table, table.get("pairs")
    if asks and "verdicts" in table:
        raise RequestError("verdicts are on recorded rounds; round and pairs have a program asked")
    if "bye" in table and "pairs" not in table:
        raise RequestError("a bye is expected, and no pairs")
    if table.get("round", 1) < 1:
        raise RequestError(f"round is {table['round']}; rounds count from 1")
    return Expectation(
        system=table.get("system", ""),
        round_number=table.get("round"),
        pairing=None if pairs is None else pairing_of({"pairs": pairs, "bye": table.get("bye")}, _ANY_ROUND),
        known=table.get("known", ""),
        verdicts={_round(key): _verdict(value) for key, value in table.get("verdicts", {}).items()},
        asks=asks,
    )


_IN_WORDS = {str: "a text", int: "a number", list: "a list", dict: "a table"}


def _round(key: str) -> int:
    if not key.isdecimal() or not int(key):
        raise RequestError(f"verdicts: '{key}' is not the number of a round")
    return int(key)


def _verdict(value: object) -> Verdict:
    words = {verdict.value: verdict for verdict in Verdict}
    if not isinstance(value, str) or value not in words:
        raise RequestError(f"verdicts: {value!r} is none of {', '.join(words)}")
    return words[value]


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
