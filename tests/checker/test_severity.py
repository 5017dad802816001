"""Which of several findings on a round is the mildest."""

from __future__ import annotations

from itertools import pairwise

import pytest

from checker.findings import Differences, RoundFinding
from checker.verdicts.interpretations import VERDICTS_BY_SEVERITY, is_more_favourable, is_right, severity
from checker.verdicts.verdict import Outcome, Verdict
from reference_engines.frame.results import Pair, RoundPairing

_GAMES = (Pair(1, 4), Pair(2, 5), Pair(3, 6))


def finding_with(verdict: Verdict, wrong: int = 1) -> RoundFinding:
    """Make a finding with a number of discrepant pairs."""
    return RoundFinding(
        event="toy",
        round_number=1,
        verdict=verdict,
        sentence="",
        recorded=RoundPairing(pairs=_GAMES),
        differences=Differences(recorded_only=_GAMES[:wrong]),
    )


def test_every_verdict_on_what_was_judged_has_its_place() -> None:
    """No verdict is twice in the order; what is missing could not be judged."""
    assert len(set(VERDICTS_BY_SEVERITY)) == len(VERDICTS_BY_SEVERITY)
    missing = set(Verdict).difference(VERDICTS_BY_SEVERITY)
    assert {verdict.outcome for verdict in missing} == {Outcome.UNCHECKED}


@pytest.mark.parametrize(("milder", "harsher"), list(pairwise(VERDICTS_BY_SEVERITY)))
def test_the_verdict_comes_before_the_number_of_pairs(milder: Verdict, harsher: Verdict) -> None:
    """Three reversed pairs are milder than one wrong pair."""
    assert severity(finding_with(milder, 3)) < severity(finding_with(harsher, 1))


def test_of_one_verdict_fewer_pairs_are_milder() -> None:
    """And as many are not."""
    assert is_more_favourable(finding_with(Verdict.COLOURS, 1), finding_with(Verdict.COLOURS, 2))
    assert not is_more_favourable(finding_with(Verdict.COLOURS, 2), finding_with(Verdict.COLOURS, 2))


@pytest.mark.parametrize("verdict", [Verdict.CRASH, Verdict.TIMEOUT, Verdict.UNSUPPORTED, Verdict.UNREADABLE])
def test_an_unjudged_round_is_never_milder(verdict: Verdict) -> None:
    """An interpretation under which our engine fails is not an excuse."""
    assert not is_more_favourable(finding_with(verdict), finding_with(Verdict.ILLEGAL, 3))


def test_a_fault_of_ours_is_excused_by_what_is_right_only() -> None:
    """A milder accusation must not hide it."""
    assert not is_more_favourable(finding_with(Verdict.COLOURS), finding_with(Verdict.REFERENCE_FAULT))
    assert is_more_favourable(finding_with(Verdict.AGREE), finding_with(Verdict.REFERENCE_FAULT))
    assert is_right(finding_with(Verdict.AGREE))
