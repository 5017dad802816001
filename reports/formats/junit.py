"""JUnit XML, as Jenkins and its like read it: a suite for an event or program, a testcase for each of its cases."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from checker.verdicts.consequence import Consequence
from tournaments.safe_text import escape_text

if TYPE_CHECKING:
    from collections import Counter

    from reports.formats.results import ResultCase, Results, ResultSuite

_ELEMENTS = {
    Consequence.FAILED: "failure",
    Consequence.ERROR: "error",
    Consequence.SKIPPED: "skipped",
    Consequence.UNTESTED: "skipped",
}
"""The element of a testcase that does not pass; an accepted or known case passes, and has its reason in the output."""


def junit(results: Results) -> str:
    """Return the document; its text holds nothing that XML cannot."""
    root = ET.Element("testsuites", {"name": _text(results.title), **_counted(results.counts)})
    for suite in results.suites:
        root.append(_suite(suite, results.created))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _counted(counts: Counter[Consequence]) -> dict[str, str]:
    return {
        "tests": str(counts.total()),
        "failures": str(counts[Consequence.FAILED]),
        "errors": str(counts[Consequence.ERROR]),
    }


def _suite(suite: ResultSuite, created: str) -> ET.Element:
    counts = suite.counts
    element = ET.Element(
        "testsuite",
        {
            "name": _text(suite.name),
            **_counted(counts),
            "skipped": str(counts[Consequence.SKIPPED] + counts[Consequence.UNTESTED]),
        },
    )
    if created:
        element.set("timestamp", created)
    if suite.about:
        properties = ET.SubElement(element, "properties")
        for name, value in suite.about:
            ET.SubElement(properties, "property", {"name": name, "value": _text(value)})
    for case in suite.cases:
        element.append(_case(suite, case))
    return element


def _case(suite: ResultSuite, case: ResultCase) -> ET.Element:
    element = ET.Element("testcase", {"classname": _text(suite.name), "name": _text(case.name)})
    name = _ELEMENTS.get(case.outcome)
    if name is not None:
        told = ET.SubElement(element, name, {"type": _text(case.rule), "message": _text(case.sentence)})
        told.text = _argument(case)
    elif case.sentence:
        ET.SubElement(element, "system-out").text = _argument(case)
    return element


def _argument(case: ResultCase) -> str:
    """Return the sentence, its assumptions, and the command that shows it again."""
    lines = [case.sentence, *([case.known] if case.known else ()), *(f"  {line}" for line in case.details)]
    if case.command:
        lines.append(f"Again: {case.command}")
    return _text("\n".join(lines))


def _text(text: str) -> str:
    """Escape what steers a terminal, which covers nearly all that XML cannot hold, and the two characters left."""
    return escape_text(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")
