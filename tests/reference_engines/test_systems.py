"""Which engine is taken for an event: field 192, then 092, then the date."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest
from support.events import event

from reference_engines.readings import READINGS, reading
from reference_engines.results import UnsupportedEventError
from reference_engines.systems import all_engines, engine_for, resolve
from reference_engines.team.settings import PreferenceType, Settings, settings_of
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


def team_taken(code: str = "", text: str = "", start: dt.date | None = None) -> tuple[str | None, str]:
    """Return the key of the engine taken for an event that lists teams, and the reason."""
    teams = (Team(number=1, name="One", players=(1,)), Team(number=2, name="Two", players=(2,)))
    resolution = resolve(event(["", ""], system=DeclaredSystem(code=code, text=text), start=start, teams=teams))
    return (resolution.engine.edition.key if resolution.engine else None), resolution.reason


@pytest.mark.parametrize(
    ("start", "key"),
    [
        (dt.date(2024, 7, 31), None),
        (dt.date(2024, 8, 1), "team-2024"),
        (dt.date(2026, 1, 31), "team-2024"),
        (dt.date(2026, 2, 1), "team-2026"),
        (None, "team-2026"),
    ],
)
@pytest.mark.parametrize("code", ["FIDE_TEAM", "FIDE_TEAM_BAKU", "FIDE_TEAM_TYPEB_GP_MP", "FIDE_TEAM_MP", ""])
def test_a_team_event_takes_the_team_system_in_force(code: str, start: dt.date | None, key: str | None) -> None:
    """Whatever preferences and scores its code declares; the draft was never in force."""
    assert team_taken(code, start=start)[0] == key
    assert team_taken(text=code or "Team: Swiss-System", start=start)[0] == key


@pytest.mark.parametrize("key", ["team-2026", "team-2024", "team-draft"])
def test_field_092_may_name_an_edition_for_teams(key: str) -> None:
    """The draft, too, which is taken in no other way; field 192 still says what the event's regulations choose."""
    assert team_taken(text=key)[0] == key
    assert team_taken("FIDE_TEAM_TYPEB_MP", key, dt.date(2026, 3, 1)) == (key, f"Field 092 names {key}.")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("FIDE_TEAM_ROUNDROBIN", ""),
        ("CUSTOM_TEAM_SWISS_MP", "team-2026"),
        ("FIDE_TEAM_TYPEC", ""),
        ("", "BERGER_TEAM_ROUNDROBIN"),
        ("", "Team: Round-Robin"),
        ("", "Team: Knock-out"),
        ("", "dutch-2026"),
    ],
)
def test_other_team_systems_have_no_engine(code: str, text: str) -> None:
    """And the reason names what was declared."""
    key, reason = team_taken(code, text)
    assert key is None
    assert (code or text) in reason


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        ("", Settings()),
        ("FIDE_TEAM", Settings()),
        ("FIDE_TEAM_BAKU", Settings(baku=True)),
        ("FIDE_TEAM_TYPEA_MP_GP", Settings()),
        ("FIDE_TEAM_TYPEA_GP_MP", Settings(game_points_first=True)),
        ("FIDE_TEAM_TYPEB_MP", Settings(preferences=PreferenceType.B, secondary=False)),
        ("FIDE_TEAM_MP_GP", Settings(preferences=PreferenceType.NONE)),
        ("FIDE_TEAM_GP", Settings(preferences=PreferenceType.NONE, game_points_first=True, secondary=False)),
        ("FIDE_TEAM_TYPEB_MP_GP_BAKU", Settings(preferences=PreferenceType.B, baku=True)),
    ],
)
def test_a_code_for_teams_says_what_the_regulations_choose(code: str, settings: Settings) -> None:
    """Type of colour preferences, primary and secondary score, acceleration (TEAM-NO-TYPE)."""
    assert settings_of(DeclaredSystem(code=code)) == settings
    assert settings_of(DeclaredSystem(text=code)) == settings


def test_game_points_are_not_accelerated() -> None:
    """C.04.7:1.4.4."""
    with pytest.raises(UnsupportedEventError, match=r"C\.04\.7"):
        settings_of(DeclaredSystem(code="FIDE_TEAM_TYPEA_GP_MP_BAKU"))


def test_systems_for_players_and_for_teams_are_kept_apart() -> None:
    """Also where a key is asked for, or a field names one."""
    teams = event(["", ""], teams=(Team(number=1, name="One", players=(1, 2)),))
    for engine in all_engines():
        for_teams = engine.edition.pairs_teams
        assert (resolve(teams, engine.edition.key).engine is None) is not for_teams
        assert (resolve(event(["", ""]), engine.edition.key).engine is None) is for_teams
    assert taken(text="team-2026")[0] is None


@pytest.mark.parametrize("key", ["auto", "team-2026"])
def test_teams_have_to_be_listed(key: str) -> None:
    """A file that declares the team system, and names players only, says not who would be paired."""
    resolution = resolve(event(["", ""], system=DeclaredSystem(code="FIDE_TEAM_TYPEA_MP_GP")), key)
    assert resolution.engine is None
    assert "lists no teams" in resolution.reason


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
