"""Each member of the cast of recorded pairings leads to its verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.toy import ToyEvent, event_of, games, paired_properly
from support.toy_cast import Hesitant, Lenient, Methodical, Talkative
from support.toy_rounds import FIRST_ROUND, judge_toy_round

from checker.findings import Differences, compare_pairings
from checker.verdicts.comparison import judge_pairing, judge_round
from checker.verdicts.round_case import RoundContext
from checker.verdicts.verdict import Verdict
from reference_engines.frame.results import GenerationStep, Pair, RoundPairing, Violation
from reference_engines.frame.systems import engine_for
from tournaments.model import Colour, ForbiddenGroup, Result, RoundEntry

if TYPE_CHECKING:
    from reference_engines.frame.results import Assessment


def test_the_expected_pairing_agrees() -> None:
    """Equal pairs, bye and colours agree, and nothing needs to be argued."""
    finding = judge_toy_round(paired_properly(3, players=7))
    assert finding.verdict is Verdict.AGREE
    assert finding.differences is None
    assert finding.expected is None
    assert finding.pairs == 3
    assert finding.discrepant_pairs == 0


def test_a_rematch_is_illegal_and_names_players_and_article() -> None:
    """Legality comes before any comparison of quality."""
    finding = judge_toy_round(event_of([FIRST_ROUND, games((4, 1), (6, 2), (5, 3))]))
    assert finding.verdict is Verdict.ILLEGAL
    assert [violation.players for violation in finding.argument.violations] == [(4, 1)]
    assert finding.sentence == (
        "Round 2: Delta and Alpha may not play each other: they have met before. Correct: Epsilon\N{EN DASH}Alpha and "
        "Delta\N{EN DASH}Gamma (T1, 1)."
    )
    assert finding.argument.deciding_criterion is None


def test_a_reading_is_named_for_an_illegal_round_too() -> None:
    """With the pairing that would have been right, and how the recorded one differs."""
    finding = judge_toy_round(event_of([FIRST_ROUND, games((4, 1), (6, 2), (5, 3))]), Hesitant)
    assert finding.verdict is Verdict.ILLEGAL
    assert [note.identifier for note in finding.readings] == ["TOY-ADJACENT"]
    assert finding.expected is not None
    assert finding.differences == compare_pairings(games((4, 1), (6, 2), (5, 3)), finding.expected)


def test_a_reading_is_named_once_for_a_worse_round() -> None:
    """Both pairings were judged by that reading."""
    finding = judge_toy_round(event_of([FIRST_ROUND, games((1, 3), (4, 2), (6, 5))]), Hesitant)
    assert finding.verdict is Verdict.WORSE
    assert [note.identifier for note in finding.readings] == ["TOY-ADJACENT"]


def test_every_violation_is_listed() -> None:
    """A second kind of violation does not hide behind the first."""
    finding = judge_toy_round(event_of([FIRST_ROUND, games((4, 1), (6, 2))]))
    assert [violation.label for violation in finding.argument.violations] == ["T1", "", ""]
    assert "Player 3" not in finding.sentence
    assert "Gamma is left out" in finding.sentence


def test_a_worse_pairing_names_bracket_criterion_and_both_values() -> None:
    """The first criterion that differs decides."""
    finding = judge_toy_round(event_of([FIRST_ROUND, games((1, 3), (4, 2), (6, 5))]))
    assert finding.verdict is Verdict.WORSE
    assert finding.argument.deciding_bracket == 1
    assert finding.argument.deciding_criterion is not None
    assert (finding.argument.deciding_criterion.label, finding.argument.deciding_criterion.article) == ("T2", "2")
    assert (finding.argument.deciding_criterion.recorded, finding.argument.deciding_criterion.expected) == ((2,), (0,))
    assert finding.sentence.replace("\N{EN DASH}", "~") == (
        "Round 2: Three games in the ½-point group are wrong. Posted: Alpha~Gamma, Delta~Beta and Zeta~Epsilon. "
        "Correct: Epsilon~Alpha, Zeta~Beta and Delta~Gamma. As posted, pairs that clash in colour in the ½-point "
        "group: 2; in the correct pairing none (T2, 2)."
    )
    assert finding.argument.recorded_bracket is not None
    assert finding.argument.recorded_bracket.pairs == ((1, 3), (2, 4), (5, 6))
    assert finding.argument.expected_bracket is not None
    assert finding.argument.expected_bracket.pairs == ((1, 5), (2, 6), (3, 4))


def test_a_criterion_of_lower_priority_decides_only_after_the_higher_ones() -> None:
    """Where T2 is equal, T3 is looked at."""
    event = event_of([games((1, 4), (2, 5), (3, 6))], federations="ABCADE")
    finding = judge_toy_round(event)
    assert finding.verdict is Verdict.WORSE
    assert finding.argument.deciding_criterion is not None
    assert finding.argument.deciding_criterion.label == "T3"


def test_a_later_transposition_is_later_in_order() -> None:
    """Among equals the first generated is right, and the transposition that comes first is explained."""
    finding = judge_toy_round(event_of([games((1, 4), (2, 6), (3, 5))]), Talkative)
    assert finding.verdict is Verdict.LATER_IN_ORDER
    assert finding.argument.deciding_criterion is None
    assert finding.argument.deciding_order is not None
    assert finding.argument.deciding_order.step is GenerationStep.TRANSPOSITION
    assert finding.argument.deciding_order.article == "4.2"
    assert "for Beta, Epsilon comes before Zeta" in finding.argument.deciding_order.sentence
    assert finding.sentence.replace("\N{EN DASH}", "~") == (
        "Round 1: Two games in the 0-point group are wrong. Posted: Beta~Zeta and Gamma~Epsilon. Correct: Beta~Epsilon "
        "and Gamma~Zeta. Both pairings of the 0-point group satisfy every criterion equally well, so the pairing that "
        "comes first in the order of the rules is right. Beta, second of the top half, gets the highest opponent "
        "possible: Epsilon before Zeta (4.2)."
    )


def test_an_exchange_comes_after_every_transposition() -> None:
    """Without an article from the engine, the step is named all the same."""
    finding = judge_toy_round(event_of([games((1, 3), (2, 4), (5, 6))]))
    assert finding.verdict is Verdict.LATER_IN_ORDER
    assert finding.argument.deciding_order is not None
    assert finding.argument.deciding_order.step is GenerationStep.EXCHANGE
    assert not finding.argument.deciding_order.article
    assert "No exchange between the halves is needed; the other pairing exchanges Gamma" in finding.sentence


def test_reversed_colours_are_distinguished_from_wrong_pairs() -> None:
    """Only the colours of the pair in question are wrong, and the article is cited if the engine can."""
    event = event_of([games((4, 1), (2, 5), (3, 6))])
    finding = judge_toy_round(event, Talkative)
    assert finding.verdict is Verdict.COLOURS
    assert finding.differences == Differences(colours=(Pair(4, 1),))
    assert [ruling.article for ruling in finding.argument.colour_rulings] == ["5.2"]
    assert finding.sentence.endswith(
        "Alpha should have White against Delta. Neither has had a colour yet: 1 is ranked higher (5.2)."
    )
    assert finding.discrepant_pairs == 1
    plain = judge_toy_round(event)
    assert plain.argument.colour_rulings == ()
    assert "Alpha should have White against Delta." in plain.sentence


def test_board_order_is_judged_only_where_the_source_has_one() -> None:
    """A file of results has no boards; a list of pairs has."""
    event = event_of([FIRST_ROUND])
    assert judge_toy_round(event, boards=True).verdict is Verdict.AGREE

    class Upwards(ToyEvent):
        def recorded(self, round_number: int) -> RoundPairing:
            pairing = super().recorded(round_number)
            return RoundPairing(pairs=pairing.pairs[::-1], bye=pairing.bye)

    assert judge_toy_round(event, Upwards).verdict is Verdict.AGREE
    assert judge_round(Upwards(event), 1, RoundContext(event="toy")).verdict is Verdict.AGREE
    finding = judge_toy_round(event, Upwards, boards=True)
    assert finding.verdict is Verdict.BOARD_ORDER
    assert finding.differences == Differences(boards_differ=True)


def test_a_round_without_a_pair_is_nothing_to_judge() -> None:
    """No players played or should have, so there is nothing to compare; with one pair there is."""
    finding = judge_toy_round(event_of([games()], players=0))
    assert finding.verdict is Verdict.NOTHING_TO_JUDGE
    assert finding.sentence == "Round 1: nothing to judge: the round has no pair."
    assert (finding.verdict.was_judged, finding.pairs) == (False, 0)
    assert judge_toy_round(event_of([games(bye=1)], players=1)).verdict is Verdict.NOTHING_TO_JUDGE
    assert judge_toy_round(event_of([games((1, 2))], players=2)).verdict is Verdict.AGREE


def test_a_broken_rule_in_a_round_without_a_pair_is_illegal() -> None:
    """The only player present has the bye once more."""

    class Stern(ToyEvent):
        def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
            second = Violation(label="T9", article="9", players=(1,), sentence="player 1 has had the bye before.")
            return replace(super().assess(round_number, pairing), violations=(second,))

    finding = judge_toy_round(event_of([games(bye=1)], players=1), Stern)
    assert finding.verdict is Verdict.ILLEGAL
    assert "Alpha has had the bye before (T9, 9)." in finding.sentence


SYSTEMS = (
    "dutch-2013",
    "dutch-2017",
    "dutch-2026",
    "dubov-1997",
    "clock-2012",
    "simple-2018",
    "lim-2026",
    "dubov-2026",
)


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_file_without_a_played_game_has_nothing_to_judge(key: str) -> None:
    """In every system: all players were away, or one had the bye."""
    away = RoundEntry(None, None, Result.ZERO_POINT_BYE)
    everybody = event_of([games()], players=2)
    players = tuple(replace(player, rounds=(away,)) for player in everybody.players)
    prepared = engine_for(key).open(replace(everybody, players=players))
    assert judge_round(prepared, 1, RoundContext(event="toy")).verdict is Verdict.NOTHING_TO_JUDGE


def test_other_games_are_not_another_order_of_boards() -> None:
    """The order is looked at where the games are the same, and only if it is asked for."""
    expected, turned = FIRST_ROUND, games((3, 6), (2, 5), (1, 4))
    assert compare_pairings(turned, expected) == Differences()
    assert compare_pairings(turned, expected, board_order=True) == Differences(boards_differ=True)
    assert compare_pairings(games((3, 6), (2, 5), (4, 1)), expected, board_order=True) == Differences(
        colours=(Pair(4, 1),)
    )


@pytest.mark.parametrize(
    ("recorded", "differences"),
    [
        (games((1, 4), (2, 5), (3, 6)), Differences()),
        (games((1, 4), (2, 5), (3, 6), (1, 4)), Differences(recorded_only=(Pair(1, 4),))),
        (games((1, 4), (1, 4), (2, 5)), Differences(recorded_only=(Pair(1, 4),), expected_only=(Pair(3, 6),))),
    ],
)
def test_a_pair_is_expected_once(recorded: RoundPairing, differences: Differences) -> None:
    """A list that has a pair twice has one too many, though it lacks none."""
    assert compare_pairings(recorded, FIRST_ROUND) == differences


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_pairing_that_has_a_pair_twice_is_illegal(key: str) -> None:
    """Every engine sees that two players would play twice; without the second line the pairing is right."""
    event = event_of([])
    prepared = engine_for(key).open(event)
    right = prepared.round(1).expected()
    twice = replace(right, pairs=(*right.pairs, right.pairs[0]))
    context = RoundContext(event="toy")
    assert judge_pairing(prepared, 1, right, context).verdict is Verdict.AGREE
    finding = judge_pairing(prepared, 1, twice, context)
    assert finding.verdict is Verdict.ILLEGAL
    assert {tpn for violation in finding.argument.violations for tpn in violation.players} == right.pairs[0].players


@pytest.mark.parametrize(
    "recorded",
    [games((1, 4), (2, 5)), games((1, 4), (2, 5), (3, 6), (1, 4)), games((1, 4), (2, 5), (3, 6), bye=6)],
)
def test_other_pairs_or_another_bye_are_never_taken_for_an_order_of_boards(recorded: RoundPairing) -> None:
    """Not even by an engine that sees no rule broken: a pair less, a pair more, a bye besides."""
    finding = judge_pairing(Lenient(event_of([FIRST_ROUND])), 1, recorded, RoundContext(event="toy"))
    assert finding.verdict is Verdict.REFERENCE_FAULT


def test_another_bye_is_a_difference_of_its_own_kind() -> None:
    """The bye is compared separately from the pairs."""
    recorded, expected = games((1, 4), (2, 5), bye=3), games((1, 4), (2, 3), bye=5)
    assert compare_pairings(recorded, expected) == Differences(
        recorded_only=(Pair(2, 5),), expected_only=(Pair(2, 3),), bye_differs=True
    )


def test_an_unreadable_record_ends_in_a_verdict() -> None:
    """Even a failure before the comparison becomes a verdict, not an exception."""
    finding = judge_toy_round(paired_properly(1), round_number=5)
    assert finding.verdict is Verdict.CRASH
    assert finding.recorded is None
    assert finding.pairs == 0


@pytest.mark.parametrize(
    ("opponent", "verdict"),
    [
        (2, Verdict.AMBIGUOUS_RULE),
        (3, Verdict.LATER_IN_ORDER),
        (5, Verdict.WORSE),
        (6, Verdict.REFERENCE_FAULT),
    ],
)
def test_a_procedure_argues_by_the_step_of_the_first_difference(opponent: int, verdict: Verdict) -> None:
    """The kind of parting gives the verdict; step, article and players are named."""
    others = [tpn for tpn in range(2, 7) if tpn != opponent]
    pairing = games((1, opponent), (others[0], others[1]), (others[2], others[3]))
    finding = judge_toy_round(event_of([pairing]), Methodical)
    assert finding.verdict is verdict
    assert finding.argument.parting is not None
    assert finding.argument.parting.step == "pick of player 1"
    assert ("Correct: Alpha-Delta".replace("-", "\N{EN DASH}") in finding.sentence) == (opponent != 6)
    assert "Delta comes before" in finding.sentence
    assert finding.argument.deciding_criterion is None
    assert [note.identifier for note in finding.readings] == (["TOY-ADJACENT"] if opponent == 2 else [])
    assert ("differs from ours where the text of the regulation is open" in finding.sentence) == (opponent == 2)


def test_more_shifters_than_needed_make_a_dubov_pairing_later() -> None:
    """In round 1 no criterion counts them (3.2.4): 1 has to meet 3, and 2-4 is a second game within the half."""
    apart = tuple(ForbiddenGroup(players=frozenset((tpn, other))) for tpn in (1, 3) for other in (2, 4, 5, 6, 7, 8))
    prepared = engine_for("dubov-2026").open(event([""] * 8, initial_colour=Colour.WHITE, forbidden=apart))
    two_shifted = RoundPairing(pairs=(Pair(3, 1), Pair(2, 4), Pair(5, 6), Pair(7, 8)))
    found = judge_pairing(prepared, 1, two_shifted, RoundContext(event=""))
    assert (found.verdict, found.article) == (Verdict.LATER_IN_ORDER, "3.2.4.1")
    assert "As few shifters as possible are taken: 1, not 2" in found.sentence
