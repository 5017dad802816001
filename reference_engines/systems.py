"""Every system and edition that can be applied, and the choice among them by what an event declares."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

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
_BY_CODE = {
    "FIDE_DUTCH_2026": "dutch-2026",
    "FIDE_DUTCH_2025": "dutch-2026",  # replaced before it came into use; programs mean the one in force
    "FIDE_DUTCH_2017": "dutch-2017",
}
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
    from reference_engines.team.settings import code_of, is_team_swiss  # noqa: PLC0415 -- see above

    code, text = code_of(event.system), event.system.text.strip()
    if code and not is_team_swiss(code):
        return Resolution(engine=None, reason=f"The event declares {code}, for which there is no engine.")
    if text.lower() in _EDITIONS:
        return _fitting(event, Resolution(engine=engine_for(text.lower()), reason=f"Field 092 names {text.lower()}."))
    if code:
        said = f"The event declares {code}, the team system in force at the start"
        return _fitting(event, _by_date(event, said, _TEAM))
    if _names_another(text):
        return Resolution(engine=None, reason=f"Field 092 says '{text}', for which there is no engine.")
    said = (
        f"Field 092 says '{text}', taken as the FIDE Swiss Team Pairing System"
        if text
        else "This is a team event, and no system is declared; the FIDE Swiss Team Pairing System is assumed"
    )
    return _fitting(event, _by_date(event, said, _TEAM))


def _by_code(event: Event, code: str) -> Resolution:
    plain = code.removesuffix("_BAKU")
    if plain in _BY_CODE:
        return Resolution(engine=engine_for(_BY_CODE[plain]), reason=f"Field 192 declares {code}.")
    if plain == "FIDE_DUTCH":
        return _by_date(event, f"Field 192 declares {code}, the edition in force at the start")
    return Resolution(engine=None, reason=f"Field 192 declares {code}, for which there is no engine.")


def _by_text(event: Event) -> Resolution:
    """Read field 092, where programs write a code of field 192 or free words."""
    text = event.system.text.strip()
    if text.lower() in _EDITIONS:
        return Resolution(engine=engine_for(text.lower()), reason=f"Field 092 names {text.lower()}.")
    upper = text.upper()
    if upper.startswith("FIDE_"):
        return _by_code(event, upper.split()[0])
    if _names_another(text):
        return Resolution(engine=None, reason=f"Field 092 says '{text}', for which there is no engine.")
    said = (
        f"Field 092 says '{text}', taken as the FIDE (Dutch) System"
        if text
        else "No system is declared; the FIDE (Dutch) System is assumed"
    )
    return _by_date(event, said)


_NO_TEAMS = "This is a team event, and it lists no teams (records 310, or 013)."
_OTHER_SYSTEMS = (
    "ROUND ROBIN",
    "BERGER",
    "LEAGUE",
    "KNOCKOUT",
    "KNOCK OUT",
    "SCHEVENINGEN",
    "SCHILLER",
    "DUBOV",
    "BURSTEIN",
    "LIM",
    "DOUBLE",
)
"""Words of field 092 for what has no engine here, or none that such a word could choose."""


def _names_another(text: str) -> bool:
    plain = text.upper().replace("_", " ").replace("-", " ")
    return any(word in plain for word in _OTHER_SYSTEMS)


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
