"""Events made in memory: every game decided once, as the reader decides those of files."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.games import GameCheck, are_settled
from tournaments.places import Places
from tournaments.problems import Findings, ProblemCode, Severity, UnreadableEventError, counted_noun

if TYPE_CHECKING:
    from tournaments.games import Settled
    from tournaments.model import Event, Player
    from tournaments.problems import Problem

_NAMED = 3
"""Contradictions that are told; the others are counted."""


def settled(event: Event, *, source: str = "<event>") -> Event:
    """
    Return the event with what only one of a game's rows says in both of them; the same event if there is nothing.

    Raise UnreadableEventError where the rows contradict each other about who met whom, with which colours, with which
    results, or whether the game was played; and where two players have one number, or a row ends before the last
    recorded round.
    """
    entries = {player.tpn: player.rounds for player in event.players}
    is_sound = len(entries) == len(event.players) and _reaches_all_rounds(event)
    if is_sound and are_settled(entries):
        return event
    findings = Findings(source)
    if not is_sound:
        _report_rows(event, findings)
    decided = GameCheck(entries=entries, unread=frozenset(), is_complete=True, places=Places(), findings=findings).run()
    if findings.has_errors:
        raise UnreadableEventError(findings.sorted())
    changed = {tpn for tpn, _ in decided}
    if not changed:
        return event
    players = tuple(_with(decided, player) if player.tpn in changed else player for player in event.players)
    return replace(event, players=players)


def _reaches_all_rounds(event: Event) -> bool:
    return all(len(player.rounds) >= event.rounds_recorded for player in event.players)


def _report_rows(event: Event, findings: Findings) -> None:
    """Report numbers that are not a player's own, and rows that end early."""
    counts = Counter(player.tpn for player in event.players)
    for tpn, count in counts.items():
        if count > 1:
            message, remedy = f"{count} players have the number {tpn}", "give every player a number of their own"
            findings.add(ProblemCode.NUMBER_REPEATED, message, remedy, at=(None, None), found=str(tpn))
    for player in event.players:
        if len(player.rounds) < event.rounds_recorded:
            findings.add(
                ProblemCode.ROW_TOO_SHORT,
                f"player {player.tpn} has entries for {counted_noun(len(player.rounds), 'round')}, but "
                f"{event.rounds_recorded} are recorded",
                "give every player an entry for every recorded round",
                at=(None, None),
            )


def contradictions(problems: tuple[Problem, ...]) -> tuple[str, ...]:
    """Return what cannot be decided, in words; the first few, and the number of the others."""
    errors = [problem.message for problem in problems if problem.severity is Severity.ERROR]
    named = errors[:_NAMED]
    return (*named, f"and {len(errors) - _NAMED} more") if len(errors) > _NAMED else tuple(named)


def _with(decided: Settled, player: Player) -> Player:
    rounds = tuple(decided.get((player.tpn, number), entry) for number, entry in enumerate(player.rounds, start=1))
    return replace(player, rounds=rounds)
