"""The checker's verdicts on rounds of the Dubov System of 1997."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.dubov_1997 import rated
from support.events import event
from support.findings import round_findings
from support.samples import sample

from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Chance, Span
from random_tournaments.event_batch import Batch
from reference_engines.dubov_1997.edition import OTHER_READINGS, Dubov1997Readings
from reference_engines.dubov_1997.rules import DUBOV
from reference_engines.frame.results import Pair
from tournaments.model import Colour, ForbiddenGroup

if TYPE_CHECKING:
    from checker.findings import RoundFinding

SIX = ("4w1", "5b1", "6w1", "1b0", "2w0", "3b0")
"""After the first round of six players; 1, 2, 3 have won."""


RATINGS = (2400, 2300, 2200, 2100, 2000, 1900)


def second_round(*games: str) -> RoundFinding:
    """Judge a second round of the six."""
    rows = [f"{row} {game}" for row, game in zip(SIX, games, strict=True)]
    first, last = round_findings(rated(rows, RATINGS), "dubov-1997")
    assert first.verdict is Verdict.AGREE
    return last


def test_a_rematch_is_illegal() -> None:
    """2.1, with the round in which the two met."""
    found = second_round("4b=", "3w=", "2b=", "1w=", "6w=", "5b=")
    assert found.verdict is Verdict.ILLEGAL
    assert [(violation.article, violation.players) for violation in found.argument.violations] == [("2.1", (4, 1))]
    assert "have already played each other in round 1" in found.sentence


EIGHT = ("5w1", "6b=", "7w1", "8b=", "1b0", "2w=", "3b0", "4w=")


PAIRS_OF_EIGHT = {1: "3w=", 2: "8w=", 3: "1b=", 4: "6w=", 5: "7w=", 6: "4b=", 7: "5b=", 8: "2b="}


def second_round_of_eight(first: int, second: int) -> RoundFinding:
    """Judge a second round in which two players exchanged colours; R is 2400 in the upper half, 2000 in the lower."""
    games = dict(PAIRS_OF_EIGHT)
    games[first], games[second] = f"{second}b=", f"{first}w="
    rows = [f"{row} {games[tpn]}" for tpn, row in enumerate(EIGHT, start=1)]
    before, last = round_findings(rated(rows, (2400,) * 4 + (2000,) * 4), "dubov-1997")
    assert before.verdict is Verdict.AGREE
    return last


def test_colours_against_chapter_3_are_named() -> None:
    """2 is due White and 8 Black; of 1 and 3 the alphabet alone gives one White, and the verdict is open."""
    played = rated(EIGHT, (2400,) * 4 + (2000,) * 4)
    assert set(DUBOV.open(played).round(2).expected().pairs) == {Pair(1, 3), Pair(2, 8), Pair(4, 6), Pair(5, 7)}
    wrong = second_round_of_eight(2, 8)
    assert (wrong.verdict, wrong.argument.colour_rulings[0].article) == (Verdict.COLOURS, "3")
    assert "Player 2 has had B, Player 8 W: Player 2 is due White and Player 8 is due Black (3)." in wrong.sentence
    alike = second_round_of_eight(1, 3)
    assert (alike.verdict, [note.identifier for note in alike.readings]) == (Verdict.AMBIGUOUS_RULE, ["DUBOV97-TIES"])


COMMON = (
    "DUBOV97-EXCHANGE",
    "DUBOV97-FLOATERS-COLOUR",
    "DUBOV97-UNRATED",
    "DUBOV97-NO-ARO",
    "DUBOV97-IN-A-ROW",
    "DUBOV97-HISTORY",
    "DUBOV97-BYE-POINT",
    "DUBOV97-NO-COLOUR",
)


READ_OTHERWISE = [entry for entry in OTHER_READINGS if entry[0] in COMMON]


@pytest.mark.parametrize(("identifier", "readings"), READ_OTHERWISE)
def test_a_program_that_reads_otherwise_is_never_wrong(identifier: str, readings: Dubov1997Readings) -> None:
    """Its rounds agree, or are ambiguous with the entry named; see `test_dubov_1997_readings` for every entry."""
    other = replace(DUBOV, readings=readings)
    ties, unrated = Chance(0.0, 0.5), Chance(0.0, 0.2, 0.5)
    axes = Axes(players=Span(5, 24), rounds=Span(5, 9), rating_ties=ties, unrated_players=unrated)
    batch = Batch(system="dubov-1997", seed=7, axes=axes)
    open_rounds = 0
    for index in range(40):
        if open_rounds and index >= sample(12, exploring=40):
            break
        for finding in round_findings(
            batch.play(index, lambda event, number: other.open(event).round(number).expected()).event, "dubov-1997"
        ):
            assert finding.verdict in (Verdict.AGREE, Verdict.AMBIGUOUS_RULE), finding.sentence
            if finding.verdict is Verdict.AMBIGUOUS_RULE:
                assert identifier in [note.identifier for note in finding.readings]
                open_rounds += 1
    assert open_rounds


def test_players_kept_apart_are_named() -> None:
    """DUBOV97-FORBIDDEN."""
    apart = ForbiddenGroup(players=frozenset((1, 4)))
    (found,) = round_findings(rated([row.split()[0] for row in SIX], RATINGS, forbidden=(apart,)), "dubov-1997")
    assert found.verdict is Verdict.ILLEGAL
    assert "are kept apart by the organiser (DUBOV97-FORBIDDEN)" in found.sentence


def test_a_reading_that_bars_all_players_from_the_bye_explains_nothing() -> None:
    """DUBOV97-BYE-POINT: all three have had half a point without playing; the round is judged all the same."""
    _, second = round_findings(
        event(["H 3w=", "H U", "H 1b="], rounds_declared=3, initial_colour=Colour.WHITE), "dubov-1997"
    )
    assert second.verdict is Verdict.AMBIGUOUS_RULE
    assert second.argument.parting is not None
    assert (second.argument.parting.article, second.rests_on) == ("4", ("DUBOV97-BYE-TIES", "DUBOV97-TIES"))
