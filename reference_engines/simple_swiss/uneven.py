"""Where a complete pairing leaves the smallest deviation: the first group that it pairs otherwise, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.results import Parting, PartingKind
from reference_engines.simple_swiss.deviation import figures, groups_with_bye, paired_by_deviation, permitted
from reference_engines.simple_swiss.divergence import Steps
from reference_engines.simple_swiss.edition import Section
from tournaments.points import points_text

if TYPE_CHECKING:
    from reference_engines.simple_swiss.deviation import Figures, PairedGroup
    from reference_engines.simple_swiss.edition import Options
    from reference_engines.simple_swiss.table import Table

    Pairs = tuple[tuple[int, int], ...]

_SHOWN = 6
"""Differences that are told of a group; of more the deviation says enough."""


def _first_other(
    table: Table, options: Options, groups: tuple[PairedGroup, ...], partner: dict[int, int]
) -> Parting | None:
    """Return the first group that the recorded partners pair otherwise; None if there is none."""
    for group in groups:
        members = frozenset(group.players)
        theirs = tuple(
            (player, partner[player])
            for place, player in enumerate(group.players)
            if partner.get(player) in members and group.players.index(partner[player]) > place
        )
        if {frozenset(pair) for pair in theirs} != {frozenset(pair) for pair in group.pairs}:
            return _at_a_group(table, options, group, theirs)
    return None


def _at_a_group(table: Table, options: Options, group: PairedGroup, theirs: Pairs) -> Parting:
    score = points_text(int(table.players.score[group.players[-1]]))
    kind, why = _weighed(table, options, group, theirs)
    return Parting(
        kind=kind,
        article=Section.ASKING.value,
        step=f"scoregroup {score}",
        sentence=(
            f"In scoregroup {score} the games should be as much alike as can be: {_told(table, options, group.pairs)} "
            f"(stage {group.stage.value}). Here it is {_told(table, options, theirs)}: {why}."
        ),
    )


def _weighed(table: Table, options: Options, group: PairedGroup, theirs: Pairs) -> tuple[PartingKind, str]:
    """Compare who goes down, the limits of colours, then the figures, then the order of asking."""
    leaving = len(group.players) - 2 * len(theirs)
    if leaving != len(group.leavers):
        kind = PartingKind.WORSE if leaving > len(group.leavers) else PartingKind.BETTER
        return kind, f"{leaving} of the group find no opponent there instead of {len(group.leavers)}"
    within = permitted(table, options, group.stage)
    if not all(within[pair] for pair in theirs):
        return PartingKind.WORSE, "that breaks limits of colours which the group can keep"
    stay = {player for pair in theirs for player in pair}
    if stay & set(group.leavers):
        down = sorted(set(group.players) - stay, key=group.players.index)
        return PartingKind.WORSE, f"{_named(table, down)} goes down instead of {_named(table, list(group.leavers))}"
    return _compared(figures(table, options, group.pairs), figures(table, options, theirs))


def _compared(ours: Figures, other: Figures) -> tuple[PartingKind, str]:
    """Compare two ways to pair those who stay; of equal ones, ours is that to which asking comes first."""
    if other.breaches != ours.breaches:
        kind = PartingKind.WORSE if other > ours else PartingKind.BETTER
        return kind, f"pairs beyond limits of colours are {sum(other.breaches)} instead of {sum(ours.breaches)}"
    if other == ours:
        return PartingKind.LATER, "as much alike, but to this way asking comes later"
    kind = PartingKind.WORSE if other > ours else PartingKind.BETTER
    if other.variance == ours.variance:
        return kind, "as much alike, but with another mean"
    return kind, f"they are {'less' if other > ours else 'more'} alike"


def _named(table: Table, players: list[int]) -> str:
    return " and ".join(f"player {table.numbers[player]}" for player in players)


def _told(table: Table, options: Options, pairs: Pairs) -> str:
    """``1-4 2-5, differences of rating 30 and 30, deviation 0.00, mean 30.0``."""
    found = figures(table, options, pairs)
    games = " ".join(f"{table.numbers[one]}-{table.numbers[other]}" for one, other in pairs[:_SHOWN])
    listed = ", ".join(str(abs(table.ratings[one] - table.ratings[other])) for one, other in pairs[:_SHOWN])
    if not pairs:
        return "no game"
    if len(pairs) > _SHOWN:
        games, listed = f"{games} ...", f"{listed}, ..."
    return (
        f"{games}, differences of rating {listed}, deviation {found.deviation:.2f}, mean {abs(float(found.mean)):.2f}"
    )


EVENNESS: Steps[PairedGroup] = Steps(taken=paired_by_deviation, with_bye=groups_with_bye, first_other=_first_other)
"""Of the smallest deviation: group by group."""
