"""
Pairproof decides whether a chess pairing program pairs by the rules, and says which article decides.

The whole of it in a few names; each is loaded when it is first used, so that importing this package costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""As `typing` has it, which takes longer to load than all that is here."""

if TYPE_CHECKING:
    from checker.findings import EventFinding, RoundFinding
    from checker.records.run import RunRecord
    from checker.records.run_record import read_record
    from checker.verdicts.verdict import Verdict
    from pairproof.api import check, check_event, lint, pair, systems, write_record
    from pairproof.asserting import assert_pairs
    from pairproof.questions import Supposition, causes, explain, what_if, why_not
    from reports.html import render_html
    from tournaments import __version__
    from tournaments.trf.reading import read_event

__all__ = [
    "EventFinding",
    "RoundFinding",
    "RunRecord",
    "Supposition",
    "Verdict",
    "__version__",
    "assert_pairs",
    "causes",
    "check",
    "check_event",
    "explain",
    "lint",
    "pair",
    "read_event",
    "read_record",
    "render_html",
    "systems",
    "what_if",
    "why_not",
    "write_record",
]

_HOMES = {
    "EventFinding": "checker.findings",
    "RoundFinding": "checker.findings",
    "RunRecord": "checker.records.run",
    "Supposition": "pairproof.questions",
    "Verdict": "checker.verdicts.verdict",
    "__version__": "tournaments",
    "assert_pairs": "pairproof.asserting",
    "causes": "pairproof.questions",
    "check": "pairproof.api",
    "check_event": "pairproof.api",
    "explain": "pairproof.questions",
    "lint": "pairproof.api",
    "pair": "pairproof.api",
    "read_event": "tournaments.trf.reading",
    "read_record": "checker.records.run_record",
    "render_html": "reports.html",
    "systems": "pairproof.api",
    "what_if": "pairproof.questions",
    "why_not": "pairproof.questions",
    "write_record": "pairproof.api",
}


def __getattr__(name: str) -> object:
    """Load a public name from its home on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - start-up time

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(__all__)
