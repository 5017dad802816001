"""A round is paired only if all earlier games have results, or an option says how they count."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.trf import played, trf_of

import pairproof
from pairproof.api import UnfinishedGamesError
from pairproof.cli.main import main
from tournaments.model import Result
from tournaments.unfinished_games import OpenRound, UnfinishedGames, find_open_rounds, settle_unfinished_games

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.model import Event

DRAW, LOSS = "as a draw (C.04.2:3.1)", "as lost by both"


def with_results(event: Event, result: Result, games: dict[int, int]) -> Event:
    """Give the first games of some rounds another result on both rows."""
    rows = {player.tpn: list(player.rounds) for player in event.players}
    for number, wanted in games.items():
        left = wanted
        for entries in rows.values():
            entry = entries[number - 1]
            if left and entry.opponent is not None and entry.colour is not None and entry.colour.value == "w":
                left -= 1
                entries[number - 1] = replace(entry, result=result)
                answer = rows[entry.opponent][number - 1]
                rows[entry.opponent][number - 1] = replace(answer, result=result)
    return replace(event, players=tuple(replace(player, rounds=tuple(rows[player.tpn])) for player in event.players))


@pytest.fixture
def event() -> Event:
    """Play four of five rounds."""
    return played(players=10, rounds=4, rounds_declared=5)


def write(here: Path, event: Event) -> str:
    """Write an event to a file."""
    points = {player.tpn: sum(map(event.scoring.points, player.rounds)) for player in event.players}
    told = replace(event, players=tuple(replace(player, points=points[player.tpn]) for player in event.players))
    text = trf_of(told).replace("w *", "w  ").replace("b *", "b  ")  # no result is a blank in a file
    (here / "open.trf").write_text(text, "utf-8")
    return "open.trf"


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ({4: 1}, "1 of 5 games of round 4 has no result yet"),
        ({4: 3}, "3 of 5 games of round 4 have no result yet"),
        ({4: 5}, "5 of 5 games of round 4 have no result yet"),
        ({2: 1, 4: 2}, "1 of 5 games of round 2, 2 of 5 games of round 4 have no result yet"),
    ],
)
@pytest.mark.parametrize("words", [["pair", "open.trf"], ["open.trf", "-p"]])
def test_nothing_is_paired_on_games_without_a_result(
    here: Path, event: Event, capsys: pytest.CaptureFixture[str], words: list[str], games: dict[int, int], message: str
) -> None:
    """How many, in which round, and what to do; status 2."""
    write(here, with_results(event, Result.PENDING, games))
    assert main(words) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == (
        f"pairproof: open.trf: {message}; enter the results, or say how they count: "
        f"--unfinished draw ({DRAW}) or --unfinished loss ({LOSS})\n"
    )


def test_an_event_with_all_its_results_is_paired_as_ever(
    here: Path, event: Event, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also with an option for unfinished games, because none is unfinished."""
    write(here, event)
    outputs = []
    for words in ([], ["--unfinished", "draw"], ["--unfinished", "loss"]):
        assert main(["pair", "open.trf", *words]) == 0
        outputs.append(capsys.readouterr())
    assert outputs[0] == outputs[1] == outputs[2]
    assert outputs[0].err == ""


@pytest.mark.parametrize(
    ("option", "result", "meaning"), [("draw", Result.DRAW, DRAW), ("loss", Result.LOSS, LOSS)], ids=["draw", "loss"]
)
def test_an_option_for_unfinished_games_gives_the_pairing_on_these_results(
    here: Path, event: Event, capsys: pytest.CaptureFixture[str], option: str, result: Result, meaning: str
) -> None:
    """It is the pairing of the event with those results, and the output names them."""
    write(here, with_results(event, Result.PENDING, {4: 2}))
    assert main(["pair", "open.trf", "--unfinished", option]) == 0
    output = capsys.readouterr()
    assert output.err == f"pairproof: open.trf: 2 of 5 games of round 4 have no result yet; each counts {meaning}\n"
    assert main(["open.trf", "-p", "--unfinished", option]) == 0
    assert capsys.readouterr().out == output.out
    expected = pairproof.pair(with_results(event, result, {4: 2}))
    lines = [f"{pair.white} {pair.black}" for pair in expected.pairs]
    assert output.out.splitlines()[1:] == lines


def test_the_two_ways_lead_to_different_pairings() -> None:
    """Else the test above could not fail."""
    event = played(players=10, rounds=4, rounds_declared=5)
    unfinished = with_results(event, Result.PENDING, {4: 2})
    assert pairproof.pair(unfinished, unfinished=UnfinishedGames.DRAW) != pairproof.pair(
        unfinished, unfinished=UnfinishedGames.LOSS
    )


def test_a_word_that_is_neither_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """The words are named."""
    with pytest.raises(SystemExit) as end:
        main(["pair", "open.trf", "--unfinished", "win"])
    assert end.value.code == 3
    assert "'draw', 'loss'" in capsys.readouterr().err


def test_the_library_raises_without_a_value_for_unfinished_games(event: Event) -> None:
    """With the same words."""
    with pytest.raises(UnfinishedGamesError, match="2 of 5 games of round 4 have no result yet"):
        pairproof.pair(with_results(event, Result.PENDING, {4: 2}))


def test_a_game_that_one_row_leaves_open_is_open(event: Event) -> None:
    """One result of two is not the result of a game, and byes are not games."""
    (first, *others) = event.players
    row = (*first.rounds[:3], replace(first.rounds[3], result=Result.PENDING))
    half = replace(event, players=(replace(first, rounds=row), *others))
    assert find_open_rounds(half) == (OpenRound(round_number=4, unfinished=1, games=5),)
    assert find_open_rounds(event) == ()
    assert find_open_rounds(settle_unfinished_games(half, UnfinishedGames.LOSS)) == ()


def test_a_draw_is_worth_what_a_draw_is_worth(event: Event) -> None:
    """The file's value of a game without a result does not matter."""
    declared = replace(event, scoring=replace(event.scoring, white_draw=10, black_draw=10, pending=3))
    assert settle_unfinished_games(declared, UnfinishedGames.DRAW).scoring.pending == 10
