"""Byes requested for rounds not yet paired, from the rows of the players and from records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.model import RequestedBye, RoundEntry
from tournaments.places import RESULT_OFFSET
from tournaments.problems import ProblemCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.places import Places
    from tournaments.problems import ProblemLog
    from tournaments.trf.rounds import RoundTable
    from tournaments.trf.sheet import Record


def merge_requests(
    table: RoundTable, records: Sequence[tuple[Record, RequestedBye]], places: Places, log: ProblemLog
) -> tuple[RequestedBye, ...]:
    """
    Return all requested byes by round and number.

    A 240 record of a recorded round repeats the row, or fills a blank. XXZ declares an absence without its points, so
    the row and 240 prevail over XXZ.
    """
    chosen = {(bye.round_number, bye.tpn): bye for bye in table.requested}
    _report_byes_ahead(table, places, log)
    for record, bye in sorted(records, key=lambda item: item[0].text.startswith("XXZ")):
        if bye.round_number <= table.recorded:
            _compare_with_row(record, bye, table, log)
            continue
        chosen_bye = chosen.setdefault((bye.round_number, bye.tpn), bye)
        if chosen_bye.result is not bye.result and not record.text.startswith("XXZ"):
            _report_contradiction(record, bye, f"the bye {chosen_bye.result.value}", log)
    return tuple(chosen[key] for key in sorted(chosen))


def _compare_with_row(record: Record, bye: RequestedBye, table: RoundTable, log: ProblemLog) -> None:
    if bye.tpn not in table.entries:  # a row that could not be read
        return
    entry = table.entries[bye.tpn][bye.round_number - 1]
    if entry.result is bye.result:
        return
    if (bye.tpn, bye.round_number) in table.valueless:
        table.entries[bye.tpn][bye.round_number - 1] = RoundEntry(None, None, bye.result)
    else:
        has = f"a game against {entry.opponent}" if entry.opponent else f"the result {entry.result.value}"
        _report_contradiction(record, bye, has, log)


def _report_contradiction(record: Record, bye: RequestedBye, has: str, log: ProblemLog) -> None:
    log.add(
        ProblemCode.BYE_CONTRADICTS_ROW,
        f"240 gives player {bye.tpn} the bye {bye.result.value} in round {bye.round_number}, but the row has {has}",
        "correct one of the two",
        at=(record.line, 5),
        found=record.text,
    )


def _report_byes_ahead(table: RoundTable, places: Places, log: ProblemLog) -> None:
    ahead = [bye for bye in table.requested if bye.round_number > table.recorded + 1]
    if not ahead:
        return
    first = ahead[0]
    log.add(
        ProblemCode.BYES_AHEAD,
        f"player {first.tpn} has a bye in the column of round {first.round_number}, but round {table.recorded + 1} is "
        "still to be paired; it was read as a request for that later round",
        "some programs take the rounds before it as played: write a 240 record",
        at=places.entry_place(first.tpn, first.round_number, RESULT_OFFSET),
        found=first.result.value,
    )


def check_last_round(requested: Sequence[RequestedBye], declared: int | None, places: Places, log: ProblemLog) -> None:
    """Report the first bye that is requested for a round after the last round."""
    for bye in requested:
        if declared is not None and bye.round_number > declared:
            log.add(
                ProblemCode.BYE_AFTER_LAST_ROUND,
                f"player {bye.tpn} has a bye in round {bye.round_number}, but the number of rounds is {declared}",
                "correct the number of rounds (142, XXR), or remove the bye",
                at=places.entry_place(bye.tpn, bye.round_number, RESULT_OFFSET),
                found=bye.result.value,
            )
            return
