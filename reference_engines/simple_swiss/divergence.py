"""The first step at which a complete pairing leaves the procedure: the bye, or a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Generic, TypeVar

from reference_engines.frame.results import Divergence, DivergenceKind, RoundPairing
from reference_engines.readings import note_on
from reference_engines.simple_swiss.edition import Section, SimpleOptions, read_other_side
from reference_engines.simple_swiss.participants import SimpleParticipants
from reference_engines.simple_swiss.walk import Turn, opponents_order, take_turns, turns_with_bye
from tournaments.frozen import dataclass
from tournaments.points import describe_group

_BYE = "SIMPLE-BYE"


StepT = TypeVar("StepT")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcedureSteps(Generic[StepT]):
    """The steps of a round by a procedure, and their comparison with a posted pairing."""

    taken: Callable[[SimpleParticipants, SimpleOptions], tuple[tuple[StepT, ...], int | None]]
    """The steps, and the position of the player with the bye."""
    with_bye: Callable[[SimpleParticipants, SimpleOptions, int], tuple[StepT, ...]]
    """The steps of a round in which another player has the bye."""
    first_difference: Callable[
        [SimpleParticipants, SimpleOptions, tuple[StepT, ...], dict[int, int]], Divergence | None
    ]
    """The first step at which the recorded partners differ; None if they are the same."""


def find_divergence(
    participants: SimpleParticipants, options: SimpleOptions, recorded: RoundPairing, steps: ProcedureSteps[StepT]
) -> Divergence:
    """
    Return the first step at which a complete and legal pairing leaves the procedure.

    Another choice of the bye that is open is followed; the turns are then the turns of the round with this bye.

    Raise ValueError if the pairing follows the procedure, NoLegalPairingError if there is no such pairing.
    """
    position = {number: place for place, number in enumerate(participants.players.tpn.tolist())}
    partners = find_partners([(position[pair.white], position[pair.black]) for pair in recorded.pairs])
    own, bye = steps.taken(participants, options)
    theirs = None if recorded.bye is None else position[recorded.bye]
    if bye is None or theirs is None or theirs == bye:
        divergence = steps.first_difference(participants, options, own, partners)
        if divergence is None:
            raise ValueError("the pairing does not leave the procedure")
        return divergence
    other = read_other_side(options, _BYE)
    left_over = steps.taken(participants, other)
    other_bye = _describe_bye(participants, bye, theirs, explained=theirs == left_over[1])
    if other_bye.kind is not DivergenceKind.OPEN:
        return other_bye
    if theirs == left_over[1] and steps.first_difference(participants, other, left_over[0], partners) is None:
        return other_bye
    divergence = steps.first_difference(participants, options, steps.with_bye(participants, options, theirs), partners)
    if divergence is None:
        return other_bye
    sentence = f"With the bye for player {recorded.bye}: {divergence.sentence}"
    return replace(divergence, sentence=sentence, readings=other_bye.readings)


def _find_first_turn(
    participants: SimpleParticipants, options: SimpleOptions, turns: tuple[Turn, ...], partners: dict[int, int]
) -> Divergence | None:
    """Return the divergence at the first turn with another recorded opponent; None if there is none."""
    own = find_partners([(turn.player, turn.taken) for turn in turns if turn.taken is not None])
    for turn in turns:
        chosen = partners.get(turn.player)
        if turn.taken is None and chosen not in turn.group:
            continue
        if chosen is not None and chosen != turn.taken:
            disproves = _disproves(participants, turn, partners, own)
            return _describe_turn(participants, options, turn, chosen, disproves=disproves)
    return None


def find_partners(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the partner of every paired player."""
    return {player: partner for pair in pairs for player, partner in (pair, pair[::-1])}


def _disproves(participants: SimpleParticipants, turn: Turn, theirs: dict[int, int], ours: dict[int, int]) -> bool:
    """
    Whether an opponent of the group who does not come later in the order was available after all.

    The recorded pairing shows it: it gives the group as many pairs, within the limits, and completes the round.
    """
    within = participants.within(turn.stage)
    return (
        theirs[turn.player] in turn.group
        and all(within[player, theirs[player]] for player in turn.group if theirs.get(player) in turn.group)
        and _count_leavers(turn.group, theirs) <= _count_leavers(turn.group, ours)
    )


def _count_leavers(group: tuple[int, ...], partners: dict[int, int]) -> int:
    return sum(partners.get(player) not in group for player in group)


def _describe_bye(participants: SimpleParticipants, ours: int, theirs: int, *, explained: bool) -> Divergence:
    """
    Weigh the choice of the bye, of which the essays say nothing.

    It is open among players with as many points, and for the player left over by the other reading. A bye for a player
    with more points follows from neither.
    """
    own, recorded = (f"player {participants.numbers[player]}" for player in (ours, theirs))
    is_worse = participants.scores[theirs] > participants.scores[ours] and not explained
    rule = "The bye goes to the last player in the order without whom all others can be paired"
    if not is_worse:
        rule = (
            "The essays leave the bye open; taken is the last player in the order without whom all others can be paired"
        )
    return Divergence(
        kind=DivergenceKind.WORSE if is_worse else DivergenceKind.OPEN,
        article=Section.BYE.value,
        step="the bye",
        sentence=f"{rule}, {own}. Instead, {recorded} has it{', who has more points' * is_worse}.",
        readings=(note_on(_BYE),),
    )


def _describe_turn(
    participants: SimpleParticipants, options: SimpleOptions, turn: Turn, theirs: int, *, disproves: bool
) -> Divergence:
    seeker, recorded = (f"player {participants.numbers[player]}" for player in (turn.player, theirs))
    order = opponents_order(turn.group, options, turn.from_above)
    kind = DivergenceKind.WORSE if turn.taken is None else _weigh_choice(participants, turn, order, theirs)
    reason = _why_worse(participants, turn, order, theirs)
    if kind is DivergenceKind.LATER:
        reason = "who comes later in that order"
    elif disproves:
        kind, reason = DivergenceKind.BETTER, "who was available"
    return Divergence(
        kind=kind,
        article=Section.ASKING.value,
        step=f"the opponent of {seeker}",
        sentence=(
            f"{_describe_asking(participants, options, turn, order)}. Instead, {seeker} meets {recorded}, {reason}."
        ),
    )


def _describe_asking(participants: SimpleParticipants, options: SimpleOptions, turn: Turn, order: list[int]) -> str:
    """Describe the order in which a player asks, and the first player available."""
    seeker = f"player {participants.numbers[turn.player]}"
    group = describe_group(int(participants.players.score[turn.group[-1]]))
    if turn.taken is None:
        return f"In the {group} {seeker} finds no available opponent and goes down"
    if options.floaters_meet_the_first and turn.from_above:
        asked = "from the top"
    elif options.outwards:
        asked = "from the middle outwards"
    else:
        asked = "the lower half, then the upper half from its end"
    skipped = order[: order.index(turn.taken)]
    taken = f"player {participants.numbers[turn.taken]}"
    why = (
        f" (player {participants.numbers[skipped[0]]} {_why_skipped(participants, turn, skipped[0])})"
        if skipped
        else ""
    )
    return f"In the {group} {seeker} asks {asked}: {taken} is the first available{why}"


def _why_skipped(participants: SimpleParticipants, turn: Turn, skipped: int) -> str:
    """Describe why a player who was asked before was not available."""
    if not participants.meet[turn.player, skipped]:
        return "may not be met again"
    if not participants.within(turn.stage)[turn.player, skipped]:
        return "would break the limits of colours"
    return "would leave others unpaired"


def _weigh_choice(participants: SimpleParticipants, turn: Turn, order: list[int], theirs: int) -> DivergenceKind:
    """Return LATER for a later opponent in the order of asking; WORSE outside group or limits, or at a pair's cost."""
    if theirs not in order or not participants.within(turn.stage)[turn.player, theirs]:
        return DivergenceKind.WORSE
    if turn.taken is not None and order.index(theirs) > order.index(turn.taken):
        return DivergenceKind.LATER
    return DivergenceKind.WORSE


def _why_worse(participants: SimpleParticipants, turn: Turn, order: list[int], theirs: int) -> str:
    if theirs not in order:
        return "who is not in the group"
    if not participants.within(turn.stage)[turn.player, theirs]:
        return "which breaks limits of colours that the group can keep"
    return "which leaves others of the group or of the round unpaired"


def _asks_with_bye(participants: SimpleParticipants, options: SimpleOptions, bye: int) -> tuple[Turn, ...]:
    return tuple(turns_with_bye(participants, options, bye))


ASKING: ProcedureSteps[Turn] = ProcedureSteps(
    taken=take_turns, with_bye=_asks_with_bye, first_difference=_find_first_turn
)
"""The steps of the simple system: turn by turn."""
