"""Links and forms of served pages: where names lead to, and the fields of questions; a report in a file has neither."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlencode

from markupsafe import Markup, escape

from tournaments.frozen import FrozenStruct
from tournaments.safe_text import escape_text

_LINK = Markup('<a href="{}"><bdi>{}</bdi></a>')
_NUMBER_AFTER_NAME = re.compile(r" \((\d{1,6})\)")


class Links(FrozenStruct, frozen=True, kw_only=True):
    """The links of a served page that is not about one event."""

    home: str
    tools: tuple[tuple[str, str], ...]
    """Above the page: words, and an address."""
    dossiers: str = ""
    """The address of dossiers of a campaign, up to its question mark; empty where there are none."""

    def dossier(self, program: int, subject: str) -> str:
        """Return the address of the dossier of a cause, of findings alike, or of an event."""
        return f"{self.dossiers}?{urlencode({'program': program, 'subject': subject})}"


class EventLinks(FrozenStruct, frozen=True, kw_only=True):
    """The addresses of the pages about one event."""

    home: str
    check: str
    """Of the files that were checked together."""
    event: str
    """Of the event, up to its last stroke."""

    def tab(self, name: str) -> str:
        """Return the address of a tab of the event: ``players``; empty: the rounds."""
        return f"{self.event}/{name}" if name else self.event

    def round(self, round_number: int) -> str:
        """Return the address of a round."""
        return f"{self.event}/rounds/{round_number}"

    def player(self, tpn: int) -> str:
        """Return the address of a player, or of a team."""
        return f"{self.event}/players/{tpn}"

    def why(self, round_number: int, tpn: int) -> str:
        """Return the address that explains the pairing of a player in a round."""
        return f"{self.event}/explain?{urlencode({'round': round_number, 'player': tpn})}"

    def why_not(self, round_number: int, first: int, second: int) -> str:
        """Return the address that explains why two players do not meet in a round."""
        return f"{self.event}/why-not?{urlencode({'round': round_number, 'one': first, 'other': second})}"

    def what_if(self, round_number: int, player: int, had: str, opponent: int | None = None) -> str:
        """Return the address that pairs a round under a supposition about a player."""
        fields = {"round": round_number, "who": player, "had": had, **({} if opponent is None else {"whom": opponent})}
        return f"{self.event}/what-if?{urlencode(fields)}"

    def save(self, name: str) -> str:
        """Return the address from which a page is saved as a file."""
        return f"{self.event}/save/{name}"


def link_names(text: str, names: Mapping[int, str], links: EventLinks, round_number: int) -> Markup:
    """Return a text in which each ``Nguyen, Olga (13)`` leads to the reason for the player's pairing in a round."""
    parts, end = list[Markup](), 0
    for found in _NUMBER_AFTER_NAME.finditer(text):
        tpn, start = int(found[1]), found.start() - len(names.get(int(found[1]), ""))
        if start >= end and start < found.start() and text[start : found.start()] == names[tpn]:
            parts.append(escape(escape_text(text[end:start])))
            parts.append(_LINK.format(links.why(round_number, tpn), escape_text(text[start : found.end()])))
            end = found.end()
    return Markup("").join((*parts, escape(escape_text(text[end:]))))


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
    """Return the suppositions about players, or about teams."""
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
