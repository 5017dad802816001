"""The players of an event: a search by name, and the card of each with all rounds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checker.verdicts.verdict import Outcome
from reports.boards import BYE_NAMES, RESULT_SIGNS, games_per_round, player_or_number, points_before
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Result
from tournaments.points import format_halves
from tournaments.ranked_participants import has_in_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.findings import EventFinding, Participant, RoundFinding
    from reports.event_pages import EventPage
    from tournaments.model import RoundEntry

_NUMBER_IN_BRACKETS = re.compile(r".*\((\d{1,6})\)\s*$", re.DOTALL)
_COLOURS = {Colour.WHITE: "White", Colour.BLACK: "Black", None: ""}


class PlayedRound(FrozenStruct, frozen=True, kw_only=True):
    """A round on the card of a player."""

    number: int
    points: str
    """Before the round; empty where they are not known."""
    opponent: Participant | None
    note: str
    """The bye, or the forfeit; empty for a game."""
    colour: str
    result: str
    float: str
    """``↓`` for a downfloat, ``↑`` for an upfloat."""
    outcome: Outcome | None
    """Of the round, where the game or bye of the player is not the correct one."""
    correct: Participant | None
    """The correct opponent of a wrong round; None where it is the bye."""
    can_be_explained: bool


def find_players(participants: Sequence[Participant], text: str) -> tuple[Participant, ...]:
    """
    Return the players whose name has the text in it, without regard to accents and case.

    ``Nguyen, Olga (13)`` and ``13`` are the player with that number.
    """
    text = text.strip()
    digits = number_in_brackets(text) or text
    if digits.isdecimal() and len(digits) <= 6:  # noqa: PLR2004 - no event has a million players
        by_number = tuple(one for one in participants if one.tpn == int(digits))
        if by_number:
            return by_number
    return tuple(one for one in participants if has_in_name(one.name, text))


def number_in_brackets(text: str) -> str:
    """Return the number at the end of ``Nguyen, Olga (13)``; empty if there is none."""
    found = _NUMBER_IN_BRACKETS.fullmatch(text)
    return found[1] if found else ""


def render_players(page: EventPage, text: str) -> str:
    """Return the list of all players, or of the players whom a text finds."""
    found = find_players(page.header.participants, text) if text else page.header.participants
    return page.render("players_page.html.j2", found=found, text=text)


def render_player(page: EventPage, player: Participant) -> str:
    """Return the card of a player."""
    last = page.event.rounds[-1].round_number if page.event.rounds else 0
    return page.render("player_page.html.j2", player=player, rounds=played_rounds(page.event, player), last=last)


def played_rounds(event: EventFinding, player: Participant) -> tuple[PlayedRound, ...]:
    """Return a player's rounds as they were played."""
    players, games = {one.tpn: one for one in event.header.participants}, games_per_round(event)
    findings = {found.round_number: found for found in event.rounds}
    accelerated = any("cceler" in fact.subject and fact.text for fact in event.header.declared)
    rows = []
    for number, entry in enumerate(player.rounds[::games], start=1):
        opponent = None if entry.opponent is None else player_or_number(players, entry.opponent)
        points = points_before(player, number, games)
        finding = findings.get(number)
        is_wrong, correct = _correct_opponent(finding, player.tpn)
        rows.append(
            PlayedRound(
                number=number,
                points="" if points is None else format_halves(points),
                opponent=opponent,
                note=_note(entry),
                colour=_COLOURS[entry.colour],
                result=_result(player, entry, number - 1) if games == 1 else "",
                float="" if accelerated else _float(points, opponent, entry, number, games),
                outcome=finding.verdict.outcome if is_wrong and finding else None,
                correct=None if correct is None else player_or_number(players, correct),
                can_be_explained=finding is not None and entry.was_paired,
            )
        )
    return tuple(rows)


def _note(entry: RoundEntry) -> str:
    if entry.opponent is None:
        return BYE_NAMES.get(entry.result, "no opponent")
    return {Result.FORFEIT_WIN: "won by forfeit", Result.FORFEIT_LOSS: "lost by forfeit"}.get(entry.result, "")


def _result(player: Participant, entry: RoundEntry, row: int) -> str:
    points = player.games[row] if row < len(player.games) else None
    return RESULT_SIGNS.get(entry.result, "") if points is None else format_halves(points)


def _float(points: int | None, opponent: Participant | None, entry: RoundEntry, number: int, games: int) -> str:
    if entry.result in (Result.PAIRING_ALLOCATED_BYE, Result.FORFEIT_WIN):
        return "↓"
    others = None if opponent is None or not entry.was_played else points_before(opponent, number, games)
    if points is None or others is None or points == others:
        return ""
    return "↓" if points > others else "↑"


def _correct_opponent(finding: RoundFinding | None, tpn: int) -> tuple[bool, int | None]:
    """Return whether the posted game or bye of a player is wrong, and the correct opponent, None for the bye."""
    if finding is None or finding.expected is None or finding.recorded is None:
        return False, None
    if finding.verdict.outcome in (Outcome.CONSISTENT, Outcome.UNCHECKED):
        return False, None
    posted, correct = (
        next((pair for pair in pairing.pairs if tpn in pair.players), None)
        for pairing in (finding.recorded, finding.expected)
    )
    is_wrong = posted != correct
    opponent = None if correct is None else correct.black if correct.white == tpn else correct.white
    return is_wrong, opponent
