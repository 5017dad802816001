"""An event whose rows contradict each other is refused, whatever the system: never judged, never paired."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.contradictions import CONTRADICTIONS
from support.events import event as written
from support.loops import require_items
from support.trf import played, trf_of

import pairproof
from checker.check import CheckOptions, check_event
from checker.findings import EventHeader
from checker.verdicts.verdict import Verdict
from pairproof.api import ContradictoryEventError
from pairproof.cli.main import main
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import editions_by_name
from tournaments import ProblemCode
from tournaments.model import Colour
from tournaments.places import COLOUR_OFFSET, entry_column

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.model import Event

KEYS = [edition.key for edition in editions_by_name() if not edition.pairs_teams]


@pytest.mark.parametrize(("event", "code"), CONTRADICTIONS)
def test_no_system_judges_or_pairs_a_contradictory_event(event: Event, code: ProblemCode) -> None:
    """Checking it says that it is unreadable, and why; pairing it raises the error of pairing."""
    for key in require_items(KEYS):
        (header,) = check_event(event, options=CheckOptions(system=key))
        assert isinstance(header, EventHeader)
        assert header.verdict is Verdict.UNREADABLE, key
        assert header.refusal.startswith("The event cannot be judged: ")
        assert code in {problem.code for problem in header.problems}, key
        with pytest.raises(ContradictoryEventError) as caught:
            pairproof.pair(replace(event, rounds_declared=5), system=key)
        assert isinstance(caught.value, PairingError)
        assert str(caught.value) in header.refusal


def test_a_few_contradictions_are_listed_and_the_rest_counted() -> None:
    """A refusal is a sentence, not a list; the list is among the problems."""
    rows = [word for one in range(1, 20, 2) for word in (f"{one + 1}w1", f"{one}w0")]
    (header,) = check_event(written(rows))
    assert isinstance(header, EventHeader)
    assert header.refusal.endswith("round 1: players 5 and 6 both have White; and 7 more.")
    assert len([problem for problem in header.problems if problem.code is ProblemCode.COLOUR_SAME]) == 10


ROUNDS = 4
EVENT = played(players=8, rounds=ROUNDS)


@pytest.mark.parametrize("letters", ["w1 b1", "w+ b+", "w= b1", "w1 w0"])
@pytest.mark.parametrize("round_number", range(1, ROUNDS + 1))
def test_a_contradiction_is_refused_in_every_round_with_both_lines(
    round_number: int, letters: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last round is none the better for having no round after it."""
    (white, black), *_ = games_of(EVENT, round_number)
    lines = trf_of(EVENT).splitlines()
    places = [next(at for at, line in enumerate(lines) if line.startswith(f"001 {tpn:4}")) for tpn in (white, black)]
    first = entry_column(round_number, COLOUR_OFFSET) - 1
    for at, (colour, result) in zip(places, letters.split(), strict=True):
        lines[at] = f"{lines[at][:first]}{colour} {result}{lines[at][first + 3 :]}"
    (here / "event.trf").write_text("\n".join(lines) + "\n", "utf-8")
    assert main(["check", "event.trf"]) == 2
    low, high = sorted(places)
    assert f"(lines {low + 1} and {high + 1})" in capsys.readouterr().out


def games_of(event: Event, round_number: int) -> list[tuple[int, int]]:
    """Return White and Black of the games of a round that were played."""
    entries = {player.tpn: player.rounds[round_number - 1] for player in event.players}
    return [
        (tpn, entry.opponent)
        for tpn, entry in entries.items()
        if entry.opponent is not None and entry.colour is Colour.WHITE and entry.result.is_game
    ]
