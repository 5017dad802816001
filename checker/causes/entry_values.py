"""
Values of entries: what a single earlier round adds to a sum that the rules derive for a player or a team.

The Dubov System sums up ratings of opponents and upfloats, the Burstein System scores of opponents, and the team system
points, colours and floats of matches. A change of one entry of one player is a flip like any other; the facts that
changed entries share make a cause, under which every entry with these facts counts otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from checker.causes.round_copies import EntryValue, with_participants
from reference_engines.definitions.history import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from reference_engines.burstein.participants import IndexRules
    from reference_engines.definitions.history import BoolArray, History, IntArray
    from reference_engines.definitions.player_states import Rounds
    from reference_engines.dubov.participants import AroEntries
    from reference_engines.frame.rules import AnyRound


def entry_values_of(bound: AnyRound) -> tuple[EntryValue, ...]:
    """Return the changes of entries that a system allows; none if its values are of whole players."""
    if bound.rules.system == "team":
        from checker.causes.team_entries import TEAM_VALUES  # noqa: PLC0415 - start-up time; few events are of teams

        return TEAM_VALUES
    return _VALUES.get(bound.rules.system, ())


def facts_of_entries(bound: AnyRound) -> dict[str, BoolArray]:
    """Return the facts of all entries of an event, by their words after "a player" or "a team"."""
    if bound.rules.system == "team":
        from checker.causes.team_entries import team_entry_facts  # noqa: PLC0415 - likewise

        return team_entry_facts(bound.event)
    return entry_facts(bound.event) | (_rating_facts(bound.event) if entry_values_of(bound) else {})


def columns_of(bound: AnyRound, tpns: Iterable[int]) -> list[int]:
    """Return the columns of some players or teams in the facts of entries."""
    if bound.rules.system == "team":
        numbers = [team.number for team in bound.event.event.teams]
        return [numbers.index(number) for number in sorted(tpns) if number in numbers]
    players = bound.participants.players
    return [int(players.column[place]) for tpn in sorted(tpns) if (place := bound.position.get(tpn)) is not None]


def possible_entry_flips(bound: AnyRound, tpns: Iterable[int]) -> Iterator[tuple[EntryValue, int]]:
    """Yield the changes of single entries of some players, each with the place of the entry."""
    values = entry_values_of(bound)
    if not values or bound.number == 1:
        return
    columns = columns_of(bound, tpns)
    for value in values:
        can_change = value.can_change(bound)
        for row, column in zip(*np.nonzero(can_change[:, columns]), strict=True):
            yield value, int(row) * can_change.shape[1] + columns[column]


# --- players ---------------------------------------------------------------------------------------------------------


def entry_facts(event: Any) -> dict[str, BoolArray]:
    """Return (rounds, players) whether an entry of a record has a fact, by its words after "a player"."""
    history, state = event.history, event.player_states
    scheduled, played, points = history.opponent != NOBODY, history.played, history.points
    absent, loss, win = ~history.paired, history.scoring.loss, history.scoring.win
    before = state.score[: history.rounds]
    opponent = np.maximum(history.opponent, 0)
    ahead = np.where(scheduled, before - np.take_along_axis(before, opponent, axis=1), 0) if history.rounds else before
    after = history.score[1:]
    later = np.where(scheduled, after - np.take_along_axis(after, opponent, axis=1), 0) if history.rounds else after
    forfeited = scheduled & ~played
    half = win // 2
    return {
        "lost by forfeit": forfeited & ~history.forfeit_win,
        "won by forfeit": history.forfeit_win,
        "had a forfeited game": forfeited,
        "had a forfeited game with an opponent of a higher score": forfeited & (ahead < 0),
        "had a forfeited game with an opponent of a lower score": forfeited & (ahead > 0),
        "had the pairing-allocated bye": history.bye,
        "had the pairing-allocated bye, worth less than a win": history.bye & (points < win),
        "had a half-point bye": absent & (points > 0) & (points < win),
        "had a full-point bye": absent & (points >= win),
        "had a half- or full-point bye": absent & (points > 0),
        "had a zero-point bye, away or not yet there": absent & (points <= loss),
        "was not to be paired (a requested bye, away or not yet there)": absent,
        "had not yet come to the event": ~state.arrived[: history.rounds],
        "was not to be paired after having come to the event": absent & state.arrived[: history.rounds],
        "had no game and no points": ~played & (points <= loss),
        "had no game but points": ~played & (points > loss),
        "had no game": ~played,
        "played a game": played,
        "won a game": played & (points >= win),
        "drew a game": played & (points < win) & (points > loss),
        "lost a game": played & (points <= loss),
        "drew with an opponent of a higher score": played & (ahead < 0) & (points < win) & (points > loss),
        "drew with an opponent of a lower score": played & (ahead > 0) & (points < win) & (points > loss),
        "won against an opponent of a higher score": played & (ahead < 0) & (points >= win),
        "lost to an opponent of a lower score": played & (ahead > 0) & (points <= loss),
        "met an opponent of a higher score": played & (ahead < 0),
        "met an opponent of a lower score": played & (ahead > 0),
        "met an opponent of another score": played & (ahead != 0),
        "met an opponent of the same score": played & (ahead == 0),
        "met an opponent half a point apart": played & (abs(ahead) == half),
        "met an opponent more than half a point apart": played & (abs(ahead) > half),
        "met an opponent half a point above": played & (ahead == -half),
        "met an opponent half a point below": played & (ahead == half),
        "met an opponent more than half a point above": played & (ahead < -half),
        "met an opponent more than half a point below": played & (ahead > half),
        "met an opponent at least a point and a half above": played & (ahead <= -3 * half),
        "met an opponent at least a point and a half below": played & (ahead >= 3 * half),
        "met an opponent who had more points after it": played & (later < 0),
        "met an opponent who had fewer points after it": played & (later > 0),
        "had White": played & (history.colour == 1),
        "had Black": played & (history.colour == -1),
    }


def _rating_facts(event: Any) -> dict[str, BoolArray]:
    """Return facts of entries that concern ratings and the number of the round."""
    history = event.history
    rating = np.array([*(player.rating or 0 for player in event.event.players), 0], dtype=np.int64)
    opponent = np.where(history.opponent == NOBODY, history.players, history.opponent)
    theirs, own = rating[opponent], np.broadcast_to(rating[:-1], history.played.shape)
    rows = np.broadcast_to(np.arange(history.rounds)[:, None], history.played.shape)
    return {
        "met an opponent without a rating": history.played & (theirs == 0),
        "met an opponent with a higher rating": history.played & (theirs > own),
        "met an opponent with a lower rating": history.played & (theirs < own),
        "had the first round": rows == 0,
    }


def _earlier(bound: Any, entries: BoolArray) -> BoolArray:
    return np.asarray(entries[: bound.number - 1], dtype=np.bool_)


def _all_rounds(history: History, where: BoolArray) -> BoolArray:
    """Extend entries of earlier rounds to all rounds of a history."""
    entries = np.zeros(history.played.shape, dtype=np.bool_)
    entries[: len(where)] = where
    return entries


def _with_rules_of_participants(bound: Any, *, rules: Any) -> AnyRound:
    """Return a round whose participants are derived by other rules, and that is paired by its own."""
    return with_participants(bound, rules.bind(replace(bound.event, rules=rules), bound.number).participants)


def _scheduled(bound: Any) -> BoolArray:
    return _earlier(bound, bound.event.history.opponent != NOBODY)


# --- Dubov: the ARO, upfloats ----------------------------------------------------------------------------------------


def _counted_for_aro(bound: Any, *, counted: bool = True) -> BoolArray:
    """Return the entries that count for the ARO, or those that do not."""
    rule = bound.rules.aro
    return np.asarray(rule.remembered(_earlier(bound, rule.games(bound.event.history))), dtype=np.bool_) == counted


def _change_aro(bound: Any, where: BoolArray, *, counts: bool, amount: Callable[[AroEntries], IntArray]) -> Any:
    own = bound.rules.aro.entries

    def entries(recorded: AroEntries) -> AroEntries:
        text = own(recorded)
        return replace(
            text,
            amounts=np.where(where, amount(text), text.amounts),
            counts=np.where(where, counts, text.counts),
        )

    return _with_rules_of_participants(bound, rules=replace(bound.rules, aro=replace(bound.rules.aro, entries=entries)))


def _no_rating(entries: AroEntries) -> IntArray:
    return np.zeros_like(entries.amounts)


def _own_rating(entries: AroEntries) -> IntArray:
    return np.broadcast_to(entries.ratings, entries.amounts.shape)


def _opponents_rating(entries: AroEntries) -> IntArray:
    return entries.ratings[entries.history.opponent[: entries.row]]


def _upfloated(bound: Any, *, counted: bool) -> BoolArray:
    """Return the entries that are upfloats, or those that are not."""
    upfloats = bound.rules.upfloats_of_maximum(bound.event.history, bound.event.player_states, bound.number - 1)
    return _earlier(bound, upfloats) == counted


def _change_upfloats(bound: Any, where: BoolArray, *, counts: bool, parts: tuple[str, ...]) -> Any:
    def changing(own: Callable[[History, Any, int], BoolArray]) -> Callable[[History, Any, int], BoolArray]:
        def upfloats(history: History, states: Any, rounds: int) -> BoolArray:
            text = own(history, states, rounds).astype(np.bool_)
            text[: len(where)] = np.where(where[: len(text)], counts, text[: len(where)])
            return text

        return upfloats

    rules = replace(bound.rules, **{part: changing(getattr(bound.rules, part)) for part in parts})
    return _with_rules_of_participants(bound, rules=rules)


_OF_MAXIMUM, _OF_LAST = "upfloats_of_maximum", "upfloats_before"
_DUBOV = (
    *(
        EntryValue(
            name=f"aro-{name}",
            sentence=sentence,
            article=lambda rules: str(rules.definition_articles[0]),
            can_change=can_change,
            change=partial(_change_aro, counts=counts, amount=amount),
        )
        for name, sentence, can_change, counts, amount in (
            ("left-out", "did not count for the ARO", _counted_for_aro, False, _no_rating),
            ("zero", "counted for the ARO with a rating of 0", _counted_for_aro, True, _no_rating),
            ("own", "counted for the ARO with the player's own rating", _counted_for_aro, True, _own_rating),
            (
                "opponent",
                "counted for the ARO with the rating of the opponent",
                lambda bound: _scheduled(bound) & ~_counted_for_aro(bound),
                True,
                _opponents_rating,
            ),
            (
                "unplayed-zero",
                "counted for the ARO with a rating of 0",
                partial(_counted_for_aro, counted=False),
                True,
                _no_rating,
            ),
            (
                "unplayed-own",
                "counted for the ARO with the player's own rating",
                partial(_counted_for_aro, counted=False),
                True,
                _own_rating,
            ),
        )
    ),
    *(
        EntryValue(
            name=f"upfloat-{name}",
            sentence=f"was {'' if counts else 'not '}an upfloat{where}",
            article=lambda rules: str(rules.definition_articles[1]),
            can_change=partial(_upfloated, counted=not counts),
            change=partial(_change_upfloats, counts=counts, parts=parts),
        )
        for counts, name, where, parts in (
            (True, "counted", "", (_OF_MAXIMUM, _OF_LAST)),
            (False, "left-out", "", (_OF_MAXIMUM, _OF_LAST)),
            (True, "of-sum", " in the number of upfloats", (_OF_MAXIMUM,)),
            (False, "left-out-of-sum", " in the number of upfloats", (_OF_MAXIMUM,)),
        )
    ),
)

# --- Burstein: the Index ---------------------------------------------------------------------------------------------


def _games_of_index(bound: Any) -> BoolArray:
    return _earlier(bound, bound.rules.index.games(bound.event.history))


def _all_earlier(bound: Any) -> BoolArray:
    return np.ones_like(_games_of_index(bound))


def _change_index(bound: Any, where: BoolArray, *, change: Callable[[IndexRules, BoolArray], IndexRules]) -> Any:
    return _with_rules_of_participants(bound, rules=replace(bound.rules, index=change(bound.rules.index, where)))


def _add_nothing(index: IndexRules, where: BoolArray) -> IndexRules:
    def without(own: Callable[[History, IntArray, int], IntArray]) -> Callable[[History, IntArray, int], IntArray]:
        return lambda history, score, row: np.where(where[:row], 0, own(history, score, row))

    return replace(
        index, opponents_scores=without(index.opponents_scores), unplayed_scores=without(index.unplayed_scores)
    )


def _add_nothing_to_products(index: IndexRules, where: BoolArray) -> IndexRules:
    return replace(index, of_sonneborn_berger=_add_nothing(index.of_sonneborn_berger or index, where))


def _add_score(index: IndexRules, where: BoolArray, *, is_opponents: bool) -> IndexRules:
    own: Rounds = index.games

    def games(history: History) -> BoolArray:
        return np.where(_all_rounds(history, where), is_opponents, own(history))

    return replace(index, games=games)


_BURSTEIN = tuple(
    EntryValue(
        name=f"index-{name}",
        sentence=sentence,
        article=lambda rules: str(rules.index_article),
        can_change=can_change,
        change=partial(_change_index, change=change),
    )
    for name, sentence, can_change, change in (
        ("nothing", "added nothing to the Index", _all_earlier, _add_nothing),
        ("own", "added the player's own score to Buchholz", _games_of_index, partial(_add_score, is_opponents=False)),
        (
            "opponent",
            "added the score of the opponent to Buchholz",
            lambda bound: _scheduled(bound) & ~_games_of_index(bound),
            partial(_add_score, is_opponents=True),
        ),
        ("no-product", "added nothing to Sonneborn-Berger", _all_earlier, _add_nothing_to_products),
    )
)

# --- both: the bye ---------------------------------------------------------------------------------------------------


def _games_of_bye(bound: Any) -> BoolArray:
    history, rules = bound.event.history, bound.rules
    played = history.played | ((history.opponent != NOBODY) & rules.scheduled_games_count)
    return _earlier(bound, played if rules.games_of_bye is None else rules.games_of_bye(history))


def _counted_for_bye(bound: Any, *, counted: bool) -> BoolArray:
    """Return the entries that count as games where the bye is chosen, or those that do not; none without a bye."""
    return (_games_of_bye(bound) == counted) & bool(bound.participants.players.is_odd)


def _change_games_of_bye(bound: Any, where: BoolArray, *, counts: bool) -> Any:
    games = np.where(where, counts, _games_of_bye(bound))

    def counted(history: History) -> BoolArray:
        return _all_rounds(history, games)

    return _with_rules_of_participants(bound, rules=replace(bound.rules, games_of_bye=counted))


_OF_BYE = tuple(
    EntryValue(
        name=f"bye-{name}",
        sentence=f"counted as {article} game where the bye is chosen",
        article=lambda rules: str(rules.bye_order[1][1]),
        can_change=partial(_counted_for_bye, counted=not counts),
        change=partial(_change_games_of_bye, counts=counts),
    )
    for name, article, counts in (("game", "a", True), ("no-game", "no", False))
)
_VALUES: Mapping[str, tuple[EntryValue, ...]] = {"dubov": (*_DUBOV, *_OF_BYE), "burstein": (*_BURSTEIN, *_OF_BYE)}
