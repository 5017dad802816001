"""The Dutch engines as a whole: first rounds by hand, invariants on random events, refusals."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.generated import generated_events
from support.variant_pairings import variant_pairings

from reference_engines.downfloating.bracket import COLOUR_PREFERENCE
from reference_engines.dutch.criteria import STRONG_COLOUR_PREFERENCE
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.results import BracketKind, NoLegalPairingError, Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from tournaments.model import Colour, RequestedBye, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.results import Assessment, BracketAssessment
    from reference_engines.frame.rules import PreparedEvent

EDITIONS = ("dutch-2026", "dutch-2017")


def boards(pairing: RoundPairing) -> list[tuple[int, int]]:
    """Return the boards as plain numbers, White first."""
    return [(pair.white, pair.black) for pair in pairing.pairs]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("initial", "expected"),
    [(Colour.WHITE, [(1, 4), (5, 2), (3, 6)]), (Colour.BLACK, [(4, 1), (2, 5), (6, 3)])],
)
def test_round_1_pairs_the_halves_with_alternating_colours(
    edition: str, initial: Colour, expected: list[tuple[int, int]]
) -> None:
    """3.3.1 and 5.2.5 (B.3, E.5): first against fourth of six, the last of seven has the bye."""
    pairing = engine_for(edition).open(event([""] * 7, initial_colour=initial)).round(1).expected()
    assert boards(pairing) == expected
    assert pairing.bye == 7


@pytest.mark.parametrize("edition", EDITIONS)
def test_players_without_preferences_need_no_matrix_of_preferences(edition: str) -> None:
    """In round 1 of 5,000 players each matrix of pairs would hold 25 million values."""
    first_round = engine_for(edition).open(event([""] * 6, initial_colour=Colour.WHITE)).round(1)
    ((bracket, _),) = first_round.expected_by_position.trace
    assert [one.contribution(bracket) for one in (COLOUR_PREFERENCE, STRONG_COLOUR_PREFERENCE)] == [None, None]


@pytest.mark.parametrize("edition", EDITIONS)
def test_requested_byes_are_taken_out_before_counting(edition: str) -> None:
    """C.04.2:3.3: with one of seven away the others are even, and numbers count those who are there."""
    away = RequestedBye(round_number=1, tpn=2, result=Result.HALF_POINT_BYE)
    pairing = (
        engine_for(edition)
        .open(event([""] * 7, initial_colour=Colour.WHITE, requested_byes=(away,)))
        .round(1)
        .expected()
    )
    assert boards(pairing) == [(1, 5), (6, 3), (4, 7)]
    assert pairing.bye is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_that_cannot_be_completed_is_refused(edition: str) -> None:
    """1.9.3 (A.9): two players who have met, and three players of whom none may have the bye."""
    with pytest.raises(NoLegalPairingError):
        engine_for(edition).open(event(["2w1", "1b0"])).round(2).expected()
    with pytest.raises(NoLegalPairingError):
        engine_for(edition).open(event(["U - -", "- U -", "- - U"])).round(4).expected()


def test_no_players_to_pair_give_an_empty_round() -> None:
    """An event whose players are all away has a pairing: none."""
    away = tuple(RequestedBye(round_number=1, tpn=tpn, result=Result.ZERO_POINT_BYE) for tpn in (1, 2))
    pairing = engine_for("dutch-2026").open(event(["", ""], requested_byes=away)).round(1).expected()
    assert pairing == RoundPairing(pairs=(), bye=None)


def test_boards_are_ordered_by_score_then_number() -> None:
    """C.04.2:3.6: higher score of the two, sum of both, smaller number."""
    played = event(["3w0", "4b0", "1b1", "2w1"], rounds_declared=3)
    assert boards(engine_for("dutch-2026").open(played).round(2).expected()) == [(3, 4), (2, 1)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_undeclared_fact_is_inferred_and_reported(edition: str) -> None:
    """The initial colour and a missing number of rounds are named."""
    notes = engine_for(edition).open(event(["3b1", "4w1", "1w0", "2b0"])).notes
    assert any("Black was inferred" in note for note in notes)
    assert any("number of rounds" in note for note in notes)


def exchanged(pairing: RoundPairing, rng: random.Random) -> RoundPairing:
    """Exchange the Black players of two boards, or the bye with a player."""
    pairs = list(pairing.pairs)
    one, other = rng.sample(range(len(pairs)), 2)
    if pairing.bye is not None and rng.random() < 0.3:
        spared = pairs[one].black
        pairs[one] = Pair(pairs[one].white, pairing.bye)
        return RoundPairing(pairs=tuple(pairs), bye=spared)
    first, second = pairs[one], pairs[other]
    pairs[one], pairs[other] = Pair(first.white, second.black), Pair(second.white, first.black)
    return RoundPairing(pairs=tuple(pairs), bye=pairing.bye)


def first_difference(ours: Assessment, theirs: Assessment) -> tuple[BracketAssessment, BracketAssessment] | None:
    """Return the first bracket in which two pairings differ."""
    for own, other in zip(ours.brackets, theirs.brackets, strict=False):
        if (set(own.pairs), own.downfloaters) != (set(other.pairs), other.downfloaters):
            return own, other
    return None


def rounds_of(edition: str, events: int) -> Iterator[tuple[PreparedEvent, int]]:
    """Return every round of some generated events."""
    for played in generated_events(edition)[:events]:
        prepared = engine_for(edition).open(played)
        yield from ((prepared, number) for number in range(1, played.rounds_recorded + 1))


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_legal_exchange_beats_the_engine(edition: str) -> None:
    """Of hundreds of random exchanges none is better by the criteria, and none as good comes earlier."""
    rng = random.Random(20)
    judged = 0
    for prepared, number in rounds_of(edition, 40):
        own = prepared.round(number).expected()
        ours = prepared.round(number).assess(own)
        assert ours.violations == ()
        for _ in range(3 if len(own.pairs) > 1 else 0):
            theirs = prepared.round(number).assess(exchanged(own, rng))
            parted = first_difference(ours, theirs)
            if theirs.violations or parted is None:
                continue
            judged += 1
            values = [[value.value for value in bracket.values] for bracket in parted]
            assert values[0] <= values[1]
            if values[0] == values[1]:
                assert parted[0].generation.key < parted[1].generation.key
    assert judged > 200


def test_rounds_that_would_stay_incomplete_collapse_by_the_edition_of_2017() -> None:
    """A.9: a penultimate bracket is followed by the collapsed last one, which holds all remaining players."""
    collapsed = 0
    for prepared, number in rounds_of("dutch-2017", 60):
        brackets = prepared.round(number).assess(prepared.round(number).expected()).brackets
        kinds = [bracket.kind for bracket in brackets]
        if BracketKind.COLLAPSED_LAST in kinds:
            collapsed += 1
            assert kinds[-2:] == [BracketKind.PENULTIMATE, BracketKind.COLLAPSED_LAST]
            assert len(brackets[-1].downfloaters) <= 1
        else:
            assert set(kinds) <= {BracketKind.ORDINARY}
    assert collapsed > 5


def test_the_editions_differ_somewhere() -> None:
    """On the same recorded rounds the two editions do not always ask for the same pairing."""
    parted = 0
    for prepared, number in rounds_of("dutch-2026", 60):
        older = engine_for("dutch-2017").open(prepared.source)
        parted += set(older.round(number).expected().pairs) != set(prepared.round(number).expected().pairs)
    assert parted > 10


VIOLATIONS = [
    ([(1, 3), (2, 4)], 5, "C1", "already played"),
    ([(1, 5), (2, 3)], 4, "", ""),
    ([(1, 2), (3, 4)], 5, "C2", "may not have the bye"),
    ([(1, 2)], 4, "", "neither an opponent"),
    ([(1, 2), (1, 4), (3, 5)], None, "", "appears 2 times"),
    ([(1, 2), (3, 4), (5, 9)], None, "", "not to be paired"),
]


@pytest.mark.parametrize(("pairs", "bye", "label", "words"), VIOLATIONS)
def test_illegal_pairings_are_named_with_their_article(
    pairs: list[tuple[int, int]], bye: int | None, label: str, words: str
) -> None:
    """Legality needs no engine: who, and which article."""
    prepared = engine_for("dutch-2026").open(event(["3w1", "4b1", "1b0", "2w0", "U"]))
    found = prepared.round(2).assess(RoundPairing(pairs=tuple(Pair(*pair) for pair in pairs), bye=bye)).violations
    if not words:
        assert found == ()
    else:
        assert any(violation.label == label and words in violation.sentence for violation in found)
        assert all(violation.article for violation in found)


def test_other_readings_are_tried_where_they_matter() -> None:
    """SPP-2026-08: with the first player still away, printed numbers give the next one the other colour."""
    prepared = engine_for("dutch-2026").open(event(["-", "4w1", "5b0", "2b0", "3w1"], initial_colour=Colour.WHITE))
    others = {note.identifier: pairing for note, pairing in variant_pairings(prepared, 1)}
    assert boards(prepared.round(1).expected()) == [(2, 4), (5, 3)]
    assert boards(others["SPP-2026-08"]) == [(4, 2), (3, 5)]


def test_an_undeclared_number_of_rounds_is_another_reading() -> None:
    """ROUNDS-UNDECLARED: topscorers exist only if the last recorded round is the final one."""
    parted = 0
    for played in generated_events("dutch-2026-small"):
        silent = engine_for("dutch-2026").open(replace(played, rounds_declared=None))
        others = variant_pairings(silent, played.rounds_recorded)
        by_rounds = [pairing for note, pairing in others if note.identifier == "ROUNDS-UNDECLARED"]
        assert len(by_rounds) <= 1 or declares_baku(played.system)  # else the number matters in the final round alone
        if played.rounds_recorded == played.rounds_declared:
            final = engine_for("dutch-2026").open(played).round(played.rounds_recorded).expected()
            try:
                taken = silent.round(played.rounds_recorded).expected()
            except NoLegalPairingError:
                taken = None
            assert (final in by_rounds) is (final != taken)
            parted += final != taken
    assert parted > 0
