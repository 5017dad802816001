"""Files to be checked, in a folder of their own."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from support.trf import played, trf_of, with_exchanged_opponents

from checker.campaigns import work

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from checker.campaigns.outcomes import EventOutcome
    from checker.campaigns.store import Store


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def clean(here: Path) -> str:
    """Write an event in which every round is right."""
    (here / "clean.trf").write_text(trf_of(played()), "utf-8")
    return "clean.trf"


@pytest.fixture
def planted(here: Path) -> str:
    """Write an event in whose last round two players have exchanged opponents."""
    (here / "planted.trf").write_text(trf_of(with_exchanged_opponents(played())), "utf-8")
    return "planted.trf"


@pytest.fixture
def unfinished(here: Path) -> str:
    """Write an event with one more round to be paired, and an odd number of players."""
    event = played(players=9, rounds=4)
    text = trf_of(event).replace("142 4", "142 5")
    (here / "unfinished.trf").write_text(text, "utf-8")
    return "unfinished.trf"


@pytest.fixture(scope="module")
def judging_here() -> Iterator[None]:
    """
    Judge campaigns in this process, which starts sooner, and look for single, listed causes of what they find.

    `test_kills` and the tests of the checker start other processes; `test_causes` there tries pairs of causes, and
    generates and learns some, which takes most of the time where nothing explains a finding.
    """

    def judge_here(store: Store, *, cluster: str = "", **_: int) -> Generator[EventOutcome]:
        return work.run_campaign(store, workers=0, cluster=cluster)

    def try_no_pairs(*_args: object) -> list[object]:
        return []

    with pytest.MonkeyPatch.context() as patch:
        for module in (
            "pairproof.cli.campaign",
            "checker.campaigns.kept_events",
            "pairproof.cli.endorse",
        ):
            patch.setattr(f"{module}.run_campaign", judge_here)
        patch.setattr("checker.causes.search._CauseSearch._search_pairs", try_no_pairs)
        patch.setattr("checker.causes.search._FEWEST_LEARNT", sys.maxsize)
        yield
