"""The colours of a pair (5.3 to 5.6, 7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.literal.lim.compatibility import keeps_limits, limits_allow
from tournaments.model import Colour

if TYPE_CHECKING:
    from reference_engines.literal.lim.compatibility import Compatibility
    from reference_engines.literal.lim.pairs import GroupPair
    from reference_engines.literal.lim.players import TwinPlayer, TwinRound


def allocate_colours(pair: GroupPair, rules: Compatibility) -> tuple[TwinPlayer, TwinPlayer]:
    """Return (White, Black) of a pair."""
    first, second = sorted(pair.players, key=lambda player: player.rank)
    colour = _colour_of_first(first, second, pair, rules)
    return (first, second) if colour is Colour.WHITE else (second, first)


def _colour_of_first(first: TwinPlayer, second: TwinPlayer, pair: GroupPair, rules: Compatibility) -> Colour:
    due, opponent_due, round_ = rules.due(first), rules.due(second), rules.round
    if due is not opponent_due:
        return due if due is not None else opponent_due.opposite  # type: ignore[union-attr]  # one of them is a colour
    if due is None:
        higher = _higher_by_score(first, second)  # 7.2, LIM-NO-COLOUR
        colour = round_.drawn if higher.place % 2 else round_.drawn.opposite
        return colour if higher is first else colour.opposite
    if keeps_limits(first, second):  # 5.3: one of two with the same colour due may have to be given it
        for colour in Colour:
            if not (limits_allow(first, colour) and limits_allow(second, colour.opposite)):
                return colour.opposite
    if round_.readings.wider_difference_first and abs(first.difference) != abs(second.difference):
        return due if abs(first.difference) > abs(second.difference) else due.opposite
    earlier = latest_difference(first, second)
    if earlier is not None:
        return earlier.opposite
    higher_is_first = _higher_ranked(first, second, round_) is first
    return due if higher_is_first is _is_in_median_or_above(pair, round_) else due.opposite


def latest_difference(first: TwinPlayer, second: TwinPlayer) -> Colour | None:
    """
    Return the colour of the first player in the latest games in which two players had different ones; None if in none.

    Histories are compared game by game (5.4; C.04.2:3.4).
    """
    games = zip(first.colours, second.colours, strict=False)
    return next((colour for colour, opponent_colour in games if colour is not opponent_colour), None)


def _is_in_median_or_above(pair: GroupPair, round_: TwinRound) -> bool:
    """Whether the two are players in the median scoregroup or above (LIM-MEDIAN-COLOURS)."""
    if round_.readings.median_by_group:
        return not pair.is_below_median
    return any(2 * player.score >= round_.twice_median for player in pair.players)


def _higher_ranked(first: TwinPlayer, second: TwinPlayer, round_: TwinRound) -> TwinPlayer:
    """Return the higher ranked of two players (LIM-HIGHER-RANKED)."""
    if round_.readings.ranked_by_number:
        return min(first, second, key=lambda player: player.rank)
    return _higher_by_score(first, second)


def _higher_by_score(first: TwinPlayer, second: TwinPlayer) -> TwinPlayer:
    return min(first, second, key=lambda player: (-player.score, player.rank))
