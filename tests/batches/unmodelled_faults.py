"""
Print the verdicts on programs with faults that no misreading models, or that were made without looking at any.

    PYTHONPATH=tests python -m batches.unmodelled_faults --events 60 --seed 1
    PYTHONPATH=tests python -m batches.unmodelled_faults --posted 30 --seed 1

With `--posted`, events are paired by the program itself until so many rounds are discrepant, as in files that somebody
sends; each round is judged on the history that was posted. A line for each fault tells the first cause.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from support.faulty_engines import AXES
from support.faulty_engines import FAULTS as FAULTS_OF_TESTS
from support.further_faults import FURTHER_FAULTS
from support.hidden_causes import SYSTEM, USUAL

from checker.causes.cause import Case, Paired, case_of, find_differing_players
from checker.causes.facts import reorder_players
from checker.causes.record_changes import with_entries
from checker.causes.search import OF_A_CAMPAIGN, SearchEffort, find_causes
from checker.findings import Differences, compare_pairings
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import Pair, PairingError, RoundPairing
from reference_engines.frame.systems import engine_for
from reports.causes import causes_lines
from tournaments.model import Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Callable

    from checker.causes.causes_finding import CausesFinding
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

    Fault = Callable[[Event, int], RoundPairing]


def _right(event: Event, number: int) -> RoundPairing:
    return engine_for(SYSTEM).open(event).round(number).expected()


def _reverse_board(pairing: RoundPairing, place: int) -> RoundPairing:
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
    return _right(reorder_players(event, tuple(order)), number)


def half_point_byes_for_nothing(event: Event, number: int) -> RoundPairing:
    """Pair as if half-point byes were worth nothing."""
    return _right(replace(event, scoring=replace(event.scoring, half_point_bye=0)), number)


def every_sixth_number_of_players(event: Event, number: int) -> RoundPairing:
    """Exchange opponents of the last two boards where six divides the number of players."""
    found = _right(event, number)
    return _last_boards(found) if len(event.players) % 6 == 0 else found


def reverse_after_forfeit(event: Event, number: int) -> RoundPairing:
    """Reverse the first board in every round after a forfeit win."""
    won = any(entry.result is Result.FORFEIT_WIN for player in event.players for entry in player.rounds[: number - 1])
    found = _right(event, number)
    return _reverse_board(found, 0) if won else found


def exchange_after_absence(event: Event, number: int) -> RoundPairing:
    """Exchange opponents of the last two boards in the round after an absence."""
    away = any(player.rounds[number - 2].result is Result.ZERO_POINT_BYE for player in event.players if number > 1)
    found = _right(event, number)
    return _last_boards(found) if away else found


def exchange_in_large_events(event: Event, number: int) -> RoundPairing:
    """Exchange opponents of the last two boards among twenty players or more."""
    found = _right(event, number)
    return _last_boards(found) if len(event.players) > 19 else found


def forfeit_winners_first(event: Event, number: int) -> RoundPairing:
    """Rank the forfeit winners of the round before above all players of the same score."""
    won = _had(event, number, Result.FORFEIT_WIN)
    order = [player.tpn for player in event.players]
    return _right(
        reorder_players(event, (*(tpn for tpn in order if tpn in won), *(t for t in order if t not in won))), number
    )


def late_entries_last(event: Event, number: int) -> RoundPairing:
    """Give players absent in round 1 the largest numbers."""
    late = {player.tpn for player in event.players if number > 1 and not player.rounds[0].was_paired}
    order = [player.tpn for player in event.players]
    return _right(
        reorder_players(event, (*(t for t in order if t not in late), *(t for t in order if t in late))), number
    )


def exchange_in_last_round(event: Event, number: int) -> RoundPairing:
    """Exchange opponents of the last two boards in the last round."""
    found = _right(event, number)
    return _last_boards(found) if number == event.rounds_declared else found


def bye_points_a_round_late(event: Event, number: int) -> RoundPairing:
    """Count the points of a pairing-allocated bye only from the round after the next."""
    lately = _had(event, number, Result.PAIRING_ALLOCATED_BYE)
    absent = {tpn: RoundEntry(None, None, Result.ZERO_POINT_BYE) for tpn in lately}
    return _right(with_entries(event, number - 2, absent) if lately else event, number)


def favour_forfeit_losers(event: Event, number: int) -> RoundPairing:
    """Give White to a player who lost the last game by forfeit."""
    found, lately = _right(event, number), _had(event, number, Result.FORFEIT_LOSS)
    places = [place for place, pair in enumerate(found.pairs) if pair.black in lately and pair.white not in lately]
    for place in places:
        found = _reverse_board(found, place)
    return found


def exchange_beside_bye(event: Event, number: int) -> RoundPairing:
    """Exchange opponents of the last two boards in rounds with a bye."""
    found = _right(event, number)
    return found if found.bye is None else _last_boards(found)


def _had(event: Event, number: int, result: Result) -> frozenset[int]:
    """Return the TPNs of the players with a result in the round before."""
    if number == 1:
        return frozenset()
    return frozenset(player.tpn for player in event.players if player.rounds[number - 2].result is result)


def _following(rules: Rules) -> Fault:
    return lambda event, number: rules.open(event).round(number).expected()


FAULTS: dict[str, Fault] = {
    fault.__name__: fault
    for fault in (
        numbers_as_texts,
        half_point_byes_for_nothing,
        every_sixth_number_of_players,
        reverse_after_forfeit,
        exchange_after_absence,
        exchange_in_large_events,
        forfeit_winners_first,
        late_entries_last,
        exchange_in_last_round,
        bye_points_a_round_late,
        favour_forfeit_losers,
        exchange_beside_bye,
    )
} | {name: _following(rules) for name, rules in (FAULTS_OF_TESTS | FURTHER_FAULTS).items()}

_MOST_EVENTS = 1000
"""Events that are played at most to find discrepant rounds of a program."""


class _Answer:
    """The answers of a faulty program."""

    def __init__(self, pairing: RoundPairing | None) -> None:
        self._pairing = pairing

    def __call__(self, pairing: RoundPairing | None) -> bool:
        if pairing is None or self._pairing is None:
            return pairing is self._pairing
        return compare_pairings(self._pairing, pairing) == Differences()


def main() -> None:
    """Print the verdicts on each program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=60)
    parser.add_argument("--posted", type=int, default=0, help="discrepant rounds of events paired by the program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[*FAULTS])
    options = parser.parse_args()
    drawn = Batch(seed=options.seed, axes=USUAL, system=SYSTEM)
    events = [] if options.posted else [drawn.play(index).event for index in range(options.events)]
    for name in options.only:
        fault, begun = FAULTS[name], time.process_time()
        if options.posted:
            finding = find_causes(_posted_cases(fault, options.seed, options.posted), SearchEffort())
            lines = [f"  {_describe_first(finding)}; {time.process_time() - begun:.0f} s"]
        else:
            finding = find_causes([_case(str(at), event, fault) for at, event in enumerate(events)], OF_A_CAMPAIGN)
            lines = [f"{' ' * line.indent}{line.text[:180]}" for line in causes_lines(finding)]
        sys.stdout.write("\n".join([f"{fault.__doc__ or name}", *lines, ""]))
        sys.stdout.flush()


def _posted_cases(fault: Fault, seed: int, wanted: int) -> list[Case]:
    """Return events with discrepant rounds, paired by the program, until there are so many of these."""
    batch, cases, index = Batch(seed=seed, axes=AXES, system=SYSTEM), list[Case](), 0
    while sum(len(case.wanting) for case in cases) < wanted and index < _MOST_EVENTS:
        case = case_of(str(index), batch.play(index, fault).event, engine_for(SYSTEM))
        cases += [case] if case.wanting else []
        index += 1
    return cases


def _describe_first(finding: CausesFinding) -> str:
    """Name the first cause with its figures, or what is named instead."""
    if finding.groups:
        group, word = finding.groups[0], ""
    elif finding.nearest is not None:
        group, word = finding.nearest, "nearest: "
    else:
        return f"no cause; {finding.discrepant} discrepant"
    members = f", one of {len(group.members)}" if len(group.members) > 1 else ""
    figures = f"{len(group.explained)} of {finding.discrepant}, {len(group.contradicted)} of {finding.agreeing}"
    return f"{word}{group.first.sentence} ({group.first.identifier}{members}); {figures}"


def _case(name: str, event: Event, fault: Fault) -> Case:
    prepared = engine_for(SYSTEM).open(event)
    wanting, agreeing = [], []
    for stage in prepared.recorded_rounds:
        try:
            answer = fault(event, stage)
        except PairingError:
            answer = None
        ours = prepared.round(stage).expected()
        if answer is not None and compare_pairings(answer, ours) == Differences():
            agreeing.append(Paired(stage=stage))
        else:
            among = find_differing_players(answer, ours) if answer is not None else frozenset[int]()
            wanting.append(Paired(stage=stage, is_answer=_Answer(answer), differing_players=among))
    return Case(name=name, event=event, rules=prepared.rules, wanting=tuple(wanting), agreeing=tuple(agreeing))


if __name__ == "__main__":
    main()
