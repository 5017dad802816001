"""C.12 of 2013: when other players are moved down for the sake of the bracket below, and when they are not."""

from __future__ import annotations

from support.situations import Somebody, paired, situation

TOP = [Somebody(letter, 5.5) for letter in "ABC"]
FIELD = [Somebody(letter, 4.5) for letter in "HI"]
"""By the order A meets B, and C is moved down; A meets C if B is moved down instead."""


def paired_by_2013(below: str, met: str, top: str = "ABC") -> set[str]:
    """Return the pairs of 2013 with these players on 5 points; ``met`` lists who may not meet (``"CD CE"``)."""
    players = [*(Somebody(letter, 5.5) for letter in top), *(Somebody(letter, 5.0) for letter in below), *FIELD]
    return paired("dutch-2013", situation(players, met.split()), players)


def test_a_player_without_an_opponent_is_replaced_if_the_bracket_then_has_all_its_pairs() -> None:
    """C has met D and E (C.1); with B one pair is made, which is P1 of three players."""
    assert paired_by_2013("DE", "CD CE") == {"AC", "BD", "EH", "I"}


def test_no_player_is_replaced_if_the_number_of_pairs_stays_too_small() -> None:
    """
    C has met D, E and G (C.1), all others can meet D only (DUTCH-2013-C12-INCOMPATIBLE).

    With C gone D meets E, as P1 of three players asks; with B moved down one pair is made, and P1 is two.
    """
    assert paired_by_2013("DEG", "CD CE CG AE AG BE BG EG") == {"AB", "DE", "CH", "GI"}


def test_a_player_without_an_opponent_is_replaced_if_more_pairs_are_made() -> None:
    """As before, but E and G have not met: with B there are two pairs."""
    assert paired_by_2013("DEG", "CD CE CG AE AG BE BG") == {"AC", "BD", "EG", "HI"}


def test_pairs_asked_for_stay_asked_for_with_others_moved_down() -> None:
    """
    C alone can meet D, E and G: one pair of two can be made (DUTCH-2013-C12-INCOMPATIBLE).

    A and B can meet D only. E and G would then have no opponent at all (C.1), but P1 of C.12 is still two.
    """
    assert paired_by_2013("DEG", "DE DG EG AE AG BE BG") == {"AB", "CD", "EH", "GI"}


def test_others_are_moved_down_if_the_pairs_asked_for_can_then_be_made() -> None:
    """C, E and G can meet D only, and each of them could: one pair of two. B can meet E as well."""
    assert paired_by_2013("DEG", "CE CG EG") == {"AC", "BE", "DG", "HI"}


def test_a_forced_downfloater_is_not_a_reason_to_replace_another() -> None:
    """Z, who has met all players above, and C have met D and E: with B and Z one pair is made, too, and Z goes on."""
    above = "AZ BZ CZ"
    assert paired_by_2013("DE", f"{above} CD CE ZD ZE", top="ABCZ") == {"AB", "DE", "CH", "ZI"}
