"""Where what a report names leads to while the report is served; a report in a file has no such links."""

from __future__ import annotations

from urllib.parse import urlencode

from tournaments.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The links of a page that is served."""

    tools: tuple[tuple[str, str], ...]
    """Above the page: words, and an address."""
    events: str = ""
    """The address of an event, up to its number from 1; empty where nothing can be asked."""

    def event(self, number: int, what: str) -> str:
        """Return the address of something about an event."""
        return f"{self.events}{number}/{what}"

    def explain(self, number: int, round_number: int, tpn: int) -> str:
        """Return where it is explained how somebody is paired in a round."""
        return self.event(number, f"explain?{urlencode({'round': round_number, 'player': tpn})}")
