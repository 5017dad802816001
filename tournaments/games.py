"""Whether the rows tell the same story: every game recorded for both players, with colours and results that fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.model import Result
from tournaments.places import COLOUR_OFFSET, OPPONENT_OFFSET, RESULT_OFFSET
from tournaments.problems import ProblemCode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.model import RoundEntry
    from tournaments.places import Places
    from tournaments.problems import Findings

_ORDINARY = frozenset(("10", "01", "==", "+-", "-+", "--", "WL", "LW", "DD"))
"""Results of the two players that need no remark."""
_ANSWERS = {id(Result.WIN): Result.LOSS, id(Result.DRAW): Result.DRAW, id(Result.LOSS): Result.WIN}
"""The most frequent of them, by identity: there are thousands of games."""
_UNUSUAL = frozenset(("00", "=0", "0=", "LL", "DL", "LD"))
"""Results that an arbiter can decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCheck:
    """Compares the two entries of every game."""

    entries: Mapping[int, Sequence[RoundEntry]]
    """By TPN."""
    unread: frozenset[int]
    """Players in whose rows something could not be read, so that nothing can be said against them."""
    is_complete: bool
    """Whether the numbers of all rows are known, so that another number can be said to be unknown."""
    places: Places
    findings: Findings

    def run(self) -> None:
        """Report every game whose two sides do not fit."""
        for tpn, own in self.entries.items():
            for index, entry in enumerate(own):
                opponent = entry.opponent
                if opponent is None:
                    continue
                theirs = self.entries.get(opponent)
                if theirs is None or opponent == tpn:
                    self._report_opponent(tpn, opponent, index + 1)
                elif theirs[index].opponent != tpn:
                    self._report_one_sided(tpn, opponent, index + 1)
                elif tpn < opponent:
                    self._check_pair(tpn, opponent, index + 1)

    def _report_opponent(self, tpn: int, opponent: int, round_number: int) -> None:
        at = self.places.of_entry(tpn, round_number, OPPONENT_OFFSET)
        if opponent == tpn:
            message = f"round {round_number}: player {tpn} is entered as their own opponent"
            remedy = "write the opponent's number"
            self.findings.add(ProblemCode.OPPONENT_SELF, message, remedy, at=at, found=str(opponent))
        elif self.is_complete and opponent not in self.unread:
            message = f"round {round_number}: opponent {opponent} of player {tpn} has no 001 record"
            remedy = "correct the number, or add the player"
            self.findings.add(ProblemCode.OPPONENT_UNKNOWN, message, remedy, at=at, found=str(opponent))

    def _report_one_sided(self, tpn: int, opponent: int, round_number: int) -> None:
        if opponent in self.unread:
            return
        answer = self.entries[opponent][round_number - 1].opponent
        has = f"plays {answer}" if answer else "has no opponent"
        self.findings.add(
            ProblemCode.OPPONENT_ONE_SIDED,
            f"round {round_number}: player {tpn} plays {opponent}, but player {opponent} {has}"
            + self.places.mention(opponent),
            "enter the game in both rows",
            at=self.places.of_entry(tpn, round_number, OPPONENT_OFFSET),
            found=str(opponent),
        )

    def _check_pair(self, tpn: int, opponent: int, round_number: int) -> None:
        first, second = self.entries[tpn][round_number - 1], self.entries[opponent][round_number - 1]
        if second.result is _ANSWERS.get(id(first.result)) and first.colour is not second.colour:
            return
        if first.colour is second.colour and first.colour is not None:
            self.findings.add(
                ProblemCode.COLOUR_SAME,
                f"round {round_number}: players {tpn} and {opponent} both have {first.colour.name.capitalize()}"
                + self.places.mention(tpn, opponent),
                "correct one of the colours",
                at=self.places.of_entry(opponent, round_number, COLOUR_OFFSET),
                found=first.colour.value,
            )
        results = first.result.value + second.result.value
        if results in _ORDINARY:
            return
        if "*" in results:
            self._report_pending((tpn, opponent), round_number, results)
            return
        self.findings.add(
            ProblemCode.RESULTS_UNUSUAL if results in _UNUSUAL else ProblemCode.RESULTS_CONTRADICT,
            f"round {round_number}: players {tpn} and {opponent} have the results {results[0]} and {results[1]}"
            + self.places.mention(tpn, opponent),
            "check the result",
            at=self.places.of_entry(opponent, round_number, RESULT_OFFSET),
            found=results[1],
        )

    def _report_pending(self, players: tuple[int, int], round_number: int, results: str) -> None:
        side = results.index("*")
        tpn, opponent = players[side], players[1 - side]
        if results == "**":
            message = f"round {round_number}: the game of players {tpn} and {opponent} has no result yet"
        else:
            message = (
                f"round {round_number}: player {tpn} has no result against {opponent}, who has {results[1 - side]}"
                + self.places.mention(opponent)
            )
        at = self.places.of_entry(tpn, round_number, RESULT_OFFSET)
        self.findings.add(ProblemCode.RESULT_PENDING, message, "enter the result when it is known", at=at)
