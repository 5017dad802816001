"""The register of readings on the command line."""

from __future__ import annotations

import pytest

from checker.verdicts import ExitStatus
from pairproof.cli import main
from pairproof.readings import READINGS


def test_every_entry_is_listed_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Its identifier first."""
    assert main(["readings"]) == ExitStatus.CONSISTENT
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown] == [entry.identifier for entry in READINGS]


@pytest.mark.parametrize("entry", READINGS, ids=lambda entry: entry.identifier)
def test_an_entry_shows_both_sides_and_why(
    entry: object, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    """Question, both readings, the reason, and the example where there is one."""
    (wanted,) = (one for one in READINGS if one is entry)
    assert main(["readings", wanted.identifier.lower()]) == ExitStatus.CONSISTENT
    words = capsys.readouterr().out.split()
    assert request.node.callspec.id in words
    texts = (wanted.question, wanted.taken, wanted.other, wanted.why, wanted.example)
    for text in (*texts, wanted.not_followed, wanted.answered):
        assert " ".join(text.split()) in " ".join(words)


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
