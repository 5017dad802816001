"""Features by the names by which they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.coverage import features_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from reference_engines.features import Feature
    from reference_engines.frame.rules import Rules

_OTHER_NAMES = {"completion": "c4"}


def find_features(engine: Rules, names: Iterable[str]) -> tuple[Feature, ...]:
    """
    Return the features of those names, in any case; ``completion`` is C4.

    Raise ValueError for a name that the rules do not have, with those that they have.
    """
    known = {feature.name.lower(): feature for feature in features_of(engine)}
    known |= {other: known[name] for other, name in _OTHER_NAMES.items() if name in known}
    wanted = [name.strip() for name in names if name.strip()]
    for name in wanted:
        if name.lower() not in known:
            permitted = ", ".join(feature.name for feature in features_of(engine))
            raise ValueError(f"'{name}' is not a feature of {engine.edition.key}; there are: {permitted}")
    return tuple(dict.fromkeys(known[name.lower()] for name in wanted))
