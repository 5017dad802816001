"""
SARIF 2.1.0, as code scanning reads it: a result for everything that is not simply right.

A discrepancy is an error, a round that could not be checked a warning, a round that is right by another reading a note.
A known finding is suppressed, with the reason. An article that was never put to the test has no result.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from checker.verdicts.consequence import Consequence
from tournaments.safe_text import escape_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.formats.results import ResultCase, ResultPlace, Results, ResultSuite

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {
    Consequence.FAILED: "error",
    Consequence.KNOWN: "error",
    Consequence.ERROR: "warning",
    Consequence.SKIPPED: "warning",
    Consequence.ACCEPTED: "note",
}
_NAME = "Pairproof"


def sarif(results: Results) -> str:
    """Return the log, of one run."""
    found = list(_results(results))
    known = dict(results.rules)
    rules = sorted({result["ruleId"] for result in found})
    for result in found:
        result["ruleIndex"] = rules.index(result["ruleId"])
    run = {
        "tool": {
            "driver": {
                "name": _NAME,
                "version": results.version,
                "rules": [{"id": rule, "shortDescription": {"text": known.get(rule) or rule}} for rule in rules],
            }
        },
        # Status 1 tells of discrepancies, which is what the run was for.
        "invocations": [{"executionSuccessful": results.status <= 1, "exitCode": int(results.status)}],
        "results": found,
        "properties": {"conclusion": escape_text(results.conclusion)},
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


def _results(results: Results) -> Iterator[dict[str, Any]]:
    for suite in results.suites:
        for case in (*suite.cases, *suite.remarks):
            if case.outcome in _LEVELS:
                yield _result(suite, case)


def _result(suite: ResultSuite, case: ResultCase) -> dict[str, Any]:
    again = f"\n\nAgain: {case.command}" if case.command else ""
    first, *others = case.places or (None,)
    result: dict[str, Any] = {
        "ruleId": case.rule,
        "level": _LEVELS[case.outcome],
        "message": {"text": escape_text("\n".join((case.sentence, *case.details)) + again)},
        "partialFingerprints": {"pairproof/v1": _fingerprint(suite, case)},
    }
    if case.outcome is Consequence.KNOWN:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": escape_text(case.known)}]
    if first is not None:
        result["locations"] = [_location(first)]
    if others:
        result["relatedLocations"] = [{"id": number, **_location(place)} for number, place in enumerate(others)]
    return result


def _fingerprint(suite: ResultSuite, case: ResultCase) -> str:
    """Return a fingerprint that stays the same when the same is found again on another line."""
    return hashlib.sha256(f"{suite.name}\n{case.name}\n{case.rule}".encode(errors="backslashreplace")).hexdigest()


def _location(place: ResultPlace) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.file)}}
    if place.line is not None:
        physical["region"] = {"startLine": place.line}
        if place.column is not None:
            physical["region"]["startColumn"] = place.column
    location: dict[str, Any] = {"physicalLocation": physical}
    if place.what:
        location["message"] = {"text": escape_text(place.what)}
    return location


def _uri(file: str) -> str:
    """Return a path as a URI: relative as it was named, so that it is found in a checkout."""
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="replace")
