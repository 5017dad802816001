"""Every system and edition that can be applied, and the choice among them by what an event declares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from reference_engines.declared import System, code_of, read_text

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from reference_engines.declared import TextSays
    from reference_engines.dutch.edition import DutchEdition
    from reference_engines.engine import Engine
    from tournaments.model import Event

# Engines are imported when they are first asked for: most runs need one of them.


def _dutch_2026() -> Engine:
    from reference_engines.dutch.edition_2026 import DUTCH_2026  # noqa: PLC0415 -- see above
    from reference_engines.dutch.round_2026 import Round2026  # noqa: PLC0415
    from reference_engines.dutch.session import DutchEngine  # noqa: PLC0415

    return DutchEngine(DUTCH_2026, Round2026)


def _dutch_2017() -> Engine:
    from reference_engines.dutch.edition_2017 import DUTCH_2017  # noqa: PLC0415 -- see above
    from reference_engines.dutch.round_2017 import Round2017  # noqa: PLC0415
    from reference_engines.dutch.session import DutchEngine  # noqa: PLC0415

    return DutchEngine(DUTCH_2017, Round2017)


def _dutch_2013() -> Engine:
    from reference_engines.dutch_2013.edition import DUTCH_2013  # noqa: PLC0415 -- see above
    from reference_engines.dutch_2013.session import DutchEngine2013  # noqa: PLC0415

    return DutchEngine2013(DUTCH_2013)


def _dutch_2026_literal() -> Engine:
    from reference_engines.dutch.edition_2026 import DUTCH_2026  # noqa: PLC0415 -- see above
    from reference_engines.dutch.literal.round_2026 import Round2026Literal  # noqa: PLC0415
    from reference_engines.dutch.session import DutchEngine  # noqa: PLC0415

    return DutchEngine(_walked(DUTCH_2026), Round2026Literal)


def _dutch_2017_literal() -> Engine:
    from reference_engines.dutch.edition_2017 import DUTCH_2017  # noqa: PLC0415 -- see above
    from reference_engines.dutch.literal.round_2017 import Round2017Literal  # noqa: PLC0415
    from reference_engines.dutch.session import DutchEngine  # noqa: PLC0415

    return DutchEngine(_walked(DUTCH_2017), Round2017Literal)


def _clock_2012() -> Engine:
    from reference_engines.clock.session import clock_2012  # noqa: PLC0415 -- see above

    return clock_2012()


def _clock_2012_literal() -> Engine:
    from reference_engines.clock.session import clock_2012_literal  # noqa: PLC0415 -- see above

    return clock_2012_literal()


def _dubov_1997() -> Engine:
    from reference_engines.dubov_1997.session import dubov_1997  # noqa: PLC0415 -- see above

    return dubov_1997()


def _dubov_1997_literal() -> Engine:
    from reference_engines.dubov_1997.session import dubov_1997_literal  # noqa: PLC0415 -- see above

    return dubov_1997_literal()


def _walked(rules: DutchEdition) -> DutchEdition:
    """Return the edition under the key of its literal engine."""
    edition = replace(
        rules.edition,
        key=f"{rules.edition.key}/literal",
        title=f"{rules.edition.title}, candidate by candidate (small brackets)",
    )
    return replace(rules, edition=edition)


def _simple(name: str) -> Callable[[], Engine]:
    def load() -> Engine:
        from reference_engines.simple_swiss import session  # noqa: PLC0415 -- see above

        engine: Engine = getattr(session, name)()
        return engine

    return load


def _team(name: str, *, literal: bool = False) -> Callable[[], Engine]:
    def load() -> Engine:
        from reference_engines.team import edition, session  # noqa: PLC0415 -- see above

        rules = getattr(edition, name)
        return session.literal_team_engine(rules) if literal else session.team_engine(rules)

    return load


_EDITIONS: dict[str, Callable[[], Engine]] = {
    "dutch-2026": _dutch_2026,
    "dutch-2017": _dutch_2017,
    "dutch-2013": _dutch_2013,
    "dubov-1997": _dubov_1997,
    "clock-2012": _clock_2012,
    "simple-2018": _simple("simple_2018"),
    "team-2026": _team("TEAM_2026"),
    "team-2024": _team("TEAM_2024"),
    "team-draft": _team("TEAM_DRAFT"),
}
"""Every system, its editions newest first."""
_VARIANTS: dict[str, Callable[[], Engine]] = {
    "dutch-2026/literal": _dutch_2026_literal,
    "dutch-2017/literal": _dutch_2017_literal,
    "dubov-1997/literal": _dubov_1997_literal,
    "clock-2012/literal": _clock_2012_literal,
    "simple-2018/alternating": _simple("simple_2018_alternating"),
    "simple-2018/olympiad": _simple("simple_2018_olympiad"),
    "simple-2018/literal": _simple("simple_2018_literal"),
    "team-2026/literal": _team("TEAM_2026", literal=True),
    "team-2024/literal": _team("TEAM_2024", literal=True),
    "team-draft/literal": _team("TEAM_DRAFT", literal=True),
}
"""Literal engines and options of a system: taken only when they are asked for by name."""
_DUTCH = ("dutch-2026", "dutch-2017", "dutch-2013")
"""Newest first: the edition in force at an event's date is taken where the event says no more than Dutch."""
_TEAM = ("team-2026", "team-2024")
"""Likewise for teams; the draft was never in force."""
_BY_SYSTEM = {
    System.DUTCH: _DUTCH,
    System.DUBOV: ("dubov-1997",),
    System.CLOCK: ("clock-2012",),
    System.SIMPLE: ("simple-2018",),
}
"""Editions that there are engines for; the year at the end of a key is the one by which a file names the edition."""
_BY_CODE = {"FIDE_DUTCH": System.DUTCH, "FIDE_DUBOV": System.DUBOV}
_ALIASES = {("dutch", 2025): 2026}
"""An edition that was replaced before it came into use; programs that name it mean the one in force."""
AUTO = "auto"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """The engine taken for an event, or why none was."""

    engine: Engine | None
    reason: str
    """One sentence."""


@cache
def engine_for(key: str) -> Engine:
    """Return the engine of that key; KeyError if there is none."""
    return (_EDITIONS | _VARIANTS)[key]()


def all_engines() -> tuple[Engine, ...]:
    """Return the engine of every system and edition, newest edition first."""
    return tuple(engine_for(key) for key in _EDITIONS)


def engines_by_name() -> tuple[Engine, ...]:
    """Return every engine that can be named: those of `all_engines`, and their variants."""
    return tuple(engine_for(key) for key in _EDITIONS | _VARIANTS)


def resolve(event: Event, key: str = AUTO) -> Resolution:
    """
    Choose the engine: by key, or from field 192, then 092, then the event's date.

    An engine for teams is never taken for individual players, nor the reverse. Raise KeyError for an unknown key.
    """
    if key != AUTO:
        return _fitting(event, Resolution(engine=engine_for(key), reason=f"{key} was asked for."))
    if event.is_team_event:
        return _for_teams(event)
    if event.system.code:
        return _fitting(event, _by_code(event, event.system.code))
    return _fitting(event, _by_text(event))


def _fitting(event: Event, resolution: Resolution) -> Resolution:
    """Refuse an engine that pairs something else than the event does, or teams that are not there."""
    if resolution.engine is None:
        return resolution
    if resolution.engine.edition.pairs_teams == event.is_team_event:
        missing = event.is_team_event and not event.teams
        return Resolution(engine=None, reason=_NO_TEAMS) if missing else resolution
    key = resolution.engine.edition.key
    if event.is_team_event:
        remedy = "field 192 or 092 can say that it is one of individuals"
        return Resolution(engine=None, reason=f"{key} pairs individual players, and this is a team event; {remedy}.")
    return Resolution(engine=None, reason=f"{key} pairs teams, and this is an event of individual players.")


def _for_teams(event: Event) -> Resolution:
    """Choose an edition of the team system: field 092 may name one, or else say that it is another system."""
    from reference_engines.team.settings import is_team_swiss  # noqa: PLC0415 -- see above

    code, text = code_of(event.system), event.system.text.strip()
    if code and not is_team_swiss(code):
        return _refused(f"The event declares {code}, for which there is no engine.")
    if text.lower() in _EDITIONS | _VARIANTS:
        return _fitting(event, _taken(text.lower(), f"Field 092 names {text.lower()}."))
    if code:
        said = f"The event declares {code}, the team system in force at the start"
        return _fitting(event, _by_date(event, said, _TEAM))
    return _fitting(event, _by_text_of_teams(event, text))


def _by_text_of_teams(event: Event, text: str) -> Resolution:
    if not text:
        said = "This is a team event, and no system is declared; the FIDE Swiss Team Pairing System is assumed"
        return _by_date(event, said, _TEAM)
    named = read_text(text)
    objection = _objection(event, text, named)
    if objection:
        return _refused(objection)
    if named.systems:
        return _refused(f"Field 092 says '{text}', and {named.systems[0].value} pairs individual players.")
    said = f"Field 092 says '{text}', taken as the FIDE Swiss Team Pairing System"
    return _by_year(said, named, _TEAM) if named.years else _by_date(event, said, _TEAM)


def _by_code(event: Event, code: str, field: str = "192") -> Resolution:
    """Choose by a code of field 192, wherever it stands; a year at its end names an edition."""
    plain = code.removesuffix("_BAKU")
    name, _, year = plain.rpartition("_")
    said = f"Field {field} declares {code}"
    if name in _BY_CODE and year.isdecimal():
        key = _of_year(int(year), _BY_SYSTEM[_BY_CODE[name]])
        return _taken(key, f"{said}.") if key else _refused(f"{said}, for which there is no engine.")
    if plain not in _BY_CODE:
        return _refused(f"{said}, for which there is no engine.")
    if _BY_CODE[plain] is System.DUBOV:
        return _dubov_by_date(event, said)
    return _by_date(event, f"{said}, the edition in force at the start")


def _by_text(event: Event) -> Resolution:
    """Read field 092, where programs write a code of field 192, and people the key of an engine or free words."""
    text = event.system.text.strip()
    if text.lower() in _EDITIONS | _VARIANTS:
        return _taken(text.lower(), f"Field 092 names {text.lower()}.")
    code = code_of(event.system)
    if code:
        return _by_code(event, code, "092")
    if not text:
        return _by_date(event, "No system is declared; the FIDE (Dutch) System is assumed")
    named = read_text(text)
    objection = _objection(event, text, named)
    return _refused(objection) if objection else _by_name(event, text, named)


def _objection(event: Event, text: str, named: TextSays) -> str:
    """Return why free words choose nothing, whatever the editions that there are; empty if they may."""
    if named.other:
        return f"Field 092 says '{text}', which names {named.other}; there is no engine for it."
    if len(named.systems) > 1:
        names = " and ".join(system.value for system in named.systems)
        return f"Field 092 says '{text}', which names {names}; which one it means cannot be told."
    if named.accelerated and not event.virtual_points:
        return (
            f"Field 092 says '{text}', which speaks of an acceleration, and the file does not list its points (250, "
            "XXA); the Baku acceleration is declared by a code of field 192."
        )
    return ""


def _by_name(event: Event, text: str, named: TextSays) -> Resolution:
    """Choose by the one system that free words name; words that name none are taken as the FIDE (Dutch) System."""
    system = named.systems[0] if named.systems else System.DUTCH
    said = f"Field 092 says '{text}', {'which names' if named.systems else 'taken as'} {system.value}"
    if named.years:
        return _by_year(said, named, _BY_SYSTEM[system])
    if system is System.CLOCK:
        return _taken("clock-2012", f"{said}; that is clock-2012.")
    if system is System.SIMPLE:
        return _refused(_SIMPLE.format(text=text))
    if system is System.DUBOV:
        return _dubov_by_date(event, said)
    if not named.systems and not named.swiss:
        said = f"Field 092 says '{text}', which names no system of pairing; the FIDE (Dutch) System is assumed"
    return _by_date(event, said)


def _by_year(said: str, named: TextSays, editions: tuple[str, ...]) -> Resolution:
    """Choose the edition that years in free words name, if they name one and no other."""
    keys = {_of_year(year, editions) for year in named.years}
    key = next(iter(keys)) if len(keys) == 1 and not named.years_bound else None
    if key is not None:
        return _taken(key, f"{said}; the year names {key}.")
    years = ", ".join(str(year) for year in named.years)
    return _refused(f"{said}; {years} does not name one of the editions that have an engine: {', '.join(editions)}.")


def _of_year(year: int, editions: tuple[str, ...]) -> str | None:
    """Return the key of the edition that a year names."""
    year = _ALIASES.get((editions[0].rpartition("-")[0], year), year)
    return next((key for key in editions if key.endswith(f"-{year}")), None)


def _taken(key: str, reason: str) -> Resolution:
    return Resolution(engine=engine_for(key), reason=reason)


def _refused(reason: str) -> Resolution:
    return Resolution(engine=None, reason=reason)


_NO_TEAMS = "This is a team event, and it lists no teams (records 310, or 013)."
_SIMPLE = (
    "Field 092 says '{text}', which may mean a Swiss without acceleration, or what some program calls so; the simple "
    "Swiss of 2018 is declared by simple-2018."
)


def _dubov_by_date(event: Event, said: str) -> Resolution:
    """Choose the only edition of the Dubov System that has an engine, if it was in force at the start."""
    date, edition = event.start or event.end, engine_for("dubov-1997").edition
    until = edition.in_force_until
    if date is None:
        when = "without a date its edition cannot be told"
    elif date < edition.in_force_from:
        when = f"none of its editions was in force on {date.isoformat()}"
    elif until is None or date <= until:
        return _taken(edition.key, f"{said}; on {date.isoformat()} that is {edition.key}.")
    else:
        when = f"on {date.isoformat()} a later edition was in force"
    return _refused(
        f"{said}; {when}. There are those of 1997, 2018 and 2026, and an engine for the first only: {edition.key}, in "
        f"force until {until}, is taken where it is asked for by name."
    )


def _by_date(event: Event, said: str, editions: tuple[str, ...] = _DUTCH) -> Resolution:
    date = event.start or event.end
    if date is None:
        newest = engine_for(editions[0])
        return Resolution(engine=newest, reason=f"{said}; without a date, {newest.edition.key} is taken.")
    engine = _in_force(date, editions)
    if engine is None:
        return Resolution(engine=None, reason=f"{said}; no edition available here was in force on {date.isoformat()}.")
    return Resolution(engine=engine, reason=f"{said}; on {date.isoformat()} that is {engine.edition.key}.")


def _in_force(date: dt.date, editions: tuple[str, ...]) -> Engine | None:
    for key in editions:
        engine = engine_for(key)
        until = engine.edition.in_force_until
        if engine.edition.in_force_from <= date and (until is None or date <= until):
            return engine
    return None
