"""The declaration of a pairing system in a file: a code of field 192, in that field or in 092, or free words in 092."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from reference_engines.frame.registry import all_systems
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.frame.edition import System
    from tournaments.model import DeclaredSystem

_CODE = r"(FIDE|BERGER|CUSTOM)_\w+"
BAKU = "_BAKU"
CUSTOM = "CUSTOM"
"""The code of field 192 that names no system."""


def declared_code(system: DeclaredSystem) -> str:
    """Return the declared code: that of field 192, or a code that a program wrote into field 092; else empty."""
    if system.code:
        return system.code
    match = re.match(_CODE, system.text.strip().upper())
    return match[0] if match else ""


def declares_baku(system: DeclaredSystem) -> bool:
    """Whether a code declares the acceleration of C.04.7."""
    return declared_code(system).endswith(BAKU)


def remove_baku(system: DeclaredSystem) -> DeclaredSystem:
    """Return the declaration with ``_BAKU`` removed from its code, in either field."""
    plain = declared_code(system).removesuffix(BAKU)
    return replace(system, code=plain) if system.code else replace(system, text=plain)


def with_code(system: DeclaredSystem, code: str) -> DeclaredSystem:
    """Return the declaration with a code in field 192."""
    return replace(system, code=code)


def with_baku(system: DeclaredSystem) -> DeclaredSystem:
    """Return the declaration with ``_BAKU`` appended to its code, or to a code that names no system if it has none."""
    return replace(system, code=f"{declared_code(system) or CUSTOM}{BAKU}")


class DeclaredText(FrozenStruct, frozen=True, kw_only=True):
    """The meaning of free words in field 092."""

    systems: tuple[System, ...] = ()
    system_without_engine: str = ""
    """A system that the words name and that has no engine: ``the Keizer system``."""
    swiss: bool = False
    """Whether the words contain Swiss in any of the languages below."""
    years: tuple[int, ...] = ()
    """Years of an edition: the years beside the name of a system, or beside a word such as rules."""
    years_bound: bool = False
    """Whether words such as before or until stand with the years, so that they do not name an edition."""
    accelerated: bool = False
    """Whether the words name an acceleration."""


def read_text(text: str) -> DeclaredText:
    """
    Read the free words of field 092.

    Names are sought inside of words, too (``IndividualDutch``), except short names that other words contain.
    """
    words = _plain(text)
    systems = tuple(system for system in all_systems() if any(name in words for name in system.words))
    names = {system.name for system in systems}
    rest = _remove_names(words, (name for system in systems for name in system.words))
    dated = bool(systems) or any(name in words for name in _RULES)
    years = tuple(dict.fromkeys(int(year) for year in re.findall(_YEAR, words))) if dated else ()
    return DeclaredText(
        systems=systems,
        system_without_engine=next(
            (title for name, title in _WITHOUT_ENGINE.items() if name in rest and title not in names), ""
        ),
        swiss=any(name in words for name in _SWISS),
        years=years,
        years_bound=bool(years) and any(name in words for name in _BOUNDS),
        accelerated=any(name in words for name in _ACCELERATED),
    )


def _remove_names(words: str, names: Iterable[str]) -> str:
    """Remove the names of recognised systems: the Double-Swiss System is not another system of two games."""
    for name in names:
        words = words.replace(name, " ")
    return words


def _plain(text: str) -> str:
    """Return the words in small letters without accents, with one space before, between and after them."""
    import unicodedata  # noqa: PLC0415 - start-up time: most files declare a code

    letters = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return f" {' '.join(re.findall(_WORD, plain))} "


_WORD = r"[^\W_]+"
_YEAR = r"(?<!\d)(?:19|20)\d\d(?!\d)"
_RULES = ("rules", "edition", "regulation", "version")
_BOUNDS = (" pre ", " before ", " until ", " till ", " prior ", " old ", " not ")
_SWISS = ("swiss", "schweiz", "suisse", "svizzer", "suizo", "suico", "sveits", "schweits", "швеицар", "szwajcar")
_ACCELERATED = (" baku ", "accelerat", "accelere", "acelerad", "beschleunigt")
_ROUND_ROBIN, _KNOCK_OUT = "a round robin", "a knock-out"
_WITHOUT_ENGINE = {
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
Names of systems without an engine, as `_plain` leaves them, and their titles in the output.

A title that the registry lists by now is ignored.
"""
