"""Known or likely misreadings of a regulation, loaded by the key of the system."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
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
    """
    Return rarer misreadings of some articles, or of all, besides the likelier ones; none if the system has none.

    Every article may read a definition, so that those of `varied_definitions` are always among them.
    """
    module = _module_of(rules.system)
    vary, vary_definitions = (getattr(module, f"varied_{part}", None) for part in ("misreadings", "definitions"))
    varied = [one for one in (vary(rules) if vary else ()) if articles is None or one.article in articles]
    if vary_definitions:
        varied.extend(vary_definitions(rules))
    likelier = (*misreadings_of(rules), *generated_misreadings(rules))
    return tuple(one for one in _leave_out_repetitions(varied, likelier) if one.rules(rules) != rules)


def _leave_out_repetitions(misreadings: Iterable[Misreading], listed: Iterable[Misreading]) -> Iterator[Misreading]:
    """Leave out the misreadings that are listed, or come twice, by their identifiers and sentences."""
    seen = {word for one in listed for word in (one.identifier, one.sentence)}
    for one in misreadings:
        if not seen & {one.identifier, one.sentence}:
            seen |= {one.identifier, one.sentence}
            yield one


def misreadings_of(rules: Any) -> tuple[Misreading, ...]:
    """Return the misreadings of rules, in the order of their articles; none if the system has no list of them."""
    module = _module_of(rules.system)
    return module.misreadings_of(rules) if module else ()
