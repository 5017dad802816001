"""
Misreadings of the Dutch System: whether both engines follow each alike, and events that show each.

    PYTHONPATH=tests python -m batches.misreadings agree --edition 2026 --positions 2000 --seed 1 --first 1
    PYTHONPATH=tests python -m batches.misreadings show --edition 2026 --budget 20000 --seed 2
    PYTHONPATH=tests python -m batches.misreadings untangle --edition 2026 --budget 20000 --seed 3

``agree`` draws difficult players for a changed procedure, and small events for a changed preparation; exit status 1 if
optimiser and literal walk ever differ. It can be continued in portions. ``show`` looks for small events in which the
pairing changes, and writes the fewest that show every misreading found into ``tests/reference_engines/misreadings``.
Misreadings that events there show already are not sought again. ``untangle`` does the same with events whose last round
is tangled at random (`support.tangles`), a kind of event for each kind of misreading, and also tries the misreadings
listed as without effect.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from support.altered import CASES, Demonstration, changed_round, changes
from support.fields import draw_field, draw_tension, recorded_by_chance
from support.literally import SIDES, Comparison, Outcome, Sides, answer, compare_by
from support.tangles import draw_tangle

from random_tournaments.axes import SCORINGS, Axes, Span, WeightedChoice, share_per_round
from random_tournaments.event_batch import Batch
from random_tournaments.plan import Acceleration
from random_tournaments.steering import STEERING_AXES, SteeringGoal, find_covering_events
from reference_engines.coverage import features_of
from reference_engines.coverage.features import FeatureKind
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import misreadings_of
from reference_engines.misreadings.dutch import ineffective_misreadings
from tournaments import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from random_tournaments.simulation import Pairer
    from reference_engines.definitions.players import Players
    from reference_engines.dutch.rules import DutchRules
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.rules import PreparedEvent, Rules
    from reference_engines.frame.variants import Misreading
    from tournaments.model import Event

_SMALL = Axes(
    players=Span(4, 9),
    rounds=Span(3, 7),
    half_point_byes=share_per_round(0.0, 0.25),
    full_point_byes=share_per_round(0.0, 0.15),
    zero_point_byes=share_per_round(0.0, 0.2),
    late_entries=share_per_round(0.0, 0.3),
    forfeits=share_per_round(0.0, 0.3),
    double_forfeits=share_per_round(0.0, 0.1),
    forbidden_groups=WeightedChoice((0, 1, 2), (4, 1, 1)),
    acceleration=WeightedChoice((Acceleration.NONE,)),
)
_AXES = (
    _SMALL,
    replace(
        _SMALL, acceleration=WeightedChoice((Acceleration.BAKU, Acceleration.LISTED, Acceleration.VIRTUAL_3), (3, 2, 1))
    ),
    replace(_SMALL, scoring=WeightedChoice(tuple(SCORINGS.values()))),
    replace(STEERING_AXES, players=Span(7, 14)),
)
_DENSE = (
    replace(STEERING_AXES, players=Span(6, 12), rounds=Span(5, 9)),
    replace(STEERING_AXES, players=Span(8, 14), rounds=Span(6, 10), scoring=WeightedChoice(tuple(SCORINGS.values()))),
    replace(STEERING_AXES, players=Span(7, 12), acceleration=WeightedChoice((Acceleration.BAKU, Acceleration.LISTED))),
)
"""Few players and many rounds, where rare things live."""
_PLAYED_OTHERWISE = 0.5
"""Share of the events that are paired by some misreading of the order, so that they record other good candidates."""
_REPORTED = 50
"""The interval in events at which the state is printed and written."""
_PORTION = 100
"""Positions that are drawn at once, for all misreadings."""
_FEW = 8
"""Players of a position at most."""


# --- do the engines agree --------------------------------------------------------------------------------------------


def agreement(edition: str, positions: int, seed: int, first: int) -> int:
    """
    Compare both engines on a number of positions for every misreading; return the number that differ.

    The positions are drawn in portions, the same for all misreadings; those before the first one are left out.
    """
    total: Counter[Outcome] = Counter()
    for number in range(first, -(-positions // _PORTION) + 1):
        begun = time.monotonic()
        portion = _Portion.drawn(edition, random.Random(f"{seed}-{number}"))
        counts: Counter[Outcome] = Counter()
        for one in misreadings_of(SIDES[edition].rules):
            for result in portion.compared(one):
                counts[result.outcome] += 1
                if result.outcome.is_difference:
                    _say(f"{one.identifier}: {result.outcome.value}; {result.sentence}")
        total += counts
        told = ", ".join(f"{count} {outcome.value}" for outcome, count in counts.most_common())
        _say(f"portion {number} of {_PORTION} positions: {told}, {time.monotonic() - begun:.0f} s")
    return sum(count for outcome, count in total.items() if outcome.is_difference)


@dataclass(frozen=True, slots=True)
class _Portion:
    """Small positions that the edition can pair: as many fields as stages of events."""

    sides: Sides
    fields: tuple[Players, ...]
    stages: tuple[tuple[PreparedEvent, int], ...]
    known: dict[tuple[bytes, ...], Comparison] = field(default_factory=dict)
    """Comparisons by the players' data: equal players give equal comparisons under the same rules."""

    @classmethod
    def drawn(cls, edition: str, rng: random.Random) -> _Portion:
        sides = SIDES[edition]
        fields = (recorded_by_chance(rng, draw_field(rng, draw_tension(rng, (2, 8)))) for _ in count())
        able = (one for one in fields if answer(sides.rules.round_rules(one)))
        return cls(sides, tuple(islice(able, _PORTION)), tuple(islice(_stages(sides, rng), _PORTION)))

    def compared(self, misreading: Misreading) -> Iterator[Comparison]:
        """Compare changes of the procedure on random players, and changes of preparation on rounds."""
        plain = self.sides.rules
        altered: Any = misreading.rules(plain)
        walked: Any = misreading.rules(self.sides.literal_rules)
        if (altered.objective, altered.procedure) != (plain.objective, plain.procedure):
            return (compare_by(altered, walked, one) for one in self.fields)
        laid = (altered.prepare(of.source, of).round(number).participants for of, number in self.stages)
        return (self._compared_as_before(altered, walked, one) for one in laid)

    def _compared_as_before(self, altered: Any, walked: Any, players: Players) -> Comparison:
        content = tuple(np.asarray(getattr(players, entry.name)).tobytes() for entry in dataclasses.fields(players))
        if content not in self.known:
            self.known[content] = compare_by(altered, walked, players)
        return self.known[content]


def _stages(sides: Sides, rng: random.Random) -> Iterator[tuple[PreparedEvent, int]]:
    """Yield stages that can be paired, in turn of tangled events and of events played by the rules."""
    while True:
        tangled = sides.rules.open(draw_tangle(rng))
        last = tangled.event.rounds_recorded
        if tangled.round(last).participants.size <= _FEW and _is_pairable(tangled, last):
            yield tangled, last
        batch = Batch(seed=rng.randrange(1 << 30), axes=rng.choice(_AXES[:3]), system=sides.rules.edition.key)
        played = sides.rules.open(batch.play(0).event)
        number = rng.choice([1, *played.recorded_rounds])
        if _is_pairable(played, number):
            yield played, number


def _is_pairable(prepared: PreparedEvent, number: int) -> bool:
    try:
        prepared.round(number).expected()
    except PairingError:
        return False
    return True


# --- which events show what ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Search:
    """The events found for an edition."""

    rules: DutchRules
    events: list[str] = field(default_factory=list)
    """As TRF."""
    shown: list[dict[str, int]] = field(default_factory=list)
    """For each, the misreadings that change it, and in which round first."""

    @property
    def missing(self) -> list[Misreading]:
        """Misreadings that no event has shown."""
        known = {identifier for shown in self.shown for identifier in shown}
        return [one for one in misreadings_of(self.rules) if one.identifier not in known]

    def take_in(self, text: str, misreadings: Sequence[Misreading]) -> None:
        """Try misreadings on an event, as a reader of its file sees it."""
        read = parse_event(text).event
        if read is None:
            return
        prepared = self.rules.open(read)
        rounds = {one.identifier: changed_round(prepared, one) for one in misreadings}
        shown = {identifier: number for identifier, number in rounds.items() if number}
        if shown:
            self.events.append(text)
            self.shown.append(shown)

    def cover(self) -> list[int]:
        """Return events that show everything that was found, few and small."""
        left = {identifier for shown in self.shown for identifier in shown}
        chosen = []
        while left:
            sizes = (len(text) + 2000 for text in self.events)
            worth = [len(left & set(shown)) / size for shown, size in zip(self.shown, sizes, strict=True)]
            best = max(range(len(worth)), key=worth.__getitem__)
            chosen.append(best)
            left -= set(self.shown[best])
        return chosen


def show(edition: str, events: int, budget: int, seed: int, out: Path) -> None:
    """Try what is not shown on others, up to the budget, and everything on the first ones; write the events."""
    found = Search(rules=SIDES[edition].rules)
    begun = time.monotonic()
    for path in sorted(CASES.glob(f"{edition}-*.trf")):
        found.take_in(path.read_text("utf-8"), found.missing)
    for index in range(events):
        found.take_in(write_trf26(_drawn(edition, seed, index)), misreadings_of(found.rules))
    _say(f"{events} events: {len(found.missing)} not shown, {time.monotonic() - begun:.0f} s")
    for index, event in enumerate(islice(_steered(edition, seed, events, budget), budget), start=events + 1):
        if not found.missing:
            break
        found.take_in(write_trf26(event), found.missing)
        if index % _REPORTED == 0:
            _say(f"{index} events: {len(found.missing)} not shown, {time.monotonic() - begun:.0f} s")
            write(edition, found, out)
    write(edition, found, out)


def untangle(edition: str, budget: int, seed: int, out: Path) -> None:
    """Try misreadings without an event on the last rounds of tangled ones; write the events."""
    found = Search(rules=SIDES[edition].rules)
    begun = time.monotonic()
    for path in sorted(CASES.glob(f"{edition}-*.trf")):
        found.take_in(path.read_text("utf-8"), found.missing)
    rng, without = random.Random(seed), ineffective_misreadings(found.rules)
    together = _together(found.rules, without)
    missing = found.missing
    for index in range(1, budget + 1):
        event = draw_tangle(rng)
        prepared = found.rules.open(event)
        tried = [*missing, *(without if _changes_the_last_round(prepared, together) else ())]
        if promised := [one for one in tried if _changes_the_last_round(prepared, one.rules(found.rules))]:
            text = write_trf26(event)
            for one in promised:
                if one in without:
                    _say(f"has an effect: {one.identifier}\n{text}")
            found.take_in(text, promised)
            missing = found.missing
        if index % (10 * _REPORTED) == 0:
            _say(f"{index} events: {len(missing)} not shown, {time.monotonic() - begun:.0f} s")
    _say(f"{len(without)} are listed as without effect")
    write(edition, found, out)


def _together(rules: DutchRules, misreadings: Sequence[Misreading]) -> Rules:
    """Return the rules with all misreadings at once: what has no effect has none together, and one pairing tells."""
    altered: Rules = rules
    for one in misreadings:
        altered = one.rules(altered)
    return altered


def _changes_the_last_round(prepared: PreparedEvent, altered: Rules) -> bool:
    last = prepared.source.rounds_recorded
    return changes(prepared, altered.prepare(prepared.source, prepared), last)


def _drawn(edition: str, seed: int, index: int, among: Sequence[Axes] = _AXES) -> Event:
    batch = Batch(seed=seed, axes=among[index % len(among)], system=f"dutch-{edition}")
    rng = random.Random(f"{seed}-{index}")
    return batch.play(index, _pairer(edition, rng) if rng.random() < _PLAYED_OTHERWISE else None).event


def _pairer(edition: str, rng: random.Random) -> Pairer:
    rules = SIDES[edition].rules
    orders = [one for one in misreadings_of(rules) if one.rules(rules).order != rules.order]  # type: ignore[attr-defined]  # Dutch rules
    altered = rng.choice(orders).rules(rules)

    def pair(event: Event, number: int) -> RoundPairing:
        return altered.open(event).round(number).expected()

    return pair


def _steered(edition: str, seed: int, events: int, budget: int) -> Iterator[Event]:
    """Yield events in which criteria decide, and between two of them some drawn ones."""
    system = f"dutch-{edition}"
    wanted = tuple(one for one in features_of(engine_for(system)) if one.kind is FeatureKind.DECISIVE)
    axes = replace(STEERING_AXES, players=Span(7, 14))
    quest = SteeringGoal(features=wanted, times=budget, budget=budget, seed=seed, system=system, axes=axes)
    for number, found in enumerate(find_covering_events(quest)):
        yield found.tried.event
        yield from (_drawn(edition, seed, events + 9 * number + one, _DENSE) for one in range(9))


def write(edition: str, search: Search, out: Path) -> None:
    """Write the chosen events, and which misreading each shows in which round."""
    out.mkdir(exist_ok=True)
    for old in out.glob(f"{edition}-*.trf"):
        old.unlink()
    chosen = search.cover()
    lines: dict[str, Demonstration] = {}
    for number, index in enumerate(chosen, start=1):
        name = f"{edition}-{number:02}.trf"
        (out / name).write_text(search.events[index], "utf-8")
        for identifier, round_number in search.shown[index].items():
            lines.setdefault(identifier, Demonstration(identifier=identifier, name=name, round_number=round_number))
    in_order = [lines[one.identifier] for one in misreadings_of(search.rules) if one.identifier in lines]
    (out / f"{edition}.txt").write_text("".join(f"{one}\n" for one in in_order), "utf-8")
    missing = ", ".join(one.identifier for one in search.missing)
    _say(f"{len(in_order)} misreadings shown by {len(chosen)} events; not shown: {missing or 'none'}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("agree", "show", "untangle"))
    parser.add_argument("--edition", choices=tuple(SIDES), required=True)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1, help="the portion to begin with")
    parser.add_argument("--events", type=int, default=0)
    parser.add_argument("--budget", type=int, default=20000)
    parser.add_argument("--out", type=Path, default=CASES, help="folder for the events")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    _say(f"{chosen.what}, edition {chosen.edition}, seed {chosen.seed}")
    if chosen.what == "agree":
        return 1 if agreement(chosen.edition, chosen.positions, chosen.seed, chosen.first) else 0
    if chosen.what == "untangle":
        untangle(chosen.edition, chosen.budget, chosen.seed, chosen.out)
        return 0
    show(chosen.edition, chosen.events, chosen.budget, chosen.seed, chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
