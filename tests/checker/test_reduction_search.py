"""Reductions from beginning to end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import event
from support.reduction import SYSTEM, ZERO_BYE, beginning_of, find_wrong_round, program, rules

from checker.check import CheckOptions, check_event
from checker.errors import TaskError
from checker.findings import EventHeader, RoundFinding
from checker.reduction.features import (
    FEATURES,
    RAREST_FIRST,
    Matter,
    list_removed_features,
    matters,
    rank_matters,
)
from checker.reduction.gate import Fate, Gate, Keep, Terms
from checker.reduction.same_cause import has_cause
from checker.reduction.search import PASSES, NothingToReduceError, prepare_reduction, reduce
from checker.reduction.situation import simplicity_of
from checker.verdicts.verdict import Verdict
from tournaments.model import Colour, Event, ParticipantKind
from tournaments.trf.reading import parse_event
from tournaments.trf.writing import write_trf26

TERMS = Terms(rules=rules())


def _checked(reduced: Event) -> list[RoundFinding]:
    options = CheckOptions(system=SYSTEM)
    return [entry for entry in check_event(reduced, options=options) if not isinstance(entry, EventHeader)]


@pytest.mark.parametrize(
    ("name", "decides", "players", "rounds"), [("pair_without_c12", "C12", 6, 3), ("pair_without_c14", "C14", 6, 3)]
)
def test_a_fault_comes_down_to_a_handful_of_players(name: str, decides: str, players: int, rounds: int) -> None:
    """And a check of the reduced event, written and read again, shows the same as the original event."""
    beginning = beginning_of(name)
    reduction = reduce(beginning.shown, beginning.terms)
    size = simplicity_of(reduction.smallest.situation.before)
    assert (size.players, size.rounds) <= (players, rounds)
    assert size.rounds <= rounds
    again = parse_event(write_trf26(reduction.smallest.event).encode(), source="x").event
    assert again is not None
    *earlier, last = _checked(again)
    assert (last.verdict, last.decided) == (Verdict.WORSE, decides)
    assert not any(finding.argument.violations for finding in earlier)


def test_the_same_comes_out_every_time() -> None:
    """Passes, counts and the event itself."""
    beginning = beginning_of("pair_without_c12")
    first, second = (reduce(beginning.shown, beginning.terms) for _ in range(2))
    assert first == second


def test_by_rules_every_earlier_round_agrees() -> None:
    """The history of the reduced event is as the regulation pairs it."""
    beginning = beginning_of("pair_without_c12", by_rules=True)
    reduction = reduce(beginning.shown, beginning.terms)
    assert reduction.smallest.situation.before != beginning.shown.situation.before
    *earlier, last = _checked(reduction.smallest.event)
    assert earlier
    assert {finding.verdict for finding in earlier} == {Verdict.AGREE}
    assert (last.verdict, last.decided) == (Verdict.WORSE, "C12")


def test_without_a_program_whole_recorded_pairs_go() -> None:
    """All remaining players keep their opponents, and the result says so."""
    shown = beginning_of("pair_without_c12").shown
    played, number = shown.event, shown.situation.round_number
    beginning = prepare_reduction(played, number, TERMS, None)
    assert "whole recorded pairs" in beginning.notes[0]
    reduction = reduce(beginning.shown, beginning.terms)
    smallest = reduction.smallest
    assert simplicity_of(smallest.situation.before) < simplicity_of(shown.situation.before)
    assert smallest.mark == shown.mark
    names = {player.tpn: player.name for player in smallest.situation.before.players}
    recorded = {
        frozenset((player.name, played.player(entry.opponent).name))
        for player in played.players
        if (entry := player.rounds[number - 1]).opponent is not None
    }
    assert smallest.situation.recorded is not None
    assert {frozenset(names[tpn] for tpn in pair.players) for pair in smallest.situation.recorded.pairs} <= recorded


def test_only_the_verdict_can_be_kept() -> None:
    """Then it comes at least as far down."""
    kept = [
        reduce(one.shown, one.terms)
        for one in (beginning_of("pair_without_c14"), beginning_of("pair_without_c14", keep=Keep.VERDICT))
    ]
    sizes = [simplicity_of(reduction.smallest.situation.before) for reduction in kept]
    assert sizes[1].players <= sizes[0].players
    assert kept[1].smallest.mark.decided_by == ""


def test_it_ends_where_the_questions_are_spent() -> None:
    """It returns the smallest event so far, marked as possibly not the smallest."""
    beginning = beginning_of("pair_without_c12")
    reduction = reduce(beginning.shown, beginning.terms, most_questions=20)
    assert reduction.questions == 20
    assert not reduction.is_finished


def test_an_interruption_hands_over_the_smallest_so_far() -> None:
    """As soon as something was taken, the user stops."""
    beginning = beginning_of("pair_without_c12")

    def stop(gate: Gate, _: str) -> None:
        if gate.fates[Fate.TAKEN] == 2:
            raise KeyboardInterrupt

    reduction = reduce(beginning.shown, beginning.terms, see=stop)
    assert reduction.was_interrupted
    assert not reduction.is_finished
    assert simplicity_of(reduction.smallest.situation.before) < simplicity_of(beginning.shown.situation.before)


def test_passes_are_named_and_counted() -> None:
    """Every candidate is one of a pass, and has one fate."""
    beginning = beginning_of("pair_without_c12")
    reduction = reduce(beginning.shown, beginning.terms)
    assert list(reduction.passes) == [made.name for made in PASSES]
    assert sum(tried for tried, _ in reduction.passes.values()) == reduction.fates.total()
    assert sum(taken for _, taken in reduction.passes.values()) == reduction.fates[Fate.TAKEN]


def test_it_tells_which_features_matter() -> None:
    """A program that always scores as usual errs only because the bye is worth nothing."""
    played, number = find_wrong_round("pair_by_usual_scoring", ZERO_BYE)
    beginning = prepare_reduction(played, number, TERMS, program("pair_by_usual_scoring"))
    reduction = reduce(beginning.shown, beginning.terms)
    found = list(matters(reduction.smallest, beginning.terms))
    scoring = [matter for matter in found if matter.feature == "scoring"]
    assert [str(matter) for matter in scoring] == ["disappears when the pairing-allocated bye is worth 1.0"]
    assert "ratings" in list_removed_features(reduction.first, reduction.smallest)


def test_a_program_that_finds_no_pairing_is_reduced_too() -> None:
    """Down to two players before their first round."""
    played, _ = find_wrong_round("pair_without_c12")
    beginning = prepare_reduction(played, 4, TERMS, program("despairing"))
    reduction = reduce(beginning.shown, beginning.terms)
    size = simplicity_of(reduction.smallest.situation.before)
    assert (size.players, size.rounds) == (2, 1)


def test_a_round_that_agrees_is_not_reduced() -> None:
    """There is nothing to show."""
    played, _ = find_wrong_round("pair_without_c12")
    with pytest.raises(NothingToReduceError, match="round 1 shows no discrepancy"):
        prepare_reduction(played, 1, TERMS, None)


@pytest.mark.parametrize(("number", "program_name"), [(0, None), (7, None), (8, "pair_without_c12")])
def test_there_must_be_such_a_round(number: int, program_name: str | None) -> None:
    """Recorded, or, for a program, the next one."""
    played, _ = find_wrong_round("pair_without_c12")
    with pytest.raises(TaskError, match=f"round {number} cannot be reduced"):
        prepare_reduction(played, number, TERMS, program(program_name) if program_name else None)


def test_events_of_teams_are_refused() -> None:
    """Their players are not who is paired."""
    played, number = find_wrong_round("pair_without_c12")
    with pytest.raises(TaskError, match="teams"):
        prepare_reduction(replace(played, paired=ParticipantKind.TEAMS), number, TERMS, None)


def test_by_rules_needs_a_history_by_the_rules() -> None:
    """A history that the regulation does not pair cannot be kept by rules."""
    legal = event(("2w=", "1b=", "4w=", "3b="), rounds_declared=9, initial_colour=Colour.WHITE)
    with pytest.raises(TaskError, match="--by-rules"):
        prepare_reduction(legal, 2, replace(TERMS, by_rules=True), program("despairing"))
    assert prepare_reduction(legal, 2, TERMS, program("despairing")).notes == ()


def test_an_illegal_history_need_not_become_legal() -> None:
    """It is reduced all the same, and the result says so."""
    rows = ("2w= 2b=", "1b= 1w=", "4w= 4b=", "3b= 3w=")
    illegal = event(rows, rounds_declared=9, initial_colour=Colour.WHITE)
    beginning = prepare_reduction(illegal, 3, TERMS, program("despairing"))
    assert "An earlier round of the event is illegal" in beginning.notes[0]
    assert not beginning.terms.heeds_history


def test_the_cause_can_be_kept() -> None:
    """The fault is found among the misreadings, and explains the reduced event; another does not."""
    played, number = find_wrong_round("pair_without_c14")
    beginning = prepare_reduction(played, number, replace(TERMS, keep=Keep.CAUSE), program("pair_without_c14"))
    assert beginning.terms.cause == "resident-downfloat-again-1-left-out"
    assert "as if C14 were left out" in beginning.notes[0]
    reduction = reduce(beginning.shown, beginning.terms)
    smallest = reduction.smallest
    assert simplicity_of(smallest.situation.before).players <= 6
    assert has_cause(beginning.terms.cause, smallest.situation, smallest.event, rules())
    assert not has_cause("strong-colour-preference-left-out", smallest.situation, smallest.event, rules())


def test_where_no_cause_is_found_none_can_be_kept() -> None:
    """Nothing in the rules makes four players before their first round impossible to pair."""
    plain = event(("", "", "", ""), rounds_declared=9, initial_colour=Colour.WHITE)
    with pytest.raises(TaskError, match="--keep criterion"):
        prepare_reduction(plain, 1, replace(TERMS, keep=Keep.CAUSE), program("despairing"))


def test_rare_features_of_events_come_first() -> None:
    """One thing of each feature, then the others."""
    byes, other, scoring = (
        Matter(feature=feature, when=when)
        for feature, when in (("byes", "when 1 plays"), ("byes", "when 2 plays"), ("scoring", "when a bye is worth 1"))
    )
    assert rank_matters([byes, other, scoring]) == [scoring, byes, other]
    assert set(RAREST_FIRST) == {*FEATURES, "last round"}
