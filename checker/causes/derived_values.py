"""
Causes learnt from discrepant rounds: one derived value of one player is changed, and the changes are compared.

A *derived value* is what the rules read off a player's record: a float, the right to the bye, a colour preference,
being a topscorer. A *flip* is another value for one player that makes a discrepant round exactly right. An *entry
fact* is true of some rounds in players' records ("lost by forfeit"). If flips of one kind share an entry fact, the
program may derive that value otherwise for every such player; this makes a cause, which is tried like any other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from checker.causes.cause import Cause, ChangeKind
from checker.causes.entries import EntryValue, change_entries, have_same_values, is_same
from checker.causes.entry_values import facts_of_entries
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import Strength
from reference_engines.definitions.players import Players, may_meet
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE
from reference_engines.dutch.criteria import STRONG_COLOUR_PREFERENCE
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from checker.causes.cause import CaseRound
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.bracket import Bracket
    from reference_engines.frame.rules import AnyRound

    SetValue = Callable[[Any, Players, BoolArray, int], Players]
    """Give players of a round, by position, a value."""

MAX_FACTS = 6
"""Entry facts that are followed for each kind of flip."""
SECOND_FACTS = 2
"""Entry facts that are joined to the first by "or", and by "and"."""
MAX_JOINED = 3
"""Entry facts to which others are joined by "and"."""
_SHARE_OF_JOINED = 0.6
"""Of the players of whom a fact holds, the share of whom another one may hold, too, to say more than the fact alone."""
FEWEST_ROUNDS = 2
"""Rounds whose flips must share an entry fact."""


# --- the values ------------------------------------------------------------------------------------------------------


class DerivedValue(FrozenStruct, frozen=True, kw_only=True):
    """A value that the rules derive for a player before a round."""

    name: str
    read: Callable[[Players], IntArray]
    write: SetValue
    values: tuple[int, ...]
    """The values that are tried."""
    sentences: Mapping[int, str]
    """The end of a sentence about a player, by value: ``could not receive the bye``."""
    article: str
    """The field of the articles of an edition's definitions, or of the edition."""
    back: int | None = None
    """The rounds back at which its entry stands; None if any earlier round may matter."""
    criteria: tuple[str, ...] = ()
    """Names of the criteria that alone read the value; empty: every rule reads it."""


def _read_float(players: Players, *, back: int) -> IntArray:
    return players.floated[back - 1]


def _write_float(_bound: Any, players: Players, where: BoolArray, value: int, *, back: int) -> Players:
    floated = list(players.floated)
    floated[back - 1] = np.where(where, value, floated[back - 1])
    return replace(players, floated=tuple(floated))


def _write_bye(_bound: Any, players: Players, where: BoolArray, value: int) -> Players:
    return replace(players, bye_allowed=np.where(where, bool(value), players.bye_allowed))


def _read_preference(players: Players) -> IntArray:
    return players.preference * players.strength


_NONE, _WHITE, _BLACK, _WEAKER, _STRONGER, _OPPOSITE = 0, 1, -1, 11, 12, 13
"""Changes of a colour preference: none, a mild one for White or Black, or one that depends on the present one."""
_STRENGTHS = {
    14: (Strength.STRONG, Strength.MILD),
    15: (Strength.ABSOLUTE, Strength.STRONG),
    16: (Strength.MILD, Strength.STRONG),
    17: (Strength.STRONG, Strength.ABSOLUTE),
}
"""Changes of preferences of one strength alone: that strength, and the other one."""


def _write_preference(bound: Any, players: Players, where: BoolArray, value: int) -> Players:
    """Take a preference away, or make it weaker, stronger or one for the other colour."""
    preference, strength = players.preference, players.strength
    if value == _OPPOSITE:
        preference = np.where(where, -preference, preference)
    elif value in (_WHITE, _BLACK):
        preference = np.where(where, value, preference)
        strength = np.where(where, Strength.MILD, strength)
    elif value in _STRENGTHS:
        present, other = _STRENGTHS[value]
        strength = np.where(where & (strength == present), other, strength)
    elif value == _STRONGER:
        raised = np.minimum(strength + 1, Strength.ABSOLUTE)
        strength = np.where(where & (preference != 0), raised, strength)
    else:
        lowered = np.maximum(strength - 1, 0) if value == _WEAKER else np.zeros_like(strength)
        strength = np.where(where, lowered, strength)
        preference = np.where(strength == Strength.NONE, 0, preference)
    return _with_clashes(bound, replace(players, preference=preference, strength=strength))


def _write_topscorer(bound: Any, players: Players, where: BoolArray, value: int) -> Players:
    return _with_clashes(bound, replace(players, topscorer=np.where(where, bool(value), players.topscorer)))


def _read_move(players: Players) -> IntArray:
    return np.zeros(players.size, dtype=np.int64)


def _write_rank(_bound: Any, players: Players, where: BoolArray, value: int) -> Players:
    """Rank players last (1) or first (-1) among players with the same score."""
    positions = np.lexsort((np.arange(players.size), np.where(where, value, 0), -players.score))
    return players if (np.diff(positions) > 0).all() else players.select(positions)


def _write_score(_bound: Any, players: Players, where: BoolArray, value: int) -> Players:
    """Give players more or fewer points, and their place among players with the same score."""
    score = players.score + np.where(where, value, 0)
    return replace(players, score=score).select(np.lexsort((players.column, -score)))


def _write_meetings(bound: Any, players: Players, where: BoolArray, value: int) -> Players:
    """Let players meet earlier opponents again (1), or bar opponents with whom no game was played (-1)."""
    history, earlier = bound.event.history, slice(0, players.round_number - 1)
    position = np.full(history.players + 1, NOBODY, dtype=np.int64)  # the last entry stands for no opponent
    position[players.column] = np.arange(players.size)
    opponent = position[history.opponent[earlier][:, players.column]]
    is_meant = where & (opponent != NOBODY) & (history.played[earlier][:, players.column] == (value == 1))
    first, second = np.nonzero(is_meant)[1], opponent[is_meant]
    if not first.size:
        return players
    allowed = players.allowed.copy()
    allowed[first, second] = allowed[second, first] = value == 1
    return replace(players, allowed=bar_clashes(bound, players, allowed))


def _with_clashes(bound: Any, players: Players) -> Players:
    """Derive the allowed meetings anew from absolute preferences and topscorers."""
    allowed = may_meet(bound.event.event, bound.event.history, players)
    return replace(players, allowed=bar_clashes(bound, players, allowed))


def bar_clashes(bound: Any, players: Players, allowed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Bar players with the same absolute preference from each other, topscorers excepted."""
    event = bound.event
    for colour in (1, -1):
        alike = np.flatnonzero(players.absolute == colour)
        excused = event.definitions.clash_excused(players.topscorer[alike, None], players.topscorer[alike])
        allowed[np.ix_(alike, alike)] &= excused.astype(np.uint8)
    return allowed


_ARTICLES = {Strength.MILD: "a mild", Strength.STRONG: "a strong", Strength.ABSOLUTE: "an absolute"}
_PREFERENCES = {
    _NONE: "had no colour preference",
    _WHITE: "had a mild preference for White",
    _BLACK: "had a mild preference for Black",
    _WEAKER: "had a weaker colour preference (strong for absolute, mild for strong, none for mild)",
    _STRONGER: "had a stronger colour preference (strong for mild, absolute for strong)",
    _OPPOSITE: "had the opposite colour preference",
    **{
        value: f"had {_ARTICLES[other]} colour preference in place of {_ARTICLES[present]} one"
        for value, (present, other) in _STRENGTHS.items()
    },
}
_FLOATS = {1: "downfloat", -1: "upfloat", 0: "no float"}
_PREFERENCE_CRITERIA = (COLOUR_PREFERENCE.name, STRONG_COLOUR_PREFERENCE.name)
DERIVED_VALUES = (
    *(
        DerivedValue(
            name=f"float-{back}",
            read=partial(_read_float, back=back),
            write=partial(_write_float, back=back),
            values=(1, 0, -1),
            sentences=_FLOATS,
            article="unplayed_float",
            back=back,
        )
        for back in (1, 2)
    ),
    DerivedValue(
        name="bye",
        read=lambda players: players.bye_allowed.astype(np.int64),
        write=_write_bye,
        values=(0, 1),
        sentences={0: "could not receive the pairing-allocated bye", 1: "could receive the pairing-allocated bye"},
        article="bye",
    ),
    DerivedValue(
        name="preference",
        read=_read_preference,
        write=_write_preference,
        values=tuple(_PREFERENCES),
        sentences=_PREFERENCES,
        article="absolute_preference",
    ),
    *(
        DerivedValue(
            name=name,
            read=_read_preference,
            write=_write_preference,
            values=(0,),
            sentences={0: f"had no colour preference {words}"},
            article="absolute_preference",
            criteria=criteria,
        )
        for name, words, criteria in (
            ("preference-counted", "where missed preferences are counted", _PREFERENCE_CRITERIA[:1]),
            ("preference-judged", "where missed preferences and strong preferences are counted", _PREFERENCE_CRITERIA),
        )
    ),
    DerivedValue(
        name="topscorer",
        read=lambda players: players.topscorer.astype(np.int64),
        write=_write_topscorer,
        values=(0, 1),
        sentences={0: "were not a topscorer", 1: "were a topscorer"},
        article="topscorers",
    ),
    DerivedValue(
        name="rank",
        read=_read_move,
        write=_write_rank,
        values=(1, -1),
        sentences={
            1: "were ranked last among players with the same score",
            -1: "were ranked first among players with the same score",
        },
        article="order",
    ),
    DerivedValue(
        name="score",
        read=_read_move,
        write=_write_score,
        values=(5, -5, 10, -10),
        sentences={
            5: "had half a point more",
            -5: "had half a point less",
            10: "had a point more",
            -10: "had a point less",
        },
        article="score",
    ),
    DerivedValue(
        name="meetings",
        read=_read_move,
        write=_write_meetings,
        values=(1, -1),
        sentences={
            1: "could meet earlier opponents again",
            -1: "could not meet opponents again with whom no game was played",
        },
        article="meetings",
    ),
)
BYE, PREFERENCE, RANK, SCORE, MEETINGS = (
    next(value for value in DERIVED_VALUES if value.name == name)
    for name in ("bye", "preference", "rank", "score", "meetings")
)


def players_of(bound: AnyRound) -> Players | None:
    """Return the players of a round with their derived values; None where a system has none of these."""
    participants = bound.participants
    if isinstance(participants, Players):
        return participants
    players = getattr(participants, "players", None)
    return players if isinstance(players, Players) else None


def with_players(bound: AnyRound, players: Players) -> AnyRound:
    """Return a round with other derived values of the same players."""
    changed = replace(bound)
    participants: Any = bound.participants
    instead = players if isinstance(participants, Players) else _extended(participants, players)
    vars(changed)["participants"] = instead  # as if the round had derived them itself
    return changed


def _extended(participants: Any, players: Players) -> Any:
    """Return participants with other values of their players, all of them in the order of the players."""
    position = {column: place for place, column in enumerate(participants.players.column.tolist())}
    order = np.array([position[column] for column in players.column.tolist()], dtype=np.int64)
    values = {part.name: getattr(participants, part.name) for part in fields(participants)}
    ordered = {name: value[order] for name, value in values.items() if isinstance(value, np.ndarray)}
    return replace(participants, players=players, **ordered)


DEFINING_PARTS = {"definitions", "floats", "byes"}
"""The parts of rules by which values are derived."""


def changed_parts(rules: Any, misread: Any) -> set[str]:
    """Return the names of the parts in which rules differ, or an empty name if they are of different systems."""
    if type(rules) is not type(misread):
        return {""}
    return {part.name for part in fields(rules) if getattr(rules, part.name) != getattr(misread, part.name)}


_PARTS_OF_ROUND = {"criteria", "colour_articles", "generation", "look_ahead_goals", "order", "procedure", "sufficient"}
"""The parts of rules that a round reads, and that derive no value of a player."""


def are_bound_alike(rules: Any, base: Any) -> bool:
    """Whether rules differ only in what a round reads off them, so that its players and their values are the same."""
    changed = changed_parts(rules, base)
    if not hasattr(base, "definition_articles") or not changed <= _PARTS_OF_ROUND:
        return False
    return "order" not in changed or bool(rules.order.uses_recorded_pairing == base.order.uses_recorded_pairing)


def bind_to_rules(bound: AnyRound, *, rules: Any) -> AnyRound:
    """Return a round under rules that are bound alike."""
    changed = rules.bind(bound.event, bound.number)
    vars(changed)["participants"] = bound.participants
    return changed


def are_derived_alike(bound: AnyRound, reference: AnyRound) -> bool:
    """Whether two rounds differ only in rules by which participants are derived, and not in the participants."""
    rules, others = bound.rules, reference.rules
    if not changed_parts(rules, others) <= rules.parts_of_participants or not rules.parts_of_participants:
        return False
    if hasattr(rules, "definitions") and rules.definitions.coloured != others.definitions.coloured:
        return False  # colours are given by the games themselves, too
    if getattr(bound.event, "initial_colour", None) is not getattr(reference.event, "initial_colour", None):
        return False
    return have_same_values(bound.participants, reference.participants)


def have_same_players(players: Players, others: Players) -> bool:
    """Whether players are the same, with the same derived values."""
    return all(is_same(getattr(players, part.name), getattr(others, part.name)) for part in fields(players))


def flip(bound: AnyRound, value: DerivedValue, new: int, where: BoolArray) -> AnyRound:
    """Return a round in which players, by position, have another value."""
    players = players_of(bound)
    changed = None if players is None else value.write(bound, players, where, new)
    return bound if changed is None or changed is players else _put(bound, changed, value)


def _put(bound: AnyRound, players: Players, value: DerivedValue) -> AnyRound:
    """Return a round that reads a value off other players: everywhere, or in some criteria alone."""
    if not value.criteria:
        return with_players(bound, players)
    labels = tuple(one.label for one in bound.rules.criteria if one.criterion.name in value.criteria)
    return judge_by(bound, players, labels=labels)


def judge_by(bound: AnyRound, players: Players, *, labels: tuple[str, ...]) -> AnyRound:
    """Return a round in which the criteria of some labels read other values of the same players."""

    def reading(contribution: Callable[[Bracket], Any]) -> Callable[[Bracket], Any]:
        return lambda bracket: contribution(bracket.with_players(players))

    criteria = tuple(
        replace(one, criterion=replace(one.criterion, contribution=reading(one.criterion.contribution)))
        if one.label in labels
        else one
        for one in bound.rules.criteria
    )
    return with_rules(bound, replace(bound.rules, criteria=criteria))


def with_rules(bound: AnyRound, rules: Any) -> AnyRound:
    """Return a round with other rules for the same players, with the values that they have."""
    changed = replace(bound, rules=rules)
    vars(changed)["participants"] = bound.participants
    return changed


# --- the facts -------------------------------------------------------------------------------------------------------


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


class RecordFact(FrozenStruct, frozen=True, kw_only=True):
    """A fact of a player's record before a round."""

    words: str
    """Of an entry: ``lost by forfeit``."""
    back: int | None
    """The rounds back at which the entry stands; None for any earlier round."""
    never: bool = False
    """Whether no earlier round has such an entry; before the first round there is no record, so it is not true."""
    also: RecordFact | None = None
    """A fact that must be true, too."""
    is_of_entry: bool = False
    """Whether it is a fact of each earlier entry, not of a player."""

    @property
    def sentence(self) -> str:
        """The fact with its round, to be read after "a player who"."""
        own = f"never {self.words} before" if self.never else f"{self.words} {_WHEN[self.back]}"
        return f"{own} and {self.also.sentence}" if self.also else own

    @property
    def all_words(self) -> str:
        """The words of the fact without its round, and of that which must be true, too."""
        own = f"{'never ' * self.never}{self.words}"
        return f"{own} and {self.also.all_words}" if self.also else own

    def holds(self, facts: Mapping[str, BoolArray], row: int) -> BoolArray:
        """Return by column whether the fact is true before the round of a row; a fact of entries, by entry."""
        if self.also is not None:
            alone = replace(self, also=None).holds(facts, row)
            return np.asarray(alone & self.also.holds(facts, row))
        entries = facts[self.words]
        if self.is_of_entry:
            return entries[:row].ravel()
        if self.back is None:
            return np.asarray((entries[:row].any(axis=0) != self.never) & (row > 0))
        return entries[row - self.back] if row >= self.back else np.zeros(entries.shape[1], dtype=np.bool_)


_NEVER = ("played a game", "had the pairing-allocated bye", "had White", "had Black", "had no game")
"""The words of facts of which it matters that no entry of a player has them."""
_WHEN = {None: "in an earlier round", 1: "in the previous round", 2: "two rounds before"}


def _facts_for(value: DerivedValue | EntryValue, words: Iterable[str]) -> list[RecordFact]:
    if isinstance(value, EntryValue):
        return [RecordFact(words=one, back=None, is_of_entry=True) for one in words]
    backs = (value.back,) if value.back else (1, None)
    facts = [RecordFact(words=one, back=back) for one in words for back in backs]
    return facts if value.back else [*facts, *(RecordFact(words=one, back=None, never=True) for one in _NEVER)]


# --- from flips to causes --------------------------------------------------------------------------------------------


class Flip(FrozenStruct, frozen=True, kw_only=True):
    """Another value of one player, or of one entry, that makes a discrepant round right."""

    where: CaseRound
    value: DerivedValue | EntryValue
    new: int = 0
    """The value of the player; an entry has only one other value."""
    column: int
    """The column of the player; of an entry, its place among all earlier entries, row by row."""


def possible_flips(bound: AnyRound, tpns: Iterable[int]) -> Iterator[tuple[DerivedValue, int, int]]:
    """Yield the other values of some players, each with the position of the player."""
    players = players_of(bound)
    if players is None or not hasattr(bound.event, "history"):
        return
    positions = [place for tpn in sorted(tpns) if (place := bound.position.get(tpn)) is not None]
    for value in DERIVED_VALUES:
        if _is_idle(value, bound, players):
            continue
        present = value.read(players)
        for position in positions:
            for new in value.values:
                is_idle = value is PREFERENCE and new in _STRENGTHS and players.strength[position] != _STRENGTHS[new][0]
                if new != present[position] and not is_idle:
                    yield value, new, position


def _is_idle(value: DerivedValue, bound: AnyRound, players: Players) -> bool:
    """Whether a value cannot matter in a round."""
    if value is BYE:
        return not players.is_odd
    if value.criteria:
        return not hasattr(bound.rules, "definition_articles")
    if value.name == "topscorer":
        return bool(bound.event.event.rounds_declared != bound.number)
    if value.name in ("score", "meetings") and bound.number == 1:
        return True
    return value.back is not None and bound.number <= value.back


class FlippedRound(FrozenStruct, frozen=True, kw_only=True):
    """A discrepant round whose values were flipped, with the facts of its players."""

    bound: AnyRound
    facts: Mapping[str, BoolArray]
    """Entry facts of the event."""

    def holds(self, fact: RecordFact) -> BoolArray:
        """Return by column whether a fact is true; a fact of entries, by entry."""
        return fact.holds(self.facts, where_row(self.bound))

    def share(self, fact: RecordFact, value: DerivedValue | EntryValue) -> float:
        """Return the share of the players, or of the entries that a value can change, of whom a fact is true."""
        holds = self.holds(fact)
        if isinstance(value, EntryValue):
            can_change = value.can_change(self.bound).ravel()
            return float(holds[can_change].mean()) if can_change.any() else 1.0
        players = players_of(self.bound)
        return 1.0 if players is None else float(holds[players.column].mean())


def learn_causes(flips: Sequence[Flip], rounds: Mapping[CaseRound, FlippedRound], rules: Any = None) -> list[Cause]:
    """
    Return the causes that flips suggest: for each value, the facts that its flipped players share most often.

    ``rules`` are those whose articles the causes name; None: they name none.
    """
    flips_by_value: dict[tuple[str, int], list[Flip]] = defaultdict(list)
    for one in flips:
        flips_by_value[one.value.name, one.new].append(one)
    scored: list[tuple[float, Cause]] = []
    for alike in flips_by_value.values():
        scored += _causes_of_value(alike, rounds)
    scored.sort(key=lambda pair: -pair[0])
    causes = {cause.identifier: cause for _, cause in scored}
    articles = {cause.identifier: _article_of(cause, rules, flips) for cause in causes.values()}
    return [replace(cause, article=articles[identifier]) for identifier, cause in causes.items()]


def _causes_of_value(flips: Sequence[Flip], rounds: Mapping[CaseRound, FlippedRound]) -> list[tuple[float, Cause]]:
    """Return the causes of one value, each with the rounds whose flips it covers beyond what luck would cover."""
    value, new = flips[0].value, flips[0].new
    columns: dict[CaseRound, set[int]] = defaultdict(set)
    for one in flips:
        columns[one.where].add(one.column)
    words = rounds[flips[0].where].facts
    scores: list[tuple[float, int, RecordFact]] = []
    for order, fact in enumerate(_facts_for(value, words)):
        covered, chance = 0, 0.0
        for where, flipped in columns.items():
            covered += bool(rounds[where].holds(fact)[sorted(flipped)].any())
            chance += 1 - (1 - rounds[where].share(fact, value)) ** len(flipped)
        if covered >= min(FEWEST_ROUNDS, len(columns)) and covered > chance:
            scores.append((covered - chance, order, fact))
    scores.sort(key=lambda score: (-score[0], score[1]))
    best: list[tuple[float, tuple[RecordFact, ...]]] = [(score, (fact,)) for score, _, fact in scores[:MAX_FACTS]]
    if best:
        best += [(best[0][0], (*best[0][1], fact)) for fact in _second_facts(best[0][1][0], columns, rounds, scores)]
    best += [
        (score, (fact,))
        for score, fact in _joint_facts(value, [facts[0] for _, facts in best[:MAX_JOINED]], columns, rounds, scores)
    ]
    found = []
    for score, facts in best:
        found.append((score, _cause(value, new, facts)))
        if isinstance(value, DerivedValue) and value.back:  # the same float in the other round, too
            others = tuple(_in_other_round(fact, value.back) for fact in facts)
            found.append((score, _cause(value, new, (*facts, *others))))
    return found


def _in_other_round(fact: RecordFact, back: int) -> RecordFact:
    also = fact.also and _in_other_round(fact.also, back)
    return replace(fact, back=3 - back, also=also)


def _second_facts(
    first: RecordFact,
    columns: Mapping[CaseRound, set[int]],
    rounds: Mapping[CaseRound, FlippedRound],
    scores: Sequence[tuple[float, int, RecordFact]],
) -> list[RecordFact]:
    """Return the facts that most often hold for flipped players for whom a first fact does not hold."""

    def covered(fact: RecordFact) -> set[CaseRound]:
        return {where for where, flipped in columns.items() if rounds[where].holds(fact)[sorted(flipped)].any()}

    left = columns.keys() - covered(first)
    counted = [(len(covered(fact) & left), -order, fact) for _, order, fact in scores if fact != first]
    counted = [one for one in counted if one[0] >= FEWEST_ROUNDS]
    return [fact for _, _, fact in sorted(counted, key=lambda one: one[:2], reverse=True)[:SECOND_FACTS]]


def _joint_facts(
    value: DerivedValue | EntryValue,
    firsts: Sequence[RecordFact],
    columns: Mapping[CaseRound, set[int]],
    rounds: Mapping[CaseRound, FlippedRound],
    scores: Sequence[tuple[float, int, RecordFact]],
) -> list[tuple[float, RecordFact]]:
    """Return pairs of facts that hold for as many flipped players as the first of them, and for few other players."""
    joined: list[tuple[float, int, RecordFact]] = []
    for first in firsts:
        alone, share_alone = _coverage(value, first, columns, rounds)
        for _, order, fact in scores:
            if fact.words == first.words:
                continue
            both = replace(first, also=fact)
            covered, share = _coverage(value, both, columns, rounds)
            if share >= _coverage(value, fact, columns, rounds)[1]:
                continue  # the other fact alone says as much
            if covered >= alone >= FEWEST_ROUNDS and share <= _SHARE_OF_JOINED * share_alone:
                joined.append((covered - share, -order, both))
    joined.sort(key=lambda one: one[:2], reverse=True)
    return [(score, fact) for score, _, fact in joined[:SECOND_FACTS]]


def _coverage(
    value: DerivedValue | EntryValue,
    fact: RecordFact,
    columns: Mapping[CaseRound, set[int]],
    rounds: Mapping[CaseRound, FlippedRound],
) -> tuple[int, float]:
    """Return the rounds of which a fact holds for a flipped player, and the mean share of players of whom it holds."""
    covered, shares = 0, 0.0
    for where, flipped in columns.items():
        covered += bool(rounds[where].holds(fact)[sorted(flipped)].any())
        shares += rounds[where].share(fact, value)
    return covered, shares / max(1, len(columns))


def where_row(bound: AnyRound) -> int:
    """Return the row of a round in the arrays of its event."""
    return bound.number - 1


def _cause_of_entries(value: EntryValue, facts: tuple[RecordFact, ...]) -> Cause:
    words = [fact.all_words for fact in facts]
    return Cause(
        identifier=f"{value.name}-{_name_of(words)}",
        sentence=f"as if a round in which a {value.participant} {' or '.join(words)} {value.sentence}",
        kind=ChangeKind.RULE,
        facts=sum(map(_count_facts, facts)),
        round=partial(_change_all_entries, value=value, facts=facts),
    )


def _change_all_entries(bound: AnyRound, *, value: EntryValue, facts: tuple[RecordFact, ...]) -> AnyRound:
    """Let every earlier entry of which a fact is true count otherwise."""
    row = where_row(bound)
    if not row:
        return bound
    of_event = facts_of_entries(bound, entry_facts)
    holds = np.logical_or.reduce([fact.holds(of_event, row) for fact in facts])
    return change_entries(bound, value=value, where=holds.reshape(row, -1))


def _count_facts(fact: RecordFact) -> int:
    return 1 + (_count_facts(fact.also) if fact.also else 0)


def _name_of(words: Iterable[str]) -> str:
    return "".join(one for one in "-or-".join(words).replace(" ", "-") if one.isalnum() or one == "-")


def _cause(value: DerivedValue | EntryValue, new: int, facts: tuple[RecordFact, ...]) -> Cause:
    if isinstance(value, EntryValue):
        return _cause_of_entries(value, facts)
    backs = sorted({fact.back or 0 for fact in facts})
    if value.back is None:
        who = " or ".join(fact.sentence for fact in facts)
        sentence = f"as if a player who {who} {value.sentences[new]}"
    else:
        article = "" if new == 0 else "an " if new == -1 else "a "
        when = "" if len(backs) > 1 else f", for the float {_FLOAT_OF[value.back]}"
        who = " or ".join(dict.fromkeys(fact.all_words for fact in facts))
        sentence = f"as if a round in which a player {who} gave {article}{value.sentences[new]}{when}"
    name = _name_of(dict.fromkeys(fact.all_words for fact in facts))
    return Cause(
        identifier=f"{'float' if value.back else value.name}-{'-'.join(map(str, backs))}-{name}-is-{new}",
        sentence=sentence,
        article="played_float" if value.back and facts[0].words.startswith(_OF_GAMES) else value.article,
        kind=ChangeKind.RULE,
        facts=sum(map(_count_facts, facts)),
        round=partial(_flip_all, value=value, new=new, facts=facts),
    )


_OF_GAMES = ("met", "played", "won a", "drew", "lost a", "lost to", "had White", "had Black")
"""The first words of entry facts about games."""
_FLOAT_OF = {1: "of the previous round", 2: "of two rounds before"}


def _flip_all(bound: AnyRound, *, value: DerivedValue, new: int, facts: tuple[RecordFact, ...]) -> AnyRound:
    """Give every player of whom a fact is true the value; of floats, that of the round of the fact."""
    players = players_of(bound)
    if players is None:
        return bound
    entries, row, is_changed = entry_facts(bound.event), where_row(bound), False
    holds = [(fact.back, fact.holds(entries, row)) for fact in facts]
    if not value.back:  # a player of whom two facts are true is changed once
        holds = [(None, np.logical_or.reduce([one for _, one in holds]))]
    for back, columns in holds:
        of_round = next(one for one in DERIVED_VALUES if one.back == back) if value.back else value
        where = columns[players.column]
        if (of_round.read(players)[where] != new).any():
            changed = of_round.write(bound, players, where, new)
            players, is_changed = changed, is_changed or changed is not players
    return _put(bound, players, value) if is_changed else bound


_ABSOLUTE = {"meetings": 0, "bye": 1}
"""The places of the articles on absolute rules that are read off derived values."""


def _article_of(cause: Cause, rules: Any, flips: Sequence[Flip]) -> str:
    """Return the article of the definition that a learnt cause changes, as the edition prints it."""
    if cause.article in _ABSOLUTE:
        return str(rules.absolute_articles[_ABSOLUTE[cause.article]]) if hasattr(rules, "absolute_articles") else ""
    if not cause.article and rules is not None:  # of entries
        values = (flip.value for flip in flips if isinstance(flip.value, EntryValue))
        return next((one.article(rules) for one in values if cause.identifier.startswith(f"{one.name}-")), "")
    return str(getattr(getattr(rules, "definition_articles", None), cause.article, ""))
