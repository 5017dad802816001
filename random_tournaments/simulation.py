"""
Simulation of an individual event, round by round, with any pairer; absences are drawn before it starts.

All chance comes from the ``random.Random`` argument: the same plan, generator state and pairings give the same event. A
game is won, drawn or lost by the ratings, forfeited, or has an unusual result. Chances come from a table or from
decimal arithmetic, so they are the same on every machine.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Context, Decimal
from functools import cache

from msgspec import structs

from random_tournaments.plan import MIN_PLAYERS, Acceleration, EventPlan, Quota, Rates, ResultModel
from random_tournaments.ratings import draw_players
from random_tournaments.teams.axes import TeamPlan
from reference_engines.definitions.virtual_points import USUAL_ROUNDS, VirtualGroups, virtual_points_of
from reference_engines.frame.results import NoLegalPairingError, Pair, RoundPairing
from reference_engines.frame.systems import as_ranked
from standings.codes import POINTS, TieBreakCode, parse_code, parse_list
from standings.ranking import rank
from standings.ratings import EVEN, expectation
from standings.rules import EDITIONS, TieBreakRules, TooEarlyError, determine_rules
from tournaments.frozen import FrozenStruct
from tournaments.model import (
    Colour,
    DeclaredSystem,
    Dialect,
    Event,
    ForbiddenGroup,
    RequestedBye,
    Result,
    RoundEntry,
    VirtualPoints,
)
from tournaments.multi_game_rounds import count_rounds_by_games, entry_in_game, repeat_byes
from tournaments.points import result_points

MAX_DIFFERENCE = 400
"""The largest difference that counts (FIDE rating regulations, B.02:8.3.1)."""
_WHITE_WINS = (Result.WIN, Result.LOSS)
_DRAWN = (Result.DRAW, Result.DRAW)
_BLACK_WINS = (Result.LOSS, Result.WIN)
_UNRATED = {
    Result.WIN: Result.UNRATED_WIN,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.LOSS: Result.UNRATED_LOSS,
}
UNUSUAL_OUTCOMES = ((Result.LOSS, Result.LOSS), (Result.DRAW, Result.LOSS), (Result.LOSS, Result.DRAW))
ONE_ABSENT_OUTCOMES = ((Result.FORFEIT_WIN, Result.FORFEIT_LOSS), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN))
_DECIMAL = Context(prec=25)
_LEVEL = 2000
BOTH_ABSENT_OUTCOME = (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)


class Chances(FrozenStruct, frozen=True, kw_only=True):
    """White's chances in a game that is played."""

    win: float
    draw: float


def expected_score(difference: int) -> float:
    """Return the expected score for a rating difference to the opponent, by FIDE's table."""
    higher = 0.5 + (expectation(min(abs(difference), MAX_DIFFERENCE)) - EVEN) / 100
    return higher if difference >= 0 else 1.0 - higher


def compute_chances(white_rating: int, black_rating: int, model: ResultModel, draw_share: float) -> Chances:
    """
    Return White's chances.

    Wins and half of the draws add up to the expected score. By the FIDE table, the share of draws is ``draw_share``
    between equal players and vanishes as the expected score approaches 0 or 1. Fixed draws are as frequent as the
    expected score permits.
    """
    difference = white_rating - black_rating
    if model in _CURVES:
        return _logistic_chances(model, difference, (white_rating + black_rating) // 2)
    if model is ResultModel.FAVOURITE_WINS and difference:
        return Chances(win=float(difference > 0), draw=0.0)
    by_rating = model in (ResultModel.FIDE_TABLE, ResultModel.FIXED_DRAWS)
    expected = expected_score(difference) if by_rating else 0.5
    share = draw_share if model is ResultModel.FIXED_DRAWS else 4 * draw_share * expected * (1 - expected)
    draw = min(share, 2 * expected, 2 * (1 - expected))
    return Chances(win=expected - draw / 2, draw=draw)


@cache
def _logistic_chances(model: ResultModel, difference: int, level: int) -> Chances:
    """Return the chances by two logistic curves: White's wins and Black's wins; all other games are drawn."""
    white, black, lowest_level = _CURVES[model]
    above_level = max(level, lowest_level) - _LEVEL
    win = white(-difference, above_level)
    loss = black(difference, above_level)
    return Chances(win=win, draw=max(0.0, 1.0 - win - loss))


def _logistic_curve(scale: int, *, shift: str, shift_per_point: str) -> Callable[[int, int], float]:
    """
    Return the chance of a win by a difference and by points above level 2000, with integer powers.

    It is 1 / (1 + 10 ** (points / scale)), where points are the rating difference plus a shift: the shift at level 2000
    and its growth for each point above that level are given as decimal numbers.
    """
    by_point, at_level, by_level = (
        _DECIMAL.power(10, _DECIMAL.divide(Decimal(points), scale)) for points in ("1", shift, shift_per_point)
    )
    # Differences and levels recur from game to game, and powers take the time.
    by_difference = cache(lambda difference: _DECIMAL.power(by_point, difference))
    by_height = cache(lambda above: _DECIMAL.multiply(at_level, _DECIMAL.power(by_level, above)))

    def chance(difference: int, above_level: int) -> float:
        odds = _DECIMAL.multiply(by_difference(difference), by_height(above_level))
        return float(_DECIMAL.divide(1, _DECIMAL.add(1, odds)))

    return chance


_CURVES = {
    ResultModel.MILVANG: (
        _logistic_curve(370, shift="96", shift_per_point="0.0986"),
        _logistic_curve(370, shift="150", shift_per_point="0.157"),
        0,
    ),
    ResultModel.BAYESELO: (
        _logistic_curve(400, shift="89", shift_per_point="0.1"),
        _logistic_curve(400, shift="145", shift_per_point="0.1"),
        830,
    ),
}
"""
The curves of White's wins and of Black's wins, and the level at which the draws of equal players vanish: the curves of
lower levels are the same.

Milvang's curves, and the curves of BayesElo: f(points) = 1 / (1 + 10 ** (points / 400)), White wins by
f(draws - advantage - difference) and Black by f(draws + advantage + difference).

BayesElo (Rémi Coulom, 2005, https://www.remi-coulom.fr/Bayesian-Elo) has an advantage of 32.8 points and draws of 97.3
points as its defaults. "draws" grows linearly with the mean rating, as Edmund fitted it to 394,860 games of engines
(TalkChess, "Advantage for White; Bayeselo", 3 March 2012: 0.096 per point). In events over the board, equal players of
2000 draw more often than engines of that level. The values here are fitted to 4,350 games of 21 such events: an
advantage of 28 points, draws of 117 points at level 2000, and 0.1 more per point of the mean rating.
"""


def draw_outcome(
    white_rating: int, black_rating: int, plan: EventPlan | TeamPlan, rng: random.Random
) -> tuple[Result, Result]:
    """Draw the results of White and Black in a game that may be forfeited."""
    return draw_forfeit(plan.rates, rng) or draw_played(white_rating, black_rating, plan, rng)


def draw_played(
    white_rating: int, black_rating: int, plan: EventPlan | TeamPlan, rng: random.Random
) -> tuple[Result, Result]:
    """Draw the results of White and Black in a game that is played."""
    if rng.random() < plan.rates.unusual:
        return rng.choice(UNUSUAL_OUTCOMES)
    outcome = _draw_result(compute_chances(white_rating, black_rating, plan.results, plan.rates.draw), rng)
    if plan.rates.upset and rng.random() < plan.rates.upset:
        outcome = outcome[1], outcome[0]
    if rng.random() < plan.rates.unrated:
        return as_unrated(outcome)
    return outcome


def as_unrated(outcome: tuple[Result, Result]) -> tuple[Result, Result]:
    """Return the results as results of an unrated game."""
    return _UNRATED[outcome[0]], _UNRATED[outcome[1]]


def draw_forfeit(rates: Rates, rng: random.Random) -> tuple[Result, Result] | None:
    """Draw a forfeit by one player or both; None if they play."""
    drawn = rng.random()
    if drawn < rates.double_forfeit:
        return BOTH_ABSENT_OUTCOME
    if drawn < rates.double_forfeit + rates.forfeit:
        return rng.choice(ONE_ABSENT_OUTCOMES)
    return None


def _draw_result(white: Chances, rng: random.Random) -> tuple[Result, Result]:
    drawn = rng.random()
    if drawn < white.win:
        return _WHITE_WINS
    return _DRAWN if drawn < white.win + white.draw else _BLACK_WINS


_MAX_ARRIVAL_ROUND = 4
_MAX_ABSENCE_ROUNDS = 3
_RATED_BYES = (
    (Result.HALF_POINT_BYE, "half_point_bye"),
    (Result.FULL_POINT_BYE, "full_point_bye"),
    (Result.ZERO_POINT_BYE, "zero_point_bye"),
)


Absences = list[dict[int, Result]]
"""The byes of every player by round, in order of TPN."""


def draw_absences(plan: EventPlan | TeamPlan, rng: random.Random) -> tuple[tuple[RequestedBye, ...], ...]:
    """Return the requested byes of every round, in order of TPN."""
    away = [_rounds_away(plan, rng) for _ in range(plan.players)]
    _fill_quotas(away, plan, rng)
    return tuple(
        tuple(
            RequestedBye(round_number=number, tpn=tpn, result=missed[number])
            for tpn, missed in enumerate(away, start=1)
            if number in missed
        )
        for number in range(1, plan.rounds + 1)
    )


def spread_quota(quota: Quota, rounds: int, rng: random.Random) -> list[int]:
    """Return the number of misfortunes of a quota in each round."""
    numbers = [quota.each_round] * rounds
    for _ in range(quota.in_event):
        numbers[rng.randrange(rounds)] += 1
    return numbers


def _rounds_away(plan: EventPlan | TeamPlan, rng: random.Random) -> dict[int, Result]:
    """Draw the byes of one player by round, from the rates."""
    arrival = _draw_arrival(plan, rng)
    away = _absent(1, arrival - 1)
    if plan.rates.absence_block and rng.random() < plan.rates.absence_block:
        away |= _draw_absence_block(plan.rounds, rng)
    for number in range(arrival, plan.rounds + 1):
        if number > arrival and rng.random() < plan.rates.withdrawal:
            return away | _absent(number, plan.rounds)
        bye = _draw_bye(plan.rates, rng)
        if bye is not None:
            away.setdefault(number, bye)
    return away


def _absent(first: int, last: int) -> dict[int, Result]:
    return dict.fromkeys(range(first, last + 1), Result.ZERO_POINT_BYE)


def _draw_arrival(plan: EventPlan | TeamPlan, rng: random.Random) -> int:
    """Draw the first round in which the player can be paired."""
    if plan.rounds > 1 and rng.random() < plan.rates.late_entry:
        return _draw_late_arrival(plan.rounds, rng)
    return 1


def _draw_late_arrival(rounds: int, rng: random.Random) -> int:
    return rng.randint(2, min(_MAX_ARRIVAL_ROUND, rounds))


def _draw_absence_block(rounds: int, rng: random.Random) -> dict[int, Result]:
    """Draw two or three successive rounds of absence, with a round after them if the event is long enough."""
    length = min(rng.randint(2, _MAX_ABSENCE_ROUNDS), max(1, rounds - 2))
    first = rng.randint(1, max(1, rounds - length))
    return _absent(first, first + length - 1)


def _draw_bye(rates: Rates, rng: random.Random) -> Result | None:
    drawn = rng.random()
    for result, name in _RATED_BYES:
        rate: float = getattr(rates, name)
        if drawn < rate:
            return result
        drawn -= rate
    return None


def _fill_quotas(away: Absences, plan: EventPlan | TeamPlan, rng: random.Random) -> None:
    """Add the absences of the quotas to players who are present."""
    quotas = plan.quotas
    if plan.rounds > 1:
        for missed in _untouched(away, quotas.late_entry.in_event, rng):
            missed.update(_absent(1, _draw_late_arrival(plan.rounds, rng) - 1))
    for missed in _untouched(away, quotas.absence_block.in_event, rng):
        missed.update(_draw_absence_block(plan.rounds, rng))
    for number, leavers in enumerate(spread_quota(quotas.withdrawal, plan.rounds, rng), start=1):
        for missed in _present(away, max(2, number), leavers, rng):
            missed.update(_absent(max(2, number), plan.rounds))
    for result, name in _RATED_BYES:
        for number, players in enumerate(spread_quota(getattr(quotas, name), plan.rounds, rng), start=1):
            for missed in _present(away, number, players, rng):
                missed[number] = result


def _untouched(away: Absences, number: int, rng: random.Random) -> Absences:
    return _sample([missed for missed in away if not missed], number, rng)


def _present(away: Absences, round_number: int, number: int, rng: random.Random) -> Absences:
    return _sample([missed for missed in away if round_number not in missed], number, rng)


def _sample(candidates: Sequence[dict[int, Result]], number: int, rng: random.Random) -> Absences:
    return rng.sample(candidates, min(number, len(candidates)))


Pairer = Callable[[Event, int], RoundPairing]
"""
Pairs a round, by its number, of an event with all earlier rounds and the byes requested for the round.

A match of several games counts as one round: with two games, round 2 is rounds 3 and 4 of the file.
"""

Outcome = tuple[Result, Result]

_VIRTUAL_GROUPS = {Acceleration.VIRTUAL_3: VirtualGroups.THREE, Acceleration.VIRTUAL_5: VirtualGroups.FIVE}
_PAB = RoundEntry(None, None, Result.PAIRING_ALLOCATED_BYE)
_ASSUMED_RATING = 1200
"""The assumed rating of unrated players."""
_SECOND_FORFEIT_CHANCE = 0.5


def play(plan: EventPlan, pairer: Pairer, rng: random.Random) -> Event:
    """
    Play an event and return it with all its results, points and ranks.

    The event ends early, with the byes requested for the round that could not be paired, if the pairer raises
    NoLegalPairingError or if fewer than two players are present. Other exceptions of the pairer are passed on.
    """
    return _with_ranks(_play_rounds(plan, pairer, rng), plan)


def _play_rounds(plan: EventPlan, pairer: Pairer, rng: random.Random) -> Event:
    event = open_event(plan, rng)
    ratings = {player.tpn: player.rating or _ASSUMED_RATING for player in event.players}
    misfortunes = GameMisfortunes(plan, rng)
    for number, byes in enumerate(draw_absences(plan, rng), start=1):
        event = replace(event, requested_byes=repeat_byes(byes, plan.games))
        if plan.players - len(byes) < MIN_PLAYERS:
            return event
        try:
            pairing = pairer(event, number)
        except NoLegalPairingError:
            return event
        away = {bye.tpn: bye.result for bye in byes}
        before: list[Outcome] = []
        for game, played in enumerate(pairings_of_games(pairing, plan.games)):
            drawn = [draw_outcome(ratings[pair.white], ratings[pair.black], plan, rng) for pair in played.pairs]
            outcomes = misfortunes.strike_games(misfortunes.repeat_forfeits(drawn, before), number)
            event = _with_round(event, list_entries(played, outcomes, away, entry_in_game(_PAB, game)))
            before = outcomes
    return event


def pairings_of_games(pairing: RoundPairing, games: int) -> tuple[RoundPairing, ...]:
    """Return the pairings of all games of a match, with colours reversed in every second game."""
    if games == 1:
        return (pairing,)
    reversed_pairing = replace(pairing, pairs=tuple(Pair(pair.black, pair.white) for pair in pairing.pairs))
    return tuple(reversed_pairing if game % 2 else pairing for game in range(games))


def open_event(plan: EventPlan, rng: random.Random) -> Event:
    """Return the event before its first round, with drawn players, acceleration and forbidden groups."""
    baku = "_BAKU" if plan.acceleration is Acceleration.BAKU else ""
    event = Event(
        players=draw_players(plan.players, plan.ratings, rng),
        rounds_recorded=0,
        rounds_declared=plan.rounds,
        name=plan.name,
        start=dt.date.fromisoformat(plan.start) if plan.start else None,
        end=dt.date.fromisoformat(plan.start) if plan.start else None,
        headers=_headers(plan),
        system=DeclaredSystem(code=plan.system_code + baku if plan.system_code else "", text=plan.system_text),
        initial_colour=plan.initial_colour,
        scoring=plan.scoring,
        virtual_points=draw_virtual_points(plan, plan.acceleration, plan.games * plan.scoring.win, rng),
        forbidden=draw_forbidden_members(plan, rng),
        dialect=Dialect.TRF26,
    )
    return count_rounds_by_games(event, plan.games)


def _headers(plan: EventPlan) -> tuple[tuple[str, str], ...]:
    """Return field 172 (method of the starting order), and 202 or 212 if there are tie-breaks."""
    return (("172", "IND FIDE"), *tie_break_headers(plan.tie_breaks))


def draw_forbidden_members(plan: EventPlan | TeamPlan, rng: random.Random) -> tuple[ForbiddenGroup, ...]:
    """Draw the players or teams of each group that may not meet each other."""
    numbers = range(1, plan.players + 1)
    return tuple(ForbiddenGroup(players=frozenset(rng.sample(numbers, size))) for size in plan.forbidden_groups)


def draw_virtual_points(
    plan: EventPlan | TeamPlan, acceleration: Acceleration, win: int, rng: random.Random
) -> tuple[VirtualPoints, ...]:
    """Draw the listed virtual points; ``win`` is the value of a win, in tenths."""
    if acceleration is Acceleration.LISTED:
        return _draw_stages(plan, rng)
    if acceleration in _VIRTUAL_GROUPS:
        numbers = range(1, plan.players + 1)
        return virtual_points_of(numbers, _VIRTUAL_GROUPS[acceleration], rounds=min(USUAL_ROUNDS, plan.rounds), win=win)
    return ()


def _draw_stages(plan: EventPlan | TeamPlan, rng: random.Random) -> tuple[VirtualPoints, ...]:
    """Draw up to three stages of rounds, with up to three tiers of the starting list in each, in half points."""
    last = rng.randint(1, max(1, plan.rounds - 1))
    stage_ends = sorted({last, *(rng.randint(1, last) for _ in range(rng.randint(0, 2)))})
    drawn = []
    first = 1
    for end in stage_ends:
        tier_ends = sorted(rng.sample(range(1, plan.players + 1), rng.randint(1, min(3, plan.players))))
        for below, tier_end in zip((0, *tier_ends), tier_ends, strict=False):
            tier = frozenset(range(below + 1, tier_end + 1))
            points = 5 * rng.randint(1, 4)
            drawn.append(VirtualPoints(points=points, first_round=first, last_round=end, players=tier))
        first = end + 1
    return tuple(drawn)


class GameMisfortunes:
    """Misfortunes of games, or of matches in team events, by quotas; no game is struck twice."""

    def __init__(self, plan: EventPlan | TeamPlan, rng: random.Random) -> None:
        """Spread the quotas over the rounds."""
        self._rng = rng
        quotas = plan.quotas
        self._numbers = {
            name: spread_quota(getattr(quotas, name), plan.rounds, rng)
            for name in ("double_forfeit", "forfeit", "unusual", "unrated")
        }

    def repeat_forfeits(self, outcomes: list[Outcome], before: list[Outcome]) -> list[Outcome]:
        """Return the outcomes of second games, in which half of the forfeits of first games are repeated."""
        if not any(result.is_forfeit for outcome in before for result in outcome):
            return outcomes
        return [
            (first[1], first[0]) if first[0].is_forfeit and self._rng.random() < _SECOND_FORFEIT_CHANCE else drawn
            for drawn, first in zip(outcomes, before, strict=True)
        ]

    def strike_games(self, outcomes: list[Outcome], round_number: int) -> list[Outcome]:
        """Return the outcomes of a round's games after the misfortunes of the round."""
        struck = dict(enumerate(outcomes))
        untouched = [board for board, (white, _) in struck.items() if white.is_game]
        for name, numbers in self._numbers.items():
            count = min(numbers[round_number - 1], len(untouched))
            for board in self._rng.sample(untouched, count) if count else ():
                struck[board] = self._strike(name, struck[board])
                untouched.remove(board)
        return list(struck.values())

    def _strike(self, name: str, outcome: Outcome) -> Outcome:
        if name == "double_forfeit":
            return BOTH_ABSENT_OUTCOME
        if name == "forfeit":
            return self._rng.choice(ONE_ABSENT_OUTCOMES)
        if name == "unusual":
            return self._rng.choice(UNUSUAL_OUTCOMES)
        return as_unrated(outcome) if set(outcome) <= {Result.WIN, Result.DRAW, Result.LOSS} else outcome


def list_entries(
    pairing: RoundPairing, outcomes: list[Outcome], away: Mapping[int, Result], bye: RoundEntry = _PAB
) -> dict[int, RoundEntry]:
    """Return the entries of all players for a round of the file, by TPN; ``away`` are the requested byes."""
    entries = {tpn: RoundEntry(None, None, result) for tpn, result in away.items()}
    if pairing.bye is not None:
        entries[pairing.bye] = bye
    with_white, with_black = Colour.WHITE, Colour.BLACK
    for pair, (white, black) in zip(pairing.pairs, outcomes, strict=True):
        entries[pair.white] = RoundEntry(pair.black, with_white, white)
        entries[pair.black] = RoundEntry(pair.white, with_black, black)
    return entries


def _with_round(event: Event, entries: dict[int, RoundEntry]) -> Event:
    """Return the event with a further round and the new points."""
    worth = result_points(event.scoring)
    players = [
        structs.replace(
            player,
            rounds=(*player.rounds, entry),
            points=(player.points or 0) + worth[entry.colour][entry.result],
        )
        for player, entry in [(player, entries[player.tpn]) for player in event.players]
    ]
    return replace(event, players=tuple(players), rounds_recorded=event.rounds_recorded + 1, requested_byes=())


def _with_ranks(event: Event, plan: EventPlan) -> Event:
    rank = compute_ranks(event, plan.tie_breaks)
    return replace(event, players=tuple([structs.replace(player, rank=rank[player.tpn]) for player in event.players]))


_PLAYER_TIE_BREAK = parse_code("TPN")
_TEAM_TIE_BREAKS = parse_list("MPVGP,TPN")


def compute_ranks(event: Event, tie_breaks: Sequence[TieBreakCode]) -> dict[int, int]:
    """
    Return the ranks of players by TPN, or of teams by number; participants equal in all tie-breaks share a rank.

    Points come first unless the list has them elsewhere. Without tie-breaks the lower number comes first, for teams
    after the secondary score, so that ranks are unique.
    """
    codes = _with_points(tie_breaks or (_TEAM_TIE_BREAKS if event.is_team_event else (_PLAYER_TIE_BREAK,)))
    return rank(as_ranked(event), codes, _rules(event)).ranks


def _with_points(tie_breaks: Sequence[TieBreakCode]) -> tuple[TieBreakCode, ...]:
    return tuple(tie_breaks) if POINTS in tie_breaks else (POINTS, *tie_breaks)


def tie_break_headers(tie_breaks: Sequence[TieBreakCode]) -> tuple[tuple[str, str], ...]:
    """Return the header of a list of tie-breaks: 212 if the list contains the points, or else 202."""
    if not tie_breaks:
        return ()
    text = ",".join(tie_break.text for tie_break in tie_breaks)
    return (("212" if POINTS in tie_breaks else "202", text),)


def _rules(event: Event) -> TieBreakRules:
    """Return the rules in force; for an event before the first known edition, the first edition."""
    try:
        return determine_rules(event)
    except TooEarlyError:
        return determine_rules(event, edition=EDITIONS[0])
