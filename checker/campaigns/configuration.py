"""The configuration of a campaign: direction, programs, events, and all else that its outcome depends on."""

from __future__ import annotations

import json
from enum import Enum

from msgspec import convert, to_builtins

from random_tournaments.settings import PLAYERS, AnyBatch, BatchKind, SettingError, batch_kind, playable_axes
from reference_engines.frame.systems import editions_by_name
from tournaments.frozen import FrozenStruct
from tournaments.readings import ChosenReading
from tournaments.suggestion import describe_unknown

MOST_EVENTS = 1_000_000
"""In one campaign, or in the part of it that one store holds."""
_SHOWN_DIGITS = 12
"""Of the digest of chosen events, in messages."""
LAST_EVENT = 1_000_000_000
"""The greatest number that an event can have."""


class Direction(Enum):
    """The roles of Pairproof and the programs, in the ways that an endorsement asks for."""

    PAIR = "pair"
    """Our events; the programs pair each round, and we check. The event goes on with our pairing, so that every
    program is asked the same."""
    GENERATE = "generate"
    """The programs' own events (from their generators, or files that they left), and we check."""
    JUDGE = "judge"
    """Our events; the programs' checkers judge them, and we compare their verdicts with ours."""
    EXAM = "exam"
    """Our events, every other one with a planted error; the programs' checkers have to find it."""


class Configuration(FrozenStruct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """
    The question of a campaign, its programs and its events.

    Two campaigns with equal configurations can be merged.
    """

    direction: Direction
    programs: tuple[str, ...]
    """As `checker.programs.specs.open_program` reads them."""
    seed: int
    system: str = "dutch-2026"
    """By which events are paired and judged; ``auto`` for what files declare (direction GENERATE)."""
    profile: str = "endorsement"
    axes: tuple[tuple[str, str], ...] = ()
    """Axes that differ from the profile, in words."""
    time_limit: float | None = None
    """Seconds for each question to a program, if not those of its description."""
    chosen: str = ""
    """The digest of the chosen events (`chosen.digest_of_chosen`); empty where they are drawn."""
    last_rounds_only: bool = False
    """Whether programs are asked about the last round of each event alone (questions of the conformance suite)."""
    readings: tuple[str, ...] = ()
    """Readings by which rounds are paired and judged, ``SPP-2026-08=printed`` each."""

    def as_json(self) -> str:
        """Return the configuration as one line; readings are left out if none is chosen, as in earlier versions."""
        values = to_builtins(self)
        if not self.readings:
            del values["readings"]
        return json.dumps(values, sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Configuration:
        """Read the JSON of `as_json`; ValueError for any other text."""
        values = json.loads(text)
        if not isinstance(values, dict) or not values.keys() >= {*Configuration.__struct_fields__} - _SINCE_3:
            raise ValueError("the configuration has other parts")
        return convert(values, Configuration)

    def setting(self, name: str) -> object:
        """Return a setting as a message shows it: the digest of chosen events is shortened."""
        value = getattr(self, name)
        if name == "chosen":
            return value[:_SHOWN_DIGITS]
        return value.value if isinstance(value, Enum) else value

    @property
    def chosen_readings(self) -> tuple[ChosenReading, ...]:
        """The readings to follow."""
        return tuple(
            ChosenReading(identifier, key) for identifier, _, key in (one.partition("=") for one in self.readings)
        )

    def rounds_to_ask(self, rounds: int) -> range:
        """Return the rounds of an event about which programs are asked; ``rounds`` is the number of its rounds."""
        return range(max(1, rounds) if self.last_rounds_only else 1, rounds + 1)

    @property
    def kind(self) -> BatchKind:
        """The kind of our events."""
        return PLAYERS if self.system == "auto" else batch_kind(self.system)

    def batch(self) -> AnyBatch:
        """Return the batch of our events; raise SettingError for an unknown profile or impossible axes."""
        kind = self.kind
        if self.profile not in kind.profiles:
            raise SettingError(f"profile: {describe_unknown(self.profile, kind.profiles)}")
        axes = kind.with_settings(kind.profiles[self.profile], dict(self.axes))
        system = "dutch-2026" if self.system == "auto" else self.system
        axes = playable_axes(kind, axes, system)
        return kind.batch(seed=self.seed, axes=axes, system=system, label=self.profile)

    @property
    def is_playable(self) -> bool:
        """Whether system, profile and axes exist, so that the events can be played again."""
        if self.system not in ("auto", *(edition.key for edition in editions_by_name())):
            return False
        try:
            self.batch()
        except SettingError:
            return False
        return True


_SINCE_3 = {"chosen", "last_rounds_only", "readings"}
"""Fields that a store of format 1 or 2, or of an earlier version, lacks."""
