"""
Triggers: features that discrepant events, rounds and players have in common and others do not have.

A fault that no misreading models still has a trigger. Events are compared with events, discrepant rounds with the other
rounds of their event that can have the feature, and players in differing pairs with the other players of their round.
The chance that this many have a feature by luck is that of drawing them at random, in each event or round by itself
(Fisher's exact test, where there is one of them), times the number of features that were looked at.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.acceleration import with_listed_points
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.results import PairingError
from tournaments.frozen import FrozenStruct, JsonStruct, dataclass
from tournaments.model import Colour, Result, ScoringSystem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from tournaments.model import Event, Player, RoundEntry, VirtualPoints


_SIZES = (8, 10, 12, 16, 20, 24, 32, 50, 100, 200)
_BACK = ("in the round before", "two rounds before", "in an earlier round")
"""How far back something was: one round, two, or any number."""


def event_features(event: Event) -> frozenset[str]:
    """Return the features of an event."""
    scoring, players = event.scoring, len(event.players)
    results = Counter(entry.result for player in event.players for entry in player.rounds)
    named = {
        "an acceleration": bool(event.virtual_points) or declares_baku(event.system),
        "a scoring other than 1-0.5-0": (scoring.white_win, scoring.white_draw, scoring.white_loss) != (10, 5, 0),
        "points for a lost game": scoring.loss > 0,
        "a pairing-allocated bye worth nothing": bool(results[Result.PAIRING_ALLOCATED_BYE])
        and not scoring.pairing_allocated_bye,
        "a pairing-allocated bye worth less than a win": bool(results[Result.PAIRING_ALLOCATED_BYE])
        and scoring.pairing_allocated_bye < scoring.win,
        "points for games or byes that are not the usual ones": scoring != ScoringSystem(),
        "a pairing-allocated bye": bool(results[Result.PAIRING_ALLOCATED_BYE]),
        "a half-point bye": bool(results[Result.HALF_POINT_BYE]),
        "a full-point bye": bool(results[Result.FULL_POINT_BYE]),
        "an absence": bool(results[Result.ZERO_POINT_BYE]),
        "a forfeit": bool(results[Result.FORFEIT_WIN] or results[Result.FORFEIT_LOSS]),
        "a late entry": any(player.rounds and not player.rounds[0].was_paired for player in event.players),
        "pairs that must not meet": bool(event.forbidden),
        "Black as initial-colour": event.initial_colour is Colour.BLACK,
        "rounds of an odd number of players": any(
            _to_be_paired(event, row) % 2 for row in range(event.rounds_recorded)
        ),
    }
    sizes = (f"{size} players or more" if players >= size else f"fewer than {size} players" for size in _SIZES)
    return frozenset((*(words for words, there in named.items() if there), *sizes, *_remainders(players, "players")))


def _to_be_paired(event: Event, row: int) -> int:
    return sum(player.rounds[row].was_paired for player in event.players)


def _remainders(number: int, noun: str) -> Iterator[str]:
    """Yield whether there is a player for the bye, and whether S1 and S2 of a single bracket are odd."""
    yield f"an {'odd' if number % 2 else 'even'} number of {noun}"
    yield f"a number of {noun} that leaves {number % 4} when divided by 4"


@dataclass(frozen=True, kw_only=True)
class RoundsOf:
    """An event of which single rounds, by number, are looked at."""

    event: Event

    @cached_property
    def _virtual(self) -> tuple[VirtualPoints, ...]:
        try:
            return with_listed_points(self.event).virtual_points
        except PairingError:  # it cannot be made out who has them
            return ()

    def round_features(self, number: int) -> frozenset[str]:
        """Return the features of a round that any round may have."""
        row = number - 1
        last = self.event.rounds_declared or self.event.rounds_recorded
        named = {
            "no player with a game before": number == 1,
            "no round after it": number == last,
            "one round after it": number == last - 1,
            "players away": _to_be_paired(self.event, row) < len(self.event.players),
            "players who come late": any(self._comes_late(player, row) for player in self.event.players),
            "virtual points": bool(self._with_virtual_points(number)),
        }
        numbers = _remainders(_to_be_paired(self.event, row), "players to be paired")
        return frozenset((*(words for words, there in named.items() if there), *numbers))

    def history_features(self, number: int, rounds_back: int) -> frozenset[str]:
        """Return what the players of a round had so many rounds before; no earlier round than that can have any."""
        when = _BACK[rounds_back - 1 : rounds_back]
        return frozenset(words for player in self.event.players for words in self._before(player, number - 1, when))

    def player_features(self, number: int, tpn: int) -> frozenset[str]:
        """Return the features of a player when a round is paired."""
        row, player = number - 1, self.event.player(tpn)
        first = next((entry for entry in player.rounds if entry.was_paired), None)
        named = {
            "an entry after round 1": first is not player.rounds[0] if player.rounds else False,
            "their first round in the event": self._comes_late(player, row),
            "virtual points": tpn in self._with_virtual_points(number),
            "no rating": not player.rating,
            "the rating of another player": self._ratings[player.rating] > 1,
        }
        before = self._before(player, row, _BACK)
        return frozenset((*(words for words, there in named.items() if there), *before))

    @cached_property
    def _ratings(self) -> Counter[int | None]:
        return Counter(player.rating for player in self.event.players if player.rating)

    def _with_virtual_points(self, number: int) -> frozenset[int]:
        in_force = [one for one in self._virtual if one.first_round <= number <= one.last_round and one.points]
        return frozenset[int]().union(*(one.players for one in in_force))

    def _comes_late(self, player: Player, row: int) -> bool:
        return row > 0 and player.rounds[row].was_paired and not any(one.was_paired for one in player.rounds[:row])

    def _before(self, player: Player, row: int, when: tuple[str, ...]) -> Iterator[str]:
        """Yield the features of a player's history, with their rounds."""
        played = player.rounds[:row]
        entries = dict(zip(_BACK, (played[-1:], played[-2:-1], played), strict=True))
        for words in when:
            yield from (f"{what} {words}" for entry in entries[words] for what in self._entry_features(entry))

    def _entry_features(self, entry: RoundEntry) -> Iterator[str]:
        """Yield the features that a round without a game, or with an unusual one, gives a player."""
        if entry.opponent is not None and entry.result is Result.FORFEIT_WIN:
            yield "a win by forfeit"
        elif entry.opponent is not None and entry.result is Result.FORFEIT_LOSS:
            yield "a loss by forfeit"
        elif entry.result is Result.PAIRING_ALLOCATED_BYE:
            yield "a pairing-allocated bye"
            if self.event.scoring.points(entry) < self.event.scoring.win:
                yield "a pairing-allocated bye worth less than a win"
        elif entry.result is Result.HALF_POINT_BYE:
            yield "a half-point bye"
        elif entry.result is Result.FULL_POINT_BYE:
            yield "a full-point bye"
        elif entry.result is Result.ZERO_POINT_BYE:
            yield "an absence"
        if not entry.was_played:
            yield "a round without a game"


MIN_EVENTS = 3
"""Fewest discrepant events for which triggers are sought."""
LEAST_LIKELY = 0.05
"""A feature is named if the chance that it is luck is smaller."""
MAX_TRIGGERS = 3
_MUCH_MORE = 1.5
"""Times as frequent as among the others, below which a feature is not a trigger."""


class Trigger(JsonStruct, frozen=True, kw_only=True):
    """A feature that is much more frequent where something is discrepant."""

    words: str
    """``a pairing-allocated bye worth nothing``."""
    of: str = "events"
    """The objects that have it: ``events``, ``rounds`` or ``players`` in differing pairs."""
    unexplained: bool = False
    """Whether only what no cause explains counts as discrepant."""
    having: int
    """Discrepant ones that have it."""
    discrepant: int
    clean_having: int
    """Others that have it."""
    clean: int
    chance: str
    """That it is luck, corrected for how many features were looked at; a decimal number."""

    @property
    def difference(self) -> float:
        """Share of the discrepant ones that have it less that of the others."""
        return self.having / self.discrepant - self.clean_having / self.clean


class Observed(FrozenStruct, frozen=True, kw_only=True):
    """An event with its discrepancies."""

    event: Event
    discrepant: tuple[int, ...]
    """Numbers of rounds."""
    agreeing: tuple[int, ...]
    differing_players: tuple[tuple[int, frozenset[int]], ...] = ()
    """TPNs of the players in differing pairs by number of the discrepant round; empty, if they are not known."""


Members = list[frozenset[str]]
"""The features of each of some events, rounds or players."""
Compared = tuple[Members, Members]
"""The discrepant members of an event or round, and its other members."""


def triggers_of(observed: Sequence[Observed], *, unexplained: bool = False) -> tuple[Trigger, ...]:
    """
    Return the features that distinguish discrepant cases from other ones, the greatest difference in rates first.

    ``unexplained`` says that only what no cause explains is given as discrepant; then rounds and players are looked at
    as well, since only a fault that has no cause needs them.
    """
    if sum(bool(one.discrepant) for one in observed) < MIN_EVENTS:
        return ()
    levels = [("events", _events(observed))]
    if unexplained:
        levels += [
            ("rounds", _rounds(observed)),
            *(("rounds", _histories(observed, rounds_back)) for rounds_back in (1, 2)),
            ("players", _players(observed)),
        ]
    counted = [
        Counter(words for discrepant, clean in compared for features in discrepant + clean for words in features)
        for _, compared in levels
    ]
    tried = sum(_tell_apart(counts, compared) for counts, (_, compared) in zip(counted, levels, strict=True))
    found = [
        (chance, trigger, _members_with(trigger.words, compared))
        for counts, (of, compared) in zip(counted, levels, strict=True)
        for chance, trigger in _make_triggers(of, compared, counts, tried)
    ]
    found.sort(key=lambda one: (-one[1].difference, one[0], one[1].words))
    best: list[tuple[Trigger, frozenset[tuple[int, int]]]] = []
    for _, trigger, members in found:
        follows = (others < members or members < others for better, others in best if better.of == trigger.of)
        if not any(follows):  # as 10 players or more from 12 or more
            best.append((trigger, members))
    return tuple(replace(trigger, unexplained=unexplained) for trigger, _ in best[:MAX_TRIGGERS])


def _members_with(words: str, compared: Sequence[Compared]) -> frozenset[tuple[int, int]]:
    """Return the members that have a feature, each by its place among those that are compared."""
    return frozenset(
        (place, member)
        for place, (discrepant, clean) in enumerate(compared)
        for member, features in enumerate(discrepant + clean)
        if words in features
    )


# --- what is compared with what --------------------------------------------------------------------------------------


def _events(observed: Sequence[Observed]) -> list[Compared]:
    return [_divide([(bool(one.discrepant), event_features(one.event)) for one in observed])]


def _divide(members: Iterable[tuple[bool, frozenset[str]]]) -> Compared:
    """Divide members into the discrepant ones and the others."""
    members = list(members)
    discrepant, clean = ([features for is_wrong, features in members if is_wrong is wanted] for wanted in (True, False))
    return discrepant, clean


def _rounds(observed: Sequence[Observed]) -> list[Compared]:
    found = []
    for one in observed:
        rounds = RoundsOf(event=one.event)
        found.append(([*map(rounds.round_features, one.discrepant)], [*map(rounds.round_features, one.agreeing)]))
    return found


def _histories(observed: Sequence[Observed], rounds_back: int) -> list[Compared]:
    """Compare what players had so many rounds before, among the rounds that have such an earlier round."""
    found = []
    for one in observed:
        rounds = RoundsOf(event=one.event)
        discrepant, clean = (
            [rounds.history_features(number, rounds_back) for number in numbers if number > rounds_back]
            for numbers in (one.discrepant, one.agreeing)
        )
        found.append((discrepant, clean))
    return found


def _players(observed: Sequence[Observed]) -> list[Compared]:
    found = []
    for one in observed:
        rounds = RoundsOf(event=one.event)
        for number, differing_players in one.differing_players:
            if differing_players:
                there = [player.tpn for player in one.event.players if player.rounds[number - 1].was_paired]
                features = ((tpn in differing_players, rounds.player_features(number, tpn)) for tpn in there)
                found.append(_divide(features))
    return found


# --- luck ------------------------------------------------------------------------------------------------------------


def _tell_apart(counts: Counter[str], compared: Sequence[Compared]) -> int:
    """Count the features that some members have and others do not have."""
    members = sum(len(discrepant) + len(clean) for discrepant, clean in compared)
    return sum(number < members for number in counts.values())


def _make_triggers(
    of: str, compared: Sequence[Compared], counts: Counter[str], tried: int
) -> Iterator[tuple[float, Trigger]]:
    discrepant, clean = (sum(len(one[side]) for one in compared) for side in (0, 1))
    for words in sorted(counts):
        among = [sum(words in features for features in wrong) for wrong, _ in compared]
        having = sum(among)
        seen_in = having if of == "events" else sum(number > 0 for number in among)
        clean_having = counts[words] - having
        if seen_in < MIN_EVENTS or not clean or having * clean < _MUCH_MORE * clean_having * discrepant:
            continue
        chance = tried * _luck(words, compared, having)
        if chance < LEAST_LIKELY:
            yield (
                chance,
                Trigger(
                    words=words,
                    of=of,
                    having=having,
                    discrepant=discrepant,
                    clean_having=clean_having,
                    clean=clean,
                    chance=f"{chance:.2g}",
                ),
            )


def _luck(words: str, compared: Sequence[Compared], having: int) -> float:
    """Return the chance that as many discrepant members have a feature, if drawn from their own events."""
    ways = np.ones(1)
    for one in compared:
        ways = np.convolve(ways, _drawn(words, one))
    return float(ways[having:].sum())


def _drawn(words: str, compared: Compared) -> NDArray[np.float64]:
    """Return the chance that none, one, two... of the drawn cases have a feature."""
    drawn, members = len(compared[0]), compared[0] + compared[1]
    all_of_them, with_it = len(members), sum(words in features for features in members)
    if not with_it or not drawn:
        return np.ones(1)
    ways = [
        comb(with_it, number) * comb(all_of_them - with_it, drawn - number) / comb(all_of_them, drawn)
        for number in range(min(with_it, drawn) + 1)
    ]
    return np.array(ways)
