"""The four rules on limits of colours of the essay of 2018, each where it decides otherwise than the others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.histories import after, with_next_round
from support.simple_swiss import last_round

from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from reference_engines.frame.systems import engine_for
from reference_engines.literal.simple_swiss import LITERAL_SIMPLE
from reference_engines.simple_swiss.edition import Section, SimpleOptions
from reference_engines.simple_swiss.rules import SimpleRules
from tournaments.model import Event, ForbiddenGroup

RULES = ("simple-2018", "simple-2018/olympiad", "simple-2018/dutch", "simple-2018/basic")
Meetings = list[set[int]] | None


def rules_of(key: str) -> SimpleRules:
    """Return the rules of a key."""
    rules = engine_for(key)
    assert isinstance(rules, SimpleRules)
    return rules


def met(played: Event, options: SimpleOptions) -> Meetings:
    """Return the pairs of the next round, or None if none is possible, checked against the literal engine."""
    number = played.rounds_recorded + 1
    answers: list[Meetings] = []
    for rules in (LITERAL_SIMPLE, engine_for("simple-2018")):
        assert isinstance(rules, SimpleRules)
        try:
            pairing = replace(rules, options=options).open(played).round(number).expected()
        except NoLegalPairingError:
            answers.append(None)
        else:
            answers.append([set(pair.players) for pair in pairing.pairs])
    assert answers[0] == answers[1]
    return answers[0]


def pairs_by_each_rule(played: Event) -> list[Meetings]:
    """Return the pairs of the next round by each of the four rules."""
    return [met(played, rules_of(key).options) for key in RULES]


WIDE = after("WWBW", "BBWW", "WWBW", "BBWW")
"""Nobody may have White by A2; 1 and 3 have had it twice more than Black, too."""
WITHIN_A1: Meetings = [{1, 4}, {2, 3}]
IN_ORDER: Meetings = [{1, 3}, {2, 4}]


@pytest.mark.parametrize(
    ("played", "own", "olympiad", "dutch", "basic"),
    [
        (after("WBWB", "BWBW", "WBWB", "BWBW"), IN_ORDER, IN_ORDER, IN_ORDER, IN_ORDER),
        (after("BBWW", "WWBB", "BBWW", "WWBB"), WITHIN_A1, WITHIN_A1, WITHIN_A1, WITHIN_A1),
        (WIDE, WITHIN_A1, IN_ORDER, None, None),
        (last_round(WIDE), WITHIN_A1, IN_ORDER, None, None),
        (last_round(WIDE, 1, 2, 3, 4), WITHIN_A1, IN_ORDER, WITHIN_A1, None),
    ],
    ids=["none bound", "one way", "A1 counts for more", "half the points", "topscorers"],
)
def test_limits_that_cannot_all_be_kept(
    played: Event, own: Meetings, olympiad: Meetings, dutch: Meetings, basic: Meetings
) -> None:
    """Lifted A2 first, or both at once, or for topscorers alone, or never; half the points do not make a topscorer."""
    assert pairs_by_each_rule(played) == [own, olympiad, dutch, basic]


TWO_AHEAD = last_round(after("BBWW", "BBWW", "WBWB", "WBWB"), 1, 2)


def test_limits_that_are_never_lifted_make_floaters() -> None:
    """Of the leaders neither may have White: they meet where limits are lifted, and otherwise go down."""
    stay: Meetings = [{1, 2}, {3, 4}]
    assert pairs_by_each_rule(TWO_AHEAD) == [stay, stay, stay, IN_ORDER]
    before_the_last = replace(TWO_AHEAD, rounds_declared=9)
    assert pairs_by_each_rule(before_the_last) == [stay, stay, IN_ORDER, IN_ORDER]


def test_limits_are_lifted_for_as_few_topscorers_as_can_be() -> None:
    """C.9: one of three pairs must break A2; where it is lifted for the whole group, all three do."""
    six = ("BBWW", "BBWW", "WWBB", "BBWW", "BBWW", "WWBB")
    own, olympiad, dutch, basic = pairs_by_each_rule(last_round(after(*six), *range(1, 7)))
    assert own == olympiad == [{1, 4}, {2, 5}, {3, 6}]
    assert (dutch, basic) == ([{1, 4}, {2, 6}, {3, 5}], None)


def test_a_limit_on_the_difference_counts_for_more_than_one_on_colours_running() -> None:
    """C.8 before C.9: 1 and 2, two games ahead, rather meet 3 and 4 than each other; A2 is broken twice."""
    apart = tuple(ForbiddenGroup(players=frozenset((ahead, free))) for ahead in (1, 2) for free in (5, 6))
    six = last_round(after("WWBW", "WWBW", "BBWW", "BBWW", "WBWB", "WBWB"), *range(1, 7))
    dutch = rules_of("simple-2018/dutch").options
    assert met(replace(six, forbidden=apart), dutch) == [{1, 4}, {2, 3}, {5, 6}]
    assert met(replace(six, forbidden=apart[:2]), dutch) == [{1, 4}, {2, 5}, {3, 6}]


def test_the_limits_combine_with_the_order_of_asking() -> None:
    """Six of whom 1 may not meet 4, who would have to have White, too: asked next is 5, or outwards 3."""
    six = after("BBWW", "WWBB", "WWBB", "BBWW", "WWBB", "BBWW")
    for rule in ("olympiad", "dutch", "basic"):
        down, outwards = (
            met(six, rules_of(key).options) for key in (f"simple-2018/{rule}", f"simple-2018/alternating/{rule}")
        )
        assert down is not None
        assert outwards is not None
        assert (down[0], outwards[0]) == ({1, 5}, {1, 3})


def test_a_pair_beyond_limits_that_bind_is_illegal() -> None:
    """With the part of the essay and the players; by the stages of the essay the same pair is right, or worse."""
    beyond = RoundPairing(pairs=(Pair(1, 2), Pair(3, 4)))
    for key, illegal in zip(RULES, (False, False, False, True), strict=True):
        violations = rules_of(key).open(TWO_AHEAD).round(5).assess(beyond).violations
        assert [(one.article, one.players) for one in violations] == (
            [(Section.LIMITS.value, (1, 2))] if illegal else []
        )


def test_two_kept_apart_are_not_reported_as_beyond_limits() -> None:
    """A rematch is a rematch, whatever the colours."""
    prepared = rules_of("simple-2018/basic").open(with_next_round(after("W", "B"), [(2, 1)]))
    found = prepared.round(3).assess(RoundPairing(pairs=(Pair(1, 2), Pair(3, 4)))).violations
    assert [(one.article, one.players) for one in found] == [(Section.MEETING.value, (1, 2))]
