"""Which entries of the register can matter for a round: by the others it is paired as by the readings taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.dubov_1997.edition import OTHERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.dubov_1997.edition import Readings
    from reference_engines.dubov_1997.rules import Dubov1997Round

_FIRST_ROUND = "DUBOV97-FIRST-ROUND"


def branches(dubov_round: Dubov1997Round) -> Iterator[tuple[str, Readings]]:
    """Yield the entries whose other side may pair a round differently, each with that side."""
    for identifier, readings in OTHERS:
        if (identifier == _FIRST_ROUND) != (dubov_round.number == 1):
            continue
        met = _MET.get(identifier)
        if met is None or met(dubov_round):
            yield identifier, readings


def _is_odd(dubov_round: Dubov1997Round) -> bool:
    return dubov_round.participants.size % 2 == 1


def _has_several_scores(dubov_round: Dubov1997Round) -> bool:
    return len(set(dubov_round.participants.scores)) > 1


def _has_somebody_due_nothing(dubov_round: Dubov1997Round) -> bool:
    return any(not person.due for person in dubov_round.participants.people)


def _has_unrated_players(dubov_round: Dubov1997Round) -> bool:
    return any(not player.rating for player in dubov_round.event.event.players)


def _may_have_somebody_without_aro(dubov_round: Dubov1997Round) -> bool:
    return _has_rounds_without_a_game(dubov_round) or _has_unrated_players(dubov_round)


def _has_rounds_without_a_game(dubov_round: Dubov1997Round) -> bool:
    return not dubov_round.event.history.played[: dubov_round.number - 1].all()


_MET: dict[str, Callable[[Dubov1997Round], bool]] = {
    _FIRST_ROUND: _has_several_scores,
    "DUBOV97-UNRATED": _has_unrated_players,
    "DUBOV97-NO-ARO": _may_have_somebody_without_aro,
    "DUBOV97-NO-COLOUR": _has_somebody_due_nothing,
    "DUBOV97-IN-A-ROW": _has_rounds_without_a_game,
    "DUBOV97-HISTORY": _has_rounds_without_a_game,
    "DUBOV97-BYE-POINT": _is_odd,
    "DUBOV97-BYE-TIES": _is_odd,
}
"""What of a round an entry is about; the entries that are not named here are about any round but the first."""
