"""The choice of a system and edition by what an event declares, and the rules of those that are chosen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from reference_engines.dutch.about import SYSTEM as DUTCH
from reference_engines.frame.declared import BAKU, code_of, declares_baku, read_text
from reference_engines.frame.registry import EDITIONS, SYSTEMS, VARIANTS
from reference_engines.team.about import SYSTEM as TEAM
from tournaments.frozen import dataclass
from tournaments.model import ParticipantKind
from tournaments.multi_game_rounds import with_single_forfeits_played

if TYPE_CHECKING:
    from reference_engines.frame.declared import TextSays
    from reference_engines.frame.edition import Edition, EventSettings, System
    from reference_engines.frame.rules import Rules
    from tournaments.model import Event

AUTO = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """The edition taken for an event, or why none was."""

    edition: Edition | None
    reason: str
    """One sentence."""
    contradiction: str = ""
    """How fields 192 and 092 contradict each other, one sentence; empty if they do not, or the caller decides."""

    @property
    def engine(self) -> Rules | None:
        """The rules of the edition, loaded when they are first asked for."""
        return engine_for(self.edition.key) if self.edition else None


@cache
def engine_for(key: str) -> Rules:
    """Return the rules of that key, loaded when they are first asked for; KeyError if there are none."""
    module, _, name = _edition(key).rules.partition(":")
    rules: Rules = getattr(import_module(module), name)
    return rules


def _edition(key: str) -> Edition:
    return EDITIONS[key] if key in EDITIONS else VARIANTS[key]


def editions() -> tuple[Edition, ...]:
    """Return every system and edition, newest edition first."""
    return tuple(EDITIONS.values())


def newest_editions() -> tuple[Edition, ...]:
    """Return the newest edition of every system."""
    return tuple(system.editions[0] for system in SYSTEMS)


def editions_by_name() -> tuple[Edition, ...]:
    """Return everything that can be named: `editions`, and their variants."""
    return (*EDITIONS.values(), *VARIANTS.values())


def pairs_teams(key: str) -> bool:
    """Whether what has that key pairs teams; KeyError if there is nothing of that key."""
    return _edition(key).pairs_teams


def rounds_per_stage(key: str) -> int:
    """Return how many rounds of the file what has that key pairs at once; 1 if there is nothing of that key."""
    return _edition(key).rounds_per_stage if key in EDITIONS or key in VARIANTS else 1


def as_ranked(event: Event) -> Event:
    """Return an event as its standings see it: of matches, a forfeited game may count as played (C.04.5, Preface)."""
    edition = resolve(event).edition
    if edition is None or edition.pairs_teams or edition.rounds_per_stage == 1:
        return event
    return with_single_forfeits_played(event, edition.rounds_per_stage)


def paired_by(key: str) -> ParticipantKind | None:
    """Return whom a system pairs, so that a file that lists teams is read for it; None if the file is to choose."""
    if key == AUTO:
        return None
    return ParticipantKind.TEAMS if pairs_teams(key) else ParticipantKind.PLAYERS


def resolve(event: Event, key: str = AUTO) -> Resolution:
    """
    Choose the edition: by key, or from field 192, then 092, then the event's date.

    An edition for teams is never taken for individual players, nor the reverse. Raise KeyError for an unknown key.
    """
    if key != AUTO:
        return _fitting(event, _taken(_edition(key), f"{key} was asked for."))
    if event.is_team_event:
        chosen = _for_teams(event)
    elif event.system.code:
        chosen = _fitting(event, _by_code(event, event.system.code))
    else:
        return _fitting(event, _by_text(event))
    return replace(chosen, contradiction=_contradiction(event, chosen.edition))


def of_one_system(one: Edition, other: Edition) -> bool:
    """Return whether two editions, or variants, are of the same system."""
    return any({one, other} <= {*system.all_editions, *system.variants} for system in SYSTEMS)


def declared_name(event: Event) -> str:
    """Return the code of field 192, or the code or key in field 092, by which an event names its system; else empty."""
    text = event.system.text.strip()
    return code_of(event.system) or (text if _by_key(text) is not None else "")


def settings_left_open(event: Event, edition: Edition) -> tuple[EventSettings, ...]:
    """Return the settings by which a system may have paired an event that declares none of them."""
    system = next(system for system in SYSTEMS if edition in {*system.all_editions, *system.variants})
    return () if code_of(event.system) else system.settings


def side_by_side(edition: Edition) -> tuple[Edition, ...]:
    """Return the editions of the same system, a draft or a variant not among them, oldest first."""
    system = next(system for system in SYSTEMS if edition in {*system.all_editions, *system.variants})
    return system.editions[::-1]


def leaves_open(event: Event, edition: Edition, taken: Edition) -> bool:
    """Return whether nothing that the event says of itself speaks for the edition taken, and against another one."""
    code, text = code_of(event.system), read_text(event.system.text)
    if _by_key(event.system.text.strip()) is not None:
        return False
    if of_one_system(edition, taken):
        has_year = code.removesuffix("_BAKU").rpartition("_")[2].isdecimal() or bool(text.years)
        return not (has_year or event.start or event.end)
    return not (code or text.systems)


def _contradiction(event: Event, taken: Edition | None) -> str:
    """Say what field 092 names that field 192 denies: another system, another edition, or an acceleration."""
    code, text = event.system.code, event.system.text.strip()
    if taken is None or not (code and text):
        return ""
    written = code_of(replace(event.system, code=""))
    named = _named_in_text(event, text, written)
    if named is not None and (
        named.key != taken.key if _names_edition(text, written) else not of_one_system(named, taken)
    ):
        return f"Field 192 declares {code}, and field 092 says '{text}': {_DECIDE}"
    if declares_baku(event.system) or event.virtual_points:
        return ""
    if written.endswith(BAKU) or (not written and read_text(text).accelerated):
        return f"Field 192 declares {code}, without acceleration, and field 092 says '{text}': {_DECIDE}"
    return ""


_DECIDE = "the two contradict each other, and field 192 was followed. --system KEY decides."


def _named_in_text(event: Event, text: str, written: str) -> Edition | None:
    """Return the edition of the one system that field 092 names, by key, code or words; None if it names no system."""
    by_key = _by_key(text)
    if by_key is not None:
        return by_key.edition
    if written:
        return _by_code(event, written, "092").edition
    named = read_text(text)
    if len(named.systems) != 1:
        return None
    meant = {named.systems[0].of_year(year) for year in named.years} - {None}
    return meant.pop() if len(meant) == 1 and not named.years_bound else named.systems[0].editions[0]


def _names_edition(text: str, written: str) -> bool:
    """Whether field 092 names an edition, and not a system alone."""
    if written:
        return written.removesuffix(BAKU).rpartition("_")[2].isdecimal()
    return _by_key(text) is not None or bool(read_text(text).years)


def _fitting(event: Event, resolution: Resolution) -> Resolution:
    """Refuse an edition that pairs something else than the event does, or teams that are not there."""
    edition = resolution.edition
    if edition is None:
        return resolution
    if edition.pairs_teams == event.is_team_event:
        return _refused(_NO_TEAMS) if event.is_team_event and not event.teams else resolution
    if event.is_team_event:
        remedy = "field 192 or 092 can say that it is one of individuals"
        return _refused(f"{edition.key} pairs individual players, and this is a team event; {remedy}.")
    return _refused(f"{edition.key} pairs teams, and this is an event of individual players.")


_NO_TEAMS = "This is a team event, and it lists no teams (records 310, or 013)."


def _taken(edition: Edition, reason: str) -> Resolution:
    return Resolution(edition=edition, reason=reason)


def _refused(reason: str) -> Resolution:
    return Resolution(edition=None, reason=reason)


def _by_key(text: str) -> Resolution | None:
    """Take field 092 at its word where it names a key."""
    key = text.lower()
    return _taken(_edition(key), f"Field 092 names {key}.") if key in EDITIONS or key in VARIANTS else None


# --- teams -----------------------------------------------------------------------------------------------------------


def _for_teams(event: Event) -> Resolution:
    """Choose an edition of the team system: field 092 may name one, or else say that it is another system."""
    from reference_engines.team.settings import is_team_swiss  # noqa: PLC0415 - few events are of teams

    code, text = code_of(event.system), event.system.text.strip()
    if code and not is_team_swiss(code):
        return _refused(f"The event declares {code}, for which there is no engine.")
    named = _by_key(text)
    if named is not None:
        return _fitting(event, named)
    if code:
        said = f"The event declares {code}, the team system in force at the start"
        return _fitting(event, _by_date(event, said, TEAM))
    return _fitting(event, _by_text_of_teams(event, text))


def _by_text_of_teams(event: Event, text: str) -> Resolution:
    if not text:
        return _by_date(event, f"This is a team event, and no system is declared; {TEAM.name} is assumed", TEAM)
    named = read_text(text)
    objection = _objection(event, text, named)
    if objection:
        return _refused(objection)
    if named.systems:
        return _refused(f"Field 092 says '{text}', and {named.systems[0].name} pairs individual players.")
    said = f"Field 092 says '{text}', taken as {TEAM.name}"
    return _by_year(said, named, TEAM) if named.years else _by_date(event, said, TEAM)


# --- players ---------------------------------------------------------------------------------------------------------


def _by_code(event: Event, code: str, field: str = "192") -> Resolution:
    """Choose by a code of field 192, wherever it stands; a year at its end names an edition."""
    plain = code.removesuffix("_BAKU")
    name, _, year = plain.rpartition("_")
    said = f"Field {field} declares {code}"
    by_code = {system.code: system for system in SYSTEMS if system.code}
    if name in by_code and year.isdecimal():
        edition = by_code[name].of_year(int(year))
        return _taken(edition, f"{said}.") if edition else _refused(f"{said}, for which there is no engine.")
    if plain not in by_code:
        return _refused(f"{said}, for which there is no engine.")
    system = by_code[plain]
    return _by_date(event, f"{said}, the edition in force at the start", system)


def _by_text(event: Event) -> Resolution:
    """Read field 092, where programs write a code of field 192, and people the key of an edition or free words."""
    text = event.system.text.strip()
    by_key = _by_key(text)
    if by_key is not None:
        return by_key
    code = code_of(event.system)
    if code:
        return _by_code(event, code, "092")
    if not text:
        return _by_date(event, f"No system is declared; {DUTCH.name} is assumed", DUTCH)
    named = read_text(text)
    objection = _objection(event, text, named)
    return _refused(objection) if objection else _by_name(event, text, named)


def _objection(event: Event, text: str, named: TextSays) -> str:
    """Return why free words choose nothing, whatever the editions that there are; empty if they may."""
    if named.other:
        return f"Field 092 says '{text}', which names {named.other}; there is no engine for it."
    if len(named.systems) > 1:
        names = " and ".join(system.name for system in named.systems)
        return f"Field 092 says '{text}', which names {names}; which one it means cannot be told."
    if named.accelerated and not event.virtual_points:
        return (
            f"Field 092 says '{text}', which speaks of an acceleration, and the file does not list its points (250, "
            "XXA); the Baku acceleration is declared by a code of field 192."
        )
    return ""


def _by_name(event: Event, text: str, named: TextSays) -> Resolution:
    """Choose by the one system that free words name; words that name none are taken as the FIDE (Dutch) System."""
    system = named.systems[0] if named.systems else DUTCH
    said = f"Field 092 says '{text}', {'which names' if named.systems else 'taken as'} {system.name}"
    if named.years:
        return _by_year(said, named, system)
    if system.by_words_refused:
        return _refused(system.by_words_refused.format(text=text))
    if not named.systems and not named.swiss:
        said = f"Field 092 says '{text}', which names no system of pairing; {DUTCH.name} is assumed"
    return _by_date(event, said, system)


def _by_year(said: str, named: TextSays, system: System) -> Resolution:
    """Choose the edition that years in free words name, if they name one and no other."""
    meant = {system.of_year(year) for year in named.years}
    edition = next(iter(meant)) if len(meant) == 1 and not named.years_bound else None
    if edition is not None:
        return _taken(edition, f"{said}; the year names {edition.key}.")
    years = ", ".join(str(year) for year in named.years)
    known = ", ".join(edition.key for edition in system.editions)
    return _refused(f"{said}; {years} does not name one of the editions that have an engine: {known}.")


def _by_date(event: Event, said: str, system: System) -> Resolution:
    """Choose the edition in force at the start; without a date the newest."""
    date, newest = event.start or event.end, system.editions[0]
    if system.whatever_the_date:
        return _taken(newest, f"{said}; that is {newest.key}.")
    if date is None:
        return _taken(newest, f"{said}; without a date, {newest.key} is taken.")
    edition = system.in_force(date)
    if edition is not None:
        return _taken(edition, f"{said}; on {date.isoformat()} that is {edition.key}.")
    try_it = f"; to try the nearest edition: --system {system.nearest(date).key}"
    return _refused(f"{said}; no edition available here was in force on {date.isoformat()}{try_it}.")
