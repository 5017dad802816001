"""
A step back from rounds that differ: whether a fact that holds for the whole event explains it better.

Editions, systems, accelerations and the order of numbers are asked, one for the whole event. What the file does not
declare is then taken as the games show it; what it declares stays as it is declared, and the contradiction is said.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from checker.causes.cases import case_of
from checker.causes.cause import both
from checker.causes.facts import accelerations_of, editions_of, numberings_of
from checker.causes.search import Effort, find_causes
from checker.causes.telling import told
from checker.causes.trials import Trials
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checker.causes.cause import Case, Cause
    from checker.findings import RoundFinding
    from reference_engines.engine import AnyRules
    from tournaments.model import Event


_OF_A_HINT = Effort(record=600, rounds_of_record=1, combined=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SteppedBack:
    """What explains an event better than what is declared, or taken where nothing is."""

    sentence: str
    """What is to be said before anything else."""
    is_taken: bool
    """Whether the event is judged by it, because the file declares nothing else."""
    rules: AnyRules
    event: Event


def step_back(name: str, event: Event, rules: AnyRules, *, system_is_asked_for: bool) -> SteppedBack | None:
    """
    Return the fact by which every round of an event is right, or more are than by what is taken, and none is wrong.

    None if no fact does. Of what makes every round right the first is taken, before what makes more of them right;
    where a system was asked for by its key, editions are not tried.
    """
    case = case_of(name, event, rules)
    if not case.wanting:
        return None
    editions = () if system_is_asked_for else editions_of(event, rules)
    others = (*accelerations_of(event), *numberings_of(event))
    found = _best(case, (*editions, *others))
    if found is None and len(case.wanting) > len(case.agreeing):
        found = _best(case, (both(one, other) for one, other in product(editions, others)), all_rounds=True)
    if found is None:
        return None
    cause, right = found
    return SteppedBack(
        sentence=_sentence(case, cause, right),
        is_taken=cause.undeclared,
        rules=cause.rules(rules) if cause.rules else rules,
        event=cause.event(event) if cause.event else event,
    )


def _best(case: Case, causes: Iterable[Cause], *, all_rounds: bool = False) -> tuple[Cause, int] | None:
    """Return the fact that makes most rounds right, and how many; one that makes any other round wrong is none."""
    trials = Trials([case])
    best: tuple[Cause, int] | None = None
    agreeing = [one.stage for one in case.agreeing]
    for cause in causes:
        explained = _explained(case, trials, cause, all_rounds=all_rounds)
        is_enough = explained > 1 or (explained == len(case.wanting) and not _pairs_several_rounds(case, cause))
        if not is_enough or len(trials.right(cause, 0, agreeing)) < len(agreeing):
            continue
        if best is None or explained + len(agreeing) > best[1]:
            best = cause, explained + len(agreeing)
    return best


def _pairs_several_rounds(case: Case, cause: Cause) -> bool:
    """Whether a fact takes several rounds of the file for one; that a single game was repeated shows no matches."""
    edition = cause.rules(case.rules).edition if cause.rules else case.rules.edition
    return edition.rounds_per_stage > case.rules.edition.rounds_per_stage


def _explained(case: Case, trials: Trials, cause: Cause, *, all_rounds: bool) -> int:
    """Count the discrepant rounds that become right; 0 as soon as it cannot be half of them, or all if need be."""
    explained = 0
    most_wrong = 0 if all_rounds else len(case.wanting) // 2
    for place, paired in enumerate(case.wanting):
        explained += len(trials.right(cause, 0, [paired.stage]))
        if place + 1 - explained > most_wrong:
            return 0
    return explained


def _sentence(case: Case, cause: Cause, right: int) -> str:
    rounds = len(case.wanting) + len(case.agreeing)
    taken = f"{len(case.agreeing) or 'none'} by what is {'taken' if cause.undeclared else 'declared'}"
    agree = f"All {rounds} rounds agree" if right == rounds else f"{right} of {rounds} rounds agree"
    if rounds == 1:
        agree = "The round agrees"
    others = "" if right == rounds and not case.agreeing else f" ({taken})"
    return f"{agree} {cause.short}{others}; {cause.silence}."


def hint_on(finding: RoundFinding, event: Event, rules: AnyRules) -> str:
    """Return the likeliest cause of a discrepant round, with its figures; empty if nothing that was tried fits."""
    case = case_of(finding.event, event, rules, {finding.round_number})
    found = find_causes([case], _OF_A_HINT)
    if not found.groups:
        return ""
    sentence = told(found.groups[0])
    return f"Tried {counted_noun(found.tried, 'cause')}; {sentence[0].lower()}{sentence[1:]}."
