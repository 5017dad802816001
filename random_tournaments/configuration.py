"""
Configuration files of the generator: TOML, and the files of JaVaFo and bbpPairings with one key and value in a line.

The keys in TOML are the keys of the axes (with dashes or underscores), and ``profile``, ``system``, ``seed``,
``count``. A value that the file of another program leaves out is drawn from the range that this program documents.
JaVaFo counts rates per thousand; bbpPairings counts the games or players for one misfortune. Both programs have the key
``ForfeitRate``, so a file must have a key of only one program to show which program it is for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from random_tournaments.axes import PLAIN, Axes, Chance, Frequency, Span, WeightedChoice
from random_tournaments.seeds import MAX_SEED
from random_tournaments.settings import PLAYERS, AnyAxes, BatchKind, SettingError
from tournaments.frozen import FrozenStruct
from tournaments.model import ScoringSystem
from tournaments.suggestion import describe_unknown
from tournaments.toml_text import TomlSyntaxError, decode_toml

_LINE = re.compile(r"\s*(?P<key>[A-Z][A-Za-z]+)\s*[=:]\s*(?P<value>\S+)\s*")
_COMMON_KEYS = ("PlayersNumber", "RoundsNumber", "ForfeitRate", "HighestRating", "LowestRating")
_JAVAFO_POINTS = {
    "WWPoints": ("white_win",),
    "BWPoints": ("black_win",),
    "WDPoints": ("white_draw", "pending"),
    "BDPoints": ("black_draw",),
    "WLPoints": ("white_loss",),
    "BLPoints": ("black_loss",),
    "ZPBPoints": ("zero_point_bye",),
    "HPBPoints": ("half_point_bye",),
    "FPBPoints": ("full_point_bye",),
    "PABPoints": ("pairing_allocated_bye",),
    "FWPoints": ("forfeit_win",),
    "FLPoints": ("forfeit_loss",),
}
_BBP_POINTS = {
    "PointsForWin": ("white_win", "black_win", "forfeit_win", "full_point_bye", "pairing_allocated_bye"),
    "PointsForDraw": ("white_draw", "black_draw", "half_point_bye", "pending"),
    "PointsForLoss": ("white_loss", "black_loss"),
    "PointsForForfeitLoss": ("forfeit_loss", "zero_point_bye"),
    "PointsForZPB": ("zero_point_bye",),
    "PointsForPAB": ("pairing_allocated_bye",),
}
"""In order: a later key overrides an earlier key."""
_JAVAFO_KEYS = ("QuickgameRate", "ZPBRate", "HPBRate", "FPBRate", "Groups", "Separator", *_JAVAFO_POINTS)
_BBP_KEYS = ("DrawPercentage", "RetiredRate", "HalfPointByeRate", "HalfPointByteRate", *_BBP_POINTS)
_KNOWN_KEYS = frozenset((*_COMMON_KEYS, *_JAVAFO_KEYS, *_BBP_KEYS))


def is_foreign_configuration(text: str) -> bool:
    """Whether the first line that is not blank or a comment is ``Key=Value`` with a key of these programs."""
    first = next((line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    match = _LINE.fullmatch(first)
    return match is not None and match["key"] in _KNOWN_KEYS


def read_foreign_configuration(text: str) -> tuple[Axes, tuple[str, ...]]:
    """
    Return the axes of a configuration file, and sentences on keys without a counterpart in Pairproof.

    Raise SettingError for an unknown key or an impossible value.
    """
    keys = _keys(text)
    bbp_keys = [key for key in keys if key in _BBP_KEYS]
    javafo_keys = [key for key in keys if key in _JAVAFO_KEYS]
    if bbp_keys and javafo_keys:
        raise SettingError(
            f"{javafo_keys[0]} is a key of JaVaFo, {bbp_keys[0]} is a key of bbpPairings; use the keys of one program"
        )
    if "ForfeitRate" in keys and not bbp_keys and not javafo_keys:
        raise SettingError(
            "ForfeitRate is per thousand in JaVaFo and the games for one forfeit in bbpPairings; add a key of one "
            "program, such as FPBRate=0 or DrawPercentage=30"
        )
    try:
        return (_bbp_axes(keys) if bbp_keys else _javafo_axes(keys)), _remarks(keys)
    except ValueError as error:
        raise SettingError(str(error)) from error


def _keys(text: str) -> dict[str, str]:
    keys: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise SettingError(f"line {number}: '{line.strip()}' is not Key=Value")
        if match["key"] not in _KNOWN_KEYS:
            raise SettingError(
                f"line {number}: {match['key']} is unknown; permitted are {', '.join(sorted(_KNOWN_KEYS))}"
            )
        keys[match["key"]] = match["value"]
    return keys


def _remarks(keys: Mapping[str, str]) -> tuple[str, ...]:
    remarks = []
    if "Separator" in keys:
        remarks.append("Separator, which moves the median of the ratings, has no counterpart here and is left out")
    if "Groups" in keys:
        remarks.append("Groups is read as the number of clusters of ratings")
    return tuple(remarks)


def _javafo_axes(keys: Mapping[str, str]) -> Axes:
    axes = _common_axes(keys, PLAIN, players=Span(15, 415), rounds=Span(5, 17))
    return replace(
        axes,
        draws=Chance(0.3, 0.3),
        forfeits=_parse_per_thousand(keys, "ForfeitRate", Span(10, 100)),
        unrated_games=_parse_per_thousand(keys, "QuickgameRate", Span(0, 20)),
        zero_point_byes=_parse_per_thousand(keys, "ZPBRate", Span(0, 20)),
        half_point_byes=_parse_per_thousand(keys, "HPBRate", Span(5, 45)),
        full_point_byes=_parse_per_thousand(keys, "FPBRate", Span(0, 2)),
        rating_groups=_number(keys, "Groups", Span(1, 10)),
        scoring=WeightedChoice((_scoring(keys, _JAVAFO_POINTS),)),
    )


def _bbp_axes(keys: Mapping[str, str]) -> Axes:
    axes = _common_axes(keys, PLAIN, players=Span(15, 215), rounds=Span(5, 15))
    draws = _number(keys, "DrawPercentage", Span(10, 50))
    byes = "HalfPointByteRate" if "HalfPointByteRate" in keys else "HalfPointByeRate"
    return replace(
        axes,
        draws=Chance(draws.lowest / 100, draws.highest / 100),
        forfeits=_parse_reciprocal(keys, "ForfeitRate", Span(6, 30)),
        withdrawals=_parse_reciprocal(keys, "RetiredRate", Span(15, 3225)),
        half_point_byes=_parse_reciprocal(keys, byes, Span(15, 3225)),
        scoring=WeightedChoice((_scoring(keys, _BBP_POINTS),)),
    )


def _common_axes(keys: Mapping[str, str], axes: Axes, players: Span, rounds: Span) -> Axes:
    return replace(
        axes,
        players=_number(keys, "PlayersNumber", players),
        rounds=_number(keys, "RoundsNumber", rounds),
        lowest_rating=_number(keys, "LowestRating", Span(1400, 2300)),
        highest_rating=_number(keys, "HighestRating", Span(2400, 2800)),
    )


def _number(keys: Mapping[str, str], key: str, default: Span) -> Span:
    if key not in keys:
        return default
    if not keys[key].isdecimal():
        raise SettingError(f"{key}: '{keys[key]}' is not a whole number from 0")
    return Span(int(keys[key]), int(keys[key]))


def _parse_per_thousand(keys: Mapping[str, str], key: str, default: Span) -> Frequency:
    rate = _number(keys, key, default)
    return Frequency(share=_chance(key, rate.lowest / 1000, rate.highest / 1000))


def _parse_reciprocal(keys: Mapping[str, str], key: str, default: Span) -> Frequency:
    rate = _number(keys, key, default)
    if not rate.lowest:
        raise SettingError(f"{key}: one in 0 is not a rate; the lowest is 1")
    return Frequency(share=_chance(key, 1 / rate.highest, 1 / rate.lowest))


def _chance(key: str, lowest: float, highest: float) -> Chance:
    try:
        return Chance(lowest, highest)
    except ValueError as error:
        raise SettingError(f"{key}: {error}") from error


def _scoring(keys: Mapping[str, str], points: Mapping[str, tuple[str, ...]]) -> ScoringSystem:
    values: dict[str, int] = {}
    for key, names in points.items():
        if key in keys:
            values |= dict.fromkeys(names, _tenths(key, keys[key]))
    return ScoringSystem(**values)


def _tenths(key: str, text: str) -> int:
    if not re.fullmatch(r"\d*\.?\d?0*", text) or text in ("", "."):
        raise SettingError(f"{key}: '{text}' is not a number of points; write 1, 0.5 or 2.5")
    whole, _, rest = text.partition(".")
    return 10 * int(whole or 0) + int(rest[:1] or 0)


class GeneratorConfiguration(FrozenStruct, frozen=True, kw_only=True):
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
