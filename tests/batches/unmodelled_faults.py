"""
Say what is said of programs with faults that no alteration models.

    PYTHONPATH=tests python -m batches.unmodelled_faults --events 60 --seed 1
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from support.hidden_causes import SYSTEM, USUAL

from checker.causes.cause import Case, Paired
from checker.causes.facts import in_order, with_scoring
from checker.causes.search import OF_A_CAMPAIGN, find_causes
from checker.comparison import compare
from checker.findings import Differences
from random_tournaments.batch import Batch
from reference_engines.results import Pair, PairingError, RoundPairing
from reference_engines.systems import engine_for
from reports.causes import causes_lines
from tournaments.model import Result

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.model import Event

    Fault = Callable[[Event, int], RoundPairing]


def _right(event: Event, number: int) -> RoundPairing:
    return engine_for(SYSTEM).open(event).pair(number)


def _turned(pairing: RoundPairing, place: int) -> RoundPairing:
    pairs = list(pairing.pairs)
    pairs[place] = Pair(pairs[place].black, pairs[place].white)
    return replace(pairing, pairs=tuple(pairs))


def _last_boards(pairing: RoundPairing) -> RoundPairing:
    if len(pairing.pairs) < 2:
        return pairing
    *others, one, other = pairing.pairs
    return replace(pairing, pairs=(*others, Pair(one.white, other.black), Pair(other.white, one.black)))


def numbers_as_texts(event: Event, number: int) -> RoundPairing:
    """Sort numbers as texts, 10 before 2."""
    order = sorted((player.tpn for player in event.players), key=str)
    return _right(in_order(event, tuple(order)), number)


def half_point_byes_for_nothing(event: Event, number: int) -> RoundPairing:
    """Pair as if half-point byes were worth nothing."""
    return _right(with_scoring(event, replace(event.scoring, half_point_bye=0)), number)


def every_sixth_number_of_players(event: Event, number: int) -> RoundPairing:
    """Exchange opponents of the last two boards where six divides the number of players."""
    found = _right(event, number)
    return _last_boards(found) if len(event.players) % 6 == 0 else found


def after_a_forfeit(event: Event, number: int) -> RoundPairing:
    """Turn the first board round as soon as somebody has won by forfeit."""
    won = any(entry.result is Result.FORFEIT_WIN for player in event.players for entry in player.rounds[: number - 1])
    found = _right(event, number)
    return _turned(found, 0) if won else found


def after_an_absence(event: Event, number: int) -> RoundPairing:
    """Exchange opponents of the last two boards in the round after somebody was absent."""
    away = any(player.rounds[number - 2].result is Result.ZERO_POINT_BYE for player in event.players if number > 1)
    found = _right(event, number)
    return _last_boards(found) if away else found


def in_large_fields(event: Event, number: int) -> RoundPairing:
    """Exchange opponents of the last two boards among twenty players or more."""
    found = _right(event, number)
    return _last_boards(found) if len(event.players) > 19 else found


FAULTS: tuple[Fault, ...] = (
    numbers_as_texts,
    half_point_byes_for_nothing,
    every_sixth_number_of_players,
    after_a_forfeit,
    after_an_absence,
    in_large_fields,
)


class _Answer:
    """What a faulty program has answered."""

    def __init__(self, pairing: RoundPairing | None) -> None:
        self._pairing = pairing

    def __call__(self, pairing: RoundPairing | None) -> bool:
        if pairing is None or self._pairing is None:
            return pairing is self._pairing
        return compare(self._pairing, pairing) == Differences()


def main() -> None:
    """Print what is said of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    events = [Batch(seed=options.seed, axes=USUAL, system=SYSTEM).play(index).event for index in range(options.events)]
    for fault in FAULTS:
        cases = [_case(str(index), event, fault) for index, event in enumerate(events)]
        lines = [f"{' ' * line.indent}{line.text[:180]}" for line in causes_lines(find_causes(cases, OF_A_CAMPAIGN))]
        sys.stdout.write("\n".join([f"{fault.__doc__}", *lines, ""]))
        sys.stdout.flush()


def _case(name: str, event: Event, fault: Fault) -> Case:
    session = engine_for(SYSTEM).open(event)
    wanting, agreeing = [], []
    for stage in session.stages:
        try:
            answer = fault(event, stage)
        except PairingError:
            answer = None
        if answer is not None and compare(answer, session.pair(stage)) == Differences():
            agreeing.append(Paired(stage=stage))
        else:
            wanting.append(Paired(stage=stage, is_answer=_Answer(answer)))
    return Case(name=name, event=event, rules=session.rules, wanting=tuple(wanting), agreeing=tuple(agreeing))


if __name__ == "__main__":
    main()
