"""The register of readings on the command line."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

import pytest

from checker.verdicts.verdict import ExitStatus
from pairproof.chosen_readings import READINGS
from pairproof.cli.main import main

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.readings import Reading


def test_every_entry_is_listed_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Its identifier first."""
    assert main(["readings"]) == ExitStatus.CONSISTENT
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown] == [entry.identifier for entry in READINGS]


@pytest.mark.parametrize("entry", READINGS, ids=attrgetter("identifier"))
def test_an_entry_shows_every_side_and_why(entry: Reading, capsys: pytest.CaptureFixture[str]) -> None:
    """Question, editions, every side with the programs that follow it, the reason, and the example if there is one."""
    assert main(["readings", entry.identifier.lower()]) == ExitStatus.CONSISTENT
    words = capsys.readouterr().out.split()
    assert entry.identifier in words
    sides = [(side.text, ", ".join(side.followed_by)) for side in entry.sides]
    texts = (entry.question, *(text for side in sides for text in side), entry.why, entry.example)
    for text in (*texts, entry.not_followed, entry.answered):
        assert " ".join(text.split()) in " ".join(words)
    assert "every" in entry.editions or ", ".join(entry.editions) in " ".join(words)


def test_an_entry_names_the_programs_on_either_side(capsys: pytest.CaptureFixture[str]) -> None:
    """Below the side that they follow."""
    assert main(["readings", "DUTCH-C13-ABSOLUTE"]) == ExitStatus.CONSISTENT
    names, texts = zip(*_parts(capsys.readouterr().out), strict=True)
    taken, other = names.index("Taken"), names.index("Not taken")
    assert names[taken + 1] == names[other + 1] == "Programs"
    assert "bbpPairings 6.0.0" in texts[taken + 1]
    assert "Gacrux 1.11.65" in texts[other + 1]


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name of every part of an entry, with its first line."""
    for line in text.splitlines()[1:]:
        if not line.startswith(" "):
            yield line[:14].strip(), line[14:]


def test_an_entry_without_another_side_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """The register then holds one side."""
    assert main(["readings", "DUTCH-C11-REPEATED"]) == ExitStatus.CONSISTENT
    assert "Not taken     None known." in capsys.readouterr().out.splitlines()


def test_the_beginning_of_identifiers_shows_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    """All those of a system."""
    assert main(["readings", "clock"]) == ExitStatus.CONSISTENT
    shown = capsys.readouterr().out
    clocks = [entry.identifier for entry in READINGS if entry.identifier.startswith("CLOCK")]
    assert len(clocks) > 1
    assert all(identifier in shown for identifier in clocks)
    assert "TEAM-PARITY" not in shown


def test_an_unknown_entry_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """With the command that lists them."""
    assert main(["readings", "NO-SUCH"]) == ExitStatus.USAGE
    assert "no reading 'NO-SUCH'; 'pairproof readings' lists them" in capsys.readouterr().err
