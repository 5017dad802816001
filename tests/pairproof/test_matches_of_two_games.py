"""Commands on events of which two rounds of the file are one round: Double-Swiss, from generating to causes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.double_swiss import KEY
from support.events import cut
from support.events import event as written
from support.matches_of_two_games import played

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.work import judge_events
from checker.planting import with_last_round
from checker.verdicts.verdict import ExitStatus
from pairproof.api import NothingToPairError, pair
from pairproof.cli.main import main
from random_tournaments.plan import Acceleration
from reference_engines.definitions.acceleration import with_listed_points
from reference_engines.frame.results import RoundPairing
from reference_engines.frame.systems import editions_by_name, engine_for
from reference_engines.misreadings import misreadings_of
from tournaments.model import Colour, DeclaredSystem, Result, ScoringSystem
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.model import Event


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A right event."""
    path = tmp_path / "right.trf"
    path.write_text(write_trf26(played()), "utf-8")
    return path


def test_the_generator_plays_two_games_a_match_with_the_colours_reversed() -> None:
    """A bye is a win and a draw; rounds declared are those of the file."""
    event = played(4, 9)
    assert (event.rounds_declared, event.rounds_recorded) == (8, 8)
    byes = 0
    for player in event.players:
        for one, other in zip(player.rounds[::2], player.rounds[1::2], strict=True):
            assert one.opponent == other.opponent
            if one.colour is not None and other.colour is not None:
                assert one.colour is other.colour.opposite
            if one.result is Result.PAIRING_ALLOCATED_BYE:
                assert other.result is Result.HALF_POINT_BYE
                byes += 1
    assert byes


def test_generated_rounds_are_counted_as_they_are_paired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three rounds of matches, six of the file."""
    words = ["generate", "--system", KEY, "-n", "2", "--seed", "1", "--players", "12", "--rounds", "3"]
    assert main([*words, "--workers", "1", "-o", str(tmp_path / "made")]) == 0
    assert "2 events, 6 rounds" in capsys.readouterr().out
    assert "142 6" in (tmp_path / "made" / "00000.trf").read_text("utf-8")


def test_the_description_of_a_round_is_beside_the_system(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the system and its literal twin, and of no other; in every report of an event."""
    said = "A round is a match of 2 games, 2 rounds of the file."
    assert main(["systems"]) == 0
    assert capsys.readouterr().out.count(said) == len([one for one in editions_by_name() if KEY in one.key])
    assert main(["check", str(file)]) == 0
    assert said in capsys.readouterr().out


def test_check_counts_matches(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--rounds 2 is rounds 3 and 4 of the file."""
    assert main(["check", str(file)]) == 0
    assert "4 of 4 rounds agree" in capsys.readouterr().out
    assert main(["check", str(file), "--rounds", "2"]) == 0
    assert "1 of 1 round agrees" in capsys.readouterr().out
    assert main(["check", str(file), "--rounds", "5-8"]) == 2
    assert "and the file records 4. A round is a match of 2 games, 2 rounds of the file." in capsys.readouterr().out


def test_the_next_round_is_paired_when_both_games_are_recorded() -> None:
    """Match by match, not game by game."""
    event = played()
    assert pair(cut(event, 4)) == engine_for(KEY).open(event).round(3).expected()
    with pytest.raises(NothingToPairError, match="game 1 of round 3 is recorded, and not yet the rest of the round"):
        pair(cut(event, 5))
    with pytest.raises(NothingToPairError, match="all 8 rounds"):
        pair(event)


def test_an_event_that_names_no_system_is_recognised_by_its_matches(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every other round is a rematch by any other system."""
    bare = "".join(line for line in file.read_text("utf-8").splitlines(keepends=True) if not line.startswith("192"))
    file.write_text(bare, "utf-8")
    assert main(["check", str(file)]) == ExitStatus.NOT_CHECKED
    told = " ".join(capsys.readouterr().out.split())
    assert "Taken because the games agree with it" in told
    assert "are right only if the event was paired by double-swiss-2026" in told


def test_one_repeated_round_shows_no_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two rounds are one match; from the second match on the system is assumed, and the run does not pass."""
    for rounds, status in ((2, ExitStatus.DISCREPANCIES), (4, ExitStatus.NOT_CHECKED)):
        path = tmp_path / "bare.trf"
        lines = write_trf26(cut(played(), rounds)).splitlines(keepends=True)
        path.write_text("".join(line for line in lines if not line.startswith("192")), "utf-8")
        assert main(["check", str(path)]) == status
        is_assumed = "Taken because the games agree with it" in capsys.readouterr().out
        assert is_assumed is (status is ExitStatus.NOT_CHECKED)


def test_questions_are_asked_of_matches(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Colours are those of first games; a result is that of one game; other rules must pair as many games."""
    prepared = engine_for(KEY).open(played())
    one = prepared.round(3).expected().pairs[0]
    who = str(one.white)
    assert main(["explain", str(file), "--round", "3", "--player", who]) == 0
    assert f"Player 00{who} plays Player 00{one.black}, with White" in " ".join(capsys.readouterr().out.split())
    before = prepared.round(2).posted.pairs[0]
    asked = ["what-if", str(file), "--round", "3", "--result", f"{before.white}-{before.black}=1-0"]
    assert main(asked) == 0
    assert "had ended 1-0 in game 2 of round 2" in " ".join(capsys.readouterr().out.split())
    assert main(["what-if", str(file), "--round", "3", "--absent", who]) == 0
    assert "matches would be new" in " ".join(capsys.readouterr().out.split())
    assert main(["what-if", str(file), "--round", "3", "--edition", "dutch-2026"]) == 3
    assert "pairs another number of the file's rounds at once (1, not 2)" in capsys.readouterr().err


def test_another_pairing_is_recorded_in_both_games() -> None:
    """All games are drawn; players who are away stay so."""
    event = played()
    (first, *rest) = engine_for(KEY).open(event).round(4).expected().pairs
    turned = RoundPairing(pairs=(replace(first, white=first.black, black=first.white), *rest), bye=None)
    wrong = with_last_round(event, turned, games=2)
    games = wrong.player(first.black).rounds[-2:]
    assert [(one.opponent, one.colour, one.result) for one in games] == [
        (first.white, Colour.WHITE, Result.DRAW),
        (first.white, Colour.BLACK, Result.DRAW),
    ]
    assert wrong.player(first.black).rounds[:-2] == event.player(first.black).rounds[:-2]


def pair_without_c7(event: Event, number: int) -> RoundPairing:
    """Pair a round of matches as if C7 were left out."""
    rules = engine_for(KEY)
    altered = next(one for one in misreadings_of(rules) if one.identifier == "c7-left-out")
    return altered.rules(rules).open(event).round(number).expected()


def test_a_program_is_asked_for_matches() -> None:
    """The event as it stood before both games; its findings are numbered as they are paired."""
    settings = Configuration(
        direction=Direction.PAIR,
        programs=(f"callable:{__name__}:pair_without_c7",),
        seed=3,
        system=KEY,
        axes=(("players", "10..14"), ("rounds", "5..6")),
    )
    outcomes = judge_events(settings.as_json(), list(range(4)))
    found = [finding for outcome in outcomes for finding in outcome.findings]
    assert all(outcome.failures == () for outcome in outcomes)
    assert {finding.criterion for finding in found} == {"C7"}
    assert max(finding.round_number for finding in found) <= max(outcome.rounds for outcome in outcomes) <= 6


@pytest.mark.parametrize(
    ("games", "own"),
    [
        (("2w1 2b+", "1b0 1w-"), " 2 won against Player 2 (2) 0.0 0.0"),
        (("2w- 2b+", "1b+ 1w-"), " 2 won against Player 2 (2) 1.0 1.0"),
        (("2w+ 2b+", "1b- 1w-"), " 2 won by forfeit against Player 2 (2)"),
        (("2w- 2b-", "1b- 1w-"), " 2 lost by forfeit to Player 2 (2)"),
    ],
)
def test_a_forfeited_game_counts_in_the_standings_if_its_match_does(
    games: tuple[str, str], own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C.04.5, Preface; opponents count once for each game, and the output says so."""
    path = tmp_path / "matches.trf"
    declared = DeclaredSystem(code="FIDE_DOUBLESWISS", text="")
    path.write_text(write_trf26(written([*games, "4w1 4b=", "3b0 3w="], system=declared, rounds_declared=2)), "utf-8")
    assert main(["standings", str(path), "--tie-breaks", "BH,TPN", "--edition", "2026", "--player", "1"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert own in said
    assert "every game counts here, and its opponent" in said


@pytest.mark.parametrize(
    ("rounds", "listed"),
    [
        (2, [(1.0, 1, 2)]),  # one accelerated match
        (4, [(1.0, 1, 2), (0.5, 3, 4)]),
        (6, [(1.0, 1, 4), (0.5, 5, 6)]),  # of three, two have a whole win
    ],
)
def test_listed_points_of_the_acceleration_are_those_of_matches(
    rounds: int, listed: list[tuple[float, int, int]]
) -> None:
    """DOUBLE-BAKU: for a program there is listed, in parts of a match won, what the engine pairs by."""
    event = played(rounds, acceleration=Acceleration.BAKU)
    assert event.system.code == "FIDE_DOUBLESWISS_BAKU"
    told = with_listed_points(event)
    win = 2 * event.scoring.win
    assert [(one.points / win, one.first_round, one.last_round) for one in told.virtual_points] == listed
    prepared = engine_for(KEY).open(told)
    for number in prepared.recorded_rounds:
        assert prepared.round(number).is_paired_as(prepared.round(number).posted)


def test_baku_with_three_points_for_a_win_is_refused_by_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """C.04.7:1.1: `pair` and `check` end in 2 and say why; `lint` warns."""
    three = ScoringSystem(white_win=30, black_win=30, white_draw=10, black_draw=10)
    begun = cut(replace(played(acceleration=Acceleration.BAKU), scoring=three), 2)
    file = tmp_path / "open.trf"
    file.write_text(write_trf26(begun), "utf-8")
    for command, status in (("pair", 2), ("check", 2), ("lint", 1)):
        assert main([command, str(file)]) == status
        said = capsys.readouterr()
        assert "a win is worth two draws" in said.out + said.err
        assert "(C.04.7:1.1)" in said.out + said.err
