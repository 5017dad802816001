"""Events in which misreadings show and rules decide, gathered before the smallest are chosen."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING

from support.conformance.bench import as_read, next_round_number
from support.conformance.neighbours import neighbour

from checker.reduction.situation import simplicity_of
from reference_engines.coverage import features_of, find_covered_features
from reference_engines.coverage.features import Feature, FeatureKind
from reference_engines.frame.results import PairingError
from tournaments import parse_event

if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from support.conformance.bench import Bench

    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event

KEPT = 4
"""Events kept for each misreading and feature, unless more are wanted."""


_NEAR = 10
"""Events from which the next change is made, while a history is mended."""


@dataclass(slots=True)
class Pool:
    """The simplest events found for each misreading and feature, by name."""

    bench: Bench
    events: dict[str, list[Event]] = field(default_factory=dict)
    tried: int = 0
    most: int = KEPT
    """Events kept for each."""
    settled: frozenset[str] = frozenset()
    """Misreadings and features of which there are questions enough."""

    @property
    def features(self) -> dict[str, Feature]:
        """Features that decide or are taken, by name, without criteria that are merely unmet."""
        kinds = set(FeatureKind) - {FeatureKind.UNMET}
        return {
            one.name: one
            for one in features_of(self.bench.rules)
            if one.kind in kinds and self.bench.is_sought(one.name)
        }

    @property
    def wanting(self) -> list[str]:
        """Misreadings that lack events."""
        return [name for name in self.bench.altered if self.wants(name)]

    def wants(self, name: str) -> bool:
        """Whether more events are wanted of a misreading or feature."""
        return name not in self.settled and len(self.events.get(name, ())) < self.most

    @property
    def not_found(self) -> list[str]:
        """Misreadings and features of which no event was found."""
        names = (*self.bench.altered, *self.features)
        return [name for name in names if self.wants(name) and not self.events.get(name)]

    def take_in(self, before: Event, among: Iterable[str] | None = None) -> None:
        """Try what is wanting on an event before a round."""
        self.tried += 1
        prepared = self.bench.open(before)
        if prepared is None:
            return
        shown = list(self.bench.wrong(prepared, self.wanting if among is None else among))
        wanted = [one for name, one in self.features.items() if self.wants(name)]
        exercised = _exercised(prepared, wanted)
        shown += [one.name for one in wanted if one in exercised]  # in their order, so that the same seed chooses alike
        shown += self.bench.distinguishing_editions(prepared, filter(self.wants, self.bench.other_editions))
        shown += self.bench.find_themes(prepared, filter(self.wants, self.bench.themes))
        if shown and self.bench.is_sound(prepared):
            for name in shown:
                self._keep(name, before)

    def take_from(self, before: Event, rng: random.Random, name: str, changes: int) -> None:
        """Look for events like one in which a misreading shows, so that it shows there, too."""
        for _ in range(changes):
            if not self.wants(name):
                return
            other = neighbour(rng, before)
            prepared = self.bench.open(other)
            if prepared and other != before and self.bench.wrong(prepared, [name]) and self.bench.is_sound(prepared):
                self._keep(name, other)

    def mend(self, before: Event, rng: random.Random, name: str, changes: int) -> None:
        """Change an event in which a misreading shows, change after change, until its history is legal."""
        near = [(self.bench.faults(self.bench.rules.open(before)), before)]
        for _ in range(changes):
            if not self.wants(name):
                return
            other = neighbour(rng, rng.choice(near)[1])
            prepared = self.bench.open(other)
            if prepared is None or not self.bench.wrong(prepared, [name]):
                continue
            near = sorted([*near, (self.bench.faults(prepared), other)], key=itemgetter(0))[:_NEAR]
            if self.bench.is_sound(prepared):
                self._keep(name, other)

    def write(self, path: Path) -> None:
        """Write the events to a file, a line for each event and name."""
        lines = []
        for name, events in self.events.items():
            texts = (read[0] for read in map(as_read, events) if read is not None)
            lines += [json.dumps({"name": name, "trf": text}) for text in texts]
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")

    def read(self, path: Path) -> None:
        """Read the events of an earlier file."""
        for line in path.read_text("utf-8").splitlines():
            entry = json.loads(line)
            event = parse_event(entry["trf"]).event
            if event is not None:
                self._keep(entry["name"], event)

    def _keep(self, name: str, before: Event) -> None:
        events = self.events.setdefault(name, [])
        if before not in events:
            events.append(before)
            events.sort(key=simplicity_of)
            del events[self.most :]


def _exercised(prepared: PreparedEvent, features: list[Feature]) -> Collection[Feature]:
    try:
        return find_covered_features(prepared.round(next_round_number(prepared)), features) if features else ()
    except PairingError:
        return ()
