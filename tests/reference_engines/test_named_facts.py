"""Facts that the engines name in their sentences: bars from the bye, colours so far, floats, and rules of selection."""

from __future__ import annotations

import random
import re
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from support.events import event
from support.generated import generated_events
from support.loops import require_items
from support.teams import event_of

from reference_engines.articles import article
from reference_engines.frame.registry import all_systems
from reference_engines.frame.results import FloatDirection, Pair, RoundPairing
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.rules import AnyRound
    from tournaments.model import Event

EDITIONS = [edition for system in all_systems() for edition in system.all_editions]
OF_GAMES = [edition.key for edition in EDITIONS if not edition.pairs_teams and edition.file_rounds_per_round == 1]
MAX_WORDS = 45
BARS = {
    1: "had a full-point bye in round 1",
    2: "had a half-point bye in round 1",
    3: "had the pairing-allocated bye in round 1",
    6: "won by forfeit in round 1",
}
BOTH_WITH_WHITE_TWICE = ["3w1 4w1", "4w1 3w1", "1b0 2b0", "2b0 1b0"]
WHITE_THREE_TIMES_OF_FOUR = [
    "3w1 4w1 5b1 6w1",
    "4w1 3w1 6b1 5w1",
    "1b0 2b0 - -",
    "2b0 1b0 - -",
    "- - 1w0 2b0",
    "- - 2w0 1b0",
]


def violations_of_pair(edition: str, prepared: Event, number: int) -> list[tuple[str, str]]:
    """Return the article and sentence of the rules that keep players 1 and 2 apart."""
    found = engine_for(edition).open(prepared).round(number).violations(RoundPairing(pairs=(Pair(1, 2),)))
    return [(one.article, one.sentence) for one in found if not one.sentence.endswith("nor the bye.")]


@pytest.mark.parametrize("edition", OF_GAMES)
def test_a_bye_is_barred_by_a_fact_with_its_round(edition: str) -> None:
    """Half-point, full-point and pairing-allocated bye and forfeit win have a name each; an absence bars no player."""
    rows = ["F", "H", "U", "Z", "6w-", "5b+", "8w1", "7b0"]
    paired_round = engine_for(edition).open(event(rows, rounds_declared=9)).round(2)
    bars = {number: bar for number in range(1, 9) if (bar := paired_round.bye_bar(number)) is not None}
    assert {3, 6} <= bars.keys() <= BARS.keys()
    for number, bar in bars.items():
        assert bar.sentence == f"Player {number} {BARS[number]} and so may not have the bye."
        assert bar.players == (number,)
        assert article(edition, bar.article) is not None


@pytest.mark.parametrize(("edition", "barred"), [("team-2026", {1}), ("team-2024", {1}), ("team-draft", {1})])
def test_a_team_is_barred_by_a_fact_with_its_round(edition: str, barred: set[int]) -> None:
    """A bye of a team is named like the bye of a player."""
    paired_round = engine_for(edition).open(event_of(((1,), (2,), (3,)), ("U", "3w1", "2b0"))).round(2)
    bars = {number: bar.sentence for number in (1, 2, 3) if (bar := paired_round.bye_bar(number)) is not None}
    assert bars.keys() == barred
    assert bars[1] == "Team 1 had the pairing-allocated bye in round 1 and so may not have the bye."


SAME_COLOURS_TWICE = ["3w= 4b=", "4w= 3b=", "1b= 2w=", "2b= 1w="]
WBWB_AND_WB = [
    "3w= 4b= 5w= 6b=",
    "Z Z 3w= 4b=",
    "1b= 5w= 2b= Z",
    "Z 1w= 6b= 2w=",
    "Z 3b= 1b= Z",
    "Z Z 4w= 1w=",
]
"""Of players 1 and 2."""
RANKED_BY_BUCHHOLZ = ["3w= 4b=", "5w= 6b=", "1b= 5w0", "6w0 1w=", "2b= 3b1", "4b1 2w="]
RANKED_BY_COLOURS = ["dutch-2026", "dutch-2013", "dubov-2018", "burstein-2026", "lim-1999", "simple-2018"]


@pytest.mark.parametrize("edition", RANKED_BY_COLOURS)
def test_histories_are_equal_only_if_both_played_as_many_games(edition: str) -> None:
    """WBWB and WB are alike from the last game back, and the rank decides; they are not equal."""
    for rows, said in (
        (SAME_COLOURS_TWICE, "both are due White with equal histories, and player 1 is"),
        (WBWB_AND_WB, "both are due White with the same colours, counted back from the last game, and player 1 is"),
    ):
        prepared = engine_for(edition).open(event(rows, rounds_declared=7))
        rule = prepared.round(prepared.recorded_rounds.stop).colour_rule(Pair(1, 2))
        assert rule is not None
        assert said in rule.sentence


@pytest.mark.parametrize(
    ("rows", "pair", "said"),
    [
        (SAME_COLOURS_TWICE, (1, 2), "player 1 is ranked higher by number"),
        (RANKED_BY_BUCHHOLZ, (2, 1), "player 2 is ranked higher by Buchholz, 3 against 1"),
        (WBWB_AND_WB, (1, 2), "player 1 is ranked higher by Sonneborn-Berger, 2.5 against 1.5"),
    ],
)
def test_a_rank_by_the_index_is_named_with_its_values(rows: list[str], pair: tuple[int, int], said: str) -> None:
    """Burstein 1.8: neither the scores nor the numbers of two players show who is ranked higher."""
    prepared = engine_for("burstein-2026").open(event(rows, rounds_declared=3))
    rule = prepared.round(prepared.recorded_rounds.stop).colour_rule(Pair(*pair))
    assert rule is not None
    assert rule.sentence.endswith(said)


@pytest.mark.parametrize(
    "edition", ["dutch-2026", "dutch-2017", "dutch-2013", "dubov-2026", "burstein-2026", "clock-2012"]
)
def test_two_who_must_have_one_colour_are_kept_apart_by_their_rounds(edition: str) -> None:
    """A third colour in a row is named with the rounds of the other two, a colour difference with its size."""
    ((_, in_a_row),) = violations_of_pair(edition, event(BOTH_WITH_WHITE_TWICE, rounds_declared=9), 3)
    had = "has had White in rounds 1 and 2"
    limit = "and one of them would have White a third time in a row"
    assert in_a_row == f"Players 1 and 2 both must have Black: player 1 {had}, player 2 {had}, {limit}."
    ((_, excess),) = violations_of_pair(edition, event(WHITE_THREE_TIMES_OF_FOUR, rounds_declared=9), 5)
    had = "has had White in 2 games more than Black"
    limit = "and one of them would have a colour difference of 3"
    assert excess == f"Players 1 and 2 both must have Black: player 1 {had}, player 2 {had}, {limit}."


@pytest.mark.parametrize(("edition", "articles"), [("lim-2026", ("5.1.1", "5.1.2")), ("dubov-1997", ("2.4", "2.3"))])
def test_a_colour_beyond_the_limits_is_named_with_its_rounds(edition: str, articles: tuple[str, str]) -> None:
    """White is the player whom the limits bar from it."""
    in_a_row = violations_of_pair(edition, event(["3b1 5w1 4w1", "5b1 4w1 3w1", *["- - -"] * 3], rounds_declared=9), 4)
    why = "has had White in rounds 2 and 3 and would have White a third time in a row"
    assert (articles[0], f"Player 1 {why}.") in in_a_row
    excess = violations_of_pair(edition, event(WHITE_THREE_TIMES_OF_FOUR, rounds_declared=9), 5)
    why = "has had White in 2 games more than Black and would have a colour difference of 3"
    assert (articles[1], f"Player 1 {why}.") in excess


def test_topscorers_are_named_in_the_last_round_only() -> None:
    """Before, no player is a topscorer."""
    rows = ["3w0 4w0", "4w0 3w0", "1b1 2b1", "2b1 1b1"]
    ((_, last),) = violations_of_pair("dutch-2026", event(rows, rounds_declared=3), 3)
    assert last.endswith(" Neither is a topscorer.")
    ((_, earlier),) = violations_of_pair("dutch-2026", event(rows, rounds_declared=4), 3)
    assert "topscorer" not in earlier


@pytest.mark.parametrize("edition", ["dutch-2026", "dutch-2017", "dutch-2013"])
def test_floats_of_the_two_rounds_before_are_named(edition: str) -> None:
    """A bye counts as a downfloat, and a game between different scores is a float of both."""
    rows = ["3w1 2b1 4w=", "4b1 1w0 5b1", "1b0 5w1 U", "2w0 U 1b=", "U 3b0 2w0"]
    paired_round = engine_for(edition).open(event(rows, rounds_declared=9)).round(4)
    floats = {number: [one.sentence for one in paired_round.past_floats(number)] for number in range(1, 6)}
    assert floats[3] == [
        "had the pairing-allocated bye in round 3, which counts as a downfloat",
        "floated up in round 2",
    ]
    assert floats[1] == ["floated down in round 3"]
    assert floats[4][0] == "floated up in round 3"
    assert paired_round.past_floats(4)[0].direction is FloatDirection.UP


@pytest.mark.parametrize("edition", [edition.key for edition in EDITIONS])
def test_rules_of_selection_cite_an_article_and_can_be_read_aloud(edition: str) -> None:
    """In later rounds, and in the first one."""
    rules = engine_for(edition)
    rows = ["3w1 5b1", "4w1 6b1", "1b0 7w1", "2b0 8w1", "7w1 1w0", "8w1 2w0", "5b0 3b0", "6b0 4b0"]
    if rules.edition.file_rounds_per_round > 1:
        rows = [" ".join(f"{word} {word}" for word in row.split()) for row in rows]
    prepared = event_of([(number,) for number in range(1, 9)], rows) if rules.edition.pairs_teams else event(rows)
    opened = rules.open(prepared)
    for number in (1, 2):
        paired_round = opened.round(number)
        for rule in require_items(
            [rule for rule in (paired_round.bye_rule, paired_round.floater_rule) if rule is not None]
        ):
            assert article(edition, rule.article) is not None, rule
            assert len(rule.sentence.split()) <= MAX_WORDS
            assert rule.sentence[0].islower()
            assert rule.sentence[-1].isalnum() or rule.sentence[-1] == ")"


PROCEDURES = [
    ("lim-2026", "lim"),
    ("lim-1999/maxi", "lim"),
    ("clock-2012", "clock-small"),
    ("dubov-1997", "simple-small"),
    ("simple-2018", "simple-small"),
    ("simple-2018/alternating/olympiad", "simple-small"),
    ("simple-2018/smallest-deviation", "simple-deviation"),
]
"""Systems without criteria, and events on which they are paired_round."""
OURS = re.compile(
    r"procedure|[Ss]tage|pivot|\d\.\d points|scrutin|seat|\bR \d|ARO(?! \()|Here it is|the pairing (gives|lets)"
)
"""Words that only the code explains, and points that are not written as everywhere."""


def legal_changes(paired_round: AnyRound, chance: random.Random) -> Iterator[RoundPairing]:
    """Yield legal pairings of a round in which two games of the right one, or a game and the bye, are mixed."""
    right = paired_round.expected()
    units = [(pair.white, pair.black) for pair in right.pairs] + ([(right.bye, None)] if right.bye else [])
    for first, second in chance.sample(list(combinations(units, 2)), min(8, len(units) * (len(units) - 1) // 2)):
        for one, other in (
            ((first[0], second[1]), (second[0], first[1])),
            ((first[0], second[0]), (first[1], second[1])),
        ):
            mixed = [*(unit for unit in units if unit not in (first, second)), one, other]
            byes = [unit for unit in mixed if None in unit]
            games = [paired_round.colour_rule(Pair(*unit)) and unit for unit in mixed if None not in unit]
            bye = next((number for unit in byes for number in unit if number), None)
            for pairs in ([unit for unit in games if unit], [unit[::-1] for unit in games if unit]):
                pairing = RoundPairing(pairs=tuple(Pair(*unit) for unit in pairs), bye=bye)
                if not paired_round.violations(pairing):
                    yield pairing
                    break


@pytest.mark.parametrize(("edition", "name"), PROCEDURES)
def test_a_divergence_is_described_in_the_words_of_the_handbook(edition: str, name: str) -> None:
    """The rule and its fact come first, the choice of the pairing second, in 45 words at most."""
    chance, found = random.Random(7), 0
    for played in generated_events(name)[:12]:
        opened = engine_for(edition).open(played)
        for number in list(opened.recorded_rounds)[:5]:
            for pairing in legal_changes(opened.round(number), chance):
                if opened.round(number).is_paired_as(pairing):
                    continue
                try:
                    divergence = opened.round(number).divergence(pairing)
                except ValueError:
                    continue
                assert divergence is not None
                assert ". Instead, " in divergence.sentence, divergence.sentence
                assert len(divergence.sentence.split()) <= MAX_WORDS, divergence.sentence
                assert not OURS.search(divergence.sentence), divergence.sentence
                assert divergence.step.startswith("the ")
                found += 1
    assert found > 20
