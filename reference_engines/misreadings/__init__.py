"""Known or likely misreadings of a regulation, loaded by the key of the system."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container
    from types import ModuleType

    from reference_engines.frame.variants import Misreading


@cache
def _module_of(system: str) -> ModuleType | None:
    name = f"{__name__}.{system}"
    return import_module(name) if find_spec(name) else None


def generated_misreadings(rules: Any) -> tuple[Misreading, ...]:
    """Return the misreadings that are generated from the parts of the rules; none if the system has no grammar."""
    generate = getattr(_module_of(rules.system), "generated_misreadings", None)
    return tuple(generate(rules)) if generate else ()


def varied_misreadings(rules: Any, articles: Container[str] | None = None) -> tuple[Misreading, ...]:
    """Return rarer misreadings of some articles, or of all; none if the system has no variations."""
    vary = getattr(_module_of(rules.system), "varied_misreadings", None)
    return tuple(vary(rules, articles)) if vary else ()


def misreadings_of(rules: Any) -> tuple[Misreading, ...]:
    """Return the misreadings of rules, in the order of their articles; none if the system has no list of them."""
    module = _module_of(rules.system)
    return module.misreadings_of(rules) if module else ()
