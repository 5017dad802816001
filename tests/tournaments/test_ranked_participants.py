"""A participant is named by number or by any unambiguous part of the name."""

from __future__ import annotations

import pytest

from tournaments.ranked_participants import NoSuchParticipantError, RankedParticipant, find_participant

PLAYERS = [
    RankedParticipant(tpn=number, name=name, rank=None)
    for number, name in enumerate(("Jørgensen, Liam", "Szabó, Éva", "Szabó, Éva Mária", "Łęcka, Olga", "Olga, Ann"), 1)
]


@pytest.mark.parametrize(
    ("part", "tpn"),
    [
        ("Jørg", 1),
        ("jorg", 1),
        ("LIAM JORGENSEN", 1),
        ("szabo, eva", 2),
        ("Maria", 3),
        ("lecka", 4),
        (5, 5),
    ],
)
def test_any_part_of_a_name_finds_the_player(part: int | str, tpn: int) -> None:
    """Accents, case and the order of the words do not matter, and a full name is preferred to a longer one."""
    assert find_participant(PLAYERS, part, "player") == tpn


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("Szabo", "2 players have 'Szabo' in their name: Szabó, Éva (2), Szabó, Éva Mária (3); write more of it"),
        ("olga", "2 players have 'olga' in their name: Łęcka, Olga (4), Olga, Ann (5); write more of it"),
        ("Jorgenson", "no player of the event has 'Jorgenson' in the name; did you mean Jørgensen?"),
        (6, "there is no player 6 in the event; numbers are from 1 to 5"),
    ],
)
def test_a_part_that_finds_no_player_or_several_is_refused(part: int | str, message: str) -> None:
    """The message names the players, or the nearest name."""
    with pytest.raises(NoSuchParticipantError) as refused:
        find_participant(PLAYERS, part, "player")
    assert str(refused.value) == message
