"""The readings that a user can follow, and their spelling on the command line."""

from __future__ import annotations

from pairproof.question_requests import BadValueError
from reference_engines.frame.systems import editions_by_name, engine_for, named_sides
from reference_engines.readings import REGISTER as PAIRING_REGISTER
from standings.readings import REGISTER as STANDINGS_REGISTER
from standings.rules import READING_FIELDS
from tournaments.readings import EVERY_EDITION, ChosenReading, Reading
from tournaments.suggestion import suggest

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
