"""The smallest event that shows a finding of a campaign: made once, with the program or without it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.campaigns import HERE, configuration, judge_campaign
from support.reduction import program

from checker.campaigns.dossier import keep_inputs
from checker.campaigns.explaining import causes_of
from checker.campaigns.grouping import summarise
from checker.campaigns.rows import EVENTS_WITH_INPUT
from checker.campaigns.smallest_events import DossierRequest, checked_again, find_finding, load_reduction, reduced_event
from checker.campaigns.store import StoreFailedError, open_store
from checker.errors import RequestError, TaskError
from checker.verdicts.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from checker.campaigns.outcomes import ProgramFinding
    from checker.campaigns.store import Store

SETTINGS = replace(
    configuration("callable:support.reduction:pair_without_c12"), axes=(("players", "8..10"), ("rounds", "4"))
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Judge a program that leaves out C12, and look for causes."""
    path = tmp_path_factory.mktemp("reduced") / "s.sqlite"
    with judge_campaign(path, SETTINGS, (0, 4)) as store:
        causes_of(store, 0)
    return path


@pytest.fixture
def store(whole: Path, tmp_path: Path) -> Iterator[Store]:
    """Open a copy of its store."""
    path = tmp_path / "s.sqlite"
    path.write_bytes(whole.read_bytes())
    with open_store(path) as opened:
        yield opened


def subject_of(store: Store, name: str, **asked: int) -> ProgramFinding:
    """Find what is named."""
    summary = summarise(store, {0: causes_of(store, 0)})
    return find_finding(summary, DossierRequest(name=name, **asked))


def cause_in(store: Store) -> str:
    """Return the identifier of the cause that was found."""
    return causes_of(store, 0).groups[0].first.identifier


def test_the_event_with_the_fewest_players_stands_for_a_cause(store: Store) -> None:
    """By whatever name it is asked for: the cause, or the beginning of a signature."""
    by_cause = subject_of(store, cause_in(store))
    assert (
        subject_of(store, "support.reduction:pair_without_c12 | dutch-2026 | discrepant | worse").size == by_cause.size
    )
    fewest = min(outcome.players for outcome in store.outcomes() if outcome.findings)
    assert (by_cause.players, by_cause.cause is not None) == (fewest, True)


@pytest.mark.parametrize("choice", [{"program": 1}, {"round_number": 1}])
def test_a_query_matches_its_program_and_round_only(store: Store, choice: dict[str, int]) -> None:
    """The message says that there is nothing of the kind."""
    with pytest.raises(RequestError, match="there are none of this program and round"):
        subject_of(store, cause_in(store), **choice)


def test_a_reduction_keeps_the_cause_and_is_made_once(store: Store) -> None:
    """The second time the program is not asked."""
    subject = subject_of(store, cause_in(store))
    reduced = reduced_event(store, subject, program("pair_without_c12"))
    checked = checked_again(reduced)
    assert checked is not None
    assert [entry.verdict for entry in checked.rounds] == [Verdict.WORSE]
    assert (reduced.keeps_cause, reduced.asked, reduced.is_finished) == (True, True, True)
    assert reduced.players < subject.players
    assert reduced_event(store, subject, None) == reduced


def test_without_the_program_its_answer_is_carried_along(store: Store) -> None:
    """Then only whole pairs of it can go."""
    subject = subject_of(store, cause_in(store))
    reduced = reduced_event(store, subject, None)
    assert (reduced.asked, reduced.players % 2) == (False, subject.players % 2)
    assert load_reduction(store, subject) == reduced


def test_a_reduction_that_cannot_be_read_is_damage(store: Store) -> None:
    """It is not made again over it."""
    subject = subject_of(store, cause_in(store))
    store.keep_reduced(0, subject.key, '{"text": 7}')
    with pytest.raises(StoreFailedError, match="a reduced event that the store keeps cannot be read"):
        reduced_event(store, subject, None)


def test_only_discrepant_rounds_are_reduced(store: Store) -> None:
    """Nothing would show it."""
    from checker.campaigns.outcomes import Score  # noqa: PLC0415 - only here

    subject = subject_of(store, cause_in(store))
    accepted = replace(subject, score=Score.OPEN)
    with pytest.raises(TaskError, match="only discrepant rounds are reduced"):
        reduced_event(store, accepted, None)


@pytest.mark.parametrize(("is_other", "completed"), [(False, True), (True, False)])
def test_inputs_of_the_smallest_events_of_a_cause_are_made_again(store: Store, is_other: bool, completed: bool) -> None:
    """Only if they are byte by byte what the program was given."""
    store.connection.execute("DELETE FROM inputs")
    if is_other:  # a program that would be given other bytes
        store.connection.execute("UPDATE answers SET given = 'of other bytes'")
    keep_inputs(store, 0, causes_of(store, 0), program("pair_without_c12"))
    kept = {row[0] for row in store.connection.execute("SELECT event FROM inputs")}
    events = {int(one.event) for group in causes_of(store, 0).groups for one in group.explained}
    assert len(events) <= EVENTS_WITH_INPUT
    assert kept == (events if completed else set())


def test_a_campaign_without_findings_has_nothing_to_show(tmp_path: Path) -> None:
    """Every kind of request is refused."""
    with (
        judge_campaign(tmp_path / "s.sqlite", configuration(f"{HERE}:honest"), (0, 2)) as store,
        pytest.raises(RequestError, match="nothing was found"),
    ):
        subject_of(store, "0")
