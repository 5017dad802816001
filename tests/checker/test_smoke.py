"""The smoke test asks what it says that it asks, and reports what a program really does."""

from __future__ import annotations

import datetime as dt
import sys
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from checker.planting import RANK_ORDER, PlantedError, PlantedStandings, recorded_pairing
from checker.programs.command import CommandProgram
from checker.programs.description import Description, GenerateCommand, Source
from checker.programs.program import (
    CheckerAnswer,
    Claims,
    EventFeature,
    FailureKind,
    Identity,
    Program,
    ProgramError,
    require_supported,
)
from checker.programs.smoke import Trial, events_of, judge_smoke, same, smoke, try_checker
from checker.standings.check import judge_standings
from checker.standings.findings import StandingsVerdict
from checker.verdicts.team_events import cut_before_round
from pairproof.cli.program import write_smoke_report
from random_tournaments.axes import PLAIN, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.model import Event, ScoringSystem
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

EDITIONS = ("dutch-2026", "dutch-2017")
TEAM_EDITIONS = ("team-2026", "team-2024")


def without(trial: Trial, event: Event) -> Event:
    """Return the event as a program sees it that takes no notice of what is tried."""
    match trial:
        case Trial.BYES:
            return replace(event, requested_byes=(), team_byes=())
        case Trial.BAKU:
            code = event.system.code.removesuffix("_BAKU")
            return replace(event, system=replace(event.system, code=code), virtual_points=())
        case Trial.FORBIDDEN:
            return replace(event, forbidden=())
        case Trial.SCORING:
            players = tuple(replace(player, points=None) for player in event.players)
            return replace(event, scoring=ScoringSystem(), match_points=None, players=players)
    return event


@pytest.mark.parametrize("system", [*EDITIONS, *TEAM_EDITIONS])
@pytest.mark.parametrize("trial", [trial for trial in Trial if trial is not Trial.PLAIN])
def test_every_trial_has_a_round_that_what_is_tried_decides(trial: Trial, system: str) -> None:
    """A program that ignores it cannot pass."""
    engine = engine_for(system)
    differing = 0
    for event in events_of(trial, system):
        for number in range(1, event.rounds_recorded + 1):
            try:
                ignorant = engine.open(without(trial, cut_before_round(event, number))).round(number).expected()
            except NoLegalPairingError:
                continue
            differing += not same(ignorant, recorded_pairing(event, number))
    assert differing > 0


@pytest.mark.parametrize(("system", "second_system"), [EDITIONS, EDITIONS[::-1]])
def test_editions_differ_in_every_plain_event(system: str, second_system: str) -> None:
    """Three small events; a program cannot pass by another edition."""
    events = events_of(Trial.PLAIN, system)
    assert len(events) == 3
    for event in events:
        answers = [
            engine_for(second_system).open(cut_before_round(event, number)).round(number).expected()
            for number in range(1, event.rounds_recorded + 1)
        ]
        assert any(not same(answer, recorded_pairing(event, number)) for number, answer in enumerate(answers, start=1))


@cache
def pairing_by(system: str, event: Event, round_number: int) -> RoundPairing:
    """Pair by an edition; all programs of these tests are asked about the same few events."""
    return engine_for(system).open(event).round(round_number).expected()


class Candidate(Program):
    """A program in this process: pairs by an edition, checks by it, generates by it."""

    identity = Identity(name="candidate", version="1")
    transport = "in process"
    claims = Claims(systems=("lost-1900", "dutch-2026"), pairs=True, checks=True, generates=True)

    def __init__(self, system: str = "dutch-2026", *, blind_to_colours: bool = False, orders: str = "") -> None:
        """
        Take the edition, whether its checker looks at pairs only, and how it judges rank orders.

        ``orders`` are ``right``, ``blind``, by the edition ``before``, or ``cross`` (objecting to all of them).
        """
        self._system, self._blind, self._orders = system, blind_to_colours, orders
        self.claims = replace(type(self).claims, standings=bool(orders))

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        """Pair by the edition."""
        return pairing_by(self._system, event, round_number)

    def check(self, event: Event) -> CheckerAnswer:
        """Pair every round again."""
        wrong = set()
        for number in range(1, event.rounds_recorded + 1):
            ours, theirs = self.pair(event, number), recorded_pairing(event, number)
            if self._blind:
                alike = {pair.players for pair in ours.pairs} == {pair.players for pair in theirs.pairs}
            else:
                alike = same(ours, theirs)
            if not alike:
                wrong.add(number)
        return CheckerAnswer(wrong_rounds=frozenset(wrong), wrong_standings=self._objects_to_order(event))

    def _objects_to_order(self, event: Event) -> bool | None:
        if not self._orders:
            return None
        if self._orders in ("blind", "cross"):
            return self._orders == "cross"
        dated = replace(event, start=dt.date(2025, 5, 1)) if self._orders == "before" else event
        finding = judge_standings(dated)
        return finding is not None and finding.verdict is StandingsVerdict.WRONG

    def generate(self, seed: int) -> Event:
        """Play by the edition."""
        return (
            Batch(seed=seed, axes=replace(PLAIN, players=Span(8, 12), rounds=Span(4, 4)), system=self._system)
            .play(0)
            .event
        )

    def close(self) -> None:
        """Nothing runs."""


def test_a_right_program_passes() -> None:
    """In all its abilities; an unknown claim is not tried."""
    report = smoke(Candidate())
    assert report.pairs
    assert report.can_check
    assert {trial.system for trial in report.pairings} == {"dutch-2026"}
    assert all(trial.agreed == trial.answered == trial.rounds for trial in report.pairings)
    assert all(trial.agreed == trial.rounds > 0 for trial in report.generated)
    (system, first, answered), *others = report.editions
    assert (system, first) == ("dutch-2026", answered)
    assert all(agreed < answered for _, agreed, answered in others)


def test_a_program_of_another_edition_gets_that_edition_named() -> None:
    """It fails by the edition that it claims, and the report names the one whose answers it gives."""
    report = smoke(Candidate("dutch-2017"))
    assert not report.pairs
    assert not report.can_check
    system, agreed, answered = report.editions[0]
    assert (system, agreed) == ("dutch-2017", answered)


def test_a_checker_that_is_blind_to_colours_is_refused() -> None:
    """It passes everything else."""
    report = smoke(Candidate(blind_to_colours=True))
    assert [check.error.value for check in report.checks if check.error and not check.is_right] == ["reversed colours"]
    assert not report.can_check


def test_a_checker_that_judges_rank_orders_is_shown_wrong_ones() -> None:
    """One of each kind, and a right one; one that judges none is asked nothing of the kind."""
    checks = try_checker(Candidate(orders="right"), "dutch-2026")
    assert all(check.is_right for check in checks)
    assert [check.error for check in checks if check.wrong_round == RANK_ORDER] == list(PlantedStandings)
    assert not any(check.wrong_round == RANK_ORDER for check in try_checker(Candidate(), "dutch-2026"))


@pytest.mark.parametrize(
    ("orders", "wrong"),
    [
        ("blind", set(PlantedStandings)),
        ("before", {PlantedStandings.OLDER_EDITION}),
        ("cross", {None, *PlantedError}),
    ],
)
def test_a_checker_that_judges_rank_orders_wrongly_is_refused(orders: str, wrong: set[object]) -> None:
    """Blind to them, an edition behind, or objecting to right ones."""
    checks = try_checker(Candidate(orders=orders), "dutch-2026")
    assert {check.error for check in checks if not check.is_right} >= wrong


def test_a_checker_of_the_wrong_edition_cries_over_clean_events() -> None:
    """That alone refuses it."""
    clean = [check for check in smoke(Candidate("dutch-2017")).checks if check.error is None]
    assert len(clean) == 3
    assert not all(check.is_right for check in clean)


def test_a_generator_of_damaged_events_is_found_out(tmp_path: Path) -> None:
    """Events of another edition, an event that cannot be read, a generator that fails."""
    other = event_text(tmp_path, write_trf26(events_of(Trial.PLAIN, "dutch-2017")[1]))
    wrong, again = smoke(generator(f"print(open({other!r}).read())"), ("dutch-2026",)).generated
    assert wrong.agreed < wrong.rounds
    assert again.rounds == wrong.rounds
    for script, said in (("print('x')", "cannot be made out"), ("raise SystemExit(3)", "exit status 3")):
        report = smoke(generator(script), ("dutch-2026",))
        assert said in report.generated[0].failure
        assert report.has_generator
        assert not report.does_pair
        assert not report.has_checker


def event_text(folder: Path, text: str) -> str:
    """Write a file and return its name."""
    file = folder / "event.trf"
    file.write_text(text)
    return str(file)


def generator(script: str) -> CommandProgram:
    """Return a program that generates by a line of Python."""
    command = GenerateCommand(command=(sys.executable, "-c", script), read=Source.STDOUT)
    return CommandProgram(Description(name="generator", generate=command))


class Failing(Candidate):
    """Pairs two rounds, then crashes."""

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        """Fail from the third round on."""
        if round_number > 2:
            raise ProgramError(FailureKind.CRASHED, "signal 11")
        return super().pair(event, round_number)


def test_a_repeated_pair_is_a_different_answer() -> None:
    """The same games on other boards are not."""
    games = (Pair(1, 3), Pair(4, 2))
    assert same(RoundPairing(pairs=games, bye=None), RoundPairing(pairs=games[::-1], bye=None))
    assert not same(RoundPairing(pairs=(*games, games[0]), bye=None), RoundPairing(pairs=games, bye=None))


def test_answers_before_a_failure_count() -> None:
    """The first failure of each trial is reported."""
    plain = smoke(Failing()).pairings[0]
    assert (plain.agreed, plain.answered, plain.rounds) == (2, 2, 15)
    assert plain.failure == "round 3: failed: signal 11"


class WithoutByes(Candidate):
    """Declares that it does no requested byes and no other scoring, and keeps to that."""

    claims = replace(
        Candidate.claims,
        unsupported=(EventFeature.HALF_POINT_BYES, EventFeature.ABSENCES, EventFeature.OTHER_SCORING),
    )

    def check(self, event: Event) -> CheckerAnswer:
        """Refuse an event with a declared feature."""
        require_supported(event, self.claims.unsupported)
        return super().check(event)

    def pair(self, event: Event, round_number: int) -> RoundPairing:
        """Refuse an event with a declared feature."""
        require_supported(event, self.claims.unsupported)
        return super().pair(event, round_number)


def test_a_checker_is_shown_errors_in_events_that_it_supports() -> None:
    """A declared limit neither refuses a checker nor hides a kind of error from it."""
    checks = try_checker(WithoutByes(), "dutch-2026")
    assert all(check.is_right for check in checks)
    assert {check.error for check in checks} == {None, *PlantedError}


def test_what_a_program_does_not_support_is_told_as_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    """Never as a number of wrong rounds."""
    report = smoke(WithoutByes(), ("dutch-2026",))
    write_smoke_report(report)
    told = {line[16:46].strip(): line[46:] for line in capsys.readouterr().out.splitlines()}
    assert told["plain events"] == "15 of 15"
    assert told["another scoring (3-1-0)"] == "not asked"
    assert judge_smoke(report).status == 0
