"""A run told in lines of text: plain for files and pipes, with colours where a terminal shows them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Self

from checker.findings import EventFinding, EventHeader, RunningTally, gather
from checker.verdicts.consequence import judge_run
from checker.verdicts.verdict import ExitStatus, Outcome, Verdict
from reports import words
from reports.streams import Detail, unescaped
from tournaments.frozen import FrozenStruct
from tournaments.points import describe_points
from tournaments.problems import counted_noun, problem_lines
from tournaments.readings import chosen_readings
from tournaments.safe_text import escape_field, escape_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import TextIO

    from rich.padding import Padding

    from checker.findings import Entry, RoundFinding, Tally
    from checker.known_findings.entries import KnownFinding
    from checker.standings.findings import StandingsFinding

WIDEST = 110
"""Columns of a terminal that are used; longer lines are hard to read."""
_TAG = 16
"""Columns of the longest usual verdict, in brackets."""
LINES_OF_PROBLEMS = 5
"""Lines on the problems of a file; further ones are counted."""


class Style(Enum):
    """The style of a line; the value is its name in rich."""

    HEADING = "bold"
    GOOD = "green"
    BAD = "bold red"
    DOUBT = "yellow"
    PLAIN = ""
    FAINT = "dim"


class Line(FrozenStruct, frozen=True):
    """A line of the report; the printer wraps a long one."""

    text: str
    style: Style = Style.PLAIN
    indent: int = 0
    tag: str = ""
    """A verdict that stands before it, in brackets; on a terminal in a column of its own."""

    @property
    def plain(self) -> str:
        """The line as it is written where nothing is wrapped."""
        return f"{' ' * self.indent}{f'[{self.tag}] ' if self.tag else ''}{escape_line(self.text)}"


_STYLES = {
    Outcome.CONSISTENT: Style.GOOD,
    Outcome.CONDITIONAL: Style.DOUBT,
    Outcome.ACCEPTED: Style.DOUBT,
    Outcome.DISCREPANT: Style.BAD,
    Outcome.UNCHECKED: Style.DOUBT,
}
_STATUS_STYLES = {
    ExitStatus.CONSISTENT: Style.GOOD,
    ExitStatus.DISCREPANCIES: Style.BAD,
    ExitStatus.NOT_CHECKED: Style.DOUBT,
}
OUT_OF_PLACE_SHOWN = 5
"""Misplaced players who are listed; the others are counted."""


def event_lines(finding: EventFinding, detail: Detail = Detail.USUAL) -> Iterator[Line]:
    """Yield the lines of one event: its edition, the remarks, and every round that does not simply agree."""
    header = finding.header
    if detail is Detail.VERDICT:
        if header.refusal:
            yield Line(f"{header.event}: {_refusal_text(header)}", Style.DOUBT)
        return
    name = escape_field(header.name)
    yield Line(f"{header.event}: {name}" if name else header.event, Style.HEADING)
    for doubt in header.doubts:
        yield Line(doubt, Style.DOUBT, 2)
    if header.refusal:
        yield Line(_refusal_text(header), Style.DOUBT, 2)
    else:
        yield from _verdict_lines(finding, detail)
    if header.standings is not None:
        yield from standings_lines(header.standings)
        yield from _known_lines(header.standings.known)
    if header.edition is not None:
        yield Line(f"{header.edition.key}: {header.reason}", Style.FAINT, 2)
    for note in header.notes:
        yield Line(note, Style.FAINT, 2)
    lines = problem_lines(header.problems)
    most = len(lines) if detail is Detail.FULL else LINES_OF_PROBLEMS
    yield from (Line(line, Style.DOUBT, 2) for line in lines[:most])
    if len(lines) > most:
        yield Line(f"and {counted_noun(len(lines) - most, 'more line')}: pairproof lint", Style.DOUBT, 2)


def _refusal_text(header: EventHeader) -> str:
    return f"{words.TITLES[header.verdict] if header.verdict else 'not checked'}: {header.refusal}"


def _verdict_lines(finding: EventFinding, detail: Detail) -> Iterator[Line]:
    """Yield the verdict: the number of rounds that agree, and every other round; of many alike, the first."""
    agreeing = sum(1 for entry in finding.rounds if entry.verdict is Verdict.AGREE)
    pairs = sum(entry.pairs for entry in finding.rounds if entry.verdict is Verdict.AGREE)
    style = Style.GOOD if agreeing == len(finding.rounds) and not finding.header.blanks else Style.PLAIN
    verb = "agrees" if len(finding.rounds) == 1 else "agree"
    left_out = counted_noun(len(finding.header.blanks), finding.header.participant)
    without = f", without {left_out} left out" if finding.header.blanks else ""
    yield Line(
        f"{agreeing} of {counted_noun(len(finding.rounds), 'round')} {verb} ({counted_noun(pairs, 'pair')}){without}",
        style,
        2,
    )
    alike = () if detail is Detail.FULL else words.differ_alike(finding)
    if alike:
        others = "The first of them; the others are in the report (-o report.html), or told one by one (--rounds):"
        yield Line(f"{words.alike_in_words(finding)} {others}", Style.BAD, 2)
    for entry in finding.rounds:
        if entry.verdict is not Verdict.AGREE and entry not in alike[1:]:
            yield from round_lines(entry)
            yield from _known_lines(entry.known)
            if detail is Detail.FULL and finding.header.edition is not None:
                from reports.cited_articles import cite_articles  # noqa: PLC0415 - start-up time; few ask for it

                yield from _evidence_lines(entry)
                for cited in cite_articles(entry.sentence, finding.header.edition.key):
                    yield Line(f"{cited.name} {cited.text}", Style.FAINT, 4)
    if finding.standing:
        yield Line(finding.standing, Style.DOUBT, 2)


def _known_lines(known: KnownFinding | None) -> Iterator[Line]:
    if known is not None:
        yield Line(words.known_in_words(known), Style.DOUBT, 4)


def _evidence_lines(finding: RoundFinding) -> Iterator[Line]:
    """Yield a line for each player concerned."""
    for row in finding.argument.evidence:
        facts = [describe_points(row.score), row.colours, f"due {row.due}" if row.due else "", row.floats, row.note]
        yield Line(f"{escape_field(row.name)} ({row.tpn}): {', '.join(filter(None, facts))}", Style.PLAIN, 4)


WHY = "Why: "
"""Stands before the reason of a verdict."""


def round_lines(finding: RoundFinding) -> Iterator[Line]:
    """Yield the lines of one round."""
    style = _STYLES[finding.verdict.outcome]
    if finding.verdict.outcome is Outcome.DISCREPANT and finding.reason:
        yield Line(f"Round {finding.round_number}: {finding.answer}", style, 2, tag=finding.verdict.value)
        yield Line(f"{WHY}{finding.cited_reason}", Style.PLAIN, 4)
    else:
        yield Line(finding.sentence, style, 2, tag=finding.verdict.value)
    if finding.verification is not None:
        yield Line(finding.verification.sentence, Style.FAINT, 4)
    for opinion in finding.opinions:
        yield Line(opinion.sentence, Style.FAINT, 4)
    if finding.hint:
        yield Line(finding.hint, Style.DOUBT, 4)
    if finding.history_marked:
        yield Line("A round before this one is illegal, so this one was judged on a doubtful history.", Style.DOUBT, 4)
    for reading in finding.readings:
        yield Line(f"Reading taken, {reading.identifier}: {reading.sentence}", Style.FAINT, 4)


def standings_lines(finding: StandingsFinding) -> Iterator[Line]:
    """Yield the lines of the verdict on a rank order, with the rounds of the first player out of place."""
    yield Line(finding.sentence, _STYLES[finding.verdict.outcome], 2, tag=f"standings {finding.verdict.value}")
    for misplaced in finding.misplaced[:1]:
        for told in (misplaced.own, misplaced.others):
            if told is not None:
                yield Line(f"{misplaced.code} of {told.tpn}: {told.value}", Style.FAINT, 4)
                yield from (Line(words.part_in_words(part), Style.FAINT, 6) for part in told.parts)
    for misplaced in finding.misplaced[1:OUT_OF_PLACE_SHOWN]:
        yield Line(misplaced.sentence, Style.BAD, 4)
    if len(finding.misplaced) > OUT_OF_PLACE_SHOWN:
        yield Line(f"and {len(finding.misplaced) - OUT_OF_PLACE_SHOWN} more out of place", Style.BAD, 4)
    for cause in finding.causes:
        yield Line(f"What would explain it, of {counted_noun(finding.tried, 'change')} tried: {cause}", Style.DOUBT, 4)
    if finding.tried and not finding.causes:
        yield Line(f"None of {counted_noun(finding.tried, 'change')} tried explains it.", Style.FAINT, 4)
    for note in finding.notes:
        yield Line(note, Style.FAINT, 4)


def summary_lines(tally: Tally) -> Iterator[Line]:
    """Yield the lines of the totals of a run."""
    judgement = judge_run(tally)
    yield Line(words.describe_totals(tally), _STATUS_STYLES[judgement.status])
    if judgement.doubts:
        yield Line(" ".join(judgement.doubts), Style.DOUBT)


class TextReport:
    """Prints a run event by event, as a context manager around the run; the counts come at its end."""

    def __init__(self, stream: TextIO, detail: Detail = Detail.USUAL) -> None:
        """Print to a stream, in colours if it is a terminal."""
        self._print = printer(stream)
        self._detail = detail
        self._tally = RunningTally()
        self._event: list[Entry] = []

    def add(self, entry: Entry) -> None:
        """Take an entry of the run; an event is printed when the next event begins."""
        self._tally.add(entry)
        if isinstance(entry, EventHeader):
            self._tell_event()
        self._event.append(entry)

    def _tell_event(self) -> None:
        for finding in gather(self._event):
            for line in event_lines(finding, self._detail):
                self._print(line)
        self._event.clear()

    def __enter__(self) -> Self:
        """Print the readings that the user chose."""
        for sentence in words.describe_readings(chosen_readings()):
            self._print(Line(sentence, Style.DOUBT))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Print the last event and the counts; after an interruption, as far as it went."""
        self._tell_event()
        if kind is not None:
            self._print(Line("Interrupted; what follows counts what was done until then.", Style.DOUBT))
        for line in summary_lines(self._tally.result()):
            self._print(line)


def printer(stream: TextIO) -> Callable[[Line], None]:
    """Return a function that prints a line: with rich on a terminal, plainly elsewhere, and always as one line."""
    if not stream.isatty():
        return lambda line: print(line.plain, file=stream)
    from rich.console import Console  # noqa: PLC0415 - start-up time, and only for terminals

    console = Console(file=unescaped(stream))  # its colours are meant to steer the terminal
    return lambda line: console.print(_wrapped(line), width=min(console.width, WIDEST))


def _wrapped(line: Line) -> Padding:
    """Lay a line out for a terminal: wrapped under its own beginning, a verdict in a column of its own."""
    from rich.padding import Padding  # noqa: PLC0415 - as above
    from rich.table import Table  # noqa: PLC0415 - likewise
    from rich.text import Text  # noqa: PLC0415 - likewise

    laid = Table.grid(padding=(0, 1, 0, 0))
    cells = [Text(escape_line(line.text), style=line.style.value if not line.tag else "")]
    if line.tag:
        laid.add_column(no_wrap=True, min_width=_TAG)
        cells.insert(0, Text(f"[{line.tag}]", style=line.style.value))
    laid.add_column(overflow="fold")
    laid.add_row(*cells)
    return Padding(laid, (0, 0, 0, line.indent))
