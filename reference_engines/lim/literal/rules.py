"""The literal twin under keys of its own, so that whatever pairs by a key can pair by the twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.contract import Made
from reference_engines.lim import about
from reference_engines.lim.literal.players import Text, read_round
from reference_engines.lim.literal.walk import pair_round
from reference_engines.lim.rules import LIM_2026, LimRules
from reference_engines.results import NoLegalPairingError, UnsupportedEventError
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.lim.course import LimCourse
    from reference_engines.lim.edition import Readings
    from reference_engines.lim.literal.walk import PairedRound
    from reference_engines.lim.rules import Pairs
    from reference_engines.lim.table import Table
    from tournaments.model import Event


def pair_event(event: Event, number: int, readings: Readings, *, text: Text, is_maxi: bool = False) -> PairedRound:
    """Pair a round of an event; raise NoLegalPairingError or UnsupportedEventError."""
    transferred = None
    if readings.all_transferred_floated and number > 1:
        transferred = _transferred(event, number - 1, readings, text=text, is_maxi=is_maxi)
    return pair_round(read_round(event, number, readings, text=text, is_maxi=is_maxi, transferred=transferred))


def _transferred(event: Event, number: int, readings: Readings, *, text: Text, is_maxi: bool) -> frozenset[int] | None:
    """Return the players whom the procedure transferred in a recorded round; None if it does not make its pairs."""
    try:
        paired = pair_event(event, number, readings, text=text, is_maxi=is_maxi)
    except NoLegalPairingError:
        return None
    opponents = {white.number: black.number for white, black in paired.games}
    opponents |= {black: white for white, black in opponents.items()}
    entries = {row.tpn: row.rounds[number - 1].opponent for row in event.players}
    recorded = {tpn: opponent for tpn, opponent in entries.items() if opponent is not None}
    return frozenset(player.number for player in paired.transferred) if opponents == recorded else None


@dataclass(frozen=True, kw_only=True)
class LiteralLimRules(LimRules):
    """Rules that pair as the twin does; everything else is what the engine says."""

    text: Text = Text.SINCE_2026

    def pair(self, course: LimCourse, field: Table) -> Made[Pairs]:
        """Pair a round from the event alone; boards stand in the order of scores and numbers (LIM-BOARDS)."""
        if self.altered is not LIM_2026.altered:
            raise UnsupportedEventError("the literal twin pairs by the text alone, and follows no misreading")
        paired = pair_event(course.event, field.round_number, self.readings, text=self.text, is_maxi=self.is_maxi)
        place = {number: position for position, number in enumerate(field.numbers)}
        games = tuple(sorted(((place[white.number], place[black.number]) for white, black in paired.games), key=min))
        bye = None if paired.bye is None else place[paired.bye.number]
        return Made(games=games, bye=bye, way=(tuple((min(game), max(game)) for game in games), bye))


LITERAL_LIM = LiteralLimRules(edition=about.LITERAL_2026, printed=LIM_2026.printed)
"""Tries everything; for small fields."""
