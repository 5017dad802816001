"""The gate: what is taken, what is not, and why."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from support.built_excuses import Scope, build
from support.events import event
from support.reduction import beginning_of, rules
from support.stripped_events import Form, write_as

from checker.programs.program import FailureKind, ProgramError
from checker.reduction.gate import DiscrepancyMark, Fate, Gate, Keep, ShownDiscrepancy, Terms, look
from checker.reduction.passes import fewer_players
from checker.reduction.situation import Situation, situation_of
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from tournaments import parse_event
from tournaments.model import Colour

FOUR = event(("", "", "", ""), rounds_declared=3, initial_colour=Colour.WHITE)
"""By the rules 1 - 3 and 4 - 2."""
RIGHT = RoundPairing(pairs=(Pair(1, 3), Pair(4, 2)))
WRONG = RoundPairing(pairs=(Pair(1, 2), Pair(4, 3)))
REVERSED = RoundPairing(pairs=(Pair(3, 1), Pair(4, 2)))


def _look(pairing: RoundPairing, before: object = FOUR, **terms: object) -> ShownDiscrepancy | Fate:
    return look(Situation(before=before), Terms(rules=rules(), answers=lambda _: pairing, **terms))  # type: ignore[arg-type]  # whatever field a test gives


def _gate(pairing: RoundPairing, most: int = 10) -> Gate:
    """Return a gate before which a program errs in a first round of six."""
    six = replace(event(("",) * 6, rounds_declared=3, initial_colour=Colour.WHITE), headers=(("172", "x"),))
    wrong = RoundPairing(pairs=(Pair(1, 2), Pair(4, 3), Pair(5, 6)))
    shown = look(Situation(before=six), Terms(rules=rules(), answers=lambda _: wrong))
    assert isinstance(shown, ShownDiscrepancy)
    return Gate(terms=Terms(rules=rules(), answers=lambda _: pairing), most_questions=most, present=shown)


def test_a_right_pairing_shows_nothing() -> None:
    """It has no discrepancy to keep."""
    assert _look(RIGHT) is Fate.AGREES


def test_a_discrepancy_is_known_by_verdict_and_by_what_decides() -> None:
    """The order of generation here, by its article; nothing but the verdict if only that is kept."""
    found = _look(WRONG)
    assert isinstance(found, ShownDiscrepancy)
    assert found.mark == DiscrepancyMark(verdict=Verdict.LATER_IN_ORDER, decided_by="4.3.2")
    assert found.involved == {1, 2, 3, 4}
    by_verdict = _look(WRONG, keep=Keep.VERDICT)
    assert isinstance(by_verdict, ShownDiscrepancy)
    assert by_verdict.mark == DiscrepancyMark(verdict=Verdict.LATER_IN_ORDER)


def test_a_round_that_the_whole_event_explains_is_not_the_kept_discrepancy() -> None:
    """Two rounds under an acceleration that the file does not declare are wrong one by one, and excused together."""
    attempts = (build("dutch-2026", "upper-half-3", Scope.EVERY, 3, index) for index in count())
    built = next(one for one in attempts if one is not None and len(one.wrong_rounds) > 1)
    silent = parse_event(write_as(built.event, Form.SILENT)).event
    assert silent is not None
    candidate = situation_of(silent, built.wrong_rounds[-1], asks=False)
    assert candidate.recorded is not None
    found = look(candidate, Terms(rules=rules()))
    assert isinstance(found, ShownDiscrepancy)
    assert look(candidate, Terms(rules=rules()), found.mark) is Fate.EXPLAINED


def test_a_program_that_denies_the_pairing_errs() -> None:
    """The event then ends before the round, because it has no pairing."""

    def despair(_: Situation) -> RoundPairing:
        raise NoLegalPairingError("none")

    found = look(Situation(before=FOUR), Terms(rules=rules(), answers=despair))
    assert isinstance(found, ShownDiscrepancy)
    assert found.mark.verdict is Verdict.ILLEGAL
    assert found.event.rounds_recorded == 0


def test_a_program_that_fails_shows_nothing() -> None:
    """A crash is not a pairing."""

    def crash(_: Situation) -> RoundPairing:
        raise ProgramError(FailureKind.CRASHED, "")

    assert look(Situation(before=FOUR), Terms(rules=rules(), answers=crash)) is Fate.FAILED


def test_an_event_that_the_regulation_cannot_pair_is_left_alone() -> None:
    """If all players have met, the regulation has no pairing to compare with."""
    met = event(("2w=", "1b="), rounds_declared=3)
    assert _look(WRONG, met) is Fate.UNPLAYABLE


@pytest.mark.parametrize(("heeds", "is_shown"), [(True, False), (False, True)])
def test_the_history_stays_legal(*, heeds: bool, is_shown: bool) -> None:
    """Candidates with a rematch are skipped, unless the original event has one, too."""
    rows = ("2w= 2b=", "1b= 1w=", "4w= 4b=", "3b= 3w=")
    again = event(rows, rounds_declared=9, initial_colour=Colour.WHITE)
    found = _look(RoundPairing(pairs=(Pair(1, 4), Pair(2, 3))), again, heeds_history=heeds)
    assert isinstance(found, ShownDiscrepancy) is is_shown
    assert is_shown or found is Fate.ILLEGAL_HISTORY


def test_by_rules_every_earlier_round_is_right() -> None:
    """A legal round that the regulation would pair otherwise is enough to refuse an event."""
    legal = event(("2w=", "1b=", "4w=", "3b="), rounds_declared=9, initial_colour=Colour.WHITE)
    wrong = RoundPairing(pairs=(Pair(4, 1), Pair(3, 2)))
    assert isinstance(_look(wrong, legal), ShownDiscrepancy)
    assert _look(wrong, legal, by_rules=True) is Fate.ILLEGAL_HISTORY


def test_a_simpler_event_that_shows_the_same_is_taken() -> None:
    """It is the present one from then on."""
    gate = _gate(WRONG)
    assert gate.decide_fate(Situation(before=FOUR)) is Fate.TAKEN
    assert gate.present.situation.before == FOUR


def test_a_candidate_that_is_not_simpler_is_not_asked_about() -> None:
    """An equal one is not simpler either."""
    gate = _gate(WRONG)
    assert gate.decide_fate(gate.present.situation) is Fate.NOT_SIMPLER
    assert gate.questions == 0


def test_nothing_is_asked_twice() -> None:
    """A candidate that comes again is known."""
    gate = _gate(RIGHT)
    assert [gate.decide_fate(Situation(before=FOUR)) for _ in range(2)] == [Fate.AGREES, Fate.KNOWN]
    assert gate.questions == 1


def test_another_discrepancy_is_kept_and_not_followed() -> None:
    """The present one stays, and the first of each other kind is kept."""
    gate = _gate(REVERSED)
    before = gate.present
    assert gate.decide_fate(Situation(before=FOUR)) is Fate.OTHER
    assert gate.present is before
    (kept,) = gate.others.values()
    assert kept.mark.verdict is Verdict.COLOURS
    assert kept.situation.before == FOUR


def test_questions_are_spent() -> None:
    """No question is left after as many as were allowed."""
    gate = _gate(RIGHT, most=1)
    assert not gate.is_spent
    gate.consider(Situation(before=FOUR))
    assert gate.is_spent


def test_a_pairing_that_is_carried_along_is_judged_without_a_program() -> None:
    """The recorded round of the reduced event is what was recorded of its players."""
    shown = beginning_of("pair_without_c14").shown
    recorded = situation_of(shown.event, shown.situation.round_number, asks=False)
    assert recorded.recorded is not None
    for candidate in fewer_players(replace(shown, situation=recorded)):
        assert candidate.recorded is not None
        there = {tpn for pair in candidate.recorded.pairs for tpn in pair.players} | {candidate.recorded.bye}
        away = candidate.away
        assert there - {None} == {player.tpn for player in candidate.before.players} - away
