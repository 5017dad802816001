"""Settlement of the games of an event in memory; the reader settles the games of a file."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.games import GameCheck, SettledEntries, agree_in_all_games
from tournaments.places import Places
from tournaments.problems import ProblemCode, ProblemLog, ProblemSeverity, UnreadableEventError, counted_noun

if TYPE_CHECKING:
    from tournaments.model import Event, Player
    from tournaments.problems import FileProblem

_MAX_LISTED_CONTRADICTIONS = 3
"""The number of contradictions that are listed; further contradictions are counted."""


def settle_games(event: Event) -> Event:
    """
    Return the event with the two rows of every game in agreement; the same event if all rows agree.

    A statement of only one row is copied to the other row. Raise UnreadableEventError if the rows contradict each other
    about opponents, colours, results, or whether the game was played; if two players have the same number; or if a row
    ends before the last recorded round.
    """
    entries = {player.tpn: player.rounds for player in event.players}
    is_sound = len(entries) == len(event.players) and _have_all_rows_all_rounds(event)
    if is_sound and agree_in_all_games(entries):
        return event
    log = ProblemLog("<event>")
    if not is_sound:
        _report_rows(event, log)
    settled_entries = GameCheck(entries=entries, unread=frozenset(), is_complete=True, places=Places(), log=log).run()
    if log.has_errors:
        raise UnreadableEventError(log.sorted())
    changed = {tpn for tpn, _ in settled_entries}
    if not changed:
        return event
    players = tuple(
        _with_entries(settled_entries, player) if player.tpn in changed else player for player in event.players
    )
    return replace(event, players=players)


def _have_all_rows_all_rounds(event: Event) -> bool:
    return all(len(player.rounds) >= event.rounds_recorded for player in event.players)


def _report_rows(event: Event, log: ProblemLog) -> None:
    """Report numbers that several players have, and rows that end early."""
    counts = Counter(player.tpn for player in event.players)
    for tpn, count in counts.items():
        if count > 1:
            message, remedy = f"{count} players have the number {tpn}", "give every player a number of their own"
            log.add(ProblemCode.NUMBER_REPEATED, message, remedy, at=(None, None), found=str(tpn))
    for player in event.players:
        if len(player.rounds) < event.rounds_recorded:
            log.add(
                ProblemCode.ROW_TOO_SHORT,
                f"player {player.tpn} has entries for {counted_noun(len(player.rounds), 'round')}, but "
                f"{event.rounds_recorded} are recorded",
                "give every player an entry for every recorded round",
                at=(None, None),
            )


def describe_contradictions(problems: tuple[FileProblem, ...]) -> tuple[str, ...]:
    """Return the messages of the first few errors, and the number of further errors."""
    errors = [problem.message for problem in problems if problem.severity is ProblemSeverity.ERROR]
    named = errors[:_MAX_LISTED_CONTRADICTIONS]
    return (
        (*named, f"and {len(errors) - _MAX_LISTED_CONTRADICTIONS} more")
        if len(errors) > _MAX_LISTED_CONTRADICTIONS
        else tuple(named)
    )


def _with_entries(settled_entries: SettledEntries, player: Player) -> Player:
    rounds = tuple(
        settled_entries.get((player.tpn, number), entry) for number, entry in enumerate(player.rounds, start=1)
    )
    return replace(player, rounds=rounds)
