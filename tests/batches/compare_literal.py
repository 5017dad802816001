"""
Compare the optimiser with the literal engine on random fields and on small events; print figures and differences.

    PYTHONPATH=tests python -m batches.compare_literal --edition 2026 --brackets 100000 --events 20000 --seed 1

Exit status 1 if the two ever differ.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from support.fields import draw_field, draw_tension
from support.literally import Comparison, Outcome, compare, description, shrunk

from checker.verdicts.first_difference import Balance, compare_assessments
from random_tournaments.axes import Axes, Span
from random_tournaments.random_plans import draw_plan
from random_tournaments.simulation import play
from reference_engines.frame.systems import engine_for
from reference_engines.literal.dutch.sequence import TooLongWalkError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_engines.frame.rules import PreparedEvent
    from tournaments.model import Event

_ASSESSED = 10
"""The interval of rounds at which both engines assess the pairing, and must list the same values."""
_SHOWN = 5
"""Differences that are shrunk and written out."""


def compare_fields(edition: str, brackets: int, seed: int) -> Counter[Outcome]:
    """Compare random rounds until a number of brackets agree; return the count of each outcome."""
    rng = random.Random(seed)
    outcomes: Counter[Outcome] = Counter()
    agreed = number = 0
    while agreed < brackets:
        number += 1
        field = draw_field(rng, draw_tension(rng))
        found = compare(edition, field)
        outcomes[found.outcome] += 1
        agreed += found.brackets
        if found.outcome.is_difference and _differences(outcomes) <= _SHOWN:
            small = shrunk(edition, field)
            _say(f"\nfield {number} of seed {seed}, shrunk: {compare(edition, small).outcome.value}")
            _say(compare(edition, small).sentence)
            _say(description(small))
    _say(f"fields: {number}, brackets that agree: {agreed}")
    return outcomes


def _differences(outcomes: Counter[Outcome]) -> int:
    return sum(count for outcome, count in outcomes.items() if outcome.is_difference)


def compare_events(edition: str, events: int, seed: int) -> Counter[Outcome]:
    """Compare on small events, every round on its recorded history; return how many rounds came to what."""
    outcomes: Counter[Outcome] = Counter()
    axes = Axes(players=Span(4, 10), rounds=Span(3, 9))
    for number in range(events):
        rng = random.Random(f"{seed}-{number}")
        engine = engine_for(f"dutch-{edition}")
        plan = replace(draw_plan(rng, axes), system_code=f"FIDE_DUTCH_{edition}")
        played = play(plan, lambda event, row, by=engine: by.open(event).round(row).expected(), rng)
        for found in _compare_rounds(edition, played, assess=number % _ASSESSED == 0):
            outcomes[found.outcome] += 1
            if found.outcome.is_difference:
                _say(f"\nevent {number} of seed {seed}: {found.outcome.value}; {found.sentence}")
    _say(f"events: {events}, rounds: {sum(outcomes.values())}")
    return outcomes


def _compare_rounds(edition: str, event: Event, *, assess: bool) -> list[Comparison]:
    ours, theirs = (engine_for(key).open(event) for key in (f"dutch-{edition}", f"dutch-{edition}/literal"))
    return [_compare_round(ours, theirs, number, assess=assess) for number in range(1, event.rounds_recorded + 1)]


def _compare_round(ours: PreparedEvent, theirs: PreparedEvent, number: int, *, assess: bool) -> Comparison:
    try:
        expected, literal = ours.round(number).expected(), theirs.round(number).expected()
    except TooLongWalkError:
        return Comparison(outcome=Outcome.REFUSED)
    if expected != literal:
        weighing = compare_assessments(ours.round(number).assess(literal), ours.round(number).assess(expected))
        is_fault = weighing.balance in {Balance.BETTER, Balance.EARLIER, Balance.INCOMPARABLE}
        is_tied = weighing.balance is Balance.INDISTINGUISHABLE
        outcome = Outcome.REFERENCE_FAULT if is_fault else Outcome.TIED if is_tied else Outcome.OPTIMISER_BETTER
        return Comparison(outcome=outcome, sentence=f"round {number}: {weighing.balance.value}: {expected}, {literal}")
    if assess and ours.round(number).assess(expected) != theirs.round(number).assess(expected):
        return Comparison(outcome=Outcome.TIED, sentence=f"round {number}: the same pairing is assessed differently")
    return Comparison(outcome=Outcome.AGREE)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the batches asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", choices=("2026", "2017"), required=True)
    parser.add_argument("--brackets", type=int, default=0, help="brackets of random fields to agree on")
    parser.add_argument("--events", type=int, default=0, help="small events to be played")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    _say(f"edition {chosen.edition}, seed {chosen.seed}")
    differences = 0
    for batch, amount in ((compare_fields, chosen.brackets), (compare_events, chosen.events)):
        start = time.monotonic()
        outcomes = batch(chosen.edition, amount, chosen.seed)
        for outcome, count in sorted(outcomes.items(), key=lambda entry: -entry[1]):
            _say(f"{count:>9} {outcome.value}")
        _say(f"{time.monotonic() - start:>9.0f} seconds")
        differences += _differences(outcomes)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
