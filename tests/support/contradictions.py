"""Events in memory of one game whose rows cannot both be true, with the problem that each one has."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.events import event as written

from tournaments import ProblemCode as P
from tournaments.model import Colour, Event, Player, Result, RoundEntry

W, B = Colour.WHITE, Colour.BLACK


def two(first: tuple[Colour | None, str], second: tuple[Colour | None, str]) -> Event:
    """Make an event of one game, from the entries of its players."""
    return Event(
        players=(
            Player(tpn=1, rounds=(RoundEntry(2, first[0], Result(first[1])),)),
            Player(tpn=2, rounds=(RoundEntry(1, second[0], Result(second[1])),)),
        ),
        rounds_recorded=1,
        rounds_declared=3,
        initial_colour=W,
    )


def numbered_alike(event: Event) -> Event:
    """Give the last player the number of the first."""
    *others, last = event.players
    return replace(event, players=(*others, replace(last, tpn=others[0].tpn)))


CONTRADICTIONS = [
    pytest.param(two((W, "+"), (B, "0")), P.PLAYED_OR_NOT, id="played or not"),
    pytest.param(two((W, "1"), (B, "1")), P.RESULTS_CONTRADICT, id="both win"),
    pytest.param(two((W, "="), (B, "1")), P.RESULTS_CONTRADICT, id="a draw and a win"),
    pytest.param(two((W, "W"), (B, "1")), P.RESULTS_CONTRADICT, id="both win, one of them unrated"),
    pytest.param(two((W, "+"), (B, "+")), P.RESULTS_CONTRADICT, id="both win by forfeit"),
    pytest.param(two((None, "+"), (None, "+")), P.RESULTS_CONTRADICT, id="both win by forfeit without colours"),
    pytest.param(two((W, "1"), (W, "0")), P.COLOUR_SAME, id="one colour for both"),
    pytest.param(two((None, "1"), (None, "0")), P.COLOUR_MISSING, id="a game without colours"),
    pytest.param(written(["2w1", "3b0", "2w1"]), P.OPPONENT_ONE_SIDED, id="who met whom"),
    pytest.param(written(["2w1", "U"]), P.OPPONENT_ONE_SIDED, id="a game and a bye"),
    pytest.param(written(["2w1", "1b0", "9w1"]), P.OPPONENT_UNKNOWN, id="an unknown opponent"),
    pytest.param(written(["1w1", "U"]), P.OPPONENT_SELF, id="own opponent"),
    pytest.param(two((W, "H"), (B, "1")), P.BYE_WITH_OPPONENT, id="a bye beside an opponent"),
    pytest.param(two((W, "*"), (B, "Z")), P.BYE_WITH_OPPONENT, id="a bye beside an opponent without result"),
    pytest.param(written(["1", "2w1", "U"]), P.RESULT_WITHOUT_OPPONENT, id="a game without an opponent"),
    pytest.param(written(["2w1 U", "1b0"]), P.ROW_TOO_SHORT, id="a row that ends early"),
    pytest.param(numbered_alike(written(["2w1", "1b0", "U"])), P.NUMBER_REPEATED, id="two of one number"),
]
