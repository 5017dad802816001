"""
The causes of a campaign's findings, program by program: facts and rules only, since the record is ours.

A program's answers are known by their digests; a cause explains one if the rules, changed so, give an answer with the
same digest.
"""

from __future__ import annotations

import json
import shlex
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, TypeVar

from msgspec import convert, to_builtins

from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import CampaignSummary, summarise
from checker.campaigns.outcomes import EventOutcome, ProgramFinding, Score, digest_of
from checker.campaigns.store import Store, StoreFailedError
from checker.causes.cause import Case, Paired, case_of
from checker.causes.causes_finding import CausesFinding
from checker.causes.search import OF_A_CAMPAIGN, SearchEffort, find_causes
from reference_engines.frame.results import PairingError, RoundPairing
from reference_engines.frame.systems import engine_for, resolve
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

_T = TypeVar("_T")
_WANTING = frozenset({Score.DISCREPANT, Score.OPEN, Score.OUR_FAULT})
MOST_EVENTS = 150
"""Events with findings that are made again for it; in a longer campaign they are spread evenly."""
CLEAN_EVENTS = 60
"""Events without, likewise."""


def explains(direction: Direction) -> bool:
    """Whether causes can be searched for: programs pair in the campaign, and do not judge."""
    return direction in (Direction.PAIR, Direction.GENERATE)


def causes_of(
    store: Store, program: int, progress: Callable[[str], None] = lambda _: None, effort: SearchEffort = OF_A_CAMPAIGN
) -> CausesFinding:
    """Return the causes of a program's findings; a search that is not interrupted is kept in the store."""
    kept = store.causes(program)
    if kept is not None and effort == OF_A_CAMPAIGN:
        return _read(kept)
    finding = explain(store, program, progress, effort)
    if not finding.is_interrupted:
        with suppress(StoreFailedError):  # it is told all the same, and looked for again the next time
            store.keep_causes(program, json.dumps(to_builtins(finding)))
    return finding


def recorded_causes(store: Store) -> tuple[dict[int, CausesFinding], tuple[int, ...]]:
    """
    Return the causes that a store keeps, by program, and the programs whose findings have not been searched.

    Nothing is searched for here. Raise StoreFailedError for a damaged store.
    """
    store.require_readable()
    if not explains(store.configuration.direction) or not store.configuration.is_playable:
        return {}, ()
    kept = {program.number: store.causes(program.number) for program in store.programs}
    findings = [finding for outcome in store.outcomes() for finding in outcome.findings]
    differing = {finding.program for finding in findings if finding.score in _WANTING}
    unsearched = tuple(number for number, text in kept.items() if text is None and number in differing)
    return {number: _read(text) for number, text in kept.items() if text is not None}, unsearched


def search_hint(store: Store, unsearched: Collection[int]) -> str:
    """Return the sentence with the command that searches for causes; empty if all programs have been searched."""
    command = shlex.join(("pairproof", "causes", str(store.path)))
    return f"Causes have not been searched for; to search for them: {command}" if unsearched else ""


def summarise_recorded(store: Store) -> CampaignSummary:
    """Sum a store up with its recorded causes, without a search. Raise StoreFailedError if the store is damaged."""
    searches, unsearched = recorded_causes(store)
    return replace(summarise(store, searches), unsearched=unsearched)


def search_causes(store: Store, progress: Callable[[str], None]) -> dict[int, CausesFinding]:
    """
    Return the causes of the findings of each program, by its number, and keep them in the store.

    There are none where programs judge, or where the events cannot be played again. Raise StoreFailedError for a
    damaged store.
    """
    store.require_readable()
    if not explains(store.configuration.direction) or not store.configuration.is_playable:
        return {}
    return {program.number: causes_of(store, program.number, progress) for program in store.programs}


def _read(text: str) -> CausesFinding:
    try:
        return convert(json.loads(text), CausesFinding)
    except ValueError as error:
        raise StoreFailedError(f"the causes that the store keeps cannot be read: {error}") from error


def explain(
    store: Store, program: int, progress: Callable[[str], None] = lambda _: None, effort: SearchEffort = OF_A_CAMPAIGN
) -> CausesFinding:
    """Search for the causes of a program's findings."""
    dirty: list[EventOutcome] = []
    clean: list[EventOutcome] = []
    for outcome in store.outcomes():
        mine = [finding for finding in outcome.findings if finding.program == program]
        asked = program < len(outcome.asked) and outcome.asked[program]
        if any(finding.score in _WANTING for finding in mine):
            dirty.append(outcome)
        elif asked and not mine and not any(failure.program == program for failure in outcome.failures):
            clean.append(outcome)
    if not dirty:
        return find_causes((), effort)
    chosen = spread(dirty, MOST_EVENTS)
    progress(f"{counted_noun(len(chosen), 'event')} with findings")
    pair = store.configuration.direction is Direction.PAIR
    cases = [
        _case_of_answers(store, outcome, program) if pair else _case_of_generated_event(store, outcome, program)
        for outcome in chosen
    ]
    if pair:
        cases += [_case_of_answers(store, outcome, program) for outcome in spread(clean, CLEAN_EVENTS)]
    found = find_causes([case for case in cases if case is not None], effort, progress)
    if len(chosen) == len(dirty):
        return found
    left_out = f"Not looked at: {counted_noun(len(dirty) - len(chosen), 'event')} with findings."
    return replace(found, not_tried=(*found.not_tried, left_out))


def spread(items: Sequence[_T], most: int) -> Sequence[_T]:
    """Return at most ``most`` items, spread evenly."""
    return items if len(items) <= most else [items[place * len(items) // most] for place in range(most)]


def _case_of_answers(store: Store, outcome: EventOutcome, program: int) -> Case:
    """Return an event of ours with a program's answers to its rounds."""
    event = store.event(outcome.index)
    found = {one.round_number: one for one in outcome.findings if one.program == program}
    failed = {one.round_number for one in outcome.failures if one.program == program}
    rules = engine_for(store.configuration.system)
    stages = store.configuration.rounds_to_ask(event.rounds_recorded // rules.edition.file_rounds_per_round)
    wanting = [stage for stage in stages if stage in found and found[stage].score in _WANTING]
    right = [stage for stage in stages if stage not in failed and _is_right(found.get(stage))]
    is_recorded = not store.configuration.chosen
    return Case(
        name=str(outcome.index),
        event=event,
        rules=rules,
        wanting=tuple(
            Paired(
                stage=stage,
                is_answer=partial(_has_digest, found[stage].answer_digest),
                differing_players=frozenset(found[stage].parted),
            )
            for stage in wanting
        ),
        agreeing=tuple(
            Paired(stage=stage, is_answer=None if is_recorded else _is_ours(rules, event, stage))
            for stage in right
            if 0 not in failed
        ),
    )


def _is_right(finding: ProgramFinding | None) -> bool:
    return finding is None or finding.score is Score.BOARD_ORDER


def _has_digest(digest: str, pairing: RoundPairing | None) -> bool:
    """Whether an answer has a digest; the empty digest stands for "no pairing is legal"."""
    return digest == ("" if pairing is None else digest_of(pairing))


def _is_ours(rules: Rules, event: Event, stage: int) -> Callable[[RoundPairing | None], bool]:
    """Return whether an answer equals our engine's pairing, whatever the event records; paired at the first call."""
    digest = cache(lambda: digest_of(rules.open(event).round(stage).expected()))
    return lambda pairing: pairing is not None and digest_of(pairing) == digest()


def _case_of_generated_event(store: Store, outcome: EventOutcome, program: int) -> Case | None:
    """Return an event that a program generated; None if the text cannot be read any more."""
    from tournaments.trf.reading import parse_event  # noqa: PLC0415 - only for programs' own events

    text = store.file_of(outcome.index, program)
    event = parse_event(text.encode(), source="event").event if text else None
    rules = resolve(event, store.configuration.system).engine if event else None
    if event is None or rules is None:
        return None
    try:
        return case_of(str(outcome.index), event, rules)
    except PairingError:
        return None
