"""
Positions in which engines written from the regulations alone differ from ours, or follow another reading.

The round that matters is in the name of the file: the other rounds are those of an event that was played out. What ends
in ``_right`` is the same event with that round as our engine pairs it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from checker.check import CheckOptions, check_file
from checker.findings import EventHeader, RoundFinding
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.dubov.rules import DUBOV_2026
from tournaments import ProblemCode, read_event

if TYPE_CHECKING:
    from collections.abc import Iterator

POSITIONS = Path(__file__).parents[1] / "data" / "independent"
RESTING = {
    "burstein/COMBINED_1.7.2.2_r5": "BURSTEIN-ABSENT-FORFEIT",
    "burstein/OPENGAP_1.7.2.2_r4": "BURSTEIN-ABSENT",
    "burstein/OPENGAP_5.2.1_r4": "SPP-2026-08",
    "double_swiss/bye-standing-00060-4": "DOUBLE-BYE-SCORE",
    "double_swiss/float-standing-00019-2": "DOUBLE-FLOAT",
    "double_swiss/hrp-standing-00007-2": "DOUBLE-ACCELERATED",
    "double_swiss/parity-HF-00015-1": "SPP-2026-08",
    "dubov/GAP_3.1.3-virtual_r2": "DUBOV-BYE-SCORE",
    "dubov/GAP_5.2.1-halfpointbye_r1": "SPP-2026-08",
    "dubov/GAP_5.2.5-virtual_r2": "DUBOV-HIGHER-RANKED",
}
"""Files of which the round is right by the other side of an entry."""
REFUSED = {"double_swiss/baku310", "double_swiss/dutch-baku310", "double_swiss/team-baku310-refused"}
"""Files that declare the Baku acceleration with 3-1-0."""
WRITTEN_BY_HAND = "double_swiss/odd-FFZ"
CONTRADICTED = "dubov/DUBOV-UPFLOAT-FORFEIT_other_r7"


def name_of(file: Path) -> str:
    """Return the name of a position."""
    return f"{file.parent.name}/{file.stem}"


def path_of(name: str) -> Path:
    """Return the file of a position."""
    return POSITIONS / f"{name}.trf"


def positions() -> Iterator[str]:
    """Yield the names of all positions."""
    yield from (name_of(file) for file in sorted(POSITIONS.glob("*/*.trf")))


def judge_position(name: str) -> RoundFinding:
    """Judge the round that is in the name of a file."""
    found = re.search(r"_r(\d+)|-(\d+)$", name)
    assert found is not None
    number = int(found[1] or found[2])
    header, *rounds = check_file(path_of(name), CheckOptions(rounds=(number, number)))
    assert isinstance(header, EventHeader)
    (finding,) = rounds
    assert isinstance(finding, RoundFinding)
    return finding


def test_every_position_is_expected_to_be_something() -> None:
    """None is passed over."""
    right = {name for name in positions() if name.endswith("_right")}
    assert {name.removesuffix("_right") for name in right} <= RESTING.keys()
    assert {*positions()} == {*right, *RESTING, *REFUSED, WRITTEN_BY_HAND, CONTRADICTED}


@pytest.mark.parametrize("name", [name for name in positions() if name.endswith("_right")])
def test_a_round_as_our_engine_pairs_it_agrees(name: str) -> None:
    """By the sides taken."""
    assert judge_position(name).verdict is Verdict.AGREE


@pytest.mark.parametrize(("name", "entry"), RESTING.items())
def test_a_round_by_another_reading_is_not_wrong(name: str, entry: str) -> None:
    """It names the entry of the register on which it rests."""
    finding = judge_position(name)
    assert (finding.verdict, finding.rests_on) == (Verdict.AMBIGUOUS_RULE, (entry,))


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_the_baku_acceleration_is_refused_where_its_premise_does_not_hold(name: str) -> None:
    """C.04.7:1.1: of players, of matches of two games and of teams; and the file is remarked upon."""
    (header,) = check_file(path_of(name))
    assert isinstance(header, EventHeader)
    assert header.verdict is Verdict.UNSUPPORTED
    assert "a win is worth two draws, and a loss nothing (C.04.7:1.1)" in header.refusal
    assert ProblemCode.BAKU_SCORING in {problem.code for problem in header.problems}


def test_a_full_point_bye_in_one_game_is_not_called_illegal() -> None:
    """DOUBLE-SINGLE-BYE; the rounds were written by hand, and their colours are not those of 4.3."""
    header, *rounds = check_file(path_of(WRITTEN_BY_HAND))
    assert isinstance(header, EventHeader)
    assert ProblemCode.BYE_FOR_ONE_GAME in {problem.code for problem in header.problems}
    last = rounds[-1]
    assert isinstance(last, RoundFinding)
    assert (last.verdict, last.rests_on) == (Verdict.COLOURS, ("DOUBLE-SINGLE-BYE",))
    assert "(4.3.4)" in last.sentence


def test_a_side_that_another_round_contradicts_excuses_nothing() -> None:
    """Round 7 was altered in an event whose round 3 is right only if forfeited pairings are upfloats."""
    finding = judge_position(CONTRADICTED)
    assert finding.verdict.outcome is Outcome.DISCREPANT
    assert "By the other side of DUBOV-UPFLOAT-FORFEIT it would be right, but round 3 contradicts" in finding.sentence
    prepared = DUBOV_2026.open(read_event(path_of(CONTRADICTED)).event)
    alone = judge_pairing(prepared, 7, prepared.round(7).posted, RoundContext(event="alone"))
    assert (alone.verdict, alone.rests_on) == (Verdict.AMBIGUOUS_RULE, ("DUBOV-UPFLOAT-FORFEIT",))
