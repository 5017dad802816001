"""
The configuration files of the generators of JaVaFo and bbpPairings, with one ``Key=Value`` in each line.

A value that is left out is drawn from the range that these programs document. JaVaFo counts rates per thousand;
bbpPairings counts the games or players for one misfortune. Both programs have the key ``ForfeitRate``, so a file must
have a key of only one program to show which program it is for.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.axes import PLAIN, Axes, Chance, Frequency, Span, WeightedChoice
from random_tournaments.settings import SettingError
from tournaments.model import ScoringSystem

if TYPE_CHECKING:
    from collections.abc import Mapping

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
