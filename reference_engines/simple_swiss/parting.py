"""Where a complete pairing leaves the procedure: the bye, or the first turn that it takes otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.readings import reading
from reference_engines.results import Parting, PartingKind, ReadingNote
from reference_engines.simple_swiss.edition import Section, Stage
from reference_engines.simple_swiss.walk import asked, asks, choose_bye

if TYPE_CHECKING:
    from reference_engines.results import RoundPairing
    from reference_engines.simple_swiss.edition import Options
    from reference_engines.simple_swiss.table import Table
    from reference_engines.simple_swiss.walk import Ask


def parting(table: Table, options: Options, recorded: RoundPairing) -> Parting:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    Raise ValueError if it does not, and NoLegalPairingError if there is no such pairing.
    """
    tpn = table.field.tpn.tolist()
    position = {number: place for place, number in enumerate(tpn)}
    bye = choose_bye(table)
    if recorded.bye != (None if bye is None else tpn[bye]):
        return _at_the_bye(tpn[bye] if bye is not None else 0, recorded.bye)
    partner: dict[int, int] = {}
    for pair in recorded.pairs:
        one, other = position[pair.white], position[pair.black]
        partner |= {one: other, other: one}
    for ask in asks(table, options, bye):
        theirs = partner[ask.asks]
        if ask.taken is None and theirs not in ask.group:
            continue
        if theirs != ask.taken:
            return _at_a_turn(table, options, ask, theirs)
    raise ValueError("the pairing does not leave the procedure")


def _at_the_bye(ours: int, theirs: int | None) -> Parting:
    entry = reading("SIMPLE-BYE")
    return Parting(
        kind=PartingKind.OPEN,
        article=Section.BYE.value,
        step="bye",
        sentence=f"By the reading taken player {ours} has the bye; here it is player {theirs}.",
        readings=(ReadingNote(identifier=entry.identifier, sentence=f"{entry.question} {entry.taken}"),),
    )


def _at_a_turn(table: Table, options: Options, ask: Ask, theirs: int) -> Parting:
    who = {place: f"player {number}" for place, number in enumerate(table.field.tpn.tolist())}
    order = asked(ask.group, options)
    score = int(table.field.score[ask.group[-1]])
    if ask.taken is None:
        asks_for = f"{who[ask.asks]} finds nobody available in the group and goes down"
        kind = PartingKind.WORSE
    else:
        asks_for = f"{who[ask.asks]} asks in this order: {', '.join(who[one] for one in order[:6])}; "
        asks_for += f"the first one available is {who[ask.taken]}"
        kind = _kind(table, ask, order, theirs)
    where = (
        f"{who[theirs]} comes later in that order"
        if kind is PartingKind.LATER
        else _why_worse(table, ask, order, theirs)
    )
    return Parting(
        kind=kind,
        article=Section.ASKING.value,
        step=f"turn of {who[ask.asks]} in scoregroup {score // 10}.{score % 10}",
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
    if ask.stage is not Stage.NONE and not table.within(ask.stage)[ask.asks, theirs]:
        return "that breaks limits of colours which the group can keep"
    return "that leaves the group with fewer pairs, or the round incomplete"
