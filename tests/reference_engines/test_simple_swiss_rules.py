"""The simple Swiss on events made by hand: asking, floating, the bye, illegal rounds and verdicts."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.histories import after
from support.variant_pairings import variant_pairings

from reference_engines.definitions.virtual_points import VirtualGroups, virtual_points_of
from reference_engines.frame.results import DivergenceKind, NoLegalPairingError, Pair, RoundPairing
from reference_engines.literal.simple_swiss import LITERAL_SIMPLE
from reference_engines.misreadings import misreadings_of
from reference_engines.readings import REGISTER
from reference_engines.simple_swiss import rules as rules_module
from reference_engines.simple_swiss.divergence import ASKING
from reference_engines.simple_swiss.edition import (
    DEFAULT_READINGS,
    OPEN_POINTS,
    OPEN_POINTS_OF_DEVIATION,
    SimpleOptions,
    read_other_side,
)
from reference_engines.simple_swiss.rules import SIMPLE, SimpleRules
from reference_engines.simple_swiss.walk import take_turns
from tournaments.model import ABSENT, Event, ForbiddenGroup, RequestedBye

if TYPE_CHECKING:
    from reference_engines.frame.rules import PreparedEvent
    from reference_engines.simple_swiss.participants import SimpleParticipants
    from reference_engines.simple_swiss.walk import Turn

LEFT_OVER = replace(DEFAULT_READINGS, bye_left_over=True)


def opened(of: Event, options: SimpleOptions = DEFAULT_READINGS) -> PreparedEvent:
    """Prepare an event with options."""
    return replace(SIMPLE, options=options).open(of)


def met(played: Event, options: SimpleOptions = DEFAULT_READINGS) -> list[set[int]]:
    """Return the pairs of the next round in the order of asking, checked against the literal engine."""
    number = played.rounds_recorded + 1
    pairing = opened(played, options).round(number).expected()
    assert replace(LITERAL_SIMPLE, options=options).open(played).round(number).expected() == pairing
    return [set(pair.players) for pair in pairing.pairs]


# --- the order of asking ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("apart", "pairs"),
    [
        ([], [{1, 4}, {2, 5}, {3, 6}]),
        ([{1, 4}], [{1, 5}, {2, 4}, {3, 6}]),  # to the last, each time from the middle of those who are left
        ([{1, 4}, {1, 5}], [{1, 6}, {2, 4}, {3, 5}]),
        ([{1, 4}, {1, 5}, {1, 6}], [{1, 3}, {2, 5}, {4, 6}]),  # then from the middle upwards
        ([{1, 4}, {1, 5}, {1, 6}, {1, 3}], [{1, 2}, {3, 5}, {4, 6}]),
        ([{5, 6}, {4, 6}, {2, 6}, {3, 6}], [{1, 6}, {2, 4}, {3, 5}]),  # nobody else can take 6
    ],
)
def test_the_first_to_ask_takes_the_first_available_player(apart: list[set[int]], pairs: list[set[int]]) -> None:
    """Six players of one score, of whom some may not meet."""
    forbidden = tuple(ForbiddenGroup(players=frozenset(two)) for two in apart)
    assert met(event([""] * 6, forbidden=forbidden)) == pairs


def test_a_player_without_an_opponent_asks_first_in_the_next_scoregroup() -> None:
    """SIMPLE-FLOATERS: 1 and 2 have met; each of them comes before 3 and 4, and asks behind the middle of four."""
    assert met(event(["2w=", "1b=", "4w0", "3b0"])) == [{1, 3}, {2, 4}]


def test_of_an_odd_scoregroup_the_last_goes_down() -> None:
    """SIMPLE-ODD-MIDDLE: of 1, 2 and 3, 1 asks 2; by the other reading 1 asks 3, and 2 goes down."""
    played = event(["H", "H", "H", "-", "-", "-"])
    assert met(played) == [{1, 2}, {3, 5}, {4, 6}]
    assert met(played, replace(DEFAULT_READINGS, odd_middle_rounded_up=True)) == [{1, 3}, {2, 5}, {4, 6}]


def test_a_scoregroup_gives_up_a_pair_only_for_the_rest_of_the_round() -> None:
    """3 and 4, below, may not meet: 1 and 2 go down to them. If they may, no player goes down."""
    assert met(event(["H", "H", "-", "-"])) == [{1, 2}, {3, 4}]
    apart = (ForbiddenGroup(players=frozenset((3, 4))),)
    assert met(event(["H", "H", "-", "-"], forbidden=apart)) == [{1, 3}, {2, 4}]


def test_virtual_points_make_scoregroups_of_the_first_round() -> None:
    """Twelve in groups of four: pairs within the groups, and colours that alternate over all six and turn once."""
    start = event([""] * 12, virtual_points=virtual_points_of(range(1, 13), VirtualGroups.THREE, Fraction(0)))
    pairs = opened(start).round(1).expected().pairs
    assert pairs == (Pair(3, 1), Pair(2, 4), Pair(7, 5), Pair(8, 6), Pair(9, 11), Pair(12, 10))


def test_the_bye_does_not_count_among_the_pairs_of_the_first_round() -> None:
    """Of seven the last has it; three pairs are an odd number, and colours do not turn."""
    pairing = opened(event([""] * 7)).round(1).expected()
    assert pairing == RoundPairing(pairs=(Pair(4, 1), Pair(2, 5), Pair(6, 3)), bye=7)


@pytest.mark.parametrize("engine", [SIMPLE, LITERAL_SIMPLE], ids=["simple-2018", "literal"])
@pytest.mark.parametrize(
    ("present", "pairing"),
    [
        (0, RoundPairing(pairs=())),
        (1, RoundPairing(pairs=(), bye=1)),
        (2, RoundPairing(pairs=(Pair(2, 1),))),
        (3, RoundPairing(pairs=(Pair(2, 1),), bye=3)),
    ],
)
def test_few_players_are_paired(engine: SimpleRules, present: int, pairing: RoundPairing) -> None:
    """If the others of three are away, all of them included."""
    gone = tuple(RequestedBye(round_number=1, tpn=tpn, result=ABSENT.result) for tpn in range(present + 1, 4))
    assert engine.open(event([""] * 3, requested_byes=gone)).round(1).expected() == pairing


# --- the bye ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("last", "bye"), [("-", 5), ("U", 4), ("H", 4), ("F", 4), ("4b+", 4), ("4b-", 5)])
def test_the_last_player_without_points_for_nothing_has_the_bye(last: str, bye: int) -> None:
    """SIMPLE-BYE: an absence does not bar, nor a game that the other did not come to."""
    rows = ["2w=", "1b=", "H", f"5w{'-' if last == '4b+' else '+'}" if last[0] == "4" else "-", last]
    assert opened(event(rows)).round(2).expected().bye == bye


def test_the_bye_goes_to_a_player_without_whom_the_rest_can_be_paired() -> None:
    """Without 5, player 3 would have no opponent."""
    apart = tuple(ForbiddenGroup(players=frozenset((3, other))) for other in (1, 2, 4))
    assert opened(event([""] * 5, forbidden=apart)).round(1).expected().bye == 4
    assert opened(event([""] * 5, forbidden=apart[1:])).round(1).expected().bye == 5


TWO_BYES = ("2b= 3w1", "1w= 5b1", "4b1 1b0", "3w0 U", "U 2w0")
"""Before round 3: 1 and 2 have 1.5 points, the others 1; 4 and 5 have had the bye."""


def test_the_player_left_over_has_the_bye_by_the_other_reading() -> None:
    """SIMPLE-BYE: 1 and 2 have met and go down; 1 takes 4, and 2 is left, because 5 has had a bye."""
    played = event(TWO_BYES)
    assert (met(played), opened(played).round(3).expected().bye) == ([{1, 5}, {2, 4}], 3)
    assert (met(played, LEFT_OVER), opened(played, LEFT_OVER).round(3).expected().bye) == ([{1, 4}, {3, 5}], 2)


def judge_pairing(played: Event, *pairs: tuple[int, int], bye: int | None = None) -> tuple[DivergenceKind, str, str]:
    """Where a pairing of the next round leaves the procedure: kind, step, sentence."""
    recorded = RoundPairing(pairs=tuple(Pair(*pair) for pair in pairs), bye=bye)
    found = opened(played).round(played.rounds_recorded + 1).divergence(recorded)
    return found.kind, found.step, found.sentence


def test_another_bye_is_open_with_as_many_points_and_wrong_with_more() -> None:
    """The essays do not choose a player, but no rule gives the bye to the leader."""
    assert judge_pairing(event([""] * 5), (1, 3), (2, 5), bye=4)[:2] == (DivergenceKind.OPEN, "the bye")
    ahead = event(["4w1", "5w1", "-", "1b0", "2b0"])
    kind, step, sentence = judge_pairing(ahead, (2, 3), (4, 5), bye=1)
    assert (kind, step) == (DivergenceKind.WORSE, "the bye")
    assert sentence.startswith("The bye goes to the last player in the order without whom all others can be paired, ")
    assert sentence.endswith("player 5. Instead, player 1 has it, who has more points.")


def test_the_right_bye_is_not_spoken_of() -> None:
    """Only what comes after it differs."""
    given = RoundPairing(pairs=(Pair(1, 2), Pair(3, 4)), bye=5)
    found = opened(event([""] * 5)).round(1).divergence(given)
    assert (found.kind, found.readings) == (DivergenceKind.LATER, ())
    assert found.sentence == (
        "In the 0-point group player 1 asks the lower half, then the upper half from its end: "
        "player 3 is the first available. Instead, player 1 meets player 2, who comes later in that order."
    )


def test_another_bye_excuses_nothing_else() -> None:
    """With the bye for 4, 1 asks the player behind the middle of 1, 2, 3 and 5, which is 3."""
    kind, step, sentence = judge_pairing(event([""] * 5), (1, 2), (3, 5), bye=4)
    assert (kind, step) == (DivergenceKind.LATER, "the opponent of player 1")
    assert sentence.startswith("With the bye for player 4: In the 0-point group player 1 asks the lower half, ")
    assert "player 3 is the first available. Instead, player 1 meets player 2" in sentence
    assert judge_pairing(event(TWO_BYES), (1, 5), (3, 4), bye=2)[0] is DivergenceKind.LATER


def test_a_player_may_be_left_over_after_other_pairs() -> None:
    """
    2 may meet neither 4 nor 5. By the other reading 1 takes 3, and 2 has no opponent; with the bye for 2, 1 takes 4.

    Both are open, and nothing else.
    """
    apart = tuple(ForbiddenGroup(players=frozenset((2, other))) for other in (4, 5))
    played = event(["2w1", "1b0", "-", "-", "-"], forbidden=apart)
    assert opened(played).round(2).expected().bye == 5
    assert (met(played, LEFT_OVER), opened(played, LEFT_OVER).round(2).expected().bye) == ([{1, 3}, {4, 5}], 2)
    assert judge_pairing(played, (1, 3), (4, 5), bye=2)[0] is DivergenceKind.OPEN
    assert judge_pairing(played, (1, 4), (3, 5), bye=2)[0] is DivergenceKind.OPEN
    assert judge_pairing(played, (1, 5), (3, 4), bye=2)[0] is DivergenceKind.LATER


def test_another_bye_with_more_points_is_open_to_who_is_left_over() -> None:
    """2 by the other reading; not 1, whom neither leaves over."""
    assert judge_pairing(event(TWO_BYES), (1, 4), (3, 5), bye=2)[0] is DivergenceKind.OPEN
    assert judge_pairing(event(TWO_BYES), (2, 3), (4, 5), bye=1)[0] is DivergenceKind.WORSE


# --- what is illegal -------------------------------------------------------------------------------------------------

FIVE = ("2w1", "1b0", "4w=", "3b=", "U")


@pytest.mark.parametrize(
    ("pairs", "bye", "article", "words"),
    [
        (((1, 2), (3, 5)), 4, "C.04.1, two players meet once", "1 and 2 have already played each other in round 1"),
        (((1, 3), (5, 4)), 2, "C.04.1, two players meet once", "4 and 5 are kept apart by the organiser"),
        (
            ((1, 4), (2, 3)),
            5,
            "C.04.1, bye",
            "Player 5 had the pairing-allocated bye in round 1 and so may not have the bye",
        ),
        (((1, 3), (4, 2)), None, "", "Player 5 is to be paired but has neither"),
        (((1, 3), (4, 1)), 2, "", "Player 1 appears 2 times"),
        (((1, 3), (2, 9)), 4, "", "Player 9 is paired although not to be paired"),
    ],
)
def test_illegal_pairings_are_named(
    pairs: tuple[tuple[int, int], ...], bye: int | None, article: str, words: str
) -> None:
    """By article, without any search."""
    prepared = opened(event(FIVE, forbidden=(ForbiddenGroup(players=frozenset((4, 5))),)))
    given = RoundPairing(pairs=tuple(Pair(*sorted(pair)) for pair in pairs), bye=bye)
    broken = prepared.round(2).assess(given).violations
    assert [(violation.article, words in violation.sentence) for violation in broken].count((article, True)) == 1
    assert prepared.round(2).assess(prepared.round(2).expected()).violations == ()


def test_one_thing_wrong_is_named_once() -> None:
    """A rematch alone, and a bye of an even number."""
    four = opened(event(["2w=", "1b=", "4w=", "3b="]))
    rematches = four.round(2).assess(RoundPairing(pairs=(Pair(1, 2), Pair(4, 3)))).violations
    assert [violation.players for violation in rematches] == [(1, 2), (4, 3)]
    (bye,) = four.round(2).assess(RoundPairing(pairs=(Pair(1, 3), Pair(2, 4)), bye=5)).violations[1:]
    assert bye.sentence == "Player 5 has the bye although the number of players is even."


def test_an_unpairable_round_is_reported_without_a_pairing() -> None:
    """Two players who have met are alone, or no player may have the bye."""
    for played in (event(["2w1", "1b0"]), event(["U", "F", "H"])):
        for engine in (SIMPLE, LITERAL_SIMPLE):
            with pytest.raises(NoLegalPairingError, match="no complete pairing"):
                engine.open(played).round(2).expected()
        assert variant_pairings(opened(played), 2) == ()


# --- where a pairing leaves the procedure ----------------------------------------------------------------------------


def test_an_opponent_who_comes_later_is_later() -> None:
    """With the order of asking and the stage."""
    kind, step, sentence = judge_pairing(event([""] * 6), (1, 5), (2, 4), (3, 6))
    assert (kind, step) == (DivergenceKind.LATER, "the opponent of player 1")
    assert sentence.startswith("In the 0-point group player 1 asks the lower half, then the upper half ")
    assert sentence.endswith(
        "player 4 is the first available. Instead, player 1 meets player 5, who comes later in that order."
    )


def test_an_opponent_of_another_scoregroup_is_worse() -> None:
    """Though one of the group was available."""
    kind, step, sentence = judge_pairing(event(["H", "H", "-", "-"]), (1, 3), (2, 4))
    assert (kind, step) == (DivergenceKind.WORSE, "the opponent of player 1")
    assert "Instead, player 1 meets player 3, who is not in the group." in sentence
    kind, step, sentence = judge_pairing(
        event(["H", "H", "H", "-", "-", "-"]), (1, 4), (2, 3), (5, 6)
    )  # one goes down in both
    assert (kind, step) == (DivergenceKind.WORSE, "the opponent of player 1")
    assert "Instead, player 1 meets player 4, who is not in the group." in sentence


def test_an_opponent_beyond_the_limits_of_the_stage_is_worse() -> None:
    """1 and 3 have both had White twice running, and the group could be paired without that."""
    kind, _, sentence = judge_pairing(after("BBWW", "WWBB", "BBWW", "WWBB"), (1, 3), (2, 4))
    assert kind is DivergenceKind.WORSE
    assert sentence.endswith("player 1 meets player 3, which breaks limits of colours that the group can keep.")


def test_limits_count_for_more_than_the_order_of_asking() -> None:
    """1 may not meet 4, who comes later than 3, in the stage of the group."""
    kind, _, sentence = judge_pairing(after("BBWW", "WWBB", "WWBB", "BBWW"), (1, 4), (2, 3))
    assert kind is DivergenceKind.WORSE
    assert sentence.endswith("player 1 meets player 4, which breaks limits of colours that the group can keep.")


@pytest.mark.parametrize(
    ("identifier", "running", "ahead"),
    [
        ("limits-of-colours-left-out", [{1, 3}, {2, 4}], [{1, 3}, {2, 4}]),
        ("three-times-running-left-out", [{1, 3}, {2, 4}], [{1, 4}, {2, 3}]),
    ],
)
def test_misreadings_of_the_limits(identifier: str, running: list[set[int]], ahead: list[set[int]]) -> None:
    """1 and 3 have had one colour twice running; then they are two games ahead with it."""
    (altered,) = (one.rules(SIMPLE) for one in misreadings_of(SIMPLE) if one.identifier == identifier)
    assert isinstance(altered, SimpleRules)
    for played, pairs in ((after("BBWW", "WWBB", "BBWW", "WWBB"), running), (after(*["WWBW", "BBWB"] * 2), ahead)):
        assert met(played) == [{1, 4}, {2, 3}]
        assert met(played, altered.options) == pairs


def test_an_opponent_who_costs_the_group_a_pair_is_worse() -> None:
    """1 asks 3 first, but then 2 and 4, who may not meet, would both go down; so 1 takes 4 and 2 takes 3."""
    apart = (ForbiddenGroup(players=frozenset((2, 4))),)
    played = event(["H", "H", "H", "H", "-", "-"], forbidden=apart)
    assert met(played) == [{1, 4}, {2, 3}, {5, 6}]
    kind, _, sentence = judge_pairing(played, (1, 3), (2, 5), (4, 6))
    assert kind is DivergenceKind.WORSE
    assert sentence.endswith("player 1 meets player 3, which leaves others of the group or of the round unpaired.")


def test_downfloaters_are_passed_until_the_pairing_differs() -> None:
    """3 goes down in both pairings; they differ in 1 and 2, below 3."""
    played = event(["H", "H", "H", "-", "-", "-"])
    kind, step, _ = judge_pairing(played, (1, 2), (3, 4), (5, 6))
    assert (kind, step) == (DivergenceKind.LATER, "the opponent of player 3")
    kind, step, sentence = judge_pairing(played, (1, 3), (2, 5), (4, 6))
    assert (kind, step) == (DivergenceKind.LATER, "the opponent of player 1")
    assert "player 2 is the first available" in sentence


def test_the_round_is_asked_for_only_where_it_differs() -> None:
    """The procedure's own pairing leaves it nowhere."""
    prepared = opened(event([""] * 4))
    with pytest.raises(ValueError, match="does not leave"):
        prepared.round(1).divergence(prepared.round(1).expected())


def test_a_pairing_that_proves_us_wrong_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the procedure had passed over an available player, the recorded pairing shows it."""

    def mistaken(table: SimpleParticipants, options: SimpleOptions) -> tuple[tuple[Turn, ...], int | None]:
        made, bye = take_turns(table, options)
        return (replace(made[0], taken=3), replace(made[1], taken=2)), bye  # 4, then 3

    monkeypatch.setattr(rules_module, "ASKING", replace(ASKING, taken=mistaken))
    kind, _, sentence = judge_pairing(event([""] * 4), (1, 3), (2, 4))
    assert kind is DivergenceKind.BETTER
    assert sentence.endswith("player 1 meets player 3, who was available.")


@pytest.mark.parametrize(("page", "prefix"), [("simple_swiss.md", "SIMPLE-"), ("virtual_points.md", "VIRTUAL-")])
def test_the_page_lists_every_reading(page: str, prefix: str) -> None:
    """The page has every entry of the register, as the register has it."""
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    registered = {entry.identifier for entry in REGISTER.entries if entry.identifier.startswith(prefix)}
    assert set(re.findall(rf"^\| `({prefix}[A-Z-]+)` \|", text, re.MULTILINE)) == registered
    assert set(re.findall(rf"{prefix}[A-Z]+(?:-[A-Z]+)*", text)) == registered


def test_every_other_reading_can_be_followed() -> None:
    """Each of the open points changes one option, and back."""
    for identifier in (*OPEN_POINTS, *OPEN_POINTS_OF_DEVIATION):
        other = read_other_side(DEFAULT_READINGS, identifier)
        assert other != DEFAULT_READINGS
        assert read_other_side(other, identifier) == DEFAULT_READINGS
    assert len({read_other_side(DEFAULT_READINGS, identifier) for identifier in OPEN_POINTS}) == len(OPEN_POINTS)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["2w+ -", "1b- -"], "are kept apart by the organiser"),
        (["2w1 -", "1b0 -"], "have already played each other in round 1"),
        (["2w+ 2b1", "1b- 1w0"], "have already played each other in round 2"),
    ],
)
def test_a_forfeited_game_is_not_the_one_that_they_have_played(rows: list[str], why: str) -> None:
    """Two players forbidden to meet: the reason given is a game over the board, if there was one."""
    forbidden = (ForbiddenGroup(players=frozenset({1, 2}), first_round=1),)
    prepared = opened(event([*rows, "- -", "- -"], forbidden=forbidden))
    found = prepared.round(3).assess(RoundPairing(pairs=(Pair(1, 2), Pair(3, 4)))).violations
    assert [violation.sentence for violation in found] == [f"Players 1 and 2 {why}."]
