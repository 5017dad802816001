"""
Configuration files of the generator: TOML, and the files of JaVaFo and bbpPairings with one key and value in a line.

The keys in TOML are the keys of the axes (with dashes or underscores), and ``profile``, ``system``, ``seed``,
``count``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.batch_kinds import PLAYERS, BatchKind
from random_tournaments.foreign_configuration import is_foreign_configuration, read_foreign_configuration
from random_tournaments.seeds import MAX_SEED
from random_tournaments.settings import SettingError
from tournaments.frozen import dataclass
from tournaments.suggestion import describe_unknown
from tournaments.toml_text import TomlSyntaxError, decode_toml

if TYPE_CHECKING:
    from random_tournaments.batch_kinds import AnyAxes


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorConfiguration:
    """The content of a configuration file."""

    axes: AnyAxes
    profile: str = ""
    """Name of the profile that the file builds on; empty if it names none."""
    system: str | None = None
    seed: int | None = None
    count: int | None = None
    remarks: tuple[str, ...] = ()
    """Sentences on keys that are read differently from what an author may expect."""

    def with_axes(self, axes: AnyAxes) -> GeneratorConfiguration:
        """Return the configuration with other axes."""
        return replace(self, axes=axes)


def configured_system(text: str) -> str | None:
    """Return the system that a configuration names; None if it names none or cannot be read."""
    if is_foreign_configuration(text):
        return None
    try:
        system = decode_toml(text).get("system")
    except TomlSyntaxError:
        return None
    return system if isinstance(system, str) else None


def read_configuration(text: str, base: AnyAxes | None = None, *, kind: BatchKind = PLAYERS) -> GeneratorConfiguration:
    """
    Read a configuration of any form; axes that it omits come from its profile, or else from ``base``.

    Raise SettingError, which names the key, and for a syntax error the line.
    """
    if is_foreign_configuration(text):
        if kind is not PLAYERS:
            raise SettingError(f"a configuration of JaVaFo or bbpPairings describes players, not {kind.participants}")
        foreign_axes, remarks = read_foreign_configuration(text)
        return GeneratorConfiguration(axes=foreign_axes, remarks=remarks)
    try:
        table = decode_toml(text)
    except TomlSyntaxError as error:
        raise SettingError(f"the configuration is not valid TOML: {error}") from error
    values = {key.replace("_", "-"): value for key, value in table.items()}
    profile = _take_text(values, "profile") or ""
    if profile and profile not in kind.profiles:
        raise SettingError(f"profile: {describe_unknown(profile, kind.profiles)}")
    axes = kind.profiles[profile or "mixed"] if profile or base is None else base
    configuration = GeneratorConfiguration(
        axes=axes,
        profile=profile,
        system=_take_text(values, "system"),
        seed=_take_number(values, "seed", 0, MAX_SEED),
        count=_take_number(values, "count", 1, None),
    )
    return configuration.with_axes(
        kind.with_settings(axes, {key: _as_text(key, value) for key, value in values.items()})
    )


def _take_text(values: dict[str, object], key: str) -> str | None:
    value = values.pop(key, None)
    if value is not None and not isinstance(value, str):
        raise SettingError(f'{key}: {value!r} is not a text; write {key} = "..."')
    return value


def _take_number(values: dict[str, object], key: str, lowest: int, highest: int | None) -> int | None:
    value = values.pop(key, None)
    if value is None:
        return None
    if type(value) is not int or value < lowest or (highest is not None and value > highest):
        limits = f"from {lowest}" + ("" if highest is None else f" to {highest}")
        raise SettingError(f"{key}: {value!r} is not a whole number {limits}")
    return value


def _as_text(key: str, value: object) -> str:
    """Return a TOML value as the command line writes it."""
    if isinstance(value, list):
        return ",".join(_as_text(key, part) for part in value)
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return str(value)
    raise SettingError(f"{key}: {value!r} is neither a number, a text nor a list of them")
