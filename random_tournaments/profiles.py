"""
The named profiles of axes.

``realistic`` follows 28 real events of individual players (2,247 players, 7,550 games: opens, weekenders, club and
online events of 4 to 357 players). White scores 53.4 %. Of the games between rated players over the board, 15 % are
drawn at a mean rating of 1500, 20 % at 1820, 25 % at 2090 and 36 % at 2380, and 35 % at a difference of 75 points, 22 %
at 250, 7 % at 450. Four in 100 players leave an event over the board before its last round, 70 in 100 an online event;
the profile takes the mean of all opens, 17 %. Per player and round 1 % half-point byes and 0.5 % single absences; 8 in
1,000 players come late; a full-point bye in 12,000; 0.4 % of games forfeited; 15 % of players without a rating, 4 %
with a title; ratings from 470 to 3,100, in half of the events within 800 points; 4 to 9 rounds.

``endorsement`` takes the ranges of the generators of JaVaFo and bbpPairings: 15 to 215 players, 5 to 15 rounds, draws
10 to 50 %, a forfeit in 6 to 30 games, half-point byes and withdrawals from one in 15 to hardly any, ratings from
1400..2300 to 2400..2800. It also varies axes that both generators keep constant: full-point byes, double forfeits,
unusual and unrated results, late entries, forbidden pairs, acceleration, scoring, the colour of the first board.
"""

from __future__ import annotations

from dataclasses import replace

from random_tournaments.axes import PLAIN, SCORINGS, STANDARD, Axes, Chance, Span, WeightedChoice, share_per_round
from random_tournaments.plan import Acceleration, ResultModel

_ALL_ACCELERATIONS = (
    Acceleration.NONE,
    Acceleration.BAKU,
    Acceleration.VIRTUAL_3,
    Acceleration.VIRTUAL_5,
    Acceleration.LISTED,
)

MIXED = Axes()
"""All axes vary, with many small events; for developing an engine."""
REALISTIC = replace(
    PLAIN,
    players=Span(9, 357),
    rounds=Span(4, 9),
    lowest_rating=Span(470, 2190),
    highest_rating=Span(1480, 2720),
    unrated_players=Chance(0.0, 0.3),
    titled_players=Chance(0.0, 0.5),
    results=WeightedChoice((ResultModel.BAYESELO,)),
    half_point_byes=share_per_round(0.0, 0.03, absent=0.33),
    full_point_byes=share_per_round(0.0, 0.002, absent=0.9),
    zero_point_byes=share_per_round(0.0, 0.01, absent=0.0),
    withdrawals=share_per_round(0.0, 0.08, absent=0.1),
    late_entries=share_per_round(0.0, 0.03, absent=0.5),
    absence_blocks=share_per_round(0.0, 0.01, absent=0.5),
    forfeits=share_per_round(0.0, 0.01, absent=0.2),
    acceleration=WeightedChoice((Acceleration.NONE, Acceleration.BAKU), (19, 1)),
    scoring=WeightedChoice((STANDARD, SCORINGS["half-bye"], SCORINGS["3-1-0"]), (18, 1, 1)),
    tie_breaks=MIXED.tie_breaks,
)
ENDORSEMENT = replace(
    MIXED,
    players=Span(15, 215),
    rounds=Span(5, 15),
    lowest_rating=Span(1400, 2300),
    highest_rating=Span(2400, 2800),
    rating_groups=Span(1, 4),
    rating_ties=Chance(0.0, 0.1, 0.5),
    unrated_players=Chance(0.0, 0.1, 0.5),
    titled_players=Chance(0.0, 1.0),
    results=WeightedChoice((ResultModel.FIDE_TABLE, ResultModel.MILVANG, ResultModel.FIXED_DRAWS), (3, 2, 1)),
    draws=Chance(0.1, 0.5),
    half_point_byes=share_per_round(0.0, 1 / 15, absent=0.1),
    full_point_byes=share_per_round(0.0, 0.002, absent=0.5),
    zero_point_byes=share_per_round(0.0, 0.02, absent=0.2),
    withdrawals=share_per_round(0.0, 1 / 30, absent=0.1),
    late_entries=share_per_round(0.0, 0.1),
    absence_blocks=share_per_round(0.0, 0.03, absent=0.7),
    forfeits=share_per_round(1 / 100, 1 / 6, absent=0.0),
    double_forfeits=share_per_round(0.0, 0.02, absent=0.7),
    unrated_games=share_per_round(0.0, 0.02),
    unusual_results=share_per_round(0.0, 0.01),
    acceleration=WeightedChoice(_ALL_ACCELERATIONS, (14, 3, 1, 1, 1)),
    scoring=WeightedChoice(tuple(SCORINGS.values()), (12, 1, 1, 2, 1, 1)),
)
HARD = replace(
    MIXED,
    players=Span(6, 40),
    rounds=Span(7, 13),
    rating_ties=Chance(0.0, 0.3, 0.5),
    results=WeightedChoice(
        (ResultModel.FIDE_TABLE, ResultModel.FAVOURITE_WINS, ResultModel.ANYBODY_WINS, ResultModel.FIXED_DRAWS),
        (2, 1, 4, 1),
    ),
    upsets=Chance(0.0, 0.4, 0.7),
    absence_blocks=share_per_round(0.0, 0.2, absent=0.5),
    forbidden_groups=WeightedChoice((0, 1, 2), (6, 1, 1)),
)
"""Few players and many rounds: dense histories, conflicting colours, topscorers in final rounds, many floats."""
TINY = replace(MIXED, players=Span(2, 9), rounds=Span(1, 9))
HUGE = replace(
    ENDORSEMENT, players=Span(500, 3000), rounds=Span(7, 13), forbidden_groups=WeightedChoice((0, 1), (3, 1))
)

PROFILES: dict[str, Axes] = {
    "mixed": MIXED,
    "realistic": REALISTIC,
    "endorsement": ENDORSEMENT,
    "hard": HARD,
    "tiny": TINY,
    "huge": HUGE,
}
