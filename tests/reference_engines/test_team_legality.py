"""The violations of a recorded round of teams, found without a search: the teams and the article."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.team_histories import event_of

from reference_engines.frame.results import Pair, RoundPairing
from reference_engines.team.rules import TEAM_2024, TEAM_2026, TEAM_DRAFT
from tournaments.model import ForbiddenGroup, RequestedBye, Result

if TYPE_CHECKING:
    from reference_engines.team.rules import TeamRules

EDITIONS = (TEAM_2026, TEAM_2024, TEAM_DRAFT)
by_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition.key)
REMATCH = {TEAM_2026: "2.1.1", TEAM_2024: "3.1.1", TEAM_DRAFT: "3.1.1"}
COMPLETE = {TEAM_2026: "3.3.1", TEAM_2024: "1.9.1", TEAM_DRAFT: "1.9.1"}
BYE = {TEAM_2026: "2.1.2", TEAM_2024: "3.1.2", TEAM_DRAFT: "3.1.2"}


def pairing(text: str) -> RoundPairing:
    """Read pairs, and the bye without a hyphen (``"1-3 2-4 5"``)."""
    words = [tuple(map(int, word.split("-"))) for word in text.split()]
    pairs = tuple(Pair(*word) for word in words if len(word) > 1)
    byes = [word[0] for word in words if len(word) == 1]
    return RoundPairing(pairs=pairs, bye=byes[0] if byes else None)


def broken(
    rules: TeamRules, rows: tuple[str, ...], text: str, *, away: int = 0, apart: tuple[int, ...] = ()
) -> list[tuple[str, tuple[int, ...]]]:
    """Return article and teams of what a pairing of the round after these rows breaks."""
    number = len(rows[0].split()) + 1
    event = replace(
        event_of(*rows),
        requested_byes=(RequestedBye(tpn=away, round_number=number, result=Result.ZERO_POINT_BYE),) if away else (),
        forbidden=(ForbiddenGroup(players=frozenset(apart), first_round=1, last_round=9),) if apart else (),
    )
    found = rules.open(event).round(number).assess(pairing(text))
    assert bool(found.brackets) is not bool(found.violations)
    return [(violation.article, violation.players) for violation in found.violations]


FOUR = ("2w1", "1b0", "4w1", "3b0")
FIVE = ("2w1", "1b0", "4w+", "3b-", "U")


@by_edition
def test_every_team_is_paired_once(rules: TeamRules) -> None:
    """3.3.1 (1.9.1 before 2026): no team twice, none left out, no absent team."""
    article = COMPLETE[rules]
    assert broken(rules, FOUR, "1-3 2-4") == []
    assert broken(rules, FOUR, "1-3") == [(article, (2,)), (article, (4,))]
    assert broken(rules, FOUR, "1-3 2-4 4-1") == [(article, (1,)), (article, (4,))]
    assert broken(rules, FIVE, "1-3 2-5", away=4) == []
    assert broken(rules, FIVE, "1-3 2-4", away=4) == [(article, (4,)), (article, (5,))]


@by_edition
def test_the_bye_is_for_an_odd_number_and_who_may_have_it(rules: TeamRules) -> None:
    """[C2]; with an even number of teams a bye leaves a team out, too."""
    assert broken(rules, FIVE, "1-3 2-4 5") == [(BYE[rules], (5,))]
    assert broken(rules, FIVE, "1-4 2-5 3") == [(BYE[rules], (3,))]  # 3 won by forfeit
    assert broken(rules, FIVE, "1-3 2-5 4") == []  # 4 lost by forfeit
    assert broken(rules, FOUR, "1-3 2") == [(COMPLETE[rules], (4,)), (COMPLETE[rules], (2,))]


@by_edition
def test_former_opponents_and_forbidden_pairs_do_not_meet(rules: TeamRules) -> None:
    """[C1], and the organiser's restrictions, which no article names; a forfeited match is none."""
    assert broken(rules, FOUR, "2-1 3-4") == [(REMATCH[rules], (2, 1)), (REMATCH[rules], (3, 4))]
    assert broken(rules, FIVE, "3-4 1-5 2") == []
    assert broken(rules, FOUR, "1-3 2-4", apart=(1, 3)) == [("", (1, 3))]
    assert broken(rules, FOUR, "1-3 2-4", apart=(1, 4)) == []
