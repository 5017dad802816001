"""The checker's verdicts on rounds of teams whose numbers, byes or preferences can be read in two ways."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.team_histories import event_of

from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.team.event import OtherSide
from reference_engines.team.rules import TEAM_2024, TEAM_2026, TEAM_DRAFT
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.team.rules import TeamRules

EDITIONS = (TEAM_2026, TEAM_2024, TEAM_DRAFT)


by_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition.key)


@pytest.mark.parametrize("initial", [Colour.WHITE, None])
def test_numbers_of_the_list_are_excused(initial: Colour | None) -> None:
    """TEAM-PARITY: with 1 away in round 1, and the initial-colour declared or to be inferred."""
    rows = (".", "4w= 3b=", "5w= 2w=", "2b= 5b=", "3b= 4w=")
    prepared = TEAM_2026.open(replace(event_of(*rows), initial_colour=initial))
    printed = replace(prepared.rules, other_sides=frozenset({OtherSide.PRINTED_NUMBERS})).open(prepared.source)
    ours = prepared.round(1).expected()
    turned = RoundPairing(pairs=tuple(Pair(pair.black, pair.white) for pair in ours.pairs))
    assert {printed.round(1).expected(), ours} == ({ours, turned} if initial else {ours})
    for pairing, verdict, named in (
        (ours, Verdict.AGREE, []),
        (turned, *((Verdict.AMBIGUOUS_RULE, ["TEAM-PARITY"]) if initial else (Verdict.COLOURS, []))),
    ):
        finding = judge_pairing(prepared, 1, pairing, RoundContext(event="parity"))
        assert finding.verdict is verdict
        assert [note.identifier for note in finding.readings] == named


@by_edition
def test_a_granted_bye_may_be_an_arrival(rules: TeamRules) -> None:
    """TEAM-PARITY: 1 is away and 2 has a half-point bye; by the other side 2 is the first team and 3 the second."""
    prepared = rules.open(replace(event_of(".", "H", "5w=", "6b=", "3b=", "4w="), initial_colour=Colour.WHITE))
    arrived = replace(prepared.rules, other_sides=frozenset({OtherSide.GRANTED_BYES_ARRIVE})).open(prepared.source)
    assert prepared.round(1).expected().pairs == (Pair(3, 5), Pair(6, 4))
    assert arrived.round(1).expected().pairs == (Pair(5, 3), Pair(4, 6))
    for pairing, verdict, named in (
        (prepared.round(1).expected(), Verdict.AGREE, []),
        (arrived.round(1).expected(), Verdict.AMBIGUOUS_RULE, ["TEAM-PARITY"]),
    ):
        finding = judge_pairing(prepared, 1, pairing, RoundContext(event="granted"))
        assert finding.verdict is verdict
        assert [note.identifier for note in finding.readings] == named


def test_reversed_colours_are_not_excused_if_all_are_present() -> None:
    """TEAM-PARITY is not open then."""
    prepared = TEAM_2026.open(event_of("3w=", "4b=", "1b=", "2w="))
    first, *rest = prepared.round(1).expected().pairs
    wrong = RoundPairing(pairs=(Pair(first.black, first.white), *rest))
    assert judge_pairing(prepared, 1, wrong, RoundContext(event="parity")).verdict is Verdict.COLOURS


def numbers(pairing: RoundPairing) -> set[frozenset[int]]:
    """Return the pairs as sets of team numbers."""
    return {pair.players for pair in pairing.pairs}


@by_edition
@pytest.mark.parametrize(
    ("rounds", "preferences", "verdict"), [(5, "B", Verdict.AMBIGUOUS_RULE), (6, "B", None), (5, "A", None)]
)
def test_a_strong_preference_of_the_last_round_is_read_either_way(
    rounds: int, preferences: str, verdict: Verdict | None, rules: TeamRules
) -> None:
    """TEAM-STRONG: team 1 with WWBB wants White, as 3 does, or has no preference; 2 wants Black, and 4 nothing."""
    rows = ("9w= 9w= 9b= 9b=", "9w= 9b= 9w= H", "9b= 9w= 9b= H", "9w= 9b= 9w= 9b=")
    prepared = rules.open(event_of(*rows, code=f"FIDE_TEAM_TYPE{preferences}_MP_GP", rounds=rounds))
    other = replace(prepared.rules, other_sides=frozenset({OtherSide.STRONG_IN_LAST_ROUND})).open(prepared.source)
    if verdict is None:
        assert other.round(5).expected() == prepared.round(5).expected()
        return
    assert numbers(prepared.round(5).expected()) == {frozenset({1, 4}), frozenset({2, 3})}
    assert numbers(other.round(5).expected()) == {frozenset({1, 3}), frozenset({2, 4})}
    finding = judge_pairing(prepared, 5, other.round(5).expected(), RoundContext(event="strong"))
    assert finding.verdict is verdict
    assert [note.identifier for note in finding.readings] == ["TEAM-STRONG"]
