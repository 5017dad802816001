"""Which engine is taken for an event: field 192, then 092, then the date."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest
from support.events import event

from reference_engines.readings import READINGS, reading
from reference_engines.systems import all_engines, engine_for, resolve
from tournaments.model import DeclaredSystem, Team


def taken(code: str = "", text: str = "", start: dt.date | None = None) -> tuple[str | None, str]:
    """Return the key of the engine taken, and the reason."""
    resolution = resolve(event(["", ""], system=DeclaredSystem(code=code, text=text), start=start))
    return (resolution.engine.edition.key if resolution.engine else None), resolution.reason


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("FIDE_DUTCH_2026", "dutch-2026"),
        ("FIDE_DUTCH_2026_BAKU", "dutch-2026"),
        ("FIDE_DUTCH_2025", "dutch-2026"),
        ("FIDE_DUTCH_2017", "dutch-2017"),
        ("FIDE_DUBOV", None),
        ("FIDE_NEWTHING", None),
    ],
)
def test_field_192_decides(code: str, key: str | None) -> None:
    """Whatever the date and field 092 say."""
    assert taken(code, "Round Robin", dt.date(2019, 1, 1))[0] == key
    assert code in taken(code)[1]


@pytest.mark.parametrize(
    ("start", "key"),
    [
        (dt.date(2013, 12, 31), None),
        (dt.date(2014, 1, 1), "dutch-2013"),
        (dt.date(2017, 6, 30), "dutch-2013"),
        (dt.date(2017, 7, 1), "dutch-2017"),
        (dt.date(2026, 1, 31), "dutch-2017"),
        (dt.date(2026, 2, 1), "dutch-2026"),
        (None, "dutch-2026"),
    ],
)
def test_an_undated_code_means_the_edition_in_force_at_the_start(start: dt.date | None, key: str | None) -> None:
    """On the last day of an edition and on the first day of the next."""
    assert taken("FIDE_DUTCH", start=start)[0] == key
    assert taken(text="Individual: Swiss-System", start=start)[0] == key
    assert taken(start=start)[0] == key


@pytest.mark.parametrize("text", ["Individual: Round-Robin", "Swiss System (Dubov)", "Team League", "FIDE_BURSTEIN"])
def test_field_092_can_name_what_has_no_engine(text: str) -> None:
    """Then nothing is paired, and the reason quotes the field."""
    key, reason = taken(text=text)
    assert key is None
    assert text.upper().split()[0] in reason.upper()


def test_field_092_may_hold_a_code() -> None:
    """A program's generator writes the code of field 192 there."""
    assert taken(text="FIDE_DUTCH_2017")[0] == "dutch-2017"


def test_team_events_have_no_engine() -> None:
    """And it is said."""
    resolution = resolve(event(["", ""], teams=(Team(number=1, name="One", players=(1, 2)),)))
    assert resolution.engine is None
    assert "team" in resolution.reason
    assert taken("FIDE_TEAM_BAKU")[0] is None


def test_a_key_is_taken_at_its_word() -> None:
    """Unknown ones are errors."""
    played = event(["", ""], system=DeclaredSystem(code="FIDE_DUBOV"))
    assert resolve(played, "dutch-2017").engine is engine_for("dutch-2017")
    with pytest.raises(KeyError):
        resolve(played, "dutch-1900")


def test_editions_do_not_overlap() -> None:
    """Each one of the FIDE (Dutch) System ends the day before the next begins."""
    dutch = [engine.edition for engine in all_engines() if engine.edition.key.startswith("dutch-")]
    editions = sorted(dutch, key=lambda edition: edition.in_force_from)
    assert len(editions) == 3
    for older, newer in pairwise(editions):
        assert older.in_force_until is not None
        assert older.in_force_until + dt.timedelta(days=1) == newer.in_force_from


def test_every_reading_has_two_sides_and_a_reason() -> None:
    """The register is complete and its identifiers are unique."""
    assert len({entry.identifier for entry in READINGS}) == len(READINGS)
    for entry in READINGS:
        assert all((entry.article, entry.question, entry.taken, entry.other, entry.why))
        assert reading(entry.identifier) is entry
