"""The functions of the public interface that answer questions about pairings: why, why not, what if, and causes."""

from __future__ import annotations

from checker.causes.cause import case_of
from checker.causes.search import SearchEffort, find_causes
from checker.questions.explain import explain as explanation_of
from checker.questions.objection import why_not as objection_to
from checker.questions.question import NotAskableError, Question
from checker.questions.what_if import Supposition
from checker.questions.what_if import what_if as round_if
from pairproof.api import follow_named_readings
from reference_engines.frame.systems import resolve
from tournaments.games import describe_contradictions, settle_games
from tournaments.problems import UnreadableEventError

__all__ = ["NotAskableError", "Supposition", "ask", "causes", "explain", "what_if", "why_not"]

from collections.abc import Iterable

from checker.causes.causes_finding import CausesFinding
from checker.questions.answers import Explanation, WhatIf, WhyNot
from tournaments.model import Event


def ask(event: Event, round_number: int, system: str = "auto") -> Question:
    """
    Open an event at a round, recorded or the next one.

    Raise NotAskableError if there is no such round or the rows of a game contradict each other, UnsupportedEventError
    if no engine applies, and KeyError for a system that does not exist.
    """
    try:
        event = settle_games(event)
    except UnreadableEventError as error:
        raise NotAskableError("; ".join(describe_contradictions(error.problems))) from error
    return Question(prepared=resolve(event, system).require_engine().open(event), stage=round_number)


def explain(
    event: Event, round_number: int, player: int, system: str = "auto", readings: Iterable[str] = ()
) -> Explanation:
    """
    Say why a player (or team), by number, is paired as the rules pair them in a round: opponent, colour, float and bye.

    ``readings`` names sides of open texts (``["SPP-2026-08=printed"]``). Raise like `ask`, NotAskableError if the
    player is not to be paired, NoLegalPairingError if no pairing is legal, and ValueError for a reading that cannot be
    followed.
    """
    with follow_named_readings(readings):
        return explanation_of(ask(event, round_number, system), player)


def why_not(
    event: Event, round_number: int, one: int, other: int, system: str = "auto", readings: Iterable[str] = ()
) -> WhyNot:
    """Explain why two players do not meet in a round: the rule, or the cost. Raise like `explain`."""
    with follow_named_readings(readings):
        return objection_to(ask(event, round_number, system), one, other)


def what_if(
    event: Event, round_number: int, otherwise: Supposition, system: str = "auto", readings: Iterable[str] = ()
) -> WhatIf:
    """
    Pair a round under a supposition, and whether the round as it is would still be right.

    Raise like `explain`, and NotAskableError for what cannot be supposed.
    """
    with follow_named_readings(readings):
        return round_if(ask(event, round_number, system), otherwise)


def causes(
    *events: Event, system: str = "auto", changes: int = SearchEffort().record, readings: Iterable[str] = ()
) -> CausesFinding:
    """
    Look for the small changes that would make the discrepant rounds of events, looked at together, exactly right.

    ``changes`` of the record are tried for each round; none if it is 0. A round is identified by the name of its event.
    Raise UnsupportedEventError if no engine applies to one, KeyError for a system that does not exist, and ValueError
    for a reading that cannot be followed.
    """
    with follow_named_readings(readings):
        cases = [case_of(event.name, event, resolve(event, system).require_engine()) for event in events]
        return find_causes(cases, SearchEffort(record=changes))
