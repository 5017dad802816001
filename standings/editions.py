"""
The editions of C.07, side by side: when each is in force, and in what it differs from the others.

A later edition is the earlier one with changes. One difference between 2023 and August 2024 is not here, because it
changes no value: 14.1.1 cut from a Sonneborn-Berger the game with the *worst result* against the opponents of the
lowest score, since August 2024 it cuts the *lowest contribution* of theirs; with equal scores both are the same.
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
    """As the command line has it: ``2026``."""
    title: str
    in_force_from: dt.date
    source: str
    caps_dummies: bool
    """16.4: whether the score of a dummy is limited by 16.4.1 and 16.4.2."""
    keeps_forfeits_unplayed: bool
    """15.2: whether, with pairings determined beforehand, forfeits in Article 10 and forfeit losses in Article 7 stay
    unplayed rounds, while all other forfeits are regular games."""
    bars_buchholz_in_round_robins: bool
    """8: whether the Buchholz family must not be used there."""
    not_yet: frozenset[TieBreak]
    """Tie-breaks that a later edition defined."""
    has_fore_average: bool
    """8.2: whether AOB/F is defined."""

    def defines(self, base: TieBreak, *, fore: bool = False) -> bool:
        """Whether the edition has this tie-break."""
        return base not in self.not_yet and not (
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
    not_yet=_ADDED_IN_2026,
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
    not_yet=frozenset(),
    has_fore_average=True,
)
EDITIONS = (EDITION_2023, EDITION_2024, EDITION_2026)
"""Oldest first."""


class TooEarlyError(ValueError):
    """An event began before the first edition that is known here."""

    def __init__(self, start: dt.date) -> None:
        """Say when the event began, and when the first edition came into force."""
        super().__init__(
            f"the event began on {start.isoformat()}, before {EDITION_2023.title} ({EDITION_2023.in_force_from}); "
            "the rules before it are not known here"
        )


def find_edition(key: str) -> TieBreakEdition:
    """Return an edition by its key; KeyError if there is none."""
    return {known.key: known for known in EDITIONS}[key]


def edition_in_force(start: dt.date | None) -> TieBreakEdition:
    """
    Return the edition in force when an event began, the newest for an event without a date.

    Raise TooEarlyError for a date before the first edition. Reading C07-EDITION-BY-START.
    """
    if start is None:
        return EDITIONS[-1]
    in_force = [known for known in EDITIONS if known.in_force_from <= start]
    if not in_force:
        raise TooEarlyError(start)
    return in_force[-1]
