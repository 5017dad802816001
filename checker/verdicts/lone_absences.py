"""
Players who are absent in exactly one round, where it matters for what is said of the round.

A file may say that a player was absent whom a program forgot, or whose game was taken out later. Nobody can tell from
the file. So the player is named where the pairing of that round is wrong, and where somebody has the bye of that round
only because the player is absent. Whoever is left blank is named anyway (`tournaments.blanks`), and in team events
players are absent whenever they are not in the line-up.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.verdicts.verdict import Outcome, Verdict
from checker.verdicts.words import listed
from tournaments.model import Result
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checker.findings import RoundFinding
    from checker.verdicts.phrases import Roster
    from reference_engines.frame.edition import Edition
    from tournaments.model import Event, Player

MAX_NAMED_PLAYERS = 5
"""Players who are named; the others are counted."""
_FEWEST_ROUNDS = 2
"""Of an event of one round nobody can say that a player was absent in that one alone."""

LoneAbsences = dict[int, tuple[int, ...]]
"""Round to the TPNs of the players who are absent in that round alone."""


def lone_absences(event: Event, edition: Edition) -> LoneAbsences:
    """Return the players who are absent in exactly one round, by that round."""
    stages = range(1, event.rounds_recorded // edition.file_rounds_per_round + 1)
    found: dict[int, tuple[int, ...]] = {}
    if event.is_team_event or len(stages) < _FEWEST_ROUNDS:
        return found
    for player in event.players:
        absent = [stage for stage in stages if _is_absent(player, edition, stage)]
        if len(absent) == 1:
            found[absent[0]] = (*found.get(absent[0], ()), player.tpn)
    return found


def _is_absent(player: Player, edition: Edition, stage: int) -> bool:
    return all(player.rounds[row].result is Result.ZERO_POINT_BYE for row in edition.rows(stage))


def notes_on_byes(
    absences: Mapping[int, Sequence[int]], event: Event, edition: Edition, last_round: int, roster: Roster
) -> tuple[str, ...]:
    """Name the players without whose absence nobody would have the bye of a round, a sentence for each round."""
    notes = []
    for number in range(1, last_round + 1):
        row = edition.rows(number)[0]
        byes = [one.tpn for one in event.players if one.rounds[row].result is Result.PAIRING_ALLOCATED_BYE]
        if number in absences and byes:
            notes.append(
                f"Round {number}: {roster.who(byes[0])} has the bye, and {_named(absences[number], roster)} absent in "
                "this round alone. With one more player nobody would have had the bye."
            )
    return tuple(notes)


def with_lone_absences(finding: RoundFinding, absences: Mapping[int, Sequence[int]], roster: Roster) -> RoundFinding:
    """Name the players who are absent in this round alone, if its pairing is wrong."""
    is_wrong = finding.verdict.outcome is Outcome.DISCREPANT and finding.verdict is not Verdict.REFERENCE_FAULT
    if not is_wrong or finding.round_number not in absences:
        return finding
    named = _named(absences[finding.round_number], roster)
    note = f"In this round alone {named} absent; if that is a mistake in the file, another pairing is right."
    return replace(finding, hint=note)


def _named(players: Sequence[int], roster: Roster) -> str:
    """Return the players with their verb; of many the first few."""
    named = [roster.who(tpn) for tpn in players[:MAX_NAMED_PLAYERS]]
    if len(players) > MAX_NAMED_PLAYERS:
        named.append(counted_noun(len(players) - MAX_NAMED_PLAYERS, "further player"))
    return f"{listed(named)} {'is' if len(players) == 1 else 'are'}"
