"""
The players before the event: ratings drawn in one of several shapes, and titles.

The code uses only additions and comparisons of random numbers, never a function of the machine's mathematical library,
so the same draw gives the same ratings everywhere.
"""

from __future__ import annotations

import random

from tournaments.frozen import dataclass
from tournaments.model import Player

_MIN_RATING_BY_TITLE = (("GM", 2500), ("IM", 2400), ("FM", 2300), ("CM", 2200))
"""The rating at which a player gets a title, and keeps it at a lower rating."""
_MAX_RATING_LOSS = 150
_UNIFORM_SUMMANDS = 12
"""The sum of twelve uniform variates has variance 1 and is as good as normal for ratings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """The distribution of the players' ratings."""

    listed: tuple[int, ...] = ()
    """The ratings themselves, 0 for an unrated player; all other fields except ``titled`` are ignored then."""
    lowest: int = 1200
    highest: int = 2600
    step: int = 0
    """If not 0: the difference from player to player, from ``highest`` down to ``lowest``."""
    sigma: int = 0
    """Standard deviation around the regular steps, or around the centres of groups."""
    groups: int = 1
    """Clusters of ratings with gaps between them; 1 for an even spread."""
    ties: float = 0.0
    """Share of players with the rating of the previous player."""
    unrated: float = 0.0
    """Share of players without a rating."""
    titled: float = 0.0
    """Share of titled players among the players who are strong enough for a title."""

    def __post_init__(self) -> None:
        """Refuse a distribution that cannot be drawn."""
        if not 1 <= self.lowest <= self.highest:
            raise ValueError(f"ratings are {self.lowest}..{self.highest}; give the lowest, at least 1, and the highest")
        for name in ("ties", "unrated", "titled"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} is {getattr(self, name)}; a share is from 0 to 1")
        if min(self.step, self.sigma, self.groups - 1) < 0:
            raise ValueError(f"step {self.step}, sigma {self.sigma}, groups {self.groups}: none is negative")


def draw_players(number: int, ratings: Ratings, rng: random.Random) -> tuple[Player, ...]:
    """Return players in starting order: by rating, then title, numbered from 1 (C.04.2:2.2)."""
    drawn = list(ratings.listed) or _draw(number, ratings, rng)
    people = sorted(
        ((rating, _draw_title(rating, ratings.titled, rng)) for rating in drawn),
        key=lambda person: (-person[0], _title_rank(person[1])),
    )
    return tuple(
        Player(tpn=tpn, name=f"Player {tpn:03d}", rating=rating or None, title=title, points=0, rank=tpn)
        for tpn, (rating, title) in enumerate(people, start=1)
    )


def _draw(number: int, ratings: Ratings, rng: random.Random) -> list[int]:
    if ratings.step:
        drawn = [_normal(ratings.highest - place * ratings.step, ratings, rng) for place in range(number)]
    elif ratings.groups > 1:
        drawn = _draw_clusters(number, ratings, rng)
    else:
        drawn = [rng.randint(ratings.lowest, ratings.highest) for _ in range(number)]
    drawn.sort(reverse=True)
    if ratings.ties:
        for place in range(1, number):
            if rng.random() < ratings.ties:
                drawn[place] = drawn[place - 1]
    return [0 if ratings.unrated and rng.random() < ratings.unrated else rating for rating in drawn]


def _draw_clusters(number: int, ratings: Ratings, rng: random.Random) -> list[int]:
    """Draw ratings in clusters; each cluster is as wide as the gap below it."""
    slots = 2 * ratings.groups - 1
    width = ratings.highest - ratings.lowest
    drawn = []
    for _ in range(number):
        slot = 2 * rng.randrange(ratings.groups)
        low, high = (ratings.lowest + width * edge // slots for edge in (slot, slot + 1))
        drawn.append(_normal((low + high) // 2, ratings, rng) if ratings.sigma else rng.randint(low, high))
    return drawn


def _normal(centre: int, ratings: Ratings, rng: random.Random) -> int:
    deviate = sum(rng.random() for _ in range(_UNIFORM_SUMMANDS)) - _UNIFORM_SUMMANDS / 2 if ratings.sigma else 0.0
    return max(ratings.lowest, min(ratings.highest, centre + round(ratings.sigma * deviate)))


def _draw_title(rating: int, titled: float, rng: random.Random) -> str:
    if not titled:
        return ""
    for title, lowest in _MIN_RATING_BY_TITLE:
        if rating >= lowest - rng.randrange(_MAX_RATING_LOSS):
            return title if rng.random() < titled else ""
    return ""


def _title_rank(title: str) -> int:
    titles = [name for name, _ in _MIN_RATING_BY_TITLE]
    return titles.index(title) if title else len(titles)
