"""Events of teams on the command line: checked, paired and shown in the report."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import pairproof
from checker.planting import PlantedError, plant, recorded_pairing, with_last_round
from checker.verdicts.team_events import cut_before_round
from checker.verdicts.verdict import Verdict
from pairproof.cli.main import main
from random_tournaments.axes import Frequency, Span, WeightedChoice
from random_tournaments.teams.axes import TEAM_PROFILES
from random_tournaments.teams.simulation import TeamBatch
from reference_engines.frame.results import BracketKind, Pair, UnsupportedEventError
from tests.support.events import event as players
from tournaments.model import Colour
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.model import Event

AXES = replace(
    TEAM_PROFILES["plain"], teams=Span(9, 9), rounds=Span(4, 4), initial_colour=WeightedChoice((Colour.WHITE,))
)


def played(seed: int = 1, **axes: object) -> Event:
    """Play an event of nine teams."""
    return TeamBatch(seed=seed, axes=replace(AXES, **axes)).play(0).event  # type: ignore[arg-type]  # as written


def write_event(event: Event, path: Path) -> str:
    """Write an event and return the name of its file."""
    path.write_text(write_trf26(event), "utf-8")
    return path.name


def damaged(error: PlantedError, path: Path) -> str:
    """Write an event with an error in its last round."""
    for seed in range(20):
        planted = plant(played(seed), error, random.Random(seed))
        if planted is not None:
            return write_event(planted.event, path)
    raise AssertionError("no event has a place for it")


def test_a_right_event_is_consistent(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output names the edition and the reason for it."""
    event = played(1)
    named = write_event(event, here / "named.trf")
    dated = write_event(replace(event, system=replace(event.system, text="")), here / "dated.trf")
    assert main(["check", named, dated]) == 0
    said = capsys.readouterr().out
    assert "team-2026: Field 092 names team-2026." in said
    assert "the team system in force at the start; on 2026-02-01 that is team-2026." in said
    assert said.count("4 of 4 rounds agree (16 pairs)") == 2


@pytest.mark.parametrize(
    ("error", "verdict", "sentence"),
    [
        (PlantedError.REVERSED_COLOURS, "colours", r"should have White against (.|\n)* \(4\.3\.\d\)\."),
        (
            PlantedError.REPEATED_GAME,
            "illegal",
            r" may not play each other: they have already played each other in round \d\. (.|\n)* \(C1, 2\.1\.1\)",
        ),
        (
            PlantedError.SECOND_BYE,
            "illegal",
            r" had the pairing-allocated bye in round \d and so may not have the bye\. (.|\n)*C2, 2\.1\.2\)\.",
        ),
    ],
)
def test_an_error_is_reported_with_its_article(
    here: Path, capsys: pytest.CaptureFixture[str], error: PlantedError, verdict: str, sentence: str
) -> None:
    """Teams are named, and the exit status says that something is wrong."""
    assert main(["check", damaged(error, here / "event.trf"), "--json", "run.jsonl"]) == 1
    said = capsys.readouterr().out
    assert f"[{verdict}] Round 4: " in said
    assert re.search(sentence, said)
    assert re.search(r"Team 00\d", said)
    lines = [json.loads(line) for line in (here / "run.jsonl").read_text("utf-8").splitlines()]
    header = next(line for line in lines if "participants" in line)
    assert header["scores"] == ["match points", "game points"]
    assert len(header["participants"]) == 9


_OF_QUALITY = (Verdict.WORSE, Verdict.LATER_IN_ORDER)


def swapped(step: BracketKind) -> Event:
    """Exchange two opponents of a last round, so that the legal pairings differ in this step."""
    for seed in range(20):
        event = played(seed, teams=Span(14, 14), rounds=Span(3, 3))
        right = recorded_pairing(event, event.rounds_recorded)
        for place, one in enumerate(right.pairs):
            for other in right.pairs[place + 1 :]:
                rest = tuple(pair for pair in right.pairs if pair not in (one, other))
                changed = (Pair(one.white, other.black), Pair(other.white, one.black), *rest)
                wrong = with_last_round(event, replace(right, pairs=changed))
                finding = pairproof.check_event(wrong).rounds[-1]
                bracket = finding.argument.expected_bracket
                if bracket is not None and finding.verdict in _OF_QUALITY and step is bracket.kind:
                    return wrong
    raise AssertionError("no two opponents do")


@pytest.mark.parametrize("upfloaters", [True, False])
def test_the_report_shows_teams_matches_and_the_step(here: Path, *, upfloaters: bool) -> None:
    """Both scores in the crosstable; at the difference, upfloaters or the pairs by TPN are drawn."""
    step = BracketKind.UPFLOATERS if upfloaters else BracketKind.PAIRS
    name = write_event(swapped(step), here / "event.trf")
    assert main(["check", name, "--report", "out.html"]) == 1
    page = (here / "out.html").read_text("utf-8")
    assert "<dt>Teams</dt><dd>14</dd>" in page
    assert re.search(r'<th scope="col" class="number">match points</th>\s*<th [^>]*>game points</th>', page)
    assert re.search(r"The boards of round \d+</h\d></summary>", page)
    assert re.search(r'Black</th><th scope="col">correct</th>', page)
    assert re.search(r"<h4>The first difference: [^<]*, step \d+, ", page)
    assert re.search(r"\((C\d+, )?\d\.\d\.\d\)", page)
    assert ("Top-scoregroup" in page) is upfloaters
    assert ("Smaller TPN" in page) is not upfloaters
    assert "Points of a match" in page


def test_the_next_round_is_paired_by_numbers_of_teams(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a pair list, the bye against 0; teams that asked for a bye are left out."""
    event = played(2, zero_point_byes=Frequency(number=Span(1, 1)))
    name = write_event(cut_before_round(event, 4), here / "event.trf")
    expected = recorded_pairing(event, 4)
    assert main(["pair", name]) == 0
    lines = capsys.readouterr().out.split("\n")
    games = [f"{pair.white} {pair.black}" for pair in expected.pairs]
    assert lines[0] == str(len(games) + (expected.bye is not None))
    assert sorted(lines[1 : len(games) + 1]) == sorted(games)
    assert pairproof.pair(cut_before_round(event, 4)).bye == expected.bye


def test_systems_for_players_and_for_teams_do_not_mix(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A system of the wrong kind is refused with a message."""
    teams = write_event(played(1), here / "teams.trf")
    alone = write_event(players(["", "", ""], rounds_declared=3), here / "players.trf")
    assert main(["check", teams, "--system", "dutch-2026"]) == 2
    assert "dutch-2026 pairs individual players, and this is a team event" in capsys.readouterr().out
    assert main(["pair", teams, "--system", "clock-2012"]) != 0
    assert main(["check", alone, "--system", "team-2024"]) == 2
    assert "team-2024 pairs teams, and this is an event of individual players." in capsys.readouterr().out
    with pytest.raises(UnsupportedEventError, match="pairs teams"):
        pairproof.pair(players(["", "", ""], rounds_declared=3), "team-2026")


def test_two_hundred_teams_are_checked(here: Path) -> None:
    """Nine rounds."""
    event = played(1, teams=Span(200, 200), rounds=Span(9, 9))
    assert main(["check", write_event(event, here / "event.trf")]) == 0
