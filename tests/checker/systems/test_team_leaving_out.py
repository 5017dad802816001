"""A criterion of the team system decides if without it another pairing is asked for: the checker names it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Span, WeightedChoice
from random_tournaments.batch_coverage import format_coverage, measure_coverage
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.coverage.team import changed_orders, is_decisive, pairs_without, relaxable_criteria
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from reference_engines.team.edition import PreferenceType
from reference_engines.team.rules import TeamRules

if TYPE_CHECKING:
    from reference_engines.frame.rules import PreparedEvent

AXES = replace(
    TEAM_PROFILES["mixed"], teams=Span(8, 24), rounds=Span(6, 9), preferences=WeightedChoice((PreferenceType.B,))
)
FEWEST_EVENTS, MOST_EVENTS = 3, 30
LABELS = {
    "team-2026": ["C1", "C2", "C5", "C6", "C7", "C8", "C9", "C10"],
    "team-2024": ["C1", "C2", "C5", "C6", "C7", "C8", "C9"],
    "team-draft": ["C1", "C2", "C5", "C6", "C7", "C8", "C9"],
}


def engine(system: str) -> TeamRules:
    """Return the engine of an edition."""
    found = engine_for(system)
    assert isinstance(found, TeamRules)
    return found


def judge_without(prepared: PreparedEvent, number: int, label: str) -> tuple[Verdict, set[str]]:
    """Judge the pairing without the criterion; return the labels that the verdict names, or its readings."""
    pairs, bye = pairs_without(prepared.round(number), label)
    games = [Pair(*sorted(pair)) for pair in pairs]
    finding = judge_pairing(prepared, number, RoundPairing(pairs=tuple(games), bye=bye), RoundContext(event="without"))
    labels = {violation.label for violation in finding.argument.violations}
    if finding.argument.deciding_criterion:
        labels.add(finding.argument.deciding_criterion.label)
    return finding.verdict, labels | {note.identifier for note in finding.readings} | set(finding.rests_on)


@pytest.mark.parametrize("system", LABELS)
def test_the_checker_names_the_criterion_that_decides(system: str) -> None:
    """Every criterion that can be left out decides somewhere; the pairing without it is worse by it, or illegal."""
    assert [label for label, *_ in relaxable_criteria(engine(system))] == LABELS[system]
    batch = TeamBatch(seed=6, axes=AXES, system=system)
    decided: Counter[str] = Counter()
    for index in range(MOST_EVENTS):
        if index >= FEWEST_EVENTS and set(decided) == set(LABELS[system]):
            break
        prepared = engine(system).open(batch.play(index).event)
        for number in range(1, prepared.event.rounds_recorded + 1):
            for label in LABELS[system]:
                if not is_decisive(prepared.round(number), label):
                    continue
                verdict, named = judge_without(prepared, number, label)
                if verdict in (Verdict.AMBIGUOUS_RULE, Verdict.COLOURS):  # the colours here are made up
                    assert any(name.startswith("TEAM-") for name in named)
                    continue
                assert verdict is (Verdict.ILLEGAL if label in ("C1", "C2") else Verdict.WORSE)
                assert label in named
                decided[label] += 1
    assert set(decided) == set(LABELS[system])


@pytest.mark.parametrize("system", LABELS)
def test_the_checker_names_the_order_that_decides(system: str) -> None:
    """The pairing by another order, or without a step of the bye, is later or worse by the article, or illegal."""
    batch = TeamBatch(seed=6, axes=AXES, system=system)
    wanted = {name for name, *_ in changed_orders(engine(system)) if name != "C3"}
    decided: set[str] = set()
    for index in range(MOST_EVENTS):
        if decided == wanted:
            break
        prepared = engine(system).open(batch.play(index).event)
        for number in range(1, prepared.event.rounds_recorded + 1):
            for name in wanted - decided:
                if is_decisive(prepared.round(number), name):
                    pairs, bye = pairs_without(prepared.round(number), name)
                    games = tuple(Pair(*sorted(pair)) for pair in pairs)
                    pairing = RoundPairing(pairs=games, bye=bye)
                    finding = judge_pairing(prepared, number, pairing, RoundContext(event="without"))
                    if finding.article == name:
                        decided.add(name)
    assert decided == wanted


def test_the_table_tells_what_decided() -> None:
    """With the article of the edition, and scores of teams for floats and byes."""
    event = TeamBatch(seed=6, axes=AXES).play(1).event
    found = measure_coverage(event, engine("team-2026"))
    table = format_coverage(found)
    assert found.rounds == event.rounds_recorded
    assert "C1    2.1.1          teams do not meet twice" in table
    assert "C10   2.3.7" in table
    assert "4.3.1" in table
    assert "[C4] is not measured: it says what a set of upfloaters is." in table


def test_a_criterion_that_cannot_be_left_out_is_refused() -> None:
    """Sets of upfloaters are what [C4] makes them."""
    prepared = engine("team-2026").open(TeamBatch(seed=6, axes=AXES).play(0).event)
    for label in ("C4", "C11"):
        with pytest.raises(KeyError):
            is_decisive(prepared.round(1), label)
