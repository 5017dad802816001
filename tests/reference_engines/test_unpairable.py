"""A round that cannot be paired is shown to be so, by players without whom too many odd groups fall apart."""

from __future__ import annotations

import pickle
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from support.team_fields import team_field
from support.toy import event_of, games

from reference_engines.frame.registry import all_systems
from reference_engines.frame.results import ImpossibilityProof, NoLegalPairingError
from reference_engines.frame.systems import engine_for
from reference_engines.frame.unpairable import no_legal_pairing
from reference_engines.team.rules import TeamRules
from reference_engines.upfloating.search import pair_field

BYE = None
BYE_VERTEX = 0


def prove_impossible(players: int, *pairs: tuple[int, int], byes: tuple[int, ...] = ()) -> ImpossibilityProof | None:
    """Return the proof that a round is impossible if only these pairs may meet; None if it is possible."""
    allowed = np.zeros((players, players), dtype=np.uint8)
    for one, other in pairs:
        allowed[one - 1, other - 1] = allowed[other - 1, one - 1] = 1
    may = np.array([player in byes for player in range(1, players + 1)], dtype=np.bool_)
    return no_legal_pairing("no", allowed, range(1, players + 1), may).proof


def test_two_who_have_met_stand_alone() -> None:
    """Even if no player is taken away, each of the two is left over."""
    found = prove_impossible(2)
    assert found == ImpossibilityProof(barrier=(), groups=((1,), (2,)))
    assert str(found) == (
        "the players of each of these groups can only meet one another: player 1; player 2. Each group has an odd "
        "number and so leaves one over"
    )


def test_three_who_may_meet_only_one_other_are_too_many_for_it() -> None:
    """Player 2 can take one of them."""
    found = prove_impossible(4, (2, 1), (2, 3), (2, 4))
    assert found == ImpossibilityProof(barrier=(2,), groups=((1,), (3,), (4,)))
    assert str(found) == (
        "except for player 2, the players of each of these groups can only meet one another: player 1; player 3; "
        "player 4. Each group has an odd number and so leaves one over: 3 groups for 1 player"
    )


def test_three_groups_are_too_many_for_two_players_and_the_bye() -> None:
    """Players 3 and 5 and the bye can each take a player out of one group; a further group is left."""
    meetings = ((2, 9), (9, 11), (2, 11), (3, 1), (3, 2), (3, 4), (5, 9), (5, 6), (5, 7))
    found = prove_impossible(11, *meetings, (8, 10), byes=(6, 7, 4))
    assert found == ImpossibilityProof(barrier=(3, 5, BYE), groups=((1,), (4,), (6,), (7,), (2, 9, 11)))
    assert str(found) == (
        "except for players 3 and 5 and the bye, the players of each of these groups can only meet one another: "
        "player 1; player 4; player 6; player 7; and 1 more group. Each group has an odd number and so leaves one "
        "over: 5 groups for 2 players and the bye"
    )


def test_a_bye_that_no_player_may_have_is_a_group_of_its_own() -> None:
    """Anybody of a triangle can be left over, but then not with the bye."""
    found = prove_impossible(3, (1, 2), (2, 3), (1, 3))
    assert found == ImpossibilityProof(barrier=(), groups=((BYE,), (1, 2, 3)))
    assert "(the bye counts as one)" in str(found)
    assert "the bye; players 1, 2 and 3. Each group has an odd number (the bye counts as one) and so leaves" in str(
        found
    )


def test_the_bye_alone_can_be_what_too_many_need() -> None:
    """Three who have all met, and may all have the bye."""
    found = prove_impossible(3, byes=(1, 2, 3))
    assert found == ImpossibilityProof(barrier=(BYE,), groups=((1,), (2,), (3,)))
    assert str(found).startswith("except for the bye, the players")
    assert str(found).endswith("3 groups for the bye")


def test_the_sentence_is_bounded_however_many_there_are() -> None:
    """Four groups of six members, and six of the barrier, are named; the others are counted."""
    crowds = tuple(tuple(range(start, start + 9)) for start in range(101, 200, 11))
    found = ImpossibilityProof(barrier=tuple(range(1, 8)), groups=((99,), *crowds), participant="team")
    assert str(found) == (
        "except for teams 1, 2, 3, 4, 5, 6 and 1 more, the teams of each of these groups can only meet one another: "
        "team 99; teams 101, 102, 103, 104, 105, 106 and 3 more; teams 112, 113, 114, 115, 116, 117 and 3 more; "
        "teams 123, 124, 125, 126, 127, 128 and 3 more; and 6 more groups. Each group has an odd number and so leaves "
        "one over: 10 groups for 7 teams"
    )


def test_four_groups_are_all_shown() -> None:
    """The fifth is counted."""
    found = ImpossibilityProof(barrier=(9, 10), groups=((1,), (2,), (3,), (4,)))
    assert "player 1; player 2; player 3; player 4. Each group has" in str(found)
    assert str(found).endswith(": 4 groups for 2 players")


def test_nothing_is_shown_where_a_pairing_exists() -> None:
    """A group with an even number pairs itself; the bye takes the one who is left over."""
    assert prove_impossible(2, (1, 2)) is None
    assert prove_impossible(3, (1, 2), byes=(3,)) is None
    assert str(no_legal_pairing("no", np.ones((2, 2), dtype=np.uint8), (1, 2), np.ones(2, dtype=np.bool_))) == "no"


def test_the_error_survives_being_sent_to_another_process() -> None:
    """With its words and its data."""
    error = NoLegalPairingError("no player is left", prove_impossible(2))
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (str(again), again.proof) == (str(error), error.proof)
    assert str(error).startswith("no player is left: the players of each of these groups")


@st.composite
def rounds(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]], tuple[int, ...]]:
    """Up to nine players, the pairs who may meet, and who may have the bye."""
    players = draw(st.integers(0, 9))
    everybody = range(1, players + 1)
    sparse = draw(st.integers(1, 4))
    meetings = [pair for pair in combinations(everybody, 2) if draw(st.integers(1, sparse)) == 1]
    return players, meetings, tuple(player for player in everybody if draw(st.integers(1, sparse)) == 1)


@given(rounds())
def test_what_is_shown_proves_it_and_is_shown_exactly_where_networkx_finds_no_pairing(
    drawn: tuple[int, list[tuple[int, int]], tuple[int, ...]],
) -> None:
    """More odd groups than players in the barrier, and no player of a group may meet a player of another one."""
    players, meetings, byes = drawn
    found = prove_impossible(players, *meetings, byes=byes)
    graph: nx.Graph[int | None] = nx.Graph()
    graph.add_nodes_from(range(1, players + 1))
    graph.add_edges_from(meetings)
    if players % 2:
        graph.add_edges_from((player, BYE_VERTEX) for player in byes)
        graph.add_node(BYE_VERTEX)
    perfect = 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == graph.number_of_nodes()
    event(f"perfect: {perfect}, odd: {players % 2}")
    assert (found is None) == perfect
    if found is None:
        return
    barrier = {BYE_VERTEX if one is None else one for one in found.barrier}
    groups = [{BYE_VERTEX if one is None else one for one in group} for group in found.groups]
    assert all(len(group) % 2 for group in groups)
    for group in groups:
        around = {other for member in group for other in graph[member]}
        assert around <= group | barrier
    named = [*barrier, *(one for group in groups for one in group)]
    assert len(named) == len(set(named))
    assert set(named) <= set(graph)
    assert len(groups) >= len(barrier) + 2


OF_PLAYERS, OF_TEAMS = (
    [
        edition.key
        for system in all_systems()
        if system.pairs_teams is teams
        for edition in (*system.all_editions, *system.variants)
    ]
    for teams in (False, True)
)


@pytest.mark.parametrize("system", OF_PLAYERS)
def test_every_system_that_pairs_players_shows_it(system: str) -> None:
    """Two who have met; and three of whom each has met the others and had the bye."""
    games_each = engine_for(system).edition.file_rounds_per_round
    prepared = engine_for(system).open(event_of([games((1, 2))] * games_each, players=2))
    with pytest.raises(NoLegalPairingError) as caught:
        prepared.round(2).expected()
    assert caught.value.proof == ImpossibilityProof(barrier=(), groups=((1,), (2,)))
    rounds_of_three = [games((1, 2), bye=3), games((3, 1), bye=2), games((2, 3), bye=1)]
    of_the_file = [one for one in rounds_of_three for _ in range(games_each)]
    prepared = engine_for(system).open(event_of(of_the_file, players=3))
    with pytest.raises(NoLegalPairingError) as caught:
        prepared.round(4).expected()
    assert caught.value.proof == ImpossibilityProof(barrier=(), groups=((1,), (2,), (3,), (BYE,)))


@pytest.mark.parametrize("system", OF_TEAMS)
def test_teams_are_called_teams(system: str) -> None:
    """Three teams that have met and may meet only team 1; three teams of which none may have the bye."""
    rules = engine_for(system)
    assert isinstance(rules, TeamRules)
    with pytest.raises(NoLegalPairingError, match=r"except for team 1, .*: 3 groups for 1 team$") as caught:
        pair_field(team_field("1 1 1 1", met="2-3 2-4 3-4"), rules, rules.search)
    assert caught.value.proof == ImpossibilityProof(barrier=(1,), groups=((2,), (3,), (4,)), participant="team")
    with pytest.raises(NoLegalPairingError) as caught:
        pair_field(team_field("1 1 1", barred="1 2 3"), rules, rules.search)
    assert caught.value.proof == ImpossibilityProof(barrier=(), groups=((BYE,), (1, 2, 3)), participant="team")
