"""Which entries of the register can matter for a round: by the others it is paired as by the readings taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.lim.edition import OTHERS
from reference_engines.lim.steps import StepKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from reference_engines.lim.edition import Readings
    from reference_engines.lim.rules import LimRound


def branches(lim_round: LimRound) -> Iterator[tuple[str, Readings]]:
    """Yield the entries whose other side may pair a round differently, each with that side."""
    for identifier, readings in OTHERS:
        if _MET[identifier](lim_round):
            yield identifier, readings


def _has_several_scores(lim_round: LimRound) -> bool:
    return len(set(lim_round.participants.scores)) > 1


def _is_odd(lim_round: LimRound) -> bool:
    return lim_round.participants.size % 2 == 1


def _is_last(lim_round: LimRound) -> bool:
    return lim_round.number == lim_round.event.event.rounds_declared


def _is_odd_round_after_games(lim_round: LimRound) -> bool:
    return lim_round.number > 1 and lim_round.number % 2 == 1


def _has_games(lim_round: LimRound) -> bool:
    return lim_round.number > 1


def _had_a_bye_just_before(lim_round: LimRound) -> bool:
    return lim_round.number > 1 and bool(lim_round.event.history.bye[lim_round.number - 2].any())


def _is_maxi(lim_round: LimRound) -> bool:
    return lim_round.rules.is_maxi and _has_several_scores(lim_round)


def _has_floated_players(lim_round: LimRound) -> bool:
    return any(person.floated for person in lim_round.participants.people)


def _has_cracked_a_pairing_just_before(lim_round: LimRound) -> bool:
    """Only then may two have been transferred from one side of the median scoregroup who meet there."""
    walked = lim_round.event.walked(lim_round.number - 1) if lim_round.number > 1 else None
    return walked is not None and any(step.kind is StepKind.CRACKING for step in walked[1])


def _has_players_below_the_median(lim_round: LimRound) -> bool:
    table = lim_round.participants
    return sum(table.side(score) < 0 for score in table.scores) > 1


def _has_somebody_without_games(lim_round: LimRound) -> bool:
    return any(not any(person.games) for person in lim_round.participants.people)


_MET: dict[str, Callable[[LimRound], bool]] = {
    "LIM-SCRUTINY": _has_games,
    "LIM-FLOATER-ORDER": _has_several_scores,
    "LIM-BLOCKED": _has_several_scores,
    "LIM-EXCLUDED": _has_several_scores,
    "LIM-ADJACENT": _has_several_scores,
    "LIM-FURTHER": _has_several_scores,
    "LIM-CRACK": _has_several_scores,
    "LIM-MAXI-FLOATER": _is_maxi,
    "LIM-SPARED": _has_floated_players,
    "LIM-TRANSFERRED": _has_cracked_a_pairing_just_before,
    "LIM-FLOATERS-OPPONENT": _has_several_scores,
    "LIM-DUE": _is_odd_round_after_games,
    "LIM-SAME-DUE": _has_games,
    "LIM-HIGHER-RANKED": _has_several_scores,
    "LIM-MEDIAN-COLOURS": _has_players_below_the_median,
    "LIM-LAST-ROUND": _is_last,
    "LIM-LIMITS-IN-TURN": _is_last,
    "LIM-BYE-RANK": _is_odd,
    "LIM-FLOATED-BEFORE": _had_a_bye_just_before,
    "LIM-FIRST-ROUND": _has_somebody_without_games,
}
"""What of a round an entry is about."""
