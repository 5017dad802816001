"""Who meets whom in a scoregroup from which nobody floats any more (2.4, 2.5, 3.6 to 3.8, 4, 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.lim.completion import lifting_least, with_fewest_clashes, without_one
from reference_engines.lim.floaters import in_order, near
from reference_engines.lim.steps import Rank, Step, StepKind
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reference_engines.lim.edition import Readings
    from reference_engines.lim.floaters import Group
    from reference_engines.lim.table import Table


def exchanges(players: Sequence[int]) -> list[int]:
    """
    Return the opponents of the first of an even number of players, in the order in which they are tried (4.2, 4.3).

    The proposed one, the others of the bottom half, then the top half from its end: #1 tries 4, 5, 6, 3, 2. The rest is
    proposed afresh for whoever comes next.
    """
    half = len(players) // 2
    return [*players[half:], *reversed(players[1:half])]


def waiting(table: Table, incoming: Sequence[int]) -> list[int]:
    """
    Return floaters in the order in which they are paired (3.6, 3.7).

    Those from above the median scoregroup first, the highest score and number first; then those from below, the lowest
    first. Both meet in the median scoregroup alone.
    """
    people = table.people
    down = [player for player in incoming if table.side(people[player].score) > 0]
    up = [player for player in incoming if player not in down]
    down.sort(key=lambda player: (-people[player].score, people[player].tpn))
    up.sort(key=lambda player: (people[player].score, -people[player].tpn))
    return [*down, *up]


def paired(table: Table, group: Group, readings: Readings) -> Iterator[Step]:
    """Yield the pairs of a scoregroup that can be wholly paired: floaters first, then the proposed pairings."""
    left = in_order(table, (*group.residents, *group.incoming), group.side)
    queue = waiting(table, group.incoming)
    while left:
        queue = [player for player in queue if player in left]
        if queue:
            who = queue[0]
            order = [player for player in left if player != who]
            if not readings.floaters_by_number:
                order.sort(key=lambda player: player in queue)
            step = _chosen(table, group, StepKind.FLOATER, who, order)
        else:
            who, order = left[0], exchanges(left)
            step = _chosen(table, group, StepKind.SCRUTINY, who, order, fewest_clashes=readings.fewest_clashes)
        yield step
        left = [player for player in left if player not in (who, *step.taken)]


def _chosen(
    table: Table, group: Group, kind: StepKind, who: int, order: Sequence[int], *, fewest_clashes: bool = False
) -> Step:
    """Choose the first opponent available who is due another colour, else the first available (LIM-SCRUTINY)."""
    best = with_fewest_clashes(table, who, order) if fewest_clashes else None
    if best is None:
        best = order[0] if _stands(table, kind, who, order) else opponents(table, who, order).available[0][0]
    return Step(kind=kind, score=group.score, side=group.side, group=(who, *order), taken=(best,), who=who)


def _stands(table: Table, kind: StepKind, who: int, order: Sequence[int]) -> bool:
    """Whether the proposed pairings can stand as they are: seen at a glance, without asking for a matching."""
    first = order[0]
    if kind is StepKind.FLOATER or not table.meet[who, first] or table.clash(who, first):
        return False
    half = (len(order) + 1) // 2
    # The bottom half behind the proposed opponent, and the top half, which is tried from its end.
    bottom, top = list(order[1:half]), list(order[: half - 1 : -1])
    if table.lifted[who, first] or table.lifted[top, bottom].any():
        return False
    return bool(table.meet[top, bottom].all())


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponents:
    """Whom somebody can meet in a scoregroup."""

    available: tuple[tuple[int, Rank], ...]
    """With whom the scoregroup can be wholly paired, the first choice first."""
    passed_over: tuple[int, ...]
    """Compatible, but it could not be wholly paired."""
    lifting: tuple[int, ...]
    """Limits of colours would be lifted for more pairs than need be (6)."""


def opponents(table: Table, who: int, order: Sequence[int]) -> Opponents:
    """Rank those whom ``who`` can meet; ValueError if the scoregroup cannot be wholly paired."""
    all_completing = without_one(table, order)
    completing = lifting_least(table, who, order, all_completing)
    compatible = [player for player in order if table.meet[who, player]]
    first = next((player for player in compatible if player in completing), None)
    if first is None:
        raise ValueError("the scoregroup cannot be wholly paired")
    ranks = [
        (
            player,
            Rank(
                is_lifted=table.is_lifted_in_turn and bool(table.lifted[who, player]),
                against=table.clash(who, player) or not near(table, player, first),
                place=place,
            ),
        )
        for place, player in enumerate(order)
        if player in completing and table.meet[who, player]
    ]
    return Opponents(
        available=tuple(sorted(ranks, key=lambda item: (item[1].is_lifted, item[1].against, item[1].place))),
        passed_over=tuple(player for player in compatible if player not in all_completing),
        lifting=tuple(player for player in compatible if player in all_completing - completing),
    )
