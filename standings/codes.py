"""
The codes of tie-breaks (MTB26) in records 202 and 212: ``BH/C1``, ``SB``, ``KS/L+1``, ``BH:MP/C1/P``.

Words: a *code* is one entry of a list: a tie-break (``BH``) and, after strokes, its *modifiers*. Reading a list never
fails: a code that cannot be computed is a `TieBreakCode`, too, and its `Support` says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import Any

from tournaments.frozen import FrozenStruct
from tournaments.model import PrimaryScore


class TieBreak(Enum):
    """A tie-break; the value is its code."""

    POINTS = "PTS"
    AVERAGE_OF_BUCHHOLZ = "AOB"
    AVERAGE_PERFECT_PERFORMANCE = "APPO"
    AVERAGE_PERFORMANCE = "APRO"
    AVERAGE_RATING = "ARO"
    BUCHHOLZ = "BH"
    DIRECT_ENCOUNTER = "DE"
    FORE_BUCHHOLZ = "FB"
    ROUNDS_ELECTED_TO_PLAY = "REP"
    KOYA = "KS"
    GAMES_WITH_BLACK = "BPG"
    GAMES_WON = "WON"
    GAMES_WON_WITH_BLACK = "BWG"
    WINS = "WIN"
    PERFECT_PERFORMANCE = "PTP"
    RATING = "RTNG"
    SONNEBORN_BERGER = "SB"
    STANDARD_POINTS = "STD"
    PROGRESSIVE_SCORE = "PS"
    PAIRING_NUMBER = "TPN"
    PERFORMANCE = "TPR"
    BOARD_COUNT = "BC"
    BOTTOM_BOARD_ELIMINATION = "BBE"
    TOP_BOARD_RESULT = "TBR"
    MATCH_SONNEBORN_BERGER_OF_MATCHES = "EMMSB"
    MATCH_SONNEBORN_BERGER_OF_GAMES = "EMGSB"
    GAME_SONNEBORN_BERGER_OF_MATCHES = "EGMSB"
    GAME_SONNEBORN_BERGER_OF_GAMES = "EGGSB"
    EXTENDED_ENCOUNTER = "EDE"
    EXTENDED_ENCOUNTER_BOARD_COUNT_TOP = "EDEBT"
    EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM = "EDEBB"
    EXTENDED_ENCOUNTER_TOP = "EDET"
    EXTENDED_ENCOUNTER_BOTTOM = "EDEB"
    SECONDARY_SCORE = "MPvGP"
    SCORE_STRENGTH_COMBINATION = "SSSC"

    @property
    def is_for_teams_only(self) -> bool:
        """Whether only teams have this tie-break."""
        return self in _TEAM_TIE_BREAKS

    @property
    def needs_ratings(self) -> bool:
        """Whether this is a tie-break of Article 10, which presupposes that all players are rated."""
        return self in _RATING_TIE_BREAKS


_TEAM_TIE_BREAKS = frozenset(list(TieBreak)[list(TieBreak).index(TieBreak.BOARD_COUNT) :])
_RATING_TIE_BREAKS = frozenset(
    {
        TieBreak.AVERAGE_PERFECT_PERFORMANCE,
        TieBreak.AVERAGE_PERFORMANCE,
        TieBreak.AVERAGE_RATING,
        TieBreak.PERFECT_PERFORMANCE,
        TieBreak.PERFORMANCE,
        TieBreak.RATING,
    }
)
_TIE_BREAKS = {tie_break.value.upper(): tie_break for tie_break in TieBreak} | {"GE": TieBreak.ROUNDS_ELECTED_TO_PLAY}
"""GE, "games one elected to play", is the name of REP until July 2024."""

_MODIFIERS = {
    TieBreak.AVERAGE_OF_BUCHHOLZ: "F",
    TieBreak.AVERAGE_RATING: "CM",
    TieBreak.BUCHHOLZ: "CMPF",
    TieBreak.DIRECT_ENCOUNTER: "P",
    TieBreak.FORE_BUCHHOLZ: "CMP",
    TieBreak.KOYA: "L",
    TieBreak.RATING: "R",
    TieBreak.SONNEBORN_BERGER: "CP",
    TieBreak.PROGRESSIVE_SCORE: "C",
    TieBreak.PAIRING_NUMBER: "R",
    TieBreak.MATCH_SONNEBORN_BERGER_OF_MATCHES: "CP",
    TieBreak.MATCH_SONNEBORN_BERGER_OF_GAMES: "CP",
    TieBreak.GAME_SONNEBORN_BERGER_OF_MATCHES: "CP",
    TieBreak.GAME_SONNEBORN_BERGER_OF_GAMES: "CP",
    TieBreak.EXTENDED_ENCOUNTER: "P",
    TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_TOP: "P",
    TieBreak.EXTENDED_ENCOUNTER_BOARD_COUNT_BOTTOM: "P",
    TieBreak.EXTENDED_ENCOUNTER_TOP: "P",
    TieBreak.EXTENDED_ENCOUNTER_BOTTOM: "P",
    TieBreak.SCORE_STRENGTH_COMBINATION: "FPK",
}
"""Letters of the modifiers that MTB26 permits for a tie-break; a tie-break that is not listed has none."""

_SELF_DEFINED = "OTHER_"
_MODIFIER = re.compile(
    r"C(?P<cut>[1-9]\d?)|M(?P<median>[1-9]\d?)|L(?P<limit>[+-]\d{1,2}|\d)|K(?P<divisor>\d{1,3})|[PFR]"
)
_SCORES = {score.value: score for score in PrimaryScore}


class Support(Enum):
    """Whether a code can be computed."""

    DEFINED = "a tie-break of C.07"
    SELF_DEFINED = "defined by the organiser (OTHER_)"
    UNKNOWN = "not a code of MTB26"
    MODIFIER_UNKNOWN = "has a modifier that MTB26 does not have for it"


class TieBreakCode(FrozenStruct, frozen=True, kw_only=True):
    """One entry of a list of tie-breaks."""

    text: str
    """The code in the spelling of MTB26."""
    tie_break: TieBreak | None
    """None if the text is not a code of MTB26."""
    score: PrimaryScore | None = None
    """For teams, the score that the tie-break refers to; None: the primary score."""
    low: int = 0
    """Number of least significant values that are cut (/C, /M)."""
    high: int = 0
    """Number of most significant values that are cut (/M)."""
    limit: int = 0
    """Limit of Koya in half points above or below 50 % (/L)."""
    divisor: int | None = None
    """Divisor of the score strength combination (/K)."""
    played: bool = False
    """Whether forfeits count as games against the scheduled opponent (/P)."""
    fore: bool = False
    """Whether the games of the final round count as draws (/F)."""
    reverse: bool = False
    """Whether the order is reversed (/R)."""
    support: Support = Support.DEFINED

    def __str__(self) -> str:
        """Return the code as it is written."""
        return self.text


POINTS = TieBreakCode(text="PTS", tie_break=TieBreak.POINTS)


@lru_cache(maxsize=1024)
def parse_code(text: str) -> TieBreakCode:
    """Read one code in upper or lower case; `TieBreakCode.support` says whether it can be computed."""
    written = text.strip().upper()
    name, *modifiers = written.split("/")
    name, _, score = name.partition(":")
    if written.startswith(_SELF_DEFINED):
        return TieBreakCode(text=written, tie_break=None, support=Support.SELF_DEFINED)
    tie_break = _TIE_BREAKS.get(name)
    if tie_break is None:
        return TieBreakCode(text=written, tie_break=None, support=Support.UNKNOWN)
    written = written.replace("MPVGP", TieBreak.SECONDARY_SCORE.value)
    settings = _parse_modifiers(modifiers, _MODIFIERS.get(tie_break, ""))
    if settings is None or (score and score not in _SCORES):
        return TieBreakCode(text=written, tie_break=tie_break, support=Support.MODIFIER_UNKNOWN)
    return TieBreakCode(text=written, tie_break=tie_break, score=_SCORES.get(score), **settings)


def replace_modifiers(code: TieBreakCode, **changes: Any) -> TieBreakCode:
    """Return a code with some fields replaced, and with the text that MTB26 has for the new code."""
    new = replace(code, **changes)
    score = f":{new.score.value}" if new.score else ""
    cut = f"/M{new.high}" if new.high else f"/C{new.low}" if new.low else ""
    limit = f"/L{new.limit:+d}" if new.limit else ""
    divisor = f"/K{new.divisor}" if new.divisor else ""
    letters = "".join(
        letter for letter, is_set in (("/P", new.played), ("/F", new.fore), ("/R", new.reverse)) if is_set
    )
    name = new.tie_break.value if new.tie_break else new.text
    return replace(new, text=f"{name}{score}{cut}{limit}{divisor}{letters}")


def permitted_modifiers(tie_break: TieBreak) -> str:
    """Return the letters of the modifiers that MTB26 permits for a tie-break."""
    return _MODIFIERS.get(tie_break, "")


def _parse_modifiers(modifiers: Iterable[str], permitted: str) -> dict[str, Any] | None:
    """Return the fields of a code that modifiers set; None if a modifier is not permitted or is repeated."""
    settings: dict[str, Any] = {}
    letters = [modifier[:1] for modifier in modifiers]
    if len({"C" if letter == "M" else letter for letter in letters}) < len(letters):
        return None
    for modifier in modifiers:
        match = _MODIFIER.fullmatch(modifier)
        if match is None or modifier[0] not in permitted:
            return None
        settings |= _modifier_fields(modifier[0], match)
    return settings


def _modifier_fields(letter: str, match: re.Match[str]) -> dict[str, Any]:
    if letter == "C":
        return {"low": int(match["cut"])}
    if letter == "M":
        return {"low": int(match["median"]), "high": int(match["median"])}
    if letter == "L":
        return {"limit": int(match["limit"])}
    if letter == "K":
        return {"divisor": int(match["divisor"])}
    return {{"P": "played", "F": "fore", "R": "reverse"}[letter]: True}


def parse_list(text: str) -> tuple[TieBreakCode, ...]:
    """Read the list of codes of a record 212, in which points count where ``PTS`` stands."""
    return tuple(parse_code(piece) for piece in re.split(r"[,;\s]+", text) if piece)


def parse_tie_breaks(text: str) -> tuple[TieBreakCode, ...]:
    """Read the list of codes of a record 202, in which points come first even without ``PTS``."""
    codes = parse_list(text)
    return codes if codes[:1] == (POINTS,) else (POINTS, *codes)
