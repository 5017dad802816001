"""Rounds of the miniature pairing system, judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.toy import ToyEvent, games

from checker.verdicts.comparison import judge_round
from checker.verdicts.phrases import Roster
from checker.verdicts.round_case import RoundContext

if TYPE_CHECKING:
    from checker.findings import RoundFinding
    from tournaments.model import Event

FIRST_ROUND = games((1, 4), (2, 5), (3, 6))


def judge_toy_round(
    event: Event, session: type[ToyEvent] = ToyEvent, round_number: int | None = None, *, boards: bool = False
) -> RoundFinding:
    """Judge one round, the last unless told otherwise."""
    context = RoundContext(
        event="toy",
        roster=Roster({player.tpn: player.name for player in event.players}),
        declarations=event.declarations,
        board_order=boards,
    )
    return judge_round(session(event), round_number or event.rounds_recorded, context)
