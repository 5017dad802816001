"""The verdict on a pairing that is not the pairing of the Dubov System of 1997: kind, article, open readings."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from support.dubov_1997 import person, rated, table

from reference_engines.dubov_1997.edition import DEFAULT_READINGS, OTHER_READINGS, Dubov1997Readings
from reference_engines.dubov_1997.entries import find_divergence
from reference_engines.dubov_1997.rules import DUBOV, pair_by_steps
from reference_engines.frame.results import DivergenceKind, Pair, RoundPairing
from reference_engines.readings import REGISTER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reference_engines.dubov_1997.participants import Dubov1997Player
    from reference_engines.frame.results import Divergence

W, B = 1, -1
WORSE, LATER, OPEN = DivergenceKind.WORSE, DivergenceKind.LATER, DivergenceKind.OPEN


Games = list[tuple[int, int]]


def judge_pairing(
    people: Sequence[Dubov1997Player], pairs: Games, bye: int | None = None, met: Iterable[tuple[int, int]] = ()
) -> Divergence:
    """Return the first divergence of a pairing from the procedure."""
    recorded = RoundPairing(pairs=tuple(Pair(*pair) for pair in pairs), bye=bye)
    return find_divergence(table(people, met), DEFAULT_READINGS, recorded)


def verdict(divergence: Divergence) -> tuple[DivergenceKind, str, list[str]]:
    """Return kind, article and entries of the register."""
    return divergence.kind, divergence.article, [note.identifier for note in divergence.readings]


# --- steps of the procedure ------------------------------------------------------------------------------------------


def group(*due: int, score: int = 0, first: int = 1, **more: object) -> list[Dubov1997Player]:
    """Return players of one group with these due colours, R falling and ARO rising with the number."""
    return [
        person(tpn, rating=2400 - 10 * tpn, aro=2000 + tpn, due=colour, score=score, **more)  # type: ignore[arg-type]  # whatever field a test gives
        for tpn, colour in enumerate(due, start=first)
    ]


def test_another_row_comes_later() -> None:
    """6.2, or 6.3 where a row had to be mended; the sentence names the game that forbids a row."""
    people = group(W, W, B, B)
    plain = judge_pairing(people, [(1, 4), (2, 3)])
    assert verdict(plain) == (LATER, "6.2", [])
    assert plain.step == "the opponent of player 1"
    assert plain.sentence == (
        "Player 1, next in the column of White, meets the first possible player due Black, player 3. "
        "Instead, player 1 meets player 4, who stands lower in the column."
    )
    people = group(W, W, W, B, B, B)
    mended = judge_pairing(people, [(1, 6), (2, 5), (3, 4)], met=[(1, 4)])
    assert verdict(mended) == (LATER, "6.3", [])
    assert "player 5 (player 4 has been met before). Instead, player 1 meets player 6" in mended.sentence


def test_needless_pairs_of_one_column_are_worse() -> None:
    """6.3: rows are filled where they can be; 7.3 where the columns had to be made equal."""
    assert verdict(judge_pairing(group(W, W, B, B), [(1, 2), (3, 4)])) == (WORSE, "6.3", [])
    unequal = judge_pairing(group(W, W, W, B, W, B), [(2, 3), (1, 4), (5, 6)])
    assert verdict(unequal) == (WORSE, "7.3", [])
    assert "player 2 meets player 1, since player 1 counts as due Black to make the columns equal" in unequal.sentence
    assert verdict(judge_pairing(group(B, B, B, W, B, W), [(2, 3), (5, 4), (1, 6)])) == (WORSE, "7.4", [])


def test_floaters_who_need_not_be_are_worse() -> None:
    """6.4: the group can be paired in itself; an odd group needs one alone."""
    people = [*group(W, B, score=10), *group(W, B, first=3)]
    found = judge_pairing(people, [(1, 4), (3, 2)])
    assert verdict(found) == (WORSE, "6.4", [])
    assert found.sentence == "All players of the 1-point group can be paired in it. Instead, players 1 and 2 float."


def test_another_opponent_of_a_floater_is_worse_by_colour_and_later_by_r() -> None:
    """8.2."""
    people = [*group(W, B, score=10), *group(W, W, B, B, first=3, transferable=False)]
    met = [(1, 2)]
    assert pair_by_steps(table(people, met), DEFAULT_READINGS)[0][:2] == ((0, 4), (1, 2))
    assert verdict(judge_pairing(people, [(1, 6), (3, 2), (4, 5)], met=met)) == (LATER, "8.2", [])
    assert verdict(judge_pairing(people, [(1, 3), (5, 2), (4, 6)], met=met)) == (WORSE, "8.2", [])
    outside = [*people, *group(W, B, first=7, transferable=False)]
    outside = [replace(one, score=5) if 2 < one.tpn < 7 else one for one in outside]
    found = judge_pairing(outside, [(1, 8), (3, 2), (4, 5), (7, 6)], met=met)
    assert verdict(found) == (WORSE, "8.2", [])
    assert "player 1 meets player 5, since player 8 is not in the ½-point group" in found.sentence


def test_another_transfer_from_below_is_worse_or_later() -> None:
    """7.2 by colour or R; 2.5 where only that bars the one recorded, who would come first."""
    people = [*group(W, W, B, score=10), *group(B, B, W, first=4)]
    assert verdict(judge_pairing(people, [(1, 3), (2, 5), (6, 4)])) == (LATER, "7.2", [])
    assert verdict(judge_pairing(people, [(1, 3), (2, 6), (4, 5)])) == (WORSE, "7.2", [])
    expected: Games = [
        (people[one].tpn, people[other].tpn) for one, other in pair_by_steps(table(people), DEFAULT_READINGS)[0]
    ]
    tired = [replace(one, transferable=one.tpn != 4) for one in people]
    assert verdict(judge_pairing(tired, expected)) == (OPEN, "2.5", ["DUBOV97-TRANSFERS"])
    tired = [replace(one, transferable=one.tpn != 5) for one in people]
    assert verdict(judge_pairing(tired, [(1, 3), (2, 5), (6, 4)])) == (LATER, "7.2", [])
    lone = [*group(W, score=10), *group(B, B, W, first=2)]
    assert verdict(judge_pairing(lone, [(1, 3), (4, 2)])) == (LATER, "7.1", [])
    assert verdict(judge_pairing(lone, [(1, 4), (2, 3)])) == (WORSE, "7.1", [])


def test_another_bye_is_worse() -> None:
    """4, and 5 in the first round."""
    people = group(W, B, W)
    assert verdict(judge_pairing(people, [(1, 3)], bye=2)) == (WORSE, "4", [])
    first = find_divergence(
        table(group(0, 0, 0), round_number=1), DEFAULT_READINGS, RoundPairing(pairs=(Pair(1, 3),), bye=2)
    )
    assert verdict(first) == (WORSE, "5", [])


# --- what the text leaves open ---------------------------------------------------------------------------------------


def test_a_choice_that_only_the_alphabet_decides_is_open() -> None:
    """The text lets the alphabet place players in columns (6.2), not choose them from below (DUBOV97-TIES)."""
    people = [*group(W, score=10), *(person(tpn, due=B) for tpn in (2, 3)), person(4, due=W)]
    assert verdict(judge_pairing(people, [(1, 3), (4, 2)])) == (OPEN, "7.1", ["DUBOV97-TIES"])
    columns = [person(tpn, due=due) for tpn, due in ((1, W), (2, W), (3, B), (4, B))]
    assert verdict(judge_pairing(columns, [(1, 4), (2, 3)])) == (LATER, "6.2", [])


EQUAL_BELOW = [*group(W, score=10), *(person(tpn, due=B) for tpn in (2, 3)), person(4, due=W)]
"""1 takes 2 by the alphabet, 3 by lots; both are paired then with 4."""


def test_lots_excuse_no_other_choice() -> None:
    """DUBOV97-TIES: 3 may be chosen for 1; the columns of the lowest group are as sure as without lots (6.2)."""
    people = [*EQUAL_BELOW, *group(W, W, B, B, first=5, score=-10)]
    by_lots: Games = [(1, 3), (4, 2)]
    assert verdict(judge_pairing(people, [*by_lots, (5, 7), (6, 8)])) == (OPEN, "7.1", ["DUBOV97-TIES"])
    assert verdict(judge_pairing(people, [*by_lots, (5, 8), (6, 7)])) == (LATER, "6.2", [])
    assert verdict(judge_pairing(people, [*by_lots, (5, 6), (7, 8)])) == (WORSE, "6.3", [])


def test_lots_for_a_transfer_excuse_no_other_choice() -> None:
    """DUBOV97-TIES: 4 or 5, of one R and ARO, completes the odd group (7.2)."""
    people = [*group(W, W, B, score=10), person(4, due=B), person(5, due=B), person(6, due=W)]
    people += group(W, W, B, B, first=7, score=-10)
    by_lots: Games = [(1, 3), (2, 5), (6, 4)]
    assert verdict(judge_pairing(people, [*by_lots, (7, 9), (8, 10)])) == (OPEN, "7.2", ["DUBOV97-TIES"])
    assert verdict(judge_pairing(people, [*by_lots, (7, 10), (8, 9)])) == (LATER, "6.2", [])


def test_lots_for_the_bye_excuse_no_other_choice() -> None:
    """DUBOV97-TIES: 5 or 6 has the bye; the group above is paired in its columns."""
    people = [*group(W, W, B, B, score=10), person(5, due=W), person(6, due=W), person(7, due=B)]
    right = judge_pairing(people, [(1, 3), (2, 4), (6, 7)], bye=5)
    assert verdict(right) == (OPEN, "4", ["DUBOV97-BYE-TIES", "DUBOV97-TIES"])
    assert verdict(judge_pairing(people, [(1, 4), (2, 3), (6, 7)], bye=5)) == (LATER, "6.2", [])


def test_several_lots_and_another_reading_together_are_open() -> None:
    """Two equal choices; with DUBOV97-EXCHANGE, 9 and 8 stand in each other's rows after 5 has taken 10."""
    twice = [*(replace(one, score=one.score + 40) for one in EQUAL_BELOW)]
    twice += [replace(one, tpn=one.tpn + 4) for one in EQUAL_BELOW]
    assert verdict(judge_pairing(twice, [(1, 3), (4, 2), (5, 7), (8, 6)])) == (OPEN, "7.1", ["DUBOV97-TIES"])
    people = [*EQUAL_BELOW, *group(W, W, W, B, B, B, first=5, score=-10)]
    met = [(5, 8), (5, 9)]
    record: Games = [(1, 3), (4, 2), (5, 10), (6, 9), (7, 8)]
    assert verdict(judge_pairing(people, record, met=met)) == (LATER, "6.2", [])
    seated = table(people, met)
    recorded = RoundPairing(pairs=tuple(Pair(*pair) for pair in record))
    for joins in (True, False):  # DUBOV97-ALONE: lots choose the player who joins the columns of 1
        others = [(seated, Dubov1997Readings(blacks_exchange=True, alone_join_columns=joins))]
        assert verdict(find_divergence(seated, DEFAULT_READINGS, recorded, others)) == (OPEN, "7.1", ["DUBOV97-TIES"])
    wrong = RoundPairing(pairs=tuple(Pair(*pair) for pair in [*record[:2], (5, 10), (6, 7), (8, 9)]))
    assert find_divergence(seated, DEFAULT_READINGS, wrong, others).kind is WORSE


def test_equal_floaters_rest_on_an_entry() -> None:
    """6.4 ends with who can be paired below (DUBOV97-FLOATERS-CHOICE); where that differs, the text decides."""
    people = [*group(W, W, W, score=10), *group(B, B, B, first=4, transferable=False)]
    assert verdict(judge_pairing(people, [(3, 1), (2, 4), (6, 5)])) == (WORSE, "6.4", ["DUBOV97-FLOATERS-CHOICE"])
    longer = [*people, *group(W, B, first=7, score=-10, transferable=False)]
    met = [(2, 4), (2, 5), (2, 6)]
    assert verdict(judge_pairing(longer, [(3, 1), (2, 8), (7, 4), (6, 5)], met=met)) == (WORSE, "6.4", [])


def test_equal_byes_are_open() -> None:
    """DUBOV97-BYE-TIES has two sides, and lots a third (DUBOV97-TIES); with another R the text decides."""
    same = [person(1, due=W), person(2, due=W), person(3, due=B)]
    assert verdict(judge_pairing(same, [(2, 3)], bye=1)) == (OPEN, "4", ["DUBOV97-BYE-TIES", "DUBOV97-TIES"])
    assert verdict(judge_pairing([same[0], replace(same[1], rating=1999), same[2]], [(2, 3)], bye=1)) == (
        WORSE,
        "4",
        [],
    )


def test_a_player_passed_over_for_completion_is_open() -> None:
    """DUBOV97-COMPLETION: 3 has met all but 1 and 2, so 1 must take 3; without the earlier games 1 takes 2."""
    people = [*group(W, score=10), *group(B, B, B, W, W, first=2)]
    met = [(3, 4), (3, 5), (3, 6)]
    assert verdict(judge_pairing(people, [(1, 4), (2, 3), (5, 6)], met=met)) == (OPEN, "7.1", ["DUBOV97-COMPLETION"])
    assert verdict(judge_pairing(people, [(1, 4), (2, 3), (5, 6)])) == (LATER, "7.1", [])
    byes = [person(1, due=W, rating=1900), person(2, due=B), person(3, due=W, rating=2100)]
    assert verdict(judge_pairing(byes, [(1, 2)], bye=3)) == (WORSE, "4", [])
    assert verdict(judge_pairing(byes, [(1, 2)], bye=3, met=[(2, 3)])) == (OPEN, "4", ["DUBOV97-COMPLETION"])
    byes[2] = replace(byes[2], score=10)  # no side gives the bye to a player of a higher score group
    assert verdict(judge_pairing(byes, [(1, 2)], bye=3, met=[(2, 3)])) == (WORSE, "4", [])


def test_a_choice_undone_for_the_sake_of_a_later_one_is_open() -> None:
    """DUBOV97-COMPLETION: 2 may not have 4, for 5 and 6 have met; the record gives 1 another, so that 2 may."""
    people = [*group(W, score=20), *group(W, score=10, first=2), *group(B, B, W, B, first=3)]
    met = [(1, 2), (5, 6)]
    seated = table(people, met)
    assert pair_by_steps(seated, DEFAULT_READINGS)[0][:2] == ((0, 2), (1, 5))
    assert verdict(judge_pairing(people, [(1, 5), (2, 4), (6, 3)], met=met)) == (OPEN, "7.1", ["DUBOV97-COMPLETION"])
    assert verdict(judge_pairing(people, [(1, 4), (2, 3), (5, 6)], met=met[:1])) == (LATER, "7.1", [])


def test_columns_with_a_player_without_a_due_colour_rest_on_an_entry() -> None:
    """DUBOV97-NO-COLOUR."""
    people = [person(1, due=W), person(2, due=B), person(3), person(4, rating=1900)]
    assert verdict(judge_pairing(people, [(1, 3), (4, 2)])) == (WORSE, "6.3", ["DUBOV97-NO-COLOUR"])
    due = [*people[:2], replace(people[2], due=W), replace(people[3], due=B)]
    assert verdict(judge_pairing(due, [(1, 3), (4, 2)])) == (WORSE, "6.3", [])


def test_black_rows_of_unrated_players_rest_on_an_entry() -> None:
    """DUBOV97-UNRATED: R places "black"; of two with ratings the text decides."""
    people = group(W, W, B, B)
    unrated = [replace(one, rating=0) if one.tpn == 4 else one for one in people]
    assert verdict(judge_pairing(unrated, [(1, 4), (2, 3)])) == (LATER, "6.2", ["DUBOV97-UNRATED"])
    assert verdict(judge_pairing(people, [(1, 4), (2, 3)])) == (LATER, "6.2", [])


def test_pairs_within_a_column_rest_on_an_entry_where_they_must_be() -> None:
    """DUBOV97-ROWS: 1 has met every "black"; whom the others then meet is not told."""
    people = group(W, W, B, B)
    met = [(1, 3), (1, 4)]
    assert pair_by_steps(table(people, met), DEFAULT_READINGS)[0] == ((0, 1), (2, 3))
    longer = group(W, W, W, B, B, B)
    found = judge_pairing(longer, [(1, 3), (2, 4), (5, 6)], met=[(1, 4), (1, 5), (1, 6)])
    assert verdict(found) == (LATER, "6.3", ["DUBOV97-ROWS"])


def test_a_player_alone_because_of_colours_rests_on_an_entry() -> None:
    """DUBOV97-ALONE: 7.1 speaks of games played; who must have White as the others must has not played them."""
    people = [
        *(replace(one, may_black=False) for one in group(W, W, score=10)),
        *group(B, B, B, W, first=3),
    ]
    record: Games = [(1, 4), (2, 3), (6, 5)]
    assert verdict(judge_pairing(people, record)) == (LATER, "7.1", ["DUBOV97-ALONE"])
    free = [replace(one, may_black=True) for one in people]
    assert verdict(judge_pairing(free, record, met=[(1, 2)])) == (LATER, "7.1", [])


def test_a_transfer_by_which_the_group_is_not_paired_rests_on_an_entry() -> None:
    """DUBOV97-TRANSFER: 4, of the highest R, can meet 3 alone, and 1 and 2 have met."""
    people = [*group(W, W, B, score=10), *group(B, B, B, first=4)]
    met = [(4, 1), (4, 2), (1, 2)]
    assert verdict(judge_pairing(people, [(1, 3), (2, 6), (5, 4)], met=met)) == (LATER, "7.2", ["DUBOV97-TRANSFER"])
    tired = [replace(one, transferable=one.tpn == 4) for one in people]
    found = judge_pairing(tired, [(1, 5), (2, 3), (4, 6)], met=met)
    assert (found.kind, found.article) == (WORSE, "6.4")
    assert "DUBOV97-TRANSFER" in [note.identifier for note in found.readings]


def test_a_player_who_moves_up_as_expected_is_not_blamed() -> None:
    """6.4: 4 moves up and meets 1; only 2 and 3, who could meet each other, are paired outside the group."""
    people = [*group(W, W, B, score=10), *group(B, W, B, first=4)]
    assert judge_pairing(people, [(1, 4), (2, 6), (5, 3)]).sentence == (
        "The 1-point group has an odd number of players, so player 4 moves up, and the others can meet each other. "
        "Instead, players 2 and 3 are paired outside the group."
    )


def test_a_first_round_with_obstacles_rests_on_an_entry() -> None:
    """DUBOV97-FIRST-ROUND: two kept apart, or several score groups; a plain list is halved."""

    def first(score: int, pairs: Games, met: Games) -> tuple[DivergenceKind, str, list[str]]:
        people = [*group(0, 0, score=score), *group(0, 0, first=3)]
        recorded = RoundPairing(pairs=tuple(Pair(*pair) for pair in pairs))
        return verdict(find_divergence(table(people, met, round_number=1), DEFAULT_READINGS, recorded))

    assert first(0, [(1, 4), (3, 2)], []) == (LATER, "5", [])
    assert first(0, [(1, 2), (3, 4)], [(1, 3)]) == (LATER, "5", ["DUBOV97-FIRST-ROUND"])
    assert first(10, [(1, 3), (4, 2)], []) == (WORSE, "5", ["DUBOV97-FIRST-ROUND"])


# --- through the checker ---------------------------------------------------------------------------------------------

SIX = ("4w1", "5b1", "6w1", "1b0", "2w0", "3b0")
"""After the first round of six players; 1, 2, 3 have won."""


RATINGS = (2400, 2300, 2200, 2100, 2000, 1900)


def test_a_round_as_the_articles_ask_agrees() -> None:
    """1 and 3 are due Black, 2 White, so that 1 and 2 meet; 4 comes up to 3, due White, of the highest R below."""
    prepared = DUBOV.open(rated(SIX, RATINGS))
    assert prepared.round(2).expected().pairs == (Pair(2, 1), Pair(4, 3), Pair(6, 5))


# --- the page --------------------------------------------------------------------------------------------------------


def test_the_page_lists_every_reading_and_marks_those_that_can_be_followed_either_way() -> None:
    """The page has every entry of the register, on at most two screens."""
    page = (Path(__file__).parents[2] / "docs" / "dubov_1997.md").read_text(encoding="utf-8")
    registered = {entry.identifier for entry in REGISTER.entries if entry.identifier.startswith("DUBOV97-")}
    assert set(re.findall(r"DUBOV97-[A-Z-]+", page)) == registered
    followed = set(re.findall(r"^\| `(DUBOV97-[A-Z-]+)` \|.*\| yes \|$", page, re.MULTILINE))
    assert followed == {identifier for identifier, _ in OTHER_READINGS}
    assert len(page.splitlines()) < 100
