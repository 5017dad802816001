"""The simple Swiss: who is asked, within which limits, with which colours, and what is said of other pairings."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from support.agreement import OR_OPEN, agreeing_rounds, paired, verdicts_by_error
from support.events import event
from support.findings import round_findings
from support.loops import require_items
from support.simple_swiss import faults

from checker.planted_errors.pairings import PlantedError, plant, recorded_pairing, with_last_round
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import PLAIN, Axes, Span
from random_tournaments.batch import Batch
from reference_engines.frame.results import Pair, PartingKind, RoundPairing
from reference_engines.frame.systems import engine_for
from reference_engines.literal.simple_swiss import LITERAL_SIMPLE
from reference_engines.simple_swiss.colours import first_round_colours
from reference_engines.simple_swiss.edition import (
    ALTERNATING,
    ALTERNATING_OLYMPIAD,
    BASIC,
    DUTCH,
    OLYMPIAD,
    TAKEN,
    LimitStage,
    Section,
    SimpleOptions,
)
from reference_engines.simple_swiss.rules import SIMPLE
from reference_engines.simple_swiss.walk import opponents_order, turns_with_bye
from tournaments.model import Event, Result

if TYPE_CHECKING:
    from reference_engines.frame.prepared_event import PreparedEvent

ROUNDS_UP = replace(TAKEN, odd_middle_rounded_up=True)
LEFT_OVER = replace(TAKEN, bye_left_over=True)
BY_PAIR = replace(TAKEN, limits_by_pair=True)


def opened(of: Event, options: SimpleOptions = TAKEN) -> PreparedEvent:
    """Prepare an event with options."""
    return replace(SIMPLE, options=options).open(of)


@pytest.mark.parametrize(
    ("players", "options", "order"),
    [
        (6, TAKEN, [4, 5, 6, 3, 2]),
        (8, TAKEN, [5, 6, 7, 8, 4, 3, 2]),
        (6, ALTERNATING, [4, 3, 5, 2, 6]),
        (8, ALTERNATING, [5, 4, 6, 3, 7, 2, 8]),
        (2, TAKEN, [2]),
        (2, ALTERNATING, [2]),
        (5, TAKEN, [3, 4, 5, 2]),
        (5, ROUNDS_UP, [4, 5, 3, 2]),
        (1, TAKEN, []),
    ],
)
def test_the_first_player_asks_from_the_middle(players: int, options: SimpleOptions, order: list[int]) -> None:
    """Down to the last and then upwards, or outwards; an odd group's middle is half of it, rounded down."""
    assert opponents_order(range(1, players + 1), options) == order


@pytest.mark.parametrize("pairs", range(1, 30))
def test_first_round_colours_alternate_and_turn_in_the_middle(pairs: int) -> None:
    """
    The first player has Black, and so has the last of the upper half, whether the number of pairs is odd or even.

    The colours are the same in neighbouring pairs at most once, in the middle.
    """
    higher = [first_round_colours((0, 1), place, pairs).white == 0 for place in range(1, pairs + 1)]
    assert not higher[0]
    assert not higher[-1]
    turned = ["turn in the middle" in first_round_colours((0, 1), place, pairs).why for place in range(1, pairs + 1)]
    assert turned == [pairs % 2 == 0 and place > pairs // 2 for place in range(1, pairs + 1)]
    same = [place for place, (one, other) in enumerate(pairwise(higher), start=1) if one == other]
    assert same == ([pairs // 2] if pairs % 2 == 0 else [])


def test_the_first_round_of_eight_and_of_six_players() -> None:
    """Even number of pairs: B W W B for the upper half; odd: B W B."""
    of_eight = [first_round_colours((0, 1), place, 4).white == 0 for place in range(1, 5)]
    of_six = [first_round_colours((0, 1), place, 3).white == 0 for place in range(1, 4)]
    assert of_eight == [False, True, True, False]
    assert of_six == [False, True, False]
    pairing = SIMPLE.open(event([""] * 8)).round(1).expected()
    assert pairing.pairs == (Pair(5, 1), Pair(2, 6), Pair(3, 7), Pair(8, 4))


def test_limits_of_colours_are_lifted_in_stages() -> None:
    """First the rule on colours running, then that on their difference; the Olympiad lifts both at once."""
    stages: Counter[LimitStage] = Counter()
    olympiad: Counter[LimitStage] = Counter()
    for index in range(30):
        played = (
            Batch(seed=3, axes=Axes(players=Span(5, 12), rounds=Span(5, 9)), system="simple-2018").play(index).event
        )
        for number in range(1, played.rounds_recorded + 1):
            prepared = opened(played)
            table = prepared.round(number).participants
            bye = prepared.round(number).expected().bye
            place = None if bye is None else table.players.tpn.tolist().index(bye)
            for counted, options in ((stages, TAKEN), (olympiad, OLYMPIAD)):
                for ask in turns_with_bye(table, options, place):
                    counted[ask.stage] += 1
                    assert ask.taken is None or table.within(ask.stage)[ask.player, ask.taken]
    assert set(stages) >= {LimitStage.BOTH, LimitStage.DIFFERENCE}
    assert set(olympiad) == {LimitStage.BOTH, LimitStage.NONE}
    assert stages[LimitStage.BOTH] > stages[LimitStage.DIFFERENCE]


@pytest.mark.parametrize(
    "options",
    [TAKEN, ALTERNATING, OLYMPIAD, ALTERNATING_OLYMPIAD, DUTCH, BASIC, ROUNDS_UP, LEFT_OVER, BY_PAIR],
)
def test_asking_one_by_one_comes_to_the_same(options: SimpleOptions) -> None:
    """The literal engine, which searches in another way, on every round of small events."""
    batch = Batch(seed=11, axes=Axes(players=Span(4, 9), rounds=Span(3, 7)), system="simple-2018")
    for index in range(12):
        played = batch.play(index).event
        for number in require_items(range(1, played.rounds_recorded + 2)):
            one, other = (replace(rules, options=options) for rules in (SIMPLE, LITERAL_SIMPLE))
            assert paired(one, played, number) == paired(other, played, number)


def test_random_events_break_no_hard_rule() -> None:
    """The rules are counted from the players' rows, without the engine; and the checker agrees with every round."""
    batch = Batch(seed=8, axes=Axes(players=Span(5, 30), rounds=Span(3, 9)), system="simple-2018")
    played = (batch.play(index).event for index in range(25))
    assert agreeing_rounds("simple-2018", played, faults) > 100


VERDICTS = verdicts_by_error(OR_OPEN)


@pytest.mark.parametrize("error", PlantedError)
def test_planted_errors_are_found_with_their_section(error: PlantedError) -> None:
    """In the last round and no other, by the part of the essays that they go against."""
    batch = Batch(seed=7, axes=replace(PLAIN, players=Span(7, 15), rounds=Span(4, 6)), system="simple-2018")
    found: Counter[Verdict] = Counter()
    for index in range(25):
        planted = plant(batch.play(index).event, error, random.Random(index))
        if planted is None:
            continue
        *before, last = round_findings(planted.event, "simple-2018")
        assert {entry.verdict for entry in before} <= {Verdict.AGREE}
        milder = {Verdict.COLOURS} if last.rests_on else set()
        assert last.verdict in VERDICTS[error] | milder, last.sentence
        assert last.verdict is not Verdict.ILLEGAL or faults(planted.event)
        if last.verdict in (Verdict.WORSE, Verdict.LATER_IN_ORDER):
            sections = {Section.ASKING} | ({Section.BYE} if error is PlantedError.MOVED_BYE else set())
            assert any(f"({section.value})" in last.sentence for section in sections)
        found[last.verdict] += 1
    assert found.total() > 5
    assert error is not PlantedError.MOVED_BYE or found[Verdict.WORSE] > 5 * found[Verdict.AMBIGUOUS_RULE]


def test_a_parting_names_who_asks_and_the_order() -> None:
    """Later in the order is later; an opponent from another scoregroup is worse."""
    first = event([""] * 6)
    prepared = SIMPLE.open(first)
    later = prepared.round(1).divergence(RoundPairing(pairs=(Pair(1, 5), Pair(2, 4), Pair(3, 6))))
    assert later.kind is PartingKind.LATER
    assert later.step == "turn of player 1 in scoregroup 0.0"
    assert "Player 1 asks in this order: player 4, player 5, player 6, player 3, player 2" in later.sentence
    played = (
        Batch(seed=1, axes=replace(PLAIN, players=Span(8, 8), rounds=Span(2, 2)), system="simple-2018").play(0).event
    )
    scores = {player.tpn: player.rounds[0].result for player in played.players}
    winners = [tpn for tpn, result in scores.items() if result is Result.WIN]
    losers = [tpn for tpn, result in scores.items() if result is Result.LOSS]
    right = recorded_pairing(played, 2)
    crossed = _with_pair(right, winners[0], losers[-1])
    parted = SIMPLE.open(with_last_round(played, crossed)).round(2).divergence(crossed)
    assert parted.kind is PartingKind.WORSE


def _with_pair(pairing: RoundPairing, one: int, other: int) -> RoundPairing:
    """Let two meet, and their opponents."""
    partner = {pair.white: pair.black for pair in pairing.pairs} | {pair.black: pair.white for pair in pairing.pairs}
    kept = tuple(pair for pair in pairing.pairs if not pair.players & {one, other})
    return RoundPairing(pairs=(*kept, Pair(one, other), Pair(partner[one], partner[other])))


def test_two_hundred_players_are_paired() -> None:
    """By every option."""
    played = Batch(seed=2, axes=replace(PLAIN, players=Span(200, 200), rounds=Span(3, 3)), system="simple-2018").play(0)
    assert played.event.rounds_recorded == 3
    for key in ("simple-2018/alternating", "simple-2018/olympiad"):
        assert len(engine_for(key).open(played.event).round(3).expected().pairs) == 100


def test_options_combine() -> None:
    """Both are taken by a key of their own; each differs from the other two."""
    both = engine_for("simple-2018/alternating/olympiad")
    assert both.options == ALTERNATING_OLYMPIAD  # type: ignore[attr-defined]  # of these rules
    assert (ALTERNATING_OLYMPIAD.outwards, ALTERNATING_OLYMPIAD.stages) == (True, OLYMPIAD.stages)
    assert (
        both.edition.title == f"{SIMPLE.edition.title}, asking outwards from the middle, limits of colours all or none"
    )
