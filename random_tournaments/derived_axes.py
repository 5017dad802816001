"""Axes derived from an event: events with the same size, ratings and frequencies of misfortunes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.axes import PLAIN, Axes, Chance, Frequency, Per, Span, WeightedChoice
from random_tournaments.plan import Acceleration
from random_tournaments.settings import SettingError
from reference_engines.frame.declared import declares_baku
from tournaments.model import Colour, Result

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.model import Event, Player, RoundEntry

_MIN_PLAYERS = 2
_DRAWS = (Result.DRAW, Result.UNRATED_DRAW)
_UNRATED = (Result.UNRATED_WIN, Result.UNRATED_DRAW, Result.UNRATED_LOSS)


def derive_axes(event: Event) -> Axes:
    """
    Return the axes of events similar to an event; raise SettingError for fewer than two players or no round.

    The frequencies of byes, forfeits and late entries are fixed to their frequencies in the event, but strike other
    players in other rounds. Scoring, acceleration, initial colour and prohibited groups are copied if the event has
    them.
    """
    if len(event.players) < _MIN_PLAYERS or not event.rounds_recorded:
        raise SettingError("a model event has at least two players and one recorded round")
    rounds = event.rounds_declared or event.rounds_recorded
    entries = Counter(entry.result for player in event.players for entry in _entries_while_present(player))
    games = sum(number for result, number in entries.items() if result.is_game)
    scheduled = games + entries[Result.FORFEIT_LOSS] + entries[Result.FORFEIT_WIN]
    chances = sum(entries.values())
    return replace(
        PLAIN,
        players=Span(len(event.players), len(event.players)),
        rounds=Span(rounds, rounds),
        listed_ratings=tuple(player.rating or 0 for player in event.players),
        titled_players=_chance(sum(bool(player.title) for player in event.players), len(event.players)),
        draws=_chance(sum(entries[draw] for draw in _DRAWS), games),
        half_point_byes=_share(entries[Result.HALF_POINT_BYE], chances),
        full_point_byes=_share(entries[Result.FULL_POINT_BYE], chances),
        zero_point_byes=_share(entries[Result.ZERO_POINT_BYE], chances),
        withdrawals=_times(sum(_left_early(player) for player in event.players)),
        late_entries=_times(sum(_came_late(player) for player in event.players)),
        forfeits=_share(2 * entries[Result.FORFEIT_WIN], scheduled),
        double_forfeits=_share(max(0, entries[Result.FORFEIT_LOSS] - entries[Result.FORFEIT_WIN]), scheduled),
        unrated_games=_share(sum(entries[result] for result in _UNRATED), games),
        acceleration=WeightedChoice((_acceleration(event),)),
        scoring=WeightedChoice((event.scoring,)),
        initial_colour=WeightedChoice((event.initial_colour,) if event.initial_colour else tuple(Colour)),
        forbidden_groups=WeightedChoice((min(len(event.forbidden), 9),)),
    )


def _chance(number: int, total: int) -> Chance:
    rate = min(1.0, number / max(1, total))
    return Chance(rate, rate)


def _share(number: int, total: int) -> Frequency:
    return Frequency(share=_chance(number, total))


def _times(number: int) -> Frequency:
    return Frequency(number=Span(number, number), per=Per.EVENT)


def _attended_rounds(player: Player) -> list[int]:
    """Return the rounds, from 0, in which the player was paired or had a bye with points."""
    return [number for number, entry in enumerate(player.rounds) if entry.result is not Result.ZERO_POINT_BYE]


def _entries_while_present(player: Player) -> Iterable[RoundEntry]:
    attended = _attended_rounds(player)
    return player.rounds[attended[0] : attended[-1] + 1] if attended else ()


def _came_late(player: Player) -> bool:
    attended = _attended_rounds(player)
    return bool(attended) and attended[0] > 0


def _left_early(player: Player) -> bool:
    attended = _attended_rounds(player)
    return bool(attended) and attended[-1] < len(player.rounds) - 1


def _acceleration(event: Event) -> Acceleration:
    if event.virtual_points:
        return Acceleration.LISTED
    return Acceleration.BAKU if declares_baku(event.system) else Acceleration.NONE
