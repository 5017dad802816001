"""
Everything that is said of many random events, written down, to be held against what another version says of them.

    PYTHONPATH=tests python -m batches.keep_verdicts write --system dutch-2026 --events 20000 --seed 1 --out before.gz
    PYTHONPATH=tests python -m batches.keep_verdicts compare before.gz after.gz

Each event is judged as it was played, with an error planted, with an error and no declaration at all, and with the
numbers of two players exchanged. Two versions
keep what they say if verdicts, criteria, articles, values, pairs and readings of every round are the same; sentences
that changed are counted and shown apart. Exit status 1 if anything but a sentence differs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from checker.checking import CheckOptions, check_event
from checker.planting import PlantedError, plant
from checker.record import line_of
from random_tournaments.axes import Span
from random_tournaments.kinds import kind_of
from random_tournaments.profiles import PROFILES
from random_tournaments.teams.axes import TEAM_PROFILES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event

_SENTENCES = frozenset({"sentence", "notes", "refusal", "why", "step"})
_SMALL = replace(PROFILES["endorsement"], players=Span(4, 40), rounds=Span(3, 11))
_SMALL_TEAMS = replace(TEAM_PROFILES["mixed"], teams=Span(4, 24), rounds=Span(3, 9))
_TINY = replace(PROFILES["endorsement"], players=Span(4, 8), rounds=Span(3, 6))
_TINY_TEAMS = replace(TEAM_PROFILES["mixed"], teams=Span(4, 8), rounds=Span(3, 6))
_SHOWN = 6
_VARYING = re.compile(r"( Recorded:| No legal pairing).*|\d+(\.\d+)?|White|Black")


def variants(event: Event, games: int, rng: random.Random) -> Iterator[tuple[str, Event]]:
    """Yield the event as it is, and what is made of it; so many rounds of the file are paired at once."""
    yield "played", event
    kinds = list(PlantedError)
    rng.shuffle(kinds)
    planted = next((found for kind in kinds if (found := plant(event, kind, rng, games)) is not None), None)
    if planted is not None:
        yield planted.error.value, planted.event
        yield f"{planted.error.value}, undeclared", replace(planted.event, rounds_declared=None, initial_colour=None)
    if not event.is_team_event:
        yield "numbers exchanged", renumbered(event, rng)


def renumbered(event: Event, rng: random.Random) -> Event:
    """Return the event with the numbers of two players exchanged: many rounds are then wrong in many ways."""
    one, other = rng.sample([player.tpn for player in event.players], 2)
    number = {player.tpn: player.tpn for player in event.players} | {one: other, other: one}
    players = []
    for player in event.players:
        rounds = tuple(
            replace(entry, opponent=number[entry.opponent]) if entry.opponent else entry for entry in player.rounds
        )
        players.append(replace(player, tpn=number[player.tpn], rounds=rounds))
    return replace(event, players=tuple(sorted(players, key=lambda player: player.tpn)))


def lines(system: str, seed: int, index: int) -> list[str]:
    """Return what is said of an event and its variants, a line of JSON for each."""
    kind, literal = kind_of(system), "/literal" in system
    axes = {False: _SMALL, True: _TINY} if kind.participants == "players" else {False: _SMALL_TEAMS, True: _TINY_TEAMS}
    played = kind.batch(seed=seed, axes=axes[literal], system=system).play(index)
    found = []
    for name, variant in variants(played.event, played.plan.games, random.Random(f"{seed}-{index}")):
        entries = [line_of(entry) for entry in check_event(variant, options=CheckOptions(system=system))]
        said = [line for line in entries if line["kind"] == "round"] or entries
        found.append(json.dumps({"event": index, "variant": name, "said": said}, sort_keys=True))
    return found


def write(options: argparse.Namespace) -> int:
    """Judge the events and write everything down."""
    verdicts: Counter[str] = Counter()
    context = get_context("spawn")
    with gzip.open(options.out, "wt", encoding="utf-8") as out, ProcessPoolExecutor(options.workers, context) as pool:
        judge = partial(lines, options.system, options.seed)
        for number, found in enumerate(pool.map(judge, range(options.events), chunksize=8), start=1):
            for line in found:
                out.write(line + "\n")
                verdicts.update(entry.get("verdict") or "refused" for entry in json.loads(line)["said"])
            if number % 1000 == 0:
                sys.stderr.write(f"{number} events\n")
    sys.stdout.write(f"{options.system}: {dict(verdicts)}\n")
    return 0


def without_sentences(value: Any) -> Any:
    """Return what is said but for the sentences in which it is said."""
    if isinstance(value, dict):
        return {key: without_sentences(item) for key, item in value.items() if key not in _SENTENCES}
    return [without_sentences(item) for item in value] if isinstance(value, list) else value


def sentences(value: Any) -> Iterator[str]:
    """Yield the sentences in which something is said."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in _SENTENCES and isinstance(item, str):
                yield item
            else:
                yield from sentences(item)
    elif isinstance(value, list):
        for item in value:
            yield from sentences(item)


def compare(options: argparse.Namespace) -> int:
    """Hold two files against each other."""
    rounds = differing = 0
    changed: dict[str, tuple[str, str]] = {}
    times: Counter[str] = Counter()
    with gzip.open(options.before, "rt") as before, gzip.open(options.after, "rt") as after:
        for one, other in zip_longest(before, after, fillvalue="{}"):
            if one == other:
                rounds += len(json.loads(one)["said"])
                continue
            first, second = json.loads(one), json.loads(other)
            rounds += len(first.get("said", ()))
            if without_sentences(first) != without_sentences(second):
                differing += 1
                if differing <= _SHOWN:
                    sys.stdout.write(f"DIFFERS\n  {one[:1500].strip()}\n  {other[:1500].strip()}\n")
                continue
            for mine, theirs in zip(sentences(first), sentences(second), strict=True):
                if mine != theirs:
                    shape = _VARYING.sub("#", theirs)
                    times[shape] += 1
                    changed.setdefault(shape, (mine, theirs))
    for shape, (mine, theirs) in list(changed.items())[:_SHOWN]:
        sys.stdout.write(f"sentence, {times[shape]} times:\n  {mine}\n  {theirs}\n")
    sys.stdout.write(f"{rounds} rounds, {differing} variants of events differ, {len(changed)} kinds of sentence do\n")
    return 1 if differing else 0


def main() -> int:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    writing = commands.add_parser("write")
    writing.add_argument("--system", required=True)
    writing.add_argument("--events", type=int, default=1000)
    writing.add_argument("--seed", type=int, default=1)
    writing.add_argument("--workers", type=int, default=2)
    writing.add_argument("--out", required=True)
    writing.set_defaults(run=write)
    comparing = commands.add_parser("compare")
    comparing.add_argument("before")
    comparing.add_argument("after")
    comparing.set_defaults(run=compare)
    options = parser.parse_args()
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
