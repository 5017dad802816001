"""
Small positions in which one rule of the Dutch system decides, with answers worked out from the text.

Beside this file, ``cases/positions`` holds the positions, and ``cases/dutch_2026.toml`` and ``dutch_2017.toml`` say of
each what is right, what a program without the rule would pair, and why. Nothing here shares code with a criterion.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from reference_engines.coverage.dutch_leaving_out import relaxable_criteria
from reference_engines.definitions.player_states import Strength
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.frame.rules import PreparedEvent
from reference_engines.frame.systems import engine_for
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from reference_engines.dutch.edition import DutchText
    from reference_engines.frame.rules import PreparedEvent

CASES = Path(__file__).parents[2] / "data" / "cases"
EDITIONS = ("dutch-2026", "dutch-2017")
COLOURS = {
    "dutch-2026": {"5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"},
    "dutch-2017": {"E.1", "E.2", "E.3", "E.4", "E.5"},
}
ORDER = {"dutch-2026": {"4.2.2", "4.3.2", "4.4.2"}, "dutch-2017": {"D.1", "D.2", "D.3"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A position under one edition."""

    edition: str
    rule: str
    """The rule that the case is about, as printed."""
    position: str
    round: int
    """The round to be paired, one after the last recorded."""
    right: str
    """Pairs, White first, in board order, and the bye."""
    wrong: str
    verdict: str
    label: str = ""
    """The criterion that the verdict on the wrong pairing must name; empty where order or colours decide."""
    article: str
    neighbour: str = ""
    """A position that differs in one fact, and in which the wrong pairing is right."""
    why: str

    @property
    def name(self) -> str:
        """Name of the case for the test's report."""
        return f"{self.edition}-{self.position}"


def _read(edition: str) -> list[Case]:
    table = tomllib.loads((CASES / f"{edition.replace('-', '_')}.toml").read_text(encoding="utf-8"))
    return [Case(edition=edition, **entry) for entry in table["case"]]


ALL = [case for edition in EDITIONS for case in _read(edition)]
every_case = pytest.mark.parametrize("case", ALL, ids=[case.name for case in ALL])


@cache
def session_of(edition: str, position: str) -> PreparedEvent:
    """Open a position under an edition."""
    event = read_event(CASES / "positions" / f"{position}.trf").event
    assert event is not None
    return engine_for(edition).open(event)


def pairing(text: str) -> RoundPairing:
    """Read ``3-5 4-1 2-bye``."""
    words = [word.split("-") for word in text.split()]
    byes = [int(one) for one, other in words if other == "bye"]
    pairs = tuple(Pair(int(one), int(other)) for one, other in words if other != "bye")
    return RoundPairing(pairs=pairs, bye=byes[0] if byes else None)


def judge_case(case: Case, text: str) -> RoundFinding:
    """Judge a pairing of the case's round."""
    context = RoundContext(event=case.position, board_order=True)
    return judge_pairing(session_of(case.edition, case.position), case.round, pairing(text), context)


def deciding_articles(finding: RoundFinding) -> set[tuple[str, str]]:
    """Return the deciding labels and articles of a verdict; the label is empty for order and colours."""
    found = {(violation.label, violation.article) for violation in finding.argument.violations}
    found |= {("", ruling.article) for ruling in finding.argument.colour_rulings}
    if finding.argument.deciding_criterion is not None:
        found.add((finding.argument.deciding_criterion.label, finding.argument.deciding_criterion.article))
    if finding.argument.deciding_order is not None:
        found.add(("", finding.argument.deciding_order.article))
    return found


@every_case
def test_the_position_is_paired_as_worked_out_from_the_text(case: Case) -> None:
    """Pairs, colours, bye and boards are those of the argument; judged, they agree and rest on no open reading."""
    assert session_of(case.edition, case.position).round(case.round).expected() == pairing(case.right), case.why
    assert judge_case(case, case.right).verdict is Verdict.AGREE


@every_case
def test_the_pairing_without_the_rule_is_refused_for_the_article_named(case: Case) -> None:
    """The verdict names one article, the one that the argument names, and its label."""
    finding = judge_case(case, case.wrong)
    assert (finding.verdict.value, deciding_articles(finding)) == (case.verdict, {(case.label, case.article)}), case.why


@every_case
def test_the_literal_engines_pair_the_positions_alike(case: Case) -> None:
    """The other engine shares the criteria, but neither the search nor the order of candidates."""
    prepared = session_of(f"{case.edition}/literal", case.position)
    assert prepared.round(case.round).expected() == pairing(case.right)


@every_case
def test_score_preference_and_floats_are_those_counted_by_hand(case: Case) -> None:
    """The table at the head of each position says what its players bring to the round."""
    assert brought(case) == counted(case)


def brought(case: Case) -> dict[int, tuple[object, ...]]:
    """Return the engine's state of each player: score, preference, floats of the two latest rounds."""
    prepared = session_of(case.edition, case.position)
    field = prepared.round(case.round).participants
    columns = (field.tpn, field.score, field.strength, field.preference, *field.floated)
    return {tpn: tuple(values) for tpn, *values in zip(*(column.tolist() for column in columns), strict=True)}


def counted(case: Case) -> dict[int, tuple[object, ...]]:
    """Read the table of a position."""
    lines = (CASES / "positions" / f"{case.position}.trf").read_text(encoding="utf-8").splitlines()
    states: dict[int, tuple[object, ...]] = {}
    for line in lines:
        if not line.startswith("### ") or not line[4].isdigit():
            continue
        tpn, points, _, preference, floats = (cell.strip() for cell in line[4:].split("|"))
        strength, _, colour = preference.partition(" ")
        said = [words.strip() for words in floats.split(",")]
        if case.edition != "dutch-2017":
            said = [words for words in said if not words.endswith("by 2017 only")]
        direction = {int(words.split()[1]): {"down": 1, "up": -1}[words.split()[0]] for words in said if words != "-"}
        states[int(tpn)] = (
            round(10 * float(points)),
            Strength[strength.upper()],
            {"White": 1, "Black": -1, "": 0}[colour],
            direction.get(case.round - 1, 0),
            direction.get(case.round - 2, 0),
        )
    return states


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_criterion_and_every_article_on_order_and_colours_has_a_case(edition: str) -> None:
    """
    For each criterion there is a wrong pairing refused by it, for each article on colours and order another.

    Completion cannot be named: what is left over breaks an absolute criterion. It has its case by its printed name.
    """
    cases = [case for case in ALL if case.edition == edition]
    rules: DutchText = engine_for(edition)  # type: ignore[assignment]  # Dutch only
    criteria = {(label, article) for label, article, _ in relaxable_criteria(rules) if label != "C4"}
    assert criteria <= {(case.label, case.article) for case in cases}
    assert COLOURS[edition] | ORDER[edition] <= {case.article for case in cases if not case.label}
    assert any(case.rule in {"[C4] 2.2.1", "C.4"} for case in cases)


def test_neighbours_differ_in_one_fact_that_turns_the_answer_round() -> None:
    """The pairing that is wrong just before the boundary is right just after it, and the other way round."""
    by_name = {case.name: case for case in ALL}
    pairs = [(case, by_name[f"{case.edition}-{case.neighbour}"]) for case in ALL if case.neighbour]
    assert len(pairs) > 60
    for case, neighbour in pairs:
        assert (case.wrong, case.right, neighbour.neighbour) == (neighbour.right, neighbour.wrong, case.position)


def test_where_two_editions_differ_each_calls_the_others_answer_wrong() -> None:
    """The same position, another answer: most of what changed on 1 February 2026."""
    in_2017 = {case.position: case for case in ALL if case.edition == "dutch-2017"}
    parting = [case for case in ALL if case.edition == "dutch-2026" and case.position.startswith("parting_")]
    assert len(parting) >= 8
    for case in parting:
        assert (case.right, case.wrong) == (in_2017[case.position].wrong, in_2017[case.position].right)


def test_every_position_is_used_and_small() -> None:
    """No file lies about unread, and none has more than nine players."""
    files = {path.stem for path in (CASES / "positions").iterdir()}
    assert files == {case.position for case in ALL}
    for name in sorted(files):
        event = read_event(CASES / "positions" / f"{name}.trf").event
        assert event is not None
        assert len(event.players) <= 9
