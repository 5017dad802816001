"""The ranked participants of an event, players or teams: their recorded ranks, and one of them found by name."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct
from tournaments.suggestion import suggest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.model import Event

_MAX_REPORTED_NAMES = 4


class NoSuchParticipantError(ValueError):
    """A number or a part of a name does not single out a participant; the message says why."""


class RankedParticipant(FrozenStruct, frozen=True, kw_only=True):
    """A player, or in a team event a team, with the recorded rank."""

    tpn: int
    """The TPN of a player or the number of a team."""
    name: str
    rank: int | None
    """The recorded rank; None if the file has none."""


def list_ranked(event: Event) -> tuple[RankedParticipant, ...]:
    """Return the players, or in a team event the teams, in the order of the file."""
    if event.is_team_event:
        return tuple(RankedParticipant(tpn=team.number, name=team.name, rank=team.rank) for team in event.teams)
    return tuple(RankedParticipant(tpn=player.tpn, name=player.name, rank=player.rank) for player in event.players)


def participant_noun(event: Event) -> str:
    """Return the noun for a ranked participant: ``player`` or ``team``."""
    return "team" if event.is_team_event else "player"


def unknown_number_message(number: int, known: Iterable[int], noun: str) -> str:
    """Return the message about a number that no participant, a ``noun``, has, with the numbers that there are."""
    numbers = sorted(known)
    between = f"; numbers are from {numbers[0]} to {numbers[-1]}" if numbers else ""
    return f"there is no {noun} {number} in the event{between}"


def find_participant(participants: Sequence[RankedParticipant], part: int | str, noun: str) -> int:
    """
    Return the number of a participant, a ``noun``, by this number or by any unambiguous part of the name.

    Accents, case and the order of the words do not matter; a full name is preferred to a part of a longer name.

    Raise NoSuchParticipantError for an unknown number, or if no name has the part, or several names have it.
    """
    if isinstance(part, int):
        if all(participant.tpn != part for participant in participants):
            raise NoSuchParticipantError(unknown_number_message(part, (one.tpn for one in participants), noun))
        return part
    found = [participant for participant in participants if has_in_name(participant.name, part)]
    found = [one for one in found if plain_letters(one.name) == plain_letters(part)] or found
    if len(found) == 1:
        return found[0].tpn
    if not found:
        words = (word for one in participants for word in (one.name, *re.findall(r"\w+", one.name)))
        raise NoSuchParticipantError(f"no {noun} of the event has '{part}' in the name{suggest(part, words)}")
    names = ", ".join(f"{participant.name} ({participant.tpn})" for participant in found[:_MAX_REPORTED_NAMES])
    more = f" and {len(found) - _MAX_REPORTED_NAMES} more" if len(found) > _MAX_REPORTED_NAMES else ""
    raise NoSuchParticipantError(f"{len(found)} {noun}s have '{part}' in their name: {names}{more}; write more of it")


def has_in_name(name: str, text: str) -> bool:
    """Whether a name has every word of a text in it, without regard to accents and case."""
    plain = plain_letters(name)
    return all(word in plain for word in plain_letters(text).split())


def plain_letters(text: str) -> str:
    """Return a text in small letters without accents: ``Jørgensen`` becomes ``jorgensen``."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_STROKED))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()


_STROKED = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "\u0131": "i"}
)
"""Letters that do not decompose."""
