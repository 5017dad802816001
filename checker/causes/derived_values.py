"""
Causes learnt from discrepant rounds: one derived value of one player is changed, and the changes are compared.

A *derived value* is what the rules read off a player's record: a float, the right to the bye, a colour preference,
being a topscorer. A *flip* is another value for one player that makes a discrepant round exactly right. An *entry
fact* is true of some rounds in players' records ("lost by forfeit"). If flips of one kind share an entry fact, the
program may derive that value otherwise for every such player; this makes a cause, which is tried like any other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from checker.causes import round_copies
from checker.causes.cause import Cause, ChangeKind
from checker.causes.entry_values import entry_facts, facts_of_entries
from reference_engines.definitions.history import NOBODY
from reference_engines.definitions.player_states import Strength
from reference_engines.definitions.players import Players, may_meet
from reference_engines.downfloating.bracket import COLOUR_PREFERENCE
from reference_engines.dutch.criteria import STRONG_COLOUR_PREFERENCE
from tournaments.frozen import FrozenStruct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from checker.causes.cause import CaseRound
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.frame.rules import AnyRound

    SetValue = Callable[[Any, Players, BoolArray, int], Players]
    """Give players of a round, by position, a value."""
    Cover = Callable[["RecordFact"], tuple[frozenset[CaseRound], list[float]]]
    """The rounds of which a fact holds for a flipped player or entry; of every round, the share for whom it holds."""

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
    history, earlier = bound.event.history, players.round_number - 1
    opponent = round_copies.positions_of_opponents(history, players, earlier)[1][:, players.column]
    is_meant = where & (opponent != NOBODY) & (history.played[:earlier, players.column] == (value == 1))
    first, second = np.nonzero(is_meant)[1], opponent[is_meant]
    if not first.size:
        return players
    allowed = players.allowed.copy()
    allowed[first, second] = allowed[second, first] = value == 1
    return replace(players, allowed=round_copies.bar_clashes(bound, players, allowed))


def _with_clashes(bound: Any, players: Players) -> Players:
    """Derive the allowed meetings anew from absolute preferences and topscorers."""
    allowed = may_meet(bound.event.event, bound.event.history, players)
    return replace(players, allowed=round_copies.bar_clashes(bound, players, allowed))


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


def flip(bound: AnyRound, value: DerivedValue, new: int, where: BoolArray) -> AnyRound:
    """Return a round in which players, by position, have another value."""
    players = round_copies.players_of(bound)
    changed = None if players is None else value.write(bound, players, where, new)
    return bound if changed is None or changed is players else _put(bound, changed, value)


def _put(bound: AnyRound, players: Players, value: DerivedValue) -> AnyRound:
    """Return a round that reads a value off other players: everywhere, or in some criteria alone."""
    if not value.criteria:
        return round_copies.with_players(bound, players)
    labels = tuple(one.label for one in bound.rules.criteria if one.criterion.name in value.criteria)
    return round_copies.judge_by(bound, players, labels=labels)


# --- the facts -------------------------------------------------------------------------------------------------------


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


def _facts_for(value: DerivedValue | round_copies.EntryValue, words: Iterable[str]) -> list[RecordFact]:
    if isinstance(value, round_copies.EntryValue):
        return [RecordFact(words=one, back=None, is_of_entry=True) for one in words]
    backs = (value.back,) if value.back else (1, None)
    facts = [RecordFact(words=one, back=back) for one in words for back in backs]
    return facts if value.back else [*facts, *(RecordFact(words=one, back=None, never=True) for one in _NEVER)]


# --- from flips to causes --------------------------------------------------------------------------------------------


class Flip(FrozenStruct, frozen=True, kw_only=True):
    """Another value of one player, or of one entry, that makes a discrepant round right."""

    where: CaseRound
    value: DerivedValue | round_copies.EntryValue
    new: int = 0
    """The value of the player; an entry has only one other value."""
    column: int
    """The column of the player; of an entry, its place among all earlier entries, row by row."""


def possible_flips(bound: AnyRound, tpns: Iterable[int]) -> Iterator[tuple[DerivedValue, int, int]]:
    """Yield the other values of some players, each with the position of the player."""
    players = round_copies.players_of(bound)
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
        return fact.holds(self.facts, self.bound.number - 1)

    def share(self, fact: RecordFact, value: DerivedValue | round_copies.EntryValue) -> float:
        """Return the share of the players, or of the entries that a value can change, of whom a fact is true."""
        holds = self.holds(fact)
        if isinstance(value, round_copies.EntryValue):
            can_change = value.can_change(self.bound).ravel()
            return float(holds[can_change].mean()) if can_change.any() else 1.0
        players = round_copies.players_of(self.bound)
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

    @cache
    def cover(fact: RecordFact) -> tuple[frozenset[CaseRound], list[float]]:
        covered = frozenset(at for at, flipped in columns.items() if rounds[at].holds(fact)[sorted(flipped)].any())
        return covered, [rounds[where].share(fact, value) for where in columns]

    scores: dict[RecordFact, float] = {}
    for fact in _facts_for(value, rounds[flips[0].where].facts):
        covered, shares = cover(fact)
        chance = sum(1 - (1 - share) ** len(flipped) for share, flipped in zip(shares, columns.values(), strict=True))
        if len(covered) >= min(FEWEST_ROUNDS, len(columns)) and len(covered) > chance:
            scores[fact] = len(covered) - chance
    ranked = sorted(scores, key=lambda fact: -scores[fact])
    best: list[tuple[float, tuple[RecordFact, ...]]] = [(scores[fact], (fact,)) for fact in ranked[:MAX_FACTS]]
    for first in ranked[:1]:
        best += [(scores[first], (first, second)) for second in _second_facts(first, [*scores], cover)]
    firsts = [facts[0] for _, facts in best[:MAX_JOINED]]
    best += [(score, (fact,)) for score, fact in _joint_facts(firsts, [*scores], cover)]
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


def _second_facts(first: RecordFact, facts: Sequence[RecordFact], cover: Cover) -> list[RecordFact]:
    """Return the facts that most often hold for flipped players for whom a first fact does not hold."""
    added = {fact: len(cover(fact)[0] - cover(first)[0]) for fact in facts if fact != first}
    enough = [fact for fact in added if added[fact] >= FEWEST_ROUNDS]
    return sorted(enough, key=lambda fact: -added[fact])[:SECOND_FACTS]


def _joint_facts(
    firsts: Sequence[RecordFact], facts: Sequence[RecordFact], cover: Cover
) -> list[tuple[float, RecordFact]]:
    """Return pairs of facts that hold for as many flipped players as the first of them, and for few other players."""
    joined: list[tuple[float, RecordFact]] = []
    for fact in facts:
        for first in firsts:
            if fact.words == first.words:
                continue
            joint = replace(first, also=fact)
            (alone, shares_alone), (_, shares_of_other), (both, shares) = map(cover, (first, fact, joint))
            says_more = sum(shares) < sum(shares_of_other)
            is_narrower = sum(shares) <= _SHARE_OF_JOINED * sum(shares_alone)
            if says_more and is_narrower and len(both) >= len(alone) >= FEWEST_ROUNDS:
                joined.append((len(both) - sum(shares) / len(shares), joint))
    return sorted(joined, key=lambda one: -one[0])[:SECOND_FACTS]


def _cause_of_entries(value: round_copies.EntryValue, facts: tuple[RecordFact, ...]) -> Cause:
    words = [fact.all_words for fact in facts]
    return Cause(
        identifier=f"{value.name}-{_name_of(words)}",
        sentence=f"as if a round in which a {value.participant} {' or '.join(words)} {value.sentence}",
        kind=ChangeKind.RULE,
        facts=sum(map(_count_facts, facts)),
        round=partial(_change_all_entries, value=value, facts=facts),
    )


def _change_all_entries(bound: AnyRound, *, value: round_copies.EntryValue, facts: tuple[RecordFact, ...]) -> AnyRound:
    """Let every earlier entry of which a fact is true count otherwise."""
    row = bound.number - 1
    if not row:
        return bound
    of_event = facts_of_entries(bound)
    holds = np.logical_or.reduce([fact.holds(of_event, row) for fact in facts])
    return round_copies.change_entries(bound, value=value, where=holds.reshape(row, -1))


def _count_facts(fact: RecordFact) -> int:
    return 1 + (_count_facts(fact.also) if fact.also else 0)


def _name_of(words: Iterable[str]) -> str:
    return "".join(one for one in "-or-".join(words).replace(" ", "-") if one.isalnum() or one == "-")


def _cause(value: DerivedValue | round_copies.EntryValue, new: int, facts: tuple[RecordFact, ...]) -> Cause:
    if isinstance(value, round_copies.EntryValue):
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
    players = round_copies.players_of(bound)
    if players is None:
        return bound
    entries, row, is_changed = entry_facts(bound.event), bound.number - 1, False
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
        values = (flip.value for flip in flips if isinstance(flip.value, round_copies.EntryValue))
        return next((one.article(rules) for one in values if cause.identifier.startswith(f"{one.name}-")), "")
    return str(getattr(getattr(rules, "definition_articles", None), cause.article, ""))
