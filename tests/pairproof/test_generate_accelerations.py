"""Every system with every acceleration: what is asked for is played, or refused with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pairproof.cli.main import main
from reference_engines.frame.systems import editions_by_name
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from pathlib import Path

    from reference_engines.frame.edition import Edition
    from tournaments.model import Event

EDITIONS = [pytest.param(edition, id=edition.key) for edition in editions_by_name()]
LISTED = ("virtual-3", "virtual-5", "listed")


def generate(edition: Edition, *options: str) -> int:
    """Generate a small event and return the exit status; the command line may end by itself."""
    size = ["--teams", "6", "--boards", "2"] if edition.pairs_teams else ["--players", "6"]
    try:
        return main(
            ["generate", "--system", edition.key, *size, "--rounds", "2", *options, "--seed", "7", "-o", "e.trf"]
        )
    except SystemExit as ended:
        return int(ended.code or 0)


def generated(here: Path) -> Event:
    """Read the event that was written."""
    event = read_event(here / "e.trf").event
    assert event is not None
    return event


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_acceleration_is_played_or_refused(
    edition: Edition, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only Baku can be refused: by a code in field 192 a file declares it, and not every system has one."""
    assert generate(edition, "--acceleration", "none") == 0
    event = generated(here)
    assert not event.virtual_points
    assert not event.system.code.endswith("_BAKU")
    for acceleration in LISTED:
        assert generate(edition, "--acceleration", acceleration) == 0
        assert generated(here).virtual_points
    (here / "e.trf").unlink()
    capsys.readouterr()
    if edition.code or edition.pairs_teams:
        assert generate(edition, "--acceleration", "baku") == 0
        assert generated(here).system.code.endswith("_BAKU")
        return
    for asked in ("baku", "none,baku"):
        assert generate(edition, "--acceleration", asked) == 3
        assert f"{edition.key} cannot be played with the Baku acceleration." in capsys.readouterr().err
    assert not (here / "e.trf").exists()


DUTCH, TEAMS = (next(one for one in editions_by_name() if one.key == key) for key in ("dutch-2026", "team-2026"))


@pytest.mark.parametrize(
    ("edition", "options", "why"),
    [
        (DUTCH, ("--scoring", "3-1-0"), "baku cannot be played with scoring 3-1-0"),
        (DUTCH, ("--scoring", "standard,3-2-1"), "baku cannot be played with scoring 3-2-1"),
        (TEAMS, ("--scores", "gp-mp"), "baku cannot be played with scores gp-mp"),
        (TEAMS, ("--match-points", "3-1-0"), "baku cannot be played with match-points 3-1-0"),
    ],
)
def test_baku_is_refused_with_scores_that_it_does_not_allow(
    edition: Edition, options: tuple[str, str], why: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It presupposes that a win is worth two draws and a loss nothing (C.04.7:1.1)."""
    assert generate(edition, "--acceleration", "baku", *options) == 3
    error = capsys.readouterr().err
    assert why in error
    assert "C.04.7:1.1" in error
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("edition", [DUTCH, TEAMS], ids=["players", "teams"])
def test_scores_that_were_not_chosen_are_drawn_so_that_baku_is_played(edition: Edition, here: Path) -> None:
    """In every event of a batch of the profile that varies everything."""
    size = ["--teams", "6", "--boards", "2"] if edition.pairs_teams else ["--players", "6"]
    asked = ["--system", edition.key, "--profile", "mixed", *size, "--rounds", "2", "--acceleration", "baku"]
    assert main(["generate", *asked, "--seed", "1", "-n", "30", "-o", "batch", "--workers", "1"]) == 0
    events = [read_event(path).event for path in sorted((here / "batch").glob("*.trf"))]
    assert len(events) == 30
    assert all(event is not None and event.system.code.endswith("_BAKU") for event in events)


@pytest.mark.usefixtures("here")
def test_a_mixture_may_hold_scores_that_baku_does_not_allow() -> None:
    """Where another acceleration was asked for, too, it is played with these."""
    assert generate(DUTCH, "--acceleration", "none,baku", "--scoring", "standard,3-1-0") == 0
    assert generate(DUTCH, "--acceleration", "none,baku", "--scoring", "3-1-0") == 3


def test_a_model_with_baku_is_not_played_without_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By a system that cannot declare it the request is refused."""
    assert generate(DUTCH, "--acceleration", "baku") == 0
    (here / "e.trf").rename(here / "model.trf")
    assert main(["generate", "--like", "model.trf", "--system", "lim-2026", "--seed", "1", "-o", "e.trf"]) == 3
    assert "lim-2026 cannot be played with the Baku acceleration." in capsys.readouterr().err


@pytest.mark.usefixtures("here")
def test_a_profile_is_played_by_every_system() -> None:
    """A profile draws Baku now and then: a system without a code plays another acceleration instead."""
    asked = ["generate", "--system", "lim-2026", "--profile", "mixed", "--players", "6", "--rounds", "2", "--seed", "1"]
    assert main([*asked, "-n", "20", "-o", "batch", "--workers", "1"]) == 0


@pytest.mark.usefixtures("here")
def test_a_day_on_which_the_edition_is_not_in_force_is_wrong_usage() -> None:
    """Readers would take the event for one of another edition."""
    assert generate(DUTCH, "--start", "2026-01-31") == 3
    assert generate(DUTCH, "--start", "2026-02-01") == 0
