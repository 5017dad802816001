"""The forms that ask about a round of an event: their fields, and the words of "What if ... had ...?"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Mapping

WHAT_IF_VERBS = {
    "absent": "not come",
    "present": "come",
    "bye": "had the bye",
    "won": "won against",
    "drawn": "drawn with",
    "lost": "lost to",
    "forbid": "not been allowed to meet",
    "swap": "had the number of",
}
"""How the question "What if ... had ..." goes on; the last five need a second player."""
_OF_TEAMS = ("bye", "forbid")


def what_if_verbs(*, is_of_teams: bool) -> Mapping[str, str]:
    """Return what can be supposed of players, or of teams."""
    return {key: WHAT_IF_VERBS[key] for key in _OF_TEAMS} if is_of_teams else WHAT_IF_VERBS


class AskedFields(FrozenStruct, frozen=True, kw_only=True):
    """The fields of the forms, as they are filled in."""

    round_number: int
    rounds: int
    """Rounds that are recorded; one more can be asked about."""
    player: int | None = None
    """The player whose pairing is explained."""
    fields: Mapping[str, str]
    """Texts by name: a player by name and number."""
    editions: tuple[tuple[str, str], ...]
    """Keys and names of the rules by which the event may be supposed to be paired."""

    def __getitem__(self, name: str) -> str:
        """Return the text of a field; empty if it is not filled in."""
        return self.fields.get(name, "")
