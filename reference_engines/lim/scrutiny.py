"""The pairing of a scoregroup whose floaters have left it (2.4, 2.5, 3.6 to 3.8, 4, 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.lim.completion import first_with_fewest_clashes, opponents_lifting_least
from reference_engines.lim.edition import LimStep, LimStepKind, Rank
from reference_engines.lim.floaters import are_rated_alike, scrutiny_order
from reference_engines.sequential import players_to_spare
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.lim.edition import LimReadings
    from reference_engines.lim.floaters import LimScoregroup
    from reference_engines.lim.participants import LimParticipants


def exchanges(players: Sequence[int]) -> list[int]:
    """
    Return the opponents of the first of an even number of players, in the order in which they are tried (4.2, 4.3).

    The proposed opponent, the others of the bottom half, then the top half from its end: #1 tries 4, 5, 6, 3, 2. The
    remaining players are proposed afresh for the next player.
    """
    half = len(players) // 2
    return [*players[half:], *reversed(players[1:half])]


def floaters_order(participants: LimParticipants, incoming: Sequence[int]) -> list[int]:
    """
    Return floaters in the order in which they are paired (3.6, 3.7).

    Down-floaters first, the highest score and number first; then up-floaters, the lowest first. Only the median
    scoregroup has floaters of both kinds.
    """
    players = participants.players
    down = [player for player in incoming if participants.side(players[player].score) > 0]
    up = [player for player in incoming if player not in down]
    down.sort(key=lambda player: (-players[player].score, players[player].tpn))
    up.sort(key=lambda player: (players[player].score, -players[player].tpn))
    return [*down, *up]


def pair_scoregroup(participants: LimParticipants, group: LimScoregroup, readings: LimReadings) -> Iterator[LimStep]:
    """Yield the pairs of a scoregroup that can be wholly paired: floaters first, then the proposed pairings."""
    left = scrutiny_order(participants, (*group.residents, *group.incoming), group.side)
    queue = floaters_order(participants, group.incoming)
    while left:
        queue = [player for player in queue if player in left]
        if queue:
            seeker = queue[0]
            order = [player for player in left if player != seeker]
            if not readings.floaters_by_number:
                order.sort(key=lambda player: player in queue)
            step = _choose_opponent(participants, group, LimStepKind.FLOATER, seeker, order)
        else:
            seeker, order = left[0], exchanges(left)
            step = _choose_opponent(
                participants, group, LimStepKind.SCRUTINY, seeker, order, fewest_clashes=readings.fewest_clashes
            )
        yield step
        left = [player for player in left if player not in (seeker, *step.taken)]


def _choose_opponent(
    participants: LimParticipants,
    group: LimScoregroup,
    kind: LimStepKind,
    seeker: int,
    order: Sequence[int],
    *,
    fewest_clashes: bool = False,
) -> LimStep:
    """Choose the first opponent available who is due another colour, else the first available (LIM-SCRUTINY)."""
    best = first_with_fewest_clashes(participants, seeker, order) if fewest_clashes else None
    if best is None:
        best = (
            order[0]
            if _can_stand(participants, kind, seeker, order)
            else rank_opponents(participants, seeker, order).available[0][0]
        )
    return LimStep(kind=kind, score=group.score, side=group.side, group=(seeker, *order), taken=(best,), seeker=seeker)


def _can_stand(participants: LimParticipants, kind: LimStepKind, seeker: int, order: Sequence[int]) -> bool:
    """Whether the proposed pairings can stand, as far as that shows without a matching."""
    first = order[0]
    if kind is LimStepKind.FLOATER or not participants.meet[seeker, first] or participants.clash(seeker, first):
        return False
    half = (len(order) + 1) // 2
    # The bottom half behind the proposed opponent, and the top half, which is tried from its end.
    bottom, top = list(order[1:half]), list(order[: half - 1 : -1])
    if participants.lifted[seeker, first] or participants.lifted[top, bottom].any():
        return False
    return bool(participants.meet[top, bottom].all())


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponents:
    """The possible opponents of a player in a scoregroup."""

    available: tuple[tuple[int, Rank], ...]
    """Opponents with whom the scoregroup can be wholly paired, the first choice first."""
    passed_over: tuple[int, ...]
    """Compatible opponents with whom it cannot be wholly paired."""
    lifting: tuple[int, ...]
    """Opponents with whom limits of colours are lifted for more pairs than need be (6)."""


def rank_opponents(participants: LimParticipants, seeker: int, order: Sequence[int]) -> Opponents:
    """Rank the opponents whom ``seeker`` can meet; ValueError if the scoregroup cannot be wholly paired."""
    all_completing = players_to_spare(participants.meet, order)
    completing = opponents_lifting_least(participants, seeker, order, all_completing)
    compatible = [player for player in order if participants.meet[seeker, player]]
    first = next((player for player in compatible if player in completing), None)
    if first is None:
        raise ValueError("the scoregroup cannot be wholly paired")
    ranks = [
        (
            player,
            Rank(
                is_lifted=participants.is_lifted_in_turn and bool(participants.lifted[seeker, player]),
                against=participants.clash(seeker, player) or not are_rated_alike(participants, player, first),
                place=place,
            ),
        )
        for place, player in enumerate(order)
        if player in completing and participants.meet[seeker, player]
    ]
    return Opponents(
        available=tuple(sorted(ranks, key=lambda item: (item[1].is_lifted, item[1].against, item[1].place))),
        passed_over=tuple(player for player in compatible if player not in all_completing),
        lifting=tuple(player for player in compatible if player in all_completing - completing),
    )
