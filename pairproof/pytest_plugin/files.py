"""
Tournament files as tests of pytest, where an expectation lies beside them.

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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Self

import pytest

from checker.errors import RequestError
from checker.findings import Differences, EventFinding, RoundFinding, compare_pairings
from checker.programs.answers import pairing_of, read_answer
from checker.programs.program import AnswerForm, ProgramError
from checker.records.run import RunRecord
from checker.suite.marks import AnswerMark, MarkedAnswer, find_fitting_misreadings
from checker.suite.questions import Suite
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import ReasonContext, RoundContext
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import ExitStatus, Outcome, Verdict
from pairproof.api import check
from pairproof.pytest_plugin.options import ArgumentTest, NotAsExpectedError, Options
from reference_engines.frame.results import NoLegalPairingError, PairingError, RoundPairing
from reference_engines.frame.rules import Rules
from reference_engines.frame.systems import resolve
from reports.assertion import pairing_columns
from reports.suite import pairing_in_words
from reports.text import event_lines, round_lines
from reports.words import describe_totals
from tournaments.frozen import dataclass
from tournaments.games import settle_games
from tournaments.model import Event
from tournaments.problems import UnreadableEventError, counted_noun
from tournaments.ranked_participants import list_ranked
from tournaments.safe_text import escape_line
from tournaments.toml_text import decode_toml
from tournaments.trf.reading import read_event

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


_AGREEABLE = (Outcome.CONSISTENT, Outcome.ACCEPTED)


class WrongError(NotAsExpectedError):
    """An answer or a recorded round is wrong; a list can hold it, unlike a missing answer."""


class ExpectedFile(pytest.File):
    """A tournament file with an expectation beside it."""

    @classmethod
    def beside(cls, path: Path, parent: pytest.Collector) -> Self | None:
        """Return the file as a collector; None if nothing is expected of it."""
        return cls.from_parent(parent, path=path) if files_beside(path) else None

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the test of the file: the program is asked, or the recorded rounds are judged."""
        try:
            expected = expectation_of(self.path)
        except RequestError as error:
            raise self.CollectError(str(error)) from error
        kind, name = (AnswerTest, "answer") if expected.asks else (RecordTest, "record")
        test = kind.from_parent(self, name=name, expected=expected)
        if expected.known:
            test.add_marker(pytest.mark.xfail(reason=expected.known, raises=WrongError, strict=True))
        yield test


class _FileTest(ArgumentTest):
    """A test of a tournament file."""

    def __init__(self, *, expected: Expectation, **about: Any) -> None:
        """Take the expectation."""
        super().__init__(**about)
        self.expected = expected

    @property
    def system(self) -> str:
        """The system by which the event is judged."""
        return self.expected.system or Options.of(self.config).system or "auto"

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Name the test in the heading of its failure."""
        return self.path, None, f"{self.path.name}: {self.name}"


class RecordTest(_FileTest):
    """The recorded rounds of a file, each to be right or of the verdict that is expected."""

    def runtest(self) -> None:
        """Judge the recorded rounds."""
        record = _checked(self.path, self.system)
        event = record.events[0]
        wrong = list(self._unexpected(event))
        if not self.expected.verdicts and record.exit_status:
            wrong.append(describe_totals(record.tally))
        if wrong:
            lines = [*wrong, *(line.plain for line in event_lines(event)), *_columns(event)]
            is_judged = record.exit_status is not ExitStatus.NOT_CHECKED
            raise (WrongError if is_judged else NotAsExpectedError)("\n".join(lines))

    def _unexpected(self, event: EventFinding) -> Iterator[str]:
        found = {one.round_number: one.verdict for one in event.rounds}
        for number, verdict in self.expected.verdicts.items():
            if found.get(number) is not verdict:
                said = found[number].value if number in found else "not recorded"
                yield f"Round {number}: '{verdict.value}' is expected, and it is {said}."
        if self.expected.verdicts:
            for number, verdict in found.items():
                if number not in self.expected.verdicts and verdict.outcome not in _AGREEABLE:
                    yield f"Round {number} is expected to be right, and it is {verdict.value}."


def _columns(event: EventFinding) -> Iterator[str]:
    """Yield, for each discrepant round, the games that differ: as posted, and correct."""
    for finding in event.discrepant_rounds:
        if finding.recorded is not None and finding.expected is not None:
            yield f"Round {finding.round_number}:"
            yield from pairing_columns(finding.recorded, finding.expected, event.header.participants, "posted")


def _checked(path: Path, system: str) -> RunRecord:
    try:
        return check(path, system=system)
    except KeyError as error:
        raise NotAsExpectedError(f"A system {error} does not exist.") from error


class AnswerTest(_FileTest):
    """A round that the program is asked for."""

    def runtest(self) -> None:
        """Ask the program, after a check of the expectation."""
        rules, event = self._event()
        right = self._right(rules, event)
        given, said = self._answer(rules, event)
        if given is None and right is not None:
            raise WrongError(f"It says that no pairing is legal ({said}); right is {pairing_in_words(right)}")
        if given is not None and (right is None or compare_pairings(given, right) != Differences()):
            lines = [describe_finding(judge_answer(rules, event, given))]
            lines += (
                pairing_columns(given, right, list_ranked(event)) if right else ["No pairing of the round is legal."]
            )
            raise WrongError("\n".join(lines))

    def _answer(self, rules: Rules, event: Event) -> tuple[RoundPairing | None, str]:
        """Return the answer of the program; None, and its words, if it says that no pairing is legal."""
        number = rules.edition.round_of_row(event.rounds_recorded)
        program = Options.of(self.config).opened().with_system(rules.edition.key)
        try:
            return program.pair(event, number), ""
        except NoLegalPairingError as said:
            return None, str(said)
        except ProgramError as failure:
            raise NotAsExpectedError(f"Round {number} was not answered: {failure}") from failure
        finally:
            program.close()

    def _event(self) -> tuple[Rules, Event]:
        """Return the event before the round, and the rules."""
        reading = read_event(self.path)
        if reading.event is None:
            raise NotAsExpectedError("\n".join([f"{self.path.name} cannot be read.", *map(str, reading.problems)]))
        try:
            event = settle_games(reading.event)
            resolution = resolve(event, self.system)
        except UnreadableEventError as error:
            raise NotAsExpectedError(str(error)) from error
        except KeyError as error:
            raise NotAsExpectedError(f"A system {error} does not exist.") from error
        if resolution.engine is None:
            raise NotAsExpectedError(resolution.reason)
        rules, number = resolution.engine, self.expected.round_number
        games = rules.edition.file_rounds_per_round
        if number is None or (number - 1) * games == event.rounds_recorded:
            return rules, event
        if number * games > event.rounds_recorded:
            raise NotAsExpectedError(f"Round {number} is expected, and {event.rounds_recorded} rounds are recorded.")
        return rules, cut_before_round(event, number, games)

    def _right(self, rules: Rules, event: Event) -> RoundPairing | None:
        """Return the expected pairing, which the regulation must permit; None if no pairing is legal."""
        if self.expected.pairing is None:
            try:
                return rules.open(event).round(rules.edition.round_of_row(event.rounds_recorded)).expected()
            except NoLegalPairingError:
                return None
            except PairingError as error:
                raise NotAsExpectedError(str(error)) from error
        finding = judge_answer(rules, event, self.expected.pairing, ReasonContext.SUPPOSED)
        if finding.verdict.outcome not in _AGREEABLE:
            raise NotAsExpectedError(
                f"What is expected is not what {rules.edition.key} asks for.\n{describe_finding(finding)}"
            )
        return self.expected.pairing
