"""Faulty pairing programs: our engine with a single change, made by hand and without any misreading."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

import numpy as np

from checker.causes.cause import case_of
from random_tournaments.axes import PLAIN, Frequency, Span, WeightedChoice, share_per_round
from random_tournaments.event_batch import Batch
from random_tournaments.plan import Acceleration
from reference_engines.definitions.player_states import ByeRule, FloatRule
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE, Bracket
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.dutch.rounds import Round2026
from reference_engines.dutch.rules import DutchRound, DutchRules
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from checker.causes.cause import Case
    from reference_engines.definitions.colours import Meetings
    from reference_engines.definitions.criteria import Contribution
    from reference_engines.definitions.history import History, IntArray
    from reference_engines.dutch.players_round import DutchEvent
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event


@dataclass(frozen=True, kw_only=True)
class _MdpsByNumber(Round2026):
    def pose(self, bounds: tuple[int, int, int], floaters: tuple[int, ...]) -> Bracket:
        by_number = sorted(floaters, key=lambda position: self.players.numbers[position])
        return super().pose(bounds, tuple(by_number))


def _rank_mdps_by_number() -> DutchRules:
    return replace(DUTCH_2026, procedure=_MdpsByNumber)


def _criterion_instead(criterion: object, contribution: object) -> DutchRules:
    criteria = tuple(
        replace(one, criterion=replace(one.criterion, contribution=contribution)) if one.criterion is criterion else one
        for one in DUTCH_2026.criteria
    )
    return replace(DUTCH_2026, criteria=criteria)


def _colours_of_residents(bracket: Bracket) -> Contribution | None:
    counted = COLOUR_PREFERENCE.contribution(bracket)
    if counted is None or counted.pairs is None:
        return counted
    pairs = counted.pairs.copy()
    pairs[: bracket.mdp_count] = pairs[:, : bracket.mdp_count] = 0
    return replace(counted, pairs=pairs)


def _upfloats_of_absent(history: History) -> IntArray:
    down = FloatRule.SCORING_WITHOUT_PLAYING.unplayed(history)
    return np.where(down, 1, np.where(~history.played & (history.points == 0), -1, 0))


def _bars_after_forfeit(history: History) -> IntArray:
    scheduled = history.opponent >= 0
    return ByeRule.WIN_WITHOUT_PLAYING.bars(history) | (scheduled & ~history.played)


def _repeat_colours(pairs: Meetings) -> IntArray:
    step = DUTCH_2026.colour_articles.steps[2]
    return -step.decide(pairs)


def _colour_step_instead(name: str, decide: object) -> DutchRules:
    articles = DUTCH_2026.colour_articles
    steps = tuple(replace(one, decide=decide) if one.name == name else one for one in articles.steps)
    return replace(DUTCH_2026, colour_articles=replace(articles, steps=steps))


class _ForgetfulRules(DutchRules):
    """Rules by which C12 counts no preference of a player who had no game in the previous round."""

    def bind(self, event: DutchEvent, number: int) -> DutchRound:
        players = event.players_of_round(number)
        idle = ~event.history.played[number - 2][players.column] if number > 1 else np.zeros(players.size, dtype=bool)
        forgotten = replace(players, preference=np.where(idle, 0, players.preference))

        def contribution(bracket: Bracket) -> Contribution | None:
            return COLOUR_PREFERENCE.contribution(replace(bracket, players=forgotten))

        return DutchRound(rules=_criterion_instead(COLOUR_PREFERENCE, contribution), event=event, number=number)


FAULTS = {
    "MDPs ranked by number alone": _rank_mdps_by_number(),
    "colours counted for pairs of residents only": _criterion_instead(COLOUR_PREFERENCE, _colours_of_residents),
    "an unplayed round that scores nothing is an upfloat": replace(DUTCH_2026, floats=FloatRule(_upfloats_of_absent)),
    "a forfeit bars both players from the bye": replace(DUTCH_2026, byes=ByeRule(_bars_after_forfeit)),
    "colours repeat where they should alternate": _colour_step_instead("alternate", _repeat_colours),
    "C12 forgets colours before a round without a game": _ForgetfulRules(
        **{field.name: getattr(DUTCH_2026, field.name) for field in fields(DUTCH_2026)}
    ),
}
"""The changed rules, by a name of the fault."""

AXES = replace(
    PLAIN,
    players=Span(8, 20),
    rounds=Span(5, 8),
    half_point_byes=share_per_round(0, 0.08),
    zero_point_byes=share_per_round(0, 0.08),
    forfeits=share_per_round(0, 0.1),
    late_entries=Frequency(),
    acceleration=WeightedChoice((Acceleration.NONE,)),
)
"""Axes of events with byes, absences and forfeits, none accelerated."""


def play_faultily(rules: DutchRules, index: int) -> Case:
    """Play an event with a faulty program, and return it with its discrepant rounds and a few agreeing rounds."""

    def pair(event: Event, number: int) -> RoundPairing:
        return rules.open(event).round(number).expected()

    event = Batch(seed=5, axes=AXES, system=DUTCH_2026.edition.key).play(index, pair).event
    return case_of(str(index), event, DUTCH_2026)
