"""The choice of a system and edition by the declarations of an event, and the rules of an edition."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from reference_engines.dutch import SYSTEM as DUTCH
from reference_engines.frame.declared import BAKU, DeclaredText, declared_code, declares_baku, read_text
from reference_engines.frame.registry import all_systems, find_edition
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.readings import REGISTER
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, ParticipantKind
from tournaments.readings import ChosenReading, chosen_readings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.frame.edition import Edition, EventSettings, System
    from reference_engines.frame.rules import Rules

AUTO = "auto"
DEFAULT_SYSTEM = "dutch-2026"
"""The key of the edition that is taken where neither the user nor a program names one."""


class Resolution(FrozenStruct, frozen=True, kw_only=True):
    """The edition chosen for an event, or the reason why none was chosen."""

    edition: Edition | None
    reason: str
    """One sentence."""
    contradiction: str = ""
    """How fields 192 and 092 contradict each other, one sentence; empty if they do not, or the caller decides."""

    @property
    def engine(self) -> Rules | None:
        """The rules of the edition, loaded when they are first asked for."""
        return engine_for(self.edition.key) if self.edition else None

    def require_engine(self) -> Rules:
        """Return the rules of the edition; raise UnsupportedEventError, with the reason, if none was chosen."""
        engine = self.engine
        if engine is None:
            raise UnsupportedEventError(self.reason)
        return engine


def engine_for(key: str) -> Rules:
    """
    Return the rules of that key by the readings that the user follows; KeyError if there are none.

    They are loaded when they are first asked for.
    """
    return _read_rules(key, chosen_readings())


@cache
def _read_rules(key: str, readings: tuple[ChosenReading, ...]) -> Rules:
    module, _, name = _edition(key).rules.partition(":")
    rules: Rules = getattr(import_module(module), name)
    sides = named_sides(rules) if readings else {}
    for reading in readings:
        change = sides.get(reading)
        rules = change(rules) if change else rules
    return rules


def named_sides(rules: Rules) -> dict[ChosenReading, Callable[[Any], Rules]]:
    """Return the changes of rules that follow other sides than the defaults, each by its entry and key."""
    changes: dict[ChosenReading, Callable[[Any], Rules]] = {}
    keys: dict[str, Iterator[str]] = {}
    for variant in rules.alternative_readings():
        identifier = variant.note.identifier
        entry_keys = keys.setdefault(identifier, iter([side.key for side in REGISTER.find(identifier).others]))
        key = next(entry_keys, None)
        if key is not None and variant.rules is not None:
            changes[ChosenReading(identifier, key)] = variant.rules
    return changes


def _edition(key: str) -> Edition:
    edition = find_edition(key)
    if edition is None:
        raise KeyError(key)
    return edition


def editions() -> tuple[Edition, ...]:
    """Return every system and edition, newest edition first."""
    return tuple(edition for system in all_systems() for edition in system.all_editions)


def newest_editions() -> tuple[Edition, ...]:
    """Return the newest edition of every system."""
    return tuple(system.editions[0] for system in all_systems())


def editions_by_name() -> tuple[Edition, ...]:
    """Return every edition that can be chosen by name: `editions`, and their variants."""
    return (*editions(), *(variant for system in all_systems() for variant in system.variants))


def pairs_teams(key: str) -> bool:
    """Whether the edition of that key pairs teams; KeyError if there is no such edition."""
    return _edition(key).pairs_teams


def file_rounds_per_round(key: str) -> int:
    """Return the rounds of the file that the edition of that key pairs together; 1 if there is no such edition."""
    edition = find_edition(key)
    return 1 if edition is None else edition.file_rounds_per_round


def as_ranked(event: Event) -> Event:
    """Return an event as its standings count it: in matches, a forfeited game may count as played (C.04.5, Preface)."""
    edition = resolve(event).edition
    if edition is None or edition.pairs_teams or edition.file_rounds_per_round == 1:
        return event
    from tournaments.multi_game_rounds import with_single_forfeits_played  # noqa: PLC0415 - start-up time; few files need it

    return with_single_forfeits_played(event, edition.file_rounds_per_round)


def paired_by(key: str) -> ParticipantKind | None:
    """Return the kind of participants that a system pairs; None if the file decides."""
    if key == AUTO:
        return None
    return ParticipantKind.TEAMS if pairs_teams(key) else ParticipantKind.PLAYERS


def resolve(event: Event, key: str = AUTO) -> Resolution:
    """
    Choose the edition: by key, or from field 192, then 092, then the event's date.

    An edition for teams is never taken for individual players, nor the reverse. Raise KeyError for an unknown key.
    """
    if key != AUTO:
        return _require_fit(event, _choose(_edition(key), f"{key} was asked for."))
    if event.is_team_event:
        resolution = _choose_for_teams(event)
    elif event.system.code:
        resolution = _require_fit(event, _choose_by_code(event, event.system.code))
    else:
        return _require_fit(event, _choose_by_text(event))
    return replace(resolution, contradiction=_contradiction(event, resolution.edition))


def are_same_system(first: Edition, second: Edition) -> bool:
    """Whether two editions, or variants, are of the same system."""
    return any({first, second} <= set(system.all_named) for system in all_systems())


def _system_of(edition: Edition) -> System:
    return next(system for system in all_systems() if edition in system.all_named)


def declared_name(event: Event) -> str:
    """Return the code of field 192, or the code or key in field 092, by which an event names its system; else empty."""
    text = event.system.text.strip()
    return declared_code(event.system) or (text if _choose_by_key(text) is not None else "")


def settings_left_open(event: Event, edition: Edition) -> tuple[EventSettings, ...]:
    """Return the settings by which a system may have paired an event that declares none of them."""
    system = _system_of(edition)
    return () if declared_code(event.system) else system.settings


def side_by_side(edition: Edition) -> tuple[Edition, ...]:
    """Return the editions of the same system without drafts and variants, oldest first."""
    system = _system_of(edition)
    return system.editions[::-1]


def leaves_open(event: Event, edition: Edition, chosen: Edition) -> bool:
    """Whether the event declares nothing that favours the chosen edition over another edition."""
    code, text = declared_code(event.system), read_text(event.system.text)
    if _choose_by_key(event.system.text.strip()) is not None:
        return False
    if are_same_system(edition, chosen):
        has_year = code.removesuffix("_BAKU").rpartition("_")[2].isdecimal() or bool(text.years)
        return not (has_year or event.start or event.end)
    return not (code or text.systems)


def _contradiction(event: Event, chosen: Edition | None) -> str:
    """Describe how field 092 contradicts field 192: another system, another edition, or an acceleration."""
    code, text = event.system.code, event.system.text.strip()
    if chosen is None or not (code and text):
        return ""
    text_code = declared_code(replace(event.system, code=""))
    text_edition = _find_text_edition(event, text, text_code)
    if text_edition is not None and (
        text_edition.key != chosen.key if _names_edition(text, text_code) else not are_same_system(text_edition, chosen)
    ):
        return f"Field 192 declares {code}, and field 092 says '{text}': {_DECIDE}"
    if declares_baku(event.system) or event.virtual_points:
        return ""
    if text_code.endswith(BAKU) or (not text_code and read_text(text).accelerated):
        return f"Field 192 declares {code}, without acceleration, and field 092 says '{text}': {_DECIDE}"
    return ""


_DECIDE = "the two contradict each other, and field 192 was followed. --system KEY decides."


def _find_text_edition(event: Event, text: str, text_code: str) -> Edition | None:
    """Return the edition of the only system that field 092 names, by key, code or words; None if there is none."""
    key_resolution = _choose_by_key(text)
    if key_resolution is not None:
        return key_resolution.edition
    if text_code:
        return _choose_by_code(event, text_code, "092").edition
    declared = read_text(text)
    if len(declared.systems) != 1:
        return None
    system = declared.systems[0]
    editions_meant = {system.edition_named(year) for year in declared.years} - {None}
    return editions_meant.pop() if len(editions_meant) == 1 and not declared.years_bound else system.editions[0]


def _names_edition(text: str, text_code: str) -> bool:
    """Whether field 092 names an edition, and not only a system."""
    if text_code:
        return text_code.removesuffix(BAKU).rpartition("_")[2].isdecimal()
    return _choose_by_key(text) is not None or bool(read_text(text).years)


def _require_fit(event: Event, resolution: Resolution) -> Resolution:
    """Refuse an edition that does not pair the participants of the event, or a team event without teams."""
    edition = resolution.edition
    if edition is None:
        return resolution
    if edition.pairs_teams == event.is_team_event:
        return _refuse(_NO_TEAMS) if event.is_team_event and not event.teams else resolution
    if event.is_team_event:
        remedy = "field 192 or 092 can say that it is one of individuals"
        return _refuse(f"{edition.key} pairs individual players, and this is a team event; {remedy}.")
    return _refuse(f"{edition.key} pairs teams, and this is an event of individual players.")


_NO_TEAMS = "This is a team event, and it lists no teams (records 310, or 013)."


def _choose(edition: Edition, reason: str) -> Resolution:
    return Resolution(edition=edition, reason=reason)


def _refuse(reason: str) -> Resolution:
    return Resolution(edition=None, reason=reason)


def _choose_by_key(text: str) -> Resolution | None:
    """Choose the edition whose key stands in field 092; None if it is not a key."""
    edition = find_edition(text.lower()) if text else None
    return None if edition is None else _choose(edition, f"Field 092 names {edition.key}.")


# --- teams -----------------------------------------------------------------------------------------------------------


def _choose_for_teams(event: Event) -> Resolution:
    """Choose an edition of the team system; field 092 may name an edition, or another system."""
    from reference_engines.team import SYSTEM as TEAM  # noqa: PLC0415 - few events are of teams
    from reference_engines.team.edition import is_team_swiss  # noqa: PLC0415 - likewise

    code, text = declared_code(event.system), event.system.text.strip()
    if code and not is_team_swiss(code):
        return _refuse(f"The event declares {code}, for which there is no engine.")
    key_resolution = _choose_by_key(text)
    if key_resolution is not None:
        return _require_fit(event, key_resolution)
    if code:
        reason = f"The event declares {code}, the team system in force at the start"
        return _require_fit(event, _choose_by_date(event, reason, TEAM))
    return _require_fit(event, _choose_team_edition_by_text(event, text))


def _choose_team_edition_by_text(event: Event, text: str) -> Resolution:
    from reference_engines.team import SYSTEM as TEAM  # noqa: PLC0415 - few events are of teams

    if not text:
        return _choose_by_date(event, f"This is a team event, and no system is declared; {TEAM.name} is assumed", TEAM)
    declared = read_text(text)
    objection = _find_objection(event, text, declared)
    if objection:
        return _refuse(objection)
    if declared.systems:
        return _refuse(f"Field 092 says '{text}', and {declared.systems[0].name} pairs individual players.")
    reason = f"Field 092 says '{text}', taken as {TEAM.name}"
    return _choose_by_year(reason, declared, TEAM) if declared.years else _choose_by_date(event, reason, TEAM)


# --- players ---------------------------------------------------------------------------------------------------------


def _choose_by_code(event: Event, code: str, field: str = "192") -> Resolution:
    """Choose by a code of field 192, in that field or in 092; a year at its end names an edition."""
    plain = code.removesuffix("_BAKU")
    name, _, year = plain.rpartition("_")
    reason = f"Field {field} declares {code}"
    system = _find_by_code(name) if year.isdecimal() else None
    if system is not None:
        edition = system.edition_named(int(year))
        return _choose(edition, f"{reason}.") if edition else _refuse(f"{reason}, for which there is no engine.")
    system = _find_by_code(plain)
    if system is None:
        return _refuse(f"{reason}, for which there is no engine.")
    return _choose_by_date(event, f"{reason}, the edition in force at the start", system)


def _find_by_code(code: str) -> System | None:
    """Return the system of a code, without the year of an edition; None if there is none."""
    return next((system for system in all_systems() if system.code and system.code == code), None)


def _choose_by_text(event: Event) -> Resolution:
    """Read field 092, where programs write a code of field 192, and people the key of an edition or free words."""
    text = event.system.text.strip()
    key_resolution = _choose_by_key(text)
    if key_resolution is not None:
        return key_resolution
    code = declared_code(event.system)
    if code:
        return _choose_by_code(event, code, "092")
    if not text:
        return _choose_by_date(event, f"No system is declared; {DUTCH.name} is assumed", DUTCH)
    declared = read_text(text)
    objection = _find_objection(event, text, declared)
    return _refuse(objection) if objection else _choose_by_name(event, text, declared)


def _find_objection(event: Event, text: str, declared: DeclaredText) -> str:
    """Return the reason why free words cannot choose an edition of any system; empty if they may."""
    if declared.system_without_engine:
        return f"Field 092 says '{text}', which names {declared.system_without_engine}; there is no engine for it."
    if len(declared.systems) > 1:
        names = " and ".join(system.name for system in declared.systems)
        return f"Field 092 says '{text}', which names {names}; which one it means cannot be told."
    if declared.accelerated and not event.virtual_points:
        return (
            f"Field 092 says '{text}', which speaks of an acceleration, and the file does not list its points (250, "
            "XXA); the Baku acceleration is declared by a code of field 192."
        )
    return ""


def _choose_by_name(event: Event, text: str, declared: DeclaredText) -> Resolution:
    """Choose by the system that free words name; without a name, the FIDE (Dutch) System."""
    system = declared.systems[0] if declared.systems else DUTCH
    reason = f"Field 092 says '{text}', {'which names' if declared.systems else 'taken as'} {system.name}"
    if declared.years:
        return _choose_by_year(reason, declared, system)
    if system.words_refusal:
        return _refuse(system.words_refusal.format(text=text))
    if not declared.systems and not declared.swiss:
        reason = f"Field 092 says '{text}', which names no system of pairing; {DUTCH.name} is assumed"
    return _choose_by_date(event, reason, system)


def _choose_by_year(reason: str, declared: DeclaredText, system: System) -> Resolution:
    """Choose the edition that years in free words name, if they name a single edition."""
    editions_meant = {system.edition_named(year) for year in declared.years}
    edition = next(iter(editions_meant)) if len(editions_meant) == 1 and not declared.years_bound else None
    if edition is not None:
        return _choose(edition, f"{reason}; the year names {edition.key}.")
    years = ", ".join(str(year) for year in declared.years)
    known = ", ".join(edition.key for edition in system.editions)
    return _refuse(f"{reason}; {years} does not name one of the editions that have an engine: {known}.")


def _choose_by_date(event: Event, reason: str, system: System) -> Resolution:
    """Choose the edition in force at the start; without a date the newest."""
    date, newest = event.start or event.end, system.editions[0]
    if system.whatever_the_date:
        return _choose(newest, f"{reason}; that is {newest.key}.")
    if date is None:
        return _choose(newest, f"{reason}; without a date, {newest.key} is taken.")
    edition = system.edition_on(date)
    if edition is not None:
        return _choose(edition, f"{reason}; on {date.isoformat()} that is {edition.key}.")
    nearest = f"; to try the nearest edition: --system {system.nearest(date).key}"
    return _refuse(f"{reason}; no edition available here was in force on {date.isoformat()}{nearest}.")
