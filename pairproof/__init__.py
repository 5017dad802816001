"""
Pairproof decides whether a chess pairing program pairs by the rules, and says which article decides.

Each public name is loaded when it is first used, so that importing this package costs nothing. Type checkers read the
imports below, and know every name with its type.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""As in `typing`, which takes longer to load than this package."""

if TYPE_CHECKING:
    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.store import StoreError
    from checker.causes.causes_finding import CausesFinding
    from checker.findings import EventFinding, RoundFinding
    from checker.programs.specs import Pairer
    from checker.questions.answers import Explanation, WhatIf, WhyNot
    from checker.questions.question import NotAskableError
    from checker.questions.what_if import Supposition
    from checker.records.run import RunRecord
    from checker.records.run_record import IncompleteRecordError, InvalidRecordError, RecordError, read_record
    from checker.verdicts.verdict import Verdict
    from pairproof.api import (
        ContradictoryEventError,
        NothingToPairError,
        UnfinishedGamesError,
        check,
        check_event,
        lint,
        pair,
        read_campaign,
        systems,
        write_record,
    )
    from pairproof.asserting import assert_pairs
    from pairproof.questions import causes, explain, what_if, why_not
    from reference_engines.frame.edition import Edition, System
    from reference_engines.frame.registry import register_system
    from reference_engines.frame.results import (
        NoLegalPairingError,
        Pair,
        PairingError,
        RoundPairing,
        UnsupportedEventError,
    )
    from reports.html import render_html
    from reports.links import Links
    from standings.methods import register_tie_break
    from tournaments import __version__
    from tournaments.model import Event, ParticipantKind
    from tournaments.problems import FileProblem, UnreadableEventError
    from tournaments.trf.reading import ParseResult, read_event
    from tournaments.unfinished_games import UnfinishedGames
else:

    def __getattr__(name: str) -> object:
        """Load a public name from its module on first use."""
        for module, names in _MODULES.items():
            if name in names:
                value = globals()[name] = getattr(_load(module), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def _load(module: str) -> object:
        """Import a module; raise ImportError with the remedy where something stands in the way of a package of ours."""
        from importlib import import_module  # noqa: PLC0415 - start-up time

        try:
            return import_module(module)
        except ImportError as error:
            from pairproof.shadowing import explain_failed_import  # noqa: PLC0415 - only after a failure

            message = explain_failed_import(error)
            if message is None:
                raise
            raise ImportError(message, name=error.name) from error


__all__ = [
    "CampaignSummary",
    "CausesFinding",
    "ContradictoryEventError",
    "Edition",
    "Event",
    "EventFinding",
    "Explanation",
    "FileProblem",
    "IncompleteRecordError",
    "InvalidRecordError",
    "Links",
    "NoLegalPairingError",
    "NotAskableError",
    "NothingToPairError",
    "Pair",
    "Pairer",
    "PairingError",
    "ParseResult",
    "ParticipantKind",
    "RecordError",
    "RoundFinding",
    "RoundPairing",
    "RunRecord",
    "StoreError",
    "Supposition",
    "System",
    "UnfinishedGames",
    "UnfinishedGamesError",
    "UnreadableEventError",
    "UnsupportedEventError",
    "Verdict",
    "WhatIf",
    "WhyNot",
    "__version__",
    "assert_pairs",
    "causes",
    "check",
    "check_event",
    "explain",
    "lint",
    "pair",
    "read_campaign",
    "read_event",
    "read_record",
    "register_system",
    "register_tie_break",
    "render_html",
    "systems",
    "what_if",
    "why_not",
    "write_record",
]

_MODULES = {
    "checker.campaigns.grouping": ("CampaignSummary",),
    "checker.campaigns.store": ("StoreError",),
    "checker.causes.causes_finding": ("CausesFinding",),
    "checker.findings": ("EventFinding", "RoundFinding"),
    "checker.records.run": ("RunRecord",),
    "checker.programs.specs": ("Pairer",),
    "checker.questions.answers": ("Explanation", "WhatIf", "WhyNot"),
    "checker.questions.question": ("NotAskableError",),
    "checker.questions.what_if": ("Supposition",),
    "checker.records.run_record": ("IncompleteRecordError", "InvalidRecordError", "RecordError", "read_record"),
    "checker.verdicts.verdict": ("Verdict",),
    "pairproof.api": (
        "ContradictoryEventError",
        "NothingToPairError",
        "UnfinishedGamesError",
        "check",
        "check_event",
        "lint",
        "pair",
        "read_campaign",
        "systems",
        "write_record",
    ),
    "pairproof.asserting": ("assert_pairs",),
    "pairproof.questions": ("causes", "explain", "what_if", "why_not"),
    "reference_engines.frame.edition": ("Edition", "System"),
    "reference_engines.frame.registry": ("register_system",),
    "reference_engines.frame.results": (
        "NoLegalPairingError",
        "Pair",
        "PairingError",
        "RoundPairing",
        "UnsupportedEventError",
    ),
    "reports.html": ("render_html",),
    "reports.links": ("Links",),
    "standings.methods": ("register_tie_break",),
    "tournaments": ("__version__",),
    "tournaments.model": ("Event", "ParticipantKind"),
    "tournaments.problems": ("FileProblem", "UnreadableEventError"),
    "tournaments.trf.reading": ("ParseResult", "read_event"),
    "tournaments.unfinished_games": ("UnfinishedGames",),
}
"""The public names by module."""


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted(__all__)
