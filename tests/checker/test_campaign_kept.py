"""The questions and answers that a store keeps of findings."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.campaigns import HERE, configuration, failed_event, judge_campaign, store_of

from checker.campaigns.chosen import SelectedEvent
from checker.campaigns.outcomes import EventOutcome, Exchanged, Score
from checker.campaigns.rows import EVENTS_WITH_INPUT, FORMAT, MOST_OF_ANSWER, UnlikelyRowError, packed, unpacked
from checker.campaigns.store import StoreFailedError, create_store, merge_stores, open_store
from checker.programs.answers import read_answer
from checker.programs.program import Manner, ProgramExchange
from checker.verdicts.team_events import cut_before_round
from reference_engines.coverage import features_of
from reference_engines.frame.systems import engine_for, newest_editions
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from pathlib import Path

    from checker.campaigns.store import Store
    from reference_engines.frame.edition import Edition

PROGRAMS = (f"{HERE}:honest", f"{HERE}:reversing")
SETTINGS = configuration(*PROGRAMS)
SINCE_2 = ("causes",)
SINCE_3 = ("answers", "inputs", "recipes", "exercised", "chosen", "reduced")


def outcome_with_exchange(
    index: int, *, players: int = 8, question: bytes = b"event", answer: bytes = b"1\n1 2\n"
) -> EventOutcome:
    """Return an outcome with a finding and the exchange between the program and us."""
    exchanged = Exchanged(program=0, round_number=2, exchange=ProgramExchange(question, answer))
    return replace(failed_event(index, players=players), exchanges=(exchanged,))


def with_inputs(store: Store) -> set[int]:
    """Return the events of which the store keeps what the program was given."""
    return {row[0] for row in store.connection.execute("SELECT event FROM inputs")}


def test_every_answer_that_is_objected_to_is_kept_as_the_program_wrote_it(tmp_path: Path) -> None:
    """With the bytes that it was given, which seed and number bring back, and their hash; nothing of right answers."""
    with judge_campaign(tmp_path / "s.sqlite", SETTINGS, (0, 4)) as store:
        findings = [(one.index, finding) for one in store.outcomes() for finding in one.findings]
        assert findings
        for index, finding in findings:
            kept, recipe = store.exchange(index, 1, finding.round_number), store.recipe(1)
            assert kept is not None
            assert recipe is not None
            assert kept.given == write_trf26(cut_before_round(store.event(index), finding.round_number)).encode()
            assert kept.given_sha256 == hashlib.sha256(kept.given).hexdigest()
            assert read_answer(kept.answer, recipe.form, finding.round_number, 1).pairs
            assert store.exchange(index, 0, finding.round_number) is None


def test_how_a_program_was_asked_is_kept(tmp_path: Path) -> None:
    """A function by its place."""
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        kept = store.recipe(1)
        assert kept is not None
        assert (kept.manner, kept.words) == (Manner.CALLABLE, ("support.campaigns:reversing",))
        assert store.recipe(2) is None


@pytest.mark.parametrize(("length", "stored"), [(MOST_OF_ANSWER, MOST_OF_ANSWER), (MOST_OF_ANSWER + 1, MOST_OF_ANSWER)])
def test_an_answer_is_kept_up_to_a_length(tmp_path: Path, length: int, stored: int) -> None:
    """Its full length is kept, too, so that a part is not taken for the whole."""
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        store.add([outcome_with_exchange(0, answer=b"x" * length)])
        exchange = store.exchange(0, 0, 2)
    assert exchange is not None
    assert (len(exchange.answer), exchange.length) == (stored, length)


@pytest.mark.parametrize("backwards", [False, True])
def test_inputs_are_kept_of_the_smallest_events_of_each_kind_of_finding(tmp_path: Path, backwards: bool) -> None:
    """In whatever order they come; of the others the hash stays, and the answer."""
    number = EVENTS_WITH_INPUT + 3
    outcomes = [outcome_with_exchange(index, players=100 - index) for index in range(number)]
    other = outcome_with_exchange(number, players=200)
    other = replace(other, findings=(replace(other.findings[0], criterion="C14"),))
    with store_of(tmp_path / "s.sqlite", SETTINGS, (0, number + 1)) as store:
        store.add(reversed([*outcomes, other]) if backwards else [*outcomes, other])
        assert with_inputs(store) == {*range(3, number + 1)}
        kept = store.exchange(0, 0, 2)
    assert kept is not None
    assert (kept.given, kept.given_sha256) == (None, hashlib.sha256(b"event").hexdigest())


def test_merged_stores_keep_as_many_inputs_as_one(tmp_path: Path) -> None:
    """The smallest of both."""
    for first, name in ((0, "one"), (EVENTS_WITH_INPUT, "other")):
        with store_of(tmp_path / f"{name}.sqlite", SETTINGS, (first, EVENTS_WITH_INPUT)) as store:
            store.add(outcome_with_exchange(first + place, players=10 + place) for place in range(EVENTS_WITH_INPUT))
    with merge_stores(tmp_path / "m.sqlite", [tmp_path / "one.sqlite", tmp_path / "other.sqlite"]) as merged:
        half = EVENTS_WITH_INPUT // 2
        assert with_inputs(merged) == {*range(half), *range(EVENTS_WITH_INPUT, EVENTS_WITH_INPUT + half)}
        assert merged.exchange(2 * EVENTS_WITH_INPUT - 1, 0, 2) is not None
        assert merged.recipe(0) is not None


@pytest.mark.parametrize("score", [Score.BOARD_ORDER, Score.DISCREPANT])
def test_other_boards_are_not_a_reason_to_keep_an_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, score: Score
) -> None:
    """There may be one in every round of every event; where something is wrong besides, the answer is kept."""
    from checker.programs.program import Claims  # noqa: PLC0415 - only here

    monkeypatch.setattr("checker.programs.specs.CallableProgram.claims", Claims(pairs=True, boards=True))
    vice = "upside_down" if score is Score.BOARD_ORDER else "reversing"
    with judge_campaign(tmp_path / "s.sqlite", configuration(f"{HERE}:{vice}", seed=9), (0, 3)) as store:
        rounds = {(one.index, finding.round_number) for one in store.outcomes() for finding in one.findings}
        assert rounds
        kept = {key for key in rounds if store.exchange(key[0], 0, key[1]) is not None}
    assert kept == (rounds if score is Score.DISCREPANT else set())


# --- contents ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("most", "fits"), [(1000, True), (999, False)])
def test_a_content_is_unpacked_up_to_a_size(most: int, fits: bool) -> None:
    """A few bytes may unpack to gigabytes; they are refused before that."""
    content = packed(bytes(1000))
    if fits:
        assert unpacked(content, "here", most) == bytes(1000)
    else:
        with pytest.raises(UnlikelyRowError, match="here holds more than 999 bytes"):
            unpacked(content, "here", most)


@pytest.mark.parametrize(("content", "message"), [(packed(b"text")[:-1], "is cut off"), ("text", "has no content")])
def test_a_content_that_is_not_whole_is_refused(content: object, message: str) -> None:
    """Even if the present part could be unpacked."""
    with pytest.raises(UnlikelyRowError, match=message):
        unpacked(content, "here")


def test_a_bomb_in_a_store_is_damage(tmp_path: Path) -> None:
    """A file of a hundred megabytes of nothing takes a hundred kilobytes."""
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        store.add([failed_event(0)])
        bomb = zlib.compress(bytes(100_000_000), 9)
        store.connection.execute("INSERT INTO files VALUES (0, 0, ?)", (bomb,))
        with pytest.raises(StoreFailedError, match="files: event 0 holds more than"):
            store.file_of(0, 0)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE answers SET length = 'long'", "answers: event 0: length is 'long'"),
        ("UPDATE answers SET content = 7", "answers: event 0 has no content"),
        ("UPDATE inputs SET content = x'00'", "inputs: event 0 is cut off"),
        ("UPDATE recipes SET recipe = '[]'", "recipes: program 0 has none that can be read"),
        ("UPDATE recipes SET recipe = replace(recipe, 'callable', 'prayer')", "recipes: program 0 has none"),
        ("UPDATE exercised SET features = 'C5:many'", "exercised: event 0: features has 'C5:many'"),
    ],
)
def test_forged_exchanges_are_refused(tmp_path: Path, statement: str, message: str) -> None:
    """The message names table and event."""
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        store.add([replace(outcome_with_exchange(0), exercised=(("C5", 1),))])
        store.connection.execute(statement)
        with pytest.raises(StoreFailedError, match=message):
            store.exchange(0, 0, 2), store.recipe(0), list(store.exercised())


@pytest.mark.parametrize("edition", newest_editions(), ids=lambda edition: edition.key)
def test_the_coverage_of_any_system_can_be_kept(tmp_path: Path, edition: Edition) -> None:
    """Names may hold blanks and colons."""
    features = tuple((feature.name, 3) for feature in features_of(engine_for(edition.key)))
    assert features
    with store_of(tmp_path / "s.sqlite", SETTINGS) as store:
        store.add([replace(outcome_with_exchange(0), exercised=features)])
        assert list(store.exercised()) == [features]


# --- stores of earlier formats ----------------------------------------------------------------------------------------


def earlier(path: Path, version: int) -> None:
    """Make a store as an earlier version has left it."""
    with store_of(path, SETTINGS, (0, 3)) as store:
        store.add([failed_event(0)])
    lacking = (SINCE_3 if version < 3 else ()) + (SINCE_2 if version < 2 else ())
    with closing(sqlite3.connect(path)) as old:
        old.executescript("".join(f"DROP TABLE {table};" for table in lacking) + f"PRAGMA user_version = {version};")
        old.execute("ALTER TABLE findings DROP COLUMN parted")
        old.execute("UPDATE meta SET value = replace(value, '\"chosen\": \"\", ', '')")
        old.commit()


def test_a_store_of_format_3_does_not_know_who_was_paired_otherwise(tmp_path: Path) -> None:
    """It keeps the rest, and from then on that is known of what is added."""
    path = tmp_path / "s.sqlite"
    earlier(path, 3)
    with open_store(path) as store:
        assert list(store.outcomes()) == [failed_event(0)]
        store.add([failed_event(1, parted=(3, 8))])
        assert [outcome.findings[0].parted for outcome in store.outcomes()] == [(), (3, 8)]


@pytest.mark.parametrize("version", [1, 2])
def test_a_store_of_an_earlier_format_is_given_what_it_lacks(tmp_path: Path, version: int) -> None:
    """Its contents stay, the campaign can be resumed, and exchanges that it did not keep are missing."""
    path = tmp_path / "s.sqlite"
    earlier(path, version)
    with open_store(path) as store:
        assert list(store.outcomes()) == [failed_event(0)]
        assert (store.exchange(0, 0, 2), store.recipe(0), list(store.exercised())) == (None, None, [])
        assert (store.chosen(0), store.configuration) == (None, SETTINGS)
        store.add([outcome_with_exchange(1)])
        assert store.exchange(1, 0, 2) is not None
        store.keep_causes(0, "{}")
        assert store.causes(0) == "{}"
        assert store.connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)


@pytest.mark.parametrize("version", [1, 2])
def test_a_store_of_an_earlier_format_that_is_damaged_is_left_as_it_is(tmp_path: Path, version: int) -> None:
    """A table of its own is missing."""
    path = tmp_path / "s.sqlite"
    earlier(path, version)
    with closing(sqlite3.connect(path)) as old:
        old.execute("DROP TABLE failures")
        old.commit()
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    with pytest.raises(StoreFailedError, match="table failures is missing"):
        open_store(path)
    assert path.read_bytes() == before


# --- events that were chosen ------------------------------------------------------------------------------------------


def test_chosen_events_are_kept_and_merged(tmp_path: Path) -> None:
    """Under their numbers, byte by byte."""
    settings = replace(SETTINGS, programs=(), chosen="their digest")
    events = [SelectedEvent("one.trf", b"001 \xff"), SelectedEvent("other.trf", b"002")]
    for first in (0, 1):
        create_store(tmp_path / f"{first}.sqlite", settings, [(first, 1)], [], events).close()
    with merge_stores(tmp_path / "m.sqlite", [tmp_path / "0.sqlite", tmp_path / "1.sqlite"]) as merged:
        assert [merged.chosen(index) for index in merged.remaining()] == events
        with pytest.raises(StoreFailedError, match="chosen: event 2 is missing"):
            merged.chosen(2)
