"""A round: the bye first, then scoregroup by scoregroup from the top (1.9, 3; A.8, B)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.definitions.bye_first import choose_bye
from reference_engines.downfloating.completion import impossible
from reference_engines.dubov.edition import Halves
from reference_engines.dubov.participants import DubovBracket, PairedBracket
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from reference_engines.dubov.edition import DubovText
    from reference_engines.dubov.participants import DubovPlayers, DubovScoregroup, Positions


@dataclass(frozen=True, slots=True, kw_only=True)
class DubovTrace:
    """The choices by which a round was paired."""

    bye: int | None
    """Position of the player with the bye."""
    brackets: tuple[PairedBracket, ...]


def pair_round(text: DubovText, players: DubovPlayers) -> DubovTrace:
    """Pair a round; raise NoLegalPairingError if that is impossible (1.9.3; A.8)."""
    bye = choose_bye(text, players)
    unpaired = tuple(position for position in range(players.players.size) if position != bye)
    brackets = []
    while unpaired:
        group = text.group(players, unpaired)
        upfloaters = text.search.upfloaters(text, group)
        if upfloaters is None:
            raise impossible(players.players)
        paired = pair_bracket(text, form_bracket(text, group, upfloaters))
        brackets.append(paired)
        unpaired = tuple(position for position in group.pool if position not in upfloaters)
    return DubovTrace(bye=bye, brackets=tuple(brackets))


def form_bracket(text: DubovText, group: DubovScoregroup, upfloaters: Positions) -> DubovBracket:
    """Divide a scoregroup with its upfloaters into G1 and G2 (3.2.3; B.1)."""
    participants, members = group.participants, (*group.residents, *upfloaters)
    if is_halved(text, participants, members):
        in_order = participants.sort_by_tpn(members)
        g1 = in_order[: len(members) // 2]
    else:
        g1 = tuple(position for position in members if participants.prefers_white[position])
    g2 = tuple(position for position in members if position not in {*g1})
    return DubovBracket(participants=participants, residents=group.residents, upfloaters=upfloaters, g1=g1, g2=g2)


def is_halved(text: DubovText, participants: DubovPlayers, members: Positions) -> bool:
    """Whether G1 is the upper half, as no player has played a game (3.2.3; B.1, DUBOV-BEGINNERS)."""
    if text.halves is Halves.IN_THE_FIRST_ROUND:
        return participants.round_number == 1
    return bool(participants.beginners[list(members)].all())


def pair_bracket(text: DubovText, bracket: DubovBracket) -> PairedBracket:
    """Shift between the subgroups, and find the first transposition (3.2.4 to 3.2.6; B.1)."""
    shifts = text.search.shifts(text, bracket)
    g1, g2 = bracket.after(shifts)
    s1 = text.s1(bracket, g1)
    t2 = text.search.transposition(bracket, s1, text.g2(bracket, g2))
    return PairedBracket(bracket=bracket, shifts=shifts, s1=s1, t2=t2)
