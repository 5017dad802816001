"""
The simple Swiss against its literal engine on small random events, and on events of its own.

    PYTHONPATH=tests python -m batches.compare_simple --situations 5000 --rounds 5000 --seed 1

A situation is one round of an event of 4 to 10 players on its recorded history; both engines pair it, by each option.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.checking import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.verdicts import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.batch import Batch
from reference_engines.results import NoLegalPairingError, RoundPairing
from reference_engines.simple_swiss.edition import ALTERNATING, OLYMPIAD, TAKEN
from reference_engines.simple_swiss.session import SimpleEngine, SimpleSession, simple_2018, simple_2018_literal

if TYPE_CHECKING:
    from tournaments.model import Event

OPTIONS = (TAKEN, ALTERNATING, OLYMPIAD, replace(TAKEN, odd_middle_rounded_up=True))


def paired(engine: SimpleEngine, event: Event, number: int) -> RoundPairing | None:
    """Pair a round; None if there is no legal pairing."""
    try:
        return engine.open(event).pair(number)
    except NoLegalPairingError:
        return None


def faults(session: SimpleSession, event: Event, number: int) -> list[str]:
    """Count again, without the engine, what no pairing may do."""
    entries = [(player.tpn, player.rounds[number - 1]) for player in event.players]
    before = {player.tpn: player.rounds[: number - 1] for player in event.players}
    found = []
    for tpn, entry in entries:
        if entry.opponent is not None and any(one.was_played and one.opponent == entry.opponent for one in before[tpn]):
            found.append(f"{tpn} meets {entry.opponent} again")
        if entry.result.value == "U" and any(one.result.value == "U" for one in before[tpn]):
            found.append(f"{tpn} has a second bye")
    if sum(entry.result.value == "U" for _, entry in entries) > 1:
        found.append("more than one bye")
    if session.assess(number, session.recorded(number)).violations:
        found.append("the engine's own legality objects")
    return found


def main() -> int:
    """Compare, and return how many differences there were."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--situations", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wrong = situations = rounds = index = 0
    small = Batch(seed=asked.seed, axes=Axes(players=Span(4, 10), rounds=Span(3, 9)), system="simple-2018")
    while situations < asked.situations:
        event = small.play(index).event
        index += 1
        for number in range(1, event.rounds_recorded + 1):
            for options in OPTIONS:
                situations += 1
                one = paired(replace(simple_2018(), options=options), event, number)
                other = paired(replace(simple_2018_literal(), options=options), event, number)
                if one != other:
                    wrong += 1
                    sys.stdout.write(f"event {index - 1}, round {number}, {options}: {one} against {other}\n")
    own = Batch(seed=asked.seed + 1, axes=Axes(players=Span(5, 60), rounds=Span(3, 13)), system="simple-2018")
    index = 0
    while rounds < asked.rounds:
        event = own.play(index).event
        index += 1
        session = simple_2018().open(event)
        for finding in check_event(event, options=CheckOptions(system="simple-2018")):
            if isinstance(finding, RoundFinding):
                rounds += 1
                found = faults(session, event, finding.round_number)
                if finding.verdict is not Verdict.AGREE or found:
                    wrong += 1
                    sys.stdout.write(f"event {index - 1}, round {finding.round_number}: {finding.sentence} {found}\n")
    sys.stdout.write(f"{situations} situations, {rounds} rounds of {index} events, {wrong} differences\n")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
