"""
Ask about every pair of random rounds, and hold each answer against the engine and against what is independent of it.

    PYTHONPATH=tests python -m batches.answer_every_pair --system dutch-2026 --rounds 100 --players 8-30 --seed 1

A refused pair must be illegal by the field, or impossible by another matcher, or in the best round that contains it
legal and really worse. With ``--exhaustive`` (few players) the best round is compared with every round that contains
the pair. With ``--kept FILE`` what was found is written round by round, and the next run goes on where this one ended.
Exit status 1 if an answer is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from typing import TYPE_CHECKING

from support.answers import wrong_answer

from checker.questions.question import Question
from random_tournaments.axes import Axes, Span
from random_tournaments.random_plans import draw_plan
from random_tournaments.simulation import play
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

_CODES = {"dutch-2013": "FIDE_DUTCH_2013"}
"""With which the acceleration is declared, where the edition has no code of its own."""


def drawn_rounds(system: str, players: Span, seed: int) -> Iterator[Question]:
    """Play random events and yield a round of each."""
    number = 0
    while True:
        rng = random.Random(f"{seed}-{number}")
        number += 1
        engine = engine_for(system)
        plan = draw_plan(rng, Axes(players=players, rounds=Span(4, 9)))
        code = _CODES.get(system, engine.edition.code)
        plan = replace(plan, system_code=code or plan.system_code, games=engine.edition.file_rounds_per_round)
        event = play(plan, lambda event, row, by=engine: by.open(event).round(row).expected(), rng)
        if event.rounds_recorded:
            prepared = engine.open(event)
            yield Question(prepared=prepared, stage=rng.randint(1, len(prepared.recorded_rounds)))


def count_answers(question: Question, *, exhaustive: bool) -> tuple[Counter[str], list[str]]:
    """Ask about every pair of a round; return the number of answers of each kind, and the wrong answers."""
    counts: Counter[str] = Counter()
    wrong = []
    for one, other in combinations(question.scores, 2):
        standing, why = wrong_answer(question, one, other, exhaustive=exhaustive)
        counts[standing.value] += 1
        if why:
            wrong.append(f"{one} - {other}: {standing.value}: {why}")
    return counts, wrong


def main() -> int:
    """Ask, and print how many answers of each kind there were."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="dutch-2026")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--players", default="8-30")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exhaustive", action="store_true")
    parser.add_argument("--kept", type=Path)
    options = parser.parse_args()
    first, last = map(int, options.players.split("-"))
    kept = [json.loads(line) for line in options.kept.read_text().splitlines()] if _is_there(options.kept) else []
    rounds = islice(drawn_rounds(options.system, Span(first, last), options.seed), len(kept), options.rounds)
    for number, question in enumerate(rounds, start=len(kept)):
        told, wrong = count_answers(question, exhaustive=options.exhaustive)
        kept.append({"round": number, "players": len(question.scores), "told": told, "wrong": wrong})
        sys.stdout.writelines(f"round {number}, {why}\n" for why in wrong)
        if options.kept:
            with options.kept.open("a") as stream:
                stream.write(f"{json.dumps(kept[-1])}\n")
    total = sum((Counter(entry["told"]) for entry in kept), Counter[str]())
    wrong_answers = sum(len(entry["wrong"]) for entry in kept)
    sys.stdout.write(f"{options.system}: {len(kept)} rounds, {dict(total)}, wrong: {wrong_answers}\n")
    return int(wrong_answers > 0)


def _is_there(path: Path | None) -> bool:
    return path is not None and path.exists()


if __name__ == "__main__":
    sys.exit(main())
