"""Events with recorded rank orders: drawn, listed, ranked and judged."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace
from functools import cache
from itertools import count, islice
from typing import TYPE_CHECKING

from support.events import event

from checker.standings.check import are_in_conflict, judge_standings
from standings.codes import parse_tie_breaks
from standings.ranking import rank
from standings.rules import EDITION_2024, TieBreakRules, determine_rules
from tournaments.model import Colour, DeclaredSystem, Event, Player, Result, RoundEntry
from tournaments.points import points_by_results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checker.standings.findings import StandingsFinding


SWISS = DeclaredSystem(code="FIDE_DUTCH_2026")
IN_2026 = dt.date(2026, 5, 1)


def drawn(seed: int, *, players: int = 14, rounds: int = 6) -> Event:
    """Draw a finished Swiss of 2026, with every kind of unplayed round, and right points."""
    rng = random.Random(seed)
    rows: list[list[RoundEntry]] = [[] for _ in range(players)]
    for _ in range(rounds):
        order = rng.sample(range(players), players)
        while order and (len(order) % 2 or rng.random() < 0.12):
            rows[order.pop()].append(RoundEntry(None, None, Result(rng.choice("UHZF"))))
        for white, black in zip(order[::2], order[1::2], strict=True):
            one, other = rng.choice([("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("-", "+")])
            rows[white].append(RoundEntry(black + 1, Colour.WHITE, Result(one)))
            rows[black].append(RoundEntry(white + 1, Colour.BLACK, Result(other)))
    made = tuple(
        Player(tpn=number, name=f"Player {number}", rounds=tuple(row), rating=rng.randint(1500, 2500))
        for number, row in enumerate(rows, start=1)
    )
    return with_points(Event(players=made, rounds_recorded=rounds, rounds_declared=rounds, start=IN_2026, system=SWISS))


def with_points(event: Event) -> Event:
    """Write all players' points."""
    points = points_by_results(event)
    return replace(event, players=tuple(replace(player, points=points[player.tpn]) for player in event.players))


def listing(event: Event, codes: str) -> Event:
    """Name tie-breaks in record 202."""
    return replace(event, headers=(("202", codes),))


def ranked(event: Event, ranks: Mapping[int, int] | Sequence[int]) -> Event:
    """Write ranks."""
    by_tpn = dict(enumerate(ranks, start=1)) if not hasattr(ranks, "keys") else dict(ranks)
    return replace(event, players=tuple(replace(player, rank=by_tpn.get(player.tpn)) for player in event.players))


def expected(event: Event, codes: str, rules: TieBreakRules | None = None) -> dict[int, int]:
    """Return the ranks by a list, as record 202 has it."""
    return rank(event, parse_tie_breaks(codes), rules or determine_rules(event)).ranks


def separate_ties(ranks: Mapping[int, int]) -> dict[int, int]:
    """Give every rank once, lower numbers first among those who share one."""
    order = sorted(ranks, key=lambda tpn: (ranks[tpn], tpn))
    return {tpn: place for place, tpn in enumerate(order, start=1)}


def judge(event: Event) -> StandingsFinding:
    """Judge an event that has ranks and tie-breaks."""
    finding = judge_standings(event)
    assert finding is not None
    return finding


LIST = "BH/C1,BH,SB,TPN"


FOUR = with_points(event(["2w1 3w1", "1b0 4w1", "4w1 1b0", "3b0 2b0"], start=IN_2026, system=SWISS, rounds_declared=2))
"""2 and 3 have a point each, and won a game each."""


@cache
def planted(seed: int, kind: str) -> tuple[Event, set[str], set[int]]:
    """Return an event with a wrong order, the codes that may show it, and the players who are out of place."""
    made = listing(drawn(seed), LIST)
    right = separate_ties(expected(made, LIST))
    if kind == "exchanged":
        at = random.Random(seed).randint(1, len(right) - 1)
        one, other = (next(tpn for tpn, place in right.items() if place == wanted) for wanted in (at, at + 1))
        parting = rank(made, parse_tie_breaks(LIST), determine_rules(made)).first_difference(one, other)
        assert parting is not None
        code = parse_tie_breaks(LIST)[parting].text
        return ranked(made, right | {one: right[other], other: right[one]}), {code}, {one, other}
    if kind == "left out":
        wrong = separate_ties(expected(made, "BH,SB,TPN"))
    elif kind == "older edition":
        wrong = separate_ties(expected(made, LIST, replace(determine_rules(made), edition=EDITION_2024)))
    else:
        wrong = separate_ties(expected(with_points(with_byes_as_games(made)), LIST))
    culprits = {tpn for tpn in right if any(are_in_conflict(tpn, other, wrong, right) for other in right)}
    return ranked(made, wrong), {code.text for code in parse_tie_breaks(LIST)}, culprits


def with_byes_as_games(event: Event) -> Event:
    """Let every bye that was not requested be a game won against the player with the lowest number."""
    players = []
    for player in event.players:
        low = 1 if player.tpn != 1 else 2
        entries = tuple(
            RoundEntry(low, Colour.WHITE, Result.WIN) if entry.result is Result.PAIRING_ALLOCATED_BYE else entry
            for entry in player.rounds
        )
        players.append(replace(player, rounds=entries))
    return replace(event, players=tuple(players))


def first_wrong(kind: str, number: int) -> int:
    """Return the seed of the n-th event in which the kind makes a difference."""
    return next(islice((seed for seed in count() if planted(seed, kind)[2]), number, None))
