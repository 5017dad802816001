"""What a file says of its pairing system: a code of field 192, wherever it stands, or free words in field 092."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.frame.registry import SYSTEMS
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.frame.edition import System
    from tournaments.model import DeclaredSystem

_CODE = re.compile(r"(FIDE|BERGER|CUSTOM)_\w+")
BAKU = "_BAKU"
CUSTOM = "CUSTOM"
"""The code of field 192 that names no system."""


def code_of(system: DeclaredSystem) -> str:
    """Return the code that is declared: field 192, or one that a program wrote into field 092; empty if none is."""
    if system.code:
        return system.code
    found = _CODE.match(system.text.strip().upper())
    return found[0] if found else ""


def declares_baku(system: DeclaredSystem) -> bool:
    """Whether a code declares the acceleration of C.04.7."""
    return code_of(system).endswith(BAKU)


def without_baku(system: DeclaredSystem) -> DeclaredSystem:
    """Return the declaration with ``_BAKU`` taken off its code, wherever that stands."""
    plain = code_of(system).removesuffix(BAKU)
    return replace(system, code=plain) if system.code else replace(system, text=plain)


def with_code(system: DeclaredSystem, code: str) -> DeclaredSystem:
    """Return the declaration with a code in field 192."""
    return replace(system, code=code)


def with_baku(system: DeclaredSystem) -> DeclaredSystem:
    """Return the declaration with ``_BAKU`` put to its code; where there is none, to one that names no system."""
    return replace(system, code=f"{code_of(system) or CUSTOM}{BAKU}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSays:
    """What field 092 says in free words."""

    systems: tuple[System, ...] = ()
    other: str = ""
    """What it names besides that has no engine: ``the Lim System``."""
    swiss: bool = False
    """Whether it says Swiss in any of the languages below."""
    years: tuple[int, ...] = ()
    """Years of an edition: those beside the name of a system, or beside a word such as rules."""
    years_bound: bool = False
    """Whether words such as before or until stand with the years, so that they name no edition."""
    accelerated: bool = False
    """Whether it speaks of an acceleration."""


def read_text(text: str) -> TextSays:
    """
    Read the free words of field 092.

    Names are sought inside of words, too (``IndividualDutch``), except the short ones that others contain.
    """
    words = _plain(text)
    systems = tuple(system for system in SYSTEMS if any(name in words for name in system.words))
    named = {system.name for system in systems}
    others = _without(words, (name for system in systems for name in system.words))
    dated = bool(systems) or any(name in words for name in _RULES)
    years = tuple(dict.fromkeys(int(year) for year in _YEAR.findall(words))) if dated else ()
    return TextSays(
        systems=systems,
        other=next((other for name, other in _OTHERS.items() if name in others and other not in named), ""),
        swiss=any(name in words for name in _SWISS),
        years=years,
        years_bound=bool(years) and any(name in words for name in _BOUNDS),
        accelerated=any(name in words for name in _ACCELERATED),
    )


def _without(words: str, names: Iterable[str]) -> str:
    """Return the words without names that are settled: the Double-Swiss System is no other one of two games."""
    for name in names:
        words = words.replace(name, " ")
    return words


def _plain(text: str) -> str:
    """Return the words in small letters without accents, with one space before, between and after them."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return f" {' '.join(_WORD.findall(kept))} "


_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_RULES = ("rules", "edition", "regulation", "version")
_BOUNDS = (" pre ", " before ", " until ", " till ", " prior ", " old ", " not ")
_SWISS = ("swiss", "schweiz", "suisse", "svizzer", "suizo", "suico", "sveits", "schweits", "швеицар", "szwajcar")
_ACCELERATED = (" baku ", "accelerat", "accelere", "acelerad", "beschleunigt")
_ROUND_ROBIN, _KNOCK_OUT = "a round robin", "a knock-out"
_OTHERS = {
    "round robin": _ROUND_ROBIN,
    "roundrobin": _ROUND_ROBIN,
    "all play all": _ROUND_ROBIN,
    "rundenturnier": _ROUND_ROBIN,
    "jeder gegen jeden": _ROUND_ROBIN,
    "toutes rondes": _ROUND_ROBIN,
    "todos contra todos": _ROUND_ROBIN,
    "girone": _ROUND_ROBIN,
    " berger ": _ROUND_ROBIN,
    " quad ": _ROUND_ROBIN,
    " quads ": _ROUND_ROBIN,
    "league": "a league",
    " liga ": "a league",
    "knockout": _KNOCK_OUT,
    "knock out": _KNOCK_OUT,
    " ko ": _KNOCK_OUT,
    " k o ": _KNOCK_OUT,
    "scheveningen": "the Scheveningen system",
    "schiller": "the Schiller system",
    " lim ": "the Lim System",
    " double": "a system of two games or two rounds",
    "keizer": "the Keizer system",
    "mcmahon": "the McMahon system",
    "mac mahon": "the McMahon system",
    "monrad": "the Monrad system",
    "amalfi": "the Amalfi system",
    "uscf": "the rules of the USCF",
    "perfect colo": "the system of perfect colours",
    "by hand": "pairing by hand",
    " custom ": "a system of its own",
}
"""
Names of what has no engine, as `_plain` leaves them, and how the output calls it.

What the registry lists by now, under the name that it has here, is no longer meant.
"""
