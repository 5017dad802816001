"""
Faults that programmers read into the text of 2026: our engine with one change each, by hand and without any misreading.

Few of them have a test, since a search takes seconds; `batches.unmodelled_faults` measures all of them.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, NumberedCriterion
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import Strength, colour_history, preferences
from reference_engines.definitions.players import Players, may_meet, players_of_round
from reference_engines.dutch.editions import DUTCH_2026
from reference_engines.dutch.rules import DutchRound, DutchRules
from reference_engines.matching import largest
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engines.definitions.colours import ColourStep, Meetings
    from reference_engines.definitions.history import IntArray
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.dutch.players_round import DutchEvent

    Change = Callable[[DutchEvent, Players], Players]


@dataclass(frozen=True, kw_only=True)
class _MisreadRound(DutchRound):
    rules: MisreadRules

    @cached_property
    def participants(self) -> Players:
        return self.rules.change(self.event, self.event.players_of_round(self.number))


@dataclass(frozen=True, kw_only=True)
class MisreadRules(DutchRules):
    """Rules by which the players of a round are changed before they are paired."""

    change: Change

    def bind(self, event: DutchEvent, number: int) -> DutchRound:
        """Return a round whose players are changed."""
        return _MisreadRound(rules=self, event=event, number=number)


@dataclass(frozen=True, kw_only=True)
class _LastRoundRules(DutchRules):
    """Rules of which the last round follows others."""

    last: DutchRules

    def bind(self, event: DutchEvent, number: int) -> DutchRound:
        return (self.last if number == event.event.rounds_declared else DUTCH_2026).bind(event, number)


_AS_PRINTED = {field.name: getattr(DUTCH_2026, field.name) for field in fields(DUTCH_2026) if field.init}


def _with_players(change: Change) -> DutchRules:
    return MisreadRules(**_AS_PRINTED, change=change)


def _counting(**by_label: Callable[[Bracket], Contribution | None]) -> DutchRules:
    """Return the rules by which some criteria count something else."""
    criteria = tuple(
        replace(one, criterion=Criterion(one.criterion.name, one.criterion.sentence, by_label[one.label]))
        if one.label in by_label
        else one
        for one in DUTCH_2026.criteria
    )
    return replace(DUTCH_2026, criteria=criteria)


def _with_colour_steps(change: Callable[[ColourStep], ColourStep]) -> DutchRules:
    articles = DUTCH_2026.colour_articles
    return replace(DUTCH_2026, colour_articles=replace(articles, steps=tuple(map(change, articles.steps))))


# --- the bye ---------------------------------------------------------------------------------------------------------


def _choose_bye_first(_event: DutchEvent, players: Players) -> Players:
    """Give the bye as in Dubov: of the lowest score, to the player with most games, then with the largest number."""
    found = largest(players.allowed, np.arange(players.size))
    able = np.flatnonzero(found.exposable & players.bye_allowed)
    if not players.is_odd or found.left_over > 1 or not able.size:
        return players
    chosen = min(able.tolist(), key=lambda at: (players.scores[at], players.unplayed[at], -players.numbers[at]))
    return replace(players, bye_allowed=np.arange(players.size) == chosen)


def _no_bye_after_absence(event: DutchEvent, players: Players) -> Players:
    if players.round_number == 1:
        return players
    allowed = players.bye_allowed & event.history.played[players.round_number - 2][players.column]
    return replace(players, bye_allowed=allowed) if allowed.any() else players


# --- colours ---------------------------------------------------------------------------------------------------------


def _prefer_black_before_the_first_game(_event: DutchEvent, players: Players) -> Players:
    if players.round_number == 1:
        return players
    new = players.strength == Strength.NONE
    preference = np.where(new, -1, players.preference)
    return replace(players, preference=preference, strength=np.where(new, Strength.MILD, players.strength))


def _forget_colours_before_absence(event: DutchEvent, players: Players) -> Players:
    history, row = event.history, players.round_number - 1
    colour = np.where(history.played, history.colour, 0)
    for column in range(history.players):
        gaps = np.flatnonzero(~history.played[:row, column])
        if gaps.size and gaps[-1] < row - 1:
            colour[: gaps[-1], column] = 0
    colours = colour_history(colour)
    preferred = preferences(colours)
    states = replace(
        event.player_states,
        colour_difference=colours.difference,
        preference=preferred.colour,
        strength=preferred.strength,
        repeated=colours.repeated,
    )
    return players_of_round(event.event, history, states, players.round_number, event.definitions)


def _count_scheduled_colours_in_the_difference(event: DutchEvent, players: Players) -> Players:
    history = event.history
    played = colour_history(np.where(history.played, history.colour, 0))
    scheduled = colour_history(np.where(history.opponent != NOBODY, history.colour, 0))
    preferred = preferences(replace(played, difference=scheduled.difference))
    states = replace(
        event.player_states,
        colour_difference=scheduled.difference,
        preference=preferred.colour,
        strength=preferred.strength,
    )
    return players_of_round(event.event, history, states, players.round_number, event.definitions)


def _latest_colours(pairs: Meetings, positions: IntArray) -> IntArray:
    rounds = pairs.players.round_number - 1
    colour = np.where(pairs.coloured[:rounds], pairs.history.colour[:rounds], 0)[:, pairs.players.column[positions]]
    return colour_history(colour).latest[-1]


def _look_at_the_latest_game(step: ColourStep) -> ColourStep:
    def decide(pairs: Meetings) -> IntArray:
        higher, lower = (_latest_colours(pairs, positions) for positions in (pairs.higher, pairs.lower))
        return np.where((higher != 0) & (lower != 0) & (higher != lower), -higher, 0)

    return replace(step, decide=decide) if step.name == "alternate" else step


def _grant_nothing_against_a_beginner(step: ColourStep) -> ColourStep:
    def decide(pairs: Meetings) -> IntArray:
        both = (pairs.players.preference[pairs.higher] != 0) & (pairs.players.preference[pairs.lower] != 0)
        return np.where(both, step.decide(pairs), 0)

    return step if step.name == "initial" else replace(step, decide=decide)


# --- floats and the last round ---------------------------------------------------------------------------------------


def _pairs_of_mdps(bracket: Bracket, flags: IntArray) -> Contribution | None:
    if not bracket.mdps or not flags.any():
        return None
    pairs = np.zeros((bracket.size, bracket.size), dtype=np.bool_)
    pairs[: bracket.mdp_count, bracket.mdp_count :] = flags
    return Contribution(pairs=pairs | pairs.T, bound=bracket.mdp_count)


def _opponents_who_floated(bracket: Bracket) -> Contribution | None:
    return _pairs_of_mdps(bracket, (bracket.take(bracket.players.floated[0]) != 0)[None, bracket.mdp_count :])


def _mdps_who_floated_up(back: int) -> Callable[[Bracket], Contribution | None]:
    def contribution(bracket: Bracket) -> Contribution | None:
        floated = bracket.take(bracket.players.floated[back - 1]) == -1
        return _pairs_of_mdps(bracket, floated[: bracket.mdp_count, None])

    return contribution


def _float_by_present_scores(event: DutchEvent, players: Players) -> Players:
    history, row = event.history, players.round_number - 1
    score, floated = event.player_states.score[row], []
    for back in (1, 2):
        if row < back:
            floated.append(np.zeros(players.size, dtype=np.int64))
            continue
        difference = np.sign(score - score[history.opponent[row - back]])
        unplayed = event.floats.unplayed(history)[row - back].astype(np.int64)
        floated.append(np.where(history.played[row - back], difference, unplayed)[players.column])
    return replace(players, floated=tuple(floated))


def _pair_mdps_before_the_remainder() -> DutchRules:
    """Compare MDP-pairings by all criteria on colours and floats before the remainder counts."""

    def part(label: str, *, of_mdps: bool) -> NumberedCriterion[Bracket]:
        numbered = next(one for one in DUTCH_2026.criteria if one.label == label)
        criterion = numbered.criterion

        def contribution(bracket: Bracket) -> Contribution | None:
            counted = criterion.contribution(bracket)
            if counted is None or counted.pairs is None or not bracket.mdps:
                return None if of_mdps else counted
            is_mdp = np.arange(bracket.size) < bracket.mdp_count
            with_mdp = np.logical_or.outer(is_mdp, is_mdp)
            return replace(counted, pairs=np.where(with_mdp == of_mdps, counted.pairs, 0))

        name = f"{criterion.name}_{'mdps' if of_mdps else 'remainder'}"
        return replace(numbered, criterion=Criterion(name, criterion.sentence, contribution))

    by_label = {one.label: one for one in DUTCH_2026.criteria}
    floats = [by_label[f"C{number}"] for number in (15, 17, 18, 19, 20, 21)]
    remainder = [part(label, of_mdps=False) for label in ("C12", "C13")]
    return replace(
        DUTCH_2026,
        criteria=(
            *(one for label, one in by_label.items() if int(label.removeprefix("C")) < _FIRST_ON_COLOURS),
            *(part(label, of_mdps=True) for label in ("C12", "C13")),
            *floats,
            *remainder,
            by_label["C14"],
            by_label["C16"],
        ),
    )


def _free_in_the_last_round(event: DutchEvent, players: Players) -> Players:
    if players.round_number != event.event.rounds_declared:
        return players
    return replace(players, allowed=may_meet(event.event, event.history, players))


_FIRST_ON_COLOURS, _FIRST_ON_FLOATS = 12, 14
_BEFORE_FLOATS = tuple(one for one in DUTCH_2026.criteria if int(one.label.removeprefix("C")) < _FIRST_ON_FLOATS)

FURTHER_FAULTS: dict[str, DutchRules] = {
    "the bye is chosen before anything is paired": _with_players(_choose_bye_first),
    "no bye after a round without a game": _with_players(_no_bye_after_absence),
    "a player without a game prefers Black": _with_players(_prefer_black_before_the_first_game),
    "colours before a round without a game are forgotten": _with_players(_forget_colours_before_absence),
    "5.2.3 looks at the latest game alone": _with_colour_steps(_look_at_the_latest_game),
    "no preference is granted against a player without a game": _with_colour_steps(_grant_nothing_against_a_beginner),
    "C15 counts opponents who floated up or down": _counting(C15=_opponents_who_floated),
    "C15 and C17 look at the MDPs themselves": _counting(C15=_mdps_who_floated_up(1), C17=_mdps_who_floated_up(2)),
    "nobody is bound by C3 in the last round": _with_players(_free_in_the_last_round),
    "no float counts in the last round": _LastRoundRules(
        **_AS_PRINTED, last=replace(DUTCH_2026, criteria=_BEFORE_FLOATS)
    ),
    "the colour difference counts colours of forfeited games": _with_players(
        _count_scheduled_colours_in_the_difference
    ),
    "earlier floats follow from present scores": _with_players(_float_by_present_scores),
    "moved-down players are paired before the remainder is looked at": _pair_mdps_before_the_remainder(),
}
"""The changed rules, by a name of the fault."""
