"""Rounds of teams, and of matches of two games, that an engine with one fault pairs otherwise."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from checker.programs.specs import CallableProgram
from checker.verdicts.team_events import cut_before_round
from random_tournaments.settings import batch_kind
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import misreadings_of

if TYPE_CHECKING:
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

TEAMS, DOUBLE = "team-2026", "double-swiss-2026"
FAULTS = {TEAMS: "upfloaters-floating-again-left-out", DOUBLE: "c7-left-out"}
_SMALL = {TEAMS: {"teams": "12..14", "rounds": "5"}, DOUBLE: {"players": "12..14", "rounds": "5"}}


def rules(key: str) -> Any:
    """Return the rules by which the events are paired and judged."""
    return engine_for(key)


@cache
def altered(key: str) -> Any:
    """Return the rules that leave C7 out."""
    return next(one for one in misreadings_of(rules(key)) if one.identifier == FAULTS[key]).rules(rules(key))


def pair_teams(event: Event, round_number: int) -> RoundPairing:
    """Pair teams without C7."""
    return altered(TEAMS).open(event).round(round_number).expected()  # type: ignore[no-any-return]  # rules of any system


def pair_games(event: Event, round_number: int) -> RoundPairing:
    """Pair matches of two games without C7."""
    return altered(DOUBLE).open(event).round(round_number).expected()  # type: ignore[no-any-return]  # likewise


def program(key: str) -> CallableProgram:
    """Open the program that leaves C7 out."""
    return CallableProgram(f"support.reduction_of_matches:{'pair_teams' if key == TEAMS else 'pair_games'}")


@cache
def played(key: str, index: int) -> Event:
    """Play a small event with byes and forfeits."""
    kind = batch_kind(key)
    axes = kind.with_settings(kind.profiles["mixed"], _SMALL[key])
    return kind.batch(seed=1, axes=axes, system=key, label="matches").play(index).event


@cache
def find_wrong_round(key: str) -> tuple[Event, int]:
    """Return an event and its first round that the program pairs differently."""
    games = rules(key).edition.file_rounds_per_round
    for index in range(200):
        event = played(key, index)
        for number in range(2, event.rounds_recorded // games + 1):
            before = cut_before_round(event, number, games)
            try:
                if (
                    altered(key).open(before).round(number).expected()
                    != rules(key).open(before).round(number).expected()
                ):
                    return event, number
            except PairingError:
                continue
    raise AssertionError("no event shows it")
