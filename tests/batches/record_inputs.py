"""
The events of which `batches.compare_records` records the verdicts, collected once and kept as text in one file.

    PYTHONPATH=tests python -m batches.record_inputs INPUTS.gz --corpus ../shared/corpus --events 300 --seed 1

Events come from a corpus (every file in it, archives included), from the conformance suites (every question, with each
right and wrong answer recorded as its last round), and from the generator: a number of events, spread over all systems,
each as it was played, with an error planted, with the error and nothing declared, and with two numbers exchanged; and
all of these without a declared system, and as lines of players alone, judged by the system that is then taken.
Every input names the systems by which it is judged: those of the corpus by all. The file holds what the corpus holds of
people, and stays where the corpus stays.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tarfile
from dataclasses import replace
from gzip import GzipFile
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from support.stripped_events import Form, write_as

from checker.planting import PlantedError, plant
from checker.reduction.situation import as_paired
from checker.suite.questions import load_suite, suites
from random_tournaments.axes import PROFILES, Span
from random_tournaments.settings import batch_kind
from random_tournaments.teams.axes import TEAM_PROFILES
from reference_engines.frame.systems import AUTO, editions, editions_by_name, engine_for
from tournaments.frozen import dataclass
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event

_NO_EVENTS = {".md", ".tsv", ".json", ".txt"}
_MAX_LITERAL_PLAYERS = 14
_EDITIONS = tuple(edition.key for edition in editions())
_ALL = tuple(edition.key for edition in editions_by_name())
_PLAYERS = replace(PROFILES["endorsement"], players=Span(4, 40), rounds=Span(3, 11))
_TEAMS = replace(TEAM_PROFILES["mixed"], teams=Span(4, 24), rounds=Span(3, 9))
_FEW_PLAYERS = replace(PROFILES["endorsement"], players=Span(4, 8), rounds=Span(3, 6))
_FEW_TEAMS = replace(TEAM_PROFILES["mixed"], teams=Span(4, 8), rounds=Span(3, 6))


@dataclass(frozen=True, slots=True)
class Input:
    """An event as text, one character for each byte, and the systems by which it is judged."""

    name: str
    systems: tuple[str, ...]
    content: str


def corpus_inputs(corpus: Path) -> Iterator[Input]:
    """Yield every event of a corpus. Of the states of one event before each round, all systems judge the last."""
    for path in sorted(path for path in corpus.rglob("*") if path.is_file()):
        name = f"corpus/{path.relative_to(corpus).as_posix()}"
        if path.suffix == ".xz":
            yield from _archived(path, name)
        elif path.suffix not in _NO_EVENTS:
            content = path.read_bytes().decode("latin-1")
            is_last = path == max(path.parent.glob("*.trfx"), default=path)
            is_state = "rounds" in path.parts and not is_last
            yield Input(name, ("auto",) if is_state else ("auto", *_systems_for(content)), content)


def _archived(path: Path, name: str) -> Iterator[Input]:
    with tarfile.open(path) as archive:
        for member in sorted(archive.getmembers(), key=lambda member: member.name):
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None and Path(member.name).suffix not in _NO_EVENTS:
                yield Input(f"{name}/{member.name}", ("auto",), file.read().decode("latin-1"))


def _systems_for(content: str) -> tuple[str, ...]:
    """Return all systems, but literal engines only where there are few players."""
    players = sum(line.startswith("001") for line in content.splitlines())
    return tuple(key for key in _ALL if "/literal" not in key or players <= _MAX_LITERAL_PLAYERS)


def conformance_inputs() -> Iterator[Input]:
    """Yield every question of every suite, and each of its answers as the last round of its event."""
    for system in suites():
        suite = load_suite(system)
        literal = tuple(key for key in _ALL if key == f"{system}/literal")
        games = engine_for(system).edition.file_rounds_per_round
        for question in suite.questions:
            name, event = f"conformance/{system}/{question.identifier}", suite.event(question)
            yield Input(name, (*_EDITIONS, *literal), write_trf26(event))
            pairings = [question.pairing, *(wrong.pairing for wrong in question.wrong)]
            for number, pairing in enumerate(pairings):
                if pairing is not None:
                    yield Input(f"{name}, answer {number}", (system,), write_trf26(as_paired(event, pairing, games)))


def generated_inputs(events: int, seed: int) -> Iterator[Input]:
    """Yield events of the generator and their variants, as many of each system as of any other."""
    for number in range(events):
        system = _ALL[number % len(_ALL)]
        kind, literal = batch_kind(system), "/literal" in system
        of_players, of_teams = (_FEW_PLAYERS, _FEW_TEAMS) if literal else (_PLAYERS, _TEAMS)
        axes = of_players if kind.participants == "players" else of_teams
        played = kind.batch(seed=seed, axes=axes, system=system).play(number // len(_ALL))
        chance = random.Random(f"{seed}-{number}")
        for variant, event in variants(played.event, played.plan.games, chance):
            name = f"generated/{system} {number}, {variant}"
            yield Input(name, (system,), write_trf26(event))
            if not literal:
                for form in (Form.SILENT, Form.BARE):
                    yield Input(f"{name}, {form.value}", (AUTO,), write_as(event, form))


def variants(event: Event, games: int, rng: random.Random) -> Iterator[tuple[str, Event]]:
    """Yield the event as it is and its variants; ``games`` file rounds are paired at once."""
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
    first, second = rng.sample([player.tpn for player in event.players], 2)
    number = {player.tpn: player.tpn for player in event.players} | {first: second, second: first}
    players = []
    for player in event.players:
        rounds = tuple(
            replace(entry, opponent=number[entry.opponent]) if entry.opponent else entry for entry in player.rounds
        )
        players.append(replace(player, tpn=number[player.tpn], rounds=rounds))
    return replace(event, players=tuple(sorted(players, key=lambda player: player.tpn)))


def main() -> int:
    """Collect the inputs and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--events", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sources = (corpus_inputs(options.corpus), conformance_inputs(), generated_inputs(options.events, options.seed))
    count = judged = 0
    # Without a time of writing, the same inputs are the same bytes.
    with (
        options.out.open("wb") as raw,
        GzipFile(fileobj=raw, mode="wb", filename="", mtime=0) as packed,
        TextIOWrapper(packed, encoding="utf-8") as out,
    ):
        for source in sources:
            for entry in source:
                line = {"name": entry.name, "systems": entry.systems, "content": entry.content}
                out.write(json.dumps(line) + "\n")
                count += 1
                judged += len(entry.systems)
    sys.stdout.write(f"{count} events, to be judged {judged} times\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
