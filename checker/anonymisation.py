"""
Anonymisation of an event: names are replaced, and the data of pairings and standings stay.

Names, birth dates, identity numbers and federations go, and so do all fields that may hold a name: place, arbiters,
comments, unknown lines. Numbers, results, ratings, titles and dates of the event stay, since pairings, standings and
the edition rest on them; a person who knows the event may still recognise it by them. The alphabetical order of the
names stays, too: Dubov's system of 1997 pairs by it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.verdicts.paired_by_hand import find_manual_declaration

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.model import Event, Player
    from tournaments.problems import FileProblem
    from tournaments.teams.records import Team
    from tournaments.trf.reading import ParseResult

HOLDS_NAMES = "names of people, if the events have any, and what else is said of them; --anonymise replaces it"
HOLDS_NO_NAMES = "no names of people: what names them was replaced (--anonymise); names of files stay"
"""The marker that a record writes about itself."""

_BIRTH = "2000/00/00"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OF_PEOPLE = frozenset(("102", "112"))
"""Headers that name arbiters."""


def holds(*, anonymous: bool) -> str:
    """Describe the personal data that a record holds."""
    return HOLDS_NO_NAMES if anonymous else HOLDS_NAMES


def anonymous_reading(reading: ParseResult) -> ParseResult:
    """Return a parse result without names of people, in the event and in quotations of the file."""
    event = None if reading.event is None else anonymised(reading.event)
    return replace(reading, event=event, problems=tuple(map(_remove_quotes, reading.problems)))


def _remove_quotes(problem: FileProblem) -> FileProblem:
    """Keep the kind and place of a problem only; the message may quote the file."""
    return replace(problem, found="", message=problem.code.explanation.rstrip("."), remedy="")


def anonymised(event: Event) -> Event:
    """Return the event without anything that names people or places."""
    names = _name_in_order((player.name for player in event.players), "Player")
    teams = _name_in_order((team.name for team in event.teams), "Team")
    federations = _federations(event)
    return replace(
        event,
        name="Anonymous event" if event.name else "",
        city="",
        federation=federations.get(event.federation, ""),
        arbiter="",
        headers=tuple((code, text) for code, text in event.headers if code not in _OF_PEOPLE),
        players=tuple(
            _player(player, number, names, federations) for number, player in enumerate(event.players, start=1)
        ),
        teams=tuple(_team(team, teams) for team in event.teams),
        declarations=tuple(
            f"Round {number} was paired by hand"
            for number in range(1, event.rounds_recorded + 1)
            if find_manual_declaration(number, event.declarations)
        ),
        unknown_records=(),
    )


def _name_in_order(names: Iterable[str], word: str) -> dict[str, str]:
    """Return a harmless name for each name, in the same alphabetical order."""
    known = sorted({name for name in names if name})
    width = len(str(len(known)))
    return {"": ""} | {name: f"{word} {place:0{width}}" for place, name in enumerate(known, start=1)}


def _federations(event: Event) -> dict[str, str]:
    """Return, for each federation, three letters that no federation has: XAA, XAB..."""
    known = sorted({event.federation, *(player.federation for player in event.players)} - {""})
    pairs = (f"X{one}{other}" for one in _LETTERS for other in _LETTERS)
    return dict(zip(known, pairs, strict=False))


def _player(player: Player, number: int, names: dict[str, str], federations: dict[str, str]) -> Player:
    return replace(
        player,
        name=names[player.name],
        federation=federations.get(player.federation, ""),
        fide_id=str(number) if player.fide_id else "",
        birth=_BIRTH if player.birth else "",
    )


def _team(team: Team, names: dict[str, str]) -> Team:
    return replace(team, name=names[team.name], nickname=names[team.name][:5] if team.nickname else "")
