"""Each member of the cast of miniature engines and recorded pairings leads to its verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.toy import (
    Blind,
    Broadminded,
    Clumsy,
    Damaged,
    Hesitant,
    Lawless,
    Lenient,
    Levelling,
    Methodical,
    Narrow,
    Resigned,
    Slow,
    Talkative,
    ToySession,
    change,
    event_of,
    games,
    paired_properly,
)

from checker.comparison import RoundContext, compare, judge_pairing, judge_round
from checker.findings import Differences, RoundFinding
from checker.sentences import Roster
from checker.verdicts import Verdict
from reference_engines.results import GenerationStep, Pair, RoundPairing, Violation
from reference_engines.systems import engine_for
from tournaments.model import Result, RoundEntry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.engine import Change
    from reference_engines.results import Assessment
    from tournaments.model import Event

FIRST_ROUND = games((1, 4), (2, 5), (3, 6))


def judged(
    event: Event, session: type[ToySession] = ToySession, round_number: int | None = None, *, boards: bool = False
) -> RoundFinding:
    """Judge one round, the last unless told otherwise."""
    context = RoundContext(
        event="toy",
        roster=Roster({player.tpn: player.name for player in event.players}),
        declarations=event.declarations,
        board_order=boards,
    )
    return judge_round(session(event), round_number or event.rounds_recorded, context)


def test_the_expected_pairing_agrees() -> None:
    """Equal pairs, bye and colours agree, and nothing needs to be argued."""
    finding = judged(paired_properly(3, players=7))
    assert finding.verdict is Verdict.AGREE
    assert finding.differences is None
    assert finding.expected is None
    assert finding.pairs == 3
    assert finding.discrepant_pairs == 0


def test_a_rematch_is_illegal_and_names_players_and_article() -> None:
    """Legality comes before any comparison of quality."""
    finding = judged(event_of([FIRST_ROUND, games((4, 1), (6, 2), (5, 3))]))
    assert finding.verdict is Verdict.ILLEGAL
    assert [violation.players for violation in finding.violations] == [(4, 1)]
    assert "T1 (article 1): Delta, Di (4) and Alpha, Anna (1) have met before." in finding.sentence
    assert finding.deciding_criterion is None


def test_what_was_read_into_the_rules_is_told_of_an_illegal_round_too() -> None:
    """With the pairing that would have been right, and how the recorded one differs."""
    finding = judged(event_of([FIRST_ROUND, games((4, 1), (6, 2), (5, 3))]), Hesitant)
    assert finding.verdict is Verdict.ILLEGAL
    assert [note.identifier for note in finding.readings] == ["TOY-ADJACENT"]
    assert finding.expected is not None
    assert finding.differences == compare(games((4, 1), (6, 2), (5, 3)), finding.expected)


def test_what_was_read_into_the_rules_is_told_of_a_worse_round_once() -> None:
    """Both pairings were judged by that reading."""
    finding = judged(event_of([FIRST_ROUND, games((1, 3), (4, 2), (6, 5))]), Hesitant)
    assert finding.verdict is Verdict.WORSE
    assert [note.identifier for note in finding.readings] == ["TOY-ADJACENT"]


def test_every_violation_is_listed() -> None:
    """A second kind of violation does not hide behind the first."""
    finding = judged(event_of([FIRST_ROUND, games((4, 1), (6, 2))]))
    assert [violation.label for violation in finding.violations] == ["T1", "", ""]
    assert "Player 3" not in finding.sentence
    assert "Gamma, Gus (3) is left out" in finding.sentence


def test_a_worse_pairing_names_bracket_criterion_and_both_values() -> None:
    """The first criterion that differs decides."""
    finding = judged(event_of([FIRST_ROUND, games((1, 3), (4, 2), (6, 5))]))
    assert finding.verdict is Verdict.WORSE
    assert finding.deciding_bracket == 1
    assert finding.deciding_criterion is not None
    assert (finding.deciding_criterion.label, finding.deciding_criterion.article) == ("T2", "2")
    assert (finding.deciding_criterion.recorded, finding.deciding_criterion.expected) == ((2,), (0,))
    assert "2 in the recorded pairing, 0 in the expected one" in finding.sentence
    assert finding.recorded_bracket is not None
    assert finding.recorded_bracket.pairs == ((1, 3), (2, 4), (5, 6))
    assert finding.expected_bracket is not None
    assert finding.expected_bracket.pairs == ((1, 5), (2, 6), (3, 4))


def test_a_criterion_of_lower_priority_decides_only_after_the_higher_ones() -> None:
    """Where T2 is equal, T3 is looked at."""
    event = event_of([games((1, 4), (2, 5), (3, 6))], federations="ABCADE")
    finding = judged(event)
    assert finding.verdict is Verdict.WORSE
    assert finding.deciding_criterion is not None
    assert finding.deciding_criterion.label == "T3"


def test_a_later_transposition_is_later_in_order() -> None:
    """Among equals the first generated is right, and the transposition that comes first is explained."""
    finding = judged(event_of([games((1, 4), (2, 6), (3, 5))]), Talkative)
    assert finding.verdict is Verdict.LATER_IN_ORDER
    assert finding.deciding_criterion is None
    assert finding.deciding_order is not None
    assert finding.deciding_order.step is GenerationStep.TRANSPOSITION
    assert finding.deciding_order.article == "4.2"
    assert "for Beta, Bo (2), Epsilon, Ed (5) comes before Zeta, Zoe (6)" in finding.sentence


def test_an_exchange_comes_after_every_transposition() -> None:
    """Without an article from the engine, the step is named all the same."""
    finding = judged(event_of([games((1, 3), (2, 4), (5, 6))]))
    assert finding.verdict is Verdict.LATER_IN_ORDER
    assert finding.deciding_order is not None
    assert finding.deciding_order.step is GenerationStep.EXCHANGE
    assert not finding.deciding_order.article
    assert "without an exchange" in finding.sentence


def test_reversed_colours_are_told_apart_from_wrong_pairs() -> None:
    """Only the colours of the pair in question are wrong, and the article is cited if the engine can."""
    event = event_of([games((4, 1), (2, 5), (3, 6))])
    finding = judged(event, Talkative)
    assert finding.verdict is Verdict.COLOURS
    assert finding.differences == Differences(colours=(Pair(4, 1),))
    assert [ruling.article for ruling in finding.colour_rulings] == ["5.2"]
    assert "Delta, Di (4) - Alpha, Anna (1) is recorded. Article 5.2: 1 is ranked higher." in finding.sentence
    assert finding.discrepant_pairs == 1
    plain = judged(event)
    assert plain.colour_rulings == ()
    assert "Alpha, Anna (1) should have White" in plain.sentence


@pytest.mark.parametrize(
    ("recorded", "verdict", "readings", "rulings"),
    [
        (games((4, 1), (2, 5), (3, 6)), Verdict.AMBIGUOUS_RULE, ["TOY-WHITE"], 1),
        (games((4, 1), (5, 2), (3, 6)), Verdict.AMBIGUOUS_RULE, ["TOY-WHITE"], 2),
        (games((4, 1), (2, 5), (6, 3)), Verdict.COLOURS, [], 1),
        (games((1, 4), (2, 5), (6, 3)), Verdict.COLOURS, [], 0),
        (games((5, 1), (2, 6), (3, 7), (8, 4)), Verdict.COLOURS, [], 2),
    ],
)
def test_colours_that_rest_on_readings_alone_are_held_against_nobody(
    recorded: RoundPairing, verdict: Verdict, readings: list[str], rulings: int
) -> None:
    """One pair whose article rests on none, or that has no article, and the round is wrong; readings are named once."""
    finding = judged(event_of([recorded], players=2 * len(recorded.pairs)), Hesitant)
    assert finding.verdict is verdict
    assert [note.identifier for note in finding.readings] == readings
    assert len(finding.colour_rulings) == rulings
    assert ("where the text of the regulation is open" in finding.sentence) == bool(readings)


def test_board_order_is_judged_only_where_the_source_has_one() -> None:
    """A file of results has no boards; a list of pairs has."""
    event = event_of([FIRST_ROUND])
    assert judged(event, boards=True).verdict is Verdict.AGREE

    class Upwards(ToySession):
        def recorded(self, round_number: int) -> RoundPairing:
            pairing = super().recorded(round_number)
            return RoundPairing(pairs=pairing.pairs[::-1], bye=pairing.bye)

    assert judged(event, Upwards).verdict is Verdict.AGREE
    assert judge_round(Upwards(event), 1, RoundContext(event="toy")).verdict is Verdict.AGREE
    finding = judged(event, Upwards, boards=True)
    assert finding.verdict is Verdict.BOARD_ORDER
    assert finding.differences == Differences(boards_differ=True)


def test_a_round_without_a_pair_is_nothing_to_judge() -> None:
    """Nobody has played, and nobody should have: there was nothing to compare; with one pair there is."""
    finding = judged(event_of([games()], players=0))
    assert finding.verdict is Verdict.NOTHING_TO_JUDGE
    assert finding.sentence == "Round 1: nothing to judge: the round has no pair."
    assert (finding.verdict.was_judged, finding.pairs) == (False, 0)
    assert judged(event_of([games(bye=1)], players=1)).verdict is Verdict.NOTHING_TO_JUDGE
    assert judged(event_of([games((1, 2))], players=2)).verdict is Verdict.AGREE


def test_what_breaks_a_rule_in_a_round_without_a_pair_is_illegal() -> None:
    """The only player present has the bye once more."""

    class Stern(ToySession):
        def assess(self, round_number: int, pairing: RoundPairing) -> Assessment:
            second = Violation(label="T9", article="9", players=(1,), sentence="player 1 has had the bye before.")
            return replace(super().assess(round_number, pairing), violations=(second,))

    finding = judged(event_of([games(bye=1)], players=1), Stern)
    assert finding.verdict is Verdict.ILLEGAL
    assert "Alpha, Anna (1) has had the bye before." in finding.sentence


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
def test_a_file_in_which_nobody_played_is_nothing_to_judge(key: str) -> None:
    """By every system: everybody was away, or one had the bye."""
    away = RoundEntry(None, None, Result.ZERO_POINT_BYE)
    everybody = event_of([games()], players=2)
    players = tuple(replace(player, rounds=(away,)) for player in everybody.players)
    session = engine_for(key).open(replace(everybody, players=players))
    assert judge_round(session, 1, RoundContext(event="toy")).verdict is Verdict.NOTHING_TO_JUDGE


def test_other_games_are_no_other_order_of_boards() -> None:
    """The order is looked at where the games are the same, and only if it is asked for."""
    expected, turned = FIRST_ROUND, games((3, 6), (2, 5), (1, 4))
    assert compare(turned, expected) == Differences()
    assert compare(turned, expected, board_order=True) == Differences(boards_differ=True)
    assert compare(games((3, 6), (2, 5), (4, 1)), expected, board_order=True) == Differences(colours=(Pair(4, 1),))


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
    assert compare(recorded, FIRST_ROUND) == differences


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_pairing_that_has_a_pair_twice_is_illegal(key: str) -> None:
    """Every engine sees that two players would play twice; without the second line the pairing is right."""
    event = event_of([])
    session = engine_for(key).open(event)
    right = session.pair(1)
    twice = replace(right, pairs=(*right.pairs, right.pairs[0]))
    context = RoundContext(event="toy")
    assert judge_pairing(session, 1, right, context).verdict is Verdict.AGREE
    finding = judge_pairing(session, 1, twice, context)
    assert finding.verdict is Verdict.ILLEGAL
    assert {tpn for violation in finding.violations for tpn in violation.players} == right.pairs[0].players


@pytest.mark.parametrize(
    "recorded",
    [games((1, 4), (2, 5)), games((1, 4), (2, 5), (3, 6), (1, 4)), games((1, 4), (2, 5), (3, 6), bye=6)],
)
def test_other_pairs_or_another_bye_are_never_taken_for_an_order_of_boards(recorded: RoundPairing) -> None:
    """Not even by an engine that sees no rule broken: a pair less, a pair more, a bye besides."""
    finding = judge_pairing(Lenient(event_of([FIRST_ROUND])), 1, recorded, RoundContext(event="toy"))
    assert finding.verdict is Verdict.REFERENCE_FAULT


def test_another_bye_is_a_difference_of_its_own_kind() -> None:
    """Who has the bye is compared apart from the pairs."""
    recorded, expected = games((1, 4), (2, 5), bye=3), games((1, 4), (2, 3), bye=5)
    assert compare(recorded, expected) == Differences(
        recorded_only=(Pair(2, 5),), expected_only=(Pair(2, 3),), bye_differs=True
    )


def test_a_pairing_that_beats_ours_is_our_fault() -> None:
    """A damaged engine is found out by the pairing that it should have made."""
    finding = judged(event_of([FIRST_ROUND, games((5, 1), (6, 2), (4, 3))]), Damaged)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert finding.deciding_criterion is not None
    assert finding.deciding_criterion.recorded < finding.deciding_criterion.expected
    assert "our own engine is at fault" in finding.sentence


def test_a_pairing_generated_earlier_than_ours_is_our_fault() -> None:
    """Where the criteria tie, the order finds the damaged engine out."""
    finding = judged(event_of([FIRST_ROUND]), Damaged)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert finding.deciding_order is not None
    assert "without an exchange comes before every exchange; the other one exchanges" in finding.sentence


def test_what_ties_in_a_bracket_is_our_fault_and_says_where() -> None:
    """Equal values and equal places in the order leave no reason to prefer either."""
    finding = judged(event_of([FIRST_ROUND]), Levelling)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert "In bracket 1 (0.0 points): neither criteria nor order tell them apart." in finding.sentence
    assert (finding.deciding_criterion, finding.deciding_order) == (None, None)


def test_what_nothing_tells_apart_is_our_fault_and_never_agrees() -> None:
    """Two pairings that differ without a reason are not equal."""
    finding = judged(event_of([FIRST_ROUND]), Blind)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert "nothing that it assesses tells them apart" in finding.sentence


def test_an_engine_whose_own_pairing_is_illegal_is_at_fault() -> None:
    """Our pairing is held against the absolute rules too."""
    finding = judged(paired_properly(2), Lawless)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert "Its own pairing is illegal" in finding.sentence


def test_a_round_on_which_we_agree_is_held_against_the_rules_all_the_same() -> None:
    """An engine that pairs two again, as a program with the same fault does: the agreement proves nothing."""
    again = games((4, 1), (6, 2), (5, 3))

    class Forgetful(ToySession):
        def pair(self, round_number: int) -> RoundPairing:
            return again if round_number == 2 else super().pair(round_number)

    finding = judged(event_of([FIRST_ROUND, again]), Forgetful)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert [violation.players for violation in finding.violations] == [(4, 1)]
    assert "It pairs as recorded, and that is illegal. T1 (article 1): Delta, Di (4)" in finding.sentence


def test_a_legal_record_disproves_an_engine_that_finds_no_pairing() -> None:
    """No legal pairing, yet one is recorded: a fault of ours."""
    finding = judged(event_of([FIRST_ROUND]), Resigned)
    assert finding.verdict is Verdict.REFERENCE_FAULT
    assert "finds no legal pairing" in finding.sentence


def test_an_illegal_record_stays_illegal_where_no_legal_pairing_exists() -> None:
    """That nothing better was possible is said, but does not make it legal."""
    finding = judged(event_of([games((1, 2)), games((1, 2))], players=2))
    assert finding.verdict is Verdict.ILLEGAL
    assert "No legal pairing of this round exists" in finding.sentence
    assert finding.discrepant_pairs == 1


def test_it_is_shown_that_no_legal_pairing_exists() -> None:
    """By groups that anybody can check: player 3 had the bye, and the other two have met."""
    rounds = [games((1, 2), bye=3), games((3, 1), bye=2), games((2, 3), bye=1), games((1, 2), bye=3)]
    session = engine_for("dutch-2026").open(event_of(rounds, players=3))
    finding = judge_round(session, 4, RoundContext(event="toy"))
    assert finding.verdict is Verdict.ILLEGAL
    assert (
        "No legal pairing of this round exists (no pairing of this round complies with the absolute criteria: nobody "
        "in these groups may meet anybody outside the group: {1}, {2}, {3}, {the bye}; each has an odd number (the bye "
        "counts as one) and so leaves somebody over)."
    ) in finding.sentence


@pytest.mark.parametrize(
    ("recorded", "identifier"),
    [(games((1, 2), (3, 4), (5, 6)), "TOY-ADJACENT"), (games((4, 1), (5, 2), (6, 3)), "TOY-BLACK")],
)
def test_another_reading_of_the_regulation_is_not_held_against_the_record(
    recorded: RoundPairing, identifier: str
) -> None:
    """The reading that mattered is named, whether it gives other pairs or other colours."""
    finding = judged(event_of([recorded]), Broadminded)
    assert finding.verdict is Verdict.AMBIGUOUS_RULE
    assert [reading.identifier for reading in finding.readings] == [identifier]
    assert finding.discrepant_pairs == 0


@pytest.mark.parametrize(
    ("session", "verdict", "said"),
    [
        (Clumsy, Verdict.CRASH, "ZeroDivisionError: a score was divided by nothing"),
        (Narrow, Verdict.UNSUPPORTED, "second rounds are not implemented"),
        (Slow, Verdict.TIMEOUT, "took more than a second"),
    ],
)
def test_an_engine_that_gives_no_answer_gives_no_pass(session: type[ToySession], verdict: Verdict, said: str) -> None:
    """Failure, refusal and time limit are verdicts of their own, and the reason is told."""
    finding = judged(paired_properly(2), session)
    assert finding.verdict is verdict
    assert said in finding.sentence
    assert not finding.verdict.was_judged
    assert finding.discrepant_pairs == 0


def test_a_record_that_cannot_be_made_out_ends_in_a_verdict() -> None:
    """Also what fails before the comparison is told, not raised."""
    finding = judged(paired_properly(1), round_number=5)
    assert finding.verdict is Verdict.CRASH
    assert finding.recorded is None
    assert finding.pairs == 0


def test_a_declared_deviation_is_accepted_and_still_judged() -> None:
    """The declaration is quoted, and what would have been said without it is kept."""
    event = event_of([games((1, 3), (2, 4), (5, 6))], declarations=("Round 1 was paired manually by the arbiter",))
    finding = judged(event)
    assert finding.verdict is Verdict.DECLARED
    assert finding.declaration == "Round 1 was paired manually by the arbiter"
    assert finding.judged_without_declaration is Verdict.LATER_IN_ORDER
    assert finding.sentence.startswith(
        "Round 1: the file declares that this round was not paired by the system. It says: "
        '"Round 1 was paired manually by the arbiter". Without that, the recorded pairing comes later in the order'
    )
    assert finding.discrepant_pairs == 0


def test_a_declaration_covers_no_fault_of_ours() -> None:
    """A better pairing than ours stays our fault, whatever the file declares."""
    event = event_of([FIRST_ROUND], declarations=("Round 1 was paired manually",))
    assert judged(event, Damaged).verdict is Verdict.REFERENCE_FAULT


def test_a_declaration_leaves_a_right_round_right() -> None:
    """What agrees is not called a deviation."""
    event = event_of([FIRST_ROUND], declarations=("Round 1 was paired manually",))
    assert judged(event).verdict is Verdict.AGREE


@pytest.mark.parametrize(
    ("opponent", "verdict"),
    [
        (2, Verdict.AMBIGUOUS_RULE),
        (3, Verdict.LATER_IN_ORDER),
        (5, Verdict.WORSE),
        (6, Verdict.REFERENCE_FAULT),
    ],
)
def test_a_procedure_argues_by_the_step_at_which_the_pairings_part(opponent: int, verdict: Verdict) -> None:
    """The kind of parting gives the verdict; step, article and players are named."""
    others = [tpn for tpn in range(2, 7) if tpn != opponent]
    finding = judged(event_of([games((1, opponent), (others[0], others[1]), (others[2], others[3]))]), Methodical)
    assert finding.verdict is verdict
    assert finding.parting is not None
    assert "They part at this step: pick of Alpha, Anna (1) (article 3.1)." in finding.sentence
    assert "Delta, Di (4) comes before" in finding.sentence
    assert finding.deciding_criterion is None
    assert [note.identifier for note in finding.readings] == (["TOY-ADJACENT"] if opponent == 2 else [])
    assert ("differs from ours where the text of the regulation is open" in finding.sentence) == (opponent == 2)


@pytest.mark.parametrize("left_open", [True, False])
def test_an_entry_that_is_followed_excuses_nothing_else(left_open: bool) -> None:
    """Colours that rest on an entry are open if it is left open; not if it is followed, and gives other colours."""

    class Followed(Hesitant):
        doubts_are_open = left_open

        def open_points(self, round_number: int) -> Iterator[Change]:
            del round_number
            yield change("TOY-WHITE", "Somebody has White.", games((1, 4), (5, 2), (3, 6)))

    finding = judged(event_of([games((4, 1), (2, 5), (3, 6))]), Followed)
    assert finding.verdict is (Verdict.AMBIGUOUS_RULE if left_open else Verdict.COLOURS)


def test_an_open_step_excuses_no_colours_where_a_side_that_is_followed_gives_the_pairs() -> None:
    """Player 1 meets 2 at a step that is open; where neighbours may meet, too, all but one of the colours are right."""

    class Followed(Methodical):
        def open_points(self, round_number: int) -> Iterator[Change]:
            del round_number
            yield change("TOY-ADJACENT", "Neighbours may meet.", games((1, 2), (3, 4), (5, 6)))

    reversed_colours = event_of([games((1, 2), (4, 3), (5, 6))])
    assert judged(reversed_colours, Methodical).verdict is Verdict.AMBIGUOUS_RULE
    finding = judged(reversed_colours, Followed)
    assert (finding.verdict, finding.discrepant_pairs) == (Verdict.COLOURS, 1)
    assert "The pairs are right by the other side of TOY-ADJACENT." in finding.sentence
    other_pairs = event_of([games((1, 2), (3, 5), (4, 6))])
    assert judged(other_pairs, Followed).verdict is Verdict.AMBIGUOUS_RULE
