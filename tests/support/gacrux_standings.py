"""The tie-breaks of an event by Gacrux (TieBreakServer), whose tests are the committee's exercises."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from tournaments.model import Event

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # whatever its sources make Python warn of
    from gacrux.tiebreak import tiebreak
    from gacrux.trf2json import trf2json


def gacrux_standings(event: Event, codes: str) -> dict[int, tuple[int, list[Any]]]:
    """Return Gacrux' ranks and values of all players in a Swiss event, by number."""
    reader = trf2json()
    reader.parse_file(write_trf26(event), 0)
    tournament = reader.get_tournament(1)
    asked = {"tiebreak": codes.split(","), "check": False, "swiss": True, "unrated": None}
    answer = tiebreak(tournament, event.rounds_recorded, asked).compute_tiebreaks(tournament, asked)
    return {one["cid"]: (one["rank"], one["tiebreakScore"]) for one in answer["competitors"]}
