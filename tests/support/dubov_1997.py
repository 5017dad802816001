"""For the Dubov system of 1997: hard rules counted from the players' rows alone, tables by hand and drawn at random."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from support import hard_rules
from support.events import event
from support.hard_rules import HardRules, bye_or_win_without_playing
from support.players import draw_met, meetings_matrix

from reference_engines.dubov_1997.participants import Dubov1997Participants, Dubov1997Player
from tournaments.model import Colour

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.model import Event, Player


# --- hard rules, without any engine ----------------------------------------------------------------------------------


def faults(event: Event) -> list[str]:
    """Return the faults of the recorded rounds."""
    return hard_rules.faults(
        event,
        HardRules(
            bars_from_bye=bye_or_win_without_playing,
            colour_faults=_colour_faults,
            bye_article="(2.2)",
            meeting_article="(2.1)",
        ),
    )


def _colour_faults(_event: Event, player: Player, _opponent: Player, row: int) -> Iterator[str]:
    before = [entry.colour for entry in player.rounds[:row] if entry.was_played]
    now = player.rounds[row].colour
    colours = [*before, now]
    difference = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    earlier = before.count(Colour.WHITE) - before.count(Colour.BLACK)
    if abs(difference) > 2 and abs(difference) > abs(earlier):
        yield f"round {row + 1}: {player.tpn} has a difference of {difference} (2.3)"
    if len(colours) > 2 and len(set(colours[-3:])) == 1:
        yield f"round {row + 1}: {player.tpn} has one colour three times in a row (2.4)"


def rated(rows: Iterable[str], ratings: Iterable[int | None], **declared: object) -> Event:
    """Make an event of players with ratings; White was drawn for the first pair."""
    played = event(list(rows), rounds_declared=7, initial_colour=Colour.WHITE, **declared)
    players = zip(played.players, ratings, strict=True)
    return replace(played, players=tuple(replace(player, rating=rating) for player, rating in players))


# --- tables ----------------------------------------------------------------------------------------------------------


def person(  # noqa: PLR0913 - a player has so many sides, and each test names those that matter
    tpn: int,
    *,
    rating: int = 2000,
    aro: float | Fraction = 0,
    due: int = 0,
    score: int = 0,
    name: str = "",
    difference: int | None = None,
    may: str = "WB",
    transferable: bool = True,
    bye_allowed: bool = True,
) -> Dubov1997Player:
    """Make a player by hand; ``may`` lists the colours that 2.3 and 2.4 allow."""
    return Dubov1997Player(
        tpn=tpn,
        name=name or f"Player {tpn:03d}",
        score=score,
        rating=rating,
        aro=Fraction(aro).limit_denominator(1000),
        difference=-due if difference is None else difference,
        due=due,
        may_white="W" in may,
        may_black="B" in may,
        transferable=transferable,
        bye_allowed=bye_allowed,
    )


def table(
    people: Sequence[Dubov1997Player], met: Iterable[tuple[int, int]] = (), round_number: int = 5
) -> Dubov1997Participants:
    """Seat players, by score and as they are listed; ``met`` names pairs of numbers."""
    ordered = sorted(people, key=lambda one: -one.score)
    apart = meetings_matrix(ordered, met)
    white = np.array([one.may_white for one in ordered], dtype=np.bool_)
    black = np.array([one.may_black for one in ordered], dtype=np.bool_)
    fits = np.outer(white, black)
    return Dubov1997Participants(
        round_number=round_number, players=tuple(ordered), apart=apart, meet=~apart & (fits | fits.T)
    )


def draw_table(rng: random.Random, players: tuple[int, int] = (2, 9)) -> Dubov1997Participants:
    """Draw a table of few players: many ties, few who may meet; it may be that no pairing is complete."""
    size = rng.randint(*players)
    scores = sorted((rng.choice((0, 5, 10, 15)[: rng.randint(1, 4)]) for _ in range(size)), reverse=True)
    one_round = rng.random() < 0.08
    people = [_draw_person(rng, tpn, score, is_first=one_round) for tpn, score in enumerate(scores, start=1)]
    met = draw_met(rng, people)
    return table(people, met, round_number=1 if one_round else 5)


def _draw_person(rng: random.Random, tpn: int, score: int, *, is_first: bool) -> Dubov1997Player:
    due = 0 if is_first else rng.choice((1, 1, 1, -1, -1, -1, 0))
    may = "WB" if is_first else rng.choice(("WB",) * 6 + ("W", "B"))
    return person(
        tpn,
        rating=rng.choice((0, 2000, 2100, 2200, 2300)),
        aro=0 if is_first else rng.choice((2000, 2050, 2100.5, Fraction(6400, 3))),
        due=due,
        score=score,
        name=rng.choice(("Ada", "Bela", "Cleo", "Dora")),
        may=may,
        transferable=rng.random() < 0.7,
        bye_allowed=rng.random() < 0.7,
    )
