"""The checker's verdicts on rounds of the simple Swiss system."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.findings import OR_OPEN, agreeing_rounds, round_findings, verdicts_by_error
from support.histories import after, with_next_round
from support.simple_swiss import faults, last_round
from support.variant_pairings import variant_pairings

from checker.planting import PlantedError, plant, recorded_pairing, with_last_round
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import PLAIN, Axes, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import DivergenceKind, Pair, RoundPairing
from reference_engines.literal.simple_swiss import LITERAL_SIMPLE
from reference_engines.simple_swiss.edition import (
    Section,
)
from reference_engines.simple_swiss.rules import SIMPLE, SimpleRules
from tournaments.model import ForbiddenGroup, Player, Result, RoundEntry, VirtualPoints

if TYPE_CHECKING:
    from tournaments.model import Event


def test_random_events_break_no_hard_rule() -> None:
    """The rules are counted from the players' rows, without the engine; and the checker agrees with every round."""
    batch = Batch(seed=8, axes=Axes(players=Span(5, 30), rounds=Span(3, 9)), system="simple-2018")
    played = (batch.play(index).event for index in range(25))
    assert agreeing_rounds("simple-2018", played, faults) > 100


VERDICTS = verdicts_by_error(OR_OPEN)
VARIED_EVENTS = (0, 1, 2, 4, 8, 9, 13, 16)
"""Of the first 25 events, enough for every verdict, article and reading that planted errors get with all of them."""


@pytest.mark.parametrize("error", PlantedError)
def test_planted_errors_are_found_with_their_section(error: PlantedError) -> None:
    """In the last round and no other, by the part of the essays that they go against."""
    batch = Batch(seed=7, axes=replace(PLAIN, players=Span(7, 15), rounds=Span(4, 6)), system="simple-2018")
    verdicts: Counter[Verdict] = Counter()
    for index in VARIED_EVENTS:
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
        verdicts[last.verdict] += 1
    assert verdicts.total() > 5
    assert error is not PlantedError.MOVED_BYE or verdicts[Verdict.WORSE] > 5 * verdicts[Verdict.AMBIGUOUS_RULE]


def test_a_parting_names_who_asks_and_the_order() -> None:
    """Later in the order is later; an opponent from another scoregroup is worse."""
    first = event([""] * 6)
    prepared = SIMPLE.open(first)
    later = prepared.round(1).divergence(RoundPairing(pairs=(Pair(1, 5), Pair(2, 4), Pair(3, 6))))
    assert later.kind is DivergenceKind.LATER
    assert later.step == "the opponent of player 1"
    assert "player 1 asks the lower half, then the upper half from its end: player 4 is the first" in later.sentence
    played = (
        Batch(seed=1, axes=replace(PLAIN, players=Span(8, 8), rounds=Span(2, 2)), system="simple-2018").play(0).event
    )
    scores = {player.tpn: player.rounds[0].result for player in played.players}
    winners = [tpn for tpn, result in scores.items() if result is Result.WIN]
    losers = [tpn for tpn, result in scores.items() if result is Result.LOSS]
    right = recorded_pairing(played, 2)
    crossed = _with_pair(right, winners[0], losers[-1])
    parted = SIMPLE.open(with_last_round(played, crossed)).round(2).divergence(crossed)
    assert parted.kind is DivergenceKind.WORSE


def _with_pair(pairing: RoundPairing, first: int, second: int) -> RoundPairing:
    """Exchange two pairs so that two players meet, and their opponents meet."""
    partner = {pair.white: pair.black for pair in pairing.pairs} | {pair.black: pair.white for pair in pairing.pairs}
    unchanged = tuple(pair for pair in pairing.pairs if not pair.players & {first, second})
    return RoundPairing(pairs=(*unchanged, Pair(first, second), Pair(partner[first], partner[second])))


PARADOX = ("WBWWBWBW", "BWBBWBWW")
"""The observation of the essay: 5 White and 3 Black against 4 and 4; the first has had Black more recently."""


def verdict(played: Event, *pairs: tuple[int, int]) -> Verdict:
    """Return the verdict on the next round, paired like this."""
    return round_findings(with_next_round(played, pairs), "simple-2018")[-1].verdict


def test_colours_by_the_printed_rules_are_accepted_as_a_reading_only_within_the_limits() -> None:
    """Ambiguous where the essay leaves its own rule open, wrong where limit A1 speaks."""
    assert verdict(after("-BBWW", "WBBWW"), (1, 2)) is Verdict.AGREE
    assert verdict(after("-BBWW", "WBBWW"), (2, 1)) is Verdict.AMBIGUOUS_RULE
    assert verdict(after("WBBWW", "-BBWW"), (1, 2)) is Verdict.COLOURS
    assert verdict(after(*PARADOX), (2, 1)) is Verdict.AGREE
    assert verdict(after(*PARADOX), (1, 2)) is Verdict.COLOURS


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("BBWW", "WWBB"),  # two of the first kind break A2, one of each kind nothing
        ("WWBW", "BBWW"),  # two of the first kind break A1, one of each kind only A2
    ],
)
def test_limits_may_be_lifted_for_single_pairs(first: str, last: str) -> None:
    """SIMPLE-STAGES: four of one kind and two of another, for whom one pair beyond the limits is enough."""
    played = after(first, first, last, first, first, last)
    prepared = SIMPLE.open(played)
    assert [pair.players for pair in prepared.round(5).expected().pairs] == [{1, 4}, {2, 5}, {3, 6}]
    ((note, other),) = variant_pairings(prepared, 5)
    assert note.identifier == "SIMPLE-STAGES"
    assert [pair.players for pair in other.pairs] == [{1, 4}, {2, 6}, {3, 5}]
    assert verdict(played, *((pair.white, pair.black) for pair in other.pairs)) is Verdict.AMBIGUOUS_RULE
    assert verdict(played, (1, 5), (2, 4), (3, 6)) is Verdict.LATER_IN_ORDER


KEY = "simple-2018/smallest-deviation"


def test_own_events_agree_and_keep_the_hard_rules() -> None:
    """Played, judged and counted from the rows alone."""
    batch = Batch(seed=8, axes=replace(PLAIN, players=Span(9, 24), rounds=Span(5, 7)), system=KEY)
    assert agreeing_rounds(KEY, (batch.play(index).event for index in range(4)), faults) > 15


@pytest.mark.parametrize("error", list(PlantedError))
def test_planted_errors_are_found(error: PlantedError) -> None:
    """In the last round, and in no other."""
    batch = Batch(seed=21, axes=replace(PLAIN, players=Span(7, 9), rounds=Span(3, 4)), system=KEY)
    tried = 0
    for index in range(4):
        planted = plant(batch.play(index).event, error, random.Random(index))
        if planted is None:
            continue
        tried += 1
        verdicts = [one.verdict for one in round_findings(planted.event, KEY)]
        assert verdicts[:-1] == [Verdict.AGREE] * (len(verdicts) - 1)
        assert verdicts[-1] is not Verdict.AGREE
    assert tried


@pytest.mark.parametrize(
    ("rounds", "verdict"), [(5, Verdict.AGREE), (9, Verdict.ILLEGAL), (None, Verdict.AMBIGUOUS_RULE)]
)
def test_topscorers_are_of_the_last_round(rounds: int | None, verdict: Verdict) -> None:
    """Of an event that does not say how many rounds it has the recorded one may be the last (ROUNDS-UNDECLARED)."""
    two_ahead = last_round(after("BBWW", "BBWW", "WBWB", "WBWB"), 1, 2)
    played = replace(with_next_round(two_ahead, [(2, 1), (3, 4)]), rounds_declared=rounds)
    (found,) = (one.verdict for one in round_findings(played, "simple-2018/dutch") if one.round_number == 5)
    assert found is verdict


@pytest.mark.parametrize("key", ["simple-2018/dutch", "simple-2018/basic"])
def test_own_events_keep_the_limits_that_bind(key: str) -> None:
    """Counted from the rows: no colour three times running, none three more than the other."""
    batch = Batch(seed=5, axes=Axes(players=Span(8, 20), rounds=Span(5, 7)), system=key)
    for index in range(6):
        played = batch.play(index).event
        assert {one.verdict for one in round_findings(played, key)} <= {Verdict.AGREE}
        for player in played.players:
            colours = [entry.colour.value for entry in player.rounds if entry.was_played and entry.colour]
            exempt = key.endswith("dutch") and len(player.rounds) == played.rounds_declared
            counted = "".join(colours[:-1] if exempt else colours)
            assert "www" not in counted
            assert "bbb" not in counted
            assert all(abs(counted[:end].count("w") - counted[:end].count("b")) <= 2 for end in range(len(counted) + 1))


TWO_BYES = ("2b= 3w1", "1w= 5b1", "4b1 1b0", "3w0 U", "U 2w0")
"""Before round 3: 1 and 2 have 1.5 points, the others 1; 4 and 5 have had the bye."""


def test_a_round_by_the_other_reading_of_the_bye_is_ambiguous() -> None:
    """By that reading 1 has White against 4; a bye for the leader is worse, or later in that order."""
    left_over = event([f"{row} {word}" for row, word in zip(TWO_BYES, ("4w=", "U", "5w=", "1b=", "3b="), strict=True)])
    assert round_findings(left_over, "simple-2018")[-1].verdict is Verdict.AMBIGUOUS_RULE
    assert [note.identifier for note in round_findings(left_over, "simple-2018")[-1].readings] == ["SIMPLE-BYE"]
    turned = event([f"{row} {word}" for row, word in zip(TWO_BYES, ("4b=", "U", "5w=", "1w=", "3b="), strict=True)])
    assert round_findings(turned, "simple-2018")[-1].verdict is Verdict.COLOURS
    leader = event([f"{row} {word}" for row, word in zip(TWO_BYES, ("U", "3b=", "2w=", "5b=", "4w="), strict=True)])
    finding = round_findings(leader, "simple-2018")[-1]
    assert (finding.verdict, [note.identifier for note in finding.readings]) == (
        Verdict.LATER_IN_ORDER,
        ["SIMPLE-BYE"],
    )
    assert "by the side taken it would be `worse`" in finding.sentence


OPEN_BYE = {1: "3b1 2w=", 2: "4w1 1b=", 3: "1w0 U", 4: "2b0 5w=", 5: "U 4b="}
"""The bye of round 2 goes to 3; by the side taken it goes to 4, who has as many points."""
OPEN_BYE_AT_FIRST = {1: "3b=", 2: "5b=", 3: "1w=", 4: "U", 5: "2w="}
"""The bye of round 1 goes to 4; by the side taken it goes to 5."""


@pytest.mark.parametrize(
    ("rows", "reversed_rows", "named"),
    [
        (OPEN_BYE, {1: "3b1 2b=", 2: "4w1 1w="}, "Player 1 should have White against Player 2."),
        (OPEN_BYE, {4: "2b0 5b=", 5: "U 4w="}, "Player 4 should have White against Player 5."),
        (OPEN_BYE_AT_FIRST, {1: "3w=", 3: "1b="}, "Player 3 should have White against Player 1."),
        (OPEN_BYE_AT_FIRST, {2: "5w=", 5: "2b="}, "Player 5 should have White against Player 2."),
    ],
)
def test_an_open_bye_excuses_no_colours(rows: dict[int, str], reversed_rows: dict[int, str], named: str) -> None:
    """SIMPLE-BYE: the essays leave the bye open, not the colours of the games that follow from it."""
    right = round_findings(event([*rows.values()]), "simple-2018")[-1]
    assert (right.verdict, right.rests_on) == (Verdict.AMBIGUOUS_RULE, ("SIMPLE-BYE",))
    wrong = round_findings(event([*(rows | reversed_rows).values()]), "simple-2018")[-1]
    assert (wrong.verdict, wrong.rests_on, wrong.discrepant_pairs) == (Verdict.COLOURS, ("SIMPLE-BYE",), 1)
    assert "leaves the pairs open (SIMPLE-BYE), but not the colours. " + named in wrong.answer
    assert wrong.article == wrong.argument.colour_rulings[0].article


FLOATER = {2: "7b=", 6: "U", 7: "2w="}
"""2, kept apart from the others of the upper group, is paired last. The bye goes to 6; by the side taken to 7."""
BY_ASKING = {1: "3b=", 3: "1w=", 4: "5w=", 5: "4b="}
BY_DEVIATION = {1: "4b=", 3: "5w=", 4: "1w=", 5: "3b="}


@pytest.mark.parametrize(
    ("system", "upper", "reversed_rows", "named"),
    [
        ("simple-2018", BY_ASKING, {1: "3w=", 3: "1b="}, "Player 3 should have White against Player 1."),
        ("simple-2018", BY_ASKING, {4: "5b=", 5: "4w="}, "Player 4 should have White against Player 5."),
        ("simple-2018", BY_ASKING, {2: "7w=", 7: "2b="}, "Player 7 should have White against Player 2."),
        (KEY, BY_DEVIATION, {3: "5b=", 5: "3w="}, "Player 3 should have White against Player 5."),
        (KEY, BY_DEVIATION, {2: "7w=", 7: "2b="}, "Player 7 should have White against Player 2."),
    ],
)
def test_first_colours_follow_the_order_in_which_pairs_are_made(
    system: str, upper: dict[int, str], reversed_rows: dict[int, str], named: str
) -> None:
    """SIMPLE-BYE: where the pairs with the posted bye do not come from the top down, too."""
    rows = dict(sorted((FLOATER | upper).items()))
    virtual = VirtualPoints(first_round=1, last_round=1, players=frozenset(range(1, 6)), points=10)
    apart = tuple(ForbiddenGroup(players=frozenset((2, other))) for other in (1, 3, 4, 5))
    declared = {"virtual_points": (virtual,), "forbidden": apart}
    (right,) = round_findings(event([*rows.values()], **declared), system)
    assert (right.verdict, right.rests_on) == (Verdict.AMBIGUOUS_RULE, ("SIMPLE-BYE",)), right.sentence
    (wrong,) = round_findings(event([*(rows | reversed_rows).values()], **declared), system)
    assert (wrong.verdict, wrong.rests_on, wrong.discrepant_pairs) == (Verdict.COLOURS, ("SIMPLE-BYE",), 1)
    assert "leaves the pairs open (SIMPLE-BYE), but not the colours. " + named in wrong.answer


@pytest.mark.parametrize("engine", [SIMPLE, LITERAL_SIMPLE], ids=["simple-2018", "literal"])
def test_a_game_recorded_without_colours_is_a_game(engine: SimpleRules) -> None:
    """As files leave a forfeited one: the two are not left out, and nothing contradicts the colours of the essays."""
    forfeited = {2: RoundEntry(4, None, Result.FORFEIT_WIN), 4: RoundEntry(2, None, Result.FORFEIT_LOSS)}
    games = event(["3b=", "4b=", "1w=", "2w="])
    listed = tuple(
        Player(tpn=player.tpn, rounds=(forfeited.get(player.tpn, player.rounds[0]),)) for player in games.players
    )
    colourless = replace(games, players=listed)
    recorded = engine.open(colourless).round(1).posted
    assert set(recorded.pairs) == {Pair(3, 1), Pair(4, 2)}
    assert [finding.verdict for finding in round_findings(colourless, "simple-2018")] == [Verdict.AGREE]
