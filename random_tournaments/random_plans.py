"""Plans of individual events drawn at random from axes."""

from __future__ import annotations

import random
from typing import TypeVar

from random_tournaments.axes import MISFORTUNES, Axes, Chance, Frequency, Per, Span, WeightedChoice, max_rounds
from random_tournaments.plan import Acceleration, EventPlan, Quota, Quotas, Rates
from random_tournaments.ratings import Ratings
from random_tournaments.teams.axes import TeamAxes
from tournaments.model import ScoringSystem

_T = TypeVar("_T")
_LEAST_SHARE = 1e-4
_NEVER = Frequency()
ONCE_PER_PLAYER = frozenset({"late_entries", "absence_blocks"})
"""Misfortunes that strike a player at most once, so that a share is always a share of players."""
GAME_MISFORTUNES = frozenset({"forfeits", "double_forfeits", "unrated_games", "unusual_results"})


def draw_plan(rng: random.Random, axes: Axes | None = None) -> EventPlan:
    """
    Draw a plan.

    The number of players is uniform on a logarithmic scale. Half of the events have no more rounds than the players can
    usually complete, so that final rounds are reached. The other events run until no legal pairing is left.
    """
    axes = axes or Axes()
    players = len(axes.listed_ratings) or draw_size(rng, axes.players, axes.rounds)
    scoring = draw_choice(rng, axes.scoring)
    rates, quotas = draw_misfortunes(rng, axes, players)
    return EventPlan(
        players=players,
        rounds=draw_rounds(rng, axes.rounds, players),
        initial_colour=draw_choice(rng, axes.initial_colour),
        scoring=scoring,
        acceleration=_draw_acceleration(rng, axes, scoring),
        rates=rates,
        quotas=quotas,
        results=draw_choice(rng, axes.results),
        ratings=_draw_ratings(rng, axes),
        forbidden_groups=draw_forbidden_groups(rng, draw_choice(rng, axes.forbidden_groups), players),
        tie_breaks=draw_choice(rng, axes.tie_breaks),
    )


def draw_size(rng: random.Random, sizes: Span, rounds: Span) -> int:
    """Draw a number of participants that can play the smallest number of rounds."""
    possible = (size for size in range(sizes.lowest, sizes.highest + 1) if size > 1)
    sufficient = [size for size in possible if max_rounds(size) >= rounds.lowest]
    return rng.choices(sufficient, weights=[1 / size for size in sufficient])[0]


def draw_rounds(rng: random.Random, rounds: Span, players: int) -> int:
    """Draw a number of rounds; in half of the events, no more than the participants can usually complete."""
    lowest, highest = rounds.lowest, min(rounds.highest, max_rounds(players))
    if rng.choice((True, False)):
        highest = max(lowest, min(highest, players // 2 + 1))
    return rng.randint(lowest, highest)


def draw_choice(rng: random.Random, choice: WeightedChoice[_T]) -> _T:
    """Draw one of several values by weight."""
    return rng.choices(choice.values, weights=choice.weights or None)[0]


def draw_span(rng: random.Random, span: Span) -> int:
    """Draw a whole number."""
    return rng.randint(span.lowest, span.highest)


def draw_chance(rng: random.Random, chance: Chance) -> float:
    """Draw a rate; zero in the share of events without the misfortune."""
    if rng.random() < chance.absent:
        return 0.0
    return chance.lowest + (chance.highest - chance.lowest) * rng.random()


def draw_misfortunes(rng: random.Random, axes: Axes | TeamAxes, participants: int) -> tuple[Rates, Quotas]:
    """Draw the rates of draws and upsets, and the rates and quotas of all misfortunes of the axes."""
    rates: dict[str, float] = {"draw": draw_chance(rng, axes.draws), "upset": draw_chance(rng, axes.upsets)}
    quotas: dict[str, Quota] = {}
    for name, axis in MISFORTUNES.items():
        frequency: Frequency = getattr(axes, axis, _NEVER)
        if frequency.number is not None:
            number = draw_span(rng, frequency.number)
            each_round = frequency.per is Per.ROUND and axis not in ONCE_PER_PLAYER
            quotas[name] = Quota(each_round=number) if each_round else Quota(in_event=number)
        elif frequency.share is not None:
            rate = draw_chance(rng, frequency.share)
            if frequency.per is Per.EVENT and axis not in ONCE_PER_PLAYER | GAME_MISFORTUNES:
                quotas[name] = Quota(in_event=round(rate * participants))
            elif rate > _LEAST_SHARE:
                rates[name] = rate
    return Rates(**rates), Quotas(**quotas)


def allows_baku(scoring: ScoringSystem) -> bool:
    """Whether a win is worth two draws and a loss nothing, as the Baku acceleration presupposes (C.04.7:1.1)."""
    return scoring.is_win_worth_two_draws


def _draw_acceleration(rng: random.Random, axes: Axes, scoring: ScoringSystem) -> Acceleration:
    """Draw an acceleration; not Baku if the scoring does not allow it."""
    drawn = draw_choice(rng, axes.acceleration)
    if drawn is not Acceleration.BAKU or allows_baku(scoring):
        return drawn
    others = [value for value in axes.acceleration.values if value is not Acceleration.BAKU]
    return rng.choice(others or [Acceleration.NONE])


def _draw_ratings(rng: random.Random, axes: Axes) -> Ratings:
    lowest, highest = sorted((draw_span(rng, axes.lowest_rating), draw_span(rng, axes.highest_rating)))
    return Ratings(
        listed=axes.listed_ratings,
        lowest=max(1, lowest),
        highest=highest,
        step=draw_span(rng, axes.rating_step),
        sigma=draw_span(rng, axes.rating_sigma),
        groups=max(1, draw_span(rng, axes.rating_groups)),
        ties=draw_chance(rng, axes.rating_ties),
        unrated=draw_chance(rng, axes.unrated_players),
        titled=draw_chance(rng, axes.titled_players),
    )


def draw_forbidden_groups(rng: random.Random, number: int, participants: int) -> tuple[int, ...]:
    """Draw the sizes of a number of groups, each up to a fifth of all participants."""
    return tuple(rng.randint(2, max(2, participants // 5)) for _ in range(number))
