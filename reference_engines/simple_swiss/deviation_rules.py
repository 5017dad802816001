"""The simple Swiss with scoregroups paired by the smallest deviation: an option of its own, by the essay of 1993."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from reference_engines import simple_swiss
from reference_engines.frame.results import Divergence, DivergenceKind
from reference_engines.simple_swiss.deviation import (
    find_permitted,
    measure_evenness,
    pair_by_deviation,
    pair_groups,
    with_ratings,
)
from reference_engines.simple_swiss.divergence import ProcedureSteps, find_divergence
from reference_engines.simple_swiss.edition import BASIC, DUTCH, OLYMPIAD, OPEN_POINTS_OF_DEVIATION, Section
from reference_engines.simple_swiss.participants import participants_of_round
from reference_engines.simple_swiss.rules import SimpleRound, SimpleRules, variants_of_options
from tournaments.frozen import dataclass
from tournaments.points import describe_group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.players_event import PlayersEvent
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.variants import Variant
    from reference_engines.sequential import Pairs
    from reference_engines.simple_swiss.deviation import PairedGroup
    from reference_engines.simple_swiss.edition import SimpleOptions
    from reference_engines.simple_swiss.participants import SimpleParticipants
    from reference_engines.simple_swiss.rules import Procedure

_MAX_LISTED_GAMES = 2


def _find_first_difference(
    participants: SimpleParticipants, options: SimpleOptions, groups: tuple[PairedGroup, ...], partner: dict[int, int]
) -> Divergence | None:
    """Return the divergence in the first group with other recorded pairs; None if there is none."""
    for group in groups:
        members = frozenset(group.players)
        theirs = tuple(
            (player, partner[player])
            for place, player in enumerate(group.players)
            if partner.get(player) in members and group.players.index(partner[player]) > place
        )
        if {frozenset(pair) for pair in theirs} != {frozenset(pair) for pair in group.pairs}:
            return _describe_group(participants, options, group, theirs)
    return None


def _describe_group(
    participants: SimpleParticipants, options: SimpleOptions, group: PairedGroup, theirs: Pairs
) -> Divergence:
    name = describe_group(int(participants.players.score[group.players[-1]]))
    kind, sentence = _compare_groups(participants, options, group, theirs, name)
    return Divergence(kind=kind, article=Section.ASKING.value, step=f"the games of the {name}", sentence=f"{sentence}.")


def _compare_groups(
    participants: SimpleParticipants, options: SimpleOptions, group: PairedGroup, theirs: Pairs, name: str
) -> tuple[DivergenceKind, str]:
    """Compare the leavers, the limits of colours, the evenness, then the order of asking."""
    leaving = len(group.players) - 2 * len(theirs)
    stay = {player for pair in theirs for player in pair}
    down = sorted(set(group.players) - stay, key=group.players.index)
    if leaving != len(group.leavers):
        kind = DivergenceKind.WORSE if leaving > len(group.leavers) else DivergenceKind.BETTER
        needed = f"{len(group.leavers) or 'no'} player{'s' * (len(group.leavers) > 1)}"
        rule = f"The {name} can be paired so that {needed} must go down"
        return kind, f"{rule}. Instead, {_join_names(participants, down) if down else 'no player'} must"
    within = find_permitted(participants, options, group.stage)
    if not all(within[pair] for pair in theirs):
        beyond = next(pair for pair in theirs if not within[pair])
        rule = f"The {name} can be paired within the limits of colours"
        return DivergenceKind.WORSE, f"{rule}. Instead, {_join_names(participants, list(beyond))} meet beyond them"
    if stay & set(group.leavers):
        verb = "goes down" if len(down) == 1 else "go down"
        rule = f"From the {name} {_join_names(participants, list(group.leavers))} {verb}"
        return DivergenceKind.WORSE, f"{rule}. Instead, {_join_names(participants, down)} {verb}"
    return _compare_evenness(participants, options, group, theirs, name)


def _compare_evenness(
    participants: SimpleParticipants, options: SimpleOptions, group: PairedGroup, theirs: Pairs, name: str
) -> tuple[DivergenceKind, str]:
    """Compare two ways to pair the staying players; of equal ways, asking reaches ours first."""
    own, recorded = (measure_evenness(participants, options, pairs) for pairs in (group.pairs, theirs))
    kind = DivergenceKind.WORSE if recorded > own else DivergenceKind.BETTER
    if recorded.breaches != own.breaches:
        rule = f"The {name} can be paired with {sum(own.breaches)} games beyond the limits of colours"
        return kind, f"{rule}. Instead, there are {sum(recorded.breaches)}"
    expected, posted = (
        _describe_new_games(participants, pairs, without)
        for pairs, without in ((group.pairs, theirs), (theirs, group.pairs))
    )
    rule = f"The rating differences of the games in the {name} should vary least: {expected}"
    if recorded == own:
        return DivergenceKind.LATER, f"{rule}. Instead, {posted}, which is as even but asked for later"
    if recorded.variance == own.variance:
        return kind, f"{rule}. Instead, {posted}, which is as even, with another mean"
    return kind, f"{rule}. Instead, {posted}, which is {'less' if recorded > own else 'more'} even"


def _join_names(participants: SimpleParticipants, players: list[int]) -> str:
    numbers = [str(participants.numbers[player]) for player in players]
    return f"players {', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else f"player {numbers[0]}"


def _describe_new_games(participants: SimpleParticipants, pairs: Pairs, other: Pairs) -> str:
    """``players 1 and 4 (30) and players 2 and 5 (20)``: games that the other pairs do not have, with differences."""
    known = {frozenset(pair) for pair in other}
    games = [
        f"players {participants.numbers[first]} and {participants.numbers[second]} "
        f"({abs(participants.ratings[first] - participants.ratings[second])})"
        for first, second in pairs
        if frozenset((first, second)) not in known
    ]
    return " and ".join(games[:_MAX_LISTED_GAMES])


EVENNESS: ProcedureSteps[PairedGroup] = ProcedureSteps(
    taken=pair_by_deviation, with_bye=pair_groups, first_difference=_find_first_difference
)
"""The steps of the smallest deviation: group by group."""


def _pair_most_alike(participants: SimpleParticipants, options: SimpleOptions) -> tuple[Pairs, int | None]:
    groups, bye = pair_by_deviation(participants, options)
    return tuple(pair for group in groups for pair in group.pairs), bye


@dataclass(frozen=True, kw_only=True)
class DeviationRules(SimpleRules):
    """The simple Swiss with the way to pair a group by which the differences of rating vary least."""

    procedure: Procedure = _pair_most_alike

    def bind(self, event: PlayersEvent, number: int) -> DeviationRound:
        """Return a round of a prepared event."""
        return DeviationRound(rules=self, event=event, number=number)

    def alternative_readings(self) -> Iterator[Variant]:
        """Yield the other sides by which these rules can pair."""
        yield from SimpleRules.alternative_readings(self)
        yield from variants_of_options(OPEN_POINTS_OF_DEVIATION)


@dataclass(frozen=True, kw_only=True)
class DeviationRound(SimpleRound):
    """One round whose scoregroups are paired by the smallest deviation."""

    @cached_property
    def participants(self) -> SimpleParticipants:
        """The players of the round with their ratings."""
        participants = participants_of_round(self.event, self.number)
        ratings = {player.tpn: player.rating for player in self.event.event.players}
        return with_ratings(participants, [ratings[number] for number in participants.numbers], self.rules.options)

    def divergence(self, pairing: RoundPairing) -> Divergence:
        """Return the first group that a complete and legal pairing pairs otherwise."""
        return find_divergence(self.participants, self.rules.options, pairing, EVENNESS)

    def variants(self) -> Iterator[Variant]:
        """Yield the open points whose other side can be followed, the points of deviations last."""
        yield from SimpleRound.variants(self)
        yield from variants_of_options(OPEN_POINTS_OF_DEVIATION)


DEVIATION_SIMPLE = DeviationRules(edition=simple_swiss.DEVIATION)
DEVIATION_OLYMPIAD_SIMPLE = DeviationRules(edition=simple_swiss.DEVIATION_OLYMPIAD, options=OLYMPIAD)
"""Lifts both limits of colours at once."""
DEVIATION_DUTCH_SIMPLE = DeviationRules(edition=simple_swiss.DEVIATION_DUTCH, options=DUTCH)
"""Lifts the limits of colours for topscorers and their opponents alone."""
DEVIATION_BASIC_SIMPLE = DeviationRules(edition=simple_swiss.DEVIATION_BASIC, options=BASIC)
"""Never lifts them."""
