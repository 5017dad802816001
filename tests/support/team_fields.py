"""Rounds of the team system written down by hand: who has which score, and what stands between two teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.literal.upfloating import BY_TRYING
from reference_engines.team.edition import TeamParticipants
from reference_engines.upfloating.search import BY_MATCHING, pair_field

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from reference_engines.team.rules import TeamRules

_WANTS = {"w": 1, "b": -1, ".": 0}


def team_field(  # noqa: PLR0913 - a case names what it is about, and nothing else
    scores: Mapping[int, int] | str,
    *,
    met: str = "",
    wants: str = "",
    strong: str = "",
    floated: str = "",
    barred: str = "",
    idle: str = "",
) -> TeamParticipants:
    """
    Return a field of teams 1, 2, 3... with these scores (``"2 1 1"``), or of the teams named.

    ``met`` lists pairs (``"1-3 2-4"``); ``wants`` has a letter for each team in order (``"w.b"``); the others list
    teams. ``idle`` ones missed a match.
    """
    if isinstance(scores, str):
        scores = {tpn: int(score) for tpn, score in enumerate(scores.split(), start=1)}
    order = sorted(scores, key=lambda tpn: (-scores[tpn], tpn))
    wanted = dict(zip(sorted(scores), wants.ljust(len(scores), "."), strict=True))
    return TeamParticipants(
        round_number=1,
        tpn=np.array(order, dtype=np.int64),
        score=np.array([10 * scores[tpn] for tpn in order], dtype=np.int64),
        points=np.array([10 * scores[tpn] for tpn in order], dtype=np.int64),
        allowed=allowed_among(order, met),
        preference=np.array([_WANTS[wanted[tpn]] for tpn in order], dtype=np.int64),
        strong=mask_of(order, strong),
        other_score=np.zeros(len(order), dtype=np.int64),
        rounds_to_come=None,
        floated=mask_of(order, floated),
        bye_allowed=~mask_of(order, barred),
        unplayed=mask_of(order, idle).astype(np.int64),
    )


def allowed_among(order: Sequence[int], met: str) -> NDArray[np.uint8]:
    """Return the matrix of allowed meetings by position: all but the listed pairs (``"1-3 2-4"``)."""
    allowed = 1 - np.eye(len(order), dtype=np.uint8)
    for pair in met.split():
        one, other = (order.index(int(tpn)) for tpn in pair.split("-"))
        allowed[one, other] = allowed[other, one] = 0
    return allowed


def mask_of(order: Sequence[int], listed: str) -> NDArray[np.bool_]:
    """Return a mask by position of the listed TPNs (``"1 3"``)."""
    return np.array([str(tpn) in listed.split() for tpn in order], dtype=np.bool_)


def paired(field: TeamParticipants, rules: TeamRules) -> str:
    """
    Return the pairs by the smaller TPN, then the bye (``"1-3 2-4 5"``), as both engines find them.

    Raise AssertionError if the engine that matches and the one that tries everything differ.
    """
    found = [format_pairing(field, *pair_field(field, rules, search)) for search in (BY_MATCHING, BY_TRYING)]
    assert found[0] == found[1], found
    return found[0]


def format_pairing(field: TeamParticipants, pairs: tuple[tuple[int, int], ...], bye: int | None) -> str:
    """Write a pairing of positions as TPNs, the smaller one of each pair first, then the bye."""
    games = sorted(sorted((int(field.tpn[one]), int(field.tpn[other]))) for one, other in pairs)
    words = [f"{one}-{other}" for one, other in games]
    return " ".join([*words, *([] if bye is None else [str(field.tpn[bye])])])
