"""The literal twin under keys of its own, so that whatever pairs by a key can pair by the twin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines import lim
from reference_engines.frame.results import NoLegalPairingError, UnsupportedEventError
from reference_engines.frame.round import ExpectedPairing
from reference_engines.lim.rules import LIM_2026, LimRound, LimRules
from reference_engines.literal.lim.players import Text, read_round
from reference_engines.literal.lim.walk import pair_round
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.lim.edition import LimReadings
    from reference_engines.lim.event import LimEvent
    from reference_engines.literal.lim.walk import PairedRound
    from reference_engines.sequential import Pairs
    from tournaments.model import Event


def pair_event(event: Event, number: int, readings: LimReadings, *, text: Text, is_maxi: bool = False) -> PairedRound:
    """Pair a round of an event; raise NoLegalPairingError or UnsupportedEventError."""
    transferred = None
    if readings.all_transferred_floated and number > 1:
        transferred = _transferred(event, number - 1, readings, text=text, is_maxi=is_maxi)
    return pair_round(read_round(event, number, readings, text=text, is_maxi=is_maxi, transferred=transferred))


def _transferred(
    event: Event, number: int, readings: LimReadings, *, text: Text, is_maxi: bool
) -> frozenset[int] | None:
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

    def bind(self, event: LimEvent, number: int) -> LiteralLimRound:
        """Return a round of a prepared event."""
        return LiteralLimRound(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class LiteralLimRound(LimRound):
    """A round that the twin pairs."""

    rules: LiteralLimRules

    def pair(self) -> ExpectedPairing[Pairs]:
        """Pair the round from the event alone; boards stand in the order of scores and numbers (LIM-BOARDS)."""
        rules = self.rules
        if rules.misread is not LIM_2026.misread:
            raise UnsupportedEventError("the literal twin pairs by the text alone, and follows no misreading")
        paired = pair_event(self.event.event, self.number, rules.readings, text=rules.text, is_maxi=rules.is_maxi)
        place = self.position
        games = tuple(sorted(((place[white.number], place[black.number]) for white, black in paired.games), key=min))
        bye = None if paired.bye is None else place[paired.bye.number]
        return ExpectedPairing(games=games, bye=bye, trace=tuple((min(game), max(game)) for game in games))


LITERAL_LIM = LiteralLimRules(edition=lim.LITERAL_2026, article_number=LIM_2026.article_number)
"""Tries everything; for small fields."""
