"""The choice of the pairing-allocated bye before any bracket is paired: Burstein (3.1; B.0) and Dubov (3.1; B.0)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from reference_engines.definitions.hard_rules import RoundFacts, same_absolute_preference
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import ByeRule
from reference_engines.definitions.players import ExtendedPlayers, Players
from reference_engines.downfloating.completion import impossible
from reference_engines.frame import results
from reference_engines.matching import largest
from tournaments.frozen import FrozenStruct, dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from reference_engines.definitions.history import History, IntArray
    from reference_engines.definitions.player_states import Rounds
    from reference_engines.frame.rules import AnyRound

    ByeOrder = tuple[tuple["ByeKey", str], ...]
    """The keys of the choice, most important first, each with its article."""


class ByeKey(Enum):
    """A key by which the player with the pairing-allocated bye is chosen: the lowest value comes first."""

    SCORE = "score of the player who receives the pairing-allocated bye"
    UNPLAYED_GAMES = "rounds without a game of the player who receives the pairing-allocated bye"
    GAMES = "games of the player who receives the pairing-allocated bye"
    RANKING = "players ranked lower who could have the pairing-allocated bye as well"
    REVERSED_RANKING = "players ranked higher who could have the pairing-allocated bye as well"
    """No edition has it, nor any of the following ones."""
    WHOLE_SCORE = "whole points of the player who receives the pairing-allocated bye"
    NUMBER = "TPN, largest first, of the player who receives the pairing-allocated bye"
    OPPOSITION = "opposition of the player who receives the pairing-allocated bye"
    REVERSED_OPPOSITION = "opposition, strongest first, of the player who receives the pairing-allocated bye"
    WHITE_DUE = "preference, White first, of the player who receives the pairing-allocated bye"
    BLACK_DUE = "preference, Black first, of the player who receives the pairing-allocated bye"
    WEAKER_PREFERENCE = "strength of the preference of the player who receives the pairing-allocated bye"
    DOWNFLOATS = "downfloat in the previous round of the player who receives the pairing-allocated bye"


class LeftOverSearch(FrozenStruct, frozen=True, kw_only=True):
    """The functions that find players whom a round can spare."""

    can_be_left_over: Callable[[Players], IntArray | None]
    """
    Returns the positions of the players without whom all others can be paired; empty if all can be paired.

    None if more than one player must be left over.
    """


def can_be_left_over(players: Players) -> IntArray | None:
    """Find the players whom a round can spare by the vertices that a largest matching can expose."""
    found = largest(players.allowed)
    return None if found.left_over > 1 else np.flatnonzero(found.exposable)


@dataclass(frozen=True, kw_only=True)
class ByeTerms:
    """The terms of an edition on the bye."""

    bye_order: ByeOrder
    virtual_points_count_for_bye: bool = True
    """Whether the score of the choice includes virtual points (BURSTEIN-ACCELERATION, DUBOV-BYE-SCORE)."""
    games_of_bye: Rounds | None = None
    """The rounds that are games in the choice of the bye; None: those of the text."""
    scheduled_games_count: bool = False
    """Whether a forfeited game is a game in the choice of the bye (BURSTEIN-GAMES, DUBOV-GAMES)."""
    search: LeftOverSearch

    @property
    def bye_rule(self) -> results.SelectionRule:
        """The choice of the bye in one sentence, with the article of its first key."""
        return results.SelectionRule(
            article=self.bye_order[0][1],
            sentence="the bye goes to a player with the lowest score who may have it and without whom all others can "
            "be paired; of several, to the one with the most games, then to the last in the order of the list",
        )

    @property
    def denies_bye(self) -> bool:
        """Whether the bye is denied to some players (C2)."""
        return True


COUNT_SCHEDULED_GAMES = partial(replace, scheduled_games_count=True)
"""Change rules: a forfeited game is a game in the choice of the bye."""
IGNORE_VIRTUAL_POINTS = partial(replace, virtual_points_count_for_bye=False)
"""Change rules: virtual points do not count in the choice of the bye."""


def swap_bye_rule(rules: Any) -> Any:
    """Return the rules by which a full-point bye bars a player from the bye if it did not, and the reverse."""
    bars = rules.byes is ByeRule.WIN_WITHOUT_PLAYING
    return replace(rules, byes=ByeRule.BYE_OR_FORFEIT_WIN if bars else ByeRule.WIN_WITHOUT_PLAYING)


# --- the players ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ByeFirstPlayers(ExtendedPlayers):
    """The players of a round with the keys of the choice of the bye."""

    bye_score: IntArray
    """Score as it counts for the bye (3.1.3; B.0.c)."""
    unplayed: IntArray
    """Rounds without a game, as they count for the bye (3.1.4; B.0.d)."""

    @property
    @abstractmethod
    def ranking(self) -> IntArray:
        """Numbers that ascend from the highest ranked player to the lowest, by position."""

    @property
    @abstractmethod
    def opposition(self) -> IntArray:
        """The strength of the opponents so far, by position."""

    @property
    def bye_keys(self) -> Mapping[ByeKey, IntArray]:
        """The value of every key by position."""
        return {
            ByeKey.SCORE: self.bye_score,
            ByeKey.UNPLAYED_GAMES: self.unplayed,
            ByeKey.GAMES: -self.unplayed,
            ByeKey.RANKING: -self.ranking,
            ByeKey.REVERSED_RANKING: self.ranking,
            ByeKey.WHOLE_SCORE: self.bye_score // 10,
            ByeKey.NUMBER: -self.players.column,
            ByeKey.OPPOSITION: self.opposition,
            ByeKey.REVERSED_OPPOSITION: -self.opposition,
            ByeKey.WHITE_DUE: -self.players.preference,
            ByeKey.BLACK_DUE: self.players.preference,
            ByeKey.WEAKER_PREFERENCE: self.players.strength,
            ByeKey.DOWNFLOATS: self.players.floated[0],
        }


def bye_score(terms: ByeTerms, history: History, players: Players) -> IntArray:
    """Return by position the score as it counts for the bye."""
    return players.score if terms.virtual_points_count_for_bye else points_without_virtual(history, players)


def points_without_virtual(history: History, players: Players) -> IntArray:
    """Return by position the score without virtual points."""
    return history.score[players.round_number - 1, players.column]


def rounds_without_game(terms: ByeTerms, history: History, players: Players) -> IntArray:
    """Return by position the rounds without a game, as they count for the bye."""
    if terms.games_of_bye is not None:
        games = terms.games_of_bye(history)[: players.round_number - 1, players.column]
        return players.round_number - 1 - games.sum(axis=0)
    if not terms.scheduled_games_count:
        return players.unplayed
    paired = history.opponent[: players.round_number - 1, players.column] != NOBODY
    return players.round_number - 1 - paired.sum(axis=0)


# --- the choice -------------------------------------------------------------------------------------------------------


def choose_bye(terms: ByeTerms, participants: ByeFirstPlayers) -> int | None:
    """Return the position of the player with the bye (3.1; B.0); None if the number of players is even."""
    eligible, keys = _eligible(terms, participants), participants.bye_keys
    if not participants.players.is_odd:
        return None
    return min(eligible.tolist(), key=lambda position: [int(keys[key][position]) for key, _ in terms.bye_order])


def _eligible(terms: ByeTerms, participants: ByeFirstPlayers) -> IntArray:
    """
    Return the positions of the players who may have the bye (3.1.1, 3.1.2; B.0.a, b); empty if their number is even.

    Raise NoLegalPairingError if the round cannot be paired.
    """
    players = participants.players
    eligible = terms.search.can_be_left_over(players)
    if eligible is None or bool(eligible.size) is not players.is_odd:
        raise impossible(players)
    if terms.denies_bye and players.is_odd:
        eligible = eligible[players.bye_allowed[eligible]]
    if players.is_odd and not eligible.size:
        raise impossible(players)
    return eligible


def assess_bye(terms: ByeTerms, participants: ByeFirstPlayers, bye: int) -> results.BracketAssessment:
    """Return the choice of a position for the bye as the first step of a round."""
    tpn, values = participants.numbers[bye], _choice_values(terms, participants, bye)
    return results.BracketAssessment(
        number=1,
        kind=results.BracketKind.BYE,
        score=participants.scores[bye],
        mdps=(),
        residents=(),
        pairs=(),
        downfloaters=(tpn,),
        values=tuple(
            results.CriterionValue(
                label="", article=article, name=f"bye_{key.name.lower()}", sentence=key.value, value=value
            )
            for (key, article), value in zip(terms.bye_order, values, strict=True)
        ),
        generation=replace(results.EMPTY_GENERATION, sequence=(tpn,), step=results.GenerationStep.BYE, key=((),)),
    )


def _choice_values(terms: ByeTerms, participants: ByeFirstPlayers, bye: int) -> list[tuple[int, ...]]:
    """Return the value of the choice of a position, key by key: lower is better."""
    others, keys = _eligible(terms, participants), participants.bye_keys
    values: list[tuple[int, ...]] = []
    for key, _ in terms.bye_order:
        if key in (ByeKey.RANKING, ByeKey.REVERSED_RANKING):
            values.append((int((keys[key][others] < keys[key][bye]).sum()),))
            continue
        values.append((int(keys[key][bye]),))
        others = others[keys[key][others] == keys[key][bye]]
    return values


def facts_of_round(at: AnyRound) -> RoundFacts:
    """Return the facts to which the absolute rules refer; neither text excepts topscorers from C3."""
    numbers, absolute = at.participants.numbers, at.participants.players.absolute.tolist()
    why_not_colour = partial(at.event.why_not_colour, before=at.number)
    clash = same_absolute_preference(at.rules.clash_rule, numbers, absolute, why_not_colour)
    return replace(at.event.facts(at.number, numbers), pair_rule=clash, suspects=iter)


# --- when the open points of both texts can matter --------------------------------------------------------------------


def has_forfeits(at: AnyRound) -> bool:
    """Whether a game before the round was forfeited."""
    history, rows = at.event.history, slice(0, at.number - 1)
    return bool((~history.played[rows] & (history.opponent[rows] != NOBODY)).any())


def forfeits_can_change_bye(at: AnyRound) -> bool:
    """Whether forfeited games can change the choice of the bye."""
    return at.participants.players.is_odd and has_forfeits(at)


def has_virtual_points(at: AnyRound) -> bool:
    """Whether virtual points are in a score of the round."""
    players = at.participants.players
    return bool((players.score != points_without_virtual(at.event.history, players)).any())


def virtual_points_can_change_bye(at: AnyRound) -> bool:
    """Whether virtual points can change the choice of the bye."""
    return at.participants.players.is_odd and has_virtual_points(at)


def bye_rule_can_change_bye(at: AnyRound) -> bool:
    """Whether full-point byes before the round can change the choice of the bye."""
    rows = slice(0, at.number - 1)
    by_win, by_bye = (
        rule.bars(at.event.history)[rows] for rule in (ByeRule.WIN_WITHOUT_PLAYING, ByeRule.BYE_OR_FORFEIT_WIN)
    )
    return at.participants.players.is_odd and bool((by_win != by_bye).any())
