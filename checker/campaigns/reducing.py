"""The smallest event that shows a finding of a campaign: made once, and kept in the store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from msgspec import convert, to_builtins

from checker.campaigns.configuration import Direction
from checker.campaigns.dossier import DossierError, dossier_of
from checker.campaigns.outcomes import Score
from checker.campaigns.reduced_event import ReducedEvent
from checker.campaigns.store import StoreFailedError
from checker.check import CheckOptions, RoundSelection, check_event
from checker.findings import gather
from checker.reduction.discrepancy import Keep
from checker.reduction.gate import Terms
from checker.reduction.needed_features import matters, rank_matters
from checker.reduction.passes import FRESH
from checker.reduction.preparation import CannotReduceError, NothingToReduceError, prepare_reduction
from checker.reduction.search import MOST_QUESTIONS, reduce
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import engine_for, paired_by
from tournaments.problems import UnreadableEventError
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    from checker.campaigns.outcomes import Finding
    from checker.campaigns.store import Store
    from checker.findings import EventFinding
    from checker.programs.program import Program
    from checker.reduction.preparation import PreparedReduction

_REDUCED = frozenset({Score.DISCREPANT})
_MATTERS_TOLD = 4


class NotReducedError(Exception):
    """The event cannot be reduced; the message says why."""


def load_reduction(store: Store, finding: Finding) -> ReducedEvent | None:
    """Return the reduced event of a finding that the store keeps; None if it keeps none."""
    kept = store.reduced(finding.program, finding.key)
    if kept is None:
        return None
    try:
        return convert(json.loads(kept), ReducedEvent)
    except ValueError as error:
        raise StoreFailedError(f"a reduced event that the store keeps cannot be read: {error}") from error


def reduced_event(
    store: Store, finding: Finding, program: Program | None, most_questions: int = MOST_QUESTIONS
) -> ReducedEvent:
    """
    Return the reduced event of a finding: the one that the store keeps, or else one that is then kept.

    The program is asked about every candidate; without one, its answer is carried along. Raise NotReducedError.
    """
    kept = load_reduction(store, finding)
    if kept is not None:
        return kept
    beginning = _begun(store, finding, program)
    reduction = reduce(beginning.shown, beginning.terms, beginning.answers, most_questions=most_questions)
    smallest = reduction.smallest
    told = rank_matters(list(matters(smallest, beginning.terms, beginning.answers)))
    try:
        text = write_trf26(smallest.discrepancy.event)
    except UnwritableEventError as error:
        raise NotReducedError(f"the reduced event cannot be written: {error}") from error
    reduced = ReducedEvent(
        text=text,
        event=finding.event,
        round_number=smallest.situation.round_number,
        system=beginning.terms.rules.edition.key,
        players=smallest.situation.simplicity.players,
        mark=str(smallest.discrepancy.mark),
        sentence=smallest.discrepancy.sentence,
        keeps_cause=bool(smallest.discrepancy.mark.cause),
        asked=program is not None,
        is_fresh=any(made.name == FRESH and made.taken for made in reduction.passes),
        questions=reduction.questions,
        is_finished=reduction.is_finished,
        matters=tuple(map(str, told[:_MATTERS_TOLD])),
    )
    if not reduction.was_interrupted:
        store.keep_reduced(finding.program, finding.key, json.dumps(to_builtins(reduced)))
    return reduced


def _begun(store: Store, finding: Finding, program: Program | None) -> PreparedReduction:
    """Look at the event as it is, keeping the cause if there is one that explains it by itself."""
    if finding.score not in _REDUCED:
        raise NotReducedError("only discrepant rounds are reduced")
    number = finding.round_number
    try:
        dossier = dossier_of(store, finding, program)
        is_asked = program is not None and store.configuration.direction is Direction.PAIR
        event = dossier.before if is_asked else dossier.paired
        if event is None:
            raise NotReducedError("no event can hold the answer, and the program cannot be asked")
        rules = engine_for(dossier.system)
        asked = program if is_asked else None
        if finding.cause is not None:
            try:
                return prepare_reduction(event, number, Terms(rules=rules, keep=Keep.CAUSE), asked, finding.cause.first)
            except CannotReduceError:
                pass  # then what decides is kept
        return prepare_reduction(event, number, Terms(rules=rules), asked)
    except (DossierError, CannotReduceError, NothingToReduceError, UnreadableEventError, PairingError) as error:
        raise NotReducedError(str(error)) from error


def checked_again(reduced: ReducedEvent) -> EventFinding | None:
    """Check the last round of a reduced event; None if nothing is recorded of it."""
    event = parse_event(reduced.text.encode(), source="reduced.trf", paired=paired_by(reduced.system)).event
    number = reduced.round_number
    if event is None or event.rounds_recorded < engine_for(reduced.system).edition.rows(number).stop:
        return None
    options = CheckOptions(system=reduced.system, rounds=RoundSelection(number, number), as_declared=True)
    (finding,) = gather(list(check_event(event, options=options)))
    return finding
