"""
Make the example events: one clean, one with a wrong pairing planted. All players are invented.

Both are played forward with our own engine by the edition of 2026; in one of them, in one round, the White players of
two boards meet each other, and so do the Black ones: the pairing stays legal but misses colour preferences that can be
met.

Run by hand, ``python examples/make.py``, when the format of the examples is to change; the results are kept.
"""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.verdicts.first_difference import Balance, compare_assessments
from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import Pairer, play
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event

HERE = Path(__file__).parent
SURNAMES = [
    "Abendroth",
    "Bakic",
    "Castellanos",
    "Dvorak",
    "Eriksen",
    "Fontaine",
    "Grigoryan",
    "Halvorsen",
    "Ivashchenko",
    "Jørgensen",
    "Kowalczyk",
    "Lindqvist",
    "Mamedov",
    "Nguyen",
    "O'Hara",
    "Petrosyan",
    "Quispe",
    "Raghunathan",
    "Szabó",
    "Tomczak",
]
GIVEN_NAMES = [
    "Anna",
    "Boris",
    "Chiara",
    "Dirk",
    "Elif",
    "Farid",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Katya",
    "Liam",
    "Mira",
    "Nils",
    "Olga",
]
RATES = Rates(half_point_bye=0.01, withdrawal=0.004, late_entry=0.02, forfeit=0.01, draw=0.35)


def engine_pairs(event: Event, round_number: int) -> RoundPairing:
    """Pair as the regulation asks for."""
    return engine_for("dutch-2026").open(event).pair(round_number)


def plants(planted_round: int) -> Pairer:
    """Pair as the regulation asks for, except in one round."""

    def pairs(event: Event, round_number: int) -> RoundPairing:
        if round_number != planted_round:
            return engine_pairs(event, round_number)
        return worse_by_colours(event, round_number)

    return pairs


def worse_by_colours(event: Event, round_number: int) -> RoundPairing:
    """Return a legal pairing that is worse by C12 alone, as near to the right one as can be."""
    session = engine_for("dutch-2026").open(event)
    right = session.pair(round_number)
    expected = session.assess(round_number, right)
    for wrong in exchanges(right):
        assessment = session.assess(round_number, wrong)
        if assessment.violations:
            continue
        weighing = compare_assessments(assessment, expected)
        if weighing.balance is Balance.WORSE and weighing.criterion and weighing.criterion.label == "C12":
            return wrong
    raise LookupError(f"no exchange of opponents in round {round_number} is worse by C12")


def exchanges(pairing: RoundPairing) -> Iterator[RoundPairing]:
    """Let the White players of two neighbouring boards meet, and the Black ones, from the upper middle on."""
    pairs = pairing.pairs
    for upper in range(len(pairs) // 4, len(pairs) - 1):
        one, other = pairs[upper], pairs[upper + 1]
        exchanged = (Pair(one.white, other.white), Pair(other.black, one.black))
        yield replace(pairing, pairs=(*pairs[:upper], *exchanged, *pairs[upper + 2 :]))


def with_names(event: Event, rng: random.Random) -> Event:
    """Give the players names."""
    names = [f"{surname}, {given}" for surname in SURNAMES for given in GIVEN_NAMES]
    chosen = rng.sample(names, len(event.players))
    players = tuple(replace(player, name=name) for player, name in zip(event.players, chosen, strict=True))
    return replace(event, players=players)


def make(stem: str, plan: EventPlan, pairer: Pairer, *, start: dt.date, place: tuple[str, str]) -> None:
    """Play an event, a round a day, and write it; its date is the seed."""
    rng = random.Random(start.toordinal())  # noqa: S311 - reproducible, not secret
    event = with_names(play(plan, pairer, rng), rng)
    city, federation = place
    end = start + dt.timedelta(days=plan.rounds - 1)
    event = replace(event, city=city, federation=federation, start=start, end=end)
    (HERE / f"{stem}.trf").write_text(write_trf26(event), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    make(
        "harbour_open",
        EventPlan(players=60, rounds=9, name="Harbour Open", rates=RATES),
        plants(6),
        start=dt.date(2026, 5, 6),
        place=("Rotterdam", "NED"),
    )
    make(
        "mill_cup",
        EventPlan(players=31, rounds=7, name="Mill Cup", rates=RATES),
        engine_pairs,
        start=dt.date(2026, 6, 13),
        place=("Aarhus", "DEN"),
    )
