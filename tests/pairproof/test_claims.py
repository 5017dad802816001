"""The tasks that a campaign gives to a program with limited claims."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from checker.campaigns.claims import UnclaimedTaskError, require_claims
from checker.campaigns.configuration import Configuration, Direction
from checker.programs.program import Claims, Identity

MINE = Identity(name="Mine")
PAIRING = Claims(systems=("dutch-2017",), pairs=True)


@dataclass(frozen=True)
class Claiming:
    """A program that only says what it does."""

    claims: Claims
    identity: Identity = MINE


def ask(claims: Claims, direction: Direction = Direction.PAIR, system: str = "dutch-2017") -> tuple[str, ...]:
    """Compare claims of a program with the task of a campaign, and return the remarks."""
    return require_claims(
        [Claiming(claims)], Configuration(direction=direction, programs=("mine",), seed=1, system=system)
    )  # type: ignore[list-item]  # no more than its claims is looked at


@pytest.mark.parametrize(
    ("direction", "message"),
    [
        (Direction.GENERATE, "Mine only pairs; --direction generate asks it to make events"),
        (Direction.JUDGE, "Mine only pairs; --direction judge asks it to check"),
        (Direction.EXAM, "Mine only pairs; --direction exam asks it to check"),
    ],
)
def test_a_program_is_asked_for_nothing_that_it_says_it_does_not(direction: Direction, message: str) -> None:
    """Every event would be a failure."""
    with pytest.raises(UnclaimedTaskError, match=message):
        ask(PAIRING, direction)
    ask(PAIRING)
    ask(Claims(), direction)


def test_players_are_not_paired_by_a_system_for_teams() -> None:
    """Every answer of such a program would be illegal."""
    said = "Mine says that it pairs by dutch-2017, which pairs players, and team-2026 does not"
    with pytest.raises(UnclaimedTaskError, match=said):
        ask(PAIRING, system="team-2026")
    with pytest.raises(UnclaimedTaskError, match="which pairs teams, and dutch-2017 does not"):
        ask(Claims(systems=("team-2024",), pairs=True))
    ask(Claims(systems=("dutch-2017", "team-2026"), pairs=True), system="team-2026")
    ask(Claims(pairs=True), system="team-2026")


@pytest.mark.parametrize(
    ("system", "is_told"), [("dutch-2017", False), ("dutch-2017/literal", False), ("dutch-2026", True), ("auto", False)]
)
def test_another_edition_than_the_claimed_one_is_told(system: str, is_told: bool) -> None:
    """The user may want to see the program judged by that edition."""
    remark = f"Mine says that it pairs by dutch-2017; it is judged by {system}"
    assert ask(PAIRING, system=system) == ((remark,) if is_told else ())
