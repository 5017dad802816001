"""Which engine is taken for an event: field 192, then 092, then the date."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest
from support.events import event

from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import editions, engine_for, resolve
from reference_engines.readings import REGISTER
from reference_engines.team.edition import PreferenceType, Settings, settings_of
from tournaments.model import DeclaredSystem, VirtualPoints
from tournaments.teams.records import Team


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
        ("FIDE_DUTCH_2013", "dutch-2013"),
        ("FIDE_DUTCH_2019", None),
        ("FIDE_DUBOV", "dubov-2018"),
        ("FIDE_DUBOV_2026", "dubov-2026"),
        ("FIDE_DUBOV_2018", "dubov-2018"),
        ("FIDE_DUBOV_2019", None),
        ("FIDE_NEWTHING", None),
    ],
)
def test_field_192_decides(code: str, key: str | None) -> None:
    """Field 192 goes before the date and before field 092."""
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


def test_field_092_may_hold_a_code() -> None:
    """A program's generator writes the code of field 192 there; the reason says where it stands."""
    assert taken(text="FIDE_DUTCH_2017") == ("dutch-2017", "Field 092 declares FIDE_DUTCH_2017.")
    assert taken(text="fide_dutch_2017_baku (draft)")[0] == "dutch-2017"
    for code in ("CUSTOM_DOUBLESWISS", "CUSTOM_SWISS", "BERGER_ROUNDROBIN"):
        assert taken(text=code) == (None, f"Field 092 declares {code}, for which there is no engine.")


# --- free words in field 092 -----------------------------------------------------------------------------------------

IN_2015, IN_2020, IN_2026 = dt.date(2015, 5, 1), dt.date(2020, 5, 1), dt.date(2026, 5, 1)


@pytest.mark.parametrize(
    "text",
    ["Double-Swiss", "Individual: Double Swiss System", "DoubleSwiss", "FIDE_DOUBLESWISS", "fide_doubleswiss_baku"],
)
def test_the_double_swiss_system_is_named_in_words_or_by_its_code(text: str) -> None:
    """Since it is in force; a double round is something else."""
    assert taken(text=text, start=dt.date(2026, 2, 1))[0] == "double-swiss-2026"
    assert taken(text=text, start=dt.date(2026, 1, 31))[0] is None
    assert taken("FIDE_DOUBLESWISS", start=IN_2026)[0] == "double-swiss-2026"


@pytest.mark.parametrize(
    "text",
    [
        "Individual: Swiss-System",  # Swiss-Manager, Vega, lichess
        "Individual: swiss-system (standard)",
        "Individual: Swiss-System (Dutch)",
        "Individual: Swiss-System Dutch (JaVaFo)",
        "Individual: Swiss-System102 IA Example",  # two records in one line
        "IndividualDutch FIDE (JaVaFo)",
        "Individual Swiss Dutch FIDE (JaVaFo)",
        "Rapid - Swiss - Individual",
        "Swiss System              ",
        "swiss Dutch",
        "Swiss",
        "Schweizer System",
        "Sistema svizzero (olandese)",
        "Système suisse (hollandais)",
        "Швейцарская система",
        "Preliminary: Swiss-System",  # which is not Lim's
        "Nürnberger Schweizer System",  # nor Berger's
        "Swiss System, memorial of 1997",  # the year of an event, not of rules
        "Tournament",
    ],
)
def test_words_for_a_swiss_mean_the_dutch_system_in_force(text: str) -> None:
    """As programs write them, and as people do."""
    for start, key in ((IN_2015, "dutch-2013"), (IN_2020, "dutch-2017"), (IN_2026, "dutch-2026")):
        found, reason = taken(text=text, start=start)
        assert found == key
        assert f"'{text.strip()}'" in reason
        assert "the FIDE (Dutch) System" in reason


def test_the_reason_distinguishes_declarations_from_assumptions() -> None:
    """Dutch is named, Swiss is taken for it, and a tournament may be anything."""
    assert "which names the FIDE (Dutch) System" in taken(text="swiss Dutch")[1]
    assert "taken as the FIDE (Dutch) System" in taken(text="Swiss")[1]
    assert "names no system of pairing; the FIDE (Dutch) System is assumed" in taken(text="Tournament")[1]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Dutch 2017", "dutch-2017"),
        ("Individual  Swiss Dutch 2017 rules", "dutch-2017"),
        ("FIDE Dutch 2013", "dutch-2013"),
        ("FIDE-DUTCH-2026", "dutch-2026"),
        ("Dutch2017", "dutch-2017"),
        ("Dutch (2025)", "dutch-2026"),  # replaced before it came into use
        ("Swiss System, rules of 2013", "dutch-2013"),
        ("FIDE_DUTCH_2013", "dutch-2013"),
        ("Dubov 1997", "dubov-1997"),
        ("Individual: Swiss-System (Dubov, 1997)", "dubov-1997"),
        ("FIDE_DUBOV_1997", "dubov-1997"),
        ("Clock system", "clock-2012"),
        ("Clock 2012", "clock-2012"),
        ("Individual: Swiss-System (Clock)", "clock-2012"),
        ("Italian-Swiss", "clock-2012"),
        ("Sistema Italo-Svizzero", "clock-2012"),
        ("Simple Swiss 2018", "simple-2018"),
        ("simple-2018", "simple-2018"),
        ("simple-2018/olympiad", "simple-2018/olympiad"),
        ("Dubov-1997", "dubov-1997"),
        ("Dubov 2018", "dubov-2018"),
        ("dubov-2026/literal", "dubov-2026/literal"),
        ("lim-1999", "lim-1999"),
        ("Lim 2026", "lim-2026"),
        ("lim-2026/maxi", "lim-2026/maxi"),
    ],
)
def test_words_may_name_an_edition(text: str, key: str) -> None:
    """Which is then taken whatever the date."""
    for start in (None, IN_2015, IN_2020, IN_2026):
        assert taken(text=text, start=start)[0] == key


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Individual: Round-Robin", "a round robin"),
        ("Individual: Double Round Robin", "a round robin"),  # Vega
        ("Berger tables", "a round robin"),
        ("Team League", "a league"),
        ("Knock-Out", "a knock-out"),
        ("Individual: Swiss-System (USCF)", "the rules of the USCF"),  # Vega
        ("Double-Swiss, double rounds", "a system of two games or two rounds"),
        ("Keizer", "the Keizer system"),
        ("swiss Perfect Colours", "the system of perfect colours"),  # JavaPairing
        ("Amalfi Rating", "the Amalfi system"),  # JavaPairing
        ("by hand", "pairing by hand"),  # JavaPairing
        ("Swiss Monrad", "the Monrad system"),
        ("Dutch, then Round Robin", "a round robin"),
        ("Dutch or Dubov", "the FIDE (Dutch) System and the Dubov System"),
        ("Dutch 2019", "2019 does not name one of the editions that have an engine: dutch-2026, dutch-2017"),
        ("Dutch 2013-2017", "2013, 2017 does not name one of the editions"),
        ("Dutch, before 2017", "2017 does not name one of the editions"),
        ("Swiss System, rules of 2019", "2019 does not name one of the editions"),
        (
            "Dubov 2017",
            "2017 does not name one of the editions that have an engine: dubov-2026, dubov-2018, dubov-1997",
        ),
        ("Clock 1990", "1990 does not name one of the editions that have an engine: clock-2012"),
        ("Simple Swiss", "declared by simple-2018"),
        ("Swiss Simple", "declared by simple-2018"),  # JavaPairing
        ("Accelerated Swiss", "an acceleration"),
        ("Swiss Dutch (Baku)", "an acceleration"),
    ],
)
def test_words_may_name_what_cannot_be_taken(text: str, phrase: str) -> None:
    """The event is not paired at any date, not even by the Dutch System; the reason quotes the field."""
    for start in (None, IN_2015, IN_2020, IN_2026):
        key, reason = taken(text=text, start=start)
        assert key is None
        assert text in reason
        assert phrase in reason


def test_words_of_an_acceleration_are_believed_where_its_points_are_listed() -> None:
    """Records 250 or XXA tell what the words do not."""
    listed = (VirtualPoints(points=10, first_round=1, last_round=2, players=frozenset({1})),)
    system = DeclaredSystem(text="Accelerated Swiss")
    resolution = resolve(event(["", ""], system=system, start=IN_2020, virtual_points=listed))
    assert resolution.engine is engine_for("dutch-2017")


DUBOV = ["Individual: Swiss-System (Dubov)", "Swiss Dubov", "Individual FIDE Dubov", "Dubov", "Система Дубова"]
"""As Vega, two other programs, and people write it."""


@pytest.mark.parametrize(
    ("start", "key", "phrase"),
    [
        (None, "dubov-2026", "without a date, dubov-2026 is taken"),
        (dt.date(1996, 12, 31), None, "no edition available here was in force on 1996-12-31"),
        (dt.date(1997, 1, 1), "dubov-1997", "on 1997-01-01 that is dubov-1997"),
        (dt.date(2018, 12, 31), "dubov-1997", "on 2018-12-31 that is dubov-1997"),
        (dt.date(2019, 1, 1), "dubov-2018", "on 2019-01-01 that is dubov-2018"),
        (dt.date(2026, 1, 31), "dubov-2018", "on 2026-01-31 that is dubov-2018"),
        (IN_2026, "dubov-2026", "on 2026-05-01 that is dubov-2026"),
    ],
)
@pytest.mark.parametrize("text", [*DUBOV, "FIDE_DUBOV"])
def test_dubov_means_the_edition_in_force(text: str, start: dt.date | None, key: str | None, phrase: str) -> None:
    """On its first and its last day, and beside them."""
    found, reason = taken(text=text, start=start)
    assert found == key
    assert phrase in reason
    assert taken(code="FIDE_DUBOV", start=start)[0] == key


@pytest.mark.parametrize(("start", "key"), [(None, "lim-2026"), (IN_2020, "lim-1999"), (IN_2026, "lim-2026")])
@pytest.mark.parametrize("text", ["Individual: Swiss-System (Lim)", "Swiss Lim"])
def test_lim_means_the_edition_in_force(text: str, start: dt.date | None, key: str | None) -> None:
    """As Vega and people write it; a variant has to be named."""
    assert taken(text=text, start=start)[0] == key


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
    """The preferences and scores of the code do not matter; the draft was never in force."""
    assert team_taken(code, start=start)[0] == key
    assert team_taken(text=code or "Team: Swiss-System", start=start)[0] == key


def test_words_may_name_an_edition_for_teams() -> None:
    """By the year, beside a word such as rules."""
    assert team_taken(text="Team Swiss, rules of 2024", start=IN_2026)[0] == "team-2024"
    assert team_taken(text="Team Swiss, Open 2024", start=IN_2026)[0] == "team-2026"


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
        ("", "Team: Swiss-System (Dutch)"),
        ("", "Team Swiss 2019 rules"),
        ("", "FIDE-TEAM-BAKU"),
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
    for edition in editions():
        assert (resolve(teams, edition.key).engine is None) is not edition.pairs_teams
        assert (resolve(event(["", ""]), edition.key).engine is None) is edition.pairs_teams
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
    dutch = [edition for edition in editions() if edition.key.startswith("dutch-")]
    in_order = sorted(dutch, key=lambda edition: edition.in_force_from)
    assert len(in_order) == 3
    for older, newer in pairwise(in_order):
        assert older.in_force_until is not None
        assert older.in_force_until + dt.timedelta(days=1) == newer.in_force_from


def test_every_reading_has_two_sides_and_a_reason() -> None:
    """The register is complete and its identifiers are unique."""
    assert len({entry.identifier for entry in REGISTER.entries}) == len(REGISTER.entries)
    for entry in REGISTER.entries:
        assert all((entry.article, entry.question, entry.why, *(side.text for side in entry.sides)))
        assert REGISTER.find(entry.identifier) is entry
