"""
What every game was, decided once from the two rows that record it.

Where the rows contradict each other about who met whom, with which colours, with which results, or whether the game was
played, nothing can be decided, and that is an error. Where only one of them says something, it holds for both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import Colour, Result
from tournaments.places import COLOUR_OFFSET, OPPONENT_OFFSET, RESULT_OFFSET
from tournaments.problems import ProblemCode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.model import RoundEntry
    from tournaments.places import Places
    from tournaments.problems import Findings

    _Two = tuple[int, int]
    _Entries = tuple[RoundEntry, RoundEntry]

_ORDINARY = frozenset(("10", "01", "==", "+-", "-+", "--", "WL", "LW", "DD"))
"""Results of the two players that need no remark."""
_FREQUENT = {Result.WIN: Result.LOSS, Result.DRAW: Result.DRAW, Result.LOSS: Result.WIN}
"""The most frequent of them."""
_OPPOSITE = {Colour.WHITE: Colour.BLACK, Colour.BLACK: Colour.WHITE, None: "no colour"}
"""No colour has no opposite, and is not its own."""
_ANSWERS = {
    Result.WIN: Result.LOSS,
    Result.DRAW: Result.DRAW,
    Result.LOSS: Result.WIN,
    Result.UNRATED_WIN: Result.UNRATED_LOSS,
    Result.UNRATED_DRAW: Result.UNRATED_DRAW,
    Result.UNRATED_LOSS: Result.UNRATED_WIN,
    Result.FORFEIT_WIN: Result.FORFEIT_LOSS,
    Result.FORFEIT_LOSS: Result.FORFEIT_WIN,
}
"""What the opponent has, where only one row has a result."""
_UNUSUAL = frozenset(("00", "=0", "0=", "LL", "DL", "LD"))
"""Results that an arbiter can decide."""
_HALF_POINTS = {
    Result.WIN: 2,
    Result.DRAW: 1,
    Result.LOSS: 0,
    Result.UNRATED_WIN: 2,
    Result.UNRATED_DRAW: 1,
    Result.UNRATED_LOSS: 0,
    Result.FORFEIT_WIN: 2,
    Result.FORFEIT_LOSS: 0,
}
"""What a result takes of a game, in half points of the usual scoring: both players together take two at most."""
_MOST_HALF_POINTS = 2


Settled = dict[tuple[int, int], "RoundEntry"]
"""(TPN, round) to the entry that holds, where it is not the one in the row."""


def are_settled(entries: Mapping[int, Sequence[RoundEntry]]) -> bool:
    """Whether the rows, by TPN, tell the same of every game, so that nothing is to be decided or reported."""
    games = settled = 0
    for tpn, own in entries.items():
        for index, entry in enumerate(own):
            opponent = entry.opponent
            if opponent is None:
                if entry.result.is_game:
                    return False
                continue
            games += 1
            if tpn < opponent:
                theirs = entries.get(opponent)
                if theirs is None or index >= len(theirs):
                    return False
                answer = theirs[index]
                if answer.opponent != tpn:
                    return False
                # As in _is_frequent: there are thousands of games, and a call would cost as much again.
                is_frequent = answer.result is _FREQUENT.get(entry.result) and answer.colour is _OPPOSITE[entry.colour]
                if not (is_frequent or _fit(entry, answer)):
                    return False
                settled += 2
    return games == settled


def _is_frequent(first: RoundEntry, second: RoundEntry) -> bool:
    """Whether both say the same of a game that was played to its end."""
    return second.result is _FREQUENT.get(first.result) and second.colour is _OPPOSITE[first.colour]


def _fit(first: RoundEntry, second: RoundEntry) -> bool:
    """Whether both say that the game was played, or both that it was not, and have opposite colours or none."""
    if first.colour is None or second.colour is None:
        are_forfeits = first.result.is_forfeit and second.result.is_forfeit
        return first.colour is second.colour and are_forfeits and not _contradict(first.result, second.result)
    if first.result.is_bye or second.result.is_bye or _contradict(first.result, second.result):
        return False
    are_known = (first.result is Result.PENDING) == (second.result is Result.PENDING)
    return first.colour is not second.colour and are_known and first.result.is_forfeit == second.result.is_forfeit


def _contradict(first: Result, second: Result) -> bool:
    """Whether the two results of a game cannot both be true, as two wins."""
    return _HALF_POINTS.get(first, 0) + _HALF_POINTS.get(second, 0) > _MOST_HALF_POINTS


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

    def run(self) -> Settled:
        """Report every game whose two sides do not fit, and return the entries that had to be decided."""
        decided: Settled = {}
        pending: dict[int, list[_Two]] = {}
        for tpn, own in self.entries.items():
            for index, entry in enumerate(own):
                opponent = entry.opponent
                if opponent is None:
                    if entry.result.is_game:
                        self._report_no_opponent(tpn, index + 1, entry)
                    continue
                theirs = self.entries.get(opponent)
                if theirs is None or opponent == tpn:
                    self._report_opponent(tpn, opponent, index + 1)
                elif index >= len(theirs) or theirs[index].opponent != tpn:
                    self._report_one_sided(tpn, opponent, index + 1)
                elif tpn < opponent and not _is_frequent(entry, theirs[index]):
                    self._settle(tpn, opponent, index + 1, decided)
                    if entry.result is theirs[index].result is Result.PENDING:
                        pending.setdefault(index + 1, []).append((tpn, opponent))
        self._report_pending(pending)
        return decided

    def _report_pending(self, pending: Mapping[int, Sequence[_Two]]) -> None:
        """Report the games of each round that have no result, at the first of them."""
        for round_number, games in pending.items():
            tpn, opponent = games[0]
            message = f"{len(games)} games of round {round_number} have no result yet"
            if len(games) == 1:
                message = f"round {round_number}: the game of players {tpn} and {opponent} has no result yet"
            at = self.places.of_entry(tpn, round_number, RESULT_OFFSET)
            self.findings.add(ProblemCode.RESULT_PENDING, message, "enter the result when it is known", at=at)

    def _report_no_opponent(self, tpn: int, round_number: int, entry: RoundEntry) -> None:
        """Report a game against nobody; the reader of cells has reported those of files."""
        if tpn in self.unread:
            return
        self.findings.add(
            ProblemCode.RESULT_WITHOUT_OPPONENT,
            f"round {round_number}: player {tpn} has the result {entry.result.value} of a game against nobody",
            "write the opponent's number",
            at=self.places.of_entry(tpn, round_number, RESULT_OFFSET),
            found=entry.result.value,
        )

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
        theirs = self.entries[opponent]
        answer = theirs[round_number - 1].opponent if round_number <= len(theirs) else None
        has = f"plays {answer}" if answer else "has no opponent"
        self.findings.add(
            ProblemCode.OPPONENT_ONE_SIDED,
            f"round {round_number}: player {tpn} plays {opponent}, but player {opponent} {has}"
            + self.places.mention(opponent),
            "enter the game in both rows",
            at=self.places.of_entry(tpn, round_number, OPPONENT_OFFSET),
            found=str(opponent),
        )

    def _settle(self, tpn: int, opponent: int, round_number: int, decided: Settled) -> None:
        """Decide a game of two players, the lower number first, and report what had to be decided or cannot be."""
        entries = self.entries[tpn][round_number - 1], self.entries[opponent][round_number - 1]
        settled = self._with_colours((tpn, opponent), round_number, entries)
        settled = self._with_results((tpn, opponent), round_number, settled)
        for number, before, after in zip((tpn, opponent), entries, settled, strict=True):
            if after is not before:
                decided[number, round_number] = after

    def _with_colours(self, players: _Two, round_number: int, entries: _Entries) -> _Entries:
        """Give a player without a colour the one that the opponent leaves; report colours that cannot be."""
        first, second = entries
        if first.colour is not None and second.colour is not None:
            if first.colour is second.colour:
                self._report_same_colour(players, round_number, first.colour)
            return entries
        known = first.colour or second.colour
        if known is None:
            if not (first.result.is_forfeit and second.result.is_forfeit):
                self._report_no_colours(players, round_number)
            return entries
        without = 0 if first.colour is None else 1
        one, other = players[without], players[1 - without]
        self.findings.add(
            ProblemCode.COLOUR_ONE_SIDED,
            f"round {round_number}: player {one} has no colour against {other}, who has {known.name.capitalize()}; "
            f"{known.opposite.name.capitalize()} was read" + self.places.mention(one, other),
            "write the colour in both rows, or in neither",
            at=self.places.of_entry(one, round_number, COLOUR_OFFSET),
        )
        completed = replace(entries[without], colour=known.opposite)
        return (completed, second) if without == 0 else (first, completed)

    def _report_same_colour(self, players: _Two, round_number: int, colour: Colour) -> None:
        tpn, opponent = players
        self.findings.add(
            ProblemCode.COLOUR_SAME,
            f"round {round_number}: players {tpn} and {opponent} both have {colour.name.capitalize()}"
            + self.places.mention(tpn, opponent),
            "correct one of the colours",
            at=self.places.of_entry(opponent, round_number, COLOUR_OFFSET),
            found=colour.value,
        )

    def _report_no_colours(self, players: _Two, round_number: int) -> None:
        tpn, opponent = players
        self.findings.add(
            ProblemCode.COLOUR_MISSING,
            f"round {round_number}: neither of players {tpn} and {opponent} has a colour"
            + self.places.mention(tpn, opponent),
            "write w and b",
            at=self.places.of_entry(opponent, round_number, COLOUR_OFFSET),
        )

    def _with_results(self, players: _Two, round_number: int, entries: _Entries) -> _Entries:
        """Read a result that only one row has for the other, too; report those that do not fit."""
        first, second = entries
        results = first.result.value + second.result.value
        if "*" in results and not (first.result.is_bye or second.result.is_bye):
            return self._with_result_of_other(players, round_number, entries, results)
        if results not in _ORDINARY:
            self._report_results(players, round_number, entries)
        return entries

    def _report_results(self, players: _Two, round_number: int, entries: _Entries) -> None:
        (tpn, opponent), (first, second) = players, entries
        results = first.result.value + second.result.value
        code = ProblemCode.RESULTS_UNUSUAL if results in _UNUSUAL else ProblemCode.RATED_OR_NOT
        why, remedy = "", "check the result"
        if first.result.is_bye or second.result.is_bye:
            code, remedy = ProblemCode.BYE_WITH_OPPONENT, "write the result, or 0000 - and the bye"
        elif first.result.is_forfeit != second.result.is_forfeit:
            code = ProblemCode.PLAYED_OR_NOT
            why, remedy = ": was the game played?", "write 1, = or 0 for a game that was played, + and - for a forfeit"
        elif _contradict(first.result, second.result):
            code = ProblemCode.RESULTS_CONTRADICT
            why, remedy = ", which cannot both be true", "correct one of the two results"
        elif code is ProblemCode.RATED_OR_NOT:
            why, remedy = (
                ", one of them unrated",
                "write W, D, L in both rows of an unrated game, in no row of a rated one",
            )
        self.findings.add(
            code,
            f"round {round_number}: players {tpn} and {opponent} have the results {results[0]} and {results[1]}{why}"
            + self.places.mention(tpn, opponent),
            remedy,
            at=self.places.of_entry(opponent, round_number, RESULT_OFFSET),
            found=results[1],
        )

    def _with_result_of_other(self, players: _Two, round_number: int, entries: _Entries, results: str) -> _Entries:
        """Decide a game of which a row at least has no result."""
        side = results.index("*")
        tpn, opponent = players[side], players[1 - side]
        at = self.places.of_entry(tpn, round_number, RESULT_OFFSET)
        if results == "**":
            return entries
        answer = _ANSWERS[entries[1 - side].result]
        message = (
            f"round {round_number}: player {tpn} has no result against {opponent}, who has {results[1 - side]}; "
            f"{answer.value} was read" + self.places.mention(tpn, opponent)
        )
        self.findings.add(ProblemCode.RESULT_ONE_SIDED, message, "write the result in both rows", at=at)
        completed = replace(entries[side], result=answer)
        return (completed, entries[1]) if side == 0 else (entries[0], completed)
