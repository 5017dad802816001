"""``pairproof.assert_pairs``: one line of a test, which fails by the argument."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.campaigns import despairing, honest, reversing, team_honest, team_reversing
from support.reduction import pair_without_c14
from support.trf import played, trf_of

from checker.programs.program import EventFeature
from pairproof import assert_pairs
from pairproof.cli.main import main
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from collections.abc import Container

    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

C14 = "resident-downfloat-again-1-left-out"
FAULTY: dict[str, Container[int]] = {"players": ()}
"""Of how many players the events are in which `changing` is wrong."""

pytestmark = pytest.mark.usefixtures("here", "judging_here")


def changing(event: Event, round_number: int) -> RoundPairing:
    """Pair rightly, or, in some events, with the colours reversed."""
    return (reversing if len(event.players) in FAULTY["players"] else honest)(event, round_number)


def list_kept_events() -> list[Path]:
    """Return the files of kept events."""
    return sorted(Path(".pairproof").glob("dutch-2026/*/*.trf"))


def test_a_program_that_pairs_rightly_passes() -> None:
    """A function, or the words by which the command line knows it."""
    assert_pairs(honest, "dutch-2026", events=2)
    assert_pairs("callable:support.campaigns:honest", events=2)


def test_teams_are_asked_about_as_players_are() -> None:
    """By a system that pairs teams."""
    axes = {"teams": "8..10", "rounds": "4..4"}
    assert_pairs(team_honest, "team-2026", events=1, axes=axes)
    with pytest.raises(AssertionError, match=r"Round 2: .*the pairs are right, the colours are not"):
        assert_pairs(team_reversing, "team-2026", events=1, axes=axes)


def pairing_standard_games(event: Event, round_number: int) -> RoundPairing:
    """Pair rightly where a game is worth 1, ½ or 0 points, and fail elsewhere."""
    if EventFeature.OTHER_SCORING.occurs_in(event):
        raise ValueError("only standard games")
    return honest(event, round_number)


@pytest.mark.parametrize("unsupported", [[], ["other-scoring"]])
def test_events_are_drawn_within_what_a_program_declares(
    unsupported: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its declaration the program fails where another scoring is drawn."""
    monkeypatch.setattr(pairing_standard_games, "unsupported", unsupported, raising=False)
    axes = {"players": "6..8", "rounds": "3..3", "scoring": "standard:1,3-1-0:3"}
    if unsupported:
        with pytest.raises(ValueError, match=r"does not support other-scoring"):
            assert_pairs(pairing_standard_games, "dutch-2026", events=3, axes=axes)
        del axes["scoring"]
        assert_pairs(pairing_standard_games, "dutch-2026", events=12, axes=axes)
    else:
        with pytest.raises(AssertionError, match="only standard games"):
            assert_pairs(pairing_standard_games, "dutch-2026", events=3, axes=axes)


def test_wrong_answers_are_argued_cause_by_cause(tmp_path: Path) -> None:
    """Cause, figures, criterion, scoregroup and players of the smallest round, and what shows it again."""
    with pytest.raises(AssertionError) as failed:
        assert_pairs(pair_without_c14, "dutch-2026", seek=["C14"], events=10, folder=tmp_path)
    head, cause, argument, titles, *games, shown = str(failed.value).splitlines()
    assert titles.split() == ["answered", "correct"]
    assert len(games) > 1
    assert games[0][titles.index("correct") :].startswith("Player ")
    assert head.startswith("support.reduction:pair_without_c14: ")
    assert cause.startswith(f"as if C14 were left out (2.4.9) [{C14}]: explains ")
    assert " already floated down in round " in argument
    assert argument.endswith("(C14, 2.4.9).")
    assert shown.startswith("  Shown by: PYTHONPATH=")
    assert f" pairproof campaign show {tmp_path / 'campaign.sqlite'} " in shown
    assert main([*shlex.split(shown.partition(" pairproof ")[2]), "--no-reduce", "-o", "dossier"]) == 0


def test_a_known_finding_does_not_fail_until_it_is_gone(clean: str, tmp_path: Path) -> None:
    """And what is new beside it fails alone."""
    known = tmp_path / "known.toml"
    known.write_text('[[known]]\nsignature = "dutch-2026 | discrepant | colours | 5.2.1"\nreason = "ticket 12"\n')
    assert_pairs(reversing, "dutch-2026", events=[clean], known=known)
    with pytest.raises(AssertionError, match=r"does not occur any more; take it off the list \(.*known.toml, line 1\)"):
        assert_pairs(honest, "dutch-2026", events=[clean], known=known)
    with pytest.raises(ValueError, match="cannot be read as a list of known findings"):
        assert_pairs(honest, "dutch-2026", events=[clean], known=tmp_path / "none.toml")


def test_without_a_folder_nothing_is_kept_and_no_command_named() -> None:
    """The message does not name a command without a file."""
    with pytest.raises(
        AssertionError, match=r"Event 0\. Round 2: .*the pairs are right, the colours are not\."
    ) as failed:
        assert_pairs(reversing, "dutch-2026", events=1)
    assert "Shown by" not in str(failed.value)


def test_an_answer_without_a_pairing_is_wrong(clean: str) -> None:
    """Where there is one."""
    with pytest.raises(AssertionError, match="it says that no legal pairing exists"):
        assert_pairs(despairing, "dutch-2026", events=[clean])


def test_a_crash_does_not_pass() -> None:
    """The message has the program's words."""
    with pytest.raises(AssertionError, match=r"Event 0, round 1, not answered: .* \(ZeroDivisionError"):
        assert_pairs(crashing, "dutch-2026", events=1)


def crashing(event: Event, round_number: int) -> RoundPairing:
    """Divide by nothing."""
    return honest(event, round_number // 0)


def test_a_failing_event_is_asked_first_until_it_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if other events, all right, are drawn now; once it is right it is dropped."""
    monkeypatch.setitem(FAULTY, "players", range(1000))
    with pytest.raises(AssertionError, match="Asked by dutch-2026, mixed events, seed 1"):
        assert_pairs(changing, "dutch-2026", events=1)
    (file,) = list_kept_events()
    monkeypatch.setitem(FAULTY, "players", {len(read_event(file).event.players)})  # type: ignore[union-attr]
    assert_pairs(changing, "dutch-2026", events=1, seed=2, kept=None)
    with pytest.raises(AssertionError) as failed:
        assert_pairs(changing, "dutch-2026", events=1, seed=2)
    head, kept, shown = str(failed.value).splitlines()
    assert "changing: no discrepancy in 1 event" in head
    assert "1 kept event was asked about first: 1 still fails." in head
    assert kept.startswith(f"Kept event {file.name}. Round ")
    assert f"--from {file} --system dutch-2026" in shown
    monkeypatch.setitem(FAULTY, "players", ())
    assert_pairs(changing, "dutch-2026", events=1, seed=2)
    assert list_kept_events() == []


def test_sought_events_are_kept_separately() -> None:
    """A test of one article does not fail for an event of another; None keeps nothing."""
    for kept in (None, "there"):
        with pytest.raises(AssertionError):
            assert_pairs(reversing, "dutch-2026", seek=["pab"], events=1, kept=kept)
        assert list_kept_events() == []
    (folder,) = [path for path in Path("there/dutch-2026").iterdir() if path.is_dir()]
    assert folder.name.startswith("support-campaigns-reversing-pab-")
    assert list(folder.glob("*.trf"))
    with pytest.raises(AssertionError) as failed:
        assert_pairs(reversing, "dutch-2026", events=1, kept="there")
    assert "kept event" not in str(failed.value)


def test_files_are_asked_about_as_often_as_they_are_named(clean: str) -> None:
    """They lie somewhere already."""
    with pytest.raises(AssertionError):
        assert_pairs(reversing, "dutch-2026", events=[clean])
    assert not Path(".pairproof").exists()


def test_a_sought_feature_that_never_decides_does_not_pass() -> None:
    """Nothing put to the test is never a pass."""
    with pytest.raises(AssertionError, match="Nothing was found in which C10 decides, so it was not put to the test"):
        assert_pairs(honest, "dutch-2026", seek=["C10"], events=1)


def test_the_events_can_be_files(tmp_path: Path) -> None:
    """Or folders of them."""
    (tmp_path / "event.trf").write_text(trf_of(played()), "utf-8")
    (tmp_path / "other.trf").write_text(trf_of(played()), "utf-8")
    assert_pairs(honest, "dutch-2026", events=[tmp_path / "event.trf"])
    with pytest.raises(AssertionError, match="dutch-2026, chosen events"):
        assert_pairs(reversing, "dutch-2026", events=[tmp_path])


def test_wrong_use_is_not_a_failed_assertion(tmp_path: Path) -> None:
    """It would otherwise be taken for an error of the program."""
    with pytest.raises(ValueError, match="no system 'swiss-1900'"):
        assert_pairs(honest, "swiss-1900")
    with pytest.raises(ValueError, match="'nobody' is not a program that is described here"):
        assert_pairs("nobody")
    with pytest.raises(ValueError, match="'nobody' is not a program that is described here"):
        assert_pairs("nobody", "dutch-2026")
    with pytest.raises(ValueError, match="events is 0; at least 1"):
        assert_pairs(honest, "dutch-2026", events=0)
    with pytest.raises(ValueError, match="'C99' is not a feature of dutch-2026"):
        assert_pairs(honest, "dutch-2026", seek=["C99"])
    with pytest.raises(ValueError, match="team-2026 pairs teams, and events of teams are not sought"):
        assert_pairs(team_honest, "team-2026", seek=["pab"])
    with pytest.raises(ValueError, match="events names files, and seek looks for some"):
        assert_pairs(honest, "dutch-2026", seek=["C14"], events=[tmp_path])
    with pytest.raises(ValueError, match=r"missing\.trf: No such file"):
        assert_pairs(honest, "dutch-2026", events=[tmp_path / "missing.trf"])

    def inside(event: Event, round_number: int) -> RoundPairing:
        return honest(event, round_number)

    with pytest.raises(ValueError, match="is not at the top of its module"):
        assert_pairs(inside, "dutch-2026")
