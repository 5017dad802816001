"""Every game is decided once: what only one of its rows says holds for both, and contradictions are refused."""

from __future__ import annotations

import pytest
from support.contradictions import CONTRADICTIONS, two
from support.events import event as written
from support.files import HARBOUR_OPEN, both, put

from tournaments import ProblemCode, ProblemSeverity, UnreadableEventError, parse_event
from tournaments.games import settle_games
from tournaments.model import Colour, Event, Result, RoundEntry

P = ProblemCode
W, B = Colour.WHITE, Colour.BLACK
ROUND_2_OF_3, ROUND_2_OF_5 = (19, 109), (21, 109)
"""Line and column of the result of 3 against 5 in round 2, and of 5 against 3."""


def entries_of(text: str, *tpns: int, round_number: int = 2) -> list[RoundEntry]:
    """Return the entries of players in a round of a text that must be readable."""
    event = parse_event(text).event
    assert event is not None
    return [event.player(tpn).rounds[round_number - 1] for tpn in tpns]


@pytest.mark.parametrize("letters", ["1-", "0+", "=+", "=-", "W-", "+0", "-1", "+=", "-L"])
def test_a_game_played_by_one_row_and_forfeited_by_the_other_is_refused(letters: str) -> None:
    """Whether the two have met depends on it, and the file does not tell, so both rows are named."""
    text = both(put(*ROUND_2_OF_3, letters[0]), put(*ROUND_2_OF_5, letters[1]))(HARBOUR_OPEN)
    reading = parse_event(text)
    (problem,) = (problem for problem in reading.problems if problem.severity is ProblemSeverity.ERROR)
    assert reading.event is None
    assert problem.code is P.PLAYED_OR_NOT
    assert (problem.line, problem.column) == ROUND_2_OF_5
    assert problem.message == (
        f"round 2: players 3 and 5 have the results {letters[0]} and {letters[1]}: was the game played? "
        "(lines 19 and 21)"
    )


@pytest.mark.parametrize("letters", ["11", "1=", "=1", "W1", "WW", "D1", "++"])
def test_results_that_cannot_both_be_true_are_refused(letters: str) -> None:
    """Two wins, or a win and a draw: the scores are unknown, so both rows are named."""
    text = both(put(*ROUND_2_OF_3, letters[0]), put(*ROUND_2_OF_5, letters[1]))(HARBOUR_OPEN)
    reading = parse_event(text)
    (problem,) = (problem for problem in reading.problems if problem.severity is ProblemSeverity.ERROR)
    assert reading.event is None
    assert problem.code is P.RESULTS_CONTRADICT
    assert (problem.line, problem.column) == ROUND_2_OF_5
    assert problem.message == (
        f"round 2: players 3 and 5 have the results {letters[0]} and {letters[1]}, which cannot both be true "
        "(lines 19 and 21)"
    )


@pytest.mark.parametrize("letters", ["==", "00", "=0", "W0", "1L", "=D", "WL", "+-", "--"])
def test_a_game_of_which_both_rows_say_alike_whether_it_was_played_is_read(letters: str) -> None:
    """An arbiter may have decided it; that is remarked upon where it is, and both results stay what they are."""
    text = both(put(*ROUND_2_OF_3, letters[0]), put(*ROUND_2_OF_5, letters[1]))(HARBOUR_OPEN)
    assert [entry.result.value for entry in entries_of(text, 3, 5)] == list(letters)


@pytest.mark.parametrize(
    ("known", "read"), [("1", "0"), ("=", "="), ("0", "1"), ("W", "L"), ("D", "D"), ("L", "W"), ("+", "-"), ("-", "+")]
)
def test_a_result_in_one_row_holds_for_both(known: str, read: str) -> None:
    """The other row is blank; the reader says what was read, and in which lines."""
    text = both(put(*ROUND_2_OF_3, known), put(*ROUND_2_OF_5, " "))(HARBOUR_OPEN)
    assert [entry.result.value for entry in entries_of(text, 3, 5)] == [known, read]
    (problem,) = (problem for problem in parse_event(text).problems if problem.code is P.RESULT_ONE_SIDED)
    assert (problem.severity, problem.line, problem.column) == (ProblemSeverity.WARNING, *ROUND_2_OF_5)
    assert problem.message == (
        f"round 2: player 5 has no result against 3, who has {known}; {read} was read (lines 21 and 19)"
    )


def test_a_game_without_a_result_in_both_rows_stays_without_one() -> None:
    """It is still to be finished."""
    text = both(put(*ROUND_2_OF_3, " "), put(*ROUND_2_OF_5, " "))(HARBOUR_OPEN)
    assert [entry.result for entry in entries_of(text, 3, 5)] == [Result.PENDING, Result.PENDING]


@pytest.mark.parametrize(("entry", "colours"), [("- +", [B, W]), ("  +", [B, W])])
def test_a_colour_in_one_row_of_a_forfeit_gives_the_other(entry: str, colours: list[Colour]) -> None:
    """A forfeit can be written without colours; where one row has one, the other player had the opposite."""
    text = both(put(19, 107, "b -"), put(21, 107, entry))(HARBOUR_OPEN)
    assert [read.colour for read in entries_of(text, 3, 5)] == colours
    (problem,) = (problem for problem in parse_event(text).problems if problem.code is P.COLOUR_ONE_SIDED)
    assert (problem.severity, problem.line, problem.column) == (ProblemSeverity.WARNING, 21, 107)
    assert problem.message == (
        "round 2: player 5 has no colour against 3, who has Black; White was read (lines 21 and 19)"
    )


def test_a_forfeit_without_colours_in_both_rows_needs_no_remark() -> None:
    """As many programs write it."""
    text = both(put(19, 107, "- -"), put(21, 107, "- +"))(HARBOUR_OPEN)
    assert [entry.colour for entry in entries_of(text, 3, 5)] == [None, None]
    assert not {P.COLOUR_ONE_SIDED, P.COLOUR_MISSING} & {problem.code for problem in parse_event(text).problems}


def test_an_event_that_tells_one_story_is_left_as_it_is() -> None:
    """Not even a copy is made: games, forfeits with and without colours, unfinished games, byes."""
    event = written(["2w1 U 3w*", "1b0 3b+ Z", "U 2w- 1b*", "5w1 5w- U", "4b0 4b- H"])
    assert settle_games(event) is event
    colourless = two((None, "+"), (None, "-"))
    assert settle_games(colourless) is colourless


def test_an_entry_of_one_row_holds_for_both() -> None:
    """Colour and result, as in files."""
    by_colour = settle_games(two((None, "+"), (B, "-")))
    assert [player.rounds[0].colour for player in by_colour.players] == [W, B]
    by_result = settle_games(two((W, "*"), (B, "1")))
    assert [player.rounds[0].result for player in by_result.players] == [Result.LOSS, Result.WIN]


@pytest.mark.parametrize(("event", "code"), CONTRADICTIONS)
def test_a_contradictory_event_in_memory_is_refused(event: Event, code: ProblemCode) -> None:
    """With the problems of a file."""
    with pytest.raises(UnreadableEventError) as caught:
        settle_games(event)
    assert code in {problem.code for problem in caught.value.problems}
