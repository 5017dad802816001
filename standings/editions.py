"""
The editions of C.07: the date from which each is in force, and its differences from the other editions.

A later edition is the earlier edition with changes. One difference between 2023 and August 2024 is missing here, since
it changes no value. In 2023, 14.1.1 cuts from a Sonneborn-Berger the game with the *worst result* against opponents of
the lowest score. Since August 2024 it cuts the *lowest contribution* of such opponents. With equal scores both are the
same game.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from standings.codes import TieBreak
from tournaments.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreakEdition:
    """One edition of C.07."""

    key: str
    """The name of the edition on the command line: ``2026``."""
    title: str
    in_force_from: dt.date
    source: str
    caps_dummies: bool
    """16.4: whether the score of a dummy is limited by 16.4.1 and 16.4.2."""
    keeps_forfeits_unplayed: bool
    """15.2: whether, with pairings determined beforehand, forfeits in Article 10 and forfeit losses in Article 7 stay
    unplayed rounds, while all other forfeits are regular games."""
    bars_buchholz_in_round_robins: bool
    """8: whether the Buchholz family must not be used in round robins."""
    undefined_tie_breaks: frozenset[TieBreak]
    """Tie-breaks that only a later edition defines."""
    has_fore_average: bool
    """8.2: whether AOB/F is defined."""

    def defines(self, base: TieBreak, *, fore: bool = False) -> bool:
        """Whether the edition defines a tie-break."""
        return base not in self.undefined_tie_breaks and not (
            base is TieBreak.AVERAGE_OF_BUCHHOLZ and fore and not self.has_fore_average
        )


_ADDED_IN_2026 = frozenset({TieBreak.STANDARD_POINTS, TieBreak.PAIRING_NUMBER, TieBreak.RATING})

EDITION_2023 = TieBreakEdition(
    key="2023",
    title="C.07, September 2023",
    in_force_from=dt.date(2023, 9, 1),
    source="FIDE Handbook C.07, Council 01/08/2023; unchanged in April 2024",
    caps_dummies=False,
    keeps_forfeits_unplayed=False,
    bars_buchholz_in_round_robins=False,
    undefined_tie_breaks=_ADDED_IN_2026,
    has_fore_average=False,
)
EDITION_2024 = replace(
    EDITION_2023,
    key="2024",
    title="C.07, August 2024",
    in_force_from=dt.date(2024, 8, 1),
    source="FIDE Handbook C.07, Council 29/07/2024 (CM2-2024/18)",
)
EDITION_2026 = replace(
    EDITION_2024,
    key="2026",
    title="C.07, March 2026",
    in_force_from=dt.date(2026, 3, 1),
    source="FIDE Handbook C.07, Council 02/02/2026",
    caps_dummies=True,
    keeps_forfeits_unplayed=True,
    bars_buchholz_in_round_robins=True,
    undefined_tie_breaks=frozenset(),
    has_fore_average=True,
)
EDITIONS = (EDITION_2023, EDITION_2024, EDITION_2026)
"""Oldest first."""


class TooEarlyError(ValueError):
    """The event began before the first known edition of C.07."""

    def __init__(self, start: dt.date) -> None:
        """Name the start of the event and of the first edition."""
        super().__init__(
            f"the event began on {start.isoformat()}, before {EDITION_2023.title} ({EDITION_2023.in_force_from}); "
            "Pairproof does not know earlier rules"
        )


def find_edition(key: str) -> TieBreakEdition:
    """Return an edition by its key; raise KeyError for an unknown key."""
    return {known.key: known for known in EDITIONS}[key]


def edition_in_force(start: dt.date | None) -> TieBreakEdition:
    """
    Return the edition in force when an event began; for an event without a date, the newest edition.

    Raise TooEarlyError for a date before the first edition. Reading C07-EDITION-BY-START.
    """
    if start is None:
        return EDITIONS[-1]
    in_force = [known for known in EDITIONS if known.in_force_from <= start]
    if not in_force:
        raise TooEarlyError(start)
    return in_force[-1]
