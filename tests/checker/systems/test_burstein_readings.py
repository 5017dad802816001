"""The Burstein System where its text is open: a round by the side taken agrees, one by the other side is open."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.findings import assert_other_side_is_open, round_findings
from support.variant_pairings import variant_pairings

from checker.planting import with_last_round
from checker.verdicts.comparison import judge_pairing
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.event_batch import Batch
from reference_engines.burstein.rules import BURSTEIN_2026, OTHER_READINGS
from reference_engines.literal.burstein import BY_TRYING
from reference_engines.readings import REGISTER
from tournaments import read_event
from tournaments.model import Colour, VirtualPoints

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from reference_engines.burstein.rules import BursteinRules
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

CASES = Path(__file__).parents[2] / "data" / "cases" / "burstein"
SIDES = (
    ("BURSTEIN-LOOK-AHEAD", 0, "look_ahead"),
    ("BURSTEIN-ABSENT", 0, "absent"),
    ("BURSTEIN-ABSENT", 1, "absent_before"),
    ("BURSTEIN-ABSENT-FORFEIT", 0, "absent_forfeit"),
    ("BURSTEIN-ABSENT-FORFEIT", 1, "absent_by_both"),
    ("BURSTEIN-GAMES", 0, "absent"),
    ("BURSTEIN-FULL-POINT-BYE", 0, "full_point_bye"),
    ("BURSTEIN-ACCELERATION", 0, "acceleration"),
    ("BURSTEIN-SEEDING-EDITION", 0, "seeding_edition"),
)
"""Entry, which of its other sides, and the event in whose last round that side asks for another pairing."""


def case(name: str) -> Event:
    """Read an event; it goes on from January to February 2026, so that the editions change in it."""
    return replace(read_event(CASES / f"{name}.trf").event, start=dt.date(2026, 1, 30), end=dt.date(2026, 2, 3))


def finding(played: Event) -> RoundFinding:
    """Return the finding of the last round."""
    return round_findings(played, "burstein-2026")[-1]


def pair_otherwise(
    identifier: str, played: Event, rules: BursteinRules = BURSTEIN_2026, *, number: int = 0
) -> RoundPairing:
    """Pair the last round by a reading of an entry that is not the default."""
    others = [other for entry, other in OTHER_READINGS if entry == identifier]
    return others[number](rules).open(played).round(played.rounds_recorded).expected()


@pytest.mark.parametrize(("identifier", "number", "name"), SIDES)
def test_both_sides_of_an_entry_are_followed(identifier: str, number: int, name: str) -> None:
    """Enumeration confirms the round of the other reading; a round that neither reading asks for is wrong."""
    played = case(name)
    other = pair_otherwise(identifier, played, number=number)
    assert_other_side_is_open(identifier, "burstein-2026", played, other)
    literally = replace(BURSTEIN_2026, search=BY_TRYING)
    assert pair_otherwise(identifier, played, literally, number=number) == other


def test_a_forfeit_may_stand_in_a_series_of_which_the_latest_round_is_left_out() -> None:
    """
    BURSTEIN-ABSENT-FORFEIT with the second other side of BURSTEIN-ABSENT: in round 5 neither of them will do alone.

    Round 4 follows the sides taken, so that the whole event does not excuse the round.
    """
    played = case("absent_forfeit_before")
    prepared = BURSTEIN_2026.open(played)
    of_both = partial(pair_otherwise, "BURSTEIN-ABSENT-FORFEIT", played, number=2)
    other = of_both()
    assert other == of_both(replace(BURSTEIN_2026, search=BY_TRYING))
    alone = pair_otherwise("BURSTEIN-ABSENT", played, number=1), pair_otherwise("BURSTEIN-ABSENT-FORFEIT", played)
    assert other not in (prepared.round(5).expected(), *alone)
    found = judge_pairing(prepared, 5, other, RoundContext(event="open"))
    assert (found.verdict, found.rests_on) == (Verdict.AMBIGUOUS_RULE, ("BURSTEIN-ABSENT-FORFEIT",))
    accused = finding(with_last_round(played, other))
    assert accused.verdict is Verdict.COLOURS
    assert "it would be right, but round 4 contradicts that. An event is judged by one side" in accused.sentence


@pytest.mark.parametrize(("white", "verdict"), [(1, Verdict.AGREE), (3, Verdict.AMBIGUOUS_RULE)])
def test_of_two_beginners_virtual_points_may_rank_the_one_with_fewer_points(white: int, verdict: Verdict) -> None:
    """BURSTEIN-BEGINNERS: 1 has half a point, 3 nothing but a virtual point; 2 and 4 have played and are away."""
    listed = VirtualPoints(points=10, first_round=3, last_round=3, players=frozenset((3,)))
    game = {1: "3w=" if white == 1 else "3b=", 3: "1b=" if white == 1 else "1w="}
    rows = [f"H - {game[1]}", "4w1 - -", f"- - {game[3]}", "2b0 - -"]
    played = event(rows, rounds_declared=3, initial_colour=Colour.WHITE, virtual_points=(listed,))
    found = finding(played)
    assert found.verdict is verdict
    assert [note.identifier for note in found.readings] == ["BURSTEIN-BEGINNERS"] * (verdict is Verdict.AMBIGUOUS_RULE)


def test_every_entry_is_followed_or_says_why_not() -> None:
    """And those followed are shown here."""
    entries = [entry for entry in REGISTER.entries if entry.identifier.startswith("BURSTEIN-")]
    shown = [(identifier, number) for identifier, number, _ in SIDES]
    followed = {*(identifier for identifier, _ in shown), "BURSTEIN-BEGINNERS"}
    assert {entry.identifier for entry in entries if not entry.not_followed} == {*followed, "BURSTEIN-ROUNDS"}
    counts = Counter(identifier for identifier, _ in OTHER_READINGS)
    elsewhere = {("BURSTEIN-BEGINNERS", 0), ("BURSTEIN-ABSENT-FORFEIT", 2)}
    assert {(one, number) for one in counts for number in range(counts[one])} == {*shown, *elsewhere}


@pytest.mark.parametrize("rounds_declared", [9, 2])
def test_the_initial_colour_is_open_where_the_file_does_not_declare_it(rounds_declared: int) -> None:
    """In a seeding round (the second of nine) and after them (the second of two), where two beginners meet (5.2.1)."""
    played = event(["2w1 -", "1b0 -", "- 4w1", "- 3b0"], rounds_declared=rounds_declared)
    for colour, identifiers in ((None, ["INITIAL-UNDECLARED"]), (Colour.WHITE, [])):
        prepared = BURSTEIN_2026.open(replace(played, initial_colour=colour))
        own = prepared.round(2).expected()
        found = [
            (note.identifier, pairing)
            for note, pairing in variant_pairings(prepared, 2)
            if note.identifier == "INITIAL-UNDECLARED"
        ]
        assert [identifier for identifier, _ in found] == identifiers
        assert all(pairing.games == own.games and pairing.pairs != own.pairs for _, pairing in found)


def test_a_change_of_seeding_rounds_is_the_same_in_every_round() -> None:
    """It is known by what it does, so that what one round proves holds for the others."""
    rows = ["-"] + [f"{opponent}{colour}=" for opponent, colour in ((4, "w"), (5, "b"), (2, "b"), (3, "w"))]
    played = event([f"{row} -" for row in rows], rounds_declared=9, initial_colour=Colour.WHITE)
    prepared = BURSTEIN_2026.open(played)
    keys = [
        {variant.key for variant in prepared.round(1).variants() if variant.note.identifier == "SPP-2026-08"}
        for _ in range(2)
    ]
    assert keys[0]
    assert keys[0] == keys[1]


def test_the_edition_of_seeding_rounds_is_open_only_where_editions_changed() -> None:
    """In an event that ends in January or begins in February it is not."""
    played = case("seeding_edition")
    wrong = with_last_round(played, pair_otherwise("BURSTEIN-SEEDING-EDITION", played))
    assert finding(wrong).verdict is Verdict.AMBIGUOUS_RULE
    for start, end in ((dt.date(2026, 1, 20), dt.date(2026, 1, 31)), (dt.date(2026, 2, 1), dt.date(2026, 2, 3))):
        assert finding(replace(wrong, start=start, end=end)).verdict is not Verdict.AMBIGUOUS_RULE


@pytest.mark.parametrize(
    ("rounds", "recorded", "open_rounds"),
    [(4, 4, []), (5, 5, [3]), (6, 3, [3]), (6, 6, []), (9, 8, []), (9, 9, [])],
)
def test_without_a_number_of_rounds_the_number_of_seeding_rounds_is_open(
    rounds: int, recorded: int, open_rounds: list[int]
) -> None:
    """Rounds agree, or are open by BURSTEIN-ROUNDS alone: one more round than recorded is assumed."""
    whole = Batch(seed=31, axes=Axes(players=Span(20, 20), rounds=Span(rounds, rounds)), system="burstein-2026").play(0)
    players = tuple(replace(player, rounds=player.rounds[:recorded]) for player in whole.event.players)
    played = replace(whole.event, players=players, rounds_recorded=recorded, rounds_declared=None)
    found = round_findings(played, "burstein-2026")
    assert {entry.verdict for entry in found} <= {Verdict.AGREE, Verdict.AMBIGUOUS_RULE}
    others = [entry for entry in found if entry.verdict is Verdict.AMBIGUOUS_RULE]
    assert [entry.round_number for entry in others] == open_rounds
    assert {note.identifier for entry in others for note in entry.readings} <= {"BURSTEIN-ROUNDS"}


def test_the_notes_tell_what_was_assumed() -> None:
    """Only where no number of rounds is declared."""
    played = case("absent")
    assert not any("seeding" in note for note in BURSTEIN_2026.open(played).notes)
    (note,) = (note for note in BURSTEIN_2026.open(replace(played, rounds_declared=None)).notes if "seeding" in note)
    assert note == "So the number of seeding rounds is not known either; 2 seeding rounds were assumed."
