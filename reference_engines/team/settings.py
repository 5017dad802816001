"""The choices that the system leaves to a team event: colour preferences and scores, as field 192 declares them."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from reference_engines.frame.declared import CUSTOM, declared_code
from reference_engines.frame.results import UnsupportedEventError
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from tournaments.model import DeclaredSystem

_CODE = re.compile(r"FIDE_TEAM(?:_TYPE(?P<type>[AB]))?(?:_(?P<scores>MP_GP|GP_MP|MP|GP))?(?P<baku>_BAKU)?")


class PreferenceType(Enum):
    """The kind of colour preferences of an event (1.7)."""

    A = "Type A"
    B = "Type B"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The choices of an event's regulations."""

    preferences: PreferenceType = PreferenceType.A
    game_points_first: bool = False
    secondary: bool = True
    """Whether the other score is used for colours (4.2.2)."""
    baku: bool = False
    """Whether the acceleration of C.04.7 is declared."""


def is_team_swiss(code: str) -> bool:
    """Whether a code of field 192 declares the FIDE team Swiss."""
    return _CODE.fullmatch(code) is not None


def settings_of(system: DeclaredSystem) -> Settings:
    """
    Read the settings that an event declares; the regulation's defaults replace missing settings (1.2.2, 1.7).

    Raise UnsupportedEventError for the code of another system, and for an acceleration by game points.
    """
    code = declared_code(system)
    if not code:
        return Settings()
    if code == f"{CUSTOM}_BAKU":
        return Settings(baku=True)
    match = _CODE.fullmatch(code)
    if match is None:
        raise UnsupportedEventError(f"Field 192 declares {code}, which is no FIDE team Swiss.")
    scores = match["scores"] or "MP_GP"
    if match["baku"] and scores.startswith("GP"):
        raise UnsupportedEventError(f"{code}: the Baku acceleration cannot be used with game points (C.04.7:1.4.4).")
    return Settings(
        preferences=_preference_type(match["type"], has_scores=match["scores"] is not None),
        game_points_first=scores.startswith("GP"),
        secondary="_" in scores,
        baku=bool(match["baku"]),
    )


def _preference_type(letter: str | None, *, has_scores: bool) -> PreferenceType:
    """TEAM-NO-TYPE: the bare code means Type A; a code with scores but without a type declares no preferences."""
    if letter is not None:
        return PreferenceType[letter]
    return PreferenceType.NONE if has_scores else PreferenceType.A
