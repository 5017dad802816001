"""The rounds of an event that another side of a reading pairs differently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.frame.results import PairingError, RoundPairing
from reference_engines.frame.systems import named_sides, resolve
from reference_engines.frame.variants import Variant
from reference_engines.readings import REGISTER, note_on
from tournaments.frozen import FrozenStruct
from tournaments.games import settle_games
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event
    from tournaments.readings import ChosenReading


class DifferingRound(FrozenStruct, frozen=True, kw_only=True):
    """A round that another side of a reading pairs differently."""

    round_number: int
    reading: ChosenReading
    default: str
    """Key of the side that is taken."""
    games: int
    """Games of the default that the other side does not have with the same colours."""
    posted_by: str
    """Key of the side by which the posted pairing is right; empty if it is right by neither."""

    @property
    def sentence(self) -> str:
        """``Round 5: SPP-2026-08 matters. By 'printed' 2 games are ...``."""
        verb = "is" if self.games == 1 else "are"
        posted = f"'{self.posted_by}'" if self.posted_by else "neither"
        return (
            f"Round {self.round_number}: {self.reading.identifier} matters. By '{self.reading.key}' "
            f"{counted_noun(self.games, 'game')} {verb} paired differently from the default '{self.default}'. "
            f"The posted pairing follows {posted}."
        )


def differing_rounds(event: Event, system: str = "auto") -> Iterator[DifferingRound]:
    """Yield the recorded rounds that another reading pairs differently; UnsupportedEventError if no engine applies."""
    event = settle_games(event)
    rules = resolve(event, system).require_engine()
    prepared, sides = rules.open(event), named_sides(rules)
    for number in prepared.recorded_rounds:
        taken, posted = _pairing(prepared, number), prepared.round(number).posted
        for reading, change in sides.items():
            other = _pairing(prepared.under(Variant(note=note_on(reading.identifier), rules=change)), number)
            if taken is None or other is None or _games(other) == _games(taken):
                continue
            entry = REGISTER.find(reading.identifier)
            agreeing = {entry.default: taken, reading.key: other}
            yield DifferingRound(
                round_number=number,
                reading=reading,
                default=entry.default,
                games=len(_games(taken) - _games(other)),
                posted_by=next((key for key, pairing in agreeing.items() if _games(pairing) == _games(posted)), ""),
            )


def _pairing(prepared: PreparedEvent, number: int) -> RoundPairing | None:
    try:
        return prepared.round(number).expected()
    except PairingError:
        return None


def _games(pairing: RoundPairing) -> set[tuple[int, int | None]]:
    """Return the games with their colours, and the bye."""
    return {(pair.white, pair.black) for pair in pairing.pairs} | {(pairing.bye or 0, None)}
