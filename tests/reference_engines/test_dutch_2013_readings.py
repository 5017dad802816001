"""The text of 2013 where it is open: a round by the side taken agrees, one by the other side is open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.events import event
from support.loops import require_items
from support.situations import Somebody, situation

from reference_engines.dutch_2013.bracket import DEFAULT_READINGS, OTHER_READINGS, Readings2013, ScoreBracket, Upfloats
from reference_engines.dutch_2013.procedure import best_pairing, pair_round
from reference_engines.dutch_2013.rules import Rules2013
from reference_engines.frame.systems import engine_for
from reference_engines.readings import REGISTER
from tournaments.model import Colour

RULES = engine_for("dutch-2013")
assert isinstance(RULES, Rules2013)
READ_OTHERWISE = dict(OTHER_READINGS)


def paired_by(players: list[Somebody], met: str, readings: Readings2013) -> set[str]:
    """Return the pairs of 2013 by letters, and who has the bye."""
    trace = pair_round(situation(players, met.split()), readings)
    return {"".join(players[place].letter for place in pair) for done in trace.brackets for pair in done.pairing.pairs}


def test_other_players_are_moved_down_for_some_of_the_pairs_or_only_for_all() -> None:
    """
    DUTCH-2013-C12-BEST: C can meet D only, and of E, F, G and J no two can meet: three pairs are asked for.

    With C one of them can be made, with B or A in place of C two, and never three.
    """
    players = [
        *(Somebody(letter, 5.5) for letter in "ABC"),
        *(Somebody(letter, 5.0) for letter in "DEFGJ"),
        *(Somebody(letter, 4.5) for letter in "HIKL"),
    ]
    met = "CE CF CG CJ EF EG EJ FG FJ GJ"
    assert paired_by(players, met, DEFAULT_READINGS) == {"AC", "BE", "DF", "GH", "JI", "KL"}
    assert paired_by(players, met, READ_OTHERWISE["DUTCH-2013-C12-BEST"]) == {"AB", "CD", "EH", "FI", "GK", "JL"}


@pytest.mark.parametrize(
    ("readings", "joined"), [(DEFAULT_READINGS, True), (READ_OTHERWISE["DUTCH-2013-C13-MDP"], False)]
)
def test_two_brackets_are_joined_or_a_player_who_was_moved_down_goes_on(readings: Readings2013, joined: bool) -> None:
    """DUTCH-2013-C13-MDP: A has come down to B and C, below is D, who has met both of these; A meets D in any case."""
    players = [Somebody("A", 2.0), Somebody("B", 1.5), Somebody("C", 1.5), Somebody("D", 1.0)]
    assert paired_by(players, "BD CD", readings) == {"AD", "BC"}
    trace = pair_round(situation(players, ["BD", "CD"]), readings)
    assert bool(trace.brackets[-1].bracket.joined) is joined


@pytest.mark.parametrize(
    ("residents", "met", "verdicts"),
    [
        ("CDE", "AE CE DE BE", (False, True)),  # of two and three one is gone: half, or fewer than half
        ("CDEF", "AE CE DE BE FE", (True, True)),  # of two and four one is gone
        ("CD", "", (False, False)),  # no player is gone
        ("CDE", "", (True, True)),
    ],
)
def test_an_incompatible_player_counts_for_the_half_by_the_other_reading_alone(
    residents: str, met: str, verdicts: tuple[bool, bool]
) -> None:
    """DUTCH-2013-A3-HALF: A and B have come down, E may have met all players (C.1)."""
    players = [*(Somebody(letter, 5.5) for letter in "AB"), *(Somebody(letter, 5.0) for letter in residents)]
    field = situation(players, met.split())
    found = []
    for readings in (DEFAULT_READINGS, READ_OTHERWISE["DUTCH-2013-A3-HALF"]):
        posed = ScoreBracket(
            players=field, mdps=(0, 1), residents=tuple(range(2, len(players))), is_last=False, readings=readings
        )
        found.append(posed.set_incompatible_apart().is_heterogeneous)
    assert tuple(found) == verdicts


def _lowest(upper: str, residents: str, upfloated: str, upfloats: Upfloats) -> set[str]:
    """Pair the two lowest brackets, joined; no two players have met, some upfloated in the last round."""
    players = [*(Somebody(letter, 2.0) for letter in upper), *(Somebody(letter, 1.0) for letter in residents)]
    floats = np.array([-(player.letter in upfloated) for player in players])
    field = situation(players, [])
    bracket = ScoreBracket(
        players=replace(field, floated=(floats, np.zeros_like(floats))),
        mdps=(),
        joined=tuple(range(len(upper))),
        residents=tuple(range(len(upper), len(players))),
        is_last=True,
        readings=replace(DEFAULT_READINGS, upfloats=upfloats),
    )
    pairing = best_pairing(bracket)
    assert pairing is not None
    return {"".join(players[place].letter for place in pair) for pair in pairing.pairs}


def test_upfloaters_of_a_bracket_that_is_treated_as_homogeneous_are_protected_or_not() -> None:
    """DUTCH-2013-UPFLOATS: of three and three one pair has two scores; without protection it would be E's."""
    bare = _lowest("ABC", "EFG", "", Upfloats.EVERYWHERE)
    (crossing,) = (pair for pair in bare if set(pair) & set("ABC") and set(pair) & set("EFG"))
    lower = crossing[1]
    assert _lowest("ABC", "EFG", lower, Upfloats.EVERYWHERE) != bare
    assert _lowest("ABC", "EFG", lower, Upfloats.NOT_IF_HOMOGENEOUS) == bare
    assert _lowest("ABC", "EFG", lower, Upfloats.MDPS_PAIRED_FIRST) == bare


def test_opponents_of_players_paired_first_are_protected_by_every_side() -> None:
    """DUTCH-2013-UPFLOATS: one who was moved down meets C, or D if C has upfloated."""
    for upfloats in require_items(Upfloats):
        assert "AC" in _lowest("A", "CDE", "", upfloats)
        assert "AD" in _lowest("A", "CDE", "C", upfloats)


def test_every_entry_is_followed_or_says_why_not() -> None:
    """And the entries followed are those that the readings can turn; none is answered by another side of itself."""
    entries = [entry for entry in REGISTER.entries if entry.identifier.startswith("DUTCH-2013-")]
    assert {entry.identifier for entry in entries if not entry.not_followed} == set(READ_OTHERWISE)
    assert all(readings != DEFAULT_READINGS for _, readings in OTHER_READINGS)
    assert len({readings for _, readings in OTHER_READINGS}) == len(OTHER_READINGS)


def test_two_open_points_can_be_turned_at_once() -> None:
    """Each keeps what the other has turned; a point that is turned twice is what it was."""
    prepared = RULES.open(event([""] * 4, rounds_declared=3, initial_colour=Colour.WHITE))
    first, second, *_ = prepared.round(1).variants()
    both = prepared.under(first).under(second).rules
    assert isinstance(both, Rules2013)
    assert both.readings == replace(
        DEFAULT_READINGS, backtracks_for_all_or_nothing=True, fewer_left_over_is_enough=True
    )
    assert prepared.under(first).under(first).rules == RULES
