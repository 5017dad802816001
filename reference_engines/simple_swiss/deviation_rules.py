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
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.definitions.players_event import PlayersEvent
    from reference_engines.frame.results import RoundPairing
    from reference_engines.frame.variants import Variant
    from reference_engines.sequential import Pairs
    from reference_engines.simple_swiss.deviation import Evenness, PairedGroup
    from reference_engines.simple_swiss.edition import SimpleOptions
    from reference_engines.simple_swiss.participants import SimpleParticipants
    from reference_engines.simple_swiss.rules import Procedure

_MAX_LISTED_PAIRS = 6


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
    score = points_text(int(participants.players.score[group.players[-1]]))
    kind, why = _compare_groups(participants, options, group, theirs)
    expected, recorded = (_describe_pairs(participants, options, pairs) for pairs in (group.pairs, theirs))
    return Divergence(
        kind=kind,
        article=Section.ASKING.value,
        step=f"scoregroup {score}",
        sentence=(
            f"In scoregroup {score} the games should be as much alike as can be: {expected} "
            f"(stage {group.stage.value}). Here it is {recorded}: {why}."
        ),
    )


def _compare_groups(
    participants: SimpleParticipants, options: SimpleOptions, group: PairedGroup, theirs: Pairs
) -> tuple[DivergenceKind, str]:
    """Compare the leavers, the limits of colours, the evenness, then the order of asking."""
    leaving = len(group.players) - 2 * len(theirs)
    if leaving != len(group.leavers):
        kind = DivergenceKind.WORSE if leaving > len(group.leavers) else DivergenceKind.BETTER
        return kind, f"{leaving} of the group find no opponent there instead of {len(group.leavers)}"
    within = find_permitted(participants, options, group.stage)
    if not all(within[pair] for pair in theirs):
        return DivergenceKind.WORSE, "that breaks limits of colours which the group can keep"
    stay = {player for pair in theirs for player in pair}
    if stay & set(group.leavers):
        down = sorted(set(group.players) - stay, key=group.players.index)
        return (
            DivergenceKind.WORSE,
            f"{_join_names(participants, down)} goes down instead of {_join_names(participants, list(group.leavers))}",
        )
    return _compare_evenness(
        measure_evenness(participants, options, group.pairs), measure_evenness(participants, options, theirs)
    )


def _compare_evenness(ours: Evenness, theirs: Evenness) -> tuple[DivergenceKind, str]:
    """Compare two ways to pair the staying players; of equal ways, asking reaches ours first."""
    if theirs.breaches != ours.breaches:
        kind = DivergenceKind.WORSE if theirs > ours else DivergenceKind.BETTER
        return kind, f"pairs beyond limits of colours are {sum(theirs.breaches)} instead of {sum(ours.breaches)}"
    if theirs == ours:
        return DivergenceKind.LATER, "as much alike, but to this way asking comes later"
    kind = DivergenceKind.WORSE if theirs > ours else DivergenceKind.BETTER
    if theirs.variance == ours.variance:
        return kind, "as much alike, but with another mean"
    return kind, f"they are {'less' if theirs > ours else 'more'} alike"


def _join_names(participants: SimpleParticipants, players: list[int]) -> str:
    return " and ".join(f"player {participants.numbers[player]}" for player in players)


def _describe_pairs(participants: SimpleParticipants, options: SimpleOptions, pairs: Pairs) -> str:
    """``1-4 2-5, differences of rating 30 and 30, deviation 0.00, mean 30.0``."""
    evenness = measure_evenness(participants, options, pairs)
    games = " ".join(
        f"{participants.numbers[first]}-{participants.numbers[second]}" for first, second in pairs[:_MAX_LISTED_PAIRS]
    )
    listed = ", ".join(
        str(abs(participants.ratings[first] - participants.ratings[second]))
        for first, second in pairs[:_MAX_LISTED_PAIRS]
    )
    if not pairs:
        return "no game"
    if len(pairs) > _MAX_LISTED_PAIRS:
        games, listed = f"{games} ...", f"{listed}, ..."
    mean = abs(float(evenness.mean))
    return f"{games}, differences of rating {listed}, deviation {evenness.deviation:.2f}, mean {mean:.2f}"


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
