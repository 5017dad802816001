"""The public interface: a dozen names that do what their docstrings say."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import pytest
from support.trf import played, trf_of, with_exchanged_opponents

import pairproof
from checker.findings import Counts
from pairproof.api import NothingToPairError
from reference_engines.frame.results import UnsupportedEventError
from tournaments.model import DeclaredSystem
from tournaments.teams.records import Team

if TYPE_CHECKING:
    from pathlib import Path


def test_every_public_name_is_there_and_listed() -> None:
    """Every name of `__all__` can be imported, from its own module, too."""
    assert set(dir(pairproof)) == set(pairproof.__all__)
    for name in pairproof.__all__:
        assert getattr(pairproof, name) is not None
    fresh = importlib.reload(pairproof)
    assert callable(fresh.check)


def test_other_names_are_not() -> None:
    """A misspelt name is an AttributeError like anywhere else."""
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        _ = pairproof.chekc


def test_checking_files_gives_a_run(clean: str, planted: str) -> None:
    """Counts and findings, and no exception for a file that is not there."""
    run = pairproof.check(clean, planted, "missing.trf")
    assert run.tally.checked == Counts(events=2, rounds=8, pairs=40)
    assert run.tally.discrepancies == Counts(events=1, rounds=1, pairs=2)
    assert [event.header.verdict for event in run.events] == [None, None, pairproof.Verdict.UNREADABLE]
    (finding,) = run.events[1].discrepant_rounds
    assert finding.round_number == 4


def test_rounds_and_system_can_be_given(planted: str) -> None:
    """They are kept in the run."""
    run = pairproof.check(planted, system="dutch-2026", rounds=(1, 3))
    assert (run.header.system, run.header.rounds) == ("dutch-2026", (1, 3))
    assert run.exit_status == 0
    with pytest.raises(KeyError):
        pairproof.check(planted, system="dutch-1066")


def test_a_run_can_be_kept_and_read_back(planted: str, tmp_path: Path) -> None:
    """The record is the run."""
    run = pairproof.check(planted)
    pairproof.write_record(run, tmp_path / "run.jsonl")
    assert pairproof.read_record(tmp_path / "run.jsonl") == run
    assert "Club evening" in pairproof.render_html(run)


def test_events_in_memory_can_be_checked() -> None:
    """Without a file."""
    assert pairproof.check_event(played()).discrepant_rounds == ()
    assert len(pairproof.check_event(with_exchanged_opponents(played())).discrepant_rounds) == 1


def test_events_can_be_read_and_paired(unfinished: str, tmp_path: Path) -> None:
    """The next round of what was read."""
    reading = pairproof.read_event(tmp_path / unfinished)
    assert reading.event is not None
    pairing = pairproof.pair(reading.event)
    assert len(pairing.pairs) == 4
    assert pairing.bye is not None


def test_pairing_refuses_what_it_cannot_do() -> None:
    """No further round, no engine, or a system for players asked to pair teams."""
    with pytest.raises(NothingToPairError, match="all 4 rounds"):
        pairproof.pair(played())
    foreign = played(rounds=1, rounds_declared=3, system=DeclaredSystem(code="FIDE_LIM_2026"))
    with pytest.raises(UnsupportedEventError, match="FIDE_LIM_2026"):
        pairproof.pair(foreign)
    squad = Team(number=1, name="A", players=(1, 2))
    teams = played(rounds=1, rounds_declared=3, system=DeclaredSystem(), teams=(squad,))
    with pytest.raises(UnsupportedEventError, match="team event"):
        pairproof.pair(teams, "dutch-2026")


def test_lint_returns_problems(clean: str, tmp_path: Path) -> None:
    """None for a clean file, at least one for a file that is not there."""
    assert pairproof.lint(tmp_path / clean) == ()
    (problem,) = pairproof.lint("missing.trf")
    assert problem.code.value == "file-unreadable"


def test_systems_are_editions() -> None:
    """Newest first; then the engines that walk an edition literally."""
    keys = [edition.key for edition in pairproof.systems()]
    dutch = [key for key in keys if key.startswith("dutch-")]
    assert dutch == ["dutch-2026", "dutch-2017", "dutch-2013", "dutch-2026/literal", "dutch-2017/literal"]
    assert {"clock-2012", "clock-2012/literal"} <= set(keys)
    assert sorted(keys, key=lambda key: "/" in key) == keys


def test_trf_helper_and_reader_agree(clean: str, tmp_path: Path) -> None:
    """The reader reads the files of these tests as intended."""
    event = played()
    read = pairproof.read_event(str(tmp_path / clean)).event  # a name does as well as a path
    assert read is not None
    assert [player.rounds for player in read.players] == [player.rounds for player in event.players]
    assert trf_of(read) == trf_of(event)
