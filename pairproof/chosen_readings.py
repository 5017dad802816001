"""Readings that a user follows: their option, and sentences that say which readings a report rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.question_requests import BadValueError
from reference_engines.frame.results import PairingError, RoundPairing
from reference_engines.frame.systems import editions_by_name, engine_for, named_sides, resolve
from reference_engines.frame.variants import Variant
from reference_engines.readings import REGISTER as PAIRING_REGISTER
from reference_engines.readings import note_on
from standings.readings import REGISTER as STANDINGS_REGISTER
from standings.rules import READING_FIELDS
from tournaments.frozen import FrozenStruct
from tournaments.game_settlement import settle_games
from tournaments.problems import counted_noun
from tournaments.readings import EVERY_EDITION, ChosenReading, Reading
from tournaments.suggestion import suggest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event

READINGS: tuple[Reading, ...] = (*PAIRING_REGISTER.entries, *STANDINGS_REGISTER.entries)
"""All entries of the registers: of pairing systems, then of tie-breaks."""


def parse_reading(text: str) -> ChosenReading:
    """Read ``SPP-2026-08=printed``; BadValueError for an unknown entry or side, or a side that cannot be followed."""
    identifier, _, key = text.partition("=")
    entries = {entry.identifier: entry for entry in READINGS}
    entry = entries.get(identifier.upper())
    if entry is None:
        message = f"'{identifier}' is not a reading of the register; 'pairproof readings' lists them"
        raise BadValueError(message + suggest(identifier.upper(), entries))
    keys = [side.key for side in entry.sides]
    if key not in keys:
        named = " or ".join(f"{entry.identifier}={one}" for one in keys)
        raise BadValueError(f"'{text}' does not name a side of {entry.identifier}; write {named}{suggest(key, keys)}")
    if key not in choosable_keys(entry):
        why = " ".join(entry.not_followed.split()) or "It is a fact of the event, which the file can declare."
        raise BadValueError(f"{entry.identifier}={key} cannot be followed. {why}")
    return ChosenReading(entry.identifier, key)


def choosable_keys(entry: Reading) -> tuple[str, ...]:
    """Return the keys of the sides of an entry that can be chosen: the default, and the sides that are implemented."""
    if entry.identifier in READING_FIELDS:
        return tuple(side.key for side in entry.sides)
    every = EVERY_EDITION in entry.editions
    editions = [one.key for one in editions_by_name() if every or one.key in entry.editions]
    followed = {reading for key in editions for reading in named_sides(engine_for(key))}
    others = (side.key for side in entry.others if ChosenReading(entry.identifier, side.key) in followed)
    return (entry.default, *others)


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
            entry = PAIRING_REGISTER.find(reading.identifier)
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
