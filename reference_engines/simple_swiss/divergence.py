"""Where a complete pairing leaves the procedure: the bye, or the first turn that it takes otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from reference_engines.readings import note_on
from reference_engines.results import Parting, PartingKind
from reference_engines.simple_swiss.edition import Section, read_otherwise
from reference_engines.simple_swiss.walk import asked, asks, turns
from tournaments.frozen import dataclass
from tournaments.points import points_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from reference_engines.results import RoundPairing
    from reference_engines.simple_swiss.edition import Options
    from reference_engines.simple_swiss.table import Table
    from reference_engines.simple_swiss.walk import Ask

_BYE = "SIMPLE-BYE"


StepT = TypeVar("StepT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps(Generic[StepT]):
    """How a procedure goes through a round, step by step."""

    taken: Callable[[Table, Options], tuple[tuple[StepT, ...], int | None]]
    """The steps, and the position of the player with the bye."""
    with_bye: Callable[[Table, Options, int], tuple[StepT, ...]]
    """The steps of a round in which somebody else has the bye."""
    first_other: Callable[[Table, Options, tuple[StepT, ...], dict[int, int]], Parting | None]
    """The first step at which the recorded partners are others; None if they are the same."""


def find_divergence(table: Table, options: Options, recorded: RoundPairing, steps: Steps[StepT]) -> Parting:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    Another choice of the bye that is open is followed, and the turns are those of the round with this bye.

    Raise ValueError if it does not, and NoLegalPairingError if there is no such pairing.
    """
    position = {number: place for place, number in enumerate(table.players.tpn.tolist())}
    partner = partners([(position[pair.white], position[pair.black]) for pair in recorded.pairs])
    own, bye = steps.taken(table, options)
    theirs = None if recorded.bye is None else position[recorded.bye]
    if bye is None or theirs is None or theirs == bye:
        divergence = steps.first_other(table, options, own, partner)
        if divergence is None:
            raise ValueError("the pairing does not leave the procedure")
        return divergence
    other = read_otherwise(options, _BYE)
    left_over = steps.taken(table, other)
    at_the_bye = _at_the_bye(table, bye, theirs, explained=theirs == left_over[1])
    if at_the_bye.kind is not PartingKind.OPEN:
        return at_the_bye
    if theirs == left_over[1] and steps.first_other(table, other, left_over[0], partner) is None:
        return at_the_bye
    divergence = steps.first_other(table, options, steps.with_bye(table, options, theirs), partner)
    if divergence is None:
        return at_the_bye
    sentence = f"With the bye for player {recorded.bye}, which is open: {divergence.sentence}"
    return replace(divergence, sentence=sentence, readings=at_the_bye.readings)


def _at_the_first_turn(
    table: Table, options: Options, asks_in_order: tuple[Ask, ...], partner: dict[int, int]
) -> Parting | None:
    """Return the first turn that the recorded pairs take otherwise; None if they take all alike."""
    own = partners([(ask.asks, ask.taken) for ask in asks_in_order if ask.taken is not None])
    for ask in asks_in_order:
        chosen = partner.get(ask.asks)
        if ask.taken is None and chosen not in ask.group:
            continue
        if chosen is not None and chosen != ask.taken:
            disproves = _disproves(table, ask, partner, own)
            return _at_a_turn(table, options, ask, chosen, disproves=disproves)
    return None


def partners(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return everybody's partner."""
    return {player: partner for one, other in pairs for player, partner in ((one, other), (other, one))}


def _disproves(table: Table, ask: Ask, theirs: dict[int, int], ours: dict[int, int]) -> bool:
    """
    Whether an opponent of the group who does not come later in the order was available after all.

    The recorded pairing shows it: it gives the group as many pairs, within the limits, and completes the round.
    """
    within = table.within(ask.stage)
    return (
        theirs[ask.asks] in ask.group
        and all(within[player, theirs[player]] for player in ask.group if theirs.get(player) in ask.group)
        and _leaving(ask.group, theirs) <= _leaving(ask.group, ours)
    )


def _leaving(group: tuple[int, ...], partner: dict[int, int]) -> int:
    return sum(partner.get(player) not in group for player in group)


def _at_the_bye(table: Table, ours: int, theirs: int, *, explained: bool) -> Parting:
    """
    Weigh the choice of the bye, of which the essays say nothing.

    It is open among players with as many points, and so is who is left over by the other reading; to give it to
    anybody with more points follows from neither.
    """
    who = {place: f"player {number}" for place, number in enumerate(table.players.tpn.tolist())}
    is_worse = table.players.score[theirs] > table.players.score[ours] and not explained
    why = ", who has more points, and whom nothing leaves over" if is_worse else ""
    return Parting(
        kind=PartingKind.WORSE if is_worse else PartingKind.OPEN,
        article=Section.BYE.value,
        step="bye",
        sentence=(
            f"By the reading taken {who[ours]} has the bye; here it is {who[theirs]}{why}. The essays do not say who; "
            "taken is the last in order who leaves a complete pairing."
        ),
        readings=(note_on(_BYE),),
    )


def _at_a_turn(table: Table, options: Options, ask: Ask, theirs: int, *, disproves: bool) -> Parting:
    who = {place: f"player {number}" for place, number in enumerate(table.players.tpn.tolist())}
    order = asked(ask.group, options, ask.from_above)
    score = int(table.players.score[ask.group[-1]])
    if ask.taken is None:
        asks_for = f"{who[ask.asks]} finds nobody available in the group and goes down"
        kind = PartingKind.WORSE
    else:
        asks_for = f"{who[ask.asks]} asks in this order: {', '.join(who[one] for one in order[:6])}; "
        asks_for += f"the first one available is {who[ask.taken]}"
        kind = _kind(table, ask, order, theirs)
    where = _why_worse(table, ask, order, theirs)
    if kind is PartingKind.LATER:
        where = f"{who[theirs]} comes later in that order"
    elif disproves:
        kind, where = PartingKind.BETTER, f"{who[theirs]} was available"
    return Parting(
        kind=kind,
        article=Section.ASKING.value,
        step=f"turn of {who[ask.asks]} in scoregroup {points_text(score)}",
        sentence=f"{asks_for[0].upper()}{asks_for[1:]} (stage {ask.stage.value}). Here it is {who[theirs]}: {where}.",
    )


def _kind(table: Table, ask: Ask, order: list[int], theirs: int) -> PartingKind:
    """Later in the order of asking, or outside the group or the limits, or at the cost of a pair: then it is worse."""
    if theirs not in order or not table.within(ask.stage)[ask.asks, theirs]:
        return PartingKind.WORSE
    if ask.taken is not None and order.index(theirs) > order.index(ask.taken):
        return PartingKind.LATER
    return PartingKind.WORSE


def _why_worse(table: Table, ask: Ask, order: list[int], theirs: int) -> str:
    if theirs not in order:
        return "an opponent from another scoregroup, though one of the group was available"
    if not table.within(ask.stage)[ask.asks, theirs]:
        return "that breaks limits of colours which the group can keep"
    return "that leaves the group with fewer pairs, or the round incomplete"


def _asks_with_bye(table: Table, options: Options, bye: int) -> tuple[Ask, ...]:
    return tuple(asks(table, options, bye))


ASKING: Steps[Ask] = Steps(taken=turns, with_bye=_asks_with_bye, first_other=_at_the_first_turn)
"""Of the simple system: turn by turn."""
