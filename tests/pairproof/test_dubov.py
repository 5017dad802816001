"""The verdict on a pairing that is not that of the Dubov System: criterion, order, question, cause, drawing."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.findings import round_findings
from support.loops import require_items

from checker.planting import with_last_round
from checker.verdicts.first_difference import Balance, compare_assessments
from checker.verdicts.verdict import Verdict
from pairproof.cli.main import main
from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from reference_engines.dubov.rules import DUBOV_2018, DUBOV_2026
from reference_engines.frame.results import BracketKind, GenerationStep, Pair
from reference_engines.misreadings import misreadings_of
from reports.drawing import Mark, Naming, draw
from tournaments import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

    from reference_engines.frame.rules import Rules
    from tournaments.model import Event


def played_by(rules: Rules, players: int = 20, rounds: int = 5) -> Event:
    """Play an event."""
    plan = EventPlan(players=players, rounds=rounds, rates=Rates(draw=0.3), system_code="FIDE_DUBOV")
    return play(plan, lambda event, number: rules.open(event).round(number).expected(), random.Random(3))


def altered(identifier: str) -> Rules:
    """Return the rules under a misreading."""
    return next(one for one in misreadings_of(DUBOV_2026) if one.identifier == identifier).rules(DUBOV_2026)


@pytest.mark.parametrize(
    ("identifier", "step", "article", "article_2018"),
    [
        ("upfloaters-largest-tpn", GenerationStep.UPFLOATERS, "4.2", "D.1"),
        ("shifters-from-the-top", GenerationStep.SHIFTERS, "4.3", "D.2"),
        ("s1-by-tpn", GenerationStep.TRANSPOSITION, "4.4", "D.3"),
    ],
)
def test_the_order_names_the_choice(identifier: str, step: GenerationStep, article: str, article_2018: str) -> None:
    """Upfloaters, shifters or transposition, with the article of the edition."""
    event = played_by(altered(identifier))
    for system, printed in (("dubov-2026", article), ("dubov-2018", article_2018)):
        later = [found for found in round_findings(event, system) if found.verdict is Verdict.LATER_IN_ORDER]
        orders = {
            (found.argument.deciding_order.step, found.argument.deciding_order.article)
            for found in later
            if found.argument.deciding_order
        }
        assert (step, printed) in orders
        assert not any(found.verdict is Verdict.REFERENCE_FAULT for found in round_findings(event, system))


def test_a_criterion_names_the_bracket() -> None:
    """C6 came last in the other program."""
    worse = [
        found
        for found in round_findings(played_by(altered("c6-last"), 30, 7), "dubov-2026")
        if found.verdict is Verdict.WORSE
    ]
    assert worse
    decided = [found.argument.deciding_criterion for found in worse if found.argument.deciding_criterion]
    assert {(one.label, one.article) for one in decided} == {("C6", "2.3.2")}


def test_any_exchange_of_two_is_worse_or_later_or_illegal() -> None:
    """Never better: each is put on the scales beside the right pairing, by both editions."""
    event = played_by(DUBOV_2026, 13, 5)
    rng = random.Random(1)
    for rules in (DUBOV_2026, DUBOV_2018):
        prepared = rules.open(event)
        for number in require_items(prepared.recorded_rounds):
            posed = prepared.round(number)
            right = posed.expected()
            ours = posed.assess(right)
            assert compare_assessments(ours, ours).balance is Balance.INDISTINGUISHABLE
            for _ in range(20):
                one, other = rng.sample(right.pairs, 2)
                wrong = replace(
                    right,
                    pairs=(
                        *(pair for pair in right.pairs if pair not in (one, other)),
                        Pair(one.white, other.white),
                        Pair(one.black, other.black),
                    ),
                )
                theirs = posed.assess(wrong)
                if not theirs.violations:
                    assert compare_assessments(theirs, ours).balance in (Balance.WORSE, Balance.LATER)


def test_the_bye_is_a_step_of_its_own() -> None:
    """Judged by score, games and TPN; the brackets follow from 2."""
    event = played_by(DUBOV_2026, 9, 3)
    third_round = DUBOV_2026.open(event).round(3)
    first, *brackets = third_round.assess(third_round.expected()).brackets
    assert (first.kind, first.number) == (BracketKind.BYE, 1)
    assert [value.article for value in first.values] == ["3.1.3", "3.1.4", "3.1.5"]
    assert [bracket.number for bracket in brackets] == list(range(2, len(brackets) + 2))
    assert all(
        [value.label for value in bracket.values] == ["C5", "C6", "C7", "C8", "C9", "C10"] for bracket in brackets
    )


def test_a_bracket_is_drawn_with_s1_and_who_came_up() -> None:
    """S1 in its order on the left; upfloaters and shifted players are marked."""
    event = played_by(DUBOV_2026)
    prepared = DUBOV_2026.open(event)
    rounds = (prepared.round(number) for number in prepared.recorded_rounds)
    assessed = (one.assess(one.expected()).brackets for one in rounds)
    bracket = next(one for brackets in assessed for one in brackets if one.upfloaters and one.generation.moved_to_s1)
    drawing = draw(bracket, Naming(name=lambda tpn: f"P{tpn}", before=lambda _: ""), frozenset())
    left = [label.lines[0].text.split()[0] for label in drawing.labels if label.on_left]
    assert left == [str(tpn) for tpn in bracket.generation.choices[-1].s1]
    marks = {int(label.lines[0].text.split()[0]): label.mark for label in drawing.labels}
    assert {tpn for tpn, mark in marks.items() if mark is Mark.RISES} == {*bracket.upfloaters}
    assert {tpn for tpn, mark in marks.items() if mark is Mark.EXCHANGED} == {
        *bracket.generation.moved_to_s1,
        *bracket.generation.moved_to_s2,
    } - {*bracket.upfloaters}
    assert "Shifted between G1 and G2" in drawing.description


def test_questions_and_causes_are_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """explain, why-not and what-if speak of upfloaters and shifters; causes finds the misreading."""
    event = played_by(altered("s1-by-tpn"), 12, 4)
    path = tmp_path / "event.trf"
    path.write_text(write_trf26(event), "utf-8")
    assert main(["causes", str(path)]) in (0, 1)
    assert "as if S1 went by TPN (3.2.5)" in capsys.readouterr().out
    fourth_round = DUBOV_2026.open(event).round(4)
    board, *_, last_board = fourth_round.expected().pairs
    main(["explain", str(path), "--round", "4", "--board", "1"])
    assert "Why:" in capsys.readouterr().out
    brackets = fourth_round.assess(fourth_round.expected()).brackets
    upfloater = next(tpn for bracket in brackets for tpn in bracket.upfloaters)
    main(["explain", str(path), "--round", "4", "--player", str(upfloater)])
    assert f"{upfloater:03} floats up from" in " ".join(capsys.readouterr().out.split())
    main(["why-not", str(path), "--round", "4", str(board.white), str(last_board.black)])
    said = " ".join(capsys.readouterr().out.split())
    assert "should not play each other" in said
    assert "upper half" not in said
    main(["what-if", str(path), "--round", "4", "--absent", str(board.black)])
    assert "would" in capsys.readouterr().out


def test_a_round_that_is_recorded_rightly_agrees_whatever_its_boards() -> None:
    """The order of boards is not a discrepancy of pairing."""
    event = played_by(DUBOV_2026, 10, 3)
    right = DUBOV_2026.open(event).round(3).expected()
    assert round_findings(with_last_round(event, right), "dubov-2026")[-1].verdict is Verdict.AGREE
