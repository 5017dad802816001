"""
Alterations of the Dutch system by hand: do both engines follow each alike, and which events show each.

    PYTHONPATH=tests python -m batches.alterations agree --edition 2026 --positions 2000 --seed 1
    PYTHONPATH=tests python -m batches.alterations show --edition 2026 --budget 20000 --seed 2

``agree`` draws nasty fields for what changes how a field is paired, and plays small events, for a twentieth of the
positions, for what changes how it is laid out; exit status 1 if optimiser and literal walk ever differ. ``show`` looks
for small events in which the pairing changes, and writes the fewest that show all that were found into
``tests/reference_engines/alterations``. What the events that are there show is not sought again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import dropwhile, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support.altered import CASES, Shown, changed_round
from support.fields import draw_field, draw_tension, recorded_by_chance
from support.literally import SIDES, Comparison, Outcome, compare_by

from random_tournaments.axes import Axes, Choice, Span, share
from random_tournaments.batch import Batch
from random_tournaments.plan import Acceleration
from random_tournaments.scorings import SCORINGS
from random_tournaments.seeking import STEERED, Quest, seek
from reference_engines.features import FeatureKind
from reference_engines.systems import engine_for
from tournaments import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from random_tournaments.playing import Pairer
    from reference_engines.dutch.rules import DutchRules
    from reference_engines.engine import Alteration
    from reference_engines.results import RoundPairing
    from tournaments.model import Event

_SMALL = Axes(
    players=Span(4, 9),
    rounds=Span(3, 7),
    half_point_byes=share(0.0, 0.25),
    full_point_byes=share(0.0, 0.15),
    zero_point_byes=share(0.0, 0.2),
    late_entries=share(0.0, 0.3),
    forfeits=share(0.0, 0.3),
    double_forfeits=share(0.0, 0.1),
    forbidden_groups=Choice((0, 1, 2), (4, 1, 1)),
    acceleration=Choice((Acceleration.NONE,)),
)
_AXES = (
    _SMALL,
    replace(_SMALL, acceleration=Choice((Acceleration.BAKU, Acceleration.LISTED, Acceleration.VIRTUAL_3), (3, 2, 1))),
    replace(_SMALL, scoring=Choice(tuple(SCORINGS.values()))),
    replace(STEERED, players=Span(7, 14)),
)
_DENSE = (
    replace(STEERED, players=Span(6, 12), rounds=Span(5, 9)),
    replace(STEERED, players=Span(8, 14), rounds=Span(6, 10), scoring=Choice(tuple(SCORINGS.values()))),
    replace(STEERED, players=Span(7, 12), acceleration=Choice((Acceleration.BAKU, Acceleration.LISTED))),
)
"""Few players and many rounds, where rare things live."""
_PLAYED_OTHERWISE = 0.5
"""Share of the events that are paired by some alteration of the order, so that they record other good candidates."""
_REPORTED = 50
"""Events after which the state is told, and written."""


# --- do the engines agree --------------------------------------------------------------------------------------------


def agreement(edition: str, positions: int, seed: int, begin: str) -> int:
    """Compare both engines on so many positions for every alteration from one on; return in how many they differ."""
    sides = SIDES[edition]
    total: Counter[Outcome] = Counter()
    for one in dropwhile(lambda one: begin not in ("", one.identifier), sides.rules.alterations):
        begun = time.monotonic()
        altered, walked = one.rules(sides.rules), one.rules(sides.literal_rules)
        rng = random.Random(f"{seed}-{one.identifier}")
        own = (sides.rules.objective, sides.rules.procedure)
        by_fields = (altered.objective, altered.procedure) != own  # type: ignore[attr-defined]  # Dutch rules
        # What is laid out otherwise is the same field for both engines: a sample is enough.
        draw, number = (_on_fields, positions) if by_fields else (_on_events, positions // 20)
        found = Counter(result.outcome for result in draw(altered, walked, rng, number))
        total += found
        differ = sum(count for outcome, count in found.items() if outcome.is_difference)
        what = "fields" if by_fields else "rounds"
        seconds = time.monotonic() - begun
        _say(f"{one.identifier:66} {sum(found.values()):>6} {what} {differ:>4} differ {seconds:>6.1f} s")
    for outcome, count in total.most_common():
        _say(f"{count:>9} {outcome.value}")
    return sum(count for outcome, count in total.items() if outcome.is_difference)


def _on_fields(altered: Any, walked: Any, rng: random.Random, positions: int) -> Iterator[Comparison]:
    for _ in range(positions):
        yield compare_by(altered, walked, recorded_by_chance(rng, draw_field(rng, draw_tension(rng, (2, 8)))))


def _on_events(altered: Any, walked: Any, rng: random.Random, positions: int) -> Iterator[Comparison]:
    done = 0
    while done < positions:
        batch = Batch(seed=rng.randrange(1 << 30), axes=rng.choice(_AXES[:3]), system=altered.edition.key)
        event = batch.play(0).event
        session = altered.open(event)
        for number in session.stages[: positions - done]:
            done += 1
            yield compare_by(altered, walked, session.field(number))


# --- which events show what ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Search:
    """What has been found of an edition."""

    rules: DutchRules
    events: list[str] = field(default_factory=list)
    """As TRF."""
    shown: list[dict[str, int]] = field(default_factory=list)
    """For each, the alterations that change it, and in which round first."""

    @property
    def missing(self) -> list[Alteration]:
        """Alterations that no event has shown."""
        known = {identifier for shown in self.shown for identifier in shown}
        return [one for one in self.rules.alterations if one.identifier not in known]

    def take_in(self, text: str, alterations: Sequence[Alteration]) -> None:
        """Try alterations on an event, as a reader of its file sees it."""
        read = parse_event(text).event
        if read is None:
            return
        session = self.rules.open(read)
        rounds = {one.identifier: changed_round(session, one) for one in alterations}
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
        found.take_in(write_trf26(_drawn(edition, seed, index)), found.rules.alterations)
    _say(f"{events} events: {len(found.missing)} not shown, {time.monotonic() - begun:.0f} s")
    for index, event in enumerate(islice(_steered(edition, seed, events, budget), budget), start=events + 1):
        if not found.missing:
            break
        found.take_in(write_trf26(event), found.missing)
        if index % _REPORTED == 0:
            _say(f"{index} events: {len(found.missing)} not shown, {time.monotonic() - begun:.0f} s")
            write(edition, found, out)
    write(edition, found, out)


def _drawn(edition: str, seed: int, index: int, among: Sequence[Axes] = _AXES) -> Event:
    batch = Batch(seed=seed, axes=among[index % len(among)], system=f"dutch-{edition}")
    rng = random.Random(f"{seed}-{index}")
    return batch.play(index, _pairer(edition, rng) if rng.random() < _PLAYED_OTHERWISE else None).event


def _pairer(edition: str, rng: random.Random) -> Pairer:
    rules = SIDES[edition].rules
    orders = [one for one in rules.alterations if one.rules(rules).order != rules.order]  # type: ignore[attr-defined]  # Dutch rules
    altered = rng.choice(orders).rules(rules)

    def pair(event: Event, number: int) -> RoundPairing:
        return altered.open(event).pair(number)

    return pair


def _steered(edition: str, seed: int, events: int, budget: int) -> Iterator[Event]:
    """Yield events in which criteria decide, and between two of them some drawn ones."""
    system = f"dutch-{edition}"
    wanted = tuple(one for one in engine_for(system).features if one.kind is FeatureKind.DECISIVE)
    axes = replace(STEERED, players=Span(7, 14))
    quest = Quest(wanted=wanted, times=budget, budget=budget, seed=seed, system=system, axes=axes)
    for number, found in enumerate(seek(quest)):
        yield found.tried.event
        yield from (_drawn(edition, seed, events + 9 * number + one, _DENSE) for one in range(9))


def write(edition: str, found: Search, out: Path) -> None:
    """Write the chosen events, and which alteration each shows in which round."""
    out.mkdir(exist_ok=True)
    for old in out.glob(f"{edition}-*.trf"):
        old.unlink()
    chosen = found.cover()
    lines: dict[str, Shown] = {}
    for number, index in enumerate(chosen, start=1):
        name = f"{edition}-{number:02}.trf"
        (out / name).write_text(found.events[index], "utf-8")
        for identifier, round_number in found.shown[index].items():
            lines.setdefault(identifier, Shown(identifier=identifier, name=name, round_number=round_number))
    in_order = [lines[one.identifier] for one in found.rules.alterations if one.identifier in lines]
    (out / f"{edition}.txt").write_text("".join(f"{one}\n" for one in in_order), "utf-8")
    missing = [one.identifier for one in found.missing]
    (out / f"{edition}-not-shown.txt").write_text("".join(f"{one}\n" for one in missing), "utf-8")
    _say(f"{len(lines)} alterations shown by {len(chosen)} events; not shown: {', '.join(missing)}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("agree", "show"))
    parser.add_argument("--edition", choices=tuple(SIDES), required=True)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--begin", default="", help="the alteration to begin with")
    parser.add_argument("--events", type=int, default=0)
    parser.add_argument("--budget", type=int, default=20000)
    parser.add_argument("--out", type=Path, default=CASES, help="folder for the events")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    _say(f"{chosen.what}, edition {chosen.edition}, seed {chosen.seed}")
    if chosen.what == "agree":
        return 1 if agreement(chosen.edition, chosen.positions, chosen.seed, chosen.begin) else 0
    show(chosen.edition, chosen.events, chosen.budget, chosen.seed, chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
