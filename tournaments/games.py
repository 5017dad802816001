"""Whether the rows tell the same story: every game recorded for both players, with colours and results that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.problems import ProblemCode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tournaments.model import RoundEntry
    from tournaments.problems import Findings
    from tournaments.rows import Row

_OPPONENT_OFFSET = 2
_COLOUR_OFFSET = 7
_RESULT_OFFSET = 9
_ORDINARY = frozenset(("10", "01", "==", "+-", "-+", "--", "WL", "LW", "DD", "**"))
"""Results of the two players that need no remark."""
_UNUSUAL = frozenset(("00", "=0", "0=", "LL", "DL", "LD"))
"""Results that an arbiter can decide."""


def check_games(
    rows: Sequence[Row],
    entries: Mapping[int, Sequence[RoundEntry]],
    unread: frozenset[int] | None,
    findings: Findings,
) -> None:
    """
    Compare the two rows of every game.

    ``unread`` are the players whose rows could not be read, and against whom nothing can be compared; None if
    such a row does not even tell its number, so that no number can be said to be unknown.
    """
    by_tpn = {row.tpn: row for row in rows}
    for row in rows:
        for index, entry in enumerate(entries[row.tpn]):
            opponent = entry.opponent
            if opponent is None:
                continue
            theirs = entries.get(opponent)
            if theirs is None or opponent == row.tpn or (unread and opponent in unread):
                _check_opponent(row, index + 1, opponent, unread, findings)
                continue
            answer = theirs[index]
            if answer.opponent != row.tpn:
                _report_one_sided(row, index + 1, by_tpn[opponent], answer, findings)
            elif row.tpn < opponent:
                _check_pair((row, by_tpn[opponent]), index + 1, (entry, answer), findings)


def _check_opponent(
    row: Row, round_number: int, opponent: int, unread: frozenset[int] | None, findings: Findings
) -> None:
    at = (row.line, row.column(round_number, _OPPONENT_OFFSET))
    if opponent == row.tpn:
        message = f"round {round_number}: player {row.tpn} is entered as their own opponent"
        remedy = "write the opponent's number"
        findings.add(ProblemCode.OPPONENT_SELF, message, remedy, at=at, found=str(opponent))
    elif unread is not None and opponent not in unread:
        message = f"round {round_number}: opponent {opponent} of player {row.tpn} has no 001 record"
        remedy = "correct the number, or add the player"
        findings.add(ProblemCode.OPPONENT_UNKNOWN, message, remedy, at=at, found=str(opponent))


def _report_one_sided(row: Row, round_number: int, other: Row, answer: RoundEntry, findings: Findings) -> None:
    if not other.is_sound:
        return
    has = f"plays {answer.opponent}" if answer.opponent else "has no opponent"
    findings.add(
        ProblemCode.OPPONENT_ONE_SIDED,
        f"round {round_number}: player {row.tpn} plays {other.tpn}, but player {other.tpn} {has} (line {other.line})",
        "enter the game in both rows",
        at=(row.line, row.column(round_number, _OPPONENT_OFFSET)),
        found=str(other.tpn),
    )


def _check_pair(
    rows: tuple[Row, Row], round_number: int, entries: tuple[RoundEntry, RoundEntry], findings: Findings
) -> None:
    first, second = entries
    if first.colour is second.colour and first.colour is not None:
        colour = first.colour.name.capitalize()
        findings.add(
            ProblemCode.COLOUR_SAME,
            f"round {round_number}: players {rows[0].tpn} and {rows[1].tpn} both have {colour} "
            f"(lines {rows[0].line} and {rows[1].line})",
            "correct one of the colours",
            at=(rows[1].line, rows[1].column(round_number, _COLOUR_OFFSET)),
            found=first.colour.value,
        )
    results = first.result.value + second.result.value
    if results not in _ORDINARY:
        _report_results(rows, round_number, results, findings)
    elif results == "**":
        at = (rows[0].line, rows[0].column(round_number, _RESULT_OFFSET))
        message = f"round {round_number}: the game of players {rows[0].tpn} and {rows[1].tpn} has no result yet"
        findings.add(ProblemCode.RESULT_PENDING, message, "enter the result when it is known", at=at)


def _report_results(rows: tuple[Row, Row], round_number: int, results: str, findings: Findings) -> None:
    code = ProblemCode.RESULTS_UNUSUAL if results in _UNUSUAL else ProblemCode.RESULTS_CONTRADICT
    shown = [result.replace("*", "none") for result in results]
    findings.add(
        code,
        f"round {round_number}: players {rows[0].tpn} and {rows[1].tpn} have the results {shown[0]} and {shown[1]} "
        f"(lines {rows[0].line} and {rows[1].line})",
        "check the result",
        at=(rows[1].line, rows[1].column(round_number, _RESULT_OFFSET)),
        found=results[1].replace("*", ""),
    )


def pairs(entries: Mapping[int, Sequence[RoundEntry]], index: int) -> Iterator[tuple[RoundEntry, RoundEntry]]:
    """Yield both entries of every pair of a round (from 0), that of the lower number first."""
    for tpn, own in entries.items():
        opponent = own[index].opponent
        if opponent is not None and tpn < opponent:
            yield own[index], entries[opponent][index]
