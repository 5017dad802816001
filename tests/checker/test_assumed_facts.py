"""Facts that a file does not declare: assumed if two rounds support them and no right round contradicts them."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, islice
from typing import TYPE_CHECKING

import pytest
from support.built_excuses import Scope, build, check_text, excuses_of, first_rounds
from support.loops import require_items
from support.stripped_events import Form, accelerated_event, right_event, write_as

from checker.check import CheckOptions
from checker.verdicts.verdict import ExitStatus, Verdict
from checker.verdicts.verdict import Outcome as Meaning
from reference_engines.frame.systems import engine_for
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.built_excuses import BuiltEvent, Outcome

SYSTEMS = ("dutch-2026", "dutch-2017", "dubov-2026", "burstein-2026")
"""Systems that follow virtual points."""
SAMPLE, MOST_TRIED = 2, 200


def built_when(
    system: str, name: str, scope: Scope, is_wanted: Callable[[BuiltEvent], bool], seed: int = 3
) -> list[BuiltEvent]:
    """Build events, and keep the first that fit."""
    attempts: Iterator[BuiltEvent | None] = (build(system, name, scope, seed, index) for index in count())
    kept = (built for built in islice(attempts, MOST_TRIED) if built is not None and is_wanted(built))
    found = list(islice(kept, SAMPLE))
    assert len(found) == SAMPLE
    return found


def check_silent(built: BuiltEvent, system: str, **options: object) -> Outcome:
    """Check the event of a file that does not say what it was paired by; the system is asked for."""
    asked = CheckOptions(system=system, **options)  # type: ignore[arg-type]  # as named there
    return check_text(write_as(built.event, Form.SILENT), built.name, asked)


def verdicts(checked: Outcome, built: BuiltEvent) -> set[Verdict]:
    """Return the verdicts on the rounds that are paired under the excuse."""
    return {checked.rounds[number].verdict for number in built.wrong_rounds}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", ["baku", "upper-half-3"])
def test_two_rounds_that_agree_with_one_assumption_alone_rest_on_it(system: str, name: str) -> None:
    """The verdict names the assumption, and is neither a discrepancy nor a pass; as declared, the rounds are wrong."""
    for built in require_items(built_when(system, name, Scope.EVERY, lambda built: len(built.wrong_rounds) > 1)):
        checked = check_silent(built, system)
        assert verdicts(checked, built) == {Verdict.UNDECLARED_FACT}, built.name
        assert checked.exit_status is ExitStatus.NOT_CHECKED
        assert all(checked.rounds[number].rests_on for number in built.wrong_rounds)
        others = [one.verdict for number, one in checked.rounds.items() if number not in built.wrong_rounds]
        assert set(others) <= {Verdict.AGREE, Verdict.AMBIGUOUS_RULE, Verdict.NOTHING_TO_JUDGE}
        as_declared = check_silent(built, system, as_declared=True)
        assert {verdict.outcome for verdict in verdicts(as_declared, built)} == {Meaning.DISCREPANT}
        assert as_declared.exit_status is ExitStatus.DISCREPANCIES


@pytest.mark.parametrize("name", ["dubov-2026", "dubov-1997", "burstein-2026", "lim-2026"])
def test_one_round_alone_is_never_excused_by_an_assumption(name: str) -> None:
    """Though no other round contradicts that the event was paired by another system."""
    for built in require_items(built_when("dutch-2026", name, Scope.LATER, lambda built: not built.contradicted)):
        checked = check_text(write_as(built.event, Form.BARE), built.name)
        assert {verdict.outcome for verdict in verdicts(checked, built)} == {Meaning.DISCREPANT}, built.name
        assert checked.exit_status is ExitStatus.DISCREPANCIES


@pytest.mark.parametrize("system", SYSTEMS)
def test_two_rounds_are_not_excused_by_an_assumption_that_a_right_one_contradicts(system: str) -> None:
    """The first and the third round are accelerated, the second is not."""
    for built in require_items(
        built_when(
            system,
            "upper-half-3",
            Scope.EVERY_OTHER,
            lambda built: len(built.wrong_rounds) > 1 and built.contradicted > 0,
        )
    ):
        checked = check_silent(built, system)
        assert {verdict.outcome for verdict in verdicts(checked, built)} == {Meaning.DISCREPANT}, built.name
        assert checked.exit_status is ExitStatus.DISCREPANCIES


@pytest.mark.parametrize(
    ("system", "name"),
    [
        *(("dutch-2026", name) for name in ("upper-half-2", "groups-5", "rows", "ranks", "text")),
        *((system, "baku") for system in (*SYSTEMS, "double-swiss-2026", "lim-2026", "clock-2012", "simple-2018")),
    ],
)
def test_a_file_of_one_round_is_not_excused_by_an_assumption(system: str, name: str) -> None:
    """Neither by an undeclared acceleration nor by another numbering."""
    for built in require_items(built_when(system, name, Scope.ONLY, lambda _: True)):
        checked = check_silent(built, system)
        assert {verdict.outcome for verdict in verdicts(checked, built)} == {Meaning.DISCREPANT}, built.name
        assert checked.exit_status is ExitStatus.DISCREPANCIES


@pytest.mark.parametrize("name", ["rows", "ranks", "ratings", "names", "text"])
def test_columns_5_to_8_declare_the_numbers_where_nothing_else_is_declared(name: str) -> None:
    """So that no order of the players is assumed, however many rounds it would explain."""
    assert name in excuses_of("dutch-2026")
    for built in built_when("dutch-2026", name, Scope.EVERY, lambda built: len(built.wrong_rounds) > 1):
        checked = check_text(built.text(with_colour_and_rounds=False), built.name)
        assert {verdict.outcome for verdict in verdicts(checked, built)} == {Meaning.DISCREPANT}, built.name
        assert checked.exit_status is ExitStatus.DISCREPANCIES


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("colour", list(Colour))
@pytest.mark.parametrize("form", [Form.OPEN, Form.SILENT])
def test_one_round_suffices_for_the_initial_colour(system: str, colour: Colour, form: Form) -> None:
    """A file of one round that does not declare it passes, whichever was drawn."""
    engine, games = engine_for(system), engine_for(system).edition.file_rounds_per_round
    events = [right_event(system, index) for index in range(40)]
    drawn = [event for event in events if event.initial_colour is colour][:SAMPLE]
    assert len(drawn) == SAMPLE
    for event in drawn:
        one = first_rounds(event, games)
        assert engine.open(one).round(1).expected().pairs
        checked = check_text(write_as(one, form), event.name, CheckOptions(system=system))
        assert {found.verdict for found in checked.rounds.values()} <= {Verdict.AGREE, Verdict.AMBIGUOUS_RULE}
        assert checked.exit_status is ExitStatus.CONSISTENT


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017", "dubov-2026"])
def test_one_round_suffices_for_the_number_of_rounds(system: str) -> None:
    """A last round that is right because it is the last one is open where the file does not say so, and passes."""
    engine, found = engine_for(system), 0
    for index in range(150):
        event = right_event(system, index)
        last = event.rounds_recorded
        if event.rounds_declared != last or engine.open(replace(event, rounds_declared=None)).round(last).is_paired_as(
            engine.open(event).round(last).posted
        ):
            continue
        checked = check_text(write_as(event, Form.OPEN), event.name)
        assert checked.rounds[last].verdict is Verdict.AMBIGUOUS_RULE
        assert "ROUNDS-UNDECLARED" in checked.rounds[last].rests_on
        assert checked.exit_status is ExitStatus.CONSISTENT
        found += 1
        if found == SAMPLE:
            return
    raise AssertionError(f"{found} of 150 events depend on the number of rounds")


@pytest.mark.parametrize("rounds", [9, 2])
def test_real_accelerations_that_are_not_declared_are_recognised(rounds: int) -> None:
    """No event is accused; most rest on the acceleration."""
    resting = 0
    for index in range(6):
        event = first_rounds(accelerated_event(index), rounds)
        checked = check_text(write_as(event, Form.SILENT), event.name)
        found = {one.verdict for one in checked.rounds.values()}
        resting += Verdict.UNDECLARED_FACT in found and Meaning.DISCREPANT not in {one.outcome for one in found}
    assert resting >= 5


def test_a_system_and_its_acceleration_are_recognised_together() -> None:
    """Every two rounds of the file are one match; neither the system nor the Baku acceleration is declared."""
    checked = check_text(write_as(accelerated_event(0, 5, "double-swiss-2026"), Form.SILENT), "matches")
    assert {one.verdict for one in checked.rounds.values()} == {Verdict.UNDECLARED_FACT}
    assert checked.exit_status is ExitStatus.NOT_CHECKED
