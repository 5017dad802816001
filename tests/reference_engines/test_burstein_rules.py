"""The Burstein System: seeding rounds, bye, criteria, order of pairings and colours; and what each rule changes."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.agreement import assert_misreading_pairs_otherwise
from support.events import event

from reference_engines.burstein.edition import OpponentOrder
from reference_engines.burstein.rules import BURSTEIN_2018, BURSTEIN_2026
from reference_engines.dutch.editions import DUTCH_2017, DUTCH_2026
from reference_engines.frame.results import NoLegalPairingError, RoundPairing
from reference_engines.frame.systems import resolve
from reference_engines.literal.burstein import BY_TRYING, candidates
from reference_engines.misreadings import misreadings_of
from tournaments import read_event
from tournaments.model import Colour, DeclaredSystem, Event, ForbiddenGroup, RequestedBye, Result

if TYPE_CHECKING:
    from reference_engines.burstein.participants import RankedBracket, RankedPlayers
    from reference_engines.burstein.rules import BursteinRules
    from reference_engines.downfloating.bracket import Candidate
    from reference_engines.frame.rules import Rules

CASES = Path(__file__).parents[1] / "data" / "cases" / "burstein"
ALTERED = {
    "absent": (
        "bye-fewest-games bye-without-unplayed-games index-without-buchholz index-without-sonneborn-berger "
        "index-without-unplayed"
    ),
    "look_ahead": "c4-left-out c7-left-out",
    "index_with_virtual_points": (
        "bye-without-score c2-any-points c2-left-out index-sonneborn-berger-first index-with-virtual-points "
        "ranked-by-score seeding-rounded-up"
    ),
    "seeding_first_only": "seeding-first-only seeding-none",
    "beginners": "c8-left-out index-left-out order-floating-first order-smallest-first seeding-always-four",
    "c3_topscorers": "c1-left-out c3-left-out c3-topscorers c6-left-out c6-turned-round",
    "index_without_exception": "bye-without-ranking index-without-exception",
    "seeding_half": "seeding-half",
}
"""Events whose last round shows a misreading."""
BUILT = {"c5-left-out", "c6-of-2018"}
"""Shown below, by events without a game."""


def case(name: str) -> Event:
    """Read an event."""
    return read_event(CASES / f"{name}.trf").event


# --- what each rule changes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "identifier"), [(n, i) for n, those in ALTERED.items() for i in those.split()])
def test_a_rule_left_out_or_turned_round_pairs_otherwise(name: str, identifier: str) -> None:
    """The recorded round is right; under the misreading it would be another one, by enumeration, too."""
    literal = replace(BURSTEIN_2026, search=BY_TRYING)
    assert_misreading_pairs_otherwise(identifier, BURSTEIN_2026, literal, case(name))


def recorded(played: Event) -> RoundPairing:
    """Return the last round as it is recorded."""
    return BURSTEIN_2026.open(played).round(played.rounds_recorded).posted


def test_every_misreading_is_shown() -> None:
    """But for those of the Dutch system, which seeding rounds share; each has a sentence and an article of its own."""
    own = [one for one in misreadings_of(BURSTEIN_2026) if not one.identifier.startswith("dutch-")]
    shown = {identifier for those in ALTERED.values() for identifier in those.split()}
    assert {one.identifier for one in own} == shown | BUILT
    assert len({one.identifier for one in own}) == len({one.sentence for one in own}) == len(own)
    of_2018 = {one.identifier for one in misreadings_of(BURSTEIN_2018) if not one.identifier.startswith("dutch-")}
    assert {one.identifier for one in own} - of_2018 == BUILT
    assert of_2018 < {one.identifier for one in own}


def test_misreadings_of_seeding_rounds_name_the_chapter_once() -> None:
    """That of the Dutch system, or that of the acceleration or of colour histories."""
    for text in (BURSTEIN_2026, BURSTEIN_2018):
        articles = [one.article for one in misreadings_of(text) if one.identifier.startswith("dutch-")]
        assert [article for article in articles if article.count("C.04.") != 1] == []
        chapters = {article[: len("C.04.3")] for article in articles}
        assert {"C.04.3", "C.04.7"} <= chapters <= {"C.04.2", "C.04.3", "C.04.7"}


def test_a_misreading_on_topscorers_does_not_apply_to_seeding_rounds() -> None:
    """C10 and C11 (2017: C.8 and C.9) do not matter in them, unless a player is a topscorer too early."""
    for text, dutch in ((BURSTEIN_2026, DUTCH_2026), (BURSTEIN_2018, DUTCH_2017)):
        listed = {one.identifier.removeprefix("dutch-") for one in misreadings_of(text)}
        missing = {one.identifier for one in misreadings_of(dutch)} - listed
        assert {"topscorers-in-every-round", "colour-clash-left-out"} <= listed
        assert {"topscorer-third-colour-left-out", "topscorers-not-excused", "topscorer-either-repeats"} <= missing
        assert all("topscorer" in identifier for identifier in missing)


# --- which edition ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "text", "start", "key"),
    [
        ("FIDE_BURSTEIN", "", dt.date(2026, 2, 1), "burstein-2026"),
        ("FIDE_BURSTEIN_BAKU", "", dt.date(2026, 1, 31), "burstein-2018"),
        ("FIDE_BURSTEIN", "", dt.date(2018, 12, 31), None),
        ("FIDE_BURSTEIN", "", None, "burstein-2026"),
        ("", "Swiss Burstein", dt.date(2020, 5, 1), "burstein-2018"),
        ("", "burstein-2018/literal", None, "burstein-2018/literal"),
        ("", "Burstein or Dubov", None, None),
    ],
)
def test_files_name_the_system(code: str, text: str, start: dt.date | None, key: str | None) -> None:
    """By the code of field 192, in words, or by a key; the date tells the edition."""
    resolution = resolve(event(["", ""], system=DeclaredSystem(code=code, text=text), start=start))
    assert (resolution.edition.key if resolution.edition else None) == key


# --- seeding rounds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "seeding"), [(1, 0), (2, 1), (3, 1), (4, 2), (7, 3), (8, 4), (9, 4), (10, 4), (13, 4)]
)
def test_half_of_the_rounds_are_seeding_rounds_four_at_most(rounds: int, seeding: int) -> None:
    """1.6.2, rounded down; they are paired by the Dutch system, and no other is."""
    prepared = BURSTEIN_2026.prepare(event([""] * 4, rounds_declared=rounds))
    numbers = range(1, rounds + 1)
    followed = [BURSTEIN_2026.bind(prepared, number).rules for number in numbers]
    assert [rules is BURSTEIN_2026.seeding for rules in followed] == [number <= seeding for number in numbers]


def test_a_seeding_round_is_the_dutch_one() -> None:
    """Pairs, colours, bye, and the criteria by which it is judged; the chapter stands before their articles."""
    played = case("absent")
    seeded, dutch = BURSTEIN_2026.open(played), DUTCH_2026.open(played)
    for number in (1, 2):
        seeding_round, dutch_round = seeded.round(number), dutch.round(number)
        assert seeding_round.expected() == dutch_round.expected()
        found = seeding_round.assess(seeding_round.expected())
        theirs = dutch_round.assess(dutch_round.expected())
        for ours, other in zip(found.brackets, theirs.brackets, strict=True):
            articles = tuple(replace(value, article=f"C.04.3:{value.article}") for value in other.values)
            assert ours == replace(other, values=articles)


def test_an_event_of_one_round_has_no_seeding_round() -> None:
    """1.6.2: then BSNs are by TPN, and the first meets the last."""
    found = BURSTEIN_2026.open(event([""] * 6, rounds_declared=1)).round(1).expected()
    assert {pair.players for pair in found.pairs} == {frozenset(pair) for pair in ((1, 6), (2, 5), (3, 4))}


# --- the order of pairings -------------------------------------------------------------------------------------------

PRINTED = [
    "1-6, 2-5, 3-0, 4-0",
    "1-6, 2-4, 3-0, 5-0",
    "1-6, 2-3, 4-0, 5-0",
    "1-6, 2-0, 3-5, 4-0",
    "1-6, 2-0, 3-4, 5-0",
    "1-6, 2-0, 3-0, 4-5",
    "1-5, 2-6, 3-0, 4-0",
    "1-5, 2-4, 3-0, 6-0",
    "1-5, 2-3, 4-0, 6-0",
]
"""The beginning of the list in 4.3; its last line is 1-0, 2-0, 3-4, 5-6."""


def equal_bracket(size: int) -> RankedBracket:
    """Return a bracket of this size whose players may all meet."""
    players: RankedPlayers = BURSTEIN_2026.open(event(["-"] * size, rounds_declared=2)).round(2).participants
    return next(players.scoregroups())


def test_the_list_printed_in_the_article() -> None:
    """4.3: six players, two of whom float: 45 pairings, the first nine of them and the last."""
    bracket = equal_bracket(6)
    with_two = [one for one in candidates(bracket, OpponentOrder.LARGEST_FIRST) if len(one.downfloaters) == 2]
    listed = [format_candidate(candidate) for candidate in with_two]
    assert len(listed) == len(set(listed)) == 45
    assert listed[:9] == PRINTED
    assert listed[-1] == "1-0, 2-0, 3-4, 5-6"


def format_candidate(candidate: Candidate) -> str:
    """Return a pairing as the article lists it."""
    opponents = dict(candidate.pairs) | dict.fromkeys(candidate.downfloaters, -1)
    return ", ".join(f"{place + 1}-{other + 1}" for place, other in sorted(opponents.items()))


# --- criteria --------------------------------------------------------------------------------------------------------


def event_of_byes(rows: dict[str, str], meeting: str, *, rounds_declared: int = 4) -> Event:
    """
    Make an event of byes alone, without a game, in which only the listed pairs may meet: ``p-q r-s``.

    Players are named by letters, in the order in which they are numbered.
    """
    number = {name: tpn for tpn, name in enumerate(rows, start=1)}
    allowed = {frozenset(number[name] for name in pair.split("-")) for pair in meeting.split()}
    apart = [frozenset(two) for two in combinations(number.values(), 2) if frozenset(two) not in allowed]
    forbidden = tuple(ForbiddenGroup(players=two) for two in apart)
    return event([" ".join(row) for row in rows.values()], rounds_declared=rounds_declared, forbidden=forbidden)


def pairs_of(rules: Rules, played: Event, names: str) -> set[str]:
    """Return the pairs of the next round by names."""
    found = rules.open(played).round(played.rounds_recorded + 1).expected()
    return {"".join(sorted(names[tpn - 1] for tpn in pair.players)) for pair in found.pairs}


def pairs_by_both_searches(rules: BursteinRules, played: Event, names: str) -> set[str]:
    """Return the pairs, which enumeration must find as well."""
    found = pairs_of(rules, played, names)
    assert pairs_of(replace(rules, search=BY_TRYING), played, names) == found
    return found


PARTED_BY_C6 = event_of_byes(
    {"p": "FFFF", "q": "FFFH", "s": "FFFH", "a": "FFF-", "b": "FFF-", "c": "FFF-", "x": "FF--", "y": "FF--"},
    "q-a s-b p-b a-c p-x q-x c-y s-y",
    rounds_declared=6,
)
"""Of p (4.0), q and s (3.5) and a, b, c (3.0) either p and c float, to x and y, or q and s."""


def test_c6_of_2018_looks_at_floaters_from_above_alone() -> None:
    """2018 lets p float, who is one from above, with c; 2026 rather both of 3.5 than one of 4.0."""
    names = "pqsabcxy"
    assert pairs_by_both_searches(BURSTEIN_2018, PARTED_BY_C6, names) == {"aq", "bs", "px", "cy"}
    assert pairs_by_both_searches(BURSTEIN_2026, PARTED_BY_C6, names) == {"bp", "ac", "qx", "sy"}
    (altered,) = (one.rules for one in misreadings_of(BURSTEIN_2026) if one.identifier == "c6-of-2018")
    assert pairs_of(altered(BURSTEIN_2026), PARTED_BY_C6, names) == {"aq", "bs", "px", "cy"}


def test_fewer_floaters_come_before_their_scores() -> None:
    """C5 before C6: p (3.5) alone floats, rather than a, b and c (3.0); no other player could be paired below."""
    played = event_of_byes(
        {"p": "FFFH", "a": "FFF-", "b": "FFF-", "c": "FFF-", "d": "FFF-", "x": "FF--", "y": "FF--", "z": "FF--"},
        "p-d a-b c-d p-x y-z a-x b-y c-z",
        rounds_declared=6,
    )
    names = "pabcdxyz"
    assert pairs_by_both_searches(BURSTEIN_2026, played, names) == {"ab", "cd", "px", "yz"}
    (altered,) = (one.rules for one in misreadings_of(BURSTEIN_2026) if one.identifier == "c5-left-out")
    assert pairs_of(altered(BURSTEIN_2026), played, names) == {"dp", "ax", "by", "cz"}


def test_whom_a_floater_could_meet_below_does_not_bind_the_bracket() -> None:
    """4.3: p meets s, BSN 4, rather than r, although s could meet both of those below, and r one of them."""
    below = "q-x q-y r-y s-x s-y"
    for meeting, pairs in ((f"p-r p-s {below}", {"ps", "qx", "ry"}), (f"p-r {below}", {"pr", "qy", "sx"})):
        rows = {"p": "FF--", "q": "FF--", "r": "FF--", "s": "FF--", "x": "F---", "y": "F---"}
        assert pairs_by_both_searches(BURSTEIN_2026, event_of_byes(rows, meeting, rounds_declared=8), "pqrsxy") == pairs


def test_of_two_scores_the_lower_one_floats() -> None:
    """C6: a (3.5) floats, and p (4.0) meets b, although p ranks last of the bracket and could meet x as well."""
    rows = {"p": "FFFF", "a": "FFFH", "b": "FFF-", "x": "FF--"}
    for meeting, pairs in (("p-b a-b p-x a-x", {"bp", "ax"}), ("a-b p-x a-x", {"ab", "px"})):
        assert pairs_by_both_searches(BURSTEIN_2026, event_of_byes(rows, meeting, rounds_declared=6), "pabx") == pairs


def test_a_round_that_cannot_be_paired_says_who_is_in_the_way() -> None:
    """1.9.3: four of whom three may meet the first alone."""
    played = event_of_byes({"p": "F", "a": "-", "b": "-", "c": "-"}, "p-a p-b p-c", rounds_declared=2)
    with pytest.raises(NoLegalPairingError, match="except for player 1,"):
        BURSTEIN_2026.open(played).round(2).expected()


# --- the bye ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "bye"),
    [
        (["2w1 -", "1b0 -", "- H"], 2),  # 3.1.3: the lowest score
        (["2w1 -", "1b0 H", "H -"], 2),  # 3.1.4: as many points as 3, and a game
        (["- H", "- H", "- H"], 3),  # 3.1.5: equals by Index, the largest number
        (["- H", "- H", "H -"], 3),
        (["2w= H", "1b= U", "H H"], 1),  # 3.1.4
        (["H -", "H -", "U -"], 2),  # 3.1.1: 3 would be the last of equals if it could
    ],
)
def test_the_bye_goes_by_score_then_games_then_ranking(rows: list[str], bye: int) -> None:
    """Of three players, the other two of whom may meet."""
    assert BURSTEIN_2026.open(event(rows, rounds_declared=3)).round(3).expected().bye == bye


@pytest.mark.parametrize(("rules", "bye"), [(BURSTEIN_2026, 2), (BURSTEIN_2018, 3)], ids=("2026", "2018"))
def test_a_full_point_bye_bars_by_2026_only(rules: BursteinRules, bye: int) -> None:
    """C2: of three with a point each, 3 has had a full-point bye."""
    assert rules.open(event(["H H", "H H", "F -"], rounds_declared=3)).round(3).expected().bye == bye


# --- colours ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "third", "white"), [("- -", "- -", 1), ("- -", "- H", 3), ("H -", "- H", 1)])
def test_two_who_have_yet_to_play_have_colours_by_rank(first: str, third: str, white: int) -> None:
    """5.2.1: of 1 and 3 the higher ranked by 1.8 has the initial colour, White; 2 and 4 are away."""
    away = tuple(RequestedBye(round_number=3, tpn=tpn, result=Result.ZERO_POINT_BYE) for tpn in (2, 4))
    rows = [first, "4w1 -", third, "2b0 -"]
    prepared = BURSTEIN_2026.open(event(rows, rounds_declared=3, initial_colour=Colour.WHITE, requested_byes=away))
    (pair,) = prepared.round(3).expected().pairs
    rule = prepared.round(3).colour_rule(pair)
    assert rule is not None
    assert (pair.white, rule.article) == (white, "5.2.1")
