"""The engine of 2013: the walk and its short cut agree, the way is recorded, large events are paired in time."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest
from support.events import event
from support.generated import generated_events
from support.loops import require_items

from reference_engines.dutch_2013 import procedure, walk
from reference_engines.dutch_2013.procedure import BracketTooLargeError, best_pairing, pair_round
from reference_engines.dutch_2013.walk import StepKind2013, exchanges_of
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.frame.systems import engine_for

ENGINE = engine_for("dutch-2013")


@pytest.mark.parametrize("batch", range(5))
def test_the_walk_ends_where_matching_says_it_must(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Candidate by candidate (C.6 to C.10), and by least shortfalls and first in order: the same pairing."""
    monkeypatch.setattr(walk, "MAX_REFUSALS", 20_000)
    walked = 0
    for played in generated_events("dutch-2013-small")[12 * batch : 12 * batch + 12]:
        prepared = ENGINE.open(played)
        for number in prepared.recorded_rounds:
            for paired in prepared.round(number).expected_by_position.trace.brackets:
                settled = best_pairing(paired.bracket)
                assert settled is not None
                result = walk.walk(paired.bracket, settled, 1)
                walked += result.is_complete
                assert result.pairing == settled
    assert walked > 100


def test_forty_players_and_nine_rounds_are_within_reach() -> None:
    """Every round is paired, and every way recorded; how long it takes is a matter of the benchmarks."""
    (played,) = generated_events("dutch-2013-forty")
    prepared = ENGINE.open(played)
    assert [*prepared.recorded_rounds] == [*range(1, 10)]
    for found in require_items(prepared.round(number) for number in prepared.recorded_rounds):
        assert set(found.expected().pairs) == set(found.posted.pairs)


def test_a_bracket_beyond_the_engine_is_named_with_its_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where backtracking has more sets of downfloaters to try than it may, nothing hangs: it refuses."""
    monkeypatch.setattr(procedure, "MAX_SETS_TRIED", 1)
    refusals = []
    for played in generated_events("dutch-2026"):
        prepared = ENGINE.open(played)
        for number in prepared.recorded_rounds:
            try:
                pair_round(prepared.round(number).participants)
            except BracketTooLargeError as error:
                refusals.append(error)
            except NoLegalPairingError:
                continue
    assert refusals
    for error in refusals:
        assert error.candidates > 1
        assert f"bracket {error.bracket} is beyond" in str(error)
        assert f"{error.candidates} sets" in str(error)


def test_a_round_that_cannot_be_paired_is_refused() -> None:
    """Two players who have met, and three players of whom none may have the bye (B.1)."""
    with pytest.raises(NoLegalPairingError):
        ENGINE.open(event(["2w1", "1b0"])).round(2).expected()
    with pytest.raises(NoLegalPairingError):
        ENGINE.open(event(["U - -", "- U -", "- - U"])).round(4).expected()


@pytest.mark.parametrize(
    ("number", "order"),
    [
        (1, [((5,), (6,)), ((5,), (7,)), ((4,), (6,)), ((5,), (8,)), ((4,), (7,)), ((3,), (6,))]),
        (
            2,
            [
                ((5, 4), (6, 7)),
                ((5, 4), (6, 8)),
                ((5, 3), (6, 7)),
                ((5, 4), (6, 9)),
                ((5, 4), (7, 8)),
                ((5, 3), (6, 8)),
            ],
        ),
        (
            3,
            [
                ((5, 4, 3), (6, 7, 8)),
                ((5, 4, 3), (6, 7, 9)),
                ((5, 4, 2), (6, 7, 8)),
                ((5, 4, 3), (6, 7, 10)),
                ((5, 4, 3), (6, 8, 9)),
                ((5, 4, 2), (6, 7, 9)),
            ],
        ),
    ],
)
def test_exchanges_come_in_the_printed_order(number: int, order: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
    """D.2, with S1 of five players and S2 of six: the first exchanges of one, two and three players."""
    assert list(islice(exchanges_of(range(1, 6), range(6, 12), number), len(order))) == order


ONE_PLAYER = [
    [1, 3, 6, 10, 15],
    [2, 5, 9, 14, 20],
    [4, 8, 13, 19, 24],
    [7, 12, 18, 23, 27],
    [11, 17, 22, 26, 29],
    [16, 21, 25, 28, 30],
]
"""Rank of the exchange of a player of S2 (6 to 11, rows) with one of S1 (5 to 1, columns)."""


def test_the_table_for_one_player_is_met_cell_by_cell() -> None:
    """D.2 prints a rank for each of the 30 exchanges."""
    ranks = {exchange: rank for rank, exchange in enumerate(exchanges_of(range(1, 6), range(6, 12), 1), start=1)}
    assert [[ranks[(down,), (up,)] for down in (5, 4, 3, 2, 1)] for up in range(6, 12)] == ONE_PLAYER


TWO_PLAYERS = """
1 3 7 14 8 16 28 29 45 65
2 6 13 24 15 27 43 44 64 85
4 11 22 37 25 41 60 62 83 104
9 20 35 53 39 58 79 81 102 120
17 32 50 71 55 76 96 99 117 132
5 12 23 38 26 42 61 63 84 105
10 21 36 54 40 59 80 82 103 121
18 33 51 72 56 77 97 100 118 133
30 48 69 90 74 94 113 115 130 141
19 34 52 73 57 78 98 101 119 134
31 49 70 91 75 95 114 116 131 142
46 67 88 108 92 111 126 128 139 146
47 68 89 109 93 112 127 129 140 147
66 87 107 123 110 125 137 138 145 149
86 106 122 135 124 136 143 144 148 150
"""
"""Rows: pairs of S2 in increasing order; columns: pairs of S1 from 5,4 to 2,1."""


def test_the_table_for_two_players_is_met_cell_by_cell() -> None:
    """D.2 prints a rank for each of the 150 exchanges."""
    exchanges = list(exchanges_of(range(1, 6), range(6, 12), 2))
    rows = sorted({up for _, up in exchanges})
    columns = sorted({down for down, _ in exchanges}, reverse=True)
    ranks = {exchange: rank for rank, exchange in enumerate(exchanges, start=1)}
    printed = [[int(rank) for rank in line.split()] for line in TWO_PLAYERS.split("\n") if line]
    assert [[ranks[down, up] for down in columns] for up in rows] == printed


def test_a_long_procedure_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pairing stays the same, the way says that it was not walked to its end, and how it ends."""
    events = generated_events("dutch-2013")
    in_full = [
        [ENGINE.open(played).round(number).expected() for number in range(1, played.rounds_recorded + 1)]
        for played in events
    ]
    monkeypatch.setattr(walk, "MAX_REFUSALS", 3)
    cut = 0
    for played, pairings in zip(events, in_full, strict=True):
        prepared = ENGINE.open(played)
        for number, pairing in enumerate(pairings, start=1):
            assert prepared.round(number).expected() == pairing
            for step, following in pairwise(prepared.round(number).expected_by_position.trace.steps):
                if step.kind is StepKind2013.SHORTENED:
                    cut += 1
                    assert following.kind is StepKind2013.ACCEPTED
    assert cut


def test_any_points_without_playing_bar_from_the_bye_and_are_a_downfloat() -> None:
    """B.1.b: a bye of any kind that scores, or a forfeit win; not an absence, nor a game lost by default."""
    rows = ["H 7w=", "F 8w=", "U -", "5w+ -", "4b- -", "Z -", "- 1b=", "- 2b="]
    field = ENGINE.open(event(rows)).round(2).participants
    order = field.tpn.tolist()
    allowed = {tpn for tpn, may in zip(order, field.bye_allowed.tolist(), strict=True) if may}
    floated = {tpn for tpn, went in zip(order, field.floated[0].tolist(), strict=True) if went == 1}
    assert set(order) == {1, 2, 7, 8}
    assert allowed == {7, 8}
    assert floated == {1, 2}
    later = ENGINE.open(event([f"{row.split()[0]}" for row in rows])).round(2).participants
    barred = {tpn for tpn, may in zip(later.tpn.tolist(), later.bye_allowed.tolist(), strict=True) if not may}
    assert barred == {1, 2, 3, 4}
    assert {tpn for tpn, went in zip(later.tpn.tolist(), later.floated[0].tolist(), strict=True) if went == 1} == barred


@pytest.mark.parametrize(("edition", "may"), [("dutch-2013", False), ("dutch-2017", True), ("dutch-2026", True)])
def test_half_a_point_for_nothing_bars_from_the_bye_in_2013_only(edition: str, may: bool) -> None:
    """C.04.1.d spoke of any number of points then; since 2017 of a forfeit win, since 2026 of a win's points."""
    field = engine_for(edition).open(event(["2w=", "1b=", "H"])).round(2).participants
    assert field.bye_allowed[field.tpn.tolist().index(3)] == may


def test_an_illegal_pairing_is_named_by_the_articles_of_2013() -> None:
    """A repeated game breaks B.1.a, a second bye B.1.b."""
    prepared = ENGINE.open(event(["2w1 2b1", "1b0 1w0", "U U"]))
    violations = prepared.round(2).assess(prepared.round(2).posted).violations
    assert [(broken.label, broken.article) for broken in violations] == [("B1a", "B.1.a"), ("B1b", "B.1.b")]


@pytest.mark.parametrize("seed", range(3))
def test_the_assessment_of_its_own_pairing_holds_nothing_against_it(seed: int) -> None:
    """No violation, every player in one bracket's pairs or in none's, joined brackets as the procedure joined them."""
    prepared = ENGINE.open(generated_events("dutch-2013")[seed])
    for number in require_items(prepared.recorded_rounds):
        pairing = prepared.round(number).expected()
        assessment = prepared.round(number).assess(pairing)
        assert assessment.violations == ()
        games = [pair for bracket in assessment.brackets for pair in bracket.pairs]
        assert {frozenset(pair) for pair in games} == {pair.players for pair in pairing.pairs}
        assert len(assessment.brackets) == len(prepared.round(number).expected_by_position.trace.brackets)
