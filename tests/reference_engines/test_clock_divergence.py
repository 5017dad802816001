"""The first divergence of a pairing from the Clock procedure, and its sentence."""

from __future__ import annotations

import pytest
from support.events import event
from support.variant_pairings import variant_pairings

from reference_engines.clock.round_table import Attempt, ClockWalk, _Remainder
from reference_engines.clock.rules import CLOCK
from reference_engines.frame.results import DivergenceKind, Pair, RoundPairing
from tournaments.model import Colour, ForbiddenGroup

ENGINE = CLOCK
WHITE = {"initial_colour": Colour.WHITE}


def test_an_opponent_who_comes_later_is_named_with_the_step() -> None:
    """Six without points: 1 must take 4, the next on the clock."""
    prepared = ENGINE.open(event([""] * 6, **WHITE))
    parting = prepared.round(1).divergence(RoundPairing(pairs=(Pair(1, 3), Pair(4, 6), Pair(2, 5))))
    assert (parting.kind, parting.article, parting.step) == (
        DivergenceKind.LATER,
        "Candidate",
        "the opponent of player 1",
    )
    assert parting.sentence == (
        "Player 1 is the picker, and the first possible candidate is player 4 (0 points). "
        "Instead, player 1 meets player 3, who comes later on the clock."
    )


def test_an_opponent_with_less_points_is_worse() -> None:
    """A winner must meet a winner; players whom the picker may not take are named with the reason."""
    prepared = ENGINE.open(event(["4w1", "3w1", "2b0", "1b0"], rounds_declared=5))
    parting = prepared.round(2).divergence(RoundPairing(pairs=(Pair(3, 1), Pair(4, 2))))
    assert (parting.kind, parting.article) == (DivergenceKind.WORSE, "Candidate")
    assert "player 2 (1 point). Instead, player 1 meets player 3, who has 0 points." in parting.sentence
    drawn = ENGINE.open(event(["2w=", "1b=", "4w=", "3b="], rounds_declared=5))
    parting = drawn.round(2).divergence(RoundPairing(pairs=(Pair(1, 4), Pair(3, 2))))
    assert parting.kind is DivergenceKind.LATER


def test_a_parting_tells_the_way_to_its_pick() -> None:
    """Of six players, 2 may meet only 1, who passes 4, 3 and 6 on the way."""
    apart = tuple(ForbiddenGroup(players=frozenset((2, other))) for other in (3, 4, 5, 6))
    prepared = ENGINE.open(event([""] * 6, forbidden=apart, **WHITE))
    assert [pair.players for pair in prepared.round(1).expected().pairs] == [{1, 2}, {4, 5}, {3, 6}]
    first = prepared.round(1).divergence(RoundPairing(pairs=(Pair(1, 5), Pair(3, 4), Pair(2, 6))))
    undone = "(leaves others unpaired)"
    assert first.sentence.startswith(
        "Player 1 is the picker, and the first possible candidate is player 2 (0 points), "
        f"not player 4 {undone} or 2 others."
    )


def test_a_later_pick_is_described_by_its_picker() -> None:
    """1 and 4 are paired by both, and 3 takes 6, the next on the clock, without passing a player."""
    prepared = ENGINE.open(event([""] * 6, **WHITE))
    parting = prepared.round(1).divergence(RoundPairing(pairs=(Pair(1, 4), Pair(3, 5), Pair(2, 6))))
    assert parting.step == "the opponent of player 3"
    assert parting.sentence.startswith(
        "Player 3 is the picker, and the first possible candidate is player 6 (0 points)."
    )


def test_a_pairing_that_proves_us_wrong_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a pair were undone although the others can be paired, the recorded pairing shows it, whatever the readings."""
    honest = ClockWalk._search  # noqa: SLF001 - what must not happen can only be made to

    def mistaken(self: ClockWalk, picker: int) -> tuple[int, tuple[Attempt, ...]]:
        picked, attempts = honest(self, picker)
        if picker or attempts:
            return picked, attempts
        self._remainder = _Remainder(self._table, [0, *self._unpaired])
        assert self._remainder.settle(0, 2)
        return 2, (Attempt(1, is_undone=True),)

    monkeypatch.setattr(ClockWalk, "_search", mistaken)
    parting = ENGINE.open(event([""] * 4, **WHITE)).round(1).divergence(RoundPairing(pairs=(Pair(1, 3), Pair(4, 2))))
    assert (parting.kind, parting.article) == (DivergenceKind.BETTER, "Backtracking")
    assert parting.sentence.endswith("whom the procedure passed over.")


@pytest.mark.parametrize("apart", [(7, 4, 10, 3), (7, 4, 10, 3, 9)])
def test_of_many_who_are_passed_over_the_first_is_named(apart: tuple[int, ...]) -> None:
    """Of twelve, 1 may not meet those who come first on the clock."""
    forbidden = tuple(ForbiddenGroup(players=frozenset((1, other))) for other in apart)
    prepared = ENGINE.open(event([""] * 12, forbidden=forbidden, **WHITE))
    own = [tuple(pair.players) for pair in prepared.round(1).expected().pairs]
    parting = prepared.round(1).divergence(_exchanged(own))
    named = f"player {apart[0]} (kept apart by the organiser)"
    assert f", not {named} or {len(apart) - 1} others. Instead" in parting.sentence


def _exchanged(pairs: list[tuple[int, ...]]) -> RoundPairing:
    """Let the opponents of the first and the last pair change places."""
    (one, other), *between, (third, fourth) = pairs
    return RoundPairing(pairs=(Pair(one, third), *(Pair(*pair) for pair in between), Pair(other, fourth)))


def test_a_bye_that_picks_rests_on_a_reading() -> None:
    """CLOCK-BYE-PICKS: a bye that passes over a player is right by the other reading, and the verdict says so."""
    rows = ["2b0", "1w1", "5b0", "-", "3w1"]
    played = event(rows, rounds_declared=5, **WHITE)
    taken = ENGINE.open(played).round(2).expected()
    others = {note.identifier: pairing for note, pairing in variant_pairings(ENGINE.open(played), 2)}
    assert "CLOCK-BYE-PICKS" in others
    assert others["CLOCK-BYE-PICKS"] != taken
    parting = ENGINE.open(played).round(2).divergence(others["CLOCK-BYE-PICKS"])
    assert parting.kind is DivergenceKind.LATER
    assert [note.identifier for note in parting.readings] == ["CLOCK-BYE-PICKS"]
    assert parting.step == "the bye"


def test_a_search_that_goes_on_rests_on_a_reading() -> None:
    """CLOCK-RESTART: six with 4.5, 3 and 2 points, of whom few may meet; 1 discards on the way to 6, and to 5."""
    rows = ["F F F F H", "F F F - -", "F F F - -", "F F - - -", "F F - - -", "F F - - -"]
    may_meet = {(1, 3), (1, 6), (1, 5), (3, 4), (3, 5), (2, 6), (2, 5)}
    pairs = [(one, other) for one in range(1, 7) for other in range(one + 1, 7) if (one, other) not in may_meet]
    apart = tuple(ForbiddenGroup(players=frozenset(pair)) for pair in pairs)
    prepared = ENGINE.open(event(rows, rounds_declared=9, forbidden=apart, **WHITE))
    assert [set(pair.players) for pair in prepared.round(6).expected().pairs] == [{1, 6}, {2, 5}, {3, 4}]
    parting = prepared.round(6).divergence(RoundPairing(pairs=(Pair(1, 5), Pair(3, 4), Pair(2, 6))))
    assert (parting.kind, parting.step) == (DivergenceKind.LATER, "the opponent of player 1")
    assert [note.identifier for note in parting.readings] == ["CLOCK-RESTART"]


def test_the_last_pick_but_one_is_judged_as_well() -> None:
    """Of twelve, the fifth pair is 2-8 and the sixth 5-11."""
    prepared = ENGINE.open(event([""] * 12, **WHITE))
    own = [tuple(pair.players) for pair in prepared.round(1).expected().pairs]
    assert [set(pair) for pair in own[4:]] == [{2, 8}, {5, 11}]
    given = RoundPairing(pairs=(*(Pair(*pair) for pair in own[:4]), Pair(2, 5), Pair(8, 11)))
    assert prepared.round(1).divergence(given).step == "the opponent of player 2"


def test_a_reading_explains_its_own_pick_only() -> None:
    """
    CLOCK-BYE-PICKS: after 2 and 7 the bye picks 1; by the other reading 1 picks 4, 3 picks 6 and 5 has the bye.

    To pair 3 with 5 then, and to leave 6 the bye, is wrong by either.
    """
    rows = ["2b0", "1w1", "-", "-", "7b0", "-", "5w1"]
    prepared = ENGINE.open(event(rows, rounds_declared=5, **WHITE))
    assert [set(pair.players) for pair in prepared.round(2).expected().pairs] == [{2, 7}, {3, 4}, {5, 6}]
    right = prepared.round(2).divergence(RoundPairing(pairs=(Pair(2, 7), Pair(1, 4), Pair(3, 6)), bye=5))
    assert (right.kind, right.step) == (DivergenceKind.LATER, "the bye")
    wrong = prepared.round(2).divergence(RoundPairing(pairs=(Pair(2, 7), Pair(1, 4), Pair(3, 5)), bye=6))
    assert (wrong.kind, wrong.step) == (DivergenceKind.LATER, "the opponent of player 3")
    assert wrong.readings == ()


def test_a_parting_is_not_asked_for_where_there_is_none() -> None:
    """Or of a pairing that is none."""
    prepared = ENGINE.open(event([""] * 4, **WHITE))
    with pytest.raises(ValueError, match="does not leave"):
        prepared.round(1).divergence(prepared.round(1).expected())
    with pytest.raises(ValueError, match="leaves player 1 out"):
        prepared.round(1).divergence(RoundPairing(pairs=(Pair(2, 3),)))
