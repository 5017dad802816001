"""What a campaign asks of a program that says that it does something else."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from checker.campaigns.configuration import Configuration, Direction
from checker.programs.program import Claims, Identity
from pairproof.claims import require_claims
from pairproof.cli.errors import CommandError

MINE = Identity(name="Mine")
PAIRING = Claims(systems=("dutch-2017",), pairs=True)


@dataclass(frozen=True)
class Claiming:
    """A program that only says what it does."""

    claims: Claims
    identity: Identity = MINE


def ask(claims: Claims, direction: Direction = Direction.PAIR, system: str = "dutch-2017") -> None:
    """Ask a program that says this for something."""
    require_claims([Claiming(claims)], Configuration(direction=direction, programs=("mine",), seed=1, system=system))  # type: ignore[list-item]  # no more than its claims is looked at


@pytest.mark.parametrize(
    ("direction", "said"),
    [
        (Direction.GENERATE, "Mine only pairs; --direction generate asks it to make events"),
        (Direction.JUDGE, "Mine only pairs; --direction judge asks it to check"),
        (Direction.EXAM, "Mine only pairs; --direction exam asks it to check"),
    ],
)
def test_a_program_is_asked_for_nothing_that_it_says_it_does_not(direction: Direction, said: str) -> None:
    """Every event would be a failure."""
    with pytest.raises(CommandError, match=said):
        ask(PAIRING, direction)
    ask(PAIRING)
    ask(Claims(), direction)


def test_players_are_not_paired_by_a_system_for_teams() -> None:
    """Whatever such a program answers would be found illegal."""
    said = "Mine says that it pairs by dutch-2017, which pairs players, and team-2026 does not"
    with pytest.raises(CommandError, match=said):
        ask(PAIRING, system="team-2026")
    with pytest.raises(CommandError, match="which pairs teams, and dutch-2017 does not"):
        ask(Claims(systems=("team-2024",), pairs=True))
    ask(Claims(systems=("dutch-2017", "team-2026"), pairs=True), system="team-2026")
    ask(Claims(pairs=True), system="team-2026")


@pytest.mark.parametrize(
    ("system", "is_told"), [("dutch-2017", False), ("dutch-2017/literal", False), ("dutch-2026", True), ("auto", False)]
)
def test_another_edition_than_the_claimed_one_is_told(
    system: str, is_told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be what the user wants to see."""
    ask(PAIRING, system=system)
    said = f"pairproof: Mine says that it pairs by dutch-2017; it is judged by {system}\n"
    assert capsys.readouterr().err == (said if is_told else "")
