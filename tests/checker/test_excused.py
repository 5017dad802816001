"""Differences that readings, open steps and declarations excuse, and differences that they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.toy import change, event_of, games
from support.toy_cast import Broadminded, Damaged, Hesitant, Methodical
from support.toy_rounds import FIRST_ROUND, judge_toy_round

from checker.verdicts.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.variants import Variant


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
def test_colours_that_rest_on_readings_alone_are_not_called_wrong(
    recorded: RoundPairing, verdict: Verdict, readings: list[str], rulings: int
) -> None:
    """One pair whose article rests on none, or that has no article, and the round is wrong; readings are named once."""
    finding = judge_toy_round(event_of([recorded], players=2 * len(recorded.pairs)), Hesitant)
    assert finding.verdict is verdict
    assert [note.identifier for note in finding.readings] == readings
    assert len(finding.argument.colour_rulings) == rulings
    assert ("where the text of the regulation is open" in finding.sentence) == bool(readings)


@pytest.mark.parametrize(
    ("recorded", "identifier"),
    [(games((1, 2), (3, 4), (5, 6)), "TOY-ADJACENT"), (games((4, 1), (5, 2), (6, 3)), "TOY-BLACK")],
)
def test_another_reading_of_the_regulation_does_not_make_the_record_wrong(
    recorded: RoundPairing, identifier: str
) -> None:
    """The reading that mattered is named, whether it gives other pairs or other colours."""
    finding = judge_toy_round(event_of([recorded]), Broadminded)
    assert finding.verdict is Verdict.AMBIGUOUS_RULE
    assert [reading.identifier for reading in finding.readings] == [identifier]
    assert finding.discrepant_pairs == 0


def test_a_declared_deviation_is_accepted_and_still_judged() -> None:
    """The declaration is quoted, and the verdict without it is kept."""
    event = event_of([games((1, 3), (2, 4), (5, 6))], declarations=("Round 1 was paired manually by the arbiter",))
    finding = judge_toy_round(event)
    assert finding.verdict is Verdict.DECLARED
    assert finding.declaration == "Round 1 was paired manually by the arbiter"
    assert finding.judged_without_declaration is Verdict.LATER_IN_ORDER
    assert finding.sentence.startswith(
        "Round 1: the file declares that this round was not paired by the system. It says: "
        '"Round 1 was paired manually by the arbiter". Without that: '
    )
    assert finding.discrepant_pairs == 0


@pytest.mark.parametrize("text", ["Round 2 was paired manually", "MPA @ Round 2: 1-5 => 1-4", "Import @ Round 2: all"])
def test_a_declaration_excuses_no_rematch(text: str) -> None:
    """A broken absolute rule stays illegal; the sentence quotes the declaration and says why it does not help."""
    event = event_of([FIRST_ROUND, games((1, 4), (2, 6), (3, 5))], declarations=(text,))
    finding = judge_toy_round(event)
    assert finding.verdict is Verdict.ILLEGAL
    assert finding.argument.violations
    assert finding.declaration == text
    assert finding.judged_without_declaration is None
    assert finding.discrepant_pairs > 0
    assert finding.sentence.endswith(
        "The file declares that the round was paired by hand; that excuses a pairing that is not the best, but not one "
        "that breaks an absolute rule."
    )


def test_a_declaration_of_the_same_round_without_a_rematch_is_accepted() -> None:
    """The other side of the boundary: only the best pairing is missed."""
    event = event_of([FIRST_ROUND, games((1, 6), (2, 4), (3, 5))], declarations=("MPA @ Round 2: 1-5 => 1-6",))
    finding = judge_toy_round(event)
    assert finding.verdict is Verdict.DECLARED
    assert finding.argument.violations == ()


def test_a_declaration_covers_no_fault_of_ours() -> None:
    """A better pairing than ours stays our fault, whatever the file declares."""
    event = event_of([FIRST_ROUND], declarations=("Round 1 was paired manually",))
    assert judge_toy_round(event, Damaged).verdict is Verdict.REFERENCE_FAULT


def test_a_declaration_leaves_a_right_round_right() -> None:
    """A round that agrees is not called a deviation."""
    event = event_of([FIRST_ROUND], declarations=("Round 1 was paired manually",))
    assert judge_toy_round(event).verdict is Verdict.AGREE


@pytest.mark.parametrize("left_open", [True, False])
def test_an_entry_that_is_followed_excuses_nothing_else(left_open: bool) -> None:
    """Colours that rest on an entry are open if it is left open; not if it is followed, and gives other colours."""

    class Followed(Hesitant):
        doubts_are_open = left_open

        def variants(self, round_number: int) -> Iterator[Variant]:
            del round_number
            yield change("TOY-WHITE", "Somebody has White.", games((1, 4), (5, 2), (3, 6)))

    finding = judge_toy_round(event_of([games((4, 1), (2, 5), (3, 6))]), Followed)
    assert finding.verdict is (Verdict.AMBIGUOUS_RULE if left_open else Verdict.COLOURS)


def test_an_open_step_excuses_no_colours_where_a_side_that_is_followed_gives_the_pairs() -> None:
    """Player 1 meets 2 at a step that is open; where neighbours may meet, too, all but one of the colours are right."""

    class Followed(Methodical):
        def variants(self, round_number: int) -> Iterator[Variant]:
            del round_number
            yield change("TOY-ADJACENT", "Neighbours may meet.", games((1, 2), (3, 4), (5, 6)))

    reversed_colours = event_of([games((1, 2), (4, 3), (5, 6))])
    assert judge_toy_round(reversed_colours, Methodical).verdict is Verdict.AMBIGUOUS_RULE
    finding = judge_toy_round(reversed_colours, Followed)
    assert (finding.verdict, finding.discrepant_pairs) == (Verdict.COLOURS, 1)
    assert "The pairs are right by the other side of TOY-ADJACENT." in finding.sentence
    other_pairs = event_of([games((1, 2), (3, 5), (4, 6))])
    assert judge_toy_round(other_pairs, Followed).verdict is Verdict.AMBIGUOUS_RULE
