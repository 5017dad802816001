"""Rarer misreadings of records in pairs: forfeited games that are games, and further keys of the rank order."""

from __future__ import annotations

import pytest
from support.events import event
from support.varied import misread_rules, varied

from reference_engines.dutch.editions import DUTCH_2026

# --- forfeited games -------------------------------------------------------------------------------------------------

FORFEITS = event(["2w1 3b+", "1b0 4w-", "4w1 1w-", "3b0 2b-"], rounds_declared=5)
"""Two rounds, of which the second was forfeited, on one board by both players."""


def test_forfeited_games_count_as_games_in_several_definitions() -> None:
    """All of them, or those that both players forfeited; for everything else they do not count."""
    own, all_games, double = (
        rules.open(FORFEITS)
        for rules in (
            DUTCH_2026,
            misread_rules("forfeits-are-games-for-meetings-colours-floats-unplayed-bye"),
            misread_rules("double-forfeits-are-games-for-meetings-colours"),
        )
    )
    played = [one.players_of_round(3) for one in (own, all_games, double)]
    order = [players.numbers for players in played]
    assert order == [(1, 3, 2, 4)] * 3
    assert [players.unplayed.tolist() for players in played] == [[1] * 4, [0] * 4, [1] * 4]
    assert [players.bye_allowed.tolist() for players in played] == [
        [False, *[True] * 3],
        [True] * 4,
        [False, *[True] * 3],
    ]
    assert [bool(players.allowed[0, 1]) for players in played] == [True, False, True]
    assert [bool(players.allowed[2, 3]) for players in played] == [True, False, False]
    assert [players.colour_difference.tolist() for players in played] == [[1, 1, -1, -1], [0, 2, 0, -2], [1, 1, 0, -2]]


# --- the rank order --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("identifier", "rows", "order"),
    [
        ("ranked-by-earlier-score", ("3w0 U", "4b1 -", "1b1 4w0", "2w0 3b1"), (2, 3, 1, 4)),
        ("ranked-by-order-of-rounds", ("3w0 U", "4b1 -", "1b1 4w0", "2w0 3b1"), (2, 3, 1, 4)),
        ("ranked-by-points-in-games", ("U", "3w1", "2b0"), (2, 1, 3)),
        ("ranked-by-points-in-games-reversed", ("3b1", "U", "1w0"), (2, 1, 3)),
        ("ranked-by-preference", ("2w=", "1b="), (2, 1)),
        ("ranked-by-preference-strength-reversed", ("2w=", "1b=", "H"), (3, 1, 2)),
        ("ranked-last-by-allocated-byes-lately", ("U", "3w1", "2b0"), (2, 1, 3)),
        ("ranked-first-by-upfloats-lately", ("3w1 4w=", "4b1 3b=", "1b0 2w=", "2w0 1b="), (1, 2, 3, 4)),
        ("ranked-first-by-downfloats-lately", ("2w= H", "1b= 3w=", "H 2b="), (1, 2, 3)),
        ("ranked-last-by-zero-point-byes-before", ("- 2w1", "3w1 1b0", "2b0 U"), (2, 3, 1)),
    ],
)
def test_players_of_one_score_are_ranked_by_another_key(
    identifier: str, rows: tuple[str, ...], order: tuple[int, ...]
) -> None:
    """And then by number, as by the text."""
    played = event(rows, rounds_declared=7)
    found, own = (
        rules.open(played).players_of_round(played.rounds_recorded + 1)
        for rules in (misread_rules(identifier), DUTCH_2026)
    )
    assert found.numbers == order
    assert sorted(zip(found.scores, found.numbers, strict=True)) == sorted(zip(own.scores, own.numbers, strict=True))
    assert own.numbers == tuple(
        sorted(own.numbers, key=lambda tpn: (-dict(zip(own.numbers, own.scores, strict=True))[tpn], tpn))
    )


def test_sentences_on_records_name_what_is_read() -> None:
    """Each is to be read after "as if"."""
    expected = {
        "forfeits-are-games-for-meetings-colours-floats": (
            "a forfeited game counted as a game for meetings, colours and floats"
        ),
        "ranked-by-order-of-rounds": "players of one score kept the order that they had in the round before",
        "ranked-by-earlier-score-reversed": (
            "players of one score were ranked by the score before the previous round, in reverse"
        ),
        "ranked-last-by-allocated-byes-ever": (
            "players with the pairing-allocated bye in any earlier round were ranked behind others of the same score"
        ),
    }
    assert {name: varied(name).sentence for name in expected} == expected
