"""Stores that were damaged, or say what no campaign has said: a sentence, and not a byte of them is changed."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from msgspec import to_builtins
from support.campaigns import HERE, agreed, configuration, failed, failed_event, store_of

from checker.campaigns.configuration import MOST_EVENTS, Configuration, Direction
from checker.campaigns.grouping import summarise
from checker.campaigns.rows import columns_of_format
from checker.campaigns.store import StoreError, StoreFailedError, create_store, merge_stores, open_store
from checker.campaigns.work import run_campaign
from checker.causes.search import OF_A_CAMPAIGN, find_causes
from checker.programs.folders import NoRoomError
from checker.programs.program import Program
from pairproof.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = configuration(f"{HERE}:honest", f"{HERE}:reversing")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a store with findings, failures, a file and a class, all events judged."""
    path = tmp_path_factory.mktemp("whole") / "s.sqlite"
    with store_of(path, SETTINGS, (0, 60)) as store:
        store.add([(failed_event, agreed, failed)[index % 3](index) for index in range(60)])
        store.class_findings("a signature", "unclear", "", "")
        with store.connection:
            store.connection.execute("INSERT INTO files VALUES (0, 0, x'00')")
        for program in store.programs:  # none explains these findings, and reports need not look for them
            store.keep_causes(program.number, json.dumps(to_builtins(find_causes((), OF_A_CAMPAIGN))))
    return path.read_bytes()


@pytest.fixture
def store(tmp_path: Path, whole: bytes) -> Path:
    """Return a copy of it."""
    path = tmp_path / "s.sqlite"
    path.write_bytes(whole)
    return path


def changed(path: Path, *statements: str) -> bytes:
    """Change a store by hand; return what it is now."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


@pytest.mark.parametrize("seed", range(30))
def test_bytes_overwritten_behind_the_header_end_in_a_sentence(
    store: Path, whole: bytes, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    """Wherever they are: at worst one word of a finding reads otherwise."""
    rng = random.Random(seed)
    damaged = bytearray(whole)
    length = rng.choice((1, 20, 500, 5000))
    at = rng.randrange(100, len(damaged) - length)
    damaged[at : at + length] = rng.randbytes(length) if seed % 2 else bytes(length)
    store.write_bytes(damaged)
    statuses = {main(["campaign", *words]) for words in (["report", str(store)], ["resume", str(store), "--workers=1"])}
    said = capsys.readouterr().err
    assert statuses <= {1, 2, 3}
    assert ("damaged" in said or "not a store" in said) == (statuses != {1})
    if statuses != {1}:
        assert store.read_bytes() == bytes(damaged)


def test_a_store_cut_in_two_is_damaged(store: Path, whole: bytes) -> None:
    """The first half looks like a store."""
    store.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreFailedError, match=r"s\.sqlite is damaged \(.*go back to a copy"):
        open_store(store)


@pytest.mark.parametrize("table", columns_of_format())
def test_a_table_that_is_missing_is_named(store: Path, table: str) -> None:
    """Nothing is made in its place."""
    before = changed(store, f"DROP TABLE {table}")
    with pytest.raises(StoreFailedError, match=rf"damaged \(table {table} is missing\)"):
        open_store(store)
    assert store.read_bytes() == before


@pytest.mark.parametrize(("table", "column"), [(table, columns[-1]) for table, columns in columns_of_format().items()])
def test_a_column_that_is_missing_is_named(store: Path, table: str, column: str) -> None:
    """Also if there is another one in its place."""
    changed(store, f"ALTER TABLE {table} RENAME COLUMN {column} TO other")
    with pytest.raises(StoreFailedError, match=rf"damaged \(table {table} lacks {column}\)"):
        open_store(store)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE meta SET value = '{' WHERE key = 'configuration'", "meta: no configuration: Expecting"),
        ("UPDATE meta SET value = '[1]' WHERE key = 'configuration'", "the configuration has other parts"),
        ("UPDATE meta SET value = replace(value, '\"pair\"', '\"sideways\"')", "Invalid enum value 'sideways'"),
        ('UPDATE meta SET value = replace(value, \'"seed": 1\', \'"seed": "1"\')', r"`int`, got `str` - at `\$\.seed`"),
        (
            "UPDATE meta SET value = replace(value, '[\"players\", ', '[7, ')",
            "`str`, got `int`",
        ),
        (
            'UPDATE meta SET value = replace(value, \'["players", \', \'["a", "b", \')',
            "of length 2, got 3",
        ),
        ("DELETE FROM meta", "meta: no configuration"),
        ("DELETE FROM programs WHERE number = 0", "programs: not those of the configuration"),
        ("UPDATE programs SET version = x'00'", "programs is b'\\\\x00', which is not a text"),
        ("UPDATE slices SET events = 2000000000", "slices: more than 1000000 events"),
        ("UPDATE slices SET events = -5", "slices: events is -5"),
        ("UPDATE slices SET events = 'many'", "slices: events is 'many'"),
        ("UPDATE slices SET first = 9e15", "slices: first is 9000000000000000"),
    ],
)
def test_a_campaign_that_cannot_be_is_not_opened(store: Path, statement: str, message: str) -> None:
    """The message names what is wrong with it."""
    before = changed(store, statement)
    with pytest.raises(StoreFailedError, match=message):
        open_store(store)
    assert store.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE events SET players = -1 WHERE event = 7", "events: event 7: players is -1"),
        ("UPDATE events SET rounds = 'three' WHERE event = 7", "events: event 7: rounds is 'three'"),
        ("UPDATE events SET pairs = 1e300 WHERE event = 7", "events: event 7: pairs is 1e"),
        ("UPDATE events SET asked = '3,x' WHERE event = 7", "events: event 7: asked is '3,x'"),
        ("UPDATE events SET asked = x'ff' WHERE event = 7", "events: event 7: asked is b"),
        ("UPDATE events SET asked = '99999999999999999999999' WHERE event = 7", "asked is 99999999999999999999"),
        ("UPDATE events SET planted = 'a bomb' WHERE event = 7", "events: event 7: planted is 'a bomb'"),
        ("UPDATE events SET event = -1 WHERE event = 7", "events: event -1: number is -1"),
        ("UPDATE findings SET verdict = 'splendid' WHERE event = 0", "findings: event 0: verdict is 'splendid'"),
        ("UPDATE findings SET score = 'nil' WHERE event = 0", "findings: event 0: score is 'nil'"),
        ("UPDATE findings SET program = 2 WHERE event = 0", "findings: event 0: program is 2, and there are 2"),
        ("UPDATE findings SET program = -1 WHERE event = 0", "findings: event 0: program is -1"),
        ("UPDATE findings SET round = -1 WHERE event = 0", "findings: event 0: round is -1"),
        ("UPDATE findings SET pairs = 'x' WHERE event = 0", "findings: event 0: pairs is 'x'"),
        ("UPDATE findings SET sentence = x'00' WHERE event = 0", "which is not a text"),
        ("UPDATE findings SET sentence = CAST(x'ff' AS TEXT) WHERE event = 0", "damaged"),
        ("UPDATE failures SET program = 77 WHERE event = 2", "failures: event 2: program is 77"),
        ("UPDATE failures SET round = 1.5 WHERE event = 2", "failures: event 2: round is 1.5"),
        ("UPDATE failures SET detail = x'00' WHERE event = 2", "failures: event 2: detail is b"),
        ("UPDATE classes SET class = 'whatever'", "classes: class is 'whatever'"),
        ("INSERT INTO meta VALUES ('kept events', '{')", "meta: kept events that cannot be read"),
        ("INSERT INTO meta VALUES ('kept events', '[1]')", "meta: kept events that cannot be read"),
        (
            """INSERT INTO meta VALUES ('kept events', '[{"program": 7, "file": "", "command": "", "failure": "",
            "findings": [], "causes": []}]')""",
            "meta: kept events that cannot be read",
        ),
    ],
)
def test_a_row_that_cannot_be_is_neither_counted_nor_shown(
    store: Path, capsys: pytest.CaptureFixture[str], statement: str, message: str
) -> None:
    """No report is made of such a store, and the message names the row."""
    before = changed(store, statement)
    for words in (["report", str(store)], ["resume", str(store), "--workers", "1"]):
        assert main(["campaign", *words]) == 2
        told = capsys.readouterr().err
        assert message in told
        assert "is damaged" in told
    assert store.read_bytes() == before
    with open_store(store) as opened, pytest.raises(StoreFailedError):
        summarise(opened)


def test_a_file_that_cannot_be_unpacked_is_damaged(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is asked for by its event."""
    assert main(["campaign", "event", str(store), "0"]) == 2
    assert "is damaged (files: event 0 is cut off)" in capsys.readouterr().err


def test_a_damaged_store_is_not_merged_and_no_store_is_written(store: Path, tmp_path: Path, whole: bytes) -> None:
    """Also if it is the second one, and damaged where nothing is looked at first."""
    other = tmp_path / "other.sqlite"
    other.write_bytes(whole)
    changed(store, "UPDATE events SET event = 'x' || event WHERE 0", "UPDATE slices SET events = 3000000000")
    with pytest.raises(StoreError):
        merge_stores(tmp_path / "merged.sqlite", [other, store])
    assert not list(tmp_path.glob("merged*"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["-n", "2000000000"],
            "--events is 2000000000; a store holds 1000000 events at most: share them out by --first",
        ),
        (["-n", "1000001"], "--events is 1000001"),
        (["--first", "1000000001"], "--first is 1000000001; events count to 1000000000"),
        (["-n", "9" * 30], "--events is 999"),
    ],
)
def test_impossibly_many_events_are_wrong_usage(
    tmp_path: Path, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is made."""
    store = str(tmp_path / "c.sqlite")
    asked = [
        "campaign",
        "run",
        f"{HERE}:honest",
        "--no-kept",
        "--seed",
        "1",
        "--system",
        "dutch-2026",
        "--store",
        store,
    ]
    assert main([*asked, *words]) == 3
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ["-1", "1000000001", "9" * 30])
def test_an_event_that_has_no_number_is_wrong_usage(
    store: Path, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    """Events count from 0."""
    assert main(["campaign", "event", str(store), number]) == 3
    assert f"{number} is not the number of an event" in capsys.readouterr().err


def test_as_many_events_as_a_store_holds_can_be_planned(tmp_path: Path) -> None:
    """One more cannot."""
    create_store(tmp_path / "most.sqlite", configuration(), [(5, MOST_EVENTS)], []).close()
    with pytest.raises(StoreFailedError):
        create_store(tmp_path / "more.sqlite", configuration(), [(5, MOST_EVENTS + 1)], [])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"dutch-2026"', '"dutch-1066"', "no system 'dutch-1066'"),
        ('"endorsement"', '"grand"', "profile: 'grand' is none of"),
        ('"4..9"', '"none"', "players"),
    ],
)
def test_a_campaign_of_what_there_is_not_is_not_gone_on_with(
    store: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, message: str
) -> None:
    """Of another version, perhaps; it is still reported on."""
    changed(store, f"UPDATE meta SET value = replace(value, '{old}', '{new}')")  # noqa: S608 - words of ours
    assert main(["campaign", "resume", str(store), "--workers", "1"]) == 2
    assert message in capsys.readouterr().err


# --- a disk that is full ----------------------------------------------------------------------------------------------


def test_a_full_disk_ends_the_work_and_keeps_what_is_finished(tmp_path: Path) -> None:
    """The store is sound, and with room again it ends like one that always had it."""
    path = tmp_path / "s.sqlite"
    with store_of(path, SETTINGS) as store:
        pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
        store.connection.execute(f"PRAGMA max_page_count = {pages}")
        said = r"\(database or disk is full\); what was finished is kept: make room, then .*campaign resume .*s\.sqlite"
        with pytest.raises(StoreFailedError, match=said):
            store.add(failed_event(index, sentence="x" * 500) for index in range(60))
        kept = store.judged
        assert 0 < kept < 60
    with open_store(path) as store:
        assert [outcome.index for outcome in store.outcomes()] == list(range(kept))


class Crowded(Program):
    """A program that finds the disk full."""

    transport = "crowded"

    def __init__(self, *_: object) -> None:
        """Take any arguments."""

    def pair(self, *_: object) -> None:
        """Find the disk full."""
        raise NoRoomError("no folder for programs can be made")

    generate = check = pair

    def close(self) -> None:
        """Nothing runs."""


@pytest.mark.parametrize("direction", Direction)
def test_no_room_for_programs_is_not_their_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, direction: Direction
) -> None:
    """The campaign ends, and the event is judged when it is resumed."""
    settings = configuration(f"{HERE}:honest", direction=direction)
    with store_of(tmp_path / "s.sqlite", settings) as store:
        with monkeypatch.context() as patch:
            patch.setattr("checker.campaigns.work.open_program", Crowded)
            with pytest.raises(NoRoomError):
                list(run_campaign(store, workers=0))
        assert store.judged == 0
        assert len(list(run_campaign(store, workers=0))) == 12


def test_a_configuration_survives_names_that_are_not_text() -> None:
    """The line in which it is kept is plain."""
    settings = configuration("files:/events\udcff")
    assert Configuration.from_json(settings.as_json()) == settings
    settings.as_json().encode()
