"""``pairproof accelerate``: virtual groups for an event of any system."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pairproof.cli.main import main
from tournaments import parse_event

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("system", "size", "points"),
    [
        ("dutch-2026", "--players", [(20, 1, 2, 6), (10, 1, 2, 8)]),
        ("double-swiss-2026", "--players", [(40, 1, 4, 6), (20, 1, 4, 8)]),
        ("team-2026", "--teams", [(40, 1, 2, 6), (20, 1, 2, 8)]),
    ],
)
def test_points_are_listed_in_wins_of_the_system(
    system: str, size: str, points: list[tuple[int, int, int, int]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of 20: groups of 6, 8 and 6; matches of two games have twice the points and the rounds of the file."""
    plain, accelerated = (str(tmp_path / name) for name in ("plain.trf", "accelerated.trf"))
    made = ["generate", "--system", system, size, "20", "--rounds", "3", "--seed", "1", "--acceleration", "none"]
    worth = ["--match-points", "2-1-0"] if system == "team-2026" else ["--scoring", "standard"]
    assert main([*made, *worth, "-o", plain]) == 0
    assert main(["accelerate", plain, "-o", accelerated]) == 0
    assert "groups of 6 + 8 + 6; 5 rounds are needed, 7 without virtual groups" in capsys.readouterr().err
    event = parse_event((tmp_path / "accelerated.trf").read_bytes(), source="accelerated").event
    assert event is not None
    listed = [(one.points, one.first_round, one.last_round, len(one.players)) for one in event.virtual_points]
    assert listed == points
    assert main(["accelerate", accelerated]) == 2
    assert "accelerated already" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--accelerated-rounds", "0"], ["--draw", "101"]])
def test_senseless_options_are_wrong_usage(wrong: list[str], tmp_path: Path) -> None:
    """Status 3."""
    assert main(["accelerate", str(tmp_path / "none.trf"), *wrong]) == 3
