"""The cause of a discrepancy, found once for the original event, and sought in every smaller one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from checker.causes.cause import Case, Cause, Paired, case_of, combine_causes
from checker.causes.facts import facts_of
from checker.causes.rules import misreadings, readings_of
from checker.causes.search import OF_A_CAMPAIGN, find_causes
from checker.causes.trials import Trials
from checker.findings import are_equal
from checker.planting import recorded_pairing
from checker.programs.program import Program, ProgramError
from checker.verdicts.team_events import cut_before_round
from reference_engines.frame.results import NoLegalPairingError, PairingError, RoundPairing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from checker.causes.causes_finding import DescribedCause
    from checker.reduction.situation import Situation
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event


def _equal(first: RoundPairing | None, second: RoundPairing | None) -> bool:
    """Whether two answers for a round are the same; None is the answer that no pairing exists."""
    if first is None or second is None:
        return first is second
    return are_equal(first, second)


def first_cause(event: Event, round_number: int, rules: Rules, program: Program | None) -> DescribedCause | None:
    """
    Return the first cause of a round's discrepancy among facts, readings and misreadings; None if none fits.

    A program is asked about the other rounds, too, so that what they contradict is left aside.
    """
    if program is None:
        case = case_of(event.name, event, rules, {round_number})
    else:
        case = _search_program(event, round_number, rules, program)
    groups = find_causes((case,), replace(OF_A_CAMPAIGN, fewest_of_rule=1)).groups
    explaining = [group for group in groups if any(where.round_number == round_number for where in group.explained)]
    return explaining[0].first if explaining else None


def _search_program(event: Event, round_number: int, rules: Rules, program: Program) -> Case:
    """Return the event with a program's answers to its rounds."""
    wanting: list[Paired] = []
    agreeing: list[Paired] = []
    prepared = rules.open(event)
    games = rules.edition.file_rounds_per_round
    for stage in range(1, max(event.rounds_recorded // games, round_number) + 1):
        try:
            ours, answer = prepared.round(stage).expected(), _answer(event, stage, program, games)
        except (ProgramError, PairingError):
            continue
        paired = Paired(stage=stage, is_answer=answer)
        (agreeing if answer(ours) else wanting).append(paired)
    return Case(name=event.name, event=event, rules=rules, wanting=tuple(wanting), agreeing=tuple(agreeing))


def _answer(event: Event, stage: int, program: Program, games: int) -> Callable[[RoundPairing | None], bool]:
    """Return a test for the answer of a program."""
    before = cut_before_round(event, stage, games) if stage <= event.rounds_recorded // games else event
    try:
        return partial(_equal, program.pair(before, stage))
    except NoLegalPairingError:
        return partial(_equal, None)


def has_cause(identifier: str, situation: Situation, event: Event, rules: Rules) -> bool:
    """Whether a cause makes the round right as it is paired in the event (or not paired at all)."""
    number = situation.round_number
    is_paired = event.rounds_recorded > rules.edition.rows(number).start
    paired = recorded_pairing(event, rules.edition.rows(number).start + 1) if is_paired else None
    answer = partial(_equal, paired)
    case = Case(
        name=event.name, event=event, rules=rules, wanting=(Paired(stage=number, is_answer=answer),), agreeing=()
    )
    trials = Trials((case,))
    return any(
        bool(trials.right(cause, 0, (number,))) for cause in _causes_with_identifier(identifier, event, rules, number)
    )


def _causes_with_identifier(identifier: str, event: Event, rules: Rules, number: int) -> Iterator[Cause]:
    """Yield the cause of that identifier as it is for an event, if it can hold there; it may consist of two."""
    known = {cause.identifier: cause for cause in (*facts_of(event, rules), *misreadings(rules))}
    parts = identifier.split("+")
    if not all(part in known for part in parts):
        known |= {cause.identifier: cause for cause in readings_of(rules.open(event), (number,))}
    if all(part in known for part in parts):
        whole = known[parts[0]]
        for part in parts[1:]:
            whole = combine_causes(whole, known[part])
        yield whole
