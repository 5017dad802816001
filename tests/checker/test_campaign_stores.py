"""A campaign's store: every event once, complete, and of this campaign alone."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.campaigns import HERE, agreed, configuration, failed, failed_event, judge_campaign, store_of

from checker.campaigns.configuration import Configuration, Direction
from checker.campaigns.grouping import summarise
from checker.campaigns.outcomes import EventOutcome, KeptEventAnswer
from checker.campaigns.store import StoreError, ValueRefusedError, create_store, merge_stores, open_store

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = (f"{HERE}:honest", f"{HERE}:reversing")
SETTINGS = configuration(*PROGRAMS)


def test_a_configuration_comes_back_from_its_line() -> None:
    """Axes keep their order, the direction its kind."""
    settings = configuration("a", "b", direction=Direction.EXAM, seed=7)
    assert Configuration.from_json(settings.as_json()) == settings


def test_a_line_of_an_earlier_version_asks_about_all_rounds() -> None:
    """It says nothing of chosen events, nor of the rounds that are asked about."""
    told = json.loads(SETTINGS.as_json())
    del told["chosen"], told["last_rounds_only"]
    read = Configuration.from_json(json.dumps(told))
    assert read == SETTINGS
    assert list(read.rounds_to_ask(3)) == [1, 2, 3]
    assert list(replace(read, last_rounds_only=True).rounds_to_ask(3)) == [3]


def test_an_event_comes_back_as_it_was_stored(tmp_path: Path) -> None:
    """With its findings and failures, in the order of the events."""
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        bare = EventOutcome(index=4)
        store.add([failed(3, program=1), bare, failed_event(0), agreed(1)])
        assert list(store.outcomes()) == [failed_event(0), agreed(1), failed(3, program=1), bare]


def test_an_event_is_stored_once(tmp_path: Path) -> None:
    """A second outcome of an event changes nothing, even if it differs."""
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        store.add([failed_event(0)])
        store.add([agreed(0), failed_event(0)])
        assert list(store.outcomes()) == [failed_event(0)]


def test_a_file_that_nothing_brings_back_is_kept_by_event_and_program(tmp_path: Path) -> None:
    """As it was, whatever its letters."""
    kept = replace(failed_event(0), files=((1, "001 Müller\n"),))
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        store.add([kept, failed_event(1)])
        assert store.file_of(0, 1) == "001 Müller\n"
        assert [store.file_of(0, 0), store.file_of(1, 1)] == [None, None]


def test_planned_events_without_a_verdict_remain(tmp_path: Path) -> None:
    """Slices need not touch, nor begin at 0."""
    store = create_store(tmp_path / "s.sqlite", configuration(), [(10, 3), (20, 2)], [])
    store.add([agreed(11), agreed(20)])
    assert store.remaining() == [10, 12, 21]
    assert (store.planned, store.judged) == (5, 2)


def test_an_event_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """A finding that cannot be written leaves no trace of its event."""
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        twice = failed_event(0)
        broken = type(twice)(index=0, players=8, findings=(*twice.findings, *twice.findings))
        with pytest.raises(ValueRefusedError):
            store.add([broken])
        assert store.judged == 0


def test_a_clean_event_takes_far_less_than_two_kibibytes(tmp_path: Path) -> None:
    """Of the file as it lies on the disk."""
    path = tmp_path / "s.sqlite"
    with store_of(path, SETTINGS, (0, 500)) as store:
        empty = path.stat().st_size
        store.add(agreed(index) for index in range(500))
    assert (path.stat().st_size - empty) / 500 < 200


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(84)])
def test_a_file_that_is_not_a_store_is_refused(tmp_path: Path, content: bytes) -> None:
    """An empty file, a text and a torn database are refused."""
    path = tmp_path / "s.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"s\.sqlite"):
        open_store(path)


def test_a_foreign_database_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    """It says so, and not a byte of it changes."""
    path = tmp_path / "s.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE events (event INTEGER PRIMARY KEY)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is not a store of a campaign"):
        open_store(path)
    assert path.read_bytes() == before


def test_a_store_of_another_format_is_refused_by_its_number(tmp_path: Path) -> None:
    """The message names both formats."""
    path = tmp_path / "s.sqlite"
    with store_of(path, SETTINGS) as store:
        store.connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"format 99.*format \d"):
        open_store(path)


def test_a_store_is_not_begun_twice(tmp_path: Path) -> None:
    """Nobody's results are overwritten."""
    store_of(tmp_path / "s.sqlite", SETTINGS).close()
    with pytest.raises(StoreError, match="there already"):
        store_of(tmp_path / "s.sqlite", SETTINGS)


def test_a_killed_beginning_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    """Half a store has no name yet."""
    for left in ("", "-wal", "-shm"):
        (tmp_path / f"s.sqlite.part{left}").write_bytes(b"half")
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        store.add([agreed(0)])
        assert store.judged == 1
    assert [path.name for path in tmp_path.iterdir()] == ["s.sqlite"]


def test_a_campaign_done_by_two_machines_equals_one_done_by_one(tmp_path: Path) -> None:
    """Slices that overlap give no event twice."""
    whole = judge_campaign(tmp_path / "whole.sqlite", SETTINGS, (0, 6))
    for name, events in (("one", (0, 4)), ("other", (3, 3))):
        judge_campaign(tmp_path / f"{name}.sqlite", SETTINGS, events).close()
    with merge_stores(tmp_path / "merged.sqlite", [tmp_path / "one.sqlite", tmp_path / "other.sqlite"]) as merged:
        assert list(merged.outcomes()) == list(whole.outcomes())
        assert (merged.planned, merged.remaining()) == (6, [])
    whole.close()


def test_a_merged_store_has_lost_nothing_and_has_nothing_twice(tmp_path: Path) -> None:
    """Findings, failures and files of every event come along, and what neither has judged remains."""
    kept = replace(failed_event(4), files=((1, "theirs"),))
    with store_of(tmp_path / "one.sqlite", SETTINGS, (0, 3)) as store:
        programs = store.programs
        store.add([failed_event(0), failed(1, program=1)])
    with store_of(tmp_path / "other.sqlite", SETTINGS, (1, 2)) as store:
        store.add([failed(1, program=1), agreed(2)])
    with store_of(tmp_path / "last.sqlite", SETTINGS, (4, 3)) as store:
        store.add([kept, failed(5)])
    names = ("last", "one", "other")
    with merge_stores(tmp_path / "merged.sqlite", [tmp_path / f"{name}.sqlite" for name in names]) as merged:
        assert list(merged.outcomes()) == [failed_event(0), failed(1, program=1), agreed(2), failed_event(4), failed(5)]
        assert merged.file_of(4, 1) == "theirs"
        assert (merged.planned, merged.judged, merged.remaining()) == (6, 5, [6])
        assert merged.programs == programs
        slices = merged.connection.execute("SELECT first, events FROM slices ORDER BY first").fetchall()
        assert slices == [(0, 3), (4, 3)]


def test_one_store_may_be_merged_alone(tmp_path: Path) -> None:
    """It stays what it was."""
    with store_of(tmp_path / "one.sqlite", configuration(PROGRAMS[0]), (3, 2)) as store:
        store.add([failed_event(3)])
    with merge_stores(tmp_path / "merged.sqlite", [tmp_path / "one.sqlite"]) as merged:
        assert (list(merged.outcomes()), merged.remaining()) == ([failed_event(3)], [4])


def test_the_first_store_decides_where_two_have_classed_a_signature(tmp_path: Path) -> None:
    """And within a store the last word."""
    for name, kind in (("one", "candidate"), ("other", "other")):
        with store_of(tmp_path / f"{name}.sqlite", SETTINGS) as store:
            store.class_findings("a signature", "unclear", "", "")
            store.class_findings("a signature", kind, name, "")
    with merge_stores(tmp_path / "merged.sqlite", [tmp_path / "one.sqlite", tmp_path / "other.sqlite"]) as merged:
        assert merged.classes() == {"a signature": ("candidate", "one", "")}


def test_stores_of_other_versions_of_a_program_are_not_merged(tmp_path: Path) -> None:
    """Their findings are not those of one program."""
    for name, version in (("one", "1.0"), ("other", "1.1")):
        with store_of(tmp_path / f"{name}.sqlite", SETTINGS) as store, store.connection:
            store.connection.execute("UPDATE programs SET version = ? WHERE number = 1", (version,))
    with pytest.raises(StoreError, match="other versions of the programs"):
        merge_stores(tmp_path / "merged.sqlite", [tmp_path / "one.sqlite", tmp_path / "other.sqlite"])
    assert not (tmp_path / "merged.sqlite").exists()


def test_a_store_whose_beginning_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    """Here, for want of the programs that its configuration names."""
    with pytest.raises(ValueError, match="zip"):
        create_store(tmp_path / "s.sqlite", SETTINGS, [(0, 1)], [])
    assert list(tmp_path.iterdir()) == []


def test_a_store_in_no_directory_is_refused(tmp_path: Path) -> None:
    """It says which."""
    with pytest.raises(StoreError, match=r"nowhere.*s\.sqlite"):
        store_of(tmp_path / "nowhere" / "s.sqlite", SETTINGS)


def test_results_of_kept_events_are_merged_too(tmp_path: Path) -> None:
    """Each event is merged once, with all its rows."""
    one, two = (
        KeptEventAnswer(
            program=0, file=f"k/{name}.trf", command="pairproof", findings=failed_event(0).findings, causes=(("c",),)
        )
        for name in "ab"
    )
    right = KeptEventAnswer(program=0, file="k/c.trf", command="pairproof", failure="crashed")
    for name, again in (("x", [one, right]), ("y", [one, two]), ("z", [])):
        with store_of(tmp_path / name, SETTINGS) as store:
            store.keep_kept_answers(again)
    with merge_stores(tmp_path / "merged", [tmp_path / name for name in "zxy"]) as merged:
        assert merged.again() == (one, right, two)


def test_classes_are_merged_too(tmp_path: Path) -> None:
    """The notes on a signature from both machines are kept."""
    for name in ("one", "other"):
        with store_of(tmp_path / f"{name}.sqlite", SETTINGS) as store:
            store.class_findings(f"of {name}", "unclear", "why", "https://example.org")
    with merge_stores(tmp_path / "merged.sqlite", [tmp_path / "one.sqlite", tmp_path / "other.sqlite"]) as merged:
        told = ("unclear", "why", "https://example.org")
        assert merged.classes() == {"of one": told, "of other": told}


@pytest.mark.parametrize(
    ("second", "setting"),
    [
        (configuration(*PROGRAMS, seed=2), "seed"),
        (configuration(*PROGRAMS, direction=Direction.EXAM), "direction is exam there, pair here"),
        (configuration(PROGRAMS[0]), "programs"),
    ],
)
def test_stores_of_different_campaigns_are_not_merged(tmp_path: Path, second: Configuration, setting: str) -> None:
    """The message names the setting in which they differ, and no store is written."""
    store_of(tmp_path / "one.sqlite", SETTINGS).close()
    store_of(tmp_path / "other.sqlite", second).close()
    with pytest.raises(StoreError, match=setting):
        merge_stores(tmp_path / "merged.sqlite", [tmp_path / "one.sqlite", tmp_path / "other.sqlite"])
    assert not (tmp_path / "merged.sqlite").exists()


def test_the_frame_of_a_campaign_has_a_row_for_each_finding_and_failure(tmp_path: Path) -> None:
    """Programs have their names; an event without a finding has no row."""
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        store.add([failed_event(0), agreed(1), failed(2, program=1)])
        finding, failure = summarise(store).to_frame().to_dict("records")
    assert (finding["kind"], finding["event"], finding["players"], finding["criterion"]) == ("finding", 0, 8, "C12")
    assert finding["program"] == "support.campaigns:honest"
    assert (failure["kind"], failure["event"], failure["sentence"]) == ("failure", 2, "signal 11")
    assert failure["program"] == PROGRAMS[1].partition(":")[2]


def test_the_frame_of_an_empty_store_has_columns_and_no_row(tmp_path: Path) -> None:
    """A campaign that has just begun is a table, too."""
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        frame = summarise(store).to_frame()
    assert len(frame) == 0
    assert "criterion" in frame.columns
