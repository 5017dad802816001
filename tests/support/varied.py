"""The known and the rarer misreadings of a system, by identifier: made once, since there are thousands."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import misreadings_of, varied_misreadings

if TYPE_CHECKING:
    from reference_engines.frame.variants import Misreading


@cache
def _varied(system: str) -> dict[str, Misreading]:
    rules = engine_for(system)
    return {one.identifier: one for one in (*misreadings_of(rules), *varied_misreadings(rules))}


def varied(identifier: str, system: str = "dutch-2026") -> Misreading:
    """Return a known or rarer misreading."""
    return _varied(system)[identifier]


@cache
def misread_rules(identifier: str, system: str = "dutch-2026") -> Any:
    """Return the rules of a system under a known or rarer misreading."""
    rules = varied(identifier, system).rules
    assert rules is not None
    return rules(engine_for(system))
