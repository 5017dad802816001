"""The tasks that a campaign gives to a program with limited claims."""

from __future__ import annotations

import pytest

from checker.campaigns.claims import draw_supported_events, require_claims
from checker.campaigns.configuration import Configuration, Direction
from checker.errors import RequestError
from checker.programs.program import Claims, EventFeature, Identity, Program
from random_tournaments.settings import SettingError

MINE = Identity(name="Mine")
PAIRING = Claims(systems=("dutch-2017",), pairs=True)


class Claiming(Program):
    """A program that only says what it does."""

    identity, claims = MINE, Claims()

    def __init__(self, claims: Claims) -> None:
        """Take the claims."""
        self.claims = claims


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
    with pytest.raises(RequestError, match=message):
        ask(PAIRING, direction)
    ask(PAIRING)
    ask(Claims(), direction)


def test_players_are_not_paired_by_a_system_for_teams() -> None:
    """Every answer of such a program would be illegal."""
    said = "Mine says that it pairs by dutch-2017, which pairs players, and team-2026 does not"
    with pytest.raises(RequestError, match=said):
        ask(PAIRING, system="team-2026")
    with pytest.raises(RequestError, match="which pairs teams, and dutch-2017 does not"):
        ask(Claims(systems=("team-2024",), pairs=True))
    ask(Claims(systems=("dutch-2017", "team-2026"), pairs=True), system="team-2026")
    ask(Claims(pairs=True), system="team-2026")


@pytest.mark.parametrize(
    ("system", "is_told"), [("dutch-2017", False), ("dutch-2017/literal", False), ("dutch-2026", True), ("auto", False)]
)
def test_another_edition_than_the_claimed_one_is_reported(system: str, is_told: bool) -> None:
    """The user may want to see the program judged by that edition."""
    remark = f"Mine says that it pairs by dutch-2017; it is judged by {system}"
    assert ask(PAIRING, system=system) == ((remark,) if is_told else ())


def supported(feature: EventFeature, system: str = "dutch-2026", **axes: str) -> Configuration:
    """Return the configuration of a campaign whose program does not support a feature."""
    configuration = Configuration(
        direction=Direction.PAIR, programs=("mine",), seed=3, system=system, axes=tuple(axes.items()), profile="mixed"
    )
    program = Claiming(Claims(pairs=True, unsupported=(feature,)))
    return draw_supported_events([program], configuration)  # type: ignore[list-item]  # see `ask`


NEVER_DRAWN = (
    *(EventFeature.ROUND_WITHOUT_GAMES, EventFeature.UNDECLARED_ROUNDS, EventFeature.UNDECLARED_COLOUR),
    EventFeature.UNRATED_PLAYERS,
)
OF_GAMES = (EventFeature.BYE_WITHOUT_POINTS, EventFeature.UNRATED_GAMES, EventFeature.UNUSUAL_RESULTS)
"""Of players only: teams have no such matches and byes."""
OF_TEAMS = (EventFeature.LINE_UPS, EventFeature.ACCELERATED_GAME_POINTS, EventFeature.ASSIGNED_POINTS)
DRAWN = [
    *(("dutch-2026", one) for one in EventFeature if one not in (*NEVER_DRAWN, *OF_TEAMS)),
    *(("team-2026", one) for one in EventFeature if one not in (*NEVER_DRAWN, *OF_GAMES)),
]


@pytest.mark.parametrize(("system", "feature"), DRAWN)
def test_no_event_has_a_feature_that_a_program_does_not_support(system: str, feature: EventFeature) -> None:
    """In 12 small events of the profile; without the restriction, some of them have it."""
    small = {"teams": "5..9", "boards": "2..2"} if system == "team-2026" else {"players": "7..12"}
    small |= {"rounds": "4..6"}
    batch = supported(feature, system, **small).batch()
    assert not any(feature.occurs_in(batch.play(index).event) for index in range(12))
    before = supported(EventFeature.UNDECLARED_ROUNDS, system, **small).batch()
    assert any(feature.occurs_in(before.play(index).event) for index in range(60))


def test_the_axes_of_supported_events_are_recorded_and_keep_their_weights() -> None:
    """Values stay as frequent as they were among each other; nothing is recorded where nothing changes."""
    assert supported(EventFeature.BYE_WITHOUT_POINTS).axes == (
        ("scoring", "standard:8,half-bye:1,3-1-0:1,3-2-1:1,2-1-0:1"),
    )
    assert supported(EventFeature.UNDECLARED_ROUNDS).axes == ()
    assert supported(EventFeature.UNRATED_PLAYERS).axes == ()
    assert supported(EventFeature.OTHER_SCORING, system="team-2026").axes == (("match-points", "2-1-0:6"),)
    assert supported(EventFeature.UNUSUAL_RESULTS, system="team-2026").axes == ()
    assert supported(EventFeature.ACCELERATED_GAME_POINTS, system="team-2026").axes == (("acceleration", "none:20"),)
    assert supported(EventFeature.ACCELERATED_GAME_POINTS).axes == ()


def test_an_axis_that_is_requested_is_not_replaced() -> None:
    """The user asks for what the program does not support."""
    with pytest.raises(SettingError, match="scoring is 3-1-0, but Mine does not support other-scoring"):
        supported(EventFeature.OTHER_SCORING, scoring="3-1-0")
    with pytest.raises(SettingError, match="unrated-players is 20%, but Mine does not support unrated-players"):
        supported(EventFeature.UNRATED_PLAYERS, **{"unrated-players": "20%"})
    assert supported(EventFeature.OTHER_SCORING, scoring="standard").axes == (("scoring", "standard"),)
