"""Markdown for the summary of a job, a comment or an issue: the answer first, then the errors, then the rest."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from checker.verdicts.consequence import Consequence
from checker.verdicts.verdict import ExitStatus
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.formats.results import ResultCase, Results, ResultSuite

_SIGNS = {ExitStatus.CONSISTENT: "✅", ExitStatus.DISCREPANCIES: "❌"}
_OTHER_SIGN = "❔"
_ARGUED = 25
"""Cases of a section that are argued in full; a summary of a job holds a megabyte."""
_LISTED = 100
"""Cases of a section that have a line each."""
_DETAILS = 3
"""Lines of the argument of such a case."""
_SECTIONS = (
    ("Wrong", (Consequence.FAILED,)),
    ("Known", (Consequence.KNOWN,)),
    ("Not checked", (Consequence.ERROR, Consequence.SKIPPED, Consequence.UNTESTED)),
    ("Right by another reading, or by what is left open or declared", (Consequence.ACCEPTED,)),
)
_SPECIAL = re.compile(r"([\\`*_\[\]#|~])")
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def markdown(results: Results) -> str:
    """Return the text; foreign text in it is shown without its markup."""
    return "\n".join((*_head(results), *_body(results), ""))


def _head(results: Results) -> Iterator[str]:
    sign = _SIGNS.get(results.status, _OTHER_SIGN)
    yield from (f"# {_text(results.title)}", "", f"{sign} **{_text(results.conclusion)}**")
    if results.facts:
        yield from ("", "| | |", "|---|---|")
        yield from (f"| {_text(name)} | {_text(value)} |" for name, value in results.facts)


def _body(results: Results) -> Iterator[str]:
    for title, outcomes in _SECTIONS:
        cases = list(results.cases(*outcomes))
        if not cases:
            continue
        yield from ("", f"## {title} ({len(cases)})")
        is_argued = Consequence.FAILED in outcomes
        most = _ARGUED if is_argued else _LISTED
        for suite, case in islice(cases, most):
            yield from _argued(suite, case) if is_argued else _listed(suite, case)
        if len(cases) > most:
            yield from ("", f"And {len(cases) - most} more.")
    remarks = sum(len(suite.remarks) for suite in results.suites)
    if remarks:
        yield from ("", f"{counted_noun(remarks, 'remark')} on the files: `pairproof lint`.")
    yield from ("", f"Made by Pairproof {_text(results.version)}.")


def _argued(suite: ResultSuite, case: ResultCase) -> Iterator[str]:
    yield from ("", f"### {_text(suite.name)}, {_text(case.name)}", "", _text(case.sentence))
    if case.details:
        yield from ("", "<details><summary>Argument</summary>", "")
        yield from (f"{_indent(line)}- {_text(line.strip())}" for line in case.details)
        yield from ("", "</details>")
    if case.command:
        yield from ("", *_code(case.command))


def _indent(line: str) -> str:
    return " " * (len(line) - len(line.lstrip(" ")))


def _listed(suite: ResultSuite, case: ResultCase) -> Iterator[str]:
    yield from ("", f"- **{_text(suite.name)}, {_text(case.name)}** ({case.outcome.value}): {_text(case.sentence)}")
    if case.known:
        yield f"  - {_text(case.known)}"
    yield from (f"  - {_text(line.strip())}" for line in case.details[:_DETAILS])


def _code(command: str) -> tuple[str, ...]:
    """Return a block that no run of backticks in it can end."""
    longest = max(map(len, re.findall("`+", command)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}sh", escape_line(command), fence


def _text(text: str) -> str:
    """Return a text on one line in which nothing is markup."""
    escaped = _SPECIAL.sub(r"\\\1", escape_line(text))
    return "".join(_HTML.get(character, character) for character in escaped)
