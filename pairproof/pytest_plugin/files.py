"""Tournament files as tests of pytest, where an expectation lies beside them (`pytest_expectations`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import pytest

from checker.errors import RequestError
from checker.findings import Differences, EventFinding, compare_pairings
from checker.programs.program import ProgramError
from checker.verdicts.reasons import ReasonContext
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import ExitStatus, Outcome
from pairproof.api import check
from pairproof.pytest_plugin.expectations import (
    Expectation,
    describe_finding,
    expectation_of,
    files_beside,
    judge_answer,
)
from pairproof.pytest_plugin.options import ArgumentTest, NotAsExpectedError, Options
from reference_engines.frame.results import NoLegalPairingError, PairingError, RoundPairing
from reference_engines.frame.systems import resolve
from reports.assertion import pairing_columns
from reports.suite import pairing_in_words
from reports.text import event_lines
from reports.words import describe_totals
from tournaments.game_settlement import settle_games
from tournaments.problems import UnreadableEventError
from tournaments.ranked_participants import list_ranked
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from checker.records.run import RunRecord
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

_AGREEABLE = (Outcome.CONSISTENT, Outcome.ACCEPTED)


class WrongError(NotAsExpectedError):
    """An answer or a recorded round is wrong, which can be known; that nothing is answered cannot."""


class ExpectedFile(pytest.File):
    """A tournament file with an expectation beside it."""

    @classmethod
    def beside(cls, path: Path, parent: pytest.Collector) -> Self | None:
        """Return the file as a collector; None if nothing is expected of it."""
        return cls.from_parent(parent, path=path) if files_beside(path) else None

    def collect(self) -> Iterator[pytest.Item]:
        """Yield its test: the program is asked, or the recorded rounds are judged."""
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
        """By which the event is judged."""
        return self.expected.system or Options.of(self.config).system or "auto"

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Name the test in the heading of its failure."""
        return self.path, None, f"{self.path.name}: {self.name}"


class RecordTest(_FileTest):
    """The recorded rounds of a file, each to be right or of the verdict that is expected."""

    def runtest(self) -> None:
        """Judge them."""
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
