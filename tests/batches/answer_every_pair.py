"""
Ask about every pair of random rounds, and hold each answer against the engine and against what is independent of it.

    PYTHONPATH=tests python -m batches.answer_every_pair --system dutch-2026 --rounds 100 --players 8-30 --seed 1

A refused pair must be illegal by the field, or impossible by another matcher, or in the best round that contains it
legal and really worse. With ``--exhaustive`` (few players) the best round is compared with every round that contains
the pair. Exit status 1 if an answer is wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from support.answers import wrong_answer

from checker.asking.question import Question
from random_tournaments.axes import Axes, Span
from random_tournaments.drawing import draw_plan
from random_tournaments.playing import play
from reference_engines.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

_CODES = {"dutch-2026": "FIDE_DUTCH_2026", "dutch-2017": "FIDE_DUTCH_2017", "dutch-2013": "FIDE_DUTCH_2013"}


def drawn_rounds(system: str, players: Span, seed: int) -> Iterator[Question]:
    """Play random events and yield a round of each."""
    number = 0
    while True:
        rng = random.Random(f"{seed}-{number}")
        number += 1
        engine = engine_for(system)
        plan = draw_plan(rng, Axes(players=players, rounds=Span(4, 9)))
        if system in _CODES:
            plan = replace(plan, system_code=_CODES[system])
        event = play(plan, lambda event, row, by=engine: by.open(event).pair(row), rng)
        if event.rounds_recorded:
            yield Question(session=engine.open(event), stage=rng.randint(1, event.rounds_recorded))


def main() -> int:
    """Ask, and print how many answers of each kind there were."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="dutch-2026")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--players", default="8-30")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exhaustive", action="store_true")
    options = parser.parse_args()
    first, last = map(int, options.players.split("-"))
    told: Counter[str] = Counter()
    wrong = 0
    rounds = drawn_rounds(options.system, Span(first, last), options.seed)
    for number in range(options.rounds):
        question = next(rounds)
        for one, other in combinations(question.scores, 2):
            standing, why = wrong_answer(question, one, other, exhaustive=options.exhaustive)
            told[standing.value] += 1
            if why:
                wrong += 1
                sys.stdout.write(f"round {number}, {one} - {other}: {standing.value}: {why}\n")
    sys.stdout.write(f"{options.system}: {options.rounds} rounds, {dict(told)}, wrong: {wrong}\n")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
