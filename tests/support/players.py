"""Tables of the procedures by hand and drawn: who has met."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence

    from reference_engines.definitions.history import BoolArray
    from reference_engines.sequential import SequentialPlayer


def meetings_matrix(people: Sequence[SequentialPlayer], met: Iterable[tuple[int, int]]) -> BoolArray:
    """Return the matrix of earlier meetings, given as pairs of numbers; its diagonal is empty."""
    place = {one.tpn: at for at, one in enumerate(people)}
    apart = np.eye(len(people), dtype=np.bool_)
    for one, other in met:
        apart[place[one], place[other]] = apart[place[other], place[one]] = True
    return apart


def draw_met(rng: random.Random, people: Sequence[SequentialPlayer]) -> list[tuple[int, int]]:
    """Draw who has met, by numbers: some share of all pairs, and more of those with equal scores."""
    share, within = rng.choice((0.0, 0.1, 0.25, 0.4, 0.5)), rng.choice((1.0, 1.5, 2.0))
    return [
        (one.tpn, other.tpn)
        for at, one in enumerate(people)
        for other in people[:at]
        if rng.random() < share * (within if one.score == other.score else 1)
    ]
